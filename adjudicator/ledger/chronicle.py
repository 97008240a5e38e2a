"""The histories of house lists as people read them: who changed which words, filtered by word and author. Start at :func:`revisions`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, and_, exists, func, or_, select

from adjudicator.ledger.records import entry_of
from adjudicator.ledger.revisions import Revision, revision_of
from adjudicator.ledger.tables import house_bulk, house_change, house_revision
from adjudicator.rules.house import Entry

FIRST = 3
"""Words that are told of a revision."""


class WordChange(NamedTuple):
    """What a revision has made of a word: the entry that the list has since then, or None."""

    key: str
    entry: Entry | None


def revisions(
    connection: Connection,
    slug: str,
    below: int,
    limit: int,
    key: str | None = None,
    author: str | None = None,
) -> list[Revision]:
    """Return at most *limit* revisions of a list with numbers *below* that, the newest first: those alone that have changed *key*, or that
    *author* has made, where these are given.
    """
    revision, change, bulk = house_revision.c, house_change.c, house_bulk.c
    asked = select(house_revision).where(revision.slug == slug, revision.number < below)
    if key is not None:
        here = exists().where(change.slug == slug, change.key == key, change.number == revision.number)
        there = and_(revision.bulk > "", exists().where(bulk.bulk == revision.bulk, bulk.key == key))
        asked = asked.where(or_(here, there))
    if author is not None:
        asked = asked.where(revision.author == author)
    rows = connection.execute(asked.order_by(revision.number.desc()).limit(limit))
    return [revision_of(row) for row in rows]


def authors(connection: Connection, slug: str) -> list[str]:
    """Return who has made any revision of a list, in order."""
    asked = select(house_revision.c.author).where(house_revision.c.slug == slug).distinct()
    return sorted(connection.scalars(asked))


def first_changes(
    connection: Connection, slug: str, numbers: Iterable[int], key: str | None = None
) -> dict[int, list[WordChange]]:
    """Return the first words that each of the revisions *numbers* has changed, at most :data:`FIRST`, in order of the alphabet; or *key* alone,
    if it is given.
    """
    wanted = list(numbers)
    change, revision, bulk = house_change.c, house_revision.c, house_bulk.c
    place = func.row_number().over(partition_by=change.number, order_by=change.key).label("place")
    of_all = select(house_change, place).where(change.slug == slug, change.number.in_(wanted))
    inner = (of_all if key is None else of_all.where(change.key == key)).subquery()
    found: dict[int, list[WordChange]] = {number: [] for number in wanted}
    for row in connection.execute(
        select(inner).where(inner.c.place <= FIRST).order_by(inner.c.number, inner.c.key)
    ):
        found[row.number].append(WordChange(row.key, entry_of(row)))
    named = select(revision.number, revision.bulk).where(
        revision.slug == slug, revision.number.in_(wanted), revision.bulk > ""
    )
    for number, name in connection.execute(named).all():
        asked = select(house_bulk).where(bulk.bulk == name).order_by(bulk.key).limit(FIRST)
        if key is not None:
            asked = asked.where(bulk.key == key)
        found[number] = [WordChange(row.key, entry_of(row)) for row in connection.execute(asked)]
    return found
