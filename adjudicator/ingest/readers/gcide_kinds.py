"""Which part of speech an entry of GCIDE is that has lost its own, or has another one by mistake: its definitions tell. Start at :func:`pos_by_definition`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.sources.records import RawSense

_AFFIX = re.compile(r"An? (?:[a-z]+ )?(?:prefix|suffix)\b|A combining form\b")
_NOUN = re.compile(
    r"The (?:act|state|quality|condition|process|practice|art|science|office|doctrine|theory) (?:of|or|by|in|which|that)\b|One (?:who|that|of)\b"
    r"|(?:An? |the )(?:person|morbid condition|instrument|machine|lattice|kind|sort|genus|member|native|place|cultivation) "
)
_ADJECTIVE = re.compile(
    r"(?:Of or |of or )?(?:[Pp]ertaining|[Rr]elating|[Bb]elonging) to |[Rr]esembling |[Hh]aving |Full of |Capable of |[Cc]ausing |Not [a-z]+[;,.]|Like an? |Lacking |Affected (?:with|by) "
)
_ADVERB = re.compile(r"In an? [a-z-]+ (?:[a-z]+ )?manner\b")
_VERB = re.compile(r"[Tt]o [a-z]+\b")
_ADJECTIVAL = ("ous", "iform", "ical")
"""The ends of words that are adjectives as a rule; what is a noun as well has its part of speech, or a definition that tells."""
_A_THING = re.compile(
    r"(?:[Aa]n?|[Aa]ny|The|One|A species) (?!(?:(?:old|obsolete|archaic|poetical|shortened|common|colloquial|barbarous) )?(?:form of|contraction|corruption)|variant|combining|little\b|bit\b|few\b|great deal)"
)


def pos_by_definition(pos: str | None, headword: str, senses: Sequence[RawSense]) -> str | None:
    """Return the part of speech of an entry: *pos*, unless that is none and the first of the *senses* tells it, or all of them are another one's."""
    glosses = [sense.gloss for sense in senses]
    if not glosses:
        return pos
    if pos is None:
        return _of(glosses[0]) or ("adjective" if headword.endswith(_ADJECTIVAL) else None)
    if pos in ("adjective", "verb") and all(map(_NOUN.match, glosses)):
        return "noun"
    if (
        pos in ("noun", "verb")
        and not headword.endswith(("ness", "ity"))
        and all(map(_ADJECTIVE.match, glosses))
    ):
        return "adjective"
    if pos != "adverb" and headword.endswith("ly") and all(map(_ADVERB.match, glosses)):
        return "adverb"
    return pos


def _of(gloss: str) -> str | None:
    kinds = (
        ("affix", _AFFIX),
        ("noun", _NOUN),
        ("adjective", _ADJECTIVE),
        ("adverb", _ADVERB),
        ("verb", _VERB),
        ("noun", _A_THING),
    )
    return next((kind for kind, told in kinds if told.match(gloss)), None)
