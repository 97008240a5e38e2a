"""Writes the lexicon file: rows in batches, facts and profiles interned, and the digest of all that is in it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from adjudicator.core.model import Facts
from adjudicator.ingest.examine import Examined, begun
from adjudicator.ingest.parts import attached, part_of
from adjudicator.ingest.sealing import BLANK, SEALS, graph_of, seal_rest, seal_rows
from adjudicator.lexicon.reader import MISSPELT, PROFILES

BATCH = 4000
_WHOLE = ("meta", "source")
"""The tables that are written at once; the rows of all others come by and by."""
_TAKEN = {
    "entry": {"id": "id + :entries"},
    "sense": {"id": "id + :senses", "entry": "entry + :entries"},
    "usage": {"sense": "sense + :senses"},
    "flag": {"sense": "sense + :senses"},
    "listing": {},
    "reading": {"fact": "fact_here(fact)"},
    "word": {"profile": "profile_here(profile)"},
    "phrase": {},
    "pronunciation": {},
}  # fmt: skip
"""Table that another process writes a part of → the columns that have other numbers there than here."""


class LexiconWriter:
    """One lexicon file being written. Nothing of it serves until the build has audited it and put it in place."""

    def __init__(self, path: Path, schema: str, meta: dict[str, str]) -> None:
        """Begin the file at *path* with the tables of *schema*; *meta* is what it is to say of itself."""
        self._path, self._schema = path, schema
        self.database = Database(path)
        self.db = self.database.conn
        self.db.isolation_level = None
        self.db.execute("PRAGMA page_size = 4096")  # twice that makes a reading a fifth slower
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

    def add_phrases(self, key: str, phrases: list[str]) -> None:
        """Add the row of the *phrases* in which *key* stands, if there are any."""
        if phrases:
            self.add("phrase", (key, "\n".join(sorted(phrases))))

    def _flush(self, table: str) -> None:
        rows = self._rows[table]
        if rows:
            self.db.executemany(self._sql[table], rows)
            self.counts[table] += len(rows)
            rows.clear()

    def _flush_all(self) -> None:
        for table in self._rows:
            self._flush(table)

    def apart(self) -> LexiconWriter:
        """Return one for the rows that another process adds behind those of this one; they are numbered from 1 there."""
        part_of(self._path).unlink(missing_ok=True)
        return LexiconWriter(part_of(self._path), self._schema, {})

    def found(self) -> tuple[list[Facts], list[tuple[int, ...]]]:
        """Close the file of another process; return its facts and profiles in the order of their numbers."""
        self._flush_all()
        self.db.execute("COMMIT")
        self.close()
        return list(self._facts), list(self._profiles)

    def take(
        self, found: tuple[list[Facts], list[tuple[int, ...]]], entries: int = 0, senses: int = 0
    ) -> None:
        """Add the rows of another process, which has *found* these facts and profiles, behind those of this one: *entries* and *senses* are how many it has."""
        self._flush_all()
        facts = [0, *map(self.fact, found[0])]
        profiles = [0, *(self.profile(tuple(facts[each] for each in profile)) for profile in found[1])]
        self.db.create_function("fact_here", 1, facts.__getitem__, deterministic=True)
        self.db.create_function("profile_here", 1, profiles.__getitem__, deterministic=True)
        self.db.execute("COMMIT")
        with attached(self.db, self._path):
            self.db.execute("BEGIN")
            for table, numbers in _TAKEN.items():
                columns = [column.name for column in self.database.table(table).columns]
                taken = ", ".join(numbers.get(name, name) for name in columns)
                rows = self.db.execute(
                    f"INSERT INTO {table} SELECT {taken} FROM part.{table}",
                    {"entries": entries, "senses": senses},
                )
                self.counts[table] += rows.rowcount
            self.db.execute("COMMIT")
        self.db.execute("BEGIN")

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
        self._flush_all()
        return self.db.execute(query)

    def graph(self) -> Container[str]:
        """Write the word graph; return its keys."""
        self._flush_all()
        graph = graph_of(self.db)
        self.add("graph", (PROFILES, graph.tobytes()))
        return graph  # type: ignore[no-any-return]

    def finish(self, sources: list[dict[str, Any]]) -> Examined:
        """Write what is left: the sources, the indexes, what leads from misspellings to words, and the seals. Close the file; return what was found of it."""
        self._flush_all()
        self.db.execute("COMMIT")
        self.database.table("source").insert_all(sources)
        self.database.executescript(self._indexes)
        with begun(self._path, self.db) as examined:
            self.db.execute("BEGIN")
            seal_rows(self.db)
            found = examined()
        self.add("graph", (MISSPELT, found.misspelt))
        self._flush_all()
        self.database.table("meta").insert({"name": "digest", "value": found.digest})
        seal_rest(self.db)
        self.db.execute("COMMIT")
        self.database.analyze()
        self._pack()
        return found

    def _pack(self) -> None:
        """Copy the finished file without the room that its pages have kept for more rows, a tenth of it. The writer is closed."""
        packed = self._path.with_name(f"{self._path.name}.packed")
        self.db.execute("VACUUM INTO ?", (str(packed),))
        self.close()
        packed.replace(self._path)

    def close(self) -> None:
        """Close the file."""
        self.db.close()
