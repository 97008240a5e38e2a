"""The ledger's database: SQLite without any set-up, or PostgreSQL by its URL.

SQLAlchemy Core and Alembic, because they speak to both databases with the same statements and migrations and have been kept well for
long. Everything that reads or writes the ledger does so in :meth:`Store.reading` or :meth:`Store.writing`.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
    TimeoutError,
)

from adjudicator.errors import LedgerError, LedgerUnavailable
from adjudicator.ledger import schema
from adjudicator.resources import LEDGER_VARIABLE, ledger_name

ENVIRONMENT = LEDGER_VARIABLE
"""Names the ledger: a URL of SQLAlchemy's, or the path of an SQLite file."""
PATIENCE = 30
"""Seconds that a writer waits for another one."""


def now() -> str:
    """Return the time as the ledger writes it: ISO 8601, UTC, with microseconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def ledger_url() -> URL:
    """Return where the ledger is: what ``ADJUDICATOR_LEDGER`` names, or a file in the data directory.

    Raises :class:`LedgerError` for what is no such name.
    """
    named = ledger_name()
    if "://" not in named:
        return URL.create("sqlite", database=str(Path(named)))
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


_FAULTS_OF_OURS = (DataError, IntegrityError, ProgrammingError)


class Store:
    """A ledger that is open. Threads and processes may write it at the same time; each writer waits for the others."""

    def __init__(self, url: URL | None = None) -> None:
        """Open the ledger at *url*, by default :func:`ledger_url`; an SQLite one that is not there is made.

        Raises :class:`LedgerUnavailable` where the database does not answer, :class:`LedgerSchema` where another version made it.
        """
        self.url = url or ledger_url()
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(self.url)
        self._here = threading.local()
        with _told():
            schema.check(self.engine, create=self.is_sqlite)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @property
    def is_writing(self) -> bool:
        """Whether this thread is within :meth:`writing`: what it reads may still be rolled back, so nobody may keep it."""
        return self._joined is not None

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Enter a transaction that only reads, and sees one state of the ledger.

        Within :meth:`writing`, in the same thread, that transaction is used instead: it sees what it has written so far.
        """
        if self._joined is not None:
            yield self._joined
            return
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with _told(), self.engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Enter a transaction that writes; it is committed at the end, or rolled back where anything is raised.

        It may be entered again within itself, in the same thread: the inner one is a part of the outer, which alone commits. Where
        the inner one raises, what it wrote is rolled back at once, whether or not the outer goes on.
        """
        if self._joined is not None:
            with _told(), self._joined.begin_nested():
                yield self._joined
            return
        with (
            _told(),
            self.engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            self._here.connection = connection
            try:
                yield connection
            finally:
                self._here.connection = None

    @property
    def _joined(self) -> Connection | None:
        """The connection of the writing transaction that this thread is in."""
        return getattr(self._here, "connection", None)


def migrate(url: URL | None = None) -> str:
    """Bring the ledger at *url*, by default :func:`ledger_url`, to the latest version; return it.

    Raises :class:`LedgerUnavailable`.
    """
    engine = _engine(url or ledger_url())
    try:
        with _told():
            return schema.migrate(engine)
    finally:
        engine.dispose()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn what the database refuses into an error that says what to do."""
    try:
        yield
    except (DBAPIError, TimeoutError) as error:
        if isinstance(error, _FAULTS_OF_OURS) and not error.connection_invalidated:
            raise
        said = error.orig if isinstance(error, DBAPIError) else error
        raise LedgerUnavailable(
            f"The ledger does not answer ({str(said).strip().splitlines()[0]}).",
            "Try again; if it goes on, look at the database that ADJUDICATOR_LEDGER names.",
        ) from error


def _engine(url: URL) -> Engine:
    """Return an engine for *url*. Raises :class:`LedgerError` where its driver is missing."""
    try:
        return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)
    except (NoSuchModuleError, ImportError) as error:
        raise LedgerError(f"The ledger's database needs a driver: {error}.", _HINT) from None


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
