"""The file in which another process writes what is to come behind what is in a database of this one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def part_of(path: Path) -> Path:
    """Return where the part is of the database at *path*."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def attached(db: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Have the finished part of the database at *path*, which is open as *db* and in no transaction, attached under the name ``part``; remove it afterwards."""
    db.execute("ATTACH ? AS part", (str(part_of(path)),))
    try:
        yield
    finally:
        db.execute("DETACH part")
        part_of(path).unlink(missing_ok=True)
