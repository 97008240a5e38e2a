"""A game at the table in a real browser: from the players to the winner, with Back, reload, no network in the middle, and a phone that was closed."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.dice import dice_for
from adjudicator.usecases.scorekeeping import score_game
from tests.browser.conftest import PHONE, NewPage, assert_accessible, assert_fits

PERS = "PERS/LATG/SINE/TERS"


@pytest.fixture(scope="module")
def service() -> Adjudicator:
    return Adjudicator()


def begin(page: Page, game: str, *names: str) -> None:
    """Choose a game, as a person does, and say who plays."""
    page.goto("/play")
    page.get_by_role("link", name=game).click()
    fields = page.get_by_label("ame", exact=False)
    for number, name in enumerate(names):
        fields.nth(number).fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")


def write(page: Page, **lists: str) -> None:
    """Write down the lists, each in its own place."""
    for name, words in lists.items():
        field = page.get_by_label(f"Words of {name}")
        if not field.is_visible():
            page.locator("summary", has_text=name).click()
        field.fill(words)


def count(page: Page) -> None:
    page.get_by_role("button", name="count the points").click()
    page.wait_for_url("**/play/result**")


def totals(page: Page) -> dict[str, int]:
    """The table of totals, when it stands: a device draws it after the page has come."""
    rows = page.locator(".totals tbody tr")
    expect(rows.first).to_be_visible()
    return {
        row.locator("th").inner_text(): int(row.locator("td").last.inner_text().replace("−", "-"))
        for row in rows.all()
    }


def record(page: Page, folder: Path) -> dict[str, Any]:
    """The record of the game, downloaded as a person does."""
    with page.expect_download() as found:
        page.get_by_role("link", name="Download the record").click()
    path = folder / "game.json"
    found.value.save_as(path)
    downloaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return downloaded


def assert_fine(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)


@pytest.mark.long
def test_a_game_of_boggle(phone: Page, new_page: NewPage, tmp_path: Path, service: Adjudicator) -> None:
    """Two rounds on one phone: dice and timer without the network, lists that Back and reload keep, a phone that is closed and opened again,
    a result that waits for the network; the totals are those of ``game score``.
    """
    phone.goto("/play")
    assert_fine(phone)
    phone.get_by_role("link", name="Boggle Shake").click()
    assert_fine(phone)
    begin(phone, "Boggle", "Ann", "Ben", "Cara")
    assert_fine(phone)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Shake 4 × 4").click()
    assert phone.locator("[name=board]").input_value().replace("Qu", "Q").count("\n") == 3
    expect(phone.locator(".lid")).to_be_visible()
    assert_accessible(phone)
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".lid")).to_be_hidden()
    expect(phone.get_by_role("button", name="Hold")).to_be_visible()
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.get_by_role("button", name="Hold")).to_be_visible()
    phone.get_by_role("button", name="Hold").click()
    phone.get_by_label("The board, in rows").fill(PERS.replace("/", "\n"))
    write(phone, Ann="plates lines", Ben="plates sine", Cara="zed")
    assert_fine(phone)
    held = phone.locator(".time").inner_text()
    closed, storage = phone.url, phone.context.storage_state()
    phone.close()
    phone = new_page(viewport=PHONE, has_touch=True, is_mobile=True, storage_state=storage)
    phone.goto("/play")
    assert_fine(phone)
    phone.get_by_role("link", name="Boggle: Ann, Ben and Cara").click()
    assert phone.url == closed
    assert phone.locator(".time").inner_text() == held
    expect(phone.get_by_role("button", name="Go on")).to_be_visible()
    expect(phone.get_by_label("Row 4, place 4")).to_have_value("S")
    expect(phone.locator(".hand .count")).to_have_text(["2 words", "2 words", "1 word"])
    phone.context.set_offline(True)
    phone.get_by_role("button", name="count the points").click()
    expect(phone.get_by_text("There is no network.")).to_be_visible()
    assert_fine(phone)
    phone.context.set_offline(False)
    phone.wait_for_url("**/play/result**")
    assert totals(phone) == {"Ann": 2, "Ben": 1, "Cara": 0}
    assert_fine(phone)
    phone.locator(".rows summary", has_text="lines").click()
    phone.get_by_role("link", name="What the dictionaries say").first.click()
    expect(phone.locator(".opened .answer")).to_contain_text("LEGAL")
    assert_fine(phone)
    phone.get_by_role("link", name="All of it").click()
    phone.wait_for_url("**/?word=lines**")
    phone.go_back()
    assert totals(phone) == {"Ann": 2, "Ben": 1, "Cara": 0}
    phone.get_by_text("Challenge a word").click()
    phone.get_by_label("Which word").select_option("lines (Ann)")
    phone.get_by_label("Who doubts it").select_option("Ben")
    assert_fine(phone)
    phone.get_by_role("button", name="Look it up here").click()
    expect(phone.get_by_text("Ben loses 2 points")).to_be_visible()
    phone.reload()
    assert totals(phone) == {"Ann": 2, "Cara": 0, "Ben": -1}
    phone.go_back()
    phone.go_back()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(phone.locator(".hand .count")).to_have_text(["2 words", "2 words", "1 word"])
    phone.get_by_role("link", name="Go to where you were").click()
    assert totals(phone) == {"Ann": 2, "Cara": 0, "Ben": -1}
    phone.get_by_role("button", name="Next round").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    phone.get_by_label("The board, in rows").fill("perslatgsineters")
    write(phone, Ann="", Ben="tales", Cara="plates stale")
    phone.get_by_role("button", name="count the points").click()
    expect(phone.get_by_text("Is it 4 × 4?")).to_be_visible()
    assert_fine(phone)
    phone.get_by_role("button", name="Yes, it is").click()
    count(phone)
    phone.get_by_role("button", name="That was the last round").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Cara wins with 5 points")
    assert_fine(phone)
    assert totals(phone) == score_game(service, record(phone, tmp_path))["totals"]


@pytest.mark.long
def test_a_game_of_bonus_rings(desktop: Page, tmp_path: Path, service: Adjudicator) -> None:
    """Three rounds: tiles are drawn in the browser and none twice, the dealer taps the rings on, and the winner is who has most."""
    begin(desktop, "Bonus rings", "Ann", "Ben", "Cara")
    expect(desktop.locator(".time")).to_have_text("1:00")
    drawn = ""
    for number, dealer in enumerate(("Ann", "Ben", "Cara"), 1):
        expect(desktop.locator(".under")).to_contain_text(f"{dealer} deals.")
        desktop.get_by_role("button", name="Draw 13 tiles").click()
        rows = desktop.get_by_label("The board, in rows")
        if number == 1:
            expect(desktop.locator(".lid")).to_be_visible()
            desktop.get_by_role("button", name="No timer").click()
        drawn += rows.input_value().replace("\n", "").replace(".", "")
        assert len(drawn) == 13 * number
        rows.fill("..R..\n.ABE.\nWIDIS\n.OGT.\n..E..")
        for row, place in [(3, 2), (4, 3)][: number - 1]:
            desktop.get_by_label(f"Row {row}, place {place}").click()
            desktop.get_by_role("button", name="Ring", exact=True).click()
        write(desktop, Ann="dig digit", Ben="rabid dig" if number < 3 else "rabid", Cara="dodgier")
        assert_fine(desktop)
        count(desktop)
        assert_fine(desktop)
        if number < 3:
            desktop.get_by_role("button", name="Next round").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Ann wins with 11 points")
    found = record(desktop, tmp_path)
    assert totals(desktop) == score_game(service, found)["totals"]
    assert [each["board"].count("*") for each in found["rounds"]] == [0, 1, 2]


def test_the_tiles_of_a_game(desktop: Page, service: Adjudicator) -> None:
    """What three rounds draw in the browser is a part of the 46 tiles: nothing that was drawn is drawn again."""
    begin(desktop, "Bonus rings", "Ann", "Ben")
    left = Counter(dice_for(service.under("bonus-rings").ruleset)[0].dice)
    for number in range(3):
        desktop.get_by_role("button", name="Draw 13 tiles").click()
        desktop.get_by_role("button", name="Start").click()
        desktop.get_by_role("button", name="Hold").click()
        for at in range(number):
            desktop.locator(".grid input").nth(at).click()
            desktop.get_by_role("button", name="Ring", exact=True).click()
        left.subtract(
            desktop.locator("[name=board]").input_value().replace("\n", "").replace(".", "").replace("*", "")
        )
        count(desktop)
        if number < 2:
            desktop.get_by_role("button", name="Next round").click()
    assert left.total() == 7
    assert min(left.values()) == 0


@pytest.mark.long
def test_a_game_of_word_whiz(phone: Page, tmp_path: Path, service: Adjudicator) -> None:
    """A crossword is typed, before the script that colours it has come, and coloured by tapping; a reload keeps it; nobody has won before it
    is told whose the odd word is.
    """
    scripts: list[Route] = []
    phone.route("**/board_crossword.js*", lambda route: scripts.append(route))
    phone.goto("/play")
    phone.get_by_role("link", name="Word Whiz").click()
    for number, (name, letter) in enumerate([("Ann", "K"), ("Ben", "C")]):
        phone.locator("[name=player]").nth(number).fill(name)
        phone.locator("[name=drawn]").nth(number).fill(letter)
    phone.get_by_text("Timer, and when the game ends").click()
    phone.get_by_label("Rounds").fill("1")
    assert_fine(phone)
    phone.get_by_role("button", name="Play", exact=True).click()
    expect(phone.locator(".under")).to_contain_text("Ben starts.")
    phone.get_by_label("The crossword, in rows").fill("QUEEY\nU\nEEL")
    scripts.pop().continue_()
    phone.unroute("**/board_crossword.js*")
    phone.get_by_label("Blue").check()
    phone.get_by_role("button", name="Y, row 1, place 5").click()
    phone.get_by_role("button", name="U, row 2, place 1").click()
    phone.get_by_role("group", name="Ann").get_by_label("Finished first").check()
    assert_fine(phone)
    phone.reload()
    expect(phone.get_by_role("button", name="Y, row 1, place 5: Blue")).to_be_visible()
    phone.get_by_role("button", name="count the points").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Whose word is QUEEY?")
    assert_fine(phone)
    phone.get_by_role("region", name="Whose word is QUEEY?").get_by_role("button", name="Ann").click()
    expect(phone.get_by_text("Whose word is QUEEY?")).to_have_count(0)
    for odd in phone.get_by_role("button", name="It may stay").all():
        odd.click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ben wins with")
    assert_fine(phone)
    assert totals(phone) == score_game(service, record(phone, tmp_path))["totals"]


def test_without_scripts(plain: Page, tmp_path: Path, service: Adjudicator) -> None:
    """Names, a shaken board, lists, a challenge and the next round are plain forms; nothing is sent again by Back or reload."""
    begin(plain, "Boggle", "Ann", "Ben")
    plain.get_by_role("button", name="Shake 4 × 4").click()
    assert plain.get_by_label("The board, in rows").input_value().count("\n") == 3
    expect(plain.get_by_label("Words of Ann")).to_be_visible()
    plain.get_by_label("The board, in rows").fill(PERS)
    write(plain, Ann="plates lines", Ben="plates sine")
    count(plain)
    assert_fits(plain)
    plain.get_by_text("Challenge a word").click()
    plain.get_by_label("Which word").select_option("lines (Ann)")
    plain.get_by_role("button", name="More say no").click()
    assert totals(plain) == {"Ben": 1, "Ann": 0}
    plain.reload()
    plain.go_back()
    plain.go_forward()
    assert totals(plain) == {"Ben": 1, "Ann": 0}
    plain.get_by_role("button", name="Next round").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Round 2")


def test_by_keyboard(desktop: Page) -> None:
    """A game is begun, shaken, timed and counted without a mouse."""
    begin(desktop, "Boggle", "Ann", "Ben")
    for name in ("Shake 4 × 4", "Start", "+ 30 seconds"):
        desktop.get_by_role("button", name=name).press("Enter")
    assert re.match("3:(30|2.)", desktop.locator(".time").inner_text())
    desktop.get_by_label("Words of Ann").fill("plates")
    desktop.get_by_role("button", name="count the points").press("Enter")
    desktop.wait_for_url("**/play/result**")


def test_a_screen_for_all_to_see(desktop: Page) -> None:
    """Board and time fill the screen, and Escape makes them small again."""
    begin(desktop, "Boggle", "Ann", "Ben")
    for name in ("Shake 5 × 5", "Start", "Show it big"):
        desktop.get_by_role("button", name=name).click()
    expect(desktop.locator(".stage")).to_have_class(re.compile("big"))
    assert_accessible(desktop)
    expect(desktop.get_by_label("Row 5, place 5")).to_be_in_viewport()
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("button", name="Show it big")).to_be_visible()
    expect(desktop.locator(":fullscreen")).to_have_count(0)


def test_forced_colours(new_page: NewPage) -> None:
    """Where the system chooses the colours the bars of the chart are still there, and cards have an edge."""
    page = new_page(viewport=PHONE, forced_colors="active")
    page.goto("/play")
    card = page.locator(".choice-card").first
    assert card.evaluate("card => getComputedStyle(card).borderTopStyle") == "solid"
    begin(page, "Boggle", "Ann", "Ben")
    page.get_by_label("The board, in rows").fill(PERS)
    write(page, Ann="plates lines", Ben="plates sine")
    count(page)
    bar, ground = page.evaluate(
        """() => [getComputedStyle(document.querySelector(".bar")).fill, getComputedStyle(document.body).backgroundColor]"""
    )
    assert bar != ground
    assert_accessible(page, schemes=["light"])
    assert_fits(page)
