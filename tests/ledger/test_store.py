"""Transactions of the ledger: whole or not at all, one within another, and clear where the database is away."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, func, insert, select

from adjudicator.errors import LedgerError, LedgerUnavailable
from adjudicator.ledger.clock import now
from adjudicator.ledger.store import ENVIRONMENT, Store, ledger_url, migrate
from adjudicator.ledger.tables import house
from tests.ledger.postgres import server


class Stopped(Exception):
    """Ends a transaction in a test."""


def add(connection: Connection, slug: str) -> None:
    connection.execute(insert(house).values(slug=slug, head=1, created_at=now(), created_by="ann"))


def slugs(store: Store) -> set[str]:
    with store.reading() as connection:
        return set(connection.execute(select(house.c.slug)).scalars())


def test_whole_or_not_at_all(store: Store) -> None:
    """What is raised within a transaction undoes all of it."""
    with pytest.raises(Stopped), store.writing() as connection:
        add(connection, "sunday")
        raise Stopped
    assert slugs(store) == set()


def test_one_within_another(store: Store) -> None:
    """A transaction within one is a part of it: undone with it, and seen by what reads within it, but by nobody else."""
    seen: list[set[str]] = []
    with pytest.raises(Stopped), store.writing():
        with store.writing() as connection:
            add(connection, "sunday")
        assert slugs(store) == {"sunday"}
        assert store.is_writing
        other = threading.Thread(target=lambda: seen.append(slugs(store)))
        other.start()
        other.join()
        raise Stopped
    assert seen == [set()]
    assert not store.is_writing
    assert slugs(store) == set()


def test_an_inner_one_alone_is_undone(store: Store) -> None:
    """Where the inner transaction fails and the outer goes on, only what the inner one wrote is undone."""
    with store.writing() as connection:
        add(connection, "sunday")
        with pytest.raises(Stopped), store.writing() as inner:
            add(inner, "monday")
            raise Stopped
        add(connection, "tuesday")
    assert slugs(store) == {"sunday", "tuesday"}


def test_a_reader_sees_one_state(store: Store) -> None:
    """Whatever others write meanwhile, two questions of one transaction are answered from the same state."""
    count = select(func.count()).select_from(house)

    def write() -> None:
        with store.writing() as connection:
            add(connection, "sunday")

    with store.reading() as connection:
        before = connection.execute(count).scalar_one()
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        assert connection.execute(count).scalar_one() == before
    assert slugs(store) == {"sunday"}


def test_a_server_that_is_away() -> None:
    """While the server is stopped the ledger says that it does not answer; afterwards it goes on by itself."""
    with server() as running:
        migrate(running.url)
        store = Store(running.url)
        running.stop()
        with pytest.raises(LedgerUnavailable), store.writing() as connection:
            add(connection, "sunday")
        running.start()
        with store.writing() as connection:
            add(connection, "monday")
        assert slugs(store) == {"monday"}
        with pytest.raises(LedgerUnavailable), store.writing() as connection:
            add(connection, "tuesday")
            running.stop()
            running.start()
            add(connection, "wednesday")
        assert slugs(store) == {"monday"}
        store.close()


@pytest.mark.parametrize("named", ["mysql://host/db", "nonsense://", "postgresql+nothing://host/db"])
def test_no_such_database(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is no database of a kind that can be used is refused with what to give instead."""
    monkeypatch.setenv(ENVIRONMENT, named)
    with pytest.raises(LedgerError, match="Give the path of an SQLite file"):
        Store()


def test_where_the_ledger_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file in the data directory unless named; a PostgreSQL URL gets the driver that the project uses."""
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path))
    assert ledger_url().database == str(tmp_path / "ledger.sqlite")
    monkeypatch.setenv(ENVIRONMENT, "postgresql://ann@host/db")
    assert ledger_url().drivername == "postgresql+psycopg"


def test_no_ledger_in_a_file(tmp_path: Path) -> None:
    """A file that is no database is refused with a message."""
    path = tmp_path / "ledger.sqlite"
    path.write_text("not a database, but long enough to be taken for one\n" * 40)
    with pytest.raises(LedgerUnavailable, match="file is not a database"):
        Store(URL.create("sqlite", database=str(path)))


WRITES = """
import sys
from sqlalchemy import URL
from adjudicator.ledger.store import Store
from tests.ledger.test_store import add
store = Store(URL.create("sqlite", database=sys.argv[1]))
with store.writing() as connection:
    add(connection, "sunday")
store.close()
"""
"""Another process that writes to the ledger and ends."""


def test_a_second_store_gives_up_no_locks(tmp_path: Path) -> None:
    """While a ledger is open twice in a process, another one that closes it leaves the log of its writes to those who read it.

    SQLite knows by locks on the file who still has it open; a process gives up all of its locks on a file as soon as it closes it once.
    """
    url = URL.create("sqlite", database=str(tmp_path / "ledger.sqlite"))
    migrate(url)
    first = Store(url)
    assert slugs(first) == set()
    second = Store(url)
    subprocess.run(
        [sys.executable, "-c", WRITES, str(url.database)], check=True, cwd=Path(__file__).parents[2]
    )
    assert (tmp_path / "ledger.sqlite-wal").exists()
    assert slugs(first) == slugs(second) == {"sunday"}
    first.close()
    second.close()
