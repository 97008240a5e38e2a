"""The calls under /v1, and those that operators ask. Each is declared once, with its models; see :mod:`adjudicator.api.operations`.

A call returns plain data of :mod:`adjudicator.judging.service`; errors are raised, and become problem documents in
:mod:`adjudicator.runtime.problems`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import Literal, TypedDict

import orjson
from flask import Response, current_app, request

from adjudicator.api import models, plays
from adjudicator.api.operations import JSON, NDJSON, operation, purse
from adjudicator.api.outlook import OUTLOOK, Outlook
from adjudicator.api.responses import answer, answer_under, name_judges, next_page, page_of, unkept
from adjudicator.core.model import Difference
from adjudicator.core.shapes import Digest, plain
from adjudicator.core.version import VERSION
from adjudicator.judging.bench import Bench
from adjudicator.judging.shapes import (
    AnyAnswer,
    AnyVerdict,
    Detail,
    JudgedBy,
    RulesetModel,
    WordAccount,
)
from adjudicator.lexicon.search import Criteria
from adjudicator.lexicon.shapes import SourceModel
from adjudicator.rules.ruleset import RulesetBrief
from adjudicator.runtime import current
from adjudicator.runtime.metrics import count_verdicts
from adjudicator.usecases.serving import State

STREAMED = 500
"""Words to a piece of a streamed answer of lines."""
MAX_ANSWER = "MAX_ANSWER"
"""Where the application has the most bytes of an answer to a batch."""
WHOLE = 4 << 20
"""Bytes up to which the answer to a batch is sent whole, so that no thread waits for its reader; a longer one goes out in pieces."""

_BAD_WORD = ("bad-word",)
_RULESET = ("unknown-ruleset",)


class Batch(JudgedBy):
    """The answers to a batch, in the order of its words."""

    detail: Detail
    verdicts: list[AnyAnswer]


class Play(JudgedBy):
    """The sealed judgement of a play: one answer for all of its words, and no hint which."""

    acceptable: bool


class Found(JudgedBy):
    code: str
    words: list[str]
    next: models.Next


class Comparison(TypedDict):
    left: str
    right: str
    lexicon: Digest
    total: int
    differences: list[Difference]
    next: models.Next


class Health(TypedDict):
    status: Literal["ok"]
    version: str


class Readiness(TypedDict):
    status: Literal["ready"]
    lexicon: Digest
    ledger: State


@operation("GET", "/v1/rulesets", tag="rulesets", answers=list[RulesetBrief])
def list_rulesets() -> Response:
    """List the rulesets."""
    return answer([each.brief for each in current.rulesets()])


@operation("GET", "/v1/rulesets/{ruleset}", tag="rulesets", answers=RulesetModel, problems=_RULESET)
def show_ruleset(ruleset: str) -> Response:
    """Show a ruleset in full: a rulebook as data."""
    bench = current.under(ruleset)
    return answer(bench.data(), bench=bench)


@operation(
    "GET",
    "/v1/rulesets/{ruleset}/words/{word}",
    tag="verdicts",
    query=models.DetailQuery,
    answers=AnyVerdict,
    problems=(*_RULESET, *_BAD_WORD),
)
def judge_word(ruleset: str, word: str, query: models.DetailQuery) -> Response:
    """Judge a word.

    Answers 200 whether the word is legal or not: `legal` says it. A word that no dictionary has is a verdict, too.
    """
    bench = current.under(ruleset)
    body, code = current.snapshot().verdict(bench, word, query.detail)
    count_verdicts(bench.name, {code: 1})
    return answer_under(bench, body)


@operation(
    "POST",
    "/v1/rulesets/{ruleset}/verdicts",
    tag="verdicts",
    body=models.VerdictsRequest,
    answers=Batch,
    problems=_RULESET,
    media=(JSON, NDJSON),
)
def judge_words(ruleset: str, body: models.VerdictsRequest) -> Response:
    """Judge up to 10,000 words.

    The answers come in the order of the words. With `Accept: application/x-ndjson` they are streamed, one object a line. Once an answer is
    as long as this server lets it be, or has taken as much work as one request may, words that are left have an `error` that says so: ask
    for those again.
    """
    bench = current.under(ruleset)
    wanted = request.accept_mimetypes
    if wanted[NDJSON] > wanted[JSON]:
        lines = (text + b"\n" for text in _verdicts(bench, body, b"\n", STREAMED))
        response = Response(lines, content_type=NDJSON)
    else:
        head = orjson.dumps({**bench.judged_by(ruleset), "detail": body.detail})
        found = _verdicts(bench, body, b",", None)
        response = Response(_begun(_array(head[:-1], found)), content_type=JSON)
    name_judges(response, bench)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Accept"
    return response


def _verdicts(
    bench: Bench, body: models.VerdictsRequest, between: bytes, step: int | None
) -> Iterator[bytes]:
    """Return what yields the verdicts a piece at a time, all from the lexicon that was in service when the request came."""
    most: int = current_app.config[MAX_ANSWER]
    found = bench.pieces(body.words, detail=body.detail, between=between, step=step, most=most, purse=purse())

    def counted() -> Iterator[bytes]:
        for piece in found:
            count_verdicts(bench.name, piece.codes)
            yield piece.text

    return counted()


def _array(head: bytes, found: Iterator[bytes]) -> Iterator[bytes]:
    """Yield a JSON object, *head* but for its brace, with what is *found* as an array; it is none before its last piece."""
    yield head + b',"verdicts":['
    before = b""
    for text in found:
        yield before + text
        before = b","
    yield b"]}"


def _begun(texts: Iterator[bytes]) -> bytes | Iterator[bytes]:
    """Return *texts* as one, or where they are longer than :data:`WHOLE` what yields them: the first so many bytes at once."""
    first: list[bytes] = []
    size = 0
    for text in texts:
        first.append(text)
        size += len(text)
        if size > WHOLE:
            return chain((b"".join(first),), texts)
    return b"".join(first)


@operation(
    "POST",
    "/v1/rulesets/{ruleset}/plays",
    tag="verdicts",
    body=models.PlayRequest,
    answers=Play,
    problems=(*_RULESET, *_BAD_WORD),
)
def judge_play(ruleset: str, body: models.PlayRequest) -> Response:
    """Judge a whole play, sealed.

    The play is acceptable if every word is legal. Nothing tells which word is not: no member of the answer, and not the time it takes.
    """
    bench = current.under(ruleset)
    acceptable = plays.acceptable(bench, body.words, request.environ)
    return Response(plays.judgement(ruleset, acceptable, bench), headers=plays.fields_of(bench))


@operation(
    "GET",
    "/v1/rulesets/{ruleset}/words",
    tag="curation",
    query=models.SearchQuery,
    answers=Found,
    problems=(*_RULESET, "bad-search"),
)
def search_words(ruleset: str, query: models.SearchQuery) -> Response:
    """Find words of a ruleset, in order of the alphabet.

    Pages are stable: `next` goes on after the last word of this page.
    """
    bench = current.under(ruleset)
    texts = {name: getattr(query, name) or None for name in Criteria._fields}
    found = bench.search(
        Criteria.of(**texts), code=query.code, region=query.region or None, after=query.after
    )
    words, more = page_of(found, query.limit)
    data: Found = {
        **bench.judged_by(ruleset),
        "code": query.code,
        "words": words,
        "next": next_page(after=words[-1]) if more else None,
    }
    return answer(data, bench=bench)


@operation(
    "GET",
    "/v1/rulesets/{left}/diff/{right}",
    tag="curation",
    query=models.PageQuery,
    answers=Comparison,
    problems=_RULESET,
)
def diff_rulesets(left: str, right: str, query: models.PageQuery) -> Response:
    """List the words whose legality differs between two rulesets.

    Each comes with its decisive code under both. Pages are stable: `next` goes on after the last word of this page.
    """
    one, other = current.under(left), current.under(right)
    found = [] if left == right else current.snapshot().differences(one, other)
    start = bisect_right(found, query.after, key=lambda each: each.key)
    page, more = page_of(found[start : start + query.limit + 1], query.limit)
    data: Comparison = {
        "left": left,
        "right": right,
        "lexicon": current.snapshot().digest,
        "total": len(found),
        "differences": page,
        "next": next_page(after=page[-1].key) if more else None,
    }
    keep = current.CACHED if one.house is other.house is None else current.ASKED
    return answer(plain(data), etag=current.etag_of(one.name, one.mark, other.name, other.mark), keep=keep)


@operation("GET", "/v1/words/{word}", tag="lexicon", answers=WordAccount, problems=_BAD_WORD)
def show_word(word: str) -> Response:
    """Show everything that the lexicon knows of a word, sense by sense, source by source."""
    return answer(current.adjudicator().word(word), etag=current.snapshot().etag)


@operation("GET", "/v1/sources", tag="lexicon", answers=list[SourceModel])
def list_sources() -> Response:
    """List the dictionaries and word lists, with edition, licence and attribution."""
    return answer(current.adjudicator().sources(), etag=current.snapshot().etag)


@operation("GET", "/healthz", tag="operations", answers=Health, cached=False)
def alive() -> Response:
    """Say that the process answers."""
    return unkept({"status": "ok", "version": VERSION})


@operation("GET", "/readyz", tag="operations", answers=Readiness, problems=("no-lexicon",), cached=False)
def ready() -> Response:
    """Say that words can be judged, and by which lexicon; 503 otherwise.

    `ledger` tells apart whether house lists and disputes can be used, too; words are judged without them.
    """
    outlook: Outlook = current_app.extensions[OUTLOOK]
    digest = current.snapshot().digest
    return unkept({"status": "ready", "lexicon": digest, "ledger": outlook.state()})
