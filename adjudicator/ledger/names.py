"""Short names of house lists: a list is given another one, and the one before leads to it for good. Start at :meth:`Names.rename`.

The old name is never given to another list, so that every link, code and verdict that has it goes on meaning this one. What is there by a
name is moved in one transaction, which takes about a second for each hundred thousand words. A history stays what it was: each revision keeps
what its list was called when it was made (``house_revision.called``), of which its digest is. Rulings and games are left as they were written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, literal, or_, select, update

from adjudicator.errors import BadRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.history import latest, must_be_free, point_of, renamed_to
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import (
    dispute,
    house,
    house_change,
    house_entry,
    house_revision,
    invite,
    review,
    season,
    token,
)
from adjudicator.ledger.validation import deed_faults, refuse, slug_faults
from adjudicator.rules.house import PREFIX

MOST_FORMER = 20
"""Names that lead to one list: none of them is ever free again."""


class FormerName(NamedTuple):
    """A name that a list had, and who gave it up when."""

    slug: str
    at: str
    by: str


class Names:
    """What the lists of a ledger are called, and were."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def now(self, slug: str) -> str | None:
        """Return what the list is called that gave the name *slug* up; None where none did."""
        with self._store.reading() as connection:
            return renamed_to(connection, slug)

    def former(self, slug: str) -> list[FormerName]:
        """Return the names that lead to a list, the latest first. Raises :class:`UnknownRecord`."""
        asked = select(house.c.slug, house.c.renamed_at, house.c.renamed_by).where(house.c.renamed == slug)
        with self._store.reading() as connection:
            point_of(connection, slug, None)
            return [FormerName(*row) for row in connection.execute(asked.order_by(house.c.renamed_at.desc()))]

    def rename(self, slug: str, new: str, by: str) -> None:
        """Give a list the name *new*, which may be one that it had before; where it is called so already, nothing happens.

        Raises :class:`BadRecord`, :class:`RecordExists`, :class:`UnknownRecord`, :class:`ListArchived`.
        """
        refuse(slug_faults(new) + deed_faults(by, ""))
        with self._store.writing() as connection:
            latest(connection, slug, None)
            if new == slug:
                return
            if renamed_to(connection, new) == slug:
                connection.execute(delete(house).where(house.c.slug == new))
            must_be_free(connection, new)
            had = select(func.count()).select_from(house).where(house.c.renamed == slug)
            if connection.execute(had).scalar_one() >= MOST_FORMER:
                raise BadRecord(
                    [
                        f"slug: the list has had {MOST_FORMER} other names already; it keeps this one, or takes one of those"
                    ]
                )
            _move(connection, slug, new)
            given_up = {"head": 0, "behind": None, "behind_after": None, "maker": None}
            told = {"renamed": new, "renamed_at": now(), "renamed_by": by}
            connection.execute(update(house).where(house.c.renamed == slug).values(renamed=new))
            connection.execute(update(house).where(house.c.slug == slug).values(**given_up, **told))


def _move(connection: Connection, slug: str, new: str) -> None:
    """Have everything that a list has under the name *new*."""
    revision = house_revision.c
    _copy(connection, house, slug, {"slug": literal(new)})
    _copy(
        connection,
        house_revision,
        slug,
        {"slug": literal(new), "called": func.coalesce(revision.called, slug)},
    )
    for table in (house_change, house_entry, review, season):
        connection.execute(update(table).where(table.c.slug == slug).values(slug=new))
    connection.execute(delete(house_revision).where(revision.slug == slug))
    connection.execute(
        update(house_revision)
        .where(revision.source_slug == slug)
        .values(source_slug=new, source_called=func.coalesce(revision.source_called, slug))
    )
    for right in (token, invite):
        its = right.c.subject == PREFIX + slug
        connection.execute(update(right).where(its).values(subject=PREFIX + new))
    its = dispute.c.precedent_slug == slug
    connection.execute(update(dispute).where(its).values(precedent_slug=new))
    rules, old = dispute.c.ruleset, PREFIX + slug
    rest = func.substr(rules, len(old) + 1)
    its = or_(rules == old, rules.startswith(f"{old}@", autoescape=True))
    connection.execute(update(dispute).where(its).values(ruleset=literal(PREFIX + new).concat(rest)))


def _copy(connection: Connection, table: Table, slug: str, other: Mapping[str, ColumnElement[str]]) -> None:
    """Write the rows of a list once more, with *other* values in some columns: those that name them can then be moved to the copies."""
    columns = [other.get(column.name, column) for column in table.c]
    connection.execute(
        insert(table).from_select(table.c.keys(), select(*columns).where(table.c.slug == slug))
    )
