"""Every word of a board, with its best path. Start at :func:`solve`.

The graph of the words is walked along with the board, so that a path is left as soon as no word begins with it. Boards with nothing but
letters, each tile to be used once, are the usual ones and have a way of their own, in which nothing is weighed; with blanks or rings, all
their paths are gone through, too. Where tiles may be used again all ways to make
the same beginning are taken together: of those that end on the same tile and are bound alike only the one with the most uses of rings can
become a best path. So a board on which tiles may be used without end is finished when the words are.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import filterfalse
from operator import itemgetter, or_
from typing import NamedTuple, TypeVar

from adjudicator.games.board import LETTERS, Board, tiles_of
from adjudicator.games.budget import Purse
from adjudicator.games.graph import BIT, WORD, BoardWords, WordGraph
from adjudicator.games.paths import BITS, Path, unwound

PARTS = 16
"""Parts of a step in which the ways of single paths are counted: what they take for each tile around is so little."""
A_CALL, A_PIECE = 14, 12
"""Parts of a step for each beginning of a word, beside one for each tile around; and for each letter of a tile of several."""
A_CHOICE = 16
"""Parts of a step for each tile, or letter of a blank, that a way of single paths with blanks or rings goes on with."""
A_NODE, A_WAY, A_TRY, A_KEPT = 8, 1, 1, 1
"""Steps for each beginning of a word where ways are taken together, for each way to make it, for each way to go on, and once more where
that is the best so far.
"""


class Solution(NamedTuple):
    """What a board has, in no order."""

    paths: dict[str, tuple[int, ...]]
    """The words, and for each the tiles of its best path."""
    rings: dict[str, int]
    """How often these paths use a ringed tile; words that use none are left out."""

    def path(self, word: str) -> Path:
        """Return the best path of *word*; raises ``KeyError`` if the board does not have it."""
        return Path(self.paths[word], self.rings.get(word, 0))


def solve(board: Board, words: BoardWords, purse: Purse | None = None) -> Solution:
    """Return every one of *words* that is on *board*. Raises :class:`TooHard` where *purse*, by default one of its own, is empty."""
    purse = purse or Purse()
    solution = Solution({}, {})
    for graph in words.graphs:
        if board.reuse != "never":
            _Weighing(board, graph, purse).add_to(solution)
        elif board.blanks or board.rings:
            _once(board, graph, purse, solution)
        else:
            solution.paths.update(_plain(board, graph, purse))
    if words.legal is not None:
        for word in list(filterfalse(words.legal, solution.paths)):
            del solution.paths[word]
            solution.rings.pop(word, None)
    return solution


Entry = tuple[int, int, int, int, str, str, tuple[int]]
"""A tile as the plain way has it: its number, its bit among the tiles, the bit and the code of its first letter, its other letters, all its
letters, and what it adds to a path.
"""


def _plain(board: Board, graph: WordGraph, purse: Purse) -> dict[str, tuple[int, ...]]:
    """Return the words and a path of each, on a board without blanks and rings whose tiles are used once.

    It is written for speed: half of a millisecond for sixteen tiles. A path ends where no tile around has a letter that words go on with.
    """
    units, onward, follow = graph.units, graph.onward, graph.follow
    entries: list[Entry] = [
        (number, 1 << number, BIT[face[0]], ord(face[0]), face[1:], face, (number,))
        for number, (face, _) in enumerate(board.tiles)
    ]
    around, letters_around = _around(board, entries)
    found: dict[str, tuple[int, ...]] = {}
    parts = left = max(purse.left, 0) * PARTS

    def go(tiles: list[Entry], base: int, letters: int, free: int, word: str, path: tuple[int, ...]) -> None:
        """Go on from *path*, which makes *word*, to each of the *free* of *tiles* with one of *letters*; *base* is where these lead from."""
        nonlocal left
        left -= A_CALL + len(tiles)
        if left < 0:
            purse.spend(purse.left + 1, "board")
        for number, tile, letter, code, rest, face, step in tiles:
            if letters & letter and free & tile:
                node = base ^ code
                if rest:
                    left -= A_PIECE * len(rest)
                    node = follow(node, rest)
                    if not node:
                        continue
                unit = units[node]
                if unit & WORD:
                    found[word + face] = path + step
                further = node ^ unit >> 10
                following = onward[further]
                if following & letters_around[number]:
                    go(around[number], further, following, free ^ tile, word + face, path + step)

    base = graph.base(graph.root)
    go(entries, base, onward[base], (1 << len(entries)) - 1, "", ())
    purse.spend((parts - left) // PARTS, "board")
    return found


_ALL = (1 << len(LETTERS)) - 1
_EACH = [(bit, ord(letter), letter) for letter, bit in BIT.items()]
Choice = tuple[int, int, int, list[tuple[int, int, str]], str, tuple[int], int]
"""A tile with what it can be: its number, its bit, the bits of its first letters; for each of these the bit, the code and all letters; the
letters of a tile behind the first; what it adds to a path, and to the uses of rings.
"""
T = TypeVar("T", Entry, Choice)


def _once(board: Board, graph: WordGraph, purse: Purse, solution: Solution) -> None:
    """Add every word of *graph* to *solution*, or a better path of a word that it has, on a board whose tiles are used once."""
    units, onward, follow = graph.units, graph.onward, graph.follow
    choices: list[Choice] = []
    for number, (face, ring) in enumerate(board.tiles):
        can_be = [(BIT[face[0]], ord(face[0]), face)] if face else _EACH
        begins = BIT[face[0]] if face else _ALL
        choices.append((number, 1 << number, begins, can_be, face[1:], (number,), int(ring)))
    around, letters_around = _around(board, choices)
    paths, most = solution
    parts = left = max(purse.left, 0) * PARTS

    def go(
        tiles: list[Choice], base: int, letters: int, free: int, word: str, path: tuple[int, ...], rings: int
    ) -> None:
        """Go on from *path*, which makes *word* and uses so many *rings*; else as :func:`_plain` does."""
        nonlocal left
        left -= A_CALL + len(tiles)
        if left < 0:
            purse.spend(purse.left + 1, "board")
        for number, tile, begins, can_be, rest, step, ring in tiles:
            if letters & begins and free & tile:
                now = rings + ring
                for letter, code, face in can_be:
                    if not letters & letter:
                        continue
                    left -= A_CHOICE
                    node = base ^ code
                    if rest:
                        left -= A_PIECE * len(rest)
                        node = follow(node, rest)
                        if not node:
                            continue
                    unit = units[node]
                    longer = word + face
                    if unit & WORD and (longer not in paths or now > most.get(longer, 0)):
                        paths[longer] = path + step
                        if now:
                            most[longer] = now
                    further = node ^ unit >> 10
                    following = onward[further]
                    if following & letters_around[number]:
                        go(around[number], further, following, free ^ tile, longer, path + step, now)

    base = graph.base(graph.root)
    go(choices, base, onward[base], (1 << len(choices)) - 1, "", (), 0)
    purse.spend((parts - left) // PARTS, "board")


def _around(board: Board, tiles: Sequence[T]) -> tuple[list[list[T]], list[int]]:
    """Return, for each tile of *board*, those of *tiles* that a word may go on to from it, and the bits of all letters that they begin with."""
    around = [[tiles[number] for number in numbers] for numbers in board.steps]
    return around, [reduce(or_, (tile[2] for tile in each), 0) for each in around]


Ways = dict[tuple[int, int], tuple[int, object]]
"""The ways to make one beginning: the last tile and what binds those to come (as in the paths' states) → the uses of rings, and the trail."""


class _Weighing:
    """One board on which tiles may be used again, and one graph."""

    def __init__(self, board: Board, graph: WordGraph, purse: Purse) -> None:
        self._board = board
        self._graph = graph
        self._purse = purse

    def add_to(self, solution: Solution) -> None:
        """Add every word of the graph to *solution*, or a better path of a word that it has."""
        start: Ways = {(-1, 0): (0, None)}
        waiting = [("", self._graph.root, start)]
        while waiting:
            word, node, ways = waiting.pop()
            if self._graph.units[node] & WORD and word:
                _keep(solution, word, ways)
            for piece, longer in self._onward(node, ways).items():
                waiting.append((word + piece, self._graph.follow(node, piece), longer))

    def _onward(self, node: int, ways: Ways) -> dict[str, Ways]:
        """Return the ways one tile further, by what the tile adds to the word."""
        board, letters = self._board, self._graph.letters(node)
        self._purse.spend(A_NODE, "board")
        fits = reduce(or_, map(board.by_letter.__getitem__, letters), 0)
        for tile in tiles_of(fits & board.long):
            self._purse.spend(A_TRY, "board")
            if not self._graph.follow(node, board.tiles[tile].face):
                fits ^= 1 << tile
        onward: dict[str, Ways] = {}
        for (last, bound), (rings, trail) in ways.items():
            tiles = fits & board.beside[last] if last >= 0 else fits
            tries = kept = 0
            for tile in tiles_of(tiles):
                face, ring = board.tiles[tile]
                for piece, new in ((face, bound),) if face else self._choices(tile, bound, letters):
                    tries += 1
                    longer = onward.setdefault(piece, {})
                    known = longer.get((tile, new))
                    if known is None or known[0] < rings + ring:
                        longer[tile, new] = rings + ring, (tile, trail)
                        kept += 1
            self._purse.spend(A_WAY + A_TRY * tries + A_KEPT * kept, "board")
        return onward

    def _choices(self, tile: int, bound: int, letters: str) -> list[tuple[str, int]]:
        """Return what the blank *tile* may be of *letters*, and what binds then."""
        shift = BITS * self._board.blanks[tile]
        held = bound >> shift & (1 << BITS) - 1
        if held:
            letter = LETTERS[held - 1]
            return [(letter, bound)] if letter in letters else []
        return [(letter, bound | (ord(letter) - ord("a") + 1) << shift) for letter in letters]


def _keep(solution: Solution, word: str, ways: Ways) -> None:
    """Keep the best of *ways* to make *word*, unless *solution* has as good a one."""
    rings, trail = max(ways.values(), key=itemgetter(0))
    if word not in solution.paths or rings > solution.rings.get(word, 0):
        solution.paths[word] = unwound(trail)
        if rings:
            solution.rings[word] = rings
