"""`board` and `round` on the command line: the contract's example, tables for people, and every mistake in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.cli.main import main
from adjudicator.judging.service import Adjudicator
from tests.conftest import Run

PERS = "PERS/LATG/SINE/TERS"
ROUND = """
ruleset = "boggle"
board = "PERS/LATG/SINE/TERS"

[lists]
Ann = ["plates", "lines", "lines", "zee", "zed", "at"]
Ben = ["PLATES", "sine"]

[penalties]
Ben = -2
"""


def test_solve_prints_what_the_contract_says(run: Run) -> None:
    """Every word has a path and a score, and the total is what they add up to."""
    done = run("board", "solve", PERS, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert data["total"] == sum(each["score"] for each in data["words"]) > 4000
    first = data["words"][0]
    assert (first["word"], first["score"], len(first["path"])) == ("replastering", 20, 12)
    assert first["verdict"] == "/v1/rulesets/boggle/words/replastering"
    tiles = PERS.replace("/", "").lower()
    for each in data["words"]:
        assert "".join(tiles[number] for number in each["path"]) == each["word"]
        assert len(set(each["path"])) == len(each["path"])


def test_every_word_of_a_board_is_legal(capsys: pytest.CaptureFixture[str], adjudicator: Adjudicator) -> None:
    """What the solver finds is what the ruleset has."""
    assert main(["board", "solve", "QuIZT/ODEA/NORM/SLET", "--json"]) == 0
    words = [each["word"] for each in json.loads(capsys.readouterr().out)["words"]]
    assert words and all(adjudicator.under().legal(word) for word in words)
    assert any(word.startswith("qu") for word in words)


def test_solve_shows_the_grid_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """For people the board is drawn, and each word has its score and its tiles."""
    assert main(["board", "solve", "QuI/TE"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[:2] == ["  Qu I", "  T  E"]
    assert "quite" in out and "QU1-I2-T3-E4" in out
    assert "points under boggle" in out


def test_check_says_why_a_word_does_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    """Legal and on the board, or not, and for which reason; the exit code says whether all are."""
    assert main(["board", "check", PERS, "plates"]) == 0
    assert main(["board", "check", PERS, "plates", "zed", "glorp", "--json"]) == 1
    out = capsys.readouterr().out.splitlines()
    plates, zed, glorp = json.loads(out[-1])["words"]
    assert (plates["acceptable"], plates["score"]) == (True, 3)
    assert (zed["code"], zed["obstacle"]["code"]) == ("not-on-board", "letters-missing")
    assert (glorp["code"], glorp["legal"]) == ("not-on-board", False)
    assert main(["board", "check", PERS, "plates", "zed", "at"]) == 1
    shown = [line.split(maxsplit=3)[3] for line in capsys.readouterr().out.splitlines()]
    assert shown == [
        "an ordinary word  P1-L5-A6-T7-E12-S16",
        "cannot be made on this board  The board has no tile for Z, D.",
        "too short  A6-T7",
    ]
    assert main(["board", "check", PERS, "7"]) == 2


@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_round_is_scored_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Boggle's round: shared words count for nobody, a word counts once, zee is American, zed is not on the board, a wrong challenge costs two."""
    import tomllib

    file = tmp_path / f"round.{form}"
    file.write_text(ROUND if form == "toml" else json.dumps(tomllib.loads(ROUND)))
    assert main(["round", "score", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ann, ben = data["players"]
    assert [(each["status"], each["points"]) for each in ann["words"]] == [
        ("shared", 0),
        ("scores", 2),
        ("repeated", 0),
        ("not-on-board", 0),
        ("not-on-board", 0),
        ("not-legal", 0),
    ]
    assert (ann["total"], ben["total"], data["winners"]) == (2, -1, ["Ann"])
    assert data["missed"][0]["word"] == "replastering"
    assert main(["round", "score", str(file)]) == 0
    out = capsys.readouterr().out
    assert "found by Ben, too" in out and "Most points: Ann" in out
    assert "not on board: The board has no tile for Z." in out and "not legal: too short" in out


def test_check_on_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A word has to be on the board that it was played on; rules on the word come before that, an admitting sense does not lift it."""
    file = tmp_path / "board.txt"
    file.write_text("PERS\nLATG\nSINE\nTERS\n")
    assert main(["check", "plates", "--board", str(file), "--json"]) == 0
    assert main(["check", "zed", "at", "glorp", "--board", PERS, "--json", "--detail", "reasons"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert json.loads(out[0])["code"] == "sense-admitted"
    zed, at, glorp = (json.loads(line) for line in out[1:])
    assert (zed["legal"], zed["code"]) == (False, "not-on-board")
    assert zed["summary"] == "zed is not legal: the board has no tile for Z, D."
    assert (at["code"], glorp["code"]) == ("too-short", "not-on-board")


def test_a_stream_on_a_board(run: Run) -> None:
    """Words of standard input are held against the board, whatever the detail."""
    for detail in ("verdict", "reasons"):
        done = run("check", "-", "--board", PERS, "--detail", detail, "--json", given="plates\nzed\n7\n")
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [each.get("legal") for each in found] == [True, False, None]
        assert done.returncode == 2


def test_every_path_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    """All ways to make a word, in the order of their tiles, and how many there are."""
    assert main(["board", "check", PERS, "stern", "zed", "--all-paths", "--json"]) == 1
    stern, zed = json.loads(capsys.readouterr().out)["words"]
    assert stern["ways"] == len(stern["paths"]) == 2
    assert stern["path"] in stern["paths"]
    assert (zed["ways"], zed["paths"]) == (0, [])
    assert main(["board", "check", PERS, "stern", "--all-paths"]) == 0
    assert "S4-T7-E12-R15-N11" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["board", "solve", "AB/C"], "row 2"),
        (["board", "solve", "A1/BC"], "row 1"),
        (["board", "solve", "/".join(["ABCDEFGHIJ"] * 11)], "tiles"),
        (["board", "solve", '{"rows": 7}'], "rows"),
        (["board", "solve", "{"], "no JSON"),
        (["board", "solve", "AB/CD", "-r", "nosuch"], "no ruleset"),
        (["board", "check", "..", "cat"], "no tiles"),
        (["round", "score", "nosuch.toml"], "cannot be read"),
    ],
)
def test_mistakes_are_told_in_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board or file that is none gives exit code 2 and says where it is wrong."""
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert told in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1", "x: is not known; known here are lists"),
        ("ruleset = 'boggle'", "takes either lists or a crossword"),
        ("lists = 7", "lists: takes a table, not 7"),
        ("[lists]\nAnn = 'plates'", "lists.Ann: takes a list, not 'plates'"),
        (
            "[lists]\nAnn = ['plates']\n[penalties]\nAnn = 'two'",
            "penalties.Ann: takes a whole number, not 'two'",
        ),
        ("[lists]\nAnn = ['plates']\n[penalties]\nBen = 2", "penalties.Ben: is no player"),
        ("[lists]", "lists: takes 1 to"),
        ("lists = ", "cannot be read"),
    ],
)
def test_a_round_with_faults(
    tmp_path: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of a round is refused with what is wrong in it."""
    file = tmp_path / "round.toml"
    file.write_text(text)
    assert main(["round", "score", str(file)]) == 2
    assert told in capsys.readouterr().err
