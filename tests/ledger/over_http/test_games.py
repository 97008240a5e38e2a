"""Games at the table over HTTP: who begins, sees and changes them, lists from players' own devices, and what a game comes to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from adjudicator.errors import BadRecord
from adjudicator.games.sitting import Draft, Sitting, gathered
from adjudicator.ledger.ledger import Ledger
from adjudicator.rules.files import Rulebooks
from adjudicator.usecases import kept_games
from adjudicator.usecases.writers import Writer
from tests.ledger.over_http.conftest import Somebody
from tests.ledger.over_http.person import Person, problem

GAMES = "/v1/games"
PERS = "PERS/LATG/SINE/TERS"


def beginning(**more: Any) -> dict[str, Any]:
    return {"ruleset": "boggle", "players": ["Ann", "Ben"], "rounds": [{"board": PERS}], **more}


def test_a_game(somebody: Somebody) -> None:
    """A game is begun, players send their lists, it is counted, and it comes to what its record is scored at."""
    maker, ann, ben = (somebody("voter", "*") for _ in range(3))
    begun = maker.post(GAMES, beginning(), Idempotency_Key="once")
    made = maker.done(begun, 201)
    path = begun.headers["Location"]
    assert path == f"{GAMES}/{made['id']}" and maker.tag == f'"{made["id"]}.1"'
    assert maker.post(GAMES, beginning(), Idempotency_Key="once").get_json() == made
    assert maker.done(maker.get(GAMES)) == {"games": [made]} and ann.done(ann.get(GAMES)) == {"games": []}

    ann.done(ann.ask("PUT", f"{path}/lists/Ann", {"round": 1, "words": "plates lines"}))
    ready = ben.done(ben.ask("PUT", f"{path}/lists/Ben", {"round": 1, "words": "plates,sine"}))
    hands = [{"player": name, "words": 2, "tiles": None} for name in ("Ann", "Ben")]
    assert ready == {"round": 1, "hands": hands}
    assert problem(ben.ask("PUT", f"{path}/lists/Ann", {"round": 1, "words": "zed"})) == (403, "forbidden")
    assert problem(ben.ask("PUT", f"{path}/lists/Cy", {"round": 1, "words": "zed"})) == (422, "bad-record")
    assert "lines" not in maker.get(path).get_data(as_text=True)
    assert maker.done(maker.get(f"{path}/score"))["totals"] == {"Ann": 0, "Ben": 0}

    counted = maker.done(maker.change("POST", f"{path}/count", {}))
    assert counted["playing"]["rounds"][0]["lists"] == {"Ann": "plates lines", "Ben": "plates,sine"}
    found = maker.done(maker.get(f"{path}/score"))
    record = {
        "players": ["Ann", "Ben"],
        "rounds": [{"board": PERS, "lists": {"Ann": ["plates", "lines"], "Ben": ["plates", "sine"]}}],
    }
    assert found == ann.done(ann.post(f"{GAMES}/score", record))
    late = ann.ask("PUT", f"{path}/lists/Ann", {"round": 1, "words": "stale"})
    assert problem(late) == (422, "bad-record") and "counted already" in late.get_data(as_text=True)

    for round_ in (2, 50):
        early = ann.ask("PUT", f"{path}/lists/Ann", {"round": round_, "words": "stale"})
        assert problem(early) == (422, "bad-record")
        assert early.get_json()["faults"] == [f"round: {round_} has not begun; the game is at round 1"]

    following = {
        **counted["playing"],
        "rounds": [*counted["playing"]["rounds"], {"points": {"Ann": "3"}, "scored": True}],
    }
    maker.done(maker.change("PUT", path, following))
    assert maker.done(maker.get(f"{path}/score"))["totals"] == {"Ann": 5, "Ben": 1}


def test_who_may(somebody: Somebody, owner: Person, anyone: Person) -> None:
    """Who has begun a game, and an owner, change it; others see it without the lists of a round that is not counted."""
    maker, other, editor = somebody("voter", "*"), somebody("voter", "*"), somebody("editor")
    made = maker.post(GAMES, beginning(rounds=[{"board": PERS, "lists": {"Ann": "plates"}}]))
    path = made.headers["Location"]
    for each in (maker, owner):
        assert each.done(each.get(path))["playing"]["rounds"][0]["lists"] == {"Ann": "plates"}
    assert "lists" not in other.done(other.get(path))["playing"]["rounds"][0]
    assert problem(other.change("PUT", path, beginning())) == (403, "forbidden")
    assert problem(other.change("POST", f"{path}/count", {})) == (403, "forbidden")
    assert problem(editor.post(GAMES, beginning())) == (403, "forbidden")
    for read in (GAMES, path, f"{path}/lists", f"{path}/score"):
        assert problem(editor.get(read)) == (403, "forbidden"), read
    assert problem(anyone.get(path)) == (401, "missing-token")
    owner.get(path)
    owner.done(owner.change("PUT", path, beginning(rounds=[{"board": PERS, "lists": {"Ann": "sine"}}])))
    assert problem(maker.change("PUT", path, beginning())) == (412, "stale-revision")
    assert problem(maker.ask("PUT", path, beginning())) == (428, "no-precondition")
    never = f'"{path.rpartition("/")[2]}.9"'
    assert problem(maker.ask("PUT", path, beginning(), If_Match=never)) == (404, "unknown-revision")
    assert maker.done(maker.ask("PUT", path, beginning(), If_Match="*"))["number"] == 3


def test_what_cannot_be(owner: Person) -> None:
    """A game that cannot be is refused with all that is wrong with it, a round that cannot be counted stays as it was."""
    for body, fault in (
        ({"ruleset": "boggle", "players": [], "rounds": [{"bord": ""}]}, "bord"),
        (beginning(players=["Ann", "Ann"]), "players: every player needs a name of their own"),
        ({}, "ruleset"),
    ):
        refused = owner.post(GAMES, body)
        assert problem(refused) == (422, "bad-record")
        assert fault in " ".join(refused.get_json()["faults"])
    assert problem(owner.post(GAMES, beginning(ruleset="nosuch"))) == (404, "unknown-ruleset")
    assert problem(owner.get(f"{GAMES}/nosuch")) == (404, "unknown-game")
    made = owner.post(GAMES, beginning(rounds=[{"board": "1/2", "lists": {"Ann": "plates"}}]))
    path = made.headers["Location"]
    assert problem(owner.change("POST", f"{path}/count", {})) == (422, "bad-record")
    assert "scored" not in owner.done(owner.get(path))["playing"]["rounds"][0]


def test_tiles_that_are_left(somebody: Somebody) -> None:
    """By the rules of a crossword a player sends how many tiles they have left; what is no such number is refused, and the round is counted
    with the rest.
    """
    maker, ann, ben = (somebody("voter", "*") for _ in range(3))
    crossword = {"rows": "HOUSE", "owners": "rrrbb"}
    begun = maker.post(GAMES, beginning(ruleset="word-whiz", rounds=[crossword]))
    path = begun.headers["Location"]
    for words in ("many", "-1", "1000", "", "1 2", "plates lines stale sine tales"):
        refused = ann.ask("PUT", f"{path}/lists/Ann", {"round": 1, "words": words})
        assert problem(refused) == (422, "bad-record"), words
        assert refused.get_json()["faults"] == [kept_games.NO_TILES]
    ann.done(ann.ask("PUT", f"{path}/lists/Ann", {"round": 1, "words": " 012\n"}))
    ready = ben.done(ben.ask("PUT", f"{path}/lists/Ben", {"round": 1, "words": "0"}))
    hands = [{"player": "Ann", "words": None, "tiles": 12}, {"player": "Ben", "words": None, "tiles": 0}]
    assert ready == {"round": 1, "hands": hands}
    counted = maker.done(maker.change("POST", f"{path}/count", {}))
    assert counted["playing"]["rounds"][0]["unplayed"] == {"Ann": "12", "Ben": "0"}
    assert maker.done(maker.get(path))["playing"] == counted["playing"]


def test_no_round_is_kept_that_cannot_be_read() -> None:
    """What has come from players' own devices makes no round that is refused when it is read again."""
    with pytest.raises(BadRecord) as refused:
        gathered(Draft(rows="HOUSE"), {"Ann": "x" * 21}, crossword=True)
    assert "unplayed" in refused.value.faults[0]


@pytest.mark.parametrize("number", range(10))
def test_a_list_that_comes_at_the_moment_of_the_count(ledger: Ledger, number: int) -> None:
    """While a round is counted, players send their lists: each is in the round or refused, and none is lost without a word."""
    maker, ann, players = Writer("Maker"), Writer("Ann"), ["Ann", "Ben", "Cy", "Dora"]
    rules = Rulebooks().load("boggle")
    begun = Sitting(id=f"race{number}", ruleset="boggle", players=players, rounds=[Draft()])
    kept_games.begin(ledger, begun, by=maker)

    def counted(sitting: Sitting, come: dict[str, str]) -> Sitting:
        lists = gathered(sitting.draft, come, crossword=False).lists
        return sitting.with_draft(lists=lists, scored=True)

    def write(player: str) -> bool:
        try:
            kept_games.write(ledger, begun.id, 1, player, "plates", rules=rules, by=ann)
        except BadRecord as error:
            assert error.faults == (kept_games.COUNTED,)
            return False
        return True

    with ThreadPoolExecutor(5) as pool:
        told = pool.map(write, players)
        kept_games.count(ledger, begun.id, counted, seen=1, by=maker)
        taken = {player for player, done in zip(players, told, strict=True) if done}
    assert {*kept_games.game(ledger, begun.id).sitting.draft.lists} == taken


def test_a_game_that_is_changed_at_the_moment_of_the_count(ledger: Ledger) -> None:
    """What is written to a game while its round is counted is in the count, also where the count says that any revision will do."""
    maker = Writer("Maker")
    begun = Sitting(id="meanwhile", ruleset="boggle", players=["Ann", "Ben"], rounds=[Draft(board="AB/CD")])
    kept_games.begin(ledger, begun, by=maker)
    asked: list[str] = []

    def counted(sitting: Sitting, _: dict[str, str]) -> Sitting:
        asked.append(sitting.draft.board)
        if len(asked) == 1:
            changed = sitting.with_draft(board=PERS, lists={"Ann": "plates"})
            kept_games.change(ledger, begun.id, changed, seen=None, by=maker)
        return sitting.with_draft(scored=True)

    kept = kept_games.count(ledger, begun.id, counted, seen=None, by=maker)
    assert kept.sitting.draft == Draft(board=PERS, lists={"Ann": "plates"}, scored=True)
    assert asked == ["AB/CD", PERS] and kept.number == 3
