"""Without a network: what a browser has kept answers as the server does, and the server is asked again when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Request, Route, expect

from adjudicator.games.board import read_board
from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Pack
from adjudicator.usecases.boards import check_words, solved
from adjudicator.web.session import TOKEN
from tests.browser.conftest import (
    DESKTOP,
    LOOKS,
    PHONE,
    NewPage,
    Site,
    assert_accessible,
    assert_fits,
    be_signed_in,
    lose_first_answer,
    sign_in,
)
from tests.browser.relay import relay
from tests.browser.test_disputes import challenge
from tests.browser.test_line import RECORD, card, field, honest
from tests.browser.test_play import PERS, begin, totals, write
from tests.packs.conftest import kept as kept
from tests.packs.conftest import pack as pack
from tests.test_cases import ALL

pytestmark = pytest.mark.usefixtures("kept")
CACHES = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        for (const each of await (await caches.open(name)).keys()) {
            const { pathname, search } = new URL(each.url);
            found[pathname + search] = await (await caches.match(each, { cacheName: name })).text();
        }
    }
    return found;
}"""
"""What a browser keeps: the path of each thing → its text."""
ASK = """(cases) => cases.map(([word, ruleset]) => {
    const form = document.querySelector("form.ask");
    form.elements.ruleset.value = ruleset;
    form.elements.word.value = `"${word}"`;
    form.elements.word.dispatchEvent(new Event("input", { bubbles: true }));
    form.requestSubmit();
    return [...document.querySelectorAll("#answers .answer :is(strong, .why)")].map((each) => each.textContent);
})"""
"""Looks words up, one after the other, as fast as the page can; returns what each card says."""
UPDATE = """async (expected) => {
    await (await navigator.serviceWorker.ready).update();
    const shells = async () => (await caches.keys()).filter((each) => each.includes("-shell-")).map((each) => each.slice(18, 20)).join();
    for (let left = 200; left > 0 && (await shells()) !== expected; left--) await new Promise((done) => setTimeout(done, 50));
    return shells();
}"""
"""Looks for another edition, as browsers do from time to time, and waits until those that are kept, wholly or in part, are as *expected*."""
COUNTED = """() => {
    const keep = keepGames;
    self.looked = 0;
    keepGames = (...given) => keep(...given).finally(() => (self.looked += 1));
}"""
"""Has the worker count the pages of which it has seen who looks at them."""
LOOKED = "async (times) => { while (looked < times) await new Promise((done) => setTimeout(done, 20)); }"
"""Waits until it has counted so many."""
PERSONAL = re.compile(r"form_key\" value=\"[^\"]|Signed in as|adjudicator_token")


def keep(page: Page, address: str = "/") -> None:
    """Look at the site once, until all that it keeps is kept."""
    page.goto(address)
    page.wait_for_selector("html[data-kept]", state="attached", timeout=15_000)


def visit(page: Page, address: str) -> None:
    """Open a page as the server says it now: the network is only just back, or slow, and the browser may give out what it has kept."""
    for _ in range(LOOKS):
        page.goto(address)
        if not page.locator("body[data-copy]").count():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the browser gives out a copy of {address} for ever")


@pytest.fixture
def page(new_page: NewPage) -> Iterator[Page]:
    """A phone that has looked at the site once, and has no network any more."""
    page = new_page(keeps=True, viewport=PHONE)
    keep(page)
    page.wait_for_selector("html[data-pack]", state="attached")
    page.context.set_offline(True)
    yield page


def test_looking_up(site: Site, new_page: NewPage) -> None:
    """The pack is fetched once. No key asks the server, typing that rests does, once; the card is honest in each of its states."""
    page = new_page(keeps=True, viewport=DESKTOP)
    asked: list[Request] = []
    page.context.on("request", lambda request: asked.append(request))
    page.goto("/", wait_until="networkidle")
    assert not [each for each in asked if "/v1/packs/" in each.url or each.service_worker]
    keep(page)
    page.wait_for_selector("html[data-pack]", state="attached")
    from_there = [each for each in asked if "/v1/packs/sha256:" in each.url and each.service_worker]
    assert len(from_there) == 1
    page.reload()
    page.wait_for_selector("html[data-pack]", state="attached")
    page.evaluate(RECORD)
    asked.clear()
    field(page).press_sequentially("cartoon", delay=40)
    expect(page.get_by_role("heading", name="The proof")).to_be_visible()
    assert [each.url for each in asked if "part=answer" in each.url] == [
        f"{site.address}/?word=cartoon&ruleset=boggle&part=answer&typing=1"
    ]
    field(page).fill("zee")
    expect(card(page)).to_have_text("zee NOT LEGAL")
    field(page).press_sequentially("zzy zed")
    expect(card(page)).to_have_text("2 words NOT ALL LEGAL")
    page.context.set_offline(True)
    field(page).fill("zebra")
    expect(card(page)).to_have_text("zebra LEGAL")
    expect(page.locator(".device")).to_contain_text("settled. There is no network. The proof is asked for")
    assert_accessible(page)
    assert_fits(page)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="The proof")).to_be_visible()
    states = [each for each in page.evaluate("states") if not each["asked"].endswith("words")]
    page.evaluate("(states) => (window.states = states)", states)
    honest(page)


@pytest.mark.long
def test_the_rulebooks_cases(page: Page, pack: Pack) -> None:
    """Every example of the rulebooks, looked up without a network, even after the page is opened anew: the card says what the rulebook says."""
    page.goto("/?word=trig&ruleset=open&utm=x")
    expect(card(page)).to_have_text("trig LEGAL")
    expect(page.locator(".device")).to_contain_text(
        f"Offline answer, lexicon {pack.lexicon[7:13]}…: settled."
    )
    assert_accessible(page)
    assert_fits(page)
    cases = [case for case in ALL if case.ruleset in pack.rulesets]
    said = page.evaluate(ASK, [[case.word, case.ruleset] for case in cases])
    for case, told in zip(cases, said, strict=True):
        legal = case.code == "sense-admitted"
        assert told == ["LEGAL" if legal else "NOT LEGAL", pack.sentence(case.word, case.ruleset)], case
    page.get_by_label("Rules", exact=True).select_option("boggle")
    page.goto("/")
    expect(page.get_by_label("Rules", exact=True)).to_have_value("boggle")
    field(page).fill("zouk 123 zee")
    expect(card(page)).to_have_text("3 words NOT ALL LEGAL")
    expect(page.locator(".words li")).to_have_count(3)
    page.goto("/?word=yeet&ruleset=house:sunday")
    expect(page.locator("#fault")).to_contain_text("are not on this device. It is asked again")
    assert "LEGAL" not in page.locator("#answers").inner_text()


@pytest.mark.long
def test_judging_and_boards(page: Page, adjudicator: Adjudicator) -> None:
    """A play is judged, and a board is drawn, solved and checked with the points of the server and a way of each word; other pages say that they
    need a network.
    """
    page.goto("/judge")
    for play, outcome in (("zed trig", "ACCEPTABLE"), ("zed zee", "UNACCEPTABLE")):
        page.get_by_label("Words of the play").fill(play)
        page.get_by_label("Words of the play").press("Enter")
        expect(page.get_by_role("region", name=outcome, exact=True)).to_contain_text(
            "offline answer, lexicon"
        )
        assert_accessible(page)
        page.keyboard.press("Escape")
    for drawing, ruleset in (
        ("PERS/LATG/SINE/TERS", "boggle"),
        ("..R../.ABE./W?D*IS/.OG*T./..E..".replace("?", "A"), "bonus-rings"),
    ):
        words = ["plates", "zed", "dig", "digs", "xyzzy", "bead"]
        page.goto(f"/board?board={drawing}&ruleset={ruleset}&words={'+'.join(words)}")
        expect(page.locator(".lengths details").first).to_be_attached()
        seen = page.evaluate(
            """() => [...document.querySelectorAll(".lengths details")].flatMap((group) => {
                const all = Number((/([\\d,]+) points?(?! in all)/.exec(group.querySelector("summary").textContent) ?? [])[1]);
                return [...group.querySelectorAll("a")].map((each) => [each.firstChild.textContent.trim(), Number(each.querySelector("b")?.textContent ?? all)]);
            })"""
        )
        expected = {each["word"]: each["score"] for each in solved(adjudicator, drawing, ruleset)["words"]}
        assert dict(map(tuple, seen)) == expected and len(expected) > 50
        checked = check_words(adjudicator, drawing, words, ruleset)["words"]
        told = page.locator(".checked .outcome b").all_inner_texts()
        assert [text.split()[0] for text in told] == [str(each["score"]) for each in checked]
        shown = read_board(drawing)
        ways = page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".lengths [data-path]")].map((each) => [each.firstChild.textContent, each.dataset.path.split(" ").map(Number)]))"""
        )
        for word, way in ways.items():
            assert "".join(shown.tiles[tile].face for tile in way) == word
            assert all(other in shown.neighbours[one] for one, other in pairwise(way))
        page.locator(".rows [data-path]").first.click()
        word = page.locator(".rows [data-path]").first.inner_text()
        places = "; ".join(shown.place(tile) for tile in ways[word])
        drawn = page.get_by_role("img", name=re.compile(f"^The board: .*\\. {word}: {places}$"))
        expect(drawn).to_be_visible()
        expect(page.locator("figcaption")).to_contain_text(f"{word}: ")
        expect(page.locator(".tile.lit")).to_have_count(len({*ways[word]}))
        assert_accessible(page)
        page.reload()
        expect(drawn).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.goto("/rules/boggle")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Boggle")
    page.goto("/lists")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page needs a network")
    assert_accessible(page)


@pytest.fixture
def pocket(site: Site, new_page: NewPage) -> str:
    """A house list over other rules, which denies *trig* and allows *blorp*; its address."""
    page = new_page()
    made = {"slug": "pocket", "title": "Pocket", "base": "boggle", "overrides": {"length": {"min": 4}}}
    page.request.post("/v1/house-lists", headers=site.sample.authorization, data=made)
    edit(site, page, trig="deny", blorp="allow")
    return "/v1/house-lists/pocket"


def edit(site: Site, page: Page, **entries: str) -> None:
    """Have the list say what becomes of words."""
    said = [{"word": word, "effect": effect, "reason": "so we play"} for word, effect in entries.items()]
    headers = {**site.sample.authorization, "If-Match": "*"}
    sent = page.request.post("/v1/house-lists/pocket/edits", headers=headers, data={"entries": said})
    assert sent.ok, sent.text()


@pytest.mark.long
def test_a_house_list(site: Site, new_page: NewPage, pocket: str) -> None:
    """Words are judged by a list without a question for each key, and without a network by its revision that was seen last, as the server judges
    them; a newer revision is taken as soon as there is a network. Judge mode and boards take it from there, too. Its revisions that somebody asks
    for do not put it out.
    """
    page = new_page(keeps=True, viewport=PHONE)
    revision = page.request.get(pocket).json()["revision"]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response(f"**{pocket}/pack"):
        keep(page, "/?ruleset=house:pocket")
        page.wait_for_selector("html[data-pack]", state="attached")
    page.reload()
    page.wait_for_selector("html[data-pack]", state="attached")
    page.wait_for_load_state("networkidle")
    asked.clear()
    field(page).press_sequentially("blorp", delay=20)
    expect(card(page)).to_have_text("blorp LEGAL")
    expect(page.get_by_text("Who says so")).to_be_visible()
    assert len(asked) == 1 and "part=answer" in asked[0]

    words = ["trig", "blorp", "zee", "tri", "zebra", "glorpish", "123"]
    verdicts = [page.request.get(f"/v1/rulesets/house:pocket/words/{word}").json() for word in words[:-1]]
    page.context.set_offline(True)
    said = page.evaluate(ASK, [[word, "house:pocket"] for word in words])
    assert [told[0] for told in said[:-1]] == ["LEGAL" if each["legal"] else "NOT LEGAL" for each in verdicts]
    assert said[0][1].startswith("The house list “Pocket” denies it: so we play (") and said[3][1] == (
        "Too short: 3 letters; at least 4 are needed."
    )
    page.goto("/?word=blorp&ruleset=house:pocket")
    expect(card(page)).to_have_text("blorp LEGAL")
    expect(page.locator(".device")).to_contain_text(
        re.compile(
            f"Offline answer, list \u2068Pocket\u2069 revision {revision}, lexicon [0-9a-f]{{6}}…: settled."
        )
    )
    expect(page.get_by_label("Rules", exact=True).locator(":checked")).to_have_text("Pocket")
    expect(page.get_by_label("Rules", exact=True).locator("option", has_text="Pocket")).to_have_count(1)
    assert_accessible(page)
    assert_fits(page)
    page.goto("/judge")
    page.get_by_label("Rules", exact=True).select_option("house:pocket")
    page.get_by_label("Words of the play").fill("zebra blorp")
    page.get_by_label("Words of the play").press("Enter")
    expect(page.get_by_role("region", name="ACCEPTABLE", exact=True)).to_contain_text(
        f"revision {revision}, lexicon"
    )
    page.goto("/board?board=TRIG/BLOX/SPRE/SINE&ruleset=house:pocket&words=trig+blorp")
    told = page.locator(".checked .outcome b")
    expect(told).to_have_text(["0 points", re.compile("^[1-9]")])

    edit(site, page, glorpish="allow", trig="allow")
    page.goto("/?word=glorpish&ruleset=house:pocket")
    expect(card(page)).to_have_text("glorpish NOT LEGAL")
    with page.expect_response(
        lambda response: response.url.endswith(f"{pocket}/pack") and response.ok
    ) as came:
        page.context.set_offline(False)
    came.value.finished()  # or the network would go before all of it has come
    expect(page.get_by_text("Who says so")).to_be_visible()
    expect(card(page)).to_have_text("glorpish LEGAL")
    page.context.set_offline(True)
    field(page).fill("trig")
    expect(card(page)).to_have_text("trig LEGAL")
    expect(page.locator(".device")).to_contain_text(f"revision {revision + 1}, lexicon")
    page.context.set_offline(False)
    for letter in "abcdefg":
        edit(site, page, **{f"glorp{letter}": "allow"})
    page.evaluate(
        "async ([address, first]) => { for (let more = 0; more < 9; more++) await fetch(`${address}?revision=${first + more}`); }",
        [f"{pocket}/pack", revision],
    )
    kept = [each for each in page.evaluate(CACHES) if each.startswith(f"{pocket}/pack")]
    assert set(kept) == {
        f"{pocket}/pack",
        *(f"{pocket}/pack?revision={number}" for number in range(revision + 1, revision + 9)),
    }


def test_what_is_kept_is_nobodys(site: Site, new_page: NewPage) -> None:
    """Whoever is signed in, nothing of theirs is kept; what an older edition of the site kept is removed."""
    page = new_page(keeps=True, viewport=PHONE)
    sign_in(page, site.sample.token)
    page.evaluate(
        "caches.open('adjudicator-shell-older').then((cache) => cache.put('/older', new Response('')))"
    )
    keep(page, "/lists/sunday")
    found = page.evaluate(CACHES)
    assert {"/", "/judge", "/board", "/play", "/rules", "/offline", "/rules/boggle"} <= found.keys()
    assert "/older" not in found and not [
        path for path in found if path.startswith(("/lists", "/disputes", "/sign"))
    ]
    assert not [path for path, text in found.items() if PERSONAL.search(text)]


@pytest.mark.long
def test_another_edition_takes_over_without_a_gap(site: Site, new_page: NewPage) -> None:
    """Another edition's worker keeps everything while the page stays open. Where it gets but a part, and the network goes, the edition before is
    there as a whole; it goes when the new one is kept.
    """
    with relay(site.address) as between:
        page = new_page(at=between.address, keeps=True, viewport=PHONE)
        keep(page)
        between.edition = b"b2"
        assert page.evaluate(UPDATE, "b2") == "b2"
        between.edition, between.has_copies = b"c3", False
        assert page.evaluate(UPDATE, "b2,c3") == "b2,c3"
        page.context.set_offline(True)
        page.goto("/?word=trig&ruleset=open")
        expect(card(page)).to_have_text("trig LEGAL")
        assert page.locator("link[rel=stylesheet]").first.evaluate(
            "(link) => link.href.includes('/b2') && link.sheet.cssRules.length"
        )
        page.goto("/lists")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page needs a network")
        page.context.set_offline(False)
        between.has_copies = True
        keep(page)
        assert page.evaluate(UPDATE, "c3") == "c3"
        page.context.set_offline(True)
        page.goto("/?word=trig&ruleset=open")
        expect(card(page)).to_have_text("trig LEGAL")


def test_games_go_with_who_has_seen_them(site: Site, new_page: NewPage) -> None:
    """The page of a game is kept for whoever is signed in, and for nobody else: not when their token has ended elsewhere, and not when it was on
    its way as they went.
    """
    games = "async () => (await (await caches.open('adjudicator-games')).keys()).map((each) => new URL(each.url).search)"
    with relay(site.address) as between:
        page = new_page(at=between.address, keeps=True, viewport=PHONE)
        keep(page)
        worker = page.context.service_workers[0]
        worker.evaluate(COUNTED)
        page.context.add_cookies([{"name": TOKEN, "value": site.sample.token, "url": between.address}])
        page.goto("/play/round?game=played")
        assert page.get_by_text("Signed in as").count() == 1
        page.goto("/board")
        assert page.evaluate(games) == ["?game=played"]
        page.context.add_cookies([{"name": TOKEN, "value": "adj_revoked", "url": between.address}])
        page.goto("/board")
        worker.evaluate(LOOKED, 3)
        assert page.evaluate(games) == []

        page.context.add_cookies([{"name": TOKEN, "value": site.sample.token, "url": between.address}])
        other = page.context.new_page()
        other.goto("/play")
        between.holds = "/play/round"
        other.evaluate("() => { location.href = '/play/round?game=played' }")
        assert between.came.wait(30)
        page.context.clear_cookies(name=TOKEN)
        page.goto("/board")
        between.goes.set()
        expect(other.get_by_text("Signed in as")).to_have_count(1)
        expect(other.get_by_role("heading", level=1)).to_contain_text("Round")
        worker.evaluate(LOOKED, 6)
        assert page.evaluate(games) == []


def online_listeners(page: Page) -> int:
    """How many wait on a page for the network to come back."""
    session = page.context.new_cdp_session(page)
    window = session.send("Runtime.evaluate", {"expression": "window"})["result"]["objectId"]
    found = session.send("DOMDebugger.getEventListeners", {"objectId": window})["listeners"]
    return sum(each["type"] == "online" for each in found)


def test_what_waits_is_sent_once(site: Site, new_page: NewPage) -> None:
    """A vote and a word that are entered without a network wait in sight, and each is sent once, though its answer was lost; what is refused
    stays with the reason, and what is cancelled is not sent.
    """
    page = new_page(viewport=PHONE)
    be_signed_in(page, site.sample.token)
    page.goto("/?word=aswell&ruleset=boggle")
    challenge(page, "aswell", "3")
    dispute = page.url
    lost = lose_first_answer(page, "**/vote")
    page.context.set_offline(True)
    page.get_by_role("button", name="Legal", exact=True).click()
    waits = page.get_by_role("complementary", name="What waits to be sent")
    expect(waits).to_contain_text("1 waits to be sent, and goes by itself when the network is back.")
    page.get_by_role("button", name="Not legal", exact=True).click()
    expect(waits.get_by_role("listitem")).to_have_text(re.compile("on aswell: Not legal *Cancel"))
    assert_accessible(page)
    assert_fits(page)
    page.clock.install()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/vote")):
        page.context.set_offline(False)
    for _ in range(4):
        page.clock.fast_forward(16_000)  # when what failed is tried again
        page.wait_for_timeout(200)
    expect(waits).to_have_text(re.compile("^Sent: Vote of .* on aswell: Not legal"))
    assert lost == [303, 303]
    votes = page.request.get(dispute.replace("/disputes/", "/v1/disputes/")).json()
    assert (votes["number"], [each["choice"] for each in votes["votes"]]) == (2, ["illegal"])

    page.goto("/lists/sunday")
    page.context.set_offline(True)
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    page.get_by_label("Word", exact=True).fill("galumph")
    page.get_by_label("allowed", exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(waits).to_have_text(
        re.compile("^Not sent, and this browser has no room to keep it: .*galumph. Leave this page open")
    )
    expect(page.get_by_label("Word", exact=True)).to_have_value("galumph")
    page.context.set_offline(False)
    visit(page, "/lists/sunday")
    for word in ("frabjous", "slithy"):
        page.context.set_offline(True)
        page.get_by_label("Word", exact=True).fill(word)
        page.get_by_label("allowed", exact=True).check()
        page.get_by_role("button", name="Save").click()
    expect(waits.get_by_role("listitem")).to_have_count(2)
    for _ in range(3):
        page.clock.fast_forward(16_000)
        page.wait_for_timeout(100)
    assert online_listeners(page) == 1
    waits.get_by_role("button", name=re.compile("Cancel.*slithy")).click()
    page.evaluate(
        "localStorage.setItem('adjudicator-waiting', localStorage.getItem('adjudicator-waiting').replace(/by=[0-9a-f]+/, 'by=other'))"
    )
    page.context.set_offline(False)
    expect(waits).to_contain_text("1 was not taken.")
    expect(waits).to_contain_text("is not signed in here any more")
    page.evaluate(
        """() => {
            const [mine] = JSON.parse(localStorage.getItem("adjudicator-waiting"));
            localStorage.setItem("adjudicator-waiting", JSON.stringify([mine, { ...mine, id: "theirs", person: "other" }]));
        }"""
    )
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign out here").click()
    expect(waits).to_contain_text("Sign out again to throw away what is listed here.")
    expect(waits).to_contain_text("1 of somebody else waits here until they sign in again.")
    page.get_by_role("button", name="Sign out here").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    waiting = page.evaluate("JSON.parse(localStorage.getItem('adjudicator-waiting')).map((each) => each.id)")
    assert waiting == ["theirs"]


def test_a_game_begins_when_the_network_is_back(new_page: NewPage) -> None:
    """Who plays is typed and sent without a network on an open page: nothing is lost, and the game begins by itself when there is one."""
    page = new_page(viewport=PHONE)
    page.goto("/play")
    page.get_by_role("link", name="Boggle", exact=False).first.click()
    names = page.get_by_label("ame", exact=False)
    names.first.fill("Anna")
    page.context.set_offline(True)
    names.nth(1).fill("Ben")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".waits")).to_contain_text("Leave this page open: what you typed stays on it.")
    assert_accessible(page)
    assert_fits(page)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(page.locator(".hand summary b")).to_have_text(["Anna", "Ben"])


@pytest.mark.long
def test_a_round_survives_without_a_network(site: Site, new_page: NewPage) -> None:
    """A round of a game that the server has is loaded again without a network, in the middle: its board, its time and its lists are there. The device says what it thinks of
    the words, and the points are counted when the network is back.
    """
    page = new_page(keeps=True, viewport=PHONE)
    be_signed_in(page, site.sample.token)
    keep(page, "/play")
    begin(page, "Boggle", "Anna", "Ben")
    page.locator("textarea[name=board]").evaluate(
        "(field, board) => { field.value = board; field.dispatchEvent(new Event('input', { bubbles: true })); }",
        PERS.replace("/", "\n"),
    )
    page.get_by_role("button", name="Start", exact=True).click()
    write(page, Anna="plates zed")
    page.context.set_offline(True)
    write(page, Ben="sine xyzzy")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(page.get_by_label("Words of Anna")).to_have_value("plates zed")
    expect(page.get_by_label("Words of Ben")).to_have_value("sine xyzzy")
    expect(page.get_by_role("button", name="Hold")).to_be_visible()
    page.wait_for_selector("html[data-pack]", state="attached")
    page.get_by_role("button", name="count the points").click()
    here = page.locator("#here details")
    expect(here).to_have_count(2)
    expect(page.locator("#here > .fine")).to_contain_text(
        "A word that several players have scores for nobody."
    )
    here.first.locator("summary").click()
    expect(here.first.locator("li")).to_have_text(
        [re.compile("plates 3 points"), re.compile("zed no points *not on the board")]
    )
    assert_accessible(page)
    assert_fits(page)
    page.goto("/play")
    page.get_by_role("link", name="Anna and Ben").click()
    expect(page.get_by_label("Words of Ben")).to_have_value("sine xyzzy")
    page.get_by_role("button", name="count the points").click()
    page.context.set_offline(False)
    page.wait_for_url("**/play/result**")
    assert totals(page) == {"Anna": 3, "Ben": 1}


@pytest.mark.long
def test_what_curators_and_families_do_waits(site: Site, new_page: NewPage, pocket: str) -> None:
    """A count of hands, a challenge and two verdicts of a review, where the next word follows on the device, wait in sight, also while the browser is
    closed, and are done once although answers were lost. Nobody else sends them. Of a word that another has changed meanwhile the page says so, and their change stays.
    """
    page = new_page(keeps=True, viewport=PHONE)
    be_signed_in(page, site.sample.token)
    keep(page)
    waits = page.get_by_role("complementary", name="What waits to be sent")
    page.goto("/?word=aswell&ruleset=boggle")
    challenge(page, "aswell", "2")
    dispute = page.url.replace("/disputes/", "/v1/disputes/")
    page.context.set_offline(True)
    for hands in ("1", "2"):
        page.locator("#hands-illegal").fill(hands)
        page.get_by_role("button", name="These are the hands").click()
        expect(waits.get_by_role("listitem")).to_have_text(
            re.compile(f"^Hands on aswell: Not legal {hands} *Cancel")
        )
        expect(waits).to_be_in_viewport()
    page.route(re.compile("/(hands|review|new)$"), lambda route: route.abort("connectionreset"))
    page.context.set_offline(False)  # and nothing goes before all of it waits
    visit(page, "/lists/pocket/review?of=rules")
    expect(page.locator("section[data-here]")).to_be_visible()  # the words that come next are on the device
    page.context.set_offline(True)
    word = page.locator(".case-word")
    met: list[str] = []
    for verdict in ("Allow it", "Next, without settling it", "Do not allow it"):
        met.append(word.inner_text())
        page.get_by_role("button", name=verdict, exact=True).click()
        expect(word).not_to_have_text(met[-1])
        expect(word).to_be_focused()
    assert len({*met, word.inner_text()}) == 4
    settled = [met[0], met[2]]
    for each, verdict in zip(settled, ("Allow it", "Do not allow it"), strict=True):
        expect(waits).to_contain_text(f"Review of Pocket: {each}, {verdict}")
    expect(waits.get_by_role("listitem")).to_have_count(3)
    assert_accessible(page)
    page.context.set_offline(False)
    visit(page, "/disputes/new?word=zee&ruleset=boggle")
    page.get_by_label("Who played it").fill("Ben")
    page.get_by_label("Who challenges it").fill("Cleo")
    page.context.set_offline(True)
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(waits).to_contain_text("Challenge: zee")
    expect(waits).to_contain_text("4 wait to be sent, and go by themselves when the network is back.")
    assert_accessible(page)
    assert_fits(page)
    context = page.context
    page.close()
    edit(site, new_page(), **{settled[1]: "allow"})
    page = context.new_page()
    waits = page.get_by_role("complementary", name="What waits to be sent")
    page.goto("/")
    expect(waits.get_by_role("listitem")).to_have_count(4)
    lost: dict[str, list[int]] = {}

    def lose(route: Route) -> None:
        """Let the server do it, and lose what it answers the first time."""
        answer = route.fetch(max_redirects=0)
        of = lost.setdefault(route.request.post_data or "", [])
        of.append(answer.status)
        if len(of) == 1:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    page.route(re.compile("/(hands|review|new)$"), lose)
    context.clear_cookies(name=TOKEN)
    context.set_offline(False)
    visit(page, "/board")
    expect(waits).to_contain_text("4 of somebody else wait here until they sign in again.")
    context.add_cookies([{"name": TOKEN, "value": site.sample.token, "url": site.address}])
    page.clock.install()
    visit(page, "/board")
    for _ in range(LOOKS):  # nothing stands there until the page has looked at what waits
        if waits.get_by_role("listitem").count() == 1:
            break
        page.clock.fast_forward(16_000)  # when what failed is tried again
        page.wait_for_timeout(200)
    expect(waits).to_contain_text("1 was not taken.")
    expect(waits.get_by_role("listitem")).to_have_text(
        re.compile(
            f"Review of Pocket: {settled[1]}, Do not allow it: The list was changed while you were at it."
        )
    )
    assert sorted(lost.values()) == [[303, 303], [303, 303], [303, 303], [412, 412]]
    assert page.request.get(dispute).json()["hands"]["illegal"] == 2
    assert [page.request.get(f"{pocket}/entries/{word}").json()["effect"] for word in settled] == [
        "allow"
    ] * 2
    found = page.request.get("/v1/disputes").json()["disputes"]
    opened = [(each["words"], each["context"]["challenger"]) for each in found]
    assert opened.count((["zee"], "Cleo")) == 1
