"""A house list on top of a pack: what it changes, and no more. Start at :func:`delta_of`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, NamedTuple, TypedDict

from adjudicator.core.shapes import Digest
from adjudicator.judging.bench import HouseBench
from adjudicator.judging.dictionaries import Dictionaries
from adjudicator.packs.build import lay_bare, rules_of, spelled
from adjudicator.rules.house import PREFIX
from adjudicator.rules.ruleset import Reuse, Ruleset, Scoring
from adjudicator.rules.wording import house_reason

Decided = Annotated[dict[str, list[str]], "Word → the code and the sentence."]
Changed = Annotated[dict[str, list[str]], "Word → the code and how sure it is."]


class Points(TypedDict):
    """What a word is worth."""

    lengths: list[tuple[int, int]]
    """From so many letters on, so many points; ascending."""
    ring: int
    """What each use of a ringed letter multiplies the points by."""


class HousePack(TypedDict):
    """What a house list changes of the verdicts of a pack."""

    pack: Digest
    """The digest of the pack that it stands on."""
    id: str
    """The name of the list as a ruleset."""
    revision: int
    title: str
    digest: Digest
    """The digest of the ruleset with the list: of everything that verdicts depend on besides the lexicon."""
    base: str
    """The ruleset of the pack that it stands on."""
    least: int
    """The letters that a word must have."""
    most: int | None
    """The letters that it may have at most."""
    alphabet: str
    reuse: Reuse
    """Whether a word may use a tile of a board again."""
    scoring: Points
    until: str | None
    """When an entry runs out, so that the list says something else."""
    entries: Decided
    """What the list decides."""
    words: Changed
    """What changes with the rules that the list has changed."""
    spellings: Changed
    """The same of what is typed with an apostrophe."""


class Changes(NamedTuple):
    """What other rules make of the words of a pack: those whose code or certainty differ, with both."""

    words: dict[str, list[str]]
    spellings: dict[str, list[str]]


def points_by(scoring: Scoring) -> Points:
    """Return what a word is worth, as a device reckons it."""
    return {"lengths": [*scoring.lengths], "ring": scoring.ring}


NOTHING = Changes({}, {})
Comparison = Callable[[Ruleset, Ruleset], Changes]


def changes_between(dictionaries: Dictionaries, base: Ruleset, other: Ruleset) -> Changes:
    """Return what *other* makes of words that *base* judges otherwise, rules on the word apart.

    All words are judged by both, unless nothing but lengths and the alphabet tells them apart. Raises :class:`PackInvalid`.
    """
    laid = lay_bare(dictionaries, (base, other))
    if laid.grounds[0] is laid.grounds[1]:
        return NOTHING
    one, two = laid.grounds
    keys = sorted(dictionaries.lexicon.phrase_keys.union(one.keys(), two.keys()))
    words = {key: list(said) for key in keys if (said := two.verdict(key)) != one.verdict(key)}
    spellings = spelled(laid.grounds)
    return Changes(words, {text: list(new) for text, (old, new) in spellings.items() if new != old})


def delta_of(bench: HouseBench, pack: str, rulesets: Sequence[Ruleset], compare: Comparison) -> HousePack:
    """Return what the house list that *bench* judges by changes of the pack with the digest *pack* and these *rulesets*.

    It stands on the ruleset that its list names, or where the pack lacks that on the first one; *compare* says what tells the two apart.
    """
    house, compiled = bench.house, bench.compiled
    settings = house.settings
    base = next((each for each in rulesets if each.id == settings.base), rulesets[0])
    entries: dict[str, list[str]] = {}
    ends: list[str] = []
    for key in house.keys:
        decided = compiled.decision(key)
        if decided:
            code, _, entry = decided
            entries[key] = [code, f"{_begun(house_reason(entry, key, settings.title))}."]
            ends += [entry.expires] if entry.expires else []
    changes = compare(base, bench.base.ruleset)
    rules = rules_of(bench.base.ruleset)
    return {
        "pack": pack,
        "id": PREFIX + house.slug,
        "revision": house.revision,
        "title": settings.title,
        "digest": bench.ruleset_digest,
        "base": base.id,
        "least": rules["least"],
        "most": rules["most"],
        "alphabet": rules["alphabet"],
        "reuse": rules["reuse"],
        "scoring": points_by(bench.base.ruleset.scoring),
        "until": min(ends, default=None),
        "entries": entries,
        "words": changes.words,
        "spellings": changes.spellings,
    }


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
