"""Boards and rounds by HTTP: the same answers as on the command line, and a problem of its own for every refusal."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from adjudicator.cli.main import main

PERS = "PERS/LATG/SINE/TERS"


@pytest.mark.parametrize(
    "board",
    [PERS, {"rows": ["PERS", "LATG", "SINE", "TERS"]}, {"rows": [list(row) for row in PERS.split("/")]}],
)
def test_solve_is_what_the_command_prints(
    client: FlaskClient, board: object, capsys: pytest.CaptureFixture[str]
) -> None:
    """However the board is described."""
    main(["board", "solve", PERS, "--json"])
    response = client.post("/v1/boards/solve", json={"board": board})
    assert response.status_code == 200
    assert response.get_json() == json.loads(capsys.readouterr().out)


def test_bonus_rings_by_its_own_examples(client: FlaskClient) -> None:
    """DIGIT uses I twice, TIARA uses A twice; RABBIT would use the B twice in a row. A ring doubles each time that it is used."""

    def check(board: str, *words: str) -> list[dict[str, object]]:
        body = {"board": board, "words": list(words), "ruleset": "bonus-rings"}
        found: list[dict[str, object]] = client.post("/v1/boards/check", json=body).get_json()["words"]
        return found

    [digit] = check("DI/GT", "digit")
    assert (digit["acceptable"], digit["score"]) == (True, 1)
    [tiara] = check("TI/RA", "tiara")
    assert tiara["acceptable"] is True
    [rabbit] = check("RAB/.TI", "rabbit")
    assert rabbit["code"] == "not-on-board"
    assert rabbit["obstacle"]["code"] == "same-tile-twice-in-a-row"  # type: ignore[index]
    roses, ropes = check("RO/?E", "roses", "ropes")
    assert roses["acceptable"] is True
    assert ropes["obstacle"]["code"] == "blank-of-two-letters"  # type: ignore[index]
    assert [each["score"] for each in check("W*O/.E", "woe")] == [2]
    assert [each["score"] for each in check("W*O*/.E", "woe")] == [4]
    assert [each["score"] for each in check("DI*/GT", "digit")] == [4]


def test_a_round_of_bonus_rings(client: FlaskClient) -> None:
    """Words that were found by more than one player are crossed off; each other word is a point, doubled for each use of a ring."""
    body = {
        "ruleset": "bonus-rings",
        "board": "DI*/GT",
        "lists": {"Ann": ["digit", "dig", "RABBIT"], "Ben": ["dig", "git"]},
    }
    data = client.post("/v1/rounds/score", json=body).get_json()
    ann, ben = data["players"]
    assert [(each["status"], each["points"]) for each in ann["words"]] == [
        ("scores", 4),
        ("shared", 0),
        ("not-on-board", 0),
    ]
    assert [(each["status"], each["points"]) for each in ben["words"]] == [("shared", 0), ("scores", 2)]
    assert data["winners"] == ["Ann"]
    assert all(each["word"] not in ("digit", "dig", "git") for each in data["missed"])


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("boards/solve", {"board": "AB/C"}, (422, "bad-board")),
        ("boards/solve", {"board": {"tiles": ["a"], "edges": [[0, 9]]}}, (422, "bad-board")),
        ("boards/solve", {"board": "/".join(["ABCDEFGHIJ"] * 100)}, (422, "bad-board")),
        ("boards/solve", {"board": "AB", "ruleset": "nosuch"}, (404, "unknown-ruleset")),
        ("boards/solve", {"board": 7}, (400, "bad-request")),
        ("boards/check", {"board": "AB"}, (400, "bad-request")),
        ("rounds/score", {"lists": {}}, (422, "bad-record")),
        ("rounds/score", {"lists": {"Ann": ["ab"]}, "penalties": {"Ben": 1}}, (422, "bad-record")),
    ],
)
def test_what_cannot_be_is_refused(
    client: FlaskClient, path: str, body: object, kind: tuple[int, str]
) -> None:
    """Each with its own problem."""
    response = client.post(f"/v1/{path}", json=body)
    assert (response.status_code, response.get_json()["type"].rsplit(":", 1)[1]) == kind
