"""Examines a lexicon whose rows are complete, and makes what leads from misspellings to its words: of a large one from a copy in another process, while this one
seals the rows. Start at :func:`begun`, whose process runs :func:`main`.
"""

from __future__ import annotations

import pickle
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from adjudicator.ingest.audit import offences
from adjudicator.ingest.beside import running
from adjudicator.ingest.digest import content_digest
from adjudicator.ingest.misspelt import misspelt_of

MODULE = "adjudicator.ingest.examine"
LEAST = 4_000_000
"""How many bytes a lexicon has at least that another process examines: what is less is done before that has begun."""


class Examined(NamedTuple):
    """The digest of a lexicon's content, the checks that it fails, each with some offenders, and what leads from misspellings to its words."""

    digest: str
    faults: list[str]
    misspelt: bytes


@contextmanager
def begun(path: Path, db: sqlite3.Connection) -> Iterator[Callable[[], Examined]]:
    """Begin to examine the lexicon at *path*, which is complete but for its seals and open as *db*; give what returns the outcome in the end, and
    examines a small one only then.
    """
    if path.stat().st_size < LEAST:
        yield lambda: _examine(db)
        return
    copy = path.with_name(f"{path.name}.copy")
    try:
        shutil.copyfile(path, copy)
        with running(MODULE, copy, folder=path.parent) as written:

            def examined() -> Examined:
                output = written()
                return Examined(*pickle.load(output)) if output else _examine(db)

            yield examined
    finally:
        copy.unlink(missing_ok=True)


def _examine(db: sqlite3.Connection) -> Examined:
    return Examined(content_digest(db), offences(db), misspelt_of(db).tobytes())


def main() -> None:
    """Write to standard output what is found of the lexicon that the argument names."""
    db = sqlite3.connect(sys.argv[1])
    pickle.dump(tuple(_examine(db)), sys.stdout.buffer)
    db.close()


if __name__ == "__main__":
    main()
