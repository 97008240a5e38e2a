"""Whether a word is on a board, and why not: the rulebooks by their own words, then what they leave open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.errors import BadWord, TooHard
from adjudicator.games.board import Board, read_board
from adjudicator.games.budget import FULL, Purse
from adjudicator.games.obstacles import why_not
from adjudicator.games.paths import Path, pieces
from tests.conftest import WHOLE
from tests.games.alone import all_paths, best_path, count_paths

DIAMOND = "..m../.ora./bwo?e/.tig./..d.."
"""A board on which everything holds that the rulebook of bonus rings says of the one in its picture."""
BOGGLE = "PERS/LATG/SINE/TERS"


def diamond(drawing: str = DIAMOND) -> Board:
    return read_board(drawing, layout="bonus-rings")


def boggle(drawing: str = BOGGLE) -> Board:
    return read_board(drawing, layout="boggle")


def code(board: Board, word: str) -> str | None:
    """Why *word* is not on *board*; None if it is."""
    obstacle = why_not(board, word.lower())
    return obstacle.code if obstacle else None


@pytest.mark.parametrize("word", ["WORD", "DIG", "RABID", "WOE"])
def test_all_your_words_must_be_formed_by_making_paths_through_the_grid(word: str) -> None:
    """Bonus rings, *Finding words*: "You can start each word on any tile. Examples: WORD, DIG, RABID, WOE"."""
    assert best_path(diamond(), word.lower()) is not None


def test_your_words_can_use_the_same_letter_tile_more_than_once() -> None:
    """Bonus rings: "Examples: DIGIT (uses I twice), TIARA (uses A twice)"."""
    for drawing, word, letter in (("DIG/.T.", "digit", "i"), ("TIA/..R", "tiara", "a")):
        board = read_board(drawing, reuse="not-twice-in-a-row")
        path = best_path(board, word)
        assert path is not None
        twice = next(tile for tile in path.tiles if path.tiles.count(tile) == 2)
        assert board.tiles[twice].face == letter
    assert best_path(diamond(), "digit") and best_path(diamond(), "tiara")


def test_rabbit_would_use_the_b_twice_without_moving_to_a_new_tile() -> None:
    """Bonus rings: "RABBIT is not allowed, because you'd have to use the B twice without moving to a new tile"."""
    obstacle = why_not(read_board("RAB/.TI", reuse="not-twice-in-a-row"), "rabbit")
    assert obstacle is not None
    assert (obstacle.code, obstacle.letters, obstacle.tile) == ("same-tile-twice-in-a-row", "b", 2)
    assert obstacle.reason == "It needs the tile B (row 1, place 3) twice in a row."
    assert code(diamond(), "RABBIT") == "same-tile-twice-in-a-row"
    assert code(read_board("RAB/.TI", reuse="free"), "RABBIT") is None
    assert code(read_board("RABB/.TI."), "RABBIT") is None


def test_blank_tiles_can_stand_for_different_letters_within_a_round() -> None:
    """Bonus rings: "Examples: WIG, WIN, WIT using the blank tile at the bottom left"."""
    board = read_board("W/I/?", reuse="not-twice-in-a-row")
    assert [best_path(board, word) for word in ("wig", "win", "wit")] == [Path((0, 1, 2))] * 3
    assert all(best_path(diamond(), word) for word in ("wig", "win", "wit"))


def test_roses_is_ok_but_ropes_is_not() -> None:
    """Bonus rings: "ROSES is OK, but ROPES is not allowed, because the same blank would have to stand for P and S"."""
    board = diamond()
    path = best_path(board, "roses")
    assert path is not None
    stands = dict(zip(path.tiles, pieces(board, "roses", path.tiles), strict=True))
    assert [stands[tile] for tile in board.blanks] == ["s"]
    obstacle = why_not(board, "ropes")
    assert obstacle is not None
    assert (obstacle.code, obstacle.letters) == ("blank-of-two-letters", "ps")
    assert obstacle.reason == "The blank (row 3, place 4) would have to stand for P and S in one word."


def test_every_time_a_ringed_letter_is_used_the_value_doubles_again() -> None:
    """Bonus rings, *Rounds 2 and 3*: one ringed tile; "two ringed letters, or … the same ringed letter twice"."""
    once, two, again = read_board("D*IG"), read_board("D*IG*"), read_board("DI*G", reuse="not-twice-in-a-row")
    assert best_path(once, "dig") == Path((0, 1, 2), 1)
    assert best_path(two, "dig") == Path((0, 1, 2), 2)
    assert best_path(again, "digi") == Path((0, 1, 2, 1), 2)


def test_the_best_path_uses_the_most_rings() -> None:
    """Where a word has several paths, the one that is worth most is found, though it is not the first."""
    board = read_board("ABA*/.C.")
    assert best_path(board, "ab") == Path((0, 1), 0) or best_path(board, "ab") == Path((2, 1), 1)
    assert (
        best_path(board, "ab") == max(all_paths(board, "ab"), key=lambda path: path.rings) == Path((2, 1), 1)
    )


def test_the_letters_must_be_connected_horizontally_vertically_or_diagonally() -> None:
    """Boggle, *Legal Words*."""
    assert best_path(boggle(), "pert") == Path((0, 1, 2, 6))
    assert best_path(boggle(), "slater") == Path((8, 4, 5, 6, 11, 14))
    assert code(boggle(), "SEAT") == "not-connected"


def test_the_same_letter_cannot_be_used_twice_in_the_same_word() -> None:
    """Boggle, *Legal Words*; the reason names the tile."""
    obstacle = why_not(boggle(), "alas")
    assert obstacle is not None
    assert (obstacle.code, obstacle.letters, obstacle.tile) == ("tile-used-twice", "a", 5)
    assert obstacle.reason == "It needs the tile A (row 2, place 2) twice."
    assert code(read_board("RAB/.TI"), "RABBIT") == "tile-used-twice"


def test_the_qu_tile_counts_as_two_letters() -> None:
    """Boggle, *Scoring*: it is one tile, which makes a q and a u together and neither alone."""
    board = read_board("QuIT./.E.S")
    assert best_path(board, "quits") == Path((0, 1, 2, 4))
    assert pieces(board, "quits", (0, 1, 2, 4)) == ("qu", "i", "t", "s")
    obstacle = why_not(board, "qi")
    assert obstacle is not None and (obstacle.code, obstacle.letters) == ("letters-missing", "q")


@pytest.mark.parametrize(
    ("drawing", "word", "missing"),
    [("ab", "zoo", "zo"), ("(ab)(bc)", "abc", "c"), ("abc", "abba", None), ("a?", "aza", None)],
)
def test_missing_letters_are_named(drawing: str, word: str, missing: str | None) -> None:
    """Each once, in their order in the word; a letter that another tile holds fast is missing, too; a blank may be
    any one."""
    obstacle = why_not(read_board(drawing), word)
    assert obstacle is not None
    assert (obstacle.letters if obstacle.code == "letters-missing" else None) == missing


def test_a_blank_is_one_letter() -> None:
    """It stands for no *qu*, and where each tile is used once, each blank has a letter of its own."""
    assert best_path(read_board("?IT"), "quit") is None
    assert best_path(read_board("??IT"), "quit") == Path((0, 1, 2, 3))


def test_all_paths_and_how_many() -> None:
    """All of them in order, or as many as were asked for; how many there are is counted without listing them."""
    board = read_board("ab/ba", reuse="free")
    assert [path.tiles for path in all_paths(board, "ab")] == [(0, 1), (0, 2), (3, 1), (3, 2)]
    assert len(all_paths(board, "ab", limit=3)) == 3
    assert count_paths(read_board("aaa/aaa/aaa", reuse="free"), "a" * 60) > 10**40
    assert count_paths(board, "zz") == 0 and all_paths(board, "zz") == []


@pytest.mark.parametrize("question", [best_path, all_paths, count_paths, why_not])
@pytest.mark.parametrize(
    ("drawing", "reuse", "word"),
    [
        ("/".join(["a" * 10] * 10), "never", "a" * 99),
        ("/".join(["a" * 10] * 10), "never", "a" * 30),
        ("/".join(["a*" * 10] * 10), "never", "a" * 40),
        ("/".join(["aa*" * 5] * 10), "free", "a" * 100),
        ("/".join(["?" * 10] * 10), "never", "abcdefghijklmnopqrst" * 5),
        ("/".join(["?" * 10] * 10), "free", "abcdefghijklmnopqrst" * 5),
        ("/".join(["?" * 10] * 9 + ["?????????z"]), "not-twice-in-a-row", "zzabcdefghij" * 8),
        ("/".join(["ab" * 5] * 9 + ["." * 9 + "c"]), "never", "ab" * 20 + "c"),
        ("/".join(["ab" * 5] * 9 + ["bababababz"]), "never", "ab" * 30 + "zab"),
    ],
)
def test_questions_that_would_explode(
    question: Callable[..., object], drawing: str, reuse: str, word: str
) -> None:
    """Each is answered out of a purse, or refused as too hard: of that of one request a tenth, whose end comes sooner and is no other."""
    board = read_board(drawing, reuse=reuse)
    try:
        question(board, word, purse=Purse(FULL if WHOLE else FULL // 10))
    except TooHard as error:
        assert error.too_much == "board"


def test_what_explodes_is_refused() -> None:
    """Counting the ways of thirty equal letters on a hundred equal tiles is too hard; finding one is not."""
    board = read_board("/".join(["a" * 10] * 10))
    assert best_path(board, "a" * 30) is not None
    assert len(all_paths(board, "a" * 30)) == 100
    with pytest.raises(TooHard):
        count_paths(board, "a" * 30)


@pytest.mark.parametrize("word", ["", "A", "a1", "é", "a" * 101])
def test_what_is_no_key(word: str) -> None:
    """A text that no tiles could spell is a bad word, for every question."""
    for question in (best_path, all_paths, count_paths, why_not):
        with pytest.raises(BadWord):
            question(boggle(), word)
