"""Near misses: the keys of a word graph that are one edit away from a key.

Trying all of some four hundred edits of a word costs more than judging it. An edit leaves what is before it and what is behind it as
they were, so it can only be where the former begins a key and the latter ends one: two small graphs tell, and few places are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dawg import CompletionDAWG

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NearMisses:
    """Finds keys one edit away: a letter dropped, swapped with its neighbour, changed or added, as ``spelling.one_edit`` has it."""

    def __init__(self, keys: Sequence[str], graph: CompletionDAWG) -> None:
        """Take the sorted *keys* and the graph of them."""
        from dawg import CompletionDAWG

        self._has = graph.__contains__
        self._begins = graph.has_keys_with_prefix
        backwards = CompletionDAWG(sorted([key[::-1] for key in keys]), input_is_sorted=True)
        self._ends_backwards = backwards.has_keys_with_prefix

    def of(self, key: str) -> list[str]:
        """Return the keys one edit away from *key*, in order."""
        end = len(key)
        last = self._reach(key, self._begins)
        first = end - self._reach(key[::-1], self._ends_backwards)
        tried: list[str] = []
        for i in range(max(0, first - 2), last + 1):
            before = key[:i]
            if i + 2 <= end and first <= i + 2:
                tried.append(before + key[i + 1] + key[i] + key[i + 2 :])
            if i < end and first <= i + 1:
                behind = key[i + 1 :]
                tried.append(before + behind)
                tried += [before + letter + behind for letter in LETTERS]
            if first <= i:
                behind = key[i:]
                tried += [before + letter + behind for letter in LETTERS]
        found = set(filter(self._has, tried))
        found -= {key, ""}
        return sorted(found)

    @staticmethod
    def _reach(key: str, begins: Callable[[str], bool]) -> int:
        """Return how many letters of *key* begin some key."""
        low, high = 0, len(key)
        while low < high:
            middle = (low + high + 1) // 2
            if begins(key[:middle]):
                low = middle
            else:
                high = middle - 1
        return low
