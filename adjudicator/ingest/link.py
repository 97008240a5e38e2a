"""Links forms to entries: which spellings are inflections, variants or derivations of which headword.

An inflection is *real* where a source gives the form or a word list has the spelling that the rule gives; it is *inferred* where only
the largest lists, with their many spellings that nobody uses, have it. A form that none has is not made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from adjudicator.core.affixes import LEARNED, PREFIXES
from adjudicator.core.inflection import one_syllable, plurals, regular_forms
from adjudicator.core.spelling import is_capitals_only, key_of
from adjudicator.ingest.bases import Bases
from adjudicator.ingest.classify.compounds import Compounds
from adjudicator.ingest.classify.derive import CONVINCES, CONVINCING, Derivation, Doubt, Explained, derivation
from adjudicator.ingest.classify.region import respellings
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.rules.sources import OWN

MEMBER = 80
"""SCOWL's size up to which its words are generally considered valid words."""
_IN_USE = 60
"""The size up to which a word is in use, so that a form which may be its own is no other one's."""
FormsOf = Callable[[str, str], tuple[str, ...]]
"""The forms that tables of inflections give a lemma in a part of speech."""


class Headword(NamedTuple):
    """What linking needs of an entry."""

    entry: int
    display: str
    key: str
    pos: str | None
    forms: tuple[str, ...]
    variants: tuple[str, ...]
    ordinary: bool
    abbreviation: bool
    contraction: bool
    source: str
    rank: int
    uses: int = 0
    """How often its source counted it in running text."""


class Link(NamedTuple):
    """One form tied to one entry. ``rank`` orders the readings of a key."""

    key: str
    display: str
    entry: int
    relation: str
    inferred: bool
    rank: int


MOST_USES = 10_000
"""Uses beyond which words are equally common."""
_RELATION_RANK = {"lemma": 0, "inflection": 1, "variant": 2, "derivation": 3}


def link(relation: str, form: str, head: Headword, inferred: bool = False, late: bool = False) -> Link:
    """Return the link of *form* to the entry of *head*; *late* where it comes after the variants of other words."""
    rank = rank_of(
        "derivation" if late else relation, head.rank, head.uses if relation == "inflection" else 0
    )
    return Link(key_of(form), form, head.entry, relation, inferred, rank)


def rank_of(relation: str, source: int, uses: int = 0) -> int:
    """Return where a link is in the order of a key's readings: by its relation, then by its source; of forms, that of the word most in use first."""
    return (_RELATION_RANK[relation] * 100 + source) * MOST_USES - min(uses, MOST_USES - 1)


def links_of(head: Headword, forms_of: FormsOf, world: World) -> Iterator[Link]:
    """Yield the links of one entry: its headword, then its inflected forms and variants."""
    yield link("lemma", head.display, head)
    if " " in head.display or not head.display.isascii():
        return
    seen = {head.display}
    if head.ordinary and head.display.isalpha():
        for form, inferred in inflections(head, forms_of, world):
            seen.add(form)
            yield link("inflection", form, head, inferred, _is_also_a_doer(form, head, world))
        for variant in (*head.variants, *_doubled(head)):
            form = variant.lower()
            if form not in seen and form in world.sizes:
                seen.add(form)
                yield link("variant", form, head)
    elif (
        head.abbreviation and is_capitals_only(head.display) and "." not in head.display and len(head.key) > 1
    ):
        if (
            head.display + "S" not in world.abbreviation_listings
            and head.display + "S" not in world.abbreviations
            and world.size_of(head.key + "s") > MEMBER  # cores are no COREs
        ):
            yield link("inflection", head.display + "s", head)
    elif head.display.isalpha() and head.pos == "noun" and head.key + "s" in world.upper:
        yield link("inflection", head.display + "s", head)


def _doubled(head: Headword) -> Iterator[str]:
    """Yield the spelling with a second l of a noun in -er: leveler, leveller."""
    if head.pos == "noun" and _ONE_L.search(head.display):
        yield f"{head.display[:-2]}ler"


_ONE_L = re.compile(r"[aeiou][^aeiou]+[aeiou]ler$")


def _is_also_a_doer(form: str, head: Headword, world: World) -> bool:
    """Return whether *form*, a comparative, is a noun of a dictionary as well, which is meant before it."""
    return head.pos in ("adjective", "adverb") and form.endswith("er") and form in world.lower_nouns


def inflections(head: Headword, forms_of: FormsOf, world: World) -> Iterator[tuple[str, bool]]:
    """Yield the inflected forms of an ordinary entry, each with whether it is only inferred.

    Forms that a table or the entry itself declares are real, and so is a regular form that the word list has. Where there is none
    of either, the first of the regular forms is inferred if the largest lists have it. A spelling in -er is another word as often as not (lit, litter, liter), so an
    adjective or adverb has no regular form where there is none in -est.
    """
    lemma, pos = head.display, head.pos or ""
    if head.source == OWN and lemma in world.invariable:
        return
    seen = {lemma}
    declared = forms_of(lemma, pos)
    lemma_listed = world.size_of(head.key) <= MEMBER
    own = {form.lower() for form in head.forms}
    irregular = pos == "verb" and any(not form.endswith(_BY_RULE) for form in own)
    for form in (*declared, *(form.lower() for form in head.forms)):
        if lemma_listed and form not in world.sizes and form not in world.abbreviation_listings:
            continue  # tables have misspellings (occured), and no list has those
        if _is_outdone(form, lemma, pos, world):
            continue
        if irregular and form.endswith("ed") and form not in own:
            continue  # of two verbs of one spelling it is the other's (wound, winded)
        if pos == "verb" and f"{form}e" in declared and form in world.lower_lemmas:
            continue  # a participle that has become a word of its own beside the one of all senses (born, borne)
        if form not in seen and form.isascii() and form.isalpha():
            seen.add(form)
            yield form, False
    if head.contraction:
        return
    regular = regular_forms(lemma, pos)
    superlatives = regular.get("superlative", ())
    if superlatives and not any(form in seen or _is_listed(form, world) for form in superlatives):
        regular = {"superlative": superlatives}
    for name, forms in regular.items():
        if pos == "verb" and declared and not any(form.endswith("ed") for form in declared):
            continue
        if name == "past" and irregular and own.isdisjoint(forms):
            continue
        real = [
            form for form in forms if _is_listed(form, world) and not _is_of_other(form, forms, head, world)
        ]
        for form in real:
            if form not in seen:
                seen.add(form)
                yield form, False
        first = forms[0]
        if not (declared or real or seen & set(forms)) and _may_infer(name, first, head, world):
            seen.add(first)
            yield first, True


_BY_RULE = ("ed", "ing", "s")


def _is_outdone(form: str, lemma: str, pos: str, world: World) -> bool:
    """Return whether *form*, of a table, is a spelling that only the largest lists have of a regular form that is listed otherwise (controled: controlled)."""
    return (pos == "verb" and world.size_of(form) > MEMBER) and any(
        form in forms and any(_is_listed(other, world) for other in forms)
        for forms in regular_forms(lemma, pos).values()
    )


def _is_of_other(form: str, forms: tuple[str, ...], head: Headword, world: World) -> bool:
    """Return whether *form*, of the regular *forms* of *head* not the first, is that of the word with an -e (coded is of code, and not of cod)."""
    other = head.key + "e"
    return (
        form != forms[0]
        and other in world.lower_lemmas
        and world.size_of(other) <= _IN_USE
        and form in _with_e(other, head.pos or "")
    )


@lru_cache(maxsize=4096)
def _with_e(lemma: str, pos: str) -> frozenset[str]:
    return frozenset(forms[0] for forms in regular_forms(lemma, pos).values())


def _may_infer(name: str, form: str, head: Headword, world: World) -> bool:
    """Return whether *form*, the first of the regular forms called *name*, may be one of *head*.

    The largest lists have it as an ordinary word (no name, no contraction without its apostrophe, and in -est only from -y, since of others they have what
    nobody uses: otherest), or somebody says how a form of one of the project's own words is said; and *head* is no form of another word (led), nor a part of speech that an old dictionary alone gives to a
    word of today (to plow: ere).
    """
    if (
        name == "comparative"
        or (name == "superlative" and not form.endswith("iest"))
        or head.key in world.inflected
        or form in world.upper
        or form in world.without_apostrophe
        or (head.source == "gcide" and head.key in world.lower_lemmas)
    ):
        return False
    return MEMBER < world.size_of(form) < NO_SIZE or (head.source == OWN and form in world.said)


def _is_listed(form: str, world: World) -> bool:
    """Return whether a list has *form* as a word, or as an abbreviation, of a member's size."""
    return world.size_of(form) <= MEMBER or world.abbreviation_listings.get(form, NO_SIZE) <= MEMBER


class Deriver:
    """Finds the base entry that explains a listed word which has no entry of its own."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bases = Bases()
        """The ordinary entries that have a definition, and those that lack nothing but the lower case (a genus, a people)."""
        self._found: dict[tuple[str, int], dict[str, Explained]] = {}

    def explain(self, key: str, depth: int = 3) -> dict[str, Explained]:
        """Return part of speech → what explains *key* in it, the likeliest first; empty where nothing does."""
        own = self.bases.of(key)
        if own:
            return {pos: Explained(entry, 0.0, letters=len(key)) for pos, entry in own.items()}
        if depth == 0 or key not in self.world.sizes:
            return {}
        found = self._found.get((key, depth))
        if found is None:
            found = self._found[key, depth] = (
                self._from_capitals(key)
                or self._from_inflection(key, depth)
                or self._from_derivation(key, depth)
                or self._from_respelling(key, depth)
            )
        return found

    @cached_property
    def _compounds(self) -> Compounds:
        sizes = self.world.sizes
        return Compounds(
            (key for key, size in sizes.items() if size <= MEMBER and key in self.bases),
            frozenset(key for key, size in sizes.items() if size <= _IN_USE),
        )

    def _from_capitals(self, key: str) -> dict[str, Explained]:
        if self.world.size_of(key) > MEMBER or len(key) < _SHORTEST:
            return {}
        return {
            pos: Explained(entry, 0.5, letters=len(key)) for pos, entry in self.bases.capitals_of(key).items()
        }

    def _from_respelling(self, key: str, depth: int) -> dict[str, Explained]:
        for other in respellings(key):
            if len(other) > _SHORTEST and (other in self.bases or other in self.world.sizes):
                own = {
                    pos: Explained(entry, 0.0, letters=len(other))
                    for pos, entry in self.bases.of(other).items()
                }
                found = own or self._from_inflection(other, depth)
                if found:
                    doubt = Doubt.RESPELLED
                    if self.world.size_of(other) <= _IN_USE and self.world.size_of(key) > _TRIED:
                        doubt |= Doubt.HIDDEN
                    return {pos: each._replace(doubt=each.doubt | doubt) for pos, each in found.items()}
        return {}

    def _from_inflection(self, key: str, depth: int) -> dict[str, Explained]:
        for plural, singular in _CLASSICAL_PLURALS:
            if plural == "es" and "noun" in self.bases.of(key[:-1]):
                continue  # glaces are of glace, and of no glacis
            if key.endswith(plural) and len(key) > len(plural) + 2:
                known = self.explain(key[: -len(plural)] + singular, depth - 1)
                if "noun" in known and Doubt.PLURAL not in known["noun"].doubt:
                    return {"noun": _plural(known["noun"])}
        for lemma in _lemmas(key):
            if len(lemma) < 3 or lemma not in self.world.sizes or not _is_compared(key, lemma, self.world):
                continue
            known = self.explain(lemma, depth - 1)
            known = {pos: found for pos, found in known.items() if Doubt.PLURAL not in found.doubt}
            for pos, found in known.items():
                if any(key in forms for forms in regular_forms(lemma, pos).values()):
                    return {pos: _plural(found) if pos == "noun" else _dearer(found, _INFLECTED)}
            if known and key in plurals(lemma):
                if lemma.endswith("ing"):  # bewailings are of the verb, whatever else bewailing is
                    known = self._from_derivation(lemma, depth - 1) or known
                pos, found = next(iter(known.items()))
                if pos != "noun" and not found.cost:
                    doubt = found.doubt | Doubt.SENSE | Doubt.AS_NOUN
                    if (
                        pos != "interjection"
                        and len(lemma) <= _BY_CHANCE
                        and self.world.size_of(lemma) > _TRIED
                    ):
                        doubt |= Doubt.HIDDEN
                    found = found._replace(doubt=doubt)
                return {"noun": _plural(found)}
        return {}

    def _from_derivation(self, key: str, depth: int) -> dict[str, Explained]:
        def explain(base: str) -> dict[str, Explained]:
            return self.explain(base, depth - 1)

        def cost_of(base: str) -> float:
            return _RARITY.get(self.world.size_of(base), _UNKNOWN)

        found = derivation(key, explain, cost_of, self._compounds)
        if found is None:
            return {}
        base = explain(found.base)[found.base_pos]
        doubt = base.doubt | self._doubt_of(found, base)
        return {found.pos: base._replace(cost=_DERIVED + found.cost / 2, doubt=doubt)}

    def _doubt_of(self, found: Derivation, base: Explained) -> Doubt:
        """Return what is in doubt of *found* itself, beside what is of its *base*."""
        doubt = Doubt(0) if found.pattern.startswith("-") else Doubt.SENSE
        if (found.cost > CONVINCES and base.letters < CONVINCING) or self._is_by_chance(found):
            doubt |= Doubt.HIDDEN
        if found.base_pos != "noun" or base.cost:
            return doubt
        participles = regular_forms(found.base, "verb")["participle"]
        conjugated = any(self.world.size_of(form) <= MEMBER for form in participles)
        if found.pattern == "-ing" or (found.pattern == "-ed" and conjugated):
            doubt |= Doubt.SENSE | Doubt.AS_VERB
        elif (found.pattern == "-ed" and self.bases.is_person(base.entry)) or (
            found.pattern == "-er" and not self._is_worked_with(found.base)
        ):
            doubt |= Doubt.HIDDEN
        return doubt

    def _is_by_chance(self, found: Derivation) -> bool:
        """Return whether the base of *found* is in the word by chance as often as not: a short word that is rare, or that is one of every day behind what
        stands before learned ones.
        """
        base, size, length = found.base, self.world.size_of(found.base), len(found.base)
        if found.pattern in ("-ing", "-ed"):
            return False
        if found.pattern == "-ie" and length <= _BY_CHANCE:
            return True  # cardie, wellie: of a longer word
        if found.pattern.startswith("-"):
            return length <= _BY_CHANCE + 1 and size >= _RARE
        prefix = found.pattern.removesuffix("-")
        if prefix == found.pattern:
            return False
        learned = prefix in LEARNED and size <= _IN_USE and one_syllable(base.removesuffix("e"))
        return learned or (PREFIXES[prefix][1] >= _RARE_PREFIX and length <= _PREFIXED)

    def _is_worked_with(self, noun: str) -> bool:
        """Return whether *noun* may be of a thing, place or trade whose people end in -er: a common word, and none in -y or -o (hippier, compoer)."""
        return (
            len(noun) > _BY_CHANCE + 1
            and self.world.size_of(noun) <= _IN_USE
            and not noun.endswith(("y", "ie", "o"))
        )


def _is_compared(key: str, lemma: str, world: World) -> bool:
    """Return whether *key* is no comparative of *lemma*, or there is a superlative, too: a spelling in -er is another word as often as not."""
    return not key.endswith("er") or f"{key[:-1]}st" in world.sizes


def _plural(found: Explained) -> Explained:
    return _dearer(found._replace(doubt=found.doubt | Doubt.PLURAL), _INFLECTED)


def _dearer(found: Explained, cost: float) -> Explained:
    return found._replace(cost=found.cost + cost)


_IN_USE = 50
"""The size up to which words are in use that stand in compounds."""
_BY_CHANCE = 4
"""How many letters a word has that is found in others by chance; a rare one has one more."""
_RARE = 70
"""The size from which a list has words that are rare."""
_RARE_PREFIX, _PREFIXED = 1.0, 7
"""The cost of a prefix that makes few words today, and how many letters a word has that is found behind one by chance: extrait, provocable."""
_TRIED = 60
"""The size beyond which a list has few words that are a common one in another spelling: stoure is no store."""
_SHORTEST = 4
"""How many letters a respelling has more than: short words are respelled into others by chance (oecus, ecus)."""
_INFLECTED, _DERIVED = 0.7, 0.3
"""What a base costs that is itself a form of a word, or derived."""
_RARITY = {10: 0.0, 20: 0.0, 35: 0.0, 40: 0.1, 50: 0.2, 55: 0.3, 60: 0.4, 70: 0.8, 80: 1.3}
"""The size at which the word list has a base → what it costs."""
_UNKNOWN = 2.0
"""What a base costs that the list does not have, or only among what few people use."""
_CLASSICAL_PLURALS = (
    ("es", "is"), ("ata", "a"), ("a", "um"), ("a", "on"), ("ae", "a"), ("i", "us"), ("i", "o"), ("ices", "ix"), ("ices", "ex"), ("eaux", "eau"), ("ia", "ium"),
    ("ides", "is"), ("ines", "en"), ("ora", "us"), ("era", "us"), ("ei", "eus"),
)  # fmt: skip


def _lemmas(key: str) -> list[str]:
    found: list[str] = []
    if key.endswith("s"):
        found.append(key[:-1])
        if key.endswith("es"):
            found.append(key[:-2])
        if key.endswith("ies"):
            found.append(key[:-3] + "y")
        if key.endswith("men"):
            found.append(key[:-2] + "an")
    for ending in ("ed", "ing", "er", "est"):
        if key.endswith(ending):
            stem = key[: -len(ending)]
            found += [stem, stem + "e"]
            if len(stem) > 2 and stem[-1] == stem[-2]:
                found.append(stem[:-1])
            if stem.endswith("i"):
                found.append(stem[:-1] + "y")
    if key.endswith("men"):
        found.append(key[:-3] + "man")
    return found
