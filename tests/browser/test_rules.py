"""The rulebooks and the sources as pages, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, assert_accessible, assert_fits


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
    expect(desktop.locator("li", has_text="Who doubts a legal word loses a turn.")).to_contain_text("changed")
    assert_accessible(desktop)
    assert_fits(desktop)
    desktop.get_by_role("link", name="see the list").click()
    assert desktop.url.endswith("/lists/strict-night")


def test_without_scripts(plain: Page) -> None:
    """Everything is there without JavaScript, and what is folded away opens."""
    plain.goto("/rules")
    plain.get_by_role("link", name="Bonus rings").click()
    expect(plain.get_by_role("row", name="2 letters or more 1")).to_be_visible()
    plain.locator("footer summary").click()
    expect(plain.get_by_text("Digest sha256:")).to_be_visible()
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
