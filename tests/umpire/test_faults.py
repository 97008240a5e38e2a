"""What a record cannot say is refused, with its place, and all at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.umpire.faces import Record, Umpire
from tests.umpire.samples import BOGGLE, CROSSWORD, GAME, crossword, drawn, lists


def test_faults_come_at_once(umpire: Umpire) -> None:
    """Faults of shape and of rules, all in one answer, each with its place."""
    faults = umpire.faults(
        lists(
            colour="red",
            undefined={"Dee": ["house"]},
            penalties={"Ben": "two"},
            challenges=[
                {"word": "cat", "player": "Ann", "challenger": "Ben"},
                {
                    "word": "cat",
                    "player": "Ben",
                    "by": "dictionary",
                    "ruling": "no-action",
                    "challenger": "Ann",
                },
            ],
        )
    )
    for place in ("colour", "undefined.Dee", "penalties.Ben", "challenges[0].word", "challenges[1]"):
        assert any(fault.startswith(place) for fault in faults), (place, faults)
    assert "challenges[0].word: Ann has not written it down" in faults


@pytest.mark.parametrize(
    ("record", "place"),
    [
        pytest.param({"ruleset": "boggle"}, "", id="neither lists nor a crossword"),
        pytest.param({**BOGGLE, "crossword": CROSSWORD["crossword"]}, "", id="both"),
        pytest.param(lists(lists={}), "lists", id="no players"),
        pytest.param(lists(lists={"Ann": "cat"}), "lists.Ann", id="a list that is none"),
        pytest.param(lists(lists={"Ann": [7]}), "lists.Ann", id="a word that is none"),
        pytest.param(lists(penalties={"Ben": 1.5}), "penalties.Ben", id="half a point"),
        pytest.param(lists(turns={"seconds": 0}), "turns.seconds", id="no time"),
        pytest.param(lists(turns={"order": ["Ann"]}), "turns.order", id="somebody left out of the order"),
        pytest.param(
            lists(turns={"order": ["Ann", "Ben", "Ann"]}), "turns.order", id="somebody twice in the order"
        ),
        pytest.param(lists(turns={"order": ["Ann", "Cy"]}), "turns.order", id="a stranger in the order"),
        pytest.param(
            lists(challenges=[{"player": "Ann", "challenger": "Ben"}]), "challenges[0].word", id="no word"
        ),
        pytest.param(
            lists(challenges=[{"word": "house", "challenger": "Ben"}]), "challenges[0].player", id="nobody's"
        ),
    ],
)
def test_one_fault(umpire: Umpire, record: Record, place: str) -> None:
    """What cannot be is a fault with its place, and nothing is scored."""
    assert any(fault.startswith(place) for fault in umpire.faults(record))


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"owners": ["rrrrr", "b....", "bggg."]}, "crossword.owners"),
        ({"owners": ["rrrrr", "b....", "bgggx"]}, "crossword.owners"),
        ({"owners": ["rrrrr", "b...."]}, "crossword.owners"),
        ({"rows": ["WORDS", "O....", "EATEN", "12345"]}, "crossword"),
        ({"finished": "Cy"}, "crossword.finished"),
        ({"unplayed": {"Blu": 3, "Green": 2}}, "crossword.unplayed.Blu"),
        ({"unplayed": {"Blue": -1, "Green": 2}}, "crossword.unplayed.Blue"),
        ({"rows": None}, "crossword.rows"),
    ],
)
def test_crossword_that_cannot_be(umpire: Umpire, changed: Record, place: str) -> None:
    """Drawings must agree, and know no strangers."""
    assert any(fault.startswith(place) for fault in umpire.faults(crossword(**changed)))


def test_faults_of_a_game(umpire: Umpire) -> None:
    """Faults of rounds begin with the round's place, from 0, and come at once."""
    bad = {
        "lists": {"Ann": ["house"], "Ben": []},
        "challenges": [{"word": "cat", "player": "Ann", "challenger": "Ben"}],
    }
    record = {
        "ruleset": "boggle",
        "players": ["Ann", "Ben"],
        "length": 3,
        "rounds": [bad, {"points": {"Ann": 1, "Ben": 2}}, bad],
    }
    faults = umpire.faults(record, "game")
    assert [fault.partition(": ")[0] for fault in faults] == [
        "rounds[0].challenges[0].word",
        "rounds[2].challenges[0].word",
    ]


def test_no_object_at_all(umpire: Umpire) -> None:
    """A body that is no JSON object stays a bad request."""
    for body in ("[]", "{", "7"):
        response = umpire.client.post("/v1/rounds/score", data=body, content_type="application/json")
        assert (response.status_code, response.get_json()["type"]) == (
            400,
            "urn:adjudicator:problem:bad-request",
        )


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        pytest.param(["r:W r:O"], {"players": {"b": "Blue"}}, id="a mark that nobody has"),
        pytest.param(["r:WO r:R"], {"players": {"r": "Red"}}, id="two tiles in one place"),
        pytest.param(["r:W r:"], {"players": {"r": "Red"}}, id="no tile"),
        pytest.param(["r:W :O"], {"players": {"r": "Red"}}, id="no mark"),
        pytest.param([["r:W", 7]], {"players": {"r": "Red"}}, id="a number"),
        pytest.param([["r:W", {"tile": "O"}]], {"players": {"r": "Red"}}, id="a tile of nobody"),
        pytest.param(
            [["r:W", {"tile": "O", "player": "Cy"}]], {"players": {"r": "Red"}}, id="a tile of a stranger"
        ),
        pytest.param(["r:W r:O"], {"players": {"r": "Red"}, "owners": ["rr"]}, id="owners beside it"),
    ],
)
def test_drawing_that_cannot_be(umpire: Umpire, rows: Any, more: Record) -> None:
    """A place of a drawing is a tile with its owner, or none."""
    assert all(fault.startswith("crossword") for fault in umpire.faults(drawn(rows, **more)))


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ({**GAME, "players": []}, "players"),
        ({**GAME, "players": ["Red", "Red", "Blue"]}, "players"),
        ({**GAME, "target": 0}, "target"),
        ({**GAME, "length": 0}, "length"),
        ({**GAME, "rounds": [{"points": {"Red": 1, "Blue": 2, "Green": 3, "Cy": 4}}]}, "rounds[0].points"),
        (
            {**GAME, "rounds": [{"ruleset": "boggle", "points": {"Red": 1, "Blue": 2, "Green": 3}}]},
            "rounds[0].ruleset",
        ),
        ({**GAME, "sets": ["red", "blue"]}, ""),
        (
            {
                **GAME,
                "rounds": [
                    {"points": {"Red": 1, "Blue": 2, "Green": 3}, "crossword": CROSSWORD["crossword"]}
                ],
            },
            "rounds[0]",
        ),
        ({**GAME, "sets": ["red", "red", "green", "yellow"]}, "sets"),
        ({**GAME, "turns": {"seconds": -5}}, "turns"),
    ],
)
def test_game_that_cannot_be(umpire: Umpire, record: Record, place: str) -> None:
    """What cannot be in a game is a fault with its place."""
    assert any(fault.startswith(place) for fault in umpire.faults(record, "game"))
