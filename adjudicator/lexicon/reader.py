"""Reads a lexicon file: what it knows of a key (:meth:`Lexicon.evidence`), and the profile of every key for the fast path.

A file is immutable, so it is opened as such: no locks, no journal, the page cache shared between processes. Nothing that is read from it
is believed unless its seal says that it is what was built. That there is no such word is believed of two words that are neighbours, or of
the word graph where that is in memory.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from adjudicator.core.model import Evidence, Facts, Pronunciation, Reading, Region, Usage
from adjudicator.errors import LexiconDamaged, LexiconError, LexiconMissing, LexiconSchema
from adjudicator.lexicon.connections import Connections
from adjudicator.lexicon.seals import (
    FACT,
    FLAG,
    PHRASE,
    READING,
    SAID,
    USAGE,
    WORD,
    is_whole,
    seal,
    seal_bytes,
    seed_of,
)

if TYPE_CHECKING:
    from dawg import CompletionDAWG, IntDAWG

    from adjudicator.lexicon.shapes import FlagModel, SourceModel


SCHEMA_VERSION = "5"
PIECE = 1 << 16
"""Characters of the keys that are taken at a time."""
REBUILD = "Run `adjudicator build` (in a checkout: `make setup`)."

PROFILES = "profiles"
"""The name of the word graph."""
MISSPELT = "misspelt"
"""The name of the graph that leads from misspellings to words."""

_CHOSEN = (
    "SELECT j.key, coalesce(r.display, j.key), s.headword, s.gloss, s.expansion, r.seal FROM json_each(?) j "
    "CROSS JOIN reading r ON r.key = j.key AND r.fact = j.value AND r.seal IS NOT NULL LEFT JOIN sense s ON s.id = r.sense"
)
_READINGS = (
    f"SELECT {READING}, w.readings FROM word w JOIN reading r ON r.key = w.key LEFT JOIN sense s ON s.id = r.sense "
    "WHERE w.key = ? ORDER BY r.n"
)
_AT = {
    table: (
        f"SELECT {columns}, seal FROM {table} WHERE {key} <= ? ORDER BY {key} DESC LIMIT 1",
        f"SELECT {key} FROM {table} WHERE {key} > ? ORDER BY {key} LIMIT 1",
    )
    for table, key, columns in (("word", "key", WORD), ("phrase", "key", PHRASE), ("usage", "sense", USAGE))
}
"""Table → the statements that find the last row that is not behind a key, and the key behind that."""
_FACT = f"SELECT {FACT}, seal FROM fact WHERE id = ?"
_SWITCHES = ("proper", "marked", "lexicalised", "affix", "punctuated", "spaced", "phrase_only")
_LISTS = ("labels", "inferred")
"""The facts that stand in the file as 0 or 1, and as a text with commas."""

ReadingTexts = tuple[str, str | None, str | None, str | None]
"""The display form, base, gloss and expansion of a reading."""

_reading: Callable[[tuple[Any, ...]], Reading] = partial(tuple.__new__, Reading)
"""A reading of its fields in order: there are millions, and their names take time."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


def _guard(
    read: Callable[Concatenate[Lexicon, sqlite3.Connection, _P], _T],
) -> Callable[Concatenate[Lexicon, _P], _T]:
    """Give *read* a connection for itself, and make it raise :class:`LexiconDamaged` where the file turns out not to hold what was built.

    It reads to the end and asks for nothing that is guarded, too: a second connection might be waited for in vain.
    """

    @wraps(read)
    def guarded(self: Lexicon, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        connections = self._connections
        db = connections.take()
        try:
            return read(self, db, *args, **kwargs)
        except (
            sqlite3.Error,
            TypeError,
            ValueError,
            LookupError,
            ArithmeticError,
            MemoryError,
            OSError,
        ) as error:
            raise self.damage_error(error) from error
        finally:
            connections.give(db)

    return guarded


def uri_of(path: Path) -> str:
    """Return the SQLite URI that opens *path* as an immutable file."""
    quoted = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}?mode=ro&immutable=1"


class Lexicon:
    """One open lexicon file. Threads may share it: each has a connection of its own while it reads."""

    def __init__(self, path: Path, remedy: str = REBUILD, *, mapped: bool = False) -> None:
        """Open the file at *path*; *remedy* says what to do where it is not what it should be, *mapped* that nobody writes to it.

        Raises :class:`LexiconError`.
        """
        self.path = path
        self._mapped = mapped
        self._remedy = remedy
        if not path.exists():
            raise LexiconMissing(f"There is no lexicon at {path}.", remedy)
        self._connections = self._connect()
        self.meta = self._connections.meta
        self._seed = 0
        self._facts: dict[int, Facts] = {}
        try:
            self._check_schema()
            self._check_meta()
        except LexiconError:
            self.close()
            raise

    def _check_schema(self) -> None:
        found = self.meta.get("schema")
        if found != SCHEMA_VERSION:
            raise LexiconSchema(
                f"The lexicon at {self.path} has schema {found}; this version reads schema {SCHEMA_VERSION}.",
                self._remedy,
            )

    def damage_error(self, error: Exception) -> LexiconDamaged:
        """Return the error that says that this file is damaged."""
        return LexiconDamaged(f"The lexicon at {self.path} cannot be read ({error}).", self._remedy)

    @_guard
    def _check_meta(self, db: sqlite3.Connection) -> None:
        self._seed = seed_of(self.meta)
        self._check_piece(db, "meta", sorted(self.meta.items()))

    def _check_piece(self, db: sqlite3.Connection, name: str, rows: Any) -> None:
        """Raise :class:`ValueError` where *rows*, which are read in one piece, are not what was built."""
        (named,) = db.execute("SELECT seal FROM seal WHERE name = ?", (name,)).fetchone()
        found = seal_bytes(rows, self._seed) if isinstance(rows, bytes) else seal(rows, self._seed)
        if found != named:
            raise ValueError(f"{name}: not what was built")

    def check(self) -> None:
        """Raise :class:`LexiconDamaged` where any byte of the file is not what was built: all of it is read, a gigabyte in a second."""
        try:
            whole = is_whole(self.path)
        except OSError as error:
            raise self.damage_error(error) from error
        if not whole:
            raise self.damage_error(
                ValueError("the file is not as it was built: it is damaged, or not complete")
            )

    @property
    def digest(self) -> str:
        """The digest of the lexicon's content."""
        return self.meta["digest"]

    def close(self) -> None:
        """Close the file, when the threads that read it now are done."""
        self._connections.close()

    def reopen(self) -> None:
        """Open the file again: a connection to a database must not be used by a process that was forked after it was made.

        Raises :class:`LexiconDamaged` where the file is another one by now.
        """
        connections = self._connect()
        if connections.meta != self.meta:
            connections.close()
            raise LexiconDamaged(f"The lexicon at {self.path} has been replaced.", "Open the new one.")
        self._connections = connections

    def _connect(self) -> Connections:
        try:
            return Connections(uri_of(self.path), mapped=self._mapped)
        except (sqlite3.Error, TypeError, ValueError) as error:
            raise self.damage_error(error) from None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Enter with a connection for statements of one's own."""
        db = self._connections.take()
        try:
            yield db
        finally:
            self._connections.give(db)

    def facts(self, fact: int) -> Facts:
        """Return the facts with this id."""
        return self._facts.get(fact) or self._guarded_facts(fact)

    def _read_facts(self, db: sqlite3.Connection, fact: int) -> Facts:
        """Return the facts with this id, and keep them."""
        known = self._facts.get(fact)
        if known is not None:
            return known
        *row, named = db.execute(_FACT, (fact,)).fetchone()
        if seal(tuple(row), self._seed) != named:
            raise ValueError(f"facts {fact}: not what was built")
        said = dict(zip(Facts._fields, row[1:], strict=True))
        said |= {name: bool(said[name]) for name in _SWITCHES}
        said |= {name: tuple(said[name].split(",")) if said[name] else () for name in _LISTS}
        return self._facts.setdefault(fact, Facts(**said))

    _guarded_facts = _guard(_read_facts)

    @_guard
    def evidence(self, db: sqlite3.Connection, key: str) -> Evidence:
        """Return everything known of *key*; no readings where nothing is."""
        phrases: tuple[str, ...] = ()
        region = counterparts = None
        readings: list[Reading] = []
        has_sense = False
        known = self._facts.get
        rows = db.execute(_READINGS, (key,)).fetchall()
        if not rows:
            if self._has(db, key):
                raise ValueError(f"readings of {key}: not where they were")
        elif seal((key, [row[:-1] for row in rows]), self._seed) != rows[0][-1]:
            raise ValueError(f"readings of {key}: not what was built")
        else:
            region, counterparts = rows[0][8:10]
        for fact, headword, display, gloss, labels, expansion, sense, uses, _, _, _ in rows:
            facts = known(fact) or self._read_facts(db, fact)
            shown = display or key
            base = None
            if sense is not None:
                has_sense = True
                base = headword if facts.relation != "lemma" else None
            readings.append(
                _reading(
                    (
                        facts,
                        headword or shown,
                        shown,
                        gloss,
                        tuple(labels.split("; ")) if labels else (),
                        expansion,
                        base,
                        sense,
                        uses or 0,
                    )
                )
            )
        if not has_sense and ("phrase_keys" not in self.__dict__ or key in self.phrase_keys):
            found = self._row(db, "phrase", key)
            phrases = tuple(found[1].split("\n")) if found else ()
        return Evidence(
            key, tuple(readings), region, tuple(counterparts.split(",")) if counterparts else (), phrases
        )

    def _has(self, db: sqlite3.Connection, key: str) -> bool:
        """Return whether *key* is a word: the word graph says so at once where it is in memory."""
        graph = self.__dict__.get("profiles")
        return self._row(db, "word", key) is not None if graph is None else key in graph

    def _row(self, db: sqlite3.Connection, table: str, key: str | int) -> tuple[Any, ...] | None:
        """Return the row of *key* in *table*, without its seal; None where there is none."""
        row, _ = self._place(db, table, key)
        return row if row and row[0] == key else None

    def _place(
        self, db: sqlite3.Connection, table: str, key: str | int
    ) -> tuple[tuple[Any, ...] | None, Any]:
        """Return the last row of *table* that is not behind *key*, and the key of the next; None where there is none.

        Its seal names its neighbour, so that no row can be missing between the two.
        """
        at, next_to = _AT[table]
        row = db.execute(at, (key,)).fetchone()
        after = db.execute(next_to, (row[0] if row else type(key)(),)).fetchone()
        behind = after[0] if after else None
        if row is None:
            self._check_piece(db, f"first {table}", behind)
            found = None
        else:
            found = tuple(row[:-1])
            if seal((found, behind), self._seed) != row[-1]:
                raise ValueError(f"{table} {found[0]}: not what was built")
        if (found and found[0] > key) or (behind is not None and behind <= key):
            raise ValueError(f"{table} {key}: not where it was")
        return found, behind

    @_guard
    def flags(self, db: sqlite3.Connection, key: str) -> list[FlagModel]:
        """Return every contributing flag row of *key*, of its senses and of its listings."""
        word = self._row(db, "word", key)
        rows = db.execute(f"SELECT {FLAG} FROM flag WHERE key = ? ORDER BY rowid", (key,)).fetchall()
        self._check_all(key, rows, word[5] if word else None)
        names = ("sense", "flag", "value", "provenance", "rule", "evidence")
        return [cast("FlagModel", dict(zip(names, row, strict=True))) for row in rows]

    @_guard
    def pronunciations(self, db: sqlite3.Connection, key: str) -> list[Pronunciation]:
        """Return how the spellings of *key* are said, the best first."""
        word = self._row(db, "word", key)
        rows = db.execute(f"SELECT {SAID} FROM pronunciation WHERE key = ? ORDER BY n", (key,)).fetchall()
        self._check_all(key, rows, word[6] if word else None)
        return [Pronunciation(*row) for row in rows]

    @_guard
    def usage(self, db: sqlite3.Connection, senses: Iterable[int]) -> dict[int, Usage]:
        """Return what is shown on request of those of these *senses* that have any."""
        found: dict[int, Usage] = {}
        for sense in senses:
            row = self._row(db, "usage", sense)
            if row:
                found[sense] = Usage(*(tuple(texts.split("\n")) if texts else () for texts in row[1:]))
        return found

    def _check_all(self, key: str, rows: list[Any], named: int | None) -> None:
        """Raise :class:`ValueError` where *rows* are not all that was built for *key*."""
        if (seal((key, rows), self._seed) if rows else None) != named:
            raise ValueError(f"rows of {key}: not what was built")

    @_guard
    def sources(self, db: sqlite3.Connection) -> list[SourceModel]:
        """Return the sources with edition, licence, attribution, digest, the channel that served and counts."""
        cursor = db.execute("SELECT * FROM source ORDER BY id")
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
        self._check_piece(db, "sources", [tuple(names), *rows])
        return [cast("SourceModel", dict(zip(names, row, strict=True))) for row in rows]

    @_guard
    def region(self, db: sqlite3.Connection, key: str) -> Region | None:
        """Return where the spelling *key* belongs, or None where that is not known."""
        word = self._row(db, "word", key)
        return word[2] if word else None

    @_guard
    def keys_of_region(self, db: sqlite3.Connection, region: Region) -> list[str]:
        """Return the keys that are spelled so in *region*, in order."""
        found = [
            key for (key,) in db.execute("SELECT key FROM word WHERE region = ? ORDER BY key", (region,))
        ]
        self._check_piece(db, f"region {region}", found)
        return found

    @_guard
    def has(self, db: sqlite3.Connection, key: str) -> bool:
        """Return whether anything is known of *key*."""
        return self._has(db, key)

    @cached_property
    def size(self) -> int:
        """How many keys there are."""
        return self._size()

    @_guard
    def _size(self, db: sqlite3.Connection) -> int:
        (found,) = db.execute("SELECT count(*) FROM word").fetchone()
        return int(found)

    def keys(self) -> Iterator[str]:
        """Yield every key, in order."""
        for keys, _ in self.pieces():
            yield from keys

    def known_facts(self, keys: Sequence[str]) -> list[tuple[str, list[Facts]]]:
        """Return the known ones among *keys*, with the facts of each."""
        graph = self.__dict__.get("profiles")
        known = keys if graph is None else list(filter(graph.__contains__, keys))
        return self._known_facts(known) if known else []

    @_guard
    def _known_facts(self, db: sqlite3.Connection, keys: Sequence[str]) -> list[tuple[str, list[Facts]]]:
        found: list[tuple[str, list[Facts]]] = []
        gap: tuple[str, str] = ("", "")
        for key in sorted(keys):
            if gap[0] < key < gap[1]:
                continue
            word, behind = self._place(db, "word", key)
            gap = (word[0] if word else "", behind or "")
            if word and word[0] == key:
                found.append((key, [self._read_facts(db, fact) for fact in self._profile(db, word[1])]))
        return found

    def _profile(self, db: sqlite3.Connection, profile: int) -> list[int]:
        facts, named = db.execute("SELECT facts, seal FROM profile WHERE id = ?", (profile,)).fetchone()
        if seal((profile, facts), self._seed) != named:
            raise ValueError(f"profile {profile}: not what was built")
        return list(map(int, facts.split(",")))

    @cached_property
    @_guard
    def profiles(self, db: sqlite3.Connection) -> IntDAWG:
        """The word graph from key to profile id: the fast path's structure, a few megabytes in memory."""
        from dawg import IntDAWG

        graph = IntDAWG()
        graph.frombytes(self._graph(db, PROFILES))
        return graph

    @cached_property
    @_guard
    def misspelt(self, db: sqlite3.Connection) -> CompletionDAWG:
        """The graph that leads from misspellings to words, three megabytes in memory; see :class:`adjudicator.lexicon.misspelt.Misspelt`."""
        from dawg import CompletionDAWG

        graph = CompletionDAWG()
        graph.frombytes(self._graph(db, MISSPELT))
        return graph

    def _graph(self, db: sqlite3.Connection, name: str) -> bytes:
        """Return the bytes of the graph of this *name*, checked: its library takes any bytes, and may crash on wrong ones."""
        data: bytes
        data, named = db.execute("SELECT data, seal FROM graph WHERE name = ?", (name,)).fetchone()
        if seal_bytes(data, self._seed) != named:
            raise ValueError(f"graph {name}: not what was built")
        return data

    @cached_property
    @_guard
    def phrase_keys(self, db: sqlite3.Connection) -> frozenset[str]:
        """The keys that have phrases and no sense."""
        rows = db.execute("SELECT key FROM phrase ORDER BY key").fetchall()
        self._check_piece(db, "phrases", rows)
        return frozenset(key for (key,) in rows)

    @_guard
    def reading_texts(self, db: sqlite3.Connection, facts: Mapping[str, int]) -> dict[str, ReadingTexts]:
        """Return, for each key of *facts*, the texts of its first reading that has the facts with that id; read in one pass."""
        import orjson

        wanted = orjson.dumps(dict(sorted(facts.items()))).decode()
        rows = db.execute(_CHOSEN, (wanted,)).fetchall()
        seed = self._seed
        found: dict[str, ReadingTexts] = {}
        for key, display, base, gloss, expansion, named in rows:
            if seal((key, facts[key], display, base, gloss, expansion), seed) != named:
                raise ValueError(f"reading of {key}: not what was built")
            found[key] = (display, base, gloss, expansion)
        if len(found) != len(facts):
            raise ValueError("readings: not all that were built")
        return found

    @cached_property
    @_guard
    def columns(self, db: sqlite3.Connection) -> tuple[str, array[int]]:
        """Every key in order, joined by newlines, and the profile of each: what is scanned to find words."""
        keys, profiles = db.execute(
            "SELECT group_concat(key, char(10)), group_concat(profile) FROM (SELECT key, profile FROM word ORDER BY key)"
        ).fetchone()
        self._check_piece(db, "words", f"{keys} {profiles}".encode())
        return keys or "", array("I", map(int, profiles.split(","))) if profiles else array("I")

    def pieces(self) -> Iterator[tuple[list[str], array[int]]]:
        """Yield the :attr:`columns` a few thousand keys at a time, which takes a tenth of the memory of all at once."""
        keys, profiles = self.columns
        start = count = 0
        while start < len(keys):
            end = keys.find("\n", start + PIECE)
            end = len(keys) if end < 0 else end
            piece = keys[start:end].split("\n")
            yield piece, profiles[count : count + len(piece)]
            start, count = end + 1, count + len(piece)

    def forget_columns(self) -> None:
        """Give the memory of :attr:`columns` back; they are read again when needed."""
        self.__dict__.pop("columns", None)

    @cached_property
    def profile_facts(self) -> list[tuple[Facts, ...]]:
        """The facts of every profile, by its id (0 is the profile of a key that nothing is known of)."""
        return [tuple(map(self.facts, facts)) for facts in self.profile_fact_ids]

    @cached_property
    @_guard
    def profile_fact_ids(self, db: sqlite3.Connection) -> list[tuple[int, ...]]:
        """The ids of the facts of every profile, by its id."""
        rows = db.execute("SELECT id, facts FROM profile ORDER BY id").fetchall()
        self._check_piece(db, "profiles", rows)
        return [(), *(tuple(map(int, facts.split(","))) for _, facts in rows)]
