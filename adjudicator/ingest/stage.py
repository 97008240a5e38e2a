"""Staging: the records of every source, read once, into a scratch database ordered by key, and into the :class:`World`.

The scratch database holds what grows with the sources (entries with their senses, listings, tables of forms), and is not written to once all is
read; the World holds what classification must have at hand for any key at any time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from dawg import DAWG

from adjudicator.core.spelling import is_capitals_only, key_of
from adjudicator.ingest.classify.pointers import is_short
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.commoner import Commoner
from adjudicator.ingest.halves import Stretch
from adjudicator.ingest.readers import WATCHED, read
from adjudicator.lexicon.reader import uri_of
from adjudicator.sources.records import (
    WHOLE,
    RawContraction,
    RawEntry,
    RawForms,
    RawListing,
    RawRegion,
    RawSense,
    RawSpeech,
    RawWitness,
    Record,
    Share,
)

BATCH = 5000
LEAST = 20_000
"""How many rows a table has at least whose work is shared between processes: what is less is done before another one has begun."""
PHRASES_KEPT = 5
"""Phrases that are kept of a word."""
_ENGLISH = "english"
_INFLECTED = ("noun", "verb", "adjective")
_COLUMNS = {"raw_entry": 11, "raw_listing": 6, "raw_forms": 4, "token": 2, "raw_speech": 6}
"""Table → how many columns it has."""


class SourceInput(NamedTuple):
    """A source ready to read: its id, its reader, the folder with its files, and how much of it is to be read where its reader is SHARED."""

    id: str
    reader: str
    folder: Path
    share: Share = WHOLE


class Counts(NamedTuple):
    """How many records of each kind a source gave."""

    entries: int
    senses: int
    listings: int


class StagedEntry(NamedTuple):
    """One staged entry."""

    source: str
    headword: str
    key: str
    pos: str | None
    case_known: bool
    etymology: str
    forms: tuple[str, ...]
    variants: tuple[str, ...]
    senses: tuple[RawSense, ...]
    homonyms: bool = False
    """Whether its source has other senses of the key, of which a word of that spelling may be the one that is meant."""


class StagedPronunciation(NamedTuple):
    """One staged pronunciation of one spelling."""

    display: str
    system: str
    sounds: str
    region: str
    source: str


class Stage:
    """The scratch database: write with :meth:`read_source`, then read back in key order."""

    def __init__(self, path: Path, world: World) -> None:
        self._path = path
        self.db = sqlite3.connect(path, isolation_level=None)
        self.world = world
        self.db.executescript(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -60000;
            CREATE TABLE raw_entry (key TEXT, rank INTEGER, source TEXT, headword TEXT, pos TEXT, case_known INTEGER, lower INTEGER, etymology TEXT, forms TEXT, variants TEXT, senses BLOB);
            CREATE TABLE raw_listing (key TEXT, display TEXT, source TEXT, category TEXT, spelling TEXT, size INTEGER);
            CREATE TABLE raw_forms (lemma TEXT, pos TEXT, form TEXT, source TEXT);
            CREATE TABLE raw_speech (key TEXT, display TEXT, system TEXT, sounds TEXT, region TEXT, source TEXT);
            CREATE TABLE token (key TEXT, phrase TEXT);
            BEGIN;
            """
        )

    def read_source(
        self, source: SourceInput, rank: int, progress: Callable[[int, int | None], None]
    ) -> Counts:
        """Read all records of *source*; *progress* gets the running number of records, or of bytes and their total where the reader is WATCHED."""
        tell = (lambda *_: None) if source.reader in WATCHED else progress
        entries = senses = listings = seen = 0
        rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _COLUMNS}
        accepted: set[str] = set()
        for record in read(source.reader, source.folder, progress, source.share):
            seen += 1
            if isinstance(record, RawEntry):
                row, tokens = self._entry_row(record, rank, source.id)
                if row is not None:
                    entries += 1
                    senses += len(record.senses)
                    rows["raw_entry"].append(row)
                    rows["token"].extend(tokens)
            elif isinstance(record, RawListing):
                key = key_of(record.display)
                if key and self.world.errata.get(record.display) != source.id:
                    listings += 1
                    rows["raw_listing"].append(
                        (key, record.display, source.id, record.category, record.spelling, record.size)
                    )
                    self._note_listing(record, key)
            elif isinstance(record, RawForms):
                rows["raw_forms"].extend((record.lemma, record.pos, form, source.id) for form in record.forms)
            elif isinstance(record, RawWitness):
                listings += 1
                accepted.add(key_of(record.display))
            else:
                self._note(record)
                if isinstance(record, RawSpeech) and record.sounds:
                    rows["raw_speech"].append((key_of(record.display), *record, source.id))
            if seen % BATCH == 0:
                tell(seen, None)
                self._flush(rows)
        self._flush(rows)
        if accepted:
            self.world.accepted[source.id] = DAWG(sorted(filter(None, accepted)), input_is_sorted=True)
        tell(seen, None)
        return Counts(entries, senses, listings)

    def _flush(self, rows: dict[str, list[tuple[Any, ...]]]) -> None:
        """Write the *rows* of each table, and clear them."""
        for table, waiting in rows.items():
            self.add(table, waiting)
            waiting.clear()

    def add(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add *rows* to a *table* of what was read."""
        places = ",".join("?" * _COLUMNS[table])
        self.db.executemany(f"INSERT INTO {table} VALUES ({places})", rows)

    def parts(self) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
        """Yield the rows of what was read, by table, a batch at a time and in their order."""
        for table in _COLUMNS:
            rows = self.db.execute(f"SELECT * FROM {table} ORDER BY rowid")
            while part := rows.fetchmany(BATCH):
                yield table, part

    def _entry_row(
        self, entry: RawEntry, rank: int, source: str
    ) -> tuple[tuple[Any, ...] | None, list[tuple[str, str]]]:
        key = key_of(entry.headword)
        if not key or len(key) > 60 or self.world.errata.get(entry.headword) == source:
            return None, []
        headword = entry.headword
        tokens: list[tuple[str, str]] = []
        if " " in headword:
            tokens = [
                (key_of(word), headword)
                for word in headword.split()
                if word == word.lower() and word.isalpha()
            ]
        if "'" in headword and entry.pos == "contraction":
            self.world.contractions.setdefault(headword, "")
        lower = (
            entry.case_known
            and " " not in headword
            and headword == headword.lower()
            and not (entry.senses and all(is_short(headword, sense) for sense in entry.senses))
        )
        senses = entry.senses
        misprints = self.world.misprints.get(source)
        if misprints and misprints.concerns(headword):
            senses = tuple(
                sense._replace(gloss=misprints.mended(headword, sense.gloss))
                for sense in senses
                if not misprints.drops(headword, sense.gloss)
            )
        row = (
            key, rank, source, headword, entry.pos, entry.case_known, lower, entry.etymology, " ".join(entry.forms), " ".join(entry.variants),
            orjson.dumps([tuple(sense) for sense in senses]),
        )  # fmt: skip
        return row, tokens

    def _note_listing(self, record: RawListing, key: str) -> None:
        if record.size is None:
            return
        world, size = self.world, record.size
        if record.category == "words" and record.display == record.display.lower():
            if size < world.sizes.get(key, NO_SIZE + 1):
                world.sizes[key] = size
            if record.spelling != _ENGLISH:
                spellings = world.spellings.setdefault(key, {})
                spellings[record.spelling] = min(size, spellings.get(record.spelling, NO_SIZE))
        elif record.category in ("upper", "proper-names"):
            if size < world.upper.get(key, NO_SIZE + 1):
                world.upper[key] = size
        elif record.category == "abbreviations":
            if size < world.abbreviation_listings.get(record.display, NO_SIZE + 1):
                world.abbreviation_listings[record.display] = size
        elif record.category == "contractions":
            world.contractions.setdefault(record.display, "")

    def _note(self, record: Record) -> None:
        world = self.world
        if isinstance(record, RawSpeech):
            if record.system == "ipa":
                if is_capitals_only(record.display):
                    world.ipa.setdefault(record.display, record.sounds)
            else:
                key = key_of(record.display)
                world.arpabet[key] = (*world.arpabet.get(key, ()), record.sounds)
        elif isinstance(record, RawContraction):
            world.contractions[record.display] = record.expansion
        elif isinstance(record, RawRegion):
            self._note_region(record)

    def _note_region(self, record: RawRegion) -> None:
        """Note where a spelling belongs. One with a capital, a space or a mark says nothing of the key in lower case (Idea, air-gun)."""
        if not (record.display.isalpha() and record.display == record.display.lower()):
            return
        key = key_of(record.display)
        self.world.regions[key].add(record.region)
        known = self.world.counterparts[key]
        known.extend(other for other in record.counterparts if other not in known and key_of(other) != key)

    def close_reading(self) -> None:
        """Order what was read by key, and let the World have what it needs of it."""
        self.db.executescript(
            """
            CREATE INDEX raw_entry_key ON raw_entry (key, rank);
            CREATE INDEX raw_listing_key ON raw_listing (key);
            CREATE INDEX raw_forms_lemma ON raw_forms (lemma, pos, form);
            CREATE INDEX token_key ON token (key);
            """
        )
        english = self.db.execute(
            "SELECT key, min(size) FROM raw_listing WHERE category = 'words' AND spelling = ? GROUP BY key",
            (_ENGLISH,),
        )
        for key, size in english:
            if key in self.world.spellings and size is not None:
                self.world.spellings[key][_ENGLISH] = size

        tokens = self.db.execute(
            "SELECT DISTINCT key, phrase FROM token WHERE NOT EXISTS (SELECT 1 FROM raw_entry e WHERE e.key = token.key) "
            "ORDER BY key, length(phrase), phrase"
        )
        for key, phrase in tokens:
            self.world.phrase_tokens.setdefault(key, []).append(phrase)
        self.world.lower_lemmas = self._graph("SELECT DISTINCT key FROM raw_entry WHERE lower ORDER BY key")
        self.world.lower_nouns = self._graph(
            "SELECT DISTINCT key FROM raw_entry WHERE lower AND pos = 'noun' ORDER BY key"
        )
        self._note_parts_of_speech()
        self.world.inflected = self._graph(
            "SELECT DISTINCT form FROM raw_forms WHERE form != lemma AND form NOT GLOB '*[^a-z]*' ORDER BY form"
        )
        self.world.irregular = self._graph(
            "SELECT DISTINCT lemma FROM raw_forms WHERE pos = 'verb' AND form NOT GLOB '*[^a-z]*' AND lemma NOT GLOB '*[^a-z]*' "
            "AND NOT (form LIKE '%ed' OR form LIKE '%ing' OR form LIKE '%s') ORDER BY lemma"
        )
        commoner = Commoner(self.db, self.world)
        self.world.lesser = frozenset(commoner.lesser())
        self.world.outdone = frozenset(commoner.outdone())
        self.world.said = self._graph("SELECT DISTINCT key FROM raw_speech ORDER BY key")

    def _note_parts_of_speech(self) -> None:
        """Let the World know the listed words that have an entry, and as what."""
        sizes = self.world.sizes
        found: dict[str, list[str]] = {pos: [] for pos in _INFLECTED}
        rows = self.db.execute(
            "SELECT key, pos FROM raw_entry WHERE pos IS NOT NULL AND headword NOT LIKE '% %'"
        )
        entered: set[str] = set()
        for key, pos in rows:
            if key in sizes:
                entered.add(key)
                if pos in found:
                    found[pos].append(key)
        self.world.entered = DAWG(sorted(entered), input_is_sorted=True)
        self.world.entered_as = {
            pos: DAWG(sorted(set(keys)), input_is_sorted=True) for pos, keys in found.items()
        }

    def _graph(self, query: str) -> DAWG:
        """Return the words that *query* gives, in order, as a word graph: a twentieth of the memory of a set."""
        return DAWG((word for (word,) in self.db.execute(query)), input_is_sorted=True)

    def again(self) -> Stage:
        """Return this stage, of which all is read, for another process."""
        other = copy(self)
        other.db = sqlite3.connect(uri_of(self._path), uri=True)
        return other

    def middle(self, table: str) -> str | None:
        """Return the key in the middle of a *table* of what was read, or None where that is too small to be shared."""
        ((count,),) = self.db.execute(f"SELECT count(*) FROM {table}")
        if count < LEAST:
            return None
        ((key,),) = self.db.execute(f"SELECT key FROM {table} ORDER BY key LIMIT 1 OFFSET ?", (count // 2,))
        return str(key)

    def entries(self, keys: Stretch) -> Iterator[StagedEntry]:
        """Yield the staged entries of *keys* in order of key, then of source rank, then as read."""
        rows = self.db.execute(
            "SELECT source, headword, key, pos, case_known, etymology, forms, variants, senses FROM raw_entry "
            "WHERE key >= ? AND key < ? ORDER BY key, rank, rowid",
            keys,
        )
        for source, headword, key, pos, case_known, etymology, forms, variants, senses in rows:
            yield StagedEntry(
                source, headword, key, pos, bool(case_known), etymology, tuple(forms.split()), tuple(variants.split()),
                tuple(RawSense(s[0], tuple(s[1]), tuple(s[2]), s[3], s[4], s[5], s[6], tuple(s[7]), tuple(s[8]), (), s[10]) for s in orjson.loads(senses)),
            )  # fmt: skip

    def listings(self, keys: Stretch) -> Iterator[tuple[Any, ...]]:
        """Yield the listings of *keys*, in order of key: (key, display, source, category, spelling, size)."""
        return self.db.execute(
            "SELECT key, display, source, category, spelling, size FROM raw_listing WHERE key >= ? AND key < ? "
            "ORDER BY key, source, category, display, size",
            keys,
        )

    def forms_of(self, lemma: str, pos: str) -> tuple[str, ...]:
        """Return the forms that tables of inflections give *lemma* in this part of speech."""
        rows = self.db.execute(
            "SELECT DISTINCT form FROM raw_forms WHERE lemma = ? AND pos = ? ORDER BY form", (lemma, pos)
        )
        return tuple(form for (form,) in rows)

    def words_of_phrases(self) -> frozenset[str]:
        """Return the keys of the words that stand in phrases."""
        return frozenset(key for (key,) in self.db.execute("SELECT DISTINCT key FROM token"))

    def phrases_of(self, key: str) -> list[str]:
        """Return some phrases in which *key* stands, the shortest first."""
        rows = self.db.execute(
            "SELECT max(phrase) FROM token WHERE key = ? GROUP BY lower(phrase) ORDER BY length(phrase), lower(phrase) LIMIT ?",
            (key, PHRASES_KEPT),
        )
        return [phrase for (phrase,) in rows]

    def phrases(self) -> Iterator[tuple[str, list[str]]]:
        """Yield (key, some phrases in which it stands, the shortest first) in order of key."""
        rows = self.db.execute(
            "SELECT key, max(phrase) FROM token WHERE key != '' GROUP BY key, lower(phrase) ORDER BY key, length(phrase), lower(phrase)"
        )
        for key, group in groupby(rows, key=itemgetter(0)):
            yield key, [phrase for _, phrase in islice(group, PHRASES_KEPT)]

    def speech(self, keys: Stretch) -> Iterator[tuple[str, list[StagedPronunciation]]]:
        """Yield (key, the ways its spellings are said) of *keys*, in their order; of each key those in IPA first, as read."""
        rows = self.db.execute(
            "SELECT key, display, system, sounds, region, source FROM raw_speech WHERE key >= ? AND key < ? "
            "ORDER BY key, system DESC, rowid",
            keys,
        )
        for key, group in groupby(rows, key=itemgetter(0)):
            yield key, [StagedPronunciation._make(row[1:]) for row in group]

    def close(self) -> None:
        """Close the scratch database; its file is the caller's to remove."""
        self.db.close()
