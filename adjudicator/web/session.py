"""Who looks at a page, and whether a form that they send is one of ours.

A browser keeps the secret of a token in a cookie that no script can read and that is not sent along with what other sites ask for. Every
form carries a key that a second such cookie has, too: who can send the form has seen the page. By HTTPS the cookies have names that no
other host, not even a sibling of the same domain, can set; and browsers say of a form which site has sent it. Start at :func:`who` and
:func:`check_form`.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from flask import Response, current_app, g, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import LedgerError, NotAllowed
from adjudicator.runtime.current import places
from adjudicator.runtime.errors import FormRefused, RateLimited
from adjudicator.runtime.guards import WRITE_LIMITS, ledger
from adjudicator.runtime.table import table
from adjudicator.usecases import people
from adjudicator.usecases.writers import Writer, holder

if TYPE_CHECKING:
    from adjudicator.usecases.types import Token

TOKEN, FORM, RULES = "adjudicator_token", "adjudicator_form", "adjudicator_rules"
"""The cookies: the secret of a token, the key of forms, the rules that were last chosen. By HTTPS their names begin with
:data:`HOST_ONLY` or, where the site is but a part of its host, with :data:`SECURE`."""
HOST_ONLY, SECURE = "__Host-", "__Secure-"
"""The prefix of a cookie that browsers accept from this host alone."""
FORM_KEY = "form_key"
"""The name of the key in a form."""
COPY = "copy"
"""The ``part`` of a page that is all of it, as anybody may see it."""
YEAR = 365 * 24 * 3600
CHANGING = ("POST", "PUT", "PATCH", "DELETE")


def who() -> Token | None:
    """Return the visitor's token; None without one, or if it has expired or was revoked. Whoever sits at the machine of a table has the
    owner's without a cookie.
    """
    if "token" not in g:
        g.token = None if is_copy() else _token(cookie(TOKEN)) or _token_at_table()
    found: Token | None = g.token
    return found


def is_copy() -> bool:
    """Return whether the page is asked for to be kept in a browser for whoever has no network: it knows nobody, wherever they sit."""
    return request.args.get("part") == COPY


def _token_at_table() -> Token | None:
    found = table()
    if found is None or not found.is_owner(request.environ):
        return None
    g.is_table = True
    return _token(found.owner)


def is_table() -> bool:
    """Return whether the visitor owns the table by sitting at its machine, and has given no name."""
    return who() is not None and bool(g.get("is_table"))


def viewer() -> Writer | None:
    """Return who looks at the page; None where they have no token: they may look, and change nothing."""
    token = who()
    return holder(token) if token else None


def _token(secret: str) -> Token | None:
    if not secret or not places().has_ledger():
        return None
    try:
        return people.signed_in(ledger(), secret)
    except NotAllowed:
        sign_out()
    except LedgerError:
        pass  # the page is shown without what only its owner sees; a change says what is wrong
    return None


def writer() -> Writer:
    """Return who sends a form; what they may change, the use case sees to.

    Raises :class:`NotAllowed` where they have no token, and :class:`RateLimited` where they have changed too much in too short a time.
    """
    return limited(who())


def writer_of(id: str) -> Writer:
    """Return who sends a form that was made for the holder of the token with this *id*; by anybody, where it is empty.

    Raises :class:`NotAllowed` for somebody else: the form has waited in a browser that somebody else has signed in with. Otherwise as
    :func:`writer`.
    """
    token = who()
    if id and token is not None and token.id != id:
        raise NotAllowed(
            "forbidden",
            "Whoever made this change is not signed in here any more.",
            "Sign in as them, or make it anew.",
        )
    return writer()


def limited(token: Token | None) -> Writer:
    """Return who holds *token*, and raises what :func:`writer` does."""
    found = holder(token)
    wait, _ = current_app.extensions[WRITE_LIMITS].hit(found.id)
    if wait is not None:
        raise RateLimited("You have changed very much in a short time.", f"Wait {wait} s.", wait)
    return found


def may(scope: str, *subjects: str) -> bool:
    """Return whether the visitor may do what needs this *scope* for any of *subjects*. A page offers only that."""
    by = viewer()
    return by is not None and by.may(scope, *subjects)


def sign_in(secret: str) -> None:
    """Keep the *secret* of a token in the browser. Raises :class:`NotAllowed` where there is no such token."""
    g.token = people.signed_in(ledger(), secret)
    set_cookie(TOKEN, secret)


def sign_out() -> None:
    """Forget the token in the browser."""
    g.token = None
    set_cookie(TOKEN, "")


def remember_rules(name: str) -> None:
    """Keep which rules were chosen last, for the next page."""
    if cookie(RULES) != name:
        set_cookie(RULES, name)


def remembered_rules(default: str) -> str:
    """Return which rules were chosen last in this browser."""
    return cookie(RULES) or default


def form_key() -> str:
    """Return the key that every form of this browser carries."""
    if is_copy():
        return ""  # a key of nobody's
    known = cookie(FORM) or g.get("form_key")
    if not known:
        known = g.form_key = secrets.token_urlsafe(24)
        set_cookie(FORM, known)
    return str(known)


def check_form() -> None:
    """Refuse a form that does not come from one of our pages, in this browser. Raises :class:`FormRefused`."""
    if request.method not in CHANGING:
        return
    if "Idempotency-Key" in request.headers:
        request.get_data(cache=True)  # for the digest of what is asked
    kept, sent = cookie(FORM), request.form.get(FORM_KEY, "")
    if _is_from_elsewhere() or not kept or not hmac.compare_digest(kept.encode(), sent.encode()):
        raise FormRefused(
            "This form is too old, or did not come from this page.", "Open the page again and send it anew."
        )


def _is_from_elsewhere() -> bool:
    """Return whether the browser says that another site has sent the form. ``none`` is its user, who sends it again."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin", "null")  # null: our pages tell nobody where they are
    return origin != "null" and origin.partition("://")[2].lower() != request.host.lower()


def _cookie_name(name: str) -> str:
    if not request.is_secure:
        return name
    return (SECURE if request.script_root else HOST_ONLY) + name


def cookie(name: str) -> str:
    """Return the value of a cookie; empty without one, and on a copy of a page."""
    return "" if is_copy() else request.cookies.get(_cookie_name(name), "")


def keep_cookies(response: Response) -> Response:
    """Send the cookies that were set while the page was made."""
    for name, value in g.get("cookies", {}).items():
        send_cookie(response, _cookie_name(name), value, YEAR, f"{request.script_root}/")
    return response


def send_cookie(response: WSGIResponse, name: str, value: str, seconds: int, path: str) -> None:
    """Send a cookie for addresses below *path* that no script reads and that does not go along with what other sites ask for. An empty one
    is taken away.
    """
    response.set_cookie(
        name,
        value,
        max_age=seconds if value else 0,
        expires=None if value else 0,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def set_cookie(name: str, value: str) -> None:
    """Have a cookie sent for all pages, when the page is made; an empty one is taken away."""
    g.setdefault("cookies", {})[name] = value
