"""The command that says what is here and what is missing."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from adjudicator.judging.service import Adjudicator
from adjudicator.server import checkup, table
from tests.cli.conftest import Call, Done
from tests.load.server import SERVICE, ServerProcess


def told(done: Done) -> dict[str, Any]:
    """What was found, by its name."""
    found = [json.loads(line) for line in done.out.splitlines()]
    assert all(set(each) == {"name", "state", "said", "remedy"} for each in found)
    assert all(bool(each["remedy"]) is (each["state"] != "ok") for each in found)
    return {each["name"]: each for each in found}


def test_all_is_well(sunday: Call, adjudicator: Adjudicator) -> None:
    """Where everything is there, nothing is a fault, and the lexicon and the ledger are named."""
    done = sunday("doctor", "--json", "--port", "0")
    found = told(done)
    assert done.code == 0, done.out
    assert {each["state"] for each in found.values()} <= {"ok", "note"}
    assert "recipe" not in found and "unknown settings" not in found
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
    monkeypatch.setattr(table, "addresses", list)
    found = told(call("doctor", "--json", "--port", "0"))
    assert found["addresses"]["state"] == "note"
    assert "scowl" in found["lexicon"]["remedy"] and "`adjudicator build`" not in found["lexicon"]["remedy"]
    assert "lexicon import" in found["lexicon"]["remedy"]
    assert not (tmp_path / "nothing").exists()


def test_faults_of_all_kinds(call: Call, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, rulesets, the ledger, the clock and the disk: each fault is told, with what to do, and no secret."""
    (home / "rulesets").mkdir()
    (home / "rulesets" / "bad.toml").write_text("id = 3\n")
    (home / "ledger.sqlite").touch()
    os.utime(home / "ledger.sqlite", (time.time() + 9 * checkup.DAY,) * 2)
    for name, value in {
        "ADJUDICATOR_RATE": "often",
        "ADJUDICATOR_THREAD": "8",
        "ADJUDICATOR_LEDGER": "postgresql://ann:geheim@127.0.0.1:1/club",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(checkup, "ROOM_TO_RUN", 1 << 62)
    done = call("doctor", "--json")
    found = told(done)
    assert done.code == 1 and "geheim" not in done.out
    assert "ADJUDICATOR_THREADS" in found["unknown settings"]["said"]
    assert "ADJUDICATOR_LEDGER" in found["ledger"]["remedy"]
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


def test_a_lexicon_of_other_sources(call: Call, home: Path) -> None:
    """Where a build would make another lexicon, since a source is pinned to other data by now, that is said, and the one that is there serves."""
    (home / "sources.local.toml").write_text(
        "[cmudict]\nreplace_channels = true\n"
        f'[[cmudict.channel]]\nkind = "file"\npath = "cmudict.dict"\nfiles = ["cmudict.dict"]\ndigest = "sha256:{64 * "0"}"\n'
    )
    done = call("doctor", "--json", "--port", "0")
    found = told(done)
    assert (done.code, found["lexicon"]["state"], found["recipe"]["state"]) == (0, "ok", "note")
    assert "adjudicator build" in found["recipe"]["remedy"]


def test_a_folder_that_nobody_may_write(call: Call, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the data directory is read-only, words are judged, and no ledger is promised."""
    monkeypatch.setattr(checkup, "_may_write", lambda folder: folder != home)
    done = call("doctor", "--json", "--port", "0")
    found = told(done)
    assert (done.code, found["data"]["state"], found["ledger"]["state"]) == (0, "note", "note")
    assert "cannot be made" in found["ledger"]["said"]


def test_a_database_that_hangs(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that takes the connection and says nothing is given up, and told with what to do."""
    monkeypatch.setenv("ADJUDICATOR_LEDGER_WAIT", "0.5")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("ADJUDICATOR_LEDGER", f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/club")
        found = told(call("doctor", "--json", "--port", "0"))
    assert found["ledger"]["state"] == "fault" and "does not answer" in found["ledger"]["said"]
    assert "ADJUDICATOR_LEDGER" in found["ledger"]["remedy"] and found["port"]["state"] == "ok"


def test_a_store_of_limits_that_is_gone(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """That no client is limited is a fault, and no secret is told."""
    monkeypatch.setenv("ADJUDICATOR_RATE_STORAGE", "redis://:geheim@127.0.0.1:1/0")
    done = call("doctor", "--json", "--port", "0")
    limits = told(done)["limits"]
    assert done.code == 1 and limits["state"] == "fault" and "no client is limited" in limits["said"]
    assert "geheim" not in done.out


def test_a_port_that_is_taken(call: Call) -> None:
    """A port that is taken is told: by something else; by a server of this project, what that says of itself."""
    with ServerProcess(*SERVICE) as server:
        done = call("doctor", "--json", "--port", str(server.port))
    assert (done.code, told(done)["port"]["state"]) == (0, "ok")
    assert "ready; lexicon sha256:" in told(done)["port"]["said"]
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = call("doctor", "--json", "--port", str(other.getsockname()[1]))
    assert (done.code, told(done)["port"]["state"]) == (0, "note")
    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(
            target=lambda: other.accept()[0].sendall(b"SSH-2.0-OpenSSH_9.2\r\n"), daemon=True
        ).start()
        done = call("doctor", "--json", "--port", str(other.getsockname()[1]))
    assert (done.code, told(done)["port"]["state"]) == (0, "note")


def test_what_developers_need(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools of developers are looked for only if that is said, and their lack is no fault."""
    assert "Node" not in told(call("doctor", "--json", "--port", "0"))
    monkeypatch.setattr(shutil, "which", lambda *_: None)
    done = call("doctor", "--json", "--port", "0", "--dev")
    assert done.code == 0
    assert {told(done)[name]["state"] for name in checkup.TOOLS} == {"note"}
