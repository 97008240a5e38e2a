"""The command line itself: what it imports, what it says to who gives no command or a mistyped one, and completion in real shells."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli.commands import COMMANDS, whole_parser
from tests.cli.conftest import Call
from tests.conftest import ROOT, environment

NOT_FOR_CHECK = {
    "alembic", "asyncio", "dataclasses", "difflib", "email", "flask", "hashlib", "http", "importlib.metadata", "inspect", "logging", "msgspec",
    "orjson", "requests", "scrapers", "shtab", "shutil", "socket", "sqlalchemy", "subprocess", "tempfile", "threading",
    "adjudicator.api", "adjudicator.judging.batch", "adjudicator.judging.compiled", "adjudicator.ingest", "adjudicator.ledger", "adjudicator.web",
}  # fmt: skip
"""What a cold `check` has no use for: each of them takes longer than the look-up."""
NOT_FOR_HELP = NOT_FOR_CHECK | {"json", "pathlib", "sqlite3", "tomllib", "adjudicator.judging.service"}
SYNTAX = {"bash": ("bash", "-n"), "zsh": ("zsh", "-n"), "fish": ("fish", "--no-execute")}


def _imported(home: Path, *arguments: str) -> set[str]:
    """Return the modules that a process of its own has imported by the end of a command."""
    asked = (
        "import sys, contextlib, io; before = set(sys.modules); from adjudicator.cli.main import main\n"
        f"try: main({list(arguments)!r})\nexcept SystemExit: pass\n"
        "print('\\n' + ' '.join(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(home),
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [("check", "trig"), ("check", "trig", "--json")], ids=" ".join)
def test_a_look_up_imports_only_what_it_needs(home: Path, arguments: tuple[str, ...]) -> None:
    """A cold `check` imports nothing of the ledger, the server or the build, and no other command."""
    found = _imported(home, *arguments)
    assert "adjudicator.cli.check" in found
    assert not found & NOT_FOR_CHECK
    assert not found & {f"adjudicator.cli.{each}" for each in COMMANDS if each != "check"}


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ()], ids=" ".join)
def test_help_imports_no_command(home: Path, arguments: tuple[str, ...]) -> None:
    """The version and the list of commands need the module of none of them."""
    found = _imported(home, *arguments)
    assert "adjudicator.cli.commands" in found
    assert not found & (NOT_FOR_HELP | {f"adjudicator.cli.{each}" for each in COMMANDS})


def test_no_command(call: Call) -> None:
    """Without a command the commands are listed, with a line each."""
    done = call()
    assert (done.code, done.err) == (0, "")
    for name, purpose in COMMANDS.items():
        assert any(line.split() == [name, *purpose.split()] for line in done.out.splitlines())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("chek trig", "check"),
        ("check trig --jsn", "--json"),
        ("check trig --detail verdcit", "verdict"),
        ("house lst", "list"),
        ("house list --jsom", "--json"),
    ],
)
def test_did_you_mean(call: Call, capsys: pytest.CaptureFixture[str], typed: str, meant: str) -> None:
    """A mistyped command, action, choice or option is answered by the closest one that there is."""
    with pytest.raises(SystemExit) as left:
        call(*typed.split())
    assert left.value.code == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err


def test_the_whole_parser_has_every_argument() -> None:
    """The parser of all commands has the actions and the options of each of them."""
    found = {each.prog: set(each._option_string_actions) for each in whole_parser().each()}
    assert {f"adjudicator {name}" for name in COMMANDS} <= set(found)
    assert {"--ruleset", "--json", "--board"} <= found["adjudicator check"]
    assert "--expires" in found["adjudicator house allow"]


@pytest.mark.parametrize("shell", SYNTAX)
def test_completion_is_a_script(call: Call, tmp_path: Path, shell: str) -> None:
    """`completion` prints a script that the shell reads without complaint, where that shell is installed."""
    done = call("completion", shell)
    assert (done.code, done.err) == (0, "") and "adjudicator" in done.out
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed: its script cannot be read by it here")
    file = tmp_path / f"completion.{shell}"
    file.write_text(done.out)
    subprocess.run([*SYNTAX[shell], str(file)], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["adjudicator", "che"], {"check"}),
        (["adjudicator", "house", "al"], {"allow"}),
        (["adjudicator", "check", "--det"], {"--detail"}),
        (["adjudicator", "check", "--ruleset", "bog"], {"boggle"}),
    ],
    ids=" ".join,
)
def test_completion_in_bash(
    call: Call, home: Path, tmp_path: Path, words: list[str], offered: set[str]
) -> None:
    """A real bash offers commands, actions, options and the ids of rulesets."""
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    file, command = tmp_path / "completion.bash", tmp_path / "adjudicator"
    file.write_text(call("completion", "bash").out)
    command.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m adjudicator.cli.main \"$@\"\n")
    command.chmod(0o755)
    asked = (
        f"PATH='{tmp_path}':$PATH; cd '{ROOT}'; source '{file}'; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
        "$(complete -p adjudicator | sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", asked], capture_output=True, text=True, env=environment(home), check=False
    )
    assert {each.strip() for each in done.stdout.splitlines()} == offered, done.stderr
