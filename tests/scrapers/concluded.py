"""What the build concludes: from the facts in the words of the extractor of Wiktionary, and from what a site's reader made of its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from adjudicator.core.model import Facts, Reading
from adjudicator.core.spelling import key_of
from adjudicator.ingest.build import BuiltSource, build
from adjudicator.lexicon.reader import Lexicon
from adjudicator.sources.model import READERS
from adjudicator.sources.records import RawEntry, RawForms
from tests.conftest import ABOUT
from tests.scrapers.words import ETYMOLOGIES, FORMS, SINGLE, Line

Record = RawEntry | RawForms
SOURCE = "live-site"

OPENINGS = {
    "Initialism of": "initialism abbreviation alt-of",
    "Acronym of": "acronym abbreviation alt-of",
    "acronym for": "acronym abbreviation alt-of",
    "Contraction of": "contraction abbreviation alt-of",
    "contraction of": "contraction abbreviation alt-of",
    "Clipping of": "clipping abbreviation alt-of",
    "Abbreviation of": "abbreviation alt-of",
    "abbreviation for": "abbreviation alt-of",
    "Short for": "abbreviation alt-of",
    "short for": "abbreviation alt-of",
    "plural of": "plural form-of",
    "the plural of": "plural form-of",
    "an archaic plural of": "archaic plural form-of",
    "simple past of": "past form-of",
    "the past tense of": "past form-of",
    "the past participle of": "past participle form-of",
    "third-person singular simple present indicative of": "form-of indicative present singular third-person",
    "present participle and gerund of": "form-of gerund participle present",
    "comparative form of": "comparative form-of",
    "the comparative of": "comparative form-of",
    "Obsolete spelling of": "alt-of obsolete",
    "an obsolete spelling of": "alt-of obsolete",
    "an archaic word for": "alt-of archaic",
    "Eye dialect spelling of": "alt-of eye-dialect",
}
"""How a definition opens → the tags that the extractor gives it."""
SPEECH = {
    "Proper noun": "name", "Adjective": "adj", "adjective": "adj", "Adverb": "adv", "adverb": "adv", "Interjection": "intj",
    "interjection": "intj", "Pronoun": "pron", "pronoun": "pron", "abbreviation for": "abbrev", "acronym for": "acronym",
    "contraction of": "contraction", "symbol for": "symbol", "combining form": "combining_form",
}  # fmt: skip
"""A part of speech as printed → as the extractor names it, where that is not the same in lower case."""
HEDGES = re.compile(r"^(?:now |chiefly )+")
MARKS = ("abbreviation", "acronym", "symbol")


def extracted(lines: Iterable[Line], *, bare: bool = False) -> Iterator[dict[str, Any]]:
    """The facts of a table as the extractor writes them; *bare* leaves out etymologies and forms."""
    for (word, pos), senses in groupby(lines, key=lambda line: (line.word, line.pos)):
        yield {
            "word": word,
            "lang": "English",
            "lang_code": "en",
            "pos": SPEECH.get(pos, pos.lower()),
            "senses": [_sense(line) for line in senses],
            "etymology_text": "" if bare else ETYMOLOGIES.get(word, ""),
            "forms": [
                {"form": form, "tags": kind.split()} for kind, form in FORMS.get(word, {}).items() if not bare
            ],
        }


def _sense(line: Line) -> dict[str, Any]:
    printed = line.pos.endswith((" for", " of"))
    gloss = f"{line.pos} {line.gloss}" if printed else line.gloss
    words = [word for label in line.labels for word in re.split(r" or | and ", HEDGES.sub("", label))]
    raw_tags = [word for word in words if "-" in word]
    tags = [word.replace(" ", "-") for word in words if word not in raw_tags]
    opening = next((text for text in OPENINGS if gloss.startswith(f"{text} ")), "")
    tags += OPENINGS.get(opening, "").split()
    tags += [mark for mark in MARKS if printed and line.pos.startswith(mark)]
    target = line.link or (line.gloss if printed and opening else "")
    link = "form_of" if "form-of" in tags else "alt_of"
    links = [{"word": target}] if opening and target else []
    return {"glosses": [gloss], "tags": tags, "raw_tags": raw_tags, link: links}


class Seen(NamedTuple):
    """One reading of a word, without what it is called by."""

    facts: Facts
    headword: str
    display: str
    gloss: str | None
    expansion: str | None


class Concluded:
    """A lexicon built of one source beside a small word list."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def readings(self, word: str) -> list[Seen]:
        """What the source has on *word*; the word list's own readings are left out."""
        return [_seen(reading) for reading in self._read(word)]

    def conclusions(self, word: str) -> list[str]:
        return [conclusion(reading) for reading in self._read(word)]

    def _read(self, word: str) -> list[Reading]:
        readings = self._lexicon.evidence(key_of(word)).readings
        return [reading for reading in readings if reading.facts.source == SOURCE and reading.display == word]


def _seen(reading: Reading) -> Seen:
    return Seen(reading.facts, reading.headword, reading.display, reading.gloss, reading.expansion)


def conclusion(reading: Reading) -> str:
    """What was concluded of one reading, in a few words."""
    facts = reading.facts
    if facts.relation == "inflection":
        return f"of {reading.headword}"
    told = [facts.abbreviation, *(name for name in ("marked", "lexicalised", "proper", "affix", "punctuated", "spaced") if getattr(facts, name))]  # fmt: skip
    return " ".join(each for each in (*told, *facts.labels) if each) or "-"


def from_facts(folder: Path, entries: Iterable[Mapping[str, Any]]) -> Concluded:
    """What the build concludes from entries that the extractor would write, read by the reader of its dumps."""
    folder.mkdir(parents=True)
    source = folder / "source"
    source.mkdir()
    text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
    (source / "entries.jsonl").write_text(text, encoding="utf-8")
    return _built(folder, "wiktextract", source)


def from_records(folder: Path, records: Sequence[Record]) -> Concluded:
    """What the build concludes from records as they are."""
    folder.mkdir(parents=True)
    source = folder / "source"
    source.mkdir()
    (source / "records.json").write_bytes(msgspec.json.encode(_sorted(records)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(READERS, "tests-records", "tests.scrapers.concluded:read_records")
        return _built(folder, "tests-records", source)


def _sorted(records: Sequence[Record]) -> tuple[list[RawEntry], list[RawForms]]:
    entries = [record for record in records if isinstance(record, RawEntry)]
    return entries, [record for record in records if isinstance(record, RawForms)]


def read_records(folder: Path) -> Iterator[Record]:
    """The reader of what :func:`from_records` wrote."""
    kind = tuple[list[RawEntry], list[RawForms]]
    entries, forms = msgspec.json.decode((folder / "records.json").read_bytes(), type=kind)
    yield from entries
    yield from forms


def _built(folder: Path, reader: str, source: Path) -> Concluded:
    scowl = folder / "scowl"
    scowl.mkdir()
    (scowl / "english-words.10").write_text("\n".join(SINGLE) + "\n")
    sources = [
        BuiltSource(SOURCE, reader, source, {**ABOUT, "digest": "sha256:0"}),
        BuiltSource("scowl", "scowl", scowl, {**ABOUT, "digest": "sha256:0"}),
    ]
    built = build(sources, folder / "lexicon.sqlite", lambda *_: None)
    return Concluded(Lexicon(built.path))
