"""The histories of house lists within one transaction: their revisions read, and the next one written. Start at :func:`append`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from adjudicator.errors import RecordExists, StaleRevision, UnknownRecord
from adjudicator.ledger.entered import slug_faults
from adjudicator.ledger.records import canonical, entry_of, row_of
from adjudicator.ledger.revisions import (
    Changes,
    Point,
    Revision,
    apply,
    digest_of,
    growth,
    revision_of,
    row_of_revision,
)
from adjudicator.ledger.store import now
from adjudicator.ledger.tables import house, house_change, house_entry, house_revision
from adjudicator.rules.house import Entry, HouseList, Settings
from adjudicator.spelling import shown

FEW_KEYS = 100
"""Keys that a statement names; for more of them the whole list is read, which takes a database less than to look for each."""
LAST = 2**31 - 1
"""The greatest number that a revision can have."""


class Deed(NamedTuple):
    """Who makes a revision, how and why."""

    kind: str
    author: str
    note: str
    source: Point | None = None


def latest(connection: Connection, slug: str, expected: int | None, *, lock: bool = True) -> Revision:
    """Return the latest revision of a list, which nobody else can follow up until this transaction ends if it is to *lock*.

    Raises :class:`UnknownRecord`, and :class:`StaleRevision` where it is not the *expected* one.
    """
    asked = select(house.c.head).where(house.c.slug == slug)
    if expected is not None:
        asked = asked.where(house.c.head == expected)
    number: int | None = None
    if not slug_faults(slug) and (expected is None or 0 < expected <= LAST):
        number = connection.execute(asked.with_for_update() if lock else asked).scalar()
    if number is None:
        current = _head(connection, slug)
        raise StaleRevision(
            f"The house list {shown(slug)} has revision {current} by now, not {expected}.",
            "Nothing was written. Look at what was changed, and try again with that revision.",
            current,
        )
    return revision_at(connection, Point(slug, number))


def _head(connection: Connection, slug: str) -> int:
    """Return the number of the latest revision of a list. Raises :class:`UnknownRecord`."""
    number: int | None = None
    if not slug_faults(slug):
        number = connection.execute(select(house.c.head).where(house.c.slug == slug)).scalar()
    if number is None:
        raise UnknownRecord(
            "house-list",
            f"There is no house list {shown(slug)}.",
            "GET /v1/house-lists, or `adjudicator house list`, names those that there are.",
        )
    return number


def point_of(connection: Connection, slug: str, number: int | None) -> Point:
    """Return the name of revision *number* of a list, or of the latest. Raises :class:`UnknownRecord` for a list that has no latest."""
    return Point(slug, _head(connection, slug) if number is None else number)


def revision_at(connection: Connection, point: Point) -> Revision:
    """Return one revision of a list. Raises :class:`UnknownRecord`."""
    revision = house_revision.c
    asked = select(house_revision).where(revision.slug == point.slug, revision.number == point.number)
    row = None
    if 0 < point.number <= LAST and not slug_faults(point.slug):
        row = connection.execute(asked).one_or_none()
    if row is None:
        raise UnknownRecord(
            "revision",
            f"There is no revision {point.number} of a house list {shown(point.slug)}.",
            "Its history lists those that there are.",
        )
    return revision_of(row)


def list_at(connection: Connection, point: Point) -> HouseList:
    """Return a list as it was: all its changes until then, one after the other. Raises :class:`UnknownRecord`."""
    revision = revision_at(connection, point)
    change = house_change.c
    rows = connection.execute(
        select(house_change)
        .where(change.slug == point.slug, change.number <= point.number)
        .order_by(change.number)
    )
    entries: dict[str, Entry] = {}
    for row in rows:
        apply(entries, {row.key: entry_of(row)})
    return HouseList(point.slug, point.number, revision.digest, revision.settings, entries)


def entries_of(connection: Connection, slug: str, keys: Iterable[str] | None = None) -> dict[str, Entry]:
    """Return the latest entries of a list, or those of them that *keys* name."""
    asked = select(house_entry).where(house_entry.c.slug == slug)
    wanted = None if keys is None else set(keys)
    if wanted is not None and len(wanted) <= FEW_KEYS:
        asked = asked.where(house_entry.c.key.in_(wanted))
    rows = [row for row in connection.execute(asked) if wanted is None or row.key in wanted]
    return {row.key: entry for row in rows if (entry := entry_of(row)) is not None}


def links_of(connection: Connection, slug: str) -> list[tuple[int, Point]]:
    """Return what went into a list from others: the numbers of its revisions that were forked or merged, each with its source."""
    revision = house_revision.c
    rows = connection.execute(
        select(revision.number, revision.source_slug, revision.source_number).where(
            revision.slug == slug, revision.source_slug != slug
        )
    )
    return [(row.number, Point(row.source_slug, row.source_number)) for row in rows]


def begin(connection: Connection, slug: str, deed: Deed, settings: Settings, entries: Changes) -> Revision:
    """Write the first revision of a list and return it. Raises :class:`RecordExists`."""
    values = {"slug": slug, "head": 0, "created_at": now(), "created_by": deed.author}
    try:
        connection.execute(insert(house), values)
    except IntegrityError:
        raise RecordExists(f"There is a house list {shown(slug)} already.", "Choose another slug.") from None
    nothing = Revision(slug, 0, "", "", "", "", settings, None, 0, 0, "")
    return append(connection, nothing, deed, settings, {}, entries)


def append(
    connection: Connection,
    head: Revision,
    deed: Deed,
    settings: Settings,
    before: Mapping[str, Entry],
    changes: Changes,
) -> Revision:
    """Write the revision after *head* and return it; return *head* where there is nothing to write.

    *before* has the latest entries of all keys in *changes*. A merge is always written: it says how far the other list is known.
    """
    is_news = changes or canonical(settings) != canonical(head.settings)
    if not is_news and deed.kind not in ("create", "fork", "merge"):
        return head
    slug, number = head.slug, head.number + 1
    size = head.size + growth(before, changes)
    drafted = Revision(
        slug,
        number,
        now(),
        deed.author,
        deed.kind,
        deed.note,
        settings,
        deed.source,
        len(changes),
        size,
        "",
    )
    revision = drafted._replace(digest=digest_of(head.digest, drafted, changes))
    connection.execute(update(house).where(house.c.slug == slug), {"head": number})
    connection.execute(insert(house_revision), row_of_revision(revision))
    rows = [{"slug": slug, **row_of(key, entry)} for key, entry in changes.items()]
    gone = [{"of": slug, "named": key} for key in changes if key in before]
    _many(connection, insert(house_change), [{**row, "number": number} for row in rows])
    _many(connection, _FORGET, gone)
    _many(connection, insert(house_entry), [row for row in rows if row["effect"] is not None])
    return revision


_FORGET = delete(house_entry).where(
    house_entry.c.slug == bindparam("of"), house_entry.c.key == bindparam("named")
)


def _many(connection: Connection, statement: Executable, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)
