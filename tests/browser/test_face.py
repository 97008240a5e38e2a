"""What a page looks like where eyes cannot check it each time: focus in sight, colours that the system forces, paper, and motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Site, assert_accessible, be_signed_in

HIDDEN = """() => {
    const box = document.activeElement.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !there || !(document.activeElement.contains(there) || there.contains(document.activeElement));
}"""
INK = """(selector) => {
    const seen = getComputedStyle(document.querySelector(selector));
    return [seen.color, seen.backgroundColor];
}"""
EDGE = "(each) => parseFloat(getComputedStyle(each).borderTopWidth) > 0 && getComputedStyle(each).borderTopStyle === 'solid'"
UNDER = "(each) => getComputedStyle(each).borderBottomColor"


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1280, 900)], ids=["phone", "tablet", "desk"])
def test_focus_is_never_hidden_by_the_board(site: Site, new_page: NewPage, size: tuple[int, int]) -> None:
    """Back through the words of a solved board, and forth again: the board that stays at the edge covers none."""
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.goto("/board?board=PERS/LATG/SINE/TERS&ruleset=boggle")
    page.locator("summary", has_text="8 letters").press("Enter")
    page.locator("summary", has_text="7 letters").focus()
    for key, times in (("Shift+Tab", 60), ("Tab", 30)):
        for number in range(times):
            page.keyboard.press(key)
            assert not page.evaluate(HIDDEN), (key, number)


def test_forced_colours(site: Site, new_page: NewPage) -> None:
    """Buttons have an edge, one tab alone looks like the current one, and the verdict and its tiles are in boxes."""
    page = new_page(forced_colors="active")
    page.goto("/?word=trig&ruleset=boggle")
    for each in page.locator("main button:visible, .answer, .answer .tiles i").all():
        assert each.evaluate(EDGE)
    current = page.locator("header.site nav a[aria-current]").evaluate(UNDER)
    others = {each.evaluate(UNDER) for each in page.locator("header.site nav a:not([aria-current])").all()}
    assert len(others) == 1 and current not in others
    assert_accessible(page, schemes=["light"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper(site: Site, new_page: NewPage, scheme: str) -> None:
    """A verdict is printed in ink with its reason, its rules and its proof, without forms, buttons and navigation, in the dark, too."""
    page = new_page(color_scheme=scheme)
    page.goto("/?word=zee&ruleset=boggle")
    page.emulate_media(media="print")
    for selector in (".answer h1 strong", ".answer .why", ".leaves b", ".facts dd", ".others th a"):
        ink, ground = page.evaluate(INK, selector)
        assert ink == "rgb(0, 0, 0)" and ground in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), selector
    for selector in ("header.site", "footer.site", "form", ".acts", ".recent", ".to-judge"):
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.locator(".printed")).to_have_text("Boggle")
    assert page.evaluate(INK, "body")[1] == "rgb(255, 255, 255)"


def test_nothing_moves_for_who_wants_no_motion(site: Site, new_page: NewPage) -> None:
    """There is one short move, and it can be off."""
    moving = "() => document.getAnimations().map((each) => each.effect.getComputedTiming().duration)"
    for wants, most in (("no-preference", 1), ("reduce", 0)):
        page = new_page(reduced_motion=wants)
        page.goto("/?word=trig&ruleset=boggle", wait_until="commit")
        page.locator(".answer.legal").wait_for()
        found = page.evaluate(moving)
        assert len(found) <= most and all(each <= 200 for each in found)


@pytest.mark.parametrize("width", [320, 360])
def test_the_head_of_a_phone_is_one_line(site: Site, new_page: NewPage, width: int) -> None:
    """The pages stand in one line beside the tile that leads home, and verdict and word are in sight above a phone's keyboard."""
    page = new_page(viewport={"width": width, "height": 420})
    page.goto("/?word=trig&ruleset=boggle")
    tops = page.locator("header.site nav li").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
    expect(page.get_by_role("heading", level=1).locator("strong")).to_be_in_viewport(ratio=1)


def test_small_links_are_large_enough(site: Site, phone: Page) -> None:
    """Every link and button of the look-up page can be hit: 24 pixels at least, its lines counted."""
    phone.goto("/?word=zee&ruleset=boggle")
    small = phone.locator("a:visible, button:visible, summary:visible").evaluate_all(
        """(all) => all.filter((each) => !each.matches(".skip") && [...each.getClientRects()].some((box) => box.height < 24))
            .map((each) => each.textContent)"""
    )
    assert small == []


def test_a_wide_screen_is_used(site: Site, new_page: NewPage) -> None:
    """On a desk the games stand side by side; so do a board's tiles and its rows where there is room, and nowhere are the rows squeezed."""
    for width, beside in ((1440, True), (768, False)):
        page = new_page(viewport={"width": width, "height": 900})
        page.goto("/play")
        games = page.locator(".choice-card").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().top)"
        )
        assert len(set(games)) < len(games)
        page.goto("/board?board=PERS/LATG&ruleset=boggle")
        page.locator("summary", has_text="Another board").click()
        tiles, rows = (page.locator(each).bounding_box() for each in (".tapped", "#board"))
        assert tiles and rows
        assert rows["width"] > 200 and (rows["y"] < tiles["y"] + tiles["height"]) == beside


CUT = """() => {
    const wide = document.documentElement.clientWidth;
    const inked = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect(); };
    const cut = [...document.querySelectorAll("main strong, main h1, main h2")].filter((each) => inked(each).right > wide + 1);
    const broken = [...document.querySelectorAll("main button, main .button")].filter((each) => each.offsetParent && each.textContent.trim().split(/\\s+/).some((word) => {
        const probe = Object.assign(document.createElement("span"), { textContent: word });
        probe.style.whiteSpace = "nowrap";
        each.append(probe);
        const needed = probe.getBoundingClientRect().width;
        probe.remove();
        const style = getComputedStyle(each);
        return needed > each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
    }));
    return [...cut, ...broken].map((each) => each.textContent.trim());
}"""
"""What is cut at the edge of the screen, and buttons that break within a word."""


def test_no_word_is_cut_on_a_small_phone(site: Site, new_page: NewPage) -> None:
    """On 320 pixels the largest words are whole, and no button has its words in pieces."""
    page = new_page(viewport={"width": 320, "height": 640})
    be_signed_in(page, site.sample.token)
    dispute = site.sample.open_disputes[0]
    for address in (f"/disputes/{dispute}", "/?word=zee&ruleset=boggle", "/play/players?ruleset=word-whiz"):
        page.goto(address)
        assert page.evaluate(CUT) == [], address
    page.goto("/judge")
    page.get_by_label("Words of the play").fill("zee")
    page.get_by_role("button", name="Judge the play").click()
    expect(page.locator(".sealed strong")).to_have_text("UNACCEPTABLE")
    assert page.evaluate(CUT) == []
