"""The commands as real processes: what they print, in which shape, and with which exit code."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli.main import main
from adjudicator.resources import config_dir
from tests.conftest import ROOT, Run, environment

COMMANDS = (
    "build",
    "check",
    "word",
    "rulesets",
    "diff",
    "export",
    "search",
    "judge",
    "source",
    "house",
    "dispute",
    "token",
    "ledger",
    "serve",
)
VERDICT_KEYS = {
    "word",
    "key",
    "ruleset",
    "legal",
    "certainty",
    "code",
    "summary",
    "findings",
    "lexicon",
    "ruleset_digest",
}
FINDING_KEYS = {"code", "effect", "decisive", "reason", "sense", "source", "provenance"}
SENSE_KEYS = {
    "headword",
    "display",
    "pos",
    "gloss",
    "source",
    "labels",
    "proper",
    "lexicalised",
    "inflection_of",
    "abbreviation",
    "region",
}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["cat"], 0),
        (["zee"], 1),
        (["qqqzzz"], 1),
        (["cat", "dog"], 0),
        (["cat", "zee", "dog"], 1),
        ([""], 2),
        (["cat", "123"], 2),
        (["zee", "123", "cat"], 2),
        (["café"], 0),
    ],
)
def test_check_exit_codes(run: Run, words: list[str], code: int) -> None:
    """`check` exits 0 when all are legal, 1 when one is not, 2 when one is no word."""
    assert run("check", *words).returncode == code


def test_check_for_people(run: Run) -> None:
    """`check` says legal or not, why, by which rule of the rulebook, what is meant, and what other rulesets
    say.
    """
    out = run("check", "zee").stdout
    assert out.startswith("zee: NOT LEGAL: American spelling; the British word is zed")
    assert "american-spelling, settled" in out
    assert "rulebook §3" in out
    assert "Did you mean: zed" in out
    assert "Legal under: bonus-rings" in out


def test_check_says_each_thing_once(run: Run) -> None:
    """Of two people of one name the decisive line says what both would."""
    out = run("check", "oates").stdout
    assert out.count("WordNet has Oates as a name") == 1
    assert "more reading" not in out


def test_check_goes_on_after_no_word(run: Run) -> None:
    """A word that cannot be one is told of on standard error, and the rest is answered."""
    done = run("check", "cat", "123", "dog", "--json")
    assert [json.loads(line)["word"] for line in done.stdout.splitlines()] == ["cat", "dog"]
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("word", ["trig", "zee", "qqqzzz", "they'll", "ab", "a🙂b", "quo"])
def test_check_json(run: Run, word: str) -> None:
    """`check --json` prints the contract's object: the verdict, one decisive finding first, every finding
    with its sense.
    """
    data = json.loads(run("check", word, "--json").stdout)
    assert data.keys() >= VERDICT_KEYS
    assert data["findings"][0]["decisive"]
    assert sum(found["decisive"] for found in data["findings"]) == 1
    assert data["code"] == data["findings"][0]["code"]
    assert data["legal"] == (data["findings"][0]["effect"] == "admits")
    assert data["certainty"] in ("settled", "disputable")
    assert data["lexicon"].startswith("sha256:") and data["ruleset_digest"].startswith("sha256:")
    for found in data["findings"]:
        assert found.keys() >= FINDING_KEYS
        assert found["effect"] in ("admits", "excludes", "notes")
        assert found["provenance"] in ("declared", "inferred")
        assert found["sense"] is None or found["sense"].keys() >= SENSE_KEYS


@pytest.mark.parametrize(
    ("detail", "keys"),
    [("verdict", {"word", "legal"}), ("reasons", VERDICT_KEYS - {"findings", "lexicon", "ruleset_digest"})],
)
def test_check_detail(run: Run, detail: str, keys: set[str]) -> None:
    """`--detail` prints less of the proof, for people and for programs."""
    assert json.loads(run("check", "cat", "--json", "--detail", detail).stdout).keys() == keys
    assert len(run("check", "cat", "--detail", detail).stdout.splitlines()) <= 2


def test_word_json(run: Run) -> None:
    """`word --json` prints what the lexicon knows, in the contract's form, an object a line."""
    done = run("word", "colors", "scuba", "qqqzzz", "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["word"] for each in found] == ["colors", "scuba", "qqqzzz"]
    assert all(each.keys() >= {"word", "key", "forms", "region", "phrases", "senses"} for each in found)
    assert found[0]["region"] == {"spelling": "american", "counterparts": ["colours"]}
    assert any(sense["inflection_of"] == "color" for sense in found[0]["senses"])
    assert all(sense.keys() >= SENSE_KEYS for each in found for sense in each["senses"])
    assert found[2]["senses"] == []


def test_word_says_how_it_is_used(run: Run) -> None:
    """`word` prints the examples of a sense, other words for it and opposites, behind the sense; JSON has the same."""
    out = run("word", "happy").stdout
    (sense,) = (
        each
        for each in json.loads(run("word", "happy", "--json").stdout)["senses"]
        if "unhappy" in each["antonyms"]
    )
    lines = out.partition(sense["gloss"])[2].splitlines()[1:5]
    assert lines == [
        *(f"      “{example}”" for example in sense["examples"]), "      opposite: unhappy",
    ]  # fmt: skip
    assert "also: glad" in out


def test_word_for_people(run: Run) -> None:
    """`word` prints a line for each sense with its source, and says so where nothing is known."""
    assert "wordnet: cat, noun" in run("word", "cat").stdout
    assert "nothing is known" in run("word", "qqqzzz").stdout


def test_rulesets(run: Run) -> None:
    """`rulesets` lists them all, and shows one in full by its id."""
    shipped = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
    assert [line.split()[0] for line in run("rulesets").stdout.splitlines()] == shipped
    assert [each["id"] for each in json.loads(run("rulesets", "--json").stdout)] == shipped
    assert "american-spelling: §3" in run("rulesets", "boggle").stdout
    assert json.loads(run("rulesets", "boggle", "--json").stdout)["region"] == "british"


def test_a_ruleset_by_its_path(run: Run, tmp_path: Path) -> None:
    """The path of a ruleset's file works wherever an id does."""
    path = tmp_path / "long.toml"
    path.write_text('id = "long"\nextends = "boggle"\n[length]\nmin = 8\n')
    assert run("check", "cat", "--ruleset", str(path)).returncode == 1
    assert run("check", "carousel", "-r", "./long.toml").returncode == 0
    assert run("judge", "carousel", "-r", str(path)).stdout == "ACCEPTABLE\n"
    assert "length      8" in run("rulesets", str(path)).stdout
    assert run("search", "--pattern", "c?t", "-r", str(path)).stdout == ""
    assert "cat\t" in run("diff", "boggle", str(path)).stdout


def test_diff(run: Run) -> None:
    """`diff` lists the words whose legality differs, sorted, with both codes."""
    rows = [line.split("\t") for line in run("diff", "boggle", "open").stdout.splitlines()]
    assert ["zee", "american-spelling", "sense-admitted"] in rows
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    data = [json.loads(line) for line in run("diff", "boggle", "open", "--json").stdout.splitlines()]
    assert {"key": "zee", "boggle": "american-spelling", "open": "sense-admitted"} in data
    assert len(data) == len(rows)


def test_export(run: Run) -> None:
    """`export` prints the same legal keys in every format, sorted."""
    keys = run("export", "boggle").stdout.splitlines()
    assert keys == sorted(set(keys))
    assert "cat" in keys and "zee" not in keys and len(keys) > 100_000
    table = list(csv.reader(io.StringIO(run("export", "boggle", "--format", "csv").stdout)))
    assert table[0] == ["word", "length"]
    assert [row[0] for row in table[1:]] == keys and all(int(row[1]) == len(row[0]) for row in table[1:])
    assert [
        json.loads(line)["word"] for line in run("export", "boggle", "--format", "jsonl").stdout.splitlines()
    ] == keys
    assert run("export", "boggle", "--format", "hunspell").stdout.splitlines() == [str(len(keys)), *keys]
    some = run("export", "boggle", "--shortest", "4", "--longest", "5").stdout.splitlines()
    assert some == [key for key in keys if 4 <= len(key) <= 5]


def test_search(run: Run) -> None:
    """`search` finds legal words by pattern, letters and length."""
    assert run("search", "--anagram", "tca").stdout.split() == ["act", "cat"]
    assert "cot" in run("search", "--pattern", "c?t").stdout.split()
    assert {len(word) for word in run("search", "--pattern", "z*", "--length", "4").stdout.split()} == {4}


@pytest.mark.parametrize(
    ("words", "answer", "code"),
    [
        (["cat", "dog"], "ACCEPTABLE\n", 0),
        (["cat", "zee"], "UNACCEPTABLE\n", 1),
        (["qqqzzz"], "UNACCEPTABLE\n", 1),
    ],
)
def test_judge_is_sealed(run: Run, words: list[str], answer: str, code: int) -> None:
    """`judge` answers for the whole play in one word and gives no hint which word it was."""
    done = run("judge", *words)
    assert (done.stdout, done.stderr, done.returncode) == (answer, "", code)


def test_help(run: Run) -> None:
    """Every command has a help text, and its line in the whole's."""
    whole = run("--help").stdout
    for command in COMMANDS:
        done = run(command, "--help")
        assert done.returncode == 0, command
        assert f"usage: adjudicator {command}" in done.stdout
        assert f"\n    {command} " in whole


def test_version(run: Run) -> None:
    """`--version` prints name and version."""
    assert run("--version").stdout.split()[0] == "adjudicator"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "cat"],
        ["check", "zee"],
        ["word", "cat"],
        ["rulesets", "boggle"],
        ["source", "list"],
        ["check", "123"],
    ],
)
def test_plain_when_piped(run: Run, arguments: list[str]) -> None:
    """In a pipe nothing is coloured."""
    done = run(*arguments)
    assert "\x1b" not in done.stdout + done.stderr


ENCODINGS = ("ascii", "latin-1", "cp1252")
GIVEN = "trig\nnaïve\n日本\n"
SHOWN = (
    ["check", "trig"],
    ["check", "trig", "--json"],
    ["check", "日本"],
    ["check", "-"],
    ["check", "-", "--json"],
    ["check", "-", "--detail", "verdict"],
    ["check", "-", "--detail", "verdict", "--json"],
    ["word", "naïve"],
    ["word", "naïve", "--json"],
    ["rulesets", "boggle"],
    ["source", "list"],
    ["board", "solve", "日本"],
    ["judge", "日本"],
    ["house", "show", "日本"],
    ["evidence", "list"],
    ["search", "--pattern", "日本"],
)
"""Commands that print what an encoding may lack."""


def assert_shows(arguments: list[str], plain: tuple[int, str], done: tuple[int, str]) -> None:
    """Make sure that a command's exit code and output in another encoding are those in UTF-8, but for what is replaced."""
    assert done[0] == plain[0]
    assert done[1].count("\n") == plain[1].count("\n")
    if "--json" in arguments:
        assert [json.loads(line) for line in done[1].splitlines()] == [
            json.loads(line) for line in plain[1].splitlines()
        ]


def printed(arguments: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Run a command within this process, over streams such as Python makes for ``PYTHONIOENCODING``; return its exit code and output."""
    streams = {
        "stdin": io.TextIOWrapper(io.BytesIO(GIVEN.encode()), encoding),
        "stdout": io.TextIOWrapper(io.BytesIO(), encoding),
        "stderr": io.TextIOWrapper(io.BytesIO(), encoding, "backslashreplace"),
    }
    with monkeypatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        code = main(arguments)
        for name in ("stdout", "stderr"):
            streams[name].flush()
    out, err = (streams[name].buffer.getvalue().decode(encoding) for name in ("stdout", "stderr"))
    assert "Traceback" not in err, err
    return code, out


@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_what_the_terminal_cannot_show(
    home: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has no code in the output's encoding is replaced in text and escaped in JSON; nothing fails for it."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    plain = printed(arguments, "utf-8", monkeypatch)
    for encoding in ENCODINGS:
        assert_shows(arguments, plain, printed(arguments, encoding, monkeypatch))


@pytest.mark.parametrize(
    "arguments", [["check", "日本"], ["word", "naïve", "--json"], ["check", "-"]], ids=" ".join
)
def test_what_a_pipe_cannot_take(run: Run, arguments: list[str]) -> None:
    """So it is in processes of their own, whose encoding the environment says."""
    plain = run(*arguments, given=GIVEN)
    for encoding in ENCODINGS:
        done = run(*arguments, given=GIVEN, PYTHONIOENCODING=encoding)
        assert_shows(arguments, (plain.returncode, plain.stdout), (done.returncode, done.stdout))


def test_an_export_is_a_file_whatever_the_terminal(run: Run) -> None:
    """An exported house list has its own encoding, UTF-8, and loses nothing."""
    assert run("house", "create", "club", "--title", "Club", "--by", "Ann").returncode == 0
    run("house", "allow", "club", "glorp", "--reason", "日本", "--by", "Ann")
    plain = run("house", "export", "club", "--format", "csv")
    assert "日本" in plain.stdout
    assert run("house", "export", "club", "--format", "csv", PYTHONIOENCODING="ascii").stdout == plain.stdout


@pytest.mark.parametrize(
    "command", ["export boggle", "diff boggle open", "check -", "check - --json", "check - --detail verdict"]
)
def test_broken_pipe(home: Path, command: str) -> None:
    """A reader that stops early is no error to tell of: nothing at all is said."""
    feed = "yes cat | head -20000" if command.startswith("check") else "true"
    done = subprocess.run(
        ["bash", "-c", f"{feed} | '{sys.executable}' -m adjudicator.cli.main {command} | head -1"],
        env=environment(home),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_source_list(run: Run) -> None:
    """`source list` names every source with its edition and attribution."""
    out = run("source", "list").stdout
    assert "wordnet: WordNet" in out and "Princeton" in out
    assert {"wordnet", "scowl", "gcide", "curated"} <= {
        each["id"] for each in json.loads(run("source", "list", "--json").stdout)
    }


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("list.txt", "blorp\nzed\n\n# a remark\nco-op\n"),
        ("list.csv", "word,pos,gloss,labels\nblorp,noun,a sound,slang\nzed,,,\nco-op,,,\n"),
    ],
)
def test_source_add(run: Run, tmp_path: Path, file: str, content: str) -> None:
    """A list of one's own becomes a dictionary: a ruleset that names it judges by it, and its words are
    settled.
    """
    (tmp_path / file).write_text(content)
    (tmp_path / "mine.toml").write_text('id = "mine"\nextends = "boggle"\n[dictionary]\nsources = ["mine"]\n')
    added = run("source", "add", "mine", file)
    assert (added.returncode, added.stdout.split(":")[0]) == (0, "Added mine"), added.stderr
    found = [
        json.loads(line)
        for line in run("check", "blorp", "zed", "cat", "--json", "-r", "mine.toml").stdout.splitlines()
    ]
    assert [(each["legal"], each["certainty"]) for each in found] == [
        (True, "settled"),
        (True, "settled"),
        (False, "settled"),
    ]
    assert run("check", "blorp").returncode == 1
    assert set(run("export", "./mine.toml").stdout.split()) >= {"blorp", "zed"}
    assert "mine: mine, a list of your own" in run("source", "list").stdout
    assert "mine" in run("word", "blorp").stdout


def test_source_add_again(run: Run, tmp_path: Path) -> None:
    """Adding a list under its name again replaces it; a list with faults leaves the earlier one as it was."""
    (tmp_path / "mine.toml").write_text('id = "mine"\nextends = "boggle"\n[dictionary]\nsources = ["mine"]\n')
    for content, code, legal in (
        ("blorp\n", 0, ["blorp"]),
        ("blarp\nblirp\n", 0, ["blarp", "blirp"]),
        ("blurp\n123\n", 2, ["blarp", "blirp"]),
    ):
        (tmp_path / "list.txt").write_text(content)
        done = run("source", "add", "mine", "list.txt")
        assert done.returncode == code, done.stderr
        assert run("export", "./mine.toml").stdout.split() == legal
