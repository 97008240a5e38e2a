"""Maps the wording of definitions and printed labels to wiktextract's tags, so that the build's classifier reads live answers.

``adjudicator.ingest.readers.wiktextract`` decides which labels a shortening keeps, what it stands for, which spelling is regional and
which entry is only a form of another, for the build as for a live answer. So a site's reader takes its page apart, calls :func:`sense` for each sense and hands the entries to :func:`records`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.ingest.readers.wiktextract import records_of
from adjudicator.sources.records import RawEntry, RawForms

Extracted = dict[str, Any]
"""An entry, or a sense of one, as the extractor writes it."""

_SHORTENINGS = {
    "initialism": ("abbreviation", "initialism"),
    "acronym": ("abbreviation", "acronym"),
    "contraction": ("abbreviation", "contraction"),
    "contracted form": ("abbreviation", "contraction"),
    "clipping": ("abbreviation", "clipping"),
    "clipped form": ("abbreviation", "clipping"),
    "ellipsis": ("abbreviation", "ellipsis"),
    "abbreviation": ("abbreviation",),
    "abbreviated form": ("abbreviation",),
    "written abbreviation": ("abbreviation",),
    "short": ("abbreviation",),
    "short form": ("abbreviation",),
    "shortened form": ("abbreviation",),
    "shortening": ("abbreviation",),
}
_INFLECTIONS = frozenset(
    {"plural", "past", "present", "participle", "third-person", "second-person", "gerund", "comparative", "superlative"}
)  # fmt: skip
_FILLERS = frozenset(
    {
        "an", "the", "and", "or", "form", "tense", "simple", "singular", "first-person", "indicative", "subjunctive", "imperative",
        "active", "negative", "alternative", "standard",
    }
)  # fmt: skip
_RESTRICTED = frozenset(
    {
        "archaic", "obsolete", "dated", "rare", "dialectal", "regional", "nonstandard", "proscribed", "misspelling",
        "slang", "humorous", "informal", "colloquial", "eye-dialect", "pronunciation-spelling",
    }
)  # fmt: skip
_OTHER_FORMS = ("spelling", "form", "variant", "misspelling", "word")
_OF = re.compile(r"(?P<kind>[A-Za-z ,-]{3,90}?) (?:of|for)\b[: ]*(?P<rest>.*)")
_END_OF_TARGET = re.compile(r"\s*[.:;(\[,“\"].*")
_ARTICLE = re.compile(r"^(?:an?|the) ")

_PARTS = re.compile(r"\s*[,;]\s*")
_JOINED = re.compile(r"\s*(?:\band\b|\bor\b|&|/)\s*")
_HEDGES = re.compile(
    r"^(?:(?:now|chiefly|mainly|mostly|often|usually|esp\.?|especially|somewhat|typically|generally|largely|sometimes|very) )+",
    re.IGNORECASE,
)
_LABEL_LENGTH = 80


def sense(
    gloss: str, printed: Iterable[str], targets: Sequence[str] = (), synonyms: Sequence[str] = ()
) -> Extracted:
    """Return the sense with this definition.

    *printed* are the labels as they stand beside it, *targets* what a definition such as "plural of X" links to, if it does.
    """
    tags, raw_tags = _tags(printed)
    kind, found = _kind(gloss, bool(targets))
    link = "form_of" if _INFLECTIONS.intersection(found) else "alt_of"
    return {
        "glosses": [gloss],
        "tags": list(dict.fromkeys((*tags, *found))),
        "raw_tags": raw_tags,
        "synonyms": list(synonyms),
        link: (list(targets) or _target(gloss, kind)) if found else [],
    }


def records(entries: Iterable[Extracted]) -> tuple[RawEntry | RawForms, ...]:
    """Return what the build's reader makes of *entries*."""
    return tuple(record for entry in entries for record in records_of(entry))


def _tags(printed: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the labels of one word, which the reader compares, and the others as they are printed.

    A label that is hedged ("now chiefly dialectal") is given without the hedge as well.
    """
    tags: dict[str, None] = {}
    raw_tags: dict[str, None] = {}
    for text in printed:
        for part in _PARTS.split(text):
            label = part.strip(" ()[]:.")[:_LABEL_LENGTH].strip()
            for form in dict.fromkeys((label, _HEDGES.sub("", label))):
                if form and not form.isalpha():
                    raw_tags[form] = None
            for word in _JOINED.split(_HEDGES.sub("", label)):
                if word.isalpha():
                    tags[word] = None
    return list(tags), list(raw_tags)


def _kind(gloss: str, linked: bool) -> tuple[str, tuple[str, ...]]:
    """Return how a definition opens ("plural", "Initialism"), and the extractor's tags for it; none for a plain definition."""
    match = _OF.match(gloss)
    if match is None:
        return "", ()
    opening = match["kind"]
    kind = _ARTICLE.sub("", opening.casefold())
    if kind in _SHORTENINGS:
        return opening, _SHORTENINGS[kind]
    words = re.findall(r"[a-z-]+", kind.replace("eye dialect", "eye-dialect"))
    known = tuple(word for word in words if word in _INFLECTIONS or word in _RESTRICTED)
    if not _INFLECTIONS.isdisjoint(words):
        one_word = linked or (opening == kind and len(match["rest"].split()) == 1)
        return (opening, known) if one_word and set(known) == set(words) - _FILLERS else ("", ())
    if linked and words and words[-1] in _OTHER_FORMS:
        if words[-2:] == ["pronunciation", "spelling"]:
            known = (*known, "pronunciation-spelling")
        return opening, known
    return "", ()


def _target(gloss: str, kind: str) -> list[str]:
    """Return what a definition that opens with *kind* names, if nothing is linked."""
    _, _, rest = gloss[len(kind) :].lstrip().partition(" ")
    target = _END_OF_TARGET.sub("", rest.lstrip(": ")).strip()
    return [target] if target else []
