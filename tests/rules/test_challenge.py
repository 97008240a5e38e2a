"""Challenges: each rule by its name, the three rulebooks' stories, and the counting of votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.shapes import plain
from adjudicator.rules.challenge import (
    CHOICES,
    Bonus,
    Choice,
    Context,
    Outcome,
    Tally,
    by_dictionary,
    by_vote,
    tally,
)
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.ruleset import Challenge

RULES = {
    name: Rulebooks().load("open", {"challenge": {"rule": name}}).challenge for name in Rulebooks().challenges
}
BOARD = Context(player="ann", challenger="bob")
GOOD, BAD = ("zed", True), ("zee", False)


def fates(outcome: Outcome) -> dict[str, str]:
    return {word.word: word.fate for word in outcome.words}


OF_AN_ILLEGAL_WORD: list[tuple[Any, ...]] = [
    ("boggle", "crossed-off", {"ann": -2}, (), ()),
    ("word-whiz", "excluded", {}, (), ()),
    ("bonus-rings", "crossed-off", {}, (), ()),
    ("void", "withdrawn", {}, (), ()),
    ("single", "withdrawn", {}, ("ann",), ()),
    ("double", "withdrawn", {}, ("ann",), ()),
    ("five-point", "withdrawn", {}, ("ann",), ()),
    ("ten-point", "withdrawn", {}, ("ann",), ()),
    ("triple", "withdrawn", {}, (), ("ann",)),
]


@pytest.mark.parametrize(("name", "fate", "points", "turns", "games"), OF_AN_ILLEGAL_WORD)
def test_an_illegal_word(
    name: str, fate: str, points: Mapping[str, int], turns: tuple[str, ...], games: tuple[str, ...]
) -> None:
    """What an illegal word costs its player, and what becomes of it, by every rule that can be named."""
    outcome = by_dictionary(RULES[name], [BAD], BOARD)
    assert (outcome.decision, fates(outcome)) == ("upheld", {"zee": fate})
    assert (outcome.points, outcome.turn_lost, outcome.game_lost) == (points, turns, games)


OF_A_LEGAL_WORD: list[tuple[Any, ...]] = [
    ("boggle", {"bob": -2}, (), ()),
    ("word-whiz", {}, (), ()),
    ("bonus-rings", {}, (), ()),
    ("void", {}, (), ()),
    ("single", {}, (), ()),
    ("double", {}, ("bob",), ()),
    ("five-point", {"ann": 5}, (), ()),
    ("ten-point", {"ann": 10}, (), ()),
    ("triple", {}, (), ("bob",)),
]


@pytest.mark.parametrize(("name", "points", "turns", "games"), OF_A_LEGAL_WORD)
def test_a_legal_word(
    name: str, points: Mapping[str, int], turns: tuple[str, ...], games: tuple[str, ...]
) -> None:
    """What it costs to challenge a legal word by every rule that can be named; the word stands."""
    outcome = by_dictionary(RULES[name], [GOOD], BOARD)
    assert (outcome.decision, fates(outcome)) == ("rejected", {"zed": "stands"})
    assert (outcome.points, outcome.turn_lost, outcome.game_lost) == (points, turns, games)


def test_every_named_rule_is_tested() -> None:
    """The two tables above have every shipped rule."""
    for table in (OF_AN_ILLEGAL_WORD, OF_A_LEGAL_WORD):
        assert {row[0] for row in table} == set(RULES)


def test_a_play_falls_whole() -> None:
    """In tournaments one illegal word takes the play back, its legal words too, and the challenger was right."""
    outcome = by_dictionary(RULES["double"], [GOOD, BAD], BOARD)
    assert fates(outcome) == {"zed": "withdrawn", "zee": "withdrawn"}
    assert [word.legal for word in outcome.words] == [True, False]
    assert outcome.turn_lost == ("ann",)


def test_words_stand_alone() -> None:
    """In Boggle each word is challenged by itself: one may be wrong about either."""
    outcome = by_dictionary(RULES["boggle"], [GOOD, BAD], BOARD)
    assert (outcome.decision, fates(outcome)) == ("upheld", {"zed": "stands", "zee": "crossed-off"})
    assert outcome.points == {"ann": -2, "bob": -2}


def test_points_by_the_word_or_once() -> None:
    """Five points are for each challenged word, ten for the challenge; Boggle's two are for each word."""
    play = [GOOD, ("zeds", True), ("ted", True)]
    assert by_dictionary(RULES["five-point"], play, BOARD).points == {"ann": 15}
    assert by_dictionary(RULES["ten-point"], play, BOARD).points == {"ann": 10}
    wrong = [BAD, ("zees", False)]
    assert by_dictionary(RULES["boggle"], wrong, BOARD).points == {"ann": -4}
    assert by_dictionary(RULES["boggle"]._replace(points_once=True), wrong, BOARD).points == {"ann": -2}


def test_nobody_is_named() -> None:
    """Without names, the consequences are told by the parts that people have."""
    outcome = by_dictionary(RULES["boggle"], [BAD], Context())
    assert outcome.points == {"player": -2}
    assert outcome.summary == "ZEE is not legal and is crossed off. player loses 2 points."


@pytest.mark.parametrize(
    ("counted", "decision", "points"),
    [
        (Tally(legal=1, illegal=3), "upheld", {}),
        (Tally(legal=3, illegal=1), "rejected", {}),
        (Tally(legal=2, illegal=2), "no-action", {}),
        (Tally(abstain=3), "no-action", {}),
    ],
)
def test_boggle_by_vote(counted: Tally, decision: str, points: Mapping[str, int]) -> None:
    """Boggle §3: disputes can be settled with a vote, which costs nobody points; in a tie no action is taken."""
    outcome = by_vote(RULES["boggle"], [BAD], counted, 1, BOARD)
    assert (outcome.decision, outcome.points) == (decision, points)


def test_a_tie_leaves_everything_as_it_was() -> None:
    """No action: the word stands, as legal as its verdict says, and nobody loses anything."""
    outcome = by_vote(RULES["boggle"], [BAD], Tally(legal=2, illegal=2), 1, BOARD)
    assert outcome == Outcome("no-action", outcome.words, {}, summary=outcome.summary)
    assert [(word.legal, word.fate) for word in outcome.words] == [(False, "stands")]
    assert (
        outcome.summary
        == "No majority (2 legal, 2 not legal): no action is taken. ZEE stays as it was written."
    )


def test_a_vote_stands_above_the_dictionary() -> None:
    """What the group votes is what the words are, all together, whatever their verdicts say."""
    outcome = by_vote(RULES["boggle"], [GOOD, BAD], Tally(legal=3), 1, BOARD)
    assert [word.legal for word in outcome.words] == [True, True]
    assert outcome.summary.startswith("The vote is 3 legal, 0 not legal. ZED is legal and stands.")


WHIZ = RULES["word-whiz"]
AGREED = Tally(legal=1, illegal=2)


def test_whiz_excluded_after_the_round() -> None:
    """Word Whiz: if the group agrees after the round, the word is excluded from scoring, and that is all."""
    outcome = by_vote(WHIZ, [BAD], AGREED, 1, BOARD)
    assert (fates(outcome), outcome.points, outcome.bonus) == ({"zee": "excluded"}, {}, None)


@pytest.mark.parametrize("counted", [Tally(legal=2, illegal=1), Tally(legal=1, illegal=1), Tally(abstain=2)])
def test_whiz_the_group_does_not_agree(counted: Tally) -> None:
    """Without agreement the word stays, a tie being none; a wrong challenge costs nothing."""
    outcome = by_vote(WHIZ, [BAD], counted, 1, BOARD)
    assert (outcome.decision, fates(outcome), outcome.points) == ("rejected", {"zee": "stands"}, {})


def test_whiz_mid_round() -> None:
    """A word that is found invalid mid-round is removed from play and returned."""
    outcome = by_vote(WHIZ, [BAD], AGREED, 1, BOARD._replace(mid_round=True))
    assert (fates(outcome), outcome.ineligible) == ({"zee": "withdrawn"}, ())


def test_whiz_mid_round_built_on() -> None:
    """If others have played onto it, it stays, counts nothing for its player, and that player cannot earn the bonus."""
    outcome = by_vote(WHIZ, [BAD], AGREED, 1, BOARD._replace(mid_round=True, built_on=True))
    assert (fates(outcome), outcome.ineligible) == ({"zee": "stays-unscored"}, ("ann",))
    assert "ann cannot earn the bonus" in outcome.summary


def test_only_an_illegal_word_costs_the_bonus() -> None:
    """Who built on a legal word, or plays without a bonus, loses no right to it."""
    context = BOARD._replace(mid_round=True, built_on=True)
    assert by_vote(WHIZ, [BAD], Tally(legal=2), 1, context).ineligible == ()
    without = by_dictionary(WHIZ._replace(first_finish_bonus=0), [BAD], context)
    assert (fates(without), without.ineligible) == ({"zee": "stays-unscored"}, ())


def test_whiz_built_on_after_the_round() -> None:
    """After the round it does not matter who has built on a word."""
    outcome = by_vote(WHIZ, [BAD], AGREED, 1, BOARD._replace(built_on=True))
    assert (fates(outcome), outcome.ineligible) == ({"zee": "excluded"}, ())


@pytest.mark.parametrize(
    ("unplayed", "ineligible", "heirs"),
    [
        ({"ann": 0, "bob": 4, "cy": 2}, (), ("cy",)),
        ({"ann": 0, "bob": 2, "cy": 2, "di": 5}, (), ("bob", "cy")),
        ({"ann": 0, "bob": 4, "cy": 2}, ("cy",), ("bob",)),
        ({"ann": 0}, (), ()),
        ({}, (), ()),
    ],
)
def test_whiz_the_bonus_moves(
    unplayed: dict[str, int], ineligible: tuple[str, ...], heirs: tuple[str, ...]
) -> None:
    """A first finisher with an illegal word hands the five points on to the player with the fewest unplayed tiles, to each of them in a tie;
    who has lost the right to it is passed over, and without any tiles told nobody is named.
    """
    context = BOARD._replace(finished_first=True, unplayed=unplayed, ineligible=ineligible)
    outcome = by_vote(WHIZ, [BAD], AGREED, 1, context)
    assert outcome.bonus == Bonus(5, "ann", heirs)
    assert "The bonus of 5 points goes from ann to" in outcome.summary


def test_whiz_the_bonus_stays() -> None:
    """A first finisher whose word is legal keeps the bonus, and by other rules there is none."""
    context = BOARD._replace(finished_first=True, unplayed={"bob": 1})
    assert by_vote(WHIZ, [GOOD], Tally(legal=2, illegal=1), 1, context).bonus is None
    assert by_dictionary(RULES["boggle"], [BAD], context).bonus is None


def test_bonus_rings() -> None:
    """Bonus rings: a challenged word that the dictionary has not is crossed off, and nobody loses anything either way."""
    outcome = by_dictionary(RULES["bonus-rings"], [GOOD, BAD], BOARD)
    assert fates(outcome) == {"zed": "stands", "zee": "crossed-off"}
    assert outcome == Outcome("upheld", outcome.words, {}, summary=outcome.summary)


@pytest.mark.parametrize(
    ("majority", "legal", "illegal", "decision"),
    [
        ("simple", 1, 2, "upheld"),
        ("simple", 2, 1, "rejected"),
        ("simple", 2, 2, "no-action"),
        ("two-thirds", 1, 2, "upheld"),
        ("two-thirds", 2, 3, "no-action"),
        ("two-thirds", 4, 2, "rejected"),
        ("unanimous", 0, 2, "upheld"),
        ("unanimous", 1, 9, "no-action"),
        ("unanimous", 1, 0, "rejected"),
    ],
)
def test_majorities(majority: Any, legal: int, illegal: int, decision: str) -> None:
    """A side decides with the share that the rule asks for, of those who took a side."""
    rule = Challenge(majority=majority)
    assert by_vote(rule, [BAD], Tally(legal, illegal, abstain=9), 1, BOARD).decision == decision


@pytest.mark.parametrize(
    ("tie", "decision"), [("legal", "rejected"), ("illegal", "upheld"), ("no-action", "no-action")]
)
def test_ties(tie: Any, decision: str) -> None:
    """A tie is what the rule says it is."""
    assert by_vote(Challenge(tie=tie), [BAD], Tally(1, 1), 1, BOARD).decision == decision


def test_a_quorum() -> None:
    """Too few votes decide nothing; abstentions are votes."""
    few = by_vote(RULES["boggle"], [BAD], Tally(illegal=2), 3, BOARD)
    assert (few.decision, fates(few), few.points) == ("no-quorum", {"zee": "stands"}, {})
    assert few.summary == "2 votes of the 3 that it takes: no action is taken. ZEE stays as it was written."
    enough = by_vote(RULES["boggle"], [BAD], Tally(illegal=2, abstain=1), 3, BOARD)
    assert enough.decision == "upheld"


@given(st.lists(st.sampled_from(CHOICES)))
def test_every_vote_counts_once(choices: list[Choice]) -> None:
    """A tally has as many votes as were cast, in whatever order they came."""
    counted = tally(choices)
    assert sum(counted) == len(choices)
    assert tally(reversed(choices)) == counted


COUNTS = st.integers(min_value=0, max_value=50)
ANY_RULE = st.builds(
    Challenge,
    majority=st.sampled_from(["simple", "two-thirds", "unanimous"]),
    tie=st.sampled_from(["no-action", "legal", "illegal"]),
    whole_play=st.booleans(),
    points_once=st.booleans(),
    player_loses=st.integers(0, 20),
    player_gains=st.integers(0, 20),
    challenger_loses=st.integers(0, 20),
    player_loses_turn=st.booleans(),
    challenger_loses_turn=st.booleans(),
    first_finish_bonus=st.integers(0, 9),
)


@given(ANY_RULE, COUNTS, COUNTS, COUNTS, st.integers(1, 20))
def test_votes_are_fair(rule: Challenge, legal: int, illegal: int, abstain: int, quorum: int) -> None:
    """Whatever the rule: the sides are treated alike but in a tie, the smaller side never wins, abstentions change no majority, and where
    nothing is decided nothing follows.
    """
    outcome = by_vote(rule, [BAD], Tally(legal, illegal, abstain), quorum, BOARD)
    assert (outcome.decision == "no-quorum") == (legal + illegal + abstain < quorum)
    if outcome.decision in ("no-quorum", "no-action"):
        assert outcome == Outcome(outcome.decision, outcome.words, {}, summary=outcome.summary)
    if outcome.decision == "no-quorum" or rule.tie != "no-action":
        return
    mirrored = {"upheld": "rejected", "rejected": "upheld", "no-action": "no-action"}[outcome.decision]
    assert by_vote(rule, [BAD], Tally(illegal, legal, abstain), quorum, BOARD).decision == mirrored
    assert outcome.decision != "upheld" or illegal > legal
    assert outcome.decision != "rejected" or legal > illegal
    more = by_vote(rule, [BAD], Tally(legal, illegal, abstain + 1), quorum, BOARD)
    assert more.decision == outcome.decision


@given(ANY_RULE, st.lists(st.booleans(), min_size=1, max_size=6))
def test_only_who_is_wrong_loses(rule: Challenge, legality: list[bool]) -> None:
    """A player of legal words alone loses nothing; a challenger loses nothing of a play that fell whole; every word is told once."""
    words = [(f"w{number}", legal) for number, legal in enumerate(legality)]
    outcome = by_dictionary(rule, words, BOARD._replace(finished_first=True))
    assert [(word.word, word.legal) for word in outcome.words] == words
    if all(legality):
        assert outcome.points.get("ann", 0) >= 0
        assert "ann" not in outcome.turn_lost and outcome.bonus is None
    elif rule.whole_play or not any(legality):
        assert outcome.points.get("bob", 0) == 0
        assert "bob" not in outcome.turn_lost


def test_plain_data() -> None:
    """An outcome as plain data has lists and tables alone."""
    context = BOARD._replace(finished_first=True, unplayed={"bob": 1})
    found = plain(by_vote(WHIZ, [BAD], AGREED, 1, context))
    assert found == {
        "decision": "upheld",
        "words": [{"word": "zee", "legal": False, "fate": "excluded"}],
        "points": {},
        "turn_lost": [],
        "game_lost": [],
        "bonus": {"points": 5, "loser": "ann", "heirs": ["bob"]},
        "ineligible": [],
        "summary": "The vote is 1 legal, 2 not legal. ZEE is not legal and is excluded from scoring. The bonus of 5 points goes from ann to bob.",
    }
