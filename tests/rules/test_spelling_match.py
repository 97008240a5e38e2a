"""Which readings a word can mean as it was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.rules.spelling_match import match_spelling, plain_first
from tests.conftest import evidence, reading

ILL = evidence("ill", reading("ill"), reading("I'll"), reading("Ill."))


@pytest.mark.parametrize(
    ("word", "displays"),
    [
        ("ill", ["ill"]),
        ("ILL", ["ill"]),
        ("I'll", ["I'll"]),
        ("i’ll", ["I'll"]),
        ("Ill.", ["ill"]),
        ("il'l", []),
    ],
)
def test_as_typed(word: str, displays: list[str]) -> None:
    """A plain word means its plain spelling; one with an apostrophe means the spelling with that apostrophe
    and no other.
    """
    assert [each.display for each in match_spelling(word, ILL).readings] == displays


def test_no_plain_spelling() -> None:
    """Where no spelling is plain, a plain word means all of them, since tiles show no marks."""
    known = evidence("theyll", reading("they'll"))
    assert match_spelling("theyll", known) == known


@pytest.mark.parametrize(("size", "displays"), [(95, ["xray", "X-ray"]), (60, ["xray"])])
def test_a_rare_listing_hides_no_other_spelling(size: int, displays: list[str]) -> None:
    """A plain spelling that a word list alone has, among its rarest, leaves the marked spellings in view."""
    known = evidence(
        "xray", reading("xray", source="scowl", kind="listing", pos=None, size=size), reading("X-ray")
    )
    assert [each.display for each in match_spelling("xray", known).readings] == displays


def test_nothing_known() -> None:
    """Of a word that nothing is known of, nothing is known however it is typed."""
    assert match_spelling("i'll", evidence("ill")) == evidence("ill")


@given(st.text(max_size=12), st.lists(st.sampled_from(["ill", "I'll", "Ill.", "il-l", "ILL"]), max_size=5))
def test_readings_are_chosen_and_never_made(word: str, displays: list[str]) -> None:
    """Whatever is typed, the readings kept are some of those there were, in their order."""
    known = evidence("ill", *(reading(display) for display in displays))
    kept = match_spelling(word, known).readings
    rest = iter(known.readings)
    assert all(each in rest for each in kept)


@given(st.lists(st.text(max_size=6), max_size=6))
def test_plain_first_keeps_something(displays: list[str]) -> None:
    """The choice among spellings is never empty where there is one, and keeps their order."""
    kept = plain_first(displays)
    assert bool(kept) == bool(displays)
    assert kept == sorted(set(kept))
