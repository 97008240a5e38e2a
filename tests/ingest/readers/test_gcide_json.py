"""GCIDE as JSON: what its form has lost is not made up, and what it has in the wrong place is put right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.ingest.readers import read
from adjudicator.ingest.readers.gcide_json import entry_of
from adjudicator.sources.records import RawEntry


def part(pos: str, *texts: str, etymology: str | None = None) -> dict[str, Any]:
    """A part of speech of an article as the package has it."""
    definitions = [{"text": text, "examples": []} for text in texts]
    return {"etymology": etymology, "part_of_speech": pos, "definitions": definitions}


def entry(word: str, *given: Any, **more: Any) -> RawEntry:
    found = entry_of(word, part(*given, **more), set())
    assert found is not None
    return found


def test_articles_are_read_in_the_order_of_the_files(tmp_path: Path) -> None:
    """Every file of the folder is read, each part of speech as an entry, and their case is said to be unknown."""
    for letter, word in (("B", "bee"), ("A", "ant")):
        article = {word: {"entry": word, "pos": [part("n.", "An insect."), part("v. t.", "To be one.")]}}
        (tmp_path / f"words_{letter}.json").write_text(json.dumps(article))
    found = [each for each in read("gcide-json", tmp_path) if isinstance(each, RawEntry)]
    assert [(each.headword, each.pos) for each in found] == [
        ("Ant", "noun"), ("Ant", "verb"), ("Bee", "noun"), ("Bee", "verb"),
    ]  # fmt: skip
    assert not any(each.case_known for each in found)


@pytest.mark.parametrize(
    ("written", "pos"),
    [
        ("n.", "noun"),
        ("a. & n.", "adjective"),
        ("v. t. & i.", "verb"),
        ("prop. a.", "adjective"),
        ("phr.", None),
    ],
)
def test_parts_of_speech(written: str, pos: str | None) -> None:
    """The first part of speech counts, whether or not it says that the word is a name."""
    assert entry("word", written, "A thing.").pos == pos


def test_a_name_is_written_as_one() -> None:
    """What is marked as proper is a name, with capitals."""
    found = entry("abbe condenser", "prop. n.", "A condenser for microscopes.")
    assert found.headword == "Abbe Condenser"
    assert all(sense.name for sense in found.senses)
    assert not entry("word", "prep. phr.", "A thing.").senses[0].name


def test_an_etymology_counts_where_it_stands_first() -> None:
    """The articles after it that have none repeat it; theirs is unknown."""
    met: set[str] = set()
    first = entry_of(
        "faq", part("n.", "A list.", etymology="[acronym from Frequently Asked Questions.]"), met
    )
    second = entry_of(
        "faquir", part("n.", "A fakir.", etymology="[acronym from Frequently Asked Questions.]"), met
    )
    assert first is not None
    assert second is not None
    assert (first.etymology, second.etymology) == ("acronym from Frequently Asked Questions.", "")


def test_a_definition_in_the_place_of_the_part_of_speech() -> None:
    """It is read from there, without the etymology before it."""
    found = entry(
        "each", "a.  [OE. eche; akin to Aye.] 1. Every one of the objects considered separately.1913 Webster]"
    )
    assert found.pos == "adjective"
    assert [sense.gloss for sense in found.senses] == ["Every one of the objects considered separately."]
    found = entry(
        "ergo", "conj.  [L.] Therefore; consequently; -- often used in a jocular way. Shak.1913 Webster]"
    )
    assert [sense.gloss for sense in found.senses] == [
        "Therefore; consequently; -- often used in a jocular way. Shak."
    ]


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("A thing.[1913 Webster]", "A thing."),
        ("A thing 1913 Webster]", "A thing"),
        ("A thing <-- see also --> here", "A thing here"),
        ("A fellow; -- used humorously; as, a sly dog; a lazy dog.", "A fellow; -- used humorously"),
    ],
)
def test_a_gloss_is_the_definition_alone(text: str, gloss: str) -> None:
    """Tags of the text's origin, also cut ones, editors' remarks and examples are no part of it."""
    assert entry("word", "n.", text).senses[0].gloss == gloss


def test_a_form_says_of_what() -> None:
    """The part of speech is in the definition, since the article has another's."""
    found = entry("went", "n.", "imp. & p. p. of Wend; -- now obsolete.")
    assert (found.pos, found.senses[0].gloss) == ("verb", "a form of Wend; -- now obsolete.")


def test_an_affix_is_known_by_its_hyphen() -> None:
    """Whatever part of speech the article has."""
    assert entry("-ness", "v. t.", "A suffix used to form nouns.").pos == "affix"


def test_what_defines_nothing_is_left_out() -> None:
    """An article without definitions gives no entry."""
    assert entry_of("-'s", part("n."), set()) is None
