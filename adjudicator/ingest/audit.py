"""Coded checks that a new lexicon must pass before it takes the place of the old one.

Each check is a query that returns the offenders; a lexicon with any is not put in place.
"""

from __future__ import annotations

import sqlite3

from adjudicator.errors import BuildError

CHECKS: dict[str, str] = {
    "A1 a word without a reading": "SELECT key FROM word WHERE NOT EXISTS (SELECT 1 FROM reading r WHERE r.key = word.key)",
    "A2 a reading without its word": "SELECT DISTINCT key FROM reading WHERE NOT EXISTS (SELECT 1 FROM word w WHERE w.key = reading.key)",
    "A3 a reading of a sense that is not there": "SELECT key FROM reading WHERE sense IS NOT NULL AND sense NOT IN (SELECT id FROM sense)",
    "A4 a reading without facts": "SELECT key FROM reading WHERE fact NOT IN (SELECT id FROM fact)",
    "A5 a sense without its entry": "SELECT id FROM sense WHERE entry NOT IN (SELECT id FROM entry)",
    "A6 a sense whose headword is not its entry's": "SELECT s.id FROM sense s JOIN entry e ON e.id = s.entry WHERE s.headword != e.headword",
    "A7 a key that tiles cannot spell": "SELECT key FROM word WHERE key = '' OR key GLOB '*[^a-z]*'",
    "A8 an entry of an unknown source": "SELECT DISTINCT source FROM entry WHERE source NOT IN (SELECT id FROM source)",
    "A9 a source without licence or attribution": "SELECT id FROM source WHERE licence = '' OR attribution = ''",
    "A10 an American spelling that is its own counterpart": "SELECT key FROM word WHERE region = 'american' AND ',' || counterparts || ',' LIKE '%,' || key || ',%'",
    "A11 no words at all": "SELECT 'empty' WHERE NOT EXISTS (SELECT 1 FROM word)",
    "A12 no word graph": "SELECT 'missing' WHERE NOT EXISTS (SELECT 1 FROM graph WHERE name = 'profiles')",
    "A13 two profiles with the same facts": "SELECT facts FROM profile GROUP BY facts HAVING count(*) > 1",
    "A14 a pronunciation of no word or of no source": "SELECT key FROM pronunciation p WHERE NOT EXISTS (SELECT 1 FROM word w WHERE w.key = p.key) OR source NOT IN (SELECT id FROM source)",
    "A15 a pronunciation that is not IPA": "SELECT key || ' ' || ipa FROM pronunciation WHERE ipa = '' OR ipa GLOB '*[A-Z0-9]*'",
    "A16 usage of a sense that is not there, or none": "SELECT sense FROM usage WHERE sense NOT IN (SELECT id FROM sense) OR coalesce(synonyms, antonyms, examples, '') = ''",
}


def offences(db: sqlite3.Connection) -> list[str]:
    """Return every check that fails, with some of its offenders."""
    faults: list[str] = []
    for name, query in CHECKS.items():
        offenders = [str(row[0]) for row in db.execute(f"{query} LIMIT 5")]
        if offenders:
            faults.append(f"{name}: {', '.join(offenders)}")
    return faults


def refuse(faults: list[str]) -> None:
    """Raise :class:`BuildError` naming the *faults*, if there are any."""
    if faults:
        raise BuildError(
            "The new lexicon failed its audit: " + "; ".join(faults) + ".",
            "The lexicon in place still serves. If you changed sources or curated files, look there first.",
        )
