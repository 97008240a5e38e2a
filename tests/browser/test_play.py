"""A game at the table in a real browser: from the players to the winner, with Back, reload, no network in the middle, and a phone that was closed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudicator.judging.service import Adjudicator
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
    """The table of totals."""
    rows = page.locator(".totals tbody tr").all()
    return {
        row.locator("th").inner_text(): int(row.locator("td").last.inner_text().replace("−", "-"))
        for row in rows
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
    phone.get_by_role("button", name="Yes, make it square").click()
    count(phone)
    phone.get_by_role("button", name="That was the last round").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Cara wins with 5 points")
    assert_fine(phone)
    assert totals(phone) == score_game(service, record(phone, tmp_path))["totals"]
