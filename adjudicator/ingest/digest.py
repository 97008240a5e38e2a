"""The digest of a lexicon's content, worked out from the file: whoever has one can check that it is what its maker made.

It takes a third of the time in which a lexicon is sealed. So a build has another process work it out meanwhile, from a copy without seals: start at
:func:`begun`, whose process runs :func:`main`; what is worked out says :func:`content_digest`.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
from sqlite_utils import Database

from adjudicator.ingest.beside import running
from adjudicator.ingest.sealing import SEALS

_TABLES = {
    "entry": "id", "fact": "id", "flag": "rowid", "listing": "key, display, source, category", "phrase": "key", "profile": "id",
    "pronunciation": "key, n", "reading": "key, n", "sense": "id", "source": "id", "usage": "sense", "word": "key",
}  # fmt: skip
"""Table → its order. The graphs are left out: they are made of the words, and another release of their library writes other bytes. So are the
seals, which are made of the rows."""
_ROWS = 4000
MODULE = "adjudicator.ingest.digest"


def content_digest(db: sqlite3.Connection) -> str:
    """Return the digest of every row of the lexicon, but for the one that names it. Raises :class:`sqlite3.Error` where it cannot be read."""
    database = Database(db, execute_plugins=False)
    found = hashlib.sha256()
    meta = sorted(db.execute("SELECT name, value FROM meta WHERE name != 'digest'"))
    found.update(orjson.dumps(["meta", meta]))
    for table, order in _TABLES.items():
        columns = [column.name for column in database.table(table).columns]
        told = columns[: len(columns) - SEALS.get(table, 0)]
        rows = db.execute(f"SELECT {','.join(told)} FROM {table} ORDER BY {order}")
        while part := rows.fetchmany(_ROWS):
            found.update(orjson.dumps([table, part]))
    return f"sha256:{found.hexdigest()}"


@contextmanager
def begun(path: Path, db: sqlite3.Connection) -> Iterator[Callable[[], str]]:
    """Begin to work out the digest of the lexicon at *path*, which is complete but for its seals and open as *db*; give what returns it in the end."""
    copy = path.with_name(f"{path.name}.copy")
    try:
        shutil.copyfile(path, copy)
        with running(MODULE, copy, folder=path.parent) as written:

            def found() -> str:
                output = written()
                return output.read().decode() if output else content_digest(db)

            yield found
    finally:
        copy.unlink(missing_ok=True)


def main() -> None:
    """Write the digest of the lexicon that the argument names to standard output."""
    db = sqlite3.connect(sys.argv[1])
    sys.stdout.write(content_digest(db))
    db.close()


if __name__ == "__main__":
    main()
