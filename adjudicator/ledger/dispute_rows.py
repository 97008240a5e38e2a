"""A dispute and the votes on it, as rows of the ledger and as what the rest works with."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, select

from adjudicator.errors import DisputeEnded, UnknownRecord
from adjudicator.ledger.entered import MAX_ID
from adjudicator.ledger.records import canonical
from adjudicator.ledger.rulings import is_id
from adjudicator.ledger.tables import dispute as disputes
from adjudicator.ledger.tables import vote as votes
from adjudicator.rules.challenge import Choice, Context, Tally, tally
from adjudicator.rules.ruleset import Challenge, Settle
from adjudicator.spelling import shown

Status = Literal["open", "closed", "withdrawn"]


NAMED = "name:"
"""What the id of a voter begins with who has no token; ids of tokens have no colon."""


def voter_named(name: str) -> str:
    """Return the id of the voter *name* who has no token: the same however the name is spaced, and in capitals or not."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return NAMED + hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()[: MAX_ID - len(NAMED)]


class Vote(NamedTuple):
    """The last vote of one voter."""

    voter: str
    """The id of a token, which is nobody else's business, or what :func:`voter_named` makes of a name."""
    name: str
    choice: Choice
    at: str

    def as_dict(self) -> dict[str, Any]:
        """Return the vote as plain data, without who the voter is to the ledger."""
        return {"name": self.name, "choice": self.choice, "at": self.at}


class Dispute(NamedTuple):
    """A dispute as it stands. Times are as the ledger writes them."""

    id: str
    number: int
    """How often it was changed, its opening included."""
    opened_at: str
    opened_by: str
    opener: str | None
    """The id of the token that it was opened with, which is nobody else's business; None without one."""
    ruleset: str
    words: tuple[str, ...]
    context: Context
    rule: Challenge
    settle: Settle
    quorum: int
    deadline: str | None
    status: Status
    ended_at: str | None
    ended_by: str | None
    verdict: str
    """The ruling that it was opened with."""
    ruling: str | None
    """The ruling that it was closed with."""
    precedent_slug: str | None
    precedent_number: int | None
    votes: tuple[Vote, ...]

    @property
    def tally(self) -> Tally:
        """The votes, counted."""
        return tally(vote.choice for vote in self.votes)

    def is_due(self, at: str) -> bool:
        """Return whether its deadline ends it at a time."""
        return self.status == "open" and self.deadline is not None and self.deadline <= at

    def must_be_open(self) -> None:
        """Raise :class:`DisputeEnded` where it is not."""
        if self.status != "open":
            raise DisputeEnded(
                f"The dispute {self.id} was {self.status} at {self.ended_at}.",
                "Open another one if you disagree.",
            )

    def as_dict(self) -> dict[str, Any]:
        """Return the dispute as plain data."""
        slug, number = self.precedent_slug, self.precedent_number
        left_out = ("opener", "precedent_slug", "precedent_number")
        plain = {name: value for name, value in self._asdict().items() if name not in left_out}
        return {
            **plain,
            "words": list(self.words),
            "context": _context_data(self.context),
            "rule": self.rule._asdict(),
            "precedent": None if slug is None else {"slug": slug, "revision": number},
            "votes": [vote.as_dict() for vote in self.votes],
            "tally": self.tally._asdict(),
        }


def read_dispute(connection: Connection, id: str, *, lock: bool = False) -> Dispute:
    """Return a dispute; with *lock* nobody else changes it until the transaction ends. Raises :class:`UnknownRecord`."""
    query = select(disputes).where(disputes.c.id == id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none() if is_id(id) else None
    if row is None:
        raise UnknownRecord(
            "dispute",
            f"There is no dispute {shown(id)}.",
            "GET /v1/disputes, or `adjudicator dispute list`, names those that there are.",
        )
    return dispute_of(row, votes_of(connection, [id]).get(id, ()))


def columns(found: Dispute) -> dict[str, Any]:
    """Return the row of a dispute."""
    row = {name: value for name, value in found._asdict().items() if name != "votes"}
    return {
        **row,
        "words": canonical(found.words),
        "context": canonical(_context_data(found.context)),
        "rule": canonical(found.rule._asdict()),
    }


def dispute_of(row: Row[Any], cast: Sequence[Vote]) -> Dispute:
    """Return the dispute of a row."""
    context = json.loads(row.context)
    return Dispute(
        **{
            **row._asdict(),
            "words": tuple(json.loads(row.words)),
            "context": Context(**{**context, "ineligible": tuple(context["ineligible"])}),
            "rule": Challenge(**json.loads(row.rule)),
            "votes": tuple(cast),
        }
    )


def _context_data(context: Context) -> dict[str, Any]:
    return {**context._asdict(), "unplayed": dict(context.unplayed), "ineligible": list(context.ineligible)}


def votes_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[Vote]]:
    """Return the last vote of every voter by dispute, in the order in which they first voted."""
    rows = connection.execute(select(votes).where(votes.c.dispute.in_(ids)).order_by(votes.c.number)).all()
    found: dict[str, dict[str, Vote]] = {}
    for row in rows:
        found.setdefault(row.dispute, {})[row.voter] = Vote(row.voter, row.name, row.choice, row.at)
    return {id: list(by_voter.values()) for id, by_voter in found.items()}
