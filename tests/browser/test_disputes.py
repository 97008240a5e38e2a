"""A dispute as it goes at the table: from a verdict to what the list says from then on, in real browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Site, assert_accessible, assert_fits, be_signed_in

SHIFTED = """() => new Promise((done) => {
  let sum = 0;
  const watch = new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) sum += each.value;
  });
  watch.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
})"""


def assert_fine(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)


def challenge(page: Page, word: str, quorum: str) -> None:
    """Challenge a word that the page shows a verdict on, by a vote."""
    page.get_by_role("link", name="I challenge this").click()
    expect(page.locator(".verdicts .outcome")).to_have_text("Not legal")
    page.get_by_label("Who played it", exact=True).fill("Ben")
    page.get_by_label("Who challenges it").fill("Cleo")
    page.get_by_label("The players vote").check()
    page.get_by_label("How many must vote").fill(quorum)
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{word} VOTING")


def join(page: Page, link: str, name: str) -> None:
    """Come by a link and say who one is."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Your vote")).to_be_visible()


@pytest.mark.long
def test_the_table_votes(site: Site, desktop: Page, new_page: NewPage) -> None:
    """From a verdict a dispute, two phones join by its code and vote, the table sees it at once, closes it, and the list keeps it."""
    be_signed_in(desktop, site.sample.token)
    desktop.goto("/?word=aswell&ruleset=house:sunday")
    challenge(desktop, "aswell", "2")
    desktop.get_by_role("button", name="Make a code to scan").click()
    expect(desktop.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = desktop.locator(".link a").get_attribute("href")
    assert link
    assert_fine(desktop)
    desktop.reload()
    desktop.get_by_role("button", name="Take the challenge back").focus()

    ben, cleo = (new_page(viewport=PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    join(ben, link, "Ben")
    ben.get_by_role("button", name="Legal", exact=True).tap()
    expect(ben.get_by_role("button", name="Legal ✓ your vote")).to_have_attribute("aria-pressed", "true")
    expect(desktop.locator(".voters")).to_have_text(re.compile("Ben legal"))
    expect(desktop.get_by_role("status")).to_have_text("Voting. 1 of 2 have voted.")
    join(cleo, link, "Cleo")
    cleo.get_by_role("button", name="Not legal").tap()
    cleo.get_by_role("button", name="Legal", exact=True).tap()
    expect(ben.locator(".tally dd")).to_have_text(["2", "0", "0"])
    assert_fine(ben)
    expect(desktop.locator(".tally dd")).to_have_text(["2", "0", "0"])
    expect(desktop.get_by_role("button", name="Take the challenge back")).to_be_focused()
    assert desktop.evaluate(SHIFTED) == 0

    desktop.keyboard.press("Shift+Tab")
    expect(desktop.get_by_role("button", name="Count the votes and close")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("aswell LEGAL")
    expect(desktop.locator(".why")).to_have_text("The vote is 2 legal, 0 not legal. The word stands.")
    assert_fine(desktop)
    expect(ben.get_by_role("heading", level=1)).to_have_text("aswell LEGAL")
    expect(ben).to_have_title("aswell: legal · Adjudicator")

    desktop.get_by_label("House list").select_option("sunday")
    desktop.get_by_role("button", name="Enter it in the list").click()
    expect(desktop.get_by_role("heading", name="From now on")).to_be_visible()
    assert_fine(desktop)
    desktop.get_by_role("link", name="aswell in Sunday").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("aswell LEGAL")
    expect(desktop.get_by_text("Your house list allows it: voted on: 2 legal, 0 not legal")).to_be_visible()
    desktop.goto("/disputes")
    expect(desktop.locator(".disputes li.legal").filter(has_text="aswell")).to_contain_text("aswell legal")
    assert_fine(desktop)


@pytest.mark.long
def test_without_scripts(site: Site, new_page: NewPage) -> None:
    """The same goes without any script: votes show when the page is asked for again."""
    table = new_page(viewport=DESKTOP, java_script_enabled=False)
    ben, cleo = (new_page(viewport=PHONE, java_script_enabled=False) for _ in range(2))
    table.goto("/disputes/new")
    table.get_by_label("Word", exact=True).fill("glompf")
    table.get_by_label("Rules", exact=True).select_option("house:monday")
    table.get_by_role("button", name="Look it up").click()
    table.locator("main").get_by_role("link", name="sign in").click()
    table.get_by_label("Token").fill(site.sample.token)
    table.get_by_role("button", name="Sign in").click()
    expect(table.get_by_label("Word", exact=True)).to_have_value("glompf")
    table.get_by_label("Who played it", exact=True).fill("Ben")
    table.get_by_label("Who challenges it").fill("Cleo")
    table.get_by_label("The players vote").check()
    table.get_by_label("How many must vote").fill("2")
    table.get_by_label("Rules", exact=True).select_option("word-whiz")
    table.get_by_role("button", name="Challenge", exact=True).click()
    expect(table.get_by_label("How many must vote")).to_have_value("2")
    table.get_by_label("The player had used up all tiles first").check()
    table.get_by_label("Tiles left").fill("Ben 0\nCleo 3\nDora 5")
    table.get_by_role("button", name="Challenge", exact=True).click()
    table.get_by_role("button", name="Make a code to scan").click()
    link = table.locator(".link a").get_attribute("href")
    assert link
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        join(page, link, name)
        page.get_by_role("button", name="Not legal").click()
        expect(page.get_by_role("button", name="Not legal ✓ your vote")).to_be_visible()
    table.get_by_role("link", name="See the votes as they are now").click()
    expect(table.locator(".tally dd")).to_have_text(["0", "2", "0"])
    table.get_by_role("button", name="Count the votes and close").click()
    expect(table.get_by_role("heading", level=1)).to_have_text("glompf NOT LEGAL")
    expect(table.locator("#now")).to_contain_text("hands the bonus of 5 points on to Cleo")
    table.get_by_label("House list").select_option("monday")
    table.get_by_role("button", name="Enter it in the list").click()
    table.get_by_role("link", name="glompf in Sunday").click()
    expect(table.get_by_text("Your house list does not allow it")).to_be_visible()


def test_the_form_of_a_challenge(site: Site, phone: Page) -> None:
    """The verdicts follow the words and the rules while one fills it in; nothing that was typed goes, and the focus stays."""
    phone.goto("/disputes/new?word=zee&ruleset=boggle")
    assert_fine(phone)
    be_signed_in(phone, site.sample.token)
    phone.goto("/disputes/new?word=zee&ruleset=boggle")
    for way, cost in (
        ("Look into the dictionary", "Whoever is wrong loses 2 points."),
        ("The players vote", "Nobody loses"),
    ):
        expect(phone.locator("label", has_text=way)).to_contain_text(cost)
    phone.get_by_label("Who played it", exact=True).fill("<b>Ben</b>")
    phone.get_by_label("Rules", exact=True).select_option("word-whiz")
    expect(phone.get_by_label("Tiles left")).to_be_visible()
    expect(phone.locator(".verdicts .outcome")).to_have_text("Legal")
    expect(phone.get_by_label("Who played it", exact=True)).to_have_value("<b>Ben</b>")
    phone.get_by_text("What follows from it").click()
    phone.get_by_text("The proof").click()
    assert_fine(phone)
    phone.get_by_label("Word", exact=True).fill("zed zee")
    phone.keyboard.press("Tab")
    expect(phone.locator(".verdicts .word")).to_have_text(["zed", "zee"])
    expect(phone.get_by_label("Rules", exact=True)).to_be_focused()
    phone.get_by_label("Minutes to vote").fill("5")
    phone.get_by_label("Who challenges it").fill("<b>Ben</b>")
    phone.get_by_role("button", name="Challenge", exact=True).click()
    expect(phone.locator("#fault")).to_have_text("Who challenges it: is the player whose word it is.")
    assert_fine(phone)
    phone.get_by_label("Who challenges it").fill("Cleo")
    phone.get_by_role("button", name="Challenge", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("zed, zee VOTING")
    expect(phone.get_by_text("Cleo challenges <b>Ben</b>")).to_be_visible()
    expect(phone.locator(".why")).to_contain_text("minutes left")
    phone.get_by_role("button", name="Take the challenge back").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("zed, zee TAKEN BACK")
    assert_fine(phone)
