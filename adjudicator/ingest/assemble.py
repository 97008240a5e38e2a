"""Assembles the lexicon from the staged records: entries and senses first, then links, then the readings of every key."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from adjudicator.core.affixes import PREFIXES
from adjudicator.core.inflection import regular_forms
from adjudicator.core.model import ALONE, RESPELLED, SENSE, SPEECH, USED_AS, Facts, Region, Relation
from adjudicator.core.spelling import is_punctuated, key_of
from adjudicator.ingest.classify.derive import Doubt
from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.classify.listings import ListingGroup, classify_listings
from adjudicator.ingest.classify.misfits import is_past_only, misfits, names_another, repeats
from adjudicator.ingest.classify.pointers import is_pointer, target_of
from adjudicator.ingest.classify.region import CERTAIN, RegionOf, Regions
from adjudicator.ingest.classify.senses import AMERICAN, ClassifiedSense, classify
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.curated import FirstSense
from adjudicator.ingest.deriver import Deriver
from adjudicator.ingest.ipa import pronunciations
from adjudicator.ingest.link import MEMBER, Headword, inflections, links_of, rank_of
from adjudicator.ingest.stage import Stage, StagedEntry
from adjudicator.ingest.write import LexiconWriter
from adjudicator.rules.sources import DATED, NEED_WITNESS
from adjudicator.rules.spelling_match import plain_first
from adjudicator.sources.records import RawSense

COMMON_WORD = 60
"""Above this size a word that is spelled like a name is hardly made of the words that are found in it: canterbury, henning."""
HOMOGRAPHS = 5
"""How many letters words have of which there are several that look the same: the sense that a source has may be another one's (lair, lairise)."""
_PERSON = re.compile(
    r"(?:someone|somebody|(?:an?|any|the) (?:[\w-]+ ){0,3}(?:person|man|woman|boy|girl|child|member|worker|officer|official)|one (?:who|that))\b",
    re.IGNORECASE,
)
"""How a definition of somebody begins."""
_MARKS = {
    Doubt.AS_NOUN: f"{USED_AS}noun",
    Doubt.CONJUGATED: f"{USED_AS}verb",
    Doubt.RESPELLED: RESPELLED,
}
_PHRASES_KEPT = 5
_DERIVED = 90
"""The place of what is derived, among sources: behind all."""
_OTHERS_KEPT = 10
"""Synonyms, and antonyms, that are kept of a sense."""


class SenseRef(NamedTuple):
    """A written sense: its id and its facts as seen from its headword."""

    id: int
    facts: Facts


class Assembler:
    """One run of assembly. The order of the public methods is the order of the work."""

    def __init__(
        self, stage: Stage, world: World, labels: Labels, regions: Regions, writer: LexiconWriter
    ) -> None:
        self.stage, self.world, self.labels, self.regions, self.writer = stage, world, labels, regions, writer
        self.deriver = Deriver(world)
        self._entries = 0
        self._senses = 0
        self._facts_of = array("I", [0])
        """Sense → the place of its facts in _facts. Senses are numbered from 1, in order of their entries."""
        self._last_sense = array("I", [0])
        """Entry → its last sense; its first comes after the last of the entry before."""
        self._facts: list[Facts] = []
        self._covered: set[str] = set()
        self._regional: dict[int, Region] = {}
        """Entry → the one region that its headword's spelling is of."""
        self._inherited: dict[str, Region] = {}
        """Derived key → the region of its base."""
        self._no_forms: dict[int, frozenset[str]] = {}
        """Sense → the forms of its word that it does not have."""
        self._alone = bytearray(1)
        """Entry → 1 where nothing but dictionaries has its headword."""
        self._place_of: dict[Facts, int] = {}
        self._leading_as: dict[Facts, Facts] = {}
        self._leading_forms = {key for (key, _), line in world.first_senses.items() if not line.glosses}
        self._seen: dict[
            tuple[int, tuple[bool, bool], str, int, tuple[str, ...], bool, Region | None], tuple[int, Facts]
        ] = {}

    def entries(self, ranks: dict[str, int], progress: Callable[[int], None]) -> None:
        """Classify and write every entry, and link its forms."""
        links: list[Any] = []
        for done, staged in enumerate(merge_senses(self.stage.entries(), self.world.inflected)):
            display, senses = classify(staged, self.world, self.labels)
            self._entries += 1
            region = self.regions.of(staged.key)
            if region and region.region in ("american", "british"):
                self._regional[self._entries] = region.region
            entry = self._entries
            self._alone.append(not self._has_witness(staged.key))
            self.writer.add(
                "entry", (entry, staged.source, display, staged.key, staged.pos, staged.etymology or None)
            )
            for sense in senses:
                self._write_sense(entry, display, staged.key, sense)
                if lacking := self._forms_lacking(staged, sense.sense.gloss):
                    self._no_forms[self._senses] = lacking
                if AMERICAN in sense.facts.labels and (british := target_of(sense.sense)):
                    self._note_british(display, british, staged.pos or "")
            self._last_sense.append(self._senses)
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
                staged.source, ranks[staged.source], sum(sense.sense.uses for sense in senses),
            )  # fmt: skip
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
            self.deriver.bases.add(
                staged.key,
                staged.pos if plain or capital else None,
                capital=capital,
                person=bool(senses and _PERSON.match(senses[0].sense.gloss or "")),
            )
            for found in links_of(head, self.stage.forms_of, self.world):
                links.append(found)
                if found.relation == "inflection" and found.inferred and plain:
                    self._note_form(found.key, staged.key)
                if defined and ordinary and display.isalpha() and found.key in self.world.sizes:
                    self._covered.add(found.key)
            if done % 5000 == 0:
                self.stage.add_links(links)
                links.clear()
                progress(done)
        self.stage.add_links(links)
        self.deriver.bases.close(self.writer.rows("SELECT key, id FROM entry ORDER BY id"))

    def _write_sense(self, entry: int, display: str, key: str, classified: ClassifiedSense) -> None:
        self._senses += 1
        sense = classified.sense
        self.writer.add(
            "sense",
            (
                self._senses,
                entry,
                display,
                sense.gloss or None,
                "; ".join(sense.labels) or None,
                sense.expansion,
                sense.uses,
            ),
        )
        usage = (_others(sense.synonyms, key), _others(sense.antonyms, key), sense.examples)
        if any(usage):
            self.writer.add("usage", (self._senses, *("\n".join(texts) or None for texts in usage)))
        for flag in classified.flags:
            self.writer.add("flag", (self._senses, key, *flag))
        place = self._place_of.setdefault(classified.facts, len(self._facts))
        if place == len(self._facts):
            self._facts.append(classified.facts)
        self._facts_of.append(place)

    def _forms_lacking(self, staged: StagedEntry, gloss: str) -> frozenset[str]:
        """Return the forms of the word that the sense with this *gloss* does not have: a verb that has only a past (they used to), what is not compared (left)."""
        of_others = self.world.forms_of_senses.get((staged.key, staged.pos or ""), ())
        lacking = [form for form, line in of_others if not line.has(gloss)]
        if len(staged.senses) > 1 and is_past_only(gloss, staged.pos):
            regular = regular_forms(staged.key, "verb")
            lacking += [*regular.get("third-person", ()), *regular.get("participle", ())]
        return frozenset(lacking)

    def _senses_of(self, entry: int) -> Iterator[SenseRef]:
        for sense in range(self._last_sense[entry - 1] + 1, self._last_sense[entry] + 1):
            yield SenseRef(sense, self._facts[self._facts_of[sense]])

    def derive(self) -> int:
        """Link listed words without a defined entry to the base that explains them; return how many were."""
        rows = []
        for key, size in self.world.sizes.items():
            if size <= MEMBER and key not in self._covered:
                a_name = size > COMMON_WORD and key in self.world.upper
                for pos, found in self.deriver.explain(key).items():
                    for form in (key, *self._forms_of_derived(key, pos)):
                        doubt = found.doubt | (Doubt.HIDDEN if a_name else Doubt(0)) | Doubt.INFERRED
                        if found.letters <= HOMOGRAPHS:
                            doubt |= Doubt.SENSE
                        rank = rank_of("derivation", _DERIVED)
                        rows.append((form, form, found.entry, "derivation", int(doubt), rank))
                        if found.entry in self._regional and Doubt.RESPELLED not in found.doubt:
                            self._inherited[form] = self._regional[found.entry]
        self.stage.add_links(rows)
        self.stage.db.executescript("CREATE INDEX link_key ON link (key, rank); BEGIN;")
        return len(rows)

    def _forms_of_derived(self, key: str, pos: str) -> Iterator[str]:
        """Yield the regular forms of a derived word that only the largest lists have, and let the World know them."""
        head = Headword(0, key, key, pos, (), (), True, False, False, "", 0)
        for form, inferred in inflections(head, self.stage.forms_of, self.world):
            if inferred:
                self._note_form(form, key)
                yield form

    def _note_form(self, form: str, lemma: str) -> None:
        """Have the listing of *form* count as that of *lemma* does, of which it is a regular form."""
        size = self.world.size_of(lemma)
        if size < self.world.size_of(form) < NO_SIZE and size < self.world.forms.get(form, ("", NO_SIZE))[1]:
            self.world.forms[form] = (lemma, size)

    def words(self, progress: Callable[[int], None]) -> None:
        """Write the readings, listings, profile and region of every key, in order of key."""
        add_reading = self.writer.adder("reading")
        in_phrases = frozenset(key for (key,) in self.stage.db.execute("SELECT DISTINCT key FROM token"))
        for done, (key, links, listings) in enumerate(self._by_key()):
            region = self._lemma_region(key, links, self.regions.of(key))
            spelling = region.region if region else None
            facts: list[int] = []
            displays: list[str] = []
            read_as: list[Facts] = []
            seen: set[tuple[int, str]] = set()
            sense_facts: list[Facts] = []
            witnessed = self._has_witness(key)
            for display, entry, relation, inferred in links:
                alone = bool(self._alone[entry]) and not witnessed
                derived = relation == "derivation"
                unsure = self._unsure(entry, Doubt(inferred)) if derived else ()
                leads = self._leads(key, entry) if relation == "inflection" else None
                for ref in islice(self._senses_of(entry), 1 if derived else None):
                    if (ref.id, display) in seen or key in self._no_forms.get(ref.id, ()):
                        continue
                    seen.add((ref.id, display))
                    fact, seen_as = self._seen_from(
                        self._leading(ref.facts, leads) if leads else ref.facts,
                        display, display != key, relation, inferred, unsure, alone, spelling,
                    )  # fmt: skip
                    sense_facts.append(seen_as)
                    if derived and inferred & Doubt.HIDDEN:
                        continue  # it bears the list out, and is not shown
                    read_as.append(seen_as)
                    displays.append(display)
                    written = None if display == key else display
                    add_reading((key, len(facts), ref.id, written, fact, None, None))
                    facts.append(fact)
            for listed in classify_listings(
                key, listings, sense_facts, self.world.without_apostrophe.get(key), self.world, region
            ):
                fact = self.writer.fact(listed.facts)
                displays.append(listed.display)
                read_as.append(listed.facts)
                written = None if listed.display == key else listed.display
                add_reading((key, len(facts), None, written, fact, listed.facts.source, listed.category))
                facts.append(fact)
                for flag in listed.flags:
                    self.writer.add("flag", (None, key, *flag))
            for group in listings:
                self.writer.add(
                    "listing", (key, group.display, group.source, group.category, group.spellings, group.size)
                )
            if region and region.region != "both":
                self.writer.add(
                    "flag",
                    (None, key, "region", region.region, region.provenance, region.rule, region.evidence),
                )
            if not facts:
                continue
            profile = self.writer.profile(
                tuple(dict.fromkeys(facts[i] for i in plain_first(displays, read_as)))
            )
            counterparts = (
                ",".join(region.counterparts)
                if region and region.counterparts
                else self.world.counterparts_of_senses.get(key)
            )
            self.writer.add("word", (key, profile, region.region if region else None, counterparts))
            if key in in_phrases and not sense_facts:
                self._phrases(key)
            if done % 5000 == 0:
                progress(done)
        keys = self.writer.graph()
        self._add_other_phrases(keys)
        self._pronunciations(keys)

    def _leads(self, key: str, entry: int) -> FirstSense | None:
        """Return the line by which people think first of the form *key* of *entry*, and not of a headword that is written as it is (acquired)."""
        if key not in self._leading_forms:
            return None
        senses = [sense.facts for sense in self._senses_of(entry)]
        line = self.world.first_senses.get((key, senses[0].pos or "")) if senses else None
        known = line is None or line.glosses or any(line.label in each.labels for each in senses)
        return None if known else line

    def _leading(self, facts: Facts, line: FirstSense) -> Facts:
        """Return the *facts* of a sense as of one that people think of first."""
        return self._leading_as.setdefault(facts, facts._replace(labels=(*facts.labels, line.label)))

    def _unsure(self, entry: int, doubt: Doubt) -> tuple[str, ...]:
        """Return what is unsure of a word that is derived from *entry*: which of its senses is meant, and as which part of speech the base."""
        marks = tuple(mark for each, mark in _MARKS.items() if each in doubt)
        one = self.deriver.bases.is_in_one_pos(entry)
        if not one or (Doubt.AS_VERB in doubt and Doubt.CONJUGATED not in doubt):
            return (SENSE, SPEECH, *marks)
        several = self._last_sense[entry] - self._last_sense[entry - 1] > 1
        return (SENSE, *marks) if several or marks or Doubt.SENSE in doubt else ()

    def _note_british(self, american: str, british: str, pos: str) -> None:
        """Note what is written in Britain for an American spelling and its forms, where nothing else says it."""
        theirs = regular_forms(british, pos)
        pairs = [(american, british)]
        pairs += [(ours[0], theirs[name][0]) for name, ours in regular_forms(american, pos).items() if name in theirs]  # fmt: skip
        for form, counterpart in pairs:
            if key_of(form) != key_of(counterpart):
                self.world.counterparts_of_senses.setdefault(key_of(form), counterpart)

    def _has_witness(self, key: str) -> bool:
        """Return whether anything but a dictionary of concepts has *key*: a list, of a member's size, or somebody who says how it is said."""
        world = self.world
        return (
            not world.sizes  # there is no list to ask
            or world.size_of(key) <= MEMBER
            or key in world.said
            or world.ordinary_abbreviation(key)
        )

    def _lemma_region(
        self, key: str, links: list[tuple[str, int, Relation, int]], region: RegionOf | None
    ) -> RegionOf | None:
        """Return the region of *key*: that of its lemma or base, where it is made of words of one region and no common list says otherwise."""
        if region and (
            region.region != "both" or self.world.size_of(key) <= CERTAIN or region.provenance == "declared"
        ):
            return region
        relations = {relation for _, _, relation, _ in links}
        if relations == {"derivation"}:
            of_lemmas = {self._inherited.get(key)}
        else:
            of_lemmas = {self._regional.get(entry) for _, entry, _, _ in links}
            if relations != {"inflection"} or len(of_lemmas) != 1:
                return region
        (lemma,) = of_lemmas
        return (
            RegionOf(lemma, (), "inferred", "of-its-lemma", f"{key} is made of a {lemma} word")
            if lemma
            else region
        )

    def _seen_from(
        self,
        facts: Facts,
        display: str,
        unlike_key: bool,
        relation: Relation,
        inferred: int,
        unsure: tuple[str, ...],
        alone: bool,
        region: Region | None,
    ) -> tuple[int, Facts]:
        """Return the facts of a sense as read from the form *display*, with their id; equal cases are worked out once."""
        marks = (
            (" " in display, " " not in display and is_punctuated(display)) if unlike_key else (False, False)
        )
        alone = alone and (facts.source in NEED_WITNESS or ALONE in facts.inferred)
        case = (id(facts), marks, relation, inferred, unsure, alone, region)
        known = self._seen.get(case)
        if known is None:
            seen_as = as_seen_from(facts, *marks, relation, bool(inferred), unsure, alone, region)
            known = self._seen[case] = (self.writer.fact(seen_as), seen_as)
        return known

    def _phrases(self, key: str) -> None:
        rows = self.stage.db.execute(
            "SELECT max(phrase) FROM token WHERE key = ? GROUP BY lower(phrase) ORDER BY length(phrase), lower(phrase) LIMIT ?",
            (key, _PHRASES_KEPT),
        )
        self._add_phrases(key, [phrase for (phrase,) in rows])

    def _add_phrases(self, key: str, phrases: list[str]) -> None:
        if phrases:
            self.writer.add("phrase", (key, "\n".join(sorted(phrases))))

    def _add_other_phrases(self, keys: Container[str]) -> None:
        rows = self.stage.db.execute(
            "SELECT key, max(phrase) FROM token WHERE key != '' GROUP BY key, lower(phrase) ORDER BY key, length(phrase), lower(phrase)"
        )
        for key, group in groupby(rows, key=lambda row: row[0]):
            if key not in keys:
                self._add_phrases(key, [phrase for _, phrase in islice(group, _PHRASES_KEPT)])

    def _pronunciations(self, keys: Container[str]) -> None:
        add = self.writer.adder("pronunciation")
        for key, said in self.stage.speech():
            if key in keys:
                for n, row in enumerate(pronunciations(said)):
                    add((key, n, *row))

    def _by_key(self) -> Iterator[tuple[str, list[tuple[str, int, Relation, int]], list[ListingGroup]]]:
        """Yield (key, links, listings) for every key that has either, in order of key."""
        links = groupby(
            self.stage.db.execute(
                "SELECT key, display, entry, relation, inferred FROM link ORDER BY key, rank, entry"
            ),
            key=lambda row: row[0],
        )
        listings = groupby(
            self.stage.db.execute(
                "SELECT key, display, source, category, spelling, size FROM raw_listing ORDER BY key, source, category, display, size"
            ),
            key=lambda row: row[0],
        )
        for key, left, right in merge_join(links, listings):
            yield key, [row[1:] for row in left], list(listing_groups(right))


def merge_join(left: Iterable[Any], right: Iterable[Any]) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Yield (key, left rows, right rows) of two iterables of (key, group) that are ordered by key."""
    end = ("\U0010ffff", ())
    left, right = iter(left), iter(right)
    a, b = next(left, end), next(right, end)
    while a is not end or b is not end:
        key = min(a[0], b[0])
        left_rows = list(a[1]) if a[0] == key else []
        right_rows = list(b[1]) if b[0] == key else []
        yield key, left_rows, right_rows
        if a[0] == key and a is not end:
            a = next(left, end)
        if b[0] == key and b is not end:
            b = next(right, end)


def listing_groups(rows: list[Any]) -> Iterator[ListingGroup]:
    """Yield one group for each source, category and display among the listing rows of one key."""
    for (source, category, display), group in groupby(rows, key=lambda row: (row[2], row[3], row[1])):
        spellings: dict[str, int | None] = {}
        for row in group:
            spellings.setdefault(row[4], row[5])
        sizes = [size for size in spellings.values() if size is not None]
        text = " ".join(f"{name}:{size}" if size is not None else name for name, size in spellings.items())
        yield ListingGroup(source, category, display, text, min(sizes) if sizes else None)


def merge_senses(entries: Iterator[StagedEntry], inflected: Container[str] = ()) -> Iterator[StagedEntry]:
    """Join entries of one headword and part of speech that differ in sense only (a WordNet synset gives one each).

    Where a source counts uses, the senses met most often come first, the others in the source's order, and of its entries for a key that
    with the most uses; last those whose gloss is another part of speech's.
    """
    for key, group in groupby(entries, key=lambda staged: staged.key):
        joined: dict[tuple[str, str, str | None], StagedEntry] = {}
        counted = False
        for number, staged in enumerate(_without_repeats(list(group), key in inflected)):
            mergeable = staged.case_known and not staged.etymology and not staged.forms
            mark = (
                (staged.source, staged.headword, staged.pos)
                if mergeable
                else (staged.source, f"{number}", None)
            )
            known = joined.get(mark)
            counted = counted or any(sense.uses or sense.place for sense in staged.senses)
            joined[mark] = known._replace(senses=known.senses + staged.senses) if known else staged
        found = list(joined.values())
        if len(found) > 1:
            found = [entry._replace(homonyms=_has_homonyms(entry, found)) for entry in found]
        yield from _most_used_first(found) if counted else found


def _has_homonyms(entry: StagedEntry, others: list[StagedEntry]) -> bool:
    """Return whether the source of *entry* has other entries that may be other words: any in a dictionary that separates words of one spelling;
    elsewhere those of another part of speech are of one word (blog), unless this is no noun (to sod), and some of them have several senses.
    """
    same = [each for each in others if each.source == entry.source]
    if len(same) == 1:
        return False
    if not entry.case_known:
        return True
    return entry.pos != "noun" and any(len(each.senses) > 1 for each in same)


def _without_repeats(entries: list[StagedEntry], inflected: bool) -> Iterator[StagedEntry]:
    """Yield *entries*, those of one key, without the senses that add nothing to what others say of a key that is *inflected* or not."""
    alone = sum(len(staged.senses) for staged in entries) == 1
    defined = any(not names_another(sense.gloss) for staged in entries for sense in staged.senses)
    for staged in entries:
        dated = staged.source in DATED
        if staged.case_known and not dated:
            yield staged
            continue
        kept = tuple(
            sense
            for sense in staged.senses
            if not (dated and defined and names_another(sense.gloss))
            and (staged.case_known or not repeats(sense.gloss, staged.headword, staged.pos, inflected, alone))
        )
        if kept or not staged.senses:
            yield staged._replace(senses=kept)


def _most_used_first(entries: list[StagedEntry]) -> list[StagedEntry]:
    """Return *entries*, those of each source together, and their senses by how often they are used."""
    place: dict[str, int] = {}
    for entry in entries:
        place.setdefault(entry.source, len(place))
    ordered = sorted(
        entries, key=lambda entry: (place[entry.source], -sum(sense.uses for sense in entry.senses))
    )
    return [_sorted_by_use(entry) if len(entry.senses) > 1 else entry for entry in ordered]


def _sorted_by_use(entry: StagedEntry) -> StagedEntry:
    def place_of(sense: RawSense) -> tuple[bool, int, int]:
        return entry.case_known and misfits(sense.gloss, entry.pos), -sense.uses, sense.place

    return entry._replace(senses=tuple(sorted(entry.senses, key=place_of)))


def as_seen_from(
    facts: Facts,
    spaced: bool,
    punctuated: bool,
    relation: Relation,
    inferred: bool,
    unsure: tuple[str, ...],
    alone: bool,
    region: Region | None,
) -> Facts:
    """Return the facts of a sense as read from one form: relation, region and punctuation are the form's; so are what is *unsure* of
    its base, and whether its source is *alone*.

    A spelling label places the sense in a region where the form's own spelling is at home in both (tire, tires: the wheel's is American). It
    does not move a form whose spelling is of one region: the label is the headword's (distil is British, and distills is not).
    """
    if region in (None, "both") and relation != "derivation":
        region = _region_of_labels(facts.labels) or region
    marks = (
        tuple(mark for mark in facts.inferred if mark != ALONE)
        + (("relation",) if inferred else ())
        + unsure
        + ((ALONE,) if alone and not (spaced or punctuated) else ())
    )
    return facts._replace(
        relation=relation,
        region=region,
        inferred=marks,
        spaced=spaced,
        punctuated=punctuated,
    )


def _region_of_labels(labels: tuple[str, ...]) -> Region | None:
    """Return the one region whose spelling *labels* name, if they name one."""
    american, british = "american-spelling" in labels, "british-spelling" in labels
    if american == british:
        return None
    return "american" if american else "british"


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
