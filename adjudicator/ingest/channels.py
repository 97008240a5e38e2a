"""How each kind of channel hands over its artefact, and how an artefact becomes flat, canonical files.

``obtain`` leaves an artefact in a work folder: registries through their own clients (apt-get, pip, npm),
https with resuming, local files as they are. ``unpack`` keeps the members that a profile names. Neither
knows the cache. Both raise FetchError with a short reason, and let an OSError of the disk through.
"""

from __future__ import annotations

import errno
import functools
import gzip
import hashlib
import importlib.util
import io
import json
import lzma
import os
import queue
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.parse import unquote, urljoin, urlsplit

import requests
import urllib3

from adjudicator.errors import FetchError
from adjudicator.ingest import sources
from adjudicator.ingest.sources import Channel, Profile

CHUNK = 1 << 18
CONNECT_SECONDS = 4.0
READ_SECONDS = 30.0
CLIENT_SECONDS = 1800.0
RESUMES = 20
CLIENT_ERROR = re.compile(r"(?:(?:E|ERROR|error):|npm (?:ERR!|error)(?! A complete| code))\s+(\S.*)")
"""A line in which a registry's client says what went wrong."""
UNPACK_LIMIT = 4 << 30
DAMAGED = (
    tarfile.TarError,
    zipfile.BadZipFile,
    gzip.BadGzipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    ValueError,
    RuntimeError,
)
"""What the readers of archives raise on content that is broken, or that they cannot decode."""

Report = Callable[[int, int | None], None]
"""Called with the bytes had so far and the total, or None where the total is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """What a channel handed over: a file or folder at ``path``; ``archive`` says how to open it.

    ``ours`` is true where the file lies in our own work folder, so that it may be moved rather than copied.
    """

    path: Path
    archive: str
    label: str
    ours: bool = True


def obtain(channel: Channel, work: Path, downloads: Path, home: Path, report: Report) -> Artefact:
    """The artefact that ``channel`` serves.

    ``work`` is an empty folder for this attempt, ``downloads`` a lasting one for https downloads that were
    cut, ``home`` the folder to which relative paths of local files refer.
    """
    match channel:
        case sources.DebianChannel():
            artefact = _from_debian(channel, work)
        case sources.PypiChannel():
            artefact = _from_pypi(channel, work)
        case sources.NpmChannel():
            artefact = _from_npm(channel, work)
        case sources.HttpsChannel():
            part = downloads / f"{hashlib.sha256(channel.url.encode()).hexdigest()[:16]}.part"
            download(channel.url, part, limit=channel.limit_mb * 1_000_000, report=report)
            return Artefact(path=part, archive=channel.archive, label=channel.label)
        case sources.FileChannel():
            return _from_file(channel, home)
        case _:
            raise FetchError(f"no way to fetch from a {channel.kind!r} channel is known")
    size = artefact.path.stat().st_size
    report(size, size)
    return artefact


# Registries, through their own clients


def _run(command: Sequence[str], work: Path) -> None:
    """Runs a registry's client in ``work``; where it fails, its own last word is the reason."""
    client = "pip" if "pip" in command else command[0]
    environment = {**os.environ, "LC_ALL": "C", "TMPDIR": str(work), "PIP_NO_INPUT": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=CLIENT_SECONDS,
        )
    except FileNotFoundError as error:
        raise FetchError(f"{client} is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise FetchError(f"{client} took more than {CLIENT_SECONDS / 60:.0f} minutes") from error
    if done.returncode == 0:
        return
    if os.strerror(errno.ENOSPC) in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    words = [found[1] for line in lines if (found := CLIENT_ERROR.match(line))]
    reason = (words or lines or [f"exit status {done.returncode}"])[0 if client == "npm" else -1]
    raise FetchError(f"{client} failed: {reason[:300]}")


def _only(work: Path, *patterns: str) -> Path:
    found = [path for pattern in patterns for path in work.glob(pattern)]
    if len(found) != 1:
        raise FetchError(f"the client left {len(found)} files ({', '.join(patterns)}) where one was expected")
    return found[0]


def _from_debian(channel: sources.DebianChannel, work: Path) -> Artefact:
    def refusal(package: str) -> str:
        options = ["-q", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"]
        try:
            _run(["apt-get", "download", *options, package], work)
        except FetchError as error:
            return error.message
        return ""

    pinned = f"{channel.package}={channel.version}"
    reason = refusal(pinned)
    if re.search("Unable to locate|Can't select| 404 ", reason) and os.geteuid() == 0:
        _update_package_lists()
        reason = refusal(pinned)
    if "was not found" in reason:
        # Another release carries another version; its data may be the same, and the digest tells.
        reason = refusal(channel.package)
    if reason:
        raise FetchError(reason)
    path = _only(work, "*.deb")
    return Artefact(
        path=path, archive="deb", label=f"debian {channel.package} {unquote(path.name.split('_')[1])}"
    )


_updating = threading.Lock()


def _update_package_lists() -> None:
    """Has apt-get read the package lists anew, once in a process however many sources ask for it."""
    with _updating:
        _update_package_lists_once()


@functools.cache
def _update_package_lists_once() -> None:
    _run(["apt-get", "update", "-q"], Path(tempfile.gettempdir()))


def _pip() -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    for name, arguments in (("pip3", ()), ("pip", ()), ("uv", ("tool", "run", "pip"))):
        found = shutil.which(name)
        if found:
            return [found, *arguments]
    raise FetchError("neither this Python nor the PATH has pip")


def _from_pypi(channel: sources.PypiChannel, work: Path) -> Artefact:
    options = ["--no-deps", "--no-cache-dir", "--ignore-requires-python", "--disable-pip-version-check", "-q"]
    options += ["--no-input", "--retries", "1", "--timeout", "20", "--dest", str(work)]
    options += ["--only-binary" if channel.form == "wheel" else "--no-binary", channel.name]
    command = [*_pip(), "download", *options, f"{channel.name}=={channel.version}"]
    try:
        _run(command, work)
    except FetchError:
        if channel.form == "wheel":
            raise
        # pip prepares an sdist's metadata with build tools that it fetches; failing that, with those at hand.
        _run([*command, "--no-build-isolation"], work)
    path = _only(work, "*.whl", "*.zip", "*.tar.*")
    return Artefact(path=path, archive="tar" if ".tar." in path.name else "zip", label=channel.label)


def _from_npm(channel: sources.NpmChannel, work: Path) -> Artefact:
    options = ["--ignore-scripts", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=60000"]
    options += [f"--cache={work / 'npm'}", f"--pack-destination={work}"]
    _run(["npm", "pack", f"{channel.name}@{channel.version}", *options], work)
    return Artefact(path=_only(work, "*.tgz"), archive="tar", label=channel.label)


# Local files


def local_path(channel: sources.FileChannel, home: Path) -> Path | None:
    """Where the file of ``channel`` should be, or None where only an environment variable says so and it is
    unset.
    """
    place = os.environ.get(channel.env, "") or channel.path
    return home / Path(place).expanduser() if place else None


def _from_file(channel: sources.FileChannel, home: Path) -> Artefact:
    path = local_path(channel, home)
    if path is None:
        raise FetchError(f"the environment variable {channel.env} is not set")
    if not path.exists():
        raise FetchError(f"there is nothing at {path}")
    return Artefact(path=path.resolve(), archive=channel.archive, label=f"file {path}", ours=False)


# Over https


def download(url: str, part: Path, *, limit: int, report: Report) -> None:
    """Downloads ``url`` into ``part``, going on where an earlier download of the same data was cut.

    ``limit`` is the most bytes to accept. Raises FetchError when they cannot be had; what has come stays in
    ``part`` for the next time, and ``part`` with the suffix ``.json`` holds the validator that a server
    needs to go on.
    """
    _probe(url)
    for _ in range(RESUMES):
        before = _size(part)
        try:
            return _download_once(url, part, limit, report)
        except (requests.ConnectionError, requests.Timeout, urllib3.exceptions.HTTPError) as error:
            now, cause = _size(part), _cause(error)
            if now == before:
                raise FetchError(f"no answer ({cause})") from error
            if now > before and not _validator(part.with_suffix(".json")):
                break
        except requests.RequestException as error:
            raise FetchError(f"the request failed ({_cause(error)})") from error
    raise FetchError(f"the download was cut after {now:,} bytes ({cause})")


def _download_once(url: str, part: Path, limit: int, report: Report) -> None:
    note = part.with_suffix(".json")
    validator = _validator(note) if part.exists() else ""
    have = _size(part) if validator else 0
    headers = {"User-Agent": "adjudicator (dictionary sources)", "Accept-Encoding": "identity"}
    if have:
        headers |= {"Range": f"bytes={have}-", "If-Range": validator}
    seconds = (CONNECT_SECONDS, READ_SECONDS)
    with requests.get(
        url, headers=headers, stream=True, timeout=seconds, hooks={"response": _refuse_detour}
    ) as answer:
        span = answer.headers.get("Content-Range", "")
        if answer.status_code == 416 and have and span == f"bytes */{have}":
            return
        if have and (
            answer.status_code == 416 or (answer.status_code == 206 and f"bytes {have}-" not in span)
        ):
            part.unlink()
            raise urllib3.exceptions.ProtocolError("the server does not go on where it stopped")
        if answer.status_code not in (200, 206):
            raise FetchError(f"the server answered {answer.status_code} {answer.reason}")
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            raise FetchError("the server answered with a web page instead of the file")
        have = have if answer.status_code == 206 else 0
        length = answer.headers.get("Content-Length", "")
        total = have + int(length) if length.isdigit() else None
        if not have:
            part.unlink(missing_ok=True)  # before the note, which must never speak of another download's part
            note.write_text(json.dumps({"validator": _validator_in(answer.headers)}), encoding="utf-8")
        with part.open("ab" if have else "wb") as file:
            for chunk in answer.raw.stream(CHUNK, decode_content=False):
                have += len(chunk)
                if max(have, total or 0) > limit:
                    break
                file.write(chunk)
                report(have, total)
    if max(have, total or 0) > limit:
        part.unlink()
        raise FetchError(f"it is larger than the limit of {limit:,} bytes (limit_mb)")
    if total is not None and have < total:
        raise requests.ConnectionError(f"{have} of {total} bytes came")


def _refuse_detour(answer: requests.Response, **_: object) -> None:
    target = urljoin(answer.url, answer.headers.get("Location", ""))
    if answer.is_redirect and not sources.is_allowed_url(target):
        raise FetchError(f"it leads to {target}, which is no https address")


def _validator_in(headers: Mapping[str, str]) -> str:
    """What If-Range can name, so that two halves of different data are never joined; empty where there is
    nothing.
    """
    etag = headers.get("ETag", "")
    return etag if etag and not etag.startswith("W/") else headers.get("Last-Modified", "")


def _validator(note: Path) -> str:
    try:
        return str(json.loads(note.read_text(encoding="utf-8"))["validator"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _probe(url: str) -> None:
    """Fails within CONNECT_SECONDS where there is no way to the host, however many addresses or slow
    resolvers it has.
    """
    if requests.utils.get_environ_proxies(url):
        return
    parts = urlsplit(url)
    address = (parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
    outcome: queue.SimpleQueue[str] = queue.SimpleQueue()

    def connect() -> None:
        try:
            socket.create_connection(address, timeout=CONNECT_SECONDS).close()
            outcome.put("")
        except OSError as error:
            outcome.put(_cause(error))

    threading.Thread(target=connect, daemon=True).start()
    try:
        problem = outcome.get(timeout=CONNECT_SECONDS)
    except queue.Empty:
        problem = f"nothing within {CONNECT_SECONDS:.0f} s"
    if problem:
        raise FetchError(f"no connection ({problem})")


def _cause(error: BaseException) -> str:
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return (error.strerror if isinstance(error, OSError) else "") or str(error) or type(error).__name__


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


# From an artefact to canonical files


def unpack(artefact: Artefact, profile: Profile, into: Path) -> dict[str, str]:
    """Keeps the members of ``artefact`` that ``profile`` names as flat files in ``into``; returns name →
    SHA-256 (hex).

    Raises FetchError where the artefact is damaged, unsafe (a member that points outside) or lacks what
    should be kept.
    """
    hashes: dict[str, str] = {}
    idle = set(profile.files)
    budget = UNPACK_LIMIT
    archive = _archive(artefact, profile)
    try:
        if archive == "none" and profile.encoding == "utf-8":
            return _place(artefact, _sole_name(profile, artefact.path.name), into)
        for member, opened in _members(artefact.path, archive, profile):
            rule, name = next(
                ((rule, name) for rule in profile.files if (name := rule.canonical(member))), (None, "")
            )
            if rule is None:
                continue
            if name in hashes or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", name):
                raise FetchError(f"its member {member!r} cannot be kept as {name!r}")
            idle.discard(rule)
            with opened() as stream, (into / name).open("xb") as file:
                hashes[name] = _copy(stream, file, profile.encoding, budget)
                budget -= file.tell()
    except DAMAGED as error:
        raise FetchError(f"{artefact.path.name} is damaged or truncated ({error})") from error
    if idle:
        raise FetchError(f"{artefact.path.name} has no {', '.join(sorted(rule.match for rule in idle))}")
    return hashes


def _archive(artefact: Artefact, profile: Profile) -> str:
    """How to open the artefact: folder, deb, tar, zip, gz or none."""
    name = artefact.path.name.lower()
    if artefact.path.is_dir():
        return "folder"
    if artefact.archive != "auto":
        return "tar" if artefact.archive.startswith("tar") else artefact.archive
    if re.search(r"\.(tar(\.\w+)?|tgz|txz)$", name):
        return "tar"
    if name.endswith((".zip", ".whl")):
        return "zip"
    if name.endswith(".gz") and not _sole_name(profile, name).endswith(".gz"):
        return "gz"
    return "deb" if name.endswith(".deb") else "none"


def _sole_name(profile: Profile, called: str) -> str:
    """The canonical name of a single plain file, whatever it is called."""
    if len(profile.files) == 1 and profile.files[0].fixed:
        return profile.files[0].fixed
    raise FetchError(f"{called} is a single file, but the source keeps several: give a folder or an archive")


def _place(artefact: Artefact, name: str, into: Path) -> dict[str, str]:
    """Moves, links or copies a plain file, the cheapest that is safe, and hashes it."""
    target = into / name
    if artefact.ours:
        artefact.path.replace(target)
    else:
        try:
            target.hardlink_to(artefact.path)
        except OSError:
            shutil.copyfile(artefact.path, target)
    return {name: file_hash(target)}


def file_hash(path: Path) -> str:
    """The SHA-256 of a file's content, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copy(stream: IO[bytes], file: IO[bytes], encoding: str, budget: int) -> str:
    sha = hashlib.sha256()
    chunks = iter(lambda: stream.read(CHUNK), b"")
    if encoding != "utf-8":
        chunks = iter([stream.read().decode(encoding).encode("utf-8")])
    for chunk in chunks:
        budget -= len(chunk)
        if budget < 0:
            raise FetchError(f"it unpacks to more than {UNPACK_LIMIT:,} bytes")
        sha.update(chunk)
        file.write(chunk)
    return sha.hexdigest()


Opened = tuple[str, Callable[[], IO[bytes]]]


def _members(path: Path, archive: str, profile: Profile) -> Iterator[Opened]:
    """Each regular file in the artefact: its path inside, and how to open it while the iterator stands on
    it.
    """
    match archive:
        case "folder":
            for file in sorted(path.rglob("*")):
                if file.is_file():
                    yield file.relative_to(path).as_posix(), functools.partial(_open, file)
        case "tar":
            with path.open("rb") as packed:
                yield from _tar_members(packed)
        case "deb":
            yield from _tar_members(_deb_data(path))
        case "zip":
            with zipfile.ZipFile(path) as box:
                for entry in box.infolist():
                    _refuse_unsafe(entry.filename)
                    if not entry.is_dir():
                        yield entry.filename, functools.partial(box.open, entry)
        case "gz":
            yield _sole_name(profile, path.name), functools.partial(gzip.open, path, "rb")  # type: ignore[misc]
        case _:
            yield _sole_name(profile, path.name), functools.partial(_open, path)


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


def _tar_members(packed: IO[bytes]) -> Iterator[Opened]:
    with tarfile.open(fileobj=packed, mode="r:*") as box:
        for entry in box:
            _refuse_unsafe(entry.name)
            if entry.isreg():
                yield entry.name, functools.partial(_extracted, box, entry)


def _extracted(box: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    stream = box.extractfile(entry)
    if stream is None:
        raise FetchError(f"its member {entry.name!r} is no regular file")
    return stream


def _refuse_unsafe(member: str) -> None:
    if member.startswith(("/", "\\")) or ".." in PurePosixPath(member.replace("\\", "/")).parts:
        raise FetchError(f"it is unsafe: its member {member!r} points outside the archive")


def _deb_data(path: Path) -> IO[bytes]:
    """The ``data.tar`` inside a Debian package, which is an ``ar`` archive of 60-byte headers and
    even-sized members.
    """
    with path.open("rb") as file:
        if file.read(8) != b"!<arch>\n":
            raise FetchError(f"{path.name} is no Debian package")
        while len(header := file.read(60)) == 60:
            name, size = header[:16].decode("ascii", "replace").strip(" /"), int(header[48:58] or b"0")
            if name.startswith("data.tar"):
                content = file.read(size)
                if len(content) < size:
                    raise EOFError("its data ends early")
                return io.BytesIO(_unzstd(content) if name.endswith(".zst") else content)
            file.seek(size + size % 2, os.SEEK_CUR)
    raise FetchError(f"{path.name} holds no data")


def _unzstd(content: bytes) -> bytes:
    """Older Pythons cannot read zstd, so its own tool does."""
    try:
        return subprocess.run(["zstd", "-dqc"], input=content, capture_output=True, check=True).stdout
    except FileNotFoundError as error:
        raise FetchError("the package is packed with zstd, and the zstd tool is not installed") from error
    except subprocess.CalledProcessError as error:
        raise EOFError("its zstd data is damaged") from error
