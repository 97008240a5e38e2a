"""House lists: their histories. Start at :class:`Houses`."""

from __future__ import annotations

from sqlalchemy import select

from adjudicator.errors import UnknownRecord
from adjudicator.ledger.records import entry_of, settings_of
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house_change, house_revision
from adjudicator.rules.house import Entry, HouseList
from adjudicator.spelling import shown


class Houses:
    """The house lists of a ledger."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def at(self, slug: str, number: int) -> HouseList:
        """Return the revision *number* of the list *slug*. Raises :class:`UnknownRecord`."""
        revision, change = house_revision.c, house_change.c
        with self._store.reading() as connection:
            row = connection.execute(
                select(house_revision).where(revision.slug == slug, revision.number == number)
            ).one_or_none()
            if row is None:
                raise UnknownRecord(
                    "revision", f"There is no revision {number} of a house list {shown(slug)}."
                )
            changes = connection.execute(
                select(house_change)
                .where(change.slug == slug, change.number <= number)
                .order_by(change.number)
            ).all()
        entries: dict[str, Entry] = {}
        for each in changes:
            entry = entry_of(each)
            if entry is None:
                entries.pop(each.key, None)
            else:
                entries[each.key] = entry
        return HouseList(slug, number, row.digest, settings_of(row), entries)
