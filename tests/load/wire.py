"""HTTP by hand over a kept connection: a client cheap enough to check every answer of a busy server. Start at :class:`Wire`."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import NamedTuple

TIMEOUT = 60.0
PIECE = 1 << 18


class Answer(NamedTuple):
    """A response: its status, its header fields by name in lower case, its body."""

    status: int
    fields: Mapping[str, str]
    body: bytes


class Wire:
    """One connection to a server."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), timeout=TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = bytearray()

    def ask(self, request: bytes) -> Answer:
        """Send *request* and return the whole answer. Raises :class:`OSError` where the connection does not last that long."""
        self.send(request)
        return self.answer()

    def send(self, request: bytes) -> None:
        """Send *request* and do not wait."""
        self._socket.sendall(request)

    def answer(self) -> Answer:
        """Return the whole answer to the oldest request that has none."""
        status, *lines = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        code = int(status.split(" ")[1])
        if code in (204, 304):
            return Answer(code, fields, b"")
        if fields.get("transfer-encoding") == "chunked":
            return Answer(code, fields, self._chunks())
        return Answer(code, fields, self._exactly(int(fields["content-length"])))

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _more(self) -> None:
        piece = self._socket.recv(PIECE)
        if not piece:
            raise ConnectionResetError("the server closed the connection within an answer")
        self._read += piece

    def _until(self, end: bytes) -> bytes:
        while (at := self._read.find(end)) < 0:
            self._more()
        found = bytes(self._read[:at])
        del self._read[: at + len(end)]
        return found

    def _exactly(self, length: int) -> bytes:
        while len(self._read) < length:
            self._more()
        found = bytes(self._read[:length])
        del self._read[:length]
        return found

    def _chunks(self) -> bytes:
        found = []
        while length := int(self._until(b"\r\n"), 16):
            found.append(self._exactly(length))
            self._exactly(2)
        self._until(b"\r\n")
        return b"".join(found)


def request(path: str, body: bytes | None = None, **fields: str) -> bytes:
    """Return a GET, or a POST of *body*, as it is sent. A field's name has underscores for its hyphens."""
    lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")
