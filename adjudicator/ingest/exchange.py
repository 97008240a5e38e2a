"""A lexicon in one file for others, and one that others have made. Start at :func:`export_lexicon` and :func:`import_lexicon`.

What comes from elsewhere is believed in nothing: it must be a file of SQLite of a bounded size with the tables of this version and nothing
else, whole in itself, with the content that its digest names, and pass the audit of a build. Then it is put in place as a build does it.
A note beside the lexicon says that it was imported; while it holds, a build leaves it alone unless it is told to replace it.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import lzma
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from adjudicator.errors import (
    BuildError,
    DigestMismatch,
    FetchError,
    LexiconDamaged,
    LexiconError,
    LexiconSchema,
    RecordExists,
)
from adjudicator.files import locked, put_in_place, write
from adjudicator.ingest.audit import offences
from adjudicator.ingest.build import Progress, lock_of, note_of
from adjudicator.ingest.digest import content_digest
from adjudicator.ingest.misspelt import misspelt_of
from adjudicator.ingest.sealing import graph_of, seal_rest, seal_rows
from adjudicator.lexicon.reader import MISSPELT, PROFILES, SCHEMA_VERSION, Lexicon, uri_of
from adjudicator.lexicon.seals import seal_file
from adjudicator.resources import db_dir
from adjudicator.sources.archives import DAMAGED
from adjudicator.sources.download import download
from adjudicator.sources.model import is_allowed_url

LIMIT = 4 << 30
"""The largest lexicon that is taken, in bytes, packed or not; one with Wiktionary has some 1.5 GB."""
CHUNK = 1 << 20
HEADER = 100
MAGIC = b"SQLite format 3\0"
KEPT = "The lexicon in place, if there is one, still serves."
_PACKED: dict[bytes, Any] = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\0": lzma.open}
"""How a packed file begins, and what opens it to be unpacked."""
_PLAIN = ("", ".sqlite", ".db")


class Licence(NamedTuple):
    """Under which licence one source of a lexicon is."""

    source: str
    licence: str


class Export(NamedTuple):
    """A file that a lexicon was exported to."""

    path: Path
    digest: str
    size: int
    licences: list[Licence]


class ImportOrigin(NamedTuple):
    """Where an imported lexicon came from: its digest, its origin, and when it was imported (ISO 8601)."""

    digest: str
    origin: str
    at: str


def export_lexicon(lexicon: Path, file: Path) -> Export:
    """Write the lexicon to *file*, packed where that ends in .gz or .xz, when it is sure that it is whole.

    Raises :class:`LexiconError` where it is not, :class:`RecordExists` where there is such a file, :class:`BuildError` for another suffix.
    """
    suffix = file.suffix.lower()
    if suffix not in (".gz", ".xz", *_PLAIN):
        raise BuildError(
            f"A lexicon is not written as {suffix}.",
            "Name a file that ends in .sqlite.gz, .sqlite.xz or .sqlite.",
        )
    if file.exists():
        raise RecordExists(f"{file} is there already.", "Name another file, or remove it.")
    with contextlib.closing(Lexicon(lexicon)) as opened:
        with _damage(str(lexicon)), opened.reading() as db:
            _check_digest(db, opened.digest, str(lexicon))
            licences = [Licence(*row) for row in db.execute("SELECT id, licence FROM source ORDER BY id")]
        opened.check()
        new = file.with_name(f".{file.name}.new")
        try:
            with lexicon.open("rb") as source, _packing(new, suffix) as target:
                shutil.copyfileobj(source, target, CHUNK)
            put_in_place(new, file)
        finally:
            new.unlink(missing_ok=True)
        return Export(file, opened.digest, file.stat().st_size, licences)


@contextlib.contextmanager
def _packing(path: Path, suffix: str) -> Iterator[IO[bytes]]:
    """Open *path* to be written, packed as *suffix* says; the same content always makes the same bytes."""
    with path.open("wb") as file:
        if suffix == ".gz":
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
                yield cast(IO[bytes], packed)
        elif suffix == ".xz":
            with lzma.LZMAFile(file, "wb", preset=3) as packed_xz:
                yield cast(IO[bytes], packed_xz)
        else:
            yield file


def verify_lexicon(file: Path) -> str:
    """Return the digest of the lexicon in *file* once it is sure that every byte is what was built, and the digest that of its content.

    Raises :class:`LexiconDamaged` and :class:`DigestMismatch` where it is not, :class:`LexiconMissing` where there is none,
    :class:`LexiconSchema` where another version made it.
    """
    with contextlib.closing(Lexicon(file)) as opened, _damage(str(file)):
        opened.check()
        return _verified_digest(file, str(file), None)


def import_lexicon(
    origin: str,
    target: Path,
    progress: Progress,
    *,
    digest: str | None = None,
    before: Callable[[Path], None] = lambda _: None,
) -> ImportOrigin:
    """Put the lexicon of *origin*, a file or an address, in the place of *target*. It must have the *digest*, if one is given.

    *before* is called with the checked file before that is put in place.

    Raises :class:`FetchError` where it cannot be had, :class:`LexiconSchema` where another version made it, :class:`DigestMismatch` where it
    is another, :class:`LexiconDamaged` where it is none or not whole; the lexicon in place then stays.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = target.with_name(f".{target.name}.import")
    with locked(lock_of(target)):
        try:
            _unpack(_had(origin, target, progress), scratch, origin, progress)
            progress("check", 0, None)
            with _damage(origin):
                found = _verified_digest(scratch, origin, digest)
                _renew(scratch)
                seal_file(scratch)
            progress("ready", 0, None)
            before(scratch)
            note = ImportOrigin(found, origin, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
            write(note_of(target), json.dumps(note._asdict()).encode())
            put_in_place(scratch, target)
        finally:
            for left in target.parent.glob(f".{target.name}.import*"):
                left.unlink(missing_ok=True)
    return note


def import_origin(target: Path) -> ImportOrigin | None:
    """Return where the lexicon at *target* was imported from; None where it was not, or cannot be used by this version."""
    try:
        note = ImportOrigin(**json.loads(note_of(target).read_text(encoding="utf-8")))
        lexicon = Lexicon(target)
    except (OSError, ValueError, TypeError, LexiconError):
        return None
    lexicon.close()
    return note if lexicon.digest == note.digest else None


def _had(origin: str, target: Path, progress: Progress) -> Path:
    """Return the file that *origin* means, downloaded if it is an address. Raises :class:`FetchError`."""
    if "://" not in origin:
        return Path(origin)
    if not is_allowed_url(origin):
        raise FetchError(
            f"A lexicon is not fetched from {origin}.",
            "Give an https address without a password in it (or http on this machine), or fetch the file yourself and import that.",
        )
    part = target.with_name(f".{target.name}.import-{hashlib.sha256(origin.encode()).hexdigest()[:16]}.part")
    try:
        download(origin, part, limit=LIMIT, report=lambda done, total: progress("fetch", done, total))
    except FetchError as error:
        raise FetchError(f"No lexicon could be had from {origin}: {error.message}.", KEPT) from error
    return part


def _unpack(file: Path, scratch: Path, origin: str, progress: Progress) -> None:
    """Copy *file* to *scratch*, unpacked, and no more of it than its own header says that there is."""
    with _damage(origin), contextlib.ExitStack() as stack:
        try:
            stream = stack.enter_context(file.open("rb"))
        except OSError as error:
            raise FetchError(
                f"{origin} cannot be read ({error.strerror}).", "Name a file or an https address."
            ) from error
        begin = stream.read(8)
        stream.seek(0)
        opener = next((opener for magic, opener in _PACKED.items() if begin.startswith(magic)), None)
        content = stack.enter_context(opener(stream)) if opener else stream
        header = content.read(HEADER)
        if not header.startswith(MAGIC) or len(header) < HEADER:
            raise LexiconDamaged(
                f"{origin} is no lexicon.",
                f"Name a file that `adjudicator lexicon export` has written. {KEPT}",
            )
        size = _size(header)
        if size > LIMIT:
            raise LexiconDamaged(f"{origin} would be {size:,} bytes long; {LIMIT:,} are taken at most.", KEPT)
        if size > shutil.disk_usage(scratch.parent).free:
            raise BuildError(
                f"{origin} needs {size:,} bytes, and {scratch.parent} has less.", f"Free some space. {KEPT}"
            )
        out = stack.enter_context(scratch.open("wb"))
        out.write(header)
        while chunk := content.read(min(CHUNK, size - out.tell() + 1)):
            out.write(chunk)
            progress("unpack", out.tell(), size)
            if out.tell() > size:
                break
        if out.tell() != size:
            raise LexiconDamaged(
                f"{origin} is truncated or damaged: it has not the {size:,} bytes that it names.", KEPT
            )


def _size(header: bytes) -> int:
    """Return the size of a database by its header: pages of so many bytes, 1 standing for 65,536."""
    page = int.from_bytes(header[16:18], "big")
    return (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")


@contextlib.contextmanager
def _damage(origin: str) -> Iterator[None]:
    """Say of whatever goes wrong in reading a bad file that the file is bad."""
    try:
        yield
    except (*DAMAGED, sqlite3.Error, TypeError, LookupError, OverflowError) as error:
        raise LexiconDamaged(f"{origin} is damaged ({error}).", f"Get it again. {KEPT}") from error


def _verified_digest(file: Path, origin: str, wanted: str | None) -> str:
    """Return the digest of the lexicon in *file* once everything of it has been checked."""
    with contextlib.closing(sqlite3.connect(uri_of(file), uri=True)) as db:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        found = _schema(db)
        kinds = {(kind, name) for kind, name, _ in found}
        if ("table", "meta") not in kinds or any(kind not in ("table", "index") for kind, _ in kinds):
            raise LexiconDamaged(f"{origin} is a database, and no lexicon.", KEPT)
        meta: dict[str, str] = dict(db.execute("SELECT name, value FROM meta"))
        if meta.get("schema") != SCHEMA_VERSION:
            raise LexiconSchema(
                f"The lexicon in {origin} has schema {meta.get('schema')}; this version reads schema {SCHEMA_VERSION}.",
                f"Get one that adjudicator of this version has exported, or build one. {KEPT}",
            )
        with contextlib.closing(sqlite3.connect(":memory:")) as own:
            own.executescript((db_dir() / "lexicon.sql").read_text(encoding="utf-8"))
            if found != _schema(own):
                raise LexiconDamaged(f"{origin} has other tables than a lexicon has.", KEPT)
        if wanted is not None and meta.get("digest") != wanted:
            raise DigestMismatch(
                f"The lexicon in {origin} is not the one that was asked for: its digest is {meta.get('digest')}, not {wanted}.",
                KEPT,
                wanted,
                str(meta.get("digest")),
            )
        ((whole,),) = db.execute("PRAGMA integrity_check(1)").fetchall()
        if whole != "ok":
            raise LexiconDamaged(f"{origin} is damaged ({whole}).", f"Get it again. {KEPT}")
        _check_digest(db, meta.get("digest", "none"), origin)
        faults = offences(db)
        if faults:
            raise LexiconDamaged(f"The lexicon in {origin} failed its audit: {'; '.join(faults)}.", KEPT)
        return meta["digest"]


def _check_digest(db: sqlite3.Connection, named: str, origin: str) -> None:
    found = content_digest(db)
    if found != named:
        raise DigestMismatch(
            f"The content of {origin} was altered: its digest is {found}, and it says {named}.",
            f"Get it again. {KEPT}",
            named,
            found,
        )


def _schema(db: sqlite3.Connection) -> set[tuple[str, str, str | None]]:
    """Return kind, name and definition of everything in the database but SQLite's own statistics and indexes."""
    rows = db.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {(kind, name, sql) for kind, name, sql in rows}


def _renew(file: Path) -> None:
    """Make the graphs anew from the words, and the seals: a library in C reads the graphs' bytes, and must not be given a stranger's."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = OFF")
        if db.execute("SELECT name FROM graph ORDER BY name").fetchall() != [(MISSPELT,), (PROFILES,)]:
            raise ValueError("it has other graphs than a lexicon has")
        db.execute("BEGIN")
        for name, graph in ((PROFILES, graph_of(db)), (MISSPELT, misspelt_of(db))):
            db.execute("UPDATE graph SET data = ? WHERE name = ?", (graph.tobytes(), name))
        seal_rows(db)
        seal_rest(db)
        db.execute("COMMIT")
