"""The digest of a lexicon's content, worked out from the file: whoever has one can check that it is what its maker made. Start at :func:`content_digest`."""

from __future__ import annotations

import hashlib
import sqlite3

import orjson
from sqlite_utils import Database

from adjudicator.ingest.sealing import SEALS

_TABLES = {
    "entry": "id", "fact": "id", "flag": "rowid", "listing": "key, display, source, category", "phrase": "key", "profile": "id",
    "pronunciation": "key, n", "reading": "key, n", "sense": "id", "source": "id", "usage": "sense", "word": "key",
}  # fmt: skip
"""Table → its order. The graphs are left out: they are made of the words, and another release of their library writes other bytes. So are the
seals, which are made of the rows."""
_ROWS = 4000


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
