"""Files that are whole or not there, and work that one does at a time, on every system.

Start at :func:`write`, :func:`put_in_place` and :func:`locked`. A file is made under another name in the same folder and renamed, when
all of it is on the disk, over the one that it replaces: whoever reads meets the old one or the new one, also after a crash.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
"""The rights of what has names, votes and reasons of people in it."""
PATIENT = -1.0
"""Waits for a lock for as long as it takes."""


def write(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write *content* to *path*, whole or not at all, even if others write there; a *private* file is the owner's alone.

    Raises :class:`OSError`.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        if private:
            make_private(new)
        new.write_bytes(content)
        put_in_place(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def make_private(path: Path) -> None:
    """Make an empty file that is the owner's alone, unless there is one, and the folders above it that there are not.

    What is there already keeps the rights that somebody gave it, and is not even opened: to close a file gives up all locks that this
    process has on it, those of a database among them. Raises :class:`OSError`.
    """
    make_private_folder(path.parent)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def make_private_folder(folder: Path) -> None:
    """Make *folder*, and those above it, the owner's alone, as far as there is none. Raises :class:`OSError`."""
    if not folder.parent.exists():
        make_private_folder(folder.parent)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def put_in_place(new: Path, target: Path) -> None:
    """Rename the finished file *new* over *target* in the same folder, when all of it is on the disk. Raises :class:`OSError`."""
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    new.replace(target)
    with contextlib.suppress(OSError):  # Windows opens no folders, and needs none to be synced
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextlib.contextmanager
def locked(path: Path, patience: float = PATIENT) -> Iterator[None]:
    """Enter when no one else holds the lock file *path*, in this process or another; one that dies gives its lock back.

    The file stays when the lock is given back. Raises :class:`TimeoutError` where that takes more than *patience* seconds, and
    :class:`OSError` where the file cannot be made.
    """
    import filelock  # here: it is slow to import, and looking a word up locks nothing

    lock = filelock.FileLock(path, timeout=patience, poll_interval=0.02)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise TimeoutError(f"{path} stays locked") from error
    try:
        yield
    finally:
        lock.release()
