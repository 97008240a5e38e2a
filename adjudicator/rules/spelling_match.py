"""Picks the readings of a key that fit the word as it was typed. Start at :func:`match_spelling`.

A key joins spellings that tiles cannot tell apart (ill, I'll, Ill.). A player who types *ill* means the plain spelling if there is one; a
player who types *I'll* means the one with the apostrophe. Hyphens, dots and spaces make no difference: tiles have none, so e-mail is email.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.model import Evidence, Facts
from adjudicator.core.spelling import has_apostrophe, is_plain, normalise

RARE = 80
"""A plain spelling that only a word list has, above this size, hides no other: xray is X-ray."""


def plain_first(displays: Sequence[str], facts: Sequence[Facts] = ()) -> list[int]:
    """Return the indices of the *displays* that a plain spelling means: the plain ones, or all where none is plain.

    *facts* are those of the readings, where a plain spelling that is merely listed as rare is to count as none.
    """
    plain = [i for i, display in enumerate(displays) if is_plain(display)]
    if facts and all(facts[i].kind == "listing" and (facts[i].size or 0) > RARE for i in plain):
        plain = []
    return plain or list(range(len(displays)))


def match_spelling(word: str, evidence: Evidence) -> Evidence:
    """Return *evidence* with the readings that *word*, as typed, can mean."""
    key = evidence.key
    if word.lower() == key:
        for reading in evidence.readings:
            if reading.display != key:
                break
        else:
            return evidence  # what nearly every word comes to
    if has_apostrophe(word):
        typed = normalise(word.strip())
        same = tuple(reading for reading in evidence.readings if normalise(reading.display) == typed)
        if same or has_apostrophe(typed.strip("'")):
            return evidence._replace(readings=same)
    kept = plain_first(
        [reading.display for reading in evidence.readings], [reading.facts for reading in evidence.readings]
    )
    if len(kept) == len(evidence.readings):
        return evidence
    return evidence._replace(readings=tuple(evidence.readings[i] for i in kept))


def case_first(word: str, evidence: Evidence) -> Evidence:
    """Return *evidence* without the abbreviations in another case than *word*'s, where one is written just as *word* is.

    ATM is not atm (atmosphere). Ordinary words stay whatever their case, since players write in capitals. A word typed in lower case may
    mean the capitals too (sim, SIM), so then only listings that no dictionary defines are dropped (DR beside dr).
    """
    typed = word.strip()
    if not any(reading.facts.abbreviation and reading.display == typed for reading in evidence.readings):
        return evidence
    lower = typed == typed.lower()
    kept = tuple(
        reading
        for reading in evidence.readings
        if reading.display == typed
        or reading.facts.lexicalised
        or not reading.facts.abbreviation
        or (lower and reading.facts.kind == "sense")
    )
    return evidence._replace(readings=kept)
