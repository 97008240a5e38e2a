"""Whatever is asked of the command line, it answers or says in one line what is wrong and what to do; no
trace of the program's insides.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REAL_LEXICON, Run, environment

EVERY = [
    ["check", "{}"],
    ["word", "{}"],
    ["judge", "{}"],
    ["check", "cat", "--ruleset", "{}"],
    ["judge", "cat", "-r", "{}"],
    ["rulesets", "{}"],
    ["export", "{}"],
    ["diff", "boggle", "{}"],
    ["diff", "{}", "boggle"],
    ["search", "--pattern", "{}"],
    ["search", "--anagram", "{}"],
    ["search", "--length", "3", "-r", "{}"],
    ["source", "add", "{}", "no-such-file"],
    ["source", "add", "mine", "{}"],
]
BAD = {
    "empty": "",
    "long": "a" * 100_000,
    "control": "a\x1b[31mb",
    "newline": "a\nb",
    "emoji": "🙂",
    "surrogate": "\udcff",
    "blank": "   ",
    "dots": "../..",
    "digits": "123",
}


def complaint(done: subprocess.CompletedProcess[str], *says: str) -> str:
    """The one line on standard error of a command that could not answer."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("adjudicator: ")
    assert len(lines[0]) < 1200
    assert "\x1b" not in lines[0]
    for each in says:
        assert each in lines[0]
    return lines[0]


@pytest.mark.parametrize("bad", sorted(BAD))
@pytest.mark.parametrize("arguments", EVERY, ids=" ".join)
def test_bad_arguments(run: Run, arguments: list[str], bad: str) -> None:
    """Empty, huge, unprintable and senseless arguments are refused in one line that ends with what to do."""
    assert complaint(run(*(each.replace("{}", BAD[bad]) for each in arguments))).endswith((".", ")"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["nosuch"],
        ["check"],
        ["word"],
        ["judge"],
        ["diff", "boggle"],
        ["export"],
        ["export", "boggle", "--format", "pdf"],
        ["check", "cat", "--detail", "most"],
        ["search", "--length", "three"],
        ["source"],
        ["source", "add", "mine"],
        ["source", "drop"],
        ["check", "--no-such-option", "cat"],
        ["build", "--source"],
    ],
    ids=" ".join,
)
def test_wrong_calls(run: Run, arguments: list[str]) -> None:
    """A call that is not understood exits 2 and shows how it is made."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: adjudicator" in done.stderr


def test_search_by_nothing(run: Run) -> None:
    """A search needs something to search by."""
    complaint(run("search"), "--pattern")


@pytest.mark.parametrize(
    "command",
    [
        ["check", "cat"],
        ["check", "-"],
        ["word", "cat"],
        ["judge", "cat"],
        ["export", "boggle"],
        ["diff", "boggle", "open"],
        ["search", "--length", "3"],
        ["source", "list"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("state", ["missing", "empty", "garbage", "schema", "truncated", "directory"])
def test_no_usable_lexicon(run: Run, tmp_path: Path, command: list[str], state: str) -> None:
    """Without a lexicon that can answer, every command says where it looked and how to build one."""
    bare = tmp_path / "bare"
    bare.mkdir()
    lexicon = bare / "lexicon.sqlite"
    if state == "empty":
        lexicon.touch()
    elif state == "garbage":
        lexicon.write_bytes(b"garbage" * 4000)
    elif state == "directory":
        lexicon.mkdir()
    elif state == "truncated":
        with REAL_LEXICON.open("rb") as whole:
            lexicon.write_bytes(whole.read(3_000_000))
    elif state == "schema":
        db = sqlite3.connect(lexicon)
        db.execute("CREATE TABLE meta (name TEXT, value TEXT)")
        db.execute("INSERT INTO meta VALUES ('schema', '0')")
        db.commit()
        db.close()
    complaint(run(*command, at=bare, given="cat\n"), str(lexicon), "adjudicator build")


def test_a_damaged_page(run: Run, tmp_path: Path) -> None:
    """A lexicon whose pages were overwritten in place is told of when it is asked, like one that is cut
    off.
    """
    bare = tmp_path / "bare"
    bare.mkdir()
    content = bytearray(REAL_LEXICON.read_bytes())
    content[8192 * 50 :] = b"\x55" * (len(content) - 8192 * 50)
    (bare / "lexicon.sqlite").write_bytes(content)
    for command in (
        ["check", "cat"],
        ["check", "-"],
        ["word", "cat"],
        ["export", "boggle"],
        ["diff", "open", "boggle"],
    ):
        complaint(run(*command, at=bare, given="cat\n"), "cannot be read", "adjudicator build")


def test_rulesets_need_no_lexicon(run: Run, tmp_path: Path) -> None:
    """The rulebooks can be read before anything is built."""
    assert run("rulesets", "boggle", at=tmp_path / "nowhere").returncode == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("id = ", "not TOML"),
        ("", "id: is missing"),
        ('id = "x"\nextends = "x.toml"', "circle"),
        ('id = "x"\nextends = "open"\ncolour = 3', "colour: is not known"),
        ('id = "x"\nextends = "open"\n[dictionary]\nsources = ["nosuch"]', "source add"),
        ('id = "x"\nextends = "nosuch"', "nosuch"),
    ],
)
def test_bad_rulesets(run: Run, tmp_path: Path, content: str, says: str) -> None:
    """A ruleset's file with faults is refused with its faults, wherever it is named."""
    (tmp_path / "x.toml").write_text(content)
    for command in (["check", "cat", "-r"], ["judge", "cat", "-r"], ["export"], ["check", "-", "-r"]):
        complaint(run(*command, "./x.toml"), says)


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("x.txt", b"", "no words"),
        ("x.txt", b"cat\n123\n\xf0\x9f\x99\x82\n", "x.txt:2"),
        ("x.txt", b"\xff\xfe\x00c", "UTF-8"),
        ("x.csv", b"word,colour\ncat,red\n", "colour"),
        ("x.csv", b"word,pos\ncat,blah\n", "part of speech"),
        ("x.csv", b"word,pos\n", "no words"),
        ("x.txt", b"a" * 1_000_000, "at most 100"),
        ("x.txt", b"a\x00b\n", "U+0000"),
        ("x.csv", b'word,gloss\ncat,"' + b"a" * 200_000 + b'"\n', "x.csv"),
    ],
)
def test_bad_lists(run: Run, tmp_path: Path, home: Path, file: str, content: bytes, says: str) -> None:
    """A list with lines that are no words is refused with the lines, and nothing is added."""
    (tmp_path / file).write_bytes(content)
    complaint(run("source", "add", "mine", file), says)
    assert list((home / "lists").glob("*.sqlite")) == []


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
from adjudicator.cli.main import main
sys.exit(main(sys.argv[2:]))
"""


def limited(home: Path, limit: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command that can write no file larger than *limit* bytes, as on a disk that is full."""
    return subprocess.run(
        [
            sys.executable,
            "-c",
            LIMITED,
            str(limit),
            *arguments,
        ],
        env=environment(home, PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_full_disk_for_a_list(home: Path, tmp_path: Path) -> None:
    """A list that the disk cannot hold is refused with what to do, and leaves nothing behind."""
    (tmp_path / "list.txt").write_text(
        "\n".join(f"w{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(600))
    )
    complaint(limited(home, 20_000, "source", "add", "mine", str(tmp_path / "list.txt")), "ADJUDICATOR_HOME")
    assert [path.name for path in (home / "lists").iterdir() if not path.name.startswith(".lock")] == []


def test_full_disk_for_output(home: Path) -> None:
    """Output that cannot be written is told of in one line."""
    for command in (["check", "cat"], ["export", "boggle"], ["word", "cat", "--json"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "adjudicator.cli.main", *command],
                stdout=full,
                stderr=subprocess.PIPE,
                env=environment(home),
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr.startswith("adjudicator: No space left on device") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("reason", ["no-such-source", "offline"])
def test_a_build_that_cannot_be(run: Run, tmp_path: Path, reason: str) -> None:
    """A build whose sources cannot be had says which, and what to do."""
    arguments = ["--offline", "--source", "nosuch"] if reason == "no-such-source" else ["--offline"]
    done = run("build", *arguments, at=tmp_path / "fresh")
    assert done.returncode == 2
    told = done.stderr.splitlines()[-1]
    assert told.startswith("adjudicator: ")
    if reason == "offline":
        for source in ("wordnet", "cmudict", "misaki", "contractions", "lemminflect"):
            assert f"add a [[{source}.channel]]" in told
        assert "adjudicator lexicon import" in told
    assert not (tmp_path / "fresh" / "lexicon.sqlite").exists()
