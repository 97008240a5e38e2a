"""Ask for a score wherever one can be asked for, and say what all of them say: they must agree."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.cli.main import main
from adjudicator.ledger.store import ENVIRONMENT
from tests.conftest import Run

Record = dict[str, Any]
Answer = dict[str, Any]
PARTS = ("players", "words", "challenges", "bonus", "wilds", "unplayed", "holds")
"""What the answers about a round and about a game of that one round have in common."""


class Umpire:
    """Scores records over HTTP and, where it asks *everywhere*, by the command line; a single round also as a game of one round."""

    def __init__(
        self, run: Run, client: FlaskClient, folder: Path, ledger: Path, everywhere: bool = True
    ) -> None:
        self._run, self.client, self._folder, self._ledger = run, client, folder, str(ledger)
        self._everywhere = everywhere

    def command(self, *arguments: str) -> tuple[int, str, str]:
        """Run a command, in a process of its own where *everywhere* is asked; return its exit code, and what it printed to both streams."""
        if not self._everywhere:
            with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
                code = main(arguments)
            return code, out.getvalue(), err.getvalue()
        done = self._run(*arguments, **{ENVIRONMENT: self._ledger})
        return done.returncode, done.stdout, done.stderr

    def round(self, record: Record) -> Answer:
        """Return the answer about a round, the same everywhere."""
        answer = self._score("round", record)
        game = as_game(record)
        if game:
            last = self.posted("game", game)["rounds"][-1]
            assert {part: last["round"].get(part) for part in PARTS} == {
                part: answer.get(part) for part in PARTS
            }
            assert last["points"] == totals(answer)
        return answer

    def game(self, record: Record) -> Answer:
        """Return the answer about a game, the same everywhere."""
        return self._score("game", record)

    def sent(self, address: str, record: Record) -> TestResponse:
        """Post a record with its fields in their order, which the client of the tests would not keep."""
        return self.client.post(address, data=json.dumps(record), content_type="application/json")

    def posted(self, kind: str, record: Record) -> Answer:
        """Return what HTTP answers about a record that can be scored."""
        response = self.sent(f"/v1/{kind}s/score", record)
        assert response.status_code == 200, response.get_data(as_text=True)
        answer: Answer = response.get_json()
        return answer

    def faults(self, record: Record, kind: str = "round") -> list[str]:
        """Return the faults of a record that cannot be scored, the same everywhere."""
        response = self.sent(f"/v1/{kind}s/score", record)
        assert response.status_code == 422, response.get_data(as_text=True)
        problem = response.get_json()
        assert problem["type"] == "urn:adjudicator:problem:bad-record"
        faults: list[str] = problem["faults"]
        assert faults and all(": " in fault for fault in faults)
        if self._everywhere:
            code, printed, complaint = self.command(kind, "score", str(self.written(record)), "--json")
            assert (code, printed) == (2, "")
            for fault in faults:
                assert fault in complaint
        return faults

    def refusal(self, record: Record, place: str, *says: str, kind: str = "round") -> None:
        """Have a record refused for one fault, at a place that begins with *place*, in a sentence that has *says*."""
        (fault,) = self.faults(record, kind)
        assert fault.startswith(place), fault
        for each in says:
            assert each.lower() in fault.lower()

    def board(self, board: str, *words: str, ruleset: str = "boggle") -> dict[str, Answer]:
        """Return what is said of words on a board, by word, the same everywhere."""
        asked = {"board": board, "words": list(words), "ruleset": ruleset}
        response = self.sent("/v1/boards/check", asked)
        assert response.status_code == 200, response.get_data(as_text=True)
        answer = response.get_json()
        if self._everywhere:
            code, printed, complaint = self.command("board", "check", board, *words, "-r", ruleset, "--json")
            assert code in (0, 1), complaint
            assert json.loads(printed) == answer
        return {each["word"]: each for each in answer["words"]}

    def written(self, record: Record, name: str = "record.json") -> Path:
        """Write a record to a file of its own."""
        path = self._folder / name
        path.write_text(json.dumps(record), "utf-8")
        return path

    def dispute(
        self,
        *words: str,
        votes: dict[str, str] | None = None,
        flags: tuple[str, ...] = (),
        ruleset: str = "boggle",
    ) -> tuple[str, Answer]:
        """Challenge words, by a vote if there are *votes*, and close it; return the id of the dispute, and its ruling."""
        how = ("--dictionary",) if votes is None else ("--vote",)
        opened = self._told("dispute", "open", *words, "-r", ruleset, "--by", "Host", *how, *flags)
        dispute: str = opened["id"]
        for name, choice in (votes or {}).items():
            self._told("dispute", "vote", dispute, choice, "--by", name)
        if votes is not None:
            self._told("dispute", "close", dispute, "--by", "Host")
        return dispute, self._told("dispute", "ruling", dispute)

    def _told(self, *arguments: str) -> Answer:
        code, printed, complaint = self.command(*arguments, "--json")
        assert code == 0, complaint
        answer: Answer = json.loads(printed)
        return answer

    def _score(self, kind: str, record: Record) -> Answer:
        answer = self.posted(kind, record)
        if self._everywhere:
            code, printed, complaint = self.command(kind, "score", str(self.written(record)), "--json")
            assert code == 0, complaint
            assert json.loads(printed) == answer
        return answer


def as_game(record: Record) -> Record | None:
    """Return the game of which a round is the only one, or the last after rounds that brought nothing; None where none is the same.

    Bonus rings lie in rounds 2 and 3: as many as the board says, and in a round without a board if there are uses of them.
    """
    crossword = record.get("crossword", {})
    if "starter" in crossword or not isinstance(record.get("board", ""), str):
        return None
    players = (
        list(record["lists"])
        if "lists" in record
        else list(dict.fromkeys(crossword.get("players", {}).values()))
    )
    if len(players) < 2:
        return None
    before = record["board"].count("*") if "board" in record else int("rings" in record)
    told = {"points": dict.fromkeys(players, 0)}
    last = {field: value for field, value in record.items() if field != "ruleset"}
    return {
        "ruleset": record["ruleset"],
        "players": players,
        "length": before + 1,
        "rounds": [told] * before + [last],
    }


def totals(answer: Answer) -> dict[str, int]:
    """Return what each player's round comes to."""
    return {player["name"]: player["total"] for player in answer["players"]}


def listed(answer: Answer, player: str) -> list[Answer]:
    """Return the words of a player's list, in its order."""
    (found,) = [each for each in answer["players"] if each["name"] == player]
    words: list[Answer] = found["words"]
    return words


def statuses(answer: Answer, player: str) -> list[tuple[str, str, int]]:
    """Return the words of a player's list with what became of each and its points."""
    return [(each["word"], each["status"], each["points"]) for each in listed(answer, player)]


def run_of(answer: Answer, word: str) -> Answer:
    """Return the only run of a crossword that reads *word*."""
    (found,) = [each for each in answer["words"] if each["word"] and each["word"].lower() == word]
    return Answer(found)


def noted(answer: Answer, *says: str) -> bool:
    """Whether one note of the answer has all of *says*, in any case."""
    return any(all(each.lower() in note.lower() for each in says) for note in answer["notes"])
