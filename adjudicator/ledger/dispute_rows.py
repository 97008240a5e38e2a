"""A dispute and the votes on it, as rows of the ledger and as what the rest works with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, overload

from sqlalchemy import Connection, Row, and_, exists, func, literal, select, true

from adjudicator.core.spelling import quote
from adjudicator.errors import DisputeEnded, UnknownRecord
from adjudicator.ledger.records import canonical
from adjudicator.ledger.rulings import is_id
from adjudicator.ledger.tables import dispute as disputes
from adjudicator.ledger.tables import token as tokens
from adjudicator.ledger.tables import vote as votes
from adjudicator.ledger.voters import plain_name
from adjudicator.rules.challenge import Choice, Context, Tally, tally
from adjudicator.rules.ruleset import Challenge, Settle

Status = Literal["open", "closed", "withdrawn"]


class Vote(NamedTuple):
    """The last vote of one voter."""

    voter: str
    """The id of a token, which is nobody else's business, or what :func:`~adjudicator.ledger.voters.voter_named` makes of a name."""
    name: str
    choice: Choice
    at: str
    invite: str | None = None
    """The id of the invite that the voter's token came by, if it did."""

    def as_dict(self) -> dict[str, Any]:
        """Return the vote as plain data, without who the voter is to the ledger."""
        return {"name": self.name, "choice": self.choice, "at": self.at}


class Votes(Sequence[Vote]):
    """The votes on a dispute as they were at one of its numbers, read when somebody looks at them: votes are never changed, only followed."""

    def __init__(self, read: Callable[[], Sequence[Vote]]) -> None:
        self._read = read

    @cached_property
    def _votes(self) -> tuple[Vote, ...]:
        return tuple(self._read())

    @overload
    def __getitem__(self, at: int) -> Vote: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Vote, ...]: ...

    def __getitem__(self, at: int | slice) -> Vote | tuple[Vote, ...]:
        return self._votes[at]

    def __len__(self) -> int:
        return len(self._votes)

    def __eq__(self, other: object) -> bool:
        return self._votes == tuple(other) if isinstance(other, Votes | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._votes)

    def __repr__(self) -> str:
        return repr(self._votes)


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
    votes: Sequence[Vote]

    @property
    def tally(self) -> Tally:
        """The votes, counted."""
        return tally(vote.choice for vote in self.votes)

    @property
    def by_one_invite(self) -> int:
        """How many of the votes came by one and the same invite: the most that did. One person may take an invite up more than once."""
        counts = Counter(vote.invite for vote in self.votes if vote.invite is not None)
        return max(counts.values(), default=0)

    def is_due(self, at: str) -> bool:
        """Return whether its deadline ends it at a time."""
        return self.status == "open" and self.deadline is not None and self.deadline <= at

    def must_be_open(self, at: str = "") -> None:
        """Raise :class:`DisputeEnded` where it is not, or where its deadline has passed at a time."""
        is_due = self.is_due(at)
        if is_due or self.status != "open":
            how, when = ("closed", self.deadline) if is_due else (self.status, self.ended_at)
            raise DisputeEnded(
                f"The dispute {self.id} was {how} at {when}.", "Open another one if you disagree."
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
            "by_one_invite": self.by_one_invite,
        }


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
            "votes": cast if isinstance(cast, Votes) else tuple(cast),
        }
    )


def _context_data(context: Context) -> dict[str, Any]:
    return {**context._asdict(), "unplayed": dict(context.unplayed), "ineligible": list(context.ineligible)}


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
