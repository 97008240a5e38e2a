"""Wiktionary live: what its answers and pages say, in the words and labels that a build's reader would give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

import pytest

from adjudicator.sources.records import RawEntry, RawForms, RawSense
from scrapers import wiktionary
from scrapers.client import Page
from scrapers.errors import Forbidden, NotAsked, ShapeChanged, Unreachable
from tests.scrapers.changed import is_noticed_or_harmless, renamed
from tests.scrapers.concluded import Concluded, Record, extracted, from_facts, from_records
from tests.scrapers.conftest import MakeClient
from tests.scrapers.printed import wiktionary_definitions, wiktionary_page
from tests.scrapers.server import Server, says
from tests.scrapers.words import MISSING, WIKTIONARY, Line

FIXTURES = Path(__file__).parent / "fixtures" / "wiktionary"
WORDS = {word: list(lines) for word, lines in groupby(WIKTIONARY, key=lambda line: line.word)}
PLAIN = {word: lines for word, lines in WORDS.items() if not any(line.labels for line in lines)}
"""The words without a label: of these the REST answer leaves nothing out."""
REST = "/api/rest_v1/page/definition/"


def text(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def page(name: str, status: int = 200, url: str = "http://wiki" + REST + "forx") -> Page:
    return Page(url, status, (FIXTURES / name).read_bytes(), "application/json", "2026-03-01T12:00:00Z")


# The same facts, from a build and from the site


def all_of(found: Iterator[tuple[Record, ...] | None]) -> list[Record]:
    return [record for records in found for record in records or ()]


@pytest.fixture(scope="module")
def concluded_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wiktionary")


@pytest.fixture(scope="module")
def facts(concluded_in: Path) -> Concluded:
    return from_facts(concluded_in / "facts", extracted(WIKTIONARY))


@pytest.fixture(scope="module")
def pages(concluded_in: Path) -> Concluded:
    found = (wiktionary.from_page(wiktionary_page(lines), word) for word, lines in WORDS.items())
    return from_records(concluded_in / "pages", all_of(found))


@pytest.fixture(scope="module")
def bare_facts(concluded_in: Path) -> Concluded:
    plain = [line for lines in PLAIN.values() for line in lines]
    return from_facts(concluded_in / "bare", extracted(plain, bare=True))


@pytest.fixture(scope="module")
def definitions(concluded_in: Path) -> Concluded:
    found = (
        wiktionary.from_definitions(wiktionary_definitions(lines), word) for word, lines in PLAIN.items()
    )
    return from_records(concluded_in / "definitions", all_of(found))


def test_there_are_enough_words() -> None:
    """The table has the words that were asked for, of every kind."""
    assert len(WORDS) + len(MISSING) >= 60
    assert len(PLAIN) >= 40


@pytest.mark.parametrize("word", WORDS)
def test_a_page_is_classified_as_the_build_does(word: str, facts: Concluded, pages: Concluded) -> None:
    """From its page a word gets the readings that the build gives it from the extractor's line, and those are as they should be."""
    assert pages.readings(word) == facts.readings(word)
    assert sorted(facts.conclusions(word)) == sorted(line.conclusion for line in WORDS[word])


@pytest.mark.parametrize("word", PLAIN)
def test_definitions_are_classified_as_the_build_does(
    word: str, bare_facts: Concluded, definitions: Concluded
) -> None:
    """From the REST answer a word without labels gets the same readings, but for what that answer never has: etymology and forms."""
    assert definitions.readings(word) == bare_facts.readings(word) != []


# What is asked, and in which order


@pytest.fixture
def site(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv(wiktionary.ADDRESS_VARIABLE, server.url + "/")
    return server


def play(site: Server, word: str, lines: list[Line]) -> None:
    title = quote(word.replace(" ", "_"), safe="")
    site.play(REST + title, says(wiktionary_definitions(lines).encode(), media="application/json"))
    site.play(f"/wiki/{title}", says(wiktionary_page(lines).encode()))


def test_every_word_is_answered(site: Server, make: MakeClient) -> None:
    """Each word is found under its own title: by the REST answer alone where no label is emptied there, else by its page."""
    client = make(delay=0.0, read=60.0, total=120.0)  # of a busy machine nothing is asked twice
    for word, lines in WORDS.items():
        play(site, word, lines)
        before = len(site.asked)
        answer = wiktionary.SITE.ask(word, client)
        assert (answer.word, answer.found) == (word, True)
        assert answer.url == f"{site.url}/wiki/{quote(word.replace(' ', '_'), safe='')}#English"
        assert answer.fetched.endswith("+00:00") or answer.fetched.endswith("Z")
        asked = [each.path for each in site.asked[before:] if each.path != "/robots.txt"]
        assert len(asked) == (1 if word in PLAIN else 2), asked


@pytest.mark.parametrize("word", MISSING)
def test_a_missing_word(word: str, site: Server, make: MakeClient) -> None:
    """The REST answer that there is no page is believed; whoever asks gets a link to where the page would be."""
    site.play(REST + word, says(text("missing.json").encode(), 404, "application/problem+json"))
    answer = wiktionary.SITE.ask(word, make())
    assert (answer.found, answer.records) == (False, ())
    assert [each.path for each in site.asked] == ["/robots.txt", REST + word]


def test_a_word_in_capitals(site: Server, make: MakeClient) -> None:
    """Tiles have capitals and titles mean them: what is not there as typed is asked for in lower case, and an abbreviation is found as it is."""
    play(site, "fridge", WORDS["fridge"])
    play(site, "FBI", WORDS["FBI"])
    for title in ("FRIDGE", "FORX", "forx"):
        site.play(REST + title, says(text("missing.json").encode(), 404))
    client = make()
    answer = wiktionary.SITE.ask("FRIDGE", client)
    assert (answer.word, answer.found, answer.url) == ("FRIDGE", True, f"{site.url}/wiki/fridge#English")
    assert [record[0] for record in wiktionary.SITE.ask("FBI", client).records] == ["FBI"]
    assert not wiktionary.SITE.ask("FORX", client).found


@pytest.mark.parametrize(
    "rest",
    [
        says(text("no_definition.json").encode(), 404, "application/json"),
        says(text("no_english.json").encode()),
        says(b"<html>gone</html>", 404),
        says(b"<html>new</html>"),
        says(b"", 501),
        says(b"bad title", 400),
        says(b"not for you", 403),
    ],
)
def test_the_page_decides_where_the_rest_answer_does_not(
    rest: object, site: Server, make: MakeClient
) -> None:
    """Whatever else the REST address answers, the page is asked, and says for itself whether the word is there."""
    site.play(REST + "forx", rest)  # type: ignore[arg-type]
    site.play("/wiki/forx", says(text("missing.html").encode(), 404))
    assert not wiktionary.SITE.ask("forx", make(tries=1)).found
    site.play("/wiki/forx", says(text("french.html").encode()))
    assert not wiktionary.SITE.ask("forx", make(tries=1, fresh=0.0)).found
    play(site, "fridge", WORDS["fridge"])
    site.play(REST + "fridge", rest)  # type: ignore[arg-type]
    assert wiktionary.SITE.ask("fridge", make(tries=1)).found


def test_robots_txt_keeps_from_the_rest_answer_alone(site: Server, make: MakeClient) -> None:
    """Where robots.txt forbids the API, as Wikimedia's does, the page is read at once; where it forbids both, nothing is."""
    site.play("/robots.txt", says(b"User-agent: *\nDisallow: /api/\nDisallow: /w/\n"))
    play(site, "fridge", WORDS["fridge"])
    assert wiktionary.SITE.ask("fridge", make()).found
    assert [each.path for each in site.asked] == ["/robots.txt", "/wiki/fridge"]
    site.play("/robots.txt", says(b"User-agent: *\nDisallow: /\n"))
    with pytest.raises(Forbidden):
        wiktionary.SITE.ask("fridge", make(robots_fresh=0.0, fresh=0.0))


def test_a_site_that_is_down_is_no_verdict(site: Server, make: MakeClient) -> None:
    """Errors of the server are an error here, never a missing word."""
    site.play(REST + "forx", says(b"", 503))
    site.play("/wiki/forx", says(b"", 500))
    with pytest.raises(Unreachable):
        wiktionary.SITE.ask("forx", make(tries=1))


@pytest.mark.parametrize("word", ["", "..", "a/../b#c", "Talk:cat", "w:cat", "a|b", "[x]", "a_b"])
def test_what_is_no_title_is_not_asked(word: str, make: MakeClient) -> None:
    """A text that would lead to another page, namespace or wiki is refused."""
    with pytest.raises(NotAsked):
        wiktionary.SITE.ask(word, make())


def test_it_can_always_be_asked() -> None:
    assert wiktionary.SITE.why_not() is None
    assert wiktionary.SITE.hosts == ("en.wiktionary.org",)


# What a page says

MUD = (
    RawEntry(
        "blorp",
        "noun",
        (
            RawSense(
                "A loud one, as of two boots & a spade.",
                ("slang", "dialectal", "rare", "now chiefly dialectal"),
            ),
            RawSense("A soft one.", ("slang", "dialectal", "now chiefly dialectal", "of dogs")),
            RawSense("A mudhole, <b>not</b> bold.", (), ("squelch",)),
        ),
        "From Old Norse blarpa.",
        ("blorps",),
    ),
    RawEntry(
        "blorp",
        "verb",
        (RawSense("To walk in mud.", ("informal",)),),
        "From Old Norse blarpa.",
        ("blorps", "blorping", "blorped"),
    ),
    RawEntry(
        "blorp",
        "noun",
        (
            RawSense(
                "Initialism of Big Loud Office of Rural Paths.", ("abbreviation", "initialism"), (), True,
                "Big Loud Office of Rural Paths",
            ),
        ),
        "Initialism.",
    ),
    RawEntry("blorp", None, (RawSense("Said before a jump.",),), "Initialism."),
)  # fmt: skip


def test_a_whole_page() -> None:
    """Of a page only the English entries are read: nested senses with the labels around them, forms, etymologies; no quotation, note,
    reference, date or style, and no markup that is not text.
    """
    assert wiktionary.from_page(text("blorp.html"), "blorp") == MUD


def test_a_page_in_sections() -> None:
    """The newer renderer nests sections; the word is a form of its lemma there as well."""
    expected = (RawForms("blorp", "noun", ("blorps",)),)
    assert wiktionary.from_page(text("sections.html"), "blorps") == expected


def test_pages_without_an_entry() -> None:
    """A page that is missing, is of other languages alone, or was redirected from the word says that there is no entry."""
    assert wiktionary.from_page(text("missing.html"), "forx", missing=True) is None
    assert wiktionary.from_page(text("french.html"), "forx") is None
    assert wiktionary.from_page(text("redirected.html"), "forx") is None
    assert wiktionary.from_page(text("redirected.html"), "blörp") is not None


@pytest.mark.parametrize(
    ("name", "old", "new", "missing"),
    [
        ("blorp.html", 'id="firstHeading"', "", "title"),
        ("blorp.html", "mw-page-title-main\">blorp", "\">Log in", "title 'blorp'"),
        ("blorp.html", "mw-parser-output", "text", "mw-parser-output"),
        ("blorp.html", ">English<", ">Anglais<", "section of any language"),
        ("blorp.html", "<ol>", "<ul>", "definitions"),
        ("blorp.html", "headword-line", "line", "headword-line"),
        ("french.html", 'class="Latn headword"', "", "section of any language"),
        ("french.html", "<h2", "<h3", "section of any language"),
        ("french.html", "</html>", "", "end"),
        ("blorp.html", "</html>", "", "end"),
        ("redirected.html", "mw-redirectedfrom", "", "title 'forx'"),
    ],
)  # fmt: skip
def test_a_page_of_another_shape(name: str, old: str, new: str, missing: str) -> None:
    """A page that is no entry, and does not say that there is none, is an error that says what was missing."""
    changed = text(name).replace(old, new)
    with pytest.raises(ShapeChanged, match="shape changed") as raised:
        wiktionary.from_page(changed, "forx" if name != "blorp.html" else "blorp")
    assert missing in raised.value.missing


def test_a_missing_page_must_say_so() -> None:
    """A 404 without the notice of a missing entry is a change of shape, not a missing word."""
    changed = text("missing.html").replace("noarticletext", "x")
    with pytest.raises(ShapeChanged):
        wiktionary.from_page(changed, "forx", missing=True)


RENAMED = dict(renamed(text("blorp.html")))


@pytest.mark.parametrize("name", RENAMED)
def test_whatever_is_renamed_is_noticed_or_harmless(name: str) -> None:
    """Whichever class or id of a page is called differently one day: no sense or label is lost silently."""
    assert is_noticed_or_harmless(lambda page: wiktionary.from_page(page, "blorp"), RENAMED[name], MUD)


# What a list of definitions says


def test_a_list_of_definitions() -> None:
    """Definitions become plain text, brackets before them labels; what is empty is left out."""
    assert wiktionary.from_definitions(text("definitions.json"), "blorp") == (
        RawEntry(
            "blorp",
            "noun",
            (
                RawSense("A noise of mud."),
                RawSense("A soft one.", ("of dogs",)),
                RawSense("Clipping of blorpitude.", ("clipping",), expansion="blorpitude"),
            ),
        ),
        RawEntry("blorp", "noun", (RawSense("A town, <i>not</i> a city.", name=True),)),
    )


@pytest.mark.parametrize("name", ["emptied_labels.json", "nested_senses.json", "no_english.json"])
def test_definitions_that_leave_something_out(name: str) -> None:
    """Labels that were emptied, senses that were cut and a missing section are no answer: the page has them."""
    with pytest.raises(ShapeChanged):
        wiktionary.from_definitions(text(name), "blorp")


def english(**changes: object) -> dict[str, object]:
    section = {"partOfSpeech": "Noun", "language": "English", "definitions": [{"definition": "A noise."}]}
    return {"en": [{**section, **changes}]}


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {},
        {"en": {}},
        {"en": ["x"]},
        english(language=None),
        english(partOfSpeech=1),
        english(definitions="x"),
        english(definitions=[]),
        english(definitions=[{"definition": ""}]),
        english(definitions=[{"gloss": "x"}]),
        english(definitions=[["x"]]),
    ],
)
def test_an_answer_of_another_shape(answer: object) -> None:
    """An answer without what it always had says so, whatever it has instead."""
    with pytest.raises(ShapeChanged, match="shape changed"):
        wiktionary.from_definitions(json.dumps(answer), "blorp")


def test_an_answer_that_was_redirected() -> None:
    """Definitions of another title are not the word's own; of the same letters they are, in the site's spelling."""
    other = page("definitions.json", url="http://wiki" + REST + "blorp")
    assert wiktionary.read_rest(other, "forx") is None
    (entry, _) = wiktionary.read_rest(page("definitions.json", url="http://wiki" + REST + "Bl%C3%B6rp"), "blorp") or ()  # fmt: skip
    assert isinstance(entry, RawEntry)
    assert entry.headword == "Blörp"


@pytest.mark.parametrize("body", ["", "{}", "[]", '{"detail": 3}', text("no_definition.json"), "<html>"])
def test_a_404_that_does_not_say_that_the_page_is_missing(body: str) -> None:
    """Only the answer that there is no such page is one; other 404s are of the address."""
    with pytest.raises(ShapeChanged):
        wiktionary.read_rest(Page(REST, 404, body.encode(), "", ""), "forx")
    assert wiktionary.read_rest(page("missing.json", 404), "forx") is None
