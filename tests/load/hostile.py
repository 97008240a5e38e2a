"""Every known attack at once, for as long as one likes, and what others notice: `python -m tests.load.hostile --minutes 60`.

It serves with two workers, in 2 GB of memory where the system lets it say so (Linux, as root), and lets loose: slow bodies and readers,
batches of the longest proofs, the hardest boards, rounds and crosswords, clients that hang up, and now and then the end of a worker.
Meanwhile others ask for plain verdicts and compare each answer. It prints their times, wrong answers and refusals, and the memory that the
server took; it ends with 1 where an answer was wrong or refused, or the service did not come back.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson

from adjudicator.judging.service import Adjudicator
from tests.load.asks import Ask, known
from tests.load.server import SERVICE, ServerProcess
from tests.load.slow import (
    BATCH,
    RULESET,
    VERDICT,
    body_that_stops,
    chunks_that_stop,
    lines_unread,
    whole_unread,
)
from tests.load.wire import Wire, request

MEMORY = 2 << 30
"""Bytes that the server and its workers may take together."""
CGROUP = Path("/sys/fs/cgroup/memory")
SLOW, HEAVY, HARD, GONE, ASKERS = 40, 3, 3, 2, 4
"""Sockets of each slow kind, and clients of the others."""
KILL_EVERY = 20.0
"""Seconds between the ends of two workers."""
AGAIN = 10.0
"""Seconds that a slow socket is held."""


class Trial:
    """What goes on until it is over, and what came of it."""

    def __init__(self, server: ServerProcess, seconds: float) -> None:
        self.server = server
        self.ends = time.monotonic() + seconds
        self.times: list[float] = []
        self.wrong: list[str] = []
        self.refused: list[str] = []
        self.broken = 0
        """Connections that ended with a worker that was killed."""
        self.killed = 0
        self.memory = 0.0
        self.answers: dict[int, int] = {}
        """Status → how many attacks were answered with it."""
        self._lock = threading.Lock()

    def goes_on(self) -> bool:
        """Return whether it is not over yet."""
        return time.monotonic() < self.ends

    def answered(self, status: int) -> None:
        """Note how an attack was answered."""
        with self._lock:
            self.answers[status] = self.answers.get(status, 0) + 1


def hold(trial: Trial, start: bytes) -> None:
    """Hold slow sockets that have sent *start*, and new ones after a while."""
    while trial.goes_on():
        held = []
        for _ in range(SLOW):
            each = socket.socket()
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            each.settimeout(5)
            with contextlib.suppress(OSError):
                each.connect((trial.server.host, trial.server.port))
                each.sendall(start)
            held.append(each)
        time.sleep(AGAIN)
        for each in held:
            each.close()


def ask_again_and_again(trial: Trial, asks: Iterator[bytes]) -> None:
    """Send one attack after the other, and read what comes."""
    while trial.goes_on():
        with contextlib.suppress(OSError):
            wire = Wire(trial.server.host, trial.server.port)
            trial.answered(wire.ask(next(asks)).status)
            wire.close()


def hang_up(trial: Trial, heavy: bytes) -> None:
    """Ask for much and hang up at once."""
    while trial.goes_on():
        with contextlib.suppress(OSError):
            wire = Wire(trial.server.host, trial.server.port)
            wire.send(heavy)
            wire.close()
        time.sleep(0.05)


def kill(trial: Trial, chance: random.Random) -> None:
    """End a worker now and then, without a word."""
    while trial.goes_on():
        time.sleep(min(KILL_EVERY, max(0.0, trial.ends - time.monotonic())))
        workers = trial.server.workers()
        if trial.goes_on() and len(workers) > 1:
            chance.choice(workers).kill()
            trial.killed += 1


def watch(trial: Trial) -> None:
    """Note how much memory the server and its workers take."""
    while trial.goes_on():
        with contextlib.suppress(Exception):  # a worker has just ended
            taken = trial.server.memory()
            trial.memory = max(trial.memory, sum(taken) + trial.server.process.memory_full_info().uss / 1e6)
        time.sleep(0.5)


def compare(trial: Trial, expected: dict[str, bytes], chance: random.Random) -> None:
    """Ask for plain verdicts and compare each."""
    wire: Wire | None = None
    words = list(expected)
    while trial.goes_on():
        word = chance.choice(words)
        began = time.perf_counter()
        try:
            if wire is None:
                wire = Wire(trial.server.host, trial.server.port)
            answer = wire.ask(request(VERDICT + word))
        except OSError:
            trial.broken += 1
            wire = None
            continue
        trial.times.append(time.perf_counter() - began)
        if answer.status != 200:
            trial.refused.append(f"{word}: {answer.status} {answer.body[:200]!r}")
        elif answer.body != expected[word]:
            trial.wrong.append(f"{word}: {answer.body[:200]!r}")
        time.sleep(0.01)


def sent(ask: Ask) -> bytes:
    """Return an attack as it is sent."""
    head = [f"{ask.method} {ask.path} HTTP/1.1", "Host: localhost", f"Accept: {ask.accept}"]
    if ask.body:
        head += [f"Content-Type: {ask.content_type}", f"Content-Length: {len(ask.body)}"]
    return "\r\n".join([*head, "", ""]).encode() + ask.body


@contextlib.contextmanager
def little_memory() -> Iterator[str]:
    """Enter with a bound on what this process and its children take, where the system has one; give what is to be said of it."""
    group = CGROUP / f"adjudicator-{os.getpid()}"
    own = CGROUP / next(
        (
            line.split(":", 2)[2].strip().lstrip("/")
            for line in Path("/proc/self/cgroup").read_text().splitlines()
            if ":memory:" in line
        ),
        "",
    )
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(MEMORY))
        (group / "cgroup.procs").write_text(str(os.getpid()))
    except OSError as error:
        with contextlib.suppress(OSError):
            group.rmdir()
        yield f"memory is not bounded here ({error.strerror})"
        return
    try:
        yield "in 2 GB of memory"
    finally:
        (own / "cgroup.procs").write_text(str(os.getpid()))


def main() -> int:
    """Let everything loose and print what others noticed."""
    parser = argparse.ArgumentParser(
        description="Attack a server in every known way and ask it for plain verdicts."
    )
    parser.add_argument("--minutes", type=float, default=60)
    given = parser.parse_args()
    chance = random.Random(14)
    adjudicator = Adjudicator()
    words = chance.sample(list(adjudicator.under(RULESET).keys()), 3_000)
    expected = {word: orjson.dumps(adjudicator.under(RULESET).verdict_data(word)) for word in words}
    hard = [
        sent(ask)
        for kind, asks in known().items()
        if kind != "batch"
        for ask in (make() for make in asks.values())
        if "{" not in ask.path
    ]
    heavy = request(
        BATCH.replace(RULESET, "open"),
        json.dumps({"words": ["break", "cut"] * 5_000, "detail": "full"}).encode(),
    )
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        environment = {"ADJUDICATOR_LEDGER": f"{folder}/ledger.sqlite"}
        with little_memory() as said:
            server = stack.enter_context(ServerProcess(*SERVICE, "--workers", "2", environment=environment))
        trial = Trial(server, given.minutes * 60)
        work: list[tuple[Callable[..., None], tuple[object, ...]]] = [
            *(
                (hold, (trial, start))
                for start in (body_that_stops(), chunks_that_stop(), lines_unread(words), whole_unread(words))
            ),
            *((ask_again_and_again, (trial, itertools.repeat(heavy))) for _ in range(HEAVY)),
            *(
                (ask_again_and_again, (trial, itertools.cycle(chance.sample(hard, len(hard)))))
                for _ in range(HARD)
            ),
            *((hang_up, (trial, heavy)) for _ in range(GONE)),
            (kill, (trial, chance)),
            (watch, (trial,)),
            *((compare, (trial, expected, random.Random(number))) for number in range(ASKERS)),
        ]
        threads = [threading.Thread(target=each, args=arguments, daemon=True) for each, arguments in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(given.minutes * 60 + 120)
        alive = Wire(server.host, server.port).ask(request("/healthz")).status == 200
    cuts = statistics.quantiles(trial.times, n=1000, method="inclusive")
    print(
        f"{given.minutes:g} minutes, {said}: {len(trial.times):,} plain verdicts, p50 {cuts[499] * 1000:.1f}  p99 {cuts[989] * 1000:.1f}  "
        f"most {max(trial.times) * 1000:.0f} ms; {len(trial.wrong)} wrong, {len(trial.refused)} refused; {trial.killed} workers killed, "
        f"{trial.broken} connections ended with them; memory of all at most {trial.memory:.0f} MB"
    )
    print(f"attacks answered, by status: {dict(sorted(trial.answers.items()))}")
    for fault in [*trial.wrong[:10], *trial.refused[:10]]:
        print(f"  {fault}")
    return int(bool(trial.wrong or trial.refused) or not alive)


if __name__ == "__main__":
    sys.exit(main())
