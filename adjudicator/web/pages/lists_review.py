"""The pages of review: which queues a list has, and one word after the other to be settled, with what dictionaries say of it at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import AdjudicatorError, StaleRevision
from adjudicator.judging.serialise import finding
from adjudicator.rules.house import PREFIX
from adjudicator.rules.wording import source_name
from adjudicator.runtime import current, live
from adjudicator.runtime.guards import once, staged
from adjudicator.usecases import people, reviews
from adjudicator.usecases.evidence import sites
from adjudicator.usecases.reviews import Case, Review
from adjudicator.usecases.writers import holder
from adjudicator.web import session
from adjudicator.web.pages.lists_page import latest_of, must, part, seen_revision, to, trouble_of
from adjudicator.web.pages.page import pages


@pages.get("/lists/<slug>/review")
def list_review(slug: str, error: AdjudicatorError | None = None, seen: int | None = None) -> Response:
    """Show the queues of a list, or with ``of`` the next word of one; with *error*, why the word that was sent was not settled, and that word if it
    can be sent again.
    """
    of = request.values.get("of", "")
    if error is None or not of:
        must("editor", slug)
    latest, by = latest_of(slug), session.viewer()
    review = Review(current.adjudicator(), slug)
    if not of:
        trouble = trouble_of(error, latest) if error else None
        return part("list_review.html", latest, trouble, queues=review.queues(by))
    sent = request.form.get("word", "")
    key = "" if fault_of(sent) else key_of(sent)
    may = by is not None and by.may("editor", PREFIX + slug)
    again = (
        error is not None
        and key != ""
        and (not may or isinstance(error, StaleRevision) or key in review.words(of))
    )
    case = None
    if again:
        case = review.case(key)
    elif by is not None and may:
        case = review.take(of, by=by, after="" if error else request.values.get("after", ""))
    return part(
        "list_review.html",
        latest,
        trouble_of(error, latest, seen if again else None) if error else None,
        of=of,
        title=review.title(of),
        standing=review.standing(of, by) if may else None,
        case=case,
        shift=review.shift(of, case.key) if case else None,
        reason=request.values.get("reason", "") if again or _is_of(case, request.args) else "",
        **(_evidence(case) if case else {}),
    )


@pages.get("/lists/<slug>/review/more")
def list_review_more(slug: str) -> Response:
    """Show the words of the queue ``of`` that come behind ``word``, for a page that is to go on without a network."""
    must("editor", slug)
    by, of = holder(session.who()), request.args.get("of", "")
    review = Review(current.adjudicator(), slug)
    cases = review.take_more(of, by=by, behind=request.args.get("word", ""))
    found = [{"case": case, "shift": review.shift(of, case.key), **_evidence(case)} for case in cases]
    return part("list_review_more.html", latest_of(slug), of=of, title=review.title(of), cases=found)


@pages.post("/lists/<slug>/review")
def settle_word(slug: str) -> WSGIResponse:
    """Settle a word of a queue, or ask a live dictionary for it, and go on."""
    form, seen = request.form, seen_revision()
    of, word, choice = form.get("of", ""), form.get("word", ""), form.get("choice", "")
    try:
        by = session.writer_of(form.get("by", ""))
        if choice.startswith("ask:"):
            live.ask(choice.removeprefix("ask:"), word, by=by)
            typed = {"word": word, "reason": form["reason"]} if form.get("reason") else {}
            return to("pages.list_review", slug, of=of, **typed)
        if choice == "next":
            return to("pages.list_review", slug, of=of, after=word)
        review, reason = Review(current.adjudicator(), slug), form.get("reason", "")
        done = staged(reviews.settling, review, of, [word], choice, by=by, seen=seen, reason=reason)

        def settle() -> WSGIResponse:
            done()
            return to("pages.list_review", slug, of=of)

        return once(by, settle)
    except AdjudicatorError as error:
        return list_review(slug, error, seen)


def _is_of(case: Case | None, sent: Mapping[str, str]) -> bool:
    """Return whether a reason in an address is of the word that is shown: it was typed before a dictionary was asked for that word."""
    return case is not None and sent.get("word") == case.key


def _evidence(case: Case) -> dict[str, Any]:
    """Return what there is to know of a word: its proof, what live dictionaries have answered, and which of them can be asked."""
    kept = current.adjudicator().dictionaries.answers.get(case.key, ())
    asked = {each.site for each in kept}
    may_ask = session.may("editor", people.EVERYTHING)
    return {
        "proof": [finding(each, {}) for each in case.verdict.findings],
        "live": [(source_name(each.site), each.found) for each in kept],
        "sites": [
            (id, site.title)
            for id, site in sites().items()
            if may_ask and id not in asked and site.why_not() is None
        ],
    }
