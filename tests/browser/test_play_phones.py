"""A game at a table with a phone for everybody: they scan, say their names and write their lists; the laptop sees who is ready, and counts."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_game
from adjudicator.web.pages.page import picture
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_play import PERS, assert_fine, begin, count, record, service, totals
from tests.browser.test_table import Open, TableProcess, new_browser, table

__all__ = ["new_browser", "service", "table"]


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
    link = laptop.locator(".own-devices .typed").inner_text()
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
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ben: round 2")
    laptop.get_by_text("You have counted already?").click()
    laptop.get_by_role("textbox", name="Ann", exact=True).fill("3")
    laptop.get_by_role("textbox", name="Ben", exact=True).fill("7")
    count(laptop)
    laptop.get_by_role("button", name="That was the last round").click()
    expect(laptop.get_by_role("heading", level=1)).to_have_text("Ben wins with 8 points")
    assert totals(laptop) == score_game(service, record(laptop, tmp_path))["totals"]
