"""Derivations: which base explains a word that no dictionary defines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.classify.derive import derivations, stems

LEXICON = {
    "kind": {"adjective", "noun"}, "happy": {"adjective"}, "bag": {"noun", "verb"}, "create": {"verb"},
    "boat": {"noun"}, "row": {"noun", "verb"}, "tidy": {"adjective", "verb"}, "able": {"adjective"},
    "operate": {"verb"}, "green": {"adjective"}, "house": {"noun"}, "gentle": {"adjective"},
    "lock": {"noun", "verb"},
    "box": {"noun"}, "load": {"verb"}, "secret": {"noun", "adjective"}, "private": {"adjective"},
}  # fmt: skip


def has(base: str, pos: str) -> bool:
    return pos in LEXICON.get(base, ())


@pytest.mark.parametrize(
    ("key", "base", "pos", "pattern"),
    [
        ("kindness", "kind", "noun", "kind + -ness"),
        ("happiness", "happy", "noun", "happy + -ness"),
        ("baggable", "bag", "adjective", "bag + -able"),
        ("creator", "create", "noun", "create + -or"),
        ("boatless", "boat", "adjective", "boat + -less"),
        ("gently", "gentle", "adverb", "gentle + -ly"),
        ("operable", "operate", "adjective", None),
        ("privacy", "private", "noun", "private + -cy"),
        ("untidy", "tidy", "verb", "un- + tidy"),
        ("unhappy", "happy", "adjective", "un- + happy"),
        ("rowboat", "boat", "noun", "row + boat"),
        ("greenhouse", "house", "noun", "green + house"),
        ("lockbox", "box", "noun", "lock + box"),
    ],
)
def test_a_base_explains_the_word(key: str, base: str, pos: str, pattern: str | None) -> None:
    """Suffix first, with its spelling changes undone, then prefix, then compound; the pattern says which."""
    found = derivations(key, has, LEXICON.__contains__)
    if pattern is None:
        assert found is None
        return
    assert found is not None
    assert (found.base, found.pos, found.pattern) == (base, pos, pattern)


@pytest.mark.parametrize("key", ["", "bed", "ly", "zzzness", "unzzz", "boatzzz", "row"])
def test_nothing_explains_what_has_no_base(key: str) -> None:
    """Without a base in the dictionary, or one too short to be one, there is no derivation."""
    assert derivations(key, has, LEXICON.__contains__) is None


@given(st.text("abcdehinorstuwy", max_size=12))
def test_a_derivation_has_a_base_that_the_dictionary_has(key: str) -> None:
    """Whatever the key, a base that is named is a headword of each part of speech that is named with it."""
    found = derivations(key, has, LEXICON.__contains__)
    if found:
        assert found.base_pos
        assert all(has(found.base, pos) for pos in found.base_pos)


def test_stems_restore_what_a_suffix_changed() -> None:
    """An e dropped, a y turned i and a consonant doubled are undone."""
    assert "create" in stems("creat", "or")
    assert "bag" in stems("bagg", "able")
    assert "happy" in stems("happi", "ness")
    assert "gentle" in stems("gent", "ly")
