"""A game at a table with a phone for everybody: they scan, say their names and write their lists; the laptop sees who is ready, and counts."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_game
from adjudicator.web.pages.page import picture
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_play import PERS, assert_fine, begin, count, record, service, totals
from tests.browser.test_table import Open, TableProcess, join, new_browser, scanned, table

__all__ = ["new_browser", "service", "table"]


@pytest.mark.long
def test_each_on_their_own_phone(
    table: TableProcess, new_browser: Open, tmp_path: Path, service: Adjudicator
) -> None:
    """Two phones write a list each, one of them with the network gone for a while; nobody sees another's before the round is counted. The next
    round comes to the phones by itself, and the laptop that is opened again has the game.
    """
    laptop = new_browser(table.here, viewport=DESKTOP)
    begin(laptop, "Boggle", "Ann", "Ben")
    laptop.get_by_role("button", name="No timer").click()
    laptop.get_by_label("The board, in rows").fill(PERS)
    laptop.get_by_text("Or each on your own phone").click()
    assert laptop.locator(".own-devices .typed").inner_text() == table.links()[0].partition("://")[2]
    game = parse_qs(urlsplit(laptop.url).query)["game"][0]
    link = f"{table.links()[0]}?{urlencode({'after': f'/play/list?game={game}'})}"
    drawn = re.findall(r'stroke="#000" d="([^"]+)"', str(picture(link)))
    assert [laptop.locator(".own-devices svg path[stroke]").get_attribute("d")] == drawn
    assert_fine(laptop)
    ann, ben = (new_browser(table.address, viewport=PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    for phone, name in ((ann, "Ann"), (ben, "Benjamin")):
        phone.goto(link)
        phone.get_by_label("Your name").fill(name)
        phone.get_by_role("button", name="Join").tap()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Ann: round 1")
    expect(ben.get_by_role("heading", level=1)).to_have_text("Who are you?")
    assert_fine(ben)
    ben.goto("/play")
    ben.get_by_role("region", name="At this table").get_by_role("link", name="Boggle: Ann and Ben").tap()
    ben.get_by_role("link", name="Ben", exact=True).tap()
    ann.get_by_label("Your words").fill("plates lines")
    assert_fine(ann)
    ann.get_by_role("button", name="I am ready").tap()
    expect(ann.get_by_text("Your list is in.")).to_be_visible()
    assert_fine(ann)
    ben.get_by_label("Your words").fill("plates sine")
    ben.reload()
    expect(ben.get_by_label("Your words")).to_have_value("plates sine")
    ben.context.set_offline(True)
    ben.get_by_role("button", name="I am ready").tap()
    expect(ben.get_by_text("There is no network.")).to_be_visible()
    expect(laptop.locator(".ready")).to_contain_text("Ann: ready")
    expect(laptop.locator(".ready")).to_contain_text("Ben: not ready yet")
    assert "lines" not in laptop.content()
    ben.context.set_offline(False)
    expect(laptop.locator(".ready")).to_contain_text("Ben: ready")
    count(laptop)
    assert totals(laptop) == {"Ann": 2, "Ben": 1}
    ann.get_by_role("link", name="See the result").tap()
    ann.wait_for_url("**/play/result**")
    assert totals(ann) == {"Ann": 2, "Ben": 1}
    assert_fine(ann)
    storage = laptop.context.storage_state()
    laptop.close()
    laptop = new_browser(table.here, viewport=DESKTOP, storage_state=storage)
    laptop.goto("/play")
    assert_fine(laptop)
    laptop.get_by_role("link", name="Boggle: Ann and Ben").click()
    laptop.get_by_role("button", name="Next round").click()
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"{name}: round 2")
    laptop.get_by_text("You have counted already?").click()
    laptop.get_by_role("textbox", name="Ann", exact=True).fill("3")
    laptop.get_by_role("textbox", name="Ben", exact=True).fill("7")
    count(laptop)
    ben.get_by_role("link", name="See the result").tap()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ben leads with 8 points")
    laptop.get_by_role("button", name="That was the last round").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ben wins with 8 points")
    expect(laptop.get_by_role("heading", level=1)).to_have_text("Ben wins with 8 points")
    assert totals(laptop) == score_game(service, record(laptop, tmp_path))["totals"]


@pytest.mark.long
def test_who_is_out(table: TableProcess, new_browser: Open) -> None:
    """The laptop says who has finished as a phone says it, and leaves it open to be said otherwise."""
    laptop = new_browser(table.here, viewport=DESKTOP)
    laptop.goto("/play/players?ruleset=word-whiz")
    for number, name in enumerate(("Ann", "Ben")):
        laptop.locator("[name=player]").nth(number).fill(name)
        laptop.locator("[name=drawn]").nth(number).fill("KC"[number])
    laptop.get_by_role("button", name="Play", exact=True).click()
    laptop.get_by_role("radio", name="Nobody has finished").wait_for()
    phone = new_browser(table.address, viewport=PHONE, has_touch=True, is_mobile=True)
    join(phone, scanned(laptop), "Ann")
    laptop.go_back()
    phone.goto("/play")
    phone.get_by_role("link", name="Word Whiz: Ann and Ben").tap()
    phone.get_by_role("button", name="I'm out!").tap()
    expect(phone.get_by_text("You are out!")).to_be_visible()
    expect(laptop.get_by_role("radio", name="Ann finished first, says a phone")).to_be_checked()
    expect(laptop.get_by_role("group", name="Ann").get_by_label("Tiles left")).to_have_attribute(
        "placeholder", "0"
    )
