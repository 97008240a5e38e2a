"""Paths and solver against an account that tries everything."""

from __future__ import annotations

from collections import defaultdict

from dawg import CompletionDAWG
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.games.board import REUSES, Board, read_board
from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.games.obstacles import why_not
from adjudicator.games.paths import Path
from adjudicator.games.solver import solve
from tests.conftest import examples
from tests.games.alone import all_paths, best_path, count_paths
from tests.games.brute import rings_of, walks

TRIALS = settings(max_examples=examples(300, 1000))
TILES = st.sampled_from(["a", "b", "c", "a", "b", "ab", "qu", "?", "a*", "b*", "?*", "ca*"])
PLAIN = st.sampled_from(["a", "b", "c", "ab", "qu"])
WORDS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "qu"]), min_size=1, max_size=4).map("".join),
    min_size=1,
    max_size=12,
    unique=True,
)


@st.composite
def boards(draw: st.DrawFn, tiles: st.SearchStrategy[str]) -> Board:
    """A small board: a grid with holes, or a graph."""
    reuse = draw(st.sampled_from(REUSES))
    if draw(st.booleans()):
        width, height = draw(st.sampled_from([(1, 1), (2, 2), (3, 2), (2, 3), (4, 1), (3, 3)]))
        place = st.one_of(tiles, tiles, tiles, st.just("."))
        rows = [[draw(place) for _ in range(width)] for _ in range(height)]
        rows[0][0] = draw(tiles)
        return read_board({"rows": rows, "reuse": reuse})
    count = draw(st.integers(1, 6))
    pairs = [[one, other] for one in range(count) for other in range(one)]
    edges = [pair for pair in pairs if draw(st.booleans())]
    faces = [draw(tiles) for _ in range(count)]
    return read_board({"tiles": faces, "edges": edges, "reuse": reuse})


def words_for_boards(words: list[str]) -> BoardWords:
    """The graph of *words*."""
    return BoardWords((WordGraph(CompletionDAWG(sorted(words)).tobytes()),))


def check(board: Board, words: list[str]) -> None:
    """Hold the solver and the paths against every walk there is."""
    found: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    for word, tiles in walks(board, words):
        found[word].append(tiles)
    solution = solve(board, words_for_boards(words))
    assert solution.paths.keys() == found.keys()
    for word in words:
        ways = sorted(found.get(word, []))
        best = best_path(board, word)
        assert all_paths(board, word, 10_000) == [Path(tiles, rings_of(board, tiles)) for tiles in ways]
        assert count_paths(board, word) == len(ways)
        assert (why_not(board, word) is None) == bool(ways) == (best is not None)
        if best is not None:
            for path in (best, solution.path(word)):
                assert path.tiles in ways
                assert path.rings == rings_of(board, path.tiles) == max(rings_of(board, way) for way in ways)


@given(boards(TILES), WORDS)
@TRIALS
def test_boards_of_every_kind(board: Board, words: list[str]) -> None:
    """Blanks, rings, every reuse, graphs, tiles of several letters: the words, all their paths and the best one are what trying
    everything finds.
    """
    check(board, words)


@given(boards(PLAIN), WORDS)
@TRIALS
def test_plain_boards(board: Board, words: list[str]) -> None:
    """The same without blanks and rings, where the solver has a way of its own."""
    check(board, words)
