"""Answers sent as gzip to clients that take it. Any other coding is left to the proxy in front."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from werkzeug.http import parse_accept_header

WORTH_IT = 1_000
"""Bytes: a shorter answer is sent as it is."""
LEVEL = 5
TEXT = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
    "application/x-dawg",
    "application/javascript",
    "image/svg",
)
"""How the types of answers begin that shrink."""


def accepts_gzip(accepted: str) -> bool:
    """Return whether an ``Accept-Encoding`` field takes gzip."""
    return "gzip" in accepted and parse_accept_header(accepted)["gzip"] > 0


def packed_stream(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield *pieces* as one gzip stream, each complete for the reader as soon as it is sent."""
    packer = zlib.compressobj(LEVEL, wbits=31)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
