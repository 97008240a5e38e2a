"""What the tests of the ledger's commands share: the command line within this process, over a ledger of the test's own."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import URL

from adjudicator.cli.main import main
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.rules.house import Settings


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Call = Callable[..., Done]


@pytest.fixture
def call(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Run the command line within this process, with its data in the test's own home."""
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    monkeypatch.setenv("LOGNAME", "ann")
    monkeypatch.chdir(tmp_path)

    def called(*arguments: str, given: bytes = b"") -> Done:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        code = main(arguments)
        return Done(code, *capsys.readouterr())

    return called


@pytest.fixture(scope="session")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a list called sunday, to be copied: making the tables takes longer than most tests."""
    path = tmp_path_factory.mktemp("ledger") / "ledger.sqlite"
    ledger = Ledger(URL.create("sqlite", database=str(path)))
    ledger.houses.create("sunday", Settings("Sunday club", "boggle", {}), "ann")
    ledger.close()
    return path


@pytest.fixture
def sunday(call: Call, home: Path, ledger_file: Path) -> Call:
    """The command line, where there is a list called sunday."""
    shutil.copy(ledger_file, home)
    return call


def plain(done: Done) -> Any:
    """Return what a command printed as JSON."""
    assert done.code == 0, done.err
    return json.loads(done.out)


def refused(done: Done, *says: str) -> None:
    """Make sure that a command printed nothing but one line that says what is wrong."""
    assert (done.code, done.out) == (2, ""), done
    assert done.err.startswith("adjudicator: ") and done.err.count("\n") == 1, done
    assert len(done.err) < 1200 and done.err[:-1].isprintable(), done
    for each in says:
        assert each in done.err
