"""How the cost of what people do with the ledger grows: `python -m tests.ledger.growth [--sizes 1000 10000 100000] [--postgresql]`.

Each function of :data:`CURVES` makes a ledger of a size and returns what one deed on it takes, as processor and wall seconds; the table has
the exponent *b* by which they grow with the size (0 flat, 1 linear). It measures and prints;
it asserts nothing. Start at :func:`curve`.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import URL

from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.transfer import Line, Reading
from adjudicator.ledger.validation import entry_from
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import Entry, Settings
from adjudicator.rules.ruleset import Challenge
from tests.conftest import letters
from tests.ledger.postgres import new_ledger

SETTINGS = Settings("Grown", "boggle", {})
AUTHOR = "grower"
DEEDS = 9
"""How often a deed is done of which the median counts, where it is short."""


class Seconds(NamedTuple):
    """What a deed took."""

    processor: float
    wall: float


Deed = Callable[[], object]


@contextlib.contextmanager
def opened(url: URL) -> Iterator[Ledger]:
    """Open the ledger at *url* within the block."""
    ledger = Ledger(url)
    try:
        yield ledger
    finally:
        ledger.close()


def timed(deed: Deed) -> Seconds:
    """Do something once and return what it took."""
    gc.collect()
    wall, processor = time.perf_counter(), time.process_time()
    deed()
    return Seconds(time.process_time() - processor, time.perf_counter() - wall)


def often(deed: Callable[[int], object], times: int = DEEDS) -> Seconds:
    """Do something so often, each time with another number, and return what the median of them took."""
    found = [timed(lambda number=number: deed(number)) for number in range(times)]  # type: ignore[misc]
    return Seconds(*(statistics.median(each) for each in zip(*found, strict=True)))


def words(size: int, reason: str = "") -> Reading:
    """Return a file of so many words."""
    at = now()
    made = (Entry(word, word, "allow", reason, AUTHOR, at) for word in map(letters, range(size)))
    return Reading(tuple(Line(entry.key, entry) for entry in made), ())


def filled(ledger: Ledger, size: int) -> None:
    """Make a list of so many words, unless it is there."""
    if not any(each.slug == "long" for each in ledger.houses.lists()):
        ledger.houses.create("long", SETTINGS, AUTHOR)
        ledger.houses.bring("long", None, words(size), AUTHOR)


def one(word: str) -> dict[str, Entry | None]:
    """Return the change of one word."""
    return {word: entry_from({"word": word, "effect": "allow"}, author=AUTHOR, at=now())}


def importing(url: URL, size: int) -> Seconds:
    """Import so many words into a new list."""
    with opened(url) as ledger:
        ledger.houses.create("imported", SETTINGS, AUTHOR)
        reading = words(size)
        return timed(lambda: ledger.houses.bring("imported", None, reading, AUTHOR))


def importing_again(url: URL, size: int) -> Seconds:
    """Import so many words that a list has already."""
    with opened(url) as ledger:
        filled(ledger, size)
        reading = words(size)
        return timed(lambda: ledger.houses.bring("long", None, reading, AUTHOR))


def forking(url: URL, size: int) -> Seconds:
    """Fork a list of so many words."""
    with opened(url) as ledger:
        filled(ledger, size)
        return timed(lambda: ledger.houses.fork("long", "fork", AUTHOR))


def merging(url: URL, size: int) -> Seconds:
    """Merge one word into a list of so many, from a fork of it."""
    with opened(url) as ledger:
        filled(ledger, size)
        ledger.houses.fork("long", "fork", AUTHOR)

        def merged(number: int) -> None:
            ledger.houses.edit("fork", None, one(f"zz{letters(number)}"), AUTHOR)
            ledger.houses.merge("long", None, "fork", AUTHOR)

        return often(merged)


def restoring(url: URL, size: int) -> Seconds:
    """Take an edit of one word of a list of so many back."""
    with opened(url) as ledger:
        filled(ledger, size)

        def restored(number: int) -> None:
            head = ledger.houses.revision("long").number
            ledger.houses.edit("long", head, one(f"zz{letters(number)}"), AUTHOR)
            ledger.houses.restore("long", None, head, AUTHOR)

        return often(restored)


def looking_back(url: URL, size: int) -> Seconds:
    """Read a list of 200 words as it was at the last but one of so many revisions."""
    with opened(url) as ledger:
        ledger.houses.create("old", SETTINGS, AUTHOR)
        ledger.houses.bring("old", None, words(200), AUTHOR)
        for number in range(size):
            entry = Entry(letters(number % 200), letters(number % 200), "deny", str(number), AUTHOR, now())
            ledger.houses.edit("old", None, {entry.key: entry}, AUTHOR)
        return often(lambda _: ledger.houses.at("old", size + 1))


def voting(url: URL, size: int) -> Seconds:
    """Vote in a dispute that has so many votes."""
    with opened(url) as ledger:
        dispute = _disputes(ledger, 1)[0]
        for number in range(size):
            ledger.disputes.vote(dispute, f"t{number}", f"voter {number}", "legal")
        return often(lambda number: ledger.disputes.vote(dispute, f"n{number}", f"new {number}", "illegal"))


def listing(url: URL, size: int) -> Seconds:
    """List the first page of so many disputes."""
    with opened(url) as ledger:
        _disputes(ledger, size)
        return often(lambda _: ledger.disputes.listing())


def listing_none(url: URL, size: int) -> Seconds:
    """List the disputes of a status that none of so many has."""
    with opened(url) as ledger:
        _disputes(ledger, size)
        return often(lambda _: ledger.disputes.listing("withdrawn"))


def _disputes(ledger: Ledger, size: int) -> list[str]:
    """Open so many disputes with a far deadline; return their ids."""
    digest = f"sha256:{'0' * 64}"
    verdict = {"word": "zee", "key": "zee", "legal": False, "lexicon": digest, "ruleset_digest": digest}
    context = Context(player="ann", challenger="bob")
    rule = Challenge(settle="vote")
    return [
        ledger.disputes.open("boggle", [verdict], rule, by=AUTHOR, context=context, deadline="2999-01-01").id
        for _ in range(size)
    ]


LONG, SHORT = (1_000, 10_000, 100_000), (10, 100, 1_000, 5_000)
CURVES: dict[str, tuple[Callable[[URL, int], Seconds], tuple[int, ...]]] = {
    "import": (importing, LONG),
    "import again": (importing_again, LONG),
    "fork": (forking, LONG),
    "merge of one word": (merging, LONG),
    "restore of one word": (restoring, LONG),
    "at, by revisions": (looking_back, SHORT),
    "vote, by votes": (voting, SHORT),
    "list disputes": (listing, SHORT),
    "list none of them": (listing_none, SHORT),
}
"""What people do → what measures it, and the usual sizes."""


def curve(
    measure: Callable[[URL, int], Seconds], sizes: Sequence[int], *, on_postgresql: bool = False
) -> list[Seconds]:
    """Return what a deed takes at each of some sizes, each time on a ledger of its own."""
    found = []
    for size in sizes:
        with new_ledger(on_postgresql) as url:
            found.append(measure(url, size))
    return found


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return by which power of the size the seconds grow, by the line of least squares through their logarithms."""
    if len(sizes) < 2:
        return math.nan
    across, up = [math.log(size) for size in sizes], [math.log(max(each, 1e-9)) for each in seconds]
    return statistics.linear_regression(across, up).slope


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each curve, or for those that are named."""
    parser = argparse.ArgumentParser(description="Measure how the cost of the ledger's deeds grows.")
    parser.add_argument("--only", choices=sorted(CURVES), action="append")
    parser.add_argument("--sizes", type=int, nargs="+")
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own, not on SQLite")
    given = parser.parse_args(arguments)
    print("milliseconds of the processor, and wall; b is the exponent of either")
    for name in given.only or CURVES:
        measure, usual = CURVES[name]
        sizes = given.sizes or usual
        found = curve(measure, sizes, on_postgresql=given.postgresql)
        each = ", ".join(
            f"{size:,}: {seconds.processor * 1e3:.1f} / {seconds.wall * 1e3:.1f}"
            for size, seconds in zip(sizes, found, strict=True)
        )
        slopes = [exponent(sizes, part) for part in zip(*found, strict=True)]
        print(f"{name:<20} {each}; b {slopes[0]:.2f} / {slopes[1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
