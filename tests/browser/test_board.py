"""Boards in a real browser: entered by tapping and by typing, solved, checked, scored; with scripts and without, on a phone and on a desk."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import assert_accessible, assert_fits

PERS = "PERS/LATG/SINE/TERS"


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


def test_a_board_on_a_phone(phone: Page) -> None:
    """Tapped in, solved, and each word's path lights up at a tap or by keyboard, without a new page; words are checked; every state is
    accessible and fits.
    """
    phone.goto("/board")
    assert_accessible(phone)
    assert_fits(phone)
    tap_in(phone)
    expect(phone.get_by_role("heading", level=1)).to_have_text("1,231 words")
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


def test_a_row_is_asked_about(phone: Page) -> None:
    """Sixteen letters in one row: the page shows them as four rows and asks; one tap, and the board is solved."""
    phone.goto("/board")
    phone.get_by_label("The board, in rows").fill("pers latg sine ters")
    phone.get_by_role("button", name="Find all words").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Is this 4 × 4?")
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("link", name="Yes").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("1,231 words")
    phone.go_back()
    phone.get_by_role("link", name="one row of 16").click()
    expect(phone.get_by_role("img", name="The board: P E R S L A T G S I N E T E R S")).to_be_visible()


def test_a_round_on_a_desk(desktop: Page) -> None:
    """From a solved board to its players' lists: players are added, the round is scored, what all missed lights up, and a fault loses nothing."""
    desktop.goto("/board?board=PERS/LATG&ruleset=boggle")
    assert_accessible(desktop)
    desktop.get_by_role("link", name="Score players' lists").click()
    names, lists = desktop.get_by_label("Name"), desktop.get_by_role("textbox", name="Words", exact=True)
    for number, (name, words) in enumerate([("Ann", "plate later"), ("Ben", "plate zed"), ("Cara", "at")]):
        if number == 2:
            desktop.get_by_role("button", name="One more player").click()
            expect(names.nth(2)).to_be_focused()
        names.nth(number).fill(name)
        lists.nth(number).fill(words)
    desktop.get_by_text("Challenged words").click()
    desktop.get_by_role("button", name="One more challenge").click()
    desktop.get_by_label("Word", exact=True).nth(1).fill("later")
    desktop.get_by_label("Whose word").nth(1).fill("ann")
    assert_accessible(desktop)
    assert_fits(desktop)
    desktop.get_by_role("button", name="Score the round").click()
    expect(desktop.get_by_role("alert")).to_have_text(
        "The challenger in challenge 1 is missing; whoever is wrong loses points."
    )
    expect(lists.nth(2)).to_have_value("at")
    assert_accessible(desktop)
    desktop.get_by_label("Who challenged it").first.fill("Ben")
    desktop.get_by_label("Who challenged it").first.press("Enter")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Ann wins with 2 points")
    expect(desktop.get_by_role("heading", name="Ben")).to_have_text("Ben −2 points")
    expect(names).to_have_count(3)
    desktop.get_by_role("link", name="later", exact=True).click()
    expect(desktop.get_by_role("img", name="later: row")).to_be_visible()
    desktop.locator("summary", has_text="7 letters").click()
    desktop.get_by_role("link", name="stapler").click()
    expect(desktop.locator("figcaption")).to_contain_text("stapler: 5 points")
    assert urlsplit(desktop.url).path == "/board/round"
    assert_accessible(desktop)
    assert_fits(desktop)


def test_word_whiz_on_a_phone(phone: Page) -> None:
    """Tiles are coloured by tapping, the round is scored, and the points of the game are kept in its address."""
    phone.goto("/board/crossword")
    phone.get_by_label("The crossword, in rows").fill("WORDS\nO\nEATEN")
    owners = phone.get_by_label("Whose tiles they are")
    expect(owners).to_have_value("rrrrr\nr\nrrrrr")
    phone.get_by_role("radio", name="Blue").check()
    for tile in ("O, row 2, place 1", "E, row 3, place 1", "A, row 3, place 2"):
        phone.get_by_role("button", name=f"{tile}: Red").tap()
    expect(owners).to_have_value("rrrrr\nb\nbbrrr")
    expect(phone.get_by_role("button", name="A, row 3, place 2: Blue")).to_have_text("AB")
    phone.get_by_label("Name").first.fill("Ann")
    phone.get_by_label("Finished first").nth(1).check()
    phone.get_by_label("Tiles left").first.fill("3")
    assert_accessible(phone)
    assert_fits(phone)
    phone.get_by_role("button", name="Score the round").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Blue wins with 8 points")
    expect(phone.locator(".legend")).to_have_text("R Ann B Blue")
    assert_accessible(phone)
    assert_fits(phone)
    phone.goto("/board/game?ruleset=word-whiz")
    phone.get_by_label("Name").first.fill("Ann")
    phone.get_by_label("Name").nth(1).fill("Ben")
    phone.get_by_label("Drew the letter").first.fill("K")
    phone.get_by_label("Drew the letter").nth(1).fill("C")
    assert_accessible(phone)
    phone.get_by_label("Drew the letter").nth(1).press("Enter")
    expect(phone.locator(".next")).to_have_text("Round 1: Ben starts")
    phone.get_by_label("Ann").fill("6")
    phone.get_by_label("Ben").fill("8")
    phone.get_by_role("button", name="Add up").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ben leads")
    expect(phone.locator(".next")).to_have_text("Round 2: Ann starts")
    assert_accessible(phone)
    assert_fits(phone)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ben leads")


def test_wild_tiles_and_a_tie(desktop: Page) -> None:
    """Faults come at once, each beside its field and told with it; then the page says what the wild tile stands for and what the tie changes."""
    desktop.goto("/board/crossword")
    desktop.get_by_label("The crossword, in rows").fill("WORDZ\nO\nEAT?N")
    desktop.get_by_label("Tiles left").first.fill("many")
    desktop.get_by_text("Challenged words").click()
    desktop.get_by_label("Word", exact=True).fill("wordz")
    whose = desktop.get_by_label("Whose word").first
    whose.fill("blu")
    desktop.get_by_label("Who decides").select_option("We voted: a tie")
    desktop.get_by_role("button", name="Score the round").click()
    expect(desktop.get_by_role("alert").locator("p")).to_have_count(2)
    expect(desktop.get_by_label("Tiles left").first).to_have_accessible_description(
        "What Red has left takes a whole number, not 'many'."
    )
    expect(whose).to_have_accessible_description("Challenge 1: blu is no player of the round.")
    assert_accessible(desktop)
    assert_fits(desktop)
    desktop.get_by_role("button", name="One more challenge").click()
    expect(desktop.get_by_label("Whose word").last).to_have_accessible_description("")
    desktop.get_by_label("Tiles left").first.fill("")
    whose.fill("red")
    desktop.get_by_role("button", name="Score the round").click()
    expect(desktop.get_by_text("Wild tiles: E in row 3, place 4.")).to_be_visible()
    expect(desktop.get_by_text("no action is taken. WORDZ stays as it was written.")).to_be_visible()
    assert_accessible(desktop)
    assert_fits(desktop)


def test_without_scripts(plain: Page) -> None:
    """The whole story by plain forms and links: a board is typed in and solved, a word is a link to its path, lists and a game are scored."""
    plain.goto("/board")
    expect(plain.locator(".grid")).to_be_hidden()
    plain.get_by_label("The board, in rows").fill("PE1S\nLATG")
    plain.get_by_role("button", name="Find all words").click()
    expect(plain.get_by_role("alert")).to_contain_text("Row 1, place 3: '1' is not a tile")
    plain.get_by_label("The board, in rows").fill("PERS\nLATG\nSINE\nTERS")
    plain.get_by_role("button", name="Find all words").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("1,231 words")
    assert_fits(plain)
    plain.get_by_text("12 letters").click()
    plain.get_by_role("link", name="replastering").click()
    expect(plain.get_by_role("img", name="replastering: row")).to_be_visible()
    expect(plain.locator("figcaption")).to_contain_text("replastering: 20 points")
    plain.get_by_role("link", name="Score players' lists").click()
    plain.get_by_label("Name").first.fill("Ann")
    plain.get_by_role("textbox", name="Words", exact=True).first.fill("plates lines")
    plain.get_by_role("button", name="One more player").click()
    expect(plain.get_by_label("Name")).to_have_count(3)
    plain.get_by_role("textbox", name="Words", exact=True).nth(2).fill("plates")
    plain.get_by_role("button", name="Score the round").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Ann wins with 2 points")
    assert_fits(plain)
    plain.get_by_role("link", name="lines", exact=True).click()
    expect(plain.get_by_role("img", name="lines: row")).to_be_visible()
    plain.get_by_role("link", name="Game").click()
    plain.get_by_label("Name").first.fill("Ann")
    plain.get_by_label("Name").nth(1).fill("Ben")
    plain.get_by_role("button", name="Begin").click()
    plain.get_by_label("Ann").fill("12")
    plain.get_by_role("button", name="Add up").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Ann leads")
