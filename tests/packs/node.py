"""Node for the tests of the reader in TypeScript. Start at :func:`executable`."""

from __future__ import annotations

import os
import shutil
import subprocess

INSTALL = "Install Node 18 or later (on Debian: apt-get install nodejs), or run as root to have it installed."


def executable() -> str | None:
    """Return the path of Node, installed first where it is missing and the tests run as root; None where there is none."""
    found = shutil.which("node")
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "nodejs"]):
            subprocess.run(["apt-get", "--quiet", *arguments], env=quiet, capture_output=True, check=False)
        found = shutil.which("node")
    return found
