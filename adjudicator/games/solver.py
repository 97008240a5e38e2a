"""Every word of a board, with its best path. Start at :func:`solve`.

The graph of the words is walked along with the board, so that a path is left as soon as no word begins with it. Boards with nothing but
letters, each tile to be used once, are the usual ones and have a way of their own, in which nothing is weighed. Elsewhere all ways to make
the same beginning are taken together: of those that end on the same tile and are bound alike only the one with the most uses of rings can
become a best path. So a board on which tiles may be used without end is finished when the words are.
"""

from functools import reduce
from operator import itemgetter, or_
from typing import NamedTuple

from adjudicator.errors import BoardTooHard
from adjudicator.games.board import Board
from adjudicator.games.graph import BIT, WORD, BoardWords, WordGraph
from adjudicator.games.paths import Path, bound_after, unwound

MAX_STEPS = 500_000
"""How many beginnings of words may be tried on one board."""


class Solution(NamedTuple):
    """What a board has, in no order."""

    paths: dict[str, tuple[int, ...]]
    """The words, and for each the tiles of its best path."""
    rings: dict[str, int]
    """How often these paths use a ringed tile; words that use none are left out."""

    def path(self, word: str) -> Path:
        """Return the best path of *word*; raises ``KeyError`` if the board does not have it."""
        return Path(self.paths[word], self.rings.get(word, 0))


def solve(board: Board, words: BoardWords) -> Solution:
    """Return every one of *words* that is on *board*. Raises :class:`BoardTooHard` for a board with too many ways to make words."""
    solution = Solution({}, {})
    plain = board.reuse == "never" and not board.blanks and not board.rings
    for graph in words.graphs:
        if plain:
            solution.paths.update(_plain(board, graph))
        else:
            _Weighing(board, graph).add_to(solution)
    for word in words.denied & solution.paths.keys():
        del solution.paths[word]
        solution.rings.pop(word, None)
    return solution


Entry = tuple[int, int, int, int, str, str, tuple[int]]
"""A tile as the plain way has it: its number, its bit among the tiles, the bit and the code of its first letter, its other letters, all its
letters, and what it adds to a path.
"""


def _plain(board: Board, graph: WordGraph) -> dict[str, tuple[int, ...]]:
    """Return the words and a path of each, on a board without blanks and rings whose tiles are used once.

    It is written for speed: half of a millisecond for sixteen tiles. A path ends where no tile around has a letter that words go on with.
    """
    units, onward, follow = graph.units, graph.onward, graph.follow
    entries: list[Entry] = [
        (number, 1 << number, BIT[face[0]], ord(face[0]), face[1:], face, (number,))
        for number, (face, _) in enumerate(board.tiles)
    ]
    around = [[entries[number] for number in numbers] for numbers in board.steps]
    letters_around = [reduce(or_, (entry[2] for entry in each), 0) for each in around]
    found: dict[str, tuple[int, ...]] = {}
    left = MAX_STEPS

    def go(tiles: list[Entry], base: int, letters: int, free: int, word: str, path: tuple[int, ...]) -> None:
        """Go on from *path*, which makes *word*, to each of the *free* of *tiles* with one of *letters*; *base* is where these lead from."""
        nonlocal left
        left -= 1
        if left < 0:
            raise _too_hard()
        for number, tile, letter, code, rest, face, step in tiles:
            if letters & letter and free & tile:
                node = base ^ code
                if rest:
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
    return found


Ways = dict[tuple[int, int], tuple[int, object]]
"""The ways to make one beginning: the last tile and what binds those to come (as in the paths' states) → the uses of rings, and the trail."""


class _Weighing:
    """One board, of any kind, and one graph."""

    def __init__(self, board: Board, graph: WordGraph) -> None:
        self._board = board
        self._graph = graph
        self._left = MAX_STEPS

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
        board, graph = self._board, self._graph
        letters = graph.letters(node)
        pieces = [
            ((face,) if graph.follow(node, face) else ()) if face else letters for face, _ in board.tiles
        ]
        onward: dict[str, Ways] = {}
        for (last, bound), (rings, trail) in ways.items():
            for tile in board.steps[last] if last >= 0 else range(len(board.tiles)):
                now = rings + board.tiles[tile].ring
                for piece in pieces[tile]:
                    new = bound_after(board, bound, tile, piece)
                    if new is not None:
                        self._add(onward.setdefault(piece, {}), (tile, new), now, trail)
        return onward

    def _add(self, ways: Ways, way: tuple[int, int], rings: int, trail: object) -> None:
        known = ways.get(way)
        if known is None or known[0] < rings:
            self._left -= 1
            if self._left < 0:
                raise _too_hard()
            ways[way] = rings, (way[0], trail)


def _keep(solution: Solution, word: str, ways: Ways) -> None:
    """Keep the best of *ways* to make *word*, unless *solution* has as good a one."""
    rings, trail = max(ways.values(), key=itemgetter(0))
    if word not in solution.paths or rings > solution.rings.get(word, 0):
        solution.paths[word] = unwound(trail)
        if rings:
            solution.rings[word] = rings


def _too_hard() -> BoardTooHard:
    return BoardTooHard(
        "Words could be made in too many ways on this board.",
        "Use a smaller board, with fewer blanks or fewer equal letters.",
    )
