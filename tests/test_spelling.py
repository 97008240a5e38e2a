"""Spellings: keys, faults, foreign characters and near misses."""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.spelling import (
    MAX_WORD,
    fault_of,
    foreign_characters,
    is_capitalised,
    is_capitals_only,
    is_punctuated,
    key_of,
    one_edit,
    quote,
)

ANY_TEXT = st.text(alphabet=st.characters(), max_size=150)
KEYS = st.text(alphabet=string.ascii_lowercase, min_size=1, max_size=15)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("cat", "cat"),
        ("CAT", "cat"),
        ("café", "cafe"),
        ("cafe\u0301", "cafe"),
        ("they'll", "theyll"),
        ("they’ll", "theyll"),
        ("U.S.", "us"),
        ("œuvre", "oeuvre"),
        ("Œuvre", "oeuvre"),
        ("Straße", "strasse"),
        ("STRAẞE", "strasse"),
        ("Ångström", "angstrom"),
        ("Ærø", "aero"),
        ("e-mail", "email"),
        ("quid pro quo", "quidproquo"),
        ("R&B", "rb"),
        ("ﬁsh", "fish"),
        ("ｃａｔ", "cat"),
        ("naïve", "naive"),
        ("Łódź", "lodz"),
        ("", ""),
        ("123", ""),
        ("日本", ""),
    ],
)
def test_key(text: str, key: str) -> None:
    """The key is what tiles can spell: letters a to z, accents and ligatures folded, marks dropped."""
    assert key_of(text) == key


@given(ANY_TEXT)
def test_key_is_letters_and_settled(text: str) -> None:
    """Whatever the text, its key has the letters a to z alone, and is its own key."""
    key = key_of(text)
    assert set(key) <= set(string.ascii_lowercase)
    assert key_of(key) == key
    assert key_of(key.upper()) == key


@given(ANY_TEXT, ANY_TEXT)
def test_keys_join(left: str, right: str) -> None:
    """A blank parts nothing: the key of two texts with a space between is the two keys, one after the
    other.
    """
    assert key_of(f"{left} {right}") == key_of(left) + key_of(right)


@pytest.mark.parametrize("word", ["a", "they'll", "café", "U.S.", " cat ", "x" * MAX_WORD, "a🙂b", "٣cat"])
def test_words_are_taken(word: str) -> None:
    """Anything with a letter in it can be asked about."""
    assert fault_of(word) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\t\n", "empty"),
        ("x" * (MAX_WORD + 1), "at most 100"),
        ("a\x00b", "U+0000"),
        ("a\u2028b", "U+2028"),
        ("a\x1b[31m", "U+001B"),
        ("\ud800a", "U+D800"),
        ("🙂", "Nothing in"),
        ("123", "Nothing in"),
        ("日本", "Nothing in"),
        ("--", "Nothing in"),
    ],
)
def test_faults(text: str, says: str) -> None:
    """What cannot be a word is refused with its reason."""
    fault = fault_of(text)
    assert fault is not None
    assert says in fault


@given(ANY_TEXT)
def test_a_fault_is_one_printable_sentence(text: str) -> None:
    """Any text at all is either taken, and then has a key, or refused in one printable line that is not
    long.
    """
    fault = fault_of(text)
    if fault is None:
        assert key_of(text)
    else:
        assert fault.isprintable()
        assert fault.endswith(".")
        assert len(fault) < 600


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("cat", ""),
        ("they'll", ""),
        ("e-mail", ""),
        ("café", ""),
        ("and/or", ""),
        ("a🙂b", "🙂"),
        ("b2b", "2"),
        ("R&B", "&"),
        ("naïve!", "!"),
        ("αb", "α"),
        ("2b22", "2"),
    ],
)
def test_foreign_characters(text: str, foreign: str) -> None:
    """What no tile shows is named once each; accents fold away and joining marks do not count."""
    assert foreign_characters(text) == foreign


@given(ANY_TEXT)
def test_foreign_characters_never_spell(text: str) -> None:
    """No foreign character has a key of its own, and none is named twice."""
    found = foreign_characters(text)
    assert len(set(found)) == len(found)
    assert all(not key_of(char) for char in found)


@given(KEYS)
def test_keys_have_nothing_foreign(key: str) -> None:
    """A key, in either case, has no foreign character and no fault."""
    assert foreign_characters(key) == foreign_characters(key.upper()) == ""
    assert fault_of(key) is None


def test_one_edit_of_two_letters() -> None:
    """A drop, a swap, a change and an addition are each one edit."""
    near = one_edit("ab")
    assert {"a", "b", "ba", "cb", "ac", "abc", "cab", "acb"} <= set(near)
    assert "ab" not in near


@given(KEYS)
def test_one_edit_is_mutual(key: str) -> None:
    """Near misses are keys, never the key itself; and the key is a near miss of every
    one.
    """
    near = one_edit(key)
    assert key not in near
    assert all(
        set(other) <= set(string.ascii_lowercase) and abs(len(other) - len(key)) <= 1 and other
        for other in near
    )
    assert all(key in one_edit(other) for other in sorted(near)[:3])


@given(ANY_TEXT, st.integers(min_value=2, max_value=200))
def test_shown_is_printable_and_short(text: str, limit: int) -> None:
    """Whatever a person typed, a message shows it on one printable line, quoted and cut."""
    quoted = quote(text, limit)
    assert quoted.isprintable()
    assert quoted[0] == quoted[-1] == "'"
    assert len(quoted) <= 10 * limit + 2


@given(ANY_TEXT)
@pytest.mark.parametrize("test", [is_capitalised, is_capitals_only, is_punctuated])
def test_predicates_take_any_text(test: Callable[[str], bool], text: str) -> None:
    """The predicates on display forms answer for any text."""
    assert test(text) in (True, False)


@pytest.mark.parametrize(
    ("display", "capitalised", "capitals", "punctuated"),
    [
        ("cat", False, False, False),
        ("Paris", True, False, False),
        ("iPod", True, False, False),
        ("FBI", True, True, False),
        ("U.S.", True, True, True),
        ("I", True, False, False),
        ("they'll", False, False, True),
        ("e-mail", False, False, True),
        ("quid pro quo", False, False, False),
        ("R&B", True, True, True),
    ],
)
def test_display_forms(display: str, capitalised: bool, capitals: bool, punctuated: bool) -> None:
    """A display form tells names, abbreviations in capitals and words with marks."""
    assert (is_capitalised(display), is_capitals_only(display), is_punctuated(display)) == (
        capitalised,
        capitals,
        punctuated,
    )
