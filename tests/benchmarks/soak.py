"""``make soak``: the service under load while its lexicon is exchanged again and again; every answer is checked.

First it measures how much mixed traffic two workers answer at most, then it sends four fifths of that for some minutes, with a new
lexicon every twenty seconds. It ends with 1 if any request failed or any answer mixed two lexicons. Start at :func:`soak`.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from adjudicator.resources import LEXICON_NAME, lexicon_path
from tests.load.server import SERVICE, ServerProcess
from tests.load.traffic import MixedAnswer, Visitor
from tests.load.variants import Lexicons, home_at, two_lexicons
from tests.load.wire import Wire

CLIENTS, CONNECTIONS = 2, 4
"""Processes that ask, and connections of each."""
RECONNECT = 500
"""Requests after which a connection is made anew, perhaps to another worker."""
PEAK_SECONDS, SWAP_SECONDS, SHARE = 10.0, 20.0, 0.8
KEPT_FAULTS = 10


class Turn(NamedTuple):
    """When an answer came from another lexicon than the one before it, and which."""

    at: float
    lexicon: str


@dataclass(slots=True)
class Tally:
    """What came of the traffic."""

    asked: Counter[str] = field(default_factory=Counter)
    words: int = 0
    errors: int = 0
    mixed: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what came of other traffic."""
        self.asked += other.asked
        self.words += other.words
        self.blame(other)
        for kind, seconds in other.seconds.items():
            self.seconds.setdefault(kind, []).extend(seconds)
        self.turns += other.turns

    def blame(self, other: Tally) -> None:
        """Add what went wrong with other traffic."""
        self.errors += other.errors
        self.mixed += other.mixed
        self.faults += other.faults[: KEPT_FAULTS - len(self.faults)]

    def fault(self, said: str) -> None:
        """Keep what is wrong, if it is among the first."""
        if len(self.faults) < KEPT_FAULTS:
            self.faults.append(said)


class Plan(NamedTuple):
    """For how long to ask, and how long each connection waits from one request to the next."""

    host: str
    port: int
    lexicons: Lexicons
    seconds: float
    pause: float = 0.0


class Swap(NamedTuple):
    """When which lexicon was put in place."""

    at: float
    lexicon: str


class Outcome(NamedTuple):
    """What a soak came to."""

    peak: float
    rate: float
    tally: Tally
    swaps: list[Swap]
    memory: list[list[float]]
    files: list[list[int]]
    log: str

    def delays(self) -> list[float | None]:
        """Return, for each swap, the seconds until the last connection saw it; None where none did before the next one."""
        ends = [swap.at for swap in self.swaps[1:]] + [float("inf")]
        found: list[float | None] = []
        for swap, end in zip(self.swaps, ends, strict=True):
            seen = [
                turn.at - swap.at
                for turn in self.tally.turns
                if swap.at <= turn.at < end and turn.lexicon == swap.lexicon
            ]
            found.append(max(seen, default=None))
        return found


def visit(plan: Plan, seed: int, words: Sequence[str]) -> Tally:
    """Ask over one connection at a time until the time is up, checking every answer."""
    tally, visitor = Tally(), Visitor(plan.lexicons, words, seed)
    wire: Wire | None = None
    started = time.monotonic()
    for number in itertools.count():
        due = started + (number + seed % CONNECTIONS / CONNECTIONS) * plan.pause
        if max(due, time.monotonic()) >= started + plan.seconds:
            break
        time.sleep(max(0.0, due - time.monotonic()))
        question, before = visitor.question(), visitor.lexicon
        sent = time.monotonic()
        try:
            if wire is None or number % RECONNECT == 0:
                wire = Wire(plan.host, plan.port)
            answer = wire.ask(question.sent)
            spent = time.monotonic() - sent
            question.check(answer)
        except MixedAnswer as fault:
            tally.mixed += 1
            tally.fault(f"{question.kind}: {fault}")
        except Exception as fault:
            tally.errors += 1
            tally.fault(f"{question.kind}: {fault!r}")
            wire = None
        else:
            tally.seconds.setdefault(question.kind, []).append(spent)
        tally.asked[question.kind] += 1
        tally.words += question.words
        if visitor.lexicon != before:
            tally.turns.append(Turn(time.monotonic(), visitor.lexicon))
    return tally


def client(plan: Plan, seed: int, results: multiprocessing.Queue[Tally]) -> None:
    """Visit over several connections at once and put what came of it into *results*: what a process of the client does."""
    total, words = Tally(), plan.lexicons.words()
    lock = threading.Lock()

    def run(number: int) -> None:
        tally = visit(plan, seed * CONNECTIONS + number, words)
        with lock:
            total.add(tally)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(total)


class Traffic:
    """Clients that ask as *plan* says, each a process of its own, from when the block is entered."""

    def __init__(self, plan: Plan) -> None:
        fresh = multiprocessing.get_context("spawn")
        self._results: multiprocessing.Queue[Tally] = fresh.Queue()
        self._processes = [
            fresh.Process(target=client, args=(plan, seed, self._results)) for seed in range(CLIENTS)
        ]
        for process in self._processes:
            process.start()

    def finished(self) -> Tally:
        """Wait for the clients; return what came of all."""
        total = Tally()
        for _ in self._processes:
            total.add(self._results.get())
        for process in self._processes:
            process.join()
        return total


def soak(
    source: Path,
    folder: Path,
    seconds: float,
    every: float = SWAP_SECONDS,
    peak: float = PEAK_SECONDS,
    share: float = SHARE,
) -> Outcome:
    """Serve the lexicon *source* from a data directory of its own in *folder*, and exchange it *every* so many seconds, under a load that is such
    a *share* of the most that it answers.
    """
    home = folder / "served"
    home.mkdir()
    with home_at(home):
        lexicons = two_lexicons(source, folder)
        put(lexicons.files[0], home, copied=False)
        with ServerProcess(*SERVICE, "--workers", "2") as server:
            plan = Plan(server.host, server.port, lexicons, peak)
            most = Traffic(plan).finished()
            fastest = most.asked.total() / peak
            pause = CLIENTS * CONNECTIONS / (fastest * share)
            memory, files = [server.memory()], [open_lexicons(server)]
            traffic = Traffic(plan._replace(seconds=seconds, pause=pause))
            swaps = list(swapped(server, lexicons, home, seconds, every))
            tally = traffic.finished()
            memory.append(server.memory())
            files.append(open_lexicons(server))
            if server.stop():
                tally.errors += 1
                tally.fault("the server did not end with 0")
            lines = server.log().splitlines(keepends=True)
            log = "".join(line for line in lines if '"message":"in service: ' not in line)  # as it should
    rate = tally.asked.total() / seconds
    tally.blame(most)
    return Outcome(fastest, rate, tally, swaps, memory, files, log)


def put(lexicon: Path, home: Path, copied: bool) -> None:
    """Put *lexicon* in place as a build does: a whole file takes the place of the old one at once."""
    made = home / "made.sqlite"
    if copied:
        shutil.copyfile(lexicon, made)
    else:
        os.link(lexicon, made)
    made.replace(home / LEXICON_NAME)


def swapped(
    server: ServerProcess, lexicons: Lexicons, home: Path, seconds: float, every: float
) -> Iterator[Swap]:
    """Exchange the lexicon every so many seconds, in each way there is; yield what was done when."""
    started = time.monotonic()
    for number in itertools.count(1):
        at = started + number * every
        if at + every / 2 > started + seconds:
            return
        time.sleep(max(0.0, at - time.monotonic()))
        put(lexicons.files[number % 2], home, copied=number % 4 > 1)
        yield Swap(time.monotonic(), lexicons.digests[number % 2])
        if number % 3 == 0:
            server.process.send_signal(signal.SIGHUP)


def open_lexicons(server: ServerProcess) -> list[int]:
    """Return how many lexicon files each worker holds open."""
    found = []
    for worker in server.workers():
        links = [each.readlink() for each in Path(f"/proc/{worker.pid}/fd").iterdir()]
        found.append(sum(".sqlite" in str(link) for link in links))
    return found


def report(outcome: Outcome) -> Iterator[str]:
    """Yield what is printed of a soak."""
    tally, delays = outcome.tally, outcome.delays()
    yield f"peak of mixed traffic: {outcome.peak:,.0f} requests/s; then {outcome.rate:,.0f} requests/s ({outcome.rate / outcome.peak:.0%})"
    yield f"requests: {tally.asked.total():,}; words: {tally.words:,}"
    yield f"errors: {tally.errors}; mixed answers: {tally.mixed}"
    seen = [delay for delay in delays if delay is not None]
    yield f"swaps: {len(delays)}, seen {len(seen)}" + (
        f"; everywhere after {statistics.median(seen):.1f} s (median), {max(seen):.1f} s at most"
        if seen
        else ""
    )
    everything = sorted(itertools.chain.from_iterable(tally.seconds.values()))
    for kind, seconds in [("all", everything), *sorted(tally.seconds.items())]:
        yield f"  {kind:<16} {len(seconds):>9,} {_latency(seconds)}"
    for name, before, after in (
        ("private memory of each worker", *([f"{each:.0f} MB" for each in all_] for all_ in outcome.memory)),
        ("lexicon files each holds open", *([str(each) for each in all_] for all_ in outcome.files)),
    ):
        yield f"{name}: {', '.join(before)} at first, {', '.join(after)} at the end"
    yield from (f"FAULT {fault}" for fault in tally.faults)
    yield from (f"LOG {line}" for line in outcome.log.splitlines()[:KEPT_FAULTS])


def _latency(seconds: Sequence[float]) -> str:
    order = sorted(seconds)
    p50, p99 = (order[int(len(order) * share)] * 1000 for share in (0.5, 0.99))
    return f"p50 {p50:>7.1f} ms, p99 {p99:>7.1f} ms, max {order[-1] * 1000:>7.1f} ms"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a soak and print what it came to."""
    parser = argparse.ArgumentParser(
        prog="make soak", description="Load the service and exchange its lexicon."
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--every", type=float, default=SWAP_SECONDS, help="seconds from swap to swap")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="adjudicator-soak-") as folder:
        outcome = soak(lexicon_path(), Path(folder), given.minutes * 60, given.every)
    for line in report(outcome):
        print(line)
    return 1 if outcome.tally.errors or outcome.tally.mixed else 0


if __name__ == "__main__":
    sys.exit(main())
