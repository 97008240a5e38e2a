"""Reads a WordNet in the Global WordNet Association's LMF (XML, plain or gzip): Open English WordNet.

One streaming pass keeps the lexical entries (lemma, part of speech, sense → synset, the labels of the sense) and yields them with their
synsets' glosses; the XML tree is never held. An example is of the members that it uses; antonyms are those of the sense, each of which is the
antonym of its own. A label is a domain that a sense or its synset *exemplifies*. A sense names it (British
spelling), a synset points to the synset of the domain (slang), which may come later: such synsets, a hundredth of all, wait until the end.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple
from xml.etree.ElementTree import Element, ParseError, iterparse

from adjudicator.ingest.misprints import once
from adjudicator.ingest.readers.examples import examples_of
from adjudicator.ingest.readers.wordnet import stated_label, without_remarks
from adjudicator.sources.records import RawEntry, RawSense

_POS = {
    "n": "noun",
    "v": "verb",
    "a": "adjective",
    "s": "adjective",
    "r": "adverb",
    "c": "conjunction",
    "p": "preposition",
}


class _Member(NamedTuple):
    """One lexical entry as a member of one synset: what the entry and that sense of it say. *antonyms* are the ids of senses."""

    entry: str
    lemma: str
    pos: str
    forms: tuple[str, ...]
    labels: tuple[str, ...]
    antonyms: tuple[str, ...]
    examples: tuple[str, ...]


class _Synset(NamedTuple):
    """One synset with its members; ``domains`` are the synsets that it exemplifies."""

    gloss: str
    name: bool
    members: list[_Member]
    domains: tuple[str, ...]
    examples: tuple[str, ...]


def read(folder: Path) -> Iterator[RawEntry]:
    """Yield one entry for each sense of each lexical entry; :class:`ValueError` where a file is damaged or cut short."""
    for path in sorted(folder.iterdir()):
        if path.name.endswith((".xml", ".xml.gz")):
            try:
                yield from _read_file(path)
            except (ParseError, EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise ValueError(f"{path.name}: damaged or cut short ({error})") from error


def _open(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


def _read_file(path: Path) -> Iterator[RawEntry]:
    members: dict[str, list[_Member]] = {}
    names: dict[str, str] = {}
    opposites: dict[str, str] = {}
    waiting: list[_Synset] = []
    with _open(path) as stream:
        for _, element in iterparse(stream):
            if element.tag == "LexicalEntry":
                _collect(element, members, opposites)
                element.clear()
            elif element.tag == "Synset":
                synset = _synset(element, members)
                if _targets(element, "SynsetRelation", "is_exemplified_by"):
                    names[element.get("id", "")] = _first_lemma(element, synset.members)
                if synset.domains:
                    waiting.append(synset)
                else:
                    yield from _entries(synset, (), opposites)
                element.clear()
    for synset in waiting:
        domains = tuple(names[domain] for domain in synset.domains if domain in names)
        yield from _entries(synset, domains, opposites)


def _targets(element: Element, kind: str, relation: str) -> tuple[str, ...]:
    """Return the targets of every *relation* of *element*."""
    return tuple(each.get("target", "") for each in element.iter(kind) if each.get("relType") == relation)


def _examples(element: Element) -> tuple[str, ...]:
    """Return the examples of a sense or of a synset, without the quotation marks that some editions have around them."""
    texts = ((example.text or "").strip().strip('"“”').strip() for example in element.findall("Example"))
    return tuple(filter(None, texts))


def _collect(entry: Element, members: dict[str, list[_Member]], opposites: dict[str, str]) -> None:
    """Keep *entry* as a member of each of its synsets, and among the *opposites*, by the id of the sense, where it has an antonym."""
    lemma = entry.find("Lemma")
    if lemma is None:
        return
    written, pos = lemma.get("writtenForm", ""), _POS.get(lemma.get("partOfSpeech", ""), "noun")
    forms = tuple(form.get("writtenForm", "") for form in entry.iter("Form"))
    for sense in entry.iter("Sense"):
        labels = tuple(
            target.removeprefix("oewn-").partition("__")[0].replace("_", " ")
            for target in _targets(sense, "SenseRelation", "exemplifies")
        )
        antonyms = _targets(sense, "SenseRelation", "antonym")
        if antonyms:
            opposites[sense.get("id", "")] = written
        member = _Member(entry.get("id", ""), written, pos, forms, labels, antonyms, _examples(sense))
        members.setdefault(sense.get("synset", ""), []).append(member)


def _synset(element: Element, members: dict[str, list[_Member]]) -> _Synset:
    definition = element.find("Definition")
    return _Synset(
        gloss=(definition.text or "").strip() if definition is not None else "",
        name=bool(_targets(element, "SynsetRelation", "instance_hypernym")),
        members=members.pop(element.get("id", ""), []),
        domains=_targets(element, "SynsetRelation", "exemplifies"),
        examples=_examples(element),
    )


def _first_lemma(element: Element, members: list[_Member]) -> str:
    """Return the lemma of the member that the synset names first."""
    first = element.get("members", "").partition(" ")[0]
    return next((member.lemma for member in members if member.entry == first), "")


def _entries(synset: _Synset, domains: tuple[str, ...], opposites: dict[str, str]) -> Iterator[RawEntry]:
    stated = stated_label(synset.gloss)
    for _, lemma, pos, forms, labels, targets, own in synset.members:
        labels += (*domains, *((stated,) if stated else ()))
        others = tuple(dict.fromkeys(other.lemma for other in synset.members if other.lemma != lemma))
        antonyms = tuple(dict.fromkeys(opposites[target] for target in targets if target in opposites))
        texts = (*own, *synset.examples)
        examples = examples_of(texts, lemma, pos, {lemma: forms}) if texts else ()
        sense = RawSense(
            once(without_remarks(synset.gloss)),
            labels,
            others,
            synset.name,
            antonyms=antonyms,
            examples=examples,
        )
        yield RawEntry(lemma, pos, (sense,), forms=forms)
