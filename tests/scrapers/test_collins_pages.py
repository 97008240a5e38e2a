"""The pages of the Collins website: off until somebody decides otherwise; what a page says, in the words and labels of a build's reader."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from adjudicator.sources.records import RawEntry, RawForms, RawSense
from scrapers import collins_pages
from scrapers.client import Client
from scrapers.errors import Forbidden, NotAsked, ShapeChanged
from tests.scrapers.changed import is_noticed_or_harmless, renamed
from tests.scrapers.concluded import Concluded, Record, extracted, from_facts, from_records
from tests.scrapers.conftest import MakeClient
from tests.scrapers.printed import collins_page
from tests.scrapers.server import Server, redirects, says
from tests.scrapers.words import COLLINS, MISSING

FIXTURES = Path(__file__).parent / "fixtures" / "collins_pages"
WORDS = {word: list(lines) for word, lines in groupby(COLLINS, key=lambda line: line.word)}
ENGLISH = "/dictionary/english/"


def text(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


@pytest.fixture
def site(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv(collins_pages.ADDRESS_VARIABLE, server.url)
    monkeypatch.setenv(collins_pages.SWITCH_VARIABLE, "1")
    return server


# The same facts, from a build and from the site


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Concluded:
    return from_facts(tmp_path_factory.mktemp("collins") / "facts", extracted(COLLINS))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Concluded:
    found: list[Record] = []
    for word, lines in WORDS.items():
        found += collins_pages.from_page(collins_page(lines), word) or ()
    return from_records(tmp_path_factory.mktemp("collins") / "pages", found)


def test_there_are_enough_words() -> None:
    """The table has the words that were asked for, of every kind."""
    assert len(WORDS) + len(MISSING) >= 60


@pytest.mark.parametrize("word", WORDS)
def test_a_page_is_classified_as_the_build_does(word: str, facts: Concluded, pages: Concluded) -> None:
    """From its page a word gets the readings that the build gives it from the extractor's line, and those are as they should be."""
    assert pages.readings(word) == facts.readings(word)
    assert sorted(facts.conclusions(word)) == sorted(line.conclusion for line in WORDS[word])


# What is asked


def test_it_is_off_until_somebody_decides(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it is switched on nothing is sent, and the reason says what the terms are about and how to decide."""
    monkeypatch.setenv(collins_pages.ADDRESS_VARIABLE, server.url)
    for value in (None, "", "0", "true", "yes"):
        if value is None:
            monkeypatch.delenv(collins_pages.SWITCH_VARIABLE, raising=False)
        else:
            monkeypatch.setenv(collins_pages.SWITCH_VARIABLE, value)
        reason = collins_pages.SITE.why_not() or ""
        assert all(told in reason for told in ("terms", "leave", collins_pages.TERMS, "API", "one word"))
        with pytest.raises(NotAsked, match=collins_pages.SWITCH_VARIABLE):
            collins_pages.SITE.ask("cat", client)
    assert server.asked == []


def test_every_word_is_answered_by_one_page(site: Server, make: MakeClient) -> None:
    """A word takes one request for one page, whatever it has; the link is for people."""
    client = make(delay=0.0)
    for word, lines in WORDS.items():
        address = collins_pages.page_address(word, "")
        site.play(address, says(collins_page(lines).encode()))
        answer = collins_pages.SITE.ask(word, client)
        assert (answer.found, answer.url) == (True, collins_pages.ADDRESS + address), word
    assert len(site.asked) == 1 + len(WORDS)


@pytest.mark.parametrize("word", MISSING)
def test_a_missing_word(word: str, site: Server, make: MakeClient) -> None:
    """The site leads to its page of near misses, which says that there are no results."""
    site.play(ENGLISH + word, redirects(f"/spellcheck/english?q={word}"))
    site.play("/spellcheck/english", says(text("no_results.html").encode()))
    answer = collins_pages.SITE.ask(word, make())
    assert (answer.found, answer.records) == (False, ())


def test_a_refusal_is_no_verdict(site: Server, make: MakeClient) -> None:
    """A site that turns the client away has said nothing of the word; nor has one that leads elsewhere."""
    site.play(ENGLISH + "cat", says(b"<h1>No results</h1>", 403))
    with pytest.raises(Forbidden):
        collins_pages.SITE.ask("cat", make())
    site.play(ENGLISH + "dog", redirects("https://consent.example/"))
    with pytest.raises(Forbidden):
        collins_pages.SITE.ask("dog", make())
    site.play("/robots.txt", says(b"User-agent: *\nDisallow: /dictionary/\n"))
    with pytest.raises(Forbidden):
        collins_pages.SITE.ask("cow", make(robots_fresh=0.0))


@pytest.mark.parametrize(
    ("word", "address"),
    [
        ("cat", "cat"), ("they'll", "theyll"), ("café", "cafe"), ("quid pro quo", "quid-pro-quo"), ("T-shirt", "t-shirt"),
        ("../x?y#z", "xyz"), ("FBI", "fbi"),
    ],
)  # fmt: skip
def test_the_address_of_a_page(word: str, address: str) -> None:
    """An address is made of letters and hyphens, whatever is asked for."""
    assert collins_pages.page_address(word) == f"{collins_pages.ADDRESS}/dictionary/english/{address}"


# What a page says

ORIGIN = "C21: invented, from florpa"
FULL = "federation of library open readers' parties"
FLORP = (
    RawEntry("florp", "noun", (RawSense("A florp is a spoon for soup.", ("old-fashioned",)),), forms=("florps",)),
    RawEntry("florp", "verb", (RawSense("If you florp soup, you stir it."),), forms=("florps", "florping")),
    RawEntry(
        "florp",
        "noun",
        (
            RawSense("a small wooden spoon & bowl", ("cookery", "archaic")),
            RawSense("a ladle", ("slang",)),
            RawSense("of ladles", ("slang",)),
            RawSense("short for florpometer, florpograph", expansion="florpometer"),
        ),
        ORIGIN,
        ("florpen",),
    ),
    RawEntry("florp", "verb", (RawSense("to stir with a florp"),), ORIGIN),
    RawEntry("florp", "abbreviation", (RawSense(f"abbreviation for {FULL}", ("abbreviation",), expansion=FULL),)),
)  # fmt: skip


def test_a_whole_page() -> None:
    """Both British dictionaries are read, homographs and all; not the American one, nor examples, idioms, other names or pronunciations."""
    assert collins_pages.from_page(text("florp.html"), "florp") == FLORP


def test_what_a_page_lists() -> None:
    """A page to which the site leads from an inflection, a derived word or another spelling says so of that word."""
    florp = text("florp.html")
    assert collins_pages.from_page(florp, "florpen") == (RawForms("florp", "noun", ("florpen",)),)
    assert collins_pages.from_page(florp, "florping") == (RawForms("florp", "verb", ("florping",)),)
    derived = RawEntry("florpish", "adjective", (RawSense("derived form of florp"),))
    assert collins_pages.from_page(florp, "florpish") == (derived,)
    american = collins_pages.from_page(florp, "flarp") or ()
    assert {label for record in american if isinstance(record, RawEntry) for label in record.senses[0].labels} >= {
        "american spelling"
    }  # fmt: skip
    assert collins_pages.from_page(florp, "florped") is None


def test_a_word_that_only_american_dictionaries_have() -> None:
    """The rulebook asks for British English: what stands in the American dictionaries alone is not found."""
    assert collins_pages.from_page(text("american.html"), "forx") is None
    assert collins_pages.from_page(text("no_results.html"), "forx") is None


RENAMED = dict(renamed(text("florp.html")))


@pytest.mark.parametrize("name", RENAMED)
def test_whatever_is_renamed_is_noticed_or_harmless(name: str) -> None:
    """Whichever class or type of a page is called differently one day: no sense or label is lost silently."""
    assert is_noticed_or_harmless(lambda page: collins_pages.from_page(page, "florp"), RENAMED[name], FLORP)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("consent.html", "", ""),
        ("no_results.html", "no results", "nothing"),
        (
            "american.html",
            'Large_US_Webster dictentry" data-type-block="definition.title.type.american',
            'x" data-type-block="definition.title.type.newest',
        ),
        ("no_results.html", "</html>", ""),
        ("florp.html", "</html>", ""),
        ("florp.html", "h2_entry", "h2"),
        ("florp.html", '<span class="orth">florp</span>', ""),
        ("florp.html", 'class="hom"', ""),
        ("florp.html", 'class="sense', 'class="s'),
    ],
)
def test_a_page_of_another_shape(name: str, old: str, new: str) -> None:
    """A page that is no entry, and does not say that there is none, is an error."""
    changed = text(name).replace(old, new) if old else text(name)
    with pytest.raises(ShapeChanged, match="shape changed"):
        collins_pages.from_page(changed, "forx" if name != "florp.html" else "florp")
