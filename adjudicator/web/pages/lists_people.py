"""The page of who may change a house list: invites to it, and the tokens that they gave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, BadRecord
from adjudicator.rules.house import PREFIX
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses, people
from adjudicator.web import session
from adjudicator.web.pages.lists_page import latest_of, must, part, to, trouble_of
from adjudicator.web.pages.lists_view import day, moment
from adjudicator.web.pages.page import pages
from adjudicator.web.qr import picture

if TYPE_CHECKING:
    from adjudicator.usecases.types import Invite, Token

MOST_HOURS = 8_760
"""A year."""
_FORM = {"scope": "editor", "uses": "1", "hours": "168"}
_STATES = {
    "active": "",
    "expired": "ran out",
    "revoked": "ended",
    "used": "taken up",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInvite:
    """An invite that was just created. Its link is shown only once."""

    link: str
    picture: Markup
    uses: int
    scope: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A token or an invite as its line shows it."""

    id: str
    name: str
    scope: str
    about: str
    over: str
    """Why it can no longer be used; empty while it can."""
    yours: bool = False


@pages.get("/lists/<slug>/people")
def list_people(slug: str) -> Response:
    """Show who may change the list, and the form of an invite."""
    must("owner", slug)
    return _people(slug)


@pages.post("/lists/<slug>/people")
def invite_to_list(slug: str) -> WSGIResponse:
    """Make an invite, and show its link this once: as text and as a picture, and nowhere but on the page that is the answer."""
    try:
        by, scope = session.writer(), request.form.get("scope", "")
        uses, hours = _number("uses", 1_000), _number("hours", MOST_HOURS)
        invite, secret = people.invite(ledger(), scope, PREFIX + slug, uses, by=by, hours=hours)
    except AdjudicatorError as error:
        return _people(slug, error)
    back = url_for("pages.house", slug=slug)
    link = url_for("pages.join", secret=secret, after=back, _external=True)
    made = NewInvite(
        link=link,
        picture=picture(link),
        uses=invite.uses,
        scope=invite.scope,
        until=moment(invite.expires),
    )
    return _people(slug, made=made)


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


def _people(slug: str, error: AdjudicatorError | None = None, made: NewInvite | None = None) -> Response:
    latest, at, by = latest_of(slug), houses.now(), session.viewer()
    if by is None or not by.may("owner", PREFIX + slug):
        by = None
    tokens = people.tokens_of_list(ledger(), slug, by=by) if by else []
    invites = people.invites_to_list(ledger(), slug, by=by) if by else []
    return part(
        "list_people.html",
        latest,
        trouble_of(error, latest) if error else None,
        status=201 if made else 200,
        form={name: request.form.get(name, usual) for name, usual in _FORM.items()},
        made=made,
        tokens=[_token(each, at) for each in tokens],
        invites=[_invite(each, at) for each in invites],
    )


def _token(token: Token, at: str) -> Line:
    who = session.who()
    return Line(
        id=token.id,
        name=token.name,
        scope=token.scope,
        about=f"since {day(token.created_at)}, by {token.created_by}",
        over=_STATES[token.state(at)],
        yours=who is not None and who.id == token.id,
    )


def _invite(invite: Invite, at: str) -> Line:
    left = "1 person" if invite.uses == 1 else f"{invite.uses:,} people"
    return Line(
        id=invite.id,
        name=f"Invite for {left}",
        scope=invite.scope,
        about=f"made by {invite.created_by} on {day(invite.created_at)}, holds until {moment(invite.expires)}",
        over=_STATES[invite.state(at)],
    )


def _number(name: str, most: int) -> int:
    """Return a number that was sent. Raises :class:`BadRecord`."""
    text = request.form.get(name, "").strip()
    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most:
        return int(text)
    raise BadRecord([f"{name}: must be a whole number from 1 to {most:,}"])
