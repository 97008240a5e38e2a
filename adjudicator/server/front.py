"""Receives requests, waits for slow clients, and has a few threads do the work.

Waiting costs no thread: a body is taken in as it comes, and an answer is sent as it is read, each within its time. A whole request stands
in line for one of a few threads, in which the application answers it. The commonest questions, which never wait for anything, are answered
at once and pass by that line, and by the event loop, too. Start at :meth:`Front.at_once` and :meth:`Front.__rsgi__`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, TypeVar
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
from adjudicator.server.edge import Answer, Edge, answer_of, close
from adjudicator.server.express import passes

try:
    from fcntl import ioctl
    from termios import TIOCOUTQ
except ImportError:  # Windows
    ioctl = None  # type: ignore[assignment]

T = TypeVar("T")

LEAST_RATE = 50_000
"""Bytes of a body a second that a client must send on the average, beside the time that any body has."""
PIECE = 65_536
"""Bytes of a body that are kept in memory, and of an answer that are sent at once."""
STORED = 512 << 20
"""Bytes of bodies that a worker keeps in files at once. Longer bodies are refused while there is no room; short ones never."""
UNREAD = 64 << 20
"""Bytes of answers that a worker keeps for clients that have not read them yet. Beyond it the slowest of them loses its answer."""
AHEAD = 256 << 10
"""Bytes of an answer that are sent without the client having taken them."""
STATE = 1 << 20
"""Bytes that one takes beside its piece at hand."""
LINE = 256
"""Requests that may stand in line for a thread."""
LONG = 4_096
"""Bytes of a body beyond which a request is likely to be much work. Such requests take half of the threads at most."""
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


class Hall:
    """The threads that work, and the lines before them: for what is likely to be long, for what may write, for both, and for all else."""

    def __init__(self, threads: int, seconds: float) -> None:
        pool = ThreadPoolExecutor(threads, "request")
        half, all_but_one = asyncio.Semaphore(max(1, threads // 2)), asyncio.Semaphore(max(1, threads - 1))
        door = asyncio.Semaphore(threads)
        self._lines = {
            (is_long, writes): Line(pool, [half] * is_long + [all_but_one] * writes + [door], seconds)
            for is_long in (False, True)
            for writes in (False, True)
        }

    def line(self, length: int = 0, *, writes: bool = False) -> Line:
        """Return the line in which a request with a body of so many bytes stands. Those that *write* wait for each other, and leave a thread
        to those that read.
        """
        return self._lines[length > LONG, writes]


class Line:
    """A line before the threads of *pool*, whose first passes one of the *doors* after the other. Nobody who may be refused stands for more
    than so many *seconds*.
    """

    def __init__(self, pool: ThreadPoolExecutor, doors: Sequence[asyncio.Semaphore], seconds: float) -> None:
        self.doors = doors
        self._pool = pool
        self._seconds = seconds
        self._length = 0

    async def enter(self) -> bool:
        """Stand in line, if it is not too long; return whether a thread was free in time, which :meth:`work` must then be given to."""
        if self._length >= LINE:
            return False
        self._length += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self.stand()
        except TimeoutError:
            return False
        finally:
            self._length -= 1
        return True

    async def stand(self) -> None:
        """Stand in line for as long as it takes."""
        passed = []
        try:
            for door in self.doors:
                await door.acquire()
                passed.append(door)
        except BaseException:
            for door in passed:
                door.release()
            raise

    async def work(self, work: Callable[[], T]) -> T:
        """Return what *work* does in the thread, which is free for others after that."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            for door in self.doors:
                door.release()


class Unread:
    """What has been made for clients that have not read it yet: at most so many bytes of *room*, each piece for at most so many *seconds*."""

    def __init__(self, room: int, seconds: float) -> None:
        self._room = room
        self._seconds = seconds
        self._sending: dict[asyncio.Timeout, int] = {}
        """What is being sent → its bytes; what has stood still the longest comes first."""

    async def pass_on(self, transport: RSGIHTTPStreamTransport, connection: Connection, piece: bytes) -> None:
        """Send *piece* as fast as the client reads it. Raises :class:`TimeoutError` if the client stops reading."""
        for at in range(0, len(piece), PIECE):
            async with asyncio.timeout(self._seconds) as patience:
                self._sending[patience] = len(piece) + STATE
                try:
                    self._make_room()
                    await transport.send_bytes(piece[at : at + PIECE])
                    await connection.drain(AHEAD)
                finally:
                    self._sending.pop(patience, None)

    def _make_room(self) -> None:
        """End the patience with the slowest, but not with the last that came."""
        total = sum(self._sending.values())
        for patience in list(self._sending)[:-1]:
            if total <= self._room:
                return
            total -= self._sending.pop(patience)
            if not patience.expired():
                patience.reschedule(asyncio.get_running_loop().time())


class Connection:
    """The connection to a client: how much of what was sent it has not taken yet, and a way to break off.

    The server software takes all that it is given and can only end an answer, so this asks the system, of a *copy* of the socket. Where
    that does not tell, nothing is known to be unread, and an answer just ends.
    """

    def __init__(self, copy: socket.socket | None) -> None:
        self._copy = copy

    async def drain(self, most: int) -> None:
        """Wait until the client has taken all but *most* bytes."""
        pause = 0.001
        while self._unread() > most:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.1)

    def _unread(self) -> int:
        if self._copy is None or ioctl is None:
            return 0
        told = bytearray(4)
        with suppress(OSError):  # this system does not tell it of sockets
            ioctl(self._copy.fileno(), TIOCOUTQ, told)
        return int.from_bytes(told, sys.byteorder)

    def break_off(self) -> None:
        """Close it in the middle of an answer: the client is not to take the part that it has for the whole."""
        if self._copy is not None:
            with suppress(OSError):
                self._copy.shutdown(socket.SHUT_RDWR)


@contextmanager
def connection_to(address: str, port: int) -> Iterator[Connection]:
    """Enter with the connection to this client, looked for among the open files of the process."""
    copy = _socket_of(address, port)
    try:
        yield Connection(copy)
    finally:
        if copy is not None:
            copy.close()


def _socket_of(address: str, port: int) -> socket.socket | None:
    try:
        names = [int(file.name) for file in Path("/dev/fd").iterdir()]
    except (OSError, ValueError):
        return None
    for name in names:
        with suppress(OSError):  # it is closed already
            if not stat.S_ISSOCK(os.fstat(name).st_mode):
                continue
            copy = socket.socket(fileno=os.dup(name))
            with suppress(OSError):  # it listens
                if copy.getpeername()[:2] == (address, port):
                    return copy
            copy.close()
    return None


class Body:
    """The body of a request: in memory while it is short, in a file beyond that."""

    def __init__(self, store: Store) -> None:
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(PIECE)  # noqa: SIM115  (closed by :meth:`close`)
        self.size = 0
        self._store = store

    def add(self, chunk: bytes) -> bool:
        """Add *chunk*; return whether there was room for it."""
        held = self._stored_size()
        self.size += len(chunk)
        if not self._store.take(self._stored_size() - held):
            self.size -= len(chunk)
            return False
        self.file.write(chunk)
        return True

    def _stored_size(self) -> int:
        return self.size if self.size > PIECE else 0

    def close(self) -> None:
        """Give its room back."""
        with suppress(OSError):  # what could not be written is tried once more, and is not needed
            self.file.close()
        self._store.take(-self._stored_size())


class Store:
    """The room that there is for long bodies."""

    def __init__(self, room: int) -> None:
        self._room = room

    def take(self, size: int) -> bool:
        """Take *size* bytes of the room, or give them back; return whether there were so many."""
        if size > self._room:
            return False
        self._room -= size
        return True


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
