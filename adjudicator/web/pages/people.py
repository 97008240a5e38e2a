"""The pages of who is who: signing in with a token, taking up an invite, signing out."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError
from adjudicator.runtime.guards import count_secret, ledger
from adjudicator.usecases import people
from adjudicator.web import session, voters
from adjudicator.web.pages.page import pages, show


@pages.get("/sign-in")
def sign_in() -> Response:
    """Show who is signed in here, and the form to sign in with a token."""
    return show("sign_in.html", after=return_address(request.args.get("after", "")))


@pages.post("/sign-in")
def signed_in() -> WSGIResponse:
    """Keep a token in this browser."""
    after = return_address(request.form.get("after", ""))
    count_secret()
    try:
        session.sign_in(request.form.get("secret", "").strip())
    except AdjudicatorError as error:
        return show(
            "sign_in.html",
            403,
            after=after,
            fault=f"{error.message} Type it again, or ask for an invitation.",
        )
    return redirect(after or url_for("pages.sign_in"), 303)


@pages.post("/sign-out")
def sign_out() -> WSGIResponse:
    """Forget the token of this browser."""
    session.sign_out()
    return redirect(url_for("pages.ask"), 303)


@pages.get("/join/<secret>")
def join(secret: str) -> Response:
    """Show the form to take an invite up; who is signed in already may go on as they are."""
    return _join(secret, return_address(request.args.get("after", "")))


@pages.post("/join/<secret>")
def take_invite(secret: str) -> WSGIResponse:
    """Take an invite up under a name, and keep its token in this browser: one for a dispute beside that of whoever is signed in."""
    after = return_address(request.form.get("after", ""))
    count_secret()
    try:
        token, made = people.accept(ledger(), secret, request.form.get("name", ""))
        if token.subject.startswith(people.DISPUTE):
            there = url_for("pages.dispute", id=token.subject.removeprefix(people.DISPUTE))
            response = redirect(there, 303)
            voters.add(response, there, made)
            return response
        session.sign_in(made)
    except AdjudicatorError as error:
        return _join(secret, after, str(error))
    return redirect(after or url_for("pages.sign_in"), 303)


def _join(secret: str, after: str, fault: str = "") -> Response:
    action = url_for("pages.take_invite", secret=secret)
    name = "" if fault else request.args.get("name", "")
    return show(
        "join.html", 422 if fault else 200, action=action, after=after, role="", fault=fault, name=name
    )


def return_address(address: str) -> str:
    """Return where to go on to: an address of our own, or nothing."""
    if not address.isprintable() or "\\" in address or not address.startswith("/"):
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return "" if parts.scheme or parts.netloc or address.startswith("//") else address
