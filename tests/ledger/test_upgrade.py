"""A ledger of any earlier version is backed up, brought to this one with all that is in it, and told apart from a newer one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import URL, MetaData, create_engine

from adjudicator.errors import LedgerSchema
from adjudicator.ledger import schema
from adjudicator.ledger.backup import backup, restore
from adjudicator.ledger.guard import Guard, Patience
from adjudicator.ledger.store import ENVIRONMENT, Store, migrate, version_of
from adjudicator.ledger.verify import verify
from adjudicator.resources import Places
from adjudicator.usecases.serving import standing
from tests.conftest import ROOT, Run, home_with_lexicon
from tests.ledger.test_backup import NEWER, content, first_ledger, sqlite
from tests.web.test_server import Server


def test_from_the_first_version_to_the_last(empty_url: URL, tmp_path: Path) -> None:
    """What was written at the first version is there at the last; at each on the way a backup can be made, and be restored as of today."""
    written = first_ledger(empty_url, tmp_path)
    assert all(rows for name, rows in written.items() if name not in NEWER)
    for version in schema.versions():
        assert migrate(empty_url, to=version) == version
        store = Store(empty_url, older=True)
        file = tmp_path / version
        backup(store, file)
        store.close()
        assert version_of(sqlite(file)) == version
        target = Store(sqlite(tmp_path / f"restored-{version}"))
        restore(target, file)
        assert content(target) == written
        target.close()
    latest = Store(empty_url)
    assert content(latest) == written and verify(latest) == []
    latest.close()


def test_migrations_only_add(tmp_path: Path) -> None:
    """Each version has the tables and columns of the one before, so that a node of that one can read on."""
    url, before = sqlite(tmp_path / "ledger.sqlite"), set[tuple[str, str]]()
    engine = create_engine(url)
    for version in schema.versions():
        migrate(url, to=version)
        tables = MetaData()
        tables.reflect(engine)
        now = {(table.name, column.name) for table in tables.sorted_tables for column in table.columns}
        assert before <= now, version
        before = now
    engine.dispose()


def test_an_earlier_version_says_what_to_do(empty_url: URL) -> None:
    """One of an earlier version is not used by mistake, and names the command that helps."""
    migrate(empty_url, to=schema.versions()[0])
    with pytest.raises(LedgerSchema, match=r"has version 0001.*`adjudicator ledger migrate`") as older:
        Store(empty_url)
    assert not older.value.newer


def test_the_state_of_a_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each state has its name, and what is wrong its advice."""
    guard = Guard(2, Patience())
    path = tmp_path / "ledger.sqlite"
    monkeypatch.setenv(ENVIRONMENT, str(path))
    assert standing(guard, Places.from_environment())[:2] == ("none", "")
    migrate(sqlite(path), to="0001")
    found, said, remedy, *_ = standing(guard, Places.from_environment())
    assert found == "needs-migration" and "0001" in said and "ledger migrate" in remedy
    migrate(sqlite(path))
    assert standing(guard, Places.from_environment())[:2] == ("ready", "")
    engine = create_engine(sqlite(path))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    for each in (guard, Guard(2, Patience())):  # one that has it open already, and one that opens it
        found, said, remedy, *_ = standing(each, Places.from_environment())
        assert found == "newer" and "9999" in said and "ledger migrate" not in said + remedy
    monkeypatch.setenv(ENVIRONMENT, "postgresql://127.0.0.1:1/none")
    assert standing(guard, Places.from_environment()).state == "unreachable"


def test_migrating_by_the_command_line(run: Run, home: Path, tmp_path: Path) -> None:
    """`ledger migrate` writes a backup beside the ledger first and says where; `verify` and others name it as the way on."""
    path = home / "ledger.sqlite"
    first_ledger(sqlite(path), tmp_path)
    told = run("ledger", "verify")
    assert told.returncode == 2 and "Run `adjudicator ledger migrate`" in told.stderr
    assert run("ledger", "backup", str(tmp_path / "by-hand")).returncode == 0
    migrated = run("ledger", "migrate")
    (kept,) = home.glob("ledger-0001-*.backup")
    assert migrated.returncode == 0 and str(kept) in migrated.stdout
    assert migrated.stdout.endswith(f"has version {schema.latest()}.\n")
    assert version_of(sqlite(kept)) == "0001"
    assert run("ledger", "verify").returncode == 0
    again = json.loads(run("ledger", "migrate", "--json").stdout)
    assert again == {"version": schema.latest(), "backup": None}


def test_migrating_without_a_backup(run: Run, home: Path, tmp_path: Path) -> None:
    """With `--no-backup` none is written; an older ledger that is not empty is not migrated by a restore that is refused."""
    path = home / "ledger.sqlite"
    first_ledger(sqlite(path), tmp_path)
    run("ledger", "backup", str(tmp_path / "kept"))
    assert run("ledger", "restore", str(tmp_path / "kept")).returncode == 2
    assert version_of(sqlite(path)) == "0001"
    assert run("ledger", "migrate", "--no-backup").returncode == 0
    assert version_of(sqlite(path)) == schema.latest()
    assert list(home.glob("*.backup")) == []


def test_serving_beside_an_older_ledger(tmp_path: Path) -> None:
    """A server says at its start what its ledger needs, serves what needs none, and takes it into use as soon as it is migrated."""
    path = tmp_path / "ledger.sqlite"
    first_ledger(sqlite(path), tmp_path)
    home = str(home_with_lexicon(tmp_path / "home"))
    with Server(ADJUDICATOR_LEDGER=str(path), ADJUDICATOR_HOME=home) as server:
        ready = server.get("/readyz")
        assert (ready.status_code, ready.json()["ledger"]) == (200, "needs-migration")
        assert server.get("/v1/rulesets/boggle/words/trig").status_code == 200
        assert server.get("/?word=trig&ruleset=boggle").status_code == 200
        assert server.get("/v1/rulesets/house:sunday/words/trig").status_code == 503
        migrate(sqlite(path))
        assert server.get("/v1/rulesets/house:sunday/words/trig").status_code == 200
        assert server.get("/readyz").json()["ledger"] == "ready"
        _, _, said = server.stop()
    assert "The ledger has version 0001" in said and "Run `adjudicator ledger migrate`" in said


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("postgresql:/ann:pw@host/db", "lacks the two slashes"),
        ("sqlite:ledger.sqlite", "lacks the two slashes"),
        ("postgresql://ann:pw@host:port/db", "a port that is no number"),
        ("postgresql://ann:pw@host:99999/db", "port 99999"),
    ],
)
def test_a_mistyped_name(run: Run, tmp_path: Path, named: str, said: str) -> None:
    """A URL that is none is refused by every command, `serve` too, without its password; nothing is made of its name."""
    for arguments in (("ledger", "migrate"), ("house", "list"), ("serve", "--port", "0")):
        done = run(*arguments, ADJUDICATOR_LEDGER=named)
        assert done.returncode == 2 and said in done.stderr, done
        assert "Traceback" not in done.stderr and "pw" not in done.stderr
    assert not list(tmp_path.glob("postgresql*")) and not (ROOT / "postgresql:").exists()


def test_the_look_needs_no_database_driver_before_it_is_asked() -> None:
    """Settings and the guard are read by every server, so they do not import what only an open ledger needs."""
    asked = "import sys, adjudicator.runtime.settings, adjudicator.api.outlook; print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
