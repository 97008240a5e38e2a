"""Many processes edit one house list at once: `python -m tests.ledger.races --processes 8 --edits 10000 [--postgresql]`.

Each edit says which revision its writer has seen, and is tried again after a moment where somebody else was first; its note says which
revision it follows. Afterwards the history has every edit once, each after the revision that its note names, and those of each process in
their order.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from itertools import count
from typing import NamedTuple

from sqlalchemy import URL, make_url, select

from adjudicator.errors import StaleRevision
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.tables import house_change
from adjudicator.rules.house import Entry, Settings
from tests.ledger.postgres import new_ledger

SLUG = "raced"
PAUSE = 0.01
"""Seconds that one waits at most before it tries again, for each time that somebody else was first."""


class Raced(NamedTuple):
    """What a race came to."""

    edits: int
    retries: int
    seconds: float


def race(url: URL, processes: int, edits: int) -> Raced:
    """Let so many *processes* make so many *edits* of a new list in the ledger at *url*; raise :class:`AssertionError` where any is lost."""
    ledger = Ledger(url)
    ledger.houses.create(SLUG, Settings("Raced", "boggle", {}), "starter")
    shares = [edits // processes + (number < edits % processes) for number in range(processes)]
    context = multiprocessing.get_context("spawn")
    told = context.SimpleQueue()
    text = url.render_as_string(hide_password=False)
    runners = [
        context.Process(target=_run, args=(text, number, share, told)) for number, share in enumerate(shares)
    ]
    for runner in runners:
        runner.start()
    retries = 0
    spans: list[tuple[float, float]] = []
    for runner in runners:
        runner.join()
        assert runner.exitcode == 0
    for _ in runners:
        tries, begun, ended = told.get()
        retries += tries
        spans.append((begun, ended))
    _check(ledger, shares)
    ledger.close()
    seconds = max(end for _, end in spans) - min(begin for begin, _ in spans)
    return Raced(edits, retries, seconds)


def _run(
    url: str, number: int, edits: int, told: multiprocessing.SimpleQueue[tuple[int, float, float]]
) -> None:
    """Make one process's share of the edits; tell how many were tried again, and when it began and ended."""
    ledger = Ledger(make_url(url))
    key, seen, retries, begun = _key(number), 1, 0, time.time()
    for done in range(1, edits + 1):
        for tried in count():
            time.sleep(random.random() * PAUSE * min(tried, 8))
            try:
                changes = {key: _entry(key, done)}
                note = f"after {seen}"
                seen = ledger.houses.edit(SLUG, seen, changes, f"process {number}", note).number
                break
            except StaleRevision as error:
                seen = error.current
                retries += 1
    told.put((retries, begun, time.time()))
    ledger.close()


def _key(number: int) -> str:
    return "process" + "".join(chr(97 + int(digit)) for digit in str(number))


def _entry(key: str, count: int) -> Entry:
    return Entry(key, key, "allow", str(count), "racer", now())


def _check(ledger: Ledger, shares: list[int]) -> None:
    """Raise :class:`AssertionError` unless every edit is in the history, once and in order."""
    edits = sum(shares)
    history = ledger.houses.history(SLUG, limit=edits + 10)[::-1]
    assert [revision.number for revision in history] == list(range(1, edits + 2))
    assert [revision.note for revision in history[1:]] == [
        f"after {number}" for number in range(1, edits + 1)
    ]
    counts = dict.fromkeys(range(len(shares)), 0)
    with ledger.store.reading() as connection:
        written = connection.execute(select(house_change).order_by(house_change.c.number)).all()
    for revision, change in zip(history[1:], written, strict=True):
        number = int(revision.author.removeprefix("process "))
        counts[number] += 1
        assert (change.number, change.key) == (revision.number, _key(number))
        assert int(change.reason) == counts[number]
    assert list(counts.values()) == shares
    assert ledger.houses.verify(SLUG) == []
    assert ledger.houses.at(SLUG, edits + 1).entries == ledger.current.get(SLUG).entries


def main() -> None:
    """Run a race and print its figure."""
    parser = argparse.ArgumentParser(description="Edit one house list from many processes at once.")
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own, not on SQLite")
    chosen = parser.parse_args()
    with new_ledger(chosen.postgresql) as url:
        found = race(url, chosen.processes, chosen.edits)
    print(
        f"{url.get_backend_name()}: {chosen.processes} processes made {found.edits:,} edits of one list in {found.seconds:.1f} s"
        f" ({found.edits / found.seconds:,.0f} a second), {found.retries:,} were tried again; none was lost"
    )


if __name__ == "__main__":
    main()
