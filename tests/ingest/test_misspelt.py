"""What leads from misspellings to words: by sound for words that many know, by rule for irregular forms."""

from __future__ import annotations

import re

from adjudicator.core.spelling import one_edit
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.misspelt import FAMILIAR
from adjudicator.lexicon.near import commonness


def test_words_are_behind_their_sound(adjudicator: Adjudicator) -> None:
    """A common word comes before others; what few know, names and abbreviations have no place."""
    graph = adjudicator.lexicon.misspelt
    assert {"DFNTL1definitely", "DFNTL1defiantly"} <= set(graph.keys("DFNTL"))
    assert not any("london" in each for each in graph.keys("LNDN"))
    profile_facts, profiles = adjudicator.lexicon.profile_facts, adjudicator.lexicon.profiles
    found = [text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[1:] for text in graph.keys("S")]
    assert len(found) > 5000
    assert all(commonness(profile_facts[profiles[word]]) <= FAMILIAR for word in found)


def test_irregular_forms_are_behind_what_they_would_be(adjudicator: Adjudicator) -> None:
    """A past comes before a participle, and a plural, a comparative and a superlative have theirs."""
    graph = adjudicator.lexicon.misspelt
    assert graph.keys("goed") == ["goed1went", "goed2gone"]
    for by_rule, real in (("runned", "ran"), ("mouses", "mice"), ("gooder", "better"), ("goodest", "best")):
        assert f"{by_rule}1{real}" in graph.keys(by_rule)
    assert graph.keys("walked") == []


def test_each_text_has_its_form(adjudicator: Adjudicator) -> None:
    """A sound in capitals or a form in small letters, whether the word is common, and the word: what is asked for cannot run into another."""
    form = re.compile(r"([A-Z]+|[a-z]+)[12][a-z]+")
    assert all(map(form.fullmatch, adjudicator.lexicon.misspelt.keys()))


def test_what_is_far_behind_the_nearest_is_not_offered(adjudicator: Adjudicator) -> None:
    """Nobody who typed nonsense meant a word of other letters: no more than what is about as near as the nearest or one edit away, and nothing where
    that is far.
    """
    bench = adjudicator.under("boggle")
    assert bench.near_misses("qqqqzzz") == bench.near_misses("superideal") == []
    assert bench.near_misses("centrehall") == []
    for key, first in (("prepiously", "previously"), ("thier", "their"), ("restarant", "restaurant")):
        near = bench.near_misses(key)
        assert near[0].word == first and len(near) > 1
        assert all(each.far <= min(2.2, near[0].far + 1) for each in near if each.word not in one_edit(key))


def test_a_word_of_no_list_is_meant_as_well(adjudicator: Adjudicator) -> None:
    """It is as rare as can be, and one slip away: what is typed means no other word."""
    bench = adjudicator.under("boggle")
    assert [each.word for each in bench.near_misses("vidoegame")] == ["videogame"]
    assert "instagrammable" in [each.word for each in bench.near_misses("insatgrammable")]
