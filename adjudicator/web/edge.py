"""The edge of the application: what every request and response goes through, whichever part answers.

In order: a request id, the client's limit, a browser's question beforehand, then the express way or the framework; on the way out the
fields that all answers carry, compression, the counts and the log. It wraps the WSGI application and not the framework's hooks, so that it
costs a tenth of a framework's request and holds for the express way, too. Start at :meth:`Edge.__call__`.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from adjudicator.api.current import SERVED, Current
from adjudicator.api.errors import RateLimited
from adjudicator.api.express import ROUTE, express
from adjudicator.api.metrics import count_request
from adjudicator.api.problems import MEDIA_TYPE, document, problem_of
from adjudicator.web import compression, cors
from adjudicator.web.limits import ClientLimits
from adjudicator.web.settings import Settings

Environ = dict[str, Any]
Fields = list[tuple[str, str]]
Start = Callable[..., Any]

HARDENING: Fields = [
    (
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
]
"""What every response carries: nothing is loaded from elsewhere, no address passed on, no type guessed."""
REQUEST_ID = "adjudicator.request_id"
ROUTE_KEY = "adjudicator.route"
_NO_ROUTE = "none"
SECRET = "{secret}"
"""Stands in a route for what nobody may read in a log: such an address is logged as its route."""
_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")

access = logging.getLogger("adjudicator.requests")


class Edge:
    """The WSGI application around *inner*."""

    def __init__(
        self, inner: Callable[[Environ, Start], Iterable[bytes]], current: Current, settings: Settings
    ) -> None:
        self._inner = inner
        self._current = current
        self._settings = settings
        self._limits = ClientLimits(settings) if settings.rate else None
        self._prefix = secrets.token_hex(6)
        self._numbers = itertools.count(1)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Answer one request."""
        started = time.perf_counter()
        served = self._current.peek()
        request_id = environ.get("HTTP_X_REQUEST_ID", "")
        if not _ID.fullmatch(request_id):
            request_id = f"{self._prefix}-{next(self._numbers):x}"
        environ[REQUEST_ID] = request_id
        fields: Fields = [("X-Request-Id", request_id), *HARDENING]
        if self._settings.cors:
            fields += cors.fields_for(environ, self._settings.cors)
        wait = None
        if self._limits is not None:
            wait, told = self._limits.ask(environ)
            fields += told
        if wait is None and served is not None:
            environ[SERVED] = served
            found = express(environ, served)
            if found is not None:
                exchange = Exchange(environ, fields, started, ROUTE, self._settings.log_requests)
                return exchange.send(start_response, found.status, found.fields, [found.body])
        exchange = Exchange(environ, fields, started, _NO_ROUTE, self._settings.log_requests)
        if wait is not None:
            return exchange.refuse(start_response, wait)
        asked = cors.preflight(environ, self._settings.cors)
        if asked is not None:
            exchange.fields = [("X-Request-Id", request_id), *HARDENING]
            return exchange.send(start_response, "204 NO CONTENT", asked, [])
        return exchange.hand_on(start_response, self._inner)


class Exchange:
    """One request on its way out."""

    __slots__ = ("environ", "fields", "logged", "route", "started")

    def __init__(self, environ: Environ, fields: Fields, started: float, route: str, logged: bool) -> None:
        self.environ = environ
        self.fields = fields
        self.started = started
        self.route = route
        self.logged = logged

    def refuse(self, start_response: Start, seconds: int) -> Iterable[bytes]:
        """Answer that the client has asked too often."""
        problem = problem_of(RateLimited("You have asked too often.", f"Wait {seconds} s.", seconds))
        body = json.dumps(document(problem, self.environ["PATH_INFO"])).encode()
        fields = [
            ("Content-Type", MEDIA_TYPE),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            *problem.headers,
        ]
        return self.send(start_response, "429 TOO MANY REQUESTS", fields, [body])

    def hand_on(
        self, start_response: Start, inner: Callable[[Environ, Start], Iterable[bytes]]
    ) -> Iterable[bytes]:
        """Let the framework answer."""
        head: list[Any] = []

        def note(status: str, fields: Fields, exc_info: Any = None) -> None:
            head[:] = [status, fields]

        body = inner(self.environ, note)
        self.route = self.environ.get(ROUTE_KEY, _NO_ROUTE)
        status, fields = head
        return self.send(start_response, status, fields, body)

    def send(
        self, start_response: Start, status: str, fields: Fields, body: Iterable[bytes]
    ) -> Iterable[bytes]:
        """Send an answer: with the fields that all have, packed if the client takes that, counted when it is out."""
        named = {name for name, _ in fields}
        sent = fields + [field for field in self.fields if field[0] not in named or field[0] == "Vary"]
        length = next((int(value) for name, value in fields if name == "Content-Length"), None)
        content_type = next((value for name, value in fields if name == "Content-Type"), "")
        whole = length is not None or status.startswith(("204", "304"))
        packs = compression.is_text(content_type) and "Content-Encoding" not in named
        if packs:
            sent.append(("Vary", "Accept-Encoding"))
            packs = self._takes_packed()
        if not whole:
            if packs:
                sent.append(("Content-Encoding", "gzip"))
            start_response(status, sent)
            pieces = compression.packed_stream(body) if packs else body
            return Streamed(pieces, body, lambda: self._done(status))
        sole = body if isinstance(body, list) else _read(body)
        if packs and length is not None and length >= compression.WORTH_IT:
            sole = [compression.packed(b"".join(sole))]
            sent = [field for field in sent if field[0] != "Content-Length"]
            sent += [("Content-Encoding", "gzip"), ("Content-Length", str(len(sole[0])))]
        start_response(status, sent)
        self._done(status)
        return sole

    def _takes_packed(self) -> bool:
        return self.environ["REQUEST_METHOD"] != "HEAD" and compression.accepts_gzip(
            self.environ.get("HTTP_ACCEPT_ENCODING", "")
        )

    def _done(self, status: str) -> None:
        seconds = time.perf_counter() - self.started
        method = self.environ["REQUEST_METHOD"]
        code = int(status[:3])
        count_request(method if method in _METHODS else "other", self.route, code, seconds)
        if self.logged:
            access.info(
                "request",
                extra={
                    "request_id": self.environ[REQUEST_ID],
                    "method": method,
                    "path": self.route if SECRET in self.route else self.environ["PATH_INFO"],
                    "query": self.environ.get("QUERY_STRING", ""),
                    "route": self.route,
                    "status": code,
                    "milliseconds": round(seconds * 1000, 2),
                    "client": self.environ.get("REMOTE_ADDR", ""),
                },
            )


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _read(body: Iterable[bytes]) -> list[bytes]:
    """Return the whole of *body*, and close it."""
    try:
        return [b"".join(body)]
    finally:
        _close(body)


def _close(body: Iterable[bytes]) -> None:
    close = getattr(body, "close", None)
    if close:
        close()


class Streamed:
    """The pieces of *body*, as they are sent; calls *done* when they have been, or were given up."""

    def __init__(self, pieces: Iterable[bytes], body: Iterable[bytes], done: Callable[[], None]) -> None:
        self._pieces = pieces
        self._body = body
        self._done = done

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    def close(self) -> None:
        """Close the body and count it."""
        _close(self._body)
        self._done()
