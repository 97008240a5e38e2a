"""Slips of spelling: how a word sounds, and how far what was typed is from what was meant. Pure; takes keys.

Start at :func:`slip`. The rules are few and rough: they tell which of some words is meant, not how a word is said.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from string import ascii_letters
from typing import NamedTuple

from adjudicator.core.spelling import edits_of

VOWELS = frozenset("aeiouy")
SOUNDS = "ABDFGHJKLMNPRSTWXY"
"""The letters of a sound: A is any vowel at the beginning, K also c and q, F also v, S also z and soft c, J soft g, X is sh and ch."""
_FIRSTS, _ANYWHERE = "AHWY", "BDFGJKLMNPRSTX"
"""The letters that a sound can only begin with, and the others."""
_HEADS = (
    ("who", "ho"), ("kn", "n"), ("gn", "n"), ("pn", "n"), ("mn", "n"), ("wr", "r"), ("rh", "r"), ("ps", "s"), ("x", "s"),
    ("wh", "w"), ("sch", "sk"),
)  # fmt: skip
"""How a word begins that is said otherwise than it is spelled, and how it is said."""
_GROUPS = (
    ("tch", "X"), ("chr", "kr"), ("ch", "X"), ("shun", "Xn"), ("sh", "X"), ("ph", "f"), ("ight", "it"), ("ught", "ut"),
    ("beaut", "but"), ("eigh", "ay"), ("hrough", "hru"), ("orough", "oro"), ("though", "tho"), ("gh", "f"), ("gion", "jon"), ("geon", "jon"),
    ("ck", "k"), ("dg", "j"), ("tion", "Xn"), ("sion", "Xn"), ("tial", "Xl"), ("cial", "Xl"), ("cious", "Xs"), ("tious", "Xs"),
    ("scious", "Xs"), ("cien", "Xn"), ("tien", "Xn"), ("eau", "o"), ("au", "o"), ("aw", "o"), ("eur", "er"), ("alk", "awk"), ("alm", "am"), ("alf", "af"), ("sc", "s"), ("stle", "sle"), ("sten", "sen"), ("ce", "se"), ("ci", "si"),
    ("cy", "sy"), ("ge", "je"), ("gi", "ji"), ("gy", "jy"), ("gue", "ge"), ("gui", "gi"), ("gua", "ga"), ("mb", "m"), ("mn", "m"),
    ("qu", "kw"), ("q", "k"), ("x", "ks"), ("c", "k"), ("z", "s"),
)  # fmt: skip
"""Letters that are said as others, in the order in which they are replaced."""
_TAILS = (("gue", "g"), ("que", "k"))
"""How a word ends that is said otherwise than it is spelled, and how it is said."""
_CONSONANTS = str.maketrans(
    {**dict.fromkeys("aeiouyhw", "."), "q": "K", "v": "F"} | {c: c.upper() for c in "bdfgjklmnprst"}
)
_ALIKE = frozenset(
    one + other for group in ("ckq", "csz", "sxz", "fv", "gj", "dt", "mn", "bp") for one in group for other in group if one != other
)  # fmt: skip
"""Consonants that are taken for each other, in pairs."""
_SOUNDS_ALIKE = dict.fromkeys(SOUNDS, "") | {
    "B": "P", "D": "T", "F": "P", "G": "J", "J": "G", "K": "STX", "M": "N", "N": "M", "P": "BF", "S": "KTX", "T": "DKSX", "X": "KST",
}  # fmt: skip
"""Which sounds each is taken for, or written as, by a slip that leaves the rest as it is."""
_MUTES = frozenset("bcdghklnprtw")
"""Consonants that are often not heard."""
TWIN, VOWEL, MUTE, CONSONANT = 0.4, 0.6, 0.7, 1.0
"""What a letter costs that is added or left out: one of two that are the same, a vowel, one that is often not heard, any other."""
SWAPPED, MOVED, SAME_KIND, ALIKE, UNLIKE = 0.4, 0.7, 0.5, 0.6, 1.2
"""What two neighbours cost that are swapped, one letter that is farther from its place, and a letter for another: vowel for vowel, consonants that are
taken for each other, any other.
"""
FIRST = 0.6
"""What a slip costs in addition that leaves another first letter, unless the first two are swapped."""
AS_HEARD, HEARD_AMISS = 0.3, 1.5
"""What it costs to spell a word as it is heard, and by how much more each slip counts in what is heard: that has no letters but those that matter."""
SAME_SOUND = 0.7
"""What is left of the cost where the sound is the same."""
_MEMORY = 1024
"""Keys whose sound is remembered: that of what was typed is asked for with each word that may have been meant."""


class Slip(NamedTuple):
    """How far what was typed is from what was meant.

    ``apart`` is what the edits cost, of the letters or of what is heard, whichever is less; ``cost`` is less than that where both sound the same.
    ``single`` is whether it is one edit.
    """

    cost: float
    apart: float
    single: bool


@lru_cache(_MEMORY)
def said(key: str) -> str:
    """Return *key* spelled as it is said, about; capitals stand for sounds that no single letter has."""
    for letters, heard in _HEADS:
        if key.startswith(letters):
            key = heard + key[len(letters) :]
            break
    for letters, heard in _TAILS:
        if key.endswith(letters) and len(key) > len(letters):
            key = key[: -len(letters)] + heard
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


def sounds_near(sound: str) -> set[str]:
    """Return what *sound* is with one of its letters dropped, swapped with its neighbour, added, or changed for one that it is taken for; at its beginning, sounds are added that are heard there alone."""
    return {*edits_of(sound, _ANYWHERE, _SOUNDS_ALIKE), *[first + sound for first in _FIRSTS]} - {sound, ""}


def slip(typed: str, meant: str, alike: bool | None = None) -> Slip:
    """Return how far *typed* is from *meant*: 1 and more for a wrong letter, less for a slip that many make, nothing where they are the same.

    Whether they sound *alike* can be said where it is known.
    """
    apart, single = _edits(typed, meant)
    if alike is None:
        alike = sound_of(typed) == sound_of(meant)
    if alike:
        if apart > AS_HEARD:
            apart = min(apart, _edits(said(typed), said(meant))[0] * HEARD_AMISS + AS_HEARD)
        return Slip(apart * SAME_SOUND, apart, single)
    if "k" in typed and "ch" in meant and not single:
        apart = min(apart, _edits(typed, meant.replace("ch", "k"))[0] + AS_HEARD)
    return Slip(apart, apart, single)


def _edits(typed: str, meant: str) -> tuple[float, bool]:
    """Return what the edits cost that make *meant* of *typed*: the least sum, of what is between the letters that they begin and end with; and
    whether it is one edit.
    """
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
        return (first + sum(dropped) + sum(added) if dropped or added else 0.0), len(dropped) + len(added) < 2
    typed, meant = typed[start : len(typed) - end], meant[start : len(meant) - end]
    length = len(typed)
    if length == len(meant):
        if length == 1:
            return min(_CHANGED[typed][meant], dropped[0] + added[0]) + first, True
        if length == 2 and typed == meant[::-1]:
            return SWAPPED + first, True
        if length > 2 and start and (typed[1:] + typed[0] == meant or typed[-1] + typed[:-1] == meant):
            return MOVED, False
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
            if behind == one and last == other and before[j - 1] + SWAPPED < cost:
                cost = before[j - 1] + SWAPPED
            new.append(cost)
            across, behind = down, other
        before, row, last = row, new, one
    return row[-1] + first, False


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
