"""Signing in and joining, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Site, assert_accessible, assert_fits, sign_in


def test_sign_in_and_out(site: Site, phone: Page) -> None:
    """A token signs a browser in, and no script can read it; signing out forgets it. The command that makes one breaks within no part of it."""
    phone.goto("/sign-in")
    assert_accessible(phone)
    assert_fits(phone)
    lines = "(all) => all.map((each) => { const text = document.createRange(); text.selectNodeContents(each); return text.getClientRects().length; })"
    assert phone.locator(".command span").evaluate_all(lines) == [1, 1, 1, 1]
    sign_in(phone, site.sample.token)
    assert phone.evaluate("document.cookie") == ""
    assert_accessible(phone)
    phone.get_by_role("button", name="Sign out here").click()
    expect(phone.get_by_role("link", name="Sign in")).to_be_visible()


def test_join_without_scripts(site: Site, plain: Page) -> None:
    """An invite link is taken up by typing a name."""
    plain.goto(f"/join/{site.sample.invite_secrets[0]}")
    plain.get_by_label("Your name").fill("Dora")
    plain.get_by_role("button", name="Join").click()
    expect(plain.get_by_role("heading", name="Signed in as Dora")).to_be_visible()


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/London", "1 July 2026, 20:30"),
        ("Asia/Kolkata", "2 July 2026, 01:00"),
        ("UTC", "1 July 2026, 19:30"),
    ],
)
def test_times_are_the_reader_s(site: Site, new_page: NewPage, zone: str, shown: str) -> None:
    """Whatever the page has in UTC is shown as the clock on the wall shows it, also where it comes later; the rest is left alone."""
    page = new_page(timezone_id=zone)
    page.goto("/lists/sunday/history")
    assert page.locator("time").count() > 1
    assert all("UTC" not in each for each in page.locator("time").all_inner_texts())
    assert all(each.get_attribute("title") for each in page.locator("time").all())
    page.evaluate(
        """() => document.getElementById("main").insertAdjacentHTML("beforeend",
            '<p id="new"><time datetime="2026-07-01T19:30:00Z">1 July 2026, 19:30 UTC</time>, <time datetime="x">then</time></p>')"""
    )
    expect(page.locator("#new")).to_have_text(f"{shown}, then")
    expect(page.locator("#new time").first).to_have_attribute("title", "1 July 2026, 19:30 UTC")
