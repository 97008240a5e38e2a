"""Stages most of a source in another process, while this one reads the others. Start at :func:`begun`, whose process runs :func:`main`.

To clean GCIDE's texts takes longer than to read all other sources. Nothing that another source needs is in its entries, so they can be staged anywhere.
"""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from adjudicator.ingest.beside import Written, running
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.stage import Counts, SourceInput, Stage
from adjudicator.sources.records import Share

MODULE = "adjudicator.ingest.apart"
_HERE = 0.16
EARLIER, LATER = Share(end=_HERE), Share(begin=_HERE)
"""What of a source is staged by this process when it has read the others, and before by the other one, so that both are done at once."""

Taken = Callable[[Stage], Counts | None]
"""Puts into a stage what the other process has staged, when that has ended, and returns the counts; None where it failed."""


@contextmanager
def begun(source: SourceInput, rank: int, config: Path, folder: Path) -> Iterator[Taken]:
    """Begin to stage the LATER part of *source* in another process; what it has staged waits in *folder*."""
    with running(MODULE, *source[:3], rank, config, folder=folder) as written:
        yield lambda stage: _taken(written, stage)


def _taken(written: Written, stage: Stage) -> Counts | None:
    staged = written()
    if staged is None:
        return None
    counts: Counts = pickle.load(staged)
    with suppress(EOFError):
        while True:
            stage.add(*pickle.load(staged))
    return counts


def main() -> None:
    """Stage the LATER part of the source that the arguments name, and write to standard output how much it has, and the rows of the tables."""
    name, reader, folder, rank, config = sys.argv[1:]
    gc.disable()  # as in the build itself
    stage = Stage(Path(":memory:"), World(Path(config)))
    counts = stage.read_source(
        SourceInput(name, reader, Path(folder), LATER), int(rank), lambda done, total: None
    )
    pickle.dump(counts, sys.stdout.buffer)
    for part in stage.parts():
        pickle.dump(part, sys.stdout.buffer)


if __name__ == "__main__":
    main()
