"""Explains listed words that have no entry of their own by one that does: an inflection, a derivation or another spelling of it. Start at :class:`Deriver`.

What may be made of what, and at which cost, :mod:`adjudicator.ingest.classify.derive` says. Here it is asked for every word of the lists, down to an entry,
with what is in doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from adjudicator.core.affixes import LEARNED, PREFIXES, SUFFIXES
from adjudicator.core.inflection import must_double, one_syllable, plurals, regular_forms
from adjudicator.core.spelling import key_of
from adjudicator.ingest.bases import Bases
from adjudicator.ingest.classify.compounds import Compounds
from adjudicator.ingest.classify.derive import CONVINCES, CONVINCING, Derivation, Doubt, Explained, derivation
from adjudicator.ingest.classify.region import respellings
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.link import IN_USE, MEMBER


class Deriver:
    """Finds the base entry that explains a listed word which has no entry of its own."""

    def __init__(self, world: World, bases: Bases, made: Mapping[str, tuple[int, int]] | None = None) -> None:
        self.world = world
        self._made = made or {}
        """Word that is said to be made of a base → the base's entry, and the number of the sense that is meant, or 0."""
        self.bases = bases
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
                self._told(key, depth)
                if key in self.world.made
                else self._from_capitals(key)
                or self._from_inflection(key, depth)
                or self._from_ize(key)
                or self._from_derivation(key, depth)
                or self._from_respelling(key, depth)
            )
        return found

    def _told(self, key: str, depth: int) -> dict[str, Explained]:
        """Return what explains *key* as somebody has said: in the part of speech that its letters show, of which its forms are; the entry is 0 where it is made of
        nothing that is here.
        """
        entry, sense = self._made.get(key, (0, 0))
        shown = (
            self._from_inflection(key, depth)
            or self._from_derivation(key, depth)
            or self._from_respelling(key, depth)
        )
        made = self.world.made[key]
        if made.base and not entry:
            return shown  # no dictionary that is here has the base
        doubt = Doubt.SENSE if made.unsure else Doubt(0)
        pos = next(iter(shown), made.pos)
        return {pos: Explained(entry, _DERIVED, doubt, len(key_of(made.base)), sense)} if pos else {}

    @cached_property
    def _compounds(self) -> Compounds:
        sizes = self.world.sizes
        return Compounds(
            (key for key, size in sizes.items() if size <= MEMBER and key in self.bases),
            frozenset(key for key, size in sizes.items() if size <= IN_USE),
        )

    def _from_capitals(self, key: str) -> dict[str, Explained]:
        if self.world.size_of(key) > MEMBER or len(key) < _SHORTEST:
            return {}
        return {
            pos: Explained(entry, 0.5, letters=len(key)) for pos, entry in self.bases.capitals_of(key).items()
        }

    def is_capital(self, key: str, entry: int) -> bool:
        """Return whether *entry* is of *key* itself, and lacks nothing but the lower case."""
        return entry in self.bases.capitals_of(key).values()

    def _from_ize(self, key: str) -> dict[str, Explained]:
        """Return the verb in -ize that *key*, one in -ise, is: what a dictionary says of it is nearer than what it is made of (paralogise is no paralogy)."""
        ize = f"{key[:-3]}ize" if key.endswith("ise") else ""
        entry = self.bases.of(ize).get("verb")
        return {"verb": Explained(entry, _DERIVED, letters=len(ize))} if entry else {}

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
                    if other.endswith("ae") or key.endswith("ae"):
                        doubt |= Doubt.HIDDEN  # cotte is no cottae
                    if self.world.size_of(other) <= IN_USE and self.world.size_of(key) > _TRIED:
                        doubt |= Doubt.HIDDEN
                    if self.world.size_of(other) > max(MEMBER, self.world.size_of(key)):
                        doubt |= (
                            Doubt.HIDDEN
                        )  # nematic, in use, is no spelling of noematic, which no list has
                    return {
                        pos: each._replace(
                            doubt=each.doubt & ~Doubt.FORM
                            | doubt
                            | (Doubt.HIDDEN if each.letters <= _SHORTEST else Doubt(0))  # loures are no lores
                        )
                        for pos, each in found.items()
                    }
        return {}

    def _from_inflection(self, key: str, depth: int) -> dict[str, Explained]:
        for plural, singular in _CLASSICAL_PLURALS:
            if plural == "es" and "noun" in self.bases.of(key[:-1]):
                continue  # glaces are of glace, and of no glacis
            if key.endswith(plural) and len(key) > len(plural) + 2:
                lemma = key[: -len(plural)] + singular
                known = self.explain(lemma, depth - 1)
                if "noun" in known and Doubt.PLURAL not in known["noun"].doubt:
                    found = _inflected(known["noun"], "noun", key)
                    if self._is_plural_by_chance(lemma, plural, singular):
                        found = found._replace(doubt=found.doubt | Doubt.HIDDEN)
                    return {"noun": found}
        for lemma in _lemmas(key):
            if len(lemma) < 3 or lemma not in self.world.sizes or not _is_compared(key, lemma, self.world):
                continue
            if lemma in self.world.invariable:
                continue  # nobody musted, and an ought has no plural
            known = self.explain(lemma, depth - 1)
            known = {pos: found for pos, found in known.items() if _takes_an_ending(key, lemma, found)}
            if lemma in self.world.inflected and not lemma.endswith(_REGULAR):
                known.pop("verb", None)  # what was remade has no remades
            for pos, found in known.items():
                if pos == "verb" and key.endswith("s") and lemma in self.world.apart:
                    if "noun" in known:
                        continue  # who writes up writes up, and has writeups
                    found = found._replace(doubt=found.doubt | Doubt.SENSE)
                if any(key in forms for forms in regular_forms(lemma, pos).values()):
                    if pos == "verb" and key.endswith("ed") and self._has_other_past(lemma, key):
                        found = found._replace(doubt=found.doubt | Doubt.HIDDEN)
                    return {pos: _inflected(found, pos, key)}
            if known and key in plurals(lemma):
                if lemma.endswith("ing"):  # bewailings are of the verb, whatever else bewailing is
                    known = self._from_derivation(lemma, depth - 1) or known
                pos, found = next(iter(known.items()))
                if pos != "noun" and not found.cost:
                    doubt = found.doubt | Doubt.AS_NOUN
                    rare = len(lemma) <= _BY_CHANCE and self.world.size_of(lemma) > _TRIED
                    if (rare and pos != "interjection") or (
                        pos in _SMALL and self.world.size_of(key) > _TRIED
                    ):
                        doubt |= Doubt.HIDDEN
                    found = found._replace(doubt=doubt)
                return {"noun": _plural(found._replace(doubt=found.doubt & ~Doubt.FORM))}
        return {}

    def _has_other_past(self, lemma: str, form: str) -> bool:
        """Return whether the verb *lemma* has an irregular past, and *form*, the regular one, is rare: nobody stealed, and overseed is of no oversee."""
        return lemma in self.world.irregular and self.world.size_of(form) > _TRIED

    def _is_plural_by_chance(self, lemma: str, plural: str, singular: str) -> bool:
        """Return whether *lemma* has the *plural* of another language by chance: it is short, rare, or of a kind with another (debrides, pila, tangi)."""
        return (
            len(lemma) < _SHORTEST_FOREIGN.get((plural, singular), 0)
            or (plural == "ides" and lemma.endswith("osis"))
            or (lemma.endswith("osis") and lemma not in self.bases)
            or (singular == "on" and self.world.size_of(lemma) > MEMBER)
        )

    def _from_derivation(self, key: str, depth: int) -> dict[str, Explained]:
        def explain(base: str) -> dict[str, Explained]:
            return self.explain(base, depth - 1)

        sizes = self.world.sizes

        def cost_of(base: str) -> float:
            return _RARITY.get(sizes.get(base, NO_SIZE), _UNKNOWN)

        found = derivation(key, explain, cost_of, self._compounds, self.world.endings)
        if found is None:
            return {}
        known = explain(found.base)
        taken = self._taken_as(key, found, known)
        if taken and taken != found.base_pos:
            found = found._replace(base_pos=taken, pos=taken if found.pattern.endswith("-") else found.pos)
        base = known[found.base_pos]
        doubt = base.doubt & ~Doubt.FORM | self._doubt_of(key, found, base, bool(taken))
        return {found.pos: base._replace(cost=_DERIVED + found.cost / 2, doubt=doubt)}

    def _taken_as(self, key: str, found: Derivation, known: Mapping[str, Explained]) -> str | None:
        """Return as which of the parts of speech in which its base is *known* the word *key* is *found* to take it, where that shows: by the forms that the list has of
        what has a beginning, which is what its base is, or by the base's own ending. None where nothing tells.
        """
        kinds = [pos for pos, each in known.items() if each.cost == known[found.base_pos].cost]
        if len(kinds) < 2 or not found.pattern:
            return None
        if found.pattern.endswith("-"):
            wanted = PREFIXES[found.pattern[:-1]][0]
            told = self._told_by_forms(key, found.base)
            if told == "adjective" and (told not in kinds or told not in wanted) and wanted[:1] == ("verb",):
                told = (
                    "noun"  # the list has all forms of most verbs, and few plurals of such nouns: forehammer
                )
                if found.pattern == "re-":
                    return None
            if told == "noun" and found.base_pos == "adjective":
                return None  # it may be both: superheavy
            return told if told in kinds and (told in wanted or not wanted) else None
        ending = found.pattern[1:]
        if found.base_pos != "noun" or "adjective" not in kinds:
            return None
        takes = {pos for wanted, _, _ in SUFFIXES.get(ending, ()) for pos in wanted}
        if found.pattern in _USUAL and takes and "adjective" not in takes:
            return "noun"
        return "adjective" if "adjective" in takes and found.base.endswith(_ADJECTIVES) else None

    def _told_by_forms(self, key: str, base: str) -> str | None:
        """Return the part of speech of which the list has forms of *key*, which is *base* with a beginning; an adjective where it has none."""
        if base in self.world.irregular:
            return None
        past, participle = (
            min(self.world.size_of(form) for form in regular_forms(key, "verb")[name])
            for name in ("past", "participle")
        )
        if max(past, participle) <= MEMBER:
            return "verb"
        if participle < NO_SIZE:
            return None
        plural = min(self.world.size_of(form) for form in regular_forms(key, "noun")["plural"])
        return "noun" if plural < NO_SIZE else "adjective"

    def _doubt_of(self, key: str, found: Derivation, base: Explained, taken: bool) -> Doubt:
        """Return what is in doubt of *found*, the derivation of *key*, beside what is of its *base*; *taken* is whether it shows as which part of speech it takes that."""
        doubt = Doubt(0) if found.pattern else Doubt.COMPOUND
        if found.pattern in _ALIKE or (
            found.pattern in _ALIKE_OF_ADJECTIVES and found.base_pos == "adjective"
        ):
            doubt |= Doubt.ALIKE
        if taken:
            doubt |= Doubt.TAKEN
        if found.pattern in _USUAL and (
            taken or found.pattern.startswith("-") or len(self.bases.of(found.base)) == 1
        ):
            doubt |= Doubt.USUAL
        if self._is_unsure_of(found, taken):
            doubt |= Doubt.SENSE
        if found.base in self.world.invariable and found.base_pos == "verb":
            doubt |= Doubt.HIDDEN
        if (
            (found.cost > CONVINCES and base.letters < CONVINCING)
            or Doubt.RESPELLED in base.doubt
            or self._is_by_chance(key, found, base)
        ):
            doubt |= Doubt.HIDDEN
        if found.base_pos != "noun" or base.cost:
            return doubt
        forms = regular_forms(found.base, "verb")
        other = {"-ing": "past", "-ed": "participle"}.get(found.pattern)
        conjugated = other and any(self.world.size_of(form) <= MEMBER for form in forms[other])
        if other and found.base.endswith("ate"):
            doubt |= Doubt.HIDDEN  # verbs in -ate are of Latin, and of no noun: legated, saccharated
        elif found.pattern == "-ing" or (found.pattern == "-ed" and conjugated):
            doubt |= Doubt.AS_VERB | (Doubt.CONJUGATED if conjugated else Doubt(0))
        elif (found.pattern == "-ed" and self.bases.is_person(base.entry)) or (
            found.pattern == "-er" and not self._is_worked_with(found.base)
        ):
            doubt |= Doubt.HIDDEN
        return doubt

    def _is_unsure_of(self, found: Derivation, taken: bool) -> bool:
        """Return whether the base of *found* is a name more than a word, an irregular form of another behind a beginning (what is prebuilt is no built soap), or a verb and a
        noun behind what takes either (a microswitch does not switch) where it does not show as which it is *taken*.
        """
        if self.world.upper.get(found.base, NO_SIZE) < self.world.size_of(found.base):
            return True
        if (
            found.pattern.endswith("-")
            and found.pattern != "non-"
            and found.base in self.world.inflected
            and not found.base.endswith(_REGULAR)
            and (found.base_pos == "adjective" or found.base not in self.world.lower_lemmas)
        ):
            return True
        return (
            not taken
            and found.base_pos == "verb"
            and found.pattern.endswith("-")
            and not PREFIXES[found.pattern[:-1]][0]
            and "noun" in self.bases.of(found.base)
        )

    def _is_by_chance(self, key: str, found: Derivation, by: Explained) -> bool:
        """Return whether the base of *found*, explained *by* an entry, is in *key* by chance as often as not: it is short, rare, changed before a learned
        ending, or a word of every day behind what stands before learned ones.
        """
        base, size, length = found.base, self.world.size_of(found.base), len(found.base)
        chance = self.world.endings.chance_of(found.pattern)
        whole = key.startswith(base)
        if chance.never or size > chance.size or (chance.whole and not whole):
            return True
        if length < chance.letters and not (chance.person and self.bases.is_person(by.entry)):
            return True
        if not found.pattern:
            return self._is_compound_by_chance(key[: -len(base)], base)
        if found.pattern.endswith("-"):
            return self._is_behind_by_chance(found.pattern[:-1], base)
        if key.endswith(self.world.endings.ends) and not whole:
            return True  # what is direful has direfulness
        if found.pattern in self.world.endings.chances and (
            base in PREFIXES or (not whole and base[:-1] in self.world.upper)
        ):
            return True  # counterions are ions, germanised is of a name
        if found.pattern == "-ly":
            return found.base_pos != "adjective" and not self.bases.is_person(by.entry)
        if found.pattern == "-ous":
            return base.endswith("ite")  # minerals have adjectives in -itic: halitous is of no halite
        if found.pattern == "-ling":
            return f"{base}le" in self.world.sizes
        if found.pattern == "-ess":
            return key.endswith("less")
        if found.pattern == "-y" and length <= _BY_CHANCE + 2 and f"{key[:-1]}ier" not in self.world.sizes:
            return True  # what is spiky can be spikier; a cardy is no card
        if found.pattern == "-y" and not whole:
            return any(key.startswith(prefix) and key[len(prefix) :] in self.bases for prefix in PREFIXES)
        if found.pattern in ("-ing", "-ed"):
            return not whole and length <= _BY_CHANCE + 1 and size >= _RARE
        return (length <= _BY_CHANCE + 1 and size >= _RARE) or (length <= _BY_CHANCE + 2 and size >= MEMBER)

    def _is_compound_by_chance(self, front: str, head: str) -> bool:
        """Return whether *front* and *head* stand together by chance: one of them is short and rare, and in few compounds, or a prefix
        stands there before another word."""
        if self._compounds.join(front, head):
            return False
        sizes = self.world.sizes
        return (
            len(front) < _BY_CHANCE
            or any(
                len(part) <= _BY_CHANCE + 1 and self.world.size_of(part) >= IN_USE for part in (front, head)
            )
            or any(front.startswith(prefix) and (front + head)[len(prefix) :] in sizes for prefix in PREFIXES)
        )

    def _is_behind_by_chance(self, prefix: str, base: str) -> bool:
        """Return whether *base* stands behind *prefix* by chance."""
        size, length = self.world.size_of(base), len(base)
        if (length < _BY_CHANCE and (size > _EVERYDAY or PREFIXES[prefix][1] >= _LEARNED_PREFIX)) or (
            length <= _BY_CHANCE + 1 and size >= _RARE
        ):
            return True  # misere, rebop; a redout is of no dout
        if prefix in LEARNED and (
            length <= _BY_CHANCE + 1 or (size <= IN_USE and one_syllable(base.removesuffix("e")))
        ):
            return True
        return PREFIXES[prefix][1] >= _RARE_PREFIX and length <= _PREFIXED

    def _is_worked_with(self, noun: str) -> bool:
        """Return whether *noun* may be of a thing, place or trade whose people end in -er: a common word, and none in -y or -o (hippier, compoer)."""
        return (
            len(noun) > _BY_CHANCE + 1
            and self.world.size_of(noun) <= IN_USE
            and not noun.endswith(("y", "ie", "o"))
        )


def _is_compared(key: str, lemma: str, world: World) -> bool:
    """Return whether *key* is no comparative of *lemma*, or there is a superlative, too: a spelling in -er is another word as often as not."""
    return not key.endswith("er") or f"{key[:-1]}st" in world.sizes


def _takes_an_ending(key: str, lemma: str, found: Explained) -> bool:
    """Return whether *key* may be a form of *lemma*, which is *found* to be made of a base: it is no form itself, and doubles the last consonant where its base
    does (resited is of no sit).
    """
    if Doubt.PLURAL in found.doubt:
        return False
    if not key.endswith(("ed", "ing")):
        return True
    undoubled = key in (f"{lemma}ed", f"{lemma}ing")
    return Doubt.PARTICIPLE not in found.doubt and not (
        undoubled and found.letters < len(lemma) and must_double(lemma[-found.letters :])
    )


def _inflected(found: Explained, pos: str, key: str) -> Explained:
    """Return what explains *key*, a form of what is *found* in this part of speech."""
    form = Doubt(0) if found.cost or found.doubt else Doubt.FORM
    found = found._replace(doubt=found.doubt & ~Doubt.FORM | form)
    if pos == "noun" or (pos == "verb" and key.endswith("s")):
        return _plural(found)
    if pos == "verb":
        found = found._replace(doubt=found.doubt | Doubt.PARTICIPLE)
    return _dearer(found, _INFLECTED)


def _plural(found: Explained) -> Explained:
    return _dearer(found._replace(doubt=found.doubt | Doubt.PLURAL), _INFLECTED)


def _dearer(found: Explained, cost: float) -> Explained:
    return found._replace(cost=found.cost + cost)


_ALIKE = ("-ly", "-ally", "-ness")
"""The endings that any sense of a base may take."""
_ALIKE_OF_ADJECTIVES = ("un-", "non-", "-ity", "-ility", "-ability", "-bility")
"""What any sense of an adjective may take."""
_USUAL = frozenset(
    ("-ness", "-less", "-like", "-able", "-ably", "-er", "-ing", "-ed", "-y", "-ly", "-ish", "-man", "-woman", "-ful", "-wise")
) | {"re-", "un-", "non-", "mis-", "out-", "over-", "pre-", "under-", "be-"}  # fmt: skip
"""What everybody puts before or behind words of every length."""
_ADJECTIVES = ("ic", "al", "ar", "ary", "ous", "ive", "ile", "an", "id", "able", "ible")
"""The endings of adjectives, as which a word that has one is taken first, though it is a noun as well: medicalise is of what is medical."""
_REGULAR = ("ed", "ing", "s")
_BY_CHANCE = 4
"""How many letters a word has that is found in others by chance; a rare one has one more."""
_RARE = 70
"""The size from which a list has words that are rare."""
_LEARNED_PREFIX = 0.6
"""The cost from which a prefix is learned, and is hardly found before the shortest words: aerobated is of no bat."""
_RARE_PREFIX, _PREFIXED = 1.0, 7
"""The cost of a prefix that makes few words today, and how many letters a word has that is found behind one by chance: extrait, provocable."""
_EVERYDAY = 20
"""The size up to which words are of every day."""
_TRIED = 60
"""The size beyond which a list has few words that are a common one in another spelling: stoure is no store."""
_SMALL = ("preposition", "conjunction", "determiner")
"""Parts of speech of which few words have a plural; those that have it are in use: amids are no amid."""
_SHORTEST = 4
"""How many letters a respelling has more than: short words are respelled into others by chance (oecus, ecus)."""
_SHORTEST_FOREIGN = {("ides", "is"): 7, ("i", "o"): 6, ("ai", "a"): 5}
"""Plural and singular of another language → how many letters a word has at least of which it is sure."""
_INFLECTED, _DERIVED = 0.7, 0.3
"""What a base costs that is itself a form of a word, or derived."""
_RARITY = {10: 0.0, 20: 0.0, 35: 0.0, 40: 0.1, 50: 0.2, 55: 0.3, 60: 0.4, 70: 0.8, 80: 1.3}
"""The size at which the word list has a base → what it costs."""
_UNKNOWN = 2.0
"""What a base costs that the list does not have, or only among what few people use."""
_CLASSICAL_PLURALS = (
    ("es", "is"), ("ata", "a"), ("a", "um"), ("a", "on"), ("ae", "a"), ("i", "us"), ("i", "o"), ("ices", "ix"), ("ices", "ex"), ("eaux", "eau"), ("ia", "ium"),
    ("ides", "is"), ("ines", "en"), ("ora", "us"), ("era", "us"), ("ei", "eus"), ("ai", "a"), ("oi", "os"),
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
            found += [stem + "e"] if must_double(stem) else [stem, stem + "e"]
            if len(stem) > 2 and stem[-1] == stem[-2]:
                found.append(stem[:-1])
            if stem.endswith("i"):
                found.append(stem[:-1] + "y")
    if key.endswith("men"):
        found.append(key[:-3] + "man")
    return found
