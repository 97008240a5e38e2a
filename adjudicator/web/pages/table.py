"""The pages of a table: its code for all to see, and who comes by it. Only a server that is a table has them."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, NotAllowed, UnknownRecord
from adjudicator.runtime.guards import count_secret, ledger
from adjudicator.runtime.table import Role
from adjudicator.usecases import table as use
from adjudicator.web import seats, session
from adjudicator.web.pages.page import show
from adjudicator.web.pages.people import return_address

tables = Blueprint("table", __name__)
tables.before_request(session.check_form)
tables.after_request(session.keep_cookies)
_SCOPES = {"owner": "owner", "friend": "voter"}


@tables.get("/table")
def code() -> Response:
    """Show the code that friends scan, large enough for all at the table, to who is there already."""
    seat = seats.seat()
    return show("table.html", 200, hours=use.HOURS, shown=seat is not None and bool(seat.key))


@tables.post("/table")
def name_owner() -> WSGIResponse:
    """Give whoever sits at the machine a name."""
    if not session.is_table():
        raise NotAllowed("missing", "Only whoever sits at the computer of the table can do this.")
    try:
        _, secret = use.seat(ledger(), request.form.get("name", ""), "owner")
        session.sign_in(secret)
    except AdjudicatorError as error:
        return show("table.html", 422, hours=use.HOURS, shown=True, fault=str(error))
    return redirect(url_for("table.code"), 303)


@tables.get("/t/<secret>")
def join(secret: str) -> Response:
    """Ask whoever has followed the link of a code for their name."""
    role, after = _role(secret), return_address(request.args.get("after", ""))
    if role == "friend":
        seats.keep_scanned()
    return _join(secret, role, after)


@tables.post("/t/<secret>")
def sit_down(secret: str) -> WSGIResponse:
    """Let them take part by that name, and keep it in this browser."""
    role, after = _role(secret), return_address(request.form.get("after", ""))
    try:
        token, made = use.seat(ledger(), request.form.get("name", ""), _SCOPES[role])
    except AdjudicatorError as error:
        return _join(secret, role, after, str(error))
    if role == "owner" and not seats.table().use_once():
        use.stand_up(ledger(), token)
        raise _gone()
    session.sign_in(made)
    return redirect(after or url_for("pages.ask"), 303)


def _join(secret: str, role: Role, after: str, fault: str = "") -> Response:
    action = url_for("table.sit_down", secret=secret)
    return show("join.html", 422 if fault else 200, action=action, after=after, role=role, fault=fault)


def _role(secret: str) -> Role:
    """Return what the key of a link makes of whoever has it. Raises :class:`UnknownRecord`, and :class:`RateLimited` for who tries many."""
    count_secret()
    role = seats.table().role_of(secret)
    if role is None:
        raise _gone()
    return role


def _gone() -> UnknownRecord:
    return UnknownRecord(
        "invite", "This link is used up, or of another evening.", "Scan the code that the table shows now."
    )
