"""Word Whiz: what a wild tile stands for, and what becomes of words that have one: rows A2 and A10 of the findings, and the FAQ."""

from __future__ import annotations

from typing import Any

import pytest

from tests.umpire.faces import Umpire, noted, run_of, totals
from tests.umpire.whiz import (
    CROSSED,
    CROSSED_OWNERS,
    EXCLUDED,
    GRID_OWNERS,
    crossword,
    illegal,
    with_players,
)


@pytest.mark.parametrize(
    "rows", [["W?RDS"], ["W?RDS", "....U", "....N"], ["WORD?", "....U", "....N"], ["W??DS"]]
)
def test_starting_word_with_wilds(umpire: Umpire, rows: list[str]) -> None:
    """A2 a: a wild tile of the starting word is the letter that the starting word says, and the round is scored."""
    answer = umpire.round(crossword(rows, GRID_OWNERS[: len(rows)], starting_word="words"))
    assert run_of(answer, "words")["points"] == 3
    assert totals(answer)["Red"] == 3
    assert answer["holds"] is True


def test_starting_word_of_wilds_alone(umpire: Umpire) -> None:
    """Five wild tiles of three owners are sound, as the starting word says, and so SUN goes down from its S; the tiles of several are noted."""
    answer = umpire.round(
        crossword(["?????", "U....", "N...."], ["rrbbg", "y....", "y...."], starting_word="sound")
    )
    assert totals(answer) == {"Red": 3, "Blue": 3, "Green": 3, "Yellow": 0}
    assert [run["word"].lower() for run in answer["words"]] == ["sound", "sun"]
    assert noted(answer, "sound")


def test_wild_is_another_letter(umpire: Umpire) -> None:
    """A2 b, FAQ: "it does not need to be the same letter": CA?E is not cabe but another word: Red keeps 2 points and the bonus."""
    record = crossword(CROSSED, CROSSED_OWNERS, illegal("cabe", "Red"), finished="Red")
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 7, "Blue": 0}  # 2 + 5
    assert answer["bonus"] == {"points": 5, "to": ["Red"]}
    (wild,) = answer["wilds"]
    assert (wild["row"], wild["column"]) == (1, 3)
    assert wild["letter"].upper() not in ("B", "?")
    summary = answer["challenges"][0]["summary"]
    assert "goes from" not in summary and "loses" not in summary


def test_every_reading_is_illegal(umpire: Umpire) -> None:
    """ELEPHAN? can be one word alone; the group rules that illegal: it is excluded, and the finisher's bonus goes to Blue."""
    record = crossword(
        ["ELEPHAN?", "G.......", "G......."], ["rrrrrrrr", "b.......", "b......."], illegal("elephant", "Red")
    )
    record["crossword"]["finished"] = "Red"
    assert totals(umpire.round(record)) == {"Red": 0, "Blue": 5}


def test_wild_built_on(umpire: Umpire) -> None:
    """A2 c, FAQ: invalid in mid-round and built on, it "will not count in that player's score", nor can they have the bonus: whatever it is now."""
    said = illegal("cabe", "Red", mid_round=True, built_on=True)
    answer = umpire.round(crossword(CROSSED, CROSSED_OWNERS, said, finished="Red"))
    assert totals(answer) == {"Red": 0, "Blue": 5}
    assert "Red" in answer["words"][0]["void_for"]
    assert answer["challenges"][0]["fate"] == "stays-unscored"


def test_wild_read_for_most_points(umpire: Umpire) -> None:
    """A2 d: ELEPHAN? and ?B cannot both be words: the 13 points of elephant stand, not the none of ab."""
    rows, owners = ["ELEPHAN?", ".......B"], ["rrrrrrrr", ".......b"]
    for ruleset in ("word-whiz", EXCLUDED):
        answer = umpire.round(crossword(rows, owners, ruleset=ruleset))
        assert [wild["letter"].upper() for wild in answer["wilds"]] == ["T"]
        assert totals(answer) == {"Red": 13, "Blue": 0}


def test_wild_read_for_most_words(umpire: Umpire) -> None:
    """FAQ: "the same letter in both directions": ?GG is egg or nothing, so H?N is hen, and both are words."""
    answer = umpire.round(crossword(["H?N", ".G.", ".G."], ["rrr", ".b.", ".b."]))
    assert [wild["letter"].upper() for wild in answer["wilds"]] == ["E"]
    assert [run["legal"] for run in answer["words"]] == [True, True]
    assert answer["holds"] is True


def test_wild_read_by_the_alphabet(umpire: Umpire) -> None:
    """Where cat, cot and cut are all as good, the first letter of the alphabet is read: nothing is left to chance."""
    answer = umpire.round(crossword(["C?T"], ["rrr"]))
    assert [wild["letter"].upper() for wild in answer["wilds"]] == ["A"]
    ruled = umpire.round(crossword(["C?T"], ["rrr"], illegal("cat", "Red")))
    assert [wild["letter"].upper() for wild in ruled["wilds"]] != ["A"]


def test_ruling_decides_the_wild(umpire: Umpire) -> None:
    """A2: GL?RP is no word of any dictionary; the group rules glorp legal: then the wild tile is an O, and Red keeps 3 and 5."""
    said = {"word": "glorp", "player": "Red", "ruling": "legal"}
    answer = umpire.round(with_players(crossword(["GL?RP"], ["rrrrr"], said, finished="Red"), "Blue"))
    assert totals(answer) == {"Red": 8, "Blue": 0}
    assert [wild["letter"].upper() for wild in answer["wilds"]] == ["O"]
    assert run_of(answer, "glorp")["legal"] is True


def test_no_letter_fits(umpire: Umpire) -> None:
    """XQ?ZK is no word with any letter: unchallenged it stands, a note says so; a strict table excludes it."""
    answer = umpire.round(crossword(["XQ?ZK"], ["rrrrr"]))
    assert totals(answer) == {"Red": 3}
    assert answer["words"][0]["code"] == "no-letter-fits"
    assert answer["holds"] is False and answer["notes"]
    strict = umpire.round(crossword(["XQ?ZK"], ["rrrrr"], ruleset=EXCLUDED))
    assert (totals(strict), strict["words"][0]["code"]) == ({"Red": 0}, "no-letter-fits")


@pytest.mark.parametrize("ruleset", ["word-whiz", EXCLUDED], ids=["stand", "excluded"])
def test_eight_wilds(umpire: Umpire, ruleset: Any) -> None:
    """A10, Equipment: "two wild tiles in each color set": all eight hang together by MOUNTAIN, MOUSE, UNDER, TABLE and NEVER."""
    rows = ["?O?N?AI?", "O.N.A..E", "?.D.?..?", "S.?.L..E", "E.R.E..R"]
    owners = ["rrbbggyy", "r.b.g..y", "r.b.g..y", "r.b.g..y", "r.b.g..y"]
    answer = umpire.round(crossword(rows, owners, ruleset=ruleset))
    assert totals(answer) == {"Red": 16, "Blue": 16, "Green": 16, "Yellow": 16}  # 8 letters 13, 5 letters 3
    assert all(run["legal"] for run in answer["words"])
    assert len(answer["wilds"]) == 8


def test_nothing_but_wilds(umpire: Umpire) -> None:
    """Eight wild tiles in two rows of four are words in every direction, as SOLE and ONES are … and each row brings its two owners 2."""
    answer = umpire.round(crossword(["????", "????"], ["rrbb", "ggyy"]))
    assert totals(answer) == {"Red": 2, "Blue": 2, "Green": 2, "Yellow": 2}
    assert [run["legal"] for run in answer["words"]] == [True] * 6


def test_challenge_of_a_wild_run_by_pattern(umpire: Umpire) -> None:
    """Wild tiles may stand for any letter in what a challenge names; what the tiles cannot spell is a fault."""
    umpire.refusal(crossword(CROSSED, CROSSED_OWNERS, illegal("cabs", "Red")), "challenges[0]")
    umpire.refusal(crossword(CROSSED, CROSSED_OWNERS, illegal("care", "Blue")), "challenges[0]")
