"""Seals the rows of a finished lexicon, so that a reader can check that they are what was built. Start at :func:`seal_rows`."""

from __future__ import annotations

import sqlite3
from itertools import groupby
from operator import itemgetter
from typing import Any, get_args

from dawg import IntDAWG

from adjudicator.core.model import Region
from adjudicator.lexicon.seals import FACT, FLAG, PHRASE, READING, SAID, USAGE, seal, seal_bytes, seed_of

BLANK = 0x7FFF_FFFF
"""Keeps the place of a seal until the row is sealed: no seal takes more."""
SEALS = {"fact": 1, "reading": 1, "profile": 1, "graph": 1, "phrase": 1, "usage": 1, "word": 4}
"""Table → the seals at the end of its rows."""
_WORDS = 4000
"""Words that are sealed at a time."""
_SOME = "SELECT key, profile, region, counterparts FROM word WHERE key > ? ORDER BY key LIMIT ?"
_READINGS = (
    f"SELECT r.key, r.n, coalesce(r.display, r.key), {READING} FROM word w JOIN reading r ON r.key = w.key "
    "LEFT JOIN sense s ON s.id = r.sense WHERE w.key BETWEEN ? AND ? ORDER BY w.key, r.n"
)
_USAGE = f"SELECT {USAGE} FROM usage WHERE sense > ? ORDER BY sense LIMIT ?"
_FLAGS = f"SELECT key, {FLAG} FROM flag WHERE key BETWEEN ? AND ? ORDER BY key, rowid"
_SAID = f"SELECT key, {SAID} FROM pronunciation WHERE key BETWEEN ? AND ? ORDER BY key, n"

Row = tuple[Any, ...]


def graph_of(db: sqlite3.Connection) -> IntDAWG:
    """Return the word graph, from the key of every word to its profile."""
    return IntDAWG(db.execute("SELECT key, profile FROM word ORDER BY key"), input_is_sorted=True)


def seal_rows(db: sqlite3.Connection) -> None:
    """Seal all rows, and what is read in one piece, but for the graphs and the meta. The rows are complete, and meta names their recipe."""
    seed = seed_of(dict(db.execute("SELECT name, value FROM meta")))
    facts = db.execute(f"SELECT {FACT} FROM fact").fetchall()
    db.executemany("UPDATE fact SET seal = ? WHERE id = ?", [(seal(row, seed), row[0]) for row in facts])
    profiles = db.execute("SELECT id, facts FROM profile ORDER BY id").fetchall()
    db.executemany(
        "UPDATE profile SET seal = ? WHERE id = ?", [(seal(row, seed), row[0]) for row in profiles]
    )
    _name(db, "profiles", seal(profiles, seed))
    last = ""
    while some := db.execute(_SOME, (last, _WORDS + 1)).fetchall():
        if not last:
            _name(db, "first word", seal(some[0][0], seed))
        words, behind = some[:_WORDS], [word[0] for word in some[1:]]
        last = words[-1][0]
        _seal_words(db, seed, words, behind if len(some) > _WORDS else [*behind, None])
    _seal_phrases(db, seed)
    _seal_usage(db, seed)
    _seal_listings(db, seed)


def seal_rest(db: sqlite3.Connection) -> None:
    """Seal the graphs, and what the lexicon says of itself, its digest among it."""
    meta = sorted(db.execute("SELECT name, value FROM meta"))
    seed = seed_of(dict(meta))
    for name, data in db.execute("SELECT name, data FROM graph").fetchall():
        db.execute("UPDATE graph SET seal = ? WHERE name = ?", (seal_bytes(data, seed), name))
    _name(db, "meta", seal(meta, seed))


def _seal_words(db: sqlite3.Connection, seed: int, words: list[Row], behind: list[str | None]) -> None:
    """Seal *words* in a row, each with the word *behind* it, their readings together, and alone the first reading of each of its facts."""
    between = (words[0][0], words[-1][0])
    together: dict[str, int] = {}
    firsts: list[tuple[int | None, str, int]] = []
    for key, group in groupby(db.execute(_READINGS, between), itemgetter(0)):
        some = list(group)
        together[key] = seal((key, [row[3:] for row in some]), seed)
        seen: set[int] = set()
        for _, n, display, fact, headword, _, gloss, _, expansion, *_ in some:
            if fact in seen:
                firsts.append((None, key, n))
                continue
            seen.add(fact)
            firsts.append((seal((key, fact, display, headword, gloss, expansion), seed), key, n))
    flags, said = (
        {
            key: seal((key, [row[1:] for row in rows]), seed)
            for key, rows in groupby(db.execute(query, between), itemgetter(0))
        }
        for query in (_FLAGS, _SAID)
    )
    db.executemany("UPDATE reading SET seal = ? WHERE key = ? AND n = ?", firsts)
    sealed = [(*word, together.get(word[0], 0), flags.get(word[0]), said.get(word[0])) for word in words]
    db.executemany(
        "UPDATE word SET readings = ?, flags = ?, said = ?, seal = ? WHERE key = ?",
        [(*row[-3:], seal((row, after), seed), row[0]) for row, after in zip(sealed, behind, strict=True)],
    )


def _seal_phrases(db: sqlite3.Connection, seed: int) -> None:
    """Seal the phrases of each key, with the key behind it."""
    rows = db.execute(f"SELECT {PHRASE} FROM phrase ORDER BY key").fetchall()
    keys = [(row[0],) for row in rows]
    behind = [key for (key,) in keys[1:]] + [None]
    db.executemany(
        "UPDATE phrase SET seal = ? WHERE key = ?",
        [(seal((row, after), seed), row[0]) for row, after in zip(rows, behind, strict=False)],
    )
    _name(db, "first phrase", seal(keys[0][0] if keys else None, seed))
    _name(db, "phrases", seal(keys, seed))


def _seal_usage(db: sqlite3.Connection, seed: int) -> None:
    """Seal what is shown of each sense on request, with the sense behind it that has any."""
    last = 0
    while some := db.execute(_USAGE, (last, _WORDS + 1)).fetchall():
        if not last:
            _name(db, "first usage", seal(some[0][0], seed))
        behind = [row[0] for row in some[1:]]
        if len(some) <= _WORDS:
            behind.append(None)
        db.executemany(
            "UPDATE usage SET seal = ? WHERE sense = ?",
            [(seal((row, after), seed), row[0]) for row, after in zip(some, behind, strict=False)],
        )
        last = some[len(behind) - 1][0]
    if not last:
        _name(db, "first usage", seal(None, seed))


def _seal_listings(db: sqlite3.Connection, seed: int) -> None:
    ((keys, profiles),) = db.execute(
        "SELECT group_concat(key, char(10)), group_concat(profile) FROM (SELECT key, profile FROM word ORDER BY key)"
    )
    _name(db, "words", seal_bytes(f"{keys} {profiles}".encode(), seed))
    for region in get_args(Region):
        found = [
            key for (key,) in db.execute("SELECT key FROM word WHERE region = ? ORDER BY key", (region,))
        ]
        _name(db, f"region {region}", seal(found, seed))
    sources = db.execute("SELECT * FROM source ORDER BY id")
    names = tuple(column[0] for column in sources.description)
    _name(db, "sources", seal([names, *sources], seed))


def _name(db: sqlite3.Connection, name: str, found: int) -> None:
    db.execute("INSERT OR REPLACE INTO seal VALUES (?, ?)", (name, found))
