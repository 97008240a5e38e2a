"""What all pages have in common: the blueprint, how a page is sent, and what guards its forms.

Who may change something is in :mod:`adjudicator.web.session`.
"""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.rules.wording import kind_of
from adjudicator.runtime.problems import Problem
from adjudicator.web import session
from adjudicator.web.qr import picture
from adjudicator.web.wording import capitalise

pages = Blueprint("pages", __name__)
NAVIGATION = (
    ("pages.ask", "Look up"),
    ("pages.board", "Board"),
    ("pages.lists", "Lists"),
    ("pages.disputes", "Disputes"),
    ("pages.rules", "Rules"),
)
"""The parts of the site, as every page names them."""
pages.before_request(session.check_form)
pages.after_request(session.keep_cookies)
pages.add_app_template_filter(capitalise, "capitalised")
pages.add_app_template_filter(kind_of, "kind")
pages.add_app_template_filter(picture, "qr")
pages.add_app_template_test(LEGAL_CODES.__contains__, "legal")


def show(template: str, status: int = 200, **context: object) -> Response:
    """Return a page. What it says may depend on who looks at it, so caches ask before they give it out again."""
    response = Response(
        render_template(template, form_key=session.form_key, signed_in=session.who(), **context),
        status,
        content_type="text/html; charset=utf-8",
    )
    response.headers["Cache-Control"] = "private, no-cache" if status == 200 else "no-store"
    response.headers["Vary"] = "Cookie"
    return response


def error_page(problem: Problem) -> Response:
    """Return *problem* as a page; where somebody has to sign in first, it says where."""
    asked = request.full_path.rstrip("?") if request.method == "GET" else ""  # to come back to
    response = show("error.html", problem.status, problem=problem, asked=asked)
    response.headers.extend(problem.headers)
    return response
