"""Misprints of a dictionary's definitions are mended as a curated file tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import ConfigError
from adjudicator.ingest.misprints import misprints_in
from adjudicator.resources import config_dir

TOLD = """[words]
zorbb = "zorb"
ofa = "of a"

[texts]
blorp = { "tasking" = "tasting" }

[dropped]
blorp = ["Note:"]

[wordnet]
blorp = { "a bell" = "a ball" }
"""


def test_words_are_mended_everywhere_and_texts_under_their_headword(tmp_path: Path) -> None:
    """A word keeps its capital, and is none within another; a text is that of one headword."""
    file = tmp_path / "misprints.toml"
    file.write_text(TOLD, encoding="utf-8")
    misprints = misprints_in(file)["gcide"]
    assert misprints.mended("Blorp", "Zorbb ofa tasking; zorbbing.") == "Zorb of a tasting; zorbbing."
    assert misprints.mended("Zorb", "A tasking.") == "A tasking."
    assert misprints.drops("Blorp", "Note: of old.") and not misprints.drops("Blorp", "A Note: of old.")
    assert not misprints.drops("Zorb", "Note: of old.")
    wordnet = misprints_in(file)["wordnet"]
    assert wordnet.mended("blorp", "a bell ofa tasking") == "a ball ofa tasking"
    assert wordnet.concerns("blorp") and not wordnet.concerns("zorb")


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("A earlier bell in a illegal manner.", "An earlier bell in an illegal manner."),
        (
            "An spiritual bell; a one-man band; an honest unit.",
            "A spiritual bell; a one-man band; an honest unit.",
        ),
        ("Vitamin A is in it; often used with with.", "Vitamin A is in it; often used with with."),
        ("to to ring; of of the bell; of an zorbb.", "to ring; of the bell; of an ought."),
        (
            "made of made of brass, to the to the bell, or or ring; with or or for it",
            "made of brass, to the bell, or ring; with or or for it",
        ),
        ("Or or pertaining to a bell.", "Of or pertaining to a bell."),
        ("the ratio a is to b; a and b; short for of or on, of of or on.",) * 2,
    ],
)
def test_small_words_are_mended(tmp_path: Path, text: str, gloss: str) -> None:
    """The article before a vowel or a consonant of the word that was meant, and a word twice; not one that is spoken of."""
    file = tmp_path / "misprints.toml"
    file.write_text('[words]\nzorbb = "ought"\n', encoding="utf-8")
    assert misprints_in(file)["gcide"].mended("Blorp", text) == gloss


def test_what_is_no_word_is_refused(tmp_path: Path) -> None:
    """A capital, a space or two letters are no word of a definition."""
    file = tmp_path / "misprints.toml"
    file.write_text('[words]\nof = "on"\nZorb = "zorb"\n"a b" = "ab"\n', encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        misprints_in(file)
    assert len(refused.value.faults) == 3


def test_what_ships_mends_each_word_once() -> None:
    """What is meant is printed right: no line leads to another one, and none of one headword undoes another."""
    misprints = misprints_in(config_dir() / "misprints.toml")["gcide"]
    assert not {word for meant in misprints.words.values() for word in meant.split()} & misprints.words.keys()
    for texts in misprints.texts.values():
        assert not any(printed in meant for printed in texts for meant in texts.values())
