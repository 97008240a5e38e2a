"""What GCIDE defines by another word has what that one means."""

from __future__ import annotations

import pytest

from adjudicator.ingest.readers.gcide_references import followed
from adjudicator.sources.records import RawEntry, RawSense


def entry(headword: str, pos: str | None, *glosses: str) -> RawEntry:
    return RawEntry(
        headword, pos, tuple(RawSense(gloss, place=place) for place, gloss in enumerate(glosses, 1))
    )


DICTIONARY = [
    entry("Zorb", "verb", "To roll.", "To roll downhill."),
    entry("Zorb", "noun", "A ball."),
    entry("Blorp", "noun", "See Zorb."),
    entry("Sorb", "noun", "A tree."),
    entry("Sorb", "noun", "A Wend."),
    entry("Round", "noun", "See Square."),
    entry("zaerb", "noun", "A big ball."),
    entry("Ball", "noun", "Zorb."),
    entry("Square", "noun", "Same as Round."),
]


def find(headword: str) -> list[RawEntry]:
    return [each for each in DICTIONARY if each.headword.casefold() == headword.casefold()]


@pytest.mark.parametrize(
    ("pos", "gloss", "meant"),
    [
        ("noun", "See Zorb.", "See zorb: A ball."),
        ("verb", "Same as Zorb.", "Same as zorb: To roll."),
        ("noun", "See Zorb, v. i.", "See zorb: To roll."),
        ("verb", "See Zorb, 2.", "See zorb: To roll downhill."),
        ("noun", "See 2d Sorb (b).", "See sorb: A Wend."),
        ("noun", "See Zorb, Zorbing, and Zorbed.", "See zorb: A ball."),
        ("noun", "See Blorp.", "See blorp: A ball."),
        ("noun", "Zærb.", "Zærb: A big ball."),
        ("noun", "Ball.", "Ball."),
        ("noun", "Sorb.", "Sorb."),
        ("adjective", "Zorb.", "Zorb."),
    ],
)
def test_a_reference_says_what_it_leads_to(pos: str, gloss: str, meant: str) -> None:
    """The part of speech, the number of the word and that of its sense are those that are named; a reference to a reference is followed. So does one word alone that is one headword, unless that has no more to say."""
    assert [sense.gloss for sense in followed(entry("Zurb", pos, gloss), find).senses] == [meant]


@pytest.mark.parametrize(
    ("pos", "gloss"),
    [
        ("noun", "See Sorb."),
        ("adjective", "See Zorb."),
        ("verb", "See Zorb, 3."),
        ("noun", "See Round."),
        ("noun", "See Zorb, the ball."),
        ("noun", "See the Note under Zorb."),
        ("noun", "See under Zorb, n."),
        (None, "See Zorb."),
    ],
)
def test_what_leads_to_none_or_to_several_is_no_text(pos: str | None, gloss: str) -> None:
    """Nothing is guessed: of words of one spelling none is meant, nor one of another part of speech, and a circle ends. The entry stays, with the word that it names."""
    names_a_word = gloss not in ("See Zorb, the ball.", "See the Note under Zorb.", "See under Zorb, n.")
    alone = followed(entry("Zurb", pos, gloss), find)
    assert [sense.gloss for sense in alone.senses] == [gloss if names_a_word else ""]
    both = entry("Zurb", pos, gloss, "A ball.")
    assert [sense.gloss for sense in followed(both, find).senses] == ["A ball."]


def test_what_points_to_a_phrase_of_the_page_is_no_sense() -> None:
    """“See Zorb of glass, below” defines nothing: the phrase is no entry."""
    both = entry("Zurb", "noun", "A ball.", "See Zorb of glass, below.")
    assert [sense.gloss for sense in followed(both, find).senses] == ["A ball."]


@pytest.mark.parametrize(("base", "pos"), [("zorbed", "adjective"), ("blorp", "noun")])
def test_what_is_in_un_is_the_opposite(base: str, pos: str) -> None:
    """An entry in un- that has no part of speech and only names its base is not that: an adjective, or a noun as its base is."""
    entries = [each for each in DICTIONARY if each.headword.lower() == base]
    found = followed(entry(f"Un{base}", None, f"See {base}."), lambda _: entries)
    assert (found.pos, [sense.gloss for sense in found.senses]) == (pos, [f"Not {base}."])


def test_a_long_definition_is_cut() -> None:
    """It stands in full at its own word."""
    told = entry("Zorb", "noun", "A ball " + "of glass " * 30)
    gloss = followed(entry("Zurb", "noun", "See Zorb."), lambda _: [told]).senses[0].gloss
    assert gloss.startswith("See zorb: A ball of glass of glass")
    assert gloss.endswith(" …")
    assert len(gloss) < 150


def test_what_leads_to_no_word_at_all_is_no_sense() -> None:
    """A misprint cannot be followed; where the dictionary has the word, it can."""
    assert [
        sense.gloss for sense in followed(entry("Zurb", "noun", "See Nowhere.", "A ball."), find).senses
    ] == ["A ball."]
