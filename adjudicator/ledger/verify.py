"""Whether a whole ledger adds up. Start at :func:`verify`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlalchemy import Column, Connection, and_, exists, or_, select

from adjudicator.core.spelling import quote
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import (
    dispute,
    game,
    game_list,
    house,
    house_revision,
    idempotency,
    invite,
    ruling,
    token,
    vote,
)
from adjudicator.ledger.voters import NAMED

_REFERENCES: tuple[tuple[Column[str], Column[str]], ...] = (
    (ruling.c.dispute, dispute.c.id),
    (ruling.c.replaces, ruling.c.id),
    (vote.c.voter, token.c.id),
    (dispute.c.opener, token.c.id),
    (token.c.invite, invite.c.id),
    (game.c.maker, token.c.id),
    (game_list.c.author, token.c.id),
)
"""Columns that name something which no foreign key looks after, with what they name."""
_JSON: tuple[Column[str], ...] = (
    ruling.c.words,
    ruling.c.verdicts,
    ruling.c.outcome,
    dispute.c.words,
    dispute.c.context,
    dispute.c.rule,
    dispute.c.hands,
    game.c.sitting,
    idempotency.c.headers,
)
_STATES = ("open", "closed", "withdrawn")


def verify(store: Store) -> list[str]:
    """Return everything that does not add up: files, references, states of disputes, histories of lists; nothing where all does.

    Raises :class:`LedgerUnavailable` for a database that cannot be read at all.
    """
    with store.reading() as connection:
        faults = [
            *(_file_faults(connection) if store.is_sqlite else ()),
            *_dangling(connection),
            *_unreadable(connection),
            *_dispute_faults(connection),
        ]
        slugs = connection.scalars(select(house.c.slug).where(house.c.head > 0).order_by(house.c.slug)).all()
    return faults + [fault for slug in slugs for fault in _history_faults(store, slug)]


def _history_faults(store: Store, slug: str) -> list[str]:
    try:
        return Houses(store).verify(slug)
    except (ValueError, TypeError) as error:
        return [f"house list {slug}: its history cannot be read ({error})"]


def _file_faults(connection: Connection) -> Iterator[str]:
    """Yield what SQLite finds wrong with its file, and rows that name others which are not there."""
    for (fault,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if fault != "ok":
            yield f"file: {fault}"
    for table, row, named, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"{table}, row {row}: names a {named} that is not there"


def _dangling(connection: Connection) -> Iterator[str]:
    """Yield the references that lead nowhere; a voter who has no token is none."""
    for column, target in _REFERENCES:
        named = target.table.alias()
        found = exists().where(named.c[target.name] == column)
        is_kept = column.is_not(None) & ~column.startswith(NAMED)
        asked = select(column).where(is_kept, ~found).distinct().order_by(column)
        for id in connection.execute(asked).scalars():
            yield f"{column.table.name}: its {column.name} {quote(id)} is not there"


def _unreadable(connection: Connection) -> Iterator[str]:
    """Yield what should be JSON and is none."""
    for column in _JSON:
        table = column.table
        asked = (
            select(column, *table.primary_key.columns)
            .where(column.is_not(None))
            .execution_options(yield_per=100)
        )
        for text, *key in connection.execute(asked):
            try:
                json.loads(text)
            except ValueError:
                yield f"{table.name} {' '.join(map(str, key))}: its {column.name} cannot be read"


def _dispute_faults(connection: Connection) -> Iterator[str]:
    """Yield the disputes whose columns contradict each other, or their votes, or that are a precedent of no revision."""
    column = dispute.c
    is_open = column.status == "open"
    revision = and_(
        house_revision.c.slug == column.precedent_slug, house_revision.c.number == column.precedent_number
    )
    checks = {
        "has no such state": column.status.not_in(_STATES),
        "is open, but has an end": and_(
            is_open, or_(column.ended_at.is_not(None), column.ruling.is_not(None))
        ),
        "is over, but has no end": and_(~is_open, column.ended_at.is_(None)),
        "is closed without a ruling": and_(column.status == "closed", column.ruling.is_(None)),
        "has votes that it did not count": exists().where(
            vote.c.dispute == column.id, vote.c.number > column.number
        ),
        "is a precedent of no revision": and_(column.precedent_slug.is_not(None), ~exists().where(revision)),
    }
    for fault, condition in checks.items():
        for id in connection.execute(select(column.id).where(condition).order_by(column.id)).scalars():
            yield f"dispute {id}: {fault}"
