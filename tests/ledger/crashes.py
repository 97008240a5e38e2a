"""Writers are killed under load: `python -m tests.ledger.crashes --times 100 [--postgresql]`.

Several processes edit one house list, each edit of several words with an idempotency key, and each says that it is written only after it
was. They are killed with `kill -9` at random moments, and their successors begin with the edit that the killed one was not sure of.
Afterwards every edit that was acknowledged is in the history, each once and whole, with the answer that was kept for it; the ledger
adds up.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, select

from adjudicator.ledger.clock import now
from adjudicator.ledger.idempotency import Reply
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.tables import house_change, idempotency
from adjudicator.ledger.verify import verify
from adjudicator.rules.house import Entry, Settings
from tests.ledger.postgres import new_ledger
from tests.ledger.writers import Writer

SLUG = "crashed"
WORDS = ("yeet", "zoomer", "rizz", "simp", "glamping")
WRITERS = 4
TOGETHER = 10
"""Every so many times all writers are killed at once, as where the machine goes down."""
FOUND, MADE = "found", "made"


class Crashed(NamedTuple):
    """What the killing came to."""

    kills: int
    acknowledged: int
    unsaid: int
    """Edits that were written, but whose writer was killed before it could say so; its successor did not write them again."""
    seconds: float


class Said(NamedTuple):
    """What a writer says of an edit."""

    note: str
    number: int
    """That of the revision."""
    found: bool
    """Whether its predecessor had written it already."""


class Editor(Writer):
    """A writer that edits the list."""

    def __init__(self, url: URL, name: str, folder: Path) -> None:
        super().__init__(url, "tests.ledger.crashes", folder / name)
        self._name = name
        self.go_on()

    def go_on(self) -> None:
        """Start it, or its successor, with the edit after the last acknowledged one."""
        self.start("--write", self._name, "--after", str(len(self.lines())))

    def acknowledged(self) -> list[Said]:
        """Return what it and its predecessors have said."""
        return [Said(note, int(number), found == FOUND) for note, number, found in self.lines()]


def write(name: str, after: int) -> None:
    """Edit the list for ever, and say of each edit that it is written."""
    ledger = Ledger()
    for number in itertools.count(after + 1):
        note = f"{name}.{number}"
        (_, _, body), found = ledger.idempotency.once("writer", note, note, partial(edit, ledger, note))
        os.write(sys.stdout.fileno(), f"{note} {body.decode()} {FOUND if found else MADE}\n".encode())


def edit(ledger: Ledger, note: str) -> Reply:
    """Edit several words at once; return the number of the revision."""
    changes = {word: Entry(word, word, "allow", note, "writer", now()) for word in WORDS}
    return (200, {}, str(ledger.houses.edit(SLUG, None, changes, "writer", note).number).encode())


def crash(url: URL, times: int, count: int = WRITERS, seed: int = 2026) -> Crashed:
    """Kill *count* writers *times* times at the ledger at *url*; raise :class:`AssertionError` where anything is lost or half there."""
    rng, begun, kills = random.Random(seed), time.monotonic(), 0
    begin(url)
    with tempfile.TemporaryDirectory() as folder:
        writers = [Editor(url, f"writer{number}", Path(folder)) for number in range(count)]
        try:
            for turn in itertools.count(1):
                chosen = writers if turn % TOGETHER == 0 else [rng.choice(writers)]
                for writer in chosen:
                    writer.wait()
                time.sleep(rng.uniform(0, 0.05))
                for writer in chosen:
                    writer.kill()
                kills += len(chosen)
                if kills >= times:
                    break
                for writer in chosen:
                    writer.go_on()
        finally:
            for writer in writers:
                writer.kill()
        said = [each for writer in writers for each in writer.acknowledged()]
    unsaid = check(url, said) + sum(each.found for each in said)
    return Crashed(kills, len(said), unsaid, time.monotonic() - begun)


def begin(url: URL) -> None:
    """Make the list that is edited."""
    ledger = Ledger(url)
    ledger.houses.create(SLUG, Settings("Crashed", "boggle", {}), "writer", "begin")
    ledger.close()


def check(url: URL, said: list[Said]) -> int:
    """Return how many edits are there that nobody acknowledged.

    Raises :class:`AssertionError` where an acknowledged one is missing, one is there twice or in part, or the ledger does not add up.
    """
    ledger = Ledger(url)
    history = ledger.houses.history(SLUG, limit=10**9)
    written = {revision.note: revision.number for revision in history if revision.note != "begin"}
    assert len(written) == len(history) - 1, "an edit is there twice"
    acknowledged = {each.note: each.number for each in said}
    assert len(acknowledged) == len(said), "an edit was acknowledged twice"
    assert acknowledged.items() <= written.items(), "an acknowledged edit is missing"
    whole = {(number, word, note) for note, number in written.items() for word in WORDS}
    with ledger.store.reading() as connection:
        column = house_change.c
        changes = connection.execute(select(column.number, column.key, column.reason)).all()
        kept = connection.execute(select(idempotency.c.key, idempotency.c.body)).all()
    assert {tuple(change) for change in changes} == whole, "an edit is there in part"
    assert {key: int(body) for key, body in kept} == written, "an edit is there without its answer"
    assert verify(ledger.store) == []
    ledger.close()
    return len(written) - len(acknowledged)


def main() -> None:
    """Kill writers and print what it came to; or be one of them."""
    parser = argparse.ArgumentParser(description="Kill writers of the ledger under load.")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own, not on SQLite")
    parser.add_argument("--write", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--after", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.write:
        write(chosen.write, chosen.after)
    with new_ledger(chosen.postgresql) as url:
        found = crash(url, chosen.times)
    print(
        f"{url.get_backend_name()}: {found.kills} writers killed in {found.seconds:.0f} s; {found.acknowledged:,} edits acknowledged, "
        f"none missing, none twice or in part; {found.unsaid} written, but not acknowledged before the kill"
    )


if __name__ == "__main__":
    main()
