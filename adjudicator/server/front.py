"""Receives requests, waits for slow clients, and has a few threads do the work.

Waiting costs no thread: a body is taken in as it comes, and an answer is sent as it is read, each within its time. A whole request stands
in line for one of a few threads, in which the application answers it. The commonest questions, which never wait for anything, are answered
at once and pass by that line, and by the event loop, too. Start at :meth:`Front.at_once` and :meth:`Front.__rsgi__`.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import TypeVar
from wsgiref.types import WSGIEnvironment

from granian._granian import (
    RSGIHTTPProtocol,
    RSGIHTTPStreamTransport,
    RSGIProtocolClosed,
    RSGIProtocolError,
)
from granian.rsgi import Scope

from adjudicator.api.operations import GONE
from adjudicator.api.plays import LEAVES, TICK
from adjudicator.runtime.current import Current
from adjudicator.runtime.problems import BUSY, Problem
from adjudicator.runtime.settings import Settings
from adjudicator.server.beat import Beat
from adjudicator.server.bodies import PIECE, Body, Store
from adjudicator.server.connections import Connection, Unread, connection_to
from adjudicator.server.edge import Answer, Edge, answer_of, close
from adjudicator.server.express import passes
from adjudicator.server.lines import Hall, Line

T = TypeVar("T")

LEAST_RATE = 50_000
"""Bytes of a body a second that a client must send on the average, beside the time that any body has."""
STORED = 512 << 20
"""Bytes of bodies that a worker keeps in files at once. Longer bodies are refused while there is no room; short ones never."""
UNREAD = 64 << 20
"""Bytes of answers that a worker keeps for clients that have not read them yet. Beyond it the slowest of them loses its answer."""
log = logging.getLogger(__name__)

BROKEN = Problem(
    400,
    "bad-request",
    "The body is not what this call takes",
    "The body ended before all of it had come. Nothing was done. Send it again.",
)
UNREADABLE = Problem(
    400,
    "",
    "Bad Request",
    "The Idempotency-Key has bytes that are no visible characters of ASCII. Nothing was done. Send another key.",
)


ASKING = ("/v1/rulesets/", "/v1/boards/", "/v1/rounds/", "/v1/games/score")
"""Where what is sent with a POST is a question alone."""


class Front:
    """The RSGI application around *edge*."""

    def __init__(self, edge: Edge, current: Current, settings: Settings) -> None:
        self._edge = edge
        self._current = current
        self._settings = settings
        self._hall = Hall(settings.threads, settings.line_wait)
        self._store = Store(STORED)
        self._unread = Unread(UNREAD, settings.read_wait)
        self._beat = Beat(TICK)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Heed the signal that says that there is a new lexicon, from before the first request on."""
        if hasattr(signal, "SIGHUP"):
            loop.add_signal_handler(signal.SIGHUP, self._current.hurry)

    def at_once(self, scope: Scope, protocol: RSGIHTTPProtocol) -> bool:
        """Answer a request that waits for nothing: for no body, no ledger, no work worth a thread; return whether it was one."""
        if scope.method not in ("GET", "HEAD"):
            return False
        environ = environ_of(scope)
        if not self._passes(environ):
            return False
        status, fields, body = answer_of(self._edge, environ)
        protocol.response_bytes(int(status[:3]), fields, b"".join(body))
        return True

    def _passes(self, environ: WSGIEnvironment) -> bool:
        if environ["PATH_INFO"] == "/healthz":
            return not _has_body(environ)
        snapshot = self._current.peek()
        return snapshot is not None and self._settings.counts_here and passes(environ, snapshot)

    async def __rsgi__(self, scope: Scope, protocol: RSGIHTTPProtocol) -> None:
        """Answer a request that may have to wait."""
        environ = environ_of(scope)
        try:
            await self._receive(environ, protocol, _fault_of(environ, scope))
        except (RSGIProtocolClosed, RSGIProtocolError):
            log.debug("a client has gone")

    async def _receive(
        self, environ: WSGIEnvironment, protocol: RSGIHTTPProtocol, fault: Problem | None
    ) -> None:
        """Take the body in, and have the request answered unless it has a *fault*."""
        body = Body(self._store)
        try:
            if fault is None and _has_body(environ):
                fault = await self._take_in(body, environ, protocol)
            environ["wsgi.input"] = body.file
            if fault is None:
                fault = await self._work_and_send(environ, protocol)
            if fault is not None:
                turned_away = answer_of(partial(self._edge.turn_away, fault), environ)
                await self._send(turned_away, environ, protocol, self._hall.line())
        finally:
            body.close()

    async def _take_in(
        self, body: Body, environ: WSGIEnvironment, protocol: RSGIHTTPProtocol
    ) -> Problem | None:
        """Read a body into *body*, one that is too long only as far as needed to see that; return what was wrong with it."""
        length = environ.get("CONTENT_LENGTH", "")
        if length.isdigit() and int(length) > self._settings.max_body:
            return None
        began = asyncio.get_running_loop().time()
        ends = 0
        try:
            async with asyncio.timeout(self._settings.body_wait) as patience:
                async for chunk in protocol:
                    ends += not chunk
                    if not body.add(chunk):
                        return BUSY
                    if body.size > self._settings.max_body:
                        break
                    patience.reschedule(began + self._settings.body_wait + body.size / LEAST_RATE)
        except TimeoutError:  # one of the system's errors, too
            return late(self._settings.body_wait)
        except OSError:
            log.exception("a body cannot be kept")
            return BUSY
        if not _is_whole(environ, body.size, ends):
            return BROKEN
        environ["CONTENT_LENGTH"] = str(body.size)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        body.file.seek(0)
        return None

    async def _work_and_send(self, environ: WSGIEnvironment, protocol: RSGIHTTPProtocol) -> Problem | None:
        """Have the request answered by a thread, and send the answer; return why none could."""
        line = self._hall.line(int(environ.get("CONTENT_LENGTH") or 0), writes=_writes(environ))
        gone = threading.Event()
        environ[GONE] = gone.is_set
        watch = asyncio.ensure_future(_watch(protocol, gone))
        try:
            if not await line.enter():
                return BUSY
            answer = await line.work(lambda: None if gone.is_set() else answer_of(self._edge, environ))
        finally:
            watch.cancel()
        if answer is not None:
            if LEAVES in environ:  # a sealed play: its thread is free for others meanwhile
                await self._beat.reach(environ[LEAVES])
            await self._send(answer, environ, protocol, line)
        return None

    async def _send(
        self, answer: Answer, environ: WSGIEnvironment, protocol: RSGIHTTPProtocol, line: Line
    ) -> None:
        """Send an answer: piece by piece, each when the client has taken the one before, where it is long or is still being made."""
        status, fields, body = int(answer.status[:3]), answer.fields, answer.body
        whole = b"".join(body) if isinstance(body, list) else None
        if whole is not None and len(whole) <= PIECE:
            protocol.response_bytes(status, fields, whole)
            return
        with connection_to(environ["REMOTE_ADDR"], int(environ["REMOTE_PORT"])) as connection:
            try:
                transport = protocol.response_stream(status, fields)
                if whole is not None:
                    await self._unread.pass_on(transport, connection, whole)
                else:
                    await self._send_stream(body, transport, connection, line)
            except TimeoutError:
                connection.break_off()
            except (RSGIProtocolClosed, RSGIProtocolError):
                raise
            except Exception:
                log.exception("An answer was broken off")
                connection.break_off()

    async def _send_stream(
        self, body: Iterable[bytes], transport: RSGIHTTPStreamTransport, connection: Connection, line: Line
    ) -> None:
        """Send what a thread makes piece by piece. Raises :class:`TimeoutError` where the client does not read it."""
        pieces = iter(body)
        try:
            while True:
                await line.stand()
                piece = await line.work(lambda: next(pieces, None))
                if piece is None:
                    return
                await self._unread.pass_on(transport, connection, piece)
        finally:
            await line.stand()
            await line.work(lambda: close(body))


async def _watch(protocol: RSGIHTTPProtocol, gone: threading.Event) -> None:
    await protocol.client_disconnect()
    gone.set()


def late(seconds: float) -> Problem:
    """Return the problem sent to a client whose body did not arrive within *seconds* and the time that its length takes."""
    detail = (
        f"Send it within {seconds:g} s, and {LEAST_RATE:,} bytes a second if it is long. Nothing was done."
    )
    return Problem(408, "late-body", "The body did not come in time", detail, (("Connection", "close"),))


def _writes(environ: WSGIEnvironment) -> bool:
    """Return whether a request is one that may change the ledger."""
    is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS")
    return not is_read and not environ["PATH_INFO"].startswith(ASKING)


def _has_body(environ: WSGIEnvironment) -> bool:
    """Return whether a body may come: one of HTTP/2 need not say so."""
    if environ["SERVER_PROTOCOL"] == "HTTP/2" and environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        return environ.get("CONTENT_LENGTH") != "0"
    return environ.get("CONTENT_LENGTH", "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ


def _is_whole(environ: WSGIEnvironment, size: int, ends: int) -> bool:
    """Return whether *size* bytes are all of a body. The server software does not say that one broke off: it gives an empty piece for its end,
    of which there were *ends*, and another one for a fault, or for trailers.
    """
    if "HTTP_TRANSFER_ENCODING" in environ:
        return ends <= 1 or "HTTP_TRAILER" in environ
    length = environ.get("CONTENT_LENGTH", "")
    return not length.isdigit() or size >= int(length)


def _fault_of(environ: WSGIEnvironment, scope: Scope) -> Problem | None:
    """Return what is wrong with a request before its body is looked at: a key that the server software has left out as unreadable would
    else be taken for none, and what it guards would be done twice.
    """
    if environ["REQUEST_METHOD"] != "POST" or "HTTP_IDEMPOTENCY_KEY" in environ:
        return None
    return UNREADABLE if "idempotency-key" in scope.headers else None


def environ_of(scope: Scope) -> WSGIEnvironment:
    """Return the environment of a request, as WSGI (PEP 3333) has it, but for its body."""
    address, _, port = scope.client.rpartition(":")
    path = scope.path
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path if path.isascii() else path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "REMOTE_ADDR": address.strip("[]"),
        "REMOTE_PORT": port,
        "SERVER_PROTOCOL": _PROTOCOLS.get(scope.http_version, "HTTP/1.1"),
        "wsgi.url_scheme": scope.scheme,
        **_ALWAYS,
    }
    for name, value in scope.headers.items():
        key = _name(name)
        if key in environ:
            environ[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
        elif key:
            environ[key] = value
    if "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority or ""
    host, _, own_port = scope.server.rpartition(":")
    environ["SERVER_NAME"], environ["SERVER_PORT"] = host.strip("[]"), own_port
    return environ


@lru_cache(1_024)
def _name(field: str) -> str:
    """Return the key of a header field in the environment of a request; none for a name with an underscore, which would pass for the field
    with a hyphen that a proxy in front has set.
    """
    if "_" in field:
        return ""
    name = field.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"


_PROTOCOLS = {"1": "HTTP/1.0", "1.1": "HTTP/1.1", "2": "HTTP/2"}
_ALWAYS: WSGIEnvironment = {
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
