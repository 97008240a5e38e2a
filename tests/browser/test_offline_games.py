"""Games that are begun, shaken and counted without a network: the points are the server's, nothing is lost, and the server has each game once."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, to_builtins
from playwright.sync_api import Page, expect

from adjudicator.errors import BadRecord
from adjudicator.games.budget import Purse
from adjudicator.games.game import tile_sets
from adjudicator.games.sitting import COLOURS, Draft, Sitting, packed, unpacked
from adjudicator.games.sitting import record as record_of
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.boards import solved
from adjudicator.usecases.dice import dice_for, shaken
from adjudicator.usecases.kept_games import scored
from adjudicator.usecases.scorekeeping import score_game
from adjudicator.web.session import TOKEN
from tests.browser.conftest import (
    PHONE,
    NewPage,
    Site,
    assert_accessible,
    assert_fits,
    be_signed_in,
    lose_first_answer,
    until,
)
from tests.browser.test_offline import keep, visit
from tests.browser.test_offline import pocket as pocket
from tests.browser.test_play import PERS, begin, record, totals, write
from tests.browser.test_play import service as service
from tests.packs.conftest import kept as kept

pytestmark = pytest.mark.usefixtures("kept")
GAMES = ("boggle", "bonus-rings", "word-whiz")
EACH = 25
"""Games by each ruleset whose points are compared."""
NAMES = ["Ann", "Ben", "Cleo"]
SCORE = """async (sittings) => {
    const script = (name) => import(document.querySelector('script[src$="offline.js"]').src.replace("offline.js", name));
    const [{ scored }, { packed, unpacked, recordOf }, { rulesOf }, { handFor }] = await Promise.all(
        ["play_score.js", "play_sitting.js", "play_device.js", "pack.js"].map(script));
    const found = [];
    for (const given of sittings) {
        const sitting = await unpacked(given);
        const rules = await rulesOf(sitting.ruleset);
        const told = { address: await packed(sitting), record: recordOf(sitting, rules), faults: [] };
        try {
            const { totals, over, open } = scored(sitting, rules, handFor(sitting.ruleset));
            found.push({ ...told, totals, over, open });
        } catch (error) {
            if (!error.faults) throw error;
            found.push({ ...told, faults: error.faults });
        }
    }
    return found;
}"""
"""What the device makes of games in addresses."""


@pytest.fixture
def phone(new_page: NewPage) -> Iterator[Page]:
    """A phone that has looked at the page of games once, and has no network any more."""
    page = new_page(keeps=True, viewport=PHONE)
    keep(page, "/play")
    page.wait_for_selector("html[data-pack]", state="attached")
    page.context.set_offline(True)
    yield page


def lay(page: Page, board: str) -> None:
    """Type a board in rows, although the time runs."""
    page.locator("textarea[name=board]").evaluate(
        "(field, board) => { field.value = board; field.dispatchEvent(new Event('input', { bubbles: true })); }",
        board.replace("/", "\n"),
    )


def count(page: Page) -> None:
    page.get_by_role("button", name="count the points").click()
    page.wait_for_url("**/play/result**")
    expect(page.locator(".totals tbody tr").first).to_be_visible()


def assert_fine(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)


@pytest.mark.long
def test_a_game_of_boggle(phone: Page, service: Adjudicator, tmp_path: Path) -> None:
    """From the names to the winner without a network: shaken and timed, loaded again in the middle, closed and opened again. The totals are those
    of ``game score``, and stay when the server has the game.
    """
    begin(phone, "Boggle", "Ann", "Ben", "Cleo")
    assert_fine(phone)
    phone.get_by_role("button", name="Shake 4 × 4").click()
    assert phone.locator("[name=board]").input_value().replace("Qu", "Q").count("\n") == 3
    phone.get_by_role("button", name="Start", exact=True).click()
    lay(phone, PERS)
    write(phone, Ann="plates lines", Ben="plates sine")
    phone.reload()
    expect(phone.get_by_role("button", name="Hold")).to_be_visible()
    expect(phone.get_by_label("Words of Ann")).to_have_value("plates lines")
    context = phone.context
    phone.close()
    phone = context.new_page()
    phone.goto("/play")
    phone.get_by_role("link", name="Boggle: Ann, Ben and Cleo").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(phone.get_by_label("Words of Ben")).to_have_value("plates sine")
    expect(phone.get_by_label("Row 4, place 4")).to_have_value("S")
    write(phone, Cleo="zed stale xyzzy")
    count(phone)
    assert totals(phone) == {"Ann": 2, "Cleo": 2, "Ben": 1}
    expect(phone.locator(".here-note")).to_contain_text("the server counts the points again")
    expect(phone.locator(".rows li").filter(has_text="zed")).to_contain_text("Not on the board.")
    assert_fine(phone)
    phone.get_by_text("Challenge a word").click()
    phone.get_by_label("Which word").select_option("lines (Ann)")
    phone.get_by_role("button", name="Look it up here").click()
    expect(phone.locator("#fault")).to_contain_text("whoever is wrong loses points")
    phone.get_by_label("Who doubts it").select_option("Ben")
    phone.get_by_role("button", name="Look it up here").click()
    expect(phone.get_by_text("Ben loses 2 points")).to_be_visible()
    phone.reload()
    expect(phone.locator(".totals tbody tr")).to_have_count(3)
    assert totals(phone) == {"Ann": 2, "Cleo": 2, "Ben": -1}
    phone.get_by_role("button", name="Next round").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    phone.go_back()
    expect(phone.get_by_role("button", name="Next round")).to_be_visible()
    phone.go_forward()
    lay(phone, "perslatgsineters")
    phone.get_by_role("button", name="count the points").click()
    expect(phone.locator("#fault")).to_contain_text("All the letters are in one row.")
    lay(phone, "QERS/UATG/SINE/TERS")
    write(phone, Ben="ate tale", Cleo="ate rats")
    count(phone)
    phone.get_by_role("button", name="That was the last round").click()
    expect(phone.locator(".under")).to_contain_text("The game is over")
    assert_fine(phone)
    told, address = totals(phone), phone.url
    assert told == score_game(service, record(phone, tmp_path))["totals"]
    phone.context.set_offline(False)
    expect(phone.get_by_text("What everybody missed")).to_be_visible(timeout=15_000)
    assert (phone.url, totals(phone)) == (address, told)


@pytest.mark.long
def test_what_is_handed_over(site: Site, new_page: NewPage, service: Adjudicator, tmp_path: Path) -> None:
    """A game of Word Whiz that somebody who is signed in has begun without a network is handed over when it is back, though the answer was lost:
    once, whole, by nobody else. It goes on at its address there.
    """
    page = new_page(keeps=True, viewport=PHONE)
    be_signed_in(page, site.sample.token)
    keep(page, "/play")
    page.wait_for_selector("html[data-pack]", state="attached")
    before = len(page.request.get("/v1/games", headers=site.sample.authorization).json()["games"])
    page.context.set_offline(True)
    page.goto("/play")
    page.get_by_role("link", name="Word Whiz").click()
    for number, (name, letter) in enumerate([("Ann", "K"), ("Ben", "C")]):
        page.locator("[name=player]").nth(number).fill(name)
        page.locator("[name=drawn]").nth(number).fill(letter)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".under")).to_contain_text("Ben starts.")
    waits = page.get_by_role("complementary", name="What waits to be sent")
    expect(waits).to_contain_text("1 waits to be sent")
    expect(waits.get_by_role("listitem")).to_contain_text("Game of Ann and Ben")
    page.get_by_label("The crossword, in rows").fill("QUEEY\nU\nEEL")
    page.get_by_label("Blue").check()
    page.get_by_role("button", name="Y, row 1, place 5").click()
    page.get_by_role("group", name="Ann").get_by_label("Finished first").check()
    assert_fine(page)
    count(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Whose word is QUEEY?")
    assert_fine(page)
    page.get_by_role("region", name="Whose word is QUEEY?").get_by_role("button", name="Ann").click()
    drawn = page.locator(".totals tbody tr").first
    expect(page.get_by_text("Whose word is QUEEY?")).to_have_count(0)
    expect(drawn).to_be_visible()
    while page.get_by_role("button", name="It may stay").count():
        address = page.url
        page.get_by_role("button", name="It may stay").click()
        expect(page).not_to_have_url(address)
        expect(drawn).to_be_visible()
    told, old = totals(page), page.url
    found = record(page, tmp_path)
    assert told == score_game(service, found)["totals"]
    expect(waits.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")

    page.context.clear_cookies(name=TOKEN)
    page.context.set_offline(False)
    visit(page, "/board")
    expect(waits).to_have_text(re.compile("^1 of somebody else waits here until they sign in again."))
    expect(waits.get_by_role("listitem")).to_have_count(0)
    lost = lose_first_answer(page, "**/play/keep")
    page.context.add_cookies([{"name": TOKEN, "value": site.sample.token, "url": site.address}])
    page.clock.install()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/play/keep")):
        page.goto("/board")
    for _ in range(4):
        page.clock.fast_forward(16_000)
        page.wait_for_timeout(200)
    expect(waits).to_have_text("Sent: Game of Ann and Ben.")
    assert lost == [303, 303]
    found_there = page.request.get("/v1/games", headers=site.sample.authorization).json()["games"]
    assert len(found_there) == before + 1
    page.goto("/play")
    page.get_by_role("link", name="Word Whiz: Ann and Ben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert "game=" in page.url
    kept_at = page.url
    page.goto(old)
    page.wait_for_url(kept_at)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert page.request.get(kept_at.replace("/round", "/record")).json()["rounds"] == found["rounds"]


@pytest.mark.long
def test_rings_and_a_house_list(phone: Page, service: Adjudicator, tmp_path: Path) -> None:
    """Three rounds of bonus rings: tiles are set aside, the dealer goes round, a blank and rings count as on the server."""
    begin(phone, "Bonus rings", "Ann", "Ben")
    drawn = ""
    for number, dealer in enumerate(("Ann", "Ben", "Ann"), 1):
        expect(phone.locator(".under")).to_contain_text(f"{dealer} deals.")
        phone.get_by_role("button", name="Draw 13 tiles").click()
        rows = phone.get_by_label("The board, in rows")
        if number == 1:
            phone.get_by_role("button", name="No timer").click()
        drawn += rows.input_value().replace("\n", "").replace(".", "")
        assert len(drawn) == 13 * number
        lay(phone, "..R../.ABE./WIDIS/.O?T./..E..")
        write(phone, Ann="dig digit wig", Ben="rabid tiara")
        if number == 2:
            phone.get_by_role("button", name="count the points").click()
            expect(phone.locator("#fault")).to_contain_text("The board has 0 rings, and round 2 takes 1.")
        for row, place in [(3, 2), (4, 3)][: number - 1]:
            phone.get_by_label(f"Row {row}, place {place}").click()
            phone.get_by_role("button", name="Ring", exact=True).click()
        count(phone)
        if number < 3:
            phone.get_by_role("button", name="Next round").click()
            expect(phone.get_by_role("heading", level=1)).to_have_text(f"Round {number + 1}")
    expect(phone.get_by_text("The game is over")).to_be_visible()
    assert totals(phone) == score_game(service, record(phone, tmp_path))["totals"]
    phone.get_by_role("link", name="Play again").click()
    expect(phone.locator("[name=player]").nth(1)).to_have_value("Ben")


def test_a_house_list(new_page: NewPage, pocket: str) -> None:
    """A game by a house list that this device has: what the list allows and denies counts so."""
    page = new_page(keeps=True, viewport=PHONE)
    keep(page, "/?ruleset=house:pocket")
    page.wait_for_selector("html[data-pack]", state="attached")
    page.goto("/play/players?ruleset=house:pocket")
    until(page, "() => caches.match('/play/here?ruleset=house%3Apocket', { ignoreVary: true })")
    page.context.set_offline(True)
    page.goto("/play/players?ruleset=house:pocket")
    page.get_by_label("ame", exact=False).first.fill("Ann")
    page.get_by_role("button", name="Play", exact=True).click()
    lay(page, "TRIG/BLOX/SPRE/SINE")
    write(page, Ann="trig blorp sin sine")
    count(page)
    expect(page.locator(".here-note")).to_contain_text("Pocket")
    assert totals(page) == {"Ann": 3}


# --- the points ------------------------------------------------------------------------------------------------------------------------------


def words_for(service: Adjudicator, board: str, ruleset: str) -> list[str]:
    """Words of a board, and some that are not on it, or none at all."""
    there = [each["word"] for each in solved(service, board, ruleset)["words"]]
    return [*there, "zee", "zed", "we'll", "xyzzy", "1", "Paris", "FBI", "quo", "at", "a", *there[:3]]


def lists_played(chance: random.Random, service: Adjudicator, ruleset: str, number: int) -> dict[str, Any]:
    """A round of lists, with challenges of some of its words."""
    rules = service.under(ruleset).ruleset
    dice = dice_for(rules)[chance.randrange(len(dice_for(rules)))]
    board = shaken(dice, chance.randrange)
    rings = rules.game.rings[number] if number < len(rules.game.rings) else 0
    for _ in range(rings if chance.random() < 0.9 else 1):
        at = chance.choice([place for place, tile in enumerate(board) if tile.isupper() or tile == "?"])
        at += board[at : at + 2] == "Qu"
        board = f"{board[: at + 1]}*{board[at + 1 :]}" if board[at + 1 : at + 2] != "*" else board
    words = words_for(service, board, ruleset)
    lists = {name: " ".join(chance.choices(words, k=chance.randrange(9))) for name in NAMES}
    challenges = [
        {
            "word": chance.choice(lists[name].split()),
            "player": name,
            "challenger": chance.choice([other for other in NAMES if other != name or chance.random() < 0.1]),
            **chance.choice([{}, {"by": "vote", "ruling": chance.choice(["legal", "illegal", "no-action"])}]),
        }
        for name in chance.sample(NAMES, chance.choice([0, 0, 1, 2]))
        if lists[name].strip()
    ]
    undefined = {name: lists[name].split()[:1] for name in NAMES if chance.random() < 0.2}
    undefined = {name: each for name, each in undefined.items() if each and each != ["1"]}
    return {"board": board, "lists": lists, "challenges": challenges, "undefined": undefined, "scored": True}


def crossword_played(chance: random.Random, words: list[str], number: int) -> dict[str, Any]:
    """A crossword of random words, odd ones and wild tiles among them."""
    first = chance.choice(words)
    laid = {(20, 20 + at): letter for at, letter in enumerate(first)}
    there = {first: [*laid]}
    for _ in range(chance.randrange(1, 7)):
        (row, column), letter = chance.choice(list(laid.items()))
        word, down = chance.choice([*(word for word in words if letter in word)]), chance.random() < 0.5
        at = word.index(letter)
        cells = [
            (row + place, column) if down else (row, column + place) for place in range(-at, len(word) - at)
        ]
        if all(laid.get(cell, each) == each for cell, each in zip(cells, word, strict=True)):
            laid |= dict(zip(cells, word, strict=True))
            there[word] = cells
    codes = {colour: code for code, colour in COLOURS.items()}
    marks = {codes[each]: name for name, each in tile_sets(NAMES, [*codes], number + 1).items()}
    whose = {cell: chance.choice([*marks]) for cell in laid}
    for cell in chance.sample(list(laid), min(len(laid), chance.choice([0, 0, 1, 2, 3]))):
        laid[cell] = "?"
    top, left = min(row for row, _ in laid), min(column for _, column in laid)
    bottom, right = max(row for row, _ in laid), max(column for _, column in laid)

    def rows(of: dict[tuple[int, int], str]) -> str:
        lines = (range(left, right + 1) for _ in range(top, bottom + 1))
        return "\r\n".join(
            "".join(of.get((top + at, place), ".") for place in line) for at, line in enumerate(lines)
        )

    finished = chance.choice(["", *NAMES])
    challenges = []
    for word in chance.sample([*there], min(len(there), chance.choice([0, 0, 1, 2]))):
        ruling = chance.choice(["legal", "illegal", "illegal", "no-action"])
        player = marks[whose[chance.choice(there[word])]]
        challenges.append({"word": word, "player": player, "by": "vote", "ruling": ruling})
    unplayed = {
        name: str(chance.randrange(9)) for name in NAMES if chance.random() < 0.3 and name != finished
    }
    return {
        "rows": rows(laid), "owners": rows(whose), "finished": finished, "unplayed": unplayed, "challenges": challenges, "scored": True,
    }  # fmt: skip


def games(chance: random.Random, service: Adjudicator, ruleset: str) -> Iterator[Sitting]:
    """Games of one to three rounds."""
    words = [
        "queen",
        "queey",
        "zed",
        "zee",
        "at",
        "tea",
        "eat",
        "stone",
        "notes",
        "ion",
        "xq",
        "rabid",
        "plates",
        "sine",
        "quo",
    ]
    for _ in range(EACH):
        rounds = [
            crossword_played(chance, words, number)
            if ruleset == "word-whiz"
            else lists_played(chance, service, ruleset, number)
            for number in range(chance.randrange(1, 4))
        ]
        if chance.random() < 0.2:
            rounds.append(
                {
                    "points": {name: chance.choice(["3", "-2", "0"] * 5 + ["x"]) for name in NAMES},
                    "scored": True,
                }
            )
        plain = {
            "id": "a1", "ruleset": ruleset, "players": NAMES, "rounds": rounds, "changed": 7,
            "drawn": {"Ann": "K", "Ben": "C", "Cleo": chance.choice("KLM" * 5 + "?")}, "target": chance.choice([None, None, None, 30]),
        }  # fmt: skip
        yield convert(plain, Sitting)


def odd_crosswords() -> Iterator[Sitting]:
    """Rounds in which one word lies twice, a run with wild tiles is challenged, two are named for one word, or half a tile is left."""
    twice = {"rows": "XQZZ\r\n....\r\nXQZZ", "owners": "rrrr\r\n....\r\nbbbb", "finished": "Ben"}
    wild = {"rows": "S????", "owners": "rrrbb", "finished": "Ann"}
    both = {"rows": "XQZZ", "owners": "rrbb", "finished": "Ann"}

    def against(word: str, player: str, **more: Any) -> dict[str, Any]:
        return {"word": word, "player": player, "by": "vote", "ruling": "illegal", **more}

    rounds: list[dict[str, Any]] = [
        {**twice, "challenges": [against("xqzz", "Ann", at=[1, 1, "across"])]},
        {**wild, "challenges": [against("szzzz", "Ann")]},
        {**both, "challenges": [against("xqzz", "Ann"), against("xqzz", "Ben")]},
        {**both, "unplayed": {"Ben": "3.5"}},
    ]
    for number, each in enumerate(rounds):
        plain = {"id": f"b{number}", "ruleset": "word-whiz", "players": ["Ann", "Ben"], "changed": 1}
        yield convert({**plain, "rounds": [{**each, "scored": True}]}, Sitting)


@pytest.mark.long
def test_the_points_are_the_servers(new_page: NewPage, service: Adjudicator) -> None:
    """Odd games, and random ones with challenges, blanks, rings and wild tiles: the device counts what the server counts, refuses what it refuses, and writes
    the same record and the same address; only what it says to be open may differ.
    """
    page = new_page(keeps=True)
    keep(page, "/play")
    page.wait_for_selector("html[data-pack]", state="attached")
    chance = random.Random(random.getrandbits(32))
    nothing = Sitting(id="c1", ruleset="word-whiz", players=["Ann", "Ben"], rounds=[Draft(scored=True)])
    assert page.evaluate(SCORE, [packed(nothing)])[0]["faults"][0].startswith("The crossword is empty.")
    random_ones = [each for ruleset in GAMES for each in games(chance, service, ruleset)]
    played = [*odd_crosswords(), *random_ones]
    counted = Counter[str]()
    for sitting, told in zip(played, page.evaluate(SCORE, [packed(each) for each in played]), strict=True):
        sets = service.under(sitting.ruleset).ruleset.game.sets
        assert unpacked(told["address"]) == sitting
        assert told["record"] == json.loads(json.dumps(to_builtins(record_of(sitting, sets=sets))))
        if told.get("open"):
            counted["open"] += 1
            continue
        try:
            found = scored(service, sitting, sets=sets, purse=Purse())
        except BadRecord as error:
            assert told["faults"], (error.faults, sitting)
            continue
        assert not told["faults"], (told["faults"], sitting)
        assert (told["totals"], told["over"]) == (found["totals"], found["over"]), sitting
        counted[sitting.ruleset] += 1
    assert min(counted[each] for each in GAMES) > EACH / 5
    assert counted["open"] < len(random_ones) / 4
