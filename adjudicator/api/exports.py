"""The call that gives all legal words of a ruleset as a file, sent while it is made."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from itertools import takewhile
from typing import Annotated, NamedTuple

from flask import Response, request
from msgspec import UNSET, Meta, UnsetType

from adjudicator.api.models import Answer
from adjudicator.api.operations import GONE, GRAPH, NDJSON, TEXT, given, operation
from adjudicator.api.responses import coding_of, name_judges
from adjudicator.core.cache import LRUCache
from adjudicator.core.spelling import MAX_WORD
from adjudicator.judging.export import SHAPES, Format, export
from adjudicator.runtime import current
from adjudicator.runtime.coding import known, packed

CSV = "text/csv"
DIGEST, UNPACKED = "Repr-Digest", "Unencoded-Digest"
"""The header fields with the digest of a file: as it is sent (RFC 9530), and as it is when it is unpacked."""
Letters = Annotated[int, Meta(ge=1, le=MAX_WORD)]


class WordsFileQuery(Answer):
    format: Annotated[
        Format,
        Meta(
            description="`txt`: a word a line. `csv` and `jsonl`: with its length. `hunspell` is the `.dic` of a dictionary for hunspell, "
            "`hunspell-aff` the `.aff` that belongs to it; `dawg` a graph in the format of dawgdic."
        ),
    ] = "txt"
    shortest: Annotated[Letters, Meta(description="The fewest letters of a word.")] | UnsetType = UNSET
    longest: Annotated[Letters, Meta(description="The most letters of a word.")] | UnsetType = UNSET


class Sums(NamedTuple):
    """What is known of a file when it has been made once: its size as it is sent, the digest of that, and the one of what it is unpacked."""

    size: int
    sent: bytes
    unpacked: bytes


_sums: LRUCache[str, Sums] = LRUCache(1 << 20)
"""Strong ETag → what is known of the bytes that it names."""
_WEIGHT = 1_000
"""Bytes that one of them takes, about."""


@operation(
    "GET",
    "/v1/rulesets/{ruleset}/export",
    tag="curation",
    query=WordsFileQuery,
    answers=str,
    media=(TEXT, CSV, NDJSON, GRAPH),
    problems=("unknown-ruleset",),
    digested=True,
)
def export_words(ruleset: str, query: WordsFileQuery) -> Response:
    """Give all legal words of a ruleset as a file, in order of the alphabet.

    It is sent while it is made, in Brotli or gzip to clients that take that. Each of these has a strong ETag of its own: send it as
    `If-None-Match`, and the file comes again only when it has changed. `Repr-Digest` (RFC 9530) is the digest of what is sent,
    `Unencoded-Digest` that of what it is unpacked; a HEAD has them, a GET where it says `Want-Repr-Digest` or they are known already.
    """
    bench = current.under(ruleset)
    coding = coding_of(known())
    shortest, longest = given(query.shortest), given(query.longest)
    libraries = known().get(coding, ""), _grapher() if query.format == "dawg" else ""
    etag = f'"{current.mark_of(bench.mark, query.format, str(shortest), str(longest), *libraries)}"'
    shape = SHAPES[query.format]

    def made() -> Iterator[bytes]:
        return _summed(export(bench, query.format, shortest=shortest, longest=longest), coding, etag)

    response = Response(made(), content_type=shape.media)
    response.automatically_set_content_length = False  # nobody makes it only to count it
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = current.keep_under(bench)
    response.headers["Vary"] = "Accept-Encoding"
    name_judges(response, bench)
    response.make_conditional(request)
    if response.status_code != 200:
        response.response = ()
        return response
    is_head = request.method == "HEAD"
    wanted = is_head or f"Want-{DIGEST}" in request.headers
    if wanted and _sums.get(etag) is None:
        gone = request.environ.get(GONE, bool)
        deque(takewhile(lambda _: not gone(), made()), maxlen=0)
    sums = _sums.get(etag)
    if sums:
        response.headers[DIGEST], response.headers[UNPACKED] = map(_told, (sums.sent, sums.unpacked))
        if is_head:
            response.headers["Content-Length"] = str(sums.size)
    if coding:
        response.headers["Content-Encoding"] = coding
    name = ruleset.replace(":", "-")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}{shape.end}"'
    response.headers["Accept-Ranges"] = "none"
    return response


def _summed(pieces: Iterable[bytes], coding: str, etag: str) -> Iterator[bytes]:
    """Yield a file of *pieces* as it is sent in *coding*; when it has been made to its end, it is known what it comes to."""
    unpacked, sent, size = hashlib.sha256(), hashlib.sha256(), 0

    def read() -> Iterator[bytes]:
        for piece in pieces:
            unpacked.update(piece)
            yield piece

    for piece in packed(read(), coding):
        sent.update(piece)
        size += len(piece)
        yield piece
    _sums.put(etag, Sums(size, sent.digest(), unpacked.digest()), _WEIGHT)


def _told(digest: bytes) -> str:
    """Return a SHA-256 as a header field has it."""
    return f"sha-256=:{b64encode(digest).decode()}:"


@cache
def _grapher() -> str:
    """Return which release of the library makes the bytes of a graph."""
    return version("dawg2")
