"""Whether a reading spells a key out, and whether a key can be said at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.classify.speech import (
    ARPABET,
    IPA,
    is_sayable,
    says_letters_arpabet,
    says_letters_ipa,
)

KEYS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6)


@given(KEYS, st.sampled_from("012"))
def test_letter_names_are_recognised_in_arpabet(key: str, stress: str) -> None:
    """The names of the letters of any key, whatever the stress, are that key spelled out; so is its
    plural.
    """
    sounds = [phone + stress if phone[0] in "AEIOU" else phone for letter in key for phone in ARPABET[letter]]
    assert says_letters_arpabet(key, " ".join(sounds))
    assert says_letters_arpabet(key + "s", " ".join([*sounds, "Z"]))


@given(KEYS, st.sampled_from(["", "ˈ", "ˌ"]))
def test_letter_names_are_recognised_in_ipa(key: str, stress: str) -> None:
    """The names of the letters of any key, with stress marks anywhere, are that key spelled out."""
    assert says_letters_ipa(key, "".join(stress + IPA[letter][0] for letter in key))


def test_a_reading_as_a_word_is_not_spelled_out() -> None:
    """RAM as ram and pin as pin are words."""
    assert not says_letters_arpabet("ram", "R AE1 M")
    assert not says_letters_ipa("ram", "ɹˈæm")


@pytest.mark.parametrize(
    "key", ["nato", "scuba", "laser", "radar", "unesco", "gestapo", "myth", "cat", "eye"]
)
def test_sayable(key: str) -> None:
    """Legal clusters around vowels can be said; y is a vowel after the start."""
    assert is_sayable(key)


@pytest.mark.parametrize("key", ["", "bbc", "ibm", "nfl", "ngo", "xml", "html", "fbi"])
def test_unsayable(key: str) -> None:
    """Without a vowel, or with a cluster that no English word has at that place, a key cannot be said."""
    assert not is_sayable(key)
