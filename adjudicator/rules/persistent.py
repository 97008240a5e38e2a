"""Immutable collections: each change makes a new one, which shares with the old one all that is the same.

So the next revision of a list of many thousand words costs what was changed, and not what the list has. Start at :class:`LayeredMapping`, a
mapping, and :class:`OrderedTexts`, texts in their order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import TypeVar

V = TypeVar("V")
PIECE = 256
"""Texts that a piece has when it is made; twice as many before it is cut."""


class LayeredMapping(Mapping[str, V]):
    """A mapping in two layers: a large one that many share, and over it the few keys that differ in this one."""

    __slots__ = ("_number", "flat", "over")

    def __init__(self, flat: dict[str, V]) -> None:
        """Hold *flat*, which must not change from now on."""
        self.flat = flat
        self.over: dict[str, V | None] = {}
        """What differs, by key; None for a key that was dropped. It must not change."""
        self._number = len(flat)

    def with_changes(self, changes: Mapping[str, V | None]) -> LayeredMapping[V]:
        """Return the mapping after *changes*: a value to have, or None for a key to drop. The differences are copied."""
        after: LayeredMapping[V] = LayeredMapping(self.flat)
        after.over = {**self.over, **changes}
        after._number = self._number + sum(
            (value is not None) - (self.get(key) is not None) for key, value in changes.items()
        )
        return after

    def whole(self) -> dict[str, V]:
        """Return all of it in one layer, for the caller to keep."""
        found = {**self.flat}
        for key, value in self.over.items():
            if value is None:
                found.pop(key, None)
            else:
                found[key] = value
        return found

    def __getitem__(self, key: str) -> V:
        if key in self.over:
            value = self.over[key]
            if value is None:
                raise KeyError(key)
            return value
        return self.flat[key]

    def __contains__(self, key: object) -> bool:
        return self.over[key] is not None if key in self.over else key in self.flat

    def __iter__(self) -> Iterator[str]:
        yield from self.whole()

    def __len__(self) -> int:
        return self._number

    def values(self) -> ValuesView[V]:
        """Return the values."""
        return self.whole().values()

    def items(self) -> ItemsView[str, V]:
        """Return the keys with their values."""
        return self.whole().items()


class OrderedTexts:
    """Texts in order, each once, in pieces: adding or dropping one copies its piece alone."""

    __slots__ = ("_firsts", "_number", "_pieces")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Hold *texts*, in whatever order they come."""
        held = sorted(set(texts))
        self._hold([tuple(held[start : start + PIECE]) for start in range(0, len(held), PIECE)])

    def _hold(self, pieces: list[tuple[str, ...]]) -> None:
        self._pieces = pieces
        self._firsts = [piece[0] for piece in pieces]
        self._number = sum(map(len, pieces))

    def with_changes(self, gone: Iterable[str], new: Iterable[str]) -> OrderedTexts:
        """Return the texts without those that are *gone*, and with the *new* ones."""
        by_piece: dict[int, tuple[set[str], set[str]]] = {}
        for which, texts in enumerate((gone, new)):
            for text in texts:
                place = max(0, bisect_right(self._firsts, text) - 1)
                by_piece.setdefault(place, (set(), set()))[which].add(text)
        pieces = self._pieces.copy() or [()]
        for place in sorted(by_piece, reverse=True):
            less, more = by_piece[place]
            held = sorted({*pieces[place]} - less | more)
            size = len(held) if len(held) <= 2 * PIECE else PIECE
            pieces[place : place + 1] = [
                tuple(held[start : start + size]) for start in range(0, len(held), size or 1)
            ]
        after = OrderedTexts.__new__(OrderedTexts)
        after._hold(list(filter(None, pieces)))
        return after

    def rank(self, text: str) -> int:
        """Return how many of the texts come before *text*."""
        place = bisect_right(self._firsts, text) - 1
        if place < 0:
            return 0
        return sum(map(len, self._pieces[:place])) + bisect_left(self._pieces[place], text)

    def pieces(self, start: str = "") -> Iterator[tuple[str, ...]]:
        """Yield the texts that do not come before *start*, some hundred at a time."""
        place = max(0, bisect_right(self._firsts, start) - 1)
        for piece in self._pieces[place : place + 1]:
            yield piece[bisect_left(piece, start) :]
        for number in range(place + 1, len(self._pieces)):
            yield self._pieces[number]

    def __iter__(self) -> Iterator[str]:
        for piece in self._pieces:
            yield from piece

    def __len__(self) -> int:
        return self._number

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str):
            return False
        place = max(0, bisect_right(self._firsts, text) - 1)
        return any(text in piece for piece in self._pieces[place : place + 1])
