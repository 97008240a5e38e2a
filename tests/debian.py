"""Programs from Debian's packages that tests need: installed where they are missing and the tests run as root. Start at :func:`install`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path


def install(*packages: str) -> str | None:
    """Install Debian packages; return why they are not installed, as the end of a sentence that says what to do, or None."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return f"as root: apt-get install -y {' '.join(packages)}"
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (("update",), ("install", "--yes", "--no-install-recommends", *packages)):
        done = subprocess.run(
            ["apt-get", "--quiet", "-o", "DPkg::Lock::Timeout=30", *arguments],
            env=quiet,
            capture_output=True,
            text=True,
            check=False,
        )
    last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
    return f"installing failed: {' '.join(last)}" if done.returncode else None


def program(name: str, *packages: str) -> Path | None:
    """Return where a program is, installed from *packages* first where it is missing; None where it cannot be had."""
    if shutil.which(name) is None:
        install(*packages)
    found = shutil.which(name)
    return Path(found) if found else None
