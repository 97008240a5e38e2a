"""Classifies the listings of one key: what a word list alone says of it, in the light of the senses that dictionaries give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.model import AbbreviationType, Facts, Flag, Region
from adjudicator.core.spelling import is_capitalised, is_capitals_only, is_punctuated
from adjudicator.ingest.classify.abbreviation import spoken_type
from adjudicator.ingest.classify.region import RegionOf
from adjudicator.ingest.classify.witnesses import marks_of, marks_of_plural, objected
from adjudicator.ingest.classify.world import APART_ABOVE, NO_SIZE, World
from adjudicator.ingest.curated import CuratedFact
from adjudicator.rules.sources import OWN

PHRASE_ONLY_UP_TO = 60
"""Above this size a listed word that only occurs in phrases of ours is more often a word than not."""

TRUSTED = 80
"""An abbreviation listed above this size counts only where nothing else is known of the key: of, and, rose are all listed there."""

LOWER_CASE_BY_CHANCE = 70
"""Up to this size a lower-case listing beside nothing but a marked abbreviation is the abbreviation (nimby, wysiwyg); size 80 holds the
words of word games, listed in lower case on purpose (mips)."""

NAME_IN_LOWER_CASE_ABOVE = 70
"""Above this size a lower-case listing of a spelling that is a common name (texas, james) needs a sense to be taken for a word."""
COMMON_NAME = 60
"""Up to this size a name is common: rarer ones are listed in lower case because they are words, too (saluki, olivet)."""


class ListingGroup(NamedTuple):
    """One spelling in one category of one word list, its spelling regions joined."""

    source: str
    category: str
    display: str
    spellings: str
    size: int | None


class ClassifiedListing(NamedTuple):
    """A listing with what we concluded of it."""

    display: str
    category: str
    facts: Facts
    flags: tuple[Flag, ...]


def classify_listings(
    key: str,
    groups: list[ListingGroup],
    senses: list[Facts],
    contraction: str | None,
    world: World,
    region: RegionOf | None,
) -> Iterator[ClassifiedListing]:
    """Yield one classified listing for each display form and kind among *groups*; jargon and numeral lists count for nothing."""
    known = bool(senses) or any(group.size is not None and group.size <= TRUSTED for group in groups)
    done: set[tuple[str, str, str]] = set()
    for group in groups:
        kind = "names" if group.category in ("upper", "proper-names") else group.category
        if (group.source, kind, group.display) in done or kind in ("hacker", "roman-numerals"):
            continue
        if group.source == OWN and kind == "contractions" and _is_listed_by_others(group, groups):
            continue
        if kind == "abbreviations" and _is_noise(key, group, senses, known, world):
            continue
        done.add((group.source, kind, group.display))
        base = _base(
            group.source,
            group.size,
            region.region if region else None,
            not group.display.isalpha() and is_punctuated(group.display),
        )
        if kind == "names" or (kind == "words" and is_capitalised(group.display)):
            facts, flags = _name(key, base, group, world)
        elif kind == "abbreviations":
            facts, flags = _abbreviation(key, base, group, senses, world)
        elif kind == "contractions":
            facts = base._replace(abbreviation="contraction")
            made = (
                ("contraction-by-rule", "is made by rule")
                if group.source == OWN
                else ("listed-contraction", "is in a list of contractions")
            )
            flags = (Flag("abbreviation", "contraction", "declared", made[0], f"{group.display} {made[1]}"),)
        else:
            facts, flags = _ordinary(key, base, group, senses, contraction, world)
            doubted = world.doubted.get(key)
            if doubted:
                facts = facts._replace(inferred=objected(facts.inferred, doubted.objection))
                flags += (Flag("doubted", doubted.objection, "declared", "curated-doubt", doubted.why),)
        yield ClassifiedListing(group.display, kind, facts, flags)


def _is_listed_by_others(group: ListingGroup, groups: list[ListingGroup]) -> bool:
    """Return whether another list has the contraction that is made by rule, so that the rule adds nothing."""
    return any(
        other.display == group.display and other.category == group.category and other.source != OWN
        for other in groups
    )


def _is_ordinary_sense(facts: Facts) -> bool:
    """Return whether a dictionary's sense is an ordinary one, in use: no name, abbreviation, part of a word or obsolete sense."""
    return facts.relation != "derivation" and not (
        facts.abbreviation
        or facts.proper
        or facts.spaced
        or facts.punctuated
        or facts.affix
        or "obsolete" in facts.labels
    )


def _is_closed(senses: list[Facts]) -> bool:
    """Return whether a dictionary has the word as it is listed, in one piece."""
    return any(
        facts.relation != "derivation"
        and not (facts.abbreviation or facts.proper or facts.spaced or facts.punctuated or facts.affix)
        for facts in senses
    )


def _is_noise(key: str, group: ListingGroup, senses: list[Facts], known: bool, world: World) -> bool:
    """Return whether a listed abbreviation says nothing: listed beyond trust, or an ordinary word with a capital and no dictionary behind it."""
    if known and (group.size or 0) > TRUSTED:
        return True
    if not is_capitalised(group.display) or world.size_of(key) > 70:
        return False
    title_case = group.display[1:] == group.display[1:].lower()
    return title_case or not any(facts.marked and facts.abbreviation != "contraction" for facts in senses)


@lru_cache(maxsize=1000)
def _base(source: str, size: int | None, region: Region | None, punctuated: bool) -> Facts:
    return Facts(source=source, kind="listing", size=size, region=region, punctuated=punctuated)


def _name(key: str, base: Facts, group: ListingGroup, world: World) -> tuple[Facts, tuple[Flag, ...]]:
    if is_capitals_only(group.display) and len(key) > 1:
        kind, rule, evidence = spoken_type(group.display, None, world)
        if kind == "initialism":
            flags = (
                Flag("marked", "yes", "inferred", rule, evidence),
                Flag("abbreviation", kind, "inferred", rule, evidence),
            )
            return base._replace(abbreviation=kind, marked=True, inferred=("abbreviation", "marked")), flags
    flag = Flag(
        "proper",
        "yes",
        "declared",
        "listed-as-name",
        f"{group.display} is listed as {group.category}, size {group.size}",
    )
    return base._replace(proper=True), (flag,)


def _abbreviation(
    key: str, base: Facts, group: ListingGroup, senses: list[Facts], world: World
) -> tuple[Facts, tuple[Flag, ...]]:
    display = group.display
    lower = display == display.lower()
    ordinary = [facts for facts in senses if _is_ordinary_sense(facts)]
    if lower and ordinary and (group.size or 0) <= TRUSTED:
        flag = Flag(
            "lexicalised",
            "no",
            "inferred",
            "abbreviation-and-word",
            f"{display} is listed as an abbreviation, and {ordinary[0].source} has an ordinary sense of it",
        )
        return base, (flag,)
    if lower and world.ordinary_abbreviation(key) and not _is_curated_in_capitals(key, senses, world):
        flag = Flag(
            "lexicalised",
            "yes",
            "inferred",
            "ordinary-abbreviation",
            f"{display} is a lower-case noun of a dictionary too",
        )
        curated = world.lexicalised.get(key)
        return base._replace(
            abbreviation=curated.type if curated else "clipping", lexicalised=True, inferred=("abbreviation",)
        ), (flag,)
    known = world.abbreviations.get(display)
    if known:
        flag = Flag("abbreviation", known.type, "declared", "curated-abbreviation", known.why)
        return base._replace(abbreviation=known.type, marked=True, proper=known.proper), (flag,)
    same = [
        facts
        for facts in senses
        if facts.marked and facts.abbreviation not in (None, "contraction") and facts.relation == "lemma"
    ]
    kind, rule, evidence = spoken_type(display, None, world)
    if same and kind in ("untyped", "clipping"):
        kind, rule, evidence = (
            same[0].abbreviation or kind,
            "as-its-sense",
            "typed as the dictionary's sense of it",
        )
    elif lower and display.upper() in world.abbreviation_listings:
        kind, rule, evidence = spoken_type(display.upper(), None, world)
    flags = (
        Flag(
            "marked",
            "yes",
            "declared",
            "listed-abbreviation",
            f"{display} is in a list of abbreviations, size {group.size}",
        ),
        Flag("abbreviation", kind, "inferred", rule, evidence),
    )
    proper = bool(same) and all(facts.proper for facts in same)
    return base._replace(abbreviation=kind, marked=True, proper=proper, inferred=("abbreviation",)), flags


def _is_curated_in_capitals(key: str, senses: list[Facts], world: World) -> bool:
    """Return whether *key* is a curated abbreviation in capitals, and the dictionaries have no other sense of it (emf)."""
    known = world.abbreviations.get(key.upper())
    return known is not None and bool(senses) and all(facts.abbreviation == known.type for facts in senses)


def _abbreviation_in_lower_case(key: str, world: World) -> CuratedFact | None:
    """Return the curated abbreviation of which *key* is the plural in lower case, where its singular, however common, is no word of a dictionary (nimbys)."""
    stem = key.removesuffix("s")
    known = world.abbreviations.get(stem.upper()) if stem != key else None
    if (
        known is None
        or stem in world.lexicalised
        or stem in world.lower_lemmas
        or world.size_of(stem) > LOWER_CASE_BY_CHANCE
    ):
        return None
    return known


def _ordinary(
    key: str, base: Facts, group: ListingGroup, senses: list[Facts], contraction: str | None, world: World
) -> tuple[Facts, tuple[Flag, ...]]:
    known = world.lexicalised_of(key)
    if known:
        flags = (
            Flag("abbreviation", known.type, "declared", "curated-lexicalised", f"from {known.expansion}"),
            Flag("lexicalised", "yes", "declared", "curated-lexicalised", known.why),
        )
        base = base._replace(abbreviation=known.type, lexicalised=True)
        if key not in world.lexicalised and (group.size is None or key in world.forms):
            size = group.size and world.forms[key][1]
            return base._replace(size=size, relation="inflection", inferred=("relation",)), flags
        return base, flags
    phrase = world.only_in_phrases.get(key)
    if phrase and group.size is not None:
        flag = Flag("phrase-only", "yes", "declared", "curated-phrase", f"only in {phrase}")
        return base._replace(phrase_only=True), (flag,)
    plain = [
        facts
        for facts in senses
        if facts.lexicalised or not (facts.abbreviation or facts.proper or facts.spaced or facts.affix)
    ]
    if contraction and not plain:
        flag = Flag(
            "abbreviation",
            "contraction",
            "inferred",
            "apostrophe-dropped",
            f"{contraction} without its apostrophe",
        )
        return base._replace(abbreviation="contraction", inferred=("abbreviation",)), (flag,)
    if not plain and (singular := _abbreviation_in_lower_case(key, world)):
        kind: AbbreviationType = singular.type
        why = f"the plural of {key[:-1]}, which is an abbreviation alone"
        flag = Flag("abbreviation", kind, "inferred", "abbreviation-in-lower-case", why)
        return base._replace(abbreviation=kind, marked=True, inferred=("abbreviation", "marked")), (flag,)
    capital = [facts for facts in senses if facts.marked and facts.abbreviation]
    plural = key.endswith("s") and (key[:-1] in world.lexicalised or world.size_of(key[:-1]) <= TRUSTED)
    if capital and not plain and not plural and group.size is not None and group.size <= LOWER_CASE_BY_CHANCE:
        typed = capital[0].abbreviation
        flag = Flag(
            "abbreviation",
            typed or "untyped",
            "inferred",
            "abbreviation-in-lower-case",
            "every dictionary here has it as a marked abbreviation only",
        )
        return base._replace(abbreviation=typed, marked=True, inferred=("abbreviation", "marked")), (flag,)
    if group.size is None:
        return base, ()
    if not plain and group.size > NAME_IN_LOWER_CASE_ABOVE and world.upper.get(key, NO_SIZE) <= COMMON_NAME:
        flag = Flag(
            "proper",
            "yes",
            "inferred",
            "name-in-lower-case",
            f"a name at size {world.upper[key]}, in lower case at size {group.size}, and defined by no dictionary here",
        )
        return base._replace(proper=True, inferred=("proper",)), (flag,)
    if group.size > APART_ABOVE and key not in world.said and world.is_apart(key) and not _is_closed(senses):
        flag = Flag(
            "punctuated",
            "yes",
            "inferred",
            "written-apart",
            f"in one word at size {group.size} alone, and in the dictionaries in two or with a hyphen",
        )
        return base._replace(punctuated=True, inferred=("punctuated",)), (flag,)
    if not senses and group.size <= PHRASE_ONLY_UP_TO and key in world.phrase_tokens:
        phrases = ", ".join(world.phrase_tokens[key][:3])
        flag = Flag(
            "phrase-only", "yes", "inferred", "only-in-phrases", f"no sense of its own; in: {phrases}"
        )
        return base._replace(phrase_only=True, inferred=("phrase-only",)), (flag,)
    if not plain and len(key) <= 3 and not any(char in "aeiouy" for char in key):
        flag = Flag(
            "marked", "yes", "inferred", "no-vowel", f"{key} has no vowel and no dictionary defines it"
        )
        typed = capital[0].abbreviation if capital else "untyped"
        return base._replace(abbreviation=typed, marked=True, inferred=("abbreviation", "marked")), (flag,)
    if key in world.forms and group.size > world.forms[key][1]:
        lemma, size = world.forms[key]
        flag = Flag(
            "relation",
            "inflection",
            "inferred",
            "regular-form",
            f"a regular form of {lemma}, which is listed at size {size}",
        )
        marks = ("relation", *marks_of_plural(key, lemma, senses, world))
        return base._replace(size=size, relation="inflection", inferred=marks), (flag,)
    return base._replace(inferred=marks_of(key, group.size, senses, world)), ()
