"""A crossword is drawn once or twice, and each mark is somebody's."""

from __future__ import annotations

from typing import Any

from tests.umpire.faces import Umpire, run_of, totals
from tests.umpire.samples import CROSSWORD, LINES, crossword, drawn


def test_one_drawing_as_two(umpire: Umpire) -> None:
    """Rows with owners, lines of MARK:TILE, and JSON cells say the same."""
    fields = {"finished": "Red", "unplayed": {"Blue": 3, "Green": 2}, "starting_word": "words"}
    two = umpire.round(CROSSWORD)
    short = [line.replace("Red", "r").replace("Blue", "b").replace("Green", "g") for line in LINES]
    players = {"r": "Red", "b": "Blue", "g": "Green"}
    cells: list[Any] = [
        ["r:W", "r:O", {"tile": "R", "player": "Red"}, "R:D", "r:S"],
        ["b:O", None, ".", None, None],
        [{"tile": "e", "player": "Blue"}, "g:A", "g:T", "G:E", "g:N"],
    ]
    for answer in (
        umpire.round(drawn(short, players=players, **fields)),
        umpire.round(drawn(cells, players=players, **fields)),
        umpire.round(drawn(LINES, **fields)),
    ):
        assert totals(answer) == totals(two) == {"Red": 8, "Blue": 3, "Green": 3}
        for part in ("words", "bonus", "wilds", "holds", "unplayed", "players"):
            assert answer[part] == two[part]


def test_capitals_of_marks(umpire: Umpire) -> None:
    """Capitals do not matter where only one is meant; where r and R are two, they are two."""
    rows = ["r:W R:O r:R r:D r:S"]
    assert totals(umpire.round(drawn(rows, players={"r": "Red", "b": "Rose"}))) == {"Red": 3, "Rose": 0}
    assert totals(umpire.round(drawn(rows, players={"r": "Red", "R": "Rose"}))) == {"Red": 3, "Rose": 3}


def test_space_is_no_tile(umpire: Umpire) -> None:
    """In rows with owners a space is a place without a tile, as the point is."""
    spaced = crossword(rows=["WORDS", "O    ", "EATEN"], owners=["rrrrr", "b    ", "bgggg"])
    assert umpire.round(spaced)["words"] == umpire.round(CROSSWORD)["words"]


def test_wild_in_one_drawing(umpire: Umpire) -> None:
    """A wild tile has an owner as others do."""
    answer = umpire.round(drawn(["Red:W Blue:? Red:R Red:D Red:S"], starting_word="words"))
    assert totals(answer) == {"Red": 3, "Blue": 3}
    assert run_of(answer, "words")["letters"].upper() == "W?RDS"


def test_marks_of_a_game(umpire: Umpire) -> None:
    """In a game a mark is a set's name or first letter, and so who plays that set in that round; capitals do not matter."""
    play = {
        "crossword": {
            "rows": ["b:M b:O b:U b:S b:E", ". . . RED:H .", ". . . r:E ."],
            "starting_word": "mouse",
        }
    }
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "sets": ["red", "blue", "green", "yellow"],
        "rounds": [play],
    }
    answer = umpire.game(record)
    assert answer["rounds"][0]["points"] == {"Ann": 0, "Ben": 3}  # SHE has three letters
    # Round 2: the set red has gone to the left, to Ben; Ann has one that nobody had.
    next_round = {"crossword": {"rows": ["r:H r:O r:U r:S r:E"], "starting_word": "house"}}
    answer = umpire.game({**record, "rounds": [play, next_round]})
    assert answer["rounds"][1]["sets"]["Ben"] == "red"
    assert answer["rounds"][1]["points"] == {"Ann": 0, "Ben": 3}
    assert answer["totals"] == {"Ann": 0, "Ben": 6}


def test_example_of_the_contract(umpire: Umpire) -> None:
    """Section 4's game: Ben plays the blue set in round 1, and MOUSE; Ann SHE, down from its S, and is out: 5. Ben drew C and starts."""
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "sets": ["red", "blue", "green", "yellow"],
        "drawn": {"Ann": "K", "Ben": "C"},
        "rounds": [
            {
                "crossword": {
                    "rows": ["b:M b:O b:U b:S b:E", ". . . r:H .", ". . . r:E ."],
                    "starting_word": "mouse",
                    "finished": "Ann",
                }
            }
        ],
    }
    answer = umpire.game(record)
    assert answer["totals"] == {"Ann": 5, "Ben": 3}
    assert answer["rounds"][0]["starters"] == ["Ben"]
    assert answer["rounds"][0]["sets"] == {"Ann": "red", "Ben": "blue"}
    assert (answer["leaders"], answer["winners"], answer["over"]) == (["Ann"], [], False)
    assert answer["next"]["starters"] == ["Ben"]  # 3 is fewer than 5


def test_marks_by_player(umpire: Umpire) -> None:
    """Without sets a mark is a player's name or its first letter; one that could be two is a fault."""
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "rounds": [{"crossword": {"rows": ["a:W A:O Ben:R b:D a:S"]}}],
    }
    assert umpire.game(record)["totals"] == {"Ann": 3, "Ben": 3}
    two = {
        **record,
        "players": ["Ann", "Andy"],
        "rounds": [{"crossword": {"rows": ["a:W a:O Ann:R Andy:D a:S"]}}],
    }
    assert all(fault.startswith("rounds[0].crossword") for fault in umpire.faults(two, "game"))
    named = {
        **record,
        "players": ["Ann", "Andy"],
        "rounds": [{"crossword": {"rows": ["ann:W ann:O Ann:R Andy:D ann:S"]}}],
    }
    assert umpire.game(named)["totals"] == {"Ann": 3, "Andy": 3}


def test_everyone_takes_part(umpire: Umpire) -> None:
    """Who has no tile in a round of a game without players has 27 left, and takes part: Cy has none of the bonus, Ben more tiles."""
    play = {
        "crossword": {"rows": ["a:H a:O a:U a:S a:E", ". . . . b:G", ". . . . b:G"], "finished": "Ann"},
        "challenges": [{"word": "house", "player": "Ann", "ruling": "illegal"}],
    }
    answer = umpire.game({"ruleset": "word-whiz", "players": ["Ann", "Ben", "Cy"], "rounds": [play]})
    assert answer["totals"] == {"Ann": 0, "Ben": 5, "Cy": 0}
    assert answer["rounds"][0]["round"]["unplayed"] == {"Ann": 0, "Ben": 25, "Cy": 27}
