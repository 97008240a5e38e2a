"""Refusals as pages: what a person reads who is told no, with what to do and when.

The edge refuses before the framework has read the request, so its page is made of the problem and the address alone. Start at
:func:`refusal_page`; :func:`told` also serves the error pages that are made within the site.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from wsgiref.types import WSGIEnvironment

from jinja2 import Environment, FileSystemLoader, Template
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header
from werkzeug.urls import iri_to_uri
from werkzeug.wsgi import get_current_url

from adjudicator.runtime.problems import Problem
from adjudicator.web.statics import FOLDERS, edition_of

FOR_PROGRAMS = ("/v1/", "/api/")
"""Addresses that nobody opens in a browser to read."""
_SAID = {
    401: "Sign in to do this. The owner of the list or the dispute can invite you.",
    429: "Too many questions came from here at once.",
}
_INSTEAD = {"Unknown house list": "There is no such house list. The page Lists has all of them."}
"""Title → what a person reads in place of what tells programs where to look."""
_ADVICE = {
    404: "The address may be mistyped, or what was here is gone.",
    405: "Go back, and use a button of the page.",
    413: "Go back, and send less at once.",
    500: "Try again. If it comes again, tell whoever runs this site.",
}
_MINUTE = 60
NOT_FOUND, NO_PAGE = 404, "Not Found"
"""The status of what is not there, and what it is called where that is a page."""


def wants_page(environ: WSGIEnvironment) -> bool:
    """Return whether a refusal is for a person: the client prefers HTML, and the address is none for programs."""
    wanted = parse_accept_header(environ.get("HTTP_ACCEPT"), MIMEAccept)
    return (
        not environ["PATH_INFO"].startswith(FOR_PROGRAMS) and wanted["text/html"] > wanted["application/json"]
    )


def told(problem: Problem) -> tuple[str, str]:
    """Return what *problem* is, and what to do about it and when; the latter is empty where the former says it."""
    wait = dict(problem.headers).get("Retry-After", "")
    advice = _ADVICE.get(problem.status, "")
    if wait.isdecimal():
        advice = f"Wait {_span(int(wait))}, then try again."
    elif problem.status == NOT_FOUND and problem.title != NO_PAGE:
        advice = ""  # what there is not has its own
    return _SAID.get(problem.status) or _INSTEAD.get(problem.title, problem.detail), advice


def refusal_page(problem: Problem, environ: WSGIEnvironment) -> str:
    """Return the page of *problem*, by nothing but the request: no lexicon, no ledger, and no framework."""
    again = get_current_url(environ, host_only=False) if environ["REQUEST_METHOD"] == "GET" else ""
    root = environ.get("SCRIPT_NAME", "")
    return _template().render(
        problem=problem,
        told=told(problem),
        again=_address(again),
        home=f"{root}/",
        files=f"{root}/static/{_edition()}",
    )


def _address(url: str) -> str:
    """Return the path and query of *url*."""
    return "/" + iri_to_uri(url).split("/", 3)[3].lstrip("/") if url else ""


def _span(seconds: int) -> str:
    if seconds < 2 * _MINUTE:
        return f"{seconds} second{'s' if seconds != 1 else ''}"
    return f"{-(-seconds // _MINUTE)} minutes"


@cache
def _edition() -> str:
    return edition_of(*FOLDERS)


@cache
def _template() -> Template:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template(
        "refused.html"
    )
