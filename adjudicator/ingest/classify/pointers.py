"""Senses that only point to another spelling (“Alternative letter-case form of FAQ”): what they are is what that spelling is.

A reader gives such a sense the label "alt of" and the other spelling first among its synonyms. One with an expansion is a shortening instead.
"""

from __future__ import annotations

from adjudicator.core.spelling import has_apostrophe, is_capitals_only, key_of
from adjudicator.sources.records import RawSense

ALT = "alt of"
FORM_OF = "form of"
_INFLECTIONS = frozenset({"plural", "past", "participle", "third person", "second person", "comparative", "superlative"})  # fmt: skip
_SHORT = frozenset({"abbreviation", "abbrev", "initialism", "symbol"})


def is_pointer(sense: RawSense) -> bool:
    """Return whether *sense* says nothing but of what word this is another spelling, or a form."""
    return target_of(sense) is not None or (
        FORM_OF in sense.labels and not _INFLECTIONS.isdisjoint(sense.labels)
    )


def target_of(sense: RawSense) -> str | None:
    """Return the other spelling that *sense* points to."""
    return sense.synonyms[0] if ALT in sense.labels and sense.synonyms and not sense.expansion else None


def same_letters(display: str, sense: RawSense) -> str | None:
    """Return the other spelling where it has the same letters as the lower-case *display*, which lacks its capitals, dots or apostrophe."""
    other = target_of(sense)
    if other is None or not (display.isalpha() and display == display.lower()):
        return None
    return other if key_of(other) == key_of(display) and " " not in other else None


def is_short(display: str, sense: RawSense) -> bool:
    """Return whether *sense* is that of a shortened spelling by its labels, or by the spelling that it points to."""
    other = same_letters(display, sense)
    return not _SHORT.isdisjoint(sense.labels) or (other is not None and is_written_short(other))


def is_written_short(display: str) -> bool:
    """Return whether *display* has the capitals or the dots of an abbreviation."""
    return is_capitals_only(display) or "." in display


def without_apostrophe(display: str, sense: RawSense) -> str | None:
    """Return the spelling with an apostrophe of which *sense* is without it (dont)."""
    other = same_letters(display, sense)
    return other if other and has_apostrophe(other) else None
