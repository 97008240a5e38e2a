"""Makes ready what answers are fast by, and keeps it for the next process that answers from the same lexicon by the same rules.

To make the graphs of all words takes seconds in which the interpreter does nothing else. So it is done once for each lexicon, and where a
request may come meanwhile, in a process of its own. What is kept is named by all that it was made from, the project's own code too. A
lexicon that is served is copied here first, where no other program overwrites it. Start at :func:`make_ready`, whose other process runs :func:`main`,
and at :func:`copy_of`.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

import orjson

from adjudicator.errors import AdjudicatorError
from adjudicator.files import put_in_place, write
from adjudicator.judging import warming
from adjudicator.judging.bench import RulesetBench
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.warming import Ready
from adjudicator.lexicon.near import SavedNear
from adjudicator.lexicon.seals import is_whole, name_of
from adjudicator.resources import LEDGER_NAME, PACKAGE, Places

MODULE = "adjudicator.runtime.ready"
LONGEST = 600
"""Seconds after which what is not ready is made here, and a file that is not finished counts as abandoned."""
FOLDER = "ready"
"""Where it is kept in the data directory: seven megabytes for each lexicon and its rules, and beside that copies of lexicons. It may be
removed while no server runs.
"""
FEW = 4
"""How many are kept: nodes and versions that share a data directory may differ."""
COPIES = 2
"""Copies of lexicons that are kept: one may be replaced by the other just now."""
_SEAL, _LENGTH = 32, 8

log = logging.getLogger(__name__)


def copy_of(path: Path, places: Places) -> Path | None:
    """Return a copy in *places* of the lexicon at *path* that only this project writes to, every byte of which was checked; None if no copy can be made.

    What is read of a file that is mapped into memory costs two thirds, but whoever overwrites that file would end its readers.
    """
    try:
        copy = places.home / FOLDER / f"{name_of(path)}.sqlite"
        if copy.exists() and is_whole(copy):
            return copy
        copy.parent.mkdir(parents=True, exist_ok=True)
        _sweep(copy.parent)
        new = copy.with_name(f".{copy.name}.{secrets.token_hex(4)}.new")
        try:
            shutil.copyfile(path, new)
            if not is_whole(new):
                return None
            put_in_place(new, copy)
        finally:
            new.unlink(missing_ok=True)
        _forget(copy.parent, "*.sqlite", COPIES)
    except OSError as error:
        log.info("the lexicon is read where it is: %s", error)
        return None
    return copy


def make_ready(adjudicator: Adjudicator, benches: Sequence[RulesetBench], *, apart: bool) -> None:
    """Make what answers of these *benches* are fast by, or take it where it was kept; in another process if *apart* and that can be."""
    kept = adjudicator.places.home / FOLDER / f"{_key(benches)}.bin"
    with contextlib.suppress(OSError, ValueError):  # there is none, or it is not whole
        if warming.load(benches, _decode(kept.read_bytes())):
            return
    made = _made_apart(adjudicator, benches) if apart else None
    if made is None:
        made = b"".join(_encode(warming.dump(benches)))
    with contextlib.suppress(OSError):  # the folder may not be written to: the next one makes it, too
        _keep(kept, made)


def _made_apart(adjudicator: Adjudicator, benches: Sequence[RulesetBench]) -> bytes | None:
    """Return what another process has made, which the *benches* then have; None if it made nothing."""
    places, names = adjudicator.places, [bench.name for bench in benches]
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                MODULE,
                str(adjudicator.lexicon.path),
                str(places.home),
                str(places.evidence),
                *names,
            ],
            capture_output=True,
            timeout=LONGEST,
            check=True,
        )
        if warming.load(benches, _decode(done.stdout)):
            return done.stdout
        log.info("the lexicon or the rules have changed meanwhile")
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        log.warning("nothing could be made ready in another process: %s", error)
    return None


def _keep(path: Path, made: bytes) -> None:
    """Keep what was *made* at *path*, and of what was kept before the last few."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, made)
    _forget(path.parent, "*.bin", FEW)


def _forget(folder: Path, pattern: str, most: int) -> None:
    """Remove all but the newest of the files in *folder*. Who has one open keeps it."""
    for old in sorted(folder.glob(pattern), key=lambda file: file.lstat().st_mtime)[:-most]:
        with contextlib.suppress(OSError):  # Windows removes no file that is open
            old.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what processes have left in *folder* that were killed while they wrote."""
    for left in folder.glob(".*.new"):
        with contextlib.suppress(OSError):  # another one has just removed it
            if left.lstat().st_mtime < time.time() - LONGEST:
                left.unlink()


def _key(benches: Sequence[RulesetBench]) -> str:
    """Return what names all that the graphs are made from: the lexicon, the rules, the code."""
    said = [
        _code(),
        sys.version,
        sys.byteorder,
        version("dawg2"),
        *(f"{each.name} {warming.made_of(each)}" for each in benches),
    ]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:32]


@cache
def _code() -> str:
    found = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()


def main(arguments: list[str]) -> int:
    """Write to standard output what is made ready of the lexicon, the data directory, the folder of evidence and by the
    rulesets that *arguments* name.
    """
    path, home, evidence, *names = arguments
    # no house list is made ready: the ledger is not asked, and its name, which may have a password, stays out of the arguments
    places = Places(Path(home), Path(evidence), str(Path(home) / LEDGER_NAME))
    try:
        find = Adjudicator(Path(path), places=places).benches.of_ruleset
        ready = warming.dump([find(name) for name in names])
    except AdjudicatorError as error:
        print(error, file=sys.stderr)
        return 1
    for piece in _encode(ready):
        sys.stdout.buffer.write(piece)
    return 0


def _encode(ready: Ready) -> Iterator[bytes]:
    blobs = [*dict.fromkeys(ready.graphs.values()), *ready.near]
    head = {
        "digests": ready.digests,
        "graphs": {name: blobs.index(graph) for name, graph in ready.graphs.items()},
        "sizes": [len(each) for each in blobs],
    }
    said = orjson.dumps(head)
    pieces = [len(said).to_bytes(_LENGTH, "big"), said, *blobs]
    yield _seal(pieces)
    yield from pieces


def _decode(written: bytes) -> Ready:
    """Return what another process has *written*. Raises :class:`ValueError` if it is incomplete, or holds anything else."""
    if _seal([memoryview(written)[_SEAL:]]) != written[:_SEAL]:
        raise ValueError("what it has written is not whole")
    start = _SEAL + _LENGTH
    end = start + int.from_bytes(written[_SEAL:start], "big")
    head = orjson.loads(written[start:end])
    blobs = []
    for size in head["sizes"]:
        blobs.append(written[end : end + size])
        end += size
    graphs = {name: blobs[number] for name, number in head["graphs"].items()}
    return Ready(head["digests"], graphs, SavedNear(*blobs[-4:]))


def _seal(pieces: Iterable[bytes | memoryview]) -> bytes:
    """Return the digest of these *pieces*: the library that reads a graph believes every byte of it."""
    found = hashlib.sha256()
    for piece in pieces:
        found.update(piece)
    return found.digest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
