"""Classifies and writes the entries of a stretch of keys, and links their forms. Start at :class:`Headwords`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from adjudicator.core.affixes import PREFIXES
from adjudicator.core.inflection import plurals, regular_forms
from adjudicator.core.model import ALONE, FORM, Facts
from adjudicator.core.spelling import key_of
from adjudicator.ingest.beside import Tick
from adjudicator.ingest.classified import Classified
from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.classify.misfits import is_past_only
from adjudicator.ingest.classify.pointers import is_pointer, target_of
from adjudicator.ingest.classify.region import RegionalBase, Regions
from adjudicator.ingest.classify.senses import AMERICAN, ClassifiedSense, classify
from adjudicator.ingest.classify.witnesses import has_witness
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.halves import Stretch
from adjudicator.ingest.link import MEMBER, Headword, Link, Links, links_of
from adjudicator.ingest.merge import merge_senses
from adjudicator.ingest.stage import Stage, StagedEntry
from adjudicator.ingest.write import LexiconWriter
from adjudicator.rules.sources import DATED

BATCH = 5000
_PERSON = re.compile(
    r"(?:someone|somebody|(?:an?|any|the) (?:[\w-]+ ){0,3}(?:person|man|woman|boy|girl|child|member|worker|officer|official)|one (?:who|that))\b",
    re.IGNORECASE,
)
"""How a definition of somebody begins."""
_ENOUGH = 3
"""How many compounds are enough to tell of which sense others are kinds."""
_BY_FAR = 2
"""How many times as many kinds the sense has that compounds are kinds of."""
_OTHERS_KEPT = 10
"""Synonyms, and antonyms, that are kept of a sense."""


class Headwords:
    """The work on entries, key by key (:class:`adjudicator.ingest.halves.Work`)."""

    def __init__(
        self,
        stage: Stage,
        world: World,
        labels: Labels,
        regions: Regions,
        ranks: dict[str, int],
        links: Links,
        writer: LexiconWriter,
    ) -> None:
        self.stage, self.world, self.labels, self.regions, self.ranks = stage, world, labels, regions, ranks
        self.links, self.writer = links, writer
        self.classified = Classified()

    def apart(self) -> Headwords:
        """Return the same work for another process."""
        return Headwords(
            self.stage.again(), self.world, self.labels, self.regions, self.ranks, self.links.apart(), self.writer.apart()
        )  # fmt: skip

    def found(self) -> Any:
        """Return what later steps need of the entries, what the World is to note, and what the writer has found."""
        self.links.close()
        return self.classified, self.world.notes(), self.writer.found()

    def take(self, found: Any) -> None:
        """Add the entries that another process has found."""
        classified, notes, written = found
        self.links.take(self.classified.entries)
        self.writer.take(written, self.classified.entries, self.classified.senses)
        self.classified.take(classified)
        self.world.take(notes)

    def do(self, keys: Stretch, tick: Tick) -> None:
        """Classify and write the entries of *keys*, and link their forms."""
        links: list[Any] = []
        for done, staged in enumerate(merge_senses(self.stage.entries(keys), self.world.inflected)):
            display, senses = classify(staged, self.world, self.labels)
            entry = self.classified.begin_entry(
                alone=not has_witness(staged.key, self.world), region=self._one_region(staged.key), size=self.world.size_of(staged.key),
                apart=not display.isalpha(), counted=[each.sense.uses for each in senses[:2]],
            )  # fmt: skip
            self.writer.add(
                "entry", (entry, staged.source, display, staged.key, staged.pos, staged.etymology or None)
            )
            for sense in senses:
                self._write_sense(entry, display, staged, sense)
                if AMERICAN in sense.facts.labels and (british := target_of(sense.sense)):
                    self.world.note_british(display, british, staged.pos or "")
            place = _of_kinds(senses)
            if place is not None:
                few = senses[place].sense.kinds < _ENOUGH
                self.classified.note_kinds(self.classified.senses - len(senses) + place + 1, few)
            ordinary = any(_is_ordinary(sense.facts) for sense in senses) or (
                not senses and display == display.lower()
            )
            if (
                staged.key in self.world.sizes
                and staged.source not in DATED
                and _is_apart(display)
                and not all(each.facts.proper or is_pointer(each.sense) for each in senses)
            ):
                self.world.apart.add(staged.key)
            head = Headword(
                entry, display, staged.key, staged.pos, staged.forms, staged.variants, ordinary,
                any(sense.facts.marked for sense in senses), any(sense.facts.abbreviation == "contraction" for sense in senses),
                staged.source, self.ranks[staged.source], sum(sense.sense.uses for sense in senses),
            )  # fmt: skip
            a_form = staged.pos == "verb" and all(_is_a_form(sense) for sense in senses)
            defined = bool(staged.pos) and any(sense.sense.gloss for sense in senses)
            plain = (
                defined
                and any(_can_be_base(sense.facts) and not is_pointer(sense.sense) for sense in senses)
                and display[0] not in "0123456789"
                and not (" " in display and staged.pos == "adverb")  # so far is no sofar
            )
            capital = (
                defined
                and not plain
                and display.isalpha()
                and any(sense.facts.proper and "proper" in sense.facts.inferred for sense in senses)
            )
            self.classified.bases.add(
                staged.key,
                staged.pos if plain or capital else None,
                capital=capital,
                person=bool(senses and _PERSON.match(senses[0].sense.gloss or "")),
                dated=staged.source in DATED
                and not (staged.pos == "verb" and staged.key in self.world.inflected),
            )
            if plain:
                self._note_made(entry, staged, [sense.sense.gloss for sense in senses])
            for found in links_of(head, self.stage.forms_of, self.world):
                if a_form and found.relation == "inflection":
                    continue  # a past has no forms of its own: sawing is of no see
                links.append(found)
                if found.relation == "inflection" and plain and self._counts_as_its_lemma(found, staged):
                    self.world.note_form(found.key, staged.key)
                if defined and ordinary and display.isalpha() and found.key in self.world.sizes:
                    self.classified.covered.add(found.key)
            if done % BATCH == 0:
                self.links.add(links)
                links.clear()
                tick(done)
        self.links.add(links)

    def _counts_as_its_lemma(self, found: Link, staged: StagedEntry) -> bool:
        """Return whether a form that none but the largest lists have is a regular one: by rule, or the plural by rule that an old dictionary has in print
        (nightmen). Its verbs have a past of their time (splitted).
        """
        if found.inferred or staged.source not in DATED or staged.pos != "noun":
            return bool(found.inferred)
        return self.world.size_of(found.key) > MEMBER and found.key == plurals(staged.key)[0]

    def _write_sense(
        self, entry: int, display: str, staged: StagedEntry, classified: ClassifiedSense
    ) -> None:
        sense = classified.sense
        number = self.classified.add_sense(
            classified.facts,
            sense.gloss,
            self._forms_lacking(staged, sense.gloss),
            self._first_of(staged, sense.gloss),
        )
        self.writer.add(
            "sense",
            (
                number,
                entry,
                display,
                sense.gloss or None,
                "; ".join(sense.labels) or None,
                sense.expansion,
                sense.uses,
            ),
        )
        usage = (_others(sense.synonyms, staged.key), _others(sense.antonyms, staged.key), sense.examples)
        if any(usage):
            self.writer.add("usage", (number, *("\n".join(texts) or None for texts in usage)))
        for flag in classified.flags:
            self.writer.add("flag", (number, staged.key, *flag))

    def _one_region(self, key: str) -> RegionalBase | None:
        """Return *key* with its region, where that is one of two."""
        region = self.regions.of(key)
        return (
            RegionalBase(region.region, key) if region and region.region in ("american", "british") else None
        )

    def _forms_lacking(self, staged: StagedEntry, gloss: str) -> frozenset[str]:
        """Return the forms of the word that the sense with this *gloss* does not have: a verb that has only a past (they used to), what is not compared (left)."""
        of_others = self.world.forms_of_senses.get((staged.key, staged.pos or ""), ())
        lacking = [form for form, line in of_others if not line.others and not line.has(gloss)]
        if len(staged.senses) > 1 and is_past_only(gloss, staged.pos):
            regular = regular_forms(staged.key, "verb")
            lacking += [*regular.get("third-person", ()), *regular.get("participle", ())]
        return frozenset(lacking)

    def _first_of(self, staged: StagedEntry, gloss: str) -> frozenset[str]:
        """Return the forms of the word of which people think first in the sense with this *gloss*."""
        lines = self.world.forms_of_senses.get((staged.key, staged.pos or ""), ())
        return frozenset(form for form, line in lines if line.others and line.has(gloss))

    def _note_made(self, entry: int, staged: StagedEntry, glosses: Sequence[str]) -> None:
        """Note the words that are said to be made of this *entry*, and of which of its senses, with these *glosses*."""
        for word in self.world.made_of.get((staged.key, staged.pos or ""), ()):
            made = self.world.made[word]
            number = next((number for number, gloss in enumerate(glosses, 1) if made.has(gloss)), 0)
            if number:
                self.classified.made.setdefault(word, (entry, number if made.glosses else 0))


def _is_a_form(sense: ClassifiedSense) -> bool:
    """Return whether an entry's *sense* only says of what word it is a form."""
    return FORM in sense.facts.labels and (sense.sense.gloss or "").startswith("a form of ")


def _of_kinds(senses: Sequence[ClassifiedSense]) -> int | None:
    """Return the place of the one of several *senses* that most of the headword's compounds are kinds of; None where no one is by far."""
    if len(senses) < 2 or not any(each.sense.kinds for each in senses):
        return None
    *_, second, most = sorted(each.sense.kinds for each in senses)
    place = next(place for place, each in enumerate(senses) if each.sense.kinds == most)
    return place if most >= _BY_FAR * second else None


def _others(words: tuple[str, ...], key: str) -> list[str]:
    """Return those of *words* that are other words than *key*, and not another spelling of it."""
    return [" ".join(word.split()) for word in words if key_of(word) != key][:_OTHERS_KEPT]


def _is_apart(display: str) -> bool:
    """Return whether *display* is two words or has a hyphen that is not behind a prefix."""
    first, hyphen, rest = display.lower().partition("-")
    return " " in display or bool(hyphen and first and rest and first not in PREFIXES and rest != "like")


def _can_be_base(facts: Facts) -> bool:
    """Return whether a sense can explain another word: any but names, marked abbreviations, affixes and what needs a witness itself, written as
    it may be.
    """
    return not (facts.proper or facts.marked or facts.affix or ALONE in facts.inferred)


def _is_ordinary(facts: Facts) -> bool:
    return not (facts.proper or facts.marked or facts.affix or facts.spaced or facts.punctuated)
