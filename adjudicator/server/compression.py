"""Which answers are sent as gzip, to clients that take it. Another coding has what its call has packed itself, or the proxy in front."""

from __future__ import annotations

from werkzeug.http import parse_accept_header

WORTH_IT = 1_000
"""Bytes: a shorter answer is sent as it is."""
TEXT = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
    "application/javascript",
    "image/svg",
)
"""How the types of answers begin that shrink."""


def accepts_gzip(accepted: str) -> bool:
    """Return whether an ``Accept-Encoding`` field takes gzip."""
    return "gzip" in accepted and parse_accept_header(accepted)["gzip"] > 0
