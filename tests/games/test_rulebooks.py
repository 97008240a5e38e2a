"""The three rulebooks line by line: every example and every rule that boards, rounds and games decide, asked of the HTTP interface.

What is expected comes from the rulebooks alone; boards and crosswords are drawn so that the sentence decides. Which of the rulebooks' words
are legal is ``tests/cases``; here they are played. Sentences about timers, bags, hands and swapped tiles are for people to keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from adjudicator.games.board import read_board
from tests.games.conftest import Ask

EVERYTHING = "..n../.wrd./eoias/.gtb./..l.."
"""Bonus rings: 13 tiles, each another letter, that hold all words of the rulebook that need no blank.

        N
      W R D
    E O I A S
      G T B
        L
"""
BLANK = "..l../.ram./doiwu/.?ec./..h.."
"""Bonus rings: the blank is at the bottom left, beside O, I and E.

        L
      R A M
    D O I W U
      ? E C
        H
"""


def check(ask: Ask, ruleset: str, board: object, word: str) -> dict[str, Any]:
    """Return what is said of one word on a board."""
    [found] = ask("boards/check", ruleset=ruleset, board=board, words=[word])["words"]
    return dict(found)


def points_of(answer: Mapping[str, Any]) -> dict[str, int]:
    """Return what each player of a round has."""
    return {each["name"]: each["total"] for each in answer["players"]}


def statuses(answer: Mapping[str, Any], name: str) -> list[str]:
    """Return what became of each word of a player's list."""
    [words] = [each["words"] for each in answer["players"] if each["name"] == name]
    return [word["status"] for word in words]


def crossword(
    ask: Ask,
    rows: Sequence[str],
    owners: Sequence[str],
    challenges: Sequence[object] = (),
    **more: object,
) -> dict[str, Any]:
    """Return what a round of Word Whiz comes to between Red, Blue and Green."""
    players = {"r": "Red", "b": "Blue", "g": "Green"}
    grid = {"rows": rows, "owners": owners, "players": players, **more}
    return ask("rounds/score", ruleset="word-whiz", crossword=grid, challenges=challenges)


# --- Boggle ---------------------------------------------------------------------------------------------------------------------------


def test_boggle_is_played_on_four_by_four(ask: Ask) -> None:
    """§1: find words in the 4 x 4 grid. A board that is said to be Boggle's has as many tiles."""
    four, three = ["PERS", "LATG", "SINE", "TERS"], ["PER", "LAT", "SIN"]
    assert len(read_board({"rows": four}, layout="boggle").tiles) == 16
    assert "refused" not in ask("boards/solve", board={"rows": four, "layout": "boggle"})
    assert ask("boards/solve", board={"rows": three, "layout": "boggle"})["refused"] == 422


def test_boggle_no_score_for_what_another_player_has(ask: Ask) -> None:
    """§1: if another player has found the same word, no score is given, to either."""
    lists = {"Ann": ["laser", "radar"], "Ben": ["radar", "scuba"], "Cy": ["fridge"]}
    answer = ask("rounds/score", ruleset="boggle", lists=lists)
    assert points_of(answer) == {"Ann": 2, "Ben": 2, "Cy": 3}
    assert statuses(answer, "Ann") == ["scores", "shared"]
    assert statuses(answer, "Ben") == ["shared", "scores"]


@pytest.mark.parametrize(
    ("word", "points"),
    [
        ("rho", 1),
        ("cafe", 1),
        ("laser", 2),
        ("fridge", 3),
        ("fridges", 5),
        ("absolute", 11),
        ("adventure", 15),
        ("basketball", 20),
        ("refrigerator", 20),
        ("trigonometry", 20),
    ],
)
def test_boggle_table(ask: Ask, word: str, points: int) -> None:
    """§2: 3 and 4 letters 1, 5 letters 2, 6: 3, 7: 5, 8: 11, 9: 15, 10 and more: 20."""
    assert points_of(ask("rounds/score", ruleset="boggle", lists={"Ann": [word]})) == {"Ann": points}


@pytest.mark.parametrize(
    ("board", "word", "tiles", "points"),
    [("QuA/TI", "qua", 2, 1), ("QuI/TE", "quit", 3, 1), ("QuIE/.T.", "quiet", 4, 2)],
)
def test_boggle_qu_counts_as_two_letters(ask: Ask, board: str, word: str, tiles: int, points: int) -> None:
    """§2: the Qu tile counts as two letters: for the three that a word has to have, and for its score."""
    found = check(ask, "boggle", board, word)
    assert (found["acceptable"], len(found["path"]), found["score"]) == (True, tiles, points)


def test_boggle_homonyms_count_once(ask: Ask) -> None:
    """§2: words that are spelled the same but with different meanings only count once: the neat trig and the trig of a wheel."""
    answer = ask("rounds/score", ruleset="boggle", lists={"Ann": ["trig", "trig", "Trig"]})
    assert statuses(answer, "Ann") == ["scores", "repeated", "repeated"]
    assert points_of(answer) == {"Ann": 1}


def test_boggle_at_least_three_letters(ask: Ask) -> None:
    """§3: words are at least three letters long: no shorter one is on the list of what a board has, and dr and ad score nothing."""
    words = ask("boards/solve", ruleset="boggle", board="DRAD/GYMO/EXAM/TENS")["words"]
    assert min(len(each["word"]) for each in words) == 3
    assert {"gym", "exam"} <= {each["word"] for each in words}
    for word in ("dr", "ad"):
        found = check(ask, "boggle", "DRAD/GYMO/EXAM/TENS", word)
        assert (found["on_board"], found["acceptable"], found["score"]) == (True, False, 0)


@pytest.mark.parametrize(
    ("board", "connected"),
    [
        ("RHO/...", True),
        ("R./H./O.", True),
        ("R../.H./..O", True),
        ("..R/.H./O..", True),
        ("R.O/.H.", True),
        ("RO./..H", False),
        ("R.H/..O", False),
    ],
)
def test_boggle_horizontally_vertically_or_diagonally(ask: Ask, board: str, connected: bool) -> None:
    """§3: the letters must be connected horizontally, vertically or diagonally."""
    found = check(ask, "boggle", board, "rho")
    assert (found["acceptable"], found["score"]) == (connected, int(connected))


def test_boggle_the_same_letter_not_twice(ask: Ask) -> None:
    """§3: the same letter cannot be used twice in the same word: radar needs two As and two Rs."""
    once, twice = check(ask, "boggle", "RAD", "radar"), check(ask, "boggle", "RADAR", "radar")
    assert once["obstacle"]["code"] == "tile-used-twice"
    assert (once["legal"], once["acceptable"], twice["acceptable"]) == (True, False, True)
    assert check(ask, "bonus-rings", "RAD", "radar")["acceptable"] is True


@pytest.mark.parametrize(("ruling", "points"), [("legal", 2), ("illegal", 0)])
@pytest.mark.parametrize("word", ["forty", "xyzzy"])
def test_boggle_a_vote_settles_a_dispute(ask: Ask, word: str, ruling: str, points: int) -> None:
    """§3: any disputes can be settled with a vote. What the group says of a word holds, whatever the dictionary has."""
    challenge = {"word": word, "player": "Ann", "challenger": "Ben", "ruling": ruling}
    lists: dict[str, list[str]] = {"Ann": [word], "Ben": []}
    answer = ask("rounds/score", ruleset="boggle", lists=lists, challenges=[challenge])
    assert answer["players"][0]["words"][0]["points"] == points
    assert answer["challenges"][0]["legal"] is (ruling == "legal")


@pytest.mark.parametrize(
    ("word", "points"),
    [("zed", {"Ann": 1, "Ben": -2}), ("zee", {"Ann": -2, "Ben": 0}), ("chower", {"Ann": -2, "Ben": 0})],
)
def test_boggle_the_incorrect_player_loses_two(ask: Ask, word: str, points: Mapping[str, int]) -> None:
    """§3, the challenging rule: they verify it in the dictionary, and the incorrect player, whichever that is, loses two points."""
    challenge = {"word": word, "player": "Ann", "challenger": "Ben"}
    lists: dict[str, list[str]] = {"Ann": [word], "Ben": []}
    answer = ask("rounds/score", ruleset="boggle", lists=lists, challenges=[challenge])
    assert points_of(answer) == points


def test_boggle_only_words_that_they_can_define(ask: Ask) -> None:
    """§3: players may choose to only play words that they can define: Ann has not played trig, so it is Ben's alone."""
    lists = {"Ann": ["trig", "forty"], "Ben": ["trig"]}
    answer = ask("rounds/score", ruleset="boggle", lists=lists, undefined={"Ann": ["trig"]})
    assert statuses(answer, "Ann") == ["undefined", "scores"]
    assert points_of(answer) == {"Ann": 2, "Ben": 1}
    both = ask("rounds/score", ruleset="boggle", lists=lists)
    assert points_of(both) == {"Ann": 2, "Ben": 0}


def test_boggle_examples_on_one_list(ask: Ask) -> None:
    """§4 and §5: fridge, gym, exam, scuba, laser, radar, trig, rho, cafe, zed and forty score; FBI, faq, NATO, UNICEF, they'll, y'all, dr, ad,
    quo, zee and chower do not.
    """
    good = ["fridge", "gym", "exam", "scuba", "laser", "radar", "trig", "rho", "cafe", "zed", "forty"]
    bad = ["FBI", "faq", "NATO", "UNICEF", "they'll", "y'all", "dr", "ad", "quo", "zee", "chower"]
    answer = ask("rounds/score", ruleset="boggle", lists={"Ann": good, "Ben": bad})
    assert statuses(answer, "Ann") == ["scores"] * 11
    assert statuses(answer, "Ben") == ["not-legal"] * 11
    assert points_of(answer) == {"Ann": 3 + 1 + 1 + 2 + 2 + 2 + 1 + 1 + 1 + 1 + 2, "Ben": 0}


# --- Bonus rings ----------------------------------------------------------------------------------------------------------------------


def test_rings_are_played_with_thirteen_tiles(ask: Ask) -> None:
    """How to Play: the dealer draws 13 tiles and arranges them to form a grid."""
    assert len(read_board(EVERYTHING, layout="bonus-rings").tiles) == 13
    twelve = EVERYTHING.replace("n", ".").split("/")
    assert (
        ask("boards/solve", ruleset="bonus-rings", board={"rows": twelve, "layout": "bonus-rings"})["refused"]
        == 422
    )


@pytest.mark.parametrize(
    ("word", "path"),
    [
        ("WORD", [1, 5, 2, 3]),
        ("DIG", [3, 6, 9]),
        ("RABID", [2, 7, 11, 6, 3]),
        ("WOE", [1, 5, 4]),
        ("DIGIT", [3, 6, 9, 6, 10]),
        ("TIARA", [10, 6, 7, 2, 7]),
    ],
)
def test_rings_paths_through_the_grid(ask: Ask, word: str, path: list[int]) -> None:
    """Finding words: paths from any tile: WORD, DIG, RABID, WOE; the same tile more than once: DIGIT uses I twice, TIARA uses A twice."""
    found = check(ask, "bonus-rings", EVERYTHING, word)
    assert (found["acceptable"], found["path"], found["score"]) == (True, path, 1)


def test_rings_rabbit(ask: Ask) -> None:
    """Finding words: RABBIT is not allowed, because you'd have to use the B twice without moving to a new tile."""
    found = check(ask, "bonus-rings", EVERYTHING, "RABBIT")
    assert (found["legal"], found["acceptable"], found["score"]) == (True, False, 0)
    assert found["obstacle"]["code"] == "same-tile-twice-in-a-row"
    assert "B (row 4, place 4)" in found["obstacle"]["reason"]
    assert check(ask, "bonus-rings", EVERYTHING.replace("n", "b"), "RABBIT")["acceptable"] is False
    beside = check(ask, "bonus-rings", EVERYTHING.replace("s", "b"), "RABBIT")
    assert (beside["acceptable"], beside["path"]) == (True, [2, 7, 8, 11, 6, 10])


def test_rings_the_same_blank_within_a_round(ask: Ask) -> None:
    """Finding words: blanks can stand for different letters within a round: WIG, WIN, WIT using the blank at the bottom left."""
    for word in ("WIG", "WIN", "WIT"):
        assert check(ask, "bonus-rings", BLANK, word)["path"] == [7, 6, 9]
    lists = {"Ann": ["WIG", "WIN", "WIT"]}
    assert points_of(ask("rounds/score", ruleset="bonus-rings", board=BLANK, lists=lists)) == {"Ann": 3}


def test_rings_roses_and_ropes(ask: Ask) -> None:
    """Finding words: ROSES is OK; ROPES is not, because the same blank would have to stand for P and S."""
    roses = check(ask, "bonus-rings", BLANK, "ROSES")
    assert (roses["acceptable"], roses["path"]) == (True, [1, 5, 9, 10, 9])
    ropes = check(ask, "bonus-rings", BLANK, "ROPES")
    assert (ropes["legal"], ropes["acceptable"]) == (True, False)
    assert ropes["obstacle"]["code"] == "blank-of-two-letters"
    assert "P and S" in ropes["obstacle"]["reason"]


def test_rings_crossed_off_everybodys_lists(ask: Ask) -> None:
    """Comparing Lists: any word that was found by more than one player gets crossed off everybody's lists."""
    lists = {"Ann": ["WORD", "DIG", "WOE"], "Ben": ["DIG", "DIGIT"], "Cy": ["RABID", "DIG", "WORD"]}
    answer = ask("rounds/score", ruleset="bonus-rings", board=EVERYTHING, lists=lists)
    assert statuses(answer, "Ann") == ["shared", "shared", "scores"]
    assert statuses(answer, "Ben") == ["shared", "scores"]
    assert statuses(answer, "Cy") == ["scores", "shared", "shared"]
    assert points_of(answer) == {"Ann": 1, "Ben": 1, "Cy": 1}


@pytest.mark.parametrize(("word", "status", "points"), [("DIG", "scores", 1), ("GIATA", "not-legal", 0)])
def test_rings_a_challenge_is_looked_up(ask: Ask, word: str, status: str, points: int) -> None:
    """Comparing Lists: you can challenge a word by checking the dictionary; if it's not in there, cross it off. Nobody loses points."""
    challenge = {"word": word, "player": "Ann", "challenger": "Ben"}
    answer = ask(
        "rounds/score",
        ruleset="bonus-rings",
        board=EVERYTHING,
        lists={"Ann": [word], "Ben": ["WOE"]},
        challenges=[challenge],
    )
    assert statuses(answer, "Ann") == [status]
    assert points_of(answer) == {"Ann": points, "Ben": 1}


def test_rings_a_point_for_each_word(ask: Ask) -> None:
    """Comparing Lists: each player scores 1 point for each word left on their list, however long."""
    lists = {"Ann": ["WOE", "WORD", "RABID", "TIARA"], "Ben": ["DIG"]}
    answer = ask("rounds/score", ruleset="bonus-rings", board=EVERYTHING, lists=lists)
    assert points_of(answer) == {"Ann": 4, "Ben": 1}


def test_rings_the_next_dealer_sits_to_the_left(ask: Ask) -> None:
    """How to Play and Rounds 2 and 3: the dealer plays, too; after each round the person to the dealer's left becomes the new dealer."""
    rounds: list[dict[str, object]] = [
        {"board": EVERYTHING, "lists": {"Ann": ["WOE"], "Ben": ["DIG", "WORD"], "Cy": [], "Di": []}},
        {"points": {"Ann": 1, "Ben": 0, "Cy": 2, "Di": 0}},
    ]
    game = {"ruleset": "bonus-rings", "players": ["Ann", "Ben", "Cy", "Di"]}
    answer = ask("games/score", **game, rounds=rounds)
    assert [each["dealer"] for each in answer["rounds"]] == ["Ann", "Ben"]
    assert answer["next"]["dealer"] == "Cy"
    assert answer["rounds"][0]["points"]["Ann"] == 1
    two = ask("games/score", ruleset="bonus-rings", players=["Ann", "Ben"], rounds=[{"points": {}}] * 2)
    assert [each["dealer"] for each in two["rounds"]] == ["Ann", "Ben"]
    assert two["next"]["dealer"] == "Ann"


@pytest.mark.parametrize(("number", "rings"), [(1, 0), (2, 1), (3, 2)])
def test_rings_on_the_boards_of_each_round(ask: Ask, number: int, rings: int) -> None:
    """Rounds 2 and 3: in round 2 the dealer places ONE of the rings, in round 3 BOTH; they are set aside in round 1."""
    boards = [EVERYTHING, EVERYTHING.replace("d", "d*"), EVERYTHING.replace("d", "d*").replace("g", "g*")]
    for laid, board in enumerate(boards):
        before = [{"points": {"Ann": 1, "Ben": 0}}] * (number - 1)
        answer = ask(
            "games/score",
            ruleset="bonus-rings",
            players=["Ann", "Ben"],
            rounds=[*before, {"board": board, "lists": {"Ann": ["DIG"], "Ben": []}}],
        )
        if laid == rings:
            assert answer["rounds"][-1]["rings"] == rings
            assert answer["rounds"][-1]["points"] == {"Ann": 2**rings, "Ben": 0}
        else:
            assert answer["refused"] == 422


@pytest.mark.parametrize(
    ("ringed", "word", "points"),
    [
        ("r", "WOE", 1),
        ("r", "WORD", 2),
        ("o", "WORD", 2),
        ("dg", "DIG", 4),
        ("wd", "WORD", 4),
        ("i", "DIGIT", 4),
        ("a", "TIARA", 4),
        ("di", "DIGIT", 8),
        ("ar", "TIARA", 8),
    ],
)
def test_rings_double_each_time(ask: Ask, ringed: str, word: str, points: int) -> None:
    """Rounds 2 and 3: a word that uses one ringed tile is worth 2 points; one that uses two ringed letters, or the same ringed letter twice,
    4; every time a ringed letter is used, the value doubles again.
    """
    board = EVERYTHING
    for letter in ringed:
        board = board.replace(letter, f"{letter}*")
    assert check(ask, "bonus-rings", board, word)["score"] == points


def test_rings_who_wins(ask: Ask) -> None:
    """Winning the Game: at the end of the third round, whoever has the most points wins."""
    rounds = [
        {"points": {"Ann": 5, "Ben": 2}},
        {"points": {"Ann": 1, "Ben": 2}},
        {"points": {"Ann": 3, "Ben": 9}},
    ]
    game = {"ruleset": "bonus-rings", "players": ["Ann", "Ben"]}
    before = ask("games/score", **game, rounds=rounds[:2])
    assert (before["over"], before["next"]["number"], before["next"]["rings"]) == (False, 3, 2)
    answer = ask("games/score", **game, rounds=rounds)
    assert (answer["over"], answer["next"]) == (True, None)
    assert (answer["totals"], answer["winners"]) == ({"Ann": 9, "Ben": 13}, ["Ben"])


# --- Word Whiz ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "points"),
    [
        ("ox", 0),
        ("cat", 0),
        ("bird", 2),
        ("apple", 3),
        ("castle", 5),
        ("blanket", 8),
        ("elephant", 13),
        ("butterfly", 13),
        ("crosswords", 13),
    ],
)
def test_whiz_table(ask: Ask, word: str, points: int) -> None:
    """The Basics 3, Scoring: any length may be played; 4 letters 2 points, 5: 3, 6: 5, 7: 8, 8 and more: 13, and less than 4 nothing."""
    answer = crossword(ask, [word], ["r" * len(word)])
    assert answer["holds"] is True
    assert points_of(answer)["Red"] == points


@pytest.mark.parametrize("finished", ["Red", "Blue", None])
def test_whiz_first_finish_bonus(ask: Ask, finished: str | None) -> None:
    """The Basics 4, Finishing the Round: whoever has used all of their tiles and says "I'm out!" earns five points."""
    answer = crossword(ask, ["BIRD"], ["rrrb"], finished=finished, unplayed={"Green": 1})
    bonus = {each["name"]: each["bonus"] for each in answer["players"] if each["bonus"]}
    assert bonus == ({finished: 5} if finished else {})
    expected = {"Red": 2, "Blue": 2, "Green": 0}
    if finished:
        expected[finished] += 5
    assert points_of(answer) == expected


@pytest.mark.parametrize("name", ["LONDON", "MICHAEL", "KATHLEEN"])
def test_whiz_proper_nouns_are_not_playable(ask: Ask, name: str) -> None:
    """The Basics 5: proper nouns are not playable: the crossword does not hold, and a name that is challenged earns nothing."""
    answer = crossword(ask, [name], ["r" * len(name)], [{"word": name, "player": "Red"}])
    assert answer["holds"] is False
    assert answer["words"][0]["code"] == "proper-noun"
    assert points_of(answer)["Red"] == 0


def test_whiz_every_run_is_a_word(ask: Ask) -> None:
    """General Overview: all build one shared crossword: runs across and down are words, single tiles are not."""
    rows, owners = ["WORDS", "O....", "EAT.."], ["rrrrr", "b....", "bgg.."]
    answer = crossword(ask, rows, owners)
    assert answer["holds"] is True
    told = [
        (each["word"].lower(), each["row"], each["column"], each["direction"]) for each in answer["words"]
    ]
    assert sorted(told) == [("eat", 3, 1, "across"), ("woe", 1, 1, "down"), ("words", 1, 1, "across")]
    assert points_of(answer) == {"Red": 3, "Blue": 0, "Green": 0}
    assert crossword(ask, ["WORDS", "O....", "XAT.."], owners)["holds"] is False


def test_whiz_a_single_letter_earns_the_word(ask: Ask) -> None:
    """Scoring: even if a player has a single letter contributing to a 7-letter word, they will earn the 8 points for the word."""
    answer = crossword(ask, ["BLANKET"], ["rrrbrrr"])
    assert points_of(answer) == {"Red": 8, "Blue": 8, "Green": 0}
    assert answer["words"][0]["players"] == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("word", "allowed"), [("apple", True), ("bird", False), ("castle", False), ("blanket", False)]
)
def test_whiz_a_starting_word_has_five_letters(ask: Ask, word: str, allowed: bool) -> None:
    """Placing the Starting Word: any 5-letter word."""
    answer = crossword(ask, [word], ["r" * len(word)], starting_word=word)
    assert ("refused" not in answer) is allowed


@pytest.mark.parametrize(
    ("drawn", "starters"),
    [
        ({"Ann": "K", "Ben": "C", "Cy": "P"}, ["Ben"]),
        ({"Ann": "a", "Ben": "Z", "Cy": "B"}, ["Ann"]),
        ({"Ann": "M", "Ben": "D", "Cy": "D"}, ["Ben", "Cy"]),
    ],
)
def test_whiz_who_starts_the_first_round(ask: Ask, drawn: Mapping[str, str], starters: list[str]) -> None:
    """Selecting the Starting Player: who pulls the letter that is the earliest in the alphabet; those who are level pull again."""
    answer = ask("games/score", ruleset="word-whiz", players=["Ann", "Ben", "Cy"], drawn=drawn, rounds=[])
    assert answer["next"]["starters"] == starters


def test_whiz_who_starts_the_other_rounds(ask: Ask) -> None:
    """Selecting the Starting Player: for all other rounds, whoever scored the lowest in the previous round, not in all together."""
    rounds = [
        {"points": {"Ann": 30, "Ben": 10, "Cy": 20}},
        {"points": {"Ann": 12, "Ben": 25, "Cy": 15}},
        {"points": {"Ann": 40, "Ben": 8, "Cy": 8}},
    ]
    answer = ask("games/score", ruleset="word-whiz", players=["Ann", "Ben", "Cy"], rounds=rounds)
    assert [each["starters"] for each in answer["rounds"][1:]] == [["Ben"], ["Ann"]]
    assert answer["next"]["starters"] == ["Ben", "Cy"]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_whiz_sets_go_to_the_left(ask: Ask, number: int) -> None:
    """The Basics 7, FAQ: after each round the sets are rotated to the left, unused ones are rotated in; over 4 rounds each player will use all
    4 sets.
    """
    players, sets = ["Ann", "Ben", "Cy", "Di"][:number], ["red", "blue", "green", "yellow"]
    rounds = [{"points": dict.fromkeys(players, 1)}] * 4
    found = ask("games/score", ruleset="word-whiz", players=players, sets=sets, rounds=rounds)["rounds"]
    for name in players:
        assert {each["sets"][name] for each in found} == set(sets)
    for before, after in pairwise(found):
        assert len(set(after["sets"].values())) == number
        for right, left in pairwise(players):
            assert after["sets"][left] == before["sets"][right]


def test_whiz_four_rounds(ask: Ask) -> None:
    """The Basics 8, Winning the Game: at the end of four rounds, the player with the most points is the winner."""
    rounds = [{"points": {"Ann": 60, "Ben": 70}}] * 3 + [{"points": {"Ann": 81, "Ben": 50}}]
    game = {"ruleset": "word-whiz", "players": ["Ann", "Ben"]}
    before = ask("games/score", **game, rounds=rounds[:3])
    assert (before["over"], before["next"]["number"]) == (False, 4)
    answer = ask("games/score", **game, rounds=rounds)
    assert (answer["over"], answer["totals"], answer["winners"]) == (True, {"Ann": 261, "Ben": 260}, ["Ann"])


def test_whiz_quick_games(ask: Ask) -> None:
    """Variations: play to 50 points, or play a single round."""
    game = {"ruleset": "word-whiz", "players": ["Ann", "Ben"]}
    near, there = {"points": {"Ann": 49, "Ben": 20}}, {"points": {"Ann": 1, "Ben": 25}}
    assert ask("games/score", **game, target=50, rounds=[near])["over"] is False
    answer = ask("games/score", **game, target=50, rounds=[near, there])
    assert (answer["over"], answer["winners"], answer["next"]) == (True, ["Ann"], None)
    single = ask("games/score", **game, length=1, rounds=[near])
    assert (single["over"], single["winners"], single["next"]) == (True, ["Ann"], None)


def test_whiz_the_group_agrees(ask: Ask) -> None:
    """Finishing the Round: any player may challenge a word; if the group agrees, it will be excluded from scoring, for everybody."""
    rows, owners = ["CASTLE", "A.....", "K.....", "E....."], ["rrrrrr", "b.....", "b.....", "b....."]
    assert points_of(crossword(ask, rows, owners)) == {"Red": 5 + 2, "Blue": 2, "Green": 0}
    challenge = {"word": "cake", "player": "Blue", "ruling": "illegal"}
    answer = crossword(ask, rows, owners, [challenge])
    assert points_of(answer) == {"Red": 5, "Blue": 0, "Green": 0}
    agreed = {"word": "cake", "player": "Blue", "ruling": "legal"}
    assert points_of(crossword(ask, rows, owners, [agreed])) == {"Red": 5 + 2, "Blue": 2, "Green": 0}


@pytest.mark.parametrize(
    ("unplayed", "to"),
    [({"Blue": 3, "Green": 2}, ["Green"]), ({"Blue": 1, "Green": 2}, ["Blue"])],
)
def test_whiz_the_bonus_is_forfeited(ask: Ask, unplayed: Mapping[str, int], to: list[str]) -> None:
    """Finishing the Round: if the illegal word was played by the person who ran out of tiles first, they will not receive the bonus, and instead
    it goes to the player with the fewest unplayed tiles remaining.
    """
    rows, owners = ["CASTLE", "A.....", "Q.....", "X....."], ["bbbbbb", "r.....", "r.....", "r....."]
    challenge = {"word": "caqx", "player": "Red", "challenger": "Green"}
    answer = crossword(ask, rows, owners, [challenge], finished="Red", unplayed=unplayed)
    assert answer["bonus"] == {"points": 5, "to": to}
    expected = {"Red": 0, "Blue": 5, "Green": 0}
    expected[to[0]] += 5
    assert points_of(answer) == expected


def test_whiz_an_illegal_word_of_another_costs_no_bonus(ask: Ask) -> None:
    """Finishing the Round: only an illegal word of the person who ran out of tiles first."""
    rows, owners = ["CASTLE", "A.....", "Q.....", "X....."], ["rrrrrr", "b.....", "b.....", "b....."]
    challenge = {"word": "caqx", "player": "Blue"}
    unplayed = {"Blue": 1, "Green": 2}
    answer = crossword(ask, rows, owners, [challenge], finished="Red", unplayed=unplayed)
    assert answer["bonus"]["to"] == ["Red"]
    assert points_of(answer) == {"Red": 5 + 5, "Blue": 0, "Green": 0}


def test_whiz_a_wild_tile_is_one_letter_in_both_directions(ask: Ask) -> None:
    """FAQ: a wild tile must represent the same letter in both directions: BRE?D may be bread or breed, V?CATION vacation or vocation, and
    together they can only be bread and vacation. With C?LD, which has to be cold, it is neither word's.
    """
    rows = ["...V.", "BRE?D", "...C.", "...A.", "...T.", "...I.", "...O.", "...N."]
    owners = ["...b.", "rrrbr", "...b.", "...b.", "...b.", "...b.", "...b.", "...b."]
    answer = crossword(ask, rows, owners)
    assert answer["holds"] is True
    assert answer["wilds"] == [{"row": 2, "column": 4, "letter": "a"}]
    assert {each["word"].lower() for each in answer["words"]} == {"bread", "vacation"}
    assert points_of(answer) == {"Red": 3, "Blue": 3 + 13, "Green": 0}
    clash = crossword(ask, ["...C.", "BRE?D", "...L.", "...D."], ["...b.", "rrrbr", "...b.", "...b."])
    assert clash["holds"] is False


def test_whiz_a_challenge_during_play_that_others_have_built_on(ask: Ask) -> None:
    """FAQ: if other players have already played onto the word, it remains in play; it will not count in that player's score, and they are not
    eligible for the First Finish Bonus.
    """
    rows = ["C.....", "ASHQXB", "K....O", "E....N", ".....E"]
    owners = ["b.....", "brrrrr", "b....g", "b....g", ".....g"]
    challenge = {"word": "ashqxb", "player": "Red", "mid_round": True, "built_on": True}
    answer = crossword(ask, rows, owners, [challenge], finished="Red", unplayed={"Blue": 4, "Green": 2})
    assert answer["bonus"]["to"] == ["Green"]
    assert points_of(answer) == {"Red": 2, "Blue": 5 + 2, "Green": 2 + 5}
    other = crossword(ask, rows, owners, [challenge], finished="Green", unplayed={"Blue": 4, "Red": 2})
    assert other["bonus"]["to"] == ["Green"]
    assert points_of(other) == {"Red": 2, "Blue": 5 + 2, "Green": 2 + 5}


def test_whiz_a_challenge_during_play_that_nobody_has_built_on(ask: Ask) -> None:
    """FAQ: a word that is challenged mid-round and invalid must be removed from play and returned: it is not in the crossword any more, and
    its player may still be the first to finish.
    """
    challenge = {"word": "ashqxb", "player": "Red", "mid_round": True}
    answer = crossword(
        ask,
        ["CASTLE", "A.....", "K.....", "E....."],
        ["rrrrrr", "b.....", "b.....", "b....."],
        [challenge],
        finished="Red",
        unplayed={"Blue": 4, "Green": 2},
    )
    assert answer["bonus"]["to"] == ["Red"]
    assert points_of(answer) == {"Red": 5 + 2 + 5, "Blue": 2, "Green": 0}
