"""Slips of spelling: what sounds alike has one sound, and the slips that people make cost less than others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.slips import SOUNDS, slip, sound_of, sounds_near
from adjudicator.core.spelling import one_edit

KEYS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("phonetic", "fonetic"), ("knife", "nife"), ("tomorrow", "tommorow"), ("accommodation", "accomodation"), ("wrist", "rist"),
        ("physics", "fisiks"), ("queen", "kween"), ("station", "stashun"), ("exercise", "eksersize"), ("night", "nite"), ("who", "hoo"),
        ("neighbour", "nayber"), ("antique", "antik"), ("through", "thru"), ("guard", "gard"),
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
    """They are what one edit makes of the sound; one sound is changed only for another that it is taken for."""
    near = {each.lower() for each in sounds_near(sound)}
    edits = {each for each in one_edit(sound.lower()) if set(each) <= set(SOUNDS.lower())}
    assert near <= edits
    can_be = {each for each in edits if set(each[1:]).isdisjoint("ahwy")}
    changed = [{*zip(sound.lower(), other, strict=True)} for other in can_be - near]
    taken = {("b", "p"), ("k", "s"), ("k", "t"), ("k", "x"), ("n", "m")}
    assert all(taken.isdisjoint(each) for each in changed)


@given(KEYS, KEYS)
def test_costs(one: str, other: str) -> None:
    """The same costs nothing, anything else something, and never more than writing it anew."""
    assert slip(one, one).cost == 0
    found = slip(one, other)
    assert (found.cost > 0) == (one != other)
    assert found.cost <= found.apart and found.single == (one == other or other in one_edit(one))
    assert found.cost < 0.7 + 1.2 * max(len(one), len(other)) + abs(len(one) - len(other))


@pytest.mark.parametrize(
    ("typed", "likelier", "other"),
    [
        ("wrod", "word", "wood"),  # neighbours swapped, a letter changed
        ("ballon", "balloon", "gallon"),  # a letter doubled, the first changed
        ("seperate", "separate", "desperate"),  # a vowel for a vowel
        ("fotograf", "photograph", "autograph"),  # as it is heard
        ("nolege", "knowledge", "college"),
        ("becuase", "because", "beclasp"),
        ("hvea", "have", "heave"),  # a letter far from its place
        ("walkie", "walk", "wok"),  # what sounds alike is also written alike
    ],
)  # fmt: skip
def test_likelier_slips_cost_less(typed: str, likelier: str, other: str) -> None:
    """The slip that people make is nearer."""
    assert slip(typed, likelier).apart < slip(typed, other).apart
