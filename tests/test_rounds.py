"""Rounds and games put together with real rulesets: challenges, crosswords, the rounds of a game, and every record that is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator.errors import AdjudicatorError, BadRecord
from adjudicator.games.records import Game, Round
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.games import game_scored
from adjudicator.usecases.rounds import round_scored

GRID = {
    "rows": ["WORDS", "O....", "EATEN"],
    "owners": ["rrrrr", "b....", "bgggg"],
    "players": {"r": "Red", "b": "Blue", "g": "Green"},
    "finished": "Red",
    "unplayed": {"Blue": 3, "Green": 2},
}


def scored(adjudicator: Adjudicator, **record: Any) -> dict[str, Any]:
    """What a round comes to."""
    return {**round_scored(adjudicator, msgspec.convert(record, Round))}


def crossword(adjudicator: Adjudicator, *challenges: dict[str, Any], **grid: Any) -> dict[str, Any]:
    """What the crossword comes to, with changes and after challenges."""
    record = {"ruleset": "word-whiz", "crossword": {**GRID, **grid}, "challenges": list(challenges)}
    return scored(adjudicator, **record)


def game_of(adjudicator: Adjudicator, record: dict[str, Any]) -> dict[str, Any]:
    """How a game stands."""
    return {**game_scored(adjudicator, msgspec.convert(record, Game))}


def totals(data: dict[str, Any]) -> dict[str, int]:
    return {each["name"]: each["total"] for each in data["players"]}


def test_everybody_with_a_letter_earns_the_word(adjudicator: Adjudicator) -> None:
    """Five letters earn 3 points for each player with a tile in the word; three letters earn none; finishing first earns 5."""
    data = crossword(adjudicator, starting_word="words")
    assert data["holds"]
    assert [(each["word"], each["direction"], each["points"], each["status"]) for each in data["words"]] == [
        ("words", "across", 3, "scores"),
        ("eaten", "across", 3, "scores"),
        ("woe", "down", 0, "too-short-to-score"),
    ]
    assert totals(data) == {"Red": 3 + 5, "Blue": 3, "Green": 3}
    assert data["bonus"] == {"points": 5, "to": ["Red"]}


def test_an_illegal_word_costs_the_first_finisher_the_bonus(adjudicator: Adjudicator) -> None:
    """The group agrees that it is invalid, or the dictionary does not have it: it does not count, and the bonus goes to the fewest tiles."""
    ruled = crossword(adjudicator, {"word": "WORDS", "player": "Red", "ruling": "illegal"})
    assert totals(ruled) == {"Red": 0, "Blue": 3, "Green": 3 + 5}
    assert not ruled["holds"]
    assert "goes from Red to Green" in ruled["challenges"][0]["summary"]
    looked_up = {"word": "glorp", "player": "Red"}
    glorp = crossword(adjudicator, looked_up, rows=["GLORP", "O....", "EATEN"])
    word = glorp["words"][0]
    assert (word["word"], word["status"], word["code"]) == ("glorp", "not-legal", "not-in-dictionary")
    assert totals(glorp) == {"Red": 0, "Blue": 3, "Green": 3 + 5}


def test_the_group_may_let_a_word_stand(adjudicator: Adjudicator) -> None:
    """A word that the group takes as legal counts, and its player keeps the bonus."""
    data = crossword(
        adjudicator, {"word": "glorp", "player": "Red", "ruling": "legal"}, rows=["GLORP", "O....", "EATEN"]
    )
    assert totals(data) == {"Red": 3 + 5, "Blue": 3, "Green": 3}


def test_a_word_challenged_in_mid_round(adjudicator: Adjudicator) -> None:
    """Built on, it stays: it counts for the others, not for its player, who cannot earn the bonus any more."""
    stays = {"word": "eaten", "player": "Green", "ruling": "illegal", "mid_round": True, "built_on": True}
    data = crossword(adjudicator, stays, finished="Green", unplayed={"Red": 1, "Blue": 4})
    [eaten] = [each for each in data["words"] if each["word"] == "eaten"]
    assert (eaten["legal"], eaten["status"], eaten["void_for"]) == (False, "scores", "Green")
    assert totals(data) == {"Red": 3 + 5, "Blue": 3, "Green": 0}
    back = {"word": "glorp", "player": "Red", "mid_round": True}
    assert totals(crossword(adjudicator, back)) == {"Red": 8, "Blue": 3, "Green": 3}


def test_whose_illegal_word_it_was_may_be_open(adjudicator: Adjudicator) -> None:
    """Tiles of several players make an illegal word: a challenge says whose it was; without one the bonus stays, and a note says so where
    illegal words are excluded that nobody has challenged.
    """
    grid = {"rows": ["WORDS", "O....", "EATXN"], "owners": ["rrrrr", "b....", "rgggg"]}
    strict = {"extends": "word-whiz", "challenge": {"unchallenged": "excluded"}}
    data = scored(adjudicator, ruleset=strict, crossword={**GRID, **grid})
    assert data["bonus"]["to"] == ["Red"]
    assert "EATXN is not legal and has tiles of Red and Green" in data["notes"][0]
    settled = crossword(adjudicator, {"word": "eatxn", "player": "Green"}, **grid)
    assert settled["bonus"]["to"] == ["Red"]
    assert not any("EATXN" in note for note in settled["notes"])
    lost = crossword(adjudicator, {"word": "eatxn", "player": "Red"}, **grid)
    assert lost["bonus"]["to"] == ["Green"]


def test_wild_tiles_and_loose_tiles_are_told(adjudicator: Adjudicator) -> None:
    """What a wild tile stands for is in the answer, a run that no letter makes a word is not legal, and a crossword hangs together."""
    data = crossword(adjudicator, rows=["WOME?", "O....", "EATEN"])
    assert data["wilds"] == [{"row": 1, "column": 5, "letter": "n"}]
    assert data["words"][0]["word"] == "women"
    none = crossword(adjudicator, rows=["XX?XX", "O....", "EATEN"])["words"][0]
    assert (none["legal"], none["code"], none["verdict"]) == (False, "no-letter-fits", None)
    loose = crossword(adjudicator, rows=["WORDS", ".....", "EATEN"], owners=["rrrrr", ".....", "bgggg"])
    assert not loose["holds"]
    assert any("2 pieces" in note for note in loose["notes"])


def test_a_starting_word_with_a_wild_tile(adjudicator: Adjudicator) -> None:
    """Placing the Starting Word: W?RDS is *words* where that is what was laid, though *wards* comes first."""
    assert crossword(adjudicator, rows=["W?RDS", "O....", "EATEN"])["words"][0]["word"] == "wards"
    data = crossword(adjudicator, rows=["W?RDS", "O....", "EATEN"], starting_word="words")
    assert data["words"][0]["word"] == "words"
    assert data["wilds"] == [{"row": 1, "column": 2, "letter": "o"}]


CABE: dict[str, Any] = {
    "rows": ["CA?E", "...G", "...G"],
    "owners": ["rrrr", "...b", "...b"],
    "players": {"r": "Red", "b": "Blue"},
    "unplayed": {"Blue": 2},
}


@pytest.mark.parametrize("ruling", ["illegal", None])
def test_a_challenged_word_whose_wild_tile_may_be_another_letter(
    adjudicator: Adjudicator, ruling: str | None
) -> None:
    """FAQ: a wild tile need not be the letter that was meant. *cabe* falls, its tiles are *cade* now: the run counts, and no bonus is lost."""
    data = crossword(adjudicator, {"word": "cabe", "player": "Red", "ruling": ruling}, **CABE)
    assert (data["words"][0]["word"], data["words"][0]["status"]) == ("cade", "scores")
    assert (totals(data), data["bonus"]["to"]) == ({"Red": 2 + 5, "Blue": 0}, ["Red"])
    [challenge] = data["challenges"]
    assert (challenge["legal"], challenge["points"]) == (False, {})
    assert challenge["summary"] == "CABE is not legal; its tiles stand for CADE now, which counts."


def test_a_word_with_a_wild_tile_that_was_challenged_in_mid_round(adjudicator: Adjudicator) -> None:
    """FAQ: others have built on it, so it stays; it counts nothing for its player, whatever it is read as, and earns them no bonus."""
    stays = {"word": "cabe", "player": "Red", "ruling": "illegal", "mid_round": True, "built_on": True}
    data = crossword(adjudicator, stays, **CABE)
    word = data["words"][0]
    assert (word["word"], word["legal"], word["void_for"]) == ("cade", True, "Red")
    assert (totals(data), data["bonus"]["to"]) == ({"Red": 0, "Blue": 5}, ["Blue"])
    shared = {**CABE, "owners": ["rrgr", "...b", "...b"], "players": {**CABE["players"], "g": "Green"}}
    data = crossword(adjudicator, stays, **{**shared, "unplayed": {"Blue": 2, "Green": 1}})
    assert totals(data) == {"Red": 0, "Blue": 0, "Green": 2 + 5}


def test_letters_that_do_not_fit_both_ways(adjudicator: Adjudicator) -> None:
    """FAQ: a wild tile is one letter in both directions; where none does for both, the word that is worth more stands."""
    grid = {"rows": ["ELEPHAN?", ".......B"], "owners": ["rrrrrrrr", ".......b"], "unplayed": {}}
    data = crossword(adjudicator, **{**grid, "finished": None})
    assert [(each["word"], each["status"]) for each in data["words"]] == [
        ("elephant", "scores"),
        ("?b", "too-short-to-score"),
    ]
    assert totals(data) == {"Red": 13, "Blue": 0, "Green": 0}


def test_more_wild_tiles_than_one_set_has(adjudicator: Adjudicator) -> None:
    """There are eight in a game, and they may hang together."""
    rows = ["W?RD?", "O...?", "EAT??"]
    data = crossword(adjudicator, rows=rows, owners=["rrrrr", "b...b", "bgggg"], starting_word="words")
    assert data["words"][0]["word"] == "words"
    assert data["holds"] and len(data["wilds"]) == 5


def test_a_challenge_of_a_list(adjudicator: Adjudicator) -> None:
    """Boggle: whoever is wrong about the dictionary loses two points; a vote only says whether the word counts."""
    lists = {"Ann": ["zee", "trig"], "Ben": ["forty"]}
    zee = {"word": "zee", "player": "Ann", "challenger": "Ben"}
    trig = {"word": "trig", "player": "Ann", "challenger": "Ben"}
    assert totals(scored(adjudicator, lists=lists, challenges=[zee, trig])) == {"Ann": 1 - 2, "Ben": 2 - 2}
    voted = scored(adjudicator, lists=lists, challenges=[{**zee, "ruling": "legal"}], penalties={"Ann": 7})
    assert totals(voted) == {"Ann": 2 + 7, "Ben": 2}
    assert voted["players"][0]["words"][0]["reason"] == "The group says yes."
    assert voted["challenges"][0]["points"] == {}


def test_a_struck_spelling_and_a_legal_word(adjudicator: Adjudicator) -> None:
    """Boggle §4: *we'll* and *I'll* are contractions, and spoil neither Ben's *well* nor Cy's own *ill*."""
    lists = {"Ben": ["well"], "Cy": ["we'll", "I'll", "ill"]}
    assert totals(scored(adjudicator, lists=lists)) == {"Ben": 1, "Cy": 1}


def test_undefined_goes_by_the_letters(adjudicator: Adjudicator) -> None:
    """Boggle §3: players may choose to only play words that they can define; phones write them with a capital."""
    lists = {"Ann": ["Lines"], "Ben": ["lines"]}
    data = scored(adjudicator, lists=lists, undefined={"Ann": ["lines"]})
    assert data["players"][0]["words"][0]["status"] == "undefined"
    assert totals(data) == {"Ann": 0, "Ben": 2}


def test_a_word_that_is_legal_and_worth_nothing(adjudicator: Adjudicator) -> None:
    """It is told apart from one that is not legal."""
    [ann] = scored(adjudicator, ruleset="word-whiz", lists={"Ann": ["cat", "cats"]})["players"]
    assert [(each["status"], each["points"]) for each in ann["words"]] == [
        ("too-short-to-score", 0),
        ("scores", 2),
    ]


def test_a_game_of_bonus_rings(adjudicator: Adjudicator) -> None:
    """Three rounds with no ring, one and two; the dealer goes to the left; the most points win."""
    rounds: list[dict[str, Any]] = [
        {"points": {"Ann": 3}},
        {"board": "DI*/GT", "lists": {"Ann": [], "Ben": ["digit"]}},
    ]
    record = {"ruleset": "bonus-rings", "players": ["Ann", "Ben"], "rounds": rounds}
    game = game_of(adjudicator, record)
    assert (game["totals"], game["leaders"], game["winners"]) == ({"Ann": 3, "Ben": 4}, ["Ben"], [])
    assert [each["dealer"] for each in game["rounds"]] == ["Ann", "Ben"]
    assert game["next"] == {
        "number": 3,
        "dealer": "Ann",
        "starters": [],
        "sets": {},
        "rings": 2,
        "turns": None,
    }
    rounds.append({"board": "D*I*/GT", "lists": {"Ann": ["dig"], "Ben": []}})
    game = game_of(adjudicator, record)
    assert (game["totals"], game["winners"], game["over"]) == ({"Ann": 7, "Ben": 4}, ["Ann"], True)
    assert game["next"] is None


def test_a_game_of_word_whiz(adjudicator: Adjudicator) -> None:
    """The earliest letter starts the first round, the lowest scorer each other; sets go to the left; four rounds, or first to 50."""
    record: dict[str, Any] = {
        "ruleset": "word-whiz",
        "players": ["Red", "Blue", "Green"],
        "drawn": {"Red": "K", "Blue": "c", "Green": "T"},
        "sets": ["1", "2", "3", "4"],
        "rounds": [],
    }
    start = game_of(adjudicator, record)
    assert (start["next"]["starters"], start["winners"]) == (["Blue"], [])
    assert start["next"]["sets"] == {"Red": "1", "Blue": "2", "Green": "3"}
    record["rounds"] = [
        {"points": {"Red": 30, "Blue": 10, "Green": 10}},
        {"crossword": GRID},
    ]
    game = game_of(adjudicator, record)
    assert game["rounds"][1]["starters"] == ["Blue", "Green"]
    assert game["rounds"][1]["round"]["kind"] == "crossword"
    assert game["totals"] == {"Red": 38, "Blue": 13, "Green": 13}
    assert game["next"]["sets"] == {"Red": "3", "Blue": "4", "Green": "1"}
    record |= {"target": 38}
    assert game_of(adjudicator, record)["over"]
    record |= {"target": 50, "rounds": [{"points": {"Red": 9}}] * 5}
    assert not game_of(adjudicator, record)["over"]


LISTS = {"Ann": ["trig"], "Ben": []}


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({}, "takes either lists or a crossword"),
        ({"lists": LISTS, "crossword": GRID}, "takes either lists or a crossword"),
        ({"lists": {}}, "lists: takes 1 to 100 players"),
        ({"lists": LISTS, "undefined": {"Cy": []}}, "undefined.Cy: is no player"),
        (
            {"lists": LISTS, "undefined": {"Ann": ["trig", "lines"]}},
            "undefined.Ann[1]: Ann has not written it down",
        ),
        ({"lists": LISTS, "undefined": {"Ben": ["trig"]}}, "undefined.Ben[0]: Ben has not written it down"),
        ({"lists": LISTS, "challenges": [{"word": "trig", "player": "Ann"}]}, "challenger: is missing"),
        (
            {"lists": LISTS, "challenges": [{"word": "trig", "player": "Ben", "challenger": "Ann"}]},
            "challenges[0].word: Ben has not written it down",
        ),
        (
            {"lists": LISTS, "challenges": [{"word": "trig", "player": "Cy", "challenger": "Dee"}]},
            "challenges[0].challenger: Dee is no player",
        ),
        (
            {"lists": LISTS, "challenges": [{"word": "7", "player": "Ann", "challenger": "Ben"}]},
            "challenges[0].word: Nothing in",
        ),
        ({"crossword": {**GRID, "finished": "Cy"}}, "crossword.finished: Cy is no player"),
        ({"crossword": {**GRID, "unplayed": {"Red": 2}}}, "Red has finished, and has no tile left"),
        ({"crossword": {**GRID, "unplayed": {"Cy": 2}}}, "crossword.unplayed.Cy: is no player"),
        ({"crossword": {**GRID, "starting_word": "eat"}}, "starting_word: takes a word of 5 letters"),
        ({"crossword": {**GRID, "starting_word": "7"}}, "starting_word: Nothing in"),
        ({"crossword": {**GRID, "starting_word": "chair"}}, "starting_word: chair is nowhere"),
        ({"crossword": {**GRID, "owners": []}}, "owners: takes as many rows"),
        ({"crossword": GRID, "board": "AB"}, "board and undefined: belong to lists"),
        (
            {
                "ruleset": {"extends": "word-whiz", "game": {"tiles": 0}},
                "crossword": {**GRID, "rows": ["XXXXX", "O....", "EATEN"], "unplayed": {"Blue": 1}},
                "challenges": [{"word": "xxxxx", "player": "Red"}],
            },
            "crossword.unplayed: is missing for Green",
        ),
    ],
)
def test_a_round_that_cannot_be(adjudicator: Adjudicator, record: dict[str, Any], fault: str) -> None:
    """Each fault is told with its place, and nothing is scored."""
    ruleset = "word-whiz" if "crossword" in record else "boggle"
    with pytest.raises(AdjudicatorError) as error:
        scored(adjudicator, **{"ruleset": ruleset, **record})
    assert fault in str(error.value)


def test_too_many_players_are_not_compared(adjudicator: Adjudicator) -> None:
    """Of more players than a round takes nothing else is told: to look each name of a hundred challenges up among half a million took seconds."""
    challenges = [{"word": "trig", "player": "Cy", "challenger": "Dee"}]
    with pytest.raises(BadRecord) as error:
        scored(adjudicator, lists={f"p{n}": [] for n in range(101)}, challenges=challenges)
    assert error.value.faults == ("lists: takes 1 to 100 players",)
    players = {chr(0x4E00 + n): f"p{n}" for n in range(101)}
    with pytest.raises(BadRecord) as error:
        scored(adjudicator, crossword={**GRID, "players": players}, challenges=challenges)
    assert error.value.faults == ("crossword.players: takes 100 at most",)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"players": ["Ann", "Ann"]}, "players: takes each name once"),
        ({"drawn": {"Cy": "a"}}, "drawn.Cy: is no player"),
        ({"rounds": [{"points": {"Cy": 1}}]}, "rounds[0].points.Cy: is no player"),
        (
            {"rounds": [{"points": {"Ann": 1}, "board": "AB"}]},
            "rounds[0]: takes its points, or how it was played",
        ),
        ({"rounds": [{}]}, "rounds[0].lists: is missing; a round takes either lists or a crossword"),
        ({"rounds": [{"board": "A*B", "lists": {}}]}, "rounds[0].lists: takes 1 to"),
        ({"rounds": [{"board": "A*B", "lists": LISTS}]}, "rounds[0].board: has 1 rings, and round 1 takes 0"),
        ({"rounds": [{"board": "A/BC", "lists": LISTS}]}, "rounds[0].row 2: is 2 long"),
        ({"rounds": [{"points": {}}] * 4}, "rounds[3]: the game was over after round 3"),
        ({"ruleset": "word-whiz", "players": list("ABCDE")}, "there are 4 sets of tiles"),
        ({"target": 1, "rounds": [{"points": {"Ann": 1}}] * 2}, "rounds[1]: the game was over after round 1"),
    ],
)
def test_a_game_that_cannot_be(adjudicator: Adjudicator, change: dict[str, Any], fault: str) -> None:
    """Each fault is told with its round and place."""
    record = {"ruleset": "bonus-rings", "players": ["Ann", "Ben"], "rounds": [], **change}
    with pytest.raises(AdjudicatorError) as error:
        game_of(adjudicator, record)
    assert fault in str(error.value)


def test_a_round_on_a_board_too_hard_to_solve(adjudicator: Adjudicator) -> None:
    """The lists are scored all the same; only what all have missed cannot be told."""
    board = {"rows": ["?" * 10] * 10, "reuse": "free"}
    found = scored(adjudicator, ruleset="bonus-rings", board=board, lists={"Ann": ["trig"]})
    assert (totals(found), found["missed"]) == ({"Ann": 1}, None)
