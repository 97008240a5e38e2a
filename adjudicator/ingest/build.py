"""Builds the lexicon: fetch, read, classify, assemble, audit, put in place. Start at :func:`build`.

The new file is made under another name beside the old one and renamed over it when its audit has passed, so that a build that is
killed at any moment leaves the old lexicon serving; what a killed build left lying about is removed by the next. A build whose
inputs (sources, curated facts, this code) are those of the lexicon in place has nothing to do.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.version import VERSION
from adjudicator.errors import BuildError
from adjudicator.files import locked, put_in_place
from adjudicator.ingest.apart import EARLIER, LATER, Taken, begun
from adjudicator.ingest.assemble import assemble
from adjudicator.ingest.audit import refuse
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.consistency import check
from adjudicator.ingest.link import Links
from adjudicator.ingest.readers import SHARED
from adjudicator.ingest.stage import Counts, SourceInput, Stage
from adjudicator.ingest.write import LexiconWriter
from adjudicator.lexicon.reader import SCHEMA_VERSION, uri_of
from adjudicator.lexicon.seals import is_whole, seal_file
from adjudicator.resources import PACKAGE, config_dir, db_dir
from adjudicator.rules.sources import OWN
from adjudicator.sources.archives import DAMAGED
from adjudicator.sources.records import WHOLE, Share

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how far it is, and how far it goes where that is known."""

READING_ORDER = (OWN, "wordnet", "oewn", "wiktionary", "gcide")
"""The order of the dictionaries: a word's senses are listed in it. Word lists and tables follow in any order."""


class BuiltSource(NamedTuple):
    """A source at hand for a build: its metadata and its files."""

    id: str
    reader: str
    folder: Path
    about: Mapping[str, str]


class Built(NamedTuple):
    """The outcome: the lexicon's path and digest, what went in, and whether anything had to be done."""

    path: Path
    digest: str
    seconds: float
    rebuilt: bool
    counts: Mapping[str, int]


def build(
    sources: list[BuiltSource],
    target: Path,
    progress: Progress,
    *,
    config: Path | None = None,
    force: bool = False,
    before: Callable[[Path], None] = lambda _: None,
) -> Built:
    """Build the lexicon at *target* from *sources*; raise :class:`BuildError` where it cannot be, with the old one kept.

    *before* is called with the finished file before that is put in place.
    """
    started = time.monotonic()
    config = config or config_dir()
    target.parent.mkdir(parents=True, exist_ok=True)
    ordered = in_order(sources)
    recipe = recipe_of(ordered, config)
    with locked(lock_of(target)):
        _clean(target)
        current = None if force else _current(target, recipe)
        if current:
            return Built(target, current, time.monotonic() - started, False, {})
        scratch = target.with_name(f".{target.name}.stage")
        new = target.with_name(f".{target.name}.new")
        try:
            digest, counts = _make(ordered, scratch, new, config, recipe, progress)
            seal_file(new)
            progress("ready", 0, None)
            before(new)
            put_in_place(new, target)
            note_of(target).unlink(missing_ok=True)
        except (OSError, sqlite3.OperationalError) as error:
            raise BuildError(
                f"The lexicon could not be written: {error}.",
                f"Free some space in {target.parent} (a build takes about 600 MB there, and about 3 GB with Wiktionary) or look at its rights, or set ADJUDICATOR_HOME to "
                "another place; then run it again. The lexicon in place, if there is one, still serves.",
            ) from error
        finally:
            with contextlib.suppress(OSError):
                _clean(target)
    return Built(target, digest, time.monotonic() - started, True, counts)


def _clean(target: Path) -> None:
    """Remove what builds of *target* have made beside it. Raises :class:`OSError`."""
    for left in target.parent.glob(f".{target.name}.*"):
        left.unlink(missing_ok=True)


def _make(
    sources: list[BuiltSource], scratch: Path, new: Path, config: Path, recipe: str, progress: Progress
) -> tuple[str, dict[str, int]]:
    with contextlib.ExitStack() as at_end:
        apart = {
            source.id: at_end.enter_context(begun(_input(source), rank, config, scratch.parent))
            for rank, source in enumerate(sources)
            if source.reader in SHARED
        }
        world = World(config)
        check(config, world)
        stage = Stage(scratch, world)
        at_end.callback(stage.close)
        gc.disable()  # millions of small tuples and no cycles: a quarter of the time otherwise
        at_end.callback(gc.enable)
        read = _read_all(stage, sources, apart, progress)
        progress("sort", 0, None)
        stage.close_reading()
        links = Links(scratch.with_name(f"{scratch.name}.links"))
        at_end.callback(links.close)
        meta = {"schema": SCHEMA_VERSION, "recipe": recipe, "version": VERSION}
        writer = LexiconWriter(new, (db_dir() / "lexicon.sql").read_text(encoding="utf-8"), meta)
        at_end.callback(writer.close)
        total = sum(counts.entries for counts in read.values())
        ranks = {source.id: rank for rank, source in enumerate(sources)}

        def tell(what: str, done: int) -> None:
            progress(what, done, total if what == "classify" else None)

        assemble(stage, world, config, ranks, links, writer, tell, scratch.parent)
        progress("seal", 0, None)
        found = writer.finish([_source_row(source, read[source.id]) for source in sources])
        progress("audit", 0, None)
        refuse(found.faults)
        return found.digest, dict(writer.counts)


def _read_all(
    stage: Stage, sources: list[BuiltSource], apart: Mapping[str, Taken], progress: Progress
) -> dict[str, Counts]:
    """Stage all *sources*, last those of which another process reads most *apart* meanwhile; return how much each has."""
    read: dict[str, Counts] = {}
    for rank, source in sorted(enumerate(sources), key=lambda ranked: ranked[1].id in apart):
        tell = partial(progress, f"read {source.id}")
        if source.id in apart:
            earlier = _read(stage, source, rank, tell, EARLIER)
            later = apart[source.id](stage) or _read(stage, source, rank, tell, LATER)
            read[source.id] = Counts(*map(sum, zip(earlier, later, strict=True)))
        else:
            read[source.id] = _read(stage, source, rank, tell)
    return read


def _read(
    stage: Stage,
    source: BuiltSource,
    rank: int,
    progress: Callable[[int, int | None], None],
    share: Share = WHOLE,
) -> Counts:
    try:
        return stage.read_source(_input(source)._replace(share=share), rank, progress)
    except (*DAMAGED, LookupError, TypeError, AttributeError) as error:
        raise BuildError(
            f"The source {source.id} in {source.folder} is not in the format that the reader {source.reader} reads ({type(error).__name__}: {error}).",
            "Remove that folder so that it is fetched again; if it is a file of your own, check its edition.",
        ) from error


def _input(source: BuiltSource) -> SourceInput:
    return SourceInput(source.id, source.reader, source.folder)


def _source_row(source: BuiltSource, counts: Counts) -> dict[str, Any]:
    names = ("title", "edition", "licence", "attribution", "url", "digest", "channel")
    return {"id": source.id, **{name: source.about.get(name, "") for name in names}, **counts._asdict()}


def in_order(sources: Sequence[BuiltSource]) -> list[BuiltSource]:
    """Return *sources* in the order in which they are read."""
    return sorted(sources, key=lambda source: (_rank(source.id), source.id))


def _rank(source: str) -> int:
    return READING_ORDER.index(source) if source in READING_ORDER else len(READING_ORDER)


def recipe_of(sources: list[BuiltSource], config: Path) -> str:
    """Return the digest of all that a build's result depends on: source digests, curated files, schema and this code."""
    parts = [f"{source.id} {source.reader} {source.about.get('digest', '')}" for source in sources]
    files = [
        *sorted((PACKAGE / "ingest").rglob("*.py")),
        *(PACKAGE / "core" / name for name in ("affixes.py", "inflection.py", "model.py", "spelling.py")),
        PACKAGE / "rules" / "sources.py",
        PACKAGE / "sources" / "records.py",
        PACKAGE / "lexicon" / "seals.py",
        db_dir() / "lexicon.sql",
        *sorted(config.glob("*.toml")),
    ]
    parts += [
        f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"
        for file in files
        if file.name not in ("challenges.toml", "sources.toml", "exchange.py")
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _current(target: Path, recipe: str) -> str | None:
    """Return the digest of the lexicon in place if this recipe made it and it is whole."""
    if not target.exists():
        return None
    try:
        with contextlib.closing(sqlite3.connect(uri_of(target), uri=True)) as db:
            meta = dict(db.execute("SELECT name, value FROM meta"))
    except sqlite3.Error:
        return None
    current = is_whole(target) and meta.get("recipe") == recipe and meta.get("schema") == SCHEMA_VERSION
    return meta.get("digest") if current else None


def note_of(target: Path) -> Path:
    """Return the note that says where the lexicon at *target* was imported from; there is none beside one that was built."""
    return target.with_suffix(".imported.json")


def lock_of(target: Path) -> Path:
    """Return the lock of who replaces *target*: a second build waits for the first and then finds nothing to do."""
    return target.with_name(f".lock-{target.stem}")
