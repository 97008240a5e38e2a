"""The pages of house lists, at ``/lists``: which there are, a new one, and one as a sheet of paper.

Their other parts are in modules of their own: :mod:`.lists_desk`, :mod:`.lists_word`, :mod:`.lists_review`, :mod:`.lists_seasons`,
:mod:`.lists_settings`, :mod:`.lists_history`, :mod:`.lists_files`, :mod:`.lists_people`.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import DEFAULT_RULESET
from adjudicator.rules.house import Settings
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import disputes, houses
from adjudicator.web import session
from adjudicator.web.pages.lists_page import latest_of, may_make, part, titles, to, trouble_of
from adjudicator.web.pages.lists_view import slug_of
from adjudicator.web.pages.page import pages, show

NOTHING: Mapping[str, str] = {}
"""A form in which nothing is filled in yet."""


@pages.get("/lists")
def lists(form: Mapping[str, str] = NOTHING, error: AdjudicatorError | None = None) -> Response:
    """Show every house list, and the form of a new one; with *error*, why none was made."""
    trouble = trouble_of(error) if error else None
    has_any = current.places().has_ledger()
    every, away = (houses.lists(ledger()), houses.archived(ledger())) if has_any else ([], {})
    found = [each for each in every if each.slug not in away]
    return show(
        "lists.html",
        trouble.problem.status if trouble else 200,
        lists=found,
        away=[each for each in every if each.slug in away],
        may_make=may_make(),
        rulesets=titles(),
        form={"title": _suggested_title({each.slug for each in every}), "base": DEFAULT_RULESET, **form},
        trouble=trouble,
    )


@pages.post("/lists")
def new_list() -> WSGIResponse:
    """Make a house list."""
    form = {name: request.form.get(name, "").strip() for name in ("title", "slug", "base")}
    try:
        by = session.writer()
        settings = Settings(form["title"], form["base"], {})
        made = houses.create(ledger(), form["slug"] or slug_of(form["title"]), settings, by=by)
    except AdjudicatorError as error:
        return lists(form, error)
    return to("pages.house", made.slug)


def _suggested_title(taken: set[str]) -> str:
    """Return what a new list may be called, so that its short name is none of those that are *taken*."""
    titles = ["Our words", *(f"Our words {number}" for number in range(2, len(taken) + 3))]
    return next(title for title in titles if slug_of(title) not in taken)


@pages.get("/lists/<slug>/print")
def print_list(slug: str) -> Response:
    """Show the whole list as a sheet of paper has it."""
    found = houses.contents(ledger(), slug)
    latest = houses.revision(ledger(), slug, found.revision)
    return part("list_print.html", latest, entries=sorted(found.entries.values()))


@pages.get("/lists/<slug>/rulings/<id>")
def followed_ruling(slug: str, id: str) -> WSGIResponse:
    """Lead to the dispute in which the ruling was made that an entry of the list follows."""
    latest_of(slug)
    dispute = disputes.ruling(ledger(), id).dispute
    return redirect(url_for("pages.dispute", id=dispute) if dispute else url_for("api.show_ruling", id=id))
