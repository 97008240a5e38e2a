"""Reads a lexicon file: what it knows of a key (:meth:`Lexicon.evidence`), and the profile of every key for the fast path.

A file is immutable, so it is opened as such: no locks, no journal, the page cache shared between processes.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from adjudicator.errors import LexiconDamaged, LexiconMissing, LexiconSchema
from adjudicator.lexicon.connections import Connections
from adjudicator.model import Evidence, Facts, Pronunciation, Reading

if TYPE_CHECKING:
    from dawg import IntDAWG

SCHEMA_VERSION = "2"
PIECE = 1 << 16
"""Characters of the keys that are taken at a time."""
KEYS = 10_000
"""Keys that are read at a time."""
REBUILD = "Run `adjudicator build` (in a checkout: `make setup`)."

_CHOSEN = (
    "SELECT j.key, coalesce(r.display, j.key), s.headword, s.gloss, s.expansion "
    "FROM json_each(?) j CROSS JOIN reading r ON r.key = j.key AND r.fact = j.value LEFT JOIN sense s ON s.id = r.sense"
)
_READINGS = (
    "SELECT r.fact, s.headword, r.display, s.gloss, s.labels, s.expansion, r.sense, s.uses, w.region, w.counterparts "
    "FROM word w JOIN reading r ON r.key = w.key LEFT JOIN sense s ON s.id = r.sense "
    "WHERE w.key = ? ORDER BY r.n"
)

ReadingTexts = tuple[str, str | None, str | None, str | None]
"""The display form, base, gloss and expansion of a reading."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _guarded(
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
        except (sqlite3.DatabaseError, TypeError, ValueError, OSError) as error:
            raise self.damaged(error) from error
        finally:
            connections.give(db)

    return guarded


def uri_of(path: Path) -> str:
    """Return the SQLite URI that opens *path* as an immutable file."""
    quoted = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}?mode=ro&immutable=1"


class Lexicon:
    """One open lexicon file. Threads may share it: each has a connection of its own while it reads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise LexiconMissing(f"There is no lexicon at {path}.", REBUILD)
        self._connections = self._connected()
        self.meta = self._connections.meta
        found = self.meta.get("schema")
        if found != SCHEMA_VERSION:
            raise LexiconSchema(
                f"The lexicon at {path} has schema {found}; this version reads schema {SCHEMA_VERSION}.",
                REBUILD,
            )
        self._facts: dict[int, Facts] = {}

    def damaged(self, error: Exception) -> LexiconDamaged:
        """Return the error that says that this file is damaged."""
        return LexiconDamaged(f"The lexicon at {self.path} cannot be read ({error}).", REBUILD)

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
        connections = self._connected()
        if connections.meta != self.meta:
            connections.close()
            raise LexiconDamaged(f"The lexicon at {self.path} has been replaced.", "Open the new one.")
        self._connections = connections

    def _connected(self) -> Connections:
        try:
            return Connections(uri_of(self.path))
        except sqlite3.Error as error:
            raise self.damaged(error) from None

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

    @_guarded
    def _guarded_facts(self, db: sqlite3.Connection, fact: int) -> Facts:
        return self._read_facts(db, fact)

    def _read_facts(self, db: sqlite3.Connection, fact: int) -> Facts:
        """Return the facts with this id, and keep them."""
        known = self._facts.get(fact)
        if known is not None:
            return known
        row = db.execute(
            "SELECT source, kind, pos, proper, abbreviation, marked, lexicalised, region, affix, punctuated, spaced, phrase_only, "
            "labels, size, relation, inferred FROM fact WHERE id = ?",
            (fact,),
        ).fetchone()
        (
            source,
            kind,
            pos,
            proper,
            abbreviation,
            marked,
            lexicalised,
            region,
            affix,
            punctuated,
            spaced,
            phrase_only,
            labels,
            size,
            relation,
            inferred,
        ) = row
        read = Facts(
            source, kind, pos, bool(proper), abbreviation, bool(marked), bool(lexicalised), region, bool(affix), bool(punctuated), bool(spaced),
            bool(phrase_only), tuple(labels.split(",")) if labels else (), size, relation, tuple(inferred.split(",")) if inferred else (),
        )  # fmt: skip
        return self._facts.setdefault(fact, read)

    @_guarded
    def evidence(self, db: sqlite3.Connection, key: str) -> Evidence:
        """Return everything known of *key*; no readings where nothing is."""
        phrases: tuple[str, ...] = ()
        region = counterparts = None
        readings: list[Reading] = []
        has_sense = False
        known = self._facts.get
        for row in db.execute(_READINGS, (key,)):
            fact, headword, display, gloss, labels, expansion, sense, uses, region, counterparts = row
            facts = known(fact) or self._read_facts(db, fact)
            shown = display or key
            base = None
            if sense is not None:
                has_sense = True
                base = headword if facts.relation != "lemma" else None
            readings.append(
                Reading(
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
        if not has_sense and ("phrase_keys" not in self.__dict__ or key in self.phrase_keys):
            phrases = tuple(row[0] for row in db.execute("SELECT phrase FROM phrase WHERE key = ?", (key,)))
        return Evidence(
            key, tuple(readings), region, tuple(counterparts.split(",")) if counterparts else (), phrases
        )

    @_guarded
    def flags(self, db: sqlite3.Connection, key: str) -> list[dict[str, Any]]:
        """Return every contributing flag row of *key*, of its senses and of its listings."""
        rows = db.execute(
            "SELECT sense, flag, value, provenance, rule, evidence FROM flag WHERE key = ?", (key,)
        )
        names = ("sense", "flag", "value", "provenance", "rule", "evidence")
        return [dict(zip(names, row, strict=True)) for row in rows]

    @_guarded
    def pronunciations(self, db: sqlite3.Connection, key: str) -> list[Pronunciation]:
        """Return how the spellings of *key* are said, the best first."""
        rows = db.execute(
            "SELECT display, ipa, region, source FROM pronunciation WHERE key = ? ORDER BY n", (key,)
        )
        return [Pronunciation(*row) for row in rows]

    @_guarded
    def sources(self, db: sqlite3.Connection) -> list[dict[str, Any]]:
        """Return the sources with edition, licence, attribution, digest, the channel that served and counts."""
        cursor = db.execute("SELECT * FROM source ORDER BY id")
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    @_guarded
    def region(self, db: sqlite3.Connection, key: str) -> str | None:
        """Return where the spelling *key* belongs, or None where that is not known."""
        row = db.execute("SELECT region FROM word WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    @_guarded
    def keys_of_region(self, db: sqlite3.Connection, region: str) -> list[str]:
        """Return the keys that are spelled so in *region*, in order."""
        return [key for (key,) in db.execute("SELECT key FROM word WHERE region = ? ORDER BY key", (region,))]

    @_guarded
    def has(self, db: sqlite3.Connection, key: str) -> bool:
        """Return whether anything is known of *key*."""
        return db.execute("SELECT 1 FROM word WHERE key = ?", (key,)).fetchone() is not None

    def keys(self) -> Iterator[str]:
        """Yield every key, in order."""
        some = self._keys_after("")
        while some:
            yield from some
            some = self._keys_after(some[-1])

    @_guarded
    def _keys_after(self, db: sqlite3.Connection, key: str) -> list[str]:
        rows = db.execute("SELECT key FROM word WHERE key > ? ORDER BY key LIMIT ?", (key, KEYS))
        return [key for (key,) in rows]

    @_guarded
    def attested(self, db: sqlite3.Connection, keys: Sequence[str]) -> list[tuple[str, list[Facts]]]:
        """Return those of *keys* that anything is known of, with the facts of each."""
        rows = db.execute(
            f"SELECT w.key, p.facts FROM word w JOIN profile p ON p.id = w.profile WHERE w.key IN ({','.join('?' * len(keys))})",
            keys,
        ).fetchall()
        return [(key, [self._read_facts(db, int(fact)) for fact in facts.split(",")]) for key, facts in rows]

    @cached_property
    @_guarded
    def profiles(self, db: sqlite3.Connection) -> IntDAWG:
        """The word graph from key to profile id: the fast path's structure, a few megabytes in memory."""
        from dawg import IntDAWG

        (data,) = db.execute("SELECT data FROM graph WHERE name = 'profiles'").fetchone()
        graph = IntDAWG()
        graph.frombytes(data)
        return graph

    @_guarded
    def chosen(self, db: sqlite3.Connection, facts: Mapping[str, int]) -> dict[str, ReadingTexts]:
        """Return, for each key of *facts*, the texts of its first reading that has the facts with that id; read in one pass."""
        import orjson

        wanted = orjson.dumps(dict(sorted(facts.items()))).decode()
        rows = db.execute(_CHOSEN, (wanted,)).fetchall()
        return {
            key: (display, base, gloss, expansion) for key, display, base, gloss, expansion in reversed(rows)
        }

    @cached_property
    @_guarded
    def columns(self, db: sqlite3.Connection) -> tuple[str, array[int]]:
        """Every key in order, joined by newlines, and the profile of each: what is scanned to find words."""
        keys, profiles = db.execute(
            "SELECT group_concat(key, char(10)), group_concat(profile) FROM (SELECT key, profile FROM word ORDER BY key)"
        ).fetchone()
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
    @_guarded
    def profile_fact_ids(self, db: sqlite3.Connection) -> list[tuple[int, ...]]:
        """The ids of the facts of every profile, by its id."""
        rows = db.execute("SELECT facts FROM profile ORDER BY id")
        return [(), *(tuple(map(int, facts.split(","))) for (facts,) in rows)]

    @cached_property
    @_guarded
    def phrase_keys(self, db: sqlite3.Connection) -> frozenset[str]:
        """The keys that have phrases and no sense."""
        return frozenset(key for (key,) in db.execute("SELECT DISTINCT key FROM phrase"))
