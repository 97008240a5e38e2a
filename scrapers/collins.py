"""The markup of Collins entries, which its API and its pages share: headwords, parts of speech, senses, labels, cross-references.

An entry is a heading followed by blocks (``.hom``), one a part of speech, with senses (``.sense``, nested or not). A sense has labels
(``.lbl``) and a definition (``.def``) or a cross-reference that stands for one (``.xr``: "short for" and a link). "abbreviation for" may
stand where the part of speech does. The site says "plural -plies"; such endings are made whole.

Start at :func:`homs_of`, which reads the blocks, and :func:`records_for`, which tells what entries have on a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bs4 import Tag

from adjudicator.core.spelling import key_of
from adjudicator.sources.records import RawEntry, RawForms
from scrapers.errors import ShapeChanged
from scrapers.markup import children, has_class, text_of
from scrapers.wiktextract_tags import Extracted, records, sense

DICTIONARY = "english"
"""The code of the Collins English Dictionary: British English."""
LICENCE = "© HarperCollins Publishers, all rights reserved"
ATTRIBUTION = "Collins English Dictionary, HarperCollins Publishers"
MOST_LISTED = 60
"""So many spellings of one kind are taken from an entry; the longest list a dozen."""
DEEPEST = 8
"""So deep senses may be nested; real ones are three deep."""

_POS = {
    "noun": "noun",
    "modifier": "noun",
    "verb": "verb",
    "adjective": "adj",
    "colour": "adj",
    "adverb": "adv",
    "connector": "adv",
    "pronoun": "pron",
    "preposition": "prep",
    "conjunction": "conj",
    "interjection": "intj",
    "exclamation": "intj",
    "convention": "intj",
    "substitute": "intj",
    "determiner": "det",
    "predeterminer": "det",
    "quantifier": "det",
    "article": "article",
    "number": "num",
    "numeral": "num",
    "ordinal": "num",
    "abbreviation": "abbrev",
    "acronym": "acronym",
    "initialism": "initialism",
    "contraction": "contraction",
    "symbol": "symbol",
    "phrase": "phrase",
    "idiom": "phrase",
    "prefix": "prefix",
    "suffix": "suffix",
}
"""A word of what is printed as the part of speech ("countable noun", "abbreviation for") → the extractor's part of speech."""
_MARKS = ("abbreviation", "acronym", "initialism", "symbol")
"""What is printed as a part of speech and marks a sense as well."""
_PLURAL, _PAST, _COMPARATIVE = "plural", "past", "comparative"
_INFLECTED = {"noun": _PLURAL, "name": _PLURAL, "verb": _PAST, "adj": _COMPARATIVE, "adv": _COMPARATIVE}
_GRAMMAR = (
    (re.compile(r"plural(?! present)"), "noun"),
    (re.compile(r"tense|participle|person"), "verb"),
    (re.compile(r"comparative|superlative"), "adj"),
)
_NO_LABEL = re.compile(
    r"^(?:also|often|usually|sometimes)? ?(?:called|written|spelt|known as|full names?|former names?|abbreviations?|abbrev|symbols?|formula"
    r"|compare|see|variants?|related|word forms|plural|singular|capital|not capital|foll by|postpositive|prenominal)\b",
    re.IGNORECASE,
)
"""What stands in the place of a label and says something else: another name, a construction."""
_ARROWS = " →⇒▷>=:;,.[]"
_NUMBERED = re.compile(r"[a-z]\d+$")
_POINTER = re.compile(r"(?:See|Compare)\b")
_LABEL_TYPES = ("type-register", "type-geo", "type-subj", "type-lang", "type-tm")
_BEFORE_DEFINITION = (
    "sensenum", "gramGrp", "lbl", "form", "inline", "orth", "punctuation", "span", "hi", "bold", "italics", "colloc", "pron", "var",
    "cit", "re", "sense", "xr", "def",
)  # fmt: skip
"""The classes of what may stand before a definition."""


class Form(NamedTuple):
    """An inflection that an entry lists: its spelling and the extractor's part of speech, if the site gives one."""

    spelling: str
    pos: str | None


class Hom(NamedTuple):
    """One part of speech of an entry."""

    pos: str
    senses: list[Extracted]
    forms: tuple[Form, ...]


class Variant(NamedTuple):
    """Another spelling that stands beside the headword, with the labels before it ("US")."""

    spelling: str
    labels: tuple[str, ...]


class Entry(NamedTuple):
    """One entry. ``numbered`` says that it is one of several that are spelled alike."""

    headword: str
    numbered: bool
    homs: list[Hom]
    variants: tuple[Variant, ...] = ()
    forms: tuple[Form, ...] = ()
    run_ons: tuple[Form, ...] = ()
    etymology: str = ""

    @property
    def inflections(self) -> Iterator[Form]:
        """The inflections that the entry lists, wherever it does."""
        yield from self.forms
        for hom in self.homs:
            yield from hom.forms


def homs_of(blocks: Sequence[Tag], headword: str, labels: Sequence[str], where: str) -> list[Hom]:
    """Return what stands in the blocks of an entry. Raises ShapeChanged if they hold no sense."""
    homs = [_hom(block, headword, labels, where) for block in blocks]
    told = [hom._replace(senses=[found for found in hom.senses if not _points(found)]) for hom in homs]
    found = [hom for hom in told if hom.senses] or [hom for hom in homs if hom.senses]
    if not found:
        raise ShapeChanged(where, "definitions (.hom with .sense and .def or .xr)")
    return found


def _points(sense: Extracted) -> bool:
    """Return whether a sense only points to another entry, which tells nothing where other senses do."""
    return _POINTER.match(sense["glosses"][0]) is not None


def headword_in(tag: Tag, where: str) -> tuple[str, bool]:
    """Return a headword without its number, and whether it had one. Raises ShapeChanged if there is none."""
    headword = text_of(tag, lambda inside: has_class(inside, "homnum", "lbfreq"))
    if not key_of(headword) or _NUMBERED.search(headword):
        raise ShapeChanged(where, f"headword apart from its number: {headword[:40]!r}")
    return headword, tag.find(class_="homnum") is not None


def variants_in(line: Tag) -> tuple[Variant, ...]:
    """Return the other spellings in the line below the headword ("or", "US")."""
    found: list[Variant] = []
    labels: list[str] = []
    for part in children(line):
        if has_class(part, "lbl"):
            labels.append(text_of(part))
        elif has_class(part, "orth"):
            found.append(Variant(text_of(part), tuple(labels)))
            labels = []
    return tuple(variant for variant in found if key_of(variant.spelling))[:MOST_LISTED]


def forms_in(block: Tag, headword: str, pos: str | None) -> tuple[Form, ...]:
    """Return the inflections listed in *block*, each by the grammar told before it, or of *pos*."""
    found: dict[Form, None] = {}
    told: str | None = None
    for part in block.find_all(class_=["lbl", "orth"]):
        text = text_of(part)
        if has_class(part, "lbl"):
            told = next((of for pattern, of in _GRAMMAR if pattern.search(text.casefold())), None)
        elif whole := _whole(text, headword):
            found[Form(whole, told or pos)] = None
    return tuple(found)[:MOST_LISTED]


def run_ons_in(block: Tag) -> tuple[Form, ...]:
    """Return the derived words that *block* lists without defining them, each with its part of speech."""
    found: list[Form] = []
    spellings: list[str] = []
    for part in block.find_all(class_=["orth", "pos"]):
        text = text_of(part)
        if has_class(part, "orth"):
            spellings.append(text)
        else:
            found += [Form(spelling, _pos(text)) for spelling in spellings if key_of(spelling)]
            spellings = []
    found += [Form(spelling, None) for spelling in spellings if key_of(spelling)]
    return tuple(found)[:MOST_LISTED]


def records_for(word: str, entries: Sequence[Entry]) -> tuple[RawEntry | RawForms, ...] | None:
    """Return what *entries* have on *word*: its own entry, one that gives it as another spelling, inflection or derived word.

    None where none of them lists it.
    """
    key = key_of(word)
    found: list[Extracted] = []
    for entry in entries:
        if key_of(entry.headword) == key:
            found += _extract(entry, entry.headword, ())
            continue
        for variant in entry.variants:
            if key_of(variant.spelling) == key:
                spelled = [f"{label} spelling" for label in variant.labels]
                found += _extract(entry, variant.spelling, spelled)
        forms = [form for form in entry.inflections if key_of(form.spelling) == key]
        found += [each for form in forms for each in _inflection(form, entry)]
        found += [
            _entry(form.spelling, form.pos, [sense(f"derived form of {entry.headword}", ())])
            for form in entry.run_ons
            if key_of(form.spelling) == key
        ]
    return records(found) if found else None


def _hom(block: Tag, headword: str, labels: Sequence[str], where: str) -> Hom:
    groups = (_within(group, "pos") for group in children(block, "gramGrp"))
    printed = next((text_of(group) for group in groups if group), "")
    pos = _pos(printed)
    inherited = [*labels, *_labels(block), *(mark for mark in _MARKS if mark in printed.casefold())]
    holder = children(block, "sense") or ([block] if children(block, "def", "xr") else [])
    senses = [found for part in holder for found in _senses(part, printed, inherited, where)]
    if senses and not printed and " " not in headword:
        raise ShapeChanged(where, "part of speech (.gramGrp .pos)")
    forms = [
        form
        for part in children(block, "inline", "formTypeInfl", "inflected_forms")
        for form in forms_in(part, headword, pos)
    ]
    return Hom(pos, senses, tuple(dict.fromkeys(forms)))


def _senses(
    part: Tag, printed: str, inherited: Sequence[str], where: str, depth: int = 1
) -> Iterator[Extracted]:
    """Yield the sense in *part*, or those nested in it with its labels."""
    if depth > DEEPEST:
        raise ShapeChanged(where, "senses of a depth that can be read")
    labels = [*inherited, *_labels(part)]
    nested = children(part, "sense")
    for inner in nested:
        yield from _senses(inner, printed, labels, where, depth + 1)
    if nested:
        return
    definition, reference = _within(part, "def"), _within(part, "xr")
    if definition is None and reference is None:
        reference = next((xr for run_on in children(part, "re") for xr in children(run_on, "xr")), None)
    _check(part, definition or reference, where)
    gloss, targets = _definition(definition, reference, printed)
    if definition is not None:
        labels += [text_of(label) for label in definition.find_all(class_="lbl")]
    if any(char.isalnum() for char in gloss):
        yield sense(gloss, labels, targets)


def _check(part: Tag, definition: Tag | None, where: str) -> None:
    """Raise ShapeChanged where words stand before a definition in a class that is not known: they may be labels."""
    for child in children(part):
        if definition is child or definition is part:
            return
        words = text_of(child)
        known = not child.get("class") or has_class(child, *_BEFORE_DEFINITION)
        if not known and any(char.isalpha() for char in words):
            raise ShapeChanged(where, f"class that tells what {words[:40]!r} is, before a definition")


def _within(part: Tag, name: str) -> Tag | None:
    """Return what has the class *name*: *part* itself or the first tag directly in it."""
    return part if has_class(part, name) else next(iter(children(part, name)), None)


def _definition(definition: Tag | None, reference: Tag | None, printed: str) -> tuple[str, list[str]]:
    """Return the definition in words, and what it links to if it refers to another word."""
    opening = f"{printed} " if printed.endswith((" for", " of")) else ""
    if definition is not None and (text := text_of(definition, _is_no_definition)):
        return opening + text, []
    if reference is None:
        return "", []
    links = [reference] if reference.name == "a" else reference.find_all("a")
    targets = [target for link in links if (target := text_of(link, _is_no_reference))]
    told = text_of(reference, _is_no_reference).strip(_ARROWS)
    if opening or [told] != targets:
        return opening + told, targets
    if "plural" in printed.casefold():
        return f"plural of {told}", targets
    return f"See {told}", []


def _is_no_definition(tag: Tag) -> bool:
    """Return whether *tag* stands in a definition, or in a sense that is one, without being part of its words."""
    return tag.name == "sup" or has_class(tag, "tips", "homnum", "sensenum", "cit", "quote", "gramGrp", "lbl")


def _is_no_reference(tag: Tag) -> bool:
    return tag.name == "sup" or has_class(tag, "homnum", "sensenum", "gramGrp") or _has_kind(tag)


def _has_kind(tag: Tag) -> bool:
    """Return whether *tag* is a label of a kind that is reported: register, region, subject."""
    return has_class(tag, "lbl") and has_class(tag, *_LABEL_TYPES)


def _labels(part: Tag) -> list[str]:
    """Return the labels that stand directly in *part*; for a cross-reference, only those that can be told from its words."""
    labels = [label for label in children(part, "lbl") if not has_class(part, "xr") or _has_kind(label)]
    found = [text_of(label).strip(_ARROWS + "()") for label in labels]
    return [label for label in found if label and not _NO_LABEL.match(label)]


def _pos(printed: str) -> str:
    text = printed.casefold()
    if "proper noun" in text:
        return "name"
    if "combining form" in text:
        return "combining_form"
    if "domain name" in text:
        return "symbol"
    words = re.findall(r"[a-z]+", text)
    return next((_POS[word] for word in words if word in _POS), text or "unknown")


def _whole(printed: str, headword: str) -> str:
    """Return an inflection in full: "-plies" of apply is applies. Empty if the ending is ambiguous."""
    ending = printed.lstrip("-–")
    if not ending or not ending[0].isalpha():
        return ""
    if ending != printed or (ending[0] != headword[:1] and len(ending) + 3 < len(headword)):
        at = headword.rfind(ending[0])
        return headword[:at] + ending if at > 0 else ""
    return ending


def _entry(word: str, pos: str | None, senses: list[Extracted]) -> Extracted:
    return {"word": word, "pos": pos or "unknown", "senses": senses}


def _extract(entry: Entry, spelling: str, labels: Sequence[str]) -> Iterator[Extracted]:
    """Yield *entry* under one of its spellings, one part of speech at a time."""
    for hom in entry.homs:
        senses = [{**found, "raw_tags": [*found["raw_tags"], *labels]} for found in hom.senses]
        inflects = spelling == entry.headword and hom.pos in _INFLECTED
        forms = [form for form in (*entry.forms, *hom.forms) if inflects and form.pos in (None, hom.pos)]
        yield {
            **_entry(spelling, hom.pos, senses),
            "forms": [{"form": form.spelling, "tags": [_INFLECTED[hom.pos]]} for form in forms],
            "etymology_text": entry.etymology,
        }


def _inflection(form: Form, entry: Entry) -> Iterator[Extracted]:
    """Yield *form* as an inflection of its entry, in each part of speech that it may be of."""
    for pos in dict.fromkeys(hom.pos for hom in entry.homs if form.pos in (None, hom.pos)):
        if pos in _INFLECTED:
            gloss = f"{_INFLECTED[pos]} of {entry.headword}"
            yield _entry(form.spelling, pos, [sense(gloss, (), [entry.headword])])
