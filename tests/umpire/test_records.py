"""The record of a round and of a game: what may be written, what is refused and how, and that the ways to write one thing agree."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.umpire.faces import Answer, Record, Umpire, listed, noted, run_of, totals

BOGGLE: Record = {
    "ruleset": "boggle",
    "board": "PERS/LATG/SINE/TERS",
    "lists": {"Ann": ["plates", "lines"], "Ben": ["plates", "sine"]},
    "undefined": {"Ann": ["lines"]},
    "challenges": [{"word": "sine", "player": "Ben", "challenger": "Ann"}],
    "penalties": {"Ben": -2},
}
CROSSWORD: Record = {
    "ruleset": "word-whiz",
    "crossword": {
        "rows": ["WORDS", "O....", "EATEN"],
        "owners": ["rrrrr", "b....", "bgggg"],
        "players": {"r": "Red", "b": "Blue", "g": "Green"},
        "finished": "Red",
        "unplayed": {"Blue": 3, "Green": 2},
        "starting_word": "words",
    },
}
RINGS: Record = {
    "ruleset": "bonus-rings",
    "lists": {"Ann": ["digit"], "Ben": ["woe"]},
    "rings": {"Ann": {"digit": 2}},
}
GAME: Record = {
    "ruleset": "word-whiz",
    "players": ["Red", "Blue", "Green"],
    "target": 50,
    "drawn": {"Red": "K", "Blue": "C", "Green": "T"},
    "rounds": [{"points": {"Red": 21, "Blue": 13, "Green": 16}}],
}
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


def lists(**more: Any) -> Record:
    """A round of two lists."""
    return {"ruleset": "boggle", "lists": {"Ann": ["house"], "Ben": ["cat"]}, **more}


# What comes back


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


# Faults


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


def crossword(**changed: Any) -> Record:
    """The crossword with other fields; None leaves one out."""
    fields = {**CROSSWORD["crossword"], **changed}
    return {**CROSSWORD, "crossword": {field: value for field, value in fields.items() if value is not None}}


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


# Rulesets: by id, by path, as a table


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


# Turns


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


# One drawing


def drawn(rows: Any, **more: Any) -> Record:
    """A crossword in one drawing, without owners."""
    return {"ruleset": "word-whiz", "crossword": {"rows": rows, **more}}


LINES = ["Red:W Red:O Red:R Red:D Red:S", "Blue:O . . . .", "Blue:E Green:A Green:T Green:E Green:N"]


def test_one_drawing_as_two(umpire: Umpire) -> None:
    """Rows with owners, lines of MARK:TILE, and JSON cells say the same."""
    fields = {"finished": "Red", "unplayed": {"Blue": 3, "Green": 2}, "starting_word": "words"}
    two = umpire.round(CROSSWORD)
    short = [line.replace("Red", "r").replace("Blue", "b").replace("Green", "g") for line in LINES]
    players = {"r": "Red", "b": "Blue", "g": "Green"}
    cells: list[Any] = [
        ["r:W", "r:O", {"tile": "R", "player": "Red"}, "R:D", "r:S"],
        ["b:O", None, ".", None, None],
        [{"tile": "e", "player": "Blue"}, "g:A", "g:T", "G:E", "g:N"],
    ]
    for answer in (
        umpire.round(drawn(short, players=players, **fields)),
        umpire.round(drawn(cells, players=players, **fields)),
        umpire.round(drawn(LINES, **fields)),
    ):
        assert totals(answer) == totals(two) == {"Red": 8, "Blue": 3, "Green": 3}
        for part in ("words", "bonus", "wilds", "holds", "unplayed", "players"):
            assert answer[part] == two[part]


def test_capitals_of_marks(umpire: Umpire) -> None:
    """Capitals do not matter where only one is meant; where r and R are two, they are two."""
    rows = ["r:W R:O r:R r:D r:S"]
    assert totals(umpire.round(drawn(rows, players={"r": "Red", "b": "Rose"}))) == {"Red": 3, "Rose": 0}
    assert totals(umpire.round(drawn(rows, players={"r": "Red", "R": "Rose"}))) == {"Red": 3, "Rose": 3}


def test_space_is_no_tile(umpire: Umpire) -> None:
    """In rows with owners a space is a place without a tile, as the point is."""
    spaced = crossword(rows=["WORDS", "O    ", "EATEN"], owners=["rrrrr", "b    ", "bgggg"])
    assert umpire.round(spaced)["words"] == umpire.round(CROSSWORD)["words"]


def test_wild_in_one_drawing(umpire: Umpire) -> None:
    """A wild tile has an owner as others do."""
    answer = umpire.round(drawn(["Red:W Blue:? Red:R Red:D Red:S"], starting_word="words"))
    assert totals(answer) == {"Red": 3, "Blue": 3}
    assert run_of(answer, "words")["letters"].upper() == "W?RDS"


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


def test_marks_of_a_game(umpire: Umpire) -> None:
    """In a game a mark is a set's name or first letter, and so who plays that set in that round; capitals do not matter."""
    play = {
        "crossword": {
            "rows": ["b:M b:O b:U b:S b:E", ". . . RED:H .", ". . . r:E ."],
            "starting_word": "mouse",
        }
    }
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "sets": ["red", "blue", "green", "yellow"],
        "rounds": [play],
    }
    answer = umpire.game(record)
    assert answer["rounds"][0]["points"] == {"Ann": 0, "Ben": 3}  # SHE has three letters
    # Round 2: the set red has gone to the left, to Ben; Ann has one that nobody had.
    next_round = {"crossword": {"rows": ["r:H r:O r:U r:S r:E"], "starting_word": "house"}}
    answer = umpire.game({**record, "rounds": [play, next_round]})
    assert answer["rounds"][1]["sets"]["Ben"] == "red"
    assert answer["rounds"][1]["points"] == {"Ann": 0, "Ben": 3}
    assert answer["totals"] == {"Ann": 0, "Ben": 6}


def test_example_of_the_contract(umpire: Umpire) -> None:
    """Section 4's game: Ben plays the blue set in round 1, and MOUSE; Ann SHE, down from its S, and is out: 5. Ben drew C and starts."""
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "sets": ["red", "blue", "green", "yellow"],
        "drawn": {"Ann": "K", "Ben": "C"},
        "rounds": [
            {
                "crossword": {
                    "rows": ["b:M b:O b:U b:S b:E", ". . . r:H .", ". . . r:E ."],
                    "starting_word": "mouse",
                    "finished": "Ann",
                }
            }
        ],
    }
    answer = umpire.game(record)
    assert answer["totals"] == {"Ann": 5, "Ben": 3}
    assert answer["rounds"][0]["starters"] == ["Ben"]
    assert answer["rounds"][0]["sets"] == {"Ann": "red", "Ben": "blue"}
    assert (answer["leaders"], answer["winners"], answer["over"]) == (["Ann"], [], False)
    assert answer["next"]["starters"] == ["Ben"]  # 3 is fewer than 5


def test_marks_by_player(umpire: Umpire) -> None:
    """Without sets a mark is a player's name or its first letter; one that could be two is a fault."""
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "rounds": [{"crossword": {"rows": ["a:W A:O Ben:R b:D a:S"]}}],
    }
    assert umpire.game(record)["totals"] == {"Ann": 3, "Ben": 3}
    two = {
        **record,
        "players": ["Ann", "Andy"],
        "rounds": [{"crossword": {"rows": ["a:W a:O Ann:R Andy:D a:S"]}}],
    }
    assert all(fault.startswith("rounds[0].crossword") for fault in umpire.faults(two, "game"))
    named = {
        **record,
        "players": ["Ann", "Andy"],
        "rounds": [{"crossword": {"rows": ["ann:W ann:O Ann:R Andy:D ann:S"]}}],
    }
    assert umpire.game(named)["totals"] == {"Ann": 3, "Andy": 3}


def test_everyone_takes_part(umpire: Umpire) -> None:
    """Who has no tile in a round of a game without players has 27 left, and takes part: Cy has none of the bonus, Ben more tiles."""
    play = {
        "crossword": {"rows": ["a:H a:O a:U a:S a:E", ". . . . b:G", ". . . . b:G"], "finished": "Ann"},
        "challenges": [{"word": "house", "player": "Ann", "ruling": "illegal"}],
    }
    answer = umpire.game({"ruleset": "word-whiz", "players": ["Ann", "Ben", "Cy"], "rounds": [play]})
    assert answer["totals"] == {"Ann": 0, "Ben": 5, "Cy": 0}
    assert answer["rounds"][0]["round"]["unplayed"] == {"Ann": 0, "Ben": 25, "Cy": 27}


# Games


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


# Schemas


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


# Properties


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
