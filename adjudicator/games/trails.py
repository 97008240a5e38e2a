"""The words that tiles can show: a dictionary as the group has it, and the ways through its graph that fit a run. Pure.

Start at :class:`Words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Protocol

from adjudicator.games.budget import Purse
from adjudicator.games.graph import BIT, WORD, BoardWords, WordGraph

WILD = "?"
A_NODE = 4
"""Steps to look at a node of the graph."""
MOST_SETS = 1 << 14
"""Sets of letters whose members are kept at hand: more than a graph of all words has."""


class Dictionary(Protocol):
    """What is asked about words; a compiled ruleset is one."""

    @property
    def legal(self) -> Callable[[str], bool]:
        """Whether a key is legal."""

    @property
    def board_words(self) -> BoardWords:
        """All legal keys, to be walked."""


class Words:
    """The words of a *dictionary*, less and more what the group has ruled."""

    def __init__(self, dictionary: Dictionary, rulings: Mapping[str, bool], purse: Purse) -> None:
        self._dictionary = dictionary
        self.rulings = rulings
        self.agreed = sorted(key for key, legal in rulings.items() if legal)
        """The words that the group has ruled legal."""
        self._purse = purse

    def has(self, key: str) -> bool:
        """Return whether *key* counts as a word."""
        ruled = self.rulings.get(key)
        return self._dictionary.legal(key) if ruled is None else ruled

    def counts(self, key: str) -> bool:
        """Return whether a word of :attr:`trails` counts."""
        legal = self._dictionary.board_words.legal
        return self.rulings.get(key) is not False and (legal is None or legal(key))

    @cached_property
    def trails(self) -> list[Trails]:
        """The ways through the graphs of all words that may count, but for those of :attr:`agreed`."""
        return [Trails(graph, self._purse) for graph in self._dictionary.board_words.graphs]


def fits(letters: str, key: str) -> bool:
    """Return whether tiles that show *letters*, ``?`` for a wild one, could show *key*."""
    return len(key) == len(letters) and all(
        tile in (WILD, letter) for tile, letter in zip(letters, key, strict=True)
    )


@lru_cache(MOST_SETS)
def letters_of(onward: int) -> tuple[tuple[str, int], ...]:
    """Return the letters in a set, in order, each with its code in a graph."""
    return tuple((letter, ord(letter)) for letter, bit in BIT.items() if onward & bit)


class Trails:
    """What is known of the ways through a graph, for every ending of what runs show before, between and behind their open tiles."""

    def __init__(self, graph: WordGraph, purse: Purse) -> None:
        self.graph = graph
        self.purse = purse
        self._known: dict[tuple[str, ...], dict[int, bool]] = {}

    def known(self, between: tuple[str, ...]) -> list[dict[int, bool]]:
        """Return which nodes are known to lead to a word or to none, from each place *between* the open tiles on."""
        return [self._known.setdefault(between[at:], {}) for at in range(len(between))]


class Trail:
    """The ways through a graph to the words that a run can be, where it shows what is *between* its open tiles.

    *wider* is the same with more tiles open, and *places* says where its places are in that: what leads nowhere there need not be tried here.
    """

    def __init__(
        self,
        trails: Trails,
        between: tuple[str, ...],
        wider: Trail | None = None,
        places: Sequence[int] = (),
    ) -> None:
        self.graph = trails.graph
        self._purse = trails.purse
        self._between = between
        self._known = trails.known(between)
        self._wider = wider
        self._places = places

    def leads(self, node: int = WordGraph.root, at: int = 0) -> bool:
        """Return whether a word comes of going on from *node* with what is shown at the place *at*."""
        found = self._known[at].get(node)
        if found is None:
            self._purse.spend(A_NODE, "wild-tiles")
            found = self._wider is None or self._wider.leads(node, self._places[at])
            found = self._known[at][node] = found and self._goes_on(node, at)
        return found

    def _goes_on(self, node: int, at: int) -> bool:
        graph, text = self.graph, self._between[at]
        if text:
            node = graph.follow(node, text)
            if not node:
                return False
        at += 1
        if at == len(self._between):
            return graph.units[node] & WORD != 0
        units, onward, known = graph.units, graph.onward, self._known[at]
        base = node ^ units[node] >> 10
        needed = BIT.get(self._between[at][:1], 0)
        ends = not needed and at + 1 == len(self._between)
        for _, code in letters_of(onward[base]):
            follower = base ^ code
            if ends:
                if units[follower] & WORD:
                    return True
            elif not needed or onward[follower ^ units[follower] >> 10] & needed:
                found = known.get(follower)
                if found or (found is None and self.leads(follower, at)):
                    return True
        return False
