"""The pages of a list's seasons, and what players are given: what differs from the rulebook, on paper, as a link and as a code to scan."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.rules.house import Address
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses, seasons
from adjudicator.web import session
from adjudicator.web.links import link_to
from adjudicator.web.pages.lists_page import latest_of, page_number, part, titles, to, trouble_of
from adjudicator.web.pages.lists_view import page_of, setting_views
from adjudicator.web.pages.page import pages

NOTHING: Mapping[str, str] = {}


@pages.get("/lists/<slug>/seasons")
def list_seasons(
    slug: str, error: AdjudicatorError | None = None, form: Mapping[str, str] = NOTHING
) -> Response:
    """Show the seasons of a list, and the form of a new one; with *error*, why none was made."""
    latest = latest_of(slug)
    return part(
        "list_seasons.html",
        latest,
        trouble_of(error, latest) if error else None,
        seasons=seasons.seasons(ledger(), slug),
        form=form,
    )


@pages.post("/lists/<slug>/seasons")
def freeze_season(slug: str) -> WSGIResponse:
    """Freeze the list as it is now under a name."""
    name = request.form.get("name", "")
    try:
        made = seasons.freezing(current.adjudicator(), slug, name, by=session.writer())()
    except AdjudicatorError as error:
        return list_seasons(slug, error, {"name": name})
    return to("pages.list_season", slug, id=made.id)


@pages.get("/lists/<slug>/seasons/<id>")
def list_season(slug: str, id: str) -> Response:
    """Show a season: what it is, its digests, and the words whose verdict is another one since it was frozen."""
    found = seasons.season(ledger(), slug, id)
    changed = seasons.changed(current.adjudicator(), found)
    then = houses.revision(ledger(), slug, found.number)
    return part(
        "list_season.html", latest_of(slug), season=found, then=then, changed=page_of(changed, page_number())
    )


@pages.get("/lists/<slug>/players")
def list_players(slug: str) -> Response:
    """Show what players need to know: which words are judged otherwise than by the rulebook, now or as of a season, to be printed."""
    latest, id = latest_of(slug), request.args.get("season", "")
    season = seasons.season(ledger(), slug, id) if id else None
    then = houses.revision(ledger(), slug, season.number) if season else latest
    snapshot = current.snapshot()
    rules = str(Address(slug, season.number if season else None))
    base, here = snapshot.under(then.base), snapshot.under(rules)
    differ = snapshot.differences(base, here)
    path = url_for("pages.list_players", slug=slug, season=id or None)
    return part(
        "list_players.html",
        latest,
        season=season,
        then=then,
        then_base=titles().get(then.base, then.base),
        rules=rules,
        allowed=[each.key for each in differ if each.right in LEGAL_CODES],
        denied=[each.key for each in differ if each.right not in LEGAL_CODES],
        changes=setting_views(then.settings._replace(overrides={}), then.settings),
        link=link_to(path),
    )
