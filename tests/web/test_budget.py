"""One purse for each request: what takes too much is refused by its steps, whatever the machine, and what people play is not."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from adjudicator.api.operations import JSON, NDJSON
from adjudicator.errors import AdjudicatorError, TooHard
from adjudicator.games.board import read_board
from adjudicator.games.budget import FULL, Purse
from adjudicator.games.paths import Search
from adjudicator.games.records import Game, Round
from adjudicator.games.solver import solve
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases import boards
from adjudicator.usecases.boards import check_words
from adjudicator.usecases.games import game_scored
from adjudicator.usecases.rounds import UNKNOWN, round_scored
from tests.benchmarks.bench_solve import crosswords_with_wilds, random_boards
from tests.load.asks import EQUAL, FORM, Ask, crossword, different, known, lists
from tests.web.test_session import key_on

attacks = cache(known)
PERS = "PERS/LATG/SINE/TERS"


def response_of(client: FlaskClient, ask: Ask) -> Any:
    """Return the response to a request."""
    body = ask.body
    if ask.content_type == FORM:
        body += f"&form_key={key_on(client, '/play/players')}".encode()
    return client.open(ask.path, method=ask.method, data=body, content_type=ask.content_type)


@pytest.mark.parametrize(
    ("kind", "name", "too_much"),
    [
        ("board", "all joined", "board"),
        ("board", "all joined, used at will", "board"),
        ("board", "all joined, long tiles", "board"),
        ("board", "blanks, all joined, used at will", "board"),
        ("board", "the alphabet, used at will", "board"),
        ("check", "99 equal tiles joined, all paths", "board"),
        ("check", "rings, all joined", "board"),
        ("check", "blanks, used at will, all paths", "board"),
        ("check", "odd words", "words"),
        ("round", "players with the same words", "words"),
        ("round", "players of long names with the same words", "words"),
        ("round", "odd words", "words"),
        ("game", "wild tiles", "wild-tiles"),
        ("game", "full crosswords", "words"),
        ("game", "crosswords of small words", "players"),
        ("game", "lists", "players"),
        ("crossword", "wild tiles", "wild-tiles"),
        ("crossword", "wild tiles everywhere", "wild-tiles"),
    ],
)
def test_known_attacks(client: FlaskClient, kind: str, name: str, too_much: str) -> None:
    """Each ends with 422, and says of what there was too much and what to do."""
    response = response_of(client, attacks()[kind][name]())
    problem = response.get_json()
    assert (response.status_code, problem["type"]) == (422, "urn:adjudicator:problem:too-hard")
    assert problem["too_much"] == too_much
    assert problem["detail"].count(". ") == 1 and problem["detail"].endswith(".")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("crossword", "400,000 players"),
        ("crossword", "no owners"),
        ("crossword", "400,000 penalties"),
        ("crossword", "page, many rows and a long one"),
        ("round", "400,000 penalties"),
        ("game", "points of 400,000"),
    ],
)
def test_more_than_anybody_plays_with(client: FlaskClient, kind: str, name: str) -> None:
    """It is refused as a fault, in a few kilobytes, before anything is done about it."""
    response = response_of(client, attacks()[kind][name]())
    assert response.status_code == 422
    assert len(response.data) < 500_000


def test_pages_say_it_too(client: FlaskClient) -> None:
    """A crossword is refused before anything is done about it where there are more tiles than a set has."""
    sent_on = response_of(client, attacks()["crossword"]["page, wild tiles"]())
    response = client.get(sent_on.headers["Location"])
    assert response.status_code == 422
    assert "P0 has 39 tiles in it, and a set has 27" in response.text


def scored(service: Adjudicator, record: dict[str, Any], purse: Purse) -> dict[str, Any]:
    """Return what a round comes to."""
    return {**round_scored(service, msgspec.convert(record, Round), purse=purse)}


def test_words_are_paid_before_a_challenge_is_looked_up_in_them(service: Adjudicator) -> None:
    """Where a challenged player's list is too much, no more of it is read than was paid for."""
    looked: list[str] = []

    class Odd(str):
        def casefold(self) -> str:
            looked.append(self)
            return super().casefold()

    words = [Odd("a" + "\ufdfa" * 98 + chr(0x3400 + number)) for number in range(1000)]
    record = {"lists": {"P0": []}, "challenges": [{"word": "cat", "player": "P0", "challenger": "P1"}]}
    made = msgspec.convert(record, Round)
    made.lists = {"P0": words, "P1": []}  # type: ignore[dict-item]
    with pytest.raises(TooHard):
        round_scored(service, made, purse=Purse(10_000))
    assert len(set(looked)) < 20


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each word is sought on a board, and is judged (with a slash before it)."""
    found: Counter[str] = Counter()
    best, decisive = Search.best, Bench.decisive

    def sought(self: Search) -> Any:
        found[self._key] += 1
        return best(self)

    def decided(self: Bench, word: str) -> str:
        found["/" + word] += 1
        return decisive(self, word)

    monkeypatch.setattr(Search, "best", sought)
    monkeypatch.setattr(Bench, "decisive", decided)
    return found


def test_equal_words_are_judged_once_a_check(service: Adjudicator, judged: Counter[str]) -> None:
    """However often they are asked of; the attack of one word a thousand times costs no more than the word."""
    purse = Purse()
    answers = check_words(service, EQUAL, ["b" + "a" * 99, "ab"] * 500, "boggle", purse=purse)["words"]
    assert len(answers) == 1000 and answers[0] == answers[998] and answers[1] == answers[999]
    assert judged == {"b" + "a" * 99: 1, "ab": 1, "/" + "b" + "a" * 99: 1, "/ab": 1}
    assert purse.spent["board"] < 30_000


def test_equal_words_are_judged_once_a_round_and_a_game(service: Adjudicator, judged: Counter[str]) -> None:
    """Players share what is known of a word, and so do rounds on the same board."""
    played = {"board": PERS, "lists": lists(8, ["plates", "zee", "stern"] * 3)}
    scored(service, {"ruleset": "open", **played}, Purse())
    assert judged == dict.fromkeys(["plates", "zee", "stern", "/plates", "/zee", "/stern"], 1)
    judged.clear()
    names = list(lists(8, []))
    game = {"ruleset": "open", "players": names, "length": 5, "rounds": [played] * 4}
    game_scored(service, msgspec.convert(game, Game))
    assert judged == dict.fromkeys(["plates", "zee", "stern", "/plates", "/zee", "/stern"], 1)


def test_letters_of_wild_tiles_are_looked_up_once_for_equal_runs(service: Adjudicator) -> None:
    """What can come behind the letters of a run is remembered, so that ten runs that are no words hardly cost more than one."""

    def spent(runs: int) -> int:
        purse = Purse()
        rows = ["?????qj", "......."] * runs
        scored(service, {"ruleset": "word-whiz", "crossword": crossword(rows, 100)}, purse)
        return purse.spent["wild-tiles"]

    assert spent(10) < 2 * spent(1)


def test_one_purse_for_all_words_players_and_rounds(service: Adjudicator) -> None:
    """What one round takes is taken by each of a game, out of the same purse; where it ends, so does the game."""

    def played(number: int) -> dict[str, Any]:
        return {"lists": {"P0": list(different(300 * (number + 1)))[300 * number :], "P1": ["cat"]}}

    def spent(rounds: int, purse: Purse) -> int:
        game = {"players": ["P0", "P1"], "length": 100, "rounds": [played(each) for each in range(rounds)]}
        game_scored(service, msgspec.convert(game, Game), purse)
        return sum(purse.spent.values())

    one, three = spent(1, Purse()), spent(3, Purse())
    assert 2.9 * one < three < 3.1 * one
    assert spent(3, Purse(three)) == three
    with pytest.raises(TooHard):
        spent(3, Purse(three - 1))
    with pytest.raises(TooHard):
        spent(2, Purse(one))


def test_the_same_request_spends_the_same(service: Adjudicator) -> None:
    """Steps are counted and not measured."""
    record = {
        "ruleset": "bonus-rings",
        "board": "..R../.ABE./W?D*IS/.OG*T./..E..",
        "lists": lists(3, ["dig", "zoo"]),
    }
    purses = [Purse(), Purse()]
    for purse in purses:
        scored(service, record, purse)
    assert purses[0].spent == purses[1].spent


def test_silence_changes_no_score(service: Adjudicator) -> None:
    """Where the purse does for the scoring, and not for what nobody found, the round is scored; that alone is not told."""
    record = {"board": PERS, "lists": {"Ann": ["plates", "zed"], "Ben": ["stern"]}}
    whole = scored(service, record, Purse())
    assert whole.pop("missed")
    for steps in (1_000, 1_500):
        some = scored(service, record, Purse(steps))
        assert some.pop("missed") is None
        assert some.pop("notes") == [UNKNOWN]
        assert some == {name: value for name, value in whole.items() if name != "notes"}
    with pytest.raises(TooHard):
        scored(service, record, Purse(100))


@pytest.mark.parametrize("size", [4, 5, 7, 10])
@pytest.mark.parametrize("reuse", ["never", "not-twice-in-a-row", "free"])
def test_boards_that_are_played(service: Adjudicator, size: int, reuse: str) -> None:
    """A board of random letters is solved with a small part of a purse, whether it has rings and a blank or not."""
    words = service.under("boggle").compiled.board_words
    board = random_boards(size, 1)[0]
    rows = [[board.tiles[place].face for place in row if place is not None] for row in board.rows]
    for change in ({}, {(1, 1): "?"}, {(1, 1): "?", (0, 2): "e*", (2, 2): "s*"}):
        for (down, across), tile in change.items():
            rows[down][across] = tile
        purse = Purse()
        assert solve(read_board({"rows": rows}, reuse=reuse), words, purse).paths
        assert 100 < purse.spent["board"] == FULL - purse.left < FULL // 2


def test_rounds_that_are_played(service: Adjudicator) -> None:
    """Eight players with sixty words each, on a large board with rings: a tenth of a purse, and what all have missed is told."""
    rows = ["estarsedai"] * 10
    board = {"rows": rows, "rings": [3, 35, 70], "reuse": "not-twice-in-a-row"}
    on = [each["word"] for each in boards.solved(service, {"rows": rows}, "boggle")["words"]]
    record = {"board": board, "lists": {f"P{number}": on[number::9][:60] for number in range(8)}}
    purse = Purse()
    assert scored(service, record, purse)["missed"]
    assert sum(purse.spent.values()) < FULL // 2


@pytest.mark.parametrize("grid", crosswords_with_wilds(3))
def test_a_crossword_that_is_played(service: Adjudicator, grid: list[str]) -> None:
    """Eight wild tiles that all hang together, in a grid of a full game, are read with a small part of a purse."""
    purse = Purse()
    scored(service, {"ruleset": "word-whiz", "crossword": crossword(grid, 100)}, purse)
    assert sum(purse.spent.values()) < FULL // 5


@pytest.mark.parametrize("rows", [["????????"], ["?a?", "...", "c?t", "...", "??t"], ["????"] * 4])
def test_many_wild_tiles(service: Adjudicator, rows: list[str]) -> None:
    """So are many of them in one word, and in words side by side."""
    purse = Purse()
    found = scored(service, {"ruleset": "word-whiz", "crossword": crossword(rows, 100)}, purse)
    assert all(each["legal"] for each in found["words"])
    assert sum(purse.spent.values()) < FULL // 10


def test_what_most_was_spent_on() -> None:
    """A purse says of that that it was too much, whatever the last step was for; an empty one stays empty."""
    purse = Purse(100)
    purse.spend(60, "wild-tiles")
    purse.spend(40, "words")
    for _ in range(2):
        with pytest.raises(TooHard) as error:
            purse.spend(1, "board")
        assert error.value.too_much == "wild-tiles"
    assert isinstance(error.value, AdjudicatorError) and "wild tiles" in str(error.value)


@pytest.mark.parametrize("accept", [JSON, NDJSON])
def test_work_ends_with_its_stream(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, accept: str) -> None:
    """Where the client has gone, which the server tells by closing the body, the words that are left are not judged."""
    count = Counter[str]()
    one = Bench.verdict_data

    def counted(self: Bench, word: str, *given: Any, **more: Any) -> Any:
        count["judged"] += 1
        return one(self, word, *given, **more)

    monkeypatch.setattr(Bench, "verdict_data", counted)
    body = {
        "words": [
            f"{'break' if number % 2 else 'cut'}{'-' * (number % 90)}{chr(0x3400 + number)}"
            for number in range(3_000)
        ]
    }
    response = client.post(
        "/v1/rulesets/open/verdicts", json=body, headers={"Accept": accept}, buffered=False
    )
    assert next(iter(response.iter_encoded()))
    response.close()
    assert 0 < count["judged"] < 1_500


def test_nobody_pays_for_who_has_gone() -> None:
    """A purse whose owner has gone is empty at the next step."""
    gone = False
    purse = Purse(gone=lambda: gone)
    purse.spend(1, "board")
    gone = True
    with pytest.raises(TooHard):
        purse.spend(1, "board")
