"""The application factory: blueprints, errors and headers put together. All state hangs on the app."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.api.problems import problem_of, respond
from adjudicator.api.routes import api
from adjudicator.api.state import EXTENSION, Adjudicators
from adjudicator.web.pages import error_page, pages

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What every response carries: nothing is loaded from elsewhere, no address passed on, no type guessed."""


def create_app(adjudicator_path: Path | None = None) -> Flask:
    """Return the application over the lexicon at *adjudicator_path*, by default the one that was built.

    It starts without a lexicon, too: ``/readyz`` and every question say then what to do.
    """
    app = Flask("adjudicator.web")
    app.url_map.merge_slashes = False
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions[EXTENSION] = Adjudicators(adjudicator_path)
    app.register_blueprint(api)
    app.register_blueprint(pages)
    app.register_error_handler(Exception, _on_error)
    app.after_request(_harden)
    return app


def _on_error(error: Exception) -> WSGIResponse:
    if isinstance(error, HTTPException) and error.code and error.code < 400:
        return error.get_response(request.environ)
    problem = problem_of(error)
    response = error_page(problem) if _wants_page() else respond(problem)
    response.headers["Vary"] = "Accept"
    return response


def _wants_page() -> bool:
    """Return whether the error is for a person: the client prefers HTML and does not ask the API."""
    wanted = request.accept_mimetypes
    of_api = request.blueprint == "api" or request.path.startswith("/v1/")
    return not of_api and wanted["text/html"] > wanted["application/json"]


def _harden(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
