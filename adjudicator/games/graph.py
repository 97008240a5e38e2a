"""The words that can be legal on a board, as a graph that is walked letter by letter.

The graph of a ruleset's keys is a minimal automaton, kept as the double array that the ``dawg`` library saves. Here it is read as plain
arrays, two megabytes for all words, so that a step is a look-up among numbers and needs no text. The followers of the node ``n`` are those
of its base, ``n ^ units[n] >> 10``: the letter with the code ``c`` leads to the node ``base ^ c``, if ``onward[base]`` has the letter.
``units[n] & WORD`` says whether a word ends at ``n``.
"""

from array import array
from collections.abc import Callable
from typing import NamedTuple

from adjudicator.games.board import LETTERS

WORD = 1 << 8
"""The bit of a node at which a word ends."""
BIT = {letter: 1 << place for place, letter in enumerate(LETTERS)}
"""The bit of each letter in a set of letters."""
_BIT_OF_CODE = [BIT.get(chr(code), 0) for code in range(256)]
_FAR = 1 << 9
"""The bit of a node whose offset counts in blocks of 256."""
_BLOCK = 256
"""How many nodes come and go together."""
_NEAR_NODES = 1 << 21
"""How many nodes a graph may have before such offsets are needed."""


class WordGraph:
    """The words of one saved graph."""

    root = 0

    def __init__(self, saved: bytes) -> None:
        """Take a graph as ``CompletionDAWG.tobytes`` gives it on the same machine. Raises :class:`ValueError` for other bytes."""
        count = _count(saved)
        kept = saved[4 : 4 + 4 * count]
        units = array("I", kept)
        if count > _NEAR_NODES:
            units = array("Q", [unit >> 10 << (18 if unit & _FAR else 10) | unit & WORD for unit in units])
        self.units = units
        """For each node how far its followers are, and whether a word ends there."""
        self.onward = array("I", bytes(4 * count))
        """For each base the set of letters with which words go on."""
        onward, bits = self.onward, _BIT_OF_CODE
        for node, code in enumerate(kept[::4]):
            onward[node ^ code] |= bits[code]

    def base(self, node: int) -> int:
        """Return where the followers of *node* are found."""
        return node ^ self.units[node] >> 10

    def follow(self, node: int, text: str) -> int:
        """Return the node that *text* leads to from *node*, or 0 if no word goes on so."""
        for letter in text:
            base = self.base(node)
            if not self.onward[base] & BIT.get(letter, 0):
                return 0
            node = base ^ ord(letter)
        return node

    def letters(self, node: int) -> str:
        """Return the letters with which words go on from *node*."""
        onward = self.onward[self.base(node)]
        return "".join(letter for letter, bit in BIT.items() if onward & bit)

    def has(self, key: str) -> bool:
        """Return whether *key* is one of the words."""
        node = self.follow(self.root, key)
        return node != 0 and self.units[node] & WORD != 0


def _count(saved: bytes) -> int:
    """Return how many nodes a *saved* graph has: the number stands before them, and behind them that of the library's guide, two bytes each.

    The library promises none of this, so what looks otherwise is refused. Raises :class:`ValueError`.
    """
    count = _number(saved[:4])
    behind = 4 + 4 * count
    guide = _number(saved[behind : behind + 4])
    if not count or count % _BLOCK or guide not in (0, count) or len(saved) != behind + 4 + 2 * guide:
        raise ValueError("this is no word graph of a release of dawg2 that is known")
    return count


def _number(four: bytes) -> int:
    return array("I", four)[0] if len(four) == 4 else 0


class BoardWords(NamedTuple):
    """The legal words: those of all *graphs* that *legal* passes, where it is given."""

    graphs: tuple[WordGraph, ...]
    legal: Callable[[str], bool] | None = None

    def has(self, key: str) -> bool:
        """Return whether *key* is one of the words."""
        return any(graph.has(key) for graph in self.graphs) and (self.legal is None or self.legal(key))
