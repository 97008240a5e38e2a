"""The blueprint of all operations, and the two of them that describe and measure the others."""

from __future__ import annotations

from functools import lru_cache

import orjson
from flask import Blueprint, Response, request

import adjudicator.api.routes  # first: the document begins with its operations
from adjudicator.api import (
    access,
    boards,
    disputes,
    entries,
    evidence,
    exports,
    games,
    houses,
    judgements,
    lexicon,
    packs,
    reviews,
    seasons,
)
from adjudicator.api.figures import figures
from adjudicator.api.openapi import openapi
from adjudicator.api.operations import JSON, TEXT, AnyObject, operation, serve
from adjudicator.runtime.current import CACHED
from adjudicator.runtime.metrics import exposition


@operation("GET", "/openapi.json", tag="operations", answers=AnyObject)
def describe() -> Response:
    """Describe this interface: the OpenAPI document."""
    response = Response(_document(request.script_root), content_type=JSON)
    response.add_etag(weak=True)
    response.headers["Cache-Control"] = CACHED
    response.make_conditional(request)
    return response


@operation("GET", "/metrics", tag="operations", answers=str, media=(TEXT,), cached=False)
def measure() -> Response:
    """Give the counts of all workers, and how things are, in Prometheus' text format."""
    text, content_type = exposition(figures())
    return Response(text, headers={"Content-Type": content_type, "Cache-Control": "no-store"})


@lru_cache(maxsize=8)
def _document(root: str) -> bytes:
    """Return the document of an interface that is reached below *root*."""
    below = {"servers": [{"url": root}]} if root else {}
    return orjson.dumps(openapi() | below)


DECLARED = (
    adjudicator.api.routes,
    access,
    boards,
    disputes,
    entries,
    evidence,
    exports,
    games,
    houses,
    judgements,
    lexicon,
    packs,
    reviews,
    seasons,
)
"""The modules whose operations are served, besides this one's."""
api = Blueprint("api", __name__)
serve(api)
