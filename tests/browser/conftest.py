"""What the browser's tests share: a real server over a ledger of the test's own, a real browser, and an engine that checks accessibility.

A test takes ``site`` (where to go, and who may do what) and ``phone`` or ``desktop`` (a page of a browser that nobody else uses).
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route

from adjudicator.web.session import TOKEN
from tests.conftest import SWEEPS
from tests.load.server import SERVICE, ServerProcess
from tests.sample import Sample, make

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""Has a page keep nothing on the device, so that the server alone answers."""
LOOKS = 1_000
"""How often a page is looked at before what is waited for counts as not coming."""
NewPage = Callable[..., Page]
Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Site:
    """A running server, and the ledger that it writes to."""

    address: str
    sample: Sample


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that all tests of a process share: what a test writes has names of its own."""
    sample = make(tmp_path_factory.mktemp("browser") / "ledger.sqlite")
    with ServerProcess(*SERVICE, environment={"ADJUDICATOR_LEDGER": str(sample.path)}) as server:
        yield Site(server.address, sample)


@pytest.fixture
def new_page(browser: Browser, site: Site) -> Iterator[NewPage]:
    """Opens pages, each in a browser profile of its own, which *keeps* the site where it is told to. Whatever the console complains of, or
    another host is asked for, fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def made(*, at: str = "", keeps: bool = False, **options: Any) -> Page:
        here = at or site.address
        context = browser.new_context(base_url=here, **options)
        contexts.append(context)
        if not keeps:
            context.add_init_script(SAVES_DATA)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(_complaint(said)) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request", lambda asked: complaints.append(asked.url) if _elsewhere(asked.url, here) else None
        )
        return page

    yield made
    for context in contexts:
        context.close()
    refused = re.compile(
        r"Failed to load resource: (the server responded with a status of (4|502 .* /(lists/[^/]+/review|v1/house-lists/[^/]+/pack)$)|net::ERR_INTERNET_DISC|net::ERR_CONNECTION_RE)"
    )
    assert [each for each in complaints if not refused.match(each)] == []


def _complaint(said: ConsoleMessage) -> str:
    return f"{said.text} {urlsplit(said.location.get('url', '')).path}"


def _elsewhere(url: str, address: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme not in ("data", "blob", "about") and parts.netloc != urlsplit(address).netloc


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page(viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def desktop(new_page: NewPage) -> Page:
    return new_page(viewport=DESKTOP)


@pytest.fixture
def plain(new_page: NewPage) -> Page:
    """A browser that runs no scripts."""
    return new_page(viewport=PHONE, java_script_enabled=False)


def be_signed_in(page: Page, secret: str) -> None:
    """Have the next page be that of somebody who is signed in, where signing in is not what a test is about."""
    page.context.add_cookies(
        [{"name": TOKEN, "value": secret, "domain": "127.0.0.1", "path": "/", "httpOnly": True}]
    )


def sign_in(page: Page, secret: str) -> None:
    """Sign in on a page, as a person does."""
    page.goto("/sign-in")
    page.get_by_label("Token").fill(secret)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out here").wait_for()


def until(page: Page, function: str, given: Any = None) -> None:
    """Wait until a *function* of a page's says yes to what it is *given*. The driver's own way evaluates text in the page, which its policy refuses."""
    for _ in range(LOOKS):
        if page.evaluate(f"async (given) => Boolean(await ({function})(given))", given):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"it never came true: {function}")


FIND = """([within, options]) =>
    axe.run(within, options).then((found) => JSON.stringify({ ...found, passes: [], incomplete: [], inapplicable: [] }))"""
"""What the engine finds wrong, in a few bytes: it lists everything else, too."""
ONLY_COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
"""What is looked for in the second scheme: nothing but colours is another, as ``test_the_dark_changes_colours_alone`` holds."""
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


_SHOWN = set[str]()
"""The tests that have shown a state."""


def assert_accessible(page: Page, within: str = "html", schemes: Sequence[Scheme] = ()) -> None:
    """An independent engine finds nothing on the page as it is shown now, or *within* a part of it, in light and in dark.

    Unless *schemes* are named, where ``SWEEPS`` is a number, it looks at the first state that a test shows it and at one in three of the others, and
    at one of the two schemes: at the rest by another ``SEED``.
    """
    if not schemes and SWEEPS.isdecimal():
        if not _is_looked_at():
            return
        schemes = random.sample(SCHEMES, 1)
    schemes = schemes or SCHEMES
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        if page.evaluate("!window.axe"):
            page.evaluate(AXE_SCRIPT)
        options = DEFAULT_OPTIONS if scheme == schemes[0] else ONLY_COLOURS
        found = AxeResults(json.loads(page.evaluate(FIND, [within, options])))
        assert found.violations_count == 0, f"{page.url}, {scheme}: {found.generate_report()}"
    page.emulate_media(color_scheme="light")


def _is_looked_at() -> bool:
    """Return whether the state that a test shows now is among those that are looked at."""
    test = os.environ["PYTEST_CURRENT_TEST"]
    if test in _SHOWN:
        return random.randrange(3) == 0
    _SHOWN.add(test)
    return True


def assert_fits(page: Page) -> None:
    """Nothing is cut off or scrolls sideways on a screen of 320 pixels, which is also what 200% zoom makes of 640."""
    before = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320, f"{page.url} is {wide} pixels wide"
    if before:
        page.set_viewport_size(before)


def lose_first_answer(page: Page, pattern: str) -> list[int]:
    """Let the server do what a page asks for, and lose what it answers the first time; return the statuses of the answers, which come in."""
    statuses: list[int] = []

    def lose(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        statuses.append(answer.status)
        if len(statuses) == 1:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    page.route(pattern, lose)
    return statuses
