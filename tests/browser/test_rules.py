"""The rulebooks and the sources as pages, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, assert_accessible, assert_fits, be_signed_in

COMPARED = 30_000
"""Milliseconds that a test waits for a comparison of all words: half a second of work, on a machine that may have more to do."""


def test_from_the_rules_to_a_proof(phone: Page) -> None:
    """Somebody opens the rules, reads a rulebook, taps an example for its proof, and tries a word under these rules."""
    phone.goto("/")
    phone.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Rules")
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("link", name="Boggle", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Boggle")
    expect(phone.get_by_role("row", name="8 letters 11")).to_be_visible()
    assert_accessible(phone)
    assert_fits(phone)
    phone.locator("footer summary").click()
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("link", name="trig", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("LEGAL")
    phone.go_back()
    phone.get_by_label("Try a word").fill("zee")
    phone.get_by_label("Try a word").press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("NOT LEGAL")


def test_what_a_house_list_changes(site: Site, desktop: Page) -> None:
    """A list that changes its rules says so on its page: what is otherwise is marked, and its words are one tap away."""
    made = {
        "slug": "strict-night",
        "title": "Strict night",
        "base": "boggle",
        "overrides": {"length": {"min": 4}, "challenge": {"rule": "double"}},
    }
    desktop.request.post("/v1/house-lists", headers=site.sample.authorization, data=made)
    desktop.goto("/rules/house:strict-night")
    expect(desktop.locator(".facts", has_text="4 letters or more.")).to_contain_text("changed by this list")
    expect(desktop.locator("li", has_text="Whoever doubts a legal word loses a turn.")).to_contain_text(
        "changed"
    )
    assert_accessible(desktop)
    assert_fits(desktop)
    desktop.get_by_role("link", name="see the list").click()
    assert desktop.url.endswith("/lists/strict-night")


@pytest.mark.long
def test_rules_of_ones_own(site: Site, desktop: Page) -> None:
    """A curator changes a rulebook's fields: what that does shows as they type, a fault stands at its field, reloading loses nothing; then it
    is kept as a house list.
    """
    be_signed_in(desktop, site.sample.token)
    desktop.goto("/rules/boggle")
    desktop.get_by_role("link", name="Make rules of your own from these").click()
    effect = desktop.locator("#effect")
    expect(effect).to_contain_text("the same as those of Boggle")
    assert_accessible(desktop)
    desktop.get_by_label("Title", exact=True).fill("Long words")
    desktop.get_by_label("Fewest letters").fill("4")
    expect(effect).to_contain_text("are not: too short", timeout=COMPARED)
    desktop.get_by_label("Most letters").fill("3")
    expect(desktop.locator("#fault-length\\.max")).to_have_text(
        "Is 3, less than “Fewest letters”, which is 4."
    )
    expect(desktop.get_by_label("Most letters")).to_have_attribute("aria-invalid", "true")
    assert_accessible(desktop)
    desktop.get_by_label("Most letters").fill("")
    expect(effect).to_contain_text('title = "Long words"', timeout=COMPARED)
    desktop.reload()
    expect(desktop.get_by_label("Fewest letters")).to_have_value("4")
    for fold in desktop.locator("main details > summary").all():
        fold.click()
    assert_accessible(desktop)
    assert_fits(desktop)
    desktop.get_by_role("button", name="Make a house list of them").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Long words")


@pytest.mark.long
def test_without_scripts(plain: Page) -> None:
    """Everything is there without JavaScript, and what is folded away opens."""
    plain.goto("/rules")
    plain.get_by_role("link", name="Bonus rings").click()
    expect(plain.get_by_role("row", name="2 letters or more 1")).to_be_visible()
    plain.locator("footer summary").click()
    expect(plain.get_by_text("Digest sha256:")).to_be_visible()
    plain.get_by_role("link", name="Make rules of your own from these").click()
    plain.get_by_label("Spelling", exact=True).select_option("british")
    plain.get_by_role("button", name="See what it changes").click()
    expect(plain.locator("#effect")).to_contain_text("are not: American spelling")
    plain.go_back()
    plain.go_back()
    plain.get_by_role("link", name="tiara", exact=True).click()
    expect(plain.get_by_role("heading", level=1)).to_contain_text("LEGAL")


def test_about(desktop: Page) -> None:
    """How words are judged, how many count, and where they come from; digests are one tap deeper."""
    desktop.goto("/about#wordnet")
    expect(desktop.locator("#wordnet")).to_contain_text("Princeton")
    expect(desktop.get_by_role("row", name="Boggle")).to_contain_text("2")
    expect(desktop.get_by_text("Lexicon sha256:")).to_be_hidden()
    desktop.locator("footer summary").click()
    expect(desktop.get_by_text("Lexicon sha256:")).to_be_visible()
    assert_accessible(desktop)
    assert_fits(desktop)


def test_nothing_there(phone: Page) -> None:
    """An address that leads nowhere is a page that leads on."""
    phone.goto("/rules/nosuch")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Unknown ruleset")
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("link", name="Check a word").click()
    expect(phone.get_by_role("button", name="Check")).to_be_visible()
