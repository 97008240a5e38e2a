"""Word Whiz, sentence by sentence: words, points, and what the group agrees to after a round."""

from __future__ import annotations

from typing import Any

import pytest

from tests.umpire.faces import Umpire, noted, run_of, totals
from tests.umpire.whiz import (
    EXCLUDED,
    GRID,
    GRID_OWNERS,
    crossword,
    illegal,
    with_players,
)


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
