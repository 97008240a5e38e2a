"""``make bench-growth``: how cost grows with what there is: a line a curve, with its exponent (0 is flat, 1 as much more as there is more).

It measures and prints; it asserts nothing. Times are those of the processor. To add a curve, write a function that takes a size and yields what it measured there, and put
it into :data:`CURVES`. Exponents are those of medians, so that single slow turns do not count; times of a busy machine are noisy all the
same. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import gc
import math
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import psutil
from sqlalchemy import URL

from adjudicator.games.board import read_board
from adjudicator.games.solver import solve
from adjudicator.judging import warming
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.lexicon.search import Criteria
from adjudicator.rules.house import USUAL, Entry, PartOfSpeech, Settings
from adjudicator.server.app import create_app
from tests.conftest import letters

RULESET, SLUG, AUTHOR = "boggle", "long", "bench"
NAME = f"house:{SLUG}"
SIZES, LISTS, CHANGES = (1_000, 10_000, 100_000), (10, 100, 1_000), (10, 100, 1_000)
TURNS = 15
ROUNDS = 30
"""Edits, each followed by a search and a board, after which a worker's memory is looked at."""
BOARD = read_board("PERS/LATG/SINE/TERS")
PAGES = ("/", "/?word=trig&part=answer", "/board", "/rules")


class Curve(NamedTuple):
    """What is measured, over what, and how: *measure* yields for one size as many figures as it has taken."""

    what: str
    unit: str
    sizes: Sequence[int]
    measure: Callable[[int], Iterator[float]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every curve, or those that are named, and print a line for each."""
    parser = argparse.ArgumentParser(prog="make bench-growth", description="Measure how cost grows.")
    parser.add_argument("--quick", action="store_true", help="without the largest size: a glance")
    parser.add_argument("--only", default="", help="the curves whose names have this in them")
    given = parser.parse_args(arguments)
    print(
        f"load {', '.join(f'{each:.1f}' for each in os.getloadavg())}; medians, and the exponent", flush=True
    )
    for curve in CURVES:
        if given.only in curve.what:
            print(told(curve, curve.sizes[: -1 if given.quick else None]), flush=True)
    return 0


def told(curve: Curve, sizes: Sequence[int]) -> str:
    """Measure *curve* at *sizes*, each in a process of its own, and return its line."""
    found = [_apart(curve.measure, size) for size in sizes]
    figures = "  ".join(f"{size:,}: {figure:,.1f}" for size, figure in zip(sizes, found, strict=True))
    return f"{curve.what:<52} {curve.unit:<3} {figures}   exponent {exponent(sizes, found):.2f}"


def exponent(sizes: Sequence[int], figures: Sequence[float]) -> float:
    """Return the slope of the line through the logarithms of *figures* over those of *sizes*."""
    return statistics.linear_regression(
        [math.log(size) for size in sizes], [math.log(max(figure, 1e-6)) for figure in figures]
    ).slope


def _apart(measure: Callable[[int], Iterator[float]], size: int) -> float:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_median, measure, size).result()


def _median(measure: Callable[[int], Iterator[float]], size: int) -> float:
    return statistics.median(measure(size))


@contextmanager
def a_ledger() -> Iterator[Ledger]:
    """Enter with an empty ledger, which the environment names as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        os.environ[ENVIRONMENT] = str(path)
        ledger = Ledger(URL.create("sqlite", database=str(path)))
        yield ledger
        ledger.close()


@contextmanager
def a_list(size: int, inflections: tuple[PartOfSpeech, ...]) -> Iterator[Adjudicator]:
    """Enter with a service that has a house list of *size* entries with these *inflections*, and has answered by it."""
    with a_ledger() as ledger:
        ledger.houses.create(SLUG, Settings("Long", RULESET, {}), AUTHOR)
        ledger.houses.edit(
            SLUG, None, {key: entry(key, inflections) for key in map(letters, range(size))}, AUTHOR
        )
        adjudicator = Adjudicator(ledger=ledger)
        warming.warm([adjudicator.benches.of_ruleset(RULESET)])
        adjudicator.verdict("trig", NAME)
        _searched(adjudicator)
        _solved(adjudicator)
        gc.collect()
        yield adjudicator


def entry(key: str, inflections: tuple[PartOfSpeech, ...] = ()) -> Entry:
    """Return an entry that allows *key*."""
    return Entry(key, key, "allow", "measured", AUTHOR, now(), None, inflections)


def edit(adjudicator: Adjudicator, number: int, inflections: tuple[PartOfSpeech, ...]) -> str:
    """Add a word to the list; return it."""
    added = entry(f"za{letters(number)}", inflections)
    adjudicator.ledger.houses.edit(SLUG, None, {added.key: added}, AUTHOR)
    return added.key


def edit_and_verdict(inflections: tuple[PartOfSpeech, ...], size: int) -> Iterator[float]:
    """Yield the milliseconds of an edit with the verdict after it."""
    with a_list(size, inflections) as adjudicator:
        for number in range(TURNS):
            started = time.process_time()
            key = edit(adjudicator, number, inflections)
            adjudicator.verdict(key, NAME)
            yield (time.process_time() - started) * 1e3


def after_an_edit(deed: Callable[[Adjudicator], None], size: int) -> Iterator[float]:
    """Yield the milliseconds of a *deed* after an edit of an entry with inflections."""
    with a_list(size, USUAL) as adjudicator:
        for number in range(TURNS):
            adjudicator.verdict(edit(adjudicator, number, USUAL), NAME)
            started = time.process_time()
            deed(adjudicator)
            yield (time.process_time() - started) * 1e3


def _searched(adjudicator: Adjudicator) -> None:
    list(islice(adjudicator.under(NAME).search(Criteria(pattern="*ing")), 50))


def _solved(adjudicator: Adjudicator) -> None:
    solve(BOARD, adjudicator.under(NAME).compiled.board_words)


def memory_after_edits(size: int) -> Iterator[float]:
    """Yield the megabytes that a process has beside those that it had without the list, after edits, each searched and solved after."""
    plain = Adjudicator()
    warming.warm([plain.benches.of_ruleset(RULESET)])
    next(plain.under(RULESET).search(Criteria(pattern="*ing")))
    solve(BOARD, plain.under(RULESET).compiled.board_words)
    before = _private()
    with a_list(size, USUAL) as adjudicator:
        for number in range(ROUNDS):
            adjudicator.verdict(edit(adjudicator, number, USUAL), NAME)
            _searched(adjudicator)
            _solved(adjudicator)
        yield _private() - before


def memory_after_changes(changes: int) -> Iterator[float]:
    """Yield the megabytes that a process has beside those that it had before a list's own rules were changed, asked and searched so many times."""
    with a_list(10, USUAL) as adjudicator:
        before = _private()
        for number in range(changes):
            settings = Settings("Long", RULESET, {"cites": {"too-short": f"rule {number}"}})
            adjudicator.ledger.houses.settings(SLUG, None, settings, AUTHOR)
            adjudicator.under(NAME).verdict_data("trig")
            adjudicator.under(NAME).answers(["trig", "zee", "qi", "yeet"] * 10, detail="reasons")
            _searched(adjudicator)
        yield max(_private() - before, 0.1)


def _private() -> float:
    gc.collect()
    return float(psutil.Process().memory_full_info().uss) / 1e6


def page(address: str, lists: int) -> Iterator[float]:
    """Yield the milliseconds of a page where there are so many house lists."""
    with a_ledger() as ledger:
        for number in range(lists):
            ledger.houses.create(f"club-{number:04}", Settings(f"Club {number}", RULESET, {}), AUTHOR)
        client = create_app().test_client()
        client.get(address)
        for _ in range(TURNS):
            started = time.process_time()
            assert client.get(address).status_code == 200
            yield (time.process_time() - started) * 1e3


CURVES = [
    Curve("edit of a plain entry, and the verdict after it", "ms", SIZES, partial(edit_and_verdict, ())),
    Curve(
        "edit of an entry with inflections, and the verdict", "ms", SIZES, partial(edit_and_verdict, USUAL)
    ),
    Curve("search after an edit", "ms", SIZES, partial(after_an_edit, _searched)),
    Curve("board after an edit", "ms", SIZES, partial(after_an_edit, _solved)),
    Curve(f"memory of {ROUNDS} edits, searches and boards", "MB", SIZES, memory_after_edits),
    Curve("memory of changes of a list's rules, over changes", "MB", CHANGES, memory_after_changes),
    *(Curve(f"page {address}, over lists", "ms", LISTS, partial(page, address)) for address in PAGES),
]

if __name__ == "__main__":
    sys.exit(main())
