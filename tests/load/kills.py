"""The service is killed under load, a worker or all of it, again and again: `python -m tests.load.kills --times 100`.

People edit a house list and ask for verdicts meanwhile. A worker that is killed must be replaced; a server that is killed is started
again on the same port at once. Each time the service must answer again within :data:`SOON` seconds, with as many workers as before, and in
the end every edit that was answered as done is in the ledger, once.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import socket
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import psutil
import requests
from sqlalchemy import URL

from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.verify import verify
from adjudicator.rules.house import Settings
from tests.conftest import home_with_lexicon
from tests.ledger.restarts import SLUG, Load, under
from tests.load.server import SERVICE, ServerProcess

WORKERS = 2
SOON = 2.0
PATIENCE = 60.0
PAUSE = 0.02
EVERY = 4
"""Every so many times the server itself is killed."""


class Toll(NamedTuple):
    """What the killing came to."""

    workers: int
    servers: int
    edits: int
    reads: int
    broken: int
    """Requests that were broken off or refused while somebody was dying; edits among them were sent again."""
    back: list[float]
    """Seconds until the service answered again, each time."""
    gone: list[float]
    """Seconds until the workers of a killed server had ended."""
    seconds: float


class Bearing(Load):
    """Load whose clients ask again where their connection is cut."""

    def read(self, reader: int) -> None:
        """Ask for verdicts of a rulebook; fail where one is anything else."""
        while not self._stop.is_set():
            try:
                super().read(reader)
            except requests.RequestException:
                self._count("broken")
                time.sleep(PAUSE)

    def _is_done(self, note: str) -> bool:
        try:
            return super()._is_done(note)
        except requests.RequestException:
            self._count("broken")
            return False


class Service:
    """A server on one port, killed and started again."""

    def __init__(self, environment: dict[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._command = (*SERVICE[:-1], str(port), "--workers", str(WORKERS))
        self._environment = environment
        self.address = f"http://127.0.0.1:{port}"
        self._server = ServerProcess(*self._command, environment=environment)

    def kill_worker(self, rng: random.Random) -> float:
        """Kill a worker; return the seconds until a request is answered again."""
        rng.choice(self._server.workers()).kill()
        return self._until_it_answers()

    def kill(self) -> tuple[float, float]:
        """Kill the server and start it again; return the seconds until its workers had ended, and until the next one answers."""
        workers = self._server.workers()
        begun = time.monotonic()
        self._server.process.kill()
        self._server.process.wait()
        while not all(map(_has_ended, workers)):
            assert time.monotonic() < begun + SOON, "workers have outlived their server"
            time.sleep(PAUSE)
        gone = time.monotonic() - begun
        self._server = ServerProcess(*self._command, environment=self._environment)
        self._until_it_answers()
        return gone, time.monotonic() - begun

    def settle(self) -> None:
        """Wait until there are as many workers as there should be, each of which answers."""
        limit, found = time.monotonic() + PATIENCE, set[str]()
        while len(found) < WORKERS:
            assert time.monotonic() < limit, f"{len(found)} of {WORKERS} workers answer"
            with contextlib.suppress(
                requests.RequestException
            ):  # one that dies may still be given connections
                found.add(self._asked())
        time.sleep(0.3)

    def stop(self) -> int:
        """Stop it as an operator does; return its exit code."""
        return self._server.stop()

    def _until_it_answers(self) -> float:
        begun = time.monotonic()
        while True:
            try:
                self._asked()
            except requests.RequestException:
                assert time.monotonic() < begun + PATIENCE, "the service does not come back"
                time.sleep(PAUSE)
            else:
                return time.monotonic() - begun

    def _asked(self) -> str:
        """Return what tells the worker that answers."""
        answer = requests.get(
            f"{self.address}/v1/rulesets/boggle/words/trig", timeout=PATIENCE, headers={"Connection": "close"}
        )
        assert answer.status_code == 200, answer.text
        return answer.headers["X-Request-Id"].partition("-")[0]


def _has_ended(worker: psutil.Process) -> bool:
    """Return whether a process runs no more, whether or not the system's first process has taken note of its end yet."""
    try:
        return worker.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def kill(times: int, seed: int = 2026) -> Toll:
    """Kill *times* times under load. Raises :class:`AssertionError` for what must not be."""
    rng, begun = random.Random(seed), time.monotonic()
    back: list[float] = []
    gone: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        home = home_with_lexicon(Path(folder))
        url = URL.create("sqlite", database=str(home / "ledger.sqlite"))
        secret = begin(url)
        service = Service(
            {
                "ADJUDICATOR_HOME": str(home),
                "ADJUDICATOR_LEDGER": str(url.database),
                "ADJUDICATOR_WRITE_RATE": "1000000/minute",
            }
        )
        load = Bearing(service.address, secret)

        def act() -> None:
            for turn in range(1, times + 1):
                service.settle()
                time.sleep(rng.uniform(0, 0.3))
                if turn % EVERY:
                    back.append(service.kill_worker(rng))
                else:
                    ended, answered = service.kill()
                    gone.append(ended)
                    back.append(answered)

        try:
            under(load, act)
        finally:
            code = service.stop()
        assert code == 0, "the server did not stop as it should"
        check(url, load.edited)
    return Toll(
        times - len(gone),
        len(gone),
        len(load.edited),
        load.counts["reads"],
        load.counts["broken"],
        back,
        gone,
        time.monotonic() - begun,
    )


def begin(url: URL) -> str:
    """Make a ledger with the list that is edited; return the secret of a token for it."""
    ledger = Ledger(url)
    ledger.houses.create(SLUG, Settings("Killed", "boggle", {}), "ann", "begin")
    _, secret = ledger.tokens.create("Ann", "editor", f"house:{SLUG}", created_by="ann")
    ledger.close()
    return secret


def check(url: URL, edited: list[str]) -> None:
    """Raise :class:`AssertionError` unless each of the edits is in the history once, and nothing else is, and the ledger adds up."""
    assert not Path(f"{url.database}-wal").exists(), "the ledger is not one file after the stop"
    ledger = Ledger(url)
    kept = Counter(revision.note for revision in ledger.houses.history(SLUG, limit=10**9))
    told = Counter([*edited, "begin"])
    faults = verify(ledger.store)
    ledger.close()
    assert kept == told, f"lost: {told - kept}; more than once, or never told: {kept - told}"
    assert faults == []


def main() -> None:
    """Kill the service and print what it came to."""
    parser = argparse.ArgumentParser(description="Kill workers and servers under load.")
    parser.add_argument("--times", type=int, default=100)
    found = kill(parser.parse_args().times)
    late = sum(each > SOON for each in found.back)
    print(
        f"{found.workers} workers and {found.servers} servers killed in {found.seconds:.0f} s: {found.edits:,} edits done, each once; "
        f"{found.reads:,} verdicts; {found.broken:,} requests cut and sent again; answered again after {statistics.median(found.back):.2f} s, "
        f"{max(found.back):.2f} s at most, {late} times after more than {SOON:g} s; workers outlived their server by "
        f"{max(found.gone, default=0):.2f} s at most"
    )


if __name__ == "__main__":
    main()
