"""Boggle: votes, looks into the dictionary, and who loses two points: rows A1, A4, A5 and A13 of the findings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.umpire.boggle import BOARD, boggle, challenge
from tests.umpire.faces import Umpire, listed, noted, statuses, totals


def test_zebra(umpire: Umpire) -> None:
    """A1: Ann lists zebra, the board has no Z; Ben challenges and is right: Ann is the incorrect player."""
    answer = umpire.round(
        boggle({"Ann": ["zebra"], "Ben": []}, challenge("zebra", "Ann", "Ben"), board=BOARD)
    )
    assert totals(answer) == {"Ann": -2, "Ben": 0}  # 0 for the word, -2 for Ann
    (word,), (found,) = listed(answer, "Ann"), answer["challenges"]
    assert (word["status"], word["code"], word["points"]) == ("not-on-board", "not-on-board", 0)
    assert word["reason"] == "The board has no tile for Z, B."
    assert found == {
        "word": "zebra",
        "player": "Ann",
        "challenger": "Ben",
        "by": "dictionary",
        "ruling_id": None,
        "dispute": None,
        "at": None,
        "with": [],
        "legal": False,
        "code": "not-on-board",
        "reason": "The board has no tile for Z, B.",
        "decision": "upheld",
        "fate": "crossed-off",
        "points": {"Ann": -2},
        "summary": "ZEBRA is not legal and is crossed off. Ann loses 2 points.",
    }


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("zebra", id="a letter that no tile has"),
        pytest.param("nine", id="N twice, and one N on the board"),
        pytest.param("pit", id="P and I do not touch"),
        pytest.param("glorp", id="neither a word nor on the board"),
        pytest.param("zee", id="American, and not on the board"),
    ],
)
@pytest.mark.parametrize(
    "ruled", [{}, {"by": "dictionary", "ruling": "legal"}], ids=["looked up", "another book"]
)
def test_challenger_right_about_the_board(umpire: Umpire, word: str, ruled: dict[str, str]) -> None:
    """§3: "The letters must be connected …, the same letter cannot be used twice": whatever a book says, the player is incorrect."""
    lists = {"Ann": [word], "Ben": ["sine"]}
    answer = umpire.round(boggle(lists, challenge(word, "Ann", "Ben", **ruled), board=BOARD))
    assert totals(answer) == {"Ann": -2, "Ben": 1}  # Ben: sine, 4 letters
    (found,) = answer["challenges"]
    assert (found["code"], found["legal"], found["decision"]) == ("not-on-board", False, "upheld")


def test_vote_cannot_connect_letters(umpire: Umpire) -> None:
    """A vote for zebra does not put a Z on the board: the word scores nothing, and a vote costs nobody anything."""
    lists = {"Ann": ["zebra"], "Ben": []}
    answer = umpire.round(boggle(lists, challenge("zebra", "Ann", "Ben", ruling="legal"), board=BOARD))
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    assert (answer["challenges"][0]["code"], answer["challenges"][0]["legal"]) == ("not-on-board", False)


def test_challenger_wrong_about_the_board(umpire: Umpire) -> None:
    """§3: "The incorrect player loses two points": plates and lines lie on the board, so the challenger does."""
    lists = {"Ann": ["plates", "lines"], "Ben": []}
    answer = umpire.round(boggle(lists, challenge("plates", "Ann", "Ben"), board=BOARD))
    assert totals(answer) == {"Ann": 5, "Ben": -2}  # plates 3 + lines 2
    (found,) = answer["challenges"]
    assert (found["decision"], found["fate"], found["points"]) == ("rejected", "stands", {"Ben": -2})


@pytest.mark.parametrize(
    "word", ["zebra", "zed", "lines", "trig", "fridge", "gym", "scuba", "rho", "forty", "china"]
)
def test_legal_word_without_a_board(umpire: Umpire, word: str) -> None:
    """§3 to §5: of a word that is legal, the challenger is the incorrect player and loses two points."""
    answer = umpire.round(boggle({"Ann": [word], "Ben": []}, challenge(word, "Ann", "Ben")))
    points = {3: 1, 4: 1, 5: 2, 6: 3}[len(word)]
    assert totals(answer) == {"Ann": points, "Ben": -2}


@pytest.mark.parametrize("challenger", ["Cy", None])
@pytest.mark.parametrize(
    ("word", "ruling", "points"), [("glorp", "legal", 2), ("glorp", "illegal", 0), ("house", "illegal", 0)]
)
@pytest.mark.parametrize("by", [{}, {"by": "vote"}], ids=["a ruling", "a vote"])
def test_vote(
    umpire: Umpire, word: str, ruling: str, points: int, by: dict[str, str], challenger: str | None
) -> None:
    """A4: "Any disputes can be settled with a vote": the word is as voted, and nobody loses points; a vote needs no challenger."""
    lists = {"Ann": [word], "Cy": []}
    answer = umpire.round(boggle(lists, challenge(word, "Ann", challenger, ruling=ruling, **by)))
    assert totals(answer) == {"Ann": points, "Cy": 0}
    (found,) = answer["challenges"]
    assert (found["by"], found["code"], found["points"]) == ("vote", f"ruled-{ruling}", {})
    assert found["legal"] is (ruling == "legal")
    assert (found["decision"], found["fate"]) == (
        ("rejected", "stands") if ruling == "legal" else ("upheld", "crossed-off")
    )
    assert found["challenger"] == challenger
    assert "loses" not in found["summary"]


@pytest.mark.parametrize(
    ("word", "ruling", "expected"),
    [
        ("house", "illegal", {"Ann": -2, "Ben": 0}),
        ("glorp", "legal", {"Ann": 2, "Ben": -2}),
        ("glorp", "illegal", {"Ann": -2, "Ben": 0}),
        ("house", "legal", {"Ann": 2, "Ben": -2}),
    ],
)
def test_look_into_another_book(umpire: Umpire, word: str, ruling: str, expected: dict[str, int]) -> None:
    """§3: "they may verify this in the dictionary. The incorrect player loses two points": in the one on the table, too."""
    answer = umpire.round(
        boggle({"Ann": [word], "Ben": []}, challenge(word, "Ann", "Ben", by="dictionary", ruling=ruling))
    )
    assert totals(answer) == expected
    assert answer["challenges"][0]["code"] == f"ruled-{ruling}"


def test_vote_and_look_in_one_round(umpire: Umpire) -> None:
    """A4: "no dictionary challenge in the same round" was the price of a vote without points; it is no longer."""
    answer = umpire.round(
        boggle(
            {"Ann": ["glorp", "house"], "Ben": ["chower", "cat"], "Cy": []},
            challenge("glorp", "Ann", ruling="illegal"),
            challenge("chower", "Ben", "Cy"),
            challenge("cat", "Ben", "Ann"),
        )
    )
    # Ann: house 2, her challenge of cat -2. Ben: cat 1, chower -2. Cy: nothing.
    assert totals(answer) == {"Ann": 0, "Ben": -1, "Cy": 0}
    assert answer["leaders"] == ["Ann", "Cy"]
    assert [found["by"] for found in answer["challenges"]] == ["vote", "dictionary", "dictionary"]


@pytest.mark.parametrize("by", [{}, {"by": "vote"}])
def test_tie(umpire: Umpire, by: dict[str, str]) -> None:
    """A5: "In the event of a tie, no action is taken": glorp stays on the list, and scores its 5 letters."""
    lists = {"Ann": ["glorp"], "Ben": ["cat"]}
    answer = umpire.round(boggle(lists, challenge("glorp", "Ann", "Ben", ruling="no-action", **by)))
    assert totals(answer) == {"Ann": 2, "Ben": 1}
    (word,), (found,) = listed(answer, "Ann"), answer["challenges"]
    assert (word["status"], word["code"], word["points"]) == ("scores", "no-action", 2)
    assert (found["decision"], found["fate"], found["points"]) == ("no-action", "stands", {})
    assert found["summary"].endswith("no action is taken. GLORP stays as it was written.")


def test_tie_is_shared(umpire: Umpire) -> None:
    """A word that a tie has left on two lists was found by both, and scores for nobody; of a legal word as well."""
    lists = {"Ann": ["glorp", "house"], "Ben": ["glorp", "house"], "Cy": []}
    ties = [
        challenge(word, player, ruling="no-action")
        for word, player in [("glorp", "Ann"), ("glorp", "Ben"), ("house", "Ann")]
    ]
    answer = umpire.round(boggle(lists, *ties))
    assert totals(answer) == {"Ann": 0, "Ben": 0, "Cy": 0}
    assert statuses(answer, "Ann") == [("glorp", "shared", 0), ("house", "shared", 0)]


def test_tie_about_what_the_board_lacks(umpire: Umpire) -> None:
    """No action is taken on zebra, and yet the letters must be connected: it scores nothing; lines scores 2."""
    lists = {"Ann": ["zebra", "lines"], "Ben": []}
    answer = umpire.round(boggle(lists, challenge("zebra", "Ann", "Ben", ruling="no-action"), board=BOARD))
    assert totals(answer) == {"Ann": 2, "Ben": 0}
    assert listed(answer, "Ann")[0]["status"] == "not-on-board"
    assert (answer["challenges"][0]["code"], answer["challenges"][0]["legal"]) == ("not-on-board", False)


@pytest.mark.parametrize("ruling", ["legal", "no-action"])
def test_vote_cannot_lengthen_a_word(umpire: Umpire, ruling: str) -> None:
    """§3: "Be at least three letters long", and §2 has no points for two letters, whatever is ruled."""
    answer = umpire.round(boggle({"Ann": ["qi"], "Ben": []}, challenge("qi", "Ann", "Ben", ruling=ruling)))
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    assert listed(answer, "Ann")[0]["code"] == "too-short"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"by": "vote"}, "challenges[0]"),
        ({"by": "dictionary", "ruling": "no-action"}, "challenges[0]"),
        ({"by": "oracle"}, "challenges[0].by"),
        ({"ruling": "tie"}, "challenges[0].ruling"),
        ({"ruling": True}, "challenges[0].ruling"),
        ({"at": [1, 1, "across"], "ruling": "illegal"}, "challenges[0].at"),
    ],
)
def test_challenge_that_cannot_be(umpire: Umpire, said: dict[str, Any], place: str) -> None:
    """A vote without a ruling, a tie in a dictionary, words that the record does not know, a place on a list: faults."""
    umpire.refusal(boggle({"Ann": ["glorp"], "Ben": []}, challenge("glorp", "Ann", "Ben", **said)), place)


def test_dictionary_needs_a_challenger(umpire: Umpire) -> None:
    """§3 takes two points from the incorrect player: without a challenger nobody could be it."""
    umpire.refusal(
        boggle({"Ann": ["house"], "Ben": []}, challenge("house", "Ann")), "challenges[0].challenger"
    )


@pytest.mark.parametrize(
    ("entry", "place", "says"),
    [
        (challenge("glorp", "Ben", "Ann"), "challenges[0].word", "Ben has not written it down"),
        (challenge("glorp", "Dee", "Ann"), "challenges[0].player", "Dee"),
        (challenge("glorp", "Ann", "Dee"), "challenges[0].challenger", "Dee"),
        (challenge("glorp", "Ann", "Ann"), "challenges[0].challenger", ""),
        (challenge("house", "Ann", "Ben"), "challenges[0].word", "Ann has not written it down"),
    ],
    ids=["not on that list", "no such player", "no such challenger", "herself", "on no list"],
)
def test_challenge_held_against_lists(umpire: Umpire, entry: dict[str, Any], place: str, says: str) -> None:
    """A slip of the pen in a challenge is said, and moves no points."""
    umpire.refusal(boggle({"Ann": ["glorp"], "Ben": ["cat"]}, entry), place, says)


def test_illegal_for_one_is_illegal_for_all(umpire: Umpire) -> None:
    """A vote is about the word: what it strikes from Ann's list scores on Ben's as little, and is not his alone now."""
    answer = umpire.round(
        boggle({"Ann": ["house"], "Ben": ["house"]}, challenge("house", "Ann", "Ben", ruling="illegal"))
    )
    assert totals(answer) == {"Ann": 0, "Ben": 0}


@pytest.mark.parametrize("other", ["legal", "no-action"])
def test_rulings_contradict(umpire: Umpire, other: str) -> None:
    """One word cannot be ruled legal, or left by a tie, on one list, and be illegal on another."""
    lists = {"Ann": ["glorp"], "Ben": ["glorp"], "Cy": []}
    faults = umpire.faults(
        boggle(
            lists,
            challenge("glorp", "Ann", "Cy", ruling=other),
            challenge("glorp", "Ben", "Cy", ruling="illegal"),
        )
    )
    assert any(fault.startswith("challenges[") for fault in faults)


@pytest.mark.parametrize("word", ["lines", "glorp"])
def test_challenge_of_undefined(umpire: Umpire, word: str) -> None:
    """A word that its player could not define is void already: a challenge of it costs nobody anything."""
    answer = umpire.round(
        boggle({"Ann": [word], "Ben": []}, challenge(word, "Ann", "Ben"), undefined={"Ann": [word]})
    )
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    (found,) = answer["challenges"]
    assert (found["decision"], found["points"]) == ("void", {})


def test_two_challenge_an_illegal_word(umpire: Umpire) -> None:
    """A13: "The incorrect player loses two points": zee is looked up once, Ann loses once, whoever else asked."""
    lists: dict[str, list[str]] = {"Ann": ["zee"], "Ben": [], "Cy": []}
    answer = umpire.round(boggle(lists, challenge("zee", "Ann", "Ben"), challenge("Zee", "Ann", "Cy")))
    assert totals(answer) == {"Ann": -2, "Ben": 0, "Cy": 0}
    first, second = answer["challenges"]
    assert (first["with"], second["with"]) == (["Cy"], ["Ben"])
    assert (first["points"], second["points"]) == ({"Ann": -2}, {})


def test_two_challenge_a_legal_word(umpire: Umpire) -> None:
    """A13: of zed, both who said that it is none are incorrect, and each loses two points."""
    lists: dict[str, list[str]] = {"Ann": ["zed"], "Ben": [], "Cy": []}
    answer = umpire.round(boggle(lists, challenge("zed", "Ann", "Ben"), challenge("zed", "Ann", "Cy")))
    assert totals(answer) == {"Ann": 1, "Ben": -2, "Cy": -2}
    assert [found["points"] for found in answer["challenges"]] == [{"Ben": -2}, {"Cy": -2}]


def test_one_challenges_twice(umpire: Umpire) -> None:
    """Nobody challenges the same word of the same player twice."""
    lists: dict[str, list[str]] = {"Ann": ["zee"], "Ben": []}
    umpire.refusal(
        boggle(lists, challenge("zee", "Ann", "Ben"), challenge("zee", "Ann", "Ben")), "challenges[1]"
    )


def test_challenge_of_a_shared_word(umpire: Umpire) -> None:
    """house is on two lists and scores for nobody; who challenges it is incorrect nonetheless, and is told so."""
    lists = {"Ann": ["house"], "Ben": ["house"], "Cy": []}
    answer = umpire.round(boggle(lists, challenge("house", "Ann", "Cy")))
    assert totals(answer) == {"Ann": 0, "Ben": 0, "Cy": -2}
    assert noted(answer, "house")


def test_challenge_of_a_repeated_word(umpire: Umpire) -> None:
    """house is twice on Ann's list: a challenge of it is one challenge, and a note says that it is repeated."""
    answer = umpire.round(boggle({"Ann": ["house", "House"], "Cy": []}, challenge("house", "Ann", "Cy")))
    assert totals(answer) == {"Ann": 2, "Cy": -2}
    assert noted(answer, "house")
