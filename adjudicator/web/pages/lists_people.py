"""The page of who may change a house list: invites to it, and the tokens that they gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, BadRecord
from adjudicator.rules.house import PREFIX
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses, people
from adjudicator.web import session
from adjudicator.web.links import Link, link_to
from adjudicator.web.pages.lists_page import latest_of, must, part, to, trouble_of
from adjudicator.web.pages.page import pages

if TYPE_CHECKING:
    from adjudicator.usecases.types import Invite

MOST_HOURS = 8_760
"""A year."""
_FORM = {"scope": "editor", "uses": "1", "hours": "168"}
_STATES = {
    "active": "",
    "expired": "ran out",
    "revoked": "ended",
    "used": "taken up",
}
"""State of a token or an invite → why it can no longer be used; empty while it can."""


@pages.get("/lists/<slug>/people")
def list_people(
    slug: str, error: AdjudicatorError | None = None, made: Invite | None = None, link: Link | None = None
) -> Response:
    """Show who may change the list, and the form of an invite; the one that was *made*, or with *error* why none was."""
    if not (error or made):
        must("owner", slug)
    latest, by = latest_of(slug), session.viewer()
    if by is None or not by.may("owner", PREFIX + slug):
        by = None
    return part(
        "list_people.html",
        latest,
        trouble_of(error, latest) if error else None,
        status=201 if made else 200,
        form={name: request.form.get(name, usual) for name, usual in _FORM.items()},
        made=made,
        link=link,
        tokens=people.tokens_of_list(ledger(), slug, by=by) if by else [],
        invites=people.invites_to_list(ledger(), slug, by=by) if by else [],
        at=houses.now(),
        states=_STATES,
    )


@pages.post("/lists/<slug>/people")
def invite_to_list(slug: str) -> WSGIResponse:
    """Make an invite, and show its link this once: as text and as a picture, and nowhere but on the page that is the answer."""
    try:
        by, scope = session.writer(), request.form.get("scope", "")
        uses, hours = _number("uses", 1_000), _number("hours", MOST_HOURS)
        invite, secret = people.invite(ledger(), scope, PREFIX + slug, uses, by=by, hours=hours)
    except AdjudicatorError as error:
        return list_people(slug, error)
    link = link_to(url_for("pages.join", secret=secret, after=url_for("pages.house", slug=slug)))
    return list_people(slug, made=invite, link=link)


@pages.post("/lists/<slug>/invites/<id>/end")
def end_invite(slug: str, id: str) -> WSGIResponse:
    """End an invite. Whoever has taken it up stays."""
    people.end_invite_to_list(ledger(), slug, id, by=session.writer())
    return to("pages.list_people", slug)


@pages.post("/lists/<slug>/tokens/<id>/end")
def end_token(slug: str, id: str) -> WSGIResponse:
    """End what somebody may do with the list."""
    people.end_token_of_list(ledger(), slug, id, by=session.writer())
    return to("pages.list_people", slug)


def _number(name: str, most: int) -> int:
    """Return a number that was sent. Raises :class:`BadRecord`."""
    text = request.form.get(name, "").strip()
    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most:
        return int(text)
    raise BadRecord([f"{name}: must be a whole number from 1 to {most:,}"])
