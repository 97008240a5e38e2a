"""Derivation: explains a listed word that no dictionary defines by a base that one does (affix, exchange of endings, or compound).

Only ever evidence for a word that a list already has: a derivation is inferred and never makes a word. Of all readings that
the patterns of :mod:`adjudicator.core.affixes` allow, the cheapest is taken: the pattern that is in use today, the base that
is common, long, and of the part of speech that the pattern asks for. One that is too dear convinces nobody and is none. Start reading
at ``derivation``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntFlag
from typing import NamedTuple

from adjudicator.core.affixes import (
    ACTIONS,
    AFTER_PLURALS,
    COMPOUND,
    DOUBLING,
    ENDINGS,
    ENDS_OF_GREEK,
    EXCHANGES,
    HEADS,
    LATIN_ENDINGS,
    PREFIXES,
    SUFFIXES,
)
from adjudicator.core.inflection import VOWELS, must_double
from adjudicator.ingest.classify.chance import Endings
from adjudicator.ingest.classify.compounds import Compounds

DEAREST = 2.75
"""What a derivation may cost at most."""
CONVINCES = 2.0
"""What one may cost that a proof shows. A dearer one is not believed, and only bears out a list that has the word."""
CONVINCING = 9
"""How many letters a headword has that is found in no word by chance, whatever the pattern costs."""
_LENGTHS = {2: 3.0, 3: 1.3, 4: 0.4, 5: 0.1}
"""What a base of so few letters costs: it is found in many words by chance."""
_SHORT_CHANGED = 0.7
"""What it costs beside that if the pattern changes such a base of three letters or fewer, but to double its last one (baggage), or exchanges the ending
of one of four (nanoid is not of nana).
"""
_VERBAL = 0.5
"""What a compound costs more whose first part is a verb alone (pushcart): it is so by chance as often as not."""
_NATIVE = ("ish", "ing", "ingly", "ie")
"""Suffixes in i- that are English of old: no ending of a Latin or Greek base gives way to them."""
_WHOLE = ("ologi", "ology", "omet")
"""Suffixes of today, before which a base keeps all of its letters or loses a y: batology is not of bate."""
_ADJECTIVAL = ("ic", "al", "ar", "ary", "ous", "ive")
"""Endings of what is an adjective first, whatever else it is: hepatic."""
_KEPT = 1.4
"""What it costs if a base keeps its mute e before such an ending (glareal is not of glare)."""
_WHOLE_LETTERS = 5
"""How many letters a base in -e has more than, beside which one without the e is looked for."""
_DOUBLE_KEPT = 1.5
"""What it costs if a base in -e has a double consonant before it: a napper naps, and has no nappe."""
_CAN_BE = ("able", "ably", "ability", "ible", "ibly", "ibility")
"""Endings of what can be done, which un- says that cannot: what is unpickable is hardly what can be unpicked."""
_PART = 0.5
"""What a part of a compound may cost before its length is counted: it is a common word."""
_SPLIT = 1.0
"""What it costs if the letter between two parts may as well belong to the other: a stone is in penistone, and no tone; a seatrain is at sea."""
_PLACE, _USE = 0.35, 0.15
"""What each part of speech costs that the pattern would rather have, and each in which the base is used more."""
_ADJECTIVE_FIRST = ("adjective", *(pos for pos in HEADS if pos != "adjective"))
_FRONTS = frozenset((*HEADS, "preposition", "numeral"))
"""The parts of speech that the first part of a compound may have."""


class Doubt(IntFlag):
    """What is not certain of a derivation."""

    INFERRED = 1
    """It is one: this holds of them all."""
    HIDDEN = 2
    """It bears the list out that has the word, and is too unlikely to be shown."""
    SENSE = 4
    """Which sense of its base is meant."""
    AS_NOUN = 8
    """The base is no noun, and takes the ending of one: shes."""
    AS_VERB = 16
    """Which word its base is: a noun, which takes the ending of a verb (showcasing), or that verb."""
    COMPOUND = 512
    """Nothing: its base is the last part of two words."""
    SHORT = 1024
    """Which of the words of its spelling its base is: it is so short that there are several as often as not (lair, lairise)."""
    ALIKE = 4096
    """Nothing: it means as much in each sense of its base (-ly, -ness)."""
    FORM = 2048
    """Nothing: the word is no derivation, but a form of its base, which a dictionary has in the part of speech that has it."""
    TAKEN = 8192
    """Nothing: as which part of speech its base is taken, the forms tell that the list has of the word, or the ending."""
    USUAL = 16384
    """Nothing: everybody makes such words, of any base that is known; a short one with one sense is the one meant."""
    CONJUGATED = 256
    """Nothing: the lists have the other forms of the verb as which the base, a noun, is used (increment, incremented, incrementing)."""
    RESPELLED = 32
    """Another region's spelling of the word led to the base."""
    PLURAL = 64
    """Nothing: the word is a plural, or a verb's form in -s, which hardly takes another ending."""
    PARTICIPLE = 128
    """Nothing: the word is a verb's form in -ed or -ing, which takes neither again (suede is of no sued)."""


_SENSE_AT = 20
assert max(Doubt) < 1 << _SENSE_AT


def packed(doubt: Doubt, sense: int) -> int:
    """Return *doubt*, and the number of the *sense* of the base that is meant, in one number, as a link has it."""
    return int(doubt) | sense << _SENSE_AT


def unpacked(inferred: int) -> tuple[Doubt, int]:
    """Return the doubt and the sense of which *inferred* was packed."""
    return Doubt(inferred & (1 << _SENSE_AT) - 1), inferred >> _SENSE_AT


class Explained(NamedTuple):
    """The entry that explains a word in one part of speech; what it costs to believe it, 0 where the entry is the word's own; what is in
    *doubt*; how many *letters* the key of the entry has; and the number of the *sense* in it that somebody has said is meant, or 0.
    """

    entry: int
    cost: float
    doubt: Doubt = Doubt(0)
    letters: int = 0
    sense: int = 0


class Derivation(NamedTuple):
    """The base of a derived word, its part of speech, the derived word's own, what the explanation costs, and the pattern: an ending (-ing),
    a beginning (re-), or none in a compound.
    """

    base: str
    base_pos: str
    pos: str
    cost: float
    pattern: str = ""


Explain = Callable[[str], Mapping[str, Explained]]
"""Part of speech → what explains a base in it, those most in use first; empty where it is no base."""
CostOf = Callable[[str], float]
"""What a base costs by how well it is known."""


def derivation(
    key: str, explain: Explain, cost_of: CostOf, compounds: Compounds, endings: Endings
) -> Derivation | None:
    """Return the likeliest derivation of *key*; None where none convinces."""
    found = list(candidates(key, explain, cost_of, compounds, endings))
    cannot = [each for each in found if each.pattern == "un-" and each.base.endswith(_CAN_BE)]
    suffixed = [each for each in found if each.pattern.startswith("-")]
    found = cannot or [
        each
        for each in found
        if not (_has_nearer(each, suffixed) or _has_whole(each, suffixed, cost_of, endings))
    ]
    return min(found, key=lambda each: (each.cost, -len(each.base), each), default=None)


def _has_nearer(found: Derivation, suffixed: list[Derivation]) -> bool:
    """Return whether *found* cuts a prefix off from what is a word with it, as one of *suffixed* convinces: multiracialism is of multiracial, and of
    no racialism. (The superpowered have superpowers, and are no state; a
    microliter is of no microlite.)
    """
    prefix = found.pattern.removesuffix("-")
    return prefix != found.pattern and any(
        each.base.startswith(prefix)
        and len(each.base) > len(prefix) + 2
        and each.cost <= max(CONVINCES, found.cost)
        and not (each.pattern in ("-ed", "-er") and each.base_pos == "noun")
        for each in suffixed
    )


def _has_whole(found: Derivation, suffixed: list[Derivation], cost_of: CostOf, endings: Endings) -> bool:
    """Return whether *found* restores an e where one of *suffixed* has a word as common without: a localist is of what is local, and of no locale."""
    return (
        found.pattern in endings.chances
        and found.base[-1] == "e"
        and len(found.base) > _WHOLE_LETTERS
        and any(
            each.pattern == found.pattern
            and each.base == found.base[:-1]
            and cost_of(each.base) <= cost_of(found.base)
            for each in suffixed
        )
    )


def candidates(
    key: str, explain: Explain, cost_of: CostOf, compounds: Compounds, endings: Endings
) -> Iterator[Derivation]:
    """Yield every way to make *key* of a base that is explained, by a pattern and at a cost that convince."""

    def of(
        base: str,
        wanted: tuple[str, ...],
        pos: str,
        cost: float,
        pattern: str = "",
        barred: tuple[str, ...] = (),
    ) -> Derivation | None:
        if len(base) < 2 or base == key:
            return None
        if not wanted and base.endswith(_ADJECTIVAL):
            wanted = _ADJECTIVE_FIRST
        cost += cost_of(base) + _LENGTHS.get(len(base), 0.0)
        if cost > DEAREST:
            return None
        more, kind = min(
            (
                (found.cost + _USE * use + _PLACE * (wanted.index(kind) if wanted else 0), kind)
                for use, (kind, found) in enumerate(explain(base).items())
                if kind in (wanted or HEADS)
                and not (found.cost and kind == "noun" and base.endswith(barred))
                and not (
                    Doubt.PLURAL in found.doubt
                    and pattern.startswith("-")
                    and pattern[1:] not in AFTER_PLURALS
                )
                and not (Doubt.PARTICIPLE in found.doubt and pattern in ("-ed", "-ing"))
            ),
            default=(DEAREST, ""),
        )
        return (
            Derivation(base, kind, pos or kind, cost + more, pattern)
            if kind and cost + more <= DEAREST
            else None
        )

    for length in range(1, min(max(ENDINGS), len(key) - 2) + 1):
        ending, rest = key[-length:], key[:-length]
        if ending in endings.beside and explain(rest + endings.beside[ending]):
            continue
        if _is_of_another(ending, rest, explain):
            continue
        barred = ("er", "or") if ending in ("ing", "ed") else ()
        for wanted, pos, cost in SUFFIXES.get(ending, ()):
            for stem, change in stems(rest, ending):
                if stem != rest and len(stem) <= 3 and stem != rest[:-1]:
                    change += _SHORT_CHANGED
                if found := of(stem, wanted, pos, cost + change, f"-{ending}", barred):
                    yield found
        if len(rest) >= 3:
            for old, old_pos, pos, cost in EXCHANGES.get(ending, ()):
                base = rest + old
                if found := of(
                    base, (old_pos,), pos, cost + (_SHORT_CHANGED if len(base) <= 4 else 0.0), f"-{ending}"
                ):
                    yield found
    for length in range(2, min(10, len(key) - 3) + 1):
        if key[:length] in PREFIXES:
            wanted, cost = PREFIXES[key[:length]]
            if key[length - 1] in "aeio" and ENDS_OF_GREEK.fullmatch(key, length):
                continue
            base = key[length:]
            if key[:length] == "re" and not _is_action(base, explain):
                continue
            if found := of(base, wanted, "", cost, f"{key[:length]}-"):
                yield found
    for i in range(3, len(key) - 2):
        front, head = key[:i], key[i:]
        if endings.is_end(head) or (front in PREFIXES and ENDS_OF_GREEK.fullmatch(head)):
            continue
        known, common = cost_of(front), cost_of(head)
        if max(known, common) > _PART:
            continue
        kinds = _FRONTS.intersection(explain(front))
        cost = COMPOUND + known + common + (_VERBAL if kinds == {"verb"} else 0.0)
        if compounds.join(front, head):
            cost -= _LENGTHS.get(len(head), 0.0)  # which is added below
        else:
            cost += _LENGTHS.get(i, 0.0) / 2
        if (
            (
                front.endswith("s")
                and (compounds.takes_s(head) or (explain(front[:-1]) and explain(f"s{head}")))
            )
            or _are_parts(front[:-1], front[-1] + head, cost_of)
            or (head[0] != "s" and _are_parts(front + head[0], head[1:], cost_of))
        ):
            cost += _SPLIT
        if kinds and (found := of(head, HEADS, "", cost)):
            yield found


def _are_parts(front: str, head: str, cost_of: CostOf) -> bool:
    """Return whether both are common words, as the parts of a compound are."""
    return min(len(front), len(head)) >= 3 and max(cost_of(front), cost_of(head)) <= _PART


def _is_of_another(ending: str, rest: str, explain: Explain) -> bool:
    """Return whether *rest* is a base, and yet not before *ending*: l + -ing looks like -ling, a plural + -ite is a compound of site, -ation and -atory are
    -ion and -ory where there is a verb in -ate, and adjectives in -atory are of that, whoever does it.
    """
    if ending == "y" and rest.endswith("tor"):
        return rest.endswith(("ator", "itor")) or any(
            "verb" in explain(f"{rest[:-2]}{mute}") for mute in ("", "e")
        )
    if ending == "ling":
        return rest.endswith("l") and bool(explain(rest))
    if ending == "ite":
        return rest.endswith("s") and not rest.endswith("ss") and bool(explain(rest[:-1]))
    return ending in ("ation", "atory") and "verb" in explain(f"{rest}ate")


def _is_action(base: str, explain: Explain) -> bool:
    """Return whether *base* is a verb, or the noun of an action or of who does it: no one but they can do it again (no spirometer)."""
    if base.endswith("er"):
        return "verb" in explain(base) or any("verb" in explain(stem) for stem, _ in stems(base[:-2], "er"))
    return base.endswith(ACTIONS) or "verb" in explain(base)


def stems(rest: str, suffix: str) -> list[tuple[str, float]]:
    """Return the bases that may stand behind *rest* before *suffix*, each with what the change costs: e restored, y for i, a double undone."""
    kept = suffix in _ADJECTIVAL and rest.endswith("e") and not rest.endswith(("ce", "ge"))
    found = [] if suffix in DOUBLING and must_double(rest) else [(rest, _KEPT if kept else 0.0)]
    if suffix[0] in VOWELS + "y":
        # a final e is mute after one consonant: closable is of close, not of clos
        if not suffix.startswith(_WHOLE):
            double = rest[-1:] == rest[-2:-1] and rest[-1:] not in VOWELS
            found.append((rest + "e", _DOUBLE_KEPT if double else 0.0))
        if len(rest) > 2 and rest[-1] == rest[-2] and rest[-1] not in VOWELS:
            found.append((rest[:-1], 0.1))
        if suffix[0] == "i" and suffix not in _NATIVE and len(rest) > 3:
            found += [(rest + ending, 1.2) for ending in LATIN_ENDINGS]
        if suffix in ("ability", "ably"):
            found.append((rest + "ate", 0.3))
        if suffix.startswith(("anc", "enc")):
            found += [(rest + "ant", 0.2), (rest + "ent", 0.2)]
    if rest.endswith("i"):
        found.append((rest[:-1] + "y", 0.0))
    if suffix == "ly" and rest and rest[-1] not in VOWELS + "l":
        found.append((rest + "le", 0.0))
    if suffix == "bility":
        found.append((rest + "ble", 0.0))
    if suffix == "cy":
        found += [(rest + "t", 0.0), (rest + "te", 0.0)]
    return found
