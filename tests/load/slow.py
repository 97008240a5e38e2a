"""Clients that are slow on purpose, and what others notice of them: `python -m tests.load.slow [--sockets 8 64 500]`.

It serves with two workers and holds so many sockets of each kind; meanwhile others ask for plain verdicts, send small batches and open a
page. It prints the times of these without and with the slow ones, how many failed, and how many of the slow ones were turned away in the
end. It measures and prints; it asserts nothing.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import socket
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from adjudicator.judging.service import Adjudicator
from adjudicator.runtime.settings import Settings
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import Wire, request

RULESET = "boggle"
VERDICT, BATCH = f"/v1/rulesets/{RULESET}/words/", f"/v1/rulesets/{RULESET}/verdicts"
NDJSON = "application/x-ndjson"
SECONDS = 10.0
PAUSE = 0.02
"""Seconds between two questions of one client: the machine is to have room, since it is not its rate that is measured."""
SLACK = 5.0


def body_that_stops() -> bytes:
    """Return the start of a request whose body never ends."""
    return (
        f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{{"
    ).encode()


def chunks_that_stop() -> bytes:
    """Return the start of a request in chunks of which no more come."""
    return (
        f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n"
    ).encode()


def lines_unread(words: Sequence[str]) -> bytes:
    """Return a request for megabytes of lines, which nobody reads."""
    return request(BATCH, json.dumps({"words": words, "detail": "full"}).encode(), Accept=NDJSON)


def whole_unread(words: Sequence[str]) -> bytes:
    """Return a request for megabytes in one piece, which nobody reads."""
    return request(BATCH, json.dumps({"words": words, "detail": "full"}).encode())


class Times(NamedTuple):
    """What others met with."""

    seconds: list[float]
    failed: int

    def told(self) -> str:
        """Return the figures in a line."""
        if len(self.seconds) < 2:
            return f"{len(self.seconds)} answered, {self.failed} failed"
        cuts = statistics.quantiles(self.seconds, n=100, method="inclusive")
        return (
            f"p50 {cuts[49] * 1000:6.1f}  p99 {cuts[98] * 1000:7.1f}  most {max(self.seconds) * 1000:7.1f} ms  "
            f"of {len(self.seconds):,}, {self.failed} failed"
        )


def others(server: ServerProcess, words: Sequence[str], seconds: float) -> dict[str, Times]:
    """Return what askers of three kinds met with in so many *seconds*."""
    kinds: dict[str, Callable[[str], bytes]] = {
        "verdict": lambda word: request(VERDICT + word),
        "batch": lambda word: request(
            BATCH, json.dumps({"words": [word] * 10, "detail": "reasons"}).encode()
        ),
        "page": lambda word: request(f"/?word={word}&ruleset={RULESET}"),
    }
    found: dict[str, Times] = {}
    askers = [
        threading.Thread(
            target=lambda name, make: found.__setitem__(name, _asked(server, make, words, seconds)), args=each
        )
        for each in kinds.items()
    ]
    for each in askers:
        each.start()
    for each in askers:
        each.join()
    return found


def _asked(
    server: ServerProcess, make: Callable[[str], bytes], words: Sequence[str], seconds: float
) -> Times:
    """Ask again and again, over a new connection after 20 questions or a fault, so that every worker is met."""
    times: list[float] = []
    failed = 0
    ends = time.perf_counter() + seconds
    wire: Wire | None = None
    for number in itertools.count():
        began = time.perf_counter()
        if began > ends:
            break
        try:
            if wire is None or number % 20 == 0:
                wire = Wire(server.host, server.port)
                began = time.perf_counter()
            if wire.ask(make(words[number % len(words)])).status == 200:
                times.append(time.perf_counter() - began)
            else:
                failed += 1
        except OSError:
            failed += 1
            wire = None
        time.sleep(PAUSE)
    return Times(times, failed)


def turned_away(held: Sequence[socket.socket]) -> int:
    """Return how many of the sockets the server has closed or told that they are late. Answers that wait to be read are not read."""
    found = 0
    for each in held:
        each.setblocking(False)
        try:
            said = each.recv(16, socket.MSG_PEEK)
        except BlockingIOError:
            continue
        except OSError:
            found += 1
            continue
        found += said[:12] in (b"", b"HTTP/1.1 408", b"HTTP/1.1 503")
    return found


def trial(server: ServerProcess, name: str, start: bytes, count: int, words: Sequence[str]) -> None:
    """Hold *count* sockets that have sent *start*, and print what others met with."""
    held = []
    for _ in range(count):
        each = socket.socket()
        each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        each.settimeout(20)
        each.connect((server.host, server.port))
        each.sendall(start)
        held.append(each)
    began = time.perf_counter()
    print(f"{count:>4} × {name}")
    for kind, times in others(server, words, SECONDS).items():
        print(f"       {kind:<8}{times.told()}")
    memory = ", ".join(f"{each:.0f}" for each in server.memory())
    time.sleep(max(0.0, began + Settings().body_wait + SLACK - time.perf_counter()))
    print(
        f"       turned away after {time.perf_counter() - began:.0f} s: {turned_away(held)}; workers had {memory} MB",
        flush=True,
    )
    for each in held:
        each.close()


def main() -> None:
    """Try each kind with each number of sockets."""
    parser = argparse.ArgumentParser(description="Hold slow sockets and print what others notice.")
    parser.add_argument("--sockets", type=int, nargs="+", default=[8, 64, 500])
    given = parser.parse_args()
    words = random.Random(7).sample(list(Adjudicator().under(RULESET).keys()), 4_000)
    with ServerProcess(*SERVICE, "--workers", "2") as server:
        time.sleep(5)  # until both workers are warm
        print("   none")
        for kind, times in others(server, words, SECONDS).items():
            print(f"       {kind:<8}{times.told()}")
        kinds = {
            "a body that stops": body_that_stops(),
            "chunks that stop": chunks_that_stop(),
            "lines that nobody reads": lines_unread(words),
            "an answer that nobody reads": whole_unread(words),
        }
        for count, (name, start) in itertools.product(given.sockets, kinds.items()):
            trial(server, name, start, count, words)


if __name__ == "__main__":
    main()
