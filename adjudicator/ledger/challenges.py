"""Disputes, their votes and rulings as data. Nothing here is read or written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from adjudicator.core.shapes import Time, Titled, extends, leaves
from adjudicator.errors import DisputeEnded
from adjudicator.ledger.revisions import Point
from adjudicator.rules.challenge import Choice, Context, Outcome, Tally, tally
from adjudicator.rules.house import Effect
from adjudicator.rules.ruleset import Challenge, Settle

DECIDED = ("upheld", "rejected")
"""The outcomes by which a word is legal or is not."""
VERDICT = "FullVerdict"
"""The title of what a ruling keeps of each word."""
Status = Literal["open", "closed", "withdrawn"]


@leaves("name", "choice", "at")
class Vote(NamedTuple):
    """The last vote of one voter."""

    voter: str
    """The id of a token, which is nobody else's business, or what :func:`~adjudicator.ledger.voters.voter_named` makes of a name."""
    name: str
    choice: Choice | None
    """None where it is hidden from whoever asks."""
    at: Time
    invite: str | None = None
    """The id of the invite that the voter's token came by, if it did."""


class Hands(NamedTuple):
    """The last count of the hands of those who have not voted themselves."""

    legal: int
    illegal: int
    abstain: int
    by: str
    """Who counted them."""
    at: Time
    holds: bool = True
    """Whether they count. Where somebody has voted for the first time since, their own hand may be among them: they are counted again."""

    @property
    def tally(self) -> Tally:
        """What they come to."""
        return Tally(self.legal, self.illegal, self.abstain) if self.holds else Tally()


class Votes(Sequence[Vote]):
    """The votes on a dispute as they were at one of its numbers, read when somebody looks at them: votes are never changed, only followed."""

    def __init__(self, read: Callable[[], Sequence[Vote]]) -> None:
        self._read = read

    @cached_property
    def _votes(self) -> tuple[Vote, ...]:
        return tuple(self._read())

    def __getitem__(self, at: Any) -> Any:
        return self._votes[at]

    def __len__(self) -> int:
        return len(self._votes)

    def __eq__(self, other: object) -> bool:
        return self._votes == tuple(other) if isinstance(other, Votes | tuple) else NotImplemented


@leaves(
    *("id", "number", "opened_at", "opened_by", "ruleset", "words", "context", "rule", "settle", "quorum"),
    *("deadline", "status", "ended_at", "ended_by", "verdict", "ruling", "votes", "precedent", "tally"),
    *("by_one_invite", "hands", "hide_tally"),
)
class Dispute(NamedTuple):
    """A dispute as it stands. Times are as the ledger writes them."""

    id: str
    number: int
    """How often it was changed, its opening included; its ETag says it too."""
    opened_at: Time
    opened_by: str
    opener: str | None
    """The id of the token that it was opened with, which is nobody else's business; None without one."""
    ruleset: str
    words: tuple[str, ...]
    context: Context
    rule: Challenge
    settle: Settle
    quorum: int
    deadline: Time | None
    status: Status
    ended_at: Time | None
    ended_by: str | None
    verdict: str
    """The ruling that it was opened with: the verdicts of then."""
    ruling: str | None
    """The ruling that it was closed with."""
    precedent_slug: str | None
    precedent_number: int | None
    hands: Hands | None
    hide_tally: bool
    """Whether, while it is open, who has not voted sees no more than who has."""
    votes: Sequence[Vote]
    is_hidden: bool = False
    """Whether this is what those see who have not voted: how the vote stands is left out."""

    @property
    def precedent(self) -> Point | None:
        """The revision of a house list that follows it."""
        slug, number = self.precedent_slug, self.precedent_number
        return None if slug is None or number is None else Point(slug, number)

    @property
    def turnout(self) -> int:
        """How many have voted, by hand too."""
        return len(self.votes) + (sum(self.hands.tally) if self.hands else 0)

    @property
    def counted(self) -> Tally:
        """The votes and the hands, counted."""
        cast = tally(vote.choice for vote in self.votes if vote.choice)
        by_hand = self.hands.tally if self.hands else Tally()
        return Tally(*map(sum, zip(cast, by_hand, strict=True)))

    @property
    def tally(self) -> Tally | None:
        """The same; None where it is hidden."""
        return None if self.is_hidden else self.counted

    def hidden(self) -> Dispute:
        """Return the dispute as those see it who have not voted: the same, unless it is open and its group has chosen to hide how the vote stands.
        Hands are raised in front of all, so a count of them is not hidden.
        """
        if not self.hide_tally or self.status != "open":
            return self
        votes = tuple(vote._replace(choice=None) for vote in self.votes)
        return self._replace(votes=votes, is_hidden=True)

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


@extends(Outcome)
class OutcomeModel(TypedDict):
    """What a challenge came to, with all its consequences; and how a vote went that decided it."""

    votes: NotRequired[list[Vote]]
    tally: NotRequired[Tally]
    quorum: NotRequired[int]
    hands: NotRequired[Hands]


class Ruling(NamedTuple):
    """What was ruled, shown the same for ever, whatever the lexicon is later."""

    id: str
    at: Time
    by: str
    kind: Literal["verdict", "vote"]
    ruleset: str
    words: tuple[str, ...]
    acceptable: bool
    """Whether all of the words are legal by this ruling."""
    verdicts: Sequence[Annotated[Mapping[str, Any], Titled(VERDICT)]]
    """The full verdicts at the time."""
    lexicon: str
    ruleset_digest: str
    house_revision: int | None
    outcome: Annotated[Mapping[str, Any], OutcomeModel] | None
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
