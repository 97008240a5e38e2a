"""Those who fork, import and restore long lists are killed in the middle: `python -m tests.ledger.halves --times 50 [--postgresql]`.

Two processes do so again and again, each deed in many pieces, and say of each deed that it is done only after it was. They are killed with
`kill -9` at random moments. At every moment, and afterwards, every list is as some deed has left it, whole, whoever reads it; what was
acknowledged is there; and what was left behind is swept away. Start at :func:`crash`.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

from sqlalchemy import URL, func, select

from adjudicator.ledger.clock import now
from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.drafts import Drafts
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.tables import house, house_bulk, house_draft, house_revision
from adjudicator.ledger.transfer import Line, Reading
from adjudicator.ledger.verify import verify
from adjudicator.rules.house import Entry, Settings
from tests.ledger.postgres import new_ledger
from tests.ledger.writers import Writer

SOURCE = "source"
WORDS = [*map("".join, itertools.islice(itertools.product(ascii_lowercase, repeat=3), 3_000))]
WRITERS = 2


class Halved(NamedTuple):
    """What the killing came to."""

    kills: int
    acknowledged: int
    left: int
    """Drafts that were left behind, and swept."""
    behind: int
    """Lists whose latest entries were left behind, and brought on."""
    seconds: float


class Curator(Writer):
    """A writer that does long deeds."""

    def __init__(self, url: URL, name: str, folder: Path) -> None:
        super().__init__(url, "tests.ledger.halves", folder / name)
        self._name = name
        self._lives = itertools.count()
        self.go_on()

    def go_on(self) -> None:
        """Start it, or its successor."""
        self.start("--write", f"{self._name}-{next(self._lives)}")

    def acknowledged(self) -> list[tuple[str, int]]:
        """Return the lists, and the revisions of them, that it and its predecessors have said to be there."""
        return [(slug, int(number)) for slug, number in self.lines()]


def write(name: str) -> None:
    """Fork the source, and change all of the fork, for ever; say of each deed that it is done."""
    ledger = Ledger()

    def say(slug: str, number: int) -> None:
        os.write(sys.stdout.fileno(), f"{slug} {number}\n".encode())

    say(SOURCE, 1)
    for count in itertools.count():
        slug = f"{name}-{count}"
        say(slug, ledger.houses.fork(SOURCE, slug, "writer").number)
        reading = file_of(f"second of {slug}")
        say(slug, ledger.houses.bring(slug, 1, reading, "writer", contradictions="replace")[1].number)
        say(slug, ledger.houses.restore(slug, 2, 1, "writer").number)


def file_of(reason: str) -> Reading:
    """Return a file of all words, each for the same *reason*."""
    at = now()
    made = (Entry(word, word, "allow", reason, "writer", at) for word in WORDS)
    return Reading(tuple(Line(entry.key, entry) for entry in made), ())


def crash(url: URL, times: int, seed: int = 2026) -> Halved:
    """Kill writers *times* times at the ledger at *url*; raise :class:`AssertionError` where anything is lost or half there."""
    rng, begun, kills = random.Random(seed), time.monotonic(), 0
    ledger = Ledger(url)
    ledger.houses.create(SOURCE, Settings("Source", "boggle", {}), "writer")
    ledger.houses.bring(SOURCE, 1, file_of("first"), "writer")
    with tempfile.TemporaryDirectory() as folder:
        writers = [Curator(url, f"writer{number}", Path(folder)) for number in range(WRITERS)]
        try:
            while True:
                writer = rng.choice(writers)
                writer.wait()
                time.sleep(rng.uniform(0, 1.0))
                writer.kill()
                kills += 1
                whole(ledger, rng)
                if kills >= times:
                    break
                writer.go_on()
        finally:
            for writer in writers:
                writer.kill()
        said = [each for writer in writers for each in writer.acknowledged()]
    left, behind = swept(ledger, said)
    ledger.close()
    return Halved(kills, len(said), left, behind, time.monotonic() - begun)


def whole(ledger: Ledger, rng: random.Random) -> None:
    """Raise :class:`AssertionError` unless some of the lists are as one deed has left them, for those who read them anew."""
    lists = ledger.houses.lists()
    for each in rng.sample(lists, min(3, len(lists))):
        found = CurrentHouses(ledger.store).get(each.slug)
        assert len(found.entries) == len(WORDS), each
        assert len({entry.reason for entry in found.entries.values()}) == 1, each


def swept(ledger: Ledger, said: list[tuple[str, int]]) -> tuple[int, int]:
    """Return how many drafts and how many lists behind were left, when all is swept.

    Raises :class:`AssertionError` where an acknowledged revision is missing, a list is half there, or anything stays behind or does not add
    up.
    """
    houses: Houses = ledger.houses
    heads = {each.slug: each.number for each in houses.lists()}
    assert all(heads.get(slug, 0) >= number for slug, number in said), "an acknowledged deed is missing"
    assert verify(ledger.store) == []
    with ledger.store.reading() as connection:
        behind = len(connection.execute(select(house.c.slug).where(house.c.behind.is_not(None))).all())
    left = Drafts(ledger.store).sweep(timedelta(seconds=-60))
    with ledger.store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(house_draft)).scalar_one() == 0
        assert connection.execute(select(house.c.slug).where(house.c.behind.is_not(None))).all() == []
        named = select(house_revision.c.bulk).where(house_revision.c.bulk.is_not(None))
        lost = select(func.count()).select_from(house_bulk).where(house_bulk.c.bulk.not_in(named))
        assert connection.execute(lost).scalar_one() == 0, "rows of no revision are left"
    assert verify(ledger.store) == []
    return left, behind


def main() -> None:
    """Kill writers and print what it came to; or be one of them."""
    parser = argparse.ArgumentParser(description="Kill those who fork, import and restore long lists.")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own, not on SQLite")
    parser.add_argument("--write", metavar="NAME", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.write:
        write(chosen.write)
    with new_ledger(chosen.postgresql) as url:
        found = crash(url, chosen.times)
    print(
        f"{url.get_backend_name()}: {found.kills} writers killed in {found.seconds:.0f} s; {found.acknowledged:,} long deeds acknowledged, none "
        f"missing, none in part; {found.left} drafts were left and {found.behind} lists behind, and are swept"
    )


if __name__ == "__main__":
    main()
