"""Rulings: verdicts that were kept with their evidence, and the outcomes of votes. None is ever changed."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, insert, select

from adjudicator.core.spelling import quote
from adjudicator.errors import UnknownRecord
from adjudicator.ledger.records import canonical
from adjudicator.ledger.tables import ruling as table
from adjudicator.rules.house import Effect

DECIDED = ("upheld", "rejected")
"""The outcomes by which a word is legal or is not."""


class Ruling(NamedTuple):
    """What was ruled, shown the same for ever, whatever the lexicon is later."""

    id: str
    at: str
    by: str
    kind: Literal["verdict", "vote"]
    ruleset: str
    words: tuple[str, ...]
    acceptable: bool
    """Whether all of the words are legal by this ruling."""
    verdicts: list[dict[str, Any]]
    """The full verdicts at the time."""
    lexicon: str
    ruleset_digest: str
    house_revision: int | None
    outcome: dict[str, Any] | None
    """The consequences, and the votes where there was one; None of a verdict on which a vote was opened."""
    dispute: str | None
    replaces: str | None
    """The verdict that a vote stands in the place of; None where the vote decided nothing."""

    @property
    def effects(self) -> dict[str, Effect]:
        """What house entries that follow it say of each of its words: nothing where nothing was decided."""
        if self.outcome is None or self.outcome["decision"] not in DECIDED:
            return {}
        return {word["word"]: "allow" if word["legal"] else "deny" for word in self.outcome["words"]}

    def as_dict(self) -> dict[str, Any]:
        """Return the ruling as plain data."""
        return {**self._asdict(), "words": list(self.words)}


def new_id() -> str:
    """Return an id that nobody can guess, of digits and letters alone, so that it needs no quoting anywhere."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Return whether *text* could be such an id; the database is not asked for others."""
    return text.isascii() and text.isalnum()


def ruling_on(
    verdicts: Sequence[Mapping[str, Any]],
    *,
    ruleset: str,
    at: str,
    by: str,
    outcome: dict[str, Any] | None,
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
        [dict(verdict) for verdict in verdicts],
        first["lexicon"],
        first["ruleset_digest"],
        house["revision"] if house else None,
        outcome,
        dispute,
        None,
    )


def write_ruling(connection: Connection, ruling: Ruling) -> None:
    """Write *ruling* down."""
    connection.execute(
        insert(table).values(
            {
                **ruling._asdict(),
                "words": canonical(ruling.words),
                "verdicts": canonical(ruling.verdicts),
                "outcome": canonical(ruling.outcome),
            }
        )
    )


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


def read_outcomes(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, Any] | None]:
    """Return the outcomes of the rulings *ids*, of those that there are."""
    rows = connection.execute(select(table.c.id, table.c.outcome).where(table.c.id.in_(ids))).all()
    return {row.id: json.loads(row.outcome) for row in rows}
