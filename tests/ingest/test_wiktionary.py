"""Bulk Wiktionary word by word: what a lexicon says with it alone, with it beside the ordinary sources, and that it makes no right verdict wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from adjudicator.core.model import ALONE, Verdict
from adjudicator.ingest.build import BuiltSource, build
from adjudicator.ingest.readers.wiktextract import read
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import config_dir
from adjudicator.sources.records import POS, RawEntry
from tests.conftest import ABOUT
from tests.ingest.wiktionary_pages import LEGAL, WORDS, Word, lines, write_ordinary

Lexicons = Mapping[str, Adjudicator]
ORDINARY = ("scowl", "wordnet", "cmudict", "contractions")
BESIDE = {"beside": "ordinary", "beside, nothing curated": "ordinary, nothing curated"}
"""The lexicons with Wiktionary beside ordinary sources → the same without it."""
IDS = [word.word for word in WORDS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of all sources, and a configuration of labels alone."""
    made = tmp_path_factory.mktemp("wiktionary")
    write_ordinary(made)
    (made / "wiktionary").mkdir()
    (made / "wiktionary" / "a.jsonl").write_text(lines(), encoding="utf-8")
    (made / "bare").mkdir()
    shutil.copy(config_dir() / "labels.toml", made / "bare")
    return made


@pytest.fixture(scope="module")
def lexicons(folder: Path) -> Iterator[Lexicons]:
    ordinary = [source(folder, name) for name in ORDINARY]
    curated = source(folder, "curated", config_dir())
    wiktionary = BuiltSource("wiktionary", "wiktextract", folder / "wiktionary", {**ABOUT, "digest": "sha256:1"})  # fmt: skip
    bare = folder / "bare"
    recipes = {
        "alone": ([wiktionary], bare),
        "ordinary": ([curated, *ordinary], config_dir()),
        "beside": ([curated, *ordinary, wiktionary], config_dir()),
        "ordinary, nothing curated": (ordinary, bare),
        "beside, nothing curated": ([*ordinary, wiktionary], bare),
    }
    opened = {}
    for name, (sources, config) in recipes.items():
        target = folder / name / "lexicon.sqlite"
        build(sources, target, lambda *_: None, config=config)
        opened[name] = Adjudicator(target)
    yield opened
    for each in opened.values():
        each.close()


def source(folder: Path, name: str, files: Path | None = None) -> BuiltSource:
    return BuiltSource(name, name, files or folder / name, {**ABOUT, "digest": "sha256:1"})


def verdict(lexicon: Adjudicator, word: str) -> Verdict:
    return lexicon.verdict(word, "boggle" if sum(char.isalpha() for char in word) > 2 else "open")


def test_there_are_enough_words(folder: Path) -> None:
    """The table has no word twice, and what is read of it is of known parts of speech."""
    assert len(WORDS) >= 120 and len(set(IDS)) == len(IDS)
    entries = [record for record in read(folder / "wiktionary") if isinstance(record, RawEntry)]
    assert {entry.pos for entry in entries} - {None} <= set(POS)


@pytest.mark.parametrize("word", WORDS, ids=IDS)
def test_a_word_is_judged_as_a_person_expects(lexicons: Lexicons, word: Word) -> None:
    """With Wiktionary alone and with it beside the ordinary sources, for the reason that a person would give."""
    assert verdict(lexicons["alone"], word.word).decisive.code == (word.alone or word.code)
    assert verdict(lexicons["beside"], word.word).decisive.code == word.code


@pytest.mark.parametrize("word", WORDS, ids=IDS)
@pytest.mark.parametrize("beside", BESIDE)
def test_no_right_verdict_turns_wrong(lexicons: Lexicons, word: Word, beside: str) -> None:
    """What the ordinary sources judge rightly, they judge so with Wiktionary beside them, whether anything is curated or not."""
    right = word.code == LEGAL
    if verdict(lexicons[BESIDE[beside]], word.word).legal == right:
        assert verdict(lexicons[beside], word.word).legal == right


# What a verdict says


@pytest.mark.parametrize(
    ("word", "british"),
    [
        ("color", "colour"), ("colors", "colours"), ("favor", "favour"), ("centered", "centred"), ("theater", "theatre"),
        ("traveler", "traveller"), ("analyze", "analyse"), ("plow", "plough"),
    ],
)  # fmt: skip
def test_the_british_word_is_named(lexicons: Lexicons, word: str, british: str) -> None:
    """By Wiktionary alone: the spelling that the American one is of, and the form of it."""
    assert f"the British word is {british} " in verdict(lexicons["alone"], word).decisive.reason


@pytest.mark.parametrize(("word", "british"), [("tire", "tyre"), ("tires", "tyres"), ("gray", "grey"), ("meter", "metre"), ("check", "cheque")])  # fmt: skip
def test_an_american_sense_leaves_the_others(lexicons: Lexicons, word: str, british: str) -> None:
    """The word is legal by another sense, and the finding on this one names what is written in Britain."""
    found = verdict(lexicons["alone"], word)
    assert found.legal
    assert any(each.code == "american-spelling" and british in each.reason for each in found.findings)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("queue", "A line of people who wait."), ("went", "To move from a place to another."), ("cantle", "The raised back of a saddle."),
        ("gotten", "To come to have."), ("gray", "The unit of absorbed radiation."), ("internet", "A network of networks."),
    ],
)  # fmt: skip
def test_the_sense_that_is_shown_is_in_use(lexicons: Lexicons, word: str, shown: str) -> None:
    """No obsolete sense, no pointer to another spelling and no archaic form is shown where there is a definition."""
    reading = verdict(lexicons["alone"], word).decisive.reading
    assert reading and reading.gloss == shown


@pytest.mark.parametrize(
    ("word", "type", "full"),
    [
        ("taser", "acronym", "Tom A. Swift's electric rifle"),
        ("scuba", "acronym", "self-contained underwater breathing apparatus"),
        ("laser", "acronym", "light amplification by stimulated emission of radiation"),
        ("radar", "acronym", "radio detection and ranging"),
        ("flu", "clipping", "influenza"),
        ("blog", "clipping", "weblog"),
        ("bus", "clipping", "omnibus"),
        ("mob", "clipping", "Latin mobile vulgus"),
        ("govt", "clipping", "government"),
        ("mph", "initialism", "miles per hour"),
    ],
)
def test_the_origin_comes_from_the_etymology(lexicons: Lexicons, word: str, type: str, full: str) -> None:
    """An acronym or a clipping says what it is short for, also where it became a word."""
    reading = verdict(lexicons["alone"], word).decisive.reading
    assert reading and (reading.facts.abbreviation, reading.expansion) == (type, full)
    assert reading.facts.lexicalised == (type == "acronym")


@pytest.mark.parametrize(
    "word", ["wuz", "enuff", "noone", "faucon", "magyckal", "quomodocunquize", "bringeth"]
)
def test_what_wiktionary_alone_has_is_not_settled(lexicons: Lexicons, word: str) -> None:
    """A spelling of speech or of old, and a word made up once, are open to a vote, and it says which dictionary has them."""
    found = verdict(lexicons["beside"], word)
    assert (found.legal, found.certainty) == (False, "disputable")
    assert "one witness too few" in found.decisive.reason and found.dispute
    assert any(each.reading and ALONE in each.reading.facts.inferred for each in found.findings)


def test_a_listed_word_needs_no_other_witness(lexicons: Lexicons) -> None:
    """An archaic or nonstandard form that a list has is legal, and settled."""
    for word in ("sez", "holpen", "brung", "synonyme", "octopi"):
        found = verdict(lexicons["beside"], word)
        assert (found.legal, found.certainty) == (True, "settled"), word


def test_a_word_that_only_wiktionary_has_is_disputable(lexicons: Lexicons) -> None:
    """It is legal by its definition, and says that one dictionary alone has it."""
    found = verdict(lexicons["beside"], "snuba")
    assert (found.legal, found.certainty) == (True, "disputable")


@pytest.mark.parametrize(("word", "certainty"), [("London", "settled"), ("oslo", "disputable"), ("herculean", "disputable")])  # fmt: skip
def test_a_name_in_lower_case_is_inferred(lexicons: Lexicons, word: str, certainty: str) -> None:
    """The page of a name declares it; a page that only points to the capital is taken for one."""
    assert verdict(lexicons["alone"], word).certainty == certainty


def test_a_pointer_explains_no_other_word(lexicons: Lexicons) -> None:
    """What is only another spelling (dogs-body) is no base, and says nothing of how a word is written."""
    found = verdict(lexicons["beside"], "dogsbody")
    assert found.legal and found.decisive.reading and found.decisive.reading.facts.kind == "listing"
