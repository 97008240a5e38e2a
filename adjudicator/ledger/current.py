"""The latest revision of each house list, kept in memory and never out of date.

Every question asks the database whether anything was written since the last one: SQLite tells it in some microseconds
(``PRAGMA data_version``), PostgreSQL is asked for the list's latest revision. Only what was changed since is read.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError

from adjudicator.errors import LedgerUnavailable, UnknownRecord
from adjudicator.ledger.entered import slug_faults
from adjudicator.ledger.records import entry_of, settings_of
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house, house_change, house_entry, house_revision
from adjudicator.rules.house import HouseList
from adjudicator.spelling import shown

KEPT = 64
"""House lists that are kept in memory."""


class _Kept(NamedTuple):
    seen: int
    house: HouseList


class CurrentHouses:
    """Answers what a house list says now. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lists: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()
        self._watch: Connection | None = None
        self._asked: DBAPICursor | None = None

    def get(self, slug: str) -> HouseList:
        """Return the latest revision of the list *slug*. Raises :class:`UnknownRecord`, :class:`LedgerUnavailable`."""
        with self._lock:
            known = self._lists.get(slug)
            if self._store.is_writing:
                return self._read(slug, known.house if known else None)
            seen = self._written()
            if known is not None and seen is not None and known.seen == seen:
                return known.house
            latest = self._read(slug, known.house if known else None)
            self._lists[slug] = _Kept(seen or 0, latest)
            self._lists.move_to_end(slug)
            while len(self._lists) > KEPT:
                self._lists.popitem(last=False)
            return latest

    def close(self) -> None:
        """Close the connection that watches."""
        with self._lock:
            if self._watch is not None:
                self._watch.close()
                self._watch = self._asked = None

    def _written(self) -> int | None:
        """Return a number that changes with every write of others to an SQLite file; None elsewhere."""
        if not self._store.is_sqlite:
            return None
        try:
            if self._asked is None:
                self._watch = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._asked = self._watch.connection.cursor()
            self._asked.execute("PRAGMA data_version")
            row = self._asked.fetchone()
            return int(row[0]) if row else None
        except (DBAPIError, sqlite3.Error) as error:
            raise LedgerUnavailable(f"The ledger does not answer ({error}).", "Try again.") from error

    def _read(self, slug: str, known: HouseList | None) -> HouseList:
        """Return the latest revision, read whole, or only what was changed since *known*."""
        with self._store.reading() as connection:
            revision = house_revision.c
            is_head = (revision.slug == house.c.slug) & (revision.number == house.c.head)
            asked = select(revision.number, revision.digest).join(house, is_head).where(house.c.slug == slug)
            latest = None if slug_faults(slug) else connection.execute(asked).one_or_none()
            if latest is None:
                self._lists.pop(slug, None)
                raise UnknownRecord(
                    "house-list",
                    f"There is no house list {shown(slug)}.",
                    "GET /v1/house-lists, or `adjudicator house list`, names those that there are.",
                )
            if known is not None and known.digest == latest.digest:
                return known
            number: int = latest.number
            rows = connection.execute(
                select(house_revision).where(
                    revision.slug == slug,
                    revision.number.in_([number, known.revision if known else number]),
                )
            ).all()
            by_number = {row.number: row for row in rows}
            head = by_number[number]
            if (
                known is not None
                and known.revision in by_number
                and by_number[known.revision].digest == known.digest
            ):
                change = house_change.c
                changed = connection.execute(
                    select(house_change)
                    .where(change.slug == slug, change.number > known.revision)
                    .order_by(change.number)
                ).all()
                changes = {row.key: entry_of(row) for row in changed}
                return known.revised(number, head.digest, settings_of(head), changes)
            entries = connection.execute(select(house_entry).where(house_entry.c.slug == slug)).all()
            found = {row.key: entry for row in entries if (entry := entry_of(row)) is not None}
            return HouseList(slug, number, head.digest, settings_of(head), found)
