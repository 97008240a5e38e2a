"""Seasons of house lists: revisions that are frozen under a name, with the words that were legal by them. Start at :class:`Seasons`."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from sqlalchemy import Column, insert, select

from adjudicator.core.shapes import Digest, Time, renamed
from adjudicator.core.spelling import quote
from adjudicator.errors import RecordExists, UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.history import latest, point_of, revision_at
from adjudicator.ledger.revisions import Point
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import season
from adjudicator.ledger.validation import MAX_NAME, deed_faults, refuse, slug_faults, text_faults


@renamed(number="revision")
class Season(NamedTuple):
    """A revision of a list that is frozen under a name."""

    slug: str
    id: str
    """What it is called in addresses."""
    name: str
    number: int
    at: Time
    author: str
    lexicon: Digest
    """Of what verdicts were read from when it was frozen."""
    ruleset_digest: Digest
    legal: int
    """How many words were legal by it."""


_COLUMNS: tuple[Column[object], ...] = tuple(season.c[name] for name in Season._fields)


class Seasons:
    """The seasons of the lists of a ledger. Every method raises :class:`UnknownRecord` for a list or season that there is not."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def freezing(
        self,
        slug: str,
        id: str,
        name: str,
        number: int,
        author: str,
        *,
        lexicon: str,
        ruleset_digest: str,
        words: Iterable[str],
    ) -> Callable[[], Season]:
        """Return what freezes revision *number* of a list, by which *words* are legal, under a *name*. Raises :class:`RecordExists`,
        :class:`BadRecord`, and :class:`ListArchived`.
        """
        refuse(
            [fault.replace("slug:", "id:") for fault in slug_faults(id)]
            + text_faults("name", name, MAX_NAME, needed=True)
            + deed_faults(author, "")
        )
        kept = list(words)
        made = Season(slug, id, name, number, now(), author, lexicon, ruleset_digest, len(kept))
        return partial(self._write, made, zlib.compress("\n".join(kept).encode()))

    def _write(self, made: Season, packed: bytes) -> Season:
        slug, id = made.slug, made.id
        with self._store.writing() as connection:
            latest(connection, slug, None)  # it stays
            revision_at(connection, Point(slug, made.number))
            asked = select(season.c.id).where(season.c.slug == slug, season.c.id == id)
            if connection.execute(asked).first() is not None:
                raise RecordExists(f"{quote(slug)} has a season {quote(id)} already.", "Choose another name.")
            connection.execute(insert(season).values(**made._asdict(), words=packed))
        return made

    def all(self, slug: str) -> list[Season]:
        """Return the seasons of a list, the latest first."""
        with self._store.reading() as connection:
            point_of(connection, slug, None)
            asked = select(*_COLUMNS).where(season.c.slug == slug).order_by(season.c.at.desc(), season.c.id)
            return [Season(**row._mapping) for row in connection.execute(asked)]

    def get(self, slug: str, id: str) -> Season:
        """Return one season."""
        found = next((each for each in self.all(slug) if each.id == id), None)
        if found is None:
            raise UnknownRecord(
                "season",
                f"The house list {quote(slug)} has no season {quote(id)}.",
                "The list's page of seasons names those that there are.",
            )
        return found

    def words(self, slug: str, id: str) -> list[str]:
        """Return the words that were legal by a season when it was frozen, in order."""
        self.get(slug, id)
        with self._store.reading() as connection:
            asked = select(season.c.words).where(season.c.slug == slug, season.c.id == id)
            packed: bytes = connection.execute(asked).scalar_one()
        return zlib.decompress(packed).decode().splitlines()
