"""Which senses are abbreviations, of which type, and whether marked: rule by rule."""

from __future__ import annotations

import pytest

from adjudicator.ingest.classify.abbreviation import (
    decide,
    spoken_type,
)
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.curated import CuratedFact
from adjudicator.ingest.readers.wiktextract import records_of
from adjudicator.sources.records import RawEntry, RawSense

PLAIN = RawSense("a thing of no account")
SCUBA = CuratedFact("acronym", "self-contained underwater breathing apparatus", "lower-case mass noun")


def rule_of(display: str, sense: RawSense, world: World, etymology: str = "") -> str | None:
    found = decide(display, sense, etymology, world)
    return found.rule if found else None


def test_an_ordinary_word_is_no_abbreviation(world: World) -> None:
    """A lower-case word of which nothing is stated matches no rule."""
    assert decide("table", PLAIN, "from Latin tabula", world) is None


# curated


@pytest.mark.parametrize("gloss", ["Zorb", "zorb"])
def test_a_short_full_form_is_the_sense(world: World, gloss: str) -> None:
    """jul, for July: a full form of four letters is known by being all of the gloss."""
    world.abbreviations["zrb"] = CuratedFact("clipping", "Zorb", "written abbreviation")
    assert rule_of("zrb", RawSense(gloss), world) == "curated-abbreviation"
    assert rule_of("zrb", RawSense(f"a thing that is no {gloss}"), world) is None


def test_a_curated_abbreviation_may_be_short_for_something_else(world: World) -> None:
    """SOB, short for breathlessness: a synonym with these initials is the full form of its sense."""
    world.abbreviations["BLP"] = CuratedFact("initialism", "Big Loud Pulse", "said letter by letter")
    for synonyms, full in (((), "Big Loud Pulse"), (("blue light plan",), "blue light plan")):
        found = decide("BLP", RawSense("a thing", synonyms=synonyms), "", world)
        assert found is not None
        assert found.expansion == full


def test_a_name_is_not_short_for_what_has_its_letters(world: World) -> None:
    """Io is a moon, though a list has the same letters as a symbol."""
    world.abbreviation_listings["Zo"] = 50
    assert rule_of("Zo", RawSense("One of the moons of the planet Blorp."), world) is None
    assert rule_of("Zo", RawSense("a maiden", name=True), world) is None
    assert rule_of("Zo", RawSense("The chemical symbol for zorbium."), world) is not None


def test_the_curated_list_beats_every_other_rule(world: World) -> None:
    """A spelling in abbreviations.toml has that type, though misaki says otherwise."""
    world.abbreviations["BLP"] = CuratedFact("initialism", "Big Loud Pulse", "said letter by letter")
    world.ipa["BLP"] = "blˈɪp"
    found = decide("BLP", PLAIN, "", world)
    assert found is not None
    assert (found.type, found.marked, found.provenance, found.expansion) == (
        "initialism",
        True,
        "declared",
        "Big Loud Pulse",
    )


def test_a_curated_abbreviation_spares_the_other_senses_of_a_word(world: World) -> None:
    """trig for trigonometry is curated; trig meaning neat is a listed word and stays one."""
    world.abbreviations["trig"] = CuratedFact("clipping", "trigonometry", "school slang")
    world.sizes["trig"] = 60
    assert rule_of("trig", RawSense("neat and tidy"), world) is None
    assert rule_of("trig", RawSense("the study of triangles", synonyms=("trigonometry",)), world) == (
        "curated-abbreviation"
    )


def test_a_curated_abbreviation_is_known_in_lower_case_by_its_full_form(world: World) -> None:
    """emf beside electromotive force is the EMF of the list; a word that only looks like it is not."""
    world.abbreviations["BLP"] = CuratedFact("initialism", "big loud pulse", "said letter by letter")
    assert rule_of("blp", RawSense("a noise", synonyms=("Big Loud Pulse",)), world) == "curated-abbreviation"
    assert rule_of("blp", RawSense("a big loud pulse"), world) is None


# written


@pytest.mark.parametrize("display", ["FBI", "U.S.", "R&B", "e.g.", "a.m.", "Ph.D."])
def test_capitals_only_and_dots_mark_an_abbreviation(world: World, display: str) -> None:
    """How a headword is written marks it: all capitals, or short groups with dots."""
    found = decide(display, PLAIN, "", world)
    assert found is not None
    assert found.marked


@pytest.mark.parametrize("display", ["I", "Paris", "iPod", "table"])
def test_one_capital_marks_nothing(world: World, display: str) -> None:
    """A single letter, a name or a capital inside are not capitals only."""
    assert decide(display, PLAIN, "", world) is None


def test_a_listed_abbreviation_is_marked_in_lower_case_too(world: World) -> None:
    """A sense of msg beside message is marked where msg is in a list of abbreviations; another sense
    is not touched.
    """
    world.abbreviation_listings["msg"] = 60
    found = decide("msg", RawSense("a note", synonyms=("message",)), "", world)
    assert found is not None
    assert (found.marked, found.expansion) == (True, "message")
    assert decide("msg", PLAIN, "", world) is None


def test_a_listed_abbreviation_that_is_an_ordinary_noun_is_not_marked(world: World) -> None:
    """maths is listed as an abbreviation, has a vowel and is a dictionary's lower-case noun: a word."""
    world.abbreviation_listings["maths"] = 50
    world.lower_nouns = {"maths"}
    assert decide("maths", PLAIN, "", world) is None


def test_roman_numerals_are_marked_unless_a_word_is_listed(world: World) -> None:
    """xiv is a numeral; mix is one too, but a listed word first; dill is none."""
    world.sizes["mix"] = 10
    assert rule_of("xiv", PLAIN, world) == "roman-numeral"
    assert rule_of("mix", PLAIN, world) is None
    assert rule_of("dill", PLAIN, world) is None


def test_a_stated_initialism_settles_what_the_spelling_leaves_open(world: World) -> None:
    """DOG could be said either way; its definition says initialism."""
    assert spoken_type("DOG", None, world)[0] == "untyped"
    found = decide("DOG", RawSense("Initialism of department of gates."), "", world)
    assert found is not None
    assert (found.type, found.rule) == ("initialism", "stated-in-definition")


def test_a_word_like_an_abbreviation_is_one_in_the_sense_of_its_full_form_alone(world: World) -> None:
    """A list of abbreviations has Sun, for Sunday; the star is not short for anything. Mrs is nothing but short."""
    world.abbreviation_listings.update({"Sun": 50, "Mrs": 50})
    assert decide("Sun", PLAIN, "", world) is None
    assert rule_of("Sun", RawSense("a day", (), ("Sunday",)), world) == "written-for-a-word"
    assert rule_of("Mrs", RawSense("a form of address"), world) == "written-in-lower-case"
    world.abbreviations["Zar"] = CuratedFact("clipping", "Zarland", "written abbreviation")
    assert decide("Zar", PLAIN, "", world) is None
    assert rule_of("Zar", RawSense("Zarland"), world) == "curated-abbreviation"


def test_a_definition_that_says_it_in_parentheses(world: World) -> None:
    """WordNet's DINK is “a couple … (an acronym for dual income no kids)”."""
    found = decide("zink", RawSense("a couple (an acronym for zero income no kids)"), "", world)
    assert found is not None
    assert (found.type, found.rule, found.expansion) == (
        "acronym",
        "stated-in-definition",
        "zero income no kids",
    )


# lexicalised


def test_a_word_that_stands_beside_another_is_lexicalised_in_its_own_sense(world: World) -> None:
    """dinky, double income, is an acronym; dinky, small, is another word."""
    world.lexicalised["zinky"] = CuratedFact("acronym", "zero income no kids yet", "a noun", beside="small")
    assert decide("zinky", PLAIN, "", world) is None
    assert rule_of("zinky", RawSense("one of a couple with no income"), world) == "curated-lexicalised"


@pytest.mark.parametrize(
    ("display", "rule"), [("blo-fi", "curated-lexicalised"), ("blofi-", None), ("blo'fi", None)]
)
def test_a_lexicalised_word_may_have_a_hyphen(world: World, display: str, rule: str | None) -> None:
    """A curated line has a word and its spelling in one piece; an affix of the same letters is another."""
    world.lexicalised["blofi"] = CuratedFact("acronym", "blow fiercely", "a noun")
    assert rule_of(display, PLAIN, world) == rule


def test_a_lexicalised_word_is_declared_and_unmarked_in_the_sense_of_its_full_form(world: World) -> None:
    """scuba is the curated acronym, and not marked; of a clipping only the sense that tells of the full form is one."""
    world.lexicalised["scuba"] = SCUBA
    world.lexicalised["fan"] = CuratedFact("clipping", "fanatic", "an everyday noun")
    assert decide("fan", RawSense("a device that stirs the air"), "", world) is None
    assert rule_of("fan", RawSense("an ardent follower", (), ("fanatic",)), world) == "curated-lexicalised"
    found = decide("scuba", RawSense("a device for breathing under water"), "", world)
    assert found is not None
    assert (found.type, found.marked, found.rule) == ("acronym", False, "curated-lexicalised")
    assert rule_of("SCUBA", RawSense("a device for breathing"), world) != "curated-lexicalised"


# stated


@pytest.mark.parametrize(
    ("display", "gloss", "kind", "marked", "expansion"),
    [
        ("blo", "Short for blorping.", "clipping", False, "blorping"),
        ("blo", "Clipping of blorping.", "clipping", False, "blorping"),
        ("blo", "Shortened from blorping; a noise.", "clipping", False, "blorping"),
        ("dept", "Abbreviation of department.", "clipping", True, "department"),
        ("dept", "abbr. of department", "clipping", True, "department"),
        ("btw", "Initialism of by the way.", "initialism", True, "by the way"),
        ("btw", "Abbreviation of by the way.", "untyped", True, "by the way"),
        ("radar", "Acronym of radio detection and ranging.", "acronym", False, "radio detection and ranging"),
        (
            "radar",
            "this is an acronym for radio detection and ranging",
            "acronym",
            False,
            "radio detection and ranging",
        ),
        ("o'er", "Contraction of over.", "contraction", False, "over"),
        ("blp", "Acronym of big loud pulse.", "initialism", False, "big loud pulse"),
    ],
)
def test_the_definition_states_it(
    world: World, display: str, gloss: str, kind: str, marked: bool, expansion: str
) -> None:
    """The first words of a definition give type and full form; "abbreviation of" and "initialism of"
    mark it.
    """
    found = decide(display, RawSense(gloss), "", world)
    assert found is not None
    assert (found.type, found.marked, found.expansion, found.provenance) == (
        kind,
        marked,
        expansion,
        "declared",
    )
    assert found.rule == "stated-in-definition"


def test_the_etymology_states_it(world: World) -> None:
    """An acronym named in the etymology alone is declared and not marked."""
    found = decide("scuba", PLAIN, "Acronym of self-contained underwater breathing apparatus.", world)
    assert found is not None
    assert (found.type, found.marked, found.rule) == ("acronym", False, "stated-in-etymology")


def test_an_etymology_of_another_word_is_no_clipping(world: World) -> None:
    """``Short for`` in an etymology counts only where the word is the start or end of what it names."""
    assert rule_of("gin", PLAIN, world, "short for geneva, juniper") is None
    assert rule_of("lab", PLAIN, world, "short for laboratory") == "stated-in-etymology"


@pytest.mark.parametrize(
    ("label", "kind", "marked"),
    [
        ("acronym", "acronym", False),
        ("Initialism", "initialism", True),
        ("abbrev.", "clipping", True),
        ("abbr", "clipping", True),
    ],
)
def test_a_label_states_it(world: World, label: str, kind: str, marked: bool) -> None:
    """A label names the type; "abbrev." marks it and leaves the type to how it is written."""
    found = decide("blorp", RawSense("a noise", (label,)), "", world)
    assert found is not None
    assert (found.type, found.marked, found.rule) == (kind, marked, "stated-in-label")


@pytest.mark.parametrize(
    ("display", "gloss"),
    [
        ("safety", "Short for safety bicycle."),  # an ellipsis
        ("alone", "Contraction of all one."),  # an old sound change
    ],
)
def test_an_ellipsis_or_a_sound_change_is_no_abbreviation(world: World, display: str, gloss: str) -> None:
    """What a source calls short or contracted, and is neither the start nor the end of a word, is left
    alone.
    """
    assert decide(display, RawSense(gloss), "", world) is None


def test_a_mention_inside_a_definition_states_nothing(world: World) -> None:
    """``a device short of power`` and "a contraction of the pupil" in the middle of a text are no
    statement.
    """
    assert decide("blorp", RawSense("a device short for its kind"), "", world) is None
    assert decide("blorp", RawSense("the contraction of a muscle"), "", world) is None


# With the reader of Wiktionary


@pytest.mark.parametrize(
    ("word", "gloss", "tags", "etymology", "kind", "marked"),
    [
        ("app", "Clipping of application.", ["abbreviation", "alt-of", "clipping"], "", "clipping", False),
        ("lab", "Short for laboratory.", ["abbreviation", "alt-of"], "", "clipping", False),
        ("dept", "Abbreviation of department.", ["abbreviation", "alt-of"], "", "clipping", True),
        ("scuba", "Gear for diving.", [], "Acronym of self-contained gear.", "acronym", False),
        ("fomo", "Acronym of fear of missing out.", ["abbreviation", "acronym"], "", "acronym", False),
    ],
)
def test_what_wiktionary_declares(
    world: World, word: str, gloss: str, tags: list[str], etymology: str, kind: str, marked: bool
) -> None:
    """The extractor's tags do not mark a clipping or an acronym as an abbreviation that no word is."""
    line = {
        "word": word,
        "pos": "noun",
        "senses": [{"glosses": [gloss], "tags": tags}],
        "etymology_text": etymology,
    }
    (entry,) = records_of(line)
    assert isinstance(entry, RawEntry)
    found = decide(word, entry.senses[0], entry.etymology, world)
    assert found is not None
    assert (found.type, found.marked, found.provenance) == (kind, marked, "declared")


@pytest.mark.parametrize(
    "gloss",
    [
        "Informal shortening of laboratory, used of any.",
        "laboratory (by shortening)",
        "A colloquial abbreviation of laboratory.",
    ],
)
def test_a_source_may_say_how_it_is_shortened(world: World, gloss: str) -> None:
    """What kind of shortening it is comes first, or that it is one comes last."""
    found = decide("lab", RawSense(gloss), "", world)
    assert found is not None and (found.type, found.expansion and found.expansion.split(",")[0]) == (
        "clipping",
        "laboratory",
    )
