"""Word search: patterns, anagrams, lengths."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import BadWord
from adjudicator.lexicon.search import matcher

KEYS = st.text(alphabet="abc", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("how", "fits", "not_these"),
    [
        ({"pattern": "c?t"}, ["cat", "cut"], ["ct", "cart", "scat"]),
        ({"pattern": "c*t"}, ["ct", "cat", "carrot"], ["cats"]),
        ({"pattern": "C?T"}, ["cat"], ["dog"]),
        ({"anagram": "tca"}, ["cat", "act"], ["cart", "at"]),
        ({"anagram": "ca?"}, ["cat", "cab"], ["ct", "dog"]),
        ({"length": 3}, ["cat"], ["cats"]),
        ({"pattern": "c*", "length": 4}, ["cats"], ["cat", "dogs"]),
        ({}, ["anything"], []),
    ],
)
def test_matcher(how: dict[str, Any], fits: list[str], not_these: list[str]) -> None:
    """All that is asked must fit; what is not asked does not matter."""
    match = matcher(**how)
    assert all(match(key) for key in fits)
    assert not any(match(key) for key in not_these)


@pytest.mark.parametrize(
    "how",
    [
        {"pattern": ""},
        {"pattern": "a b"},
        {"pattern": "[a]"},
        {"pattern": "a" * 101},
        {"anagram": ""},
        {"anagram": "a*"},
        {"anagram": "é"},
        {"length": 0},
        {"length": 101},
        {"length": -1},
    ],
)
def test_refused(how: dict[str, Any]) -> None:
    """What cannot be searched for is refused with its reason."""
    with pytest.raises(BadWord):
        matcher(**how)


@given(st.text(alphabet="abc?*", min_size=1, max_size=8), KEYS)
def test_patterns(pattern: str, key: str) -> None:
    """A pattern means what it says: ? one letter, * any run."""
    said = "".join({"?": ".", "*": ".*"}.get(char, char) for char in pattern)
    assert matcher(pattern=pattern)(key) == bool(re.fullmatch(said, key))


@given(KEYS, KEYS)
def test_anagrams(letters: str, key: str) -> None:
    """Without blanks, an anagram has the same letters as often."""
    assert matcher(anagram=letters)(key) == (Counter(letters) == Counter(key))


@given(st.text(max_size=120))
def test_any_text(text: str) -> None:
    """Any text is taken as a pattern or refused as one, and nothing else comes of it."""
    for name in ("pattern", "anagram"):
        try:
            matcher(pattern=text)("cat") if name == "pattern" else matcher(anagram=text)("cat")
        except BadWord as error:
            assert str(error).isprintable()
