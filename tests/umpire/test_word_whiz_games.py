"""Word Whiz: four rounds or another target, who starts, and who plays which set of tiles."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.umpire.faces import Record, Umpire


def points(*rounds: dict[str, int], players: str = "Ann Ben Cy", **more: Any) -> Record:
    """The record of a game of which only the points were told."""
    return {
        "ruleset": "word-whiz",
        "players": players.split(),
        "rounds": [{"points": each} for each in rounds],
        **more,
    }


def test_four_rounds(umpire: Umpire) -> None:
    """The Basics 8: "Each game lasts for four rounds. The player with the highest total points after all rounds wins!" """
    told = {"Ann": 10, "Ben": 12, "Cy": 3}
    three = umpire.game(points(told, told, told))
    assert (three["over"], three["leaders"], three["winners"]) == (False, ["Ben"], [])
    assert three["totals"] == {"Ann": 30, "Ben": 36, "Cy": 9}
    four = umpire.game(points(told, told, told, {"Ann": 20, "Ben": 1, "Cy": 0}))
    assert (four["over"], four["leaders"], four["winners"], four["next"]) == (True, [], ["Ann"], None)
    assert four["totals"] == {"Ann": 50, "Ben": 37, "Cy": 9}
    assert umpire.faults(points(*[told] * 5), "game")


def test_level_at_the_end(umpire: Umpire) -> None:
    """Two with the most points have won both: the rulebook does not part them."""
    answer = umpire.game(points(*[{"Ann": 10, "Ben": 10, "Cy": 3}] * 4))
    assert answer["winners"] == ["Ann", "Ben"]


def test_target(umpire: Umpire) -> None:
    """Variations: "play to 50 points or play a single round": the most points win, not who was there first; any target."""
    answer = umpire.game(points({"Ann": 49, "Ben": 30, "Cy": 0}, {"Ann": 1, "Ben": 25, "Cy": 0}, target=50))
    assert (answer["over"], answer["winners"]) == (True, ["Ben"])  # 50 and 55
    short = umpire.game(points({"Ann": 49, "Ben": 30, "Cy": 0}, target=50))
    assert (short["over"], short["leaders"]) == (False, ["Ann"])
    assert umpire.game(points({"Ann": 7, "Ben": 2, "Cy": 1}, target=7))["over"] is True
    assert umpire.game(points(*[{"Ann": 5, "Ben": 2, "Cy": 1}] * 6, target=31))["over"] is False
    assert umpire.faults(
        points({"Ann": 50, "Ben": 2, "Cy": 1}, {"Ann": 5, "Ben": 2, "Cy": 1}, target=50), "game"
    )
    single = umpire.game(points({"Ann": 7, "Ben": 2, "Cy": 1}, length=1))
    assert (single["over"], single["winners"]) == (True, ["Ann"])


def test_lowest_of_the_previous_round_starts(umpire: Umpire) -> None:
    """ "the Starting Player is chosen based on who scored the lowest in the previous round", not in all; of two that are level, both are named."""
    first = {"Ann": 1, "Ben": 50, "Cy": 30}
    answer = umpire.game(points(first, {"Ann": 40, "Ben": 5, "Cy": 10}, {"Ann": 4, "Ben": 9, "Cy": 4}))
    assert [each["starters"] for each in answer["rounds"]][1:] == [["Ann"], ["Ben"]]
    assert answer["next"]["starters"] == ["Ann", "Cy"]


@pytest.mark.parametrize(
    ("drawn", "starters"),
    [
        ({"Ann": "K", "Ben": "C", "Cy": "T"}, ["Ben"]),
        ({"Ann": "c", "Ben": "C", "Cy": "T"}, ["Ann", "Ben"]),
        ({"Ann": "B", "Ben": "A", "Cy": "Z"}, ["Ben"]),
    ],
)
def test_earliest_letter_starts(umpire: Umpire, drawn: dict[str, str], starters: list[str]) -> None:
    """ "The player who pulls the letter that is the earliest in the alphabet is the Starting Player for Round 1." """
    answer = umpire.game(points({"Ann": 1, "Ben": 2, "Cy": 3}, drawn=drawn))
    assert answer["rounds"][0]["starters"] == starters


def test_draw_is_missing(umpire: Umpire) -> None:
    """A11: "each player pulls one tile": if one has not, nobody is named, and a note says so."""
    answer = umpire.game(points({"Ann": 1, "Ben": 2, "Cy": 3}, drawn={"Ann": "K"}))
    assert answer["rounds"][0]["starters"] == []
    assert answer["notes"]
    assert umpire.faults(
        points({"Ann": 1, "Ben": 2, "Cy": 3}, drawn={"Ann": "K", "Ben": "B", "Dee": "A"}), "game"
    )


SETS = ["red", "blue", "green", "yellow"]


@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cy", "Ann Ben Cy Dee"])
def test_sets_rotate(umpire: Umpire, players: str) -> None:
    """The Basics 7: "the color tile sets are rotated to the left"; FAQ: "Over the course of 4 rounds, each player will use all 4 color sets"."""
    names = players.split()
    told = dict.fromkeys(names, 1)
    answer = umpire.game(points(*[told] * 4, players=players, sets=SETS))
    rounds = [each["sets"] for each in answer["rounds"]]
    assert [rounds[0][name] for name in names] == SETS[: len(names)]
    for name in names:
        assert sorted(each[name] for each in rounds) == sorted(SETS)
    for before, after in itertools.pairwise(rounds):
        assert len(set(after.values())) == len(names)
        for seat, name in enumerate(names[:-1]):  # who sits to the left has it next
            assert after[names[seat + 1]] == before[name]


def test_five_players(umpire: Umpire) -> None:
    """Equipment: four sets: five cannot play."""
    assert umpire.faults(points(dict.fromkeys("ABCDE", 1), players="A B C D E"), "game")


def test_a_game_knows_its_starter(umpire: Umpire) -> None:
    """Ann drew K, Ben C: Ben starts round 1. The starting word has tiles of Ann's: a note, and the scores stay."""
    play = {
        "crossword": {
            "rows": ["WORDS"],
            "owners": ["rrrrr"],
            "starting_word": "words",
            "players": {"r": "Ann", "b": "Ben"},
        }
    }
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "drawn": {"Ann": "K", "Ben": "C"},
        "rounds": [play],
    }
    answer = umpire.game(record)
    notes = answer["notes"] + answer["rounds"][0]["round"]["notes"]
    assert any("words" in note.lower() and "Ben" in note for note in notes)
    assert answer["totals"] == {"Ann": 3, "Ben": 0}
    right = umpire.game({**record, "drawn": {"Ann": "A", "Ben": "C"}})
    notes = right["notes"] + right["rounds"][0]["round"]["notes"]
    assert not any("words" in note.lower() for note in notes)
