"""Glosses that are another part of speech's, or none, and what becomes of them beside other senses."""

from __future__ import annotations

import pytest

from adjudicator.ingest.classify.misfits import is_misprinted, is_no_definition, misfits
from adjudicator.ingest.merge import merge_senses
from adjudicator.ingest.stage import StagedEntry
from adjudicator.sources.records import RawSense


@pytest.mark.parametrize(
    ("pos", "gloss", "unfit"),
    [
        ("noun", "with the help of or owing to", True),
        ("noun", "in a subordinate position", True),
        ("noun", "(law) to act so as to cause offence", True),
        ("noun", "in some countries, a heavy weight of old", False),
        ("noun", "as much as a spoon will hold", False),
        ("noun", "a personal maid", False),
        ("adjective", "most important element", True),
        ("adjective", "a sharp biting taste", True),
        ("adjective", "the least possible", False),
        ("adjective", "in the right place", False),
        ("adverb", "with the help of others", False),
        ("verb", "be wont to (use only in the past tense)", True),
    ],
)
def test_a_gloss_that_is_of_another_part_of_speech(pos: str, gloss: str, unfit: bool) -> None:
    """A noun is no phrase with a preposition and no infinitive, an adjective no thing, and a verb has more than one form."""
    assert misfits(gloss, pos) is unfit


@pytest.mark.parametrize(
    ("pos", "gloss", "misprint"),
    [
        ("adjective", "A whorl of flowers.", True),
        ("adjective", "(Med.) A substance that heals.", True),
        ("adjective", "The act of one who winds.", True),
        ("adjective", "a person who trains whorls", True),
        ("adjective", "The quality of being wound.", True),
        ("adjective", "a mild expletive", False),
        ("adjective", "A term applied to bark.", False),
        ("adjective", "a form of Snift.", False),
        ("adjective", "A little drunk.", False),
        ("adjective", "The next in order.", False),
        ("noun", "Having a tendency to flop.", True),
        ("noun", "Of or pertaining to acrostics.", True),
        ("noun", "To remove by blowing.", True),
        ("noun", "That which has a tendency.", False),
        ("verb", "A blow.", False),
    ],
)
def test_a_part_of_speech_that_the_text_contradicts(pos: str, gloss: str, misprint: bool) -> None:
    """Of a dictionary of words it is an error of print, and is not said."""
    assert is_misprinted(gloss, pos) is misprint


def _entry(source: str, pos: str | None, *senses: RawSense) -> StagedEntry:
    headword = "blorped" if source == "wordnet" else "Blorped"
    return StagedEntry(source, headword, "blorped", pos, source == "wordnet", "", (), (), senses)


def test_an_unfit_gloss_comes_last_however_much_it_is_used() -> None:
    """Another sense is shown; where there is none, the gloss stands."""
    unfit, fit = RawSense("in a low position", uses=9, place=1), RawSense("a maid", uses=1, place=2)
    assert [e.senses for e in merge_senses(iter([_entry("wordnet", "noun", unfit, fit)]))] == [(fit, unfit)]
    assert [e.senses for e in merge_senses(iter([_entry("wordnet", "noun", unfit)]))] == [(unfit,)]


@pytest.mark.parametrize(
    ("pos", "gloss", "inflected", "kept"),
    [
        ("adjective", "a form of Blorp, v. t.", {"blorped"}, False),
        ("adjective", "a form of Blorp, v. t.", set(), True),
        ("verb", "a form of Blorp, v. t.", {"blorped"}, True),
        (None, "obs. p. p. of Blorped. Blorpt.", set(), False),
        (None, "See blorp.", set(), False),
        ("noun", "See Blorp.", set(), False),
        ("noun", "", set(), False),
        ("noun", "See blorp: a loud bell.", set(), True),
    ],
)
def test_what_adds_nothing_is_left_out_beside_another_sense(
    pos: str | None, gloss: str, inflected: set[str], kept: bool
) -> None:
    """A table says of what word it is a form, and the other dictionary defines it; a reference that is alone stands."""
    other, entry = _entry("wordnet", "adjective", RawSense("loud")), _entry("gcide", pos, RawSense(gloss))
    assert len(list(merge_senses(iter([other, entry]), inflected))) == 1 + kept
    if gloss.startswith("See") or not gloss:
        assert len(list(merge_senses(iter([entry]), inflected))) == 1


@pytest.mark.parametrize(
    ("gloss", "told"),
    [
        ("obs. imp. of Blorp. Blorpt.", True),
        ("a form of Blorp, v. t.", True),
        ("See blorp: A bell.", True),
        ("Same as Blorp.", True),
        ("", True),
        (", of a bell.", True),
        ("To ring ?lowly among bells.", True),
        ("The letter (, ) of the alphabet.", True),
        ("A form of bell.", False),
        ("Is it rung? It is.", False),
    ],
)
def test_what_an_old_dictionary_has_in_the_place_of_a_definition(gloss: str, told: bool) -> None:
    """Of what word it is a form, where else to look, or what has lost its beginning, letters or signs."""
    assert is_no_definition(gloss) is told
