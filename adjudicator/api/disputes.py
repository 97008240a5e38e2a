"""The calls of challenges, votes and rulings. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypedDict

from flask import Response, request

from adjudicator.api import ledger_models as models
from adjudicator.api.models import Next
from adjudicator.api.operations import given, operation
from adjudicator.api.responses import answer, next_page, page_of, unkept
from adjudicator.core.shapes import plain
from adjudicator.rules.challenge import Context, Tally
from adjudicator.runtime.current import ASKED, adjudicator, ruleset
from adjudicator.runtime.guards import ledger, tag_of
from adjudicator.usecases import disputes
from adjudicator.usecases.disputes import Dispute, Ruling

if TYPE_CHECKING:
    from adjudicator.usecases.writers import Writer

_DISPUTE = ("unknown-dispute",)
_CHANGED = (*_DISPUTE, "unknown-revision")
_RULING = ("unknown-ruling",)
call = partial(operation, tag="disputes")
change = partial(call, answers=Dispute, problems=_CHANGED, scope="editor", conditional=True)
"""Declares what ends a dispute, or sets it as a precedent."""


class DisputesModel(TypedDict):
    disputes: list[Dispute]
    next: Next


@call(
    "POST",
    "/v1/disputes",
    body=models.DisputeInput,
    answers=Dispute,
    problems=("unknown-ruleset", "bad-word"),
    status=201,
    scope="voter",
)
def open_dispute(body: models.DisputeInput, by: Writer) -> Response:
    """Challenge a word or a play.

    The verdicts are kept as a ruling. The dictionary settles it at once, with the consequences that the rule has; a vote stays open until
    it is closed, withdrawn, or its deadline has passed. Under a house list it needs a voter's token for that list, otherwise one for everything.
    """
    context = Context(
        body.player,
        body.challenger,
        body.mid_round,
        body.built_on,
        body.finished_first,
        body.unplayed,
        tuple(body.ineligible),
    )
    made = disputes.open_dispute(
        adjudicator(),
        body.words,
        body.ruleset,
        by=by,
        context=context,
        rule=given(body.rule),
        settle=given(body.settle),
        quorum=given(body.quorum),
        deadline=given(body.deadline),
        hide_tally=body.hide_tally,
        known=ruleset,
    )
    return _dispute_response(made, status=201)


@call(
    "GET",
    "/v1/disputes",
    query=models.DisputesQuery,
    answers=DisputesModel,
    problems=_DISPUTE,
)
def list_disputes(query: models.DisputesQuery) -> Response:
    """List disputes, the latest first."""
    status, before = given(query.status), given(query.before)
    found = disputes.listing(ledger(), status, given(query.ruleset), before, limit=query.limit + 1)
    page, more = page_of([each.hidden() for each in found], query.limit)
    data: DisputesModel = {"disputes": page, "next": next_page(before=page[-1].id) if more else None}
    return answer(plain(data), keep=ASKED)


@call("GET", "/v1/disputes/{id}", answers=Dispute, problems=_DISPUTE)
def show_dispute(id: str) -> Response:
    """Show a dispute: its words, the votes so far, and what it came to.

    While one with `hide_tally` is open, each `choice` is null, and so is `tally`.
    """
    found = disputes.dispute(ledger(), id)
    return answer(plain(found.hidden()), etag=tag_of(id, found.number), keep=ASKED)


@call(
    "PUT",
    "/v1/disputes/{id}/vote",
    body=models.VoteInput,
    answers=Dispute,
    problems=_DISPUTE,
    scope="voter",
)
def vote(id: str, body: models.VoteInput, by: Writer) -> Response:
    """Vote, or vote otherwise: each token has one vote, and its last one counts until the dispute is closed."""
    return _dispute_response(disputes.vote(ledger(), id, body.choice, by=by))


@call(
    "PUT",
    "/v1/disputes/{id}/hands",
    body=models.HandsInput,
    answers=Dispute,
    problems=_DISPUTE,
    scope="voter",
)
def count_hands(id: str, body: models.HandsInput, by: Writer) -> Response:
    """Enter how many raised a hand for what, of those who have not voted themselves, in the place of an earlier count.

    Who opened the dispute may, and an editor. When somebody votes for the first time after that, `hands.holds` is false, and the hands do not
    count until they are counted again: that person's may be among them.
    """
    hands = Tally(body.legal, body.illegal, body.abstain)
    return _dispute_response(disputes.count_hands(ledger(), id, hands, by=by).hidden())


@change("POST", "/v1/disputes/{id}/close")
def close_dispute(id: str, by: Writer, expected: int | None) -> Response:
    """Close a dispute by its votes. What comes of it is its `ruling`."""
    return _dispute_response(disputes.close(ledger(), id, expected, by=by))


@change("POST", "/v1/disputes/{id}/withdraw")
def withdraw_dispute(id: str, by: Writer, expected: int | None) -> Response:
    """Withdraw a challenge: nothing comes of it."""
    return _dispute_response(disputes.withdraw(ledger(), id, expected, by=by))


@change(
    "POST",
    "/v1/disputes/{id}/precedent",
    body=models.PrecedentInput,
    problems=(*_CHANGED, "unknown-house-list"),
)
def set_precedent(id: str, body: models.PrecedentInput, by: Writer, expected: int | None) -> Response:
    """Make the outcome an entry of a house list for each of the words, which names the ruling. It needs an editor's token for that list."""
    return _dispute_response(disputes.set_precedent(ledger(), id, body.slug, expected, body.reason, by=by))


@call("GET", "/v1/rulings/{id}", answers=Ruling, problems=_RULING)
def show_ruling(id: str) -> Response:
    """Show a ruling as it was made, with all its evidence, whatever the lexicon is by now."""
    return answer(plain(disputes.ruling(ledger(), id)))


@call("GET", "/v1/rulings/{id}/replay", answers=disputes.ReplayModel, problems=_RULING)
def replay_ruling(id: str) -> Response:
    """Say whether today's lexicon and ruleset agree with a ruling's verdicts, and what differs."""
    return answer(plain(disputes.replayed(adjudicator(), id, ruleset)), keep=ASKED)


def _dispute_response(found: Dispute, status: int = 200) -> Response:
    """Return the answer to a change: the dispute as it is now."""
    location = f"{request.script_root}/v1/disputes/{found.id}" if status == 201 else None
    return unkept(plain(found), status, etag=tag_of(found.id, found.number), location=location)
