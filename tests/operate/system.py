"""A Debian of its own in a folder, with the service installed in it as the documentation says. Start at :func:`system` and :func:`service`.

It takes root on Debian, and installs what is missing. What takes long is kept in `build/operate`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from adjudicator.resources import lexicon_path
from tests.conftest import ROOT
from tests.debian import program
from tests.ledger.test_backup import first_ledger, sqlite

WORK = ROOT / "build" / "operate"
RELEASE = "bookworm"
PACKAGES = (
    "systemd",
    "dbus",
    "python3",
    "python3-venv",
    "ca-certificates",
    "python-is-python3",
    "postgresql",
    "nginx-light",
    "openssl",
)
USER = "adjudicator"
OWN_MOUNTS = ("unshare", "--mount")
"""Before a command: what it mounts is gone when it ends."""
HOME = "var/lib/adjudicator"


def run(*command: str | Path, at: Path = ROOT) -> str:
    """Return what a command prints; end the trial with its last words where it fails."""
    done = subprocess.run(list(map(str, command)), cwd=at, capture_output=True, text=True)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        sys.exit(f"{' '.join(map(str, command))}\n{last}")
    return done.stdout


def need(name: str, *packages: str) -> Path:
    """Return where a program is; end the trial where it cannot be had."""
    found = program(name, *packages)
    if found is None or os.geteuid() != 0:
        sys.exit(f"This trial takes root, Debian and {name} ({' '.join(packages)}).")
    return found


def debian() -> Path:
    """Return the folder of a Debian with what the service needs, and nothing of the service."""
    root = WORK / RELEASE
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        WORK.mkdir(parents=True, exist_ok=True)
        packages = f"--include={','.join(PACKAGES)}"
        run(
            *OWN_MOUNTS,
            need("debootstrap", "debootstrap"),
            "--variant=minbase",
            packages,
            RELEASE,
            root,
            mirror(),
        )
        (root / "made").touch()
    return root


def mirror() -> str:
    """Return where this machine has its own packages from."""
    for line in run("apt-cache", "policy").splitlines():
        words = line.split()
        if len(words) > 2 and words[1].startswith("http") and words[2] == f"{RELEASE}/main":
            return words[1]
    sys.exit(f"This machine has no packages of Debian's {RELEASE}.")


def wheels() -> Path:
    """Return a folder with the wheel of this checkout and what it needs, as pinned."""
    folder = WORK / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "-w", folder)
    run(*pip, "--require-hashes", "-r", "requirements.lock")
    run(
        *pip, "psycopg[binary]>=3.2", "redis>=5", "brotli>=1.1", "async-timeout"
    )  # the last for Debian's Python 3.11.2
    run(*pip, "--no-deps", "--no-build-isolation", ".")
    return folder


def system(name: str) -> Path:
    """Return the folder of a new Debian, called *name*."""
    root = WORK / name
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", "--reflink=auto", debian(), root)
    return root


def service(root: Path) -> None:
    """Install the service in a Debian as the documentation says: in `/opt/adjudicator`, with a user of its own, the built lexicon, and a ledger
    of the first version.
    """
    shutil.copytree(wheels(), root / "wheels")
    inside = ("chroot", root)
    run(*inside, "useradd", "--system", "--home-dir", f"/{HOME}", "--create-home", USER)
    run(*inside, "python3", "-m", "venv", "/opt/adjudicator")
    (wheel,) = (root / "wheels").glob("word_adjudicator-*.whl")
    pip = ("/opt/adjudicator/bin/pip", "install", "-q", "--no-index", "--find-links", "/wheels")
    run(*inside, *pip, f"/wheels/{wheel.name}[postgresql,redis,brotli]")
    run("cp", lexicon_path(), root / HOME)
    with tempfile.TemporaryDirectory() as folder:
        first_ledger(sqlite(root / HOME / "ledger.sqlite"), Path(folder))
    run(*inside, "chown", "-R", f"{USER}:{USER}", f"/{HOME}")
