"""What is concluded of one sense beyond names and abbreviations: its spelling's region, and definitions that only name another word."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.model import FIRST, FIRST_IN_BRITAIN, FORM, LESSER
from adjudicator.errors import ConfigError
from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.classify.senses import AMERICAN, classify
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.curated import CuratedFact
from adjudicator.ingest.merge import merge_senses
from adjudicator.ingest.stage import StagedEntry
from adjudicator.resources import config_dir
from adjudicator.sources.records import RawSense

LINES = """
[noun]
blorp = { british = "blorpe", gloss = ["wheel"], why = "what is round a wheel" }
zorb = { british = "zorbe", but = ["computer"], why = "all but the computer's" }
[verb]
blorp = { british = "blorpe", why = "the verb" }
"""


@pytest.fixture
def labels(tmp_path: Path) -> Labels:
    (tmp_path / "labels.toml").write_text("", encoding="utf-8")
    return Labels(tmp_path / "labels.toml")


@pytest.fixture
def curated(tmp_path: Path) -> World:
    (tmp_path / "senses.toml").write_text(LINES, encoding="utf-8")
    return World(tmp_path)


def _labels(world: World, labels: Labels, key: str, pos: str, gloss: str) -> tuple[str, ...]:
    entry = StagedEntry("wordnet", key, key, pos, True, "", (), (), (RawSense(gloss),))
    _, (sense,) = classify(entry, world, labels)
    return sense.facts.labels


@pytest.mark.parametrize(
    ("key", "pos", "gloss", "american"),
    [
        ("blorp", "noun", "hoop that covers a wheel", True),
        ("blorp", "noun", "a part (wheel or hoop)", True),
        ("blorp", "noun", "a cartwheel", False),
        ("blorp", "noun", "a noise", False),
        ("blorp", "verb", "make a noise", True),
        ("blorp", "adjective", "like a wheel", False),
        ("zorb", "noun", "a plan", True),
        ("zorb", "noun", "what a computer does", False),
    ],
)
def test_a_sense_whose_spelling_is_american(
    curated: World, labels: Labels, key: str, pos: str, gloss: str, american: bool
) -> None:
    """A line means the senses in whose definitions one of its words begins a word, or all but those with another."""
    assert (AMERICAN in _labels(curated, labels, key, pos, gloss)) is american


def test_regular_forms_have_the_counterpart_that_fits(curated: World) -> None:
    """A form has the form of the British spelling; one that is spelled alike (programming) has none, and is of no region."""
    assert curated.counterparts_of_senses["blorps"] == "blorpes"
    assert {"blorped", "blorping"} <= curated.alike
    assert not curated.alike & curated.counterparts_of_senses.keys()


def test_the_shipped_lines_hold_together() -> None:
    """Each word has a British spelling of its own, and says of which of its senses, or of which not, unless it is all of a part of speech."""
    for (word, _), senses in World(config_dir()).american_senses.items():
        assert senses.counterparts[word] != word
        assert not (senses.glosses and senses.exceptions)


def test_a_faulty_line_is_refused(tmp_path: Path) -> None:
    """A part of speech that is none, and a line without the British spelling."""
    (tmp_path / "senses.toml").write_text(
        '[thing]\nblorp = { british = "blorpe", why = "so" }\n[noun]\nzorb = { why = "so" }\n',
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as refused:
        World(tmp_path)
    assert len(refused.value.faults) == 2


@pytest.mark.parametrize(
    ("gloss", "form"),
    [
        ("a form of Zorb.", True),
        ("pl. of Mouse.", True),
        ("a form of Wend; -- now obsolete except as the imperfect of go. See Go.", True),
        ("imp. of Zorb, v. t.", True),
        ("superl. of Bad. Bad in the highest degree.", False),
        ("a form of speech", False),
        ("a kind of zorb", False),
    ],
)
def test_a_definition_that_only_says_of_what_it_is_a_form(
    world: World, labels: Labels, gloss: str, form: bool
) -> None:
    """It is shown last where a table of inflections says so, too, and is a definition like another where none does."""
    assert FORM not in _labels(world, labels, "zarb", "verb", gloss)
    world.inflected = frozenset({"zarb"})
    assert (FORM in _labels(world, labels, "zarb", "verb", gloss)) is form


@pytest.mark.parametrize(
    ("pos", "gloss", "label"),
    [
        ("noun", "a knitted garment", FIRST_IN_BRITAIN),
        ("noun", "who jumps", None),
        ("verb", "whatever it is", FIRST),
        ("adjective", "a knitted garment", None),
    ],
)
def test_the_sense_that_is_shown_first(
    tmp_path: Path, labels: Labels, pos: str, gloss: str, label: str | None
) -> None:
    """A line of preferred.toml means the senses of its part of speech in whose definition one of its words begins a word, or all."""
    (tmp_path / "preferred.toml").write_text(
        '[noun]\nzorb = { gloss = ["garment"], british = true, why = "x" }\n[verb]\nzorb = { why = "x" }\n'
    )
    assert _labels(World(tmp_path), labels, "zorb", pos, gloss) == ((label,) if label else ())


def test_a_lesser_headword_is_marked_in_its_part_of_speech(world: World, labels: Labels) -> None:
    """Only the headword, as that part of speech, that is less in use than a word of which it is a form; never an own gloss."""
    world.lesser = {("zorb", "noun")}
    assert _labels(world, labels, "zorb", "noun", "a herb") == (LESSER,)
    assert _labels(world, labels, "zorb", "verb", "to saw") == ()


@pytest.mark.parametrize("gloss", ["a full form", ""])
def test_what_is_entered_as_an_abbreviation_is_marked(world: World, labels: Labels, gloss: str) -> None:
    """A sense whose part of speech is abbreviation is one, whether anything else says so or not."""
    entry = StagedEntry("wiktionary", "zrb", "zrb", "abbreviation", True, "", (), (), (RawSense(gloss),))
    _, (sense,) = classify(entry, world, labels)
    assert sense.facts.marked
    assert sense.facts.abbreviation is not None


NOUN = StagedEntry("wordnet", "zod", "zod", "noun", True, "", (), (), (RawSense("turf"),))


@pytest.mark.parametrize(
    ("others", "noun", "verb"),
    [
        ([], True, None),
        ([NOUN._replace(pos="verb")], True, True),  # blog: a noun and its verb
        ([NOUN._replace(senses=NOUN.senses * 2), NOUN._replace(pos="verb")], False, False),  # to sod
        (
            [NOUN._replace(case_known=False), NOUN._replace(pos="verb", case_known=False)],
            False,
            False,
        ),  # two words, each with its verb
    ],
)
def test_the_only_sense_of_a_lexicalised_word(
    world: World, labels: Labels, others: list[StagedEntry], noun: bool, verb: bool | None
) -> None:
    """A sense that does not tell the full form has the curated flags where no other word of that spelling can be meant."""
    world.lexicalised["zod"] = CuratedFact("clipping", "zodomite", "a noun")
    first = others[0] if others and not noun else NOUN
    entries = [first, *[each for each in others if each.pos == "verb"]]
    found = {e.pos: classify(e, world, labels)[1][0].facts.lexicalised for e in merge_senses(iter(entries))}
    assert found.get("noun") is noun
    assert found.get("verb") is verb


def test_a_curated_form_of_a_lexicalised_word_has_its_flags(world: World, labels: Labels) -> None:
    """vaxxed, with a gloss of its own, is a form that the line of vax names."""
    world.forms_of_lexicalised["zodded"] = CuratedFact("clipping", "zodomite", "a noun")
    entry = NOUN._replace(headword="zodded", key="zodded", source="curated")
    _, (sense,) = classify(entry, world, labels)
    assert (sense.facts.abbreviation, sense.facts.lexicalised) == ("clipping", True)


@pytest.mark.parametrize(("source", "pos"), [("gcide", None), ("wordnet", "noun")])
def test_a_part_of_speech_in_print_is_not_said_against_the_text(
    world: World, labels: Labels, source: str, pos: str | None
) -> None:
    """Where the text of an old dictionary is an adjective's, the sense is no noun's; a dictionary of concepts writes so."""
    entry = StagedEntry(
        source, "zorb", "zorb", "noun", True, "", (), (), (RawSense("Having a tendency to zorb"),)
    )
    _, (sense,) = classify(entry, world, labels)
    assert sense.facts.pos == pos
