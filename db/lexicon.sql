-- The lexicon: one immutable file, built whole and never edited. Version 5.
-- A form (a spelling of a key) is read as a sense of a source, or as a listing of a word list: that is a reading. Equal facts are
-- stored once (fact), and so is every distinct set of facts that a key has (profile): a ruleset judges each of those once.
-- A column called seal holds the checksum of its row, of a word, phrase or usage with the key that comes behind it, and the table of that name
-- those of what is read in one piece.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE source (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, edition TEXT NOT NULL, licence TEXT NOT NULL, attribution TEXT NOT NULL,
    url TEXT NOT NULL, digest TEXT NOT NULL, channel TEXT NOT NULL, entries INTEGER NOT NULL, senses INTEGER NOT NULL,
    listings INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE fact (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, kind TEXT NOT NULL, pos TEXT, proper INTEGER NOT NULL, abbreviation TEXT,
    marked INTEGER NOT NULL, lexicalised INTEGER NOT NULL, region TEXT, affix INTEGER NOT NULL, punctuated INTEGER NOT NULL,
    spaced INTEGER NOT NULL, phrase_only INTEGER NOT NULL, labels TEXT NOT NULL, size INTEGER, relation TEXT NOT NULL,
    inferred TEXT NOT NULL, seal INTEGER NOT NULL
);

CREATE TABLE entry (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL REFERENCES source (id), headword TEXT NOT NULL, key TEXT NOT NULL, pos TEXT,
    etymology TEXT
);

-- The headword stands here again, and the gloss is not shared between senses: a reading then costs one look-up and not three.
-- uses is how often the source counted the sense in running text, 0 where it counted none.
CREATE TABLE sense (
    id INTEGER PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entry (id), headword TEXT NOT NULL, gloss TEXT, labels TEXT,
    expansion TEXT, uses INTEGER NOT NULL
);

-- What is shown of a sense on request only, texts one a line and null where there are none; a sense without any has no row.
CREATE TABLE usage (
    sense INTEGER PRIMARY KEY REFERENCES sense (id), synonyms TEXT, antonyms TEXT, examples TEXT, seal INTEGER NOT NULL
);

-- What we concluded of a sense (or, where sense is null, of a key's listings), every contributing row, also the losing ones.
CREATE TABLE flag (
    sense INTEGER, key TEXT NOT NULL, flag TEXT NOT NULL, value TEXT NOT NULL, provenance TEXT NOT NULL, rule TEXT NOT NULL,
    evidence TEXT NOT NULL
);

CREATE TABLE listing (
    key TEXT NOT NULL, display TEXT NOT NULL, source TEXT NOT NULL, category TEXT NOT NULL, spellings TEXT NOT NULL, size INTEGER,
    PRIMARY KEY (key, display, source, category)
) WITHOUT ROWID;

-- display is null where it equals the key. The first reading of a key with its facts has a seal, over what it shows; the others have none.
CREATE TABLE reading (
    key TEXT NOT NULL, n INTEGER NOT NULL, sense INTEGER REFERENCES sense (id), display TEXT, fact INTEGER NOT NULL REFERENCES fact (id),
    source TEXT, category TEXT, seal INTEGER,
    PRIMARY KEY (key, n)
) WITHOUT ROWID;

CREATE TABLE profile (id INTEGER PRIMARY KEY, facts TEXT NOT NULL, seal INTEGER NOT NULL);

-- readings, flags and said are seals: over all readings, all flags and all pronunciations of the key, the last two null where there are none.
CREATE TABLE word (
    key TEXT PRIMARY KEY, profile INTEGER NOT NULL REFERENCES profile (id), region TEXT, counterparts TEXT, readings INTEGER NOT NULL,
    flags INTEGER, said INTEGER, seal INTEGER NOT NULL
) WITHOUT ROWID;

-- The phrases that have a key in them, one a line, of keys that no sense has.
CREATE TABLE phrase (key TEXT PRIMARY KEY, phrases TEXT NOT NULL, seal INTEGER NOT NULL) WITHOUT ROWID;

-- How the spellings of a word's key are said, the best first; region is british, american or both.
CREATE TABLE pronunciation (
    key TEXT NOT NULL, n INTEGER NOT NULL, display TEXT NOT NULL, ipa TEXT NOT NULL, region TEXT NOT NULL,
    source TEXT NOT NULL REFERENCES source (id),
    PRIMARY KEY (key, n)
) WITHOUT ROWID;

-- The word graph, from the key of every word to its profile.
CREATE TABLE graph (name TEXT PRIMARY KEY, data BLOB NOT NULL, seal INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE seal (name TEXT PRIMARY KEY, seal INTEGER NOT NULL) WITHOUT ROWID;

-- indexes are made after the rows
CREATE INDEX entry_key ON entry (key);
CREATE INDEX flag_sense ON flag (sense);
CREATE INDEX flag_key ON flag (key);
