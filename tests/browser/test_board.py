"""Boards in a real browser: entered by tapping and by typing, solved, checked, scored; with scripts and without, on a phone and on a desk."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from adjudicator.games.board import read_board
from adjudicator.games.solver import solve
from adjudicator.judging.service import Adjudicator
from tests.browser.conftest import assert_accessible, assert_fits

PERS = "PERS/LATG/SINE/TERS"


@pytest.fixture(scope="module")
def many(adjudicator: Adjudicator) -> str:
    """How many words the board has, as its page says it."""
    words = adjudicator.under("boggle").compiled.board_words
    return f"{len(solve(read_board(PERS), words).paths):,} words"


def cell(page: Page, row: int, place: int) -> Locator:
    return page.get_by_label(f"Row {row}, place {place}")


def lit(page: Page) -> list[str]:
    """The numbers on the tiles of the drawn board, in the order of the tiles."""
    return page.locator("svg .orders text").all_text_contents()


def asked(page: Page) -> dict[str, list[str]]:
    """What the address of the page says."""
    return parse_qs(urlsplit(page.url).query)


def tap_in(page: Page) -> None:
    """Enter a board tile by tile, with every key of the grid."""
    rows = page.get_by_label("The board, in rows")
    cell(page, 1, 1).click()
    page.keyboard.type("pers1latg")
    expect(cell(page, 3, 1)).to_be_focused()
    expect(rows).to_have_value("PERS\nLATG\n____\n____")
    page.keyboard.press("Backspace")
    expect(cell(page, 2, 4)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(cell(page, 1, 4)).to_be_focused()
    page.get_by_role("button", name="Qu").click()
    page.get_by_role("button", name="Blank").click()
    expect(cell(page, 2, 2)).to_be_focused()
    page.get_by_role("button", name="Ring").click()
    expect(page.get_by_label("Row 2, place 2, with a ring")).to_have_value("A")
    expect(rows).to_have_value("PERQu\n?A*T_\n____\n____")
    rows.fill("abc\nd(th)e")
    expect(cell(page, 2, 2)).to_have_value("th")
    expect(page.locator(".grid input")).to_have_count(6)
    page.get_by_role("link", name="Bonus rings", exact=True).click()
    expect(page.locator(".grid input")).to_have_count(13)
    expect(page.get_by_label("Rules")).to_have_value("bonus-rings")
    expect(rows).to_have_value("")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("link", name="Boggle 4×4", exact=True).click()
    page.keyboard.insert_text(PERS)
    page.keyboard.press("Enter")


def test_a_board_on_a_phone(phone: Page, many: str) -> None:
    """Tapped in, solved, and each word's path lights up at a tap or by keyboard, without a new page; words are checked; every state is
    accessible and fits.
    """
    phone.goto("/board")
    assert_accessible(phone)
    assert_fits(phone)
    tap_in(phone)
    expect(phone.get_by_role("heading", level=1)).to_have_text(many)
    assert asked(phone) == {"board": [PERS], "ruleset": ["boggle"]}
    phone.evaluate("window.same = true")
    phone.get_by_text("10 letters").click()
    phone.get_by_role("link", name="plastering", exact=True).click()
    expect(phone.locator("figcaption")).to_contain_text("plastering: 20 points")
    expect(phone.get_by_role("img", name="plastering: row")).to_be_in_viewport()
    assert sorted(filter(None, lit(phone)), key=int) == [str(number) for number in range(1, 11)]
    assert asked(phone)["word"] == ["plastering"]
    assert_accessible(phone)
    assert_fits(phone)
    phone.keyboard.press("Tab")
    expect(phone.locator("figcaption")).not_to_contain_text("plastering: ")
    assert phone.evaluate("window.same")
    shown = lit(phone)
    phone.locator(":focus").press("Enter")
    phone.reload()
    assert lit(phone) == shown
    expect(phone.locator("svg .through").first).to_be_hidden()
    phone.get_by_text("Check words of yours").click()
    phone.get_by_role("textbox", name="Words").fill("plates zed\nzee")
    phone.get_by_role("button", name="Check", exact=True).click()
    phone.get_by_role("heading", name="Your words").wait_for()
    assert asked(phone)["words"] == ["plates zed zee"]
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("link", name="plates", exact=True).click()
    expect(phone.locator("figcaption")).to_contain_text("plates: 3 points")
    phone.get_by_role("link", name="See why").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("LEGAL")


def test_q_is_qu_as_on_the_dice(phone: Page) -> None:
    """Tapped in, typed and put in at once, Q is Qu and takes its U with it; in the bonus-rings diamond it is a Q, and a key makes it one here.
    What "Clear all" took away comes back.
    """
    phone.goto("/board")
    rows = phone.get_by_label("The board, in rows")
    cell(phone, 1, 1).click()
    phone.keyboard.type("quuzq")
    expect(rows).to_have_value("QuUZQu\n____\n____\n____")
    phone.get_by_role("button", name="Q alone").click()
    expect(rows).to_have_value("QuUZQu\n(Q)___\n____\n____")
    phone.get_by_role("button", name="Clear all").click()
    expect(rows).to_have_value("")
    phone.get_by_role("button", name="Bring it back").click()
    expect(rows).to_have_value("QuUZQu\n(Q)___\n____\n____")
    expect(cell(phone, 2, 1)).to_have_value("Q")
    cell(phone, 1, 1).click()
    phone.keyboard.insert_text("QUIETATGSINETERST")
    expect(rows).to_have_value("QuIET\nATGS\nINET\nERST")
    rows.fill("qers\nlatg\nsine\nters")
    expect(cell(phone, 1, 1)).to_have_value("Qu")
    phone.get_by_role("link", name="Bonus rings", exact=True).click()
    cell(phone, 1, 3).click()
    phone.keyboard.type("qu")
    expect(rows).to_have_value("..Q..\n.U__.\n_____\n.___.\n.._..")


def test_a_row_is_asked_about(phone: Page, many: str) -> None:
    """Sixteen letters in one row: the page shows them as four rows and asks; one tap, and the board is solved."""
    phone.goto("/board")
    phone.get_by_label("The board, in rows").fill("pers latg sine ters")
    phone.get_by_role("button", name="Find all words").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Is this 4 × 4?")
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("link", name="Yes").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(many)
    phone.go_back()
    phone.get_by_role("link", name="one row of 16").click()
    expect(phone.get_by_role("img", name="The board: P E R S L A T G S I N E T E R S")).to_be_visible()


def test_from_a_board_to_a_game(desktop: Page) -> None:
    """A solved board is played on, and what all have missed lights up on it."""
    desktop.goto("/board?board=PERS/LATG&ruleset=boggle")
    assert_accessible(desktop)
    desktop.get_by_role("link", name="Play on this board").click()
    desktop.get_by_label("Name", exact=True).fill("Ann")
    desktop.get_by_role("button", name="Play", exact=True).click()
    desktop.get_by_label("Words of Ann").fill("plate later")
    desktop.get_by_role("button", name="count the points").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Ann leads with 4 points")
    desktop.get_by_text("What everybody missed").click()
    desktop.locator("summary", has_text="7 letters").click()
    desktop.get_by_role("link", name="stapler").click()
    expect(desktop.locator("figure.board figcaption")).to_contain_text("stapler: 5 points")
    desktop.locator(".rows summary", has_text="later").click()
    desktop.get_by_role("link", name="Show it on the board").click()
    expect(desktop.locator("figure.board figcaption")).to_contain_text("later: 2 points")
    assert urlsplit(desktop.url).path == "/play/result"
    assert_accessible(desktop)
    assert_fits(desktop)


def test_without_scripts(plain: Page, many: str) -> None:
    """The whole story by plain forms and links: a board is typed in and solved, a word is a link to its path."""
    plain.goto("/board")
    expect(plain.locator(".grid")).to_be_hidden()
    plain.get_by_label("The board, in rows").fill("PE1S\nLATG")
    plain.get_by_role("button", name="Find all words").click()
    plain.get_by_role("alert").get_by_role("link", name="Show me").click()
    expect(plain.locator("#wrong-board")).to_contain_text("Row 1, place 3: '1' is not a tile")
    plain.get_by_label("The board, in rows").fill("PERS\nLATG\nSINE\nTERS")
    plain.get_by_role("button", name="Find all words").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text(many)
    assert_fits(plain)
    plain.get_by_text("12 letters").click()
    plain.get_by_role("link", name="replastering").click()
    expect(plain.get_by_role("img", name="replastering: row")).to_be_visible()
    expect(plain.locator("figcaption")).to_contain_text("replastering: 20 points")
