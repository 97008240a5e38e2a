"""Which pages of other hosts may call the API from a browser."""

from __future__ import annotations

from wsgiref.types import WSGIEnvironment

OPEN_TO_PAGES = ("/v1/", "/api/", "/openapi.json")
OPEN_TO_ALL = "/api/v2/"
"""What pages of any host may ask, whatever is set: apps for dictionaryapi.dev do."""
EXPOSED = (
    "ETag, Location, Idempotency-Replayed, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, "
    "Adjudicator-Lexicon, Adjudicator-Ruleset, Repr-Digest, Unencoded-Digest, Content-Disposition"
)
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    (
        "Access-Control-Allow-Headers",
        "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Want-Repr-Digest, X-Request-Id",
    ),
    ("Access-Control-Max-Age", "86400"),
]
_PREFLIGHT_OF_ALL = [
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
    ("Access-Control-Allow-Headers", "*"),
    ("Access-Control-Max-Age", "86400"),
]
_ALL = [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED)]
Fields = list[tuple[str, str]]


def fields_for(environ: WSGIEnvironment, origins: frozenset[str]) -> Fields:
    """Return the header fields that let the page that asks read the answer; none if it may not."""
    path = environ["PATH_INFO"]
    if path.startswith(OPEN_TO_ALL) or ("*" in origins and path.startswith(OPEN_TO_PAGES)):
        return _ALL
    if not origins or not path.startswith(OPEN_TO_PAGES):
        return []
    origin = environ.get("HTTP_ORIGIN", "")
    if origin not in origins:
        return [("Vary", "Origin")]
    return [
        ("Access-Control-Allow-Origin", origin),
        ("Access-Control-Expose-Headers", EXPOSED),
        ("Vary", "Origin"),
    ]


def preflight(environ: WSGIEnvironment, origins: frozenset[str]) -> Fields | None:
    """Return the answer to a browser that asks beforehand whether a page may call; None where this is no such request."""
    if environ["REQUEST_METHOD"] != "OPTIONS" or "HTTP_ACCESS_CONTROL_REQUEST_METHOD" not in environ:
        return None
    if environ["PATH_INFO"].startswith(OPEN_TO_ALL):
        return _ALL + _PREFLIGHT_OF_ALL
    if not origins or not environ["PATH_INFO"].startswith(OPEN_TO_PAGES):
        return None
    fields = fields_for(environ, origins)
    return fields + _PREFLIGHT if any(name == "Access-Control-Allow-Origin" for name, _ in fields) else fields
