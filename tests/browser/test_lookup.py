"""Looking words up and judging plays, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import NewPage, Site, assert_accessible, assert_fits, be_signed_in
from tests.browser.latency import measure, told

KILOBYTES = 60
WEIGHED = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .map((each) => [each.name, each.transferSize])"""
SHIFTED = """() => new Promise((done) => new PerformanceObserver((list) => done(
    list.getEntries().filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)
  )).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""


def field(page: Page) -> Locator:
    return page.get_by_label("Word, or several")


def answer(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def assert_fine(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)


def test_answers_as_one_types(site: Site, desktop: Page) -> None:
    """The answer comes with the last key; focus, form and place stay where they are, and the address becomes the link."""
    desktop.goto("/?utm=x")
    assert_fine(desktop)
    assert desktop.evaluate(SHIFTED) == 0
    card = desktop.locator("#answers .answer")
    before, form = card.bounding_box(), desktop.locator("form").bounding_box()
    field(desktop).press_sequentially("trig")
    expect(answer(desktop)).to_have_text("trig LEGAL")
    assert (card.bounding_box(), desktop.locator("form").bounding_box()) == (before, form)
    expect(field(desktop)).to_be_focused()
    expect(desktop).to_have_url("/?word=trig&ruleset=boggle")
    expect(desktop).to_have_title("trig: legal in Boggle · Adjudicator")
    expect(desktop.get_by_role("status")).to_have_text(re.compile("^trig: LEGAL. An adjective"))
    assert_fine(desktop)

    field(desktop).press_sequentially("ger, zee xyzzy")
    expect(answer(desktop)).to_have_text("3 words NOT ALL LEGAL")
    assert_fine(desktop)
    desktop.get_by_role("link", name="zee", exact=True).click()
    expect(answer(desktop)).to_have_text("zee NOT LEGAL")
    desktop.locator(".near").get_by_role("link", name="zed").click()
    expect(answer(desktop)).to_have_text("zed LEGAL")
    expect(desktop).to_have_url("/?word=zed&ruleset=boggle")

    field(desktop).fill("12")
    expect(desktop.locator("#fault")).to_contain_text("can be spelled")
    expect(field(desktop)).to_have_attribute("aria-invalid", "true")
    assert_fine(desktop)
    field(desktop).fill("<b>zed</b>")
    expect(answer(desktop)).to_have_text("<b>zed</b> NOT LEGAL")
    expect(field(desktop)).not_to_have_attribute("aria-invalid", "true")


def test_usage_comes_in_place(site: Site, desktop: Page) -> None:
    """Sentences and other words stand in the proof once they are asked for; the link of the verdict stays, and the keyboard is at the proof."""
    desktop.goto("/?word=happy&ruleset=open")
    desktop.get_by_role("link", name="Use it in a sentence").click()
    expect(desktop.get_by_text("“a happy marriage”")).to_be_visible()
    expect(desktop.get_by_role("heading", name="The proof")).to_be_focused()
    expect(desktop).to_have_url("/?word=happy&ruleset=open")
    assert_fine(desktop)


def test_the_rules_are_remembered(site: Site, phone: Page) -> None:
    """A switch judges the word anew and is there the next time; a link shows what it says."""
    phone.goto("/?word=zee&ruleset=boggle")
    expect(answer(phone)).to_have_text("zee NOT LEGAL")
    phone.get_by_label("Rules", exact=True).select_option("word-whiz")
    expect(answer(phone)).to_have_text("zee LEGAL")
    expect(phone).to_have_url("/?word=zee&ruleset=word-whiz")
    phone.goto("/")
    expect(phone.get_by_label("Rules", exact=True)).to_have_value("word-whiz")
    phone.goto("/?word=zee&ruleset=boggle")
    expect(answer(phone)).to_have_text("zee NOT LEGAL")
    phone.goto("/")
    expect(phone.get_by_label("Rules", exact=True)).to_have_value("word-whiz")
    assert_fine(phone)
    phone.goto("/?word=rewatches&ruleset=boggle")
    expect(phone.get_by_text("Open to dispute: see")).to_be_visible()
    phone.get_by_text("For the record").click()
    assert_fine(phone)
    phone.get_by_role("link", name="I challenge this").click()
    expect(phone).to_have_url("/disputes/new?word=rewatches&ruleset=boggle")


def test_an_older_answer_never_replaces_a_newer_one(site: Site, desktop: Page) -> None:
    """However slow the first answer is; and where none comes, the page says so and not what it said before."""
    held: list[Route] = []
    desktop.route("**/?word=tri&*", lambda route: held.append(route))
    desktop.goto("/")
    with desktop.expect_request("**/?word=tri&*"):
        field(desktop).fill("tri")
    field(desktop).fill("zee")
    expect(answer(desktop)).to_have_text("zee NOT LEGAL")
    for route in held:
        route.continue_()
    desktop.evaluate("fetch('/?word=later&part=answer').then((response) => response.text())")
    assert answer(desktop).inner_text().startswith("zee")
    desktop.route("**/?word=zed&*", lambda route: route.fulfill(status=429))
    field(desktop).fill("zed")
    expect(answer(desktop)).to_have_text("zed no answer yet")
    assert_fine(desktop)
    desktop.unroute_all()
    field(desktop).press("Enter")
    expect(answer(desktop)).to_have_text("zed LEGAL")


def test_by_keyboard_alone(site: Site, desktop: Page) -> None:
    """A slash leads to the field, Escape empties it, and every word that was looked up is a key or two away until it is forgotten."""
    desktop.goto("/?word=trig&ruleset=boggle")
    desktop.keyboard.press("/")
    expect(field(desktop)).to_be_focused()
    desktop.keyboard.type("zee")
    desktop.keyboard.press("Enter")
    expect(answer(desktop)).to_have_text("zee NOT LEGAL")
    recent = desktop.get_by_role("region", name="Words you looked up")
    expect(recent.get_by_role("link")).to_have_text(["zee", "trig"])
    desktop.keyboard.type("a/b")
    expect(answer(desktop)).to_contain_text("a/b")
    desktop.keyboard.press("Escape")
    expect(answer(desktop)).to_have_text("Is it a word?")
    expect(field(desktop)).to_be_focused()
    expect(desktop).to_have_url("/")
    expect(field(desktop)).to_have_value("")
    assert_fine(desktop)
    desktop.get_by_label("Rules", exact=True).select_option("open")
    recent.get_by_role("link", name="zee").press("Enter")
    expect(answer(desktop)).to_have_text("zee LEGAL")
    recent.get_by_role("button", name="Forget them").press("Enter")
    expect(recent.get_by_role("link")).to_have_count(0)
    assert_fine(desktop)
    expect(recent.get_by_role("button", name="Bring them back")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(recent.get_by_role("link")).to_have_text(["zee", "trig"])
    expect(recent.get_by_role("button", name="Forget them")).to_be_focused()
    desktop.keyboard.press("Enter")
    desktop.goto("/")
    expect(recent).to_be_hidden()


def test_paste_and_share(site: Site, new_page: NewPage) -> None:
    """A list is pasted line by line. The link that is shared shows the same ruling in another browser; where nothing can be copied for you, the link is shown."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/")
    page.evaluate("navigator.clipboard.writeText('zed\\ntrig')")
    field(page).press("ControlOrMeta+v")
    expect(answer(page)).to_have_text("2 words ALL LEGAL")
    page.goto("/?word=glorp&ruleset=house:monday&utm=x")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = new_page()
    other.goto(link)
    expect(answer(other)).to_have_text("glorp LEGAL")
    expect(other.get_by_label("Rules", exact=True).locator("option:checked")).to_have_text(
        re.compile(", revision ")
    )
    insecure = new_page()
    insecure.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    insecure.goto(link)
    insecure.get_by_role("button", name="Share", exact=True).click()
    expect(insecure.get_by_text(link)).to_be_visible()
    assert insecure.evaluate("getSelection().toString()") == link
    assert_fine(insecure)


def test_under_a_house_list(site: Site, phone: Page) -> None:
    """Who may edit the list is one tap away from it."""
    be_signed_in(phone, site.sample.token)
    phone.goto("/?word=yeet&ruleset=house:sunday")
    assert_fine(phone)
    phone.get_by_role("link", name="Change this list").click()
    expect(phone).to_have_url("/lists/sunday")


def test_without_scripts(site: Site, plain: Page) -> None:
    """All of it works: the verdict, several words, the rules that stay chosen; nothing is shown that needs a script."""
    plain.goto("/")
    field(plain).fill("zee")
    plain.get_by_label("Rules", exact=True).select_option("open")
    plain.get_by_role("button", name="Check").click()
    expect(answer(plain)).to_have_text("zee LEGAL")
    expect(plain).to_have_url("/?word=zee&ruleset=open")
    expect(plain.get_by_role("button", name="Share", exact=True)).to_be_hidden()
    expect(plain.get_by_text("Words you looked up")).to_be_hidden()
    plain.goto("/")
    expect(plain.get_by_label("Rules", exact=True)).to_have_value("open")
    field(plain).fill("zed, xyzzy")
    plain.get_by_role("button", name="Check").click()
    expect(answer(plain)).to_have_text("2 words NOT ALL LEGAL")

    plain.goto("/judge")
    plain.get_by_label("Words of the play").fill("zed xyzzy")
    plain.get_by_role("button", name="Judge the play").click()
    expect(answer(plain)).to_have_text("UNACCEPTABLE")
    expect(plain).to_have_url("/judge")
    assert "xyzzy" not in plain.content()
    plain.get_by_role("link", name="Next play").click()
    expect(plain.get_by_label("Words of the play")).to_have_value("")
    plain.go_back()
    expect(plain.get_by_label("Words of the play")).to_have_value("")


def test_judge_mode(site: Site, phone: Page) -> None:
    """One answer for a whole play, over the whole screen; it goes by itself, with a key or with a tap, and leaves nothing."""
    phone.clock.install()
    phone.goto("/")
    phone.get_by_role("link", name="Judge mode").click()
    assert_fine(phone)
    words = phone.get_by_label("Words of the play")
    steps = phone.evaluate("history.length")

    def judge(play: str, said: str) -> Locator:
        words.press_sequentially(play)
        words.press("Enter")
        shown = phone.get_by_role("region", name=said)
        expect(shown).to_be_focused()
        expect(shown).to_have_text(
            re.compile(rf"^\s*.\s*{said}\s*Boggle · lexicon [0-9a-f]{{12}}\s*Keep it here Next play\s*$")
        )
        expect(phone.locator("form")).to_be_hidden()
        return shown

    shown = judge("zed, zee", "UNACCEPTABLE")
    assert shown.bounding_box() == {"x": 0, "y": 0, **(phone.viewport_size or {})}
    assert_fine(phone)
    phone.clock.fast_forward(10_000)
    expect(shown).to_be_hidden()
    expect(words).to_be_focused()
    expect(words).to_have_value("")

    shown = judge("zed, zee", "UNACCEPTABLE")
    phone.get_by_role("button", name="Keep it here").tap()
    phone.clock.fast_forward(60_000)
    expect(shown).to_be_visible()
    assert_fine(phone)
    shown.tap(position={"x": 20, "y": 20})
    expect(words).to_be_focused()
    shown = judge("zee", "UNACCEPTABLE")
    phone.keyboard.press("Tab")
    phone.clock.fast_forward(60_000)
    expect(phone.get_by_role("button", name="Keep it here")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("button", name="Kept until you go on")).to_be_focused()
    expect(shown).to_be_visible()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(shown).to_be_hidden()

    shown = judge("zed trig", "ACCEPTABLE")
    assert_fine(phone)
    phone.keyboard.press("z")
    expect(shown).to_be_hidden()
    expect(words).to_have_value("z")
    shown = judge("ed", "ACCEPTABLE")
    phone.keyboard.press("Enter")
    expect(shown).to_be_hidden()
    shown = judge("zed", "ACCEPTABLE")
    shown.tap(position={"x": 20, "y": 20})
    expect(words).to_be_focused()

    words.press_sequentially("123")
    words.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("Nothing was judged")
    expect(words).to_have_value("123")
    assert_fine(phone)
    phone.route("**/judge", lambda route: route.fulfill(status=429, headers={"Retry-After": "12"}))
    words.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("Send it again in 12 seconds.")
    expect(words).to_have_value("123")
    assert_fine(phone)
    expect(phone).to_have_url("/judge")
    assert phone.evaluate("history.length") == steps
    assert phone.evaluate("Object.values(localStorage).join()") in (
        "",
        "nobody",
    )  # who looks at the page, and no word


def test_the_first_view_is_light(site: Site, desktop: Page) -> None:
    """Everything that the first look at the page takes is a few kilobytes, and all from here."""
    desktop.goto("/", wait_until="networkidle")
    sizes = dict(desktop.evaluate(WEIGHED))
    print(f"\nfirst view: {sum(sizes.values()):,} bytes", sizes)
    assert {url.rsplit("/", 1)[1] for url in sizes} >= {
        "",
        "style.css",
        "lookup.css",
        "lookup.js",
        "icon.svg",
    }
    assert all(sizes.values())
    assert sum(sizes.values()) <= KILOBYTES * 1024


def test_how_long_an_answer_takes(site: Site, desktop: Page) -> None:
    """It is printed; whether it is fast enough is for people to say."""
    print("\n" + told(measure(desktop, ["trig", "zee", "scuba", "xyzzy", "rewatches"])))
