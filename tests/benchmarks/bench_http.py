"""``make bench-http``: how fast the service answers over HTTP, against a bare Flask route. It measures and prints; it asserts nothing.

Both run on the same server software, one worker each, on one core, and the client on another. They are asked
in turns, so that a busy machine slows both: trust the ratios before the rates. With ``--unpinned`` nothing is bound to a core; a bare
route gains more by that than the service, whose work is in Python. Where to start: :func:`main` lists the measurements.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import platform
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import orjson

from adjudicator.api.routes import STREAMED
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import Detail
from tests.benchmarks.bench import RULESET, words_of
from tests.load import wrk
from tests.load.server import BARE, DEADLINE, SERVICE, ServerProcess, two_cores
from tests.load.wrk import Questions

ROUNDS, SECONDS = 5, 2.0
COLD_WORDS = 60_000
SINGLE = f"/v1/rulesets/{RULESET}/words/"
BATCH = f"/v1/rulesets/{RULESET}/verdicts"
JSON, NDJSON = "application/json", "application/x-ndjson"
DETAILS: tuple[Detail, ...] = ("verdict", "reasons", "full")
FEW, MANY = 100, 10_000
BATCH_SECONDS = 1.5
MEMORY_WORDS = 100_000
LEGALITY_WORDS = 1_000_000
Cores = tuple[int | None, int | None]
"""The core of the server and that of its client."""


class Measured(NamedTuple):
    """A kind of question, and what is hoped of it: a share of what the bare route answers."""

    name: str
    questions: Callable[[int], Questions]
    target: str = ""
    words: int = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements and print one line each. Returns 3 where wrk is missing and its part was left out."""
    parser = argparse.ArgumentParser(prog="make bench-http", description="Measure the HTTP service.")
    parser.add_argument(
        "--quick", action="store_true", help="one round of each and a tenth of the words: a glance, no figure"
    )
    parser.add_argument(
        "--unpinned",
        action="store_true",
        help="let the system choose the cores: the server's own threads may then use two of them",
    )
    given = parser.parse_args(arguments)
    quick, cores = given.quick, (None, None) if given.unpinned else two_cores()
    rounds, seconds, scale = (1, 1.0, 10) if quick else (ROUNDS, SECONDS, 1)
    adjudicator = Adjudicator()
    bench = adjudicator.under(RULESET)
    keys, legal = list(bench.keys()), list(bench.legal_keys())
    gc.freeze()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load}; {len(keys):,} keys")
    missing = wrk.install_wrk()
    with tempfile.TemporaryDirectory() as folder:
        measurements: list[Callable[[], Iterator[str]]] = [
            lambda: against_bare(Path(folder), keys, legal, rounds, seconds, cores),
            lambda: batches(adjudicator, keys, rounds, BATCH_SECONDS if not quick else 0.5, cores),
            lambda: memory(Path(folder), keys, MEMORY_WORDS // scale),
            lambda: in_process(adjudicator, keys, LEGALITY_WORDS // scale),
        ]
        if missing:
            print(f"\nagainst a bare route, and single verdicts: {missing}")
            del measurements[0]
        for measure in measurements:
            print()
            for line in measure():
                print(line, flush=True)
    return 3 if missing else 0


def body_of(words: Sequence[str], detail: Detail) -> str:
    """Return the body of a batch."""
    return orjson.dumps({"words": words, "detail": detail}).decode()


def kinds(keys: Sequence[str], legal: Sequence[str], etag: str) -> list[Measured]:
    """Return what is asked over wrk's connections, of all *keys* and of the *legal* ones. Each round asks other words."""

    def known(seed: int) -> list[str]:
        return random.Random(seed).sample(keys, min(COLD_WORDS, len(keys)))

    def bodies(detail: Detail) -> Callable[[int], Questions]:
        def made(seed: int) -> Questions:
            words = list(words_of(keys, 100 * FEW, seed))
            lines = [body_of(words[at : at + FEW], detail) for at in range(0, len(words), FEW)]
            return Questions(BATCH, lines, "POST", fields={"Content-Type": JSON})

        return made

    singles = [
        Measured(
            "cold legal word, full",
            lambda seed: Questions(SINGLE, random.Random(seed).sample(legal, min(COLD_WORDS, len(legal)))),
            "≥ 75%",
        ),
        Measured("cold key, full, half with near misses", lambda seed: Questions(SINGLE, known(seed))),
        Measured(
            "cold word, full, 3 in 10 unknown",
            lambda seed: Questions(SINGLE, list(words_of(keys, COLD_WORDS, seed))),
        ),
        Measured(
            "cold word, reasons",
            lambda seed: Questions(SINGLE, known(seed), query="?detail=reasons"),
            "≥ 75%",
        ),
        Measured(
            "cold word, verdict",
            lambda seed: Questions(SINGLE, known(seed), query="?detail=verdict"),
            "≥ 85%",
        ),
        Measured("warm word, full", lambda _: Questions(SINGLE, ["trig"])),
        Measured("304", lambda _: Questions(SINGLE, ["trig"], fields={"If-None-Match": etag}), "≥ 95%"),
    ]
    return [
        *singles,
        *(Measured(f"batch of {FEW}, {detail}", bodies(detail), words=FEW) for detail in DETAILS),
    ]


def against_bare(
    folder: Path, keys: Sequence[str], legal: Sequence[str], rounds: int, seconds: float, cores: Cores
) -> Iterator[str]:
    """Yield the rate of each kind of request as a share of the bare route's, asked in turns."""
    server_core, client_core = cores
    with ServerProcess(*BARE, core=server_core) as bare, ServerProcess(*SERVICE, core=server_core) as ours:
        status, etag = _ask(ours, "GET", SINGLE + "trig")
        again, _ = _ask(ours, "GET", SINGLE + "trig", fields={"If-None-Match": etag})
        if (status, again) != (200, 304):
            raise RuntimeError(f"the service answered {status} and {again}, not 200 and 304")
        yield (
            f"against a bare Flask route on the same server: one worker{'' if cores[0] is None else ' on one core'}, {wrk.CONNECTIONS} connections, "
            f"medians of {rounds} × {seconds:.0f} s in turns"
        )
        measured = kinds(keys, legal, etag)
        shares: dict[str, list[float]] = {each.name: [] for each in measured}
        rates: dict[str, list[float]] = {each.name: [] for each in measured}
        for turn, each in itertools.product(range(rounds), measured):
            asked = each.questions(turn)
            route = Questions("/bare/", asked.lines if asked.method == "GET" else ["trig"])
            pace = wrk.rate_of(bare.address, route, seconds, folder, client_core)
            rate = wrk.rate_of(ours.address, asked, seconds, folder, client_core)
            rates[each.name].append(rate)
            shares[each.name].append(rate / pace)
        for each in measured:
            rate, share = statistics.median(rates[each.name]), statistics.median(shares[each.name])
            said = f"  {each.name:<38} {rate:>8,.0f} requests/s, {share:>6.1%} of bare"
            if each.words > 1:
                said += f", {rate * each.words:>9,.0f} words/s"
            yield said + (f"   target {each.target}" if each.target else "")


def batches(
    adjudicator: Adjudicator, keys: Sequence[str], rounds: int, seconds: float, cores: Cores
) -> Iterator[str]:
    """Yield the rate of batches of 10,000 on one core, and how much of it is judging and writing the answers."""
    server_core, client_core = cores
    targets = {("verdict", JSON): "≥ 1,500,000", ("reasons", JSON): "≥ 150,000"}
    words = list(words_of(keys, 4 * MANY, seed=3))
    lists = [words[at : at + MANY] for at in range(0, len(words), MANY)]
    adjudicator.under(RULESET).compiled.warm()
    affinity = os.sched_getaffinity(0)
    with ServerProcess(*SERVICE, core=server_core) as ours:
        if client_core is not None:
            os.sched_setaffinity(0, {client_core})
        yield f"batches of {MANY:,} words: one worker{'' if cores[0] is None else ' on one core'}, two connections, medians of {rounds}"
        for detail, media in itertools.product(DETAILS, (JSON, NDJSON)):
            between, piece = (b",", MANY) if media == JSON else (b"\n", STREAMED)
            bodies = [body_of(each, detail) for each in lists]
            _flood(ours, bodies, media, 0.3)
            figures, own_times = [], []
            for _ in range(rounds):
                figures.append(_flood(ours, bodies, media, seconds))
                own_times.append(_seconds_of(adjudicator, bodies, between, piece))
            own = statistics.median(own_times)
            rate = statistics.median(MANY * figure.rate for figure in figures)
            work = statistics.median(figure.work for figure in figures)
            target = targets.get((detail, media))
            yield (
                f"  {detail:<8}{'JSON' if media == JSON else 'NDJSON':<7}{rate:>10,.0f} words/s; processor "
                f"{work * 1000:>6.1f} ms a batch ({MANY / work:>9,.0f} words a second of it), of which judging "
                f"and writing {own * 1000:>6.1f} ms ({own / work:.0%})"
                + (f"   target {target} words/s" if target else "")
            )
    os.sched_setaffinity(0, affinity)


class Flood(NamedTuple):
    """Batches a second, and seconds of the worker's processor time for each."""

    rate: float
    work: float


def _flood(server: ServerProcess, bodies: Sequence[str], media: str, seconds: float) -> Flood:
    """Ask *bodies* over two connections, so that the worker never waits for one client to read, for about *seconds*."""
    ends = time.perf_counter() + seconds
    done = itertools.count()

    def ask() -> None:
        with _Connection(server) as connection:
            turns = itertools.cycle(bodies)
            while time.perf_counter() < ends:
                connection.post(next(turns), media)
                next(done)

    started, worked = time.perf_counter(), server.seconds()
    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent, answered = time.perf_counter() - started, next(done)
    return Flood(answered / spent, (server.seconds() - worked) / answered)


def _seconds_of(adjudicator: Adjudicator, bodies: Sequence[str], between: bytes, piece: int) -> float:
    """Return the processor time that the service itself takes for a batch, *piece* words at a time, in this process.

    The words come fresh from a decoded body, as they do in the server: strings that lie far apart would take twice as long to read.
    """
    times = []
    for body in bodies:
        asked = orjson.loads(body)
        started = time.process_time()
        for at in range(0, len(asked["words"]), piece):
            words = asked["words"][at : at + piece]
            adjudicator.under(RULESET).answers(words, detail=asked["detail"], between=between)
        times.append(time.process_time() - started)
    return statistics.median(times)


class _Connection:
    """A connection that is kept, to whichever worker took it."""

    def __init__(self, server: ServerProcess) -> None:
        self._http = HTTPConnection(server.host, server.port, timeout=60)

    def __enter__(self) -> _Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def post(self, body: str, media: str = JSON) -> str:
        """Ask for a batch; return the start of the request's id, which tells the worker."""
        self._http.request("POST", BATCH, body, {"Content-Type": JSON, "Accept": media})
        response = self._http.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"a batch was answered with {response.status}")
        return response.headers["X-Request-Id"].partition("-")[0]


def _ask(
    server: ServerProcess, method: str, path: str, fields: dict[str, str] | None = None
) -> tuple[int, str]:
    """Return the status and the ETag of an answer."""
    connection = HTTPConnection(server.host, server.port, timeout=60)
    connection.request(method, path, headers=fields or {})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, response.headers.get("ETag", "")


def memory(folder: Path, keys: Sequence[str], count: int) -> Iterator[str]:
    """Yield the private memory of each of two workers: at rest, after singles, and after each judged *count* words in batches."""
    words = random.Random(4).sample(keys, count)
    with ServerProcess(*SERVICE, "--workers", "2") as server:
        workers = _connections(server, 2)
        yield f"private memory of each of {len(workers)} workers: target ≤ 150 MB"
        yield f"  at rest: {_told(server)}"
        if not wrk.install_wrk():
            rate = wrk.rate_of(server.address, Questions(SINGLE, words), count / 10_000, folder, None)
            yield f"  after some {rate * max(1, round(count / 10_000)):,.0f} single words, full: {_told(server)}"
        for detail in DETAILS:
            for connection in workers.values():
                for at in range(0, count, MANY):
                    connection.post(body_of(words[at : at + MANY], detail))
            yield f"  after {count:,} different words each in batches, {detail}: {_told(server)}"


def _told(server: ServerProcess) -> str:
    return ", ".join(f"{each:.1f} MB" for each in server.memory())


def _connections(server: ServerProcess, wanted: int) -> dict[str, _Connection]:
    """Return a connection to each worker: connect until every one has taken one; the last may still be starting."""
    found: dict[str, _Connection] = {}
    ends = time.monotonic() + DEADLINE
    while len(found) < wanted:
        if time.monotonic() > ends:
            raise RuntimeError(f"only {len(found)} of {wanted} workers took connections")
        connection = _Connection(server)
        found.setdefault(connection.post(body_of(["trig"], "verdict")), connection)
        time.sleep(0.01)
    return found


def in_process(adjudicator: Adjudicator, keys: Sequence[str], count: int) -> Iterator[str]:
    """Yield what legality and the decisive code cost without HTTP. ``make bench`` has the full proof."""
    compiled = adjudicator.under(RULESET).compiled
    compiled.warm()
    words = list(words_of(keys, count, seed=5))
    ways: dict[str, Callable[[], object]] = {
        "legality, map(legal, words)": lambda: list(map(compiled.legal, words)),
        "decisive code, map(code, words)": lambda: list(map(compiled.code, words)),
        "legality as JSON, answers(verdict)": lambda: adjudicator.under(RULESET).answers(
            words, detail="verdict"
        ),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _, (name, work) in itertools.product(range(ROUNDS), ways.items()):
        started = time.process_time()
        work()
        times[name].append(time.process_time() - started)
    yield f"in process, by processor time: {count:,} words of which three in ten are unknown"
    for name, each in times.items():
        rate = count / statistics.median(each)
        yield f"  {name:<36} {rate / 1e6:>5.2f} M words/s ({1e6 / rate:.2f} µs a word)"


if __name__ == "__main__":
    sys.exit(main())
