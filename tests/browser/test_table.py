"""A family at a table: a laptop that serves it, and phones that come by its network address, in real browsers.

The phones ask by the machine's address in its network, so the server sees that address and not the loopback one of the laptop's browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Page, expect

from adjudicator.web.pages.page import picture
from tests.browser.conftest import DESKTOP, PHONE, SAVES_DATA, assert_accessible, assert_fits
from tests.load.server import SERVICE, ServerProcess

LAST_LINE = "who has joined may go on"
Open = Callable[..., Page]


class TableProcess(ServerProcess):
    """`make table`, and what it says on its terminal."""

    def __init__(self, ledger: Path, port: int = 0) -> None:
        command = (*SERVICE[:-1], str(port), "--table", "--workers", "2")
        super().__init__(*command, environment={"ADJUDICATOR_LEDGER": str(ledger)})
        assert self.process.stdout
        said = []
        for line in self.process.stdout:
            said.append(line)
            if LAST_LINE in line:
                break
        self.said = "".join(said)
        if "No other device can open it" in self.said:
            self.stop()
            pytest.fail(
                "This needs a machine with an address in some network: phones reach the table by that."
            )

    def links(self) -> list[str]:
        """The links that it says: of the friends' code, and the one that works once."""
        return re.findall(r"http://\S+/t/\S+", self.said)

    @property
    def here(self) -> str:
        """Where the machine itself asks."""
        return f"http://localhost:{self.port}"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableProcess]:
    with TableProcess(tmp_path_factory.mktemp("table") / "ledger.sqlite") as running:
        yield running


@contextmanager
def pages(browser: Browser) -> Iterator[Open]:
    """Opens pages, each in a browser of its own. Whatever the console complains of fails the test, but that the server refused, or that a test has
    cut the network off itself: Chromium says that of none of its own faults.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(base: str, **options: Any) -> Page:
        context = browser.new_context(base_url=base, **options)
        context.add_init_script(SAVES_DATA)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    meant = re.compile(
        r"Failed to load resource: (the server responded with a status of 4|net::ERR_INTERNET_DISCONNECTED$)"
    )
    assert [each for each in complaints if not meant.match(each)] == []


@pytest.fixture
def new_browser(browser: Browser) -> Iterator[Open]:
    with pages(browser) as opened:
        yield opened


def assert_fine(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)


def scanned(laptop: Page) -> str:
    """The link that a phone reads from the code on the laptop's screen."""
    laptop.goto("/table")
    link = "http://" + (laptop.locator(".typed").text_content() or "")
    drawn = re.findall(r'stroke="#000" d="([^"]+)"', str(picture(link)))
    assert [laptop.locator(".code svg path[stroke]").get_attribute("d")] == drawn
    return link


def join(phone: Page, link: str, name: str) -> None:
    phone.goto(link)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Join in")
    assert_fine(phone)
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_text(f"Signed in as {name}")).to_be_visible()


def challenge(page: Page, quorum: str, *, hide: bool = False) -> None:
    """Challenge the word of a verdict that is open to dispute, by a vote."""
    page.get_by_label("Who played it", exact=True).fill("Dora")
    challenger = page.get_by_label("Who challenges it")
    if not challenger.input_value():
        challenger.fill("Anna")
    page.get_by_label("The players vote").check()
    page.get_by_label("How many must vote").fill(quorum)
    page.get_by_label("Show the votes only to those who have voted").set_checked(hide)
    assert_fine(page)
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("aswell VOTING")


@pytest.mark.long
def test_a_family_plays(table: TableProcess, new_browser: Open) -> None:
    """The laptop opens its table and makes a list; two phones scan, say their names, challenge and vote; the laptop ends it and the list keeps it."""
    laptop = new_browser(table.here, viewport=DESKTOP)
    laptop.goto("/")
    expect(laptop.get_by_role("complementary", name="Play together")).to_contain_text("Friends scan this")
    assert_fine(laptop)
    laptop.goto("/lists")
    laptop.get_by_role("button", name="Make the list").click()
    expect(laptop.get_by_role("heading", level=1)).to_contain_text("Our words")
    link = scanned(laptop)
    assert_fine(laptop)
    assert link == table.links()[0] and not link.startswith(table.here)

    ben, cleo = (new_browser(table.address, viewport=PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    join(ben, link, "Ben")
    join(cleo, link, "Cleo")
    cleo.goto("/?word=aswell&ruleset=house:our-words")
    cleo.get_by_role("link", name="I challenge this").tap()
    challenge(cleo, "2")
    cleo.get_by_role("button", name="Legal", exact=True).tap()
    ben.goto("/disputes")
    ben.get_by_role("link", name="aswell").first.tap()
    ben.get_by_role("button", name="Legal", exact=True).tap()
    expect(ben.locator(".tally dd")).to_have_text(["2", "0", "0"])
    assert_fine(ben)

    laptop.goto("/disputes")
    laptop.get_by_role("link", name="aswell").first.click()
    assert_fine(laptop)
    laptop.get_by_role("button", name="Count the votes and close").click()
    expect(laptop.get_by_role("heading", level=1)).to_have_text("aswell LEGAL")
    expect(cleo.get_by_role("heading", level=1)).to_have_text("aswell LEGAL")
    laptop.get_by_role("button", name="Enter it in the list").click()
    ben.goto("/?word=aswell&ruleset=house:our-words")
    expect(ben.get_by_role("heading", level=1)).to_have_text("aswell LEGAL")


@pytest.mark.long
def test_a_phone_that_has_not_said_a_name(table: TableProcess, new_browser: Open) -> None:
    """Who looks a word up without a name and challenges it says one then, and goes on; who has not scanned the code is told to."""
    laptop = new_browser(table.here, viewport=DESKTOP)
    link = scanned(laptop)
    phone = new_browser(table.address, viewport=PHONE, has_touch=True, is_mobile=True)
    phone.goto("/?word=aswell&ruleset=boggle")
    phone.get_by_role("link", name="I challenge this").tap()
    expect(phone.get_by_text("Scan the code at the table first")).to_be_visible()
    assert_fine(phone)
    phone.goto(link)
    phone.get_by_role("link", name="Just look words up").tap()
    expect(phone.get_by_label("Word, or several")).to_be_visible()
    phone.goto("/?word=aswell&ruleset=boggle")
    phone.get_by_role("link", name="I challenge this").tap()
    phone.get_by_role("link", name="Say your name, and go on").tap()
    phone.get_by_label("Your name").fill("Fay")
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_label("Word", exact=True)).to_have_value("aswell")
    expect(phone.get_by_label("Who challenges it")).to_have_value("Fay")
    phone.goto("/sign-in")
    assert_fine(phone)
    phone.goto("/?word=trig&ruleset=boggle")
    expect(phone.get_by_role("link", name="I challenge this")).to_have_count(0)


@pytest.mark.long
def test_one_phone_for_all(table: TableProcess, new_browser: Open) -> None:
    """Anna opens a dispute on her phone and counts three hands; Ben and Cleo take the phone and vote; Anna is still who she was."""
    phone = new_browser(table.address, viewport=PHONE, has_touch=True, is_mobile=True)
    phone.goto(table.links()[1])
    expect(phone.get_by_role("heading", level=1)).to_have_text("This table is yours")
    phone.get_by_label("Your name").fill("Anna")
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_role("complementary", name="Play together")).to_be_visible()
    phone.goto("/disputes/new?word=aswell&ruleset=boggle")
    challenge(phone, "5", hide=True)
    for name, choice in (("Ben", "Not legal"), ("Cleo", "Legal")):
        phone.get_by_label("Pass this phone on").fill(name)
        phone.get_by_role("button", name="Pass it on").tap()
        expect(phone.get_by_role("heading", name=f"{name} votes")).to_be_visible()
        expect(phone.get_by_text("You see the votes when you have voted.")).to_be_visible()
        assert_fine(phone)
        phone.get_by_role("button", name=choice, exact=True).tap()
        expect(phone.locator(".tally")).to_be_visible()
    assert_fine(phone)
    hands = phone.locator("form.hands")
    hands.get_by_label("Legal", exact=True).fill("3")
    hands.get_by_role("button", name="These are the hands").tap()
    expect(phone.locator("p.hands")).to_have_text(
        "Hands, as Anna counted them: 3 legal, 0 not legal, 0 no opinion."
    )
    expect(phone.locator(".tally dd")).to_have_text(["4", "1", "0"])
    phone.get_by_role("button", name="Anna").tap()
    expect(phone.get_by_role("heading", name="Anna votes")).to_be_visible()
    phone.get_by_role("button", name="Count the votes and close").tap()
    expect(phone.locator(".why")).to_contain_text("The vote is 4 legal, 1 not legal.")
    expect(phone.get_by_text("Signed in as Anna")).to_be_visible()
    phone.goto("/lists")
    expect(phone.get_by_role("button", name="Make the list")).to_be_visible()


def test_what_is_typed_stays_while_others_vote(table: TableProcess, new_browser: Open) -> None:
    """The page follows the votes of others, and leaves a name or a count that somebody is typing."""
    laptop = new_browser(table.here, viewport=DESKTOP)
    phone = new_browser(table.address, viewport=PHONE, has_touch=True, is_mobile=True)
    join(phone, scanned(laptop), "Gil")
    laptop.goto("/disputes/new?word=aswell&ruleset=boggle")
    challenge(laptop, "3")
    laptop.locator("#hands-legal").fill("2")
    laptop.get_by_label("Pass this phone on").fill("Em")
    phone.goto(laptop.url.partition("#")[0].replace(table.here, table.address))
    phone.get_by_role("button", name="Legal", exact=True).tap()
    expect(laptop.locator(".voters")).to_have_text(re.compile("Gil legal"))
    expect(laptop.locator("#hands-legal")).to_have_value("2")
    expect(laptop.get_by_label("Pass this phone on")).to_have_value("Em")
    expect(laptop.get_by_label("Pass this phone on")).to_be_focused()


def test_it_dies_with_its_process(browser: Browser, tmp_path: Path) -> None:
    """The link works once in all workers; after a restart the old code and link are over, names go on, and nobody else owns anything."""
    ledger = tmp_path / "ledger.sqlite"
    with TableProcess(ledger) as first, pages(browser) as opened:
        code, once = first.links()
        port = first.port
        phone = opened(first.address, viewport=PHONE, has_touch=True, is_mobile=True)
        join(phone, code, "Ben")
        owner = opened(first.address, viewport=PHONE, has_touch=True, is_mobile=True)
        owner.goto(once)
        owner.get_by_label("Your name").fill("Anna")
        owner.get_by_role("button", name="Join").tap()
        expect(owner.get_by_text("Signed in as Anna")).to_be_visible()
        assert {requests.get(once, timeout=20).status_code for _ in range(12)} == {404}
        assert requests.get(first.address, headers={"Host": "evil.example"}, timeout=20).status_code == 421
        assert (
            requests.get(first.here, headers={"X-Forwarded-For": "8.8.8.8"}, timeout=20).text.count("aside")
            == 0
        )
        assert first.stop() == 0
        with TableProcess(ledger, port) as second:
            for old in (code, once):
                owner.goto(old)
                expect(owner.get_by_text("of another evening")).to_be_visible()
            phone.goto("/sign-in")
            expect(phone.get_by_role("heading", level=1)).to_have_text("Signed in as Ben")
            assert second.links()[0] != code
            second.process.kill()
            second.ended()
        with ServerProcess(
            *SERVICE[:-1], str(port), environment={"ADJUDICATOR_LEDGER": str(ledger)}
        ) as plain:
            assert (
                requests.get(
                    f"{plain.address}/t/{second.links()[0].rpartition('/')[2]}", timeout=20
                ).status_code
                == 404
            )
            assert "<h1>Sign in</h1>" in requests.get(f"{plain.address}/sign-in", timeout=20).text
