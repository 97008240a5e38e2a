"""What a strict umpire asks of the three rulebooks, sentence by sentence: challenges, ties, boards, tiles, and records that cannot be.

What is expected comes from the rulebooks alone, and each case is asked of the HTTP interface.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.games.conftest import Ask

BOARD = "PERS/LATG/SINE/TERS"
NAMES = {"r": "Red", "b": "Blue", "g": "Green"}
GRID = {"rows": ["WORDS", "O....", "EATEN"], "owners": ["rrrrr", "b....", "bgggg"], "players": NAMES}


def totals(answer: dict[str, Any]) -> dict[str, int]:
    assert "refused" not in answer, answer["faults"]
    return {each["name"]: each["total"] for each in answer["players"]}


def faults(answer: dict[str, Any]) -> list[str]:
    assert answer["refused"] == 422, answer
    assert answer["type"].endswith(":bad-record")
    return list(answer["faults"])


def boggle(ask: Ask, lists: dict[str, list[str]], *challenges: dict[str, Any], **more: Any) -> dict[str, Any]:
    return ask("rounds/score", ruleset="boggle", lists=lists, challenges=list(challenges), **more)


def whiz(ask: Ask, *challenges: dict[str, Any], **grid: Any) -> dict[str, Any]:
    more: dict[str, Any] = {name: grid.pop(name) for name in ("ruleset", "turns") if name in grid}
    record: dict[str, Any] = {"ruleset": "word-whiz", "challenges": list(challenges), **more}
    return ask("rounds/score", crossword={**GRID, **grid}, **record)


# A1: a challenge is judged by word and board


def test_the_board_is_asked_as_well(ask: Ask) -> None:
    """Boggle §3, *letters must be connected*: zebra is a word, and the board cannot make it: its player loses two points."""
    zebra = {"word": "zebra", "player": "Ann", "challenger": "Ben"}
    answer = boggle(ask, {"Ann": ["zebra"], "Ben": ["sine"]}, zebra, board=BOARD)
    assert totals(answer) == {"Ann": -2, "Ben": 1}
    [told] = answer["challenges"]
    assert (told["legal"], told["code"], told["decision"]) == (False, "not-on-board", "upheld")
    assert told["reason"] == answer["players"][0]["words"][0]["reason"] == "The board has no tile for Z, B."
    twice = {"word": "lass", "player": "Ann", "challenger": "Ben"}
    assert totals(boggle(ask, {"Ann": ["lass"], "Ben": []}, twice, board="LAS/...")) == {"Ann": -2, "Ben": 0}
    voted = boggle(ask, {"Ann": ["zebra"], "Ben": []}, {**zebra, "ruling": "legal"}, board=BOARD)
    assert (totals(voted), voted["challenges"][0]["legal"]) == ({"Ann": 0, "Ben": 0}, False)


def test_a_word_that_nobody_can_define_is_void(ask: Ask) -> None:
    """Boggle §3, *only words that they can define*: it is void already, and a challenge costs nobody anything."""
    challenge = {"word": "trig", "player": "Ann", "challenger": "Ben"}
    answer = boggle(ask, {"Ann": ["trig"], "Ben": []}, challenge, undefined={"Ann": ["trig"]})
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    assert answer["challenges"][0]["decision"] == "void"
    assert "void already" in answer["challenges"][0]["summary"]


# A3: a challenge is held against what is there


def test_a_slip_of_the_finger_swings_no_points(ask: Ask) -> None:
    """A challenged word is a run in which that player has a tile, or was taken back in mid-round."""
    challenge = {"word": "wordz", "player": "Red", "ruling": "illegal"}
    [fault] = faults(whiz(ask, challenge, finished="Red"))
    assert fault.startswith("challenges[0].word: wordz is no word of the crossword")
    [fault] = faults(whiz(ask, {"word": "eaten", "player": "Red", "ruling": "illegal"}))
    assert "in which Red has a tile" in fault
    withdrawn = whiz(ask, {**challenge, "mid_round": True}, finished="Red")
    assert totals(withdrawn) == {"Red": 3 + 5, "Blue": 3, "Green": 3}
    grown = {"word": "word", "player": "Red", "ruling": "legal", "mid_round": True}
    assert totals(whiz(ask, grown))["Red"] == 3


def test_a_place_tells_one_word_from_another(ask: Ask) -> None:
    """Where a word stands twice its place is needed; the place says which, and the challenge tells where it lies."""
    grid = {"rows": ["CAKE", "A...", "K...", "E..."], "owners": ["rrrr", "r...", "r...", "r..."]}
    stays = {"word": "cake", "player": "Red", "ruling": "illegal", "mid_round": True, "built_on": True}
    [fault] = faults(whiz(ask, stays, **grid))
    assert fault.startswith('challenges[0].at: is missing; cake may be 2 words of Red: [1, 1, "across"]')
    answer = whiz(ask, {**stays, "at": [1, 1, "down"]}, **grid)
    assert [each["void_for"] for each in answer["words"]] == [None, "Red"]
    assert answer["challenges"][0]["at"] == [1, 1, "down"]
    assert "no word of Red lies there" in faults(whiz(ask, {**stays, "at": [2, 1, "down"]}, **grid))[0]
    assert "at: is for a crossword" in faults(boggle(ask, {"Ann": ["trig"]}, {"word": "trig", "player": "Ann", "by": "vote", "ruling": "legal", "at": [1, 1, "down"]}))[0]  # fmt: skip


# A4 and A5: votes and the dictionary are two things


@pytest.mark.parametrize("challenger", [None, "Ben"])
@pytest.mark.parametrize(("ruling", "points"), [("legal", 2), ("illegal", 0), ("no-action", 2)])
def test_a_vote_moves_no_points(ask: Ask, challenger: str | None, ruling: str, points: int) -> None:
    """Boggle §3: disputes can be settled with a vote; a tie takes no action, so the word stays as it was written and scores."""
    challenge = {"word": "glorp", "player": "Ann", "by": "vote", "ruling": ruling, "challenger": challenger}
    answer = boggle(ask, {"Ann": ["glorp"], "Ben": []}, challenge)
    assert totals(answer) == {"Ann": points, "Ben": 0}
    assert answer["challenges"][0]["points"] == {}
    code = "no-action" if ruling == "no-action" else f"ruled-{ruling}"
    assert answer["players"][0]["words"][0]["code"] == answer["challenges"][0]["code"] == code


def test_a_tie_and_the_dictionary_in_one_round(ask: Ask) -> None:
    """Both ways in one round: only whoever was wrong about the dictionary loses two points; what stays by a tie may be shared."""
    tie = {"word": "glorp", "player": "Ann", "ruling": "no-action"}
    zee = {"word": "zee", "player": "Ben", "challenger": "Ann"}
    answer = boggle(ask, {"Ann": ["glorp"], "Ben": ["zee", "glorp"]}, tie, zee)
    assert totals(answer) == {"Ann": 0, "Ben": -2}
    assert [each["code"] for each in answer["players"][1]["words"]] == ["american-spelling", "shared"]
    assert answer["challenges"][0]["summary"].endswith("no action is taken. GLORP stays as it was written.")
    assert "GLORP was challenged, and counts for nobody" in answer["notes"][0]


@pytest.mark.parametrize(
    ("ruling", "points"), [("legal", {"Ann": 2, "Ben": -2}), ("illegal", {"Ann": -2, "Ben": 0})]
)
def test_another_dictionary(ask: Ask, ruling: str, points: dict[str, int]) -> None:
    """Boggle §3, *verify this in the dictionary*: a book on the table costs the incorrect player two points, too."""
    challenge = {"word": "glorp", "player": "Ann", "challenger": "Ben", "by": "dictionary", "ruling": ruling}
    assert totals(boggle(ask, {"Ann": ["glorp"], "Ben": []}, challenge)) == points


def test_how_it_was_settled_has_to_fit(ask: Ask) -> None:
    """A vote has an outcome, a dictionary no tie, and one word is settled one way."""
    lists = {"Ann": ["glorp"], "Ben": ["trig"], "Cy": []}
    told = faults(
        boggle(
            ask,
            lists,
            {"word": "glorp", "player": "Ann", "by": "vote"},
            {
                "word": "glorp",
                "player": "Ann",
                "challenger": "Ben",
                "by": "dictionary",
                "ruling": "no-action",
            },
            {"word": "trig", "player": "Ben", "ruling": "legal"},
            {"word": "trig", "player": "Ben", "challenger": "Ann", "ruling": "illegal"},
            {"word": "trig", "player": "Ben", "challenger": "Cy", "ruling": "legal", "ruling_id": "x" * 21},
            {"player": "Ann", "challenger": "Ben"},
        )
    )
    assert [each.split(": ")[0] for each in told] == [
        "challenges[0].ruling",
        "challenges[1].ruling",
        "challenges[4].by",
        "challenges[4].ruling_id",
        "challenges[5].word",
        "challenges[3]",
    ]


def test_the_length_of_a_word_is_no_matter_of_opinion(ask: Ask) -> None:
    """Boggle §3, *at least three letters long*: no ruling lifts that."""
    challenge = {"word": "at", "player": "Ann", "challenger": "Ben", "by": "dictionary", "ruling": "legal"}
    answer = boggle(ask, {"Ann": ["at"], "Ben": []}, challenge)
    assert (totals(answer), answer["challenges"][0]["code"]) == ({"Ann": -2, "Ben": 0}, "too-short")


def test_a_contraction_is_another_word(ask: Ask) -> None:
    """Boggle §4: we'll is a contraction, well a word: each is challenged and ruled on by itself, as it is written."""
    lists: dict[str, list[str]] = {"Ann": ["We'll"], "Ben": ["well"], "Cy": []}
    both = [{"word": "well", "player": name, "challenger": "Cy"} for name in ("Ann", "Ben")]
    answer = boggle(ask, lists, *both)
    assert totals(answer) == {"Ann": -2, "Ben": 1, "Cy": -2}
    voted = boggle(ask, lists, {"word": "we'll", "player": "Ann", "ruling": "illegal"})
    assert totals(voted) == {"Ann": 0, "Ben": 1, "Cy": 0}
    assert faults(boggle(ask, lists, undefined={"Cy": ["well"]})) == [
        "undefined.Cy[0]: Cy has not written it down"
    ]


# A6 and A7: bonus rings


def test_a_board_that_is_too_hard_is_scored(ask: Ask) -> None:
    """What nobody found is null with a sentence, and the round is scored as the game is."""
    board, lists = "..s../.?ar./e?io?/.g?d./..u..", {"Ann": ["star", "rode"], "Ben": ["rain"]}
    answer = ask("rounds/score", ruleset="bonus-rings", board=board, lists=lists)
    assert (totals(answer), answer["missed"]) == ({"Ann": 2, "Ben": 1}, None)
    assert "too many ways" in answer["notes"][-1]
    game = ask(
        "games/score",
        ruleset="bonus-rings",
        players=["Ann", "Ben"],
        rounds=[{"board": board, "lists": lists}],
    )
    assert game["totals"] == {"Ann": 2, "Ben": 1}


def rings(ask: Ask, played: dict[str, Any], before: int = 1) -> dict[str, Any]:
    rounds = [*[{"points": {}}] * before, played]
    return ask("games/score", ruleset="bonus-rings", players=["Ann", "Ben"], rounds=rounds)


def test_rings_without_a_board(ask: Ask) -> None:
    """Rounds 2 and 3: letters with rings double the value, so a round without a board says how often each word uses one."""
    lists = {"Ann": ["digit", "dig"], "Ben": ["cat"]}
    [fault] = faults(rings(ask, {"lists": lists}))
    assert fault.startswith("rounds[1].rings: is missing; 1 bonus ring lie")
    answer = rings(ask, {"lists": lists, "rings": {"Ann": {"Digit": 2}}})
    assert answer["totals"] == {"Ann": 4 + 1, "Ben": 1}
    assert rings(ask, {"lists": lists}, before=0)["totals"] == {"Ann": 2, "Ben": 1}
    assert (
        "no bonus ring lies"
        in faults(rings(ask, {"lists": lists, "rings": {"Ann": {"dig": 1}}}, before=0))[0]
    )
    told = faults(rings(ask, {"lists": lists, "rings": {"Cy": {"dig": 1}, "Ann": {"dog": 1}}}))
    assert [each.split(": ")[0] for each in told] == ["rounds[1].rings.Cy", "rounds[1].rings.Ann.dog"]
    beside = faults(rings(ask, {"lists": lists, "board": "D*IGT", "rings": {"Ann": {"dig": 1}}}))
    assert "rings: belong to a round without a board" in beside[0]


def test_thirteen_tiles(ask: Ask) -> None:
    """How to Play: the dealer draws 13 tiles; another number is told."""
    answer = ask("rounds/score", ruleset="bonus-rings", board="DIG/TAC", lists={"Ann": ["dig"]})
    assert answer["notes"] == ["The board has 6 tiles, and 13 are drawn for one."]


# A11: tiles are counted


@pytest.mark.parametrize(
    ("rows", "unplayed", "fault"),
    [
        (["A" * 28], {}, "crossword: Red has 28 tiles in it, and a set has 27"),
        (["WO?D?", "....?"], {}, "crossword: Red has 3 wild tiles in it, and a set has 2"),
        (
            ["WORDS"],
            {"Red": 23},
            "crossword.unplayed: Red has laid 5 tiles and has 23 left, and a set has 27",
        ),
    ],
)
def test_more_tiles_than_there_are(ask: Ask, rows: list[str], unplayed: dict[str, int], fault: str) -> None:
    """Equipment: sets of 27 letter tiles, two of them wild."""
    owners = ["".join("." if tile == "." else "r" for tile in row) for row in rows]
    assert fault in faults(whiz(ask, rows=rows, owners=owners, unplayed=unplayed))


def test_what_is_left_is_worked_out(ask: Ask) -> None:
    """The bonus that Red loses goes to the fewest unplayed tiles: 27 less those that lie there. A finish with tiles left is told."""
    challenge = {"word": "words", "player": "Red", "ruling": "illegal"}
    answer = whiz(ask, challenge, finished="Red")
    assert answer["unplayed"] == {"Red": 0, "Blue": 25, "Green": 23}
    assert answer["bonus"]["to"] == ["Green"]
    assert "Red is out with 5 of 27 tiles" in answer["notes"][0]


def test_who_lays_the_starting_word(ask: Ask) -> None:
    """Placing the Starting Word: the Starting Player plays it, alone; anybody else is told."""
    assert any(
        "Blue starts the round" in note for note in whiz(ask, starting_word="words", starter="Blue")["notes"]
    )
    assert not any("start" in note for note in whiz(ask, starting_word="words", starter="Red")["notes"])
    mixed = whiz(ask, owners=["rrrrb", "b....", "bgggg"], starting_word="words")
    assert any("WORDS has tiles of Red and Blue" in note for note in mixed["notes"])
    assert "crossword.starter: Cy is no player of the round" in faults(whiz(ask, starter="Cy"))
    played = {"crossword": {**GRID, "starting_word": "words"}}
    drawn = {"Red": "K", "Blue": "C", "Green": "T"}
    game = {"ruleset": "word-whiz", "players": ["Red", "Blue", "Green"], "rounds": [played]}
    assert any(
        "Blue starts" in note
        for note in ask("games/score", drawn=drawn, **game)["rounds"][0]["round"]["notes"]
    )
    missing = ask("games/score", drawn={"Red": "K", "Blue": "C"}, **game)
    assert missing["rounds"][0]["starters"] == []
    assert "Green has drawn no letter yet" in missing["notes"][0]


def test_all_seven_tiles_are_swapped(ask: Ask) -> None:
    """Round Play: a player may swap tiles for new ones, but must do all seven at one time."""
    answer = whiz(ask, swaps=[{"player": "Red"}, {"player": "Blue", "tiles": 7}])
    assert totals(answer) == totals(whiz(ask))
    assert "Red has swapped 7 tiles for new ones; no score changes." in answer["notes"]
    told = faults(whiz(ask, swaps=[{"player": "Red", "tiles": 3}, {"player": "Cy"}]))
    assert [each.split(": ")[0] for each in told] == ["crossword.swaps[0].tiles", "crossword.swaps[1].player"]


# A13 and A14


def test_two_people_challenge_one_word(ask: Ask) -> None:
    """Boggle §3: *the incorrect player* loses two points, once; each challenger who is wrong loses, and each is told of the other."""
    lists: dict[str, list[str]] = {"Ann": ["zee", "trig"], "Ben": [], "Cy": []}
    zee = [{"word": "zee", "player": "Ann", "challenger": name} for name in ("Ben", "Cy")]
    answer = boggle(ask, lists, *zee)
    assert totals(answer) == {"Ann": 1 - 2, "Ben": 0, "Cy": 0}
    assert [each["with"] for each in answer["challenges"]] == [["Cy"], ["Ben"]]
    trig = [{"word": "trig", "player": "Ann", "challenger": name} for name in ("Ben", "Cy")]
    assert totals(boggle(ask, lists, *trig)) == {"Ann": 1, "Ben": -2, "Cy": -2}
    assert "is there twice; challenges[0] says the same" in faults(boggle(ask, lists, zee[0], zee[0]))[0]
    own = {"word": "zee", "player": "Ann", "challenger": "Ann"}
    assert "is the player whose word it is" in faults(boggle(ask, lists, own))[0]


def test_one_word_on_two_lists_is_looked_up_once(ask: Ask) -> None:
    """Whoever challenges both, and is wrong, loses two points; whoever has an illegal word loses for it, each."""
    both = [{"word": "trig", "player": name, "challenger": "Cy"} for name in ("Ann", "Ben")]
    lists = {"Ann": ["trig", "zee"], "Ben": ["trig", "zee"], "Cy": []}
    answer = boggle(ask, lists, *both)
    assert totals(answer) == {"Ann": 0, "Ben": 0, "Cy": -2}
    assert [each["points"] for each in answer["challenges"]] == [{"Cy": -2}, {}]
    assert answer["challenges"][1]["summary"].endswith("Cy has lost for it already: it is looked up once.")
    assert answer["notes"] == ["TRIG was challenged, and counts for nobody: several have found it."]
    illegal = boggle(ask, lists, *[{**each, "word": "zee"} for each in both])
    assert totals(illegal) == {"Ann": -2, "Ben": -2, "Cy": 0}


def test_a_look_after_a_tie(ask: Ask) -> None:
    """Two rulings that contradict each other are refused, with what to leave out."""
    tie = {"word": "glorp", "player": "Ann", "by": "vote", "ruling": "no-action"}
    look = {"word": "glorp", "player": "Ben", "challenger": "Ann"}
    [fault] = faults(boggle(ask, {"Ann": ["glorp"], "Ben": ["glorp"]}, tie, look))
    assert fault.startswith("challenges[1]: ")
    assert fault.endswith("leave out challenges[0] if it was settled after the tie")


def test_a_tie_about_a_word_that_the_board_lacks(ask: Ask) -> None:
    """It stays as it was written, and the outcome says why it scores nothing all the same; words are called as they stand on the list."""
    tie = {"word": "glorp", "player": "Ann", "by": "vote", "ruling": "no-action"}
    answer = boggle(ask, {"Ann": ["Glorp"], "Ben": []}, tie, board="PERS/LATG/SINE/TERS")
    said = answer["challenges"][0]["summary"]
    assert said.endswith("GLORP stays as it was written. It scores nothing: the board has no tile for O.")
    listed = boggle(
        ask, {"Ann": ["we'll"], "Ben": ["well"]}, {"word": "well", "player": "Ann", "challenger": "Ben"}
    )
    assert listed["challenges"][0]["summary"].startswith("WE'LL is not legal and is crossed off.")


def test_the_same_illegal_word_moves_the_bonus(ask: Ask) -> None:
    """The group has ruled Blue's TEST illegal: Red, who finished first, has laid the same word, and hands the bonus on."""
    rows, owners = ["TEST", "E...", "S...", "T...", ".TEST"], ["bbbb", "b...", "b...", "b...", ".rrrr"]
    answer = whiz(
        ask,
        {"word": "test", "player": "Blue", "ruling": "illegal", "at": [1, 1, "across"]},
        rows=[row.ljust(5, ".") for row in rows],
        owners=[row.ljust(5, ".") for row in owners],
        players={"r": "Red", "b": "Blue"},
        finished="Red",
    )
    assert answer["bonus"]["to"] == ["Blue"]
    assert totals(answer) == {"Red": 0, "Blue": 5}


@pytest.mark.parametrize("order", [1, -1])
def test_a_word_that_was_void_has_grown(ask: Ask, order: int) -> None:
    """RECIEVE of Red's is void in RECIEVER, and RECIEVER stands for Blue, unless it is challenged as well: then it counts for nobody."""
    grid: dict[str, Any] = {
        "rows": ["RECIEVER"],
        "owners": ["rrrrrrrb"],
        "players": {"r": "Red", "b": "Blue"},
    }
    grown: dict[str, Any] = {"word": "recieve", "player": "Red", "ruling": "illegal"}
    grown |= {"mid_round": True, "built_on": True}
    answer = whiz(ask, grown, **grid)
    assert totals(answer) == {"Red": 0, "Blue": 13}
    assert answer["words"][0]["void_for"] == "Red" and answer["challenges"][0]["at"] == [1, 1, "across"]
    whole: dict[str, Any] = {"word": "reciever", "player": "Blue", "ruling": "illegal"}
    assert totals(whiz(ask, *[grown, whole][::order], **grid)) == {"Red": 0, "Blue": 0}


def test_what_is_drawn_is_a_letter(ask: Ask) -> None:
    """A digit or a wild tile says nothing; faults of the game and of its rounds come at once."""
    answer = ask(
        "games/score",
        ruleset="word-whiz",
        players=["Ann", "Ben"],
        drawn={"Ann": "5", "Ben": "?"},
        sets=["red", "Red"],
        rounds=[{}],
    )
    assert faults(answer) == [
        "drawn.Ann: takes a letter, not '5'",
        "drawn.Ben: takes a letter, not '?'",
        "sets: takes each name once; every set has a colour of its own",
        "rounds[0].lists: is missing; a round takes either lists or a crossword",
    ]


def test_what_nobody_challenges(ask: Ask) -> None:
    """Word Whiz: *if any player sees a word they believe is invalid, they can challenge it*: else it stands, costs nobody the bonus, and is
    told; an umpire may have it excluded.
    """
    grid = {"rows": ["WORDZ", "O....", "EATEN"], "finished": "Red"}
    answer = whiz(ask, **grid)
    assert totals(answer) == {"Red": 3 + 5, "Blue": 3, "Green": 3}
    assert (answer["holds"], answer["words"][0]["legal"], answer["words"][0]["status"]) == (
        False,
        False,
        "scores",
    )
    assert "WORDZ is not legal; nobody has challenged it, so it stands." in answer["notes"]
    strict = {"extends": "word-whiz", "challenge": {"unchallenged": "excluded"}}
    assert totals(whiz(ask, **grid, ruleset=strict)) == {"Red": 0, "Blue": 3, "Green": 3 + 5}
    assert totals(whiz(ask, {"word": "wordz", "player": "Red"}, **grid)) == {
        "Red": 0,
        "Blue": 3,
        "Green": 3 + 5,
    }
    loose = {"extends": "boggle", "challenge": {"unchallenged": "stand"}}
    lists = ask("rounds/score", ruleset=loose, lists={"Ann": ["glorp"], "Ben": ["trig"]})
    assert (totals(lists), lists["players"][0]["words"][0]["code"]) == (
        {"Ann": 2, "Ben": 1},
        "not-in-dictionary",
    )


# The record


@pytest.mark.parametrize(
    "drawing",
    [
        {"rows": ["r:W r:O r:R r:D r:S", "b:O . . . .", "b:E g:A g:T g:E g:N"], "players": NAMES},
        {"rows": [["r:W", "r:O", "r:R", "r:D", "r:S"], ["b:O", None, ".", "", None], ["b:E", *({"tile": each, "player": "Green"} for each in "ATEN")]], "players": NAMES},
        {"rows": ["WORDS", "O    ", "EATEN"], "owners": ["RrRrR", "b    ", "Bgggg"], "players": NAMES},
        {"rows": ["Red:W Red:O Red:R Red:D Red:S", "Blue:O . . . .", "Blue:E Green:A Green:T Green:E Green:N"]},
    ],
)  # fmt: skip
def test_one_drawing_is_as_good_as_two(ask: Ask, drawing: dict[str, Any]) -> None:
    """Rows that say whose each tile is, cells, spaces for places without a tile: each gives the same answer."""
    answer = ask("rounds/score", ruleset="word-whiz", crossword=drawing)
    assert totals(answer) == totals(whiz(ask))
    assert (answer["words"], answer["holds"]) == (whiz(ask)["words"], True)


def test_players_are_said_once_in_a_game(ask: Ask) -> None:
    """The Basics 7: sets go to the left, so in round 2 the red tiles are the second player's; seats and sets say who plays what."""
    crossword = {"rows": ["r:W r:O r:R r:D r:S"], "starting_word": "words"}
    game = {"ruleset": "word-whiz", "players": ["Ann", "Ben"], "sets": ["red", "blue", "green", "yellow"]}
    answer = ask("games/score", **game, rounds=[{"crossword": crossword}, {"crossword": crossword}])
    assert [each["points"] for each in answer["rounds"]] == [{"Ann": 3, "Ben": 0}, {"Ann": 0, "Ben": 3}]
    by_name = {"rows": ["A:W Ben:O a:R A:D A:S"]}
    assert ask("games/score", **game, rounds=[{"crossword": by_name}])["totals"] == {"Ann": 3, "Ben": 3}
    strangers = faults(ask("games/score", **game, rounds=[{"crossword": {"rows": ["y:W z:O"]}}]))
    assert strangers == [
        f"rounds[0].crossword.rows: row 1, place {place} has no owner among red, blue, Ann, Ben"
        for place in (1, 2)
    ]
    both = faults(
        ask(
            "games/score",
            ruleset="word-whiz",
            players=["Ann", "Amy"],
            rounds=[{"crossword": {"rows": ["a:W"]}}],
        )
    )
    assert both == ["rounds[0].crossword.rows: row 1, place 1 could be Ann or Amy"]


def test_all_faults_at_once(ask: Ask) -> None:
    """Faults of shape and of rules come together, in one status, by the places of the record as it came."""
    answer = boggle(
        ask,
        {"Ann": ["trig"], "Ben": []},
        {"word": 7, "player": "Ann"},
        {"word": "zed", "player": "Ann", "challenger": "Ben"},
        penalties={"Ann": "two"},
        undefined={"Cy": []},
        board="A/BC",
        nonsense=1,
    )
    told = faults(answer)
    assert "challenges[0].word: takes a text, not 7" in told
    assert "challenges[1].word: Ann has not written it down" in told
    assert "penalties.Ann: takes a whole number, not 'two'" in told
    assert "undefined.Cy: is no player of the round" in told
    assert any(each.startswith("row 2: is 2 long") for each in told)
    assert any(each.startswith("nonsense: is not known") for each in told)
    game = ask(
        "games/score",
        players=["Ann"],
        rounds=[{"lists": {"Ann": 7}}, {"lists": {"Bob": []}}, {"points": {"Cy": 1}}],
    )
    assert faults(game) == [
        "rounds[0].lists.Ann: takes a list, not 7",
        "rounds[1].lists.Bob: is no player of the round",
        "rounds[2].points.Cy: is no player of the round",
    ]
    crossed = faults(
        whiz(
            ask,
            {"word": "eat", "player": "Cy", "ruling": "legal"},
            rows=["W1RDS", "O....", "EATEN"],
            finished="Cy",
            unplayed={"Red": -1},
        )
    )
    assert [each.split(": ")[0] for each in crossed] == ["crossword.unplayed.Red", "crossword.finished", "challenges[0].player", "crossword.rows"]  # fmt: skip


def test_a_ruleset_in_the_record(ask: Ask) -> None:
    """The agreed dictionary, or any other rule, as data of a ruleset file; its faults are those of the record."""
    own = {
        "extends": "boggle",
        "id": "ours",
        "length": {"min": 5},
        "challenge": {"player-loses": 5, "challenger-loses": 1},
    }
    answer = ask(
        "rounds/score",
        ruleset=own,
        lists={"Ann": ["trig", "lines"], "Ben": []},
        challenges=[{"word": "trig", "player": "Ann", "challenger": "Ben"}],
    )
    assert (totals(answer), answer["ruleset"]) == ({"Ann": 2 - 5, "Ben": 0}, "ours")
    assert answer["players"][0]["words"][1]["verdict"] is None
    told = faults(
        ask(
            "rounds/score",
            ruleset={"extends": "boggle", "length": {"min": "x"}, "challenge": {"unchallenged": "maybe"}},
            lists={"Ann": []},
        )
    )
    assert [each.split(": ")[0] for each in told] == ["ruleset.length.min", "ruleset.challenge.unchallenged"]
    assert (
        "takes the id of a ruleset"
        in faults(ask("rounds/score", ruleset={"extends": "/etc/passwd"}, lists={"Ann": []}))[0]
    )
    assert (
        "no ruleset 'nosuch'"
        in faults(ask("rounds/score", ruleset={"extends": "nosuch"}, lists={"Ann": []}))[0]
    )


CODES = {
    "sense-admitted",
    "american-spelling",
    "shared",
    "repeated",
    "undefined",
    "no-word",
    "ruled-legal",
    "no-action",
}


def test_every_word_has_a_code_and_a_reason(ask: Ask) -> None:
    """One code and one sentence everywhere: lists, runs and challenges."""
    lists = {
        "Ann": ["plates", "lines", "lines", "zed", "zee", "7", "sine"],
        "Ben": ["plates", "gest", "stern"],
    }
    rulings: Sequence[dict[str, Any]] = [
        {"word": "stern", "player": "Ben", "ruling": "no-action"},
        {"word": "gest", "player": "Ben", "ruling": "legal"},
    ]
    answer = boggle(ask, lists, *rulings, undefined={"Ann": ["sine"]})
    words = [word for player in answer["players"] for word in player["words"]]
    assert {each["code"] for each in words} == CODES
    runs = whiz(ask, {"word": "eatxn", "player": "Green"}, rows=["XX?XX", "O....", "EATXN"])
    assert [each["code"] for each in runs["words"]] == [
        "no-letter-fits",
        "not-in-dictionary",
        "not-in-dictionary",
    ]
    for each in [*words, *answer["challenges"], *runs["words"], *runs["challenges"]]:
        assert each["reason"].endswith(".") and each["reason"][0].isupper(), each
        assert " " in each["reason"]


def test_turns_for_a_younger_group(ask: Ask) -> None:
    """Variations: *consider taking turns*: the order and the timer come back; in a game whoever starts has the first turn."""
    answer = whiz(ask, turns={"order": ["Green", "Red", "Blue"], "seconds": 60})
    assert answer["turns"] == {"order": ["Green", "Red", "Blue"], "seconds": 60}
    assert totals(answer) == totals(whiz(ask))
    told = faults(whiz(ask, turns={"order": ["Green", "Cy"]}))
    assert {each.split(": ")[1] for each in told} == {
        "Cy is no player of the round",
        "Red is missing",
        "Blue is missing",
    }
    game = {"ruleset": "word-whiz", "players": ["Ann", "Ben", "Cy"], "turns": {"seconds": 30}}
    drawn = {"Ann": "K", "Ben": "C", "Cy": "T"}
    started = ask("games/score", **game, drawn=drawn, rounds=[{"points": {"Ann": 1, "Ben": 5, "Cy": 0}}])
    assert started["rounds"][0]["turns"] == {"order": ["Ben", "Cy", "Ann"], "seconds": 30}
    assert started["next"]["turns"]["order"] == ["Cy", "Ann", "Ben"]


def test_leaders_until_it_is_over(ask: Ask) -> None:
    """Who has most leads, and has won only when the game is over; any target ends it, and so does a single round."""
    game = {"ruleset": "word-whiz", "players": ["Ann", "Ben"], "rounds": [{"points": {"Ann": 30, "Ben": 20}}]}
    open_game = ask("games/score", **game, target=31)
    assert (open_game["leaders"], open_game["winners"], open_game["over"]) == (["Ann"], [], False)
    for end in ({"target": 30}, {"length": 1}):
        answer = ask("games/score", **game, **end)
        assert (answer["leaders"], answer["winners"], answer["over"]) == ([], ["Ann"], True)
    assert sorted(whiz(ask)["leaders"]) == sorted(whiz(ask)["winners"]) == ["Blue", "Green", "Red"]


@pytest.mark.parametrize(("kind", "model"), [("round", "Round"), ("game", "GameRound")])
def test_schemas_are_published(client: FlaskClient, kind: str, model: str) -> None:
    """JSON Schema of the records, which the fields of the records are in."""
    schema: dict[str, Any] = client.get(f"/v1/schemas/{kind}").get_json()
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert {"challenges", "rings", "turns", "crossword"} <= set(schema["$defs"][model]["properties"])
    assert {"by", "ruling", "at", "ruling_id", "dispute"} <= set(schema["$defs"]["Challenged"]["properties"])
