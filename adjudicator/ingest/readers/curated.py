"""Reads the project's own curated words: ``glosses.toml``, the full forms in ``abbreviations.toml``, and ``lexicalised.toml``.

A lexicalised word is a listing: it makes the word a word, and leaves its definition to the dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.ingest.curated import curated, facts_in, sections_of
from adjudicator.sources.records import POS, RawEntry, RawListing, RawSense

FILES = ("glosses.toml", "abbreviations.toml", "lexicalised.toml")


def read(folder: Path) -> Iterator[RawEntry | RawListing]:
    """Yield an entry for each curated gloss and abbreviation in the configuration *folder*, a listing for each lexicalised word."""
    with curated(folder / FILES[0]) as fields:
        for pos, word, line in sections_of(fields, POS):
            line.text("beside", "")  # for the check that it contradicts no abbreviation
            labels = tuple(label.strip() for label in line.text("label", "").split(",") if label.strip())
            yield RawEntry(word, pos, (RawSense(line.text("gloss"), labels, (), line.switch("name")),))
    for word, fact in facts_in(folder / FILES[1]).items():
        pos = "contraction" if fact.type == "contraction" else "abbreviation"
        yield RawEntry(word, pos, (RawSense(fact.expansion, (), (), fact.proper, fact.expansion),))
    for word, fact in facts_in(folder / FILES[2]).items():
        for form in (word, *fact.forms):
            yield RawListing(form, "words", "english", None)
