"""Reads Wiktionary as wiktextract extracts it: JSON lines, plain or gzip, one an entry.

Only English entries are read; a line of another language is skipped unparsed. The file is streamed, one line
at a time. Start at :func:`records_of`, which turns one parsed line into records.

What the extractor adds is undone where it would mislead:

- It tags every shortening ``abbreviation``, "Short for" like "Abbreviation of". The tag is passed on only
  where the entry's own words do not call the sense something narrower (a clipping, an acronym, an ellipsis).
- It joins the words of a tag with hyphens (``New-Zealand``); labels have the spaces back.
- A regional spelling may be told in the definition ("Commonwealth standard spelling of"), in a qualifier ("US
  spelling") or by a region's tag on a "spelling of": each gives the label "american spelling" or "british
  spelling", and none where both regions are told.
- A drawn "Etymology tree" may stand before the etymology in words; it is cut off.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from adjudicator.ingest.records import RawEntry, RawForms, RawSense

_SUFFIXES = (".jsonl", ".jsonl.gz")
_ENGLISH = (b'"lang_code": "en"', b'"lang_code":"en"')
_BUFFER = 1 << 20
LINE_LIMIT = 64 << 20
"""Bytes of the longest line that is read; the longest real ones have a few million."""

_POS_GROUPS = {
    "noun": ("noun", "name", "proper-noun"),
    "verb": ("verb",),
    "adjective": ("adj",),
    "adverb": ("adv",),
    "pronoun": ("pron",),
    "preposition": ("prep", "postp"),
    "conjunction": ("conj",),
    "interjection": ("intj", "onomatopoeia"),
    "determiner": ("det", "article"),
    "numeral": ("num",),
    "abbreviation": ("abbrev", "abbreviation", "initialism", "acronym"),
    "contraction": ("contraction",),
    "phrase": ("phrase", "proverb", "prep_phrase", "adv_phrase", "clause"),
    "affix": ("prefix", "suffix", "affix", "infix", "interfix", "circumfix", "combining_form"),
    "symbol": ("symbol", "character", "letter", "punct"),
}
_POS = {theirs: ours for ours, group in _POS_GROUPS.items() for theirs in group}
"""The extractor's part of speech → ours; any other (particle, classifier) has none of ours."""
_NAMES = frozenset({"name", "proper-noun"})

_NARROWER = frozenset({"acronym", "clipping", "contraction", "ellipsis"})
_SHORTENINGS = _NARROWER | {"abbreviation", "initialism"}
_NARROWER_GLOSS = re.compile(
    r"(?:an? )?(?:short(?:en(?:ed|ing))?|clipp(?:ed|ing)|contract(?:ed|ion)|ellipsis|acronym"
    r"|aphetic|apocopic|syncopic)\b",
    re.IGNORECASE,
)
_FORM_INFLECTIONS = frozenset(
    {"plural", "past", "participle", "third-person", "gerund", "comparative", "superlative"}
)
_SENSE_INFLECTIONS = _FORM_INFLECTIONS | {"present", "second-person"}
_RESTRICTED = frozenset(
    {
        "archaic", "obsolete", "dated", "rare", "dialectal", "regional", "nonstandard", "proscribed",
        "misspelling", "eye-dialect", "pronunciation-spelling", "slang", "humorous", "informal", "colloquial",
    }
)  # fmt: skip
"""An inflection with one of these is not the plain form of its lemma, and only a sense can say so."""
_NO_FORMS = frozenset(
    {"romanization", "table-tags", "inflection-template", "canonical", "error-unrecognized-form"}
)

_SPELLING_OF = re.compile(r"(?P<kind>[^;:()]{0,80}?)\s*\bspelling of\b", re.IGNORECASE)
_REGION_IN_TAGS = frozenset({"", "standard", "alternative"})
"""The kinds of "spelling of" of which a region's tag tells the region: not a pronunciation spelling."""
_REGIONS = {
    "american spelling": re.compile(r"\b(?:US|U\. ?S\.|USA|American?)(?!\w)"),
    "british spelling": re.compile(r"\b(?:British|Britain|UK|U\. ?K\.|Commonwealth)(?!\w)"),
}


def read(folder: Path) -> Iterator[RawEntry | RawForms]:
    """Yield the English entries of every ``*.jsonl`` and ``*.jsonl.gz`` in *folder*, file by file.

    Raises :class:`ValueError` with file and line at a line that is no entry, and for a file that is damaged,
    cut short or without English.
    """
    paths = sorted(path for path in folder.iterdir() if path.name.endswith(_SUFFIXES))
    if not paths:
        raise ValueError(f"no file named *{_SUFFIXES[0]} or *{_SUFFIXES[1]} in {folder}")
    for path in paths:
        yield from _read_file(path)


def _read_file(path: Path) -> Iterator[RawEntry | RawForms]:
    english = False
    number = 0
    try:
        with closing(_open(path)) as stream:
            for line in iter(partial(stream.readline, LINE_LIMIT), b""):
                number += 1
                if _ENGLISH[0] not in line and _ENGLISH[1] not in line:
                    _skim(line)
                    continue
                entry = orjson.loads(line)
                if not isinstance(entry, dict):
                    raise ValueError("not a JSON object")
                if entry.get("lang_code") == "en" and "redirect" not in entry:
                    english = True
                    yield from records_of(entry)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(
            f"{path}: cut short or damaged after line {number} ({error}); "
            "remove the file so that it is fetched again"
        ) from error
    except ValueError as error:
        raise ValueError(f"{path}:{number}: {error}") from error
    if not english:
        raise ValueError(f"{path}: no English entry in it")


def _open(path: Path) -> BinaryIO:
    if path.suffix == ".gz":
        return io.BufferedReader(gzip.GzipFile(path, "rb"), _BUFFER)
    return path.open("rb", buffering=_BUFFER)


def _skim(line: bytes) -> None:
    """Refuse a line that cannot be a JSON object, without parsing it."""
    line = line.strip()
    if line and not (line.startswith(b"{") and line.endswith(b"}")):
        raise ValueError(
            "not a JSON object" if len(line) < LINE_LIMIT - 2 else "a line too long to be an entry"
        )


def records_of(entry: dict[str, Any]) -> Iterator[RawEntry | RawForms]:
    """Yield the entry of one parsed line, or the lemma's form where it only says what it is an inflection of.

    Raises :class:`ValueError` where a field that is read has the wrong shape.
    """
    word, given_pos = _text(entry, "word"), _text(entry, "pos")
    if not word or not given_pos:
        raise ValueError('an entry without "word" or "pos"')
    pos, name = _POS.get(given_pos), given_pos in _NAMES
    senses: list[RawSense] = []
    lemmas: list[str] = []
    for sense in _objects(entry, "senses"):
        inflected = _inflected(sense)
        if inflected:
            lemmas.extend(inflected)
        elif read_sense := _sense(sense, word, name):
            senses.append(read_sense)
    if senses:
        yield RawEntry(word, pos, tuple(senses), _etymology(entry, word), _forms(entry, word))
    elif pos and " " not in word:
        for lemma in dict.fromkeys(lemmas):
            if lemma != word:
                yield RawForms(lemma, pos, (word,))


def _inflected(sense: dict[str, Any]) -> list[str]:
    """Return the lemmas that *sense* is a plain inflection of; none where it is a sense of its own."""
    tags = _strings(sense, "tags")
    lemmas = _words(sense, "form_of")
    if (
        not lemmas
        or _SENSE_INFLECTIONS.isdisjoint(tags)
        or not _RESTRICTED.isdisjoint(tags)
        or not _SHORTENINGS.isdisjoint(tags)
    ):
        return []
    return lemmas


def _sense(sense: dict[str, Any], word: str, name: bool) -> RawSense | None:
    glosses = _strings(sense, "glosses")
    gloss = glosses[-1].strip() if glosses else ""
    if not gloss:
        return None
    tags = _strings(sense, "tags")
    expansion = None
    if not _SHORTENINGS.isdisjoint(tags):
        expansion = next(iter(_words(sense, "alt_of") or _words(sense, "form_of")), None)
    synonyms = dict.fromkeys(other for other in _words(sense, "synonyms") if other != word)
    return RawSense(gloss, _labels(sense, gloss, tags), tuple(synonyms), name, expansion)


def _labels(sense: dict[str, Any], gloss: str, tags: list[str]) -> tuple[str, ...]:
    narrower = not _NARROWER.isdisjoint(tags) or _NARROWER_GLOSS.match(gloss) is not None
    labels = [tag.replace("-", " ") for tag in tags if not (tag == "abbreviation" and narrower)]
    labels += _strings(sense, "raw_tags")
    if qualifier := _text(sense, "qualifier"):
        labels.append(qualifier)
    told = [label for label in labels if label.endswith("spelling")]
    if spelling := _SPELLING_OF.match(gloss):
        told.append(spelling["kind"])
        told += labels if spelling["kind"].casefold() in _REGION_IN_TAGS else []
    regions = [label for label, region in _REGIONS.items() if any(region.search(text) for text in told)]
    if len(regions) == 1:
        labels += regions
    return tuple(dict.fromkeys(label for label in labels if label))


def _etymology(entry: dict[str, Any], word: str) -> str:
    text = _text(entry, "etymology_text")
    if text.startswith("Etymology tree"):
        _, root, words = text.rpartition(f"\nEnglish {word}\n")
        return words.strip() if root else text
    return text


def _forms(entry: dict[str, Any], word: str) -> tuple[str, ...]:
    """Return the plain one-word inflections that the entry lists."""
    found: dict[str, None] = {}
    for form in _objects(entry, "forms"):
        spelled, tags = _text(form, "form"), _strings(form, "tags")
        if (
            spelled != word
            and any(char.isalpha() for char in spelled)
            and len(spelled.split()) == 1
            and not _FORM_INFLECTIONS.isdisjoint(tags)
            and _RESTRICTED.isdisjoint(tags)
            and _NO_FORMS.isdisjoint(tags)
        ):
            found[spelled] = None
    return tuple(found)


def _text(holder: dict[str, Any], key: str) -> str:
    value = holder.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f'"{key}" is not text')
    return value.strip()


def _list(holder: dict[str, Any], key: str) -> list[Any]:
    value = holder.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f'"{key}" is not a list')
    return value


def _strings(holder: dict[str, Any], key: str) -> list[str]:
    values = _list(holder, key)
    for value in values:
        if not isinstance(value, str):
            raise ValueError(f'"{key}" has a part that is not text')
    return values


def _objects(holder: dict[str, Any], key: str) -> list[dict[str, Any]]:
    values = _list(holder, key)
    for value in values:
        if not isinstance(value, dict):
            raise ValueError(f'"{key}" has a part that is not an object')
    return values


def _words(holder: dict[str, Any], key: str) -> list[str]:
    """Return the words of a list of links: objects with ``word``, or plain text in older files."""
    found = []
    for value in _list(holder, key):
        if not isinstance(value, str | dict):
            raise ValueError(f'"{key}" has a part that is neither text nor an object')
        word = value.strip() if isinstance(value, str) else _text(value, "word")
        if word:
            found.append(word)
    return found
