"""The application factory: blueprints, errors and headers put together. All state hangs on the app."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.api.blueprint import api
from adjudicator.api.operations import work_out_models
from adjudicator.api.outlook import OUTLOOK, Outlook
from adjudicator.api.routes import MAX_ANSWER
from adjudicator.resources import Places
from adjudicator.runtime.current import EXTENSION, SNAPSHOT, Current, Snapshot
from adjudicator.runtime.guards import SIGN_IN_LIMITS, WRITE_LIMITS
from adjudicator.runtime.limits import SIGN_INS, WRITES, ClientLimits, Counting, Limits
from adjudicator.runtime.metrics import count_refusal
from adjudicator.runtime.moved import moved_to
from adjudicator.runtime.problems import problem_of, respond
from adjudicator.runtime.settings import Settings, settings
from adjudicator.runtime.table import EXTENSION as TABLE
from adjudicator.runtime.table import Table
from adjudicator.server.edge import EDGE, Edge
from adjudicator.server.express import ROUTE_KEY
from adjudicator.usecases.serving import Guard
from adjudicator.web.docs import docs
from adjudicator.web.offline import offline
from adjudicator.web.pages import pages
from adjudicator.web.pages.page import NAVIGATION, error_page
from adjudicator.web.pages.table import tables
from adjudicator.web.refusal import wants_page
from adjudicator.web.statics import serve_files

_VARIABLE = re.compile(r"<(?:\w+:)?(\w+)>")


def create_app(
    adjudicator_path: Path | None = None,
    chosen: Settings | None = None,
    places: Places | None = None,
    table: Table | None = None,
) -> Flask:
    """Return the application over the lexicon at *adjudicator_path*, by default the one that was built.

    Without *chosen* settings and *places* those of the environment hold, as they are now. With a *table* it serves that. It starts without a lexicon, too: ``/readyz`` and every question say then
    what to do. Raises :class:`ConfigError` where a setting cannot be.
    """
    app = Flask("adjudicator.web", static_folder=None)
    app.url_map.merge_slashes = False
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["navigation"] = NAVIGATION
    chosen = chosen or settings()
    places = places or Places.from_environment()
    app.config["MAX_CONTENT_LENGTH"] = chosen.max_body
    app.config[MAX_ANSWER] = chosen.max_answer
    guard = Guard(chosen.threads // 2, chosen.ledger)
    current = app.extensions[EXTENSION] = Current(adjudicator_path, guard, chosen.house_memory, places)
    app.extensions[OUTLOOK] = Outlook(guard, places)
    counting = Counting(chosen)
    app.extensions[WRITE_LIMITS] = Limits(counting, chosen.write_rate or WRITES, "writes")
    sign_ins = ClientLimits(counting, chosen.sign_in_rate or SIGN_INS, "sign-in", chosen.proxies)
    app.extensions[SIGN_IN_LIMITS] = sign_ins
    app.register_blueprint(api)
    app.register_blueprint(pages)
    app.register_blueprint(docs)
    app.register_blueprint(offline)
    serve_files(app)
    if table is not None:
        app.extensions[TABLE] = table
        app.register_blueprint(tables)
    app.register_error_handler(Exception, _on_error)
    app.after_request(_name_route)
    if chosen.proxies:  # the scheme and host of links and cookies are those that the client sees
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=0, x_proto=chosen.proxies, x_host=chosen.proxies
        )
    work_out_models()
    edge = app.extensions[EDGE] = Edge(app.wsgi_app, current, chosen, counting, table)
    app.wsgi_app = edge  # type: ignore[method-assign]
    return app


def _on_error(error: Exception) -> WSGIResponse:
    if isinstance(error, HTTPException) and error.code and error.code < 400:
        return error.get_response(request.environ)
    moved = moved_to(error)
    if moved is not None:
        return moved
    problem = problem_of(error)
    count_refusal(problem.kind, problem.status)
    response = error_page(problem) if _wants_page() else respond(problem)
    response.headers["Vary"] = "Accept"
    return response


def _wants_page() -> bool:
    """Return whether the error is for a person: the client prefers HTML and does not ask the API."""
    return request.blueprint != "api" and wants_page(request.environ)


def _name_route(response: Response) -> Response:
    """Tell the edge which route answered, and by which lexicon."""
    if request.url_rule is not None:
        request.environ[ROUTE_KEY] = _VARIABLE.sub(r"{\1}", request.url_rule.rule)
    snapshot: Snapshot | None = request.environ.get(SNAPSHOT)
    if snapshot is not None:
        response.headers.setdefault("Adjudicator-Lexicon", snapshot.digest)
    return response
