"""The ledger's database, or the store of limits, hangs under load: `python -m tests.ledger.frozen --seconds 300`.

A real server with one worker is asked for plain verdicts all the time, and beside them for verdicts through a house list, pages and
`/readyz`. Then every process of the database is stopped (not ended) for so long, and goes on again. Plain verdicts never fail, and what they
take is told for each of the three times; so is how soon house lists, or limits, are back. Start at :func:`freeze_ledger`.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import requests

from tests.conftest import home_with_lexicon
from tests.freezing import frozen, redis_server
from tests.ledger.postgres import server
from tests.ledger.restarts import SLUG, WORDS, begin
from tests.load.server import SERVICE, ServerProcess

PATIENCE = 60.0
"""Seconds that any answer may take before it counts as none."""
PLAIN, HOUSE, PAGE, READY = "plain verdicts", "house verdicts", "pages", "/readyz"
ADDRESSES = {
    PLAIN: "/v1/rulesets/boggle/words/{word}",
    HOUSE: f"/v1/rulesets/house:{SLUG}/words/{{word}}",
    PAGE: "/?word={word}&ruleset=boggle",
    READY: "/readyz",
}
ASKING = {PLAIN: (1, 0.01), HOUSE: (6, 0.02), PAGE: (1, 0.2), READY: (1, 0.5)}
"""What is asked for → by how many at once, and the seconds between two questions of each."""
BEFORE, DURING, AFTER = "before", "frozen", "after"


class Answered(NamedTuple):
    """What was answered to one kind of question in one of the times."""

    statuses: Counter[int]
    seconds: list[float]

    def __str__(self) -> str:
        told = ", ".join(f"{status}: {count:,}" for status, count in sorted(self.statuses.items()))
        p50, p99 = (1000 * quantile(self.seconds, part) for part in (50, 99))
        return f"{told}; p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {1000 * max(self.seconds):.0f} ms"


def quantile(seconds: list[float], percent: int) -> float:
    """Return the time that so many percent of the answers took at most."""
    return statistics.quantiles([*seconds, *seconds], n=100, method="inclusive")[percent - 1]


class Frozen(NamedTuple):
    """What freezing came to."""

    answers: dict[tuple[str, str], Answered]
    """By time and question."""
    back: float
    """Seconds after the thaw until what had hung was in use again."""


class Asking:
    """Asks one server for everything, in threads, until it is told to stop."""

    def __init__(self, address: str, kinds: tuple[str, ...], ease: float) -> None:
        self._address = address
        self._ease = ease
        self._kinds = kinds
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self.time = BEFORE
        self.answers: dict[tuple[str, str], Answered] = {}

    @contextlib.contextmanager
    def going_on(self) -> Iterator[None]:
        """Ask within the block; raise afterwards what went wrong in any thread."""
        askers = [kind for kind in self._kinds for _ in range(ASKING[kind][0])]
        with ThreadPoolExecutor(len(askers)) as threads:
            asking = [threads.submit(self._ask, kind, number) for number, kind in enumerate(askers)]
            try:
                yield
            finally:
                self._stop.set()
        for each in asking:
            each.result()

    def _ask(self, kind: str, number: int) -> None:
        pause = ASKING[kind][1] * self._ease
        with requests.Session() as session:
            for count in itertools.takewhile(lambda _: not self._stop.is_set(), itertools.count()):
                word = WORDS[count % len(WORDS)] + WORDS[(count // len(WORDS) + number) % len(WORDS)]
                asked_in, begun = self.time, time.monotonic()
                answer = session.get(self._address + ADDRESSES[kind].format(word=word), timeout=PATIENCE)
                self._note(asked_in, kind, answer.status_code, time.monotonic() - begun)
                time.sleep(pause)

    def _note(self, asked_in: str, kind: str, status: int, seconds: float) -> None:
        with self._lock:
            found = self.answers.setdefault((asked_in, kind), Answered(Counter(), []))
            found.statuses[status] += 1
            found.seconds.append(seconds)


def freeze_ledger(seconds: float, ease: float = 1) -> Frozen:
    """Freeze a PostgreSQL server under load for so many *seconds*; ask for a sixth as long before and after, with *ease* times the pauses."""
    with server(outlives_the_machine=True) as database, tempfile.TemporaryDirectory() as folder:
        begin(database)
        environment = {
            "ADJUDICATOR_LEDGER": database.url.render_as_string(),
            "ADJUDICATOR_HOME": str(home_with_lexicon(Path(folder))),
        }
        with ServerProcess(*SERVICE, environment=environment) as process:
            return _freeze(process, database.frozen(), seconds, tuple(ADDRESSES), f"house:{SLUG}", ease=ease)


def freeze_counting(seconds: float) -> Frozen:
    """Freeze a Redis server that counts clients under load for so many *seconds*; ask for a sixth as long before and after."""
    with redis_server() as store, tempfile.TemporaryDirectory() as folder:
        environment = {
            "ADJUDICATOR_RATE": "1000000/minute",
            "ADJUDICATOR_RATE_STORAGE": store.address,
            "ADJUDICATOR_HOME": str(home_with_lexicon(Path(folder))),
        }
        with ServerProcess(*SERVICE, environment=environment) as process:
            return _freeze(
                process, frozen(store.pid), seconds, (PLAIN, PAGE, READY), "boggle", field="RateLimit"
            )


def _freeze(
    process: ServerProcess,
    freezing: contextlib.AbstractContextManager[None],
    seconds: float,
    kinds: tuple[str, ...],
    ruleset: str,
    *,
    field: str | None = None,
    ease: float = 1,
) -> Frozen:
    """Ask before, while it is frozen, and after; what hung is back when a verdict under *ruleset* comes, with the header *field* if one is
    named.
    """
    asking = Asking(process.address, kinds, ease)
    with asking.going_on():
        time.sleep(seconds / 6)
        with freezing:
            asking.time = DURING
            time.sleep(seconds)
            thawed = time.monotonic()
        while True:
            answer = requests.get(f"{process.address}/v1/rulesets/{ruleset}/words/trig", timeout=PATIENCE)
            if answer.ok and (field is None or field in answer.headers):
                break
            assert time.monotonic() - thawed < PATIENCE, "it is not used again"
            time.sleep(0.02)
        back = time.monotonic() - thawed
        asking.time = AFTER
        time.sleep(seconds / 6)
    return Frozen(asking.answers, back)


TRIALS = {"ledger": freeze_ledger, "counting": freeze_counting}


def main() -> None:
    """Freeze both, one after the other, and print what it came to."""
    parser = argparse.ArgumentParser(
        description="Freeze the ledger's database, and the store of limits, under load."
    )
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument(
        "--only", choices=sorted(TRIALS), help="freeze this one alone (default: one after the other)"
    )
    chosen = parser.parse_args()
    for name in [chosen.only] if chosen.only else TRIALS:
        found = TRIALS[name](chosen.seconds)
        print(
            f"{name}, frozen for {chosen.seconds:.0f} s; in use again {found.back:.1f} s after the thaw",
            flush=True,
        )
        for (asked_in, kind), answered in sorted(found.answers.items()):
            print(f"  {kind}, {asked_in}: {answered}", flush=True)


if __name__ == "__main__":
    main()
