"""Whatever is typed into the site is shown as text, wherever it comes up again; and every page is accessible and fits, whatever it has to hold.

The pages are those that the site has, their forms those that are found on them: a new page or field is tried by itself. What is typed is in
:mod:`tests.browser.rough`.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, Response

from adjudicator.server.app import create_app
from tests.browser.conftest import NewPage, Site, assert_accessible
from tests.browser.places import STATES, places, rules_of
from tests.browser.rough import LONG, MARKUP, SUM, TURNED, VALID, make_rough
from tests.conftest import WHOLE, home_with_lexicon
from tests.load.server import SERVICE, ServerProcess

T = TypeVar("T")
APP = create_app()
SMALL = {"width": 320, "height": 640}
TOKEN = "adjudicator_token"
NO_PAGE = "/docs/try"
"""Leads a form of the API's documentation to the call that it makes."""
NO_NETWORK = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
"""So that no live dictionary hears what is typed; one that is asked is told as one that does not answer."""
OWN = "form_key"
"""The field that stays as the page has made it."""
FORMS = """([text, address]) => {
    const page = text === null ? document : new DOMParser().parseFromString(text, "text/html");
    return [...page.forms].flatMap((form, number) => {
        const fields = [...form.elements];
        const path = new URL(form.getAttribute("action"), address).pathname;
        const names = new Set(fields.map((each) => each.name));
        return fields.filter((each) => each.type === "submit" && !each.disabled).map((button) =>
            [number, fields.indexOf(button), [form.getAttribute("method"), path, button.name, button.value, ...names]]);
    });
}"""
"""Every form of the page that is shown, or of a page that is read as *text* and not shown, once for each button that sends it: its number, that of
the button, and what makes it of a kind.
"""
WAITS = """([number, button]) => {
    const form = document.forms[number];
    const known = [form, form.elements[button]];
    return known.some((each) => "waits" in each.dataset || "later" in each.dataset) && !form.matches(".word-form, .queue form");
}"""
"""Whether the scripts of a page send a form themselves, as soon as the server can be reached, and the answer is a new page; a list's stays where it is."""
FILL = """([number, button, text, valid, own]) => {
    const form = document.forms[number], sender = form.elements[button], times = {};
    form.noValidate = true;
    for (const field of form.elements) {
        if ([own, ""].includes(field.name) || ["submit", "button", "file", "fieldset"].includes(field.type)) continue;
        if (["checkbox", "radio"].includes(field.type)) {
            field.checked = true;
            if (!valid) field.value = text;
            continue;
        }
        const chosen = field.type === "hidden" || field.tagName === "SELECT";
        if (valid && chosen) continue;
        const time = times[field.name] = (times[field.name] ?? 0) + 1;
        const value = valid?.[field.name] ?? text + (time > 1 ? time : "");
        if (field.tagName === "SELECT") field.add(new Option(value, value));
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    let scripted = false;
    const hold = (event) => { scripted = event.defaultPrevented; event.preventDefault(); };
    addEventListener("submit", hold, { once: true });
    form.requestSubmit(sender.isConnected ? sender : null);
    return scripted;
}"""
"""Fills a form, with another text each time that a name comes again, and lets the page's scripts send it; returns whether they have."""
SEND = """([number, name, value]) => {
    const form = document.forms[number], told = document.createElement("input");
    Object.assign(told, { type: "hidden", name, value });
    form.append(told);
    HTMLFormElement.prototype.submit.call(form);
}"""
"""Sends a form that no script sends."""
MADE_OF_TEXT = (
    "img[src='x'], [onerror], a[href^='javascript:' i], [src^='javascript:' i], script:not([src]), style"
)
SHOWN = """([made, sum]) => [
    document.querySelectorAll(made).length,
    document.documentElement.outerHTML.includes(sum),
    document.querySelector("main") ? document.documentElement.scrollWidth : 0,
]"""
"""What a page has made of text, whether the sum stands anywhere in it, and its width; a part of a page, which scripts ask for, has no style."""

COUNT = """(() => {
    let running = 0;
    const counted = (call) => function (...given) {
        running += 1;
        return call.apply(this, given).finally(() => setTimeout(() => (running -= 1)));
    };
    window.fetch = counted(window.fetch);
    Response.prototype.text = counted(Response.prototype.text);
    window.answers = async () => {
        while (running) await new Promise((done) => setTimeout(done, 5));
    };
})()"""
"""Counts what the scripts of a page wait for. What a script does with an answer is done before it is counted as there."""


class Form(NamedTuple):
    """A form of the site, and one of the buttons that send it: where it was found and by whom."""

    address: str
    signed_in: bool
    sent_by: tuple[str, str, str, str]
    """How and where it is sent, and the name and value of the button."""
    kind: tuple[str, ...]
    """What makes two forms the same: where they lead and what they ask."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of these tests' own, over a ledger of whoever is rough, and with a folder for the rulesets that are made."""
    folder = tmp_path_factory.mktemp("rough")
    sample = make_rough(folder / "ledger.sqlite")
    variables = {
        "ADJUDICATOR_HOME": str(home_with_lexicon(folder / "home")),
        "ADJUDICATOR_LEDGER": str(sample.path),
        **NO_NETWORK,
    }
    with ServerProcess(*SERVICE, environment=variables) as server:
        yield Site(server.address, sample)


@pytest.fixture(scope="module")
def read() -> dict[bool, list[str]]:
    """What the pages are made of, for whoever is signed in and for whoever is not, as it was when that was first asked."""
    return {}


class Visitor:
    """An owner with a small screen, who notes every dialog that opens."""

    def __init__(self, page: Page, site: Site, read: dict[bool, list[str]]) -> None:
        self.page = page
        self._site = site
        self._read = read
        self._dialogs: list[str] = []
        self._made = itertools.count(1)
        page.on("dialog", self._note)
        page.on("response", self._check)
        page.add_init_script(COUNT)
        self.failures: list[str] = []

    def _note(self, dialog: Any) -> None:
        self._dialogs.append(dialog.message)
        dialog.dismiss()

    def _check(self, response: Response) -> None:
        if response.status >= 500 and (response.status, urlsplit(response.url).path[-7:]) != (502, "/review"):
            self.failures.append(f"{response.request.method} {response.url}: {response.status}")

    def open(self, address: str, signed_in: bool = True) -> None:
        """Open a page as somebody who may do everything, or as anybody."""
        self.page.context.clear_cookies()
        if signed_in:
            self.page.context.add_cookies(
                [{"name": TOKEN, "value": self._site.sample.token, "url": self._site.address}]
            )
        self.page.goto(address)

    def assert_only_text(self) -> None:
        """Nothing of what was typed has become an element, was run or reckoned, or is wider than the screen."""
        address = self.page.url
        assert self._dialogs == [], address
        assert self.failures == [], address
        made, is_reckoned, width = self.page.evaluate(SHOWN, [MADE_OF_TEXT, str(SUM)])
        assert made == 0, address
        assert not is_reckoned, address
        assert width <= SMALL["width"], address

    def forms(self, address: str, signed_in: bool, text: str) -> list[Form]:
        """Return the forms of a page that is made of *text*, once for each button that sends one."""
        found: list[list[Any]] = self.page.evaluate(FORMS, [text, self._site.address + address])
        return [Form(address, signed_in, tuple(kind[:4]), _kind(kind)) for _, _, kind in found]

    def all_forms(self) -> list[Form]:
        """Return one of every kind of form that the site has; those that only ask go before those that change something."""
        found: dict[tuple[str, ...], Form] = {}
        for address, text in zip(self.addresses(), self.texts(signed_in=True), strict=True):
            for form in self.forms(address, True, text):
                found.setdefault(form.kind, form)
        known = {form.kind[1] for form in found.values()}
        for address, text in zip(self.addresses(), self.texts(), strict=True):
            if not leads_to(text) <= known:
                for form in self.forms(address, False, text):
                    found.setdefault(form.kind, form)
        return sorted(found.values(), key=lambda form: form.kind[0])

    def addresses(self) -> list[str]:
        """Return where the pages of the site are, the same page in several states."""
        return [*(each for each in places(APP, self._site.sample) if each != NO_PAGE), *STATES]

    def texts(self, signed_in: bool = False) -> list[str]:
        """Return what the pages of the site are made of, in the order of :meth:`addresses`: as they were before any form was sent."""
        if signed_in in self._read:
            return self._read[signed_in]
        cookies = {TOKEN: self._site.sample.token} if signed_in else {}
        with httpx.Client(base_url=self._site.address, cookies=cookies, timeout=60) as client:
            found = [client.get(address, follow_redirects=True).text for address in self.addresses()]
        return self._read.setdefault(signed_in, found)

    def send(self, form: Form, text: str, valid: dict[str, str] | None) -> bool:
        """Fill every field of a form with *text*, or with what is *valid* for it, and send it; return whether the form was there: what was sent before
        may have done away with it.

        Without any *valid* what people only choose from is forged, too.
        """
        self.open(form.address, form.signed_in)
        there: list[list[Any]] = self.page.evaluate(FORMS, [None, self.page.url])
        number, button = next(
            ((number, button) for number, button, kind in there if tuple(kind[:4]) == form.sent_by), (-1, -1)
        )
        if number < 0:
            return False
        for chooser in self.page.locator("form").nth(number).locator("input[type=file]").all():
            file = {"name": f"{text[:60]}.txt", "mimeType": "text/plain", "buffer": text.encode()}
            chooser.set_input_files(file)  # type: ignore[arg-type]
        filled = None if valid is None else {**valid, "slug": f"rough-{next(self._made)}"}
        given = [number, button, text, filled, OWN]
        if self.page.evaluate(WAITS, [number, button]):
            with self.page.expect_navigation():
                self.page.evaluate(FILL, given)
        elif self.page.evaluate(FILL, given):
            self.page.evaluate("answers()")
        else:
            with self.page.expect_navigation():
                self.page.evaluate(SEND, [number, *form.sent_by[2:]])
        return True


def some(each: list[T]) -> list[T]:
    """Return all that there are where sweeps are whole, else a quarter of them, another one by each seed."""
    return each if WHOLE else random.sample(each, (len(each) + 3) // 4)


def leads_to(text: str) -> set[str]:
    """Return the routes that the forms of a page that change something lead to."""
    actions = re.findall(r'action="([^"?]+)[^>]* method="post"', text)
    return {APP.url_map.bind("localhost").match(path, "POST", return_rule=True)[0].rule for path in actions}


def _kind(kind: list[str]) -> tuple[str, ...]:
    """Return what makes two forms the same. Those of the API's documentation are all made alike."""
    method, path, *rest = kind
    adapter = APP.url_map.bind("localhost")
    rule, _ = adapter.match(path, method=method.upper(), return_rule=True)
    return (method, rule.rule) if rule.endpoint.startswith("docs.") else (method, rule.rule, *rest)


@pytest.fixture
def visitor(new_page: NewPage, site: Site, read: dict[bool, list[str]]) -> Visitor:
    return Visitor(new_page(viewport=SMALL), site, read)


@pytest.mark.parametrize("route", sorted({rule.rule for rule in rules_of(APP, "GET")} - {NO_PAGE}))
def test_every_page(site: Site, visitor: Visitor, route: str) -> None:
    """With rough words in every place of the ledger each page is only text, fits 320 pixels, and the engine finds nothing on it.

    Unless sweeps are whole, a quarter of a page's states are opened, others by each seed, and the engine looks at one of them.
    """
    matching = APP.url_map.bind("localhost")
    states = some(
        [
            address
            for address in visitor.addresses()
            if matching.match(urlsplit(address).path, return_rule=True)[0].rule == route
        ]
    )
    checked = states if WHOLE else random.sample(states, 1)
    for address in states:
        visitor.open(address)
        visitor.assert_only_text()
        if address in checked and visitor.page.locator("main").count():
            assert_accessible(visitor.page)


@pytest.mark.long
def test_every_form(site: Site, visitor: Visitor) -> None:
    """Rough words in every field of every form come back as text: at once where they are refused, and on every page where they are kept.

    Unless sweeps are whole, a quarter of the forms get one of four texts, another one by each seed: two are refused and two are kept. That of a new
    list is kept in any case. Of the pages that show what was kept, a quarter are opened then.
    """
    forms = visitor.all_forms()
    first = random.randrange(4)
    assert len(forms) > 30
    new = next(form for form in forms if form.kind[:2] == ("post", "/lists"))
    forms = [new, *some([form for form in forms if form != new])]
    rough: list[tuple[str, dict[str, str] | None]]
    rough = [(TURNED, None), (MARKUP, {}), (MARKUP, VALID), (LONG, VALID)]
    for number, form in enumerate(forms):
        one = 2 if form == new else (number + first) % len(rough)
        for text, valid in rough if WHOLE else [rough[one]]:
            if visitor.send(form, text, valid):
                visitor.assert_only_text()
    for address in some(visitor.addresses()):
        visitor.open(address)
        visitor.assert_only_text()
    visitor.open("/lists")
    assert MARKUP[:80] in visitor.page.locator("main").inner_text()


@pytest.mark.long
def test_every_address(site: Site, visitor: Visitor) -> None:
    """Rough words in the place of a name in an address, and as each of the parameters that forms send: to a quarter of the addresses, unless sweeps
    are whole.
    """
    names = {name for text in visitor.texts(signed_in=True) for name in re.findall(r' name="([^"]+)"', text)}
    query = "&".join(f"{quote(name)}={quote(TURNED)}" for name in sorted({*names, "after", "page"}))
    for rule in rules_of(APP, "GET"):
        values = dict.fromkeys(rule.arguments, TURNED)
        if "<int:number>" in rule.rule:
            values["number"] = "1"
        built = rule.build(values)
        assert built is not None
        visitor.open(built[1])
        visitor.assert_only_text()
    for address in some(visitor.addresses()):
        visitor.open(f"{address}{'&' if '?' in address else '?'}{query}")
        visitor.assert_only_text()
