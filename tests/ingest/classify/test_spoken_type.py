"""What an abbreviation stands for, and how it is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.classify.abbreviation import expansion_of, initials_match, spoken_type
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.curated import CuratedFact
from adjudicator.sources.records import RawSense

# Initials and expansions


@pytest.mark.parametrize(
    ("key", "phrase", "matches"),
    [
        ("scuba", "self-contained underwater breathing apparatus", True),
        ("radar", "radio detection and ranging", True),
        ("fbi", "Federal Bureau of Investigation", True),
        ("interpol", "international police", False),
        ("hifi", "high fidelity", True),
        ("abc", "alpha beta", False),
        ("ab", "alpha beta gamma", False),
        ("a", "alpha", False),
        ("", "of the", True),
    ],
)
def test_initials_match(key: str, phrase: str, matches: bool) -> None:
    """One to four letters from the start of each word, in order, small words skippable; all letters
    are used.
    """
    assert initials_match(key, phrase) == matches


@given(
    st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8), min_size=2, max_size=6),
    st.integers(1, 4),
)
def test_the_starts_of_words_always_match(words: list[str], length: int) -> None:
    """What is made of the first letters of each word of a phrase matches that phrase."""
    assert initials_match("".join(word[:length] for word in words), " ".join(words))


def test_expansion_of_prefers_what_the_source_says() -> None:
    """A stated expansion wins; else the first synonym whose initials match, or a word with the letters
    in order.
    """
    synonyms = ("bureau", "Federal Bureau of Investigation")
    assert expansion_of("fbi", RawSense("x", synonyms=synonyms, expansion="stated")) == "stated"
    assert expansion_of("fbi", RawSense("x", synonyms=synonyms)) == "Federal Bureau of Investigation"
    assert expansion_of("sgt", RawSense("x", synonyms=("sarge", "sergeant"))) == "sergeant"
    assert expansion_of("sgt", RawSense("x", synonyms=("corporal",))) is None


# How it is said


@pytest.mark.parametrize(
    ("display", "expansion", "kind", "rule"),
    [
        ("LED", None, "initialism", "said-letters-ipa"),
        ("WHO", None, "initialism", "said-letters-ipa"),
        ("RAM", None, "acronym", "said-word-ipa"),
        ("R.A.M.", None, "acronym", "said-word-ipa"),
        ("sgt", "sergeant", "clipping", "written-for-a-word"),
        ("ABBA", None, "initialism", "said-letters-arpabet"),
        ("NATO", None, "acronym", "said-word-arpabet"),
        ("btw", "by the way", "initialism", "initials-of"),
        ("dept", None, "clipping", "written-in-lower-case"),
        ("EU", None, "initialism", "unsayable"),
        ("LEDs", None, "initialism", "said-letters-ipa"),
        ("NIMBYs", None, "acronym", "plural"),
        ("BBC", None, "initialism", "unsayable"),
        ("IBM", None, "initialism", "unsayable"),
        ("SIGINT", None, "acronym", "sayable"),
        ("ILP", None, "initialism", "three-letters"),
        ("EBO", None, "initialism", "three-letters"),
        ("BLO", None, "initialism", "three-letters"),
        ("DOG", None, "untyped", "not-known"),
    ],
)
def test_spoken_type(world: World, display: str, expansion: str | None, kind: str, rule: str) -> None:
    """misaki first, then a full form of one word, CMUdict, case, and at last whether it can be said at
    all; three letters are said as a word only with a vowel between two consonants.
    """
    world.ipa.update({"LED": "ˌɛlˌidˈi", "WHO": "", "RAM": "ɹˈæm"})
    world.abbreviations["NIMBY"] = CuratedFact("acronym", "not in my back yard", "said as a word")
    world.arpabet.update({"abba": ("AE1 B AH0", "EY1 B IY1 B IY1 EY1"), "nato": ("N EY1 T OW0",)})
    assert spoken_type(display, expansion, world)[:2] == (kind, rule)


def test_a_three_letter_reading_as_a_word_is_not_trusted(world: World) -> None:
    """CMUdict reads CAI as a name; below four letters that says nothing of the abbreviation."""
    world.arpabet["cai"] = ("K AY1",)
    assert spoken_type("CAI", None, world)[1] != "said-word-arpabet"
