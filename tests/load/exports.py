"""Files of all legal words, fetched by many at once: `python -m tests.load.exports [--clients 8]`.

One worker serves each format in each coding, first to one client to whom nothing is known of the file, then to many at once, then to many
that read nothing. It prints how long the first bytes and the last ones take, what the file comes to, and what memory the worker takes beside
what it has at rest. It measures and prints; it asserts nothing.
"""

from __future__ import annotations

import argparse
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import NamedTuple

from adjudicator.judging.export import FORMATS
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import request

RULESET = "boggle"
CODINGS = ("identity", "gzip", "br")
LOOK_EVERY = 0.005
UNREAD_FOR = 3.0
"""Seconds for which nobody reads."""


class Fetched(NamedTuple):
    """How long one took to fetch a file, to its first bytes and to its last, and how many came, with what marks the chunks."""

    first: float
    last: float
    size: int


class Memory(threading.Thread):
    """Looks for the most memory, in megabytes, that the only worker of *server* takes while the block runs."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(daemon=True)
        (self._worker,) = server.workers()
        self._over = threading.Event()
        self.rest = self.most = self._now()

    def _now(self) -> float:
        return float(self._worker.memory_full_info().uss / 1e6)

    def run(self) -> None:
        """Look until the block is left."""
        while not self._over.wait(LOOK_EVERY):
            self.most = max(self.most, self._now())

    def __enter__(self) -> Memory:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()


def asked(form: str, coding: str, longest: int) -> bytes:
    """Return the request for a file that nobody else asks for, by the length of its longest word."""
    address = f"/v1/rulesets/{RULESET}/export?format={form}&longest={longest}"
    return request(address, Accept_Encoding=coding, Connection="close")


def fetch(server: ServerProcess, question: bytes) -> Fetched:
    """Fetch a file to its end. Raises :class:`ConnectionError` where what comes is no file."""
    with socket.create_connection((server.host, server.port), timeout=60) as wire:
        began = time.perf_counter()
        wire.sendall(question)
        head, body = b"", b""
        while not body and (piece := wire.recv(1 << 16)):
            head += piece
            body = head.partition(b"\r\n\r\n")[2]
        if not body or not head.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError((question + head).decode("latin-1"))
        first, size = time.perf_counter() - began, len(body)
        while piece := wire.recv(1 << 16):
            size += len(piece)
        return Fetched(first, time.perf_counter() - began, size)


def fetch_all(server: ServerProcess, question: bytes, clients: int) -> list[Fetched]:
    """Fetch a file by as many clients at once."""
    with ThreadPoolExecutor(clients) as askers:
        return list(askers.map(lambda _: fetch(server, question), range(clients)))


def hold(server: ServerProcess, question: bytes, clients: int) -> None:
    """Ask for a file as many times, and read nothing of it."""
    held = []
    for _ in range(clients):
        each = socket.socket()
        each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        each.connect((server.host, server.port))
        each.sendall(question)
        held.append(each)
    time.sleep(UNREAD_FOR)
    for each in held:
        each.close()


def main() -> None:
    """Fetch each format in each coding."""
    parser = argparse.ArgumentParser(description="Fetch files of all words, many at once.")
    parser.add_argument("--clients", type=int, default=8)
    clients = parser.parse_args().clients
    with ServerProcess(*SERVICE, "--workers", "1") as server:
        time.sleep(5)  # until the worker is warm
        longest = 45
        for form, coding in product(FORMATS, CODINGS):
            longest -= 1
            question = asked(form, coding, longest)
            with Memory(server) as alone:
                one = fetch(server, question)
            with Memory(server) as together:
                many = fetch_all(server, question, clients)
            with Memory(server) as unread:
                hold(server, question, clients)
            first, last = (max(each[at] for each in many) for at in (0, 1))
            print(
                f"{form:<12} {coding:<8} {one.size:>9,} bytes  alone {one.first * 1000:4.0f} {one.last * 1000:5.0f} ms"
                f" +{alone.most - alone.rest:5.1f} MB  {clients} at once {first * 1000:4.0f} {last * 1000:5.0f} ms"
                f" +{together.most - together.rest:5.1f} MB  unread +{unread.most - unread.rest:5.1f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
