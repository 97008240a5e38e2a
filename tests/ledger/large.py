"""What a large house list costs: `python -m tests.ledger.large --entries 100000 [--postgresql]`.

A file is imported, one word is edited, and what the list says after it is asked, as a server does for its next verdict.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

from sqlalchemy import URL

from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import now
from adjudicator.ledger.transfer import read, write
from adjudicator.rules.house import Entry, Settings
from tests.conftest import letters
from tests.ledger.races import fresh_ledger

SLUG = "large"
T = TypeVar("T")


def timed(what: str, deed: Callable[[], T]) -> T:
    """Do something once and print how long it took."""
    begun = time.perf_counter()
    found = deed()
    print(f"  {what}: {time.perf_counter() - begun:.2f} s")
    return found


def measure(url: URL, entries: int) -> None:
    """Print what a list of so many *entries* costs in the ledger at *url*."""
    ledger = Ledger(url)
    houses = ledger.houses
    houses.create(SLUG, Settings("Large", "boggle", {}), "measurer")
    words = [
        Entry(key, key, "allow", "measured", "measurer", now())
        for key in (letters(n) for n in range(entries))
    ]
    text = timed("write it as CSV", lambda: write("csv", words))
    reading = timed("read it", lambda: read("csv", text, author="measurer", at=now()))
    timed("compare it (dry run)", lambda: houses.bring(SLUG, 1, reading, "measurer", dry_run=True))
    timed("import it", lambda: houses.bring(SLUG, 1, reading, "measurer"))
    timed("import it again, all duplicates", lambda: houses.bring(SLUG, 2, reading, "measurer"))
    timed("what it says, the first time", lambda: ledger.current.get(SLUG))
    _edits(ledger)
    timed("fork it", lambda: houses.fork(SLUG, "copy", "measurer"))
    timed("a revision of it", lambda: houses.at(SLUG, 2))
    timed("diff two", lambda: houses.diff(SLUG, 2, houses.revision(SLUG).number))
    faults = timed("verify both", houses.verify)
    assert faults == []
    ledger.close()


def _edits(ledger: Ledger) -> None:
    edits: list[float] = []
    reads: list[float] = []
    for number in range(100):
        changes = {"za": Entry("za", "za", "allow", str(number), "measurer", now())}
        begun = time.perf_counter()
        ledger.houses.edit(SLUG, None, changes, "measurer")
        written = time.perf_counter()
        assert ledger.current.get(SLUG).entries["za"].reason == str(number)
        edits.append(written - begun)
        reads.append(time.perf_counter() - written)
    print(f"  an edit: {median(edits) * 1000:.1f} ms; what it says after it: {median(reads) * 1000:.1f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what a large house list costs.")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own, not on SQLite")
    chosen = parser.parse_args()
    with fresh_ledger(chosen.postgresql) as url:
        print(f"{url.get_backend_name()}, a list of {chosen.entries:,} entries")
        measure(url, chosen.entries)


if __name__ == "__main__":
    main()
