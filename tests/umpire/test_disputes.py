"""Disputes by the same rule as rounds, and what they and their rulings come to in a round: nothing is copied by hand."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.umpire.faces import Record, Umpire, listed, totals

ANN_BEN = ("--player", "Ann", "--challenger", "Ben")
LEGAL, ILLEGAL, TIE = (
    {"Cy": "legal", "Dee": "legal", "Ed": "illegal"},
    {"Cy": "illegal", "Dee": "illegal", "Ed": "legal"},
    {"Cy": "legal", "Dee": "illegal"},
)
"""How a group may vote."""


def boggle(*challenges: dict[str, Any], word: str = "glorp", **more: Any) -> Record:
    """A round in which Ann has written a word, and Ben mouse, which brings 2."""
    return {
        "ruleset": "boggle",
        "lists": {"Ann": [word], "Ben": ["mouse"]},
        "challenges": list(challenges),
        **more,
    }


def whiz(*challenges: dict[str, Any], rows: tuple[str, ...] = ("HOUSE", "....G", "....G")) -> Record:
    """A round in which Red has played a word and finished, and Blue EGG from its end."""
    owners = ["r" * len(rows[0])] + [row.replace("G", "b") for row in rows[1:]]
    fields = {"rows": list(rows), "owners": owners, "players": {"r": "Red", "b": "Blue"}, "finished": "Red"}
    return {"ruleset": "word-whiz", "crossword": fields, "challenges": list(challenges)}


# What a dispute comes to


@pytest.mark.parametrize("who", [(), ("--player", "Ann"), ANN_BEN], ids=["nobody", "player", "both"])
@pytest.mark.parametrize(
    ("votes", "decision", "fate", "legal"),
    [(LEGAL, "rejected", "stands", True), (ILLEGAL, "upheld", "crossed-off", False)],
    ids=["legal", "illegal"],
)
def test_vote(
    umpire: Umpire, votes: dict[str, str], decision: str, fate: str, legal: bool, who: tuple[str, ...]
) -> None:
    """A4: "Any disputes can be settled with a vote": no points move, and a vote needs no challenger."""
    dispute, ruling = umpire.dispute("glorp", votes=votes, flags=who)
    outcome = ruling["outcome"]
    assert (outcome["decision"], outcome["points"]) == (decision, {})
    assert outcome["words"] == [{"word": "glorp", "legal": legal, "fate": fate}]
    assert "loses" not in outcome["summary"]
    shown = umpire.client.get(f"/v1/disputes/{dispute}").get_json()
    assert umpire.client.get(f"/v1/rulings/{shown['ruling']}").get_json()["outcome"] == outcome


@pytest.mark.parametrize("word", ["glorp", "house"])
def test_tie(umpire: Umpire, word: str) -> None:
    """A5: "In the event of a tie, no action is taken": the outcome says that the word stays as it was written."""
    _, ruling = umpire.dispute(word, votes=TIE, flags=ANN_BEN)
    outcome = ruling["outcome"]
    assert (outcome["decision"], outcome["points"]) == ("no-action", {})
    assert outcome["words"][0]["fate"] == "stands"
    assert outcome["summary"].endswith(f"no action is taken. {word.upper()} stays as it was written.")


def test_too_few_votes(umpire: Umpire) -> None:
    """Where fewer have voted than must when time is up, no action is taken either."""
    until = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=6)
    flags = ("--vote", "--quorum", "3", "--deadline", until.isoformat(), *ANN_BEN)
    code, printed, complaint = umpire.command("dispute", "open", "glorp", *flags, "--json")
    assert code == 0, complaint
    dispute = json.loads(printed)["id"]
    while datetime.now(UTC) < until:
        time.sleep(0.1)
    _, printed, _ = umpire.command("dispute", "ruling", dispute, "--json")
    outcome = json.loads(printed)["outcome"]
    assert (outcome["decision"], outcome["points"]) == ("no-quorum", {})
    assert outcome["words"][0]["fate"] == "stands"
    assert outcome["summary"].endswith("no action is taken. GLORP stays as it was written.")
    answer = umpire.round(boggle({"dispute": dispute}))
    assert totals(answer) == {"Ann": 2, "Ben": 2}


@pytest.mark.parametrize(
    ("word", "points", "fate"),
    [
        ("zee", {"Ann": -2}, "crossed-off"),
        ("glorp", {"Ann": -2}, "crossed-off"),
        ("zed", {"Ben": -2}, "stands"),
    ],
)
def test_dictionary(umpire: Umpire, word: str, points: dict[str, int], fate: str) -> None:
    """§3: looked up in the dictionary, "the incorrect player loses two points"."""
    _, ruling = umpire.dispute(word, flags=ANN_BEN)
    assert ruling["outcome"]["points"] == points
    assert ruling["outcome"]["words"][0]["fate"] == fate


def test_bonus_goes_by_a_vote(umpire: Umpire) -> None:
    """Word Whiz: the group agrees: the word is excluded, and the bonus "goes to the player with the fewest unplayed tiles"; nobody loses points."""
    flags = ("--player", "Red", "--finished-first", "--unplayed", "Blue=3", "Green=2")
    _, ruling = umpire.dispute("glorp", votes=ILLEGAL, flags=flags, ruleset="word-whiz")
    assert ruling["outcome"]["bonus"] == {"heirs": ["Green"], "loser": "Red", "points": 5}
    assert ruling["outcome"]["points"] == {}


def test_bonus_rings(umpire: Umpire) -> None:
    """ "If it's not in there, cross it off!" Nobody loses points."""
    for word, fate in (("glorp", "crossed-off"), ("dog", "stands")):
        _, ruling = umpire.dispute(word, flags=ANN_BEN, ruleset="bonus-rings")
        assert (ruling["outcome"]["points"], ruling["outcome"]["words"][0]["fate"]) == ({}, fate)


def test_page_says_what_becomes_of_the_word(umpire: Umpire) -> None:
    """The page of a dispute says of a tie what the command line says."""
    dispute, _ruling = umpire.dispute("glorp", votes=TIE, flags=ANN_BEN)
    _, shown, _ = umpire.command("dispute", "show", dispute)
    page = umpire.client.get(f"/disputes/{dispute}")
    assert page.status_code == 200
    assert "stays as it was written" in shown
    assert "stays as it was written" in page.get_data(as_text=True)


# In a round


@pytest.mark.parametrize("by_ruling", [False, True], ids=["dispute", "ruling_id"])
@pytest.mark.parametrize(
    ("votes", "word", "ann", "ben", "decision"),
    [
        pytest.param(LEGAL, "glorp", 2, 2, "rejected", id="voted legal"),
        pytest.param(ILLEGAL, "house", 0, 2, "upheld", id="voted illegal"),
        pytest.param(TIE, "glorp", 2, 2, "no-action", id="a tie"),
        pytest.param(None, "glorp", -2, 2, "upheld", id="looked up, illegal"),
        pytest.param(None, "house", 2, 0, "rejected", id="looked up, legal"),
    ],
)
def test_dispute_of_a_round(
    umpire: Umpire,
    votes: dict[str, str] | None,
    word: str,
    ann: int,
    ben: int,
    decision: str,
    by_ruling: bool,
) -> None:
    """Word, player, challenger, and how it was settled come from the ledger: 2 for a legal or a tied word, -2 by the dictionary alone."""
    dispute, ruling = umpire.dispute(word, votes=votes, flags=ANN_BEN)
    said = {"ruling_id": ruling["id"]} if by_ruling else {"dispute": dispute}
    answer = umpire.round(boggle(said, word=word))
    assert totals(answer) == {"Ann": ann, "Ben": ben}
    (found,) = answer["challenges"]
    assert (found["word"], found["player"], found["challenger"]) == (word, "Ann", "Ben")
    assert (found["by"], found["decision"]) == ("vote" if votes else "dictionary", decision)
    assert found["dispute"] == dispute
    assert found["ruling_id"] in (ruling["id"], None)
    assert found["points"] == ruling["outcome"]["points"]
    assert found["fate"] == ruling["outcome"]["words"][0]["fate"]


def test_vote_of_nobody_s_challenge(umpire: Umpire) -> None:
    """A dispute that names no challenger is one of the round, too; who the player is, the record may say."""
    dispute, _ = umpire.dispute("glorp", votes=LEGAL)
    answer = umpire.round(boggle({"dispute": dispute, "player": "Ann"}))
    assert totals(answer) == {"Ann": 2, "Ben": 2}
    assert answer["challenges"][0]["challenger"] is None


def test_board_goes_before_a_ruling(umpire: Umpire) -> None:
    """A1: the dictionary has zebra, the board has no Z: Ann is the incorrect player, whatever was ruled of the word."""
    dispute, _ = umpire.dispute("zebra", flags=ANN_BEN)
    answer = umpire.round(boggle({"dispute": dispute}, word="zebra", board="PERS/LATG/SINE/TERS"))
    assert totals(answer) == {"Ann": -2, "Ben": 0}  # mouse is not on the board, either
    assert answer["challenges"][0]["code"] == "not-on-board"


def test_dispute_of_two_words(umpire: Umpire) -> None:
    """Of a dispute of two words, the record must say which; each may be named."""
    dispute, _ = umpire.dispute("glorp", "blorp", votes=LEGAL, flags=ANN_BEN)
    umpire.refusal(boggle({"dispute": dispute}), "challenges[0].word")
    lists = {"Ann": ["glorp", "blorp"], "Ben": []}
    answer = umpire.round(
        boggle({"dispute": dispute, "word": "glorp"}, {"dispute": dispute, "word": "blorp"}, lists=lists)
    )
    assert totals(answer) == {"Ann": 4, "Ben": 0}


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"ruling": "legal"}, "challenges[0]"),
        ({"by": "vote"}, "challenges[0]"),
        ({"word": "house"}, "challenges[0].word"),
    ],
)
def test_dispute_says_it_already(umpire: Umpire, more: dict[str, str], place: str) -> None:
    """Beside a dispute nothing else says how it was settled, or another word than it was about."""
    dispute, ruling = umpire.dispute("glorp", votes=LEGAL, flags=ANN_BEN)
    for said in ({"dispute": dispute}, {"ruling_id": ruling["id"]}):
        umpire.refusal(boggle({**said, **more}), place)


def test_dispute_of_another_round(umpire: Umpire) -> None:
    """A dispute of a word that is on no list of that player is a fault, as a slip of the pen is."""
    dispute, _ = umpire.dispute("blorp", votes=LEGAL, flags=ANN_BEN)
    umpire.refusal(boggle({"dispute": dispute}), "challenges[0]", "Ann has not written it down")
    dispute, _ = umpire.dispute("glorp", votes=LEGAL, flags=("--player", "Zoe", "--challenger", "Ben"))
    umpire.refusal(boggle({"dispute": dispute}), "challenges[0]", "Zoe")


@pytest.mark.parametrize(
    "said", [{"dispute": "0000000000000000"}, {"ruling_id": "0000000000000000"}, {"dispute": 7}]
)
def test_no_such_dispute(umpire: Umpire, said: dict[str, Any]) -> None:
    """A dispute or ruling that the ledger does not have is a fault of the record."""
    (field,) = said
    umpire.refusal(boggle({"word": "glorp", "player": "Ann", **said}), f"challenges[0].{field}")


def test_dispute_that_is_open(umpire: Umpire) -> None:
    """What is not yet closed settles nothing."""
    code, printed, _ = umpire.command("dispute", "open", "glorp", "--vote", *ANN_BEN, "--by", "Host")
    assert code == 0
    listed_open = umpire.client.get("/v1/disputes").get_json()
    newest = (listed_open["disputes"] if isinstance(listed_open, dict) else listed_open)[0]
    assert newest["id"] in printed
    umpire.refusal(boggle({"dispute": newest["id"]}), "challenges[0].dispute")


def test_word_whiz(umpire: Umpire) -> None:
    """The group agrees that house is illegal: it is excluded, and the bonus of Red's goes to Blue, as the dispute says it."""
    flags = ("--player", "Red", "--challenger", "Blue", "--finished-first", "--unplayed", "Blue=25")
    dispute, _ = umpire.dispute("house", votes=ILLEGAL, flags=flags, ruleset="word-whiz")
    answer = umpire.round(whiz({"dispute": dispute}))
    assert totals(answer) == {"Red": 0, "Blue": 5}
    assert answer["challenges"][0]["fate"] == "excluded"


@pytest.mark.parametrize("votes", [TIE, LEGAL], ids=["tie", "legal"])
def test_word_whiz_not_agreed(umpire: Umpire, votes: dict[str, str]) -> None:
    """ "If the group agrees": in a tie it does not, and house stands: 3 and 5."""
    dispute, _ = umpire.dispute("house", votes=votes, flags=("--player", "Red"), ruleset="word-whiz")
    answer = umpire.round(whiz({"dispute": dispute}))
    assert totals(answer) == {"Red": 8, "Blue": 0}
    assert answer["challenges"][0]["fate"] == "stands"


def test_word_whiz_built_on(umpire: Umpire) -> None:
    """mid_round and built_on come from the dispute: the word counts nothing for Red, who cannot have the bonus."""
    flags = ("--player", "Red", "--mid-round", "--built-on")
    dispute, ruling = umpire.dispute("house", votes=ILLEGAL, flags=flags, ruleset="word-whiz")
    assert ruling["outcome"]["words"][0]["fate"] == "stays-unscored"
    answer = umpire.round(whiz({"dispute": dispute}))
    assert totals(answer) == {"Red": 0, "Blue": 5}
    assert answer["challenges"][0]["fate"] == "stays-unscored"


def test_word_whiz_withdrawn(umpire: Umpire) -> None:
    """A word that was removed in mid-round need not be there: the dispute alone says so, and Red has words and bonus."""
    dispute, _ = umpire.dispute(
        "glorp", votes=ILLEGAL, flags=("--player", "Red", "--mid-round"), ruleset="word-whiz"
    )
    answer = umpire.round(whiz({"dispute": dispute}))
    assert totals(answer) == {"Red": 8, "Blue": 0}
    assert answer["challenges"][0]["fate"] == "withdrawn"


def test_two_disputes_of_one_word(umpire: Umpire) -> None:
    """A13: two disputes of one word by two challengers: Ann loses once."""
    first, _ = umpire.dispute("zee", flags=ANN_BEN)
    second, _ = umpire.dispute("zee", flags=("--player", "Ann", "--challenger", "Cy"))
    lists: dict[str, list[str]] = {"Ann": ["zee"], "Ben": [], "Cy": []}
    answer = umpire.round(boggle({"dispute": first}, {"dispute": second}, lists=lists))
    assert totals(answer) == {"Ann": -2, "Ben": 0, "Cy": 0}
    assert [found["with"] for found in answer["challenges"]] == [["Cy"], ["Ben"]]
    assert listed(answer, "Ann")[0]["points"] == 0
