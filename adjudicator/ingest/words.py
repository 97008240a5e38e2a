"""Writes the readings, listings, profile, region and pronunciations of the words of a stretch of keys. Start at :class:`Words`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Set
from itertools import groupby
from operator import itemgetter
from typing import Any

from adjudicator.core.model import (
    ALONE,
    FIRST,
    FIRST_IN_BRITAIN,
    FORM,
    HIDDEN_LABELS,
    LESSER,
    RESPELLED,
    SENSE,
    SPEECH,
    USED_AS,
    Facts,
    Region,
    Relation,
)
from adjudicator.core.spelling import is_punctuated
from adjudicator.ingest.beside import Tick
from adjudicator.ingest.classified import Classified, SenseRef
from adjudicator.ingest.classify.derive import Doubt, unpacked
from adjudicator.ingest.classify.listings import ListingGroup, classify_listings
from adjudicator.ingest.classify.region import CERTAIN, RegionalBase, RegionOf, Regions
from adjudicator.ingest.classify.senses import AMERICAN
from adjudicator.ingest.classify.witnesses import has_witness
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.curated import FirstSense
from adjudicator.ingest.halves import Stretch
from adjudicator.ingest.ipa import pronunciations
from adjudicator.ingest.link import Links
from adjudicator.ingest.stage import Stage
from adjudicator.ingest.write import LexiconWriter
from adjudicator.rules.sources import DATED, NEED_WITNESS
from adjudicator.rules.spelling_match import plain_first

_FORMS = frozenset({"inflection", "variant"})
_OUT_OF_USE = frozenset({"obsolete", "archaic", "rare", "dialect", FORM})
_FEW = 2
"""How many senses an old dictionary's verb has at most of which the first is meant as often as not: it tells their history (to delate: to carry)."""
_FIRSTS = frozenset({FIRST, FIRST_IN_BRITAIN})
_Link = tuple[str, str, int, Relation, int]
"""Key, display, entry, relation, and what is in doubt."""
_Line = tuple[int, str, Facts]
"""What a sense says, of which spelling, and its facts as seen from its headword."""
_MARKS = {
    Doubt.AS_NOUN: f"{USED_AS}noun",
    Doubt.CONJUGATED: f"{USED_AS}verb",
    Doubt.RESPELLED: RESPELLED,
}


class Words:
    """The work on words, key by key (:class:`adjudicator.ingest.halves.Work`)."""

    def __init__(
        self,
        stage: Stage,
        world: World,
        regions: Regions,
        classified: Classified,
        inherited: Mapping[str, RegionalBase],
        links: Links,
        writer: LexiconWriter,
    ) -> None:
        """*inherited* has the base of each derived key whose base is of one region."""
        self.stage, self.world, self.regions, self.classified = stage, world, regions, classified
        self.inherited, self.links, self.writer = inherited, links, writer
        self._placed_as: dict[Facts, Facts] = {}
        """The facts that were made here, each once: :meth:`_seen_from` knows facts by their identity."""
        self._leading_forms = {key for (key, _), line in world.first_senses.items() if not line.glosses}
        self._shown_forms = {key for (key, _), line in world.first_senses.items() if line.others}
        self._seen: dict[
            tuple[int, tuple[bool, bool], str, int, tuple[str, ...], bool, Region | None], tuple[int, Facts]
        ] = {}

    def apart(self) -> Words:
        """Return the same work for another process."""
        return Words(
            self.stage.again(), self.world, self.regions, self.classified, self.inherited, self.links, self.writer.apart()
        )  # fmt: skip

    def found(self) -> Any:
        """Return what the writer has found."""
        return self.writer.found()

    def take(self, found: Any) -> None:
        """Add the words that another process has found."""
        self.writer.take(found)

    def do(self, keys: Stretch, tick: Tick) -> None:
        """Write the readings, listings, profile and region of each of *keys*, in their order, and then how they are said."""
        add_reading = self.writer.adder("reading")
        words = set[str]()
        in_phrases = self.stage.words_of_phrases()
        for done, (key, links, listings) in enumerate(self._by_key(keys)):
            region = self._lemma_region(key, links, self.regions.of(key))
            spelling = region.region if region else None
            facts: list[int] = []
            displays: list[str] = []
            read_as: list[Facts] = []
            seen: set[tuple[int, str]] = set()
            told: set[_Line] = set()
            repeats = len(links) > 1 and any(relation in _FORMS for _, _, _, relation, _ in links)
            sense_facts: list[Facts] = []
            witnessed = has_witness(key, self.world)
            in_use = self._base_in_use(links)
            for _, display, entry, relation, inferred in links:
                alone = self.classified.is_alone(entry) and not witnessed
                derived = relation == "derivation"
                unsure: tuple[str, ...] = ()
                leads = self._leads(key, entry) if relation == "inflection" else None
                refs = self.classified.senses_of(entry)
                if derived:
                    first = next(refs)
                    _, made = self._seen_from(
                        first.facts,
                        display,
                        display != key,
                        relation,
                        inferred,
                        _marks_of(inferred),
                        alone,
                        spelling,
                    )
                    sense_facts.append(made)
                    if inferred & Doubt.HIDDEN:
                        continue  # it bears the list out, and is not shown
                    if inferred & Doubt.FORM:
                        relation, refs = "inflection", self.classified.senses_of(entry)
                    else:
                        ref, unsure = self._meant(entry, inferred)
                        refs = iter((ref,))
                for ref in refs:
                    if (ref.id, display) in seen or self.classified.lacks(ref.id, key):
                        continue
                    seen.add((ref.id, display))
                    placed = self._placed(key, ref.facts, relation, leads)
                    if key in self._shown_forms:
                        placed = self._as_shown(placed, self.classified.is_first_of(ref.id, key))
                    rarer = (
                        relation == "inflection"
                        and self.classified.size_of(entry) >= in_use + _RARER
                        and key not in self._shown_forms
                    )
                    fact, seen_as = self._seen_from(
                        self._as_lesser(placed) if rarer else placed,
                        display, display != key, relation, inferred, unsure, alone, spelling,
                    )  # fmt: skip
                    if not derived:
                        sense_facts.append(seen_as)
                    if repeats and ref.says and not derived:
                        line = (ref.says, display, _as_greater(placed))
                        if relation != "lemma" and line in told:
                            continue  # the headword says the same, or another word of which it is a form
                        if _is_behind(placed) and self._is_said_of_form(key, line, links):
                            continue
                        if not inferred:
                            told.add(line)
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
            words.add(key)
            if key in in_phrases and not sense_facts:
                self.writer.add_phrases(key, self.stage.phrases_of(key))
            if done % 5000 == 0:
                tick(done)
        self._add_pronunciations(keys, words)

    def _add_pronunciations(self, keys: Stretch, words: Container[str]) -> None:
        """Write how those of *keys* are said that are *words*."""
        add = self.writer.adder("pronunciation")
        for key, said in self.stage.speech(keys):
            if key in words:
                for n, row in enumerate(pronunciations(said)):
                    add((key, n, *row))

    def _leads(self, key: str, entry: int) -> FirstSense | None:
        """Return the line by which people think first of the form *key* of *entry*, and not of a headword that is written as it is (acquired)."""
        if key not in self._leading_forms:
            return None
        senses = [sense.facts for sense in self.classified.senses_of(entry)]
        line = self.world.first_senses.get((key, senses[0].pos or "")) if senses else None
        known = line is None or line.glosses or any(line.label in each.labels for each in senses)
        return None if known else line

    def _placed(self, key: str, facts: Facts, relation: Relation, line: FirstSense | None) -> Facts:
        """Return the *facts* of a sense as *key* is read as it: of one that people think of first where a *line* says so of the form, and of no such one where
        another part of speech of that spelling is more in use. A lesser sense is that of its headword alone, and no lesser one of a form; an American one is a lesser one of a form
        that is spelled alike in Britain.
        """
        labels = facts.labels
        if relation != "lemma":
            labels = _as_greater(facts).labels
            if key in self.world.alike and AMERICAN in labels:
                labels = (*_without(labels, {AMERICAN}), LESSER)
        if (key, facts.pos) in self.world.outdone and not _FIRSTS.isdisjoint(labels):
            labels = _without(labels, _FIRSTS)
        if line:
            labels = (*labels, line.label)
        if labels is facts.labels:
            return facts
        placed = facts._replace(labels=labels)
        return self._placed_as.setdefault(placed, placed)

    def _base_in_use(self, links: list[_Link]) -> int:
        """Return the size of the commonest ordinary word that a dictionary of today has and of which a key with these *links* is a form, if that is in use; else NO_SIZE."""
        if len(links) < 2:
            return NO_SIZE
        size_of = self.classified.size_of
        bases = sorted(
            (size_of(entry), entry) for _, _, entry, relation, _ in links if relation == "inflection"
        )
        for size, entry in bases:
            if size > _COMMON:
                break
            if any(_is_of_today(each.facts) for each in self.classified.senses_of(entry)):
                return size
        return NO_SIZE

    def _as_lesser(self, facts: Facts) -> Facts:
        """Return the *facts* of a sense as of a word that is far less in use than another one with the same form (oldest, of olde): it is shown last."""
        if LESSER in facts.labels:
            return facts
        lesser = facts._replace(labels=(*_without(facts.labels, _FIRSTS), LESSER))
        return self._placed_as.setdefault(lesser, lesser)

    def _is_said_of_form(self, key: str, line: _Line, links: list[_Link]) -> bool:
        """Return whether a word of which *key* is a form says what the *line* of a lesser headword does, so that this one adds nothing."""
        says, display, facts = line
        return any(
            (ref.says, ref.facts) == (says, facts)
            for _, shown, entry, relation, _ in links
            if relation == "inflection" and shown == display
            for ref in self.classified.senses_of(entry)
            if not self.classified.lacks(ref.id, key)
        )

    def _as_shown(self, facts: Facts, first: bool) -> Facts:
        """Return the *facts* of a sense of a form of which a line says in which sense people think *first*: in this, or another."""
        labels = (*_without(facts.labels, _FIRSTS), *((FIRST,) if first else ()))
        shown = facts._replace(labels=labels)
        return self._placed_as.setdefault(shown, shown)

    def _meant(self, entry: int, inferred: int) -> tuple[SenseRef, tuple[str, ...]]:
        """Return which sense of *entry* is shown of a word that is derived from it, and what is unsure: whether it is meant, and as which part of speech the base.
        What is *inferred* has the doubt, and the number of the sense that somebody has said is meant; that the base is out of use in it says nothing of the word.
        """
        doubt, meant_sense = unpacked(inferred)
        marks = _marks_of(doubt)
        if meant_sense:
            ref = list(self.classified.senses_of(entry))[meant_sense - 1]
            in_use = ref.facts._replace(labels=_without(ref.facts.labels, _OUT_OF_USE))
            return ref._replace(facts=self._placed_as.setdefault(in_use, in_use)), marks
        entry = self.classified.bases.of_today(entry)
        classified = self.classified
        senses = list(classified.senses_of(entry))
        first = next((each for each in senses if _OUT_OF_USE.isdisjoint(each.facts.labels)), senses[0])
        several, old = len(senses) > 1, senses[0].facts.source in DATED
        one, kinds = classified.bases.is_in_one_pos(entry), classified.place_of_kinds(entry)
        if (
            not one
            and Doubt.TAKEN not in doubt
            and (
                (Doubt.AS_VERB in doubt and Doubt.CONJUGATED not in doubt)
                or Doubt.AS_NOUN in doubt
                or (first.facts.pos == "noun" and classified.bases.has(entry, "adjective"))
            )
        ):
            return first, (SENSE, SPEECH, *marks)
        if Doubt.COMPOUND in doubt:
            told = kinds == 0 or not classified.has_few_kinds(entry)
            if (
                kinds is not None
                and told
                and classified.bases.is_first(entry)
                and (meant := _like(first, senses[kinds]))
            ):
                return meant, marks
            sure = one and not several
        elif Doubt.SENSE in doubt or (first.facts.pos == "verb" and FORM in first.facts.labels):
            sure = False
        elif meant := next((_like(first, each) for each in senses if FIRST in each.facts.labels), None):
            return meant, marks
        elif Doubt.SHORT in doubt and not classified.is_counted(entry):
            known = one or Doubt.TAKEN in doubt or first.facts.pos == "verb"
            alike = Doubt.ALIKE in doubt and first.facts.pos == "adjective"
            sure = known and (alike or (Doubt.USUAL in doubt and not several))
        elif not several or first.facts.pos == "verb":
            sure = not classified.is_tied(entry) and not (old and len(senses) > _FEW)
        elif Doubt.ALIKE in doubt:
            sure = True
        else:
            sure = classified.is_counted(entry) and kinds in (None, 0)
        return first, marks if sure else (SENSE, *marks)

    def _lemma_region(self, key: str, links: list[_Link], region: RegionOf | None) -> RegionOf | None:
        """Return the region of *key*: that of its lemma or base, where it is made of words of one region and no common list says otherwise."""
        if region and (
            region.region != "both" or self.world.size_of(key) <= CERTAIN or region.provenance == "declared"
        ):
            return region
        relations = {relation for _, _, _, relation, _ in links}
        if relations == {"derivation"}:
            bases = {self.inherited.get(key)}
        else:
            bases = {self.classified.base_of(entry) for _, _, entry, _, _ in links}
            if relations != {"inflection"} or len({base and base.region for base in bases}) != 1:
                return region
        base = min(bases, key=lambda each: each.key if each else "")
        return self.regions.of_made(key, base, region) if base else region

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

    def _by_key(self, keys: Stretch) -> Iterator[tuple[str, list[_Link], list[ListingGroup]]]:
        """Yield (key, links, listings) for each of *keys* that has either, in their order."""
        links = groupby(self.links.of_keys(keys), key=itemgetter(0))
        listings = groupby(self.stage.listings(keys), key=itemgetter(0))
        for key, left, right in merge_join(links, listings):
            yield key, left, _usual_capitals_first(list(listing_groups(right)))


_COMMON = 60
"""SCOWL's size up to which a word is in use."""
_RARER = 20
"""By how much larger the size of a word is that is far less in use."""


def _is_of_today(facts: Facts) -> bool:
    """Return whether a sense with these *facts* is an ordinary word's of a dictionary of today."""
    return facts.source not in DATED and not (facts.proper or facts.marked or facts.affix)


def _like(first: SenseRef, other: SenseRef) -> SenseRef | None:
    """Return the *other* sense as one of the same word as the *first*, where rules take them alike; None where they do not."""
    labels = [
        tuple(label for label in each.facts.labels if label not in HIDDEN_LABELS) for each in (first, other)
    ]
    alike = first.facts._replace(labels=labels[0]) == other.facts._replace(labels=labels[1])
    return SenseRef(other.id, first.facts, other.says) if alike else None


def _marks_of(doubt: int) -> tuple[str, ...]:
    """Return the marks of a derived word with this *doubt*."""
    return tuple(mark for each, mark in _MARKS.items() if doubt & each)


def _as_greater(facts: Facts) -> Facts:
    """Return the *facts* of a sense without what says that its headword is less in use."""
    return facts._replace(labels=_without(facts.labels, {LESSER})) if LESSER in facts.labels else facts


def _is_behind(facts: Facts) -> bool:
    """Return whether a sense with these *facts* comes behind that of a word of which its headword is a form."""
    return LESSER in facts.labels and _FIRSTS.isdisjoint(facts.labels)


def _without(labels: tuple[str, ...], dropped: Set[str]) -> tuple[str, ...]:
    """Return *labels* without those that are *dropped*."""
    return tuple(label for label in labels if label not in dropped)


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
    for (source, category, display), group in groupby(rows, key=itemgetter(2, 3, 1)):
        spellings: dict[str, int | None] = {}
        for row in group:
            spellings.setdefault(row[4], row[5])
        sizes = [size for size in spellings.values() if size is not None]
        text = " ".join(f"{name}:{size}" if size is not None else name for name, size in spellings.items())
        yield ListingGroup(source, category, display, text, min(sizes) if sizes else None)


def _usual_capitals_first(groups: list[ListingGroup]) -> list[ListingGroup]:
    """Return the listings of one key with names whose capitals are unusual (ErvIn) behind the same names as people write them."""
    if len(groups) < 2 or not any(_has_unusual_capitals(group.display) for group in groups):
        return groups
    names = iter(
        sorted(
            (group for group in groups if group.category in _NAMES),
            key=lambda name: _has_unusual_capitals(name.display),
        )
    )
    return [next(names) if group.category in _NAMES else group for group in groups]


def _has_unusual_capitals(display: str) -> bool:
    """Return whether *display* has capitals inside, and not those of parts that are names or words themselves (McIntosh, AstroTurf)."""
    return (
        display[1:] != display[1:].lower()
        and display != display.upper()
        and not _CAPITALS_OF_PARTS.fullmatch(display)
    )


_CAPITALS_OF_PARTS = re.compile(r"(?:[A-Z][a-z]+|O'?)(?:[A-Z][a-z]{2,})+")
_NAMES = frozenset({"upper", "proper-names"})


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
