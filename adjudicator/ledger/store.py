"""The ledger's database: SQLite without any set-up, or PostgreSQL by its URL.

SQLAlchemy Core and Alembic, because they speak to both databases with the same statements and migrations and have been kept well for
long. Everything that reads or writes the ledger does so in :meth:`Store.reading` or :meth:`Store.writing`.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, Connection, make_url, select, text
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    ProgrammingError,
    TimeoutError,
)

from adjudicator.errors import LedgerBusy, LedgerError, LedgerUnavailable
from adjudicator.ledger import schema
from adjudicator.ledger.engines import HINT, engine_of, waiting_for_others
from adjudicator.ledger.guard import Guard, Silence
from adjudicator.ledger.tables import house
from adjudicator.resources import LEDGER_VARIABLE, Places, is_broken_url

ENVIRONMENT = LEDGER_VARIABLE
"""Names the ledger: a URL of SQLAlchemy's, or the path of an SQLite file."""
SETTLING = 2.0
"""Seconds that whoever stops waits for others that use the same ledger."""
_FAULTS_OF_OURS = (DataError, IntegrityError, ProgrammingError)
_LATE = ("57014", "55P03")
"""PostgreSQL's codes of a statement that took too long, or waited too long for another one."""
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def ledger_url(places: Places | None = None) -> URL:
    """Return where the ledger of *places* is, by default of the environment's.

    Raises :class:`LedgerError` for what is no such name.
    """
    named = (places or Places.from_environment()).ledger
    if "://" not in named:
        if is_broken_url(named):
            raise LedgerError(f"{ENVIRONMENT} begins like a URL, but lacks the two slashes (`://`).", HINT)
        return URL.create("sqlite", database=str(Path(named)))
    try:
        url = make_url(named)
    except ArgumentError:
        raise LedgerError(f"{ENVIRONMENT} is no URL of a database.", HINT) from None
    except ValueError:
        raise LedgerError(f"{ENVIRONMENT} has a port that is no number.", HINT) from None
    if url.port is not None and not 0 < url.port < 65536:
        raise LedgerError(f"{ENVIRONMENT} has port {url.port}, which there is not.", HINT)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise LedgerError(f"{ENVIRONMENT} names a {url.get_backend_name()}, which cannot be used.", HINT)
    return url


class Store:
    """A ledger that is open. Threads and processes may write it at the same time; each writer waits for the others."""

    def __init__(self, url: URL | None = None, *, guard: Guard | None = None, older: bool = False) -> None:
        """Open the ledger at *url*, by default :func:`ledger_url`; an SQLite one that is not there is made.

        A server has a *guard*. One of an *older* version can be read, if that is said. Raises :class:`LedgerUnavailable` where the database
        does not answer, :class:`LedgerSchema` where another version made it.
        """
        self.url = url or ledger_url()
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._patience = guard.patience if guard else None
        self._guard = guard
        self.engine = engine_of(self.url, self._patience)
        self._here = threading.local()
        self.version = ""
        try:
            with self.entered(), _ledger_errors():
                self.version = schema.check(self.engine, create=self.is_sqlite, older=older)
        except LedgerError:
            self.engine.dispose()
            raise

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @property
    def is_writing(self) -> bool:
        """Whether this thread is within :meth:`writing`: what it reads may still be rolled back, so nobody may keep it."""
        return self._joined is not None

    def look(self) -> None:
        """Make sure that the ledger answers and still has the version that it had, whoever else waits for it.

        Raises :class:`LedgerUnavailable` and :class:`LedgerSchema`.
        """
        try:
            with _ledger_errors(), self.engine.connect() as connection, connection.begin():
                schema.check_same(connection, self.version)
                connection.execute(select(house.c.slug).limit(1)).all()
        except LedgerUnavailable as error:
            self._tell(error)
            raise

    def size(self) -> int:
        """Return how many bytes the ledger takes: an SQLite file with its journal, or all of the database. Raises :class:`LedgerUnavailable`."""
        if not self.is_sqlite:
            with _ledger_errors(), self.engine.connect() as connection:
                return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        found = 0
        for end in ("", "-wal"):
            with contextlib.suppress(OSError):  # there is no journal, or no file
                found += Path(f"{self.url.database}{end}").stat().st_size
        return found

    @contextlib.contextmanager
    def entered(self, *, writes: bool = False) -> Iterator[None]:
        """Enter what waits for the ledger; on a server only so many threads may. Raises :class:`LedgerBusy`."""
        if self._guard is None:
            yield
            return
        with self._guard.entered(self.look, writes=writes):
            yield

    @contextlib.contextmanager
    def turn(self, lock: threading.Lock) -> Iterator[None]:
        """Enter a *lock* of this process that may be held as long as somebody asks the ledger. Raises :class:`LedgerBusy`."""
        if not lock.acquire(timeout=self._patience.lock if self._patience else -1):
            raise LedgerBusy("Others wait for the same already.", "Try again.")
        try:
            if (
                self._guard and self._guard.hangs
            ):  # as the one before has found, for which this one has waited
                raise LedgerBusy("The ledger hangs.", "Try again.")
            yield
        except LedgerUnavailable as error:
            self._tell(error)
            raise
        finally:
            lock.release()

    def _tell(self, error: LedgerUnavailable) -> None:
        """Let nobody else wait for a ledger that was asked in vain."""
        if error.silent and self._guard:
            self._guard.trip(self.look)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Enter a transaction that only reads, and sees one state of the ledger.

        Within :meth:`writing`, in the same thread, that transaction is used instead: it sees what it has written so far.
        """
        if self._joined is not None:
            yield self._joined
            return
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with (
            self.entered(),
            _ledger_errors(),
            self.engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Enter a transaction that writes; it is committed at the end, or rolled back where anything is raised.

        It may be entered again within itself, in the same thread: the inner one is a part of the outer, which alone commits. Where
        the inner one raises, what it wrote is rolled back at once, whether or not the outer goes on.

        Raises :class:`LedgerSchema` where another version has migrated the ledger since it was opened.
        """
        if self._joined is not None:
            with _ledger_errors(writes=True), self._joined.begin_nested():
                yield self._joined
            return
        with (
            self.entered(writes=True),
            _ledger_errors(writes=True),
            self.engine.connect().execution_options(writes=True) as connection,
            waiting_for_others(connection, self._patience),
            connection.begin() as transaction,
        ):
            schema.check_same(connection, self.version)
            self._here.connection = connection
            try:
                yield connection
            finally:
                self._here.connection = None
            with _ledger_errors(writes=True, commits=True):
                transaction.commit()

    @property
    def _joined(self) -> Connection | None:
        """The connection of the writing transaction that this thread is in."""
        return getattr(self._here, "connection", None)


def migrate(url: URL | None = None, *, to: str = "head") -> str:
    """Bring the ledger at *url*, by default :func:`ledger_url`, to the latest version or the one that is given; return it.

    Raises :class:`LedgerUnavailable`.
    """
    engine = engine_of(url or ledger_url())
    try:
        with _ledger_errors():
            return schema.migrate(engine, to=to)
    finally:
        engine.dispose()


def version_of(url: URL | None = None) -> str | None:
    """Return the version of the ledger at *url*, by default :func:`ledger_url`; None where there are no tables of one.

    Raises :class:`LedgerUnavailable`.
    """
    engine = engine_of(url or ledger_url())
    try:
        with _ledger_errors(), engine.connect() as connection:
            return schema.version(connection)
    finally:
        engine.dispose()


def settle(url: URL | None = None) -> None:
    """Move what an SQLite ledger at *url*, by default :func:`ledger_url`, has in its journal into its file, so that this is all of it.

    As far as others do not use it; at other databases, and where there is no journal, nothing happens. Raises :class:`LedgerError`.
    """
    url = url or ledger_url()
    if url.get_backend_name() != "sqlite" or not url.database or not Path(f"{url.database}-wal").exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(url.database, timeout=SETTLING)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise unavailable(error) from error


@contextlib.contextmanager
def _ledger_errors(*, writes: bool = False, commits: bool = False) -> Iterator[None]:
    """Turn what the database refuses into an error that says what to do, and whether anything may have been written."""
    try:
        yield
    except (DBAPIError, TimeoutError) as error:
        if isinstance(error, _FAULTS_OF_OURS) and not error.connection_invalidated:
            raise
        raise unavailable(error, writes=writes, commits=commits) from error


def unavailable(error: Exception, *, writes: bool = False, commits: bool = False) -> LedgerUnavailable:
    """Return what to say where the database, or its driver, has raised *error*, to one who reads, *writes* or *commits*."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig else error
    what = (str(said).strip().splitlines() or [type(said).__name__])[0]
    if commits:
        return LedgerUnavailable(
            f"The ledger did not say whether it has written the change ({what}).",
            "Look whether it is there before you make it again.",
            silent=_is_silence(said, writes),
        )
    return LedgerUnavailable(
        f"The ledger does not answer ({what}).",
        "Try again; if it goes on, look at the database that ADJUDICATOR_LEDGER names.",
        silent=_is_silence(said, writes),
        unwritten=writes,
    )


def _is_silence(said: BaseException | None, writes: bool) -> bool:
    """Return whether the database was waited for in vain. A writer who has waited for another one only is none's business but theirs."""
    if isinstance(said, Silence | TimeoutError):
        return True
    is_late = getattr(said, "sqlstate", None) in _LATE
    is_locked = getattr(said, "sqlite_errorcode", 0) & 0xFF in _LOCKED
    return (is_late or is_locked) and not writes
