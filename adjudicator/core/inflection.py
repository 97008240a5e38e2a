"""The regular inflections of English: which forms a lemma has by rule.

The lexicon uses it to tie forms to their lemmas (a form that a source attests is *real*; one that only the rule gives is
*inferred*), and a house list uses it where an entry means its inflections too. Irregular forms come from tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

VOWELS = "aeiou"
_DOUBLING_FINALS = "bdfgklmnprstvz"
_SHORTEST_GREEK = 5
"""How many letters a noun in -sis has more than that is surely Greek: not every one is, of those that are short."""
_SHORTEST_EY = 4
"""How many letters an adjective in -ey has at most that keeps them before an ending: greyer, and dicier."""
_ENDINGS = {"s": "s", "d": "ed", "g": "ing", "r": "er", "t": "est", "n": "men"}
"""Last letter → the ending of regular forms that has it."""


@lru_cache(maxsize=4096)  # a word and its forms are asked for in a row
def regular_forms(lemma: str, pos: str) -> Mapping[str, tuple[str, ...]]:
    """Return the regular inflected forms of *lemma* as a *pos* (noun, verb, adjective, adverb), by grammatical name.

    The first form of each name is the usual one; the rest are spellings that some lemmas take (travelled beside traveled,
    volcanos beside volcanoes). The names are ``plural``; ``third-person``, ``past``, ``participle``; ``comparative``,
    ``superlative``. Anything but a word of the letters a–z has none.
    """
    if not (lemma.isascii() and lemma.isalpha() and len(lemma) > 1):
        return {}
    if pos == "noun":
        return {"plural": plurals(lemma)}
    if pos == "verb":
        past, participle = _with_ending(lemma, "ed"), _with_ending(lemma, "ing")
        return {"third-person": plurals(lemma), "past": past, "participle": participle}
    if pos in ("adjective", "adverb"):
        return {"comparative": _with_ending(lemma, "er"), "superlative": _with_ending(lemma, "est")}
    return {}


def lemmas_of(form: str) -> list[str]:
    """Return what *form* may be a regular form of, by its letters alone: every lemma that :func:`regular_forms` makes it from, and others."""
    ending = _ENDINGS.get(form[-1:], "")
    stem = form.removesuffix(ending)
    if stem == form or not stem:
        return []
    if ending == "men":
        return [stem + "man"]
    if ending == "s":
        found = [stem]
        if stem.endswith("e"):
            found.append(stem[:-1])
            if stem.endswith("ie"):
                found.append(stem[:-2] + "y")
            elif stem.endswith(("zze", "sse")):
                found.append(stem[:-2])
        return found
    found = [stem, stem + "e"]
    if stem[-1:] == stem[-2:-1] or stem.endswith("ck"):
        found.append(stem[:-1])
    elif stem.endswith("i"):
        found += (stem[:-1] + "y", stem[:-1] + "ey")
    elif stem.endswith("y") and ending == "ing":
        found.append(stem[:-1] + "ie")
    return found


def plurals(lemma: str) -> tuple[str, ...]:
    """Return the regular -s forms of *lemma*, the usual one first."""
    if lemma.endswith(("s", "x", "z", "sh", "ch")):
        if (
            lemma.endswith("z")
            and not lemma.endswith("zz")
            and len(lemma) > 2
            and lemma[-2] in VOWELS
            and one_syllable(lemma)
        ):
            return (lemma + "zes", lemma + "es")
        if lemma.endswith("s") and not lemma.endswith("ss") and one_syllable(lemma):
            return (lemma + "es", lemma + "ses")
        return (lemma + "es", lemma + "s") if lemma.endswith("ch") else (lemma + "es",)
    if lemma.endswith("y") and len(lemma) > 2:
        if lemma[-2] not in VOWELS or lemma.endswith("quy"):
            return (lemma[:-1] + "ies", lemma + "s")
        return (lemma + "s",)
    if lemma.endswith("o") and len(lemma) > 2 and lemma[-2] not in VOWELS:
        return (lemma + "s", lemma + "es")
    if lemma.endswith("man") and len(lemma) > 5:
        return (lemma[:-3] + "men", lemma + "s")
    return (lemma + "s",)


def greek_plural(noun: str) -> str | None:
    """Return the plural in -es of a *noun* in -sis or -xis, which is as regular as others (oases); None of any other, and of those in -ssis (missis)."""
    if len(noun) > _SHORTEST_GREEK and noun.endswith(("sis", "xis")) and not noun.endswith("ssis"):
        return f"{noun[:-2]}es"
    return None


def _with_ending(lemma: str, ending: str) -> tuple[str, ...]:
    vowel_start = ending[0] in VOWELS
    if lemma.endswith("ie") and ending == "ing":
        return (lemma[:-2] + "ying", lemma + "ing")
    if lemma.endswith("e"):
        if ending == "ing":
            if lemma.endswith(("ee", "ye", "oe")):
                return (lemma + "ing",)
            return (lemma[:-1] + "ing", lemma + "ing")
        return (lemma + ending[1:],)
    if lemma.endswith("y") and len(lemma) > 2 and lemma[-2] not in VOWELS and ending != "ing":
        return (lemma[:-1] + "i" + ending, lemma + ending)
    if lemma.endswith("ey") and ending in ("er", "est") and len(lemma) > _SHORTEST_EY:
        return (lemma[:-2] + "i" + ending, lemma + ending)  # dicier, but greyer
    if lemma.endswith("c") and vowel_start:
        return (lemma + "k" + ending, lemma + ending)
    if _doubles(lemma):
        doubled = lemma + lemma[-1] + ending
        return (doubled, lemma + ending) if one_syllable(lemma) else (lemma + ending, doubled)
    return (lemma + ending,)


def _doubles(lemma: str) -> bool:
    """Return whether the last consonant of *lemma* may double: one vowel letter before it (or qu + vowel)."""
    if len(lemma) < 3 or lemma[-1] not in _DOUBLING_FINALS or lemma[-2] not in VOWELS + "y":
        return False
    before = lemma[-3]
    return before not in VOWELS or (lemma[-3:-1] == "ui" and lemma[-4:-3] == "q") or lemma[-4:-2] == "qu"


def must_double(base: str) -> bool:
    """Return whether *base* doubles its last consonant before any English ending in a vowel: vetter, and no veter (but bused)."""
    return _doubles(base) and base[-1] != "s" and one_syllable(base)


def one_syllable(lemma: str) -> bool:
    """Return whether *lemma* has one group of vowel letters, where qu is a consonant; a mute e counts as one."""
    groups, inside = 0, False
    for i, char in enumerate(lemma):
        is_vowel = (char in VOWELS and not (char == "u" and i > 0 and lemma[i - 1] == "q")) or (
            char == "y" and i > 0
        )
        if is_vowel and not inside:
            groups += 1
        inside = is_vowel
    return groups == 1
