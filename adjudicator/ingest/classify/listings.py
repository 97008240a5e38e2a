"""Classifies the listings of one key: what a word list alone says of it, in the light of the senses that dictionaries give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.ingest.classify.abbreviation import spoken_type
from adjudicator.ingest.classify.region import RegionOf
from adjudicator.ingest.classify.world import World
from adjudicator.model import Facts, Flag
from adjudicator.spelling import is_capitalised, is_punctuated

PHRASE_ONLY_UP_TO = 60
"""Above this size a listed word that only occurs in phrases of ours is more often a word than not."""


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
    key: str, groups: list[ListingGroup], senses: list[Facts], contraction: str | None, world: World, region: RegionOf | None
) -> Iterator[ClassifiedListing]:
    """Yield one classified listing for each display form and kind among *groups*; jargon and numeral lists count for nothing."""
    done: set[tuple[str, str, str]] = set()
    for group in groups:
        kind = "names" if group.category in ("upper", "proper-names") else group.category
        if (group.source, kind, group.display) in done or kind in ("hacker", "roman-numerals"):
            continue
        done.add((group.source, kind, group.display))
        base = Facts(
            source=group.source,
            kind="listing",
            size=group.size,
            region=region.region if region else None,
            punctuated=is_punctuated(group.display),
            affix=group.display.startswith("-") or group.display.endswith("-"),
        )
        if kind == "names" or (kind == "words" and is_capitalised(group.display)):
            facts, flags = _name(base, group)
        elif kind == "abbreviations":
            facts, flags = _abbreviation(key, base, group, senses, world)
        elif kind == "contractions":
            facts = base._replace(abbreviation="contraction")
            flags = (Flag("abbreviation", "contraction", "declared", "listed-contraction", f"{group.display} is in a list of contractions"),)
        else:
            facts, flags = _ordinary(key, base, group, senses, contraction, world)
        yield ClassifiedListing(group.display, kind, facts, flags)


def _name(base: Facts, group: ListingGroup) -> tuple[Facts, tuple[Flag, ...]]:
    flag = Flag("proper", "yes", "declared", "listed-as-name", f"{group.display} is listed as {group.category}, size {group.size}")
    return base._replace(proper=True), (flag,)


def _abbreviation(key: str, base: Facts, group: ListingGroup, senses: list[Facts], world: World) -> tuple[Facts, tuple[Flag, ...]]:
    display = group.display
    if display == display.lower() and world.ordinary_abbreviation(key):
        flag = Flag("lexicalised", "yes", "inferred", "ordinary-abbreviation", f"{display} is a lower-case noun of a dictionary too")
        return base._replace(abbreviation="clipping", lexicalised=True, inferred=("abbreviation",)), (flag,)
    known = world.abbreviations.get(display)
    if known:
        flag = Flag("abbreviation", known.type, "declared", "curated-abbreviation", known.why)
        return base._replace(abbreviation=known.type, marked=True, proper=known.proper), (flag,)
    same = [facts for facts in senses if facts.marked and facts.abbreviation and facts.relation == "lemma"]
    kind, rule, evidence = spoken_type(display, None, world)
    if same and kind in ("untyped", "clipping"):
        kind, rule, evidence = same[0].abbreviation or kind, "as-its-sense", "typed as the dictionary's sense of it"
    elif display == display.lower() and display.upper() in world.abbreviation_listings:
        kind, rule, evidence = spoken_type(display.upper(), None, world)
    flags = (
        Flag("marked", "yes", "declared", "listed-abbreviation", f"{display} is in a list of abbreviations, size {group.size}"),
        Flag("abbreviation", kind, "inferred", rule, evidence),
    )
    proper = bool(same) and all(facts.proper for facts in same)
    return base._replace(abbreviation=kind, marked=True, proper=proper, inferred=("abbreviation",)), flags


def _ordinary(
    key: str, base: Facts, group: ListingGroup, senses: list[Facts], contraction: str | None, world: World
) -> tuple[Facts, tuple[Flag, ...]]:
    known = world.lexicalised.get(key)
    if known:
        flags = (
            Flag("abbreviation", known.type, "declared", "curated-lexicalised", f"from {known.expansion}"),
            Flag("lexicalised", "yes", "declared", "curated-lexicalised", known.why),
        )
        return base._replace(abbreviation=known.type, lexicalised=True), flags
    plain = [facts for facts in senses if not (facts.abbreviation or facts.proper or facts.spaced or facts.affix)]
    if contraction and not plain:
        flag = Flag("abbreviation", "contraction", "inferred", "apostrophe-dropped", f"{contraction} without its apostrophe")
        return base._replace(abbreviation="contraction", inferred=("abbreviation",)), (flag,)
    if not senses and (group.size or 0) <= PHRASE_ONLY_UP_TO and key in world.phrase_tokens:
        phrases = ", ".join(world.phrase_tokens[key][:3])
        flag = Flag("phrase-only", "yes", "inferred", "only-in-phrases", f"no sense of its own; in: {phrases}")
        return base._replace(phrase_only=True, inferred=("phrase-only",)), (flag,)
    if not senses and len(key) <= 3 and not any(char in "aeiouy" for char in key):
        flag = Flag("marked", "yes", "inferred", "no-vowel", f"{key} has no vowel and no dictionary defines it")
        return base._replace(abbreviation="untyped", marked=True, inferred=("abbreviation", "marked")), (flag,)
    return base, ()
