"""English Wiktionary, asked for one word: its REST definitions, or the page itself.

The REST answer is short, but it leaves things out: it empties the labels of a sense, repeats nested senses as cut at their first
quotation, knows some parts of speech only, and never has an etymology. Where it leaves out what a verdict may hang on, where it answers
in another shape or not at all, and where the site's robots.txt keeps programs from it (Wikimedia's does), the page is read instead. Only
the section English counts: Translingual entries and other languages are left out.

Start at :meth:`Wiktionary.ask`; :func:`from_definitions` and :func:`from_page` are the two readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import msgspec
import orjson
from bs4 import Tag

from adjudicator.core.spelling import key_of
from adjudicator.sources.records import RawEntry, RawForms
from scrapers.client import Client, Page
from scrapers.errors import Forbidden, NotAsked, ShapeChanged, Unreachable
from scrapers.markup import children, has_class, inside, parse, plain, text_of, whole_page
from scrapers.site import Answer, WebSite
from scrapers.wiktextract_tags import Extracted, records, sense

Records = tuple[RawEntry | RawForms, ...]

ADDRESS_VARIABLE = "ADJUDICATOR_WIKTIONARY_URL"
ADDRESS = "https://en.wiktionary.org"
VARIABLES = {
    ADDRESS_VARIABLE: "the address of Wiktionary, for a mirror of your own (default: English Wiktionary's)"
}
"""Variable → what it sets."""
REST = "Wiktionary's list of definitions"
PAGE = "Wiktionary's page"
NO_TITLE = "#<>[]|{}:_"
"""What no title of an entry has: a colon would lead to another namespace or another wiki."""
DEEPEST = 8
"""So deep senses may be nested; real ones are three deep."""
MOST_BRACKETS = 5
"""So many brackets before a definition are taken for labels."""
LONGEST_ETYMOLOGY = 5000
"""Characters of an etymology that are kept; the longest have half of it."""

_POS = {
    "proper noun": "name",
    "adjective": "adj",
    "adverb": "adv",
    "pronoun": "pron",
    "preposition": "prep",
    "postposition": "postp",
    "conjunction": "conj",
    "interjection": "intj",
    "determiner": "det",
    "numeral": "num",
    "number": "num",
    "cardinal number": "num",
    "ordinal number": "num",
    "participle": "verb",
    "abbreviation": "abbrev",
    "idiom": "phrase",
    "prepositional phrase": "prep_phrase",
    "adverbial phrase": "adv_phrase",
    "combining form": "combining_form",
    "punctuation mark": "punct",
    "diacritical mark": "character",
    "noun": "noun",
    "verb": "verb",
    "article": "article",
    "contraction": "contraction",
    "initialism": "initialism",
    "acronym": "acronym",
    "phrase": "phrase",
    "proverb": "proverb",
    "prefix": "prefix",
    "suffix": "suffix",
    "affix": "affix",
    "infix": "infix",
    "interfix": "interfix",
    "circumfix": "circumfix",
    "symbol": "symbol",
    "letter": "letter",
    "particle": "particle",
}
"""The heading of a section → the extractor's part of speech."""

_NOT_GLOSS_TAGS = frozenset({"ol", "ul", "dl", "table", "figure"})
_NOT_GLOSS_CLASSES = (
    "reference",
    "mw-ref",
    "defdate",
    "nyms",
    "maintenance-line",
    "request-box",
    "noprint",
    "previewonly",
    "HQToggle",
    "citation-whole",
    "mw-editsection",
    "error",
)
_LABEL_CLASSES = ("usage-label-sense", "usage-label-term")
_LABEL_BRACKETS = ("ib-brac", "label-brac", "qualifier-brac")
_BRACKETS = re.compile(r"\(([^()]+)\)")
_OPENING_LABEL = re.compile(r"^\(([^()]{2,80})\)[:,]?\s+(?=\S)")
_NUMBER = re.compile(r"\s*\d+$")
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_NO_PAGE = re.compile(
    r"page or revision not found|nonexistent-title|title .{0,300}does not exist", re.IGNORECASE | re.DOTALL
)


class Wiktionary(WebSite):
    """English Wiktionary as a live site."""

    id = "live-wiktionary"
    title = "English Wiktionary, asked live"
    licence = "CC BY-SA 4.0"
    attribution = "Wiktionary's editors"
    url = ADDRESS
    address_variable, usual_address = ADDRESS_VARIABLE, ADDRESS

    def ask(self, word: str, client: Client) -> Answer:
        """Return what it says of *word*, as typed; if that is not there, of the word in lower case. Raises LiveError."""
        if not word.strip(" ./") or any(char in NO_TITLE for char in word):
            raise NotAsked(f"Wiktionary has no page that could be named {word!r}.", "Ask for a plain word.")
        title = quote(word.strip().replace(" ", "_"), safe="")
        page_url = f"{self.address}/wiki/{title}"
        try:
            page = client.get(f"{self.address}/api/rest_v1/page/definition/{title}", hosts=self.hosts)
            found = read_rest(page, word)
        except (ShapeChanged, Unreachable, Forbidden):
            page = client.get(page_url, hosts=self.hosts)
            found = read_page(page, word)
        if found is None and word != word.lower():
            return self.ask(word.lower(), client)._replace(word=word)
        return Answer(word, found is not None, f"{page_url}#English", page.fetched, found or ())


def read_rest(page: Page, word: str) -> Records | None:
    """Return what the REST answer has on *word*; None if it says that there is no such page. Raises ShapeChanged."""
    if page.status == 404 and _says_missing(page.text):
        return None
    if page.status != 200:
        raise ShapeChanged(REST, f"answer but the status {page.status}")
    title = unquote(urlsplit(page.url).path.rpartition("/")[2]).replace("_", " ")
    found = from_definitions(page.text, title)
    return found if key_of(title) == key_of(word) else None


def read_page(page: Page, word: str) -> Records | None:
    """Return what the page has on *word*; None if it says that there is no such entry. Raises ShapeChanged."""
    if page.status not in (200, 404):
        raise ShapeChanged(PAGE, f"answer but the status {page.status}")
    return from_page(page.text, word, missing=page.status == 404)


def from_definitions(text: str, word: str) -> Records:
    """Return what a list of definitions (JSON) has on *word* in English.

    Raises ShapeChanged if it is no such list, or leaves out what the page would say.
    """
    entries = list(_definitions(_sections(text), word))
    if not entries:
        raise ShapeChanged(REST, "English section")
    return records(entries)


def from_page(text: str, word: str, *, missing: bool = False) -> Records | None:
    """Return what a page (HTML) has on *word* in English.

    None where the page says that there is no entry: it is *missing* and says so, has only other languages, or stands for another word that
    the site leads to. Raises ShapeChanged if it is neither that nor an entry.
    """
    tree = whole_page(text, PAGE)
    if missing:
        if tree.find(class_="noarticletext") is None:
            raise ShapeChanged(PAGE, "notice that the entry is missing")
        return None
    title = tree.find(id="firstHeading")
    if not isinstance(title, Tag):
        raise ShapeChanged(PAGE, "title (#firstHeading)")
    headword = text_of(title)
    if key_of(headword) != key_of(word):
        if tree.find(class_="mw-redirectedfrom") is None:
            raise ShapeChanged(PAGE, f"title {word!r}")
        return None
    content = tree.find(class_="mw-parser-output")
    if not isinstance(content, Tag):
        raise ShapeChanged(PAGE, "text of the entry (.mw-parser-output)")
    english = next((heading for heading in content.find_all("h2") if _heading(heading) == "english"), None)
    if english is None:
        if not _only_other_languages(content):
            raise ShapeChanged(PAGE, "section of any language")
        return None
    entries = [entry for entry in _entries(english, headword) if entry["senses"]]
    if not entries:
        raise ShapeChanged(f"{PAGE}, under English,", "definitions below a part of speech")
    return records(entries)


def _says_missing(text: str) -> bool:
    try:
        problem = orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    if not isinstance(problem, dict):
        return False
    told = [problem.get(key) for key in ("detail", "errorKey", "message")]
    return any(isinstance(each, str) and _NO_PAGE.search(each) for each in told)


class _Section(msgspec.Struct):
    """One language and part of speech in a list of definitions."""

    language: str
    partOfSpeech: str
    definitions: list[Any]


def _sections(text: str) -> list[_Section]:
    """Return the sections of a list of definitions, one a language and part of speech."""
    try:
        languages = msgspec.json.decode(text, type=dict[str, list[_Section]])
    except (msgspec.DecodeError, RecursionError) as error:
        raise ShapeChanged(REST, f"sections of languages in JSON ({error})") from error
    if not languages:
        raise ShapeChanged(REST, "languages")
    return [section for group in languages.values() for section in group]


def _definitions(sections: list[_Section], word: str) -> Iterator[Extracted]:
    for section in sections:
        if section.language == "English":
            senses = [found for each in section.definitions if (found := _defined_sense(each))]
            if not senses:
                raise ShapeChanged(REST, "definition in an English section")
            yield _entry(word, section.partOfSpeech, senses)


def _defined_sense(definition: object) -> Extracted | None:
    text = definition.get("definition") if isinstance(definition, dict) else None
    if not isinstance(text, str):
        raise ShapeChanged(REST, "definition in a definition")
    item = parse(f"<li>{text}</li>", REST).li
    if item is None or item.find("ol") is not None:
        raise ShapeChanged(REST, "whole of nested senses")
    if any(not text_of(span) for span in item.find_all("span")):
        raise ShapeChanged(REST, "labels in the places for them")
    return _sense(item, *_labels_and_gloss(item))


def _entry(word: str, heading: str, senses: list[Extracted], etymology: str = "") -> Extracted:
    pos = plain(heading).casefold()
    return {
        "word": word,
        "pos": _POS.get(pos, pos or "unknown"),
        "senses": senses,
        "forms": [],
        "etymology_text": etymology,
    }


def _heading(tag: Tag) -> str:
    """Return what a heading says, in lower case and without its number: "etymology" for "Etymology 2"."""
    text = text_of(tag, lambda part: has_class(part, "mw-editsection", "mw-editsection-like"))
    return _NUMBER.sub("", text).casefold()


def _only_other_languages(content: Tag) -> bool:
    """Return whether entries of other languages are there, under headings, and nothing of English."""
    languages = {headword.get("lang") for headword in content.find_all(class_="headword")}
    headed = content.find("h2") is not None and content.find(id="English") is None
    return headed and bool(languages) and not languages & {"en", None, ""}


def _entries(english: Tag, word: str) -> list[Extracted]:
    """Return the entries between the heading *english* and the next language's, one a part of speech, with or without senses."""
    entries: list[Extracted] = []
    heading = etymology = ""
    labels: list[str] = []
    entry: Extracted | None = None
    seen: set[int] = set()
    for part in english.find_all_next([*_HEADINGS, "p", "ol"]):
        if not isinstance(part, Tag) or id(part) in seen:
            continue
        if part.name == "h2":
            break
        seen.update(id(inner) for inner in part.find_all(["p", "ol"]))
        if part.name in _HEADINGS:
            heading, entry, labels = _heading(part), None, []
            etymology = "" if heading == "etymology" else etymology
        elif heading == "etymology" and part.name == "p":
            etymology = f"{etymology} {text_of(part, _is_not_gloss)}".strip()[:LONGEST_ETYMOLOGY]
        elif part.name == "p" and part.find(class_="headword-line") is not None:
            entry, labels = _entry(word, heading, [], etymology), _term_labels(part)
            entry["forms"] = _forms(part)
            entries.append(entry)
        elif part.name == "ol" and entry is not None:
            entry["senses"] += _senses(part, labels)
        elif part.name == "ol" and heading in _POS:
            raise ShapeChanged(f"{PAGE}, under {heading},", "line of the headword (.headword-line)")
    return entries


def _senses(items: Tag, inherited: list[str], depth: int = 1) -> Iterator[Extracted]:
    """Yield the senses of a list, of a nested list those inside with the labels of what is around them."""
    if depth > DEEPEST:
        raise ShapeChanged(PAGE, "senses of a depth that can be read")
    for item in items.find_all("li", recursive=False):
        labels, gloss = _labels_and_gloss(item)
        labels = inherited + labels
        nested = item.find_all("ol", recursive=False)
        within = [found for each in nested for found in _senses(each, labels, depth + 1)]
        own = None if within else _sense(item, labels, gloss)
        yield from within or ([own] if own else [])


def _sense(item: Tag, labels: list[str], gloss: str) -> Extracted | None:
    """Return the sense that an item of a list defines, or None if it defines nothing."""
    if not any(char.isalnum() for char in gloss):
        return None
    targets = [
        text_of(word)
        for link in item.find_all(class_="form-of-definition-link")
        for word in link.find_all(class_="mention") or [link]
    ]
    return sense(gloss, labels, [target for target in targets if target], _synonyms(item))


def _labels_and_gloss(item: Tag) -> tuple[list[str], str]:
    """Return the labels and the definition of an item, whether its labels are marked as such or only stand in brackets before it."""
    labels, gloss = _labels(item), text_of(item, _is_not_gloss)
    for _ in range(MOST_BRACKETS):
        if match := _OPENING_LABEL.match(gloss):
            labels.append(match[1])
            gloss = gloss[match.end() :]
    return labels, gloss


def _is_not_gloss(tag: Tag) -> bool:
    """Return whether *tag* stands in an item of a list without being part of the definition."""
    if tag.name == "sup" and has_class(tag, "reference", "mw-ref"):
        return True
    return tag.name in _NOT_GLOSS_TAGS or has_class(tag, *_NOT_GLOSS_CLASSES, *_LABEL_CLASSES)


def _labels(item: Tag) -> list[str]:
    """Return the labels of an item of a list, without those of lists inside it."""
    found = [
        text_of(label, lambda part: has_class(part, *_LABEL_BRACKETS))
        for label in inside(item, lambda part: part.name in _NOT_GLOSS_TAGS)
        if has_class(label, *_LABEL_CLASSES)
    ]
    return [label for label in found if label]


def _term_labels(line: Tag) -> list[str]:
    """Return the labels of a whole entry: what stands in brackets beside the headword and its forms."""
    return _BRACKETS.findall(text_of(line, lambda part: has_class(part, "headword-line")))


def _forms(line: Tag) -> list[Extracted]:
    """Return the inflections in a headword line: each bold form with the words before it ("plural")."""
    forms: list[Extracted] = []
    kind: list[str] = []
    qualifiers: list[str] = []
    for part in line.find_all(["i", "b", "span"]):
        words = re.findall(r"[a-z-]+", text_of(part).casefold())
        if part.name == "i" and words not in (["or"], ["and"]):
            kind, qualifiers = words, []
        elif has_class(part, "qualifier-content"):
            qualifiers = words
        elif part.name == "b":
            forms.append({"form": text_of(part), "tags": kind + qualifiers})
            qualifiers = []
    return forms


def _synonyms(item: Tag) -> list[str]:
    return [
        text_of(word)
        for block in children(item)
        if block.name == "dl"
        for group in block.find_all(class_="synonym")
        for word in group.find_all(lang="en")
    ]


SITE = Wiktionary()
