"""Rounds and games by HTTP: the same answers as on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from adjudicator.cli.main import main
from tests.test_rounds import GRID


def test_command_and_call_answer_alike(
    tmp_path: Path, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same record, from a file and over HTTP; for people a table."""
    record = {"ruleset": "word-whiz", "players": ["Red", "Blue", "Green"], "rounds": [{"crossword": GRID}]}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert main(["game", "score", str(file), "--json"]) == 0
    answer = client.post("/v1/games/score", data=file.read_text(), content_type="application/json")
    assert answer.get_json() == json.loads(capsys.readouterr().out)
    assert main(["game", "score", str(file)]) == 0
    out = capsys.readouterr().out
    assert "total  8    3     3" in out
    assert "Ahead: Red" in out
    assert "Round 2: Blue or Green starts, Red plays set 4" in out
    file.write_text(json.dumps({"ruleset": "word-whiz", "crossword": GRID}))
    assert main(["round", "score", str(file), "--json"]) == 0
    answer = client.post("/v1/rounds/score", data=file.read_text(), content_type="application/json")
    assert answer.get_json() == json.loads(capsys.readouterr().out)
    assert client.post("/v1/games/score", json={"players": [], "rounds": []}).status_code == 422
    assert client.post("/v1/games/score", json={"players": ["A"], "rounds": [{}]}).status_code == 422
