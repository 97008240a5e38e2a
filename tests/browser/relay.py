"""A server between a browser and the site, which makes other editions of the site, and holds pages back."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ITS_OWN = ("transfer-encoding", "connection", "content-length", "date", "server", "etag")
"""The headers that each server says for itself."""
UNASKED = ("Accept-Encoding", "If-None-Match")
"""The headers that ask for other bytes than those of a text."""
EDITION = re.compile(rb'(?<=/static/)[0-9a-f]{12}(?=/)|(?<="edition": ")[0-9a-f]{12}(?=")')
"""Where the worker and the pages name the edition."""


class Relay(ThreadingHTTPServer):
    """Passes on what the site at *address* answers."""

    edition = b""
    """What the names of the edition begin with instead, where it is another one."""
    has_copies = True
    """Whether the pages that a browser keeps can be had."""
    holds = ""
    """How the path of a page begins that is answered but not sent, until :attr:`goes`."""

    def __init__(self, address: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.came, self.goes = threading.Event(), threading.Event()
        self.site = address.partition("://")[2]
        self.address = f"http://127.0.0.1:{self.server_port}"


class _Passing(BaseHTTPRequestHandler):
    server: Relay

    def do_GET(self) -> None:
        if not self.server.has_copies and self.path.endswith("part=copy"):
            self.send_error(503)
            return
        connection = HTTPConnection(self.server.site, timeout=30)
        asked = {name: text for name, text in self.headers.items() if name not in UNASKED}
        connection.request("GET", self.path, headers=asked)
        answer = connection.getresponse()
        body, edition = answer.read(), self.server.edition
        if edition and b"\0" not in body:
            body = EDITION.sub(lambda found: edition + found[0][len(edition) :], body)
        connection.close()
        if self.server.holds and self.path.startswith(self.server.holds):
            self.server.came.set()
            self.server.goes.wait(30)
        self.send_response_only(answer.status)
        for name, text in answer.getheaders():
            if name.lower() not in ITS_OWN:
                self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def relay(address: str) -> Iterator[Relay]:
    """Run a server between browsers and the site at *address* until the block is left."""
    with Relay(address) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield server
        finally:
            server.shutdown()
