"""A dispute and the votes on it, as rows of the ledger and as what the rest works with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, exists, func, literal, select, true

from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import UnknownRecord
from adjudicator.ledger.challenges import Dispute, Hands, Vote, Votes
from adjudicator.ledger.records import canonical, is_id
from adjudicator.ledger.tables import dispute as disputes
from adjudicator.ledger.tables import token as tokens
from adjudicator.ledger.tables import vote as votes
from adjudicator.ledger.voters import plain_name
from adjudicator.rules.challenge import Context
from adjudicator.rules.ruleset import Challenge


def read_dispute(
    connection: Connection, id: str, *, lock: bool = False, votes: Sequence[Vote] | None = None
) -> Dispute:
    """Return a dispute; with *lock* nobody else changes it until the transaction ends. Its votes are read, unless they are given.

    Raises :class:`UnknownRecord`.
    """
    query = select(disputes).where(disputes.c.id == id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none() if is_id(id) else None
    if row is None:
        raise UnknownRecord(
            "dispute",
            f"There is no dispute {quote(id)}.",
            "GET /v1/disputes, or `adjudicator dispute list`, names those that there are.",
        )
    return dispute_of(row, votes_of(connection, [id]).get(id, ()) if votes is None else votes)


def columns(found: Dispute) -> dict[str, Any]:
    """Return the row of a dispute."""
    row = found._asdict()
    del row["votes"], row["is_hidden"]
    row["hands"] = hands_text(found.hands)
    return row | {name: canonical(plain(row[name])) for name in ("words", "context", "rule")}


def hands_text(hands: Hands | None) -> str | None:
    """Return a count of hands as its column has it."""
    return None if hands is None else canonical(plain(hands))


def dispute_of(row: Row[Any], cast: Sequence[Vote]) -> Dispute:
    """Return the dispute of a row."""
    context = json.loads(row.context)
    return Dispute(
        **{
            **row._asdict(),
            "words": tuple(json.loads(row.words)),
            "context": Context(**{**context, "ineligible": tuple(context["ineligible"])}),
            "rule": Challenge(**json.loads(row.rule)),
            "hands": Hands(**json.loads(row.hands)) if row.hands else None,
            "hide_tally": bool(row.hide_tally),
            "votes": cast if isinstance(cast, Votes) else tuple(cast),
        }
    )


def votes_of(connection: Connection, ids: Sequence[str], until: int | None = None) -> dict[str, list[Vote]]:
    """Return the last vote of every voter by dispute, in the order in which they first voted; as they were when the dispute had the number
    *until*, if that is given.
    """
    vote = votes.c
    cast = select(
        vote.dispute, vote.voter, func.min(vote.number).label("first"), func.max(vote.number).label("last")
    ).where(vote.dispute.in_(ids))
    if until is not None:
        cast = cast.where(vote.number <= until)
    ends = cast.group_by(vote.dispute, vote.voter).subquery()
    is_last = and_(vote.dispute == ends.c.dispute, vote.voter == ends.c.voter, vote.number == ends.c.last)
    rows = connection.execute(
        select(votes, tokens.c.invite)
        .join(ends, is_last)
        .outerjoin(tokens, tokens.c.id == vote.voter)
        .order_by(ends.c.first)
    )
    found: dict[str, list[Vote]] = {}
    for row in rows:
        found.setdefault(row.dispute, []).append(Vote(row.voter, row.name, row.choice, row.at, row.invite))
    return found


def standing(connection: Connection, id: str, voter: str, name: str) -> tuple[tuple[str, str] | None, bool]:
    """Return the name and the choice of the last vote of a *voter*, None where they have not voted, and whether somebody else has voted
    under a name that looks like *name*.
    """
    vote = votes.c
    own = select(vote.name, vote.choice).where(vote.dispute == id, vote.voter == voter)
    last = own.order_by(vote.number.desc()).limit(1).subquery()
    others = exists().where(vote.dispute == id, vote.named == plain_name(name), vote.voter != voter)
    once = select(literal(1)).subquery()
    row = connection.execute(
        select(last.c.name, last.c.choice, others.label("taken")).select_from(once.outerjoin(last, true()))
    ).one()
    return None if row.choice is None else (row.name, row.choice), bool(row.taken)
