"""What the clients are made by and run in: Node's packages, virtual environments and Java, each installed once, in `build/clients`.

All packages are pinned by locks. What the machine lacks is installed by Debian where root asks, and else told. Start at :func:`node` and :func:`environment`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.debian import install

HERE = ROOT / "tests" / "clients"
WORK = ROOT / "build" / "clients"
DEBIAN = {"npm": ("nodejs", "npm"), "java": ("default-jre-headless",)}
"""Program → Debian's packages that have it."""


class Missing(Exception):
    """What the machine lacks, and who may not install it."""


class Failed(Exception):
    """A program ended otherwise than well; with its last lines."""


def run(*command: str | Path, at: Path = WORK, **variables: str) -> str:
    """Return what a command prints. Raises :class:`Failed`."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=at,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


def need(program: str) -> None:
    """Have a *program*. Raises :class:`Missing` where it cannot be had."""
    if shutil.which(program):
        return
    failed = install(*DEBIAN[program])
    if failed:
        raise Missing(f"{program} is missing ({failed})")


def node() -> Path:
    """Return the folder with the programs of the pinned packages of Node. Raises :class:`Missing`."""
    need("npm")
    folder = WORK / "node"
    files = [HERE / name for name in ("package.json", "package-lock.json", ".npmrc")]
    if _is_new(folder, files):
        for file in files:
            shutil.copy(file, folder)
        run("npm", "ci", "--silent", at=folder)
        _keep(folder, files)
    return folder / "node_modules" / ".bin"


def environment(name: str) -> Path:
    """Return the folder with the programs of a virtual environment that has what the lock called *name* pins."""
    folder, lock = WORK / "venvs" / name, HERE / "locks" / f"{name}.txt"
    if _is_new(folder, [lock]):
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin" / "pip", "install", "--quiet", "--require-hashes", "-r", lock)
        _keep(folder, [lock])
    return folder / "bin"


def version_of(package: str) -> str:
    """Return the version of a package of Node, or of a lock, that is pinned."""
    for lock in (HERE / "package.json", *sorted((HERE / "locks").glob("*.in"))):
        for line in lock.read_text(encoding="utf-8").splitlines():
            name, _, version = line.replace('": "', "==").strip(' ",').partition("==")
            if name == package and version:
                return version
    raise KeyError(package)


def _mark(files: list[Path]) -> str:
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()


def _is_new(folder: Path, files: list[Path]) -> bool:
    """Return whether *folder* has to be made, by what it was last made of; it is empty then."""
    mark = folder / "made-of"
    if mark.exists() and mark.read_text() == _mark(files):
        return False
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return True


def _keep(folder: Path, files: list[Path]) -> None:
    (folder / "made-of").write_text(_mark(files))
