"""Leads from what people write to the words that they mean: by how these sound, and from forms by rule to irregular ones."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from dawg import CompletionDAWG

from adjudicator.core.inflection import regular_forms
from adjudicator.core.slips import sound_of
from adjudicator.lexicon.misspelt import FAMILIAR, KNOWN, OTHER
from adjudicator.lexicon.near import COMMON, LONGEST_MISS

_SIZES = (
    "WITH each AS (SELECT p.id, CAST(j.value AS INTEGER) fact FROM profile p, json_each('[' || p.facts || ']') j) "
    "SELECT e.id, min(f.size) FROM each e JOIN fact f ON f.id = e.fact GROUP BY e.id "
    "HAVING min(f.size) <= ? AND min(f.proper OR f.abbreviation IS NOT NULL) = 0"
)
_WORDS = "SELECT key, profile FROM word WHERE length(key) <= ?"
_IRREGULAR = (
    "SELECT DISTINCT r.key, s.headword, f.pos FROM reading r JOIN fact f ON f.id = r.fact JOIN sense s ON s.id = r.sense "
    "WHERE f.relation = 'inflection' AND f.inferred = '' AND f.source = 'wordnet' AND NOT f.proper"
)
_NAMES = {
    "noun": ("plural",),
    "verb": ("past",),
    "adjective": ("comparative", "superlative"),
    "adverb": ("comparative", "superlative"),
}
"""Part of speech → the names of the forms that people make by rule where there are others."""
_PARTICIPLES = ("n", "ne")
"""How participles end where they are not the past as well."""


def misspelt_of(db: sqlite3.Connection) -> CompletionDAWG:
    """Return what leads to words, as :class:`adjudicator.lexicon.misspelt.Misspelt` reads it, of the words and readings in *db*."""
    return CompletionDAWG(sorted({*_by_sound(db), *_by_rule(db)}), input_is_sorted=True)


def _by_sound(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the words that many know, names and abbreviations apart, each behind its sound."""
    sizes: dict[int, int] = dict(db.execute(_SIZES, (FAMILIAR,)))
    for key, profile in db.execute(_WORDS, (LONGEST_MISS + 2,)):
        size = sizes.get(profile)
        if size is not None:
            yield sound_of(key) + (KNOWN if size <= COMMON else OTHER) + key


def _by_rule(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the irregular forms, each behind the forms that it would have by rule: went behind goed, and gone, the participle, after it."""
    irregular: dict[tuple[str, str], list[str]] = {}
    for key, lemma, pos in db.execute(_IRREGULAR):
        if lemma.islower():
            irregular.setdefault((lemma, pos), []).append(key)
    for (lemma, pos), keys in irregular.items():
        by_rule = regular_forms(lemma, pos)
        real = [key for key in keys if not any(key in forms for forms in by_rule.values())]
        for name in _NAMES.get(pos, ()):
            fitting = [key for key in real if _can_be(key, name)]
            firsts = [key for key in fitting if name != "past" or not key.endswith(_PARTICIPLES)] or fitting
            for form in by_rule.get(name, ()):
                yield from (form + (KNOWN if key in firsts else OTHER) + key for key in fitting)


def _can_be(key: str, name: str) -> bool:
    """Return whether an irregular form can be of this grammatical *name* by how it ends."""
    if name == "past":
        return not key.endswith(("s", "ing"))
    return name == "plural" or key.endswith("st") == (name == "superlative")
