"""Scoring by the rulebooks, by their own words and tables; a round's points add up whatever the lists."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.games.scoring import MOST_POINTS, JudgedWord, points, score_round
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.ruleset import Scoring

BOGGLE, RINGS, WHIZ = (Rulebooks().load(name).scoring for name in ("boggle", "bonus-rings", "word-whiz"))


@pytest.mark.parametrize(
    ("letters", "worth"),
    [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 3), (7, 5), (8, 11), (9, 15), (10, 20), (11, 20), (16, 20)],
)
def test_boggle_table(letters: int, worth: int) -> None:
    """Boggle §2: 3 and 4 letters 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 15, 10 and more: 20."""
    assert points(BOGGLE, letters) == worth


@pytest.mark.parametrize(
    ("letters", "worth"), [(1, 0), (2, 0), (3, 0), (4, 2), (5, 3), (6, 5), (7, 8), (8, 13), (9, 13), (12, 13)]
)
def test_word_whiz_table(letters: int, worth: int) -> None:
    """Word Whiz: words of any length may be played; 4 letters 2 points, 5: 3, 6: 5, 7: 8, 8 and more: 13."""
    assert points(WHIZ, letters) == worth


@pytest.mark.parametrize(("rings", "worth"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_rings_double_each_time_that_they_are_used(rings: int, worth: int) -> None:
    """One point a word; one ringed tile makes it 2, two ringed letters, or the same ringed letter twice, make it 4."""
    assert points(RINGS, 5, rings) == worth


def test_what_rings_make_of_a_word_is_bounded() -> None:
    """Words of a dictionary are worth what the rings make of them; one of a hundred letters that a list allows, no more than JSON has."""
    assert points(RINGS, 28, 28) == 2**28
    assert points(RINGS, 30, 90) == points(Scoring(((1, 1_000_000),), 100), 100, 100) == MOST_POINTS


def known(*legal: str) -> object:
    """Judge by a list of legal words, all on the board."""
    return lambda word: JudgedWord(word.lower() if word.isalpha() else "", word.lower() in legal)


def test_only_unique_words_receive_a_score() -> None:
    """Boggle §1: if another player has found the same word, no score is given; §2: homonyms only count once."""
    anna, ben = score_round(
        BOGGLE,
        {"Anna": ["TRIG", "zed", "zed", "fridges", "7"], "Ben": ["Zed", "forty", "zzz"]},
        known("trig", "zed", "fridges", "forty"),  # type: ignore[arg-type]
    )
    assert [(each.key, each.status, each.points) for each in anna.words] == [
        ("trig", "scores", 1),
        ("zed", "shared", 0),
        ("zed", "repeated", 0),
        ("fridges", "scores", 5),
        ("", "no-word", 0),
    ]
    assert anna.words[1].shared_with == ("Ben",)
    assert [(each.status, each.points) for each in ben.words] == [
        ("shared", 0),
        ("scores", 2),
        ("not-legal", 0),
    ]
    assert (anna.total, ben.total) == (6, 2)


def test_a_challenge_costs_two_points_and_undefined_words_do_not_count() -> None:
    """Boggle §3: the incorrect player loses two points; players may choose to only play words that they can define."""
    anna, ben = score_round(
        BOGGLE,
        {"Anna": ["trig", "rho"], "Ben": ["rho"]},
        known("trig", "rho"),  # type: ignore[arg-type]
        penalties={"Ben": -2},
        undefined={"Anna": ["rho"]},
    )
    assert [each.status for each in anna.words] == ["scores", "undefined"]
    assert (anna.total, ben.total, ben.penalties) == (1, -1, -2)


def spelled(word: str) -> JudgedWord:
    """Judge by the spelling: what has an apostrophe or a capital is struck, though its letters are those of a word."""
    key = word.replace("'", "").lower()
    return JudgedWord(key, word == key and key in {"well", "ill", "polish", "were"}, key != "were")


def test_a_struck_spelling_blots_out_nobodys_word() -> None:
    """Boggle §1: no score is given if another player has found the same *word*; *we'll* was never one (§4), and neither was *I'll*."""
    anna, ben = score_round(BOGGLE, {"Anna": ["we'll", "I'll", "ill"], "Ben": ["well", "ill's"]}, spelled)
    assert [(each.word, each.status, each.points) for each in anna.words] == [
        ("we'll", "not-legal", 0),
        ("I'll", "not-legal", 0),
        ("ill", "scores", 1),
    ]
    assert [(each.status, each.points) for each in ben.words] == [("scores", 1), ("not-legal", 0)]
    [cy] = score_round(BOGGLE, {"Cy": ["ill", "I'll", "ill", "were", "were"]}, spelled)
    assert [each.status for each in cy.words] == [
        "scores",
        "not-legal",
        "repeated",
        "not-on-board",
        "not-on-board",
    ]


SPELLINGS = st.lists(
    st.sampled_from(["well", "we'll", "ill", "I'll", "polish", "Polish", "were"]), max_size=6
)


@given(
    st.dictionaries(st.sampled_from("ABC"), SPELLINGS, min_size=1),
    st.dictionaries(st.sampled_from("ABC"), st.sets(st.sampled_from(["well", "ill", "polish"]))),
    st.randoms(use_true_random=False),
)
def test_what_is_struck_changes_no_score(
    lists: dict[str, list[str]], undefined: dict[str, set[str]], chance: Random
) -> None:
    """Each player has the points of the words that are found by nobody else and defined; whatever is struck on any list, and in whatever
    order players read out and words were written.
    """
    found = score_round(BOGGLE, lists, spelled, undefined=undefined)
    good = {
        name: {word for word in words if spelled(word).counts} - undefined.get(name, set())
        for name, words in lists.items()
    }
    for each in found:
        others = set().union(*(words for name, words in good.items() if name != each.name))
        assert each.total == sum(points(BOGGLE, len(word)) for word in good[each.name] - others)
    names = chance.sample(list(lists), len(lists))
    other = {name: chance.sample(lists[name], len(lists[name])) for name in names}
    scored = score_round(BOGGLE, other, spelled, undefined=undefined)
    assert {each.name: each.total for each in scored} == {each.name: each.total for each in found}


WORDS = st.lists(st.sampled_from(["aa", "abc", "abcd", "abcde", "xyz", "!"]), max_size=8)


@given(
    st.dictionaries(st.sampled_from("ABCD"), WORDS, min_size=1),
    st.sampled_from([BOGGLE, RINGS, WHIZ, Scoring(((1, 3),), 1, "everybody")]),
    st.dictionaries(st.sampled_from("ABCD"), st.integers(-9, 9)),
)
def test_scores_add_up(lists: dict[str, list[str]], scoring: Scoring, penalties: dict[str, int]) -> None:
    """A total is the sum of its words and penalties; a word counts once a player, and for one player alone where it must be unique."""
    legal = {"abc", "abcd", "abcde", "aa"}
    found = score_round(
        scoring,
        lists,
        lambda word: JudgedWord(word.strip("!"), word in legal, word != "abcd"),
        penalties=penalties,
    )
    assert [each.name for each in found] == list(lists)
    scored: list[str] = []
    for each in found:
        assert each.total == sum(word.points for word in each.words) + penalties.get(each.name, 0)
        assert all((word.points > 0) == (word.status == "scores") for word in each.words)
        keys = [word.key for word in each.words if word.status in ("scores", "too-short-to-score")]
        assert len(set(keys)) == len(keys) and set(keys) <= legal - {"abcd"}
        scored += keys
    if scoring.shared == "nobody":
        assert len(set(scored)) == len(scored)
        for key in legal - {"abcd"}:
            assert (key in scored) == (sum(key in words for words in lists.values()) == 1)
