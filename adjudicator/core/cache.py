"""A cache with a bound in bytes, which drops what was least recently used. Start at :class:`LRUCache`."""

from __future__ import annotations

from _thread import allocate_lock
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
_Place = tuple[int, Hashable]
"""The number of a kind of thing, and the key of one of them."""
MOST = 128 << 20
"""Bytes that are kept of one kind of thing by default."""


class LRUCache(Generic[K, V]):
    """Things by their keys, no heavier than *most* bytes together: the least recently used go first.

    The one that was put last stays, however heavy it is. Threads may share it.
    """

    def __init__(self, most: int = MOST) -> None:
        self._room = _Room(most)
        self._kind = 0

    def beside(self) -> LRUCache[Any, Any]:
        """Return a cache of another kind of thing that shares these bytes, with keys of its own."""
        other: LRUCache[Any, Any] = LRUCache()
        other._room = self._room
        self._room.kinds += 1
        other._kind = self._room.kinds
        return other

    @property
    def most(self) -> int:
        """The bytes that may be kept."""
        return self._room.most

    @most.setter
    def most(self, most: int) -> None:
        self._room.most = most

    @property
    def weight(self) -> int:
        """About how many bytes all that is kept takes."""
        with self._room.lock:
            return self._room.weigh()

    def get(self, key: K) -> V | None:
        """Return what is kept under *key*, or None."""
        room, place = self._room, (self._kind, key)
        with room.lock:
            found = room.things.get(place)
            if found is None:
                return None
            room.things.move_to_end(place)
            return cast(V, found[0])

    def put(self, key: K, thing: V, weight: int | Callable[[], int]) -> list[K]:
        """Keep a *thing* of *weight* bytes under *key*; return the keys of those that were dropped.

        A thing that grows gives its weight as a function, which is called whenever the whole is weighed.
        """
        room, place = self._room, (self._kind, key)
        with room.lock:
            room.take(place)
            room.things[place] = thing, weight
            if isinstance(weight, int):
                room.fixed += weight
            else:
                room.growing[place] = weight
            return [cast(K, gone) for kind, gone in room.trim() if kind == self._kind]

    def trim(self) -> None:
        """Let go what is too heavy by now, since something has grown."""
        with self._room.lock:
            self._room.trim()

    def drop(self, key: K) -> bool:
        """Keep what is under *key* no more; return whether there was anything."""
        with self._room.lock:
            return self._room.take((self._kind, key))

    def clear(self) -> None:
        """Keep nothing of this kind any more."""
        with self._room.lock:
            for place in [place for place in self._room.things if place[0] == self._kind]:
                self._room.take(place)

    def __len__(self) -> int:
        with self._room.lock:
            return sum(kind == self._kind for kind, _ in self._room.things)


class _Room:
    """The bytes that one or several kinds of things share. Only who holds its lock may use it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kinds = 0
        self.lock = allocate_lock()
        self.things: OrderedDict[_Place, tuple[object, int | Callable[[], int]]] = OrderedDict()
        self.growing: dict[_Place, Callable[[], int]] = {}
        self.fixed = 0
        """Bytes of all things that do not grow."""

    def weigh(self) -> int:
        return self.fixed + sum(weight() for weight in self.growing.values())

    def trim(self) -> list[_Place]:
        gone = []
        while self.weigh() > self.most and len(self.things) > 1:
            gone.append(next(iter(self.things)))
            self.take(gone[-1])
        return gone

    def take(self, place: _Place) -> bool:
        known = self.things.pop(place, None)
        if known is None:
            return False
        if isinstance(known[1], int):
            self.fixed -= known[1]
        else:
            del self.growing[place]
        return True
