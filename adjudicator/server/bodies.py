"""Bodies of requests, in memory or in files, and the room that there is for them. Start at :class:`Body`."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from typing import IO

PIECE = 65_536
"""Bytes of a body that are kept in memory, and of an answer that are sent at once."""


class Body:
    """The body of a request: in memory while it is short, in a file beyond that."""

    def __init__(self, store: Store) -> None:
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(PIECE)  # noqa: SIM115  (closed by :meth:`close`)
        self.size = 0
        self._store = store

    def add(self, chunk: bytes) -> bool:
        """Add *chunk*; return whether there was room for it."""
        held = self._stored_size()
        self.size += len(chunk)
        if not self._store.take(self._stored_size() - held):
            self.size -= len(chunk)
            return False
        self.file.write(chunk)
        return True

    def _stored_size(self) -> int:
        return self.size if self.size > PIECE else 0

    def close(self) -> None:
        """Give its room back."""
        with suppress(OSError):  # what could not be written is tried once more, and is not needed
            self.file.close()
        self._store.take(-self._stored_size())


class Store:
    """The room that there is for long bodies."""

    def __init__(self, room: int) -> None:
        self._room = room

    def take(self, size: int) -> bool:
        """Take *size* bytes of the room, or give them back; return whether there were so many."""
        if size > self._room:
            return False
        self._room -= size
        return True
