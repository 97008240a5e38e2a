"""Writes the lexicon file: rows in batches, facts and profiles interned, and the digest of all that is in it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from adjudicator.core.model import Facts
from adjudicator.ingest.digest import begun
from adjudicator.ingest.misspelt import misspelt_of
from adjudicator.ingest.sealing import BLANK, SEALS, graph_of, seal_meta, seal_rows
from adjudicator.lexicon.reader import MISSPELT, PROFILES

BATCH = 4000
_WHOLE = ("meta", "source")
"""The tables that are written at once; the rows of all others come by and by."""


class LexiconWriter:
    """One lexicon file being written. Nothing of it serves until the build has audited it and put it in place."""

    def __init__(self, path: Path, schema: str, meta: dict[str, str]) -> None:
        """Begin the file at *path* with the tables of *schema*; *meta* is what it is to say of itself."""
        self._path = path
        self.database = Database(path)
        self.db = self.database.conn
        self.db.isolation_level = None
        self.db.execute("PRAGMA page_size = 8192")
        self.db.execute("PRAGMA journal_mode = OFF")
        self.db.execute("PRAGMA synchronous = OFF")
        tables, _, self._indexes = schema.partition("-- indexes are made after the rows")
        self.database.executescript(tables)
        self.database.table("meta").insert_all({"name": name, "value": value} for name, value in meta.items())
        self._sql = {
            table: self._insertion(table) for table in self.database.table_names() if table not in _WHOLE
        }
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in self._sql}
        self._facts: dict[Facts, int] = {}
        self._profiles: dict[tuple[int, ...], int] = {}
        self.counts = dict.fromkeys(self._sql, 0)
        self.db.execute("BEGIN")

    def _insertion(self, table: str) -> str:
        """Return the statement that adds a row to *table*, whose seals are left blank. Millions of rows come, so no dictionary is made of one."""
        seals = SEALS.get(table, 0)
        values = ["?"] * (len(self.database.table(table).columns) - seals) + [str(BLANK)] * seals
        return f"INSERT INTO {table} VALUES ({','.join(values)})"

    def add(self, table: str, row: tuple[Any, ...]) -> None:
        """Add one row to *table*."""
        rows = self._rows[table]
        rows.append(row)
        if len(rows) >= BATCH:
            self._flush(table)

    def adder(self, table: str) -> Callable[[tuple[Any, ...]], None]:
        """Return :meth:`add` for one table, for the loops that add millions of rows."""
        rows, flush = self._rows[table], self._flush

        def add(row: tuple[Any, ...]) -> None:
            rows.append(row)
            if len(rows) >= BATCH:
                flush(table)

        return add

    def _flush(self, table: str) -> None:
        rows = self._rows[table]
        if rows:
            self.db.executemany(self._sql[table], rows)
            self.counts[table] += len(rows)
            rows.clear()

    def fact(self, facts: Facts) -> int:
        """Return the id of *facts*, writing them the first time."""
        known = self._facts.get(facts)
        if known is None:
            known = self._facts[facts] = len(self._facts) + 1
            row = facts._replace(labels=",".join(facts.labels), inferred=",".join(facts.inferred))  # type: ignore[arg-type]
            self.add("fact", (known, *(int(value) if isinstance(value, bool) else value for value in row)))
        return known

    def profile(self, facts: tuple[int, ...]) -> int:
        """Return the id of these facts (ids, in the order of the readings), writing it the first time."""
        known = self._profiles.get(facts)
        if known is None:
            known = self._profiles[facts] = len(self._profiles) + 1
            self.add("profile", (known, ",".join(map(str, facts))))
        return known

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Return the rows that *query* gives of what was written so far."""
        for table in self._rows:
            self._flush(table)
        return self.db.execute(query)

    def graph(self) -> Container[str]:
        """Write the word graph, and the one that leads from misspellings to words; return the keys of the former."""
        for table in self._rows:
            self._flush(table)
        graph = graph_of(self.db)
        self.add("graph", (PROFILES, graph.tobytes()))
        self.add("graph", (MISSPELT, misspelt_of(self.db).tobytes()))
        return graph  # type: ignore[no-any-return]

    def finish(self, sources: list[dict[str, Any]]) -> str:
        """Write what is left, the sources, the indexes and the seals; return the digest of the content."""
        for table in self._rows:
            self._flush(table)
        self.db.execute("COMMIT")
        self.database.table("source").insert_all(sources)
        self.database.executescript(self._indexes)
        with begun(self._path, self.db) as found:
            self.db.execute("BEGIN")
            seal_rows(self.db)
            digest = found()
        self.database.table("meta").insert({"name": "digest", "value": digest})
        seal_meta(self.db)
        self.db.execute("COMMIT")
        self.database.analyze()
        return digest

    def close(self) -> None:
        """Close the file."""
        self.db.close()
