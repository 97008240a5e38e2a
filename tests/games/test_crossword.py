"""Word Whiz by its own rules and FAQ: the shared crossword, wild tiles, who scores what, the bonus, the rounds of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from dawg import CompletionDAWG
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.errors import BoardInvalid, TooHard
from adjudicator.games.crossword import (
    Crossword,
    PlayedWord,
    bonus_goes_to,
    read_crossword,
    score_crossword,
)
from adjudicator.games.game import dealer, standing, starters, tile_sets
from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.games.wilds import Cell
from adjudicator.rules.files import Rulebooks
from tests.conftest import examples
from tests.games.brute_crossword import account, runs

SCORING = Rulebooks().load("word-whiz").scoring
NAMES = {"r": "Red", "b": "Blue", "g": "Green"}


class Listed:
    """A dictionary of the words in some lists, of which some may be denied: as those of a ruleset with a house list over it."""

    def __init__(self, *lists: Collection[str], denied: Collection[str] = ()) -> None:
        self.legal = {word for words in lists for word in words if word not in denied}.__contains__
        graphs = [WordGraph(CompletionDAWG(sorted(words)).tobytes()) for words in lists]
        self.board_words = BoardWords(tuple(graphs), self.legal if denied else None)


def read(
    rows: Sequence[str], owners: Sequence[str], words: Collection[str] | Listed, **more: Any
) -> Crossword:
    """Read a crossword by a dictionary of *words*."""
    dictionary = words if isinstance(words, Listed) else Listed(words)
    return read_crossword(rows, owners, NAMES, dictionary, scoring=SCORING, **more)


def shown(found: Crossword) -> list[str | None]:
    """The words of all runs."""
    return [each.word for each in found.readings]


def test_every_run_across_and_down_is_a_word() -> None:
    """Runs of two tiles and more are words, each with the players who have a tile in it; single tiles are not."""
    found = read(
        ["WORDS", "O....", "EAT..", "....."],
        ["rrrrr", "b....", "bgg..", "....."],
        ["words", "woe", "eat"],
    )
    assert [(each.run.letters, each.word, each.run.players) for each in found.readings] == [
        ("words", "words", ("Red",)),
        ("eat", "eat", ("Blue", "Green")),
        ("woe", "woe", ("Red", "Blue")),
    ]
    assert found.holds
    wrong = read(["CAT", "X.."], ["rrr", "b.."], ["cat"])
    assert not wrong.holds
    assert shown(wrong) == ["cat", None]


def test_a_wild_tile_is_the_same_letter_in_both_directions() -> None:
    """FAQ: a wild tile must represent the same letter in both directions; not necessarily the one that its player meant."""
    rows, owners = ["C?T", ".R.", ".E."], ["rrr", ".b.", ".b."]
    found = read(rows, owners, ["cat", "cot", "cut", "ore"])
    assert found.holds
    assert found.wilds == {(0, 1): "o"}
    clash = read(rows, owners, ["cat", "ore"])
    assert not clash.holds
    assert sum(word is not None for word in shown(clash)) == 1


def test_the_starting_word_stands() -> None:
    """Placing the Starting Word: it is in the crossword, so its wild tile is its letter, in a longer word, too; and if it is none by now."""
    words = ["wards", "words", "swords", "swards"]
    found = read(["W?RDS"], ["rrrrr"], words, starting_word="words")
    assert (shown(found), found.start) == (["words"], found.readings[0].run)
    assert shown(read(["W?RDS"], ["rrrrr"], words)) == ["wards"]
    assert shown(read(["SW?RDS"], ["brrrrr"], words, starting_word="words")) == ["swords"]
    fallen = read(["W?RDS"], ["rrrrr"], ["wards"], starting_word="words")
    assert (shown(fallen), fallen.wilds) == ([None], {(0, 1): "o"})
    assert fallen.start is not None
    assert read(["W?RDS"], ["rrrrr"], words, starting_word="chair").start is None


def test_where_the_starting_word_stands_is_chosen_as_well() -> None:
    """Where it could stand in several runs, it stands where the most words are left; where it lies in letters, nothing binds the rest."""
    rows, owners = ["C?T", "...", "C?T", ".B."], ["rrr", "...", "rrr", ".r."]
    found = read(rows, owners, ["cat", "cot", "ab"], starting_word="cot")
    assert shown(found) == ["cot", "cat", "ab"]
    lies = read(["COT", "...", "C?T"], ["rrr", "...", "rrr"], ["cat", "cot"], starting_word="cot")
    assert shown(lies) == ["cot", "cat"]


def test_a_word_that_the_group_rules_illegal_is_read_as_another() -> None:
    """Finishing the Round: if the group agrees, it is excluded; FAQ: the wild tile need not be the letter that was meant."""
    words = ["cabe", "cade", "cane"]
    assert shown(read(["CA?E"], ["rrrr"], words)) == ["cabe"]
    assert shown(read(["CA?E"], ["rrrr"], words, rulings={"cabe": False})) == ["cade"]
    assert shown(read(["CA?E"], ["rrrr"], ["cabe"], rulings={"cabe": False})) == [None]
    assert shown(read(["CA?E"], ["rrrr"], Listed(words, ["cage"], denied=["cade", "cabe"]))) == ["cage"]


def test_a_word_that_the_group_rules_legal_is_read_as_that_word() -> None:
    """Where its tiles could show it, and no other run is a word less for it."""
    assert shown(read(["GL?RP"], ["rrrrr"], ["words"], rulings={"glorp": True})) == ["glorp"]
    assert shown(read(["CA?E"], ["rrrr"], ["cade", "cafe"], rulings={"caxe": True})) == ["caxe"]
    crossing = read(["CA?E", "..O."], ["rrrr", "..b."], ["cade", "do"], rulings={"caxe": True})
    assert shown(crossing) == ["cade", "do"]


def test_points_come_before_the_alphabet() -> None:
    """ELEPHAN? crossing ?B: no letter does for both, so that the word of 13 points stands, though A is the first letter."""
    rows = ["ELEPHAN?", ".......B"]
    found = read(rows, ["rrrrrrrr", ".......b"], ["elephant", "ab"])
    assert shown(found) == ["elephant", None]
    words = read([*rows, ".......T"], ["rrrrrrrr", ".......b", ".......b"], ["elephant", "abt", "ab", "bt"])
    assert shown(words) == ["elephant", None]


def test_a_challenged_word_is_found_in_the_crossword() -> None:
    """By what its tiles show, or else by what wild ones could make; by whose it is, and by where it lies."""
    rows, owners = (
        ["CA?E.", ".....", "CADE.", ".....", "C?DE."],
        ["rrrr.", ".....", "bbbb.", ".....", "gggr."],
    )
    found = read(rows, owners, ["cade", "cage"])
    first, second, third = found.readings
    assert found.of("cade") == [second]
    assert found.of("cade", "Red") == [first, third]
    assert found.of("cade", "Red", (5, 1, "across")) == [third]
    assert found.of("cade", "Green") == found.of("code", "Red") == [third]
    assert found.of("cade", "Red", (5, 1, "down")) == found.of("cades") == []


def test_many_wild_tiles_in_one_word() -> None:
    """There is no limit that a game could come to: all eight in one run, and in runs that hang together."""
    assert shown(read(["????????"], ["rrrrrrrr"], ["aardvark", "elephant"])) == ["aardvark"]
    square = ["sator", "arepo", "tenet", "opera", "rotas"]
    rows = ["S?TOR", "A?EPO", "?E?E?", "OPE?A", "R?T?S"]
    found = read(rows, ["rrrrr"] * 5, square)
    assert found.holds and shown(found) == [*square, *square]
    assert "".join(found.wilds[cell] for cell in sorted(found.wilds)) == "artntroa"


ALPHABET = st.sampled_from("abc")
KEYS = st.text(ALPHABET, min_size=2, max_size=5)
STARTS = st.one_of(st.just(""), st.text(ALPHABET, min_size=2, max_size=3))


@st.composite
def grids(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A grid with at most five wild tiles, and whose its tiles are."""
    height, width = draw(st.sampled_from([(1, 5), (2, 4), (4, 2), (3, 3), (3, 4), (4, 4)]))
    wilds = 0
    rows, owners = [], []
    for _ in range(height):
        row = ""
        for _ in range(width):
            tile = draw(st.sampled_from("ab.?c?"))
            wilds += tile == "?"
            row += tile if tile != "?" or wilds <= 5 else "."
        rows.append(row)
        owners.append("".join("." if tile == "." else draw(st.sampled_from("rbg")) for tile in row))
    return rows, owners


def scores(found: Crossword, void: Mapping[tuple[Cell, ...], tuple[str, ...]]) -> dict[str, int]:
    """What each player has for the words of a crossword."""
    played = [
        PlayedWord(each.word, each.run.players, void_for=void.get(each.run.cells, ()))
        for each in found.readings
        if each.word
    ]
    return {each.name: each.total for each in score_crossword(SCORING, list(NAMES.values()), played)}


@given(
    grids(),
    st.lists(st.sets(KEYS, min_size=1, max_size=8), min_size=1, max_size=2),
    st.sets(KEYS, max_size=2),
    st.dictionaries(KEYS, st.booleans(), max_size=3),
    STARTS,
    st.randoms(use_true_random=False),
)
@settings(max_examples=examples(300, 1000))
def test_trying_everything_finds_the_same(
    grid: tuple[list[str], list[str]],
    lists: list[set[str]],
    denied: set[str],
    rulings: dict[str, bool],
    start: str,
    chance: Random,
) -> None:
    """Letters, words and scores are those of an account that tries every letter; the order of players, of rulings and the direction in which
    the grid is looked at change no score.
    """
    rows, owners = grid
    every = list(runs(rows))
    void = {run: chance.choice("rbg") for run in every if chance.random() < 0.3}
    words = Listed(*lists, denied=denied)
    legal = {word for each in lists for word in each} - denied
    found = read(rows, owners, words, rulings=rulings, starting_word=start or None)
    expected = account(rows, owners, legal, rulings, start, void) if start else None
    assert (found.start is not None) == (expected is not None)
    expected = expected or account(rows, owners, legal, rulings, "", void)
    assert expected is not None
    assert tuple(found.wilds[cell] for cell in sorted(found.wilds)) == expected.letters
    assert tuple(sorted(each.run.cells for each in found.readings if each.word)) == expected.stand
    told = {run: (NAMES[mark],) for run, mark in void.items()}
    scored = scores(found, told)
    assert {mark: scored[NAMES[mark]] for mark in expected.scores} == expected.scores
    other = read_crossword(
        ["".join(line) for line in zip(*rows, strict=True)],
        ["".join(line) for line in zip(*owners, strict=True)],
        dict(reversed(NAMES.items())),
        words,
        scoring=SCORING,
        rulings=dict(reversed(rulings.items())),
        starting_word=start or None,
    )
    turned = {tuple((column, row) for row, column in run): mark for run, mark in told.items()}
    assert scores(other, turned) == scored


def test_too_many_wild_tiles_say_the_way_out() -> None:
    """A grid that nobody plays is refused, and the message says what to do about it."""
    rows = ["?" * 41]
    with pytest.raises(TooHard) as error:
        read(rows, ["r" * 41], ["words"])
    assert error.value.too_much == "wild-tiles"
    assert "in place of" in str(error.value)


@pytest.mark.parametrize(
    ("rows", "owners", "fault"),
    [
        ([], [], "takes 1 to"),
        (["ab", "a"], ["rr", "r"], "row 2: has 1 places"),
        (["ab"], ["r"], "owners: takes as many"),
        (["a1"], ["rr"], "row 1, place 2: takes a letter"),
        (["ab"], ["rx"], "row 1, place 2: has no owner"),
        (["a."], ["rr"], "row 1, place 2: has an owner and no tile"),
        (["a" * 65], ["r" * 65], "takes 1 to 64 rows"),
    ],
)
def test_a_malformed_crossword_is_refused(rows: list[str], owners: list[str], fault: str) -> None:
    """Each fault is told with its place."""
    with pytest.raises(BoardInvalid) as error:
        read(rows, owners, ["cat"])
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
        SCORING, ["Red", "Blue"], [PlayedWord("GLORPS", ("Red", "Blue"), void_for=("Red",))]
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
