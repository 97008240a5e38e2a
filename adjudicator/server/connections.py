"""Connections to clients that read as fast as they like: what they have not taken yet, and how long it is kept for them. Start at :class:`Unread`."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from granian._granian import RSGIHTTPStreamTransport

from adjudicator.server.bodies import PIECE

try:
    from fcntl import ioctl
    from termios import TIOCOUTQ
except ImportError:  # Windows
    ioctl = None  # type: ignore[assignment]

AHEAD = 256 << 10
"""Bytes of an answer that are sent without the client having taken them."""
STATE = 1 << 20
"""Bytes that one takes beside its piece at hand."""


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
