"""The calls of review: queues of words that the curators of a list settle. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from flask import Response

from adjudicator.api import ledger_models as models
from adjudicator.api.models import Next
from adjudicator.api.operations import given, operation
from adjudicator.api.responses import next_page, page_of, unkept
from adjudicator.core.model import Certainty
from adjudicator.core.shapes import extends, plain
from adjudicator.rules.house import Entry
from adjudicator.runtime.current import adjudicator
from adjudicator.usecases import reviews
from adjudicator.usecases.reviews import Case, Queue, Review

if TYPE_CHECKING:
    from adjudicator.usecases.writers import Writer

_LIST = ("unknown-house-list",)
_QUEUE = (*_LIST, "unknown-review", "unknown-revision", "unknown-season")
call = partial(operation, tag="house lists", scope="editor", cached=False)


class CaseModel(TypedDict):
    """A word to be settled: what the rules that the list stands on say of it, and what the list does."""

    key: str
    legal: bool
    certainty: Certainty
    code: str
    reason: str
    entry: Entry | None
    """What the list says of it; null where it says nothing."""


class QueuesModel(TypedDict):
    queues: list[Queue]


@extends(Queue)
class QueuePage(TypedDict):
    """A queue with words that nobody has settled."""

    revision: int
    """That of the list: send it as `seen` with what you make of these words."""
    cases: list[CaseModel]
    next: Next


@extends(Queue)
class Taken(TypedDict):
    """A queue with the word that you are to settle next."""

    revision: int
    """That of the list: send it as `seen` with what you make of the word."""
    case: CaseModel | None
    """Null where nothing is left that others do not hold."""


@call("GET", "/v1/house-lists/{slug}/reviews", answers=QueuesModel, problems=_LIST)
def list_queues(slug: str, by: Writer) -> Response:
    """List the queues of words to be settled that a list has, with what is left of each."""
    return unkept(plain(QueuesModel(queues=Review(adjudicator(), slug).queues(by))))


@call(
    "GET",
    "/v1/house-lists/{slug}/reviews/{queue}",
    query=models.QueueQuery,
    answers=QueuePage,
    problems=_QUEUE,
)
def show_queue(slug: str, queue: str, query: models.QueueQuery, by: Writer) -> Response:
    """List what nobody has settled of a queue, the commonest words first, each with what the rules say of it."""
    review = Review(adjudicator(), slug)
    page, more = page_of(review.left(queue, query.after), query.limit)
    return unkept(
        plain(
            review.queue(queue, by),
            revision=review.revision,
            cases=[_case(review.case(key)) for key in page],
            next=next_page(after=page[-1]) if more else None,
        )
    )


@call(
    "POST",
    "/v1/house-lists/{slug}/reviews/{queue}/next",
    body=models.TakeInput,
    answers=Taken,
    problems=_QUEUE,
    staged=True,
)
def take_word(slug: str, queue: str, body: models.TakeInput, by: Writer) -> Callable[[], Response]:
    """Take the next word of a queue: the commonest that nobody has settled or before them. It is yours for ten minutes.

    Who asks again gets the same word, unless they pass it by with `after`.
    """
    review = Review(adjudicator(), slug)
    review.standing(queue, by)

    def taken() -> Response:
        case = review.take(queue, by=by, after=body.after)
        told = _case(case) if case else None
        return unkept(plain(review.queue(queue, by), revision=review.revision, case=told))

    return taken


@call(
    "POST",
    "/v1/house-lists/{slug}/reviews/{queue}",
    body=models.SettleInput,
    answers=Queue,
    problems=(*_QUEUE, "bad-word", "stale-revision"),
    staged=True,
)
def settle_words(slug: str, queue: str, body: models.SettleInput, by: Writer) -> Callable[[], Response]:
    """Settle words of a queue: allow or deny them in one revision, or leave them as they are.

    With `seen`, the answer is 412 where the list says something else of one of them by now, and none is settled.
    """
    review, seen = Review(adjudicator(), slug), given(body.seen)
    settle = reviews.settling(review, queue, body.words, body.choice, by=by, seen=seen, reason=body.reason)

    def settled() -> Response:
        settle()
        return unkept(plain(review.queue(queue, by)))

    return settled


def _case(case: Case) -> CaseModel:
    verdict = case.verdict
    return {
        "key": case.key,
        "legal": verdict.legal,
        "certainty": verdict.certainty,
        "code": verdict.decisive.code,
        "reason": verdict.decisive.reason,
        "entry": case.entry,
    }
