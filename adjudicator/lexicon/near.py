"""Near misses: the words that somebody may have meant who wrote another one.

They are the keys that are one edit away, which this finds, and those that :mod:`adjudicator.lexicon.misspelt` finds and ranks.

Trying all of some four hundred edits of a word costs more than judging it. An edit leaves what is before it and what is behind it as
they were, so it can only be where the former begins a key and the latter ends one: two small graphs tell, and few places are left.
There, only letters are tried that stand between such neighbours in any key.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from adjudicator.core.model import Facts

LETTERS = "abcdefghijklmnopqrstuvwxyz"
BEGIN, END = "`", "{"
"""What frames a key: the characters before a and behind z."""
WAYS = len(LETTERS) + 2
LONGEST_MISS = 25
"""Letters of the longest key that near misses are looked for."""
COMMON = 50
"""The size of the word lists up to which a word is common."""
UNLISTED = 99
"""What stands for the size of the word lists that have a word where none has it."""
_FIRST = ord(BEGIN) * (WAYS * WAYS + WAYS + 1)


class SavedNear(NamedTuple):
    """What finds near misses, as bytes: the graphs of the keys and of the keys backwards, the letters between, and where they begin."""

    begins: bytes
    backwards: bytes
    letters: bytes
    starts: bytes


class NearMisses:
    """Finds keys one edit away: a letter dropped, swapped with its neighbour, changed or added, as ``spelling.one_edit`` has it."""

    def __init__(self, keys: Sequence[str] | SavedNear) -> None:
        """Take the *keys* in order, among which it finds, or what was :meth:`dump` of them; several rulesets may share one that has the
        keys of all.
        """
        from dawg import CompletionDAWG

        if isinstance(keys, SavedNear):
            self._graphs = CompletionDAWG(), CompletionDAWG()
            for graph, saved in zip(self._graphs, keys, strict=False):
                graph.frombytes(saved)
            self._between = LettersBetween(())
            self._between.letters = keys.letters.decode()
            self._between.starts = array("I", keys.starts)
        else:
            backwards = sorted([key[::-1] for key in keys])
            self._graphs = (
                CompletionDAWG(keys, input_is_sorted=True),
                CompletionDAWG(backwards, input_is_sorted=True),
            )
            self._between = LettersBetween(keys)
        self._begins, self._ends_backwards = (each.has_keys_with_prefix for each in self._graphs)

    def dump(self) -> SavedNear:
        """Return all of it as bytes, for another process of this machine."""
        begins, backwards = (each.tobytes() for each in self._graphs)
        return SavedNear(begins, backwards, self._between.letters.encode(), self._between.starts.tobytes())

    def of(self, key: str, has: Callable[[str], bool]) -> list[str]:
        """Return the keys one edit away from *key* for which *has* is true, in order."""
        end = len(key)
        last = reach(key, self._begins)
        first = end - reach(key[::-1], self._ends_backwards)
        letters, starts = self._between.letters, self._between.starts
        # the letter before key[i] is framed[i], the one behind it framed[i + 2]
        framed = f"{BEGIN}{key}{END}".encode()
        tried: list[str] = []
        for i in range(max(0, first - 2), last + 1):
            before = key[:i]
            if i + 2 <= end and first <= i + 2:
                tried.append(before + key[i + 1] + key[i] + key[i + 2 :])
            if first > i + 1:
                continue
            place = (framed[i - 1] * WAYS + framed[i]) * WAYS - _FIRST
            if i < end:
                behind = key[i + 1 :]
                tried.append(before + behind)
                at = place + framed[i + 2]
                between = letters[starts[at] : starts[at + 1]] if i else LETTERS
                tried += [before + letter + behind for letter in between]
            if first <= i:
                behind = key[i:]
                at = place + framed[i + 1]
                between = letters[starts[at] : starts[at + 1]] if i else LETTERS
                tried += [before + letter + behind for letter in between]
        found = set(filter(has, tried))
        found -= {key, ""}
        return sorted(found)


def reach(key: str, begins: Callable[[str], bool]) -> int:
    """Return how many letters of *key* begin some key, as *begins* tells."""
    low, high = 0, len(key)
    while low < high:
        middle = (low + high + 1) // 2
        if begins(key[:middle]):
            low = middle
        else:
            high = middle - 1
    return low


def commonness(facts: Iterable[Facts]) -> int:
    """Return the size of the smallest word list that has a key whose readings have these *facts*: 10 for the commonest, :data:`UNLISTED` where none has."""
    return min((each.size for each in facts if each.size), default=UNLISTED)


class Near(NamedTuple):
    """A near miss: how far it is from what was typed and how rare it is, in one number; and the size of the smallest word list that has it."""

    far: float
    word: str
    size: int


class LettersBetween:
    """Which letters stand between two letters (or the beginning) before and one (or the end) behind in any of *keys*.

    All in two long pieces of memory: thousands of short texts, made among millions that are thrown away, would hold on to those' memory.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        framed = "".join([f"{BEGIN}{key}{END}" for key in keys])
        found: list[str] = [""] * WAYS**3
        for four in {framed[i : i + 4] for i in range(len(framed) - 3)}:
            first, second, _, behind = four.encode()
            found[(first * WAYS + second) * WAYS + behind - _FIRST] += four[2]
        self.letters = "".join(found)
        self.starts = array("I", accumulate(map(len, found), initial=0))
        """Where the letters of each place begin; it ends where those of the next begin."""
