"""Says which of the words of one spelling are less in use, as a dictionary counts it, so that they are shown after others. Start at :class:`Commoner`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import orjson

from adjudicator.core.inflection import must_double, plurals
from adjudicator.ingest.classify.world import World

_COUNTS_USES = "wordnet"
_OUTDONE, _BY_FAR = (10, 1), ((10, 100), (20, 25))
"""How often as much as a headword of the same spelling a verb is used whose form is shown first, since all of its forms are counted together, and how often at
least. Where the form is made by rule such a headword of a dictionary that counts (boxing) is meant by itself as often as not: there, by far more.
"""
_SELDOM = 2
"""How often a headword is met at most that is hardly meant by itself."""
_THAN_SELDOM = {("noun", "ing"): (1, 1), ("adjective", "ed"): (2, 1)}
"""Part of speech and ending of such a headword → the same of the verb, which says what happens (splicing, codified). An adjective in -ing says how something is
(harrowing).
"""
_COMPARED = ("adjective", "adverb")
"""Parts of speech whose forms are words of their own where a dictionary that counts uses has them (better, lower)."""
_BY_RULE = ("ed", "ing", "s")
_HEADWORDS = ("noun", "adjective", "adverb")
_RIVALS = {"verb": (("noun", 1), ("adjective", 1)), "noun": (("adjective", 4),)}
"""Part of speech → those that are shown before it where they are in use more than as often as that; what is never met counts as once."""


class Commoner:
    """What is staged of headwords and forms, seen by how much it is used."""

    def __init__(self, db: sqlite3.Connection, world: World) -> None:
        """*db* has the tables of the stage, and *world* what is inflected."""
        self._db, self._world = db, world
        self._uses: dict[tuple[str, str], int] = {}
        rows = db.execute(
            "SELECT key, pos, senses FROM raw_entry WHERE source = ? AND lower", (_COUNTS_USES,)
        )
        for key, pos, senses in rows:
            counted = sum(sense[5] for sense in orjson.loads(senses))
            self._uses[key, pos] = self._uses.get((key, pos), 0) + counted

    def lesser(self) -> Iterator[tuple[str, str]]:
        """Yield the headwords, by key and part of speech, that are less in use than a word of which they are a form: a plural than its singular, unless both
        mean the same, a form of a verb than the verb by much, a comparative where the dictionary that counts has none.
        """
        uses = self._uses
        for key, pos in uses:
            if pos == "noun" and key.endswith("s") and key in self._world.inflected:
                singulars = {key[:-1], key.removesuffix("es"), f"{key.removesuffix('ies')}y"} - {key}
                less = [each for each in singulars if uses.get((each, pos), -1) >= uses[key, pos]]
                if less and not any(self._means_the_same(key, each) for each in less):
                    yield key, pos
        forms = self._db.execute(
            "SELECT DISTINCT f.form, f.lemma, f.pos, e.pos FROM raw_forms f JOIN raw_entry e ON e.key = f.form "
            "WHERE f.form != f.lemma AND e.pos IS NOT NULL AND (e.lower OR NOT e.case_known)"
        )
        for form, lemma, lemma_pos, pos in forms:
            of_lemma, own = uses.get((lemma, lemma_pos)), uses.get((form, pos), 0)
            if of_lemma is None or (lemma_pos in _COMPARED and (form, pos) in uses):
                continue
            if lemma_pos == pos == "noun":
                if own <= of_lemma and not self._means_the_same(form, lemma):
                    yield form, pos
                continue
            by_rule = (form, pos) in uses and form.endswith(_BY_RULE)
            bounds = _BY_FAR if by_rule else (_OUTDONE,)
            if any(own * factor <= of_lemma >= least for factor, least in bounds):
                yield form, pos
            elif by_rule and lemma_pos == "verb" and self._is_met_seldom(form, pos, lemma):
                yield from ((form, each) for each in _HEADWORDS if 0 <= uses.get((form, each), -1) <= own)

    def _is_met_seldom(self, form: str, pos: str, lemma: str) -> bool:
        """Return whether the headword *form* is met seldom, and no more than the verb *lemma*; not where the noun that is spelled as the verb is more in use, which
        it may be made of (winged), where lists have the verb later than the form (outmoded), and where the form is another verb's (luging is of no lug).
        """
        ending = next(filter(form.endswith, ("ed", "ing")), "")
        factor, least = _THAN_SELDOM.get((pos, ending), (0, 0))
        own, of_verb = self._uses[form, pos], self._uses[lemma, "verb"]
        return (
            factor > 0
            and own <= _SELDOM
            and own * factor <= of_verb >= least
            and self._uses.get((lemma, "noun"), 0) < of_verb
            and self._world.size_of(lemma) <= self._world.size_of(form)
            and not (must_double(lemma) and form in (f"{lemma}ed", f"{lemma}ing"))
        )

    def _means_the_same(self, plural: str, singular: str) -> bool:
        """Return whether the headword *plural* is used most in the sense in which the noun *singular* is (commons)."""
        first, other = (max(self._senses(noun), default=None) for noun in (plural, singular))
        return first is not None and other is not None and first[1] == other[1]

    def _senses(self, noun: str) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield the senses of *noun* in the dictionary that counts: how much each is used, the more so the earlier it stands, and its definition."""
        rows = self._db.execute(
            "SELECT senses FROM raw_entry WHERE key = ? AND source = ? AND pos = 'noun' AND lower ORDER BY rowid",
            (noun, _COUNTS_USES),
        )
        for senses in rows:
            for sense in orjson.loads(senses[0]):
                yield (sense[5], -sense[6]), sense[0]

    def outdone(self) -> Iterator[tuple[str, str]]:
        """Yield the words of which ``preferred.toml`` has a sense, by key and part of speech, where another part of speech of that spelling is more in use: the
        sense is the first of those of its own, and the other is shown before it (house). So are the forms in -s of verbs, which are the noun's as well (bags).
        """
        for (key, pos), line in self._world.first_senses.items():
            if not line.glosses or line.of or line.foremost:
                continue
            own = self._uses.get((key, pos), 0)
            for rival, factor in _RIVALS.get(pos, ()):
                uses = self._uses.get((key, rival), 0)
                if uses > max(own, 1) * factor:
                    yield key, pos
                    if rival == "noun":
                        yield plurals(key)[0], pos
