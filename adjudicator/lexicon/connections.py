"""Connections to one immutable file, of which every thread that reads has one for itself. Start at :class:`Connections`.

From CPython 3.12 on, threads that share a connection get each other's rows: its cache can hand a statement to a second thread between
the binding and the first step of the first one (python/cpython#118172).
"""

from __future__ import annotations

import sqlite3
from _queue import Empty, SimpleQueue  # not queue, whose imports take a fiftieth of a cold look-up
from _thread import allocate_lock

MOST = 8
"""Connections to a file at the same time; who comes when all are taken waits for one, some microseconds."""
PAGES = 1024
"""Kilobytes of pages that a connection keeps for itself, most of them those that lead to others. The rest is in the page cache, which all
processes share: a file that others may write to is read and not mapped into memory, since whoever cuts a mapped file kills its readers."""
MAPPED = 1 << 30
"""Bytes of a file that are mapped at most."""


class Connections:
    """The connections to the file that *uri* opens. Raises :class:`sqlite3.Error` where it cannot be read.

    They are lent, not tied to threads: there are as many as ever read at the same time, however many threads come and go. A file that
    was replaced meanwhile is not opened again, since its answers would be others: the connections that there are must then do.
    """

    def __init__(self, uri: str, *, mapped: bool = False) -> None:
        """*mapped* says that nobody writes to the file, so that it can be mapped into memory."""
        self._uri = uri
        self._mapped = MAPPED if mapped else 0
        self._lock = allocate_lock()
        self._grows = True
        db, self.meta = self._connect()
        """What the file says of itself, its digest among it."""
        self._all = [db]
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._idle.put(db)

    def take(self) -> sqlite3.Connection:
        """Return a connection that nobody else uses until it is given back. Who has one must not ask for another."""
        try:
            return self._idle.get_nowait()
        except Empty:
            return self._another() or self._idle.get()

    def give(self, db: sqlite3.Connection) -> None:
        """Take back a connection, with nothing left to be read from it."""
        self._idle.put(db)

    def close(self) -> None:
        """Close all connections, when those who read now are done. Whoever reads after that gets :class:`sqlite3.ProgrammingError`."""
        with self._lock:
            self._grows = False
            for db in [self._idle.get() for _ in self._all]:
                db.close()
                self._idle.put(db)

    def __del__(self) -> None:
        """Close what nobody can ask for any more: a connection and its statements hold each other until the collector comes by."""
        for db in getattr(self, "_all", ()):
            db.close()

    def __len__(self) -> int:
        return len(self._all)

    def _another(self) -> sqlite3.Connection | None:
        """Return one more connection to the same file; None where there cannot be one."""
        with self._lock:
            if not self._grows or len(self._all) >= MOST:
                return None
            try:
                db, meta = self._connect()
            except sqlite3.Error:
                self._grows = False
                return None
            if meta != self.meta:
                db.close()
                self._grows = False
                return None
            self._all.append(db)
            return db

    def _connect(self) -> tuple[sqlite3.Connection, dict[str, str]]:
        """Return a new connection, and what the file says of itself."""
        db = sqlite3.connect(self._uri, uri=True, check_same_thread=False)
        try:
            db.execute(f"PRAGMA mmap_size = {self._mapped}")
            db.execute(f"PRAGMA cache_size = -{PAGES}")
            return db, dict(db.execute("SELECT name, value FROM meta").fetchall())
        except BaseException:  # a file that cannot be read must not stay open
            db.close()
            raise
