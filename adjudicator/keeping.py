"""What is kept because it may be asked for again: so many bytes of it, and what was asked for last. Start at :class:`Kept`."""

from __future__ import annotations

from _thread import allocate_lock
from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
MOST = 128 << 20
"""Bytes that are kept of one kind of thing where nobody says otherwise."""


class Kept(Generic[K, V]):
    """Things by their keys, no heavier than *most* bytes together; where they would be, those go first that were not asked for the longest.

    The one that was put last stays, however heavy it is. Threads may share it.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.weight = 0
        """About how many bytes all that is kept takes."""
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = allocate_lock()

    def get(self, key: K) -> V | None:
        """Return what is kept under *key*, or None."""
        with self._lock:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def put(self, key: K, thing: V, weight: int) -> list[K]:
        """Keep a *thing* of *weight* bytes under *key*; return the keys of those that had to go."""
        with self._lock:
            self._take(key)
            self._things[key] = (thing, weight)
            self.weight += weight
            gone = []
            while self.weight > self.most and len(self._things) > 1:
                gone.append(next(iter(self._things)))
                self._take(gone[-1])
            return gone

    def drop(self, key: K) -> bool:
        """Keep what is under *key* no more; return whether there was anything."""
        with self._lock:
            return self._take(key)

    def __len__(self) -> int:
        return len(self._things)

    def _take(self, key: K) -> bool:
        known = self._things.pop(key, None)
        self.weight -= known[1] if known else 0
        return known is not None
