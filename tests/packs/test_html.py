"""The page in one file: opened from the disk, without a network, it judges and solves as the server does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, ViewportSize, expect

from adjudicator.errors import PackInvalid
from adjudicator.games.board import read_board
from adjudicator.games.solver import solve
from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Pack
from adjudicator.packs.html import MOST, page
from adjudicator.runtime.packs import KeptPack
from tests.browser.conftest import assert_accessible, assert_fits
from tests.test_cases import ALL

NARROW: ViewportSize = {"width": 320, "height": 640}
READY = "html[data-ready]"


@pytest.fixture(scope="session")
def file(kept: KeptPack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, as a phone has it."""
    path = tmp_path_factory.mktemp("page") / "adjudicator.html"
    path.write_text(page(kept.pack.path.read_bytes()), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Page]:
    """The file, opened from the disk by a narrow browser that has no network. What it complains of, or asks for, fails the test."""
    complaints: list[str] = []

    def note(asked: Request) -> None:
        if not asked.url.startswith(("file:", "data:", "blob:")):
            complaints.append(asked.url)

    context = browser.new_context(viewport=NARROW, offline=True)
    tab = context.new_page()
    tab.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("request", note)
    tab.goto(file.as_uri())
    tab.wait_for_selector(READY)
    yield tab
    context.close()
    assert complaints == []


def test_its_size(file: Path) -> None:
    """People send it one another: it stays below a bound, and refers to nothing outside of it."""
    content = file.read_text(encoding="utf-8")
    assert len(content.encode()) <= MOST
    assert "{{" not in content.partition('id="pack"')[0]
    for reference in ("src=", "url(", "import(", "fetch(", "XMLHttpRequest"):
        assert reference not in content.partition('id="pack"')[0]


TYPED = """(words) => words.map((word) => {
  const field = document.getElementById("word");
  field.value = word;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  field.form.requestSubmit();
  return [...document.querySelectorAll("#card strong, #card .why")].map((each) => each.textContent);
})"""
"""Types words one after the other, and tells what the card says of each: thousands of them from outside take half a minute."""


def test_the_rulebooks_cases(opened: Page, pack: Pack) -> None:
    """Every example of the rulebooks, typed: the card says what the rulebook says, in the words of the pack."""
    for ruleset in pack.rulesets:
        opened.select_option("#ruleset", ruleset)
        cases = [case for case in ALL if case.ruleset == ruleset]
        cards = opened.evaluate(TYPED, [f'"{case.word}"' for case in cases])
        for case, card in zip(cases, cards, strict=True):
            legal = case.code == "sense-admitted"
            assert card == ["LEGAL" if legal else "NOT LEGAL", pack.sentence(case.word, ruleset)], case


def test_the_card(opened: Page, pack: Pack) -> None:
    """It says of which lexicon the answer is, what other rules say, that players may vote, and nothing while a word is too short."""
    assert opened.locator(".source").inner_text() == f"Offline answer, lexicon {pack.lexicon[7:13]}…"
    opened.select_option("#ruleset", "boggle")
    opened.fill("#word", "zee")
    assert opened.locator("#card").get_attribute("class") == "card illegal"
    cells = opened.locator("#more tbody tr").all_inner_texts()
    assert len(cells) == len(pack.rulesets)
    assert ["not legal" in cell for cell in cells] == [
        not pack.legal("zee", ruleset) for ruleset in pack.rulesets
    ]
    opened.fill("#word", "threequel")
    assert "Open to dispute" in opened.locator("#card .open").inner_text()
    opened.fill("#word", "zo")
    assert opened.locator("#card strong").inner_text() == "Keep typing"
    opened.press("#word", "Enter")
    assert opened.locator("#card strong").inner_text() == "NOT LEGAL"
    opened.fill("#word", "123")
    assert opened.locator("#word").get_attribute("aria-invalid") == "true"
    opened.fill("#word", "trig, zee quo")
    assert opened.locator("#card strong").inner_text() == "NOT ALL LEGAL"
    assert opened.locator("#more tbody tr").count() == 3
    expect(opened.locator("#told")).to_have_text(re.compile("NOT ALL LEGAL"))


@pytest.mark.parametrize(
    ("drawing", "ruleset"),
    [
        ("pers/latg/sine/ters", "boggle"),
        ("perslatgsineters", "boggle"),
        ("pers latg sine ters", "open"),
        ("eQuit/sabr/l.on", "boggle"),
        ("..t../.ari./s(th)oen/.dal./..e..", "bonus-rings"),
    ],
)
def test_boards(opened: Page, adjudicator: Adjudicator, drawing: str, ruleset: str) -> None:
    """A board has the words that the solver finds: rows however they are parted, tiles of several letters, gaps, and the ruleset's reuse."""
    rows = "pers/latg/sine/ters" if "/" not in drawing else drawing
    bench = adjudicator.under(ruleset)
    board = read_board(rows, reuse=bench.ruleset.board.reuse)
    opened.select_option("#ruleset", ruleset)
    opened.fill("#drawing", drawing)
    opened.click("text=Find the words")
    found = opened.locator("#found li").all_inner_texts()
    assert sorted(found) == sorted(solve(board, bench.compiled.board_words).paths)
    assert len(found) > 20


@pytest.mark.parametrize("drawing", ["", "abc/de", "ab/c7", "ab?c", "a" * 101])
def test_boards_that_are_none(opened: Page, drawing: str) -> None:
    """What is no board is told in a sentence, beside the field."""
    opened.fill("#drawing", drawing)
    opened.click("text=Find the words")
    assert opened.locator("#fault").is_visible()
    assert opened.locator("#fault").inner_text().endswith(".")
    assert opened.locator("#found li").count() == 0


def test_it_is_accessible(opened: Page) -> None:
    """In light and dark, empty, with an answer of each colour, with several words and with a board: no fault, and nothing scrolls sideways at 320 pixels."""
    states = ["trig", "zee", "threequel", "trig zee 123", "hippopotomonstrosesquippedaliophobia"]
    opened.fill("#drawing", "pers/latg/sine/ters")
    opened.click("text=Find the words")
    opened.evaluate("document.querySelector('details').open = true")
    assert_accessible(opened)
    for typed in states:
        opened.fill("#word", typed)
        assert_accessible(opened, "#look-up")
        assert_fits(opened)


def test_the_choice_of_rules_is_kept(browser: Browser, file: Path) -> None:
    """The rules that somebody has chosen are chosen when the file is opened again."""
    context = browser.new_context(offline=True)
    for chosen in ("word-whiz", "open"):
        tab = context.new_page()
        tab.goto(file.as_uri())
        tab.wait_for_selector(READY)
        tab.select_option("#ruleset", chosen)
        tab.reload()
        tab.wait_for_selector(READY)
        assert tab.input_value("#ruleset") == chosen
        tab.close()
    context.close()


def test_what_is_no_pack() -> None:
    """A page is made of a pack alone."""
    with pytest.raises(PackInvalid):
        page(b"")
