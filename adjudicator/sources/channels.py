"""How each kind of channel hands over its artefact: which client or route fetches it, and what failed where none can.

Registries are asked through their own clients (apt-get, pip, npm), and nothing that comes is run, but for the build program that an sdist
has inside, once its digest was found right; https by :mod:`adjudicator.sources.download`; local files are taken as they are. :mod:`adjudicator.sources.archives` unpacks what is handed over. Nothing here knows the
cache. Failures are FetchErrors with a short reason; an OSError of the disk is let through. Start reading at ``obtain``.
"""

from __future__ import annotations

import errno
import functools
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from adjudicator.errors import FetchError
from adjudicator.sources import model as sources
from adjudicator.sources.download import Report, download
from adjudicator.sources.model import Channel

CLIENT_SECONDS = 1800.0
CLIENT_ERROR = re.compile(r"(?:(?:E|ERROR|error):|npm (?:ERR!|error)(?! A complete| code))\s+(\S.*)")
"""A line in which a registry's client says what went wrong."""


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


def way_of(channel: Channel, home: Path, *, connected: bool) -> str:
    """What ``channel`` would be asked by on this machine: a client, ``https``, or ``files``. Nothing where that is missing, or it takes a network
    and the machine is not ``connected`` to any.
    """
    match channel:
        case sources.FileChannel():
            path = local_path(channel, home)
            return "files" if path and path.exists() else ""
        case sources.DebianChannel():
            way = "apt-get" if shutil.which("apt-get") else ""
        case sources.NpmChannel():
            way = "npm" if shutil.which("npm") else ""
        case sources.PypiChannel():
            try:
                way = "pip" if _pip() else ""
            except FetchError:
                way = ""
        case _:
            way = "https"
    return way if connected else ""


# Registries, through their own clients


def _run(command: Sequence[str], work: Path, **more: str) -> None:
    """Runs a registry's client in ``work``, with ``more`` in its environment; where it fails, its own last word is the reason."""
    client = "pip" if "pip" in command else command[0]
    environment = {**os.environ, "LC_ALL": "C", "TMPDIR": str(work), "PIP_NO_INPUT": "1", **more}
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


_UNBUILT = """\
import os, sys

def get_requires_for_build_wheel(settings=None):
    return []

def prepare_metadata_for_build_wheel(folder, settings=None):
    os.mkdir(os.path.join(folder, {folder!r}))
    with open(os.path.join(folder, {folder!r}, "METADATA"), "w") as file:
        file.write({metadata!r})
    return {folder!r}

__legacy__ = sys.modules[__name__]
"""
"""Stands in for setuptools where pip wants an sdist's metadata, which nobody reads, and would have its setup.py run for them."""


def _from_pypi(channel: sources.PypiChannel, work: Path) -> Artefact:
    options = ["--no-deps", "--no-cache-dir", "--ignore-requires-python", "--disable-pip-version-check", "-q"]
    options += ["--no-input", "--retries", "1", "--timeout", "20", "--dest", str(work)]
    wanted = f"{channel.name}=={channel.version}"
    if channel.sha256:
        pinned = work / "requirements.txt"
        pinned.write_text(f"{wanted} --hash=sha256:{channel.sha256}\n")
        options += ["--require-hashes", "--requirement", str(pinned)]
    else:
        options.append(wanted)
    if channel.form == "wheel":
        _run([*_pip(), "download", "--only-binary", channel.name, *options], work)
    else:
        _from_sdist(channel, [*_pip(), "download", "--no-binary", channel.name, *options], work)
    path = _only(work, "*.whl", "*.zip", "*.tar.*")
    return Artefact(path=path, archive="tar" if ".tar." in path.name else "zip", label=channel.label)


def _from_sdist(channel: sources.PypiChannel, command: list[str], work: Path) -> None:
    """Run pip for an sdist, so that its setup.py is not run, and nothing is fetched to build it with. What has a build program of its own
    inside runs that, when the digest of the file was found right.
    """
    if not channel.sha256:
        raise FetchError("an sdist is not fetched without its sha256, since pip may run what is in it")
    stand_in = work / "unbuilt" / "setuptools"
    stand_in.mkdir(parents=True)
    (stand_in / "__init__.py").touch()
    folder = f"{re.sub('[-_.]+', '_', channel.name)}-{channel.version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {channel.name}\nVersion: {channel.version}\n"
    (stand_in / "build_meta.py").write_text(_UNBUILT.format(folder=folder, metadata=metadata))
    _run([*command, "--no-build-isolation", "--use-pep517"], work, PYTHONPATH=str(stand_in.parent))


def _from_npm(channel: sources.NpmChannel, work: Path) -> Artefact:
    options = ["--ignore-scripts", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=60000"]
    options += [f"--cache={work / 'npm'}", f"--pack-destination={work}"]
    _run(["npm", "pack", f"{channel.name}@{channel.version}", *options], work)
    return Artefact(path=_only(work, "*.tgz"), archive="tar", label=channel.label)


# Local files


def local_path(channel: sources.FileChannel, home: Path) -> Path | None:
    """Where the file of ``channel`` should be, or None where only an environment variable says so and it is unset."""
    place = os.environ.get(channel.env, "") or channel.path
    return home / Path(place).expanduser() if place else None


def _from_file(channel: sources.FileChannel, home: Path) -> Artefact:
    path = local_path(channel, home)
    if path is None:
        raise FetchError(f"the environment variable {channel.env} is not set")
    if not path.exists():
        raise FetchError(f"there is nothing at {path}")
    return Artefact(path=path.resolve(), archive=channel.archive, label=f"file {path}", ours=False)
