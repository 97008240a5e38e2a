"""Has every source at hand, verified, in the cache: start at ``fetch`` for one source, ``fetch_all`` for a
build.

A source lies in ``cache/ID/EDITION/`` as flat files, with a stamp (``.fetched.json``) that says what they
are. A cached source costs one look at its files' sizes and times; only where those differ is anything read
again. New data is assembled in a folder beside, checked against its digest, and renamed into place, under a
lock for each source: there is never a half-written source, and two processes that want the same one fetch
it once.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from adjudicator.errors import ConfigError, DigestMismatch, FetchError, SourceError, SourceUnavailable
from adjudicator.files import locked, write
from adjudicator.sources.archives import file_hash, unpack
from adjudicator.sources.channels import local_path, obtain
from adjudicator.sources.download import Report
from adjudicator.sources.model import UNPINNED, Channel, FileChannel, Source
from adjudicator.sources.toml_file import LOCAL_NAME

STAMP = ".fetched.json"
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

Progress = Callable[[str, int, int | None], None]
"""Called with a source id, the bytes had so far and their total (None where unknown); never by two threads at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedSource:
    """A source at hand. ``channel`` says what served it just now (``cache`` where it lay there), ``origin``
    which channel it came from in the first place; ``files`` are sorted by name.
    """

    source_id: str
    folder: Path
    digest: str
    channel: str
    origin: str
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchReport:
    """What a build has to work with: sources at hand, and (id, reason) of the optional ones that were left out."""

    fetched: dict[str, FetchedSource]
    skipped: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stamp:
    """What lies in a cached folder. ``files`` maps a name to (size, mtime in ns); ``local`` is the identity
    of the local file that served it, if one did.
    """

    digest: str
    origin: str
    files: dict[str, list[int]]
    local: list[str | int] | None


def digest_of(hashes: Mapping[str, str]) -> str:
    """The digest of a set of files, given name → SHA-256 (hex): ``sha256:…`` over lines of name, NUL and hash, sorted."""
    lines = sorted(f"{name}\0{sha}\n" for name, sha in hashes.items())
    return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"


def fetch(
    source: Source,
    *,
    cache: Path,
    offline: bool = False,
    progress: Progress | None = None,
    home: Path | None = None,
) -> FetchedSource:
    """Has ``source`` in ``cache``, from there or from the first channel that serves it, and returns where.

    ``offline`` leaves only local files to fetch from. Relative paths of local files refer to ``home``, by default the folder that
    ``cache`` lies in.

    Raises SourceUnavailable when every channel failed, DigestMismatch when all that came or lay there was
    altered, and FetchError when the cache cannot be written; each says what was tried and what to do.
    """
    job = _Job(source, cache.absolute(), offline, home, progress)
    return job.from_stamp() or job.run()


def at_hand(source: Source, *, cache: Path, home: Path) -> bool:
    """Whether ``source`` lies in ``cache``, as far as sizes and times tell: nothing is fetched, and nothing read."""
    return _Job(source, cache.absolute(), True, home, None).from_stamp() is not None


def fetch_all(
    sources: Mapping[str, Source],
    ids: Iterable[str] | None = None,
    *,
    cache: Path,
    offline: bool = False,
    progress: Progress | None = None,
    home: Path | None = None,
    workers: int = 4,
) -> FetchReport:
    """Has the sources ``ids`` at hand, or all enabled ones; a disabled one is fetched only where ``ids``
    names it.

    Optional sources that cannot be had are reported as skipped. Once all have ended, a required one that
    failed raises its own error, several of them one SourceUnavailable; what was fetched stays in the cache.
    """
    chosen = (
        [name for name, source in sources.items() if source.enabled]
        if ids is None
        else list(dict.fromkeys(ids))
    )
    unknown = [name for name in chosen if name not in sources]
    if unknown:
        raise ConfigError(
            [f"{name}: no source has this id" for name in unknown], f"Known are: {', '.join(sources)}."
        )
    stop, turn = threading.Event(), threading.Lock()

    def report(source_id: str, done: int, total: int | None) -> None:
        if stop.is_set():
            raise _Cancelled
        if progress is not None:
            with turn:
                progress(source_id, done, total)

    def one(name: str) -> FetchedSource | SourceError:
        try:
            return fetch(sources[name], cache=cache, offline=offline, progress=report, home=home)
        except SourceError as error:
            return error

    with ThreadPoolExecutor(workers) as pool:
        try:
            outcomes = dict(zip(chosen, pool.map(one, chosen), strict=True))
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    failed = [
        error for name, error in outcomes.items() if isinstance(error, SourceError) and sources[name].required
    ]
    if failed:
        raise failed[0] if len(failed) == 1 else _together(failed)
    return FetchReport(
        fetched={name: outcome for name, outcome in outcomes.items() if isinstance(outcome, FetchedSource)},
        skipped=[
            (name, outcome.message) for name, outcome in outcomes.items() if isinstance(outcome, SourceError)
        ],
    )


class _Cancelled(Exception):
    """Ends the downloads of the other threads when the main one was interrupted."""


def _together(errors: list[SourceError]) -> SourceUnavailable:
    """One error for all, in which the remedy of each follows what is wrong with it."""
    failures = [row for error in errors if isinstance(error, SourceUnavailable) for row in error.failures]
    return SourceUnavailable(" ".join(map(str, errors)), "", failures)


class _Job:
    """One source on its way into the cache."""

    def __init__(
        self,
        source: Source,
        cache: Path,
        offline: bool,
        home: Path | None,
        progress: Progress | None,
    ) -> None:
        self.source = source
        self.offline = offline
        self.home = home or cache.parent
        self.shelf = cache / source.id
        self.folder = self.shelf / source.edition
        self.downloads = self.shelf / ".downloads"
        self.report: Report = lambda done, total: progress(source.id, done, total) if progress else None

    # The cache

    def from_stamp(self) -> FetchedSource | None:
        """The cached source, if its stamp fits the files (by size and time) and is what the channels would serve."""
        stamp = _read_stamp(self.folder)
        if stamp is None or stamp.files != _sizes(self.folder) or not self._is_current(stamp):
            return None
        return self._result(stamp, "cache")

    def from_content(self) -> FetchedSource | None:
        """The cached source, if its content is right although its stamp does not fit: files copied, stamp lost."""
        if not self.folder.is_dir():
            return None
        sizes = _sizes(self.folder)
        digest = digest_of({name: file_hash(self.folder / name) for name in sizes})
        old = _read_stamp(self.folder) or _Stamp(digest=digest, origin="cache", files={}, local=None)
        stamp = replace(old, files=sizes)
        if digest != stamp.digest or not self._is_current(stamp):
            return None
        with suppress(PermissionError):
            _write_stamp(self.folder, stamp)
        return self._result(stamp, "cache")

    def _is_current(self, stamp: _Stamp) -> bool:
        """Whether a channel would serve what is stamped. A local file without a digest goes by its size and time."""
        for channel in self.source.channels:
            digests = {profile.digest for profile in self.source.profiles(channel)}
            if stamp.digest in digests:
                return True
            if UNPINNED in digests and isinstance(channel, FileChannel):
                path = local_path(channel, self.home)
                if path is not None and path.exists():
                    return stamp.local == _identity(path)
            elif UNPINNED in digests and stamp.origin == channel.label:
                return True
        return False

    def _result(self, stamp: _Stamp, channel: str) -> FetchedSource:
        return FetchedSource(
            source_id=self.source.id,
            folder=self.folder,
            digest=stamp.digest,
            channel=channel,
            origin=stamp.origin,
            files=tuple(self.folder / name for name in sorted(stamp.files)),
        )

    # The channels

    def run(self) -> FetchedSource:
        """Fetches the source, unless another process did so while this one waited for its turn."""
        try:
            self.shelf.mkdir(parents=True, exist_ok=True)
            with locked(self.shelf / ".lock"):
                return self.from_stamp() or self.from_content() or self._try_channels()
        except OSError as error:
            hint = "Check that this folder may be written, or choose another data folder."
            if error.errno in FULL:
                hint = "Free some space and run again; nothing was left half-written."
            problem = f"could not be stored in {self.shelf}: {error.strerror or error}."
            raise FetchError(f"The source {self.source.id} {problem}", hint) from error

    def _try_channels(self) -> FetchedSource:
        failures: list[tuple[str, str]] = []
        found = ""
        for stale in self.shelf.glob(".new-*"):
            shutil.rmtree(stale, ignore_errors=True)
        for channel in self.source.channels:
            if self.offline and not isinstance(channel, FileChannel):
                failures.append((channel.label, "not tried: offline"))
                continue
            work = Path(tempfile.mkdtemp(prefix=".new-", dir=self.shelf))
            try:
                return self._serve(channel, work)
            except (FetchError, DigestMismatch) as error:
                failures.append((channel.label, error.message))
                found = found or getattr(error, "found", "")
            except OSError as error:
                if error.errno in FULL:
                    shutil.rmtree(self.downloads, ignore_errors=True)
                    raise
                failures.append((channel.label, str(error)))
            finally:
                shutil.rmtree(work, ignore_errors=True)
        self._tidy_downloads()
        raise self._failure(failures, found)

    def _serve(self, channel: Channel, work: Path) -> FetchedSource:
        """Has the artefact of ``channel`` and publishes what the first fitting profile keeps of it."""
        for folder in (self.downloads, got := work / "got"):
            folder.mkdir(exist_ok=True)
        artefact = obtain(channel, got, self.downloads, self.home, self.report)
        misfit: FetchError | DigestMismatch | None = None
        for number, profile in enumerate(self.source.profiles(channel)):
            staged = work / f"files{number}"
            staged.mkdir()
            try:
                digest = digest_of(unpack(artefact, profile, staged))
            except FetchError as error:
                misfit = misfit or error
                continue
            if profile.digest in (UNPINNED, digest):
                local = _identity(artefact.path) if isinstance(channel, FileChannel) else None
                return self._publish(staged, digest, artefact.label, local)
            if not isinstance(misfit, DigestMismatch):
                problem = f"altered or truncated: its digest is {digest}, not {profile.digest}"
                misfit = DigestMismatch(problem, "", profile.digest, digest)
        if artefact.ours:
            artefact.path.unlink(missing_ok=True)
        raise misfit or FetchError("it keeps no files")

    def _publish(
        self, staged: Path, digest: str, origin: str, local: list[str | int] | None
    ) -> FetchedSource:
        stamp = _Stamp(digest=digest, origin=origin, files=_sizes(staged), local=local)
        _write_stamp(staged, stamp)
        if self.folder.exists():
            self.folder.rename(staged.parent / "replaced")
        staged.rename(self.folder)
        shutil.rmtree(self.downloads, ignore_errors=True)
        return self._result(stamp, origin)

    def _tidy_downloads(self) -> None:
        """Leaves only what a later run can go on with: the parts of downloads that were cut."""
        for note in self.downloads.glob("*.json"):
            if not note.with_suffix(".part").exists():
                note.unlink()
        with suppress(OSError):
            self.downloads.rmdir()

    def _failure(self, failures: list[tuple[str, str]], found: str) -> SourceError:
        """The error to raise when no channel served: what was tried, why each failed, and what to do."""
        source = self.source
        name = f"The source {source.id} ({source.title}, edition {source.edition})"
        tried = "; ".join(f"{label}: {reason}" for label, reason in failures)
        again = "Run again with a network" if self.offline else "Check the connection and run again"
        ways = [way for channel in source.channels if (way := channel.elsewhere)]
        hint = (
            f"{again}, or get {source.id} elsewhere ({', '.join(ways) or source.url}) and add a [[{source.id}.channel]] "
            f'with kind = "file" and its path to {self.home / LOCAL_NAME}.'
        )
        kept = self._altered_digest()
        if kept:
            message = (
                f"{name} was altered in the cache ({self.folder}), and no channel replaced it. Tried {tried}."
            )
            return DigestMismatch(message, hint, source.digest, kept)
        if found:
            message = f"{name} came altered or truncated, or in another edition. Tried {tried}."
            return DigestMismatch(message, hint, source.digest, found)
        rows = [(source.id, label, reason) for label, reason in failures]
        return SourceUnavailable(f"{name} could not be had. Tried {tried}.", hint, rows)

    def _altered_digest(self) -> str:
        """The digest of the cached files where it is not what their stamp says; else empty."""
        stamp = _read_stamp(self.folder)
        if stamp is None:
            return ""
        digest = digest_of({name: file_hash(self.folder / name) for name in _sizes(self.folder)})
        return "" if digest == stamp.digest else digest


def _sizes(folder: Path) -> dict[str, list[int]]:
    """Name → (size, mtime in ns) of the files in ``folder``; names that begin with a dot are ours and left out."""
    sizes = {}
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file() and not entry.name.startswith("."):
                status = entry.stat()
                sizes[entry.name] = [status.st_size, status.st_mtime_ns]
    return sizes


def _identity(path: Path) -> list[str | int]:
    """What tells a local file or folder from a later state of it: path, size in all, newest mtime in ns."""
    files = [file.stat() for file in sorted(path.rglob("*"))] if path.is_dir() else [path.stat()]
    return [
        str(path.resolve()),
        sum(file.st_size for file in files),
        max((file.st_mtime_ns for file in files), default=0),
    ]


def _read_stamp(folder: Path) -> _Stamp | None:
    try:
        return _Stamp(**json.loads((folder / STAMP).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _write_stamp(folder: Path, stamp: _Stamp) -> None:
    write(folder / STAMP, json.dumps(asdict(stamp), indent=1).encode())
