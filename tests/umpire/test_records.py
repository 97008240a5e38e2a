"""What comes back of a round and of a game, in which words; and the rulesets, turns and schemas of a record."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.umpire.faces import Answer, Record, Umpire, listed, noted, totals
from tests.umpire.samples import BOGGLE, CROSSWORD, GAME, LINES, RINGS, drawn, lists

HEAD = {
    "ruleset",
    "lexicon",
    "ruleset_digest",
    "kind",
    "players",
    "leaders",
    "winners",
    "challenges",
    "notes",
    "turns",
}


def test_answer_about_lists(umpire: Umpire) -> None:
    """Section 5: the members of an answer about lists, of its players and words. The old form of a record goes on working."""
    answer = umpire.round(BOGGLE)
    assert set(answer) == {*HEAD, "missed"}
    assert answer["kind"] == "lists"
    for player in answer["players"]:
        assert set(player) == {"name", "words", "penalties", "total"}
        for word in player["words"]:
            assert set(word) == {
                "word", "key", "status", "code", "reason", "points", "shared_with", "path", "verdict",
            }  # fmt: skip
    # Ann: plates is shared, lines undefined, her challenge of sine -2. Ben: sine 1, his penalty -2.
    assert totals(answer) == {"Ann": -2, "Ben": -1}
    assert [player["penalties"] for player in answer["players"]] == [0, -2] or [
        player["penalties"] for player in answer["players"]
    ] == [-2, -2]
    assert (answer["leaders"], answer["winners"]) == (["Ben"], ["Ben"])


def test_answer_about_a_crossword(umpire: Umpire) -> None:
    """Section 5: the members of an answer about a crossword, of its players and runs."""
    answer = umpire.round(CROSSWORD)
    assert set(answer) == {*HEAD, "holds", "words", "wilds", "bonus", "unplayed"}
    assert answer["kind"] == "crossword"
    for player in answer["players"]:
        assert set(player) == {"name", "words", "bonus", "penalties", "total"}
    for run in answer["words"]:
        assert set(run) == {
            "word", "letters", "row", "column", "direction", "players", "legal", "code", "reason", "status", "points",
            "void_for", "verdict",
        }  # fmt: skip
    # words 3 for Red, and 5; woe brings none; eaten 3 for Blue (its E) and Green.
    assert totals(answer) == {"Red": 8, "Blue": 3, "Green": 3}
    assert answer["bonus"] == {"points": 5, "to": ["Red"]}


def sentences(answer: Answer) -> list[tuple[str, str]]:
    """Every code of a round with its reason."""
    words = (
        answer["words"]
        if "words" in answer
        else [word for player in answer["players"] for word in player["words"]]
    )
    return [(each["code"], each["reason"]) for each in [*words, *answer["challenges"]]]


@pytest.mark.parametrize(
    "record",
    [
        BOGGLE,
        CROSSWORD,
        RINGS,
        lists(
            lists={
                "Ann": ["house", "at", "glorp", "zee", "bank", "bank", "FBI", "London", "quo", "---", "chower"],
                "Ben": ["house", "we'll", "pit"],
            },
            undefined={"Ben": ["pit"]},
            challenges=[
                {"word": "glorp", "player": "Ann", "ruling": "no-action"},
                {"word": "zee", "player": "Ann", "challenger": "Ben"},
                {"word": "chower", "player": "Ann", "ruling": "legal"},
            ],
        ),
        {"ruleset": "boggle", "board": "PERS/LATG/SINE/TERS", "lists": {"Ann": ["zebra", "nine", "pit", "glorp"]}},
        {"ruleset": "word-whiz", "crossword": {"rows": ["XQ?ZK", ".....", "GLORP", ".....", "CAT.."], "owners": ["rrrrr", ".....", "bbbbb", ".....", "bbb.."], "players": {"r": "Red", "b": "Blue"}}, "challenges": [{"word": "glorp", "player": "Blue", "ruling": "illegal"}]},
    ],
    ids=["boggle", "crossword", "rings", "everything", "board", "illegal runs"],
)  # fmt: skip
def test_code_and_reason(umpire: Umpire, record: Record) -> None:
    """Every listed word, run and challenge has a code in kebab case, and a reason that is one sentence and no code."""
    for code, reason in sentences(umpire.round(record)):
        assert code and code == code.lower() and " " not in code
        assert reason.endswith(".") and " " in reason and code not in reason.split()
        assert reason[0] == reason[0].upper()
        assert not reason.endswith("..") and ". " not in reason  # one sentence


def test_leaders_of_a_round(umpire: Umpire) -> None:
    """Who has most points leads; several where level; winners say the same in a round."""
    level = umpire.round(lists(lists={"Ann": ["house"], "Ben": ["mouse"], "Cy": ["cat"]}))
    assert level["leaders"] == level["winners"] == ["Ann", "Ben"]


def test_nobody_wrote_anything(umpire: Umpire) -> None:
    """Empty lists are no fault: all have nothing, and all lead."""
    answer = umpire.round(lists(lists={"Ann": [], "Ben": []}))
    assert totals(answer) == {"Ann": 0, "Ben": 0}


@pytest.mark.parametrize("word", ["---", "!", "123"])
def test_no_word(umpire: Umpire, word: str) -> None:
    """What is no word at all on a list scores nothing, and stops nothing."""
    answer = umpire.round(lists(lists={"Ann": [word, "house"], "Ben": []}))
    assert totals(answer) == {"Ann": 2, "Ben": 0}
    assert (listed(answer, "Ann")[0]["status"], listed(answer, "Ann")[0]["code"]) == ("no-word", "no-word")


def test_ruleset_as_a_table(umpire: Umpire) -> None:
    """The ruleset itself may stand in the record: a Boggle whose unchallenged words stand, and another whose vote costs points."""
    stand = {"extends": "boggle", "challenge": {"rule": "boggle", "unchallenged": "stand"}}
    record = {"ruleset": stand, "lists": {"Ann": ["glorp"], "Ben": ["cat"]}}
    assert totals(umpire.round(record)) == {"Ann": 2, "Ben": 1}
    always = {"extends": "boggle", "challenge": {"rule": "boggle", "penalties": "always"}}
    said = {"word": "glorp", "player": "Ann", "challenger": "Ben", "ruling": "illegal"}
    answer = umpire.round(
        {"ruleset": always, "lists": {"Ann": ["glorp"], "Ben": ["cat"]}, "challenges": [said]}
    )
    assert totals(answer) == {"Ann": -2, "Ben": 1}


def test_ruleset_of_one_s_own(umpire: Umpire) -> None:
    """Keys are those of a ruleset file, with hyphens: words of four letters and more, 7 points each, shared ones for everybody."""
    own = {
        "id": "ours",
        "title": "Ours",
        "extends": "boggle",
        "length": {"min": 4},
        "scoring": {"lengths": {"4": 7}, "shared": "everybody"},
        "exclude": {"proper-nouns": False},
    }
    answer = umpire.round({"ruleset": own, "lists": {"Ann": ["cats", "cat"], "Ben": ["cats"]}})
    assert totals(answer) == {"Ann": 7, "Ben": 7}
    assert answer["ruleset"] == "ours"


@pytest.mark.parametrize(
    "own",
    [
        {"extends": "nothing-such"},
        {"extends": "boggle", "colour": 1},
        {"extends": "boggle", "length": {"min": "x"}},
    ],
)
def test_ruleset_that_is_none(umpire: Umpire, own: Record) -> None:
    """A ruleset in the record that cannot be one is a fault of the record."""
    assert any(fault.startswith("ruleset") for fault in umpire.faults(lists(ruleset=own)))


def test_ruleset_by_path(umpire: Umpire) -> None:
    """On the command line a ruleset may be a file: it scores as the same table in the record does."""
    own = {
        "id": "ours",
        "title": "Ours",
        "extends": "boggle",
        "scoring": {"lengths": {"3": 4}, "shared": "nobody"},
    }
    path = umpire.written({}, "ours.toml")
    path.write_text(tomli_w.dumps(own), "utf-8")
    code, printed, complaint = umpire.command(
        "round", "score", str(umpire.written(lists(ruleset=str(path)))), "--json"
    )
    assert code == 0, complaint
    told, inline = json.loads(printed), umpire.round(lists(ruleset=own))
    assert totals(told) == totals(inline) == {"Ann": 4, "Ben": 4}
    assert told["ruleset_digest"] == inline["ruleset_digest"]


def test_ruleset_of_a_house(umpire: Umpire) -> None:
    """A house list decides for its group: glorp is allowed there, cat is denied, and Boggle alone says otherwise."""
    for command in (
        ("create", "table", "--base", "boggle"),
        ("allow", "table", "glorp"),
        ("deny", "table", "cat"),
    ):
        code, _, complaint = umpire.command("house", *command, "--by", "Host")
        assert code == 0, complaint
    written = {"Ann": ["glorp"], "Ben": ["cat"]}
    challenges = [{"word": "glorp", "player": "Ann", "challenger": "Ben"}]
    answer = umpire.round({"ruleset": "house:table", "lists": written, "challenges": challenges})
    assert totals(answer) == {"Ann": 2, "Ben": -2}
    assert [listed(answer, name)[0]["code"] for name in written] == ["house-allowed", "house-denied"]
    assert answer["ruleset"] == "house:table"
    plain = umpire.round({"ruleset": "boggle", "lists": written, "challenges": challenges})
    assert totals(plain) == {"Ann": -2, "Ben": 1}


@pytest.mark.parametrize("record", [BOGGLE, CROSSWORD, RINGS], ids=["boggle", "word-whiz", "bonus-rings"])
def test_toml_says_as_json(umpire: Umpire, record: Record) -> None:
    """The same record as TOML has the same answer."""
    path = umpire.written({}, "round.toml")
    path.write_text(tomli_w.dumps(record), "utf-8")
    code, printed, complaint = umpire.command("round", "score", str(path), "--json")
    assert code == 0, complaint
    assert json.loads(printed) == umpire.round(record)


def test_turns(umpire: Umpire) -> None:
    """Variations: "If playing with a younger group, consider taking turns": order and timer come back, and change no score."""
    plain = umpire.round(CROSSWORD)
    assert plain["turns"] is None
    turns = {"order": ["Blue", "Green", "Red"], "seconds": 60}
    answer = umpire.round({**CROSSWORD, "turns": turns})
    assert answer["turns"] == turns
    assert totals(answer) == totals(plain)


def test_turns_of_a_game(umpire: Umpire) -> None:
    """Every round's order begins with who starts or deals, and goes to the left; a round's own order comes before it."""
    told = {"points": {"Ann": 3, "Ben": 2, "Cy": 1}}
    record = {
        "ruleset": "bonus-rings",
        "players": ["Ann", "Ben", "Cy"],
        "turns": {"seconds": 60},
        "rounds": [told, told],
    }
    answer = umpire.game(record)
    assert [each["turns"] for each in answer["rounds"]] == [
        {"order": ["Ann", "Ben", "Cy"], "seconds": 60},
        {"order": ["Ben", "Cy", "Ann"], "seconds": 60},
    ]
    assert umpire.game({**record, "turns": {"seconds": 90}})["totals"] == {"Ann": 6, "Ben": 4, "Cy": 2}
    whiz = {**record, "ruleset": "word-whiz", "drawn": {"Ann": "K", "Ben": "C", "Cy": "T"}}
    answer = umpire.game(whiz)
    assert [each["turns"]["order"] for each in answer["rounds"]] == [
        ["Ben", "Cy", "Ann"],
        ["Cy", "Ann", "Ben"],
    ]
    own = {
        "lists": {"Ann": ["cat"], "Ben": [], "Cy": []},
        "turns": {"order": ["Cy", "Ben", "Ann"], "seconds": 30},
    }
    mixed = {
        "ruleset": "bonus-rings",
        "players": ["Ann", "Ben", "Cy"],
        "turns": {"seconds": 60},
        "rounds": [own],
    }
    assert umpire.game(mixed)["rounds"][0]["turns"] == {"order": ["Cy", "Ben", "Ann"], "seconds": 30}


def test_answer_about_a_game(umpire: Umpire) -> None:
    """Section 6: the members of an answer about a game; a round of which only points were told has no more."""
    answer = umpire.game(GAME)
    assert set(answer) == {
        "ruleset",
        "lexicon",
        "ruleset_digest",
        "rounds",
        "totals",
        "leaders",
        "winners",
        "over",
        "next",
        "notes",
    }
    (only,) = answer["rounds"]
    assert set(only) == {"number", "dealer", "starters", "sets", "rings", "turns", "points", "round"}
    assert (only["number"], only["round"], only["points"]) == (1, None, {"Red": 21, "Blue": 13, "Green": 16})
    assert (answer["leaders"], answer["winners"], answer["over"]) == (["Red"], [], False)
    assert (only["starters"], answer["next"]["starters"]) == (["Blue"], ["Blue"])


@pytest.mark.parametrize(
    ("kind", "record"),
    [("round", BOGGLE), ("round", CROSSWORD), ("round", RINGS), ("game", GAME), ("round", drawn(LINES))],
    ids=["boggle", "crossword", "rings", "game", "drawing"],
)
def test_schema(umpire: Umpire, kind: str, record: Record) -> None:
    """The records have published JSON Schemas, which take what is scored and refuse an unknown field."""
    response = umpire.client.get(f"/v1/schemas/{kind}")
    assert response.status_code == 200
    schema = jsonschema_rs.validator_for(response.get_json())
    assert schema.is_valid(record), next(iter(schema.iter_errors(record))).message
    assert not schema.is_valid({**record, "colour": "red"})
    assert umpire.faults({**record, "colour": "red"}, kind)


@given(st.permutations(["Ann", "Ben", "Cy"]), st.permutations(range(3)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_order_does_not_matter(umpire: Umpire, players: list[str], order: list[int]) -> None:
    """Totals, words and what becomes of challenges do not depend on the order of players or challenges."""
    written = {"Ann": ["zee", "house", "glorp"], "Ben": ["house", "cat"], "Cy": ["mouse", "cats"]}
    challenges = [
        {"word": "zee", "player": "Ann", "challenger": "Ben"},
        {"word": "mouse", "player": "Cy", "challenger": "Ben"},
        {"word": "glorp", "player": "Ann", "ruling": "no-action"},
    ]
    record = {
        "ruleset": "boggle",
        "lists": {player: written[player] for player in players},
        "challenges": [challenges[number] for number in order],
        "penalties": {"Cy": 1},
    }
    answer = umpire.posted("round", record)
    # Ann: house shared, glorp 2 by the tie, zee -2. Ben: cat 1, mouse is a word -2. Cy: mouse 2, cats 1, and 1.
    assert totals(answer) == {"Ann": 0, "Ben": -1, "Cy": 4}
    assert answer["leaders"] == ["Cy"]
    told = {found["word"]: (found["decision"], found["points"]) for found in answer["challenges"]}
    assert told == {
        "zee": ("upheld", {"Ann": -2}),
        "mouse": ("rejected", {"Ben": -2}),
        "glorp": ("no-action", {}),
    }


def test_board_and_lists_note_nothing(umpire: Umpire) -> None:
    """An ordinary round has no notes: a note is for what is unusual."""
    assert umpire.round(lists())["notes"] == []
    assert not noted(umpire.round(BOGGLE), "plates")
