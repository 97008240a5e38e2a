"""What all pages have in common: the blueprint, how a page is sent, and what guards its forms.

Who may change something is in :mod:`adjudicator.web.session`.
"""

from __future__ import annotations

import unicodedata

import segno
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from adjudicator.games.sitting import is_crossword
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.packs.deltas import points_by
from adjudicator.rules.wording import kind_of
from adjudicator.runtime.problems import Problem
from adjudicator.web import seats, session
from adjudicator.web.refusal import told
from adjudicator.web.wording import capitalise

pages = Blueprint("pages", __name__)
NAVIGATION = (
    ("pages.ask", "Look up"),
    ("pages.play", "Play"),
    ("pages.board", "Board"),
    ("pages.lists", "Lists"),
    ("pages.disputes", "Disputes"),
    ("pages.rules", "Rules"),
)
"""The parts of the site, as every page names them."""
PERSON = "Adjudicator-Person"
"""The header that says by a token's id who looks at a page: a browser keeps pages of games as long as it is the same person."""
_FROM_THE_RIGHT = ("R", "AL", "AN")
_BEGIN, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
pages.before_request(session.check_form)
pages.after_request(session.keep_cookies)
pages.add_app_template_filter(capitalise, "capitalised")
pages.add_app_template_filter(kind_of, "kind")
pages.add_app_template_filter(points_by, "points_by")
pages.add_app_template_test(LEGAL_CODES.__contains__, "legal")
pages.add_app_template_test(is_crossword, "crossword")


def show(template: str, status: int = 200, **context: object) -> Response:
    """Return a page. What it says may depend on who looks at it, so caches ask before they give it out again."""
    person = session.who()
    response = Response(
        render_template(
            template,
            form_key=session.form_key,
            signed_in=person,
            seat=seats.seat(),
            is_copy=session.is_copy(),
            **context,
        ),
        status,
        content_type="text/html; charset=utf-8",
    )
    response.headers["Cache-Control"] = "private, no-cache" if status == 200 else "no-store"
    response.headers["Vary"] = "Cookie"
    response.headers[PERSON] = person.id if person else "nobody"
    return response


def error_page(problem: Problem) -> Response:
    """Return *problem* as a page; where somebody has to sign in first, it says where."""
    asked = ""  # to come back to
    if request.method == "GET":
        asked = request.script_root + request.full_path.rstrip("?")
    response = show("error.html", problem.status, problem=problem, told=told(problem), asked=asked)
    response.headers.extend(problem.headers)
    return response


@pages.app_template_filter("isolate")
def isolate(text: str) -> str:
    """Return *text* so that it turns nothing around that stands beside it where no ``<bdi>`` can, in the title of a page: what is written from
    the right, between marks that nobody sees (UAX #9, isolates).
    """
    if text.isascii() or not any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in text):
        return text
    return f"{_BEGIN}{text}{_END}"


@pages.app_template_filter("qr")
def picture(link: str) -> Markup:
    """Return *link* as a QR code, black on white whatever the page's colours are, drawn in the page itself: a secret link appears in no log."""
    code = segno.make(link, micro=False)
    drawn = code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    return Markup(drawn.replace("<svg ", '<svg role="img" aria-label="The link as a QR code" ', 1))
