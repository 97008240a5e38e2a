"""A game at the table, page by page: what a form sends leads to the address of a page, and the totals are those of the game's record."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.games.sitting import Draft, Sitting, packed, unpacked
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.resources import Places
from adjudicator.server.app import create_app
from adjudicator.usecases.dice import dice_for
from adjudicator.usecases.people import make_token
from adjudicator.usecases.scorekeeping import score_game
from adjudicator.usecases.writers import Writer
from tests.conftest import home_with_lexicon
from tests.sample import Sample
from tests.web.test_session import key_on

PERS = "PERS/LATG/SINE/TERS"
Visitors = Callable[..., FlaskClient]


class Game:
    """A browser with a game open, which follows what forms lead to."""

    def __init__(self, client: FlaskClient, **fields: Any) -> None:
        self.client = client
        self.key = key_on(client, "/play/players")
        self.page = self._post("/play/players", fields)

    def _post(self, path: str, fields: dict[str, Any]) -> BeautifulSoup:
        sent = self.client.post(path, data={"form_key": self.key, **fields})
        assert sent.status_code == 303, sent.text
        return self.open(sent.headers["Location"])

    def open(self, address: str) -> BeautifulSoup:
        response = self.client.get(address)
        while response.status_code == 303:
            address = response.headers["Location"]
            response = self.client.get(address)
        self.address = address
        self.page = BeautifulSoup(response.text, "html.parser")
        faulty = self.page.select("#fault") and "wrong" in address
        assert response.status_code == (422 if faulty else 200), response.text
        assert len(self.page.find_all("h1")) == 1
        assert not self.page.find_all(style=True) and not self.page.select("script:not([src])")
        return self.page

    def send(self, **fields: Any) -> BeautifulSoup:
        """Send a form of the page, with what it says of its game."""
        step = self.address.partition("?")[0]
        return self._post(step, {**self.named(), **fields})

    def named(self) -> dict[str, Any]:
        """What a form of the page says of its game."""
        hidden = self.page.select_one("form input[name=g]")
        assert isinstance(hidden, Tag)
        return {"g": hidden["value"]}

    @property
    def sitting(self) -> Sitting:
        hidden = self.page.select_one("form input[name=g]")
        assert isinstance(hidden, Tag)
        return unpacked(str(hidden["value"]))

    def record(self) -> dict[str, Any]:
        """The record that the page offers to download."""
        link = self.page.select_one("a[download]")
        assert isinstance(link, Tag)
        response = self.client.get(str(link["href"]))
        assert "attachment" in response.headers["Content-Disposition"]
        found: dict[str, Any] = response.get_json()
        return found

    def totals(self) -> dict[str, int]:
        """The table of totals."""
        rows = self.page.select(".totals tbody tr")
        return {text(row, "th"): int(text(row, "td:last-child").replace("−", "-")) for row in rows}


class KeptHere(Game):
    """The same of a game that the ledger keeps."""

    def named(self) -> dict[str, Any]:
        return {name: self.page.select_one(f"form input[name={name}]")["value"] for name in ("game", "seen")}  # type: ignore[index]


def text(soup: BeautifulSoup | Tag, selector: str = "") -> str:
    found = soup.select_one(selector) if selector else soup
    assert isinstance(found, Tag), selector
    return " ".join(found.get_text(" ").split())


def assert_adds_up(game: Game, service: Adjudicator) -> None:
    """What the page shows is what ``game score`` makes of its record."""
    assert game.totals() == score_game(service, game.record())["totals"]


def begun(client: FlaskClient, *players: str, **fields: Any) -> Game:
    return Game(client, player=list(players), **{"ruleset": "boggle", "minutes": "3", **fields})


def test_a_game_of_boggle(client: FlaskClient, service: Adjudicator) -> None:
    """Two rounds from the players to the winner: lists, a shared word, a challenge, what nobody could explain, the end."""
    game = begun(client, "Ann", "Ben", define="1")
    assert text(game.page, "h1") == "Round 1"
    game.send(board=PERS, list=["plates lines", "plates sine"], score="1")
    assert text(game.page, "h1") == "Ann leads with 2 points"
    assert game.totals() == {"Ann": 2, "Ben": 1}
    assert [each.get_text() for each in game.page.select("s")] == ["plates", "plates"]
    assert "Best word: lines (Ann), 2 points" in text(game.page, "main")
    assert "plastering" in text(game.page, "details.missed")
    assert "Whoever is wrong loses 2 points." in text(game.page, "#doubt ~ details")
    assert "Nobody loses points." in text(game.page, "#doubt ~ details")
    assert_adds_up(game, service)
    game.send(act="challenge", which="Ann|lines", challenger="Ben", ruling="")
    assert game.totals() == {"Ann": 2, "Ben": -1}
    assert_adds_up(game, service)
    ticks = [str(each["value"]) for each in game.page.select(".ticks input")]
    assert "Ben|sine" in ticks and "Ben|xyzzy" not in ticks
    game.send(act="explain", undefined=["Ben|sine"])
    assert game.totals() == {"Ann": 2, "Ben": -2}
    game.send(act="back", number="0")
    assert game.totals() == {"Ann": 2, "Ben": 0}
    game.send(act="next")
    assert text(game.page, "h1") == "Round 2"
    game.send(board=PERS, list=["", "plates stale"], score="1")
    game.send(act="end")
    assert text(game.page, "h1") == "Ben wins with 5 points"
    assert "Next round" not in text(game.page, "main")
    assert_adds_up(game, service)
    assert [len(each["lists"]["Ben"]) for each in game.record()["rounds"]] == [2, 2]


def test_a_challenge_that_cannot_be(client: FlaskClient) -> None:
    """What is wrong with a challenge stands beside its form, which keeps what was chosen; the totals stay."""
    game = begun(client, "Ann", "Ben")
    game.send(board=PERS, list=["lines", "sine"], score="1")
    game.send(act="challenge", which="Ann|lines", challenger="", ruling="")
    assert "The challenger in challenge 1 is missing" in text(game.page, "#fault")
    assert text(game.page, "select[name=which] option[selected]") == "lines (Ann)"
    assert game.totals() == {"Ann": 2, "Ben": 1}
    game.send(act="challenge", which="Ann|lines", challenger="", ruling="illegal")
    assert not game.page.select("#fault")
    assert game.totals() == {"Ann": 0, "Ben": 1}


@pytest.mark.parametrize(
    ("ruleset", "shake", "shape"),
    [
        ("boggle", "boggle", "(Qu|.){4}(/(Qu|.){4}){3}"),
        ("boggle", "boggle-5x5", "(Qu|.){5}(/(Qu|.){5}){4}"),
        ("bonus-rings", "bonus-rings", r"\.\.[^.]\.\./\.[^.]{3}\./[^.]{5}/\.[^.]{3}\./\.\.[^.]\.\."),
    ],
)
def test_shaking_without_scripts(client: FlaskClient, ruleset: str, shake: str, shape: str) -> None:
    """The server throws the game's own dice; each lies there once, with one of its faces."""
    game = begun(client, "Ann", "Ben", ruleset=ruleset)
    game.send(board="", list=["dog", ""], shake=shake)
    board = game.sitting.draft.board
    assert re.fullmatch(shape, board), board
    assert game.sitting.draft.lists == {"Ann": "dog", "Ben": ""}
    assert text(game.page, "h1") == "Round 1"


def test_tiles_are_set_aside(service: Adjudicator) -> None:
    """In bonus rings the tiles of earlier rounds are not drawn again; dice are all thrown anew."""
    [tiles] = dice_for(service.under("bonus-rings").ruleset)
    assert len(tiles.dice) == 46
    left = tiles.without(["..E../.ABE./W?D*IS/.OG*T./..E.."])
    assert sorted(left.dice + tuple("EABEW?DISOGTE")) == sorted(tiles.dice)
    small, large = dice_for(service.under("boggle").ruleset)
    assert small.without([PERS]) == small
    assert {len(die) for die in (*small.dice, *large.dice)} == {6}
    assert dice_for(service.under("word-whiz").ruleset) == []


def test_letters_in_one_row_are_asked_about(client: FlaskClient) -> None:
    """Sixteen letters in one row are no strip: the page asks, and makes a square of them."""
    game = begun(client, "Ann", "Ben")
    game.send(board="perslatgsineters", list=["plates", ""], score="1")
    assert "Is it 4 × 4?" in text(game.page, "[role=alert]")
    game.send(board="perslatgsineters", list=["plates", ""], square="1")
    assert game.sitting.draft.board == "pers/latg/sine/ters"
    game.send(board="pers/latg/sine/ters", list=["plates", ""], score="1")
    assert game.totals() == {"Ann": 3, "Ben": 0}


def test_a_q_is_qu(client: FlaskClient) -> None:
    """A Q is the die Qu, whether or not its U was typed."""
    game = begun(client, "Ann")
    game.send(board="QATS/ABCD/EFGH/IJKL", list=[""], save="1")
    assert game.sitting.draft.board == "QuATS/ABCD/EFGH/IJKL"


def test_faults_of_a_round(client: FlaskClient) -> None:
    """What keeps a round from being scored stands beside its field, at an address that can be loaded again; nothing typed is lost."""
    game = begun(client, "Ann", "Ben")
    game.send(board="PERS/LAT!", list=["plates", "sine"], score="1")
    assert text(game.page, "h1") == "Round 1"
    assert text(game.page, "#fault") == "Something below is not right yet. Show me"
    assert "#wrong-board" in [each["href"] for each in game.page.select("#fault a")]
    assert game.page.get_text().count(text(game.page, "#wrong-board")) == 1
    assert [each.get_text() for each in game.page.select("textarea[name=list]")] == ["plates", "sine"]
    assert game.open(game.address).select("#fault")
    game.send(board="", list=["", ""], points=["7", "x"], score="1")
    assert text(game.page, "#wrong-points-1") == "The score of Ben has to be a whole number, not 'x'."
    assert len(game.page.select(".wrong")) == 1


def test_faults_of_a_crossword(client: FlaskClient) -> None:
    """Of many faults of one field the first are told, and how many more there are; a crossword without a tile is none."""
    game = begun(client, "Ann", "Ben", ruleset="word-whiz")
    game.send(rows="", owners="", score="1")
    assert text(game.page, "#wrong-rows").startswith("The crossword is empty; type its rows")
    game.send(rows="QUEEY\nU\nEEL", owners="rr", **{"unplayed-b": "x"}, score="1")
    assert text(game.page, "#fault") == "Some things below are not right yet. Show me"
    assert text(game.page, "#wrong-owners") == (
        "Row 1, place 3 has no owner. Row 1, place 4 has no owner. Row 1, place 5 has no owner. And 4 more like this."
    )
    assert text(game.page, "#wrong-unplayed-b") == "What Ben has left has to be a whole number, not 'x'."


def test_lists_are_changed_after_the_result(client: FlaskClient) -> None:
    """Back from the result the lists are as they were; what was said of a word that is gone goes with it."""
    game = begun(client, "Ann", "Ben", define="1")
    game.send(board=PERS, list=["lines tales", "sine"], score="1")
    game.send(act="challenge", which="Ann|lines", challenger="Ben", ruling="illegal")
    game.send(act="explain", undefined=["Ann|tales"])
    assert game.totals() == {"Ann": 0, "Ben": 1}
    game.open(str(game.page.select_one("a[href^='/play/round']")["href"]))  # type: ignore[index]
    assert [each.get_text() for each in game.page.select("textarea[name=list]")] == ["lines tales", "sine"]
    game.send(board=PERS, list=["stale", "sine"], score="1")
    assert game.totals() == {"Ann": 2, "Ben": 1}


def test_points_that_were_counted_by_hand(client: FlaskClient, service: Adjudicator) -> None:
    """A round may be told by its points alone, and a game played to a number of them."""
    game = begun(client, "Ann", "Ben", target="10")
    game.send(board="", list=["", ""], points=["7", "−2"], score="1")
    assert game.totals() == {"Ann": 7, "Ben": -2}
    game.send(act="next")
    game.send(board="", list=["", ""], points=["3", "4"], score="1")
    assert text(game.page, "h1") == "Ann wins with 10 points"
    assert_adds_up(game, service)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"player": ["", ""]}, "Write down who plays."),
        ({"player": ["Ann", "Ann"]}, "Every player needs a name of their own."),
        ({"player": ["Ann"], "minutes": "often"}, "The timer takes up to 60 minutes"),
        ({"player": ["Ann"], "length": "0x"}, "length"),
        ({"player": list("abcde"), "ruleset": "word-whiz"}, "4 sets of tiles"),
    ],
)
def test_faults_of_players(client: FlaskClient, fields: dict[str, Any], said: str) -> None:
    """What keeps a game from beginning is said at the address of the form, which has all that was typed."""
    key = key_on(client, "/play/players")
    sent = client.post("/play/players", data={"form_key": key, "ruleset": "boggle", **fields})
    assert sent.status_code == 303
    page = client.get(sent.headers["Location"])
    assert page.status_code == 422
    soup = BeautifulSoup(page.text, "html.parser")
    assert said in text(soup, "#fault")
    names = [str(each["value"]) for each in soup.select("input[name=player]")]
    assert names[: len(fields["player"])] == fields["player"]


@pytest.mark.parametrize(
    "link",
    [
        "",
        "x",
        "é",
        "A" * 3000,
        packed(Sitting(id="a", ruleset="boggle", players=["A"], rounds=[Draft()]))[:-5],
    ],
)
@pytest.mark.parametrize("path", ["round", "result", "record"])
def test_links_that_are_not_whole(client: FlaskClient, path: str, link: str) -> None:
    """What is no game gets a page that says so."""
    response = client.get(f"/play/{path}", query_string={"g": link})
    assert response.status_code == 422
    assert "There is no game here" in response.text


def test_a_game_that_is_not_kept(client: FlaskClient) -> None:
    """Who asks for it reads what is not there."""
    page = BeautifulSoup(client.get("/play/round?game=nosuch").text, "html.parser")
    assert text(page, ".fault").startswith("There is no game ")


def test_a_game_of_unknown_rules(client: FlaskClient) -> None:
    """A list that is no more here is not found; another one is offered."""
    sitting = Sitting(id="a", ruleset="house:gone", players=["Ann"], rounds=[Draft()])
    assert client.get("/play/round", query_string={"g": packed(sitting)}).status_code == 404
    assert client.get("/play/players?ruleset=house:gone").status_code == 404


def test_a_sitting_in_an_address() -> None:
    """What is packed is unpacked as it was; a game of four rounds fits any server."""
    words = " ".join(f"word{number}" for number in range(60))
    rounds = [Draft(board=PERS, lists=dict.fromkeys(["Ann", "Ben", "Cára"], words), scored=True)] * 4
    sitting = Sitting(id="a1", ruleset="house:sunday", players=["Ann", "Ben", "Cára"], rounds=rounds)
    assert unpacked(packed(sitting)) == sitting
    assert len(packed(sitting)) < 8_000


def said(game: Game) -> str:
    """How the round begins, as its page says it."""
    return text(game.page, ".under")


def test_a_game_of_bonus_rings(client: FlaskClient, service: Adjudicator) -> None:
    """Three rounds: the deal goes to the left, no ring lies on the first board, one on the second and two on the third; a ring too few is a
    fault; after the third somebody has won.
    """
    board = "..R../.ABE./WI{}DIS/.OG{}T./..E.."
    game = begun(client, "Ann", "Ben", "Cara", ruleset="bonus-rings")
    assert "Ann deals. No ring goes on the board yet." in said(game)
    lists = ["dig digit", "dig rabid", "dodgier"]
    game.send(board=board.format("", ""), list=lists, score="1")
    assert game.totals() == {"Ann": 1, "Ben": 1, "Cara": 1}
    assert text(game.page, ".next") == "Round 2: Ben deals. One ring goes on the board."
    game.send(act="next")
    assert "Ben deals. One ring goes on the board." in said(game)
    game.send(board=board.format("", ""), list=lists, score="1")
    assert "The board has 0 rings, and round 2 takes 1." in text(game.page, "#wrong-board")
    game.send(board=board.format("*", ""), list=lists, score="1")
    assert game.totals() == {"Ann": 3, "Ben": 3, "Cara": 2}
    game.send(act="next")
    assert "Cara deals. 2 rings go on the board." in said(game)
    game.send(board=board.format("*", "*"), list=["dig", "rabid", "dodgier"], score="1")
    assert text(game.page, "h1") == "Ann wins with 7 points"
    assert "The game is over" in said(game)
    assert not game.page.select("button[value=next]")
    assert_adds_up(game, service)


def test_a_game_of_word_whiz(client: FlaskClient, service: Adjudicator) -> None:
    """Four rounds: who drew the earliest letter starts the first, whoever scored the lowest the next; every set of tiles goes on to the left;
    after the fourth somebody has won.
    """
    game = begun(client, "Ann", "Ben", "Cara", ruleset="word-whiz", drawn=["K", "C", "T"])
    assert said(game) == "Word Whiz · Ben starts. Ann plays red. Ben plays blue. Cara plays green."
    for number, owner, totals in [
        (1, "r", (11, 0, 0)),
        (2, "r", (11, 11, 0)),
        (3, "r", (11, 11, 11)),
        (4, "b", (22, 11, 11)),
    ]:
        owners = "\r\n".join(owner * letters for letters in (5, 1, 5))
        game.send(rows="WORDS\r\nO\r\nEATEN", owners=owners, finished=owner, starting_word="words", score="1")
        assert tuple(game.totals()[name] for name in ("Ann", "Ben", "Cara")) == totals
        assert_adds_up(game, service)
        if number == 1:
            assert text(game.page, ".next") == "Round 2: Ben or Cara starts."
        if number < 4:
            game.send(act="next")
        if number == 1:
            assert "Ann plays yellow. Ben plays red. Cara plays blue." in said(game)
    assert text(game.page, "h1") == "Ann wins with 22 points"


def test_what_the_device_says_of_shared_words(tmp_path: Path) -> None:
    """What judges lists without a network says by the rules what becomes of a word that several players have; a crossword has no lists."""
    home = home_with_lexicon(tmp_path / "club")
    (home / "rulesets").mkdir()
    (home / "rulesets" / "friday.toml").write_text(
        'extends = "boggle"\nid = "friday"\ntitle = "Friday"\n[scoring]\nshared = "everybody"\n'
    )
    places = Places(home, tmp_path / "evidence", str(tmp_path / "ledger.sqlite"))
    client = create_app(places=places).test_client()
    said = {}
    for ruleset in ("boggle", "friday", "word-whiz"):
        page = begun(client, "Ann", "Ben", ruleset=ruleset, length="1").page
        here = page.select_one("#here")
        assert len(page.select("script[src$='play_here.js']")) == (here is not None)
        said[ruleset] = here and here["data-shared"]
    assert said == {
        "boggle": "A word that several players have scores for nobody.",
        "friday": "A word that several players have scores for each of them.",
        "word-whiz": None,
    }


def test_whose_word_it_is(client: FlaskClient, service: Adjudicator) -> None:
    """Nobody has won while a word that no dictionary has is not asked for: a button for each player with a tile in it, and one to let it stay."""
    game = begun(client, "Ann", "Ben", ruleset="word-whiz", length="1")
    crossword = {"rows": "QUEEY\r\nU\r\nEEL", "owners": "rrrrb\r\nb\r\nbbb", "finished": "r"}
    game.send(**crossword, score="1")
    assert text(game.page, "h1") == "Whose word is QUEEY?"
    first = game.page.select_one(".whose")
    assert isinstance(first, Tag)
    assert [text(each) for each in first.select("button")] == ["Ann", "Ben", "It may stay"]
    [which] = {str(each["value"]) for each in first.select("form input[name=which][value*='Ann']")}
    asked = game.sitting
    game.send(act="challenge", which=which, ruling="illegal")
    assert game.sitting.draft.challenges[0].player == "Ann"
    assert_adds_up(game, service)
    lost = game.totals()
    assert text(game.page, "h1") != "Whose word is QUEEY?"
    game.open(f"/play/result?g={packed(asked)}")
    stays = first.select_one("form:has(button[value=stands]) input[name=which]")
    assert isinstance(stays, Tag)
    game.send(act="stands", which=str(stays["value"]))
    assert "Whose word is QUEEY?" not in text(game.page, "main")
    assert_adds_up(game, service)
    assert game.totals()["Ann"] > lost["Ann"]


@pytest.fixture
def visitor(own_app: Flask, sample: Sample) -> Visitors:
    """Return browsers of people with tokens of their own; each may vote everywhere, or whatever is said."""
    ledger = Ledger(places=Places.from_environment())

    def made(name: str, scope: str = "voter", subject: str = "*") -> FlaskClient:
        _, secret = make_token(ledger, name, scope, subject, by=Writer("Anna"))
        client = own_app.test_client()
        client.set_cookie("adjudicator_token", secret)
        return client

    return made


def kept(game: Game) -> str:
    """The id of a game that the ledger keeps."""
    found = game.page.select_one("form input[name=game]")
    assert isinstance(found, Tag)
    return str(found["value"])


def write(client: FlaskClient, game: str, player: str, words: str, round: str = "1") -> Any:
    """Send a list, as a device of its own does."""
    key = key_on(client, "/play/players")
    fields = {"form_key": key, "game": game, "player": player, "round": round, "words": words}
    return client.post("/play/list", data=fields)


def test_a_game_that_the_ledger_keeps(visitor: Visitors, service: Adjudicator) -> None:
    """Whoever may vote has their game kept: its address is its id. Two write their lists on devices of their own; nobody sees them before the
    round is counted, and then they count as if they were typed here.
    """
    laptop, ann, ben = visitor("Laptop"), visitor("Ann"), visitor("Ben")
    game = KeptHere(laptop, player=["Ann", "Ben"], ruleset="boggle", minutes="3")
    id = kept(game)
    assert f"/play/list?game={id}" in text(game.page, ".own-devices")
    hers = BeautifulSoup(ann.get(f"/play/list?game={id}").text, "html.parser")
    assert text(hers, "h1") == "Ann: round 1"
    other = next(str(each["href"]) for each in hers.select("main a") if "somebody else" in each.get_text())
    offered = BeautifulSoup(ann.get(other).text, "html.parser")
    assert [text(each) for each in offered.select(".choices a")] == ["Ann", "Ben"]
    assert write(ann, id, "Ann", "plates lines").status_code == 303
    assert "Your list is in." in ann.get(f"/play/list?game={id}&player=Ann").text
    assert "lines" not in ben.get(f"/play/list?game={id}&player=Ann").text
    assert "lines" not in laptop.get(f"/play/round?game={id}").text
    ready = BeautifulSoup(laptop.get(f"/play/ready?game={id}").text, "html.parser")
    assert [text(each) for each in ready.select("li")] == ["Ann : ready", "Ben : not ready yet"]
    assert write(ben, id, "Ann", "zed").status_code == 409
    assert write(ben, id, "Ben", "plates sine").status_code == 303
    assert write(ann, id, "Ann", "plates lines stale").status_code == 303
    game.send(board=PERS, list=["", ""], score="1")
    assert game.totals() == {"Ann": 4, "Ben": 1}
    assert_adds_up(game, service)
    assert "See the result" in ann.get(f"/play/list?game={id}").text
    seen = ann.get(f"/play/result?game={id}")
    assert seen.status_code == 200 and "Next round" not in seen.text and "Challenge a word" not in seen.text
    assert write(ann, id, "Ann", "late").status_code == 409
    assert "Boggle: Ann and Ben" in laptop.get("/play").text
    assert "Boggle: Ann and Ben" not in ann.get("/play").text
    game.send(act="next")
    assert write(ann, id, "Ann", "sine", "2").status_code == 303


def test_what_comes_while_it_is_typed_here(visitor: Visitors, service: Adjudicator) -> None:
    """A list that comes from a player's own device while somebody types theirs on the laptop loses no word of either. What comes after the round
    is counted is refused, says so, and stays in the field.
    """
    laptop, ann = visitor("Laptop"), visitor("Ann")
    game = KeptHere(laptop, player=["Ann", "Ben"], ruleset="boggle", minutes="3")
    assert write(ann, kept(game), "Ann", "Lines plates").status_code == 303
    game.send(board=PERS, list=["lines stale", "sine"], score="1")
    assert game.totals() == {"Ann": 7, "Ben": 1}
    assert_adds_up(game, service)
    late = write(ann, kept(game), "Ann", "lines plates stale")
    assert late.status_code == 409 and "counted already" in late.text


def test_word_whiz_on_own_devices(visitor: Visitors, service: Adjudicator) -> None:
    """Where all build one crossword, everybody says on a device of their own that they are out, or how many tiles they have left: the first who is
    out has the bonus. What is typed on the laptop holds.
    """
    laptop, ann, ben = visitor("Laptop"), visitor("Ann"), visitor("Ben")
    game = KeptHere(laptop, player=["Ann", "Ben"], ruleset="word-whiz")
    id = kept(game)
    page = BeautifulSoup(ben.get(f"/play/list?game={id}&player=Ben").text, "html.parser")
    assert "I'm out!" in text(page) and not page.select("textarea")
    assert write(ben, id, "Ben", "many").status_code == 409
    key = key_on(ben, "/play/players")
    out = {"form_key": key, "game": id, "player": "Ben", "round": "1", "words": "", "out": "1"}
    assert ben.post("/play/list", data=out).status_code == 303
    assert write(ann, id, "Ann", "1").status_code == 303
    ready = BeautifulSoup(laptop.get(f"/play/ready?game={id}").text, "html.parser")
    assert [text(each) for each in ready.select("li")] == ["Ann : 1 tile left", "Ben : out!"]
    game.send(rows="HOUSE", owners="rrrbb", finished="", score="1")
    assert game.totals() == {"Ann": 3, "Ben": 8}
    assert_adds_up(game, service)


def test_nobody_writes_over_a_game(visitor: Visitors) -> None:
    """A form that was made from an older revision changes nothing, and says where the game is; who has not begun it changes nothing."""
    laptop, owner, ann = visitor("Laptop"), visitor("Owner", "owner"), visitor("Ann")
    game = KeptHere(laptop, player=["Ann", "Ben"], ruleset="boggle", minutes="3")
    id, fields = kept(game), {"game": kept(game), "board": PERS, "list": ["plates", ""], "save": "1"}
    key = key_on(owner, "/play/players")
    assert owner.post("/play/round", data={"form_key": key, "seen": "1", **fields}).status_code == 303
    late = laptop.post("/play/round", data={"form_key": game.key, "seen": "1", **fields, "board": "AB/CD"})
    assert late.status_code == 409
    assert "Somebody else was first" in late.text and f"/play/round?game={id}" in late.text
    assert PERS in laptop.get(f"/play/round?game={id}").text.replace("\n", "/")
    key = key_on(ann, "/play/players")
    assert ann.post("/play/round", data={"form_key": key, "seen": "2", **fields}).status_code == 403
    assert ann.get(f"/play/round?game={id}").headers["Location"].startswith("/play/list")
    for path in ("round", "result", "list", "record"):
        assert ann.get(f"/play/{path}?game=nobody").status_code == 404


def test_a_game_is_handed_over(visitor: Visitors, own_app: Flask, service: Adjudicator) -> None:
    """A game in an address is kept for whoever may, as often as it comes: as far as it has come, once, and not over what was played on here."""
    anybody, ann, ben = own_app.test_client(), visitor("Ann"), visitor("Ben")
    game = begun(anybody, "Ann", "Ben")
    first = game.named()["g"]
    game.send(board=PERS, list=["plates lines", "sine"], score="1")
    assert not game.page.select("form.keep")
    counted = game.named()["g"]
    page = BeautifulSoup(ann.get(game.address).text, "html.parser")
    form = page.select_one("form.keep")
    assert form is not None
    by = {each["name"]: each["value"] for each in form.select("input")}

    def hand(client: FlaskClient, g: str, **more: str) -> Any:
        return client.post("/play/keep", data={"form_key": key_on(client, "/play/players"), "g": g, **more})

    assert hand(anybody, first).status_code == 403
    refused = hand(ben, first, by=str(by["by"]))
    assert refused.status_code == 403 and "not signed in here any more" in refused.text
    there = f"?game={game.sitting.id}"
    for g, past, step in (
        (first, "", "round"),
        (first, "", "round"),
        (counted, first, "result"),
        (counted, "", "result"),
    ):
        sent = hand(ann, g, **{"by": str(by["by"])} | ({"past": past} if past else {}))
        assert (sent.status_code, sent.headers["Location"]) == (303, f"/play/{step}{there}"), step
    assert ann.get("/play").text.count("Boggle: Ann and Ben") == 1
    here = KeptHere.__new__(KeptHere)
    here.client, here.key = ann, key_on(ann, "/play/players")
    here.open(f"/play/result{there}")
    assert here.totals() == game.totals()
    assert_adds_up(here, service)
    here.send(act="next")
    game.send(act="end")
    assert hand(ben, game.named()["g"]).status_code == 403
    late = hand(ann, game.named()["g"], past=counted)
    assert (
        late.status_code == 409 and "played on here since" in late.text and f"/play/round{there}" in late.text
    )
    assert hand(ann, "nonsense").status_code == 422


def test_who_may_not_keep_a_game(visitor: Visitors, own_app: Flask) -> None:
    """Whoever has a say in one list alone, or in nothing, plays in the address; without a token nobody writes a list of a kept game."""
    editor = visitor("Ed", "editor", "house:sunday")
    assert begun(editor, "Ann").sitting.players == ["Ann"]
    id = kept(KeptHere(visitor("Laptop"), player=["Ann"], ruleset="boggle", minutes="3"))
    anybody = own_app.test_client()
    assert "Say your name first" in anybody.get(f"/play/list?game={id}").text
    assert write(anybody, id, "Ann", "plates").status_code in (401, 403)
