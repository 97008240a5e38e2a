"""Word Whiz: tiles are counted, what is left is worked out, and the starting word is the starter's: row A11 of the findings."""

from __future__ import annotations

import pytest

from tests.umpire.faces import Umpire, noted, totals
from tests.umpire.whiz import (
    GRID,
    GRID_OWNERS,
    crossword,
    illegal,
)


def apart(*words: str) -> list[str]:
    """Rows of words that do not touch."""
    width = max(map(len, words))
    return [row for word in words for row in (word.ljust(width, "."), "." * width)]


def owned(rows: list[str], mark: str) -> list[str]:
    """Owners of rows: one player."""
    return ["".join("." if letter == "." else mark for letter in row) for row in rows]


def test_whole_set(umpire: Umpire) -> None:
    """Equipment: "27 letter tiles": who has played all of them has finished, and no note asks; 27 less none are left."""
    rows = apart("MOUNTAINS", "MOUNTAINS", "MOUNTAINS")
    answer = umpire.round(crossword(rows, owned(rows, "r"), finished="Red"))
    assert totals(answer) == {"Red": 3 * 13 + 5}
    assert answer["unplayed"] == {"Red": 0}
    assert not noted(answer, "27")


def test_one_tile_too_many(umpire: Umpire) -> None:
    """28 tiles of one set cannot be."""
    rows = apart("MOUNTAINS", "MOUNTAINS", "MOUNTAIN", "AT")
    umpire.refusal(crossword(rows, owned(rows, "r")), "crossword", "27")


def test_three_wilds(umpire: Umpire) -> None:
    """Equipment: "two wild tiles in each color set": three of one owner cannot be, two of each of two can."""
    umpire.refusal(crossword(["?O?S?"], ["rrrrr"]), "crossword", "wild")
    assert (
        totals(umpire.round(crossword(["W??DS", "....?", "....N"], ["rrrrr", "....b", "....b"])))["Red"] == 3
    )


def test_played_and_unplayed_are_too_many(umpire: Umpire) -> None:
    """5 tiles lie and 23 are left: 28."""
    record = crossword(GRID, GRID_OWNERS, unplayed={"Red": 23})
    umpire.refusal(record, "crossword", "27")


HAND = ["HOUSE", "A....", "N....", "D...."]
HAND_OWNERS = ["rrrrr", "b....", "b....", "g...."]


def test_left_is_worked_out(umpire: Umpire) -> None:
    """What is left is 27 less what lies: 25 of Blue, 26 of Green: so Blue has the fewest, and Red's bonus."""
    answer = umpire.round(crossword(HAND, HAND_OWNERS, illegal("house", "Red"), finished="Red"))
    assert answer["unplayed"] == {"Red": 0, "Blue": 25, "Green": 26}
    assert totals(answer) == {"Red": 2, "Blue": 7, "Green": 2}  # hand 2 each; Blue 2 + 5


def test_said_goes_before_worked_out(umpire: Umpire) -> None:
    """A drawing may show only a part: what is said to be left counts, and a note says that tiles are missing."""
    record = crossword(
        HAND, HAND_OWNERS, illegal("house", "Red"), finished="Red", unplayed={"Blue": 9, "Green": 1}
    )
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 2, "Blue": 2, "Green": 7}  # hand 2 each; Green 2 + 5
    assert (answer["unplayed"]["Blue"], answer["unplayed"]["Green"]) == (9, 1)
    assert noted(answer, "Blue") and noted(answer, "Green")


def test_finish_with_tiles_left(umpire: Umpire) -> None:
    """The Basics 4: "used all of their tiles": five in the crossword are a note; tiles said to be left are a fault."""
    rows, owners = GRID, GRID_OWNERS
    answer = umpire.round(crossword(rows, owners, finished="Red"))
    assert totals(answer)["Red"] == 8
    assert noted(answer, "Red", "27")
    umpire.refusal(crossword(rows, owners, finished="Red", unplayed={"Red": 2}), "crossword.unplayed", "Red")


def test_swaps(umpire: Umpire) -> None:
    """The Race Begins: "must do all seven at one time": seven are noted and change nothing, three are a fault."""
    plain = umpire.round(crossword(GRID, GRID_OWNERS))
    answer = umpire.round(
        crossword(GRID, GRID_OWNERS, swaps=[{"player": "Red"}, {"player": "Blue", "tiles": 7}])
    )
    assert totals(answer) == totals(plain) == {"Red": 3, "Blue": 0}
    assert noted(answer, "Red", "seven") or noted(answer, "Red", "7")
    assert noted(answer, "Blue")
    umpire.refusal(
        crossword(GRID, GRID_OWNERS, swaps=[{"player": "Red", "tiles": 3}]), "crossword.swaps", "7"
    )
    umpire.refusal(crossword(GRID, GRID_OWNERS, swaps=[{"player": "Cy"}]), "crossword.swaps", "Cy")


@pytest.mark.parametrize(
    ("rows", "word"), [(["CATS"], "cats"), (GRID[:1], "house"), (GRID[:1], "word"), (["HOUSES"], "houses")]
)
def test_starting_word_that_is_none(umpire: Umpire, rows: list[str], word: str) -> None:
    """Placing the Starting Word: "a 5-letter word", and it is in the crossword."""
    umpire.refusal(crossword(rows, ["r" * len(rows[0])], starting_word=word), "crossword.starting_word")


def test_starting_word_has_grown(umpire: Umpire) -> None:
    """WORDS has become SWORDS since: it was the starting word all the same."""
    assert totals(umpire.round(crossword(["SWORDS"], ["brrrrr"], starting_word="words"))) == {
        "Red": 5,
        "Blue": 5,
    }


def test_starting_word_by_another(umpire: Umpire) -> None:
    """ "a 5-letter word is played by the Starting Player": tiles of another, or of several, are noted."""
    rows, owners = GRID, GRID_OWNERS
    right = umpire.round(crossword(rows, owners, starting_word="words", starter="Red"))
    assert not noted(right, "words")
    wrong = umpire.round(crossword(rows, owners, starting_word="words", starter="Blue"))
    assert noted(wrong, "words", "Blue")
    assert totals(wrong) == totals(right) == {"Red": 3, "Blue": 0}
    several = umpire.round(crossword(["WORDS"], ["rrrrb"], starting_word="words"))
    assert noted(several, "words")
    umpire.refusal(crossword(rows, owners, starting_word="words", starter="Cy"), "crossword.starter", "Cy")
