"""From an artefact to flat, canonical files: how it is opened, which members are kept, and what is refused as unsafe.

A profile names the members to keep; folders, Debian packages, tar, zip and gzip files and plain files are understood.
Nothing here knows the cache. Failures are FetchErrors with a short reason; an OSError of the disk is let through. Start
reading at ``unpack``.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import io
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from adjudicator.errors import FetchError
from adjudicator.sources.channels import Artefact
from adjudicator.sources.model import Profile

CHUNK = 1 << 18
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
    if len(profile.files) == 1 and profile.files[0].fixed_name:
        return profile.files[0].fixed_name
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
    """Each regular file in the artefact: its path inside, and how to open it while the iterator stands on it."""
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
                yield entry.name, functools.partial(_extract, box, entry)


def _extract(box: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    stream = box.extractfile(entry)
    if stream is None:
        raise FetchError(f"its member {entry.name!r} is no regular file")
    return stream


def _refuse_unsafe(member: str) -> None:
    if member.startswith(("/", "\\")) or ".." in PurePosixPath(member.replace("\\", "/")).parts:
        raise FetchError(f"it is unsafe: its member {member!r} points outside the archive")


def _deb_data(path: Path) -> IO[bytes]:
    """The ``data.tar`` inside a Debian package, which is an ``ar`` archive of 60-byte headers and even-sized members."""
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
