"""On a bad line the card is about the word in the field or waits: whatever the network does, and while the server is started again.

Everything that a page shows is recorded: after each change, and in each frame. :func:`assert_honest` is the property over these states.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Request, Route, expect

from tests.browser.conftest import DESKTOP, SAVES_DATA, Site, assert_accessible, assert_fits
from tests.load.server import SERVICE, ServerProcess

RECORD = """() => {
    const field = document.getElementById("word");
    const place = document.getElementById("answers");
    window.states = [];
    let keyed = -Infinity, before = "";
    field.addEventListener("input", () => (keyed = performance.now()), { capture: true });
    const meant = () => (keyed = -Infinity);
    field.form.addEventListener("submit", meant, { capture: true });
    field.form.addEventListener("change", (event) => event.target === field || meant(), { capture: true });
    addEventListener("keydown", (event) => event.key === "Escape" && meant(), { capture: true });
    const shown = (each) => !each.closest("[inert]");
    function record() {
        const state = {
            field: field.value.trim(),
            asked: (place.querySelector(".asked") ?? place.querySelector("h1")).textContent,
            said: place.querySelector(".answer strong")?.textContent ?? "",
            tiles: [...place.querySelectorAll(".answer .tiles i")].map((each) => each.dataset.letter).join(""),
            kind: place.querySelector(".answer").className,
            busy: place.getAttribute("aria-busy") === "true",
            invalid: field.hasAttribute("aria-invalid"),
            proof: [...place.querySelectorAll(".tree, .facts, .acts, .near, .words, .others")].filter(shown).length,
            told: document.getElementById("told").textContent,
            title: document.title,
        };
        const now = JSON.stringify(state);
        if (now !== before) states.push({ ...state, rested: performance.now() - keyed });
        before = now;
    }
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    (function frame() { record(); requestAnimationFrame(frame); })();
}"""
HOME = "Is it a word?"
ANSWER = re.compile("part=answer")
"""What the script of the page asks for."""
REST = 240
"""Milliseconds for which nobody has typed when a word is refused that nobody has said is meant, with what clocks may differ by."""


def assert_honest(states: list[dict[str, Any]]) -> None:
    """In no state does the card, its proof, the live region or the title speak of another word than the one in the field."""
    assert states
    for state in states:
        word = state["field"]
        name = HOME if state["invalid"] else word or HOME
        assert state["asked"] == name, state
        assert state["tiles"] in ("", word), state
        assert state["invalid"] or state["told"] == "" or state["told"].startswith(word), state
        assert state["title"].startswith(name), state
        decided = "LEGAL" in state["said"]
        assert decided == ("legal" in state["kind"]), state
        if state["busy"]:
            assert (state["said"], state["proof"], state["invalid"]) == ("looking it up", 0, False), state
        if "illegal" in state["kind"] or state["invalid"]:
            assert state["rested"] >= REST, state


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that a test may stop."""
    ledger = tmp_path_factory.mktemp("line") / "ledger.sqlite"
    with ServerProcess(*SERVICE, environment={"ADJUDICATOR_LEDGER": str(ledger)}) as running:
        yield running


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Opens the page that looks words up, and records it; a script that fails on it fails the test."""
    contexts, errors = [], []

    def opened(address: str) -> Page:
        context = browser.new_context(base_url=address, viewport=DESKTOP)  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(SAVES_DATA)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.clock.install()
        page.goto("/")
        page.evaluate(RECORD)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(site: Site, open_page: Callable[[str], Page]) -> Page:
    return open_page(site.address)


def field(page: Page) -> Locator:
    return page.get_by_label("Word, or several")


def card(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def honest(page: Page) -> list[dict[str, Any]]:
    """Check what was recorded, and return it."""
    states: list[dict[str, Any]] = page.evaluate("states")
    assert_honest(states)
    return states


def test_nothing_is_red_while_somebody_types(page: Page) -> None:
    """A word that is too short so far is not refused, nor is any before typing rests; Enter asks what is meant."""
    field(page).press_sequentially("carto", delay=60)
    field(page).press_sequentially("on", delay=60)
    expect(card(page)).to_have_text("cartoon LEGAL")
    expect(page).to_have_url("/?word=cartoon&ruleset=boggle")
    states = honest(page)
    assert not any("illegal" in each["kind"] for each in states)
    field(page).fill("zz")
    expect(card(page)).to_have_text("zz keep typing")
    expect(page.get_by_text("Words have 3 letters or more here.")).to_be_visible()
    expect(page).to_have_url("/?word=zz&ruleset=boggle")
    assert_accessible(page)
    assert_fits(page)
    field(page).press("Enter")
    expect(card(page)).to_have_text("zz NOT LEGAL")
    honest(page)


def test_one_request_a_key(page: Page) -> None:
    """Nothing but the answer is asked for: no icon, no style, no script again."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    field(page).press_sequentially("cartoon", delay=80)
    expect(page).to_have_url("/?word=cartoon&ruleset=boggle")
    assert 0 < len(asked) <= len("cartoon")
    assert all("part=answer" in each.url for each in asked)


def test_held(page: Page) -> None:
    """An answer that does not come is waited for in plain sight, given up, and asked for again by itself."""
    field(page).fill("zebr")
    expect(card(page)).to_have_text("zebr NOT LEGAL")
    held: list[Route] = []
    page.route(re.compile("word=zebra"), lambda route: held.append(route))
    field(page).press_sequentially("a")
    expect(card(page)).to_have_text("zebra looking it up")
    expect(page).to_have_title("zebra … · Adjudicator")
    expect(page).to_have_url("/?word=zebra&ruleset=boggle")
    expect(page.locator("#answers")).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("heading", name="Under all rules")).to_be_hidden()
    assert_accessible(page)
    assert_fits(page)
    page.clock.fast_forward(7_000)
    expect(card(page)).to_have_text("zebra no answer yet")
    expect(page.locator("#fault")).to_contain_text("The answer takes too long. It is asked again in")
    expect(page.get_by_role("status")).to_contain_text("zebra: no answer yet. The answer takes too long.")
    assert_accessible(page)
    assert_fits(page)
    page.unroute_all()
    page.clock.fast_forward(3_000)
    expect(card(page)).to_have_text("zebra LEGAL")
    honest(page)


def test_given_up_in_the_end(page: Page) -> None:
    """It is asked again a few times, and then when somebody wants it."""
    asked: list[Route] = []

    def cut(route: Route) -> None:
        asked.append(route)
        route.abort("connectionrefused")

    page.route(ANSWER, cut)
    with page.expect_request(ANSWER):
        field(page).fill("zed")
    told = page.locator("#fault:not([data-seen])")
    for _ in range(5):
        expect(told).to_contain_text("The server cannot be reached. It is asked again in ")
        told.evaluate("(each) => (each.dataset.seen = 'yes')")
        with page.expect_request(ANSWER):
            page.clock.fast_forward(31_000)
    expect(told).to_have_text("The server cannot be reached. Press “Check” to ask again.")
    page.clock.fast_forward(600_000)
    assert len(asked) == 6
    page.unroute_all()
    page.get_by_role("button", name="Check").click()
    expect(card(page)).to_have_text("zed LEGAL")
    honest(page)


def test_offline(page: Page) -> None:
    """Without a network the card says so, and has the answer as soon as there is one again."""
    page.context.set_offline(True)
    field(page).press_sequentially("trig", delay=60)
    expect(card(page)).to_have_text("trig no answer yet")
    expect(page.locator("#fault")).to_have_text(
        "There is no network. It is asked again as soon as there is one."
    )
    assert_accessible(page)
    page.context.set_offline(False)
    expect(card(page)).to_have_text("trig LEGAL")
    honest(page)


@pytest.mark.parametrize(
    ("status", "says"),
    [(429, "Too many questions came from here at once."), (503, "The server is busy.")],
)
def test_refused(page: Page, status: int, says: str) -> None:
    """A server that wants to be left alone is, for as long as it says: the card counts it down and asks then, and nobody asks before."""
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=status, headers={"Retry-After": "20"})

    page.route(ANSWER, refuse)
    field(page).fill("trig")
    expect(card(page)).to_have_text("trig no answer yet")
    expect(page.locator("#fault")).to_contain_text(f"{says} It is asked again in ")
    assert_accessible(page)
    page.clock.fast_forward(8_000)
    field(page).fill("zed")
    expect(page.locator("#fault")).to_contain_text(says)
    expect(card(page)).to_have_text("zed no answer yet")
    assert len(asked) == 1
    page.unroute_all()
    page.clock.fast_forward(14_000)
    expect(card(page)).to_have_text("zed LEGAL")
    honest(page)


def test_more_that_does_not_come(page: Page) -> None:
    """The verdict stays, and it is said beside the link why there is no more."""
    page.goto("/?word=happy&ruleset=open")
    page.route(re.compile("usage=1&part=answer"), lambda route: route.abort("connectionrefused"))
    page.get_by_role("link", name="Use it in a sentence").click()
    expect(page.locator(".more")).to_contain_text("The server cannot be reached. Try again.")
    expect(card(page)).to_have_text("happy LEGAL")
    assert_accessible(page)
    page.unroute_all()
    page.get_by_role("link", name="Use it in a sentence").click()
    expect(page.get_by_text("“a happy marriage”")).to_be_visible()


def test_the_server_is_started_again(server: ServerProcess, open_page: Callable[[str], Page]) -> None:
    """While somebody types; nobody has to press anything."""
    page = open_page(server.address)
    field(page).press_sequentially("zee", delay=60)
    expect(card(page)).to_have_text("zee NOT LEGAL")
    server.stop()
    field(page).press_sequentially("zed", delay=60)
    expect(page.locator("#fault")).to_contain_text("The server cannot be reached.")
    field(page).fill("zed")
    expect(card(page)).to_have_text("zed no answer yet")
    with ServerProcess(*SERVICE[:-1], str(server.port)):
        for _ in range(5):
            page.clock.fast_forward(31_000)
            with contextlib.suppress(AssertionError):
                expect(card(page)).to_have_text("zed LEGAL")
                break
        expect(card(page)).to_have_text("zed LEGAL")
        honest(page)
        page.close()


class BadLine:
    """Does with each question what comes: answers it, now or later, refuses it, cuts it off."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.held: list[Route] = []

    def __call__(self, route: Route) -> None:
        kind = self.chance.choice(("answer", "answer", "hold", "hold", "often", "busy", "cut"))
        if kind == "hold":
            self.held.append(route)
        elif kind == "cut":
            route.abort("connectionreset")
        elif kind == "answer":
            route.continue_()
        else:
            wait = str(self.chance.randint(1, 3))
            route.fulfill(status=429 if kind == "often" else 503, headers={"Retry-After": wait})

    def release(self) -> None:
        """Let some of what was held go on, whether anybody still waits for it or not."""
        self.chance.shuffle(self.held)
        for _ in range(self.chance.randint(0, len(self.held))):
            with contextlib.suppress(Error):
                self.held.pop().continue_()


@pytest.mark.parametrize("number", range(3))
def test_whatever_the_network_does(page: Page, number: int) -> None:
    """Somebody types, takes back, goes on, chooses other rules and presses Enter; the card is honest all the time, and right in the end."""
    chance = random.Random(random.randrange(1 << 30))
    line = BadLine(chance)
    page.route(ANSWER, line)
    for _ in range(12):
        act = chance.choice(("word", "word", "letters", "back", "enter", "rules", "escape", "time"))
        if act == "word":
            field(page).fill(chance.choice(("zed", "zee", "trig", "x", "cartoon", "12", "xyzzy")))
        elif act == "letters":
            field(page).press_sequentially(chance.choice(("s", "ed", "zebra")), delay=chance.choice((5, 90)))
        elif act == "back":
            field(page).press("Backspace")
        elif act == "enter":
            field(page).press("Enter")
        elif act == "escape":
            field(page).press("Escape")
        elif act == "rules":
            page.get_by_label("Rules", exact=True).select_option(chance.choice(("open", "boggle")))
        else:
            page.clock.fast_forward(chance.choice((100, 700, 3_000)))
        line.release()
    page.unroute_all()
    page.get_by_label("Rules", exact=True).select_option("boggle")
    field(page).fill("zebra")
    for _ in range(5):  # what is asked for gets as long as a slow server takes, before time is what runs out
        with contextlib.suppress(AssertionError):
            expect(card(page)).to_have_text("zebra LEGAL", timeout=2_000)
            break
        page.clock.fast_forward(7_000)
    expect(card(page)).to_have_text("zebra LEGAL")
    expect(page).to_have_title("zebra: legal in Boggle · Adjudicator")
    honest(page)
