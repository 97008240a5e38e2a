"""Word Whiz, sentence by sentence: "Word Whiz Rules, FAQs", and the rows of the findings that speak of a shared crossword."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.umpire.faces import Record, Umpire, noted, run_of, totals

POINTS = {4: 2, 5: 3, 6: 5, 7: 8}
"""Scoring: 4 letters 2 points, 5 3, 6 5, 7 8, 8 and more 13; fewer bring none."""
PLAYERS = {"r": "Red", "b": "Blue", "g": "Green", "y": "Yellow"}
EXCLUDED = {"extends": "word-whiz", "challenge": {"rule": "word-whiz", "unchallenged": "excluded"}}
"""The ruleset of a table that holds every word against the dictionary."""
GRID = ["WORDS", "....U", "....N"]
GRID_OWNERS = ["rrrrr", "....b", "....b"]
"""WORDS of Red's, and SUN of Blue's, built onto it."""
CROSSED = ["CA?E", "...G", "...G"]
"""A word of Red's with a wild tile, and EGG of Blue's, built onto it."""
CROSSED_OWNERS = ["rrrr", "...b", "...b"]


def crossword(rows: list[str], owners: list[str], *challenges: dict[str, Any], **more: Any) -> Record:
    """The record of a round: what is about the crossword goes into it, the rest beside it."""
    marks = set("".join(owners)) & set(PLAYERS)
    beside = {"ruleset", "penalties", "turns"}
    record: Record = {
        "ruleset": "word-whiz",
        "crossword": {
            "rows": rows,
            "owners": owners,
            "players": {mark: name for mark, name in PLAYERS.items() if mark in marks},
            **{field: value for field, value in more.items() if field not in beside},
        },
        **{field: value for field, value in more.items() if field in beside},
    }
    return {**record, "challenges": list(challenges)} if challenges else record


def with_players(record: Record, *names: str) -> Record:
    """Add players who have no tile in the crossword."""
    marks = {mark: name for mark, name in PLAYERS.items() if name in names}
    return {
        **record,
        "crossword": {**record["crossword"], "players": {**record["crossword"]["players"], **marks}},
    }


def illegal(word: str, player: str, **more: Any) -> dict[str, Any]:
    """The record of a challenge that the group agreed to."""
    return {"word": word, "player": player, "ruling": "illegal", **more}


# Scoring


@pytest.mark.parametrize(
    ("word", "points"),
    [
        ("at", 0),
        ("cat", 0),
        ("cats", 2),
        ("house", 3),
        ("houses", 5),
        ("housing", 8),
        ("mountain", 13),
        ("blackberries", 13),
    ],
)
def test_table(umpire: Umpire, word: str, points: int) -> None:
    """Scoring: "at least four letters long": 2, 3, 5, 8, 13; The Basics 3: "Words played can be of any length"."""
    answer = umpire.round(crossword([word.upper(), "." * len(word)], ["r" * len(word), "." * len(word)]))
    assert totals(answer) == {"Red": points}
    run = run_of(answer, word)
    assert (run["points"], run["legal"], run["letters"]) == (points, True, word)
    assert (run["row"], run["column"], run["direction"]) == (1, 1, "across")
    assert run["status"] == ("scores" if points else "too-short-to-score")


def test_everyone_with_a_tile(umpire: Umpire) -> None:
    """Scoring: "even if a player has a single letter contributing to a 7-letter word, they will earn the 8 points"."""
    answer = umpire.round(crossword(["HOUSING"], ["rrbrgrr"]))
    assert totals(answer) == {"Red": 8, "Blue": 8, "Green": 8}
    assert answer["leaders"] == answer["winners"] == ["Red", "Blue", "Green"]
    assert sorted(run_of(answer, "housing")["players"]) == ["Blue", "Green", "Red"]


def test_shared_tile(umpire: Umpire) -> None:
    """A tile where two words cross contributes to both: Red has WORDS and, by its S, SHORE; Blue SHORE alone."""
    rows = ["WORDS", "....H", "....O", "....R", "....E"]
    answer = umpire.round(crossword(rows, ["rrrrr", "....b", "....b", "....b", "....b"]))
    assert totals(answer) == {"Red": 6, "Blue": 3}  # 3 + 3, 3
    assert answer["holds"] is True


def test_first_finish(umpire: Umpire) -> None:
    """The Basics 4: who has used all of their tiles "earns a five point bonus"; where nobody has, nobody does."""
    answer = umpire.round(crossword(GRID, GRID_OWNERS, finished="Red"))
    assert totals(answer) == {"Red": 8, "Blue": 0}  # words 3 + 5; sun has three letters
    assert answer["bonus"] == {"points": 5, "to": ["Red"]}
    assert totals(umpire.round(crossword(GRID, GRID_OWNERS))) == {"Red": 3, "Blue": 0}


# Challenges after the round


def test_agreed_and_by_the_finisher(umpire: Umpire) -> None:
    """Finishing the Round: "it will be excluded from scoring"; the finisher's bonus "goes to the player with the fewest unplayed tiles"."""
    rows = ["HOUSE", "....G", "....G"]
    owners = ["rrrrr", "....b", "....g"]
    record = crossword(
        rows, owners, illegal("house", "Red"), finished="Red", unplayed={"Blue": 4, "Green": 2}
    )
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 0, "Blue": 0, "Green": 5}
    assert answer["bonus"] == {"points": 5, "to": ["Green"]}
    run = run_of(answer, "house")
    assert (run["status"], run["code"], run["points"]) == ("not-legal", "ruled-illegal", 0)
    (found,) = answer["challenges"]
    assert (found["decision"], found["fate"]) == ("upheld", "excluded")


def test_same_number_left(umpire: Umpire) -> None:
    """Two have the fewest: the rulebook is silent, and each gets the five."""
    rows, owners = ["HOUSE", "....G", "....G"], ["rrrrr", "....b", "....g"]
    record = crossword(
        rows, owners, illegal("house", "Red"), finished="Red", unplayed={"Blue": 2, "Green": 2}
    )
    assert totals(umpire.round(record)) == {"Red": 0, "Blue": 5, "Green": 5}


def test_illegal_word_of_another(umpire: Umpire) -> None:
    """Only an illegal word of the finisher costs the bonus: Blue's leaves Red's where it is, though Red has a tile in it."""
    rows, owners = (
        ["WORDS", "....H", "....O", "....R", "....E"],
        ["rrrrr", "....b", "....b", "....b", "....b"],
    )
    answer = umpire.round(crossword(rows, owners, illegal("shore", "Blue"), finished="Red"))
    assert totals(answer) == {"Red": 8, "Blue": 0}  # words 3 + 5; shore is excluded for both
    mine = umpire.round(crossword(rows, owners, illegal("shore", "Red"), finished="Red"))
    assert totals(mine) == {"Red": 3, "Blue": 5}  # now Red has played it: the bonus is Blue's


def test_two_challenge_one_word(umpire: Umpire) -> None:
    """A13: Blue and Green both challenge house: it is excluded once, and one bonus moves."""
    said = [illegal("house", "Red", challenger=name) for name in ("Blue", "Green")]
    rows, owners = ["HOUSE", "....G", "....G"], ["rrrrr", "....b", "....g"]
    answer = umpire.round(crossword(rows, owners, *said, finished="Red", unplayed={"Blue": 4, "Green": 2}))
    assert totals(answer) == {"Red": 0, "Blue": 0, "Green": 5}
    assert [found["with"] for found in answer["challenges"]] == [["Green"], ["Blue"]]


def test_two_words_of_the_finisher(umpire: Umpire) -> None:
    """Two illegal words of Red's: both are excluded, and the bonus moves once."""
    rows, owners = ["HOUSE", "....G", "....G", "....S"], ["rrrrr", "....r", "....r", "....b"]
    answer = umpire.round(
        crossword(rows, owners, illegal("house", "Red"), illegal("eggs", "Red"), finished="Red")
    )
    assert totals(answer) == {"Red": 0, "Blue": 5}


def test_illegal_wherever_it_stands(umpire: Umpire) -> None:
    """The group agrees about the word: TEST is as illegal down as across."""
    rows, owners = ["TEST", "E...", "S...", "T..."], ["rrrr", "b...", "b...", "b..."]
    answer = umpire.round(crossword(rows, owners, illegal("test", "Red", at=[1, 1, "across"])))
    assert totals(answer) == {"Red": 0, "Blue": 0}


def test_penalties(umpire: Umpire) -> None:
    """Other points count here, too: 3 - 2, and 0 + 4."""
    answer = umpire.round(crossword(GRID, GRID_OWNERS, penalties={"Red": -2, "Blue": 4}))
    assert totals(answer) == {"Red": 1, "Blue": 4}
    assert [player["penalties"] for player in answer["players"]] == [-2, 4]
    assert answer["leaders"] == ["Blue"]


@pytest.mark.parametrize(
    ("ruling", "decision"), [("legal", "rejected"), ("no-action", "no-action")], ids=["no", "tie"]
)
@pytest.mark.parametrize("word", ["wordz", "words"])
def test_group_does_not_agree(umpire: Umpire, word: str, ruling: str, decision: str) -> None:
    """ "If the group agrees, it will be excluded": if not, or in a tie, it scores 3, and the finisher keeps the bonus."""
    said = {"word": word, "player": "Red", "challenger": "Blue", "ruling": ruling}
    record = with_players(crossword([word.upper()], ["rrrrr"], said, finished="Red"), "Blue")
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 8, "Blue": 0}  # 3 + 5; nobody loses for having asked
    (found,) = answer["challenges"]
    assert (found["decision"], found["fate"], found["points"]) == (decision, "stands", {})


@pytest.mark.parametrize(("word", "red"), [("wordz", 0), ("words", 8)])
def test_dictionary_that_was_agreed_on(umpire: Umpire, word: str, red: int) -> None:
    """The Basics 5: "players must agree to the dictionary": a challenge without a ruling asks it, and costs nobody points."""
    record = with_players(
        crossword([word.upper()], ["rrrrr"], {"word": word, "player": "Red"}, finished="Red"), "Blue"
    )
    answer = umpire.round(record)
    assert totals(answer) == {"Red": red, "Blue": 5 if red == 0 else 0}
    assert answer["challenges"][0]["by"] == "dictionary"


def test_proper_noun(umpire: Umpire) -> None:
    """The Basics 5: "Proper nouns are not playable": challenged, London is excluded; china is a word."""
    asked = [{"word": "london", "player": "Red"}]
    assert totals(umpire.round(crossword(["LONDON"], ["rrrrrr"], *asked))) == {"Red": 0}
    assert totals(umpire.round(crossword(["CHINA"], ["rrrrr"], {"word": "china", "player": "Red"}))) == {
        "Red": 3
    }


# Unchallenged: A14


def test_unchallenged_stands(umpire: Umpire) -> None:
    """A14: "if any player sees a word they believe is invalid, they can challenge it": nobody did, so WORDZ scores, and a note says so."""
    answer = umpire.round(crossword(["WORDZ", "O....", "E...."], ["rrrrr", "b....", "b...."], finished="Red"))
    assert totals(answer) == {"Red": 8, "Blue": 0}  # 3 + 5
    run = run_of(answer, "wordz")
    assert (run["status"], run["legal"], run["code"], run["points"]) == (
        "scores",
        False,
        "not-in-dictionary",
        3,
    )
    assert answer["holds"] is False
    assert noted(answer, "wordz")


def test_unchallenged_is_excluded(umpire: Umpire) -> None:
    """A14: an umpire may want it excluded: the ruleset says so, and then WORDZ costs the finisher word and bonus."""
    record = crossword(
        ["WORDZ", "U....", "N...."], ["rrrrr", "b....", "b...."], finished="Red", ruleset=EXCLUDED
    )
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 0, "Blue": 5}
    assert run_of(answer, "wordz")["status"] == "not-legal"


def test_another_word_is_challenged(umpire: Umpire) -> None:
    """What is challenged is excluded, what is not stands: BLORP goes, GLORP scores 3."""
    rows, owners = ["BLORP", ".....", "GLORP"], ["rrrrr", ".....", "bbbbb"]
    answer = umpire.round(crossword(rows, owners, illegal("blorp", "Red")))
    assert totals(answer) == {"Red": 0, "Blue": 3}


def test_two_pieces(umpire: Umpire) -> None:
    """The Basics 2: "the same crossword": two pieces do not hold together, and a note says so."""
    answer = umpire.round(crossword(["WORDS", ".....", "HOUSE"], ["rrrrr", ".....", "bbbbb"]))
    assert totals(answer) == {"Red": 3, "Blue": 3}
    assert answer["holds"] is False
    assert answer["notes"]


# Challenges held against the crossword: A3


@pytest.mark.parametrize(
    ("said", "place"),
    [
        pytest.param(illegal("suns", "Red"), "challenges[0]", id="a slip of the finger"),
        pytest.param(illegal("words", "Blue"), "challenges[0]", id="a player without a tile in it"),
        pytest.param(illegal("sun", "Cy"), "challenges[0].player", id="a stranger"),
        pytest.param(illegal("word", "Red"), "challenges[0]", id="a part of a word"),
        pytest.param(
            illegal("word", "Red", mid_round=True, at=[3, 1, "across"]), "challenges[0].at", id="no such run"
        ),
        pytest.param(
            illegal("words", "Red", at=[1, 2, "across"]), "challenges[0].at", id="not its first tile"
        ),
        pytest.param(illegal("words", "Red", at=[1, 1, "down"]), "challenges[0].at", id="no word down"),
        pytest.param(illegal("sun", "Red", at=[1, 1, "across"]), "challenges[0]", id="another word there"),
        pytest.param(illegal("words", "Red", at=[1, 1, "up"]), "challenges[0].at", id="no direction"),
        pytest.param(illegal("words", "Red", challenger="Red"), "challenges[0]", id="a self-challenge"),
        pytest.param(
            illegal("houze", "Red", mid_round=True, built_on=True),
            "challenges[0]",
            id="built on, and nowhere",
        ),
        pytest.param(
            {"word": "houze", "player": "Red", "mid_round": True, "ruling": "legal"},
            "challenges[0]",
            id="legal, and nowhere",
        ),
    ],
)
def test_challenge_of_what_is_not_there(umpire: Umpire, said: dict[str, Any], place: str) -> None:
    """A3: "one slip of the finger swings 10 points silently": a challenge is held against the runs of that player."""
    umpire.refusal(crossword(GRID, GRID_OWNERS, said, finished="Red"), place)


def test_challenge_with_its_place(umpire: Umpire) -> None:
    """A challenge may say where its run begins, from row 1 and column 1; the answer says where it is."""
    answer = umpire.round(
        crossword(GRID, GRID_OWNERS, illegal("sun", "Blue", at=[1, 5, "down"]), finished="Red")
    )
    assert answer["challenges"][0]["at"] == [1, 5, "down"]
    assert totals(answer) == {"Red": 8, "Blue": 0}
    answer = umpire.round(crossword(GRID, GRID_OWNERS, illegal("words", "Red")))
    assert answer["challenges"][0]["at"] == [1, 1, "across"]
    assert totals(answer) == {"Red": 0, "Blue": 0}


def test_word_that_stands_twice(umpire: Umpire) -> None:
    """TEST across and down share the first T: of Red, who has a tile in both, it must be said which; of Blue it is clear."""
    rows, owners = ["TEST", "E...", "S...", "T..."], ["rrrr", "b...", "b...", "b..."]
    umpire.refusal(crossword(rows, owners, illegal("test", "Red")), "challenges[0]", "at")
    blue = umpire.round(crossword(rows, owners, illegal("test", "Blue")))
    assert blue["challenges"][0]["at"] == [1, 1, "down"]
    for direction in ("across", "down"):
        answer = umpire.round(crossword(rows, owners, illegal("test", "Red", at=[1, 1, direction])))
        assert answer["challenges"][0]["at"] == [1, 1, direction]


# Wild tiles: A2, A10


@pytest.mark.parametrize(
    "rows", [["W?RDS"], ["W?RDS", "....U", "....N"], ["WORD?", "....U", "....N"], ["W??DS"]]
)
def test_starting_word_with_wilds(umpire: Umpire, rows: list[str]) -> None:
    """A2 a: a wild tile of the starting word is the letter that the starting word says, and the round is scored."""
    answer = umpire.round(crossword(rows, GRID_OWNERS[: len(rows)], starting_word="words"))
    assert run_of(answer, "words")["points"] == 3
    assert totals(answer)["Red"] == 3
    assert answer["holds"] is True


def test_starting_word_of_wilds_alone(umpire: Umpire) -> None:
    """Five wild tiles of three owners are sound, as the starting word says, and so SUN goes down from its S; the tiles of several are noted."""
    answer = umpire.round(
        crossword(["?????", "U....", "N...."], ["rrbbg", "y....", "y...."], starting_word="sound")
    )
    assert totals(answer) == {"Red": 3, "Blue": 3, "Green": 3, "Yellow": 0}
    assert [run["word"].lower() for run in answer["words"]] == ["sound", "sun"]
    assert noted(answer, "sound")


def test_wild_is_another_letter(umpire: Umpire) -> None:
    """A2 b, FAQ: "it does not need to be the same letter": CA?E is not cabe but another word: Red keeps 2 points and the bonus."""
    record = crossword(CROSSED, CROSSED_OWNERS, illegal("cabe", "Red"), finished="Red")
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 7, "Blue": 0}  # 2 + 5
    assert answer["bonus"] == {"points": 5, "to": ["Red"]}
    (wild,) = answer["wilds"]
    assert (wild["row"], wild["column"]) == (1, 3)
    assert wild["letter"].upper() not in ("B", "?")
    summary = answer["challenges"][0]["summary"]
    assert "goes from" not in summary and "loses" not in summary


def test_every_reading_is_illegal(umpire: Umpire) -> None:
    """ELEPHAN? can be one word alone; the group rules that illegal: it is excluded, and the finisher's bonus goes to Blue."""
    record = crossword(
        ["ELEPHAN?", "G.......", "G......."], ["rrrrrrrr", "b.......", "b......."], illegal("elephant", "Red")
    )
    record["crossword"]["finished"] = "Red"
    assert totals(umpire.round(record)) == {"Red": 0, "Blue": 5}


def test_wild_built_on(umpire: Umpire) -> None:
    """A2 c, FAQ: invalid in mid-round and built on, it "will not count in that player's score", nor can they have the bonus: whatever it is now."""
    said = illegal("cabe", "Red", mid_round=True, built_on=True)
    answer = umpire.round(crossword(CROSSED, CROSSED_OWNERS, said, finished="Red"))
    assert totals(answer) == {"Red": 0, "Blue": 5}
    assert "Red" in answer["words"][0]["void_for"]
    assert answer["challenges"][0]["fate"] == "stays-unscored"


def test_wild_read_for_most_points(umpire: Umpire) -> None:
    """A2 d: ELEPHAN? and ?B cannot both be words: the 13 points of elephant stand, not the none of ab."""
    rows, owners = ["ELEPHAN?", ".......B"], ["rrrrrrrr", ".......b"]
    for ruleset in ("word-whiz", EXCLUDED):
        answer = umpire.round(crossword(rows, owners, ruleset=ruleset))
        assert [wild["letter"].upper() for wild in answer["wilds"]] == ["T"]
        assert totals(answer) == {"Red": 13, "Blue": 0}


def test_wild_read_for_most_words(umpire: Umpire) -> None:
    """FAQ: "the same letter in both directions": ?GG is egg or nothing, so H?N is hen, and both are words."""
    answer = umpire.round(crossword(["H?N", ".G.", ".G."], ["rrr", ".b.", ".b."]))
    assert [wild["letter"].upper() for wild in answer["wilds"]] == ["E"]
    assert [run["legal"] for run in answer["words"]] == [True, True]
    assert answer["holds"] is True


def test_wild_read_by_the_alphabet(umpire: Umpire) -> None:
    """Where cat, cot and cut are all as good, the first letter of the alphabet is read: nothing is left to chance."""
    answer = umpire.round(crossword(["C?T"], ["rrr"]))
    assert [wild["letter"].upper() for wild in answer["wilds"]] == ["A"]
    ruled = umpire.round(crossword(["C?T"], ["rrr"], illegal("cat", "Red")))
    assert [wild["letter"].upper() for wild in ruled["wilds"]] != ["A"]


def test_ruling_decides_the_wild(umpire: Umpire) -> None:
    """A2: GL?RP is no word of any dictionary; the group rules glorp legal: then the wild tile is an O, and Red keeps 3 and 5."""
    said = {"word": "glorp", "player": "Red", "ruling": "legal"}
    answer = umpire.round(with_players(crossword(["GL?RP"], ["rrrrr"], said, finished="Red"), "Blue"))
    assert totals(answer) == {"Red": 8, "Blue": 0}
    assert [wild["letter"].upper() for wild in answer["wilds"]] == ["O"]
    assert run_of(answer, "glorp")["legal"] is True


def test_no_letter_fits(umpire: Umpire) -> None:
    """XQ?ZK is no word with any letter: unchallenged it stands, a note says so; a strict table excludes it."""
    answer = umpire.round(crossword(["XQ?ZK"], ["rrrrr"]))
    assert totals(answer) == {"Red": 3}
    assert answer["words"][0]["code"] == "no-letter-fits"
    assert answer["holds"] is False and answer["notes"]
    strict = umpire.round(crossword(["XQ?ZK"], ["rrrrr"], ruleset=EXCLUDED))
    assert (totals(strict), strict["words"][0]["code"]) == ({"Red": 0}, "no-letter-fits")


@pytest.mark.parametrize("ruleset", ["word-whiz", EXCLUDED], ids=["stand", "excluded"])
def test_eight_wilds(umpire: Umpire, ruleset: Any) -> None:
    """A10, Equipment: "two wild tiles in each color set": all eight hang together by MOUNTAIN, MOUSE, UNDER, TABLE and NEVER."""
    rows = ["?O?N?AI?", "O.N.A..E", "?.D.?..?", "S.?.L..E", "E.R.E..R"]
    owners = ["rrbbggyy", "r.b.g..y", "r.b.g..y", "r.b.g..y", "r.b.g..y"]
    answer = umpire.round(crossword(rows, owners, ruleset=ruleset))
    assert totals(answer) == {"Red": 16, "Blue": 16, "Green": 16, "Yellow": 16}  # 8 letters 13, 5 letters 3
    assert all(run["legal"] for run in answer["words"])
    assert len(answer["wilds"]) == 8


def test_nothing_but_wilds(umpire: Umpire) -> None:
    """Eight wild tiles in two rows of four are words in every direction, as SOLE and ONES are … and each row brings its two owners 2."""
    answer = umpire.round(crossword(["????", "????"], ["rrbb", "ggyy"]))
    assert totals(answer) == {"Red": 2, "Blue": 2, "Green": 2, "Yellow": 2}
    assert [run["legal"] for run in answer["words"]] == [True] * 6


def test_challenge_of_a_wild_run_by_pattern(umpire: Umpire) -> None:
    """Wild tiles may stand for any letter in what a challenge names; what the tiles cannot spell is a fault."""
    umpire.refusal(crossword(CROSSED, CROSSED_OWNERS, illegal("cabs", "Red")), "challenges[0]")
    umpire.refusal(crossword(CROSSED, CROSSED_OWNERS, illegal("care", "Blue")), "challenges[0]")


# In mid-round


def test_withdrawn(umpire: Umpire) -> None:
    """FAQ: "it must be removed from play and returned": it is nowhere now, and costs the finisher neither points nor bonus."""
    said = illegal("houze", "Red", mid_round=True)
    answer = umpire.round(crossword(GRID, GRID_OWNERS, said, finished="Red"))
    assert totals(answer) == {"Red": 8, "Blue": 0}  # words 3 + 5
    (found,) = answer["challenges"]
    assert (found["decision"], found["fate"], found["points"], found["at"]) == (
        "upheld",
        "withdrawn",
        {},
        None,
    )


def test_built_on(umpire: Umpire) -> None:
    """FAQ: "it will remain in play. However, that word will not count in that player's score": Blue, who has a tile in it, has its 8."""
    rows = ["RECIEVE", "......G", "......G"]
    owners = ["rrrrrrb", "......b", "......g"]
    said = illegal("recieve", "Red", mid_round=True, built_on=True)
    answer = umpire.round(crossword(rows, owners, said, finished="Red", unplayed={"Blue": 3, "Green": 5}))
    assert totals(answer) == {
        "Red": 0,
        "Blue": 13,
        "Green": 0,
    }  # Blue: 8 + the bonus of Red, who is not eligible
    assert "Red" in run_of(answer, "recieve")["void_for"]


def test_built_on_and_not_the_finisher(umpire: Umpire) -> None:
    """Who played an invalid word that was built on cannot inherit the bonus either: it passes Blue and goes to Green."""
    rows = ["HOUSE", "....G", "....G", "....S"]
    owners = ["rrrrr", "....b", "....b", "....g"]
    record = crossword(
        rows,
        owners,
        illegal("house", "Red"),
        illegal("eggs", "Blue", mid_round=True, built_on=True),
        finished="Red",
        unplayed={"Blue": 1, "Green": 9},
    )
    # house excluded; eggs counts for Red (E) and Green (S), 2 each, not for Blue; bonus 5 to Green.
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 2, "Blue": 0, "Green": 7}


def test_built_on_and_grown(umpire: Umpire) -> None:
    """RECIEVE of Red's was invalid and built on: it has grown to RECIEVER by Blue: it counts for Blue, 13, and not for Red."""
    said = illegal("recieve", "Red", mid_round=True, built_on=True)
    answer = umpire.round(crossword(["RECIEVER"], ["rrrrrrrb"], said, finished="Red"))
    assert totals(answer) == {"Red": 0, "Blue": 18}  # 13 + 5


def test_mid_round_and_legal(umpire: Umpire) -> None:
    """A word that was challenged during play and is none the worse for it may have grown since, and scores as it stands."""
    said = {"word": "house", "player": "Red", "mid_round": True}
    answer = umpire.round(crossword(["HOUSES"], ["rrrrrb"], said, finished="Red"))
    assert totals(answer) == {"Red": 10, "Blue": 5}  # houses 5 + 5, 5
    assert answer["challenges"][0]["decision"] == "rejected"
    umpire.refusal(crossword(["HOUSES"], ["rrrrrb"], {"word": "house", "player": "Red"}), "challenges[0]")


# Tiles are counted: A11


def apart(*words: str) -> list[str]:
    """Rows of words that do not touch."""
    width = max(map(len, words))
    return [row for word in words for row in (word.ljust(width, "."), "." * width)]


def owned(rows: list[str], mark: str) -> list[str]:
    """Owners of rows: one player."""
    return ["".join("." if letter == "." else mark for letter in row) for row in rows]


def test_whole_set(umpire: Umpire) -> None:
    """Equipment: "27 letter tiles": who has played all of them has finished, and no note asks; 27 less none are left."""
    rows = apart("MOUNTAINS", "MOUNTAINS", "MOUNTAINS")
    answer = umpire.round(crossword(rows, owned(rows, "r"), finished="Red"))
    assert totals(answer) == {"Red": 3 * 13 + 5}
    assert answer["unplayed"] == {"Red": 0}
    assert not noted(answer, "27")


def test_one_tile_too_many(umpire: Umpire) -> None:
    """28 tiles of one set cannot be."""
    rows = apart("MOUNTAINS", "MOUNTAINS", "MOUNTAIN", "AT")
    umpire.refusal(crossword(rows, owned(rows, "r")), "crossword", "27")


def test_three_wilds(umpire: Umpire) -> None:
    """Equipment: "two wild tiles in each color set": three of one owner cannot be, two of each of two can."""
    umpire.refusal(crossword(["?O?S?"], ["rrrrr"]), "crossword", "wild")
    assert (
        totals(umpire.round(crossword(["W??DS", "....?", "....N"], ["rrrrr", "....b", "....b"])))["Red"] == 3
    )


def test_played_and_unplayed_are_too_many(umpire: Umpire) -> None:
    """5 tiles lie and 23 are left: 28."""
    record = crossword(GRID, GRID_OWNERS, unplayed={"Red": 23})
    umpire.refusal(record, "crossword", "27")


HAND = ["HOUSE", "A....", "N....", "D...."]
HAND_OWNERS = ["rrrrr", "b....", "b....", "g...."]


def test_left_is_worked_out(umpire: Umpire) -> None:
    """What is left is 27 less what lies: 25 of Blue, 26 of Green: so Blue has the fewest, and Red's bonus."""
    answer = umpire.round(crossword(HAND, HAND_OWNERS, illegal("house", "Red"), finished="Red"))
    assert answer["unplayed"] == {"Red": 0, "Blue": 25, "Green": 26}
    assert totals(answer) == {"Red": 2, "Blue": 7, "Green": 2}  # hand 2 each; Blue 2 + 5


def test_said_goes_before_worked_out(umpire: Umpire) -> None:
    """A drawing may show only a part: what is said to be left counts, and a note says that tiles are missing."""
    record = crossword(
        HAND, HAND_OWNERS, illegal("house", "Red"), finished="Red", unplayed={"Blue": 9, "Green": 1}
    )
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 2, "Blue": 2, "Green": 7}  # hand 2 each; Green 2 + 5
    assert (answer["unplayed"]["Blue"], answer["unplayed"]["Green"]) == (9, 1)
    assert noted(answer, "Blue") and noted(answer, "Green")


def test_finish_with_tiles_left(umpire: Umpire) -> None:
    """The Basics 4: "used all of their tiles": five in the crossword are a note; tiles said to be left are a fault."""
    rows, owners = GRID, GRID_OWNERS
    answer = umpire.round(crossword(rows, owners, finished="Red"))
    assert totals(answer)["Red"] == 8
    assert noted(answer, "Red", "27")
    umpire.refusal(crossword(rows, owners, finished="Red", unplayed={"Red": 2}), "crossword.unplayed", "Red")


def test_swaps(umpire: Umpire) -> None:
    """The Race Begins: "must do all seven at one time": seven are noted and change nothing, three are a fault."""
    plain = umpire.round(crossword(GRID, GRID_OWNERS))
    answer = umpire.round(
        crossword(GRID, GRID_OWNERS, swaps=[{"player": "Red"}, {"player": "Blue", "tiles": 7}])
    )
    assert totals(answer) == totals(plain) == {"Red": 3, "Blue": 0}
    assert noted(answer, "Red", "seven") or noted(answer, "Red", "7")
    assert noted(answer, "Blue")
    umpire.refusal(
        crossword(GRID, GRID_OWNERS, swaps=[{"player": "Red", "tiles": 3}]), "crossword.swaps", "7"
    )
    umpire.refusal(crossword(GRID, GRID_OWNERS, swaps=[{"player": "Cy"}]), "crossword.swaps", "Cy")


@pytest.mark.parametrize(
    ("rows", "word"), [(["CATS"], "cats"), (GRID[:1], "house"), (GRID[:1], "word"), (["HOUSES"], "houses")]
)
def test_starting_word_that_is_none(umpire: Umpire, rows: list[str], word: str) -> None:
    """Placing the Starting Word: "a 5-letter word", and it is in the crossword."""
    umpire.refusal(crossword(rows, ["r" * len(rows[0])], starting_word=word), "crossword.starting_word")


def test_starting_word_has_grown(umpire: Umpire) -> None:
    """WORDS has become SWORDS since: it was the starting word all the same."""
    assert totals(umpire.round(crossword(["SWORDS"], ["brrrrr"], starting_word="words"))) == {
        "Red": 5,
        "Blue": 5,
    }


def test_starting_word_by_another(umpire: Umpire) -> None:
    """ "a 5-letter word is played by the Starting Player": tiles of another, or of several, are noted."""
    rows, owners = GRID, GRID_OWNERS
    right = umpire.round(crossword(rows, owners, starting_word="words", starter="Red"))
    assert not noted(right, "words")
    wrong = umpire.round(crossword(rows, owners, starting_word="words", starter="Blue"))
    assert noted(wrong, "words", "Blue")
    assert totals(wrong) == totals(right) == {"Red": 3, "Blue": 0}
    several = umpire.round(crossword(["WORDS"], ["rrrrb"], starting_word="words"))
    assert noted(several, "words")
    umpire.refusal(crossword(rows, owners, starting_word="words", starter="Cy"), "crossword.starter", "Cy")


# Games


def points(*rounds: dict[str, int], players: str = "Ann Ben Cy", **more: Any) -> Record:
    """The record of a game of which only the points were told."""
    return {
        "ruleset": "word-whiz",
        "players": players.split(),
        "rounds": [{"points": each} for each in rounds],
        **more,
    }


def test_four_rounds(umpire: Umpire) -> None:
    """The Basics 8: "Each game lasts for four rounds. The player with the highest total points after all rounds wins!" """
    told = {"Ann": 10, "Ben": 12, "Cy": 3}
    three = umpire.game(points(told, told, told))
    assert (three["over"], three["leaders"], three["winners"]) == (False, ["Ben"], [])
    assert three["totals"] == {"Ann": 30, "Ben": 36, "Cy": 9}
    four = umpire.game(points(told, told, told, {"Ann": 20, "Ben": 1, "Cy": 0}))
    assert (four["over"], four["leaders"], four["winners"], four["next"]) == (True, [], ["Ann"], None)
    assert four["totals"] == {"Ann": 50, "Ben": 37, "Cy": 9}
    assert umpire.faults(points(*[told] * 5), "game")


def test_level_at_the_end(umpire: Umpire) -> None:
    """Two with the most points have won both: the rulebook does not part them."""
    answer = umpire.game(points(*[{"Ann": 10, "Ben": 10, "Cy": 3}] * 4))
    assert answer["winners"] == ["Ann", "Ben"]


def test_target(umpire: Umpire) -> None:
    """Variations: "play to 50 points or play a single round": the most points win, not who was there first; any target."""
    answer = umpire.game(points({"Ann": 49, "Ben": 30, "Cy": 0}, {"Ann": 1, "Ben": 25, "Cy": 0}, target=50))
    assert (answer["over"], answer["winners"]) == (True, ["Ben"])  # 50 and 55
    short = umpire.game(points({"Ann": 49, "Ben": 30, "Cy": 0}, target=50))
    assert (short["over"], short["leaders"]) == (False, ["Ann"])
    assert umpire.game(points({"Ann": 7, "Ben": 2, "Cy": 1}, target=7))["over"] is True
    assert umpire.game(points(*[{"Ann": 5, "Ben": 2, "Cy": 1}] * 6, target=31))["over"] is False
    assert umpire.faults(
        points({"Ann": 50, "Ben": 2, "Cy": 1}, {"Ann": 5, "Ben": 2, "Cy": 1}, target=50), "game"
    )
    single = umpire.game(points({"Ann": 7, "Ben": 2, "Cy": 1}, length=1))
    assert (single["over"], single["winners"]) == (True, ["Ann"])


def test_lowest_of_the_previous_round_starts(umpire: Umpire) -> None:
    """ "the Starting Player is chosen based on who scored the lowest in the previous round", not in all; of two that are level, both are named."""
    first = {"Ann": 1, "Ben": 50, "Cy": 30}
    answer = umpire.game(points(first, {"Ann": 40, "Ben": 5, "Cy": 10}, {"Ann": 4, "Ben": 9, "Cy": 4}))
    assert [each["starters"] for each in answer["rounds"]][1:] == [["Ann"], ["Ben"]]
    assert answer["next"]["starters"] == ["Ann", "Cy"]


@pytest.mark.parametrize(
    ("drawn", "starters"),
    [
        ({"Ann": "K", "Ben": "C", "Cy": "T"}, ["Ben"]),
        ({"Ann": "c", "Ben": "C", "Cy": "T"}, ["Ann", "Ben"]),
        ({"Ann": "B", "Ben": "A", "Cy": "Z"}, ["Ben"]),
    ],
)
def test_earliest_letter_starts(umpire: Umpire, drawn: dict[str, str], starters: list[str]) -> None:
    """ "The player who pulls the letter that is the earliest in the alphabet is the Starting Player for Round 1." """
    answer = umpire.game(points({"Ann": 1, "Ben": 2, "Cy": 3}, drawn=drawn))
    assert answer["rounds"][0]["starters"] == starters


def test_draw_is_missing(umpire: Umpire) -> None:
    """A11: "each player pulls one tile": if one has not, nobody is named, and a note says so."""
    answer = umpire.game(points({"Ann": 1, "Ben": 2, "Cy": 3}, drawn={"Ann": "K"}))
    assert answer["rounds"][0]["starters"] == []
    assert answer["notes"]
    assert umpire.faults(
        points({"Ann": 1, "Ben": 2, "Cy": 3}, drawn={"Ann": "K", "Ben": "B", "Dee": "A"}), "game"
    )


SETS = ["red", "blue", "green", "yellow"]


@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cy", "Ann Ben Cy Dee"])
def test_sets_rotate(umpire: Umpire, players: str) -> None:
    """The Basics 7: "the color tile sets are rotated to the left"; FAQ: "Over the course of 4 rounds, each player will use all 4 color sets"."""
    names = players.split()
    told = dict.fromkeys(names, 1)
    answer = umpire.game(points(*[told] * 4, players=players, sets=SETS))
    rounds = [each["sets"] for each in answer["rounds"]]
    assert [rounds[0][name] for name in names] == SETS[: len(names)]
    for name in names:
        assert sorted(each[name] for each in rounds) == sorted(SETS)
    for before, after in itertools.pairwise(rounds):
        assert len(set(after.values())) == len(names)
        for seat, name in enumerate(names[:-1]):  # who sits to the left has it next
            assert after[names[seat + 1]] == before[name]


def test_five_players(umpire: Umpire) -> None:
    """Equipment: four sets: five cannot play."""
    assert umpire.faults(points(dict.fromkeys("ABCDE", 1), players="A B C D E"), "game")


def test_a_game_knows_its_starter(umpire: Umpire) -> None:
    """Ann drew K, Ben C: Ben starts round 1. The starting word has tiles of Ann's: a note, and the scores stay."""
    play = {
        "crossword": {
            "rows": ["WORDS"],
            "owners": ["rrrrr"],
            "starting_word": "words",
            "players": {"r": "Ann", "b": "Ben"},
        }
    }
    record = {
        "ruleset": "word-whiz",
        "players": ["Ann", "Ben"],
        "drawn": {"Ann": "K", "Ben": "C"},
        "rounds": [play],
    }
    answer = umpire.game(record)
    notes = answer["notes"] + answer["rounds"][0]["round"]["notes"]
    assert any("words" in note.lower() and "Ben" in note for note in notes)
    assert answer["totals"] == {"Ann": 3, "Ben": 0}
    right = umpire.game({**record, "drawn": {"Ann": "A", "Ben": "C"}})
    notes = right["notes"] + right["rounds"][0]["round"]["notes"]
    assert not any("words" in note.lower() for note in notes)


# Properties

ACROSS = ("MOUNTAINS", "ELEPHANT", "BLACKBERRY", "HOUSES")
DOWN = {
    "M": "MOUSE",
    "U": "UNDER",
    "T": "TEN",
    "I": "INTO",
    "S": "SHORE",
    "E": "EGGS",
    "P": "PIT",
    "A": "AND",
    "B": "BANK",
    "C": "CATS",
    "K": "KEY",
    "H": "HOUSE",
    "R": "ROSE",
}


@st.composite
def grids(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A word across, with words down from every other letter of it; wild tiles, two an owner at most."""
    across = draw(st.sampled_from(ACROSS))
    places = [place for place in range(0, len(across), 2) if across[place] in DOWN]
    down = {place: DOWN[across[place]] for place in draw(st.lists(st.sampled_from(places), unique=True))}
    height = max([1, *map(len, down.values())])
    marks = draw(st.sampled_from(["rb", "rbg", "rbgy"]))
    rows = [list(across)] + [["."] * len(across) for _ in range(height - 1)]
    for place, word in down.items():
        for row, letter in enumerate(word):
            rows[row][place] = letter
    owners = [["." if tile == "." else draw(st.sampled_from(marks)) for tile in row] for row in rows]
    lying = [
        (row, column) for row, line in enumerate(rows) for column, tile in enumerate(line) if tile != "."
    ]
    for row, column in draw(st.lists(st.sampled_from(lying), unique=True, max_size=6)):
        owner = owners[row][column]
        if sum(rows[r][c] == "?" and owners[r][c] == owner for r, c in lying) < 2:
            rows[row][column] = "?"
    joined = ["".join(row) for row in owners]
    assume(all("".join(joined).count(mark) <= 27 for mark in marks))
    return ["".join(row) for row in rows], joined


def runs(rows: list[str], owners: list[str]) -> list[tuple[str, set[str], tuple[int, int, str]]]:
    """The runs of two tiles and more, as they are written, with their owners and where they begin."""
    found = []
    turned = [["".join(line) for line in zip(*each, strict=True)] for each in (rows, owners)]
    for direction, (lines, marks) in (("across", (rows, owners)), ("down", turned)):
        for row, line in enumerate(lines):
            start = 0
            for piece in line.split("."):
                if len(piece) > 1:
                    at = (row + 1, start + 1) if direction == "across" else (start + 1, row + 1)
                    found.append((piece, set(marks[row][start : start + len(piece)]), (*at, direction)))
                start += len(piece) + 1
    return found


def could_be(run: str, word: str) -> bool:
    """Whether the tiles of a run could spell the word."""
    return len(run) == len(word) and all(
        tile in ("?", letter) for tile, letter in zip(run, word, strict=True)
    )


@given(grids(), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_totals(umpire: Umpire, grid: tuple[list[str], list[str]], data: st.DataObject) -> None:
    """Everyone with a tile in a run has its points by length; what the group excludes brings none, and the bonus goes by it; no order matters."""
    rows, owners = grid
    present = sorted(set("".join(owners)) - {"."})
    assume(len(present) > 1)
    lettered = [(run, marks, at) for run, marks, at in runs(rows, owners) if "?" not in run]
    struck = (
        data.draw(st.lists(st.sampled_from(lettered), max_size=2, unique_by=lambda run: run[0]))
        if lettered
        else []
    )
    assume(
        not any(
            could_be(other, run) and at != place
            for run, _, place in struck
            for other, _, at in runs(rows, owners)
        )
    )
    challenges = []
    expected = {PLAYERS[mark]: 0 for mark in present}
    finisher = data.draw(st.sampled_from([None, *present]))
    forfeited = False
    for run, marks, at in struck:
        mark = data.draw(st.sampled_from(sorted(marks)))
        challenges.append(illegal(run.lower(), PLAYERS[mark], at=list(at)))
        forfeited = forfeited or mark == finisher
    gone = {at for _, _, at in struck}
    for run, marks, at in runs(rows, owners):
        if at not in gone:
            for mark in marks:
                expected[PLAYERS[mark]] += 0 if len(run) < 4 else POINTS.get(len(run), 13)
    more: dict[str, Any] = {}
    if finisher:
        more["finished"] = PLAYERS[finisher]
        lying = {mark: "".join(owners).count(mark) for mark in present if mark != finisher}
        most = max(lying.values())
        heirs = [mark for mark in lying if lying[mark] == most] if forfeited else [finisher]
        for mark in heirs:
            expected[PLAYERS[mark]] += 5
    record = crossword(rows, owners, *challenges, **more)
    assert totals(umpire.posted("round", record)) == expected
    turned = {**record, "challenges": challenges[::-1]}
    players = list(record["crossword"]["players"].items())
    turned["crossword"] = {**record["crossword"], "players": dict(data.draw(st.permutations(players)))}
    assert totals(umpire.posted("round", turned)) == expected
    mirrored = {**record, "crossword": {**record["crossword"]}, "challenges": []}
    for field in ("rows", "owners"):  # rows are columns now
        mirrored["crossword"][field] = [
            "".join(line) for line in zip(*record["crossword"][field], strict=True)
        ]
    for said in challenges:
        row, column, direction = said["at"]
        mirrored["challenges"].append(
            {**said, "at": [column, row, "down" if direction == "across" else "across"]}
        )
    assert totals(umpire.posted("round", mirrored)) == expected


@given(
    st.sampled_from(["C?T", "S?N", "?AT", "TE?", "?O?E", "W?RD", "QU?"]),
    st.sampled_from("AEGNOTX"),
    st.sampled_from(["", "B", "ZZ", "N"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading(umpire: Umpire, across: str, letter: str, below: str) -> None:
    """FAQ: a wild tile is "the same letter in both directions": the letters read make as many runs words as any would."""
    place = across.index("?")
    rows = [across] + ["." * place + each + "." * (len(across) - place - 1) for each in (letter + below)]
    owners = ["".join("." if tile == "." else "r" for tile in row) for row in rows]
    answer = umpire.posted("round", crossword(rows, owners, ruleset=EXCLUDED))
    wilds = [index for index, tile in enumerate(across) if tile == "?"]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    readings = (
        [[]]
        if not wilds
        else [[one] for one in letters]
        if len(wilds) == 1
        else [[one, two] for one in letters for two in letters]
    )
    spelt = []
    for reading in readings:
        tiles = list(across)
        for index, each in zip(wilds, reading, strict=True):
            tiles[index] = each
        spelt.append(("".join(tiles), tiles[place] + letter + below))
    words = sorted({word for both in spelt for word in both})
    verdicts = umpire.client.post(
        "/v1/rulesets/word-whiz/verdicts", json={"words": words, "detail": "verdict"}
    ).get_json()
    legal = {each["word"] for each in verdicts["verdicts"] if each["legal"]}
    best = max(sum(word in legal for word in both) for both in spelt)
    assert sum(run["legal"] for run in answer["words"]) == best
    assert len(answer["wilds"]) == len(wilds)
