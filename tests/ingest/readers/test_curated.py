"""The reader of the project's own words in ``config/``."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import ConfigError
from adjudicator.ingest.readers.curated import read
from adjudicator.sources.records import RawContraction, RawEntry, RawListing, RawSense

SHIPPED = Path(__file__).parents[3] / "config"


def test_a_gloss_is_an_entry_with_its_labels(tmp_path: Path) -> None:
    """A line of glosses.toml is one entry of the section's part of speech, its label split at commas."""
    (tmp_path / "glosses.toml").write_text(
        '[verb]\nblorp = { gloss = "to make a noise", label = "informal, british", why = "new" }\n',
        encoding="utf-8",
    )
    assert list(read(tmp_path)) == [
        RawEntry("blorp", "verb", (RawSense("to make a noise", ("informal", "british")),))
    ]


def test_a_gloss_may_be_of_a_name(tmp_path: Path) -> None:
    """``name = true`` says that the word is a name."""
    (tmp_path / "glosses.toml").write_text(
        '[noun]\nBlorpton = { gloss = "a town", name = true, why = "x" }\n', encoding="utf-8"
    )
    assert list(read(tmp_path)) == [RawEntry("Blorpton", "noun", (RawSense("a town", name=True),))]


def test_abbreviations_are_entries_and_lexicalised_words_listings(tmp_path: Path) -> None:
    """An abbreviation's full form is gloss and expansion; a lexicalised word, and its forms, leave their
    definition to dictionaries.
    """
    (tmp_path / "abbreviations.toml").write_text(
        '[initialism]\nBLP = { from = "Blorp Party", proper = true, why = "x" }\n'
        '[contraction]\n"bl\'p" = { from = "blorp", why = "x" }\n',
        encoding="utf-8",
    )
    (tmp_path / "lexicalised.toml").write_text(
        '[clipping]\nblo = { from = "blorp", forms = ["blos"], why = "x" }\n', encoding="utf-8"
    )
    assert list(read(tmp_path)) == [
        RawEntry("BLP", "abbreviation", (RawSense("Blorp Party", name=True, expansion="Blorp Party"),)),
        RawEntry("bl'p", "contraction", (RawSense("blorp", expansion="blorp"),)),
        RawListing("blo", "words", "english", None),
        RawListing("blos", "words", "english", None),
    ]


def test_contractions_are_made_by_rule(tmp_path: Path) -> None:
    """Each word of a class takes each ending of that class; an ending of an unknown class is refused."""
    path = tmp_path / "contractions.toml"
    path.write_text(
        '[class]\nblorps = { words = ["blorp", "zorb"], why = "x" }\n[ending]\n"\'ll" = { full = "will", of = ["blorps"], why = "x" }\n',
        encoding="utf-8",
    )
    assert list(read(tmp_path)) == [
        RawContraction("blorp'll", "blorp will"),
        RawListing("blorp'll", "contractions", "english", None),
        RawContraction("zorb'll", "zorb will"),
        RawListing("zorb'll", "contractions", "english", None),
    ]
    path.write_text('[ending]\n"\'d" = { full = "would", of = ["blurps"], why = "x" }\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="unknown class blurps"):
        list(read(tmp_path))


def test_every_fault_is_reported_at_once(tmp_path: Path) -> None:
    """An unknown section, an unknown key and a missing reason are three faults of one error."""
    (tmp_path / "glosses.toml").write_text(
        '[nuon]\na = { gloss = "x", why = "x" }\n'
        '[noun]\nb = { gloss = "x", why = "x", size = "9" }\nc = { gloss = "x" }\n',
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as caught:
        list(read(tmp_path))
    assert [fault.split(":")[1].strip().split()[0] for fault in caught.value.faults] == [
        "unknown",
        "noun.c.why",
        "noun.b.size",
    ]


def test_the_shipped_files_are_read_without_a_fault() -> None:
    """What is in ``config/`` reads, and every gloss in it has text."""
    glosses = [entry for entry in read(SHIPPED) if isinstance(entry, RawEntry)]
    assert glosses
    assert all(sense.gloss for entry in glosses for sense in entry.senses)
