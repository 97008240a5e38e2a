"""Rulings: verdicts that were kept with their evidence, and the outcomes of votes. None is ever changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from adjudicator.core.spelling import quote
from adjudicator.errors import UnknownRecord
from adjudicator.ledger.challenges import Ruling
from adjudicator.ledger.records import canonical, is_id, new_id
from adjudicator.ledger.tables import ruling as table


def ruling_on(
    verdicts: Sequence[Mapping[str, Any]],
    *,
    ruleset: str,
    at: str,
    by: str,
    outcome: Mapping[str, Any] | None,
    dispute: str,
) -> Ruling:
    """Return a new ruling that is the *verdicts* themselves."""
    first = verdicts[0]
    house = first.get("house")
    return Ruling(
        new_id(),
        at,
        by,
        "verdict",
        ruleset,
        tuple(verdict["word"] for verdict in verdicts),
        all(verdict["legal"] for verdict in verdicts),
        tuple(verdicts),
        first["lexicon"],
        first["ruleset_digest"],
        house["revision"] if house else None,
        outcome,
        dispute,
        None,
    )


def write_ruling(connection: Connection, ruling: Ruling) -> None:
    """Write *ruling* down."""
    row = ruling._asdict()
    row |= {name: canonical(row[name]) for name in ("words", "verdicts", "outcome")}
    connection.execute(insert(table).values(row))


def read_ruling(connection: Connection, id: str) -> Ruling:
    """Return the ruling *id*. Raises :class:`UnknownRecord`."""
    query = select(*(table.c[field] for field in Ruling._fields)).where(table.c.id == id)
    row = connection.execute(query).one_or_none() if is_id(id) else None
    if row is None:
        raise UnknownRecord("ruling", f"There is no ruling {quote(id)}.", "Check its id.")
    found = Ruling(*row)
    return found._replace(
        words=tuple(json.loads(row.words)),
        verdicts=json.loads(row.verdicts),
        outcome=json.loads(row.outcome),
    )


def read_outcomes(connection: Connection, ids: Sequence[str]) -> dict[str, Mapping[str, Any] | None]:
    """Return the outcomes of the rulings *ids*, of those that there are."""
    rows = connection.execute(select(table.c.id, table.c.outcome).where(table.c.id.in_(ids))).all()
    return {row.id: json.loads(row.outcome) for row in rows}
