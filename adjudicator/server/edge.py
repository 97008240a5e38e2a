"""The edge of the application: what every request and response goes through, whichever part answers.

In order: a request id, the client's limit, a browser's question beforehand, then the express way or the framework; on the way out the
fields that all answers carry, compression, the counts and the log. What fails on the way is a problem document
or, for a person, a page like any other fault. It wraps the WSGI application and not the framework's hooks, so that it
costs a tenth of a framework's request and holds for the express way, too. Start at :meth:`Edge.__call__`.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
import secrets
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from typing import Any, NamedTuple
from wsgiref.types import WSGIEnvironment

from werkzeug.http import parse_date

from adjudicator.api.operations import JSON, NDJSON
from adjudicator.api.plays import LEAVES, TICK
from adjudicator.errors import AdjudicatorError
from adjudicator.runtime.coding import LEVEL, packed
from adjudicator.runtime.current import SNAPSHOT, Current
from adjudicator.runtime.errors import RateLimited
from adjudicator.runtime.limits import POLICY, ClientLimits, Counting, client_of, prefix_of
from adjudicator.runtime.masking import mask
from adjudicator.runtime.metrics import count_refusal, count_request
from adjudicator.runtime.problems import (
    MEDIA_TYPE,
    MISDIRECTED,
    REQUEST_ID,
    Problem,
    defect,
    document,
    problem_of,
)
from adjudicator.runtime.settings import Settings
from adjudicator.runtime.table import Table
from adjudicator.server import compression, cors
from adjudicator.server.express import ROUTE_KEY, Fields, express
from adjudicator.server.hosts import is_ours
from adjudicator.web.refusal import refusal_page, wants_page

Start = Callable[..., Any]
Application = Callable[[WSGIEnvironment, Start], Iterable[bytes]]

EDGE = "adjudicator.edge"
"""Where the application keeps its edge."""
HARDENING: Fields = [
    (
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
]
"""What every response carries: nothing is loaded from elsewhere, no address passed on, no type guessed."""
_NO_ROUTE = "none"
_VARIES = ("Vary", "Accept-Encoding")
SECRET = "{secret}"
"""Marks the secret part of a route: an address with one is logged as its route."""
_DATES = ("HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_RANGE")
_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")

access = logging.getLogger("adjudicator.requests")
faults = logging.getLogger(__name__)


class Answer(NamedTuple):
    """What an application answers: status line, header fields, body."""

    status: str
    fields: Fields
    body: Iterable[bytes]


class Edge:
    """The WSGI application around *inner*."""

    def __init__(
        self,
        inner: Application,
        current: Current,
        settings: Settings,
        counting: Counting,
        table: Table | None = None,
    ) -> None:
        self._inner = inner
        self._table = table
        self._current = current
        self._settings = settings
        self._limits = (
            ClientLimits(counting, settings.rate, POLICY, settings.proxies) if settings.rate else None
        )
        self._prefix = secrets.token_hex(6)
        self._numbers = itertools.count(1)

    def __call__(self, environ: WSGIEnvironment, start_response: Start) -> Iterable[bytes]:
        """Answer one request."""
        exchange = self._exchange(environ)
        try:
            return self._answer(exchange, environ, start_response)
        except Exception as error:
            return exchange.tell(start_response, exchange.problem(error))

    def turn_away(self, problem: Problem, environ: WSGIEnvironment, start_response: Start) -> Iterable[bytes]:
        """Answer a request with *problem*, without looking at what it asks."""
        return self._exchange(environ).tell(start_response, problem)

    def _exchange(self, environ: WSGIEnvironment) -> Exchange:
        started = time.perf_counter()
        if self._settings.proxies:
            environ["SCRIPT_NAME"] = prefix_of(environ, self._settings.proxies)
        request_id = environ.get("HTTP_X_REQUEST_ID", "")
        if not _ID.fullmatch(request_id):
            request_id = f"{self._prefix}-{next(self._numbers):x}"
        environ[REQUEST_ID] = request_id
        return Exchange(environ, [("X-Request-Id", request_id), *HARDENING], started, self._settings)

    def _answer(self, exchange: Exchange, environ: WSGIEnvironment, start_response: Start) -> Iterable[bytes]:
        if self._settings.cors or environ["PATH_INFO"].startswith(cors.OPEN_TO_ALL):
            exchange.fields += cors.fields_for(environ, self._settings.cors)
        refusal = self._refusal(environ)
        if refusal is not None:
            return exchange.tell(start_response, refusal)
        wait = None
        if self._limits is not None:
            wait, told = self._limits.ask(environ)
            exchange.fields += told
        snapshot = self._current.peek()
        if wait is None and snapshot is not None:
            environ[SNAPSHOT] = snapshot
            found = express(environ, snapshot, self._settings.max_body)
            if found is not None:
                return exchange.send_short(start_response, *found)
        if wait is not None:
            too_often = RateLimited("You have asked too often.", f"Wait {wait} s.", wait)
            return exchange.tell(start_response, problem_of(too_often))
        asked = cors.preflight(environ, self._settings.cors)
        if asked is not None:
            exchange.fields = exchange.fields[: 1 + len(HARDENING)]
            return exchange.send(start_response, "204 NO CONTENT", asked, [])
        _leave_out_no_dates(environ)
        return exchange.send(start_response, *answer_of(self._inner, environ))

    def _refusal(self, environ: WSGIEnvironment) -> Problem | None:
        """Return why whoever asks, or what is asked for, is none of this server's."""
        if self._table is not None:
            return self._table.refusal(environ)
        hosts = self._settings.hosts
        return MISDIRECTED if hosts and not is_ours(environ, hosts, self._settings.proxies) else None


def answer_of(application: Application, environ: WSGIEnvironment) -> Answer:
    """Return what *application* answers."""
    head: list[Any] = []

    def start(status: str, fields: Fields, exc_info: object = None) -> None:
        head[:] = [status, fields]

    body = application(environ, start)
    status, fields = head
    return Answer(status, fields, body)


def _leave_out_no_dates(environ: WSGIEnvironment) -> None:
    """Leave dates out of a question that are so far off that the framework cannot read them: what is no date counts for nothing (RFC 9110,
    13.1.3), and a part is not sent for it (13.1.5).
    """
    for name in _DATES:
        if name in environ:
            try:
                parse_date(environ[name])
            except (OverflowError, ValueError):
                del environ[name]
                if name == "HTTP_IF_RANGE":
                    environ.pop("HTTP_RANGE", None)


class Exchange:
    """One request on its way out."""

    __slots__ = ("environ", "fields", "settings", "started")

    def __init__(self, environ: WSGIEnvironment, fields: Fields, started: float, settings: Settings) -> None:
        self.environ = environ
        self.fields = fields
        self.started = started
        self.settings = settings

    def problem(self, error: Exception) -> Problem:
        """Return the problem that *error* is, outside of the framework; a defect is logged."""
        known = isinstance(error, AdjudicatorError)
        return problem_of(error) if known else defect(error, self.environ)

    def problem_body(self, problem: Problem) -> bytes:
        """Return the problem document."""
        return json.dumps(
            document(problem, self.environ.get("SCRIPT_NAME", "") + self.environ["PATH_INFO"])
        ).encode()

    def tell(self, start_response: Start, problem: Problem) -> Iterable[bytes]:
        """Answer with *problem*, as a page to who reads pages, by nothing that may be what is at fault."""
        if wants_page(self.environ):
            body, media = refusal_page(problem, self.environ).encode(), "text/html; charset=utf-8"
        else:
            body, media = self.problem_body(problem), MEDIA_TYPE
        fields = [
            ("Content-Type", media),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Vary", "Accept"),
            *problem.headers,
        ]
        start_response(status_of(problem), fields + self.fields)
        count_refusal(problem.kind, problem.status)
        self.finish(status_of(problem))
        return [body]

    def send_short(self, start_response: Start, status: str, fields: Fields, body: bytes) -> Iterable[bytes]:
        """Send an answer of the express way, as :meth:`send` would."""
        if len(body) >= compression.WORTH_IT and self._accepts_gzip():
            return self.send(start_response, status, fields, [body])
        sent = fields + self.fields
        if body:
            sent.append(_VARIES)
        start_response(status, sent)
        self.finish(status)
        return [body]

    def send(
        self, start_response: Start, status: str, fields: Fields, body: Iterable[bytes]
    ) -> Iterable[bytes]:
        """Send an answer: with the fields that all have, packed if the client takes that, counted when it is out."""
        named = dict(fields)
        sent = fields + [field for field in self.fields if field[0] not in named or field[0] == "Vary"]
        length = named.get("Content-Length")
        content_type = named.get("Content-Type", "")
        whole = length is not None or status.startswith(("204", "304"))
        chosen = "Content-Encoding" in named or _VARIES[1] in named.get("Vary", "")  # by the call itself
        packs = content_type.startswith(compression.TEXT) and not chosen
        if packs:
            sent.append(_VARIES)
            packs = self._accepts_gzip()
        if not whole:
            if packs:
                sent.append(("Content-Encoding", "gzip"))
            start_response(status, sent)
            tells = content_type if "Content-Encoding" not in named else ""
            return StreamedBody(body, self, status, packs=packs, content_type=tells)
        sole = body if isinstance(body, list) else _read(body)
        if packs and length is not None and int(length) >= compression.WORTH_IT:
            sole = [zlib.compress(b"".join(sole), LEVEL, wbits=31)]
            sent = [field for field in sent if field[0] != "Content-Length"]
            sent += [("Content-Encoding", "gzip"), ("Content-Length", str(len(sole[0])))]
        start_response(status, sent)
        self.finish(status)
        return sole

    def _accepts_gzip(self) -> bool:
        return self.environ["REQUEST_METHOD"] != "HEAD" and compression.accepts_gzip(
            self.environ.get("HTTP_ACCEPT_ENCODING", "")
        )

    def finish(self, status: str) -> None:
        """Count and log a request that was answered with *status*; never raises, since the answer stands by then."""
        try:
            route = self.environ.get(ROUTE_KEY, _NO_ROUTE)
            leaves = self.environ.get(LEAVES, 0) * TICK  # what is sealed is, in counts and log, too
            seconds = max(time.perf_counter(), leaves) - self.started
            method = self.environ["REQUEST_METHOD"]
            code = int(status[:3])
            count_request(method if method in _METHODS else "other", route, code, seconds)
            if self.settings.log_requests:
                said = {
                    "request_id": self.environ[REQUEST_ID],
                    "method": method,
                    "path": route if SECRET in route else mask(self.environ["PATH_INFO"]),
                    "query": mask(self.environ.get("QUERY_STRING", "")),
                    "route": route,
                    "status": code,
                    "milliseconds": round(seconds * 1000, 2),
                    "client": client_of(self.environ, self.settings.proxies),
                }
                access.info("request", extra=said)
        except Exception:
            faults.exception("a request could not be counted", extra={"request_id": self.environ[REQUEST_ID]})


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def status_of(problem: Problem) -> str:
    """Return the status line of *problem*."""
    return f"{problem.status} {HTTPStatus(problem.status).phrase.upper()}"


def _read(body: Iterable[bytes]) -> list[bytes]:
    try:
        return [b"".join(body)]
    finally:
        close(body)


def close(body: Iterable[bytes]) -> None:
    """Close a body that is something to close."""
    found = getattr(body, "close", None)
    if found:
        found()


class StreamedBody:
    """A *body* as it is sent, piece by piece, packed if that *packs*; it is counted when it has been, or was given up.

    What breaks off is counted and logged as the fault that it is, though its head said otherwise. No client can take a part for the whole:
    a body of JSON gets the problem document as its last line, among lines of JSON the last object, and behind one JSON text, complete or
    not, what no parser accepts. Any other one is not ended: the connection is broken off.
    """

    def __init__(
        self, body: Iterable[bytes], exchange: Exchange, status: str, *, packs: bool, content_type: str
    ) -> None:
        self._body = body
        self._exchange = exchange
        self._status = status
        self._packs = packs
        self._tells = content_type in (JSON, NDJSON)
        self._before = b"" if content_type == NDJSON else b"\n"

    def __iter__(self) -> Iterator[bytes]:
        return packed(self._pieces(), "gzip" if self._packs else "")

    def _pieces(self) -> Iterator[bytes]:
        try:
            yield from self._body
        except Exception as error:
            problem = self._exchange.problem(error)
            self._status = status_of(problem)
            if not self._tells:
                raise
            yield self._before + self._exchange.problem_body(problem) + b"\n"

    def close(self) -> None:
        """Close the body and count it."""
        try:
            close(self._body)
        finally:
            self._exchange.finish(self._status)
