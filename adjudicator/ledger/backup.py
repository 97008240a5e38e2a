"""A ledger in one file, and back: what is there at one moment, whole. Start at :func:`backup` and :func:`restore`.

The file is itself a ledger, of SQLite, whichever database it was made of; so a backup also moves a ledger from one to the other.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, MetaData, Table, Update, delete, func, insert, or_, select, update
from sqlalchemy.exc import DataError, IntegrityError

from adjudicator.errors import LedgerDamaged, LedgerError, RecordExists
from adjudicator.files import make_private_folder, put_in_place
from adjudicator.ledger.clock import now
from adjudicator.ledger.store import Store, migrate
from adjudicator.ledger.tables import invite, metadata, token
from adjudicator.ledger.verify import verify
from adjudicator.resources import LEDGER_NAME, Places

_ROWS = 1000
"""Rows that are copied at once."""


def backup(store: Store, file: Path) -> dict[str, int]:
    """Write the ledger, as it is at one moment, to *file*; return how many rows of each table.

    Others may write meanwhile. *file* is there whole or not at all, and has the version that the ledger has. Raises :class:`RecordExists` where there is such a file already.
    """
    if file.exists():
        raise RecordExists(f"{file} is there already.", "Name another file, or remove it.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=file.absolute().parent) as folder:
        made = Path(folder) / file.name
        migrate(_url(made), to=store.version)
        with (
            contextlib.closing(Store(_url(made), older=True)) as target,
            store.reading() as source,
            target.writing() as connection,
        ):
            counts = _copy(source, connection, _tables(connection))
        with contextlib.closing(sqlite3.connect(made)) as written:
            written.execute("PRAGMA journal_mode = DELETE")
        put_in_place(made, file)
    return counts


def backup_before(store: Store) -> Path:
    """Back up a ledger that is to be migrated, beside it or (from a server) in the data directory; return the file.

    Raises :class:`LedgerError` where it cannot be written.
    """
    path = Path(store.url.database or "") if store.is_sqlite else Places.from_environment().home / LEDGER_NAME
    moment = now().translate({ord(each): None for each in "-:."})
    file = path.with_name(f"{path.stem}-{store.version}-{moment}.backup")
    try:
        make_private_folder(file.parent)
        backup(store, file)
    except OSError as error:
        raise LedgerError(
            f"The backup {file} cannot be written ({error.strerror}), so nothing was migrated.",
            "Make room there; or back the ledger up yourself, and say --no-backup.",
        ) from error
    return file


class Restored(NamedTuple):
    """What a restore has brought."""

    counts: dict[str, int]
    """How many rows of each table."""
    tokens: int
    """Tokens that can be used now, those too that were revoked elsewhere since the backup was made."""
    invites: int
    """Invites that can be taken up now, likewise."""
    kept_out: int
    """Tokens and invites that the backup would have brought back to life, and that stay revoked or used up."""


def restore(store: Store, file: Path, *, replace: bool = False) -> Restored:
    """Put the backup in *file* into the ledger, all or nothing; return what that has brought.

    Tokens and invites that were revoked in the ledger since the backup was made stay revoked, and no invite may be taken up by more than
    before. The backup may be of an earlier version. Raises :class:`LedgerError` where it is none, :class:`LedgerDamaged` where it does not add
    up, :class:`RecordExists` where the ledger has something already, unless told to *replace* it.
    """
    with tempfile.TemporaryDirectory(prefix="adjudicator-restore-") as folder:
        copy = Path(folder) / "ledger.sqlite"
        _copy_file(file, copy)
        migrate(_url(copy))
        with contextlib.closing(Store(_url(copy))) as source:
            faults = verify(source)
            if faults:
                raise LedgerDamaged(
                    f"The backup does not add up: {'; '.join(faults)}.", "Restore another backup."
                )
            try:
                with source.reading() as connection, store.writing() as target:
                    over = _what_is_over(target)
                    _empty(target, replace)
                    counts = _copy(connection, target, metadata.sorted_tables)
                    kept_out = sum(target.execute(statement).rowcount for statement in over)
                    return Restored(counts, *_in_force(target), kept_out)
            except (DataError, IntegrityError) as error:
                raise LedgerDamaged(
                    f"The backup has what no ledger has ({error.orig}).", "Restore another backup."
                ) from error


def _copy_file(file: Path, copy: Path) -> None:
    """Copy the SQLite file of a ledger, even of one that is in use. Raises :class:`LedgerError`."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            target.execute("SELECT version_num FROM alembic_version")
    except sqlite3.Error as error:
        raise LedgerError(f"{file} is no backup of a ledger ({error}).", "Name another file.") from None


def _what_is_over(connection: Connection) -> list[Update]:
    """Return what makes of restored tokens and invites what they are now: a backup brings nothing back that somebody has ended."""
    found: list[Update] = []
    for table in (token, invite):
        ended = select(table.c.id, table.c.revoked_at).where(table.c.revoked_at.is_not(None))
        for id, at in connection.execute(ended).all():
            row = (table.c.id == id) & table.c.revoked_at.is_(None)
            found.append(update(table).where(row).values(revoked_at=at))
    for id, uses in connection.execute(select(invite.c.id, invite.c.uses)).all():
        row = (invite.c.id == id) & (invite.c.uses > uses)
        found.append(update(invite).where(row).values(uses=uses))
    return found


def _in_force(connection: Connection) -> tuple[int, int]:
    """Return how many tokens can be used and how many invites taken up."""
    at, counted = now(), select(func.count())
    tokens = counted.select_from(token).where(
        token.c.revoked_at.is_(None), or_(token.c.expires.is_(None), token.c.expires > at)
    )
    invites = counted.select_from(invite).where(
        invite.c.revoked_at.is_(None), invite.c.expires > at, invite.c.uses > 0
    )
    return connection.execute(tokens).scalar_one(), connection.execute(invites).scalar_one()


def _empty(connection: Connection, replace: bool) -> None:
    """Make sure that the ledger is empty, and that nobody else writes until the transaction ends."""
    tables = metadata.sorted_tables
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            f"LOCK TABLE {', '.join(table.name for table in tables)} IN EXCLUSIVE MODE"
        )
    for table in reversed(tables):
        if replace:
            connection.execute(delete(table))
        elif connection.execute(select(func.count()).select_from(table)).scalar():
            raise RecordExists(
                f"The ledger is not empty: there is something in {table.name}.",
                "Name an empty one by ADJUDICATOR_LEDGER, or say --replace to lose what is in it.",
            )


def _tables(connection: Connection) -> list[Table]:
    """Return the tables as they are, which an earlier version made otherwise than this one would."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def _copy(source: Connection, target: Connection, tables: list[Table]) -> dict[str, int]:
    """Copy every row of *tables*; return how many of each."""
    counts = {}
    for table in tables:
        counts[table.name] = 0
        with source.execution_options(yield_per=_ROWS).execute(select(table)) as rows:
            for part in rows.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in part])
                counts[table.name] += len(part)
    return counts


def _url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))
