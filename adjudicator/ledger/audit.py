"""Whether the histories of house lists add up: every digest, size and number worked out again. Start at :func:`history_faults`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Row, select

from adjudicator.ledger.past import LAST, changes_between, entries_of
from adjudicator.ledger.revisions import Changes, Revision, apply, digest_of, growth, revision_of
from adjudicator.ledger.tables import house, house_revision
from adjudicator.rules.house import Entry


def history_faults(connection: Connection, slug: str) -> list[str]:
    """Return everything that does not add up in the history of the list *slug*; nothing where all does."""
    revision = house_revision.c
    asked = select(house_revision).where(revision.slug == slug).order_by(revision.number)
    revisions = [_as_called(row) for row in connection.execute(asked)]
    entries: dict[str, Entry] = {}
    faults: list[str] = []
    place, before = 0, ("", 0)
    for number, each, changes in _steps(revisions, _changes(connection, slug)):
        if each is None:
            faults.append(f"revision {number}: its changes are there, but it is not")
            continue
        place += 1
        faults += _revision_faults(each, place, before, entries, changes)
        before = (each.digest, each.size)
    faults += _head_faults(connection, slug, len(revisions), entries)
    return [f"house list {slug}, {fault}" for fault in faults]


def _as_called(row: Row[Any]) -> Revision:
    """Return the revision of a row by the names that lists had when it was made: its digest is of those."""
    found = revision_of(row)
    source = found.source and found.source._replace(slug=row.source_called or found.source.slug)
    return found._replace(slug=row.called or found.slug, source=source)


def _revision_faults(
    revision: Revision, number: int, before: tuple[str, int], entries: dict[str, Entry], changes: Changes
) -> Iterator[str]:
    """Yield what is wrong with a revision after one of a digest and size, and bring *entries* to it."""
    digest, size = before
    place = f"revision {revision.number}"
    if revision.number != number:
        yield f"{place}: stands where number {number} belongs"
    if revision.changes != len(changes):
        yield f"{place}: has {len(changes)} changes, not {revision.changes}"
    if revision.size != size + growth(entries, changes):
        yield f"{place}: its size is not what its changes add up to"
    if revision.digest != digest_of(digest, revision, changes):
        yield f"{place}: its digest is not that of its content"
    apply(entries, changes)


def _head_faults(connection: Connection, slug: str, last: int, entries: Mapping[str, Entry]) -> Iterator[str]:
    """Yield what is wrong with what is kept beside a history: the number of its latest revision, and the latest entries."""
    head = connection.execute(select(house.c.head).where(house.c.slug == slug)).scalar()
    if head != last:
        yield f"its latest revision is {last}, not {head}"
    kept = entries_of(connection, slug)
    wrong = sorted(key for key in {*kept, *entries} if kept.get(key) != entries.get(key))
    yield from (f"entry {key}: is not what the history says" for key in wrong)


def _steps(
    revisions: Iterable[Revision], changes: Iterable[tuple[int, Changes]]
) -> Iterator[tuple[int, Revision | None, Changes]]:
    """Yield every number of a revision or of changes, in order, with both. The changes of one revision are in memory, and not of all."""
    said: Iterator[tuple[int, Revision | None, Changes]] = ((each.number, each, {}) for each in revisions)
    done: Iterator[tuple[int, Revision | None, Changes]] = ((number, None, each) for number, each in changes)
    for number, parts in groupby(merge(said, done, key=itemgetter(0)), itemgetter(0)):
        its: Changes = {}
        revision = None
        for _, one, other in parts:
            revision, its = one or revision, other or its
        yield number, revision, its


def _changes(connection: Connection, slug: str) -> Iterator[tuple[int, Changes]]:
    """Yield the numbers of revisions with their changes."""
    for number, each in groupby(changes_between(connection, slug, 0, LAST), itemgetter(0)):
        yield number, {key: entry for _, key, entry in each}
