"""``make bench-ledger``: what a house list costs: its import, an edit and the verdict after it, and every verdict through it.

It measures and prints; it asserts nothing. Verdicts with and without a list are taken in turns, so that a busy machine slows both. Start
at :func:`main`.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import string
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sqlalchemy import URL

from adjudicator.ledger.entered import entry_from
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import migrate, now
from adjudicator.ledger.transfer import read
from adjudicator.rules.house import Settings
from adjudicator.service import Adjudicator
from tests.bench import RULESET, words_of
from tests.ledger.postgres import database, postgresql

ENTRIES = 100_000
EDITS = 50
WORDS, ROUNDS = 3_000, 9
AUTHOR = "bench"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements on SQLite, and with ``--postgresql`` on a server of its own; print one line each."""
    parser = argparse.ArgumentParser(prog="make bench-ledger", description="Measure house lists.")
    parser.add_argument("--postgresql", action="store_true", help="measure on PostgreSQL, too")
    given = parser.parse_args(arguments)
    print(f"load {', '.join(f'{each:.1f}' for each in os.getloadavg())}; a list of {ENTRIES:,} entries")
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", URL.create("sqlite", database=str(Path(folder) / "ledger.sqlite")))
    if given.postgresql:
        with postgresql() as server, database(server) as url:
            migrate(url)
            measure("PostgreSQL", url)
    return 0


def measure(name: str, url: URL) -> None:
    """Print what house lists cost in the database at *url*."""
    ledger = Ledger(url)
    adjudicator = Adjudicator(ledger=ledger)
    adjudicator.warm([RULESET])
    for slug in ("long", "short"):
        ledger.houses.create(slug, Settings(slug, RULESET, {}), AUTHOR)
    print(f"\n{name}")
    for line in (*imported(ledger), *edited(adjudicator), *judged(adjudicator)):
        print(f"  {line}", flush=True)
    ledger.close()


def made_up(count: int, seed: int) -> list[str]:
    """Return *count* different strings of letters."""
    rng = random.Random(seed)
    found: set[str] = set()
    while len(found) < count:
        found.add("".join(rng.choices(string.ascii_lowercase, k=rng.randint(4, 12))))
    return sorted(found)


def imported(ledger: Ledger) -> Iterator[str]:
    """Yield how long the import of a long list takes."""
    text = "\n".join(made_up(ENTRIES, 1))
    started = time.perf_counter()
    reading = read("text", text, author=AUTHOR, at=now())
    report, _ = ledger.houses.bring("long", None, reading, AUTHOR)
    yield f"import of {len(report.changes):,} words: {time.perf_counter() - started:.1f} s"


def edited(adjudicator: Adjudicator) -> Iterator[str]:
    """Yield how long an edit of the long list takes, and the verdict after it."""
    houses = adjudicator.ledger.houses
    adjudicator.verdict("trig", "house:long")
    edits: list[float] = []
    verdicts: list[float] = []
    for word in made_up(EDITS, 2):
        entry = entry_from({"word": word, "effect": "allow"}, author=AUTHOR, at=now())
        started = time.perf_counter()
        houses.edit("long", None, {entry.key: entry}, AUTHOR)
        written = time.perf_counter()
        adjudicator.verdict(word, "house:long")
        edits.append(written - started)
        verdicts.append(time.perf_counter() - written)
    yield f"an edit of it: {statistics.median(edits) * 1e3:.1f} ms; the verdict after it: {statistics.median(verdicts) * 1e3:.1f} ms"


def judged(adjudicator: Adjudicator) -> Iterator[str]:
    """Yield what a full verdict costs through a list, against one without."""
    words = list(words_of(list(adjudicator.keys(RULESET)), WORDS, seed=3))
    gc.freeze()
    ways: dict[str, Callable[[], object]] = {
        ruleset: (lambda ruleset=ruleset: [adjudicator.verdict_data(word, ruleset) for word in words])  # type: ignore[misc]
        for ruleset in (RULESET, "house:short", "house:long")
    }
    times: dict[str, list[float]] = {ruleset: [] for ruleset in ways}
    for _ in range(ROUNDS):
        for ruleset, work in ways.items():
            started = time.process_time()
            work()
            times[ruleset].append((time.process_time() - started) / len(words))
    gc.unfreeze()
    plain = statistics.median(times[RULESET])
    for ruleset, each in times.items():
        spent = statistics.median(each)
        yield f"full verdict, {ruleset:<12} {spent * 1e6:>6.1f} µs, {spent / plain:.2f} × one without a list"


if __name__ == "__main__":
    sys.exit(main())
