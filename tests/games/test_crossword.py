"""Word Whiz by its own rules and FAQ: the shared crossword, wild tiles, who scores what, the bonus, the rounds of a game."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import BoardInvalid
from adjudicator.games.board import LETTERS
from adjudicator.games.crossword import (
    PlayedWord,
    bonus_goes_to,
    read_crossword,
    score_crossword,
)
from adjudicator.games.game import dealer, standing, starters, tile_sets
from adjudicator.rules.files import Rulebooks

SCORING = Rulebooks().load("word-whiz").scoring
NAMES = {"r": "Red", "b": "Blue", "g": "Green"}


def among(*words: str) -> Callable[[str], bool]:
    """Judge by a list of words."""
    return lambda word: word in words


def test_every_run_across_and_down_is_a_word() -> None:
    """Runs of two tiles and more are words, each with the players who have a tile in it; single tiles are not."""
    found = read_crossword(
        ["WORDS", "O....", "EAT..", "....."],
        ["rrrrr", "b....", "bgg..", "....."],
        NAMES,
        among("words", "woe", "eat"),
    )
    assert [(each.run.letters, each.word, each.run.players) for each in found.readings] == [
        ("words", "words", ("Red",)),
        ("eat", "eat", ("Blue", "Green")),
        ("woe", "woe", ("Red", "Blue")),
    ]
    assert found.holds
    wrong = read_crossword(["CAT", "X.."], ["rrr", "b.."], NAMES, among("cat"))
    assert not wrong.holds
    assert [each.word for each in wrong.readings] == ["cat", None]


def test_a_wild_tile_is_the_same_letter_in_both_directions() -> None:
    """FAQ: a wild tile must represent the same letter in both directions; not necessarily the one that its player meant."""
    rows, owners = ["C?T", ".R.", ".E."], ["rrr", ".b.", ".b."]
    found = read_crossword(rows, owners, NAMES, among("cat", "cot", "cut", "ore"))
    assert found.holds
    assert found.wilds == {(0, 1): "o"}
    clash = read_crossword(rows, owners, NAMES, among("cat", "ore"))
    assert not clash.holds
    assert sum(each.word is not None for each in clash.readings) == 1


@given(
    st.lists(st.text("ab?.", min_size=3, max_size=3), min_size=3, max_size=3),
    st.sets(st.text("ab", min_size=2, max_size=3)),
)
def test_wilds_make_as_many_words_as_any_letters_could(rows: list[str], words: set[str]) -> None:
    """No choice of letters for the wild tiles makes more runs words than the one that is found."""
    wilds = [(row, column) for row in range(3) for column in range(3) if rows[row][column] == "?"]
    owners = ["".join("." if tile == "." else "r" for tile in row) for row in rows]
    if len(wilds) > 3:
        return
    found = read_crossword(rows, owners, NAMES, words.__contains__)
    best = 0
    for letters in itertools.product("abz", repeat=len(wilds)):
        chosen = dict(zip(wilds, letters, strict=True))
        made = sum(
            "".join(chosen.get(cell, rows[cell[0]][cell[1]]) for cell in each.run.cells) in words
            for each in found.readings
        )
        best = max(best, made)
    assert sum(each.word is not None for each in found.readings) == best
    assert all(letter in LETTERS for letter in found.wilds.values())


@pytest.mark.parametrize(
    ("rows", "owners", "fault"),
    [
        ([], [], "takes 1 to"),
        (["ab", "a"], ["rr", "r"], "row 2: has 1 places"),
        (["ab"], ["r"], "owners: takes as many"),
        (["a1"], ["rr"], "row 1, place 2: takes a letter"),
        (["ab"], ["rx"], "row 1, place 2: has no owner"),
        (["a."], ["rr"], "row 1, place 2: has an owner and no tile"),
        (["????"], ["rrrr"], "more than 3 wild tiles"),
        (["a" * 65], ["r" * 65], "takes 1 to 64 rows"),
    ],
)
def test_a_malformed_crossword_is_refused(rows: list[str], owners: list[str], fault: str) -> None:
    """Each fault is told with its place."""
    with pytest.raises(BoardInvalid) as error:
        read_crossword(rows, owners, NAMES, among())
    assert fault in str(error.value)


def test_a_single_letter_earns_the_whole_word() -> None:
    """Even if a player has a single letter contributing to a 7-letter word, they earn the 8 points for the word."""
    red, blue, green = score_crossword(
        SCORING,
        ["Red", "Blue", "Green"],
        [
            PlayedWord("PLAYERS", ("Red", "Blue")),
            PlayedWord("CAT", ("Blue",)),
            PlayedWord("LONGEST", ("Green",), legal=False),
        ],
        bonus_to=["Red"],
    )
    assert (red.total, red.bonus) == (8 + 5, 5)
    assert (blue.total, blue.words) == (8, (("PLAYERS", 8), ("CAT", 0)))
    assert (green.total, green.words) == (0, ())


def test_a_word_that_is_void_stays_for_the_others() -> None:
    """FAQ: a word challenged mid-round that others have played onto stays; it does not count in that player's score."""
    red, blue = score_crossword(
        SCORING, ["Red", "Blue"], [PlayedWord("GLORPS", ("Red", "Blue"), void_for="Red")]
    )
    assert (red.total, blue.total) == (0, 5)


def test_who_earns_the_bonus() -> None:
    """The first finisher; who played an illegal word loses it to the fewest unplayed tiles, as does who is not eligible any more."""
    unplayed = {"Red": 0, "Blue": 3, "Green": 2}
    assert bonus_goes_to("Red", unplayed, played_illegal=False) == ("Red",)
    assert bonus_goes_to("Red", unplayed, played_illegal=True) == ("Green",)
    assert bonus_goes_to("Red", unplayed, played_illegal=False, ineligible=["Red"]) == ("Green",)
    assert bonus_goes_to("Red", unplayed, played_illegal=True, ineligible=["Green"]) == ("Blue",)
    assert bonus_goes_to("Red", {**unplayed, "Blue": 2}, played_illegal=True) == ("Blue", "Green")
    assert bonus_goes_to(None, unplayed, played_illegal=False) == ()


def test_a_game_of_four_rounds() -> None:
    """The highest total after four rounds wins; the lowest scorer starts the next round; sets of tiles go on to the left."""
    rounds = [{"Red": 20, "Blue": 11}, {"Red": 5, "Blue": 16}, {"Red": 8, "Blue": 8}, {"Red": 10, "Blue": 12}]
    assert standing(rounds[:3], length=4).over is False
    final = standing(rounds, length=4)
    assert (final.totals, final.winners, final.over) == ({"Red": 43, "Blue": 47}, ("Blue",), True)
    assert standing(rounds[:1], target=20).over is True
    assert standing(rounds[:1], target=50).over is False
    assert starters(rounds[0]) == ("Blue",)
    assert starters(rounds[2]) == ("Red", "Blue")
    played = [tile_sets(["Red", "Blue"], ["1", "2", "3", "4"], number) for number in range(1, 5)]
    assert played[0] == {"Red": "1", "Blue": "2"}
    assert {each["Red"] for each in played} == {each["Blue"] for each in played} == {"1", "2", "3", "4"}
    assert [played[n + 1]["Blue"] for n in range(3)] == [played[n]["Red"] for n in range(3)]
    assert [dealer(["Ann", "Ben", "Cy"], number) for number in (1, 2, 3, 4)] == ["Ann", "Ben", "Cy", "Ann"]
