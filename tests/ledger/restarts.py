"""The PostgreSQL server is restarted under load: `python -m tests.ledger.restarts --times 20`.

A real server with two workers keeps its ledger there. Some edit a house list by HTTP, and send an edit again, with its idempotency key,
until it is answered; others ask for verdicts. Every edit is either done or refused with a problem that says to try again; none is lost or
done twice. Verdicts that need no house list never fail.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import requests

from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import migrate
from adjudicator.ledger.verify import verify
from adjudicator.rules.house import Settings
from tests.conftest import home_with_lexicon
from tests.ledger.postgres import Server, server
from tests.load.server import SERVICE, ServerProcess

SLUG = "restarted"
WORDS = ("trig", "zee", "cat", "colour", "scuba", "gym", "quo", "laser")
WRITERS = 3
READERS = 2
PATIENCE = 60.0
"""Seconds that anything may take."""
PAUSE = 0.05
"""Seconds after which a refused edit is sent again."""


class Restarted(NamedTuple):
    """What the restarts came to."""

    restarts: int
    edits: int
    refused: int
    """Edits that were refused for the time being, and sent again."""
    repeated: int
    """Edits that were done although their first answer said that the ledger was away; sent again, they were not done again."""
    reads: int
    seconds: float


class Load:
    """What people ask of a served adjudicator, in threads, until they are told to stop."""

    def __init__(self, address: str, secret: str) -> None:
        self._address = address
        self._secret = secret
        self._stop = threading.Event()
        self.edited: list[str] = []
        """The notes of the edits that were answered as done."""
        self.counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Let each finish what it is about."""
        self._stop.set()

    def write(self, writer: int) -> None:
        """Edit the list, each edit until it is done. Raises :class:`AssertionError` for any answer but these two."""
        for number in itertools.takewhile(lambda _: not self._stop.is_set(), itertools.count(1)):
            note = f"writer {writer}, edit {number}"
            limit = time.monotonic() + PATIENCE
            while not self._is_done(note):
                assert time.monotonic() < limit, "an edit is refused for ever"
                time.sleep(PAUSE)

    def read(self, reader: int) -> None:
        """Ask for verdicts of a rulebook. Raises :class:`AssertionError` where one fails."""
        rng = random.Random(reader)
        while not self._stop.is_set():
            word = f"{rng.choice(WORDS)}{rng.choice(WORDS)}"
            answer = requests.get(f"{self._address}/v1/rulesets/boggle/words/{word}", timeout=PATIENCE)
            assert answer.status_code == 200, answer.text
            self._count("reads")

    def _is_done(self, note: str) -> bool:
        """Send an edit; return whether it is done, or False where the ledger is away."""
        answer = requests.post(
            f"{self._address}/v1/house-lists/{SLUG}/edits",
            json={"entries": [{"word": "yeet", "effect": "allow", "reason": note}], "note": note},
            headers={"Authorization": f"Bearer {self._secret}", "If-Match": "*", "Idempotency-Key": note},
            timeout=PATIENCE,
        )
        if answer.status_code == 503:
            assert answer.json()["type"] == "urn:adjudicator:problem:no-ledger", answer.text
            self._count("refused")
            return False
        assert answer.status_code == 200, answer.text
        self._count("repeated" if "Idempotency-Replayed" in answer.headers else "done")
        self.edited.append(note)
        return True

    def _count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1


def restart(times: int, seed: int = 2026) -> Restarted:
    """Restart a PostgreSQL server *times* times under load. Raises :class:`AssertionError` for what must not be."""
    begun = time.monotonic()
    with server(outlives_the_machine=True) as database, tempfile.TemporaryDirectory() as folder:
        secret = begin(database)
        environment = {
            "ADJUDICATOR_LEDGER": database.url.render_as_string(),
            "ADJUDICATOR_HOME": str(home_with_lexicon(Path(folder))),
            "ADJUDICATOR_WRITE_RATE": "1000000/minute",
        }
        with ServerProcess(*SERVICE, "--workers", "2", environment=environment) as process:
            load = Load(process.address, secret)
            under(load, lambda: stop_and_start(database, load, times, random.Random(seed)))
        check(database, load.edited)
    counts = load.counts
    return Restarted(
        times,
        len(load.edited),
        counts["refused"],
        counts["repeated"],
        counts["reads"],
        time.monotonic() - begun,
    )


def begin(database: Server) -> str:
    """Make a ledger with the list that is edited; return the secret of a token for it."""
    migrate(database.url)
    ledger = Ledger(database.url)
    ledger.houses.create(SLUG, Settings("Restarted", "boggle", {}), "ann", "begin")
    _, secret = ledger.tokens.create("Ann", "editor", f"house:{SLUG}", created_by="ann")
    ledger.close()
    return secret


def under(load: Load, act: Callable[[], None]) -> None:
    """Do something under *load*; raise what any of those who ask has found wrong."""
    with ThreadPoolExecutor(WRITERS + READERS) as threads:
        asking = [threads.submit(load.write, number) for number in range(WRITERS)]
        asking += [threads.submit(load.read, number) for number in range(READERS)]
        try:
            act()
        finally:
            load.stop()
    for each in asking:
        each.result()


def stop_and_start(database: Server, load: Load, times: int, rng: random.Random) -> None:
    """Restart the server again and again, orderly or as after a crash, once edits are done again."""
    for turn in range(times):
        wait(load)
        time.sleep(rng.uniform(0, 0.3))
        database.stop("immediate" if turn % 2 else "fast")
        time.sleep(rng.uniform(0, 0.5))
        database.start()
    wait(load)


def wait(load: Load) -> None:
    """Wait until more edits are done."""
    done, limit = len(load.edited), time.monotonic() + PATIENCE
    while len(load.edited) < done + WRITERS:
        assert time.monotonic() < limit, "no edit is done any more"
        time.sleep(0.01)


def check(database: Server, edited: list[str]) -> None:
    """Raise :class:`AssertionError` unless the history has each of the edits once, and nothing else, and the ledger adds up."""
    ledger = Ledger(database.url)
    notes = [revision.note for revision in ledger.houses.history(SLUG, limit=10**9)]
    kept, told = Counter(notes), Counter([*edited, "begin"])
    assert kept == told, f"lost: {told - kept}; more than once, or never told: {kept - told}"
    assert verify(ledger.store) == []
    ledger.close()


def main() -> None:
    """Restart the server and print what it came to."""
    parser = argparse.ArgumentParser(description="Restart the ledger's PostgreSQL server under load.")
    parser.add_argument("--times", type=int, default=20)
    found = restart(parser.parse_args().times)
    print(
        f"{found.restarts} restarts in {found.seconds:.0f} s: {found.edits:,} edits done, each once; {found.refused:,} refused and sent again, "
        f"{found.repeated:,} of them had been done; {found.reads:,} verdicts, none failed"
    )


if __name__ == "__main__":
    main()
