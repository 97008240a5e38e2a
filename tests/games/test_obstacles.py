"""Why a word is not on a board: the sentences, and what would have to change least, held against an account that tries everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.games.board import Board, read_board
from adjudicator.games.budget import FULL, Purse
from adjudicator.games.obstacles import why_not
from tests.conftest import examples
from tests.games.brute import Broken, ways
from tests.games.test_agreement import TILES, boards

WORDS = st.lists(st.sampled_from(["a", "b", "c", "qu", "d"]), min_size=1, max_size=4).map("".join)


@pytest.mark.parametrize(
    ("drawing", "reuse", "word", "code", "reason"),
    [
        ("CX?/XXX/XXT", "never", "cat", "not-connected", "The board has its letters, but not side by side."),
        ("CX?/XXX/XXT", "not-twice-in-a-row", "cat", "not-connected", "not side by side"),
        ("CX?/XXX/XXT", "free", "cat", "not-connected", "not side by side"),
        ("C?XT", "not-twice-in-a-row", "cat", "not-connected", "not side by side"),
        ("P?XT", "never", "pit", "not-connected", "not side by side"),
        ("?O", "not-twice-in-a-row", "pot", "blank-of-two-letters", "would have to stand for P and T"),
        ("?O", "not-twice-in-a-row", "poet", "letters-missing", "no tile for P, E, T, and only one blank to stand for them."),
        ("??/.O", "not-twice-in-a-row", "poems", "blank-of-two-letters", "would have to stand for P and M"),
        ("?X?/XXO", "never", "poetry", "letters-missing", "no tile for P, E, T, R, Y, and only 2 blanks to stand for them."),
        ("a?", "never", "zoo", "letters-missing", "no tile for Z, O, and only one blank to stand for them."),
        ("?IT", "never", "quit", "tile-used-twice", "needs the blank (row 1, place 1) twice."),
        ("R?BIT", "not-twice-in-a-row", "rabbit", "same-tile-twice-in-a-row", "the tile B (row 1, place 3) twice in"),
        ("A?A", "never", "aaaa", "tile-used-twice", "twice."),
    ],
)  # fmt: skip
def test_what_is_in_the_way(drawing: str, reuse: str, word: str, code: str, reason: str) -> None:
    """A blank is not blamed where the tiles do not touch, and letters are missing where there are too few blanks for them."""
    found = why_not(read_board(drawing, reuse=reuse), word)
    assert found is not None
    assert found.code == code
    assert reason in found.reason


def codes(board: Board, word: str, least: Broken) -> str:
    """The code for what the best ways to make a word break."""
    missing = {letter for letter in word if not any(letter in tile.face for tile in board.tiles)}
    too_few = len(missing) - sum(1 for tile in board.tiles if not tile.face)
    if too_few > 0 and (least.jumps or least.total != too_few):
        return "letters-missing"
    if least.twice:
        return "tile-used-twice"
    if least.stays:
        return "same-tile-twice-in-a-row"
    return "blank-of-two-letters" if least.letters else "not-connected"


@given(boards(TILES), WORDS)
@settings(max_examples=examples(300, 1000), deadline=None)
def test_what_would_have_to_change_least(board: Board, word: str) -> None:
    """The code, the tile and the letters are those of a way that breaks as few rules as any does, blanks or not; and of those that break as
    few, of one in which tiles stay what they are.
    """
    found = why_not(board, word)
    every = list(ways(board, word))
    if not every:
        assert found is not None and found.code == "letters-missing"
        return
    least = min(each for _, each in every)
    if not least.total:
        assert found is None
        return
    assert found is not None
    assert found.code == codes(board, word, least)
    best = [tiles for tiles, each in every if each == least]
    if found.code == "tile-used-twice":
        assert any(tiles.count(found.tile) > 1 for tiles in best if found.tile is not None)
    if found.code == "blank-of-two-letters":
        assert found.tile in board.blanks and set(found.letters) <= set(word)
        assert any(tiles.count(found.tile) >= len(found.letters) > 1 for tiles in best)


@pytest.mark.parametrize(
    ("reuse", "code"),
    [
        ("never", "tile-used-twice"),
        ("not-twice-in-a-row", "blank-of-two-letters"),
        ("free", "blank-of-two-letters"),
    ],
)
def test_many_ways_are_not_all_tried(reuse: str, code: str) -> None:
    """On a board on which there are too many, one with the fewest steps between tiles that do not touch counts."""
    purse = Purse()
    found = why_not(read_board("/".join(["a?" * 5] * 10), reuse=reuse), "abcdefghijklmnopqrst" * 5, purse)
    assert found is not None and found.code == code
    assert purse.spent["board"] < FULL // 20


def test_what_does_not_touch_is_certain() -> None:
    """Where too many ways would have to be tried, a tile that stands apart is told all the same."""
    found = why_not(read_board("/".join(["a" * 10] * 9 + ["." * 10, "b" + "." * 9])), "b" + "a" * 90)
    assert found is not None and found.code == "not-connected"
