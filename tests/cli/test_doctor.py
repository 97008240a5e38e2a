"""The command that says what is here and what is missing."""

from __future__ import annotations

import json
import os
import shutil
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from adjudicator.judging.service import Adjudicator
from adjudicator.server import checkup
from tests.cli.conftest import Call, Done


def told(done: Done) -> dict[str, Any]:
    """What was found, by its name."""
    found = [json.loads(line) for line in done.out.splitlines()]
    assert all(set(each) == {"name", "state", "said", "remedy"} for each in found)
    assert all(each["remedy"] for each in found if each["state"] == "note")
    return {each["name"]: each for each in found}


def test_all_is_well(sunday: Call, adjudicator: Adjudicator) -> None:
    """Where everything is there, nothing is a fault, and the lexicon and the ledger are named."""
    done = sunday("doctor", "--json", "--port", "0")
    found = told(done)
    assert done.code == 0, done.out
    assert {each["state"] for each in found.values()} <= {"ok", "note"}
    assert adjudicator.lexicon.digest in found["lexicon"]["said"]
    assert f"{adjudicator.lexicon.size:,} words" in found["lexicon"]["said"]
    assert "wordnet" in found["sources"]["said"] and "boggle" in found["rulesets"]["said"]
    assert "ledger.sqlite" in found["ledger"]["said"] and "bytes" in found["ledger"]["said"]
    text = sunday("doctor", "--port", "0")
    assert text.code == 0 and text.out.endswith("\nNo faults.\n") and "+ lexicon: " in text.out


def test_nothing_is_there(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no lexicon it says how to have one; the rest is looked at all the same."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "nothing"))
    done = call("doctor", "--json", "--port", "0")
    found = told(done)
    assert done.code == 1
    assert found["lexicon"]["state"] == "fault" and "adjudicator build" in found["lexicon"]["remedy"]
    assert (found["data"]["state"], found["ledger"]["state"]) == ("ok", "ok")
    assert not (tmp_path / "nothing").exists()


def test_faults_of_all_kinds(call: Call, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, rulesets, the ledger, the clock and the disk: each fault is told, with what to do, and no secret."""
    (home / "rulesets").mkdir()
    (home / "rulesets" / "bad.toml").write_text("id = 3\n")
    (home / "ledger.sqlite").touch()
    os.utime(home / "ledger.sqlite", (time.time() + 9 * checkup.DAY,) * 2)
    for name, value in {
        "ADJUDICATOR_RATE": "often",
        "ADJUDICATOR_LEDGER": "postgresql://ann:geheim@127.0.0.1:1/club",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(checkup, "ROOM_TO_RUN", 1 << 62)
    done = call("doctor", "--json")
    found = told(done)
    assert done.code == 1 and "geheim" not in done.out
    for name, said in {
        "settings": "ADJUDICATOR_RATE",
        "ruleset": "id",
        "ledger": "unreachable",
        "disk": "GB are free",
    }.items():
        assert found[name]["state"] == "fault" and said in found[name]["said"], name
    monkeypatch.setenv("ADJUDICATOR_LEDGER", str(home / "ledger.sqlite"))
    assert told(call("doctor", "--json"))["clock"]["state"] == "fault"


def test_a_damaged_lexicon(call: Call, home: Path, tmp_path: Path) -> None:
    """A lexicon with a byte that is not what was built is a fault, and the rest is looked at."""
    (home / "lexicon.sqlite").unlink()
    (home / "lexicon.sqlite").write_bytes(b"SQLite format 3\x00" + bytes(5_000))
    done = call("doctor", "--json", "--port", "0")
    assert (done.code, told(done)["lexicon"]["state"]) == (1, "fault")
    assert "clock" in told(done)


def test_a_port_that_is_taken(call: Call) -> None:
    """A port that is taken is told; whether that is this server, nobody knows."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = call("doctor", "--json", "--port", str(other.getsockname()[1]))
    assert (done.code, told(done)["port"]["state"]) == (0, "note")


def test_what_developers_need(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools of developers are looked for only if that is said, and their lack is no fault."""
    assert "Node" not in told(call("doctor", "--json", "--port", "0"))
    monkeypatch.setattr(shutil, "which", lambda *_: None)
    done = call("doctor", "--json", "--port", "0", "--dev")
    assert done.code == 0
    assert {told(done)[name]["state"] for name in checkup.TOOLS} == {"note"}
