"""Lists that are put away, and lists that are deleted. Start at :class:`Archive`.

A list in the archive judges on wherever something names it, and nobody changes it. One is deleted only where nothing refers to it; its name
is never given again, so that no old address means another list one day.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Column, ColumnElement, Connection, delete, func, or_, select, update

from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.history import latest, point_of
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import (
    dispute,
    game,
    house,
    house_bulk,
    house_change,
    house_entry,
    house_revision,
    invite,
    review,
    ruling,
    season,
    token,
)
from adjudicator.rules.house import PREFIX


class Archive:
    """What of a ledger's lists is put away. Every method raises :class:`UnknownRecord` for a list that there is not."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self, slug: str | None = None) -> dict[str, tuple[str, str]]:
        """Return since when each list in the archive is there, and who has put it there; with *slug*, of that list alone."""
        asked = select(house.c.slug, house.c.archived_at, house.c.archived_by)
        sought = (house.c.archived_at.is_not(None), *([] if slug is None else [house.c.slug == slug]))
        with self._store.reading() as connection:
            rows = connection.execute(asked.where(*sought))
            return {row.slug: (row.archived_at, row.archived_by) for row in rows}

    def must_be_out(self, slug: str) -> None:
        """Raise :class:`ListArchived` where a list is put away."""
        with self._store.reading() as connection:
            latest(connection, slug, None, lock=False)

    def put(self, slug: str, by: str) -> None:
        """Put a list away. One that is there already stays as it is."""
        self._set(slug, now(), by)

    def bring_back(self, slug: str) -> None:
        """Bring a list back. One that is not put away stays as it is."""
        self._set(slug, None, None)

    def _set(self, slug: str, at: str | None, by: str | None) -> None:
        with self._store.writing() as connection:
            point_of(connection, slug, None)
            here = house.c.archived_at.is_(None) if at else house.c.archived_at.is_not(None)
            values = {"archived_at": at, "archived_by": by}
            connection.execute(update(house).where(house.c.slug == slug, here).values(**values))

    def references(self, slug: str) -> list[str]:
        """Return what refers to a list, as phrases: ``2 disputes``. Its tokens and invites do not: they end with it."""
        with self._store.reading() as connection:
            point_of(connection, slug, None)
            return list(_references(connection, slug))

    def delete(self, slug: str) -> None:
        """Delete a list with its history, tokens and invites, for good. Raises :class:`BadRecord` where something refers to it."""
        with self._store.writing() as connection:
            connection.execute(select(house.c.slug).where(house.c.slug == slug).with_for_update())
            point_of(connection, slug, None)
            refer = list(_references(connection, slug))
            if refer:
                raise BadRecord(
                    [
                        f"slug: {quote(slug)} cannot be deleted: {', '.join(refer)} refer to it. Put it away instead"
                    ]
                )
            bulks = select(house_revision.c.bulk).where(
                house_revision.c.slug == slug, house_revision.c.bulk.is_not(None)
            )
            connection.execute(delete(house_bulk).where(house_bulk.c.bulk.in_(bulks)))
            for table in (review, house_change, house_entry, house_revision):
                connection.execute(delete(table).where(table.c.slug == slug))
            gone = {"head": 0, "behind": None, "behind_after": None, "archived_at": None, "archived_by": None}
            connection.execute(update(house).where(house.c.slug == slug).values(**gone))
            nowhere = {"renamed": None, "renamed_at": None, "renamed_by": None}
            connection.execute(update(house).where(house.c.renamed == slug).values(**nowhere))
            for right in (token, invite):
                its = (right.c.subject == PREFIX + slug, right.c.revoked_at.is_(None))
                connection.execute(update(right).where(*its).values(revoked_at=now()))


def _references(connection: Connection, slug: str) -> Iterator[str]:
    former = connection.scalars(select(house.c.slug).where(house.c.renamed == slug)).all()
    names = [slug, *former]  # rulings and games have the name that the list had then
    kinds: tuple[tuple[str, str, ColumnElement[bool]], ...] = (
        (
            "copy or merge",
            "copies and merges",
            (house_revision.c.source_slug == slug) & (house_revision.c.slug != slug),
        ),
        ("season", "seasons", season.c.slug == slug),
        ("dispute", "disputes", or_(_names(dispute.c.ruleset, slug), dispute.c.precedent_slug == slug)),
        ("ruling", "rulings", or_(*(_names(ruling.c.ruleset, each) for each in names))),
        (
            "game",
            "games",
            or_(*(game.c.sitting.contains(f'"{PREFIX}{each}{end}') for each in names for end in '"@')),
        ),
    )
    for one, many, condition in kinds:
        count = connection.execute(select(func.count()).where(condition)).scalar_one()
        if count:
            yield f"{count:,} {one if count == 1 else many}"


def _names(column: Column[str], slug: str) -> ColumnElement[bool]:
    return or_(column == PREFIX + slug, column.startswith(f"{PREFIX}{slug}@"))
