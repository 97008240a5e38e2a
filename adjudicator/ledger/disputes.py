"""Disputes: a challenge with its evidence, the votes on it, and what it came to. Start at :class:`Disputes`.

A dispute is opened with verdicts, which are kept as a ruling. The dictionary settles it at once; or people vote until somebody closes it
or its deadline has passed, and the outcome is a second ruling. Every change of a dispute, a vote too, gives it the next number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, func, insert, select, tuple_, update

from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord, RecordExists, StaleRevision
from adjudicator.ledger.challenge_faults import (
    context_faults,
    hand_faults,
    name_faults,
    vote_faults,
    word_faults,
)
from adjudicator.ledger.challenges import DECIDED, Dispute, Hands, Ruling, Status, Vote, Votes
from adjudicator.ledger.clock import ago, now
from adjudicator.ledger.dispute_rows import columns, dispute_of, hands_text, read_dispute, standing, votes_of
from adjudicator.ledger.limits import USUAL, Limits, must_fit
from adjudicator.ledger.records import canonical, must_have_been, new_id
from adjudicator.ledger.rulings import read_outcomes, read_ruling, ruling_on, write_ruling
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import dispute as disputes
from adjudicator.ledger.tables import vote as votes
from adjudicator.ledger.validation import MAX_TEXT, moment, refuse, text_faults
from adjudicator.ledger.voters import plain_name
from adjudicator.rules.challenge import CHOICES, Context, Legality, Tally, by_dictionary, by_vote
from adjudicator.rules.ruleset import Challenge, Settle

DEADLINE = "deadline"
"""Who ends a dispute that nobody has ended in time."""
PAGE = 100
NO_CONTEXT = Context()
Allowed = Callable[[Dispute], object]
"""Raises :class:`NotAllowed` where somebody may not change a dispute."""


class Disputes:
    """The disputes of a ledger, their votes and rulings."""

    def __init__(self, store: Store, limits: Limits = USUAL) -> None:
        self._store = store
        self._limits = limits

    def open(
        self,
        ruleset: str,
        verdicts: Sequence[Mapping[str, Any]],
        rule: Challenge,
        *,
        by: str,
        opener: str | None = None,
        context: Context = NO_CONTEXT,
        settle: Settle | None = None,
        quorum: int | None = None,
        deadline: str | None = None,
        hide_tally: bool = False,
    ) -> Dispute:
        """Challenge the words of *verdicts*, full ones of *ruleset*, and return the dispute.

        The verdicts are kept as a ruling. *opener* is the id of the token of whoever opens it, if they have one. *settle* and *quorum* are by
        default those of the *rule*. Settled by the dictionary, it is closed at once with its consequences; settled by a vote, it stays open
        until it is closed, withdrawn, or the *deadline* has passed; *hide_tally* hides until then how the vote stands from who has not voted. Raises :class:`BadRecord` with every fault, and :class:`LimitReached`.
        """
        at = now()
        settle = settle or rule.settle
        faults = [
            *name_faults("by", by),
            *text_faults("ruleset", ruleset, MAX_TEXT, needed=True),
            *word_faults(verdicts),
            *context_faults(context),
            *vote_faults(settle, quorum, deadline, at, hide_tally=hide_tally),
        ]
        refuse(faults)
        id, ended = new_id(), settle == "dictionary"
        outcome = plain(by_dictionary(rule, _legality(verdicts), context)) if ended else None
        ruling = ruling_on(verdicts, ruleset=ruleset, at=at, by=by, outcome=outcome, dispute=id)
        opened = Dispute(
            id=id,
            number=1,
            opened_at=at,
            opened_by=by,
            opener=opener,
            ruleset=ruleset,
            words=ruling.words,
            context=context,
            rule=rule,
            settle=settle,
            quorum=rule.quorum if quorum is None else quorum,
            deadline=None if deadline is None else moment(deadline),
            status="closed" if ended else "open",
            ended_at=at if ended else None,
            ended_by=by if ended else None,
            verdict=ruling.id,
            ruling=ruling.id if ended else None,
            precedent_slug=None,
            precedent_number=None,
            hands=None,
            hide_tally=hide_tally,
            votes=(),
        )
        proof = len(canonical(ruling.verdicts).encode())
        must_fit(self._limits, "proof", proof, "Bytes of proof", "Challenge fewer words at once.")
        with self._store.writing() as connection:
            if opener is not None:
                self._may_open(connection, opener, settle)
            write_ruling(connection, ruling)
            connection.execute(insert(disputes).values(columns(opened)))
        return opened

    def _may_open(self, connection: Connection, opener: str, settle: Settle) -> None:
        """Raise :class:`LimitReached` where a token has opened very many disputes already."""
        column = disputes.c
        day = ago(timedelta(days=1))
        opened = select(func.count()).select_from(disputes).where(column.opener == opener)
        of_a_day = connection.execute(opened.where(column.opened_at > day)).scalar_one() + 1
        must_fit(self._limits, "disputes", of_a_day, "Disputes of this token in a day", "Wait a while.")
        if settle == "vote":
            are_open = connection.execute(opened.where(column.status == "open")).scalar_one() + 1
            advice = "Let those be closed or withdrawn that are open."
            must_fit(self._limits, "open_disputes", are_open, "Open disputes of this token", advice)

    def get(self, id: str) -> Dispute:
        """Return a dispute, closed by its votes if its deadline has passed. Raises :class:`UnknownRecord`."""
        at = now()
        with self._store.reading() as connection:
            found = read_dispute(connection, id, votes=())
        return self._ended(id, at) if found.is_due(at) else self._with_votes(found)

    def listing(
        self,
        status: Status | None = None,
        ruleset: str | None = None,
        before: str | None = None,
        limit: int = PAGE,
    ) -> list[Dispute]:
        """Return disputes, the latest first: those of a status and a ruleset, if given, that were opened *before* another one.

        Raises :class:`UnknownRecord` for that other one.
        """
        column = disputes.c
        query = select(disputes).order_by(column.opened_at.desc(), column.id.desc()).limit(limit)
        if ruleset is not None and text_faults("ruleset", ruleset, MAX_TEXT):
            return []
        self._end_all_due()
        with self._store.reading() as connection:
            if before is not None:
                other = read_dispute(connection, before, votes=())
                query = query.where(tuple_(column.opened_at, column.id) < (other.opened_at, other.id))
            if status is not None:
                query = query.where(column.status == status)
            if ruleset is not None:
                query = query.where(column.ruleset == ruleset)
            rows = connection.execute(query).all()
            cast = votes_of(connection, [row.id for row in rows])
        return [dispute_of(row, cast.get(row.id, ())) for row in rows]

    def ruling(self, id: str) -> Ruling:
        """Return a ruling as it was written. Raises :class:`UnknownRecord`."""
        with self._store.reading() as connection:
            return read_ruling(connection, id)

    def outcomes(self, ids: Sequence[str]) -> dict[str, Mapping[str, Any] | None]:
        """Return the outcomes of several rulings by their ids, of those that there are."""
        with self._store.reading() as connection:
            return read_outcomes(connection, ids)

    def vote(self, id: str, voter: str, name: str, choice: str, allowed: Allowed | None = None) -> Dispute:
        """Vote in a dispute, or vote otherwise: the last vote of each *voter* (:attr:`Vote.voter`) counts. Return the dispute.

        *allowed* is asked whether they may. The same vote again changes nothing, and of two voters of one name the second is refused: nobody could tell them apart, or that they
        are two. Who votes for the first time sets a count of hands aside: their own may be among them. Raises :class:`BadRecord`,
        :class:`UnknownRecord`, :class:`DisputeEnded`.
        """
        faults = name_faults("name", name)
        if choice not in CHOICES:
            faults.append(f"choice: takes {', '.join(CHOICES)}")
        refuse(faults)
        at = now()
        with self._store.writing() as connection:
            found = _held(connection, id, at, allowed, votes=())
            number = found.number
            last, is_taken = standing(connection, id, voter, name)
            if last != (name, choice):
                if is_taken:
                    raise BadRecord(
                        [f"name: somebody called {quote(name)} has voted already"],
                        "Join under another name. Nothing was written.",
                    )
                if last is None and found.hands:
                    found = found._replace(hands=found.hands._replace(holds=False))
                number = _change(connection, found, hands=hands_text(found.hands))
                connection.execute(
                    insert(votes).values(
                        dispute=id,
                        voter=voter,
                        number=number,
                        name=name,
                        choice=choice,
                        at=at,
                        named=plain_name(name),
                    )
                )
        return self._with_votes(found._replace(number=number))

    def count_hands(self, id: str, hands: Tally, by: str, allowed: Allowed | None = None) -> Dispute:
        """Enter how many raised a hand for what, of those who have not voted themselves, in the place of an earlier count; none at all takes
        that back. Return the dispute.

        *by* counted them; *allowed* is asked whether they may. Raises :class:`BadRecord`, :class:`UnknownRecord`, :class:`DisputeEnded`.
        """
        refuse([*name_faults("by", by), *hand_faults(hands)])
        at = now()
        with self._store.writing() as connection:
            found = _held(connection, id, at, allowed)
            found = found._replace(hands=Hands(*hands, by, at) if sum(hands) else None)
            _change(connection, found, hands=hands_text(found.hands))
            return read_dispute(connection, id)

    def close(self, id: str, expected: int | None, by: str, allowed: Allowed | None = None) -> Dispute:
        """Close a dispute by its votes, and return it with the id of the ruling.

        *expected* is the number that it must have, None for any; *allowed* is asked whether they may. Raises :class:`BadRecord` where too few have voted (only its deadline
        closes such a dispute, without any action), :class:`UnknownRecord`, :class:`DisputeEnded`, :class:`StaleRevision`.
        """
        at = _time_of_end(by)
        with self._store.writing() as connection:
            found = _held(connection, id, at, allowed, expected)
            if found.turnout < found.quorum:
                raise BadRecord(
                    [f"votes: {found.turnout} of the {found.quorum} that the quorum asks for"],
                    "Wait for more votes or for the deadline, or withdraw it.",
                )
            return _close(connection, found, by, at)

    def withdraw(self, id: str, expected: int | None, by: str, allowed: Allowed | None = None) -> Dispute:
        """End a dispute without a ruling on it, and return it. *expected* and what is raised are as with :meth:`close`, but for the votes."""
        at = _time_of_end(by)
        with self._store.writing() as connection:
            found = _held(connection, id, at, allowed, expected)
            _change(connection, found, status="withdrawn", ended_at=at, ended_by=by)
            return read_dispute(connection, id)

    def precedent(self, id: str, slug: str, number: int, expected: int | None = None) -> Dispute:
        """Record that the outcome of a closed dispute became an entry in revision *number* of the house list *slug*; return the dispute.

        Who writes that entry does both within one :meth:`~adjudicator.ledger.store.Store.writing`. Raises :class:`BadRecord` where nothing
        was decided, :class:`RecordExists` where it is a precedent already, :class:`UnknownRecord`, :class:`StaleRevision`.
        """
        self.get(id)
        with self._store.writing() as connection:
            found = read_dispute(connection, id, lock=True)
            _check_number(found, expected)
            if found.precedent_slug is not None:
                raise RecordExists(
                    f"The dispute {id} is a precedent of the house list {found.precedent_slug} already.",
                    "Edit the list to change what it says.",
                )
            if found.ruling is None or not read_ruling(connection, found.ruling).effects:
                raise BadRecord([f"dispute: is {found.status}, and nothing was decided in it"])
            _change(connection, found, precedent_slug=slug, precedent_number=number)
            return read_dispute(connection, id)

    def _with_votes(self, found: Dispute) -> Dispute:
        """Return a dispute with its votes as they are at its number, which are read when somebody looks at them."""

        def read() -> Sequence[Vote]:
            with self._store.reading() as connection:
                return votes_of(connection, [found.id], found.number).get(found.id, ())

        return found._replace(votes=Votes(read))

    def _ended(self, id: str, at: str) -> Dispute:
        """Close a dispute whose deadline has passed at a time, unless somebody else has just done so; return it."""
        with self._store.writing() as connection:
            found = read_dispute(connection, id, lock=True)
            if found.deadline is None or not found.is_due(at):
                return found
            return _close(connection, found, DEADLINE, found.deadline)

    def _end_all_due(self) -> None:
        column, at = disputes.c, now()
        query = select(column.id).where(column.status == "open", column.deadline <= at)
        with self._store.reading() as connection:
            due = connection.execute(query).scalars().all()
        for id in due:
            self._ended(id, at)


def _held(
    connection: Connection,
    id: str,
    at: str,
    allowed: Allowed | None,
    expected: int | None = None,
    votes: Sequence[Vote] | None = None,
) -> Dispute:
    """Return a dispute that is open at a time, may be changed and has the number *expected*, locked. Its votes are read, unless they are
    given.

    Raises what *allowed* raises, :class:`DisputeEnded`, :class:`StaleRevision`.
    """
    found = read_dispute(connection, id, lock=True, votes=votes)
    if allowed is not None:
        allowed(found)
    found.must_be_open(at)
    _check_number(found, expected)
    return found


def _time_of_end(by: str) -> str:
    """Return the time, at which *by* ends a dispute. Raises :class:`BadRecord` for a name that is none."""
    refuse(name_faults("by", by))
    return now()


def _check_number(found: Dispute, expected: int | None) -> None:
    must_have_been(expected, found.number, f"The dispute {found.id}")
    if expected is not None and expected != found.number:
        raise StaleRevision(
            f"The dispute {found.id} has changed: its revision is {found.number}, not {expected}.",
            "Look at it again, and repeat what you want with its revision.",
            found.number,
        )


def _change(connection: Connection, found: Dispute, **values: Any) -> int:
    """Give a dispute that is locked its next number, and *values*; return the number."""
    number = found.number + 1
    connection.execute(update(disputes).where(disputes.c.id == found.id).values(number=number, **values))
    return number


def _close(connection: Connection, found: Dispute, by: str, at: str) -> Dispute:
    """Close a dispute that is locked by its votes; return it."""
    before = read_ruling(connection, found.verdict)
    outcome = by_vote(found.rule, _legality(before.verdicts), found.counted, found.quorum, found.context)
    decided = outcome.decision in DECIDED
    by_hand = {"hands": found.hands} if found.hands and found.hands.holds else {}
    ruling = before._replace(
        id=new_id(),
        at=at,
        by=by,
        kind="vote",
        acceptable=all(word.legal for word in outcome.words),
        outcome=plain(outcome, votes=found.votes, tally=found.counted, quorum=found.quorum, **by_hand),
        replaces=before.id if decided else None,
    )
    write_ruling(connection, ruling)
    _change(connection, found, status="closed", ended_at=at, ended_by=by, ruling=ruling.id)
    return read_dispute(connection, found.id)


def _legality(verdicts: Sequence[Mapping[str, Any]]) -> list[Legality]:
    return [(verdict["word"], verdict["legal"]) for verdict in verdicts]
