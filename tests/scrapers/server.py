"""A local server that plays a site, in good and in bad days, and logs who asked for what and when: counts and spacing are asserted
here, on the side that they are for.

It is a proxy too: it answers for whatever host it is asked for, and inside a CONNECT it speaks TLS with the certificate that it is
given.
"""

from __future__ import annotations

import contextlib
import itertools
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import urlsplit

Act = Callable[[BaseHTTPRequestHandler], None]
"""What the server does to answer one request."""


class Asked(NamedTuple):
    """One request: when it was there (monotonic clock), its path and headers, and how many others were under way."""

    at: float
    path: str
    headers: Mapping[str, str]
    others: int


class Server:
    """A site of a test's own. What it was not told to play is *missing* (404), its robots.txt included."""

    def __init__(self, certificate: ssl.SSLContext | None = None, missing: bytes = b"missing") -> None:
        self.asked: list[Asked] = []
        self.certificate = certificate
        self._missing = says(missing, status=404)
        self._plays: dict[str, list[Act]] = {}
        self._lock = threading.Lock()
        self._active = 0
        self._server = _Threads(("127.0.0.1", 0), type("Handler", (_Handler,), {"site": self}))
        self.authority = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.authority}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def play(self, path: str, *acts: Act) -> str:
        """Answer the requests for *path* with these acts in turn, the last one for good; return the address."""
        self._plays[path] = list(acts)
        return self.url + path

    def times(self, path: str | None = None) -> list[float]:
        """When *path* was asked for, or anything was."""
        return [asked.at for asked in self.asked if path in (None, asked.path)]

    def gaps(self, path: str | None = None) -> list[float]:
        """The seconds between these requests."""
        times = self.times(path)
        return [later - earlier for earlier, later in itertools.pairwise(times)]

    @contextlib.contextmanager
    def answering(self, handler: BaseHTTPRequestHandler) -> Iterator[Act]:
        """Log a request and hand out the act that answers it."""
        path = urlsplit(handler.path).path
        with self._lock:
            self.asked.append(Asked(time.monotonic(), path, dict(handler.headers), self._active))
            self._active += 1
            acts = self._plays.get(path) or [self._missing]
            act = acts[0] if len(acts) == 1 else acts.pop(0)
        try:
            yield act
        finally:
            with self._lock:
                self._active -= 1


class _Threads(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    site: Server

    def do_GET(self) -> None:
        with self.site.answering(self) as act, contextlib.suppress(ConnectionError):
            act(self)
            self.wfile.flush()

    def do_CONNECT(self) -> None:
        assert self.site.certificate is not None
        self.send_response(200)
        self.end_headers()
        with self.site.certificate.wrap_socket(self.connection, server_side=True) as connection:
            self.rfile, self.wfile = connection.makefile("rb"), connection.makefile("wb")
            self.handle_one_request()

    def log_message(self, format: str, *arguments: object) -> None:
        """The log is ``Server.asked``."""


def says(
    body: bytes = b"",
    status: int = 200,
    media: str = "text/html; charset=utf-8",
    headers: Mapping[str, str] | None = None,
) -> Act:
    """Answer in one piece."""

    def act(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        given = {"Content-Type": media, "Content-Length": str(len(body)), **(headers or {})}
        for name, value in given.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return act


def redirects(to: str, status: int = 302, body: bytes = b"") -> Act:
    """Send the client elsewhere."""
    return says(body, status, headers={"Location": to})


def holds(body: bytes, **validator: str) -> Act:
    """Answer 304 to whom has this already: ``etag`` or ``modified`` is what tells."""
    name, condition = (
        ("ETag", "If-None-Match") if "etag" in validator else ("Last-Modified", "If-Modified-Since")
    )
    value = next(iter(validator.values()))

    def act(handler: BaseHTTPRequestHandler) -> None:
        known = handler.headers.get(condition) == value
        says(b"" if known else body, 304 if known else 200, headers={name: value})(handler)

    return act


def sends(*pieces: bytes, pause: float = 0.0) -> Act:
    """Write these bytes as they are, with a pause after each piece, and hang up."""

    def act(handler: BaseHTTPRequestHandler) -> None:
        for piece in pieces:
            handler.wfile.write(piece)
            handler.wfile.flush()
            time.sleep(pause)

    return act
