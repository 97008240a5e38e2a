"""The page of who may change a house list: invites to it, and the tokens that they gave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from flask import Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.api.gate import ledger
from adjudicator.errors import AdjudicatorError, BadRecord, UnknownRecord
from adjudicator.rules.house import PREFIX
from adjudicator.spelling import shown
from adjudicator.web import session
from adjudicator.web.pages.lists_page import latest_of, must, now, part, to, trouble_of
from adjudicator.web.pages.lists_view import day, moment
from adjudicator.web.pages.page import pages
from adjudicator.web.qr import picture

if TYPE_CHECKING:
    from adjudicator.ledger.tokens import Invite, Token

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
class Made:
    """An invite that was made just now. Its link is shown this once."""

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
    """Why it is of no use any more; nothing where it still is."""
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
        by = session.person("owner", PREFIX + slug)
        uses, hours = _number("uses", 1_000), _number("hours", MOST_HOURS)
        until = (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
        latest_of(slug)
        invite, secret = ledger().tokens.invite(
            request.form.get("scope", ""), PREFIX + slug, uses, until, by.name, maker=by.id
        )
    except AdjudicatorError as error:
        return _people(slug, error)
    back = url_for("pages.house", slug=slug)
    link = url_for("pages.join", secret=secret, after=back, _external=True)
    made = Made(
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
    session.person("owner", PREFIX + slug)
    tokens = ledger().tokens
    _must_be_of(slug, "invite", id, (each.id for each in tokens.invites(PREFIX + slug)))
    tokens.revoke_invite(id)
    return to("pages.list_people", slug)


@pages.post("/lists/<slug>/tokens/<id>/end")
def end_token(slug: str, id: str) -> WSGIResponse:
    """End what somebody may do with the list."""
    session.person("owner", PREFIX + slug)
    tokens = ledger().tokens
    _must_be_of(slug, "token", id, (each.id for each in tokens.listing(PREFIX + slug)))
    tokens.revoke(id)
    return to("pages.list_people", slug)


def _people(slug: str, error: AdjudicatorError | None = None, made: Made | None = None) -> Response:
    latest, at = latest_of(slug), now()
    rights = session.may("owner", PREFIX + slug)
    tokens = ledger().tokens.listing(PREFIX + slug) if rights else []
    invites = ledger().tokens.invites(PREFIX + slug) if rights else []
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


def _must_be_of(slug: str, kind: str, id: str, known: Iterable[str]) -> None:
    """Raise :class:`UnknownRecord` where *id* is none of the *known* ones of the list."""
    if id not in known:
        raise UnknownRecord(kind, f"The house list {shown(slug)} has no {kind} {shown(id)}.")
