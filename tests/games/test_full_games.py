"""A full game of each rulebook, scored by hand: ``full/*.toml`` holds the record of a game, and below it, under ``[expected]``, what the
rulebook makes of it, with the arithmetic. The command line and HTTP agree with it to the point.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from adjudicator.cli.main import main

FILES = sorted((Path(__file__).parent / "full").glob("*.toml"))
EXPECTED = "\n[expected]\n"


class Game(NamedTuple):
    """A game that was scored by hand."""

    record: str
    """As the players give it: TOML."""
    expected: dict[str, Any]
    answer: dict[str, Any]
    """What the command line makes of it."""

    def rounds(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Yield what is expected of each round, and what it came to."""
        yield from zip(self.expected["rounds"], self.answer["rounds"], strict=True)


def scored(file: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return what ``adjudicator game score`` prints."""
    assert main(["game", "score", str(file), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def game(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Game:
    """Each game in turn."""
    record, _, _ = request.param.read_text(encoding="utf-8").partition(EXPECTED)
    expected = tomllib.loads(request.param.read_text(encoding="utf-8"))["expected"]
    file = tmp_path / "game.toml"
    file.write_text(record, encoding="utf-8")
    return Game(record, expected, scored(file, capsys))


def test_each_rulebook_has_a_game() -> None:
    """Boggle, bonus rings and Word Whiz."""
    assert [file.stem for file in FILES] == ["boggle", "bonus-rings", "word-whiz"]


def test_http_answers_the_same(
    game: Game, client: FlaskClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``POST /v1/games/score`` answers what the command line prints, and a file in JSON is as good as one in TOML."""
    record = tomllib.loads(game.record)
    response = client.post("/v1/games/score", json=record)
    assert (response.status_code, response.get_json()) == (200, game.answer)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert scored(file, capsys) == game.answer


def test_totals_and_winners(game: Game) -> None:
    """The game is over after its rounds; whoever has the most points has won, and nobody is told a next round."""
    for name in ("totals", "winners", "over"):
        assert game.answer[name] == game.expected[name], name
    assert game.answer["next"] is None


def test_the_points_of_each_round(game: Game) -> None:
    """Each player's points, what challenges took of them, and who had the most."""
    for expected, found in game.rounds():
        players = found["round"]["players"]
        assert found["points"] == expected["points"]
        assert {each["name"]: each["total"] for each in players} == expected["points"]
        taken = {each["name"]: each["penalties"] for each in players if each["penalties"]}
        assert taken == expected["penalties"]
        assert found["round"]["winners"] == expected["winners"]


def test_who_leads_off_and_what_is_played_with(game: Game) -> None:
    """The dealer and the number of rings; who may start and who plays which tiles."""
    for number, (expected, found) in enumerate(game.rounds(), 1):
        assert found["number"] == number
        for name in ("dealer", "rings", "starters", "sets"):
            assert (found[name] or None) == (expected.get(name) or None), (number, name)


def test_each_word_of_each_list(game: Game) -> None:
    """Every word of every player has its points, or the reason why it has none."""
    for expected, found in game.rounds():
        if found["round"]["kind"] != "lists":
            continue
        for player in found["round"]["players"]:
            told = [
                f"{each['word']} {each['points'] if each['status'] == 'scores' else each['status']}"
                for each in player["words"]
            ]
            assert told == expected["words"][player["name"]]
            assert all(each["points"] == 0 for each in player["words"] if each["status"] != "scores")
            assert player["total"] == sum(each["points"] for each in player["words"]) + player["penalties"]


def test_each_word_of_each_crossword(game: Game) -> None:
    """Every run of letters is called out with its points and with those who earn them; a word without points earns nobody any."""
    for expected, found in game.rounds():
        scored_round = found["round"]
        if scored_round["kind"] != "crossword":
            continue
        earned: dict[str, list[str]] = {}
        for player in scored_round["players"]:
            for each in player["words"]:
                if each["points"]:
                    earned.setdefault(f"{each['word']} {each['points']}", []).append(player["name"])
        told = [f"{word} {' '.join(sorted(names))}" for word, names in earned.items()]
        assert sorted(told) == sorted(expected["words"])
        named = [line.split()[0] for line in expected["words"]] + expected["unscored"]
        assert sorted(each["word"] for each in scored_round["words"]) == sorted(named)
        assert scored_round["holds"] == expected["holds"]
        wilds = [f"{each['row']} {each['column']} {each['letter']}" for each in scored_round["wilds"]]
        assert wilds == expected["wilds"]


def test_who_gets_the_bonus(game: Game) -> None:
    """Five points for being out first, or for the fewest unplayed tiles where the first had played an illegal word."""
    for expected, found in game.rounds():
        if found["round"]["kind"] == "crossword":
            assert found["round"]["bonus"] == {"points": 5, "to": expected["bonus"]}
            gained = {each["name"]: each["bonus"] for each in found["round"]["players"] if each["bonus"]}
            assert gained == dict.fromkeys(expected["bonus"], 5)
