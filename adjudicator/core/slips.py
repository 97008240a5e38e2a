"""Slips of spelling: how a word sounds, and how far what was typed is from what was meant. Pure; takes keys.

Start at :func:`slip_cost`. The rules are few and rough: they tell which of some words is meant, not how a word is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from string import ascii_letters

VOWELS = frozenset("aeiouy")
SOUNDS = "ABDFGHJKLMNPRSTWXY"
"""The letters of a sound: A is any vowel at the beginning, K also c and q, F also v, S also z and soft c, J soft g, X is sh and ch."""
_HEADS = (
    ("who", "ho"), ("kn", "n"), ("gn", "n"), ("pn", "n"), ("mn", "n"), ("wr", "r"), ("rh", "r"), ("ps", "s"), ("x", "s"),
    ("wh", "w"), ("sch", "sk"),
)  # fmt: skip
"""How a word begins that is said otherwise than it is spelled, and how it is said."""
_GROUPS = (
    ("tch", "X"), ("chr", "kr"), ("ch", "X"), ("shun", "Xn"), ("sh", "X"), ("ph", "f"), ("ight", "it"), ("ught", "ut"), ("gh", "f"),
    ("ck", "k"), ("dg", "j"), ("tion", "Xn"), ("sion", "Xn"), ("tial", "Xl"), ("cial", "Xl"), ("cious", "Xs"), ("tious", "Xs"),
    ("scious", "Xs"), ("cien", "Xn"), ("tien", "Xn"), ("alk", "awk"), ("alm", "am"), ("alf", "af"), ("sc", "s"), ("stle", "sle"), ("sten", "sen"), ("ce", "se"), ("ci", "si"),
    ("cy", "sy"), ("gu", "g"), ("ge", "je"), ("gi", "ji"), ("gy", "jy"), ("mb", "m"), ("mn", "m"), ("qu", "kw"), ("que", "k"),
    ("x", "ks"), ("c", "k"), ("z", "s"),
)  # fmt: skip
"""Letters that are said as others, in the order in which they are replaced."""
_CONSONANTS = str.maketrans(
    {**dict.fromkeys("aeiouyhw", "."), "q": "K", "v": "F"} | {c: c.upper() for c in "bdfgjklmnprst"}
)
_ALIKE = frozenset(
    one + other for group in ("ckq", "csz", "sxz", "fv", "gj", "dt", "mn", "bp") for one in group for other in group if one != other
)  # fmt: skip
"""Consonants that are taken for each other, in pairs."""
_MUTES = frozenset("bcdghklnprtw")
"""Consonants that are often not heard."""
TWIN, VOWEL, MUTE, CONSONANT = 0.4, 0.6, 0.7, 1.0
"""What a letter costs that is added or left out: one of two that are the same, a vowel, one that is often not heard, any other."""
VOWELS_SWAPPED, SWAPPED, SAME_KIND, ALIKE, UNLIKE = 0.4, 0.4, 0.5, 0.6, 1.2
"""What two neighbours cost that are swapped, and a letter for another: vowel for vowel, consonants that are taken for each other, any other."""
FIRST = 0.6
"""What a slip costs in addition that leaves another first letter, unless the first two are swapped."""
AS_HEARD = 0.3
"""What it costs to spell a word as it is heard."""
SAME_SOUND = 0.7
"""What is left of the cost where the sound is the same."""
_MEMORY = 1024
"""Keys whose sound is remembered: that of what was typed is asked for with each word that may have been meant."""


@lru_cache(_MEMORY)
def said(key: str) -> str:
    """Return *key* spelled as it is said, about; capitals stand for sounds that no single letter has."""
    for letters, heard in _HEADS:
        if key.startswith(letters):
            key = heard + key[len(letters) :]
            break
    for letters, heard in _GROUPS:
        if letters in key:
            key = key.replace(letters, heard)
    return key


@lru_cache(_MEMORY)
def sound_of(key: str) -> str:
    """Return the sound of *key*: how it begins, and the consonants that are heard behind that."""
    heard = said(key)
    first = heard[0]
    found = ["A" if first in "aeiou" else first.upper() if first in "hwy" else ""]
    last = ""
    for letter in heard.translate(_CONSONANTS):
        if letter != last and letter != ".":
            found.append(letter)
        last = letter
    return "".join(found)


def sounds_near(sound: str) -> Iterator[str]:
    """Yield what *sound* is with one of its letters dropped, swapped with its neighbour, changed or added; some of them twice."""
    places = range(len(sound))
    for i in places:
        before, behind = sound[:i], sound[i + 1 :]
        yield before + behind
        if behind:
            yield before + behind[0] + sound[i] + behind[1:]
        for letter in SOUNDS:
            yield before + letter + behind
            yield before + letter + sound[i:]
    for letter in SOUNDS:
        yield sound + letter


def slip_cost(typed: str, meant: str, alike: bool | None = None) -> float:
    """Return how far *typed* is from *meant*: nothing where they are the same, 1 and more for a wrong letter, less for a slip that many make.

    Whether they sound *alike* can be said where it is known.
    """
    cost = _edits(typed, meant)
    if alike is None:
        alike = sound_of(typed) == sound_of(meant)
    if not cost or not alike:
        return cost
    return min(cost, _edits(said(typed), said(meant)) + AS_HEARD) * SAME_SOUND


def _edits(typed: str, meant: str) -> float:
    """Return what the edits cost that make *meant* of *typed*: the least sum, of what is between the letters that they begin and end with."""
    shorter = min(len(typed), len(meant))
    start = 0
    while start < shorter and typed[start] == meant[start]:
        start += 1
    end = 0
    while end < shorter - start and typed[-1 - end] == meant[-1 - end]:
        end += 1
    dropped, added = _alone(typed, start, len(typed) - end), _alone(meant, start, len(meant) - end)
    first = 0.0 if start or typed[:2] == meant[1::-1] else FIRST
    if not (dropped and added):
        return first + sum(dropped) + sum(added) if dropped or added else 0.0
    typed, meant = typed[start : len(typed) - end], meant[start : len(meant) - end]
    row = [0.0, *accumulate(added)]
    before, last = row, ""
    for one, drop in zip(typed, dropped, strict=True):
        changed = _CHANGED[one]
        across = row[0]
        cost = across + drop
        new = [cost]
        behind = ""
        for j, other in enumerate(meant):
            cost += added[j]
            down = row[j + 1]
            if down + drop < cost:
                cost = down + drop
            across += changed[other]
            if across < cost:
                cost = across
            if behind == one and last == other:
                swapped = before[j - 1] + (VOWELS_SWAPPED if one in VOWELS and other in VOWELS else SWAPPED)
                if swapped < cost:
                    cost = swapped
            new.append(cost)
            across, behind = down, other
        before, row, last = row, new, one
    return row[-1] + first


def _changed(one: str, other: str) -> float:
    """Return what it costs to have *one* letter in the place of an *other*."""
    if one == other:
        return 0.0
    if one in VOWELS and other in VOWELS:
        return SAME_KIND
    return ALIKE if one + other in _ALIKE else UNLIKE


_CHANGED = {one: {other: _changed(one, other) for other in ascii_letters} for one in ascii_letters}
"""What it costs to have one letter in the place of another."""


def _alone(key: str, start: int, end: int) -> list[float]:
    """Return what each letter of *key* between *start* and *end* costs where it is added or left out."""
    found: list[float] = []
    for i in range(start, end):
        letter = key[i]
        if letter == key[i - 1 : i] or letter == key[i + 1 : i + 2]:
            found.append(TWIN)
        elif letter in VOWELS:
            found.append(VOWEL)
        else:
            found.append(MUTE if letter in _MUTES else CONSONANT)
    return found
