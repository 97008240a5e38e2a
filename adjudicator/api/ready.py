"""Makes ready, in a process of its own, what answers are fast by, so that nobody who asks meanwhile waits for it.

To make the graphs of all words takes seconds in which the interpreter does nothing else, and a request that comes then would wait. Start at
:func:`make_ready`; the other process runs :func:`main`.
"""

from __future__ import annotations

import hashlib
import logging
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import orjson

from adjudicator.errors import AdjudicatorError
from adjudicator.lexicon.near import SavedNear
from adjudicator.service import Adjudicator, Ready

MODULE = "adjudicator.api.ready"
LONGEST = 600
"""Seconds after which what is not ready is made here."""
_LENGTH = 8

log = logging.getLogger(__name__)


def make_ready(adjudicator: Adjudicator, rulesets: Iterable[str]) -> None:
    """Make what answers by these *rulesets* are fast by, in another process if that can be."""
    names = list(rulesets)
    path = adjudicator.lexicon.path
    try:
        done = subprocess.run(
            [sys.executable, "-m", MODULE, str(path), *names],
            capture_output=True,
            timeout=LONGEST,
            check=True,
        )
        if adjudicator.take_ready(_read(done.stdout)):
            return
        log.info("the lexicon or the rules have changed meanwhile")
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        log.warning("nothing could be made ready in another process: %s", error)
    adjudicator.warm(names)


def main(arguments: list[str]) -> int:
    """Write to standard output what is made ready of the lexicon and by the rulesets that *arguments* name."""
    path, *names = arguments
    try:
        ready = Adjudicator(Path(path)).ready(names)
    except AdjudicatorError as error:
        print(error, file=sys.stderr)
        return 1
    for piece in _written(ready):
        sys.stdout.buffer.write(piece)
    return 0


def _written(ready: Ready) -> Iterator[bytes]:
    blobs = [*dict.fromkeys(ready.graphs.values()), *ready.near]
    head = {
        "digests": ready.digests,
        "graphs": {name: blobs.index(graph) for name, graph in ready.graphs.items()},
        "sizes": [len(each) for each in blobs],
        "sha256": hashlib.sha256(b"".join(blobs)).hexdigest(),
    }
    said = orjson.dumps(head)
    yield len(said).to_bytes(_LENGTH, "big")
    yield said
    yield from blobs


def _read(written: bytes) -> Ready:
    """Return what another process has *written*. Raises :class:`ValueError` where that is not all of it."""
    start = _LENGTH + int.from_bytes(written[:_LENGTH], "big")
    head = orjson.loads(written[_LENGTH:start])
    if hashlib.sha256(memoryview(written)[start:]).hexdigest() != head["sha256"]:
        raise ValueError("what it has written is not whole")
    blobs = []
    for size in head["sizes"]:
        blobs.append(written[start : start + size])
        start += size
    graphs = {name: blobs[number] for name, number in head["graphs"].items()}
    return Ready(head["digests"], graphs, SavedNear(*blobs[-4:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
