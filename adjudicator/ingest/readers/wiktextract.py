"""Reads Wiktionary as wiktextract extracts it: JSON lines, plain or gzip, one an entry.

Only English entries are read. The file is streamed, one line at a time: a line that nowhere mentions English is skipped
unparsed, and of the others nothing is built but the fields that are read. Start at :func:`read`; :func:`records_of`
turns one entry into records.

What the extractor adds is undone where it would mislead:

- It tags every shortening ``abbreviation``, "Short for" like "Abbreviation of". The tag is passed on only
  where the entry's own words do not call the sense something narrower (a clipping, an acronym, an ellipsis).
- It joins the words of a tag with hyphens (``New-Zealand``); labels have the spaces back.
- A regional spelling may be told in the definition ("Commonwealth standard spelling of"), in a qualifier ("US
  spelling") or by a region's tag on a "spelling of": each gives the label "american spelling" or "british
  spelling", and none where both regions are told.
- A quotation is no example: it is long, old, and somebody's.
- A drawn "Etymology tree" may stand before the etymology in words; it is cut off.
- An etymology's text does not tell where the full form ends ("Acronym of Tom A. Swift's electric rifle, coined in 1970"); the template
  that wrote it does.

Misspellings are left out, with headwords that have digits, and the plurals of letters. A sense that only points to another spelling
("Alternative form of") has the label "alt of", and that spelling first among its synonyms.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec
from isal import igzip, isal_zlib

from adjudicator.ingest.readers.examples import examples_of
from adjudicator.sources.records import RawEntry, RawForms, RawSense, Watch, ignore_progress

_SUFFIXES = (".jsonl", ".jsonl.gz")
_MENTIONS_ENGLISH = re.compile(rb'_code"\s*:\s*"en"')
"""Is in every line of an English entry, however it is spaced, and in lines with something English nested in them."""
_BUFFER = 1 << 20
_LINES_A_REPORT = 500
_DAMAGED = (EOFError, gzip.BadGzipFile, cast(type[Exception], isal_zlib.error))
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
_FAULTY = frozenset({"misspelling", "misconstruction"})
"""A sense with one of these says what was meant, not what the word means."""
_ORIGINS = frozenset({"acronym", "initialism", "clipping", "clip"})
"""The templates of an etymology that say what the word is short for."""
_FIRST_USE = re.compile(r"\s*\[(?:(?:from|since|until|first attested|c\.|\d)[^\[\]]*)\]\.?$", re.IGNORECASE)
"""When a sense was in use, behind its definition in older files."""
_QUOTATIONS = frozenset({"quotation", "quote"})
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


class _Link(msgspec.Struct, gc=False):
    word: str | None = None


_Strings = list[str] | None
_Links = list[str | _Link] | None
"""Links are objects, or plain text in older files."""


class _Example(msgspec.Struct, gc=False):
    text: str | None = None
    type: str | None = None


class _Sense(msgspec.Struct, gc=False):
    glosses: _Strings = None
    tags: _Strings = None
    raw_tags: _Strings = None
    qualifier: str | None = None
    synonyms: _Links = None
    antonyms: _Links = None
    examples: list[_Example] | None = None
    alt_of: _Links = None
    form_of: _Links = None


class _Form(msgspec.Struct, gc=False):
    form: str | None = None
    tags: _Strings = None


class _Template(msgspec.Struct, gc=False):
    name: str | None = None
    args: dict[str, Any] | None = None
    expansion: str | None = None


class _Entry(msgspec.Struct, gc=False):
    lang_code: str | None = None
    redirect: Any = msgspec.UNSET
    word: str | None = None
    pos: str | None = None
    etymology_text: str | None = None
    etymology_templates: list[_Template] | None = None
    senses: list[_Sense] | None = None
    forms: list[_Form] | None = None


class _Language(msgspec.Struct, gc=False):
    lang_code: Any = None


_ENTRY = msgspec.json.Decoder(_Entry)
_LANGUAGE = msgspec.json.Decoder(_Language)


def read(folder: Path, watch: Watch = ignore_progress) -> Iterator[RawEntry | RawForms]:
    """Yield the English entries of every ``*.jsonl`` and ``*.jsonl.gz`` in *folder*, file by file.

    *watch* receives how many bytes of the files, as they lie on the disk, are read. Raises :class:`ValueError` with
    file and line at a line that is no entry, and for a file that is damaged, cut short or without English.
    """
    paths = sorted(path for path in folder.iterdir() if path.name.endswith(_SUFFIXES))
    if not paths:
        raise ValueError(f"no file named *{_SUFFIXES[0]} or *{_SUFFIXES[1]} in {folder}")
    sizes = [path.stat().st_size for path in paths]
    before = 0
    for path, size in zip(paths, sizes, strict=True):
        yield from _read_file(path, lambda done, before=before: watch(before + done, sum(sizes)))  # type: ignore[misc]
        before += size
        watch(before, sum(sizes))


def _read_file(path: Path, watch: Callable[[int], None]) -> Iterator[RawEntry | RawForms]:
    english = False
    number = 0
    try:
        with path.open("rb", buffering=_BUFFER) as file, closing(_decompress(file, path)) as stream:
            for line in iter(partial(stream.readline, LINE_LIMIT), b""):
                number += 1
                if number % _LINES_A_REPORT == 0:
                    watch(file.tell())
                entry = _entry(line)
                if entry is not None:
                    english = True
                    yield from _records(entry)
    except _DAMAGED as error:
        raise ValueError(
            f"{path}: cut short or damaged after line {number} ({error}); "
            "remove the file so that it is fetched again"
        ) from error
    except ValueError as error:
        raise ValueError(f"{path}:{number}: {error}") from error
    if not english:
        raise ValueError(f"{path}: no English entry in it")


def _decompress(file: BinaryIO, path: Path) -> BinaryIO:
    if path.suffix != ".gz":
        return file
    return BufferedReader(igzip.IGzipFile(fileobj=file, mode="rb"), _BUFFER)  # type: ignore[no-untyped-call]


def records_of(entry: dict[str, Any]) -> Iterator[RawEntry | RawForms]:
    """Yield the entry of one parsed line, or the lemma's form where it only says what it is an inflection of.

    Raises :class:`ValueError` where a field that is read has the wrong shape.
    """
    try:
        checked = msgspec.convert(entry, _Entry)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    yield from _records(checked)


def records_of_line(line: bytes) -> Iterator[RawEntry | RawForms]:
    """Yield the same of a line as it is; nothing where it is of another language, or only redirects.

    Raises :class:`ValueError` also where the line is no JSON object.
    """
    entry = _entry(line)
    if entry is not None:
        yield from _records(entry)


def _entry(line: bytes) -> _Entry | None:
    """Return the English entry of *line*, or None where it is none."""
    if not _MENTIONS_ENGLISH.search(line):
        _skim(line)
        return None
    try:
        entry = _ENTRY.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        if _is_of_another_language(line):
            return None
        raise ValueError(str(error)) from error
    return entry if entry.lang_code == "en" and entry.redirect is msgspec.UNSET else None


def _is_of_another_language(line: bytes) -> bool:
    """Return whether *line* is an entry of another language, whose other fields may have any shape."""
    try:
        return bool(_LANGUAGE.decode(line).lang_code != "en")
    except (msgspec.DecodeError, RecursionError):
        return False


def _skim(line: bytes) -> None:
    """Refuse a line that cannot be a JSON object, without parsing it."""
    line = line.strip()
    if line and not (line.startswith(b"{") and line.endswith(b"}")):
        raise ValueError(
            "not a JSON object" if len(line) < LINE_LIMIT - 2 else "a line too long to be an entry"
        )


def _records(entry: _Entry) -> Iterator[RawEntry | RawForms]:
    word, given_pos = (entry.word or "").strip(), (entry.pos or "").strip()
    if not word or not given_pos:
        raise ValueError('an entry without "word" or "pos"')
    if any(char.isdigit() for char in word):
        return
    pos, name = _POS.get(given_pos), given_pos in _NAMES
    kind = {"symbol": "symbol", "abbreviation": "abbreviation" if given_pos == "abbrev" else given_pos}.get(pos or "", "")  # fmt: skip
    etymology = _etymology(entry.etymology_text, word)
    origin = _origin(entry.etymology_templates, etymology)
    forms = _forms(entry.forms, word)
    senses: dict[RawSense, None] = {}
    lemmas: list[str] = []
    for sense in entry.senses or ():
        inflected = _lemmas_of(sense)
        if inflected:
            lemmas.extend(inflected)
        elif read_sense := _sense(sense, word, pos, name, kind, origin, forms):
            senses[read_sense] = None
    if senses:
        yield RawEntry(word, pos, tuple(senses), etymology, forms)
    elif pos and " " not in word:
        for lemma in dict.fromkeys(lemmas):
            if lemma != word and len(lemma) > 1:
                yield RawForms(lemma, pos, (word,))


def _lemmas_of(sense: _Sense) -> list[str]:
    """Return the lemmas that *sense* is a plain inflection of; none where it is a sense of its own."""
    tags = sense.tags or ()
    if (
        not sense.form_of
        or _SENSE_INFLECTIONS.isdisjoint(tags)
        or not _RESTRICTED.isdisjoint(tags)
        or not _SHORTENINGS.isdisjoint(tags)
    ):
        return []
    return _words(sense.form_of)


def _sense(
    sense: _Sense,
    word: str,
    pos: str | None,
    name: bool,
    kind: str,
    origin: str | None,
    forms: tuple[str, ...],
) -> RawSense | None:
    gloss = _FIRST_USE.sub("", " ".join(sense.glosses[-1].split())) if sense.glosses else ""
    tags = sense.tags or []
    if not gloss or not _FAULTY.isdisjoint(tags):
        return None
    others = _words(sense.alt_of)
    if not _SHORTENINGS.isdisjoint(tags):
        others, expansion = [], next(iter(others or _words(sense.form_of)), origin)
    else:
        expansion = None if others else origin
    synonyms, antonyms = (
        tuple(dict.fromkeys(other for other in words if other != word))
        for words in ((*others[:1], *_words(sense.synonyms)), _words(sense.antonyms))
    )
    pointer = "alt of" if others else "form of" if sense.form_of and expansion is None else ""
    labels = _labels(sense, gloss, [*tags, kind], pointer)
    examples = examples_of(_texts(sense), word, pos, {word: forms}) if sense.examples else ()
    return RawSense(gloss, labels, synonyms, name, expansion, antonyms=antonyms, examples=examples)


def _texts(sense: _Sense) -> list[str]:
    """Return the examples of *sense* that are no quotations."""
    return [each.text or "" for each in sense.examples or () if each.type not in _QUOTATIONS]


def _labels(sense: _Sense, gloss: str, tags: Sequence[str], pointer: str) -> tuple[str, ...]:
    narrower = not _NARROWER.isdisjoint(tags) or _NARROWER_GLOSS.match(gloss) is not None
    labels = [tag.replace("-", " ") for tag in tags if not (tag == "abbreviation" and narrower)]
    labels += (*(sense.raw_tags or ()), pointer)
    if qualifier := (sense.qualifier or "").strip():
        labels.append(qualifier)
    told = [label for label in labels if label.endswith("spelling")]
    if spelling := _SPELLING_OF.match(gloss):
        told.append(spelling["kind"])
        told += labels if spelling["kind"].casefold() in _REGION_IN_TAGS else []
    regions = [label for label, region in _REGIONS.items() if any(region.search(text) for text in told)]
    if len(regions) == 1:
        labels += regions
    else:  # "American spelling and Oxford British spelling" is neither
        labels = [
            label for label in labels if sum(bool(each.search(label)) for each in _REGIONS.values()) < 2
        ]
    return tuple(dict.fromkeys(label for label in labels if label))


def _origin(templates: list[_Template] | None, etymology: str) -> str | None:
    """Return what the etymology's first words say that the word is short for, whole."""
    for template in templates or ():
        if template.name in _ORIGINS and template.expansion and etymology.startswith(template.expansion):
            full = (template.args or {}).get("2")
            return full.strip() or None if isinstance(full, str) else None
    return None


def _etymology(text: str | None, word: str) -> str:
    text = (text or "").strip()
    if text.startswith("Etymology tree"):
        _, root, words = text.rpartition(f"\nEnglish {word}\n")
        return words.strip() if root else text
    return text


def _forms(forms: list[_Form] | None, word: str) -> tuple[str, ...]:
    """Return the plain one-word inflections that the entry lists."""
    found: dict[str, None] = {}
    for form in (forms or ()) if len(word) > 1 else ():
        spelled, tags = (form.form or "").strip(), form.tags or ()
        if (
            not _FORM_INFLECTIONS.isdisjoint(tags)
            and _RESTRICTED.isdisjoint(tags)
            and _NO_FORMS.isdisjoint(tags)
            and spelled != word
            and any(char.isalpha() for char in spelled)
            and len(spelled.split()) == 1
        ):
            found[spelled] = None
    return tuple(found)


def _words(links: _Links) -> list[str]:
    words = (link if isinstance(link, str) else link.word or "" for link in links or ())
    return [stripped for word in words if (stripped := word.strip())]
