"""The bonus-rings grid game, sentence by sentence: its rules of play, and the rows of the findings that speak of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.umpire.faces import Record, Umpire, listed, noted, statuses, totals

DIAMOND = "..D../.GIT./RABEO/.WSN./..E.."
"""13 tiles."""
BLANKS = "..?../.IGT./RAB?O/.?SN./..?.."
"""Four of the 13 tiles are blanks."""


def rings(lists: dict[str, list[str]], *challenges: dict[str, Any], **more: Any) -> Record:
    """The record of a round."""
    record: Record = {"ruleset": "bonus-rings", "lists": lists, **more}
    return {**record, "challenges": list(challenges)} if challenges else record


def game(*rounds: Record, players: str = "Ann Ben", **more: Any) -> Record:
    """The record of a game."""
    told = [{field: value for field, value in each.items() if field != "ruleset"} for each in rounds]
    return {"ruleset": "bonus-rings", "players": players.split(), "rounds": told, **more}


# Finding words


@pytest.mark.parametrize(
    ("board", "word", "found"),
    [
        pytest.param("DIG/XTX/XXX", "digit", True, id="DIGIT uses I twice"),
        pytest.param("TIA/XRX/XXX", "tiara", True, id="TIARA uses A twice"),
        pytest.param("GIX/XXX/XXX", "gig", True, id="there and back"),
        pytest.param("RABX/XXTI/XXXX", "rabbit", False, id="RABBIT would use B twice without moving"),
        pytest.param("RABB/XXTI/XXXX", "rabbit", True, id="two tiles B"),
        pytest.param("RAB?/XXTI/XXXX", "rabbit", True, id="a B and a blank beside it"),
        pytest.param("DIX/XXX/XXX", "did", True, id="D, I, D"),
        pytest.param("WXX/XOX/XXE", "woe", True, id="a diagonal"),
        pytest.param("CXX/XXA/TXX", "cat", False, id="tiles that do not touch"),
        pytest.param("ROE/X?X/XXX", "roses", True, id="ROSES: the blank is S both times"),
        pytest.param("ROE/X?X/XXX", "ropes", False, id="ROPES: the blank would be P and S"),
        pytest.param("?O", "sos", True, id="S both times"),
        pytest.param("?O", "pop", True, id="P both times"),
        pytest.param("?O", "pot", False, id="P and T"),
        pytest.param("?O?", "pot", True, id="two blanks, P and T"),
    ],
)
def test_paths(umpire: Umpire, board: str, word: str, found: bool) -> None:
    """ "All your words must be formed by making paths through the grid": more than once on a tile, but not twice in a row."""
    told = umpire.board(board, word, ruleset="bonus-rings")[word]
    assert (told["on_board"], told["score"], told["legal"]) == (found, 1 if found else 0, True)
    answer = umpire.round(rings({"Ann": [word], "Ben": []}, board=board))
    assert totals(answer) == {"Ann": 1 if found else 0, "Ben": 0}
    assert noted(answer, "13")


def test_rabbit_and_ropes_say_why(umpire: Umpire) -> None:
    """The reasons are those of the rulebook's examples: B twice in a row; a blank that would be P and S."""
    reason = umpire.board("RABX/XXTI/XXXX", "rabbit", ruleset="bonus-rings")["rabbit"]["obstacle"]["reason"]
    assert "B" in reason and "twice in a row" in reason
    reason = umpire.board("ROE/X?X/XXX", "ropes", ruleset="bonus-rings")["ropes"]["obstacle"]["reason"]
    assert "P" in reason and "S" in reason


@pytest.mark.parametrize(
    ("board", "word"), [("CX?/XXX/XXT", "cat"), ("DXX/XXX/OXG/XXX/?XX", "dog"), ("SXXX/XXXX/IXT?", "sit")]
)
@pytest.mark.parametrize("ruleset", ["bonus-rings", "boggle"])
def test_obstacle_is_named(umpire: Umpire, board: str, word: str, ruleset: str) -> None:
    """A12: every letter has its tile: what is in the way is that tiles do not touch, not the blank."""
    obstacle = umpire.board(board, word, ruleset=ruleset)[word]["obstacle"]
    assert "blank" not in obstacle["reason"].lower()
    assert "twice" not in obstacle["reason"].lower()
    assert "touch" in obstacle["reason"].lower() or "side by side" in obstacle["reason"].lower()


def test_blank_is_any_letter(umpire: Umpire) -> None:
    """ "They can even stand for different letters within a round": WIG, WIN and WIT on one blank, 3 points."""
    answer = umpire.round(rings({"Ann": ["wig", "win", "wit"], "Ben": []}, board="WI?/XXX/XXX"))
    assert totals(answer) == {"Ann": 3, "Ben": 0}


def test_diamond(umpire: Umpire) -> None:
    """The dealer draws 13 tiles: every word on the grid is worth 1 point, and no note asks after tiles."""
    answer = umpire.round(rings({"Ann": ["dig", "digit", "rag"], "Ben": ["bet"]}, board=DIAMOND))
    assert totals(answer) == {"Ann": 3, "Ben": 1}
    assert not noted(answer, "13")


def test_six_tiles(umpire: Umpire) -> None:
    """A11: a grid of other than 13 tiles is noted, and scored all the same."""
    answer = umpire.round(rings({"Ann": ["dig"], "Ben": []}, board="DIG/XXX"))
    assert totals(answer) == {"Ann": 1, "Ben": 0}
    assert noted(answer, "13")


# Comparing lists


def test_crossed_off_everybodys_lists(umpire: Umpire) -> None:
    """ "Any word that was found by more than one player gets crossed off everybody's lists": for all three, in any case."""
    answer = umpire.round(rings({"Ann": ["cat", "dog"], "Ben": ["Cat"], "Cy": ["CAT", "woe"]}))
    assert totals(answer) == {"Ann": 1, "Ben": 0, "Cy": 1}
    assert listed(answer, "Ben")[0]["status"] == "shared"


@pytest.mark.parametrize("challenger", [None, "Ben"])
@pytest.mark.parametrize(
    ("word", "ann", "decision", "fate"),
    [("glorp", 0, "upheld", "crossed-off"), ("dog", 1, "rejected", "stands")],
)
def test_challenge(
    umpire: Umpire, word: str, ann: int, decision: str, fate: str, challenger: str | None
) -> None:
    """ "you can challenge it by checking the dictionary. If it's not in there, cross it off!" Nobody loses points, and nobody need be named."""
    said = {"word": word, "player": "Ann", **({"challenger": challenger} if challenger else {})}
    answer = umpire.round(rings({"Ann": [word], "Ben": ["woe"]}, said))
    assert totals(answer) == {"Ann": ann, "Ben": 1}
    (found,) = answer["challenges"]
    assert (found["by"], found["decision"], found["fate"], found["points"]) == (
        "dictionary",
        decision,
        fate,
        {},
    )


def test_challenge_of_what_the_grid_lacks(umpire: Umpire) -> None:
    """A1 in this game: cat does not lie on the grid: it is crossed off, though the dictionary has it."""
    answer = umpire.round(rings({"Ann": ["cat"], "Ben": []}, {"word": "cat", "player": "Ann"}, board=DIAMOND))
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    (found,) = answer["challenges"]
    assert (found["legal"], found["code"], found["fate"]) == (False, "not-on-board", "crossed-off")


@pytest.mark.parametrize(
    ("word", "points"), [("at", 1), ("digit", 1), ("blackberries", 1), ("a", 0), ("I", 0)]
)
def test_one_point_a_word(umpire: Umpire, word: str, points: int) -> None:
    """ "each player scores 1 point for each word left on their list", however long; a path has two tiles at least."""
    assert totals(umpire.round(rings({"Ann": [word], "Ben": []}))) == {"Ann": points, "Ben": 0}


def test_struck_spelling_blots_out_nobody(umpire: Umpire) -> None:
    """A8: we'll is struck, and so well is Ben's alone."""
    assert totals(umpire.round(rings({"Cy": ["we'll"], "Ben": ["well"]}))) == {"Cy": 0, "Ben": 1}


# A6: a round is scored, whatever may be made of its tiles


def test_four_blanks(umpire: Umpire) -> None:
    """A6: four blanks of 13 tiles: the round is scored, as the game scores it."""
    answer = umpire.round(rings({"Ann": ["big", "bag"], "Ben": ["bat"]}, board=BLANKS))
    assert totals(answer) == {"Ann": 2, "Ben": 1}
    assert answer["missed"] is not None or answer["notes"]


def test_too_many_blanks(umpire: Umpire) -> None:
    """A6: what everybody missed on a board that spells nearly everything is null, a note says so, and the round is scored."""
    answer = umpire.round(
        rings({"Ann": ["big", "bag"], "Ben": ["bat"]}, board="..?../.???./?????/.???./..?..")
    )
    assert totals(answer) == {"Ann": 2, "Ben": 1}
    assert answer["missed"] is None
    assert answer["notes"]


def test_missed(umpire: Umpire) -> None:
    """On a board that can be solved, words that nobody has found are told, and none that somebody has."""
    answer = umpire.round(rings({"Ann": ["dig"], "Ben": []}, board="DIG/XTX/XXX"))
    assert "digit" in str(answer["missed"]).lower()


# Rounds 2 and 3


@pytest.mark.parametrize(
    ("board", "word", "points"),
    [
        pytest.param("DIG*/XTX/XXX", "digit", 2, id="one use"),
        pytest.param("DI*G/XTX/XXX", "digit", 4, id="the same ringed letter twice"),
        pytest.param("D*IG*/XTX/XXX", "digit", 4, id="two ringed letters"),
        pytest.param("D*I*G/XTX/XXX", "digit", 8, id="three uses"),
        pytest.param("D*I*X/XXX/XXX", "did", 8, id="D twice and I once"),
        pytest.param("D*IG*/XTX/XXX", "it", 1, id="no use"),
        pytest.param("WI?*/XXX/XXX", "wit", 2, id="a ring on a blank"),
        pytest.param("T*IT/XXX/XXX", "it", 2, id="the better of two paths"),
        pytest.param("C*AT*/XXX/XXX", "cat", 4, id="both rings in one word"),
    ],
)
def test_rings_double(umpire: Umpire, board: str, word: str, points: int) -> None:
    """ "Every time a ringed letter is used, the value doubles again": 2 by one use, 4 by two, whether one letter or two."""
    answer = umpire.round(rings({"Ann": [word], "Ben": []}, board=board))
    assert totals(answer) == {"Ann": points, "Ben": 0}


@pytest.mark.parametrize("uses", [0, 1, 2, 3, 5])
def test_rings_without_a_board(umpire: Umpire, uses: int) -> None:
    """A7: without a board it is said how many times a word uses a ringed letter: each doubles; what is not named uses none."""
    answer = umpire.round(rings({"Ann": ["digit", "dig"], "Ben": ["woe"]}, rings={"Ann": {"digit": uses}}))
    assert totals(answer) == {"Ann": 2**uses + 1, "Ben": 1}


def test_rings_are_missing(umpire: Umpire) -> None:
    """A7: in rounds 2 and 3 rings lie: a list without a board and without uses of them is a fault, never a lower score."""
    plain = rings({"Ann": ["digit"], "Ben": []})
    none = rings({"Ann": ["digit"], "Ben": []}, rings={})
    umpire.refusal(game(plain, plain), "rounds[1].rings: is missing", kind="game")
    umpire.refusal(game(plain, none, plain), "rounds[2].rings: is missing", kind="game")
    answer = umpire.game(game(plain, none, rings({"Ann": ["digit"], "Ben": []}, rings={"Ann": {"digit": 2}})))
    assert answer["totals"] == {"Ann": 6, "Ben": 0}  # 1 + 1 + 4


@pytest.mark.parametrize(
    ("record", "place"),
    [
        pytest.param(
            rings({"Ann": ["dig"], "Ben": []}, rings={"Ann": {"dig": -1}}), "rings", id="fewer than none"
        ),
        pytest.param(
            rings({"Ann": ["dig"], "Ben": []}, rings={"Ann": {"dig": 1.5}}), "rings", id="one and a half"
        ),
        pytest.param(
            rings({"Ann": ["dig"], "Ben": []}, rings={"Ann": {"digit": 1}}), "rings", id="on no list"
        ),
        pytest.param(
            rings({"Ann": ["dig"], "Ben": []}, rings={"Ben": {"dig": 1}}), "rings", id="on another's list"
        ),
        pytest.param(rings({"Ann": ["dig"], "Ben": []}, rings={"Cy": {"dig": 1}}), "rings", id="a stranger"),
        pytest.param(
            rings({"Ann": ["dig"], "Ben": []}, board="DIG*/XXX", rings={"Ann": {"dig": 1}}),
            "rings",
            id="beside a board",
        ),
    ],
)
def test_rings_that_cannot_be(umpire: Umpire, record: Record, place: str) -> None:
    """Uses of rings are whole numbers from 0, of words on that player's list, and without a board."""
    umpire.refusal(record, place)


def test_rings_in_round_one(umpire: Umpire) -> None:
    """ "Set the bonus rings aside for now": in round 1 no ring lies, with a board or without."""
    used = rings({"Ann": ["dig"], "Ben": []}, rings={"Ann": {"dig": 1}})
    umpire.refusal(game(used), "rounds[0].rings", kind="game")
    umpire.refusal(game(rings({"Ann": ["dig"], "Ben": []}, board="DIG*/XXX")), "rounds[0].board", kind="game")


@pytest.mark.parametrize(
    ("number", "board"), [(1, "DIG/XXX"), (1, "D*IG*/XXX"), (2, "D*IG/XXX"), (2, "DIG/XXX")]
)
def test_number_of_rings(umpire: Umpire, number: int, board: str) -> None:
    """ "In round 2, the dealer places ONE of the bonus rings, and in round 3, the dealer places BOTH": others are a fault."""
    told = {"points": {"Ann": 1, "Ben": 0}}
    record = game(*[told] * number, rings({"Ann": ["dig"], "Ben": []}, board=board))
    umpire.refusal(record, f"rounds[{number}].board", kind="game")


@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cy", "Ann Ben Cy Dee Ed"])
def test_dealer_moves_to_the_left(umpire: Umpire, players: str) -> None:
    """ "the person to the dealer's left becomes the new dealer"; "All players play every turn, even the dealer"."""
    names = players.split()
    told = {"points": dict.fromkeys(names, 1)}
    answer = umpire.game(game(told, told, players=players))
    assert [each["dealer"] for each in answer["rounds"]] == names[:2]
    assert [each["rings"] for each in answer["rounds"]] == [0, 1]
    assert answer["next"]["dealer"] == names[2 % len(names)]
    assert answer["next"]["rings"] == 2
    assert (answer["over"], answer["leaders"], answer["winners"]) == (False, names, [])


def test_three_rounds(umpire: Umpire) -> None:
    """ "At the end of the third round, whoever has the most points wins the game!" Nothing follows it; two that are level have won both."""
    one, two = {"points": {"Ann": 3, "Ben": 1}}, {"points": {"Ann": 0, "Ben": 2}}
    answer = umpire.game(game(one, two, two))
    assert (answer["over"], answer["winners"], answer["leaders"], answer["next"]) == (True, ["Ben"], [], None)
    assert answer["totals"] == {"Ann": 3, "Ben": 5}
    level = umpire.game(game(one, two, {"points": {"Ann": 1, "Ben": 1}}))
    assert level["winners"] == ["Ann", "Ben"]
    assert umpire.faults(game(one, two, two, one), "game")


def test_whole_game(umpire: Umpire) -> None:
    """Three rounds on grids: one point a word; one ring; both rings, one of them used twice."""
    first = rings({"Ann": ["dig", "digit"], "Ben": ["dig", "bet"]}, board=DIAMOND)
    second = rings({"Ann": ["digit", "glorp"], "Ben": ["bet"]}, board=DIAMOND.replace("T", "T*"))
    third = rings(
        {"Ann": ["bit"], "Ben": ["digit", "bet"]}, board=DIAMOND.replace("I", "I*").replace("D", "D*")
    )
    answer = umpire.game(game(first, second, third))
    # 1: dig is shared; digit 1, bet 1. 2: digit and bet with T* 2 each. 3: bit with I* 2; digit D* and twice I* 8, bet 1.
    assert [each["points"] for each in answer["rounds"]] == [
        {"Ann": 1, "Ben": 1},
        {"Ann": 2, "Ben": 2},
        {"Ann": 2, "Ben": 9},
    ]
    assert answer["totals"] == {"Ann": 5, "Ben": 12}
    assert answer["winners"] == ["Ben"]
    for number, record in enumerate((first, second, third)):
        alone = umpire.round(record)
        assert totals(alone) == answer["rounds"][number]["points"]
        assert statuses(alone, "Ann") == statuses(answer["rounds"][number]["round"], "Ann")


# Properties

WORDS = (
    "did",
    "dig",
    "digit",
    "tit",
    "gig",
    "it",
    "id",
    "add",
    "dad",
    "tat",
    "tag",
    "gag",
    "at",
    "data",
    "giant",
)


def best(rows: list[list[str]], word: str) -> int:
    """What the best path for a word brings, 0 if there is none: found by trying all of them."""

    def onward(row: int, column: int, rest: str, blanks: dict[tuple[int, int], str]) -> int:
        if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
            return 0
        tile = rows[row][column]
        if tile[0] == "?":
            if blanks.get((row, column), rest[0]) != rest[0]:
                return 0
            blanks = {**blanks, (row, column): rest[0]}
        elif tile[0] != rest[0]:
            return 0
        worth = 2 if tile.endswith("*") else 1
        if len(rest) == 1:
            return worth
        steps = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        return worth * max(onward(*step, rest[1:], blanks) for step in steps)

    return max(onward(row, column, word, {}) for row in range(len(rows)) for column in range(len(rows[0])))


@given(
    st.lists(st.lists(st.sampled_from("DIGTAN?"), min_size=3, max_size=3), min_size=2, max_size=3), st.data()
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_best_path(umpire: Umpire, tiles: list[list[str]], data: st.DataObject) -> None:
    """On any grid a word is worth its best path: doubled for each use of a ringed letter; a blank is one letter within a word."""
    places = [(row, column) for row in range(len(tiles)) for column in range(3)]
    ringed = data.draw(st.lists(st.sampled_from(places), max_size=2, unique=True))
    rows = [[tile + "*" * ((r, c) in ringed) for c, tile in enumerate(line)] for r, line in enumerate(tiles)]
    board = "/".join("".join(line) for line in rows)
    answer = umpire.posted("round", rings({"Ann": list(WORDS), "Ben": []}, board=board))
    assert {each["word"]: each["points"] for each in listed(answer, "Ann")} == {
        word: best(rows, word.upper()) for word in WORDS
    }


@given(
    st.dictionaries(st.sampled_from(WORDS), st.integers(0, 6)), st.lists(st.sampled_from(WORDS), unique=True)
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_doubling(umpire: Umpire, uses: dict[str, int], others: list[str]) -> None:
    """Without a board, a word that Ann alone has is worth 2 to the number of its uses; of words that two have, nobody has any."""
    lists = {"Ann": list(uses), "Ben": others}
    answer = umpire.posted("round", rings(lists, rings={"Ann": uses}))
    assert totals(answer) == {
        "Ann": sum(2**number for word, number in uses.items() if word not in others),
        "Ben": sum(word not in uses for word in others),
    }
