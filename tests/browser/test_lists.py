"""House lists in a real browser: made, edited on two tabs, brought in from a file, taken back, merged, shared and printed."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import Page, ViewportSize, expect

from adjudicator.ingest.build import build
from adjudicator.ingest.digest import content_digest
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import LEXICON_NAME
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    NewPage,
    Site,
    assert_accessible,
    assert_fits,
    be_signed_in,
)
from tests.conftest import REAL_LEXICON, WHOLE, Run, letters, small_config, small_sources
from tests.load.server import SERVICE, ServerProcess
from tests.sample import make


def make_list(page: Page, title: str) -> str:
    """Make a list on its page; return its address."""
    page.goto("/lists")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Make the list").click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    return urlsplit(page.url).path


def fill_word(page: Page, word: str, said: str, why: str = "") -> None:
    """Type a word into its form."""
    page.get_by_label("Word", exact=True).fill(word)
    page.get_by_label(said, exact=True).check()
    page.get_by_label("Why", exact=True).fill(why)


def save_word(page: Page, word: str, said: str, why: str = "") -> None:
    """Save a word on the page of a list."""
    fill_word(page, word, said, why)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_contain_text(word)


def assert_sound(page: Page) -> None:
    """The page as it is now can be used by everybody, on a small screen too."""
    assert_accessible(page)
    assert_fits(page)


def test_two_tabs_edit_the_same_list(site: Site, desktop: Page) -> None:
    """The second tab is told what the first has changed, beside what it wants; it loses nothing, and puts its own on top."""
    be_signed_in(desktop, site.sample.token)
    address = make_list(desktop, "Two tabs")
    other = desktop.context.new_page()
    other.goto(address)
    fill_word(other, "glorp", "allowed", "Grandma defined it")
    other.get_by_text("Its forms, and until when").click()
    other.get_by_label("verb", exact=True).check()
    save_word(desktop, "glorp", "not allowed", "nobody knew it")
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_role("heading", name="Somebody else was first")).to_be_visible()
    expect(other.get_by_role("region", name="What they changed")).to_contain_text(
        "not allowed nobody knew it"
    )
    expect(other.get_by_role("region", name="What you want")).to_contain_text("Grandma defined it")
    expect(other.get_by_label("Why", exact=True)).to_have_value("Grandma defined it")
    expect(other.get_by_label("verb", exact=True)).to_be_checked()
    assert_sound(other)
    other.get_by_role("button", name="Take mine instead").click()
    expect(other.locator(".done")).to_contain_text("glorped, glorping, glorps")
    expect(other.locator(".done")).to_contain_text("LEGAL")
    desktop.goto(f"{address}/compare?one=2&other=3")
    expect(desktop.locator(".changes")).to_contain_text("in 2 not allowed nobody knew it")
    expect(desktop.locator(".changes")).to_contain_text("in 3 allowed Grandma defined it")
    assert_sound(desktop)


@pytest.mark.long
def test_a_list_on_a_phone(site: Site, phone: Page, new_page: NewPage) -> None:
    """Words are entered by keys alone and found as one types; an invite is copied and lets somebody else in; every page is for everybody."""
    be_signed_in(phone, site.sample.token)
    address = make_list(phone, "On a phone")
    phone.get_by_label("Word", exact=True).focus()
    for keys in ("g", "l", "o", "r", "p", "Tab", "Space", "Tab", "f", "u", "n", "Enter"):
        phone.keyboard.press(keys)
    expect(phone.locator(".done")).to_contain_text("glorp allowed")
    expect(phone.locator(".entry .reason")).to_have_text("fun")
    save_word(phone, "zee", "not allowed", "only here")
    save_word(phone, "zax", "allowed")
    assert_sound(phone)
    phone.get_by_label("Search", exact=True).press_sequentially("only")
    expect(phone.locator("#count")).to_have_text("1 of 3 words")
    expect(phone.locator(".entry .word")).to_have_text(["zee"])
    assert phone.url.endswith("?q=only")
    phone.get_by_label("Search", exact=True).fill("")
    phone.get_by_label("Show").select_option("allowed")
    expect(phone.locator(".entry .word")).to_have_text(["glorp", "zax"])
    phone.get_by_role("link", name="Change zax").click()
    phone.get_by_role("button", name="Remove it from the list").click()
    expect(phone.locator(".done")).to_contain_text("zax is no longer on the list")
    for part in (
        "",
        "/history",
        "/history/2",
        "/changes",
        "/files",
        "/merge?other=sunday",
        "/settings",
        "/copy",
        "/print",
    ):
        phone.goto(address + part)
        assert_sound(phone)

    phone.goto(f"{address}/people")
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.get_by_role("button", name="Make an invite").click()
    link = phone.get_by_label("The link", exact=True).input_value()
    expect(phone.get_by_role("img", name="The link as a QR code")).to_be_visible()
    phone.get_by_role("button", name="Copy the link").click()
    expect(phone.get_by_text("Copied.")).to_be_visible()
    assert phone.evaluate("navigator.clipboard.readText()") == link
    assert_sound(phone)
    guest = new_page(viewport=DESKTOP)
    guest.goto(link)
    guest.get_by_label("Your name").fill("Dora")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("heading", name="On a phone", level=1)).to_be_visible()
    save_word(guest, "qwib", "allowed")
    phone.goto(f"{address}/people")
    expect(phone.get_by_text("Dora may change words")).to_be_visible()
    phone.get_by_text("Remove Dora", exact=True).click()
    phone.get_by_role("button", name="Yes, remove Dora").click()
    expect(phone.get_by_role("listitem").filter(has_text="Dora may change words ended")).to_be_visible()
    fill_word(guest, "blorp", "allowed")
    guest.get_by_role("button", name="Save").click()
    expect(guest.get_by_role("alert")).to_contain_text("Sign in on another tab")
    expect(guest.get_by_label("Word", exact=True)).to_have_value("blorp")
    assert_sound(guest)


@pytest.mark.long
def test_a_desk_by_keys_alone(site: Site, desktop: Page) -> None:
    """What the rules say of a word stands beside it while it is typed; words are saved one after the other, gone through, chosen, changed and
    taken back, and the focus is never lost; another's change of another word is in nobody's way, and of the same word it is shown once.
    """
    be_signed_in(desktop, site.sample.token)
    address = make_list(desktop, "By keys")
    other = desktop.context.new_page()
    other.goto(address)
    keys, focused = desktop.keyboard, desktop.locator(":focus")
    desktop.get_by_label("Word", exact=True).focus()
    for word in ("zee", "deny", "glorp", "plates"):  # a word of the list may be what a deed is called
        keys.type(word)
        if word == "zee":
            expect(desktop.locator("#under-rules")).to_contain_text("not legal American spelling")
        keys.press("Tab")
        keys.press("Space")
        keys.press("Enter")
        expect(desktop.locator(".done")).to_contain_text(word)
        expect(focused).to_have_attribute("id", "word")
        expect(focused).to_have_value("")
    save_word(other, "qwib", "allowed")  # from before the others
    expect(other.locator(".entry")).to_have_count(5)
    desktop.locator("#pick-glorp").focus()
    keys.press("Space")
    keys.press("ArrowDown")
    expect(focused).to_have_attribute("id", "pick-plates")
    keys.press("Space")
    expect(desktop.locator("#picked")).to_have_text("2 chosen")
    keys.press("d")
    expect(desktop.locator(".done")).to_contain_text("Anna did not allow glorp, plates.")
    expect(focused).to_have_attribute("id", "pick-plates")
    assert_sound(desktop)
    keys.press("u")
    expect(desktop.locator(".done")).to_contain_text("glorp, plates")
    expect(desktop.locator("#word-glorp .says")).to_have_class("says allow")
    expect(focused).to_have_attribute("id", "pick-plates")
    desktop.get_by_label("Show").select_option("changes nothing")
    expect(desktop.locator(".entry .word")).to_have_text(["deny", "plates"])
    desktop.locator("#pick-plates").focus()
    save_word(other, "plates", "not allowed", "greedy")
    keys.press("r")
    expect(desktop.get_by_role("heading", name="Somebody else was first")).to_be_visible()
    expect(desktop.locator(".conflict")).to_contain_text("Anna did not allow plates")
    assert_sound(desktop)
    desktop.locator("#pick-plates").focus()
    keys.press("r")
    expect(desktop.locator(".done")).to_contain_text("Anna removed plates.")


@pytest.mark.long
def test_a_file_the_history_and_a_sheet(site: Site, desktop: Page, tmp_path: Path) -> None:
    """A file is brought in after its report, the list goes back to what it was, another is merged in, and paper gets a clean sheet."""
    be_signed_in(desktop, site.sample.token)
    address = make_list(desktop, "From a file")
    save_word(desktop, "glorp", "not allowed", "old")
    file = tmp_path / "words.csv"
    file.write_bytes("Wort;Erlaubt;Grund\nblorp;ja;für uns\nglorp;ja;newer\n12;ja;\n".encode("windows-1252"))
    desktop.goto(f"{address}/files")
    desktop.get_by_label("A file").set_input_files(file)
    desktop.get_by_label("take what the file says").check()
    desktop.get_by_role("button", name="Look what would happen").click()
    expect(desktop.get_by_role("heading", name="2 words would be written")).to_be_visible()
    expect(desktop.locator(".report")).to_contain_text("line 4: Nothing in '12' can be spelled")
    expect(desktop.locator(".report")).to_contain_text("words.csv: understood as a table (CSV), Windows-1252")
    assert_sound(desktop)
    desktop.get_by_label("C Grund").select_option("left out")
    desktop.get_by_role("button", name="Look again").click()
    expect(desktop.locator(".report")).not_to_contain_text("für uns")
    desktop.get_by_role("button", name="Leave out what cannot be read").click()
    expect(desktop.get_by_role("heading", name="From revision 2 to 3")).to_be_visible()

    desktop.get_by_role("link", name="History", exact=True).click()
    expect(desktop.locator(".revisions > li")).to_have_count(3)
    desktop.get_by_role("link", name="Revision 2").click()
    desktop.get_by_label("Note for the history").fill("too much")
    desktop.get_by_role("button", name="Go back to this revision").click()
    expect(desktop.get_by_role("heading", name="From revision 3 to 4")).to_be_visible()
    desktop.goto(address)
    expect(desktop.locator(".entry")).to_have_count(1)
    expect(desktop.locator(".entry")).to_contain_text("not allowed")

    desktop.get_by_role("link", name="Copy").click()
    desktop.get_by_label("Title of the new list").fill("Its copy")
    desktop.get_by_role("button", name="Make the copy").click()
    expect(desktop.get_by_role("heading", name="Its copy", level=1)).to_be_visible()
    desktop.get_by_role("link", name="Change glorp").click()
    desktop.get_by_label("allowed", exact=True).check()
    desktop.get_by_role("button", name="Save").click()
    expect(desktop.locator(".done")).to_contain_text("glorp allowed")
    desktop.goto(f"{address}?word=glorp")
    desktop.get_by_label("Why", exact=True).fill("older")
    desktop.get_by_role("button", name="Save").click()
    expect(desktop.locator(".done")).to_contain_text("glorp not allowed")
    desktop.get_by_role("link", name="Merge").click()
    desktop.get_by_label("The other list").select_option("its-copy")
    desktop.get_by_role("button", name="Look what would happen").click()
    assert_sound(desktop)
    desktop.get_by_role("group", name="glorp").get_by_label("“Its copy”").check()
    desktop.get_by_role("button", name="Merge it in").click()
    expect(desktop.locator(".changes")).to_contain_text("glorp changed")

    desktop.get_by_role("link", name="Print").click()
    desktop.emulate_media(media="print", color_scheme="dark")
    for gone in (".site nav", "footer.site", ".parts", "#print"):
        expect(desktop.locator(gone).first).to_be_hidden()
    expect(desktop.get_by_role("heading", name="From a file", level=1)).to_be_visible()
    expect(desktop.locator(".about-list")).to_contain_text("Revision 6, by Anna")
    expect(desktop.locator(".sheet li")).to_have_text(["glorp"])
    style = "getComputedStyle(document.querySelector('{}')).{}"
    assert desktop.evaluate(style.format("body", "backgroundColor")) == "rgb(255, 255, 255)"
    assert desktop.evaluate(style.format("body", "color")) == "rgb(0, 0, 0)"
    assert desktop.evaluate(style.format(".sheet", "columnCount")) == "4"
    assert len(desktop.pdf(format="A4")) > 1000


def test_without_scripts(site: Site, plain: Page) -> None:
    """All of it works where no script runs: a list, its words, the search, a conflict, a file, and an invite to read off the screen."""
    be_signed_in(plain, site.sample.token)
    address = make_list(plain, "No scripts")
    save_word(plain, "glorp", "allowed")
    other = plain.context.new_page()
    other.goto(address)
    save_word(plain, "blorp", "not allowed", "no")
    fill_word(other, "blorp", "allowed", "yes")
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_role("heading", name="Somebody else was first")).to_be_visible()
    other.get_by_role("button", name="Take mine instead").click()
    expect(other.locator(".entry")).to_have_count(2)
    other.get_by_text("Paste many words").click()
    other.get_by_label("The words, however they are divided").fill("zee, zax")
    other.get_by_role("button", name="Look at them").click()
    expect(other.locator("#word-zee .below")).to_contain_text("American spelling")
    other.get_by_role("button", name="Do not allow them").click()
    expect(other.locator(".done")).to_contain_text("Anna did not allow zax, zee.")
    other.get_by_role("button", name="Undo that").click()
    expect(other.locator(".entry")).to_have_count(2)
    other.get_by_label("Search", exact=True).fill("orp")
    other.get_by_role("button", name="Search").click()
    expect(other.locator(".entry .word")).to_have_text(["blorp", "glorp"])
    plain.goto(f"{address}/files")
    plain.get_by_label("or the words themselves").fill("snorf\nglorp\n")
    plain.get_by_role("button", name="Look what would happen").click()
    plain.get_by_role("button", name="Bring them in").click()
    expect(plain.locator(".changes > li")).to_have_count(1)
    plain.goto(f"{address}/people")
    plain.get_by_role("button", name="Make an invite").click()
    expect(plain.get_by_role("img", name="The link as a QR code")).to_be_visible()
    expect(plain.get_by_role("button", name="Copy the link")).to_be_hidden()
    assert_fits(plain)


@pytest.mark.long
def test_a_season_of_a_club(new_page: NewPage, run: Run, home: Path, tmp_path: Path) -> None:
    """Three thousand words are brought in, two curators settle what is disputable without meeting, a season is frozen; an operator takes a new
    lexicon into service, the list says what of its season is different, the two go through that to its end, and the next season is given to
    players by a code, and printed. Unless sweeps are whole, the words are made up, and six of some seven hundred disputable ones are settled, and
    else all but each one's last.
    """
    sample, lexicon = make(tmp_path / "ledger.sqlite"), club_lexicon(tmp_path)
    (home / LEXICON_NAME).unlink()
    (home / LEXICON_NAME).symlink_to(lexicon)
    named = {"ADJUDICATOR_LEDGER": str(sample.path), "ADJUDICATOR_HOME": str(home)}
    with ServerProcess(*SERVICE, environment=named) as server:
        desktop = new_page(at=server.address, viewport=DESKTOP)
        phone = new_page(at=server.address, viewport=PHONE, has_touch=True, is_mobile=True)
        be_signed_in(desktop, sample.token)
        address = make_list(desktop, "The club")
        with closing(Adjudicator(lexicon)) as adjudicator:
            legal = [key for key in adjudicator.under("boggle").legal_keys() if 4 <= len(key) <= 15]
        words = legal[:: len(legal) // 3_000][:3_000]
        file = tmp_path / "club.txt"
        file.write_text("\n".join(words))
        desktop.goto(f"{address}/files")
        desktop.get_by_label("A file").set_input_files(file)
        desktop.get_by_role("button", name="Look what would happen").click()
        desktop.get_by_role("button", name="Bring them in").click()
        expect(desktop.get_by_role("heading", name="From revision 1 to 2")).to_be_visible()
        assert_words_come_first(desktop, address)

        desktop.goto(f"{address}/people")
        desktop.get_by_role("button", name="Make an invite").click()
        phone.goto(desktop.get_by_label("The link", exact=True).input_value())
        phone.get_by_label("Your name").fill("Ben")
        phone.get_by_role("button", name="Join").click()
        curators = (desktop, phone)
        for page in curators:
            page.goto(f"{address}/review")
            page.get_by_role("link", name="Disputable words of this list").click()
        left = int(desktop.locator("#left b").inner_text())
        assert left > 600
        assert_sound(phone)
        settle(curators, left, left - 2 if WHOLE else 6)

        desktop.goto(f"{address}/seasons")
        desktop.get_by_label("The name of the season").fill("Winter")
        desktop.get_by_role("button", name="Freeze revision").click()
        expect(desktop.get_by_role("heading", name="Winter")).to_be_visible()
        expect(desktop.locator("main")).to_contain_text("Nothing: every verdict is what it was.")
        assert_sound(desktop)

        changed = sorted({*legal} - {*words})[: 41 if WHOLE else 7]
        other = tmp_path / "other.sqlite"
        digest = lacking(lexicon, other, changed)
        taken = run("lexicon", "import", str(other), "--digest", digest, at=home)
        assert taken.returncode == 0, taken.stderr
        serves(server, digest)
        for page in curators:
            page.goto(address)
            told = f"These {len(changed)} verdicts of your list's season “Winter” are different now"
            expect(page.locator("#shifted")).to_contain_text(told)
            assert_sound(page)
            if page is desktop:
                assert_words_come_first(desktop, address)
                page.goto(address)
            page.get_by_role("link", name="Go through them").click()
            expect(page.locator("#shift")).to_contain_text(
                "it was legal, and is not legal now: not in the dictionaries"
            )
            assert page.locator(".case-word").inner_text() in changed
        assert_sound(phone)
        settle(curators, len(changed), len(changed) - 2)
        for page in curators:
            page.locator("#choice-deny").click()
            expect(page.locator("#review")).to_have_text("Nothing is left for you here")
        desktop.goto(address)
        expect(desktop.locator("#shifted")).to_have_count(0)

        desktop.goto(f"{address}/seasons")
        desktop.get_by_label("The name of the season").fill("Spring")
        desktop.get_by_role("button", name="Freeze revision").click()
        expect(desktop.get_by_role("heading", name="Spring")).to_be_visible()
        expect(desktop.locator("main")).to_contain_text(digest)
        desktop.get_by_role("link", name="The page for players").click()
        expect(desktop.get_by_role("img", name="The link as a QR code")).to_be_visible()
        expect(desktop.locator(".sheet li").first).to_be_visible()
        assert_sound(desktop)
        phone.goto(desktop.locator(".for-players a").first.get_attribute("href") or "")
        assert_sound(phone)
        desktop.emulate_media(media="print")
        expect(desktop.locator(".parts")).to_be_hidden()
        assert len(desktop.pdf(format="A4")) > 1000


def club_lexicon(folder: Path) -> Path:
    """Return the lexicon that was built; unless sweeps are whole, a small one of which some words are in a list alone, and so disputable."""
    if WHOLE:
        return REAL_LEXICON
    config, target = small_config(folder / "config"), folder / "small.sqlite"
    sources = small_sources(folder / "sources", config, more=3_000)
    rare = folder / "sources" / "scowl" / "english-words.50"
    rare.write_text("\n".join(letters(number) for number in range(9_000, 9_900)) + "\n")
    build(sources, target, lambda *_: None, config=config)
    return target


def settle(curators: Sequence[Page], left: int, count: int) -> None:
    """Have curators settle *count* of the words of a queue of which so many are *left*, by keys and in turns; nobody loses the focus."""
    for turn in range(count):
        page = curators[turn % len(curators)]
        word = page.locator(".case-word").inner_text()
        page.locator(f"#choice-{('allow', 'deny', 'leave')[turn % 3]}").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".case-word")).not_to_have_text(word)
        expect(page.locator("#left b")).to_have_text(str(left - turn - 1))
        expect(page.locator(":focus")).to_have_attribute("name", "choice")


def assert_words_come_first(page: Page, address: str) -> None:
    """Of a long list, many words are on the first screen, beside what finds, sorts, chooses and adds them."""
    for width, height, least in ((1440, 900, 15), (1280, 720, 10), (390, 844, 4)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.goto(address)
        for at_hand in ("Search", "Show", "In order", "all on this page"):
            expect(page.get_by_label(at_hand, exact=True)).to_be_in_viewport(ratio=1)
        pastes = page.locator("summary:has-text('Paste many words'), .to-desk a:has-text('Paste')")
        expect(pastes.filter(visible=True).first).to_be_in_viewport(ratio=1)
        bottoms = page.locator(".line").evaluate_all(
            "lines => lines.map(each => each.getBoundingClientRect().bottom)"
        )
        assert sum(bottom <= height for bottom in bottoms) >= least, (width, height, bottoms[:20])
    page.set_viewport_size(ViewportSize(width=DESKTOP["width"], height=DESKTOP["height"]))


def lacking(source: Path, target: Path, words: Sequence[str]) -> str:
    """Write a lexicon to *target* that is *source* without some *words*, as its maker would give it away; return its digest."""
    shutil.copyfile(source, target)
    with closing(sqlite3.connect(target)) as db, db:
        gone = [(word,) for word in words]
        for table in ("word", "reading", "flag", "listing", "pronunciation"):
            db.executemany(f"DELETE FROM {table} WHERE key = ?", gone)
        digest = content_digest(db)
        db.execute("UPDATE meta SET value = ? WHERE name = 'digest'", (digest,))
    return digest


def serves(server: ServerProcess, digest: str) -> None:
    """Wait until a server answers from the lexicon with a *digest*."""
    until = time.monotonic() + 120
    while requests.get(f"{server.address}/v1/words/cat", timeout=30).headers["Adjudicator-Lexicon"] != digest:
        assert time.monotonic() < until, server.log()
        time.sleep(0.2)
