"""The regular inflections of English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.inflection import greek_plural, lemmas_of, plurals, regular_forms

POS = ("noun", "verb", "adjective", "adverb")


@pytest.mark.parametrize(
    ("lemma", "plural"),
    [
        ("cat", "cats"), ("box", "boxes"), ("dish", "dishes"), ("church", "churches"), ("glass", "glasses"),
        ("bus", "buses"), ("buzz", "buzzes"), ("baby", "babies"), ("day", "days"), ("radio", "radios"),
        ("fireman", "firemen"), ("house", "houses"), ("ox", "oxes"), ("by", "bys"),
    ],
)  # fmt: skip
def test_the_usual_plural_comes_first(lemma: str, plural: str) -> None:
    """-es after a hiss, -ies for y after a consonant, -men for -man, else -s."""
    assert plurals(lemma)[0] == plural


@pytest.mark.parametrize(
    ("noun", "plural"),
    [("crisis", "crises"), ("molybdosis", "molybdoses"), ("cathexis", "cathexes"), ("missis", None), ("sis", None), ("cat", None)],
)  # fmt: skip
def test_greek_plurals(noun: str, plural: str | None) -> None:
    """-es of a noun in -sis or -xis that is long enough to be Greek."""
    assert greek_plural(noun) == plural


@pytest.mark.parametrize(
    ("lemma", "plural"),
    [("gas", "gasses"), ("volcano", "volcanoes"), ("volcano", "volcanos"), ("monarch", "monarchs"),
     ("human", "humans"), ("germany", "germanys"), ("fez", "fezzes")],
)  # fmt: skip
def test_other_plurals_follow(lemma: str, plural: str) -> None:
    """A plural that some lemmas of the same ending take is among the forms."""
    assert plural in plurals(lemma)


@pytest.mark.parametrize(
    ("lemma", "third", "past", "participle"),
    [
        ("walk", "walks", "walked", "walking"), ("make", "makes", "maked", "making"),
        ("agree", "agrees", "agreed", "agreeing"), ("dye", "dyes", "dyed", "dyeing"),
        ("hoe", "hoes", "hoed", "hoeing"),
        ("die", "dies", "died", "dying"), ("try", "tries", "tried", "trying"),
        ("play", "plays", "played", "playing"),
        ("panic", "panics", "panicked", "panicking"), ("stop", "stops", "stopped", "stopping"),
        ("fix", "fixes", "fixed", "fixing"), ("rain", "rains", "rained", "raining"),
        ("travel", "travels", "traveled", "traveling"),
        ("go", "gos", "goed", "going"), ("show", "shows", "showed", "showing"),
    ],
)  # fmt: skip
def test_verbs(lemma: str, third: str, past: str, participle: str) -> None:
    """The usual third person, past and participle by rule: e dropped, y turned i, a last consonant
    doubled.
    """
    forms = regular_forms(lemma, "verb")
    assert (forms["third-person"][0], forms["past"][0], forms["participle"][0]) == (third, past, participle)


@pytest.mark.parametrize(
    ("lemma", "pos", "name", "form"),
    [
        ("soliloquy", "noun", "plural", "soliloquies"),
        ("quiz", "noun", "plural", "quizzes"),
        ("human", "noun", "plural", "humans"),
        ("quit", "verb", "past", "quitted"),
        ("squat", "verb", "participle", "squatting"),
    ],
)
def test_an_unusual_lemma_takes_its_usual_form_first(lemma: str, pos: str, name: str, form: str) -> None:
    """The u of qu is no vowel, so quiz has one syllable and soliloquy ends in a consonant and y; human
    is no -man.
    """
    assert regular_forms(lemma, pos)[name][0] == form


def test_a_doubling_of_longer_verbs_is_the_second_form() -> None:
    """traveled comes first and travelled beside it."""
    assert regular_forms("travel", "verb")["past"] == ("traveled", "travelled")


@pytest.mark.parametrize(
    ("lemma", "comparative", "superlative"),
    [("big", "bigger", "biggest"), ("happy", "happier", "happiest"), ("large", "larger", "largest"),
     ("free", "freer", "freest"), ("tall", "taller", "tallest"), ("grey", "greyer", "greyest"), ("gooey", "gooier", "gooiest")],
)  # fmt: skip
def test_adjectives(lemma: str, comparative: str, superlative: str) -> None:
    """-er and -est, with the same changes of spelling; adverbs are the same."""
    for pos in ("adjective", "adverb"):
        forms = regular_forms(lemma, pos)
        assert (forms["comparative"][0], forms["superlative"][0]) == (comparative, superlative)


@pytest.mark.parametrize(
    ("lemma", "pos"),
    [("a", "noun"), ("café", "noun"), ("rock-fall", "noun"), ("two words", "verb"), ("of", "preposition")],
)
def test_what_has_no_regular_forms(lemma: str, pos: str) -> None:
    """A single letter, other letters than a to z, several words, and other parts of speech have none."""
    assert regular_forms(lemma, pos) == {}


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=12), st.sampled_from(POS))
def test_forms_of_any_word(lemma: str, pos: str) -> None:
    """Every form keeps the first letter of its lemma, is not the lemma, and is a word of the letters a
    to z.
    """
    for forms in regular_forms(lemma, pos).values():
        assert forms
        assert len(forms) == len(set(forms))
        assert all(
            form.isascii() and form.isalpha() and form != lemma and form[0] == lemma[0] for form in forms
        )


@given(st.text("abcehiklmnosuyz", min_size=2, max_size=9), st.sampled_from(POS))
def test_a_form_leads_back_to_its_lemma(lemma: str, pos: str) -> None:
    """Whatever regular form a lemma has, the lemma is among what the form may be one of."""
    for forms in regular_forms(lemma, pos).values():
        for form in forms:
            assert lemma in lemmas_of(form), form


@pytest.mark.parametrize("word", ["trig", "zebra", "a", "", "s", "ed", "ing"])
def test_what_ends_like_no_form_has_no_lemma(word: str) -> None:
    """A word without the ending of a form is none."""
    assert lemmas_of(word) == []
