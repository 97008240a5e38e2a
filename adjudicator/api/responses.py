"""Answers as they are sent: those that caches may keep, those that nobody keeps, and pages of long ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlencode

import orjson
from flask import Response, request

from adjudicator.api.operations import JSON
from adjudicator.judging.bench import Bench
from adjudicator.runtime import current

T = TypeVar("T")


def answer(
    data: Any, etag: str | None = None, bench: Bench | None = None, keep: str = current.CACHED
) -> Response:
    """Return *data* as JSON that caches may *keep*. Its ETag is *etag*, that of *bench*, or without either that of the answer itself."""
    body = orjson.dumps(data)
    if bench:
        return answer_under(bench, body)
    response = Response(body, content_type=JSON)
    response.headers["ETag"] = etag or f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    response.headers["Cache-Control"] = keep
    response.make_conditional(request)
    return response


def answer_under(bench: Bench, body: bytes) -> Response:
    """Return JSON that *bench* has judged, which the head names, and for how long it may be kept."""
    response = Response(body, content_type=JSON)
    response.headers["ETag"] = current.etag_under(bench)
    response.headers["Cache-Control"] = current.keep_under(bench)
    name_judges(response, bench)
    response.make_conditional(request)
    return response


def name_judges(response: Response, bench: Bench) -> None:
    """Name in the head what judged: the body of a stream or a 304 does not say it."""
    response.headers["Adjudicator-Lexicon"] = bench.lexicon_digest
    response.headers["Adjudicator-Ruleset"] = bench.ruleset_digest


def unkept(
    data: object, status: int = 200, *, etag: str | None = None, location: str | None = None
) -> Response:
    """Return *data* as JSON that no cache keeps, with the ETag and the address of what was changed or made."""
    response = Response(orjson.dumps(data), status, content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    if etag is not None:
        response.headers["ETag"] = etag
    if location is not None:
        response.headers["Location"] = location
    return response


def nothing() -> Response:
    """Return the answer that something was done of which there is nothing to say."""
    response = Response(status=204)
    response.headers["Cache-Control"] = "no-store"
    del response.headers["Content-Type"]
    return response


def coding_of(made: Iterable[str]) -> str:
    """Return that of the codings *made*, the smallest first, in which the client takes the answer best; none where it takes none of them."""
    accepted = request.accept_encodings
    best = max(made, key=lambda coding: accepted[coding], default="")
    return best if best and accepted[best] > 0 else ""


def page_of(found: Iterable[T], limit: int) -> tuple[list[T], bool]:
    """Return the first *limit* of what is *found*, and whether there are more."""
    page = list(islice(found, limit + 1))
    return page[:limit], len(page) > limit


def next_page(**more: Any) -> str:
    """Return the address of the next page, which differs from this one in *more*."""
    return f"{request.script_root}{request.path}?{urlencode({**request.args.to_dict(), **more})}"
