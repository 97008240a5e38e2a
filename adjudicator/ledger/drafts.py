"""Changes that are too many to be written at once: written in pieces beforehand, so that others write between them. Start at :class:`Drafts`.

A draft is rows of ``house_bulk`` that no revision names, so nobody sees it. The revision that names them is written in a moment, when all
are there. What a process leaves that was killed in between does no harm, and is swept away later.
"""

from __future__ import annotations

import gc
import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from adjudicator.errors import LedgerBusy, LedgerError
from adjudicator.ledger.clock import ago, now
from adjudicator.ledger.collector import COLLECTOR
from adjudicator.ledger.history import catch_up
from adjudicator.ledger.records import new_id, row_of
from adjudicator.ledger.revisions import Changes
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house, house_bulk, house_draft

AT_ONCE = 1_000
"""Changes that are written together with their revision; more are written beforehand."""
LEFT = timedelta(hours=1)
"""How long nothing was written for a draft that nobody goes on with."""
_HELD = 0.02
"""Seconds that a piece is to hold the ledger's lock for."""
_LEAST, _MOST = 500, 4_000
"""Rows of a piece."""
_TRIES = 10
"""How often a piece is begun, where others stand in the way."""
_SWEEP = 3600.0
"""Seconds between two looks of one process for drafts that were left."""
_REMOVED = ""
"""The time that a draft has from when its rows begin to be removed: whoever still writes it goes on no more."""


class _Pace:
    """How many rows a piece may have: as many as are written in the time that others may be made to wait."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rows = AT_ONCE

    @contextmanager
    def piece(self) -> Iterator[Connection]:
        """Enter the transaction of a piece of :attr:`rows`; let others have as much time afterwards as it took."""
        with ExitStack() as entered:
            entered.enter_context(COLLECTOR.paused())
            connection = self._enter(entered)
            begun = time.perf_counter()
            yield connection
            entered.close()
        took = time.perf_counter() - begun
        self.rows = max(_LEAST, min(_MOST, int(self.rows * min(2.0, _HELD / took))))
        time.sleep(min(took, 1.0))

    def _enter(self, entered: ExitStack) -> Connection:
        """Begin a transaction, even where it is not the first time that others are let go before. Raises :class:`LedgerBusy`."""
        for tried in itertools.count(1):
            try:
                return entered.enter_context(self._store.writing())
            except LedgerBusy as error:
                if tried == _TRIES:
                    raise
                time.sleep(error.seconds / 2)
        raise AssertionError("a count has no end")


class Drafts:
    """The drafts of a ledger. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._swept = float("-inf")

    def write(self, changes: Changes) -> str:
        """Write *changes* in pieces; return the name that they have in ``house_bulk``. Not within a transaction."""
        bulk, pace = new_id(), _Pace(self._store)
        gc.collect()  # all that was read is in memory: gone through now, and not while others wait
        left = iter(sorted(changes.items()))
        with self._store.writing() as connection:
            connection.execute(insert(house_draft).values(bulk=bulk, at=now()))
        try:
            while rows := [
                {"bulk": bulk, **row_of(key, entry)} for key, entry in itertools.islice(left, pace.rows)
            ]:
                with pace.piece() as connection:
                    kept = update(house_draft).where(_is_whole(bulk)).values(at=now())
                    if not connection.execute(kept).rowcount:
                        raise given_up()
                    connection.execute(insert(house_bulk), rows)
        except BaseException:
            with suppress(LedgerError):
                self.drop(bulk)
            raise
        return bulk

    @staticmethod
    def take(connection: Connection, bulk: str) -> bool:
        """Make a draft what a revision names, in the transaction that writes it; return whether it is whole: nobody has begun to remove it."""
        return connection.execute(delete(house_draft).where(_is_whole(bulk))).rowcount == 1

    def drop(self, bulk: str) -> None:
        """Remove a draft, in pieces. Not within a transaction."""
        pace, more = _Pace(self._store), True
        is_its = house_draft.c.bulk == bulk
        while more:
            with pace.piece() as connection:
                if not connection.execute(update(house_draft).where(is_its).values(at=_REMOVED)).rowcount:
                    return
                more = _remove(connection, bulk, pace.rows)
                if not more:
                    connection.execute(delete(house_draft).where(is_its))

    def catch_up(self, slug: str) -> None:
        """Bring the latest entries of a list up to its history, in pieces. Not within a transaction."""
        pace, more = _Pace(self._store), True
        while more:
            with pace.piece() as connection:
                more = catch_up(connection, slug, pace.rows)

    def sweep(self, left: timedelta = LEFT) -> int:
        """Remove what was *left* that long ago, and bring on the lists that are behind; return how many drafts. Not within a transaction."""
        before = ago(left)
        with self._store.reading() as connection:
            drafts = connection.scalars(select(house_draft.c.bulk).where(house_draft.c.at < before)).all()
            behind = connection.scalars(select(house.c.slug).where(house.c.behind.is_not(None))).all()
        for bulk in drafts:
            self.drop(bulk)
        for slug in behind:
            self.catch_up(slug)
        return len(drafts)

    def sweep_now_and_then(self) -> None:
        """Sweep, if this process has not done so for long. Not within a transaction."""
        with self._lock:
            if time.monotonic() - self._swept < _SWEEP:
                return
            self._swept = time.monotonic()
        self.sweep()


def given_up() -> LedgerBusy:
    """Return what to say where a draft was swept away that somebody still went on with."""
    return LedgerBusy("The change took so long that it was given up.", "Try again.", unwritten=True)


def _is_whole(bulk: str) -> ColumnElement[bool]:
    """Return the condition that a draft is there, and none of it was removed."""
    return (house_draft.c.bulk == bulk) & (house_draft.c.at > _REMOVED)


def _remove(connection: Connection, bulk: str, rows: int) -> bool:
    """Remove so many rows of a draft; return whether there may be more."""
    keys = select(house_bulk.c.key).where(house_bulk.c.bulk == bulk).order_by(house_bulk.c.key).limit(rows)
    removed = connection.execute(
        delete(house_bulk).where(house_bulk.c.bulk == bulk, house_bulk.c.key.in_(keys.scalar_subquery()))
    )
    return removed.rowcount == rows
