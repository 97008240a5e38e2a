"""The express way of the commonest request: the verdict on one plain word, straight from the request's environment.

The framework takes about a tenth of a millisecond to read a request and to make a response; a verdict takes a fifth of that. So this
request is answered before the framework sees it, with the same head and body, which a test compares. Whatever is not plainly that
request (another method, a strange word, an unknown ruleset or parameter) goes the long way.
"""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

from adjudicator.api.current import HOUSE_ID, Served
from adjudicator.api.metrics import count_verdicts
from adjudicator.api.operations import JSON
from adjudicator.batch import Detail
from adjudicator.errors import AdjudicatorError
from adjudicator.spelling import MAX_WORD

ROUTE = "/v1/rulesets/{ruleset}/words/{word}"
_PREFIX = "/v1/rulesets/"
_DETAILS: dict[str, Detail] = {
    "": "full",
    "detail=full": "full",
    "detail=reasons": "reasons",
    "detail=verdict": "verdict",
}


class Express(NamedTuple):
    """An answer: status line, header fields, body."""

    status: str
    fields: list[tuple[str, str]]
    body: bytes


def express(environ: dict[str, Any], served: Served) -> Express | None:
    """Return the verdict that is asked for, or None where the request is to go the long way."""
    path: str = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] != "GET" or not path.startswith(_PREFIX):
        return None
    ruleset, _, rest = path[len(_PREFIX) :].partition("/")
    if rest[:6] != "words/":
        return None
    word = rest[6:]
    if not (word.isascii() and word.isalpha() and len(word) <= MAX_WORD):
        return None
    detail = _DETAILS.get(environ.get("QUERY_STRING", ""))
    marks = served.marks.get(ruleset)
    if marks is None and HOUSE_ID.fullmatch(ruleset):
        with contextlib.suppress(AdjudicatorError):
            marks = served.marks_of(ruleset)
    if detail is None or marks is None:
        return None
    fields = [
        ("ETag", marks.etag),
        ("Cache-Control", marks.keep),
        ("Adjudicator-Lexicon", marks.lexicon),
        ("Adjudicator-Ruleset", marks.ruleset),
    ]
    held = environ.get("HTTP_IF_NONE_MATCH")
    if held == marks.etag:
        return Express("304 NOT MODIFIED", fields, b"")
    if held is not None:
        return None
    body, code = served.verdict(word, marks.name, detail)
    count_verdicts(marks.name, {code: 1})
    fields += [("Content-Type", JSON), ("Content-Length", str(len(body)))]
    return Express("200 OK", fields, body)
