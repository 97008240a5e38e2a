"""The words that can be legal on a board, as a graph that is walked letter by letter.

The graph of a ruleset's keys is a minimal automaton, kept as the double array that the ``dawg`` library saves. Here it is read as two plain
arrays, some megabyte for all words, so that a step is a look-up among numbers and needs no text. From the node ``n`` the letter with the
code ``c`` leads to ``k = n ^ units[n] >> 10 ^ c``, if ``labels[k] == c``; ``units[k] & WORD`` says whether a word ends there.
"""

import struct
from array import array
from typing import NamedTuple

WORD = 1 << 8
"""The bit of a node at which a word ends."""
_FAR = 1 << 9
"""The bit of a node whose offset counts in blocks of 256; graphs of some million nodes have such."""


class WordGraph:
    """The words of one saved graph."""

    root = 0

    def __init__(self, saved: bytes) -> None:
        """Take a graph as ``CompletionDAWG.tobytes`` gives it."""
        (count,) = struct.unpack_from("<I", saved)
        units: array[int] = array("I", struct.unpack_from(f"<{count}I", saved, 4))
        self.labels = saved[4 : 4 + 4 * count : 4]
        """The code of the letter that leads to each node."""
        if any(map(_FAR.__and__, units)):
            units = array("Q", [unit >> 10 << (18 if unit & _FAR else 10) | unit & WORD for unit in units])
        self.units = units
        """For each node how far its followers are, and whether a word ends there."""

    def follow(self, node: int, text: str) -> int:
        """Return the node that *text* leads to from *node*, or 0 if no word goes on so."""
        for code in text.encode():
            node ^= self.units[node] >> 10 ^ code
            if self.labels[node] != code:
                return 0
        return node

    def letters(self, node: int) -> str:
        """Return the letters with which words go on from *node*."""
        base = node ^ self.units[node] >> 10
        return "".join(chr(code) for code in range(97, 123) if self.labels[base ^ code] == code)

    def has(self, key: str) -> bool:
        """Return whether *key* is one of the words."""
        node = self.follow(self.root, key)
        return node != 0 and self.units[node] & WORD != 0


class BoardWords(NamedTuple):
    """The legal words: those of all *graphs* but for the *denied* ones."""

    graphs: tuple[WordGraph, ...]
    denied: frozenset[str] = frozenset()

    def has(self, key: str) -> bool:
        """Return whether *key* is one of the words."""
        return key not in self.denied and any(graph.has(key) for graph in self.graphs)
