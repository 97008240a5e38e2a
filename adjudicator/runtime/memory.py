"""The memory that a server takes, with all of its workers: what they share is counted once (Linux; nothing elsewhere)."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")


def of_server() -> tuple[int, int]:
    """Return how many workers the server of this one has, and the bytes of memory that all of them and the server itself take."""
    server = os.getppid()
    workers = _children(server)
    return len(workers), sum(map(bytes_of, (server, *workers)))


def bytes_of(process: int) -> int:
    """Return the bytes of memory that a *process* takes, with its part of what it shares; 0 where that is not told."""
    with contextlib.suppress(OSError, ValueError):
        for line in (PROC / str(process) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def _children(process: int) -> list[int]:
    """Return the processes that *process* has started and that run."""
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in (PROC / str(process) / "task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found
