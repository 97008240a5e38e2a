"""Counts how words stand together in defined compounds: which often come first, and which last. Start at :class:`Compounds`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from adjudicator.core.affixes import PREFIXES, SUFFIXES

JOINED = 12
"""In how many compounds a word stands that is often a part of one."""
_SHORTEST_PART = 3
_SHORTEST = 7
"""How many letters a compound has at least: those of six are found by chance (car-net)."""
_NO_HEADS = frozenset((*SUFFIXES, *(f"{suffix}s" for suffix in SUFFIXES), "est", "ties"))
"""What looks like the last word of a compound, and is an ending: low-ping."""


class Compounds:
    """The words *in use* that stand first in a *defined* word of two parts, and those that stand last, each with in how many."""

    def __init__(self, defined: Iterable[str], in_use: frozenset[str]) -> None:
        self._fronts: Counter[str] = Counter()
        self._heads: Counter[str] = Counter()
        self._behind_s: Counter[str] = Counter()
        for key in defined:
            for cut in range(_SHORTEST_PART, len(key) - _SHORTEST_PART + 1):
                front, head = key[:cut], key[cut:]
                if head not in in_use:
                    continue
                if front[-1] == "s" and front[:-1] in in_use:
                    self._behind_s[head] += 1
                elif front in in_use:
                    self._fronts[front] += 1
                    self._heads[head] += 1

    def join(self, front: str, head: str) -> bool:
        """Return whether many defined words begin with *front* and many end with *head*, which is no ending itself."""
        return (
            len(front) + len(head) >= _SHORTEST
            and min(self._fronts[front], self._heads[head]) >= JOINED
            and front not in PREFIXES
            and _NO_HEADS.isdisjoint((head, head[1:], f"s{head}"))
        )

    def takes_s(self, head: str) -> bool:
        """Return whether an s before *head* belongs to it rather: more words end in -stone and -scape than in tone and cape."""
        return self._behind_s[head] > self._heads[head]
