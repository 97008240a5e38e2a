"""Slips of spelling: what sounds alike has one sound, and the slips that people make cost less than others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.slips import SOUNDS, slip_cost, sound_of, sounds_near
from adjudicator.core.spelling import one_edit

KEYS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("phonetic", "fonetic"), ("knife", "nife"), ("tomorrow", "tommorow"), ("accommodation", "accomodation"), ("wrist", "rist"),
        ("physics", "fisiks"), ("queen", "kween"), ("station", "stashun"), ("exercise", "eksersize"), ("night", "nite"), ("who", "hoo"),
    ],
)  # fmt: skip
def test_what_sounds_alike(one: str, other: str) -> None:
    """Two ways to write the same have one sound."""
    assert sound_of(one) == sound_of(other)


@given(KEYS)
def test_a_sound_has_known_letters(key: str) -> None:
    """A sound is of its letters alone, no longer than twice the key, and empty for none."""
    assert set(sound_of(key)) <= set(SOUNDS)
    assert 0 < len(sound_of(key)) <= 2 * len(key)


@given(st.text(alphabet="BKN", max_size=5))
def test_sounds_near_are_one_edit_away(sound: str) -> None:
    """They are what one edit makes of the sound, whatever the letters of sounds."""
    letters = {letter: letter.lower() for letter in SOUNDS}
    near = {"".join(letters[letter] for letter in each) for each in sounds_near(sound)}
    edits = {each for each in one_edit(sound.lower()) if set(each) <= set(SOUNDS.lower())}
    assert near - {"", sound.lower()} == edits


@given(KEYS, KEYS)
def test_costs(one: str, other: str) -> None:
    """The same costs nothing, anything else something, and never more than writing it anew."""
    assert slip_cost(one, one) == 0
    assert (slip_cost(one, other) > 0) == (one != other)
    assert slip_cost(one, other) < 0.7 + 1.2 * max(len(one), len(other)) + abs(len(one) - len(other))


@pytest.mark.parametrize(
    ("typed", "likelier", "other"),
    [
        ("wrod", "word", "wood"),  # neighbours swapped, a letter changed
        ("ballon", "balloon", "gallon"),  # a letter doubled, the first changed
        ("seperate", "separate", "desperate"),  # a vowel for a vowel
        ("fotograf", "photograph", "autograph"),  # as it is heard
        ("nolege", "knowledge", "college"),
        ("becuase", "because", "beclasp"),
    ],
)  # fmt: skip
def test_likelier_slips_cost_less(typed: str, likelier: str, other: str) -> None:
    """The slip that people make is nearer."""
    assert slip_cost(typed, likelier) < slip_cost(typed, other)
