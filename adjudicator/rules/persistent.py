"""Collections that are never changed: a changed one is another, which shares with the one before all that is the same.

So the next revision of a list of many thousand words costs what was changed, and not what the list has. Start at :class:`Parts`, a
mapping, and :class:`Ordered`, texts in their order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import TypeVar

V = TypeVar("V")
PART = 128
"""Keys that a part of a mapping has when the mapping is made; twice as many before it gets more parts."""
PIECE = 256
"""Texts that a piece has when it is made; twice as many before it is cut."""


class Parts(Mapping[str, V]):
    """A mapping from texts, in as many parts as a text's hash has places: who changes a key copies its part alone."""

    __slots__ = ("_number", "mask", "parts")

    def __init__(self, items: Mapping[str, V]) -> None:
        """Hold what *items* has."""
        self._number = len(items)
        self.mask = (1 << max(0, (self._number // PART).bit_length())) - 1
        """What of a key's hash is the number of its part."""
        self.parts: list[dict[str, V]] = [{} for _ in range(self.mask + 1)]
        """Where ``key in parts[hash(key) & mask]`` is the quickest way to ask. Nobody changes them."""
        parts, mask = self.parts, self.mask
        for key, value in items.items():
            parts[hash(key) & mask][key] = value

    def changed(self, changes: Mapping[str, V | None]) -> Parts[V]:
        """Return the mapping after *changes*: a value to have, or None for a key to drop."""
        after = Parts.__new__(Parts)
        after._number, after.mask = self._number, self.mask
        parts, mask = self.parts.copy(), self.mask
        after.parts = parts
        copied: set[int] = set()
        for key, value in changes.items():
            place = hash(key) & mask
            if place not in copied:
                copied.add(place)
                parts[place] = parts[place].copy()
            part = parts[place]
            after._number -= len(part)
            if value is None:
                part.pop(key, None)
            else:
                part[key] = value
            after._number += len(part)
        return Parts(after.whole()) if after._number > 2 * PART * len(parts) else after

    def whole(self) -> dict[str, V]:
        """Return all of it, for the caller to keep."""
        found: dict[str, V] = {}
        for part in self.parts:
            found.update(part)
        return found

    def __getitem__(self, key: str) -> V:
        return self.parts[hash(key) & self.mask][key]

    def __contains__(self, key: object) -> bool:
        return key in self.parts[hash(key) & self.mask]

    def __iter__(self) -> Iterator[str]:
        for part in self.parts:
            yield from part

    def __len__(self) -> int:
        return self._number

    def values(self) -> ValuesView[V]:
        """Return the values."""
        return self.whole().values()

    def items(self) -> ItemsView[str, V]:
        """Return the keys with their values."""
        return self.whole().items()


class Ordered:
    """Texts in order, each once, in pieces: who adds or drops one copies its piece alone."""

    __slots__ = ("_firsts", "_number", "_pieces")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Hold *texts*, in whatever order they come."""
        held = sorted(set(texts))
        self._hold([tuple(held[start : start + PIECE]) for start in range(0, len(held), PIECE)])

    def _hold(self, pieces: list[tuple[str, ...]]) -> None:
        self._pieces = pieces
        self._firsts = [piece[0] for piece in pieces]
        self._number = sum(map(len, pieces))

    def changed(self, gone: Iterable[str], new: Iterable[str]) -> Ordered:
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
        after = Ordered.__new__(Ordered)
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
