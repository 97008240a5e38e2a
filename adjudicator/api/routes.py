"""The calls under /v1, and the two that operators ask: /healthz and /readyz.

A call is a function that returns plain data of :mod:`adjudicator.service`; errors are raised, and become
problem documents in :mod:`adjudicator.api.problems`. A call says which query
parameters it knows with :func:`takes`; any other is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from flask import Blueprint, Response, current_app, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator import __version__
from adjudicator.api import state
from adjudicator.api.problems import UnknownParameter
from adjudicator.spelling import shown

api = Blueprint("api", __name__)
View = TypeVar("View", bound=Callable[..., Any])


def takes(*names: str) -> Callable[[View], View]:
    """Declare the query parameters that a call knows. A call that declares none knows none."""

    def declare(view: View) -> View:
        view.parameters = frozenset(names)  # type: ignore[attr-defined]
        return view

    return declare


@api.before_request
def refuse_unknown_parameters() -> None:
    """Refuse a misspelt parameter rather than ignore it: the answer would be to another question."""
    view = current_app.view_functions[request.endpoint or ""]
    known: frozenset[str] = getattr(view, "parameters", frozenset())
    unknown = sorted(request.args.keys() - known)
    if unknown:
        hint = f"Known here: {', '.join(sorted(known))}." if known else "This call takes none."
        raise UnknownParameter(f"Unknown: {', '.join(shown(name) for name in unknown[:5])}.", hint)


def answer(data: Any, *digests: str) -> WSGIResponse:
    """Return *data* as JSON that caches may keep but must revalidate.

    Its ETag is made of *digests*, those of all that the answer depends on, and of the version; without any,
    of the answer itself.
    """
    body = orjson.dumps(data)
    response = Response(body, content_type="application/json")
    basis = "\n".join((__version__, *digests)).encode() if digests else body
    response.set_etag(hashlib.sha256(basis).hexdigest()[:32])
    response.headers["Cache-Control"] = "public, no-cache"
    return response.make_conditional(request)


@api.get("/v1/rulesets")
def list_rulesets() -> WSGIResponse:
    """Return every ruleset in brief."""
    return answer(
        [
            {"id": each.id, "title": each.title, "rulebook": each.rulebook, "digest": each.digest}
            for each in state.rulesets()
        ]
    )


@api.get("/v1/rulesets/<name>")
def show_ruleset(name: str) -> WSGIResponse:
    """Return one ruleset in full."""
    return answer(state.ruleset(name).as_dict())


@api.get("/v1/rulesets/<name>/words/<path:word>")
def judge_word(name: str, word: str) -> WSGIResponse:
    """Return the verdict on a word: 200, legal or not."""
    state.ruleset(name)
    data = state.adjudicator().verdict_data(word, name)
    return answer(data, data["lexicon"], data["ruleset_digest"])


@api.get("/v1/words/<path:word>")
def show_word(word: str) -> WSGIResponse:
    """Return everything that the lexicon knows of a word."""
    return answer(state.adjudicator().word(word))


@api.get("/v1/sources")
def list_sources() -> WSGIResponse:
    """Return the sources with edition, licence and attribution."""
    return answer(state.adjudicator().sources())


@api.get("/healthz")
def alive() -> Response:
    """Say that the process answers."""
    return _operational({"status": "ok", "version": __version__})


@api.get("/readyz")
def ready() -> Response:
    """Say that words can be judged; a problem with status 503 otherwise."""
    return _operational({"status": "ready", "lexicon": state.adjudicator().lexicon.digest})


def _operational(data: dict[str, str]) -> Response:
    response = Response(orjson.dumps(data), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
