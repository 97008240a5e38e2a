"""The latest revision of each house list, kept in memory and never out of date.

Every question asks the database whether anything was written since the last one: SQLite tells it in some microseconds
(``PRAGMA data_version``), PostgreSQL is asked for the list's latest revision. Only what was changed since is read.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol
from weakref import WeakSet

from sqlalchemy import Connection, select
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.core.cache import MOST, LRUCache
from adjudicator.ledger.guard import Silence
from adjudicator.ledger.history import unknown_list
from adjudicator.ledger.past import changes_between, entries_of
from adjudicator.ledger.records import settings_of
from adjudicator.ledger.store import Store, unavailable
from adjudicator.ledger.tables import IS_LATEST, house, house_revision
from adjudicator.ledger.validation import slug_faults
from adjudicator.rules.house import Entry, HouseList, Settings

_SQLITE = "PRAGMA data_version"
_POSTGRESQL = "SELECT r.digest FROM house h JOIN house_revision r ON r.slug = h.slug AND r.number = h.head WHERE h.slug = %s"
_Stamp = tuple[int, int | str]
"""Which watching connection was asked, and what it said: the numbers of two connections of SQLite's mean nothing to each other."""


class _Latest(NamedTuple):
    stamp: _Stamp | None
    house: HouseList


class Listener(Protocol):
    """Keeps what it has worked out of house lists."""

    def forget(self, slug: str) -> None:
        """Forget what was worked out of the list *slug*, which is not kept any more."""


class CurrentHouses:
    """Answers what a house list says now. Threads share it: who asks for one list does not wait for those who read another.

    The lists that were asked for last are kept, as far as they are no heavier together than :meth:`keep` says.
    """

    def __init__(self, store: Store) -> None:
        self._listeners: WeakSet[Listener] = WeakSet()
        self._store = store
        self._lists: LRUCache[str, _Latest] = LRUCache(MOST)
        self._keeping = threading.Lock()
        self._loading: dict[str, threading.Lock] = {}
        self._watching = threading.Lock()
        self._watch: Connection | None = None
        self._asked: DBAPICursor | None = None
        self._watches = 0
        driver = store.engine.dialect.dbapi
        self._faults: tuple[type[Exception], ...] = (SQLAlchemyError, driver.Error if driver else Silence)

    def keep(self, most: int) -> None:
        """Keep lists of *most* bytes together from now on, and the one that was asked for last however large it is."""
        self._lists.most = most

    def listen(self, listener: Listener) -> None:
        """Tell *listener*, as long as it lives, when a list is not kept any more."""
        with self._keeping:
            self._listeners.add(listener)

    def get(self, slug: str) -> HouseList:
        """Return the latest revision of the list *slug*. Raises :class:`UnknownRecord`, :class:`LedgerUnavailable`."""
        with self._store.entered():
            if self._store.is_writing:
                return self._read(slug)
            stamp = None if slug_faults(slug) else self._stamp(slug)
            known = self._fresh(slug, stamp)
            if known is not None:
                return known
            with self._alone(slug):
                known = self._fresh(slug, stamp)  # another thread may have read it meanwhile
                if known is not None:
                    return known
                latest = self._read(slug)
                _ = latest.covers  # worked out by the one who reads, and not by all who wait
                self._tell(self._lists.put(slug, _Latest(stamp, latest), latest.weight))
                return latest

    @contextlib.contextmanager
    def _alone(self, slug: str) -> Iterator[None]:
        """Enter when no other thread reads the list *slug*. Raises :class:`LedgerBusy`."""
        with self._keeping:
            lock = self._loading.setdefault(slug, threading.Lock())
        try:
            with self._store.turn(lock):
                yield
        finally:
            with self._keeping:
                if (
                    self._loading.get(slug) is lock
                ):  # who waits for it has it still; who comes now finds the list kept
                    del self._loading[slug]

    def _tell(self, slugs: Iterable[str]) -> None:
        gone = list(slugs)
        if not gone:
            return
        with self._keeping:
            listeners = list(self._listeners)
        for slug in gone:
            for listener in listeners:
                listener.forget(slug)

    def settings(self, limit: int, slugs: Iterable[str] | None = None) -> list[tuple[str, Settings]]:
        """Return what at most *limit* lists, the first by slug, are called and stand on; with *slugs* only of those, by these names, which they
        may have had before. It reads no entries.

        Raises :class:`LedgerUnavailable`.
        """
        asked = select(house_revision).join(house, IS_LATEST).order_by(house.c.slug).limit(limit)
        with self._store.reading() as connection:
            if slugs is None:  # what is put away is not offered, but found by its name
                asked = asked.where(house.c.archived_at.is_(None))
                return [(row.slug, settings_of(row)) for row in connection.execute(asked)]
            named = select(house.c.slug, house.c.renamed).where(house.c.slug.in_(list(slugs)))
            names = {
                row.slug: row.renamed or row.slug for row in connection.execute(named.order_by(house.c.slug))
            }
            rows = connection.execute(asked.where(house.c.slug.in_(list(names.values()))))
            found = {row.slug: settings_of(row) for row in rows}
            return [(name, found[slug]) for name, slug in names.items() if slug in found]

    def close(self) -> None:
        """Close the connection that watches."""
        with self._watching:
            self._unwatch()

    def _fresh(self, slug: str, stamp: _Stamp | None) -> HouseList | None:
        """Return the list *slug* as it is kept, if that is of this *stamp*."""
        known = self._lists.get(slug)
        return known.house if known is not None and stamp is not None and known.stamp == stamp else None

    def _stamp(self, slug: str) -> _Stamp | None:
        """Return what is another one after every change of the list *slug*; None where there is no such list.

        In SQLite it is the same for all lists, in PostgreSQL the digest of the latest revision. It is asked on a connection of its own and
        without a transaction, since every verdict waits for it; one that was cut is made anew.
        """
        with self._store.turn(self._watching):
            try:
                return self._ask(slug)
            except self._faults as error:
                self._unwatch()
                found = unavailable(error)
                if found.silent:
                    raise found from error
            try:
                return self._ask(slug)
            except self._faults as error:
                self._unwatch()
                raise unavailable(error) from error

    def _ask(self, slug: str) -> _Stamp | None:
        if self._asked is None:
            self._watch = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._asked = self._watch.connection.cursor()
            self._watches += 1
        self._asked.execute(*((_SQLITE,) if self._store.is_sqlite else (_POSTGRESQL, (slug,))))
        row = self._asked.fetchone()
        return (self._watches, row[0]) if row else None

    def _unwatch(self) -> None:
        if self._watch is not None:
            with contextlib.suppress(*self._faults):
                self._watch.close()
        self._watch = self._asked = None

    def _read(self, slug: str) -> HouseList:
        """Return the latest revision, read whole, or only what was changed since the one that is kept."""
        kept = self._lists.get(slug)
        known = kept.house if kept else None
        with self._store.reading() as connection:
            revision = house_revision.c
            asked = select(house_revision).join(house, IS_LATEST).where(house.c.slug == slug)
            head = None if slug_faults(slug) else connection.execute(asked).one_or_none()
            if head is None:
                if self._lists.drop(slug):
                    self._tell([slug])
                raise unknown_list(connection, slug)
            if known is not None:
                if known.digest == head.digest:
                    return known
                then = select(revision.digest).where(revision.slug == slug, revision.number == known.revision)
                if connection.execute(then).scalar() == known.digest:
                    changed = changes_between(connection, slug, known.revision, head.number)
                    changes = {key: entry for _, key, entry in changed}
                    return known.with_changes(head.number, head.digest, settings_of(head), changes)
            texts: dict[str, str] = {}
            found = {key: _sharing(entry, texts) for key, entry in entries_of(connection, slug).items()}
            return HouseList(slug, head.number, head.digest, settings_of(head), found)


def _sharing(entry: Entry, texts: dict[str, str]) -> Entry:
    """Return *entry* with texts that others have, too, where they say the same: many have one author, reason and time."""
    share = texts.setdefault
    return entry._replace(
        effect="deny" if entry.effect == "deny" else "allow",
        reason=share(entry.reason, entry.reason),
        author=share(entry.author, entry.author),
        at=share(entry.at, entry.at),
    )
