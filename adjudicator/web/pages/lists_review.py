"""The pages of review: which queues a list has, and one word after the other to be settled, with what dictionaries say of it at hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError
from adjudicator.evidence.store import Evidence, site_of, sites
from adjudicator.judging.serialise import finding
from adjudicator.rules.wording import source_name
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses, people, reviews, seasons
from adjudicator.usecases.reviews import Case
from adjudicator.web import session
from adjudicator.web.pages.lists_page import latest_of, must, part, seen_revision, to, trouble_of
from adjudicator.web.pages.page import pages

if TYPE_CHECKING:
    from adjudicator.usecases.types import Revision

IMPORTS = 5
"""Imports that are offered to be reviewed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """A queue as the page names it."""

    of: str
    name: str
    standing: reviews.Standing


@pages.get("/lists/<slug>/review")
def list_review(slug: str, error: AdjudicatorError | None = None, seen: int | None = None) -> Response:
    """Show the queues of a list, or with ``of`` the next word of one; with *error*, why it was not settled."""
    if error is None:
        must("editor", slug)
    latest, of = latest_of(slug), request.values.get("of", "")
    if not of:
        return part("list_review.html", latest, queues=_queues(slug, latest), queue=None)
    adjudicator, by = current.adjudicator(), session.viewer()
    case = None
    if by is not None:
        after = "" if error else request.values.get("after", "")
        case = reviews.take(adjudicator, slug, of, by=by, after=after)
    standing = reviews.standing(adjudicator, slug, of, by=by)
    return part(
        "list_review.html",
        latest,
        trouble_of(error, latest, seen) if error else None,
        queue=Queue(of=of, name=_name(slug, of), standing=standing),
        case=case,
        **(_evidence(slug, case) if case else {}),
    )


@pages.post("/lists/<slug>/review")
def settle_word(slug: str) -> WSGIResponse:
    """Settle a word of a queue, or ask a live dictionary for it, and go on."""
    form, seen = request.form, seen_revision()
    of, word, choice = form.get("of", ""), form.get("word", ""), form.get("choice", "")
    adjudicator = current.adjudicator()
    try:
        by = session.writer()
        if choice.startswith("ask:"):
            by.must_everywhere("editor")
            Evidence(current.places().evidence).fetch(site_of(choice.removeprefix("ask:")), word)
            return to("pages.list_review", slug, of=of)
        if choice == "next":
            return to("pages.list_review", slug, of=of, after=word)
        reviews.settle(adjudicator, slug, of, word, choice, by=by, seen=seen, reason=form.get("reason", ""))
    except AdjudicatorError as error:
        return list_review(slug, error, seen)
    return to("pages.list_review", slug, of=of)


def _queues(slug: str, latest: Revision) -> list[Queue]:
    """Return every queue that a list has now."""
    names = ["list", *(f"rules:{size}" for size in reviews.SIZES), "rules"]
    imports = [each for each in houses.history(ledger(), slug, limit=100) if each.kind == "import"]
    names += [f"revision:{each.number}" for each in imports[:IMPORTS]]
    names += [f"season:{each.id}" for each in seasons.seasons(ledger(), slug)[:1]]
    by = session.viewer()
    return [
        Queue(of=of, name=_name(slug, of), standing=reviews.standing(current.adjudicator(), slug, of, by=by))
        for of in names
    ]


def _name(slug: str, of: str) -> str:
    kind, _, name = of.partition(":")
    if kind == "season":
        return f"what has changed since “{seasons.season(ledger(), slug, name).name}”"
    if kind == "revision":
        return f"disputable words of revision {name}"
    if kind == "rules":
        return f"disputable words of the rules{f', up to lists of size {name}' if name else ', all of them'}"
    return "disputable words of this list"


def _evidence(slug: str, case: Case) -> dict[str, Any]:
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
        "entry": houses.contents(ledger(), slug).entries.get(case.key),
    }
