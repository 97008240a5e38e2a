"""Engines for the two databases: what is set on every connection, and how long anybody waits for anything.

Without a :class:`Patience` (on the command line) a question may take as long as it takes. With one (in a server) nothing waits for ever.
"""

from __future__ import annotations

import contextlib
import math
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.exc import NoSuchModuleError

from adjudicator.errors import LedgerError
from adjudicator.files import make_private, make_private_folder
from adjudicator.ledger.guard import Patience, Silence

PATIENCE = 30
"""Seconds that a writer of the command line waits for another one, in SQLite."""
LOOKS = 0.002
"""Seconds, about, between two looks whether another one has done writing, in SQLite."""
HINT = "Give the path of an SQLite file, or postgresql://USER:PASSWORD@HOST/DATABASE."
_PEER = {
    "keepalives": 1,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""When a machine that is gone without a word is given up: after about half a minute. One whose database alone is frozen still
acknowledges what is sent, so that this does not help against it.
"""


def engine_of(url: URL, patience: Patience | None = None) -> Engine:
    """Return an engine for *url*. Raises :class:`LedgerError` where its driver is missing."""
    try:
        is_sqlite = url.get_backend_name() == "sqlite"
        return _sqlite(url, patience) if is_sqlite else _postgresql(url, patience)
    except (NoSuchModuleError, ImportError) as error:
        raise LedgerError(f"The ledger's database needs a driver: {error}.", HINT) from None


def _sqlite(url: URL, patience: Patience | None) -> Engine:
    """Return an engine that begins its transactions itself: the driver would begin them late, and read without one."""
    path = url.database
    if path and path != ":memory:":
        make_private_folder(Path(path).parent)
        with contextlib.suppress(OSError):  # SQLite says better what is wrong
            make_private(Path(path))
    seconds = patience.lock if patience else PATIENCE
    engine = create_engine(url, connect_args={"timeout": seconds, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def opened(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        _keep_a_journal(connection, seconds)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if connection.get_execution_options().get("writes"):
            _begin_to_write(connection, seconds)
        else:
            connection.exec_driver_sql("BEGIN")

    return engine


def _begin_to_write(connection: Connection, seconds: float) -> None:
    """Begin to write as soon as nobody else does, or after so many *seconds* say that others do.

    SQLite itself looks again ever more seldom, ten times a second in the end: while writers of one process come one after the other, those of
    another would find it free by chance alone.
    """
    driver: Any = connection.connection.driver_connection
    until = time.monotonic() + seconds
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        while time.monotonic() < until:
            try:
                driver.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    break
            time.sleep(random.uniform(0, 2 * LOOKS))
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # it says why not
    finally:
        driver.execute(f"PRAGMA busy_timeout = {math.ceil(seconds * 1000)}")


def _keep_a_journal(connection: sqlite3.Connection, seconds: float) -> None:
    """Have the file written ahead. SQLite waits for nobody here, as it does elsewhere: of several who make a ledger at once, all but one are
    told at once that it is locked, and ask again for so many *seconds*.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _postgresql(url: URL, patience: Patience | None) -> Engine:
    """Return an engine that notices a connection which a restarted server has cut, and opens another."""
    seconds = math.ceil(patience.answer) if patience else 5
    engine = create_engine(
        url,
        pool_pre_ping=True,
        pool_size=4,
        max_overflow=8,
        pool_timeout=seconds if patience else PATIENCE,
        connect_args={"connect_timeout": seconds, **_PEER},
    )
    if patience:
        _bound(engine, patience)
    return engine


def _bound(engine: Engine, patience: Patience) -> None:
    """Bound everything that is asked on connections of *engine*: on this side, and in the server, which may outlive who has asked."""
    from adjudicator.ledger.patient import PatientConnection

    bounds = {
        "statement_timeout": patience.statement,
        "lock_timeout": patience.lock,
        "idle_in_transaction_session_timeout": patience.idle,
    }
    setting = "; ".join(f"SET {name} = {math.ceil(seconds * 1000)}" for name, seconds in bounds.items())

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, arguments: Any, named: Any) -> PatientConnection:
        return PatientConnection.within(patience.answer, *arguments, **named)

    @event.listens_for(engine, "connect")
    def opened(connection: PatientConnection, _: Any) -> None:
        connection.execute(setting)
        connection.commit()

    @event.listens_for(engine, "handle_error")
    def failed(context: ExceptionContext) -> None:
        """Open no other connection, which would be as silent, where the one at hand is silent before anything is asked on it."""
        if context.is_pre_ping and isinstance(context.original_exception, Silence):
            context.is_disconnect = False


@contextlib.contextmanager
def waiting_for_others(connection: Connection, patience: Patience | None) -> Iterator[None]:
    """Give the server time, within the block, to wait for other writers before it answers."""
    driver: Any = connection.connection.dbapi_connection
    if patience is None or not hasattr(driver, "silence"):
        yield
        return
    driver.silence = patience.answer + patience.lock
    try:
        yield
    finally:
        driver.silence = patience.answer
