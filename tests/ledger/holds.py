"""How long others wait while a long list is forked, merged, restored and imported: `python -m tests.ledger.holds [--entries 500000] [--postgresql]`.

A second process edits another, tiny list all the while, a few dozen times a second, and writes down how long each edit took. It measures and
prints; it asserts nothing. Start at :func:`measured`.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import multiprocessing.synchronize
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import URL, Connection, make_url

from adjudicator.errors import LedgerUnavailable
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import Store
from adjudicator.ledger.transfer import Line, Reading
from adjudicator.rules.house import Entry, Settings
from tests.conftest import letters
from tests.ledger.postgres import new_ledger

LONG, TINY = "long", "tiny"
PAUSE = 0.02
"""Seconds between two edits of the tiny list."""
SETTINGS = Settings("Held", "boggle", {})
AUTHOR = "holder"


class Edit(NamedTuple):
    """When an edit of the tiny list was begun, and how many seconds it took."""

    at: float
    seconds: float


class Held(NamedTuple):
    """How long a transaction kept others from writing, and what of that it worked: it waits for the disk, and on a machine that has
    more to do for the processor.
    """

    seconds: float
    processor: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure on SQLite, or on a server of its own, and print one line a deed."""
    parser = argparse.ArgumentParser(description="Measure how long others wait for long lists.")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own, not on SQLite")
    given = parser.parse_args(arguments)
    print(f"load {', '.join(f'{each:.1f}' for each in os.getloadavg())}; {given.entries:,} entries")
    with new_ledger(given.postgresql) as url:
        print(
            f"{url.get_backend_name()}: the deed, its seconds; edits of another list meanwhile, and the deed's own transactions, in ms"
        )
        for line in measured(url, given.entries):
            print(f"  {line}", flush=True)
    return 0


def measured(url: URL, entries: int) -> Iterator[str]:
    """Do each deed at the ledger at *url*, with a list of so many *entries*; yield what it took, and those who edited meanwhile."""
    ledger = Ledger(url)
    for slug in (LONG, TINY):
        ledger.houses.create(slug, SETTINGS, AUTHOR)
    context = multiprocessing.get_context("spawn")
    ready, enough, told = context.Event(), context.Event(), context.SimpleQueue()
    text = url.render_as_string(hide_password=False)
    editor = context.Process(target=edit, args=(text, ready, enough, told))
    editor.start()
    ready.wait()
    spans: list[tuple[str, float, float]] = []
    held = watched(ledger.store)
    longest: dict[str, Held] = {}
    for name, deed in deeds(ledger, entries):
        held.clear()
        begun = time.time()
        deed()
        spans.append((name, begun, time.time()))
        longest[name] = Held(*map(max, zip(*held, strict=True))) if held else Held(0.0, 0.0)
    enough.set()
    edits = [Edit(*each) for each in told.get()]
    editor.join()
    for name, begun, ended in spans:
        waits = sorted(each.seconds * 1e3 for each in edits if begun - each.seconds <= each.at < ended)
        if not waits:
            yield f"{name:<22} {ended - begun:6.1f} s; no edit was begun meanwhile"
            continue
        yield (
            f"{name:<22} {ended - begun:6.1f} s; {len(waits):>5,} edits, median {waits[len(waits) // 2]:6.1f}, "
            f"p99 {waits[int(len(waits) * 0.99)]:8.1f}, longest {waits[-1]:8.1f}; transactions {longest[name].seconds * 1e3:.0f} at most, "
            f"{longest[name].processor * 1e3:.0f} of the processor"
        )
    faults = ledger.houses.verify()
    yield f"verified: {faults or 'all adds up'}"
    ledger.close()


def watched(store: Store) -> list[Held]:
    """Return a list that gets every transaction in which this process writes, from when it has the lock on."""
    held: list[Held] = []
    enter = store.writing

    @contextlib.contextmanager
    def writing() -> Iterator[Connection]:
        with contextlib.ExitStack() as left:
            connection = left.enter_context(enter())
            begun, worked = time.perf_counter(), time.process_time()
            yield connection
            left.close()
            held.append(Held(time.perf_counter() - begun, time.process_time() - worked))

    store.writing = writing  # type: ignore[method-assign]
    return held


def deeds(ledger: Ledger, entries: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is done, in this order: each deed finds what the one before has left."""
    houses = ledger.houses
    words = [letters(number) for number in range(entries)]

    def file_of(reason: str) -> Reading:
        at = now()
        made = (Entry(word, word, "allow", reason, AUTHOR, at) for word in words)
        return Reading(tuple(Line(entry.key, entry) for entry in made), ())

    first, other = file_of("first"), file_of("second")
    word = {words[0]: Entry(words[0], words[0], "deny", "", AUTHOR, now())}
    yield "nothing", lambda: time.sleep(3)
    yield "import", lambda: houses.bring(LONG, None, first, AUTHOR)
    yield "the same import again", lambda: houses.bring(LONG, None, first, AUTHOR)
    yield "fork", lambda: houses.fork(LONG, "copy", AUTHOR)
    houses.edit("copy", None, word, AUTHOR)
    yield "merge of one word", lambda: houses.merge(LONG, None, "copy", AUTHOR)
    yield "restore of one word", lambda: houses.restore(LONG, None, 2, AUTHOR)
    yield (
        "import over the list",
        lambda: houses.bring(LONG, None, other, AUTHOR, contradictions="replace"),
    )
    yield "restore of all words", lambda: houses.restore(LONG, None, 2, AUTHOR)
    houses.bring(LONG, None, other, AUTHOR, contradictions="replace")
    yield "merge of all words", lambda: houses.merge("copy", None, LONG, AUTHOR, prefer="theirs")


def edit(
    url: str,
    ready: multiprocessing.synchronize.Event,
    enough: multiprocessing.synchronize.Event,
    told: multiprocessing.SimpleQueue[list[Edit]],
) -> None:
    """Edit the tiny list until it is *enough*; tell what each edit took."""
    ledger = Ledger(make_url(url))
    edits: list[Edit] = []
    number = 0
    while not enough.wait(PAUSE):
        number += 1
        at, begun = time.time(), time.perf_counter()
        entry = Entry("yeet", "yeet", "allow", str(number), AUTHOR, now())
        with contextlib.suppress(LedgerUnavailable):  # who is refused has waited, too
            ledger.houses.edit(TINY, None, {"yeet": entry}, AUTHOR)
        edits.append(Edit(at, time.perf_counter() - begun))
        ready.set()
    told.put(edits)
    ledger.close()


if __name__ == "__main__":
    sys.exit(main())
