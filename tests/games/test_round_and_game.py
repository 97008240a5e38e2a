"""One round is scored alike wherever it is asked: alone and in a game, by file and by call; and in whatever order its parts come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import convert

from adjudicator.cli.main import main
from adjudicator.errors import BadRecord
from adjudicator.games.sitting import Draft, Sitting, packed
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_game, score_round
from adjudicator.web.pages.board_faults import plain
from tests.conftest import examples

NAMES = ["Ann", "Ben", "Cy"]
WORDS = ["plates", "lines", "zee", "glorp", "sine", "zebra", "at", "lass", "we'll", "well", "7"]
BOARD = "PERS/LATG/SINE/TERS"
GRIDS = ["WORDS/O..U./EATXN", "W?RDS/O...?/EATEN", "CA?E./A..G./K..G./E....", "CAKE./A..../K..../E...?"]
RULINGS = st.sampled_from([None, "legal", "illegal", "no-action"])


def challenges_of(words: st.SearchStrategy[str]) -> st.SearchStrategy[list[dict[str, Any]]]:
    one = st.fixed_dictionaries(
        {
            "word": words,
            "player": st.sampled_from(NAMES),
            "challenger": st.sampled_from(NAMES),
            "ruling": RULINGS,
        },
        optional={"mid_round": st.booleans(), "built_on": st.booleans()},
    )
    return st.lists(one, max_size=3)


LISTS = st.fixed_dictionaries(
    {
        "lists": st.fixed_dictionaries(
            {name: st.lists(st.sampled_from(WORDS), max_size=4) for name in NAMES}
        ),
        "challenges": challenges_of(st.sampled_from(WORDS)),
        "penalties": st.dictionaries(st.sampled_from(NAMES), st.integers(-3, 3)),
        "ruleset": st.sampled_from(["boggle", "bonus-rings"]),
    },
    optional={"board": st.just(BOARD)},
)


@st.composite
def crosswords(draw: st.DrawFn) -> dict[str, Any]:
    """A round of a crossword whose tiles are anybody's."""
    rows = draw(st.sampled_from(GRIDS)).split("/")
    owners = ["".join("." if tile == "." else draw(st.sampled_from("abc")) for tile in row) for row in rows]
    players = dict(zip("abc", NAMES, strict=True))
    crossword = {
        "rows": rows,
        "owners": owners,
        "players": players,
        "finished": draw(st.sampled_from([None, *NAMES])),
    }
    words = st.sampled_from(["words", "eatxn", "cabe", "cake", "eaten", "glorp"])
    return {"ruleset": "word-whiz", "crossword": crossword, "challenges": draw(challenges_of(words))}


ROUNDS = st.one_of(LISTS, crosswords())
quick = settings(
    deadline=None, max_examples=examples(60, 120), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def outcome(score: Any, *record: Any) -> Any:
    """What a record comes to, or its faults."""
    try:
        return score(*record)
    except BadRecord as error:
        return sorted(fault.removeprefix("rounds[0].") for fault in error.faults)


def in_a_game(record: dict[str, Any]) -> dict[str, Any]:
    played = {name: value for name, value in record.items() if name != "ruleset"}
    return {"ruleset": record["ruleset"], "players": NAMES, "rounds": [played]}


def totals(answer: dict[str, Any]) -> dict[str, int]:
    return {each["name"]: each["total"] for each in answer["players"]}


@quick
@given(ROUNDS)
def test_a_round_is_worth_the_same_in_a_game(adjudicator: Adjudicator, record: dict[str, Any]) -> None:
    """The same faults, or the same answer for every player, word and challenge."""
    alone, game = (
        outcome(score_round, adjudicator, record),
        outcome(score_game, adjudicator, in_a_game(record)),
    )
    if isinstance(alone, list):
        assert game == alone
        return
    round_ = game["rounds"][0]["round"]
    assert game["totals"] == totals(alone) == totals(round_)
    for name, value in round_.items():
        if name != "notes":
            assert alone[name] == value, name


@quick
@given(ROUNDS, st.randoms(use_true_random=False))
def test_no_order_changes_a_score(adjudicator: Adjudicator, record: dict[str, Any], random: Any) -> None:
    """Players, challenges and penalties may come in any order."""

    def shuffled(value: dict[str, Any]) -> dict[str, Any]:
        names = list(value)
        random.shuffle(names)
        return {name: value[name] for name in names}

    other = {**record, "challenges": random.sample(record["challenges"], len(record["challenges"]))}
    if "lists" in record:
        other |= {"lists": shuffled(record["lists"]), "penalties": shuffled(record["penalties"])}
    else:
        other["crossword"] = {**record["crossword"], "players": shuffled(record["crossword"]["players"])}
    one, two = outcome(score_round, adjudicator, record), outcome(score_round, adjudicator, other)
    assert isinstance(one, list) == isinstance(two, list)
    if not isinstance(one, list):
        assert totals(one) == totals(two)
        assert one.get("bonus") == two.get("bonus")


@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(record=ROUNDS)
def test_every_face_says_the_same(
    client: FlaskClient, tmp_path: Path, capsys: pytest.CaptureFixture[str], record: dict[str, Any]
) -> None:
    """The command line prints what HTTP answers, and refuses what that refuses, of a round and of a game."""
    for call, data in (("round", record), ("game", in_a_game(record))):
        file = tmp_path / f"{call}.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        code = main([call, "score", str(file), "--json"])
        printed = capsys.readouterr()
        answer = client.post(f"/v1/{call}s/score", data=file.read_bytes(), content_type="application/json")
        if code:
            assert answer.status_code == 422
            assert all(fault.removesuffix(".") in printed.err for fault in answer.get_json()["faults"])
        else:
            assert answer.get_json() == json.loads(printed.out)


MARKS = str.maketrans("abc", "rbg")
"""The marks of the records here → those of the first, second and third seat of a game."""


def sitting_of(record: dict[str, Any]) -> Sitting:
    """A sitting in which somebody has typed what the *record* of a round says."""
    fields: dict[str, Any] = {"challenges": record["challenges"], "scored": True}
    if "lists" in record:
        players = list(record["lists"])
        lists = {name: " ".join(words) for name, words in record["lists"].items()}
        fields |= {"lists": lists, "board": record.get("board", "")}
    else:
        drawn = record["crossword"]
        players = list(drawn["players"].values())
        owners = "\n".join(drawn["owners"]).translate(MARKS)
        fields |= {"rows": "\n".join(drawn["rows"]), "owners": owners, "finished": drawn["finished"] or ""}
    return Sitting(id="a", ruleset=record["ruleset"], players=players, rounds=[convert(fields, Draft)])


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(record=ROUNDS)
def test_pages_say_the_same(client: FlaskClient, record: dict[str, Any]) -> None:
    """What is typed on the pages scores what HTTP answers of the game's record, with its challenges and notes; or is refused with every fault
    that HTTP names.
    """
    sitting = sitting_of(record)
    data = client.get("/play/record", query_string={"g": packed(sitting)}).get_json()
    answer = client.post("/v1/games/score", data=json.dumps(data), content_type="application/json").get_json()
    page = client.get("/play/result", query_string={"g": packed(sitting)}, follow_redirects=True)
    soup = BeautifulSoup(page.text, "html.parser")
    if "faults" in answer:
        told = [plain(each.removeprefix("rounds[0]").lstrip(".: ")) for each in answer["faults"]]
        assert [each.get_text() for each in soup.select("#fault p")] == told
        return
    rows = soup.select(".totals tbody tr")
    shown = {
        each.select("th")[0].get_text(): int(each.select("td")[-1].get_text().replace("−", "-"))
        for each in rows
    }
    assert shown == answer["totals"]
    text = [" ".join(each.get_text().split()) for each in soup.select("main li, main p")]
    played = answer["rounds"][0]["round"]
    assert {*(each["summary"] for each in played["challenges"]), *played["notes"]} <= set(text)
