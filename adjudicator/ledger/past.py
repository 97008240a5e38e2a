"""What house lists say and have said, read from their histories within one transaction. Start at :func:`entries_at`.

The changes of a revision are in ``house_change``, or in ``house_bulk`` where they are very many. ``house_entry`` has what a list says now,
or what it said some revisions before (``house.behind``): whatever has changed since is read over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge as merged
from operator import itemgetter

from sqlalchemy import Connection, func, select

from adjudicator.ledger.records import entry_of
from adjudicator.ledger.revisions import Point, apply
from adjudicator.ledger.tables import house, house_bulk, house_change, house_entry, house_revision
from adjudicator.rules.house import Entry

FEW_KEYS = 5_000
"""Keys that are looked for one by one; for more of them the whole list is read, which takes a database less."""
LAST = 2**31 - 1
"""The greatest number that a revision can have."""
_AT_ONCE = 500
"""Keys that a statement names."""
Change = tuple[int, str, Entry | None]
"""The number of a revision, and a key with the entry that it has there, or None where it drops one."""


def changes_between(
    connection: Connection, slug: str, after: int, until: int, keys: Iterable[str] | None = None
) -> Iterator[Change]:
    """Yield what the revisions *after* a number and *until* another have changed, in their order; of *keys* alone, if they are given."""
    for part in _parts(keys):
        yield from _changes(connection, slug, after, until, part)


def _parts(keys: Iterable[str] | None) -> Iterator[list[str] | None]:
    """Yield *keys*, so many at a time as a statement names; None where they are None, which means all."""
    if keys is None:
        yield None
        return
    wanted = sorted(keys)
    for start in range(0, len(wanted), _AT_ONCE):
        yield wanted[start : start + _AT_ONCE]


def _changes(
    connection: Connection, slug: str, after: int, until: int, keys: list[str] | None
) -> Iterator[Change]:
    change = house_change.c
    asked = select(house_change).where(change.slug == slug, change.number > after, change.number <= until)
    if keys is not None:
        asked = asked.where(change.key.in_(keys))
    rows = connection.execute(asked.order_by(change.number))
    plain: Iterator[Change] = ((row.number, row.key, entry_of(row)) for row in rows)
    bulks = [
        _bulk(connection, number, bulk, keys) for number, bulk in bulks_of(connection, slug, after, until)
    ]
    return merged(plain, *bulks, key=itemgetter(0)) if bulks else plain


def _bulk(connection: Connection, number: int, bulk: str, keys: list[str] | None) -> Iterator[Change]:
    asked = select(house_bulk).where(house_bulk.c.bulk == bulk)
    if keys is not None:
        asked = asked.where(house_bulk.c.key.in_(keys))
    for row in connection.execute(asked):
        yield number, row.key, entry_of(row)


def bulks_of(connection: Connection, slug: str, after: int, until: int) -> list[tuple[int, str]]:
    """Return which revisions *after* a number and *until* another have their changes in ``house_bulk``, each with its name there."""
    revision = house_revision.c
    rows = connection.execute(
        select(revision.number, revision.bulk)
        .where(revision.slug == slug, revision.bulk > "", revision.number > after, revision.number <= until)
        .order_by(revision.number)
    )
    return [(row.number, row.bulk) for row in rows]


def keys_changed(connection: Connection, slug: str, after: int, until: int) -> set[str]:
    """Return the keys that the revisions *after* a number and *until* another have changed."""
    change = house_change.c
    asked = select(change.key).where(change.slug == slug, change.number > after, change.number <= until)
    found = set(connection.execute(asked.distinct()).scalars())
    for _, bulk in bulks_of(connection, slug, after, until):
        found.update(connection.execute(select(house_bulk.c.key).where(house_bulk.c.bulk == bulk)).scalars())
    return found


def keys_apart(connection: Connection, base: Point, point: Point) -> set[str] | None:
    """Return every key of which *point* may say something else than *base*, which went into it; None where that may be any.

    The first revision of a fork says what its source does, so that the way back leads along forks, however lists were merged since.
    """
    found: set[str] = set()
    slug, number = point
    while slug != base.slug:
        found |= keys_changed(connection, slug, 1, number)
        revision = house_revision.c
        source = connection.execute(
            select(revision.source_slug, revision.source_number).where(
                revision.slug == slug, revision.number == 1, revision.kind == "fork"
            )
        ).one_or_none()
        if source is None:
            return None
        slug, number = source
    low, high = sorted((base.number, number))
    return found | keys_changed(connection, slug, low, high)


def entries_of(connection: Connection, slug: str, keys: Iterable[str] | None = None) -> dict[str, Entry]:
    """Return the latest entries of a list, or those of them that *keys* name."""
    wanted = None if keys is None else set(keys)
    few = wanted if wanted is not None and len(wanted) <= FEW_KEYS else None
    rows: dict[str, Entry] = {}
    for part in _parts(few):
        asked = select(house_entry).where(house_entry.c.slug == slug)
        if part is not None:
            asked = asked.where(house_entry.c.key.in_(part))
        for row in connection.execute(asked):
            entry = entry_of(row)
            if entry is not None and (wanted is None or row.key in wanted):
                rows[row.key] = entry
    latest = connection.execute(
        select(house.c.head, house.c.behind).where(house.c.slug == slug)
    ).one_or_none()
    if latest is not None and latest.behind is not None:
        for _, key, entry in changes_between(connection, slug, latest.behind - 1, latest.head, few):
            if wanted is None or key in wanted:
                apply(rows, {key: entry})
    return rows


def entries_at(connection: Connection, point: Point, keys: set[str] | None = None) -> dict[str, Entry]:
    """Return the entries of a list at a revision that there is, or those of them that *keys* name.

    It takes as long as the list is, and as there were changes before that revision, or after it, whichever are fewer.
    """
    slug, number = point
    if number == connection.execute(select(house.c.head).where(house.c.slug == slug)).scalar():
        return entries_of(connection, slug, keys)
    if keys is not None and len(keys) <= FEW_KEYS:
        return _replayed(connection, point, keys)
    if keys is None and _is_late(connection, point):
        entries = entries_of(connection, slug)
        changed = keys_changed(connection, slug, number, LAST)
        for key in changed:
            entries.pop(key, None)
        return entries | _replayed(connection, point, changed)
    found = _replayed(connection, point)
    return found if keys is None else {key: found[key] for key in keys & found.keys()}


def _replayed(connection: Connection, point: Point, keys: Iterable[str] | None = None) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for _, key, entry in changes_between(connection, point.slug, 0, point.number, keys):
        apply(entries, {key: entry})
    return entries


def _is_late(connection: Connection, point: Point) -> bool:
    """Return whether few changes came after a revision, fewer than before it."""
    revision = house_revision.c
    since = func.sum(revision.changes).filter(revision.number > point.number)
    asked = select(func.sum(revision.changes), since).where(revision.slug == point.slug)
    of_all, after = connection.execute(asked).one()
    return int(after or 0) <= min(FEW_KEYS, int(of_all or 0) // 2)
