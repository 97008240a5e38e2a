"""The API's documentation in a real browser: its forms send the calls that they describe, and show what comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site, assert_accessible, assert_fits


def operation(page: Page, name: str) -> Locator:
    """The section of an operation."""
    return page.locator(f"#{name}")


def tried(page: Page, name: str) -> Locator:
    """Send the form of an operation; return where its answer is shown."""
    section = operation(page, name)
    section.get_by_role("button", name="Try it").click()
    came = section.locator(".came .result")
    came.wait_for()
    return came


def test_try_it(site: Site, desktop: Page) -> None:
    """A GET, a POST, and a call that needs a token are sent as they are filled in; each answer is shown with its head."""
    desktop.goto("/docs")
    section = operation(desktop, "judge_word")
    section.get_by_label("word", exact=True).fill("zee")
    expect(section.locator(".curl code")).to_contain_text(f"{site.address}/v1/rulesets/")
    expect(section.locator(".curl code")).to_contain_text("/words/zee")
    came = tried(desktop, "judge_word")
    expect(came).to_contain_text('"code": "american-spelling"')
    expect(came).to_contain_text("application/json")
    expect(section.get_by_role("status")).to_contain_text("200")

    section = operation(desktop, "judge_words")
    section.get_by_label("Body", exact=True).fill(
        '{"words": ["<img src=x onerror=alert(1)>", "trig"], "detail": "verdict"}'
    )
    came = tried(desktop, "judge_words")
    expect(came).to_contain_text("<img src=x onerror=alert(1)>")
    assert desktop.locator("img[src=x]").count() == 0
    section.get_by_label("Body", exact=True).fill("{")
    section.get_by_role("button", name="Try it").click()
    expect(section.get_by_role("status")).to_contain_text("400")
    expect(section.locator(".came")).to_contain_text('"detail"')

    section = operation(desktop, "create_house")
    body = '{"slug": "from-docs", "title": "From the docs", "base": "open"}'
    section.get_by_label("Body", exact=True).fill(body)
    section.get_by_role("button", name="Try it").click()
    expect(section.get_by_role("status")).to_contain_text("401")
    desktop.get_by_label("Token for this page").fill(site.sample.token)
    section.get_by_role("button", name="Try it").click()
    expect(section.get_by_role("status")).to_contain_text("201")
    expect(section.locator(".came")).to_contain_text('"title": "From the docs"')
    assert site.sample.token not in desktop.content()


def test_a_value_that_cannot_stand_in_an_address(desktop: Page) -> None:
    """Dots alone would lead elsewhere: the form says so and sends nothing."""
    desktop.goto("/docs")
    section = operation(desktop, "show_word")
    section.get_by_label("word", exact=True).fill("..")
    section.get_by_role("button", name="Try it").click()
    expect(section.get_by_role("status")).to_contain_text("word cannot be “..”.")
    section.get_by_label("word", exact=True).fill("a/b?c#d")
    expect(tried(desktop, "show_word")).to_contain_text("/v1/words/a%2Fb%3Fc%23d")


@pytest.mark.long
def test_by_keyboard_on_a_phone(phone: Page) -> None:
    """Everything fits a small screen; a form is sent from its field, and its line for a shell is copied or marked."""
    phone.goto("/docs")
    assert_fits(phone)
    section = operation(phone, "judge_word")
    section.get_by_label("word", exact=True).fill("trig")
    section.get_by_label("word", exact=True).press("Enter")
    expect(section.locator(".came")).to_contain_text('"legal": true')
    section.get_by_role("button", name="Copy the curl line").press("Enter")
    expect(section.get_by_role("status")).to_contain_text("cop", ignore_case=True)
    assert_fits(phone)
    assert_accessible(phone, within="#judge_word")


def test_without_scripts(plain: Page) -> None:
    """A plain form leads to the answer of its operation; others cannot be sent, and offer a line for a shell."""
    plain.goto("/docs")
    section = operation(plain, "judge_word")
    section.get_by_label("word", exact=True).fill("trig")
    section.get_by_role("button", name="Try it").click()
    assert plain.url.endswith("/words/trig")
    plain.goto("/docs")
    section = operation(plain, "judge_words")
    expect(section.get_by_role("button", name="Try it")).to_be_disabled()
    expect(section.locator(".curl")).to_contain_text("--data-raw")
