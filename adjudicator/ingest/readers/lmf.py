"""Reads a WordNet in the Global WordNet Association's LMF (XML, plain or gzip): Open English WordNet.

One streaming pass keeps the lexical entries (lemma, part of speech, sense → synset, spelling-region tags), a second yields
them with their synsets' glosses; the XML tree is never held.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from xml.etree.ElementTree import Element, ParseError, iterparse

from adjudicator.ingest.records import RawEntry, RawSense

_POS = {
    "n": "noun",
    "v": "verb",
    "a": "adjective",
    "s": "adjective",
    "r": "adverb",
    "c": "conjunction",
    "p": "preposition",
}
_SPELLING_TAGS = {"american_spelling": "american spelling", "british_spelling": "british spelling"}


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
    members: dict[str, list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]] = {}
    with _open(path) as stream:
        for _, element in iterparse(stream):
            if element.tag == "LexicalEntry":
                _collect(element, members)
                element.clear()
            elif element.tag == "Synset":
                yield from _entries(element, members)
                element.clear()


def _collect(
    entry: Element, members: dict[str, list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]]
) -> None:
    lemma = entry.find("Lemma")
    if lemma is None:
        return
    written, pos = lemma.get("writtenForm", ""), _POS.get(lemma.get("partOfSpeech", ""), "noun")
    forms = tuple(form.get("writtenForm", "") for form in entry.iter("Form"))
    for sense in entry.iter("Sense"):
        labels = []
        for relation in sense.iter("SenseRelation"):
            if relation.get("relType") == "exemplifies":
                domain = relation.get("target", "").removeprefix("oewn-").partition("__")[0]
                labels.append(_SPELLING_TAGS.get(domain, domain.replace("_", " ")))
        members.setdefault(sense.get("synset", ""), []).append((written, pos, forms, tuple(labels)))


def _entries(
    synset: Element, members: dict[str, list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]]
) -> Iterator[RawEntry]:
    definition = synset.find("Definition")
    gloss = (definition.text or "").strip() if definition is not None else ""
    name = any(relation.get("relType") == "instance_hypernym" for relation in synset.iter("SynsetRelation"))
    lemmas = members.pop(synset.get("id", ""), [])
    for written, pos, forms, labels in lemmas:
        others = tuple(dict.fromkeys(other for other, *_ in lemmas if other != written))
        yield RawEntry(written, pos, (RawSense(gloss, labels, others, name),), forms=forms)
