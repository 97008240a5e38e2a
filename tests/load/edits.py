"""``python -m tests.load.edits``: what edits of a long house list do to verdicts that have nothing to do with it.

Two workers answer clients that ask for plain verdicts, and others that ask by a list of 100,000 entries with inflections. In turns, nobody
edits the list and somebody does, ten times a second. It prints the times of the plain verdicts and ends with 1 where their 99th percentile
beside the edits is more than one and a half times that without. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.synchronize import Event
from pathlib import Path

from sqlalchemy import URL

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.rules.house import USUAL, Entry, Settings
from tests.conftest import letters
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import Wire, request

SLUG, AUTHOR, RULESET = "long", "load", "boggle"
PLAIN, HOUSED = 2, 2
"""Clients that ask for plain verdicts, and by the list."""
A_SECOND = 10
AT_MOST = 1.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure in turns; return 1 where edits slow plain verdicts more than they may."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.edits", description="Measure edits' harm.")
    parser.add_argument("--entries", type=int, default=100_000, help="entries of the list")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each turn")
    parser.add_argument("--rounds", type=int, default=5, help="turns without edits, and as many with them")
    given = parser.parse_args(arguments)
    adjudicator = Adjudicator()
    words = random.Random(1).sample(list(adjudicator.under(RULESET).keys()), 20_000)
    adjudicator.close()
    print(f"load {os.getloadavg()[0]:.1f}; {given.entries:,} entries with inflections", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "ledger.sqlite")
        _fill(path, given.entries)
        with ServerProcess(*SERVICE, "--workers", "2", environment={ENVIRONMENT: path}) as server:
            ratio = _compared(server, path, words, given.seconds, given.rounds)
    print(f"99th percentile beside edits: {ratio:.2f} × that without (at most {AT_MOST})")
    return 0 if ratio <= AT_MOST else 1


def _fill(path: str, entries: int) -> None:
    ledger = Ledger(URL.create("sqlite", database=path))
    ledger.houses.create(SLUG, Settings("Long", RULESET, {}), AUTHOR)
    ledger.houses.edit(SLUG, None, {key: _entry(key) for key in map(letters, range(entries))}, AUTHOR)
    ledger.close()


def _entry(key: str) -> Entry:
    return Entry(key, key, "allow", "measured", AUTHOR, now(), None, USUAL)


def _compared(server: ServerProcess, path: str, words: Sequence[str], seconds: float, rounds: int) -> float:
    """Print each turn; return the median of the 99th percentiles beside edits over that of those without."""
    _asked(server, words, seconds / 2)  # each worker reads the list once
    found: dict[bool, list[float]] = {False: [], True: []}
    for number, edits in itertools.product(range(rounds), (False, True)):
        over = multiprocessing.get_context("spawn").Event()
        editor = multiprocessing.get_context("spawn").Process(target=_edit, args=(path, number, over))
        if edits:
            editor.start()
            time.sleep(1.5)  # until it has begun
        spent = _asked(server, words, seconds)
        over.set()
        if edits:
            editor.join()
        found[edits].append(statistics.quantiles(spent, n=100)[98] * 1e3)
        told = f"p50 {statistics.median(spent) * 1e3:.1f} ms, p99 {found[edits][-1]:.1f} ms, longest {max(spent) * 1e3:.0f} ms"
        print(f"  {'with' if edits else 'without'} edits: {len(spent):,} plain verdicts, {told}", flush=True)
    return statistics.median(found[True]) / statistics.median(found[False])


def _edit(path: str, turn: int, over: Event) -> None:
    """Add an entry to the list, and again, until *over*."""
    ledger = Ledger(URL.create("sqlite", database=path))
    number = turn * 100_000
    while not over.wait(1 / A_SECOND):
        key = f"za{letters(number)}"
        ledger.houses.edit(SLUG, None, {key: _entry(key)}, AUTHOR)
        number += 1
    ledger.close()


def _asked(server: ServerProcess, words: Sequence[str], seconds: float) -> list[float]:
    """Return the seconds of each plain verdict, asked for while others ask by the list."""
    with ThreadPoolExecutor(PLAIN + HOUSED) as pool:
        names = [RULESET] * PLAIN + [f"house:{SLUG}"] * HOUSED
        asked = [
            pool.submit(_one_client, server, name, words, seconds, seed) for seed, name in enumerate(names)
        ]
        return [spent for client in asked[:PLAIN] for spent in client.result()]


def _one_client(
    server: ServerProcess, ruleset: str, words: Sequence[str], seconds: float, seed: int
) -> list[float]:
    wire, chance, spent = Wire(server.host, server.port), random.Random(seed), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sent = request(f"/v1/rulesets/{ruleset}/words/{chance.choice(words)}")
        started = time.perf_counter()
        if wire.ask(sent).status != 200:
            raise RuntimeError(f"no verdict by {ruleset}")
        spent.append(time.perf_counter() - started)
    wire.close()
    return spent


if __name__ == "__main__":
    sys.exit(main())
