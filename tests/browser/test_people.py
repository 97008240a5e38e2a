"""Signing in and joining, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, assert_accessible, assert_fits, sign_in


def test_sign_in_and_out(site: Site, phone: Page) -> None:
    """A token signs a browser in, and no script can read it; signing out forgets it."""
    phone.goto("/sign-in")
    assert_accessible(phone)
    assert_fits(phone)
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
