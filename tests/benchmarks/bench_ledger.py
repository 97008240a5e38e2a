"""``make bench-ledger``: what a house list of 100,000 entries costs: files, edits and the verdict after each, forks, every verdict through it.

It measures and prints; it asserts nothing. Verdicts with and without a list are taken in turns, so that a busy machine slows both. Start
at :func:`measure`.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sqlalchemy import URL

from adjudicator.judging import warming
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.transfer import read, write
from adjudicator.ledger.validation import entry_from
from adjudicator.rules.house import Entry, Settings
from tests.benchmarks.bench import RULESET, words_of
from tests.conftest import letters
from tests.ledger.postgres import new_ledger

ENTRIES, EDITS = 100_000, 100
WORDS, ROUNDS = 3_000, 9
AUTHOR = "bench"
T = TypeVar("T")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure on SQLite, and with ``--postgresql`` on a server of its own, too; print one line each."""
    parser = argparse.ArgumentParser(prog="make bench-ledger", description="Measure house lists.")
    parser.add_argument("--postgresql", action="store_true", help="measure on PostgreSQL, too")
    given = parser.parse_args(arguments)
    print(f"load {', '.join(f'{each:.1f}' for each in os.getloadavg())}; a list of {ENTRIES:,} entries")
    for on_postgresql in (False, True) if given.postgresql else (False,):
        with new_ledger(on_postgresql) as url:
            print(f"\n{url.get_backend_name()}")
            measure(url)
    return 0


def measure(url: URL) -> None:
    """Print what house lists cost in the ledger at *url*."""
    ledger = Ledger(url)
    adjudicator = Adjudicator(ledger=ledger)
    warming.warm([adjudicator.benches.of_ruleset(RULESET)])
    for slug in ("long", "short"):
        ledger.houses.create(slug, Settings(slug, RULESET, {}), AUTHOR)
    files(ledger)
    for line in (*edited(adjudicator), *judged(adjudicator)):
        print(f"  {line}", flush=True)
    timed("fork", lambda: ledger.houses.fork("long", "copy", AUTHOR))
    timed("verification of all histories", ledger.houses.verify)
    ledger.close()


def timed(what: str, deed: Callable[[], T]) -> T:
    """Do something once, print how long it took, and return what came of it."""
    started = time.perf_counter()
    found = deed()
    print(f"  {what}: {time.perf_counter() - started:.1f} s", flush=True)
    return found


def files(ledger: Ledger) -> None:
    """Print how long a file takes to be written, read and imported."""
    words = [
        Entry(key, key, "allow", "measured", AUTHOR, now()) for key in (letters(n) for n in range(ENTRIES))
    ]
    text = timed("written as CSV", lambda: write("csv", words))
    reading = timed("read", lambda: read(text, author=AUTHOR, at=now()))
    timed("import", lambda: ledger.houses.bring("long", None, reading, AUTHOR))
    timed(
        "the same import again, of which all is known",
        lambda: ledger.houses.bring("long", None, reading, AUTHOR),
    )


def edited(adjudicator: Adjudicator) -> Iterator[str]:
    """Yield how long an edit of the long list takes, and the verdict after it."""
    houses = adjudicator.ledger.houses
    adjudicator.verdict("trig", "house:long")
    edits: list[float] = []
    verdicts: list[float] = []
    for number in range(EDITS):
        entry = entry_from({"word": f"za{letters(number)}", "effect": "allow"}, author=AUTHOR, at=now())
        started = time.perf_counter()
        houses.edit("long", None, {entry.key: entry}, AUTHOR)
        written = time.perf_counter()
        adjudicator.verdict(entry.word, "house:long")
        edits.append(written - started)
        verdicts.append(time.perf_counter() - written)
    yield f"an edit: {statistics.median(edits) * 1e3:.1f} ms; the verdict after it: {statistics.median(verdicts) * 1e3:.1f} ms"


def judged(adjudicator: Adjudicator) -> Iterator[str]:
    """Yield what a full verdict costs through a list, against one without."""
    words = list(words_of(list(adjudicator.under(RULESET).keys()), WORDS, seed=3))
    rulesets = (RULESET, "house:short", "house:long")
    times: dict[str, list[float]] = {ruleset: [] for ruleset in rulesets}
    gc.freeze()
    for _ in range(ROUNDS):
        for ruleset in rulesets:
            started = time.process_time()
            for word in words:
                adjudicator.under(ruleset).verdict_data(word)
            times[ruleset].append((time.process_time() - started) / len(words))
    gc.unfreeze()
    plain = statistics.median(times[RULESET])
    for ruleset, each in times.items():
        spent = statistics.median(each)
        yield f"full verdict, {ruleset:<12} {spent * 1e6:>6.1f} µs, {spent / plain:.2f} × one without a list"


if __name__ == "__main__":
    sys.exit(main())
