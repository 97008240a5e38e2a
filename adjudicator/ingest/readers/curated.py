"""Reads the project's own curated words: ``glosses.toml``, the full forms in ``abbreviations.toml``, ``lexicalised.toml``, and ``contractions.toml``.

A lexicalised word is a listing: it makes the word a word, and leaves its definition to the dictionaries. So is a contraction that is made by rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.ingest.curated import contractions_in, curated, facts_in, sections_of
from adjudicator.sources.records import POS, RawContraction, RawEntry, RawListing, RawSense

FILES = ("glosses.toml", "abbreviations.toml", "lexicalised.toml", "contractions.toml")


def read(folder: Path) -> Iterator[RawEntry | RawListing | RawContraction]:
    """Yield an entry for each curated gloss and abbreviation in the configuration *folder*, a listing for each lexicalised word and contraction."""
    with curated(folder / FILES[0]) as fields:
        for pos, word, line in sections_of(fields, POS):
            line.text("beside", "")  # for the check that it contradicts no abbreviation
            line.switch("inflects")  # for whoever makes the forms
            labels = tuple(label.strip() for label in line.text("label", "").split(",") if label.strip())
            sense = RawSense(line.text("gloss"), labels, (), line.switch("name"))
            yield RawEntry(word, pos, (sense,), forms=line.texts("forms"))
    for word, fact in facts_in(folder / FILES[1]).items():
        pos = "contraction" if fact.type == "contraction" else "abbreviation"
        yield RawEntry(word, pos, (RawSense(fact.expansion, (), (), fact.proper, fact.expansion),))
    for word, fact in facts_in(folder / FILES[2]).items():
        for form in (word, *fact.forms):
            yield RawListing(form, "words", "english", None)
    for contraction, full in contractions_in(folder / FILES[3]):
        yield RawContraction(contraction, full)
        yield RawListing(contraction, "contractions", "english", None)
