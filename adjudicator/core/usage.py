"""What of the usage that a source gives a sense holds for a word that is read as it. Start at :func:`usage_for`."""

from __future__ import annotations

import re

from adjudicator.core.model import Reading, Usage


def usage_for(reading: Reading, usage: Usage) -> Usage:
    """Return what of the *usage* of its sense a *reading* has.

    The headword itself has all of it. An inflected form has the examples, since they show the same word, and neither synonyms nor antonyms,
    which would have to be inflected too. Another spelling, or what is only made from the headword, has the examples with itself in them alone.
    Examples with the very form come first.
    """
    has = re.compile(rf"(?<!\w){re.escape(reading.display)}(?!\w)", re.IGNORECASE).search
    examples = tuple(sorted(usage.examples, key=lambda text: has(text) is None))
    if reading.facts.relation == "lemma":
        return usage._replace(examples=examples)
    if reading.facts.relation == "inflection":
        return Usage(examples=examples)
    return Usage(examples=tuple(filter(has, examples)))
