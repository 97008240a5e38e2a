"""The pages of the rulebooks, made from their data: all in brief at ``/rules``, one in full at ``/rules/<id>``."""

from __future__ import annotations

from collections import Counter

from flask import Response

from adjudicator.errors import AdjudicatorError
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.rules_view import brief_of, example_of, rulebook_of


@pages.get("/rules")
def rules() -> Response:
    """Show every rulebook, and the first house lists, in brief."""
    books = [brief_of(each) for each in current.rulesets()]
    houses = [brief_of(each) for each in current.house_rulesets(rules_choice.HOUSES + 1)]
    more = len(houses) > rules_choice.HOUSES
    return show("rules.html", books=books, houses=houses[: rules_choice.HOUSES], more_lists=more)


@pages.get("/rules/<id>")
def rulebook(id: str) -> Response:
    """Show one rulebook in full, or what a house list makes of the one that it stands on."""
    bench = current.under(id)
    ruleset, sources = bench.ruleset, current.adjudicator().sources()
    house = bench.data().get("house")
    base = _base(house["base"]) if house else None
    examples = (base or ruleset).examples
    return show(
        "rulebook.html",
        book=rulebook_of(ruleset, base, {source["id"] for source in sources}),
        examples=[example_of(each, bench.verdict(each.word, suggest=False)) for each in examples],
        house=house,
        own=not house and not current.adjudicator().rulebooks.is_shipped(id),
        entries=_entries(house["slug"], house["revision"]) if house else {},
        words=bench.compiled.size,
        digest=bench.ruleset_digest,
    )


def _base(name: str) -> Ruleset | None:
    """Return what a house list stands on; None where that is no ruleset of this server's, but a file of somebody's."""
    try:
        return current.ruleset(name)
    except AdjudicatorError:
        return None


def _entries(slug: str, revision: int) -> Counter[str]:
    return Counter(entry.effect for entry in houses.contents(ledger(), slug, revision).entries.values())
