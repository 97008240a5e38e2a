"""The histories of house lists within one transaction: their revisions read, and the next one written. Start at :func:`following` and :func:`write`."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, and_, bindparam, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from adjudicator.core.spelling import quote
from adjudicator.errors import ListArchived, ListRenamed, RecordExists, StaleRevision, UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.past import LAST, entries_at
from adjudicator.ledger.records import ENTRY_FIELDS, canonical, must_have_been, row_of
from adjudicator.ledger.revisions import (
    Changes,
    Kind,
    Point,
    Revision,
    digest_of,
    growth,
    revision_of,
    row_of_revision,
)
from adjudicator.ledger.tables import house, house_bulk, house_change, house_entry, house_revision
from adjudicator.ledger.validation import slug_faults
from adjudicator.rules.house import HouseList, Settings

CAUGHT_UP = 1_000
"""Rows by which whoever writes to a list brings its latest entries on, where they are behind."""


class Deed(NamedTuple):
    """Who makes a revision, how and why."""

    kind: Kind
    author: str
    note: str
    source: Point | None = None


def latest(connection: Connection, slug: str, expected: int | None, *, lock: bool = True) -> Revision:
    """Return the latest revision of a list, which nobody else can follow up until this transaction ends if it is to *lock*.

    Raises :class:`UnknownRecord`, also where the *expected* revision never was, :class:`StaleRevision` where the list has another one by now,
    and :class:`ListArchived`.
    """
    asked = select(house.c.head, house.c.archived_at).where(house.c.slug == slug)
    if expected is not None:
        asked = asked.where(house.c.head == expected)
    found = None
    if not slug_faults(slug) and (expected is None or 0 < expected <= LAST):
        found = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    if found is None or found.head == 0:
        current = _head(connection, slug)
        must_have_been(expected, current, f"The house list {quote(slug)}")
        raise StaleRevision(
            f"The house list {quote(slug)} has revision {current} by now, not {expected}.",
            "Nothing was written. Look at what was changed, and try again with that revision.",
            current,
        )
    if found.archived_at is not None:
        raise ListArchived(
            f"The house list {quote(slug)} is put away: it judges on, and nobody changes it.",
            "Nothing was written. An owner of the list can bring it back.",
        )
    return revision_at(connection, Point(slug, found.head))


def _head(connection: Connection, slug: str) -> int:
    """Return the number of the latest revision of a list. Raises :class:`UnknownRecord`."""
    number: int | None = None
    if not slug_faults(slug):
        number = connection.execute(select(house.c.head).where(house.c.slug == slug)).scalar()
    if not number:  # one that was deleted, or is called otherwise by now, has none
        raise unknown_list(connection, slug)
    return number


def renamed_to(connection: Connection, slug: str) -> str | None:
    """Return what the list is called that gave the name *slug* up; None where none did."""
    if slug_faults(slug):
        return None
    found: str | None = connection.execute(select(house.c.renamed).where(house.c.slug == slug)).scalar()
    return found


def unknown_list(connection: Connection, slug: str) -> UnknownRecord:
    """Return what to say where there is no list *slug*, or no list of that name any more."""
    named = renamed_to(connection, slug)
    if named is not None:
        return ListRenamed(slug, named)
    return UnknownRecord(
        "house-list",
        f"There is no house list {quote(slug)}.",
        "GET /v1/house-lists, or `adjudicator house list`, names those that there are.",
    )


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
        named = renamed_to(connection, point.slug)
        raise unknown_revision(point) if named is None else ListRenamed(point.slug, named)
    return revision_of(row)


def unknown_revision(point: Point) -> UnknownRecord:
    """Return what to say where a list has no such revision."""
    return UnknownRecord(
        "revision",
        f"There is no revision {point.number} of a house list {quote(point.slug)}.",
        "Its history lists those that there are.",
    )


def list_at(connection: Connection, point: Point, keys: set[str] | None = None) -> HouseList:
    """Return a list as it was at a revision, with those of its entries alone that *keys* name, if they are given.

    Raises :class:`UnknownRecord`.
    """
    revision = revision_at(connection, point)
    entries = entries_at(connection, point, keys)
    return HouseList(point.slug, point.number, revision.digest, revision.settings, entries)


def links_of(connection: Connection, slug: str) -> list[tuple[int, Point]]:
    """Return what went into a list from others: the numbers of its revisions that were forked or merged, each with its source."""
    revision = house_revision.c
    rows = connection.execute(
        select(revision.number, revision.source_slug, revision.source_number).where(
            revision.slug == slug, revision.source_slug != slug
        )
    )
    return [(row.number, Point(row.source_slug, row.source_number)) for row in rows]


def begin(connection: Connection, slug: str, by: str, maker: str | None) -> None:
    """Make room for a new list. Raises :class:`RecordExists`."""
    must_be_free(connection, slug)
    values = {"slug": slug, "head": 0, "created_at": now(), "created_by": by, "maker": maker}
    try:
        connection.execute(insert(house), values)
    except IntegrityError:
        raise _taken(slug) from None


def must_be_free(connection: Connection, slug: str) -> None:
    """Raise :class:`RecordExists` where there is a list *slug*, or was one."""
    asked = select(house.c.head, house.c.renamed).where(house.c.slug == slug)
    head, named = connection.execute(asked).one_or_none() or (None, None)
    if named is not None:
        raise RecordExists(
            f"The name {quote(slug)} leads to the house list {quote(named)}; it is given to no other.",
            "Choose another slug.",
        )
    if head == 0:
        raise RecordExists(
            f"There was a house list {quote(slug)}; its name is not given again.", "Choose another slug."
        )
    if head is not None:
        raise _taken(slug)


def _taken(slug: str) -> RecordExists:
    return RecordExists(f"There is a house list {quote(slug)} already.", "Choose another slug.")


def nothing(slug: str, settings: Settings) -> Revision:
    """Return what the first revision of a list follows."""
    return Revision(slug, 0, "", "", "create", "", *settings, None, 0, 0, "")


def following(
    head: Revision, deed: Deed, settings: Settings, before: Container[str], changes: Changes
) -> Revision | None:
    """Return the revision after *head*; None where there is nothing to write.

    *before* has those of the keys in *changes* that the list has. A merge is always written: it says how far the other list is known.
    """
    is_news = changes or canonical(settings) != canonical(head.settings)
    if not is_news and deed.kind not in ("create", "fork", "merge"):
        return None
    drafted = Revision(
        head.slug,
        head.number + 1,
        now(),
        deed.author,
        deed.kind,
        deed.note,
        *settings,
        deed.source,
        len(changes),
        head.size + growth(before, changes),
        "",
    )
    return drafted._replace(digest=digest_of(head.digest, drafted, changes))


def write(connection: Connection, revision: Revision, before: Container[str], changes: Changes) -> None:
    """Write a *revision* with its *changes*, and make it the latest of its list.

    *before* has those of the keys in *changes* that the list has.
    """
    slug, number = revision.slug, revision.number
    advanced = update(house).where(house.c.slug == slug).values(head=number).returning(house.c.behind)
    behind = connection.execute(advanced).scalar_one()
    connection.execute(insert(house_revision), row_of_revision(revision))
    rows = [{"slug": slug, **row_of(key, entry)} for key, entry in changes.items()]
    _many(connection, insert(house_change), [{**row, "number": number} for row in rows])
    if behind is not None:
        catch_up(connection, slug, CAUGHT_UP)
        return
    _many(connection, _FORGET, [{"of": slug, "named": key} for key in changes if key in before])
    _many(connection, insert(house_entry), [row for row in rows if row["effect"] is not None])


def write_bulk(connection: Connection, revision: Revision, bulk: str) -> None:
    """Write a *revision* whose changes are in ``house_bulk`` already, and make it the latest of its list."""
    slug, number = revision.slug, revision.number
    advanced = update(house).where(house.c.slug == slug)
    connection.execute(advanced.values(head=number, behind=func.coalesce(house.c.behind, number)))
    connection.execute(insert(house_revision), {**row_of_revision(revision), "bulk": bulk})


def catch_up(connection: Connection, slug: str, rows: int) -> bool:
    """Bring the latest entries of a list on by at most so many *rows* of its history; return whether there are more to come."""
    state = select(house.c.head, house.c.behind, house.c.behind_after).where(house.c.slug == slug)
    found = connection.execute(state.with_for_update()).one_or_none()
    if found is None or found.behind is None:
        return False
    number: int = found.behind
    its = and_(house_revision.c.slug == slug, house_revision.c.number == number)
    bulk = connection.scalar(select(house_revision.c.bulk).where(its))
    source = house_change if bulk is None else house_bulk
    its = and_(house_change.c.slug == slug, house_change.c.number == number)
    if bulk is not None:
        its = and_(house_bulk.c.bulk == bulk)
    piece = its & (source.c.key > (found.behind_after or ""))
    ordered = select(source.c.key).where(piece).order_by(source.c.key)
    last = connection.scalar(ordered.offset(rows - 1).limit(1))
    if last is not None:
        piece &= source.c.key <= last
    keys = select(source.c.key).where(piece)
    connection.execute(delete(house_entry).where(house_entry.c.slug == slug, house_entry.c.key.in_(keys)))
    columns = [source.c[name] for name in ("key", *ENTRY_FIELDS)]
    said = select(literal(slug), *columns).where(piece, source.c.effect.is_not(None))
    connection.execute(insert(house_entry).from_select(["slug", "key", *ENTRY_FIELDS], said))
    left = number if last is not None else number + 1 if number < found.head else None
    connection.execute(update(house).where(house.c.slug == slug).values(behind=left, behind_after=last))
    return left is not None


_FORGET = delete(house_entry).where(
    house_entry.c.slug == bindparam("of"), house_entry.c.key == bindparam("named")
)


def _many(connection: Connection, statement: Executable, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)
