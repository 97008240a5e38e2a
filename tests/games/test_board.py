"""Boards as they are drawn and as data, and what is refused as none."""

from __future__ import annotations

import time
from typing import Any

import pytest

from adjudicator.errors import BoardInvalid
from adjudicator.games.board import LAYOUTS, MAX_TILES, Tile, read_board


def faults(given: Any, **more: str) -> tuple[str, ...]:
    """What is wrong with *given*."""
    with pytest.raises(BoardInvalid) as caught:
        read_board(given, **more)
    return caught.value.faults


def test_a_drawing() -> None:
    """Letters of either case, Qu as one tile, tiles of several letters, blanks, rings, holes; spaces do not matter."""
    board = read_board(" Qu e\n(TH)* ? \nA* . ")
    assert board.tiles == (Tile("qu"), Tile("e"), Tile("th", True), Tile(""), Tile("a", True))
    assert board.rows == ((0, 1), (2, 3), (4, None))
    assert board.reuse == "never"
    assert read_board("QU/qu").tiles == tuple(map(Tile, "ququ"))


def test_tiles_touch_across_down_and_diagonally() -> None:
    """In the middle there are eight neighbours, in a corner three, and none across a hole."""
    board = read_board("abc/def/ghi")
    assert board.neighbours[4] == (0, 1, 2, 3, 5, 6, 7, 8)
    assert board.neighbours[0] == (1, 3, 4)
    assert read_board("a.b").neighbours == ((), ())


def test_plain_data_is_the_same_board() -> None:
    """Rows of texts, rows that are drawn, and a graph with the same edges give the same tiles and neighbours."""
    drawn = read_board("ab/Qu?*", reuse="free")
    rows = {"rows": [["a", "B"], ["qu", "?"]], "rings": [3], "reuse": "free"}
    assert read_board(rows) == drawn == read_board({"rows": ["ab", "Qu?*"], "reuse": "free"})
    edges = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [3, 2], [2, 3]]
    graph = read_board({"tiles": ["a", "b", "(qu)", "?"], "edges": edges, "rings": [3], "reuse": "free"})
    assert (graph.tiles, graph.neighbours, graph.rows) == (drawn.tiles, drawn.neighbours, ())
    assert (graph.place(2), drawn.place(2)) == ("tile 2", "row 2, place 1")
    assert read_board({"rows": [["a", None], [".", "b"]]}) == read_board("a./.b")


def test_layouts() -> None:
    """Each layout has its tiles and its rule of using them again, which can be changed; a board must lie as it does."""
    boggle = read_board("PERS/LATG/SINE/TERS", layout="boggle")
    assert (len(boggle.tiles), boggle.reuse) == (16, "never")
    big = read_board({"rows": ["abcde"] * 5, "layout": "boggle-5x5"})
    assert (len(big.tiles), big.reuse) == (25, "never")
    diamond = read_board("..a../.bcd./efghi/.jkl./..m..", layout="bonus-rings")
    assert (len(diamond.tiles), diamond.reuse) == (13, "not-twice-in-a-row")
    assert diamond.neighbours[0] == (1, 2, 3)
    assert read_board("aaaa/" * 3 + "aaaa", layout="boggle", reuse="free").reuse == "free"
    assert faults("abc/def", layout="boggle") == (
        "the tiles lie as ooo/ooo, and this layout is oooo/oooo/oooo/oooo",
    )
    assert all(len({len(row) for row in layout.rows}) == 1 for layout in LAYOUTS.values())


def test_all_faults_at_once_with_their_places() -> None:
    """A board with five faults is told all five."""
    given = {"rows": [["a", "", 7], ["é", "b"], []], "rings": [0, 0, 99], "reuse": "often", "size": 4}
    assert faults(given) == (
        "reuse: takes never, not-twice-in-a-row or free, not 'often'",
        "row 1, place 2: a tile with no letter",
        "row 1, place 3: 7 is not a tile",
        "row 2: is 2 long where the first row is 3",
        "row 2, place 1: 'é' is not a tile: its letters are not all of a to z",
        "row 3: is empty",
        "rings: tile 0 has one already",
        "rings: there is no tile 99",
        "size: is not known; known: layout, reuse, rings, rows",
    )


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ("", "the board has no tiles"),
        (" \n ", "the board has no tiles"),
        ("./.", "the board has no tiles"),
        ("ab//cd", "row 2: is empty"),
        ("a()", "row 1, place 2: a tile with no letter"),
        ("a**", "row 1, place 2: a tile with no letter"),
        ("a.*", "row 1, place 2: a ring where no tile is"),
        ("(ab", "row 1, place 1: '(' is not a tile: its letters are not all of a to z"),
        ("(abcdefghi)", "row 1, place 1: a tile has 9 letters, and 8 are the most"),
        ("a1", "row 1, place 2: '1' is not a tile: its letters are not all of a to z"),
        ({}, "rows: is missing"),
        ({"rows": 4}, "rows: takes a list of rows, not 4"),
        ({"rows": ["a", 4]}, "row 2: takes a list of tiles, not 4"),
        ({"tiles": "ab", "edges": []}, "tiles: takes a list of tiles, not 'ab'"),
        ({"tiles": ["a", "."], "edges": []}, "tile 1: a place without a tile"),
        ({"tiles": ["a"]}, "edges: is missing"),
        ({"tiles": ["a"], "edges": [[0]]}, "edge 0: takes a pair of tiles, not a list"),
        ({"tiles": ["a", "b"], "edges": [[0, 1], [1, 2]]}, "edge 1: there is no tile 2"),
        ({"tiles": ["a", "b"], "edges": [[0, True]]}, "edge 0: there is no tile true"),
        ({"tiles": ["a"], "edges": [[0, 0]]}, "edge 0: goes from tile 0 to itself"),
        ({"tiles": ["a"], "edges": [], "rings": 0}, "rings: takes a list of tiles, not 0"),
        ({"rows": ["a"], "layout": "chess"}, "layout: takes boggle, boggle-5x5 or bonus-rings, not 'chess'"),
        (
            {"rows": ["a"], "layout": ["boggle"]},
            "layout: takes boggle, boggle-5x5 or bonus-rings, not a list",
        ),
        ({"tiles": ["a"], "edges": [], "layout": "boggle"}, "the tiles lie without rows, and this layout"),
        (["ab"], "the board is neither a drawing nor data"),
    ],
)
def test_what_is_no_board(given: Any, fault: str) -> None:
    """Each fault is told in a sentence that names the place."""
    assert any(each.startswith(fault) for each in faults(given)), faults(given)


@pytest.mark.parametrize(
    "given",
    [
        "a" * (MAX_TILES + 1),
        "/".join(["a" * 40] * 25),
        "a" * 1_000_000,
        {"rows": [["a"] * 40] * 25},
        {"rows": ["a" * 1_000_000]},
        {"rows": [[]] * 1_000_000},
        {"tiles": ["a"] * 1_000_000, "edges": []},
        {"tiles": ["a", "b"], "edges": [[0, 1]] * 1_000_000},
        {"tiles": ["a", "b"], "edges": [], "rings": [0] * 1_000_000},
    ],
)
def test_boards_that_are_too_large(given: Any) -> None:
    """A board of a thousand or a million tiles is refused at once, with one fault."""
    begun = time.monotonic()
    assert len(faults(given)) == 1
    assert time.monotonic() - begun < 5


def test_the_largest_board() -> None:
    """A hundred tiles are a board."""
    assert len(read_board("/".join(["abcdefghij"] * 10)).tiles) == MAX_TILES
