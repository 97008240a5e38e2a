"""The express way of the two commonest requests, the verdict on one plain word and a sealed play, straight from the request's environment.

The framework takes about a tenth of a millisecond to read a request and to make a response, and more for one with a body; a verdict
takes a fifth of that. So these are answered before the framework sees them, with the same head and body, which a test compares. Whatever
is not plainly one of them (another method, a strange word, an unknown ruleset or parameter, a body with a fault) goes the long way.
"""

from __future__ import annotations

import contextlib
from io import BytesIO
from wsgiref.types import WSGIEnvironment

import msgspec

from adjudicator.api import plays
from adjudicator.api.models import PlayRequest
from adjudicator.api.operations import JSON
from adjudicator.errors import AdjudicatorError, BadWord
from adjudicator.judging.batch import is_plain
from adjudicator.judging.bench import Bench
from adjudicator.judging.shapes import Detail
from adjudicator.rules.house import PREFIX
from adjudicator.runtime.current import Snapshot, etag_under, keep_under
from adjudicator.runtime.metrics import count_verdicts

ROUTE_KEY = "adjudicator.route"
"""Where the route of a request is put in its environment, as soon as it is known."""
WORD_ROUTE = "/v1/rulesets/{ruleset}/words/{word}"
PLAY_ROUTE = "/v1/rulesets/{ruleset}/plays"
MAX_BODY = 16_384
"""Bytes of a play that goes this way; a hundred usual words take a tenth."""
_PREFIX = "/v1/rulesets/"
_DETAILS: dict[str, Detail] = {
    "": "full",
    "detail=full": "full",
    "detail=reasons": "reasons",
    "detail=verdict": "verdict",
}


Fields = list[tuple[str, str]]
Express = tuple[str, Fields, bytes]
"""An answer: status line, header fields, body."""


def express(environ: WSGIEnvironment, snapshot: Snapshot, max_body: int) -> Express | None:
    """Return the answer, or None where the request is to go the long way. *max_body* is how many bytes the server takes at most."""
    path: str = environ["PATH_INFO"]
    if not path.startswith(_PREFIX):
        return None
    ruleset, _, rest = path[len(_PREFIX) :].partition("/")
    method = environ["REQUEST_METHOD"]
    if method == "GET" and rest[:6] == "words/":
        return _word(environ, snapshot, ruleset, rest[6:])
    if method == "POST" and rest == "plays":
        return _play(environ, snapshot, ruleset, min(max_body, MAX_BODY))
    return None


def passes(environ: WSGIEnvironment, snapshot: Snapshot) -> bool:
    """Return whether the request is a question for one plain word by a ruleset that is no house list: it waits for no ledger and no body."""
    path: str = environ["PATH_INFO"]
    if not path.startswith(_PREFIX) or environ["REQUEST_METHOD"] != "GET":
        return False
    ruleset, _, rest = path[len(_PREFIX) :].partition("/")
    return (
        ruleset in snapshot.benches
        and rest[:6] == "words/"
        and is_plain(rest[6:])
        and environ["QUERY_STRING"] in _DETAILS
    )


def _under(snapshot: Snapshot, ruleset: str) -> Bench | None:
    """Return the bench of a ruleset or house list; None where the framework is to say what is wrong."""
    known = snapshot.benches.get(ruleset)
    if known is None and ruleset.startswith(PREFIX):
        with contextlib.suppress(AdjudicatorError):
            return snapshot.under(ruleset)
    return known


def _word(environ: WSGIEnvironment, snapshot: Snapshot, ruleset: str, word: str) -> Express | None:
    if not is_plain(word):
        return None
    detail = _DETAILS.get(environ.get("QUERY_STRING", ""))
    if detail is None:
        return None
    bench = _under(snapshot, ruleset)
    if bench is None:
        return None
    environ[ROUTE_KEY] = WORD_ROUTE
    etag = etag_under(bench)
    fields = [
        ("ETag", etag),
        ("Cache-Control", keep_under(bench)),
        ("Adjudicator-Lexicon", bench.lexicon_digest),
        ("Adjudicator-Ruleset", bench.ruleset_digest),
    ]
    held = environ.get("HTTP_IF_NONE_MATCH")
    if held == etag:
        return "304 NOT MODIFIED", fields, b""
    if held is not None:
        return None
    body, code = snapshot.verdict(bench, word, detail)
    count_verdicts(bench.name, {code: 1})
    fields += [("Content-Type", JSON), ("Content-Length", str(len(body)))]
    return "200 OK", fields, body


def _play(environ: WSGIEnvironment, snapshot: Snapshot, ruleset: str, most: int) -> Express | None:
    length = environ.get("CONTENT_LENGTH", "")
    if (
        environ.get("CONTENT_TYPE") != JSON
        or environ.get("QUERY_STRING")
        or "HTTP_CONTENT_ENCODING" in environ
        or not (length.isascii() and length.isdigit() and 0 < int(length) <= most)
    ):
        return None
    bench = _under(snapshot, ruleset)
    if bench is None:
        return None
    given = environ["wsgi.input"].read(int(length))
    try:
        play = msgspec.json.decode(given, type=PlayRequest)
        environ[ROUTE_KEY] = PLAY_ROUTE
        acceptable = plays.acceptable(bench, play.words, environ)
    except (msgspec.MsgspecError, UnicodeDecodeError, BadWord):
        environ["wsgi.input"] = BytesIO(given)  # the framework says what is wrong with it
        return None
    body = plays.judgement(ruleset, acceptable, bench)
    return "200 OK", [*plays.fields_of(bench), ("Content-Length", str(len(body)))], body
