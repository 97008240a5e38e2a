"""The ledger's database: SQLite without any set-up, or PostgreSQL by its URL.

SQLAlchemy Core and Alembic, because they speak to both databases with the same statements and migrations and have been kept well for
long. Everything that reads or writes the ledger does so in :meth:`Store.reading` or :meth:`Store.writing`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from adjudicator.errors import LedgerError, LedgerUnavailable
from adjudicator.ledger import schema
from adjudicator.resources import home

ENVIRONMENT = "ADJUDICATOR_LEDGER"
"""Names the ledger: a URL of SQLAlchemy's, or the path of an SQLite file."""
FILE_NAME = "ledger.sqlite"
PATIENCE = 30
"""Seconds that a writer waits for another one."""


def now() -> str:
    """Return the time as the ledger writes it: ISO 8601, UTC, with microseconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def ledger_url() -> URL:
    """Return where the ledger is: what ``ADJUDICATOR_LEDGER`` names, or a file in the data directory.

    Raises :class:`LedgerError` for what is no such name.
    """
    named = os.environ.get(ENVIRONMENT, "")
    if "://" not in named:
        return URL.create("sqlite", database=str(Path(named) if named else home() / FILE_NAME))
    try:
        url = make_url(named)
    except ArgumentError as error:
        raise LedgerError(f"{ENVIRONMENT} is no URL of a database: {error}.", _HINT) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise LedgerError(f"{ENVIRONMENT} names a {url.get_backend_name()}, which cannot be used.", _HINT)
    return url


_HINT = "Give the path of an SQLite file, or postgresql://USER:PASSWORD@HOST/DATABASE."


class Store:
    """A ledger that is open. Threads and processes may write it at the same time; each writer waits for the others."""

    def __init__(self, url: URL | None = None) -> None:
        """Open the ledger at *url*, by default :func:`ledger_url`; an SQLite one that is not there is made.

        Raises :class:`LedgerUnavailable` where the database does not answer, :class:`LedgerSchema` where another version made it.
        """
        self.url = url or ledger_url()
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = _sqlite(self.url) if self.is_sqlite else _postgresql(self.url)
        except (NoSuchModuleError, ImportError) as error:
            raise LedgerError(f"The ledger's database needs a driver: {error}.", _HINT) from None
        with self._told():
            schema.check(self.engine, create=self.is_sqlite)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Enter a transaction that only reads, and sees one state of the ledger."""
        with self._told(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Enter a transaction that writes; it is committed at the end, or rolled back where anything is raised."""
        with (
            self._told(),
            self.engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what the database refuses into an error that says what to do."""
        try:
            yield
        except DBAPIError as error:
            if isinstance(error, _FAULTS_OF_OURS) and not error.connection_invalidated:
                raise
            raise LedgerUnavailable(
                f"The ledger does not answer ({str(error.orig).strip().splitlines()[0]}).",
                "Nothing was written. Try again; if it goes on, look at the database that ADJUDICATOR_LEDGER names.",
            ) from error


def _faults_of_ours() -> tuple[type[Exception], ...]:
    from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

    return (DataError, IntegrityError, ProgrammingError)


_FAULTS_OF_OURS = _faults_of_ours()


def _sqlite(url: URL) -> Engine:
    """Return an engine that begins its transactions itself: the driver would begin them late, and read without one."""
    path = url.database
    if path and path != ":memory:":
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def opened(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: URL) -> Engine:
    """Return an engine that notices a connection which a restarted server has cut, and opens another."""
    return create_engine(
        url, pool_pre_ping=True, pool_size=4, max_overflow=8, connect_args={"connect_timeout": 5}
    )
