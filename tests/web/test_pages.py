"""The page answers first, proves what it says, and holds whatever is typed into it."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient

from adjudicator.rules.conditions import CODES
from adjudicator.web.wording import KINDS

SCRIPT = "<script>alert(1)</script>"


def page(client: FlaskClient, status: int = 200, **query: str) -> BeautifulSoup:
    """Return the page for a query; check what holds for each page."""
    response = client.get("/", query_string=query)
    assert response.status_code == status
    assert response.mimetype == "text/html"
    assert "Traceback" not in response.text
    soup = BeautifulSoup(response.text, "html.parser")
    assert len(soup.find_all("h1")) == 1
    assert not soup.find_all(style=True)
    assert all(script["src"] and not script.string for script in soup.find_all("script"))
    return soup


def text(soup: BeautifulSoup, selector: str) -> str:
    """Return the text of the one element that *selector* finds, its spaces evened out."""
    found = soup.select_one(selector)
    assert isinstance(found, Tag), selector
    return " ".join(found.get_text(" ").split())


def hrefs(soup: BeautifulSoup, selector: str) -> list[str]:
    """Return where the links that *selector* finds lead."""
    return [str(link["href"]) for link in soup.select(selector)]


def test_home(client: FlaskClient) -> None:
    """The page opens with a labelled form that phones do not correct, and its answer is a link."""
    soup = page(client)
    form = soup.select_one("form")
    field = soup.select_one("input#word")
    assert form and field
    assert form["method"] == "get"
    for name, value in {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}.items():
        assert field[name] == value
    assert field.has_attr("autofocus")
    assert {str(label["for"]) for label in soup.select("label")} == {"word", "ruleset"}
    assert soup.select_one('meta[name="viewport"]')
    assert soup.select_one("main") and soup.select_one("header") and soup.select_one("footer")


def test_zee(client: FlaskClient) -> None:
    """An American spelling is refused in words, with the British word as a link, the rule and its source."""
    soup = page(client, word="zee", ruleset="boggle")
    assert text(soup, "h1") == "zee NOT LEGAL"
    assert text(soup, ".why") == "American spelling; the British word is zed."
    assert hrefs(soup, ".near a")[0] == "/?word=zed&ruleset=boggle"
    facts = text(soup, ".facts")
    assert "WordNet" in facts and "Settled" in facts and "§5: zed is a noun" in facts
    assert "Boggle Ruleset, February 2026" in facts
    assert "Open: any region's spelling legal" in text(soup, ".others")
    assert "american-spelling" in text(soup, ".proof .decisive .fine")


def test_trig(client: FlaskClient) -> None:
    """A word that one meaning saves is legal; the proof shows that meaning first, and the struck ones."""
    soup = page(client, word="trig", ruleset="boggle")
    assert text(soup, "h1") == "trig LEGAL"
    first, *others = soup.select(".proof li")
    assert "adjective" in first.get_text() and "Counts" in first.get_text()
    assert "settles it" in first.get_text() and "declared" in first.get_text()
    struck = [each.get_text() for each in others if "struck" in str(each["class"])]
    assert struck and all("Does not count" in each for each in struck)
    assert any("marked-abbreviation" in each for each in struck)


def test_quo(client: FlaskClient) -> None:
    """A word that lives in phrases only is refused with the phrases."""
    soup = page(client, word="quo")
    assert text(soup, "h1") == "quo NOT LEGAL"
    assert "quid pro quo" in text(soup, ".why")
    assert "status quo" in text(soup, "main").lower()


def test_disputable_says_what_a_vote_is_about(client: FlaskClient) -> None:
    """A disputable verdict says so beside the answer and names the question for a vote."""
    soup = page(client, word="rewatches")
    data = client.get("/v1/rulesets/boggle/words/rewatches").get_json()
    assert data["certainty"] == "disputable"
    assert "Open to dispute" in text(soup, ".answer")
    assert data["dispute"] in text(soup, ".facts")


def test_initialism(client: FlaskClient) -> None:
    """Initials are refused with what they stand for."""
    soup = page(client, word="FBI")
    assert text(soup, "h1") == "FBI NOT LEGAL"
    assert text(soup, ".why") == "Initials, said letter by letter for “Federal Bureau of Investigation”."


def test_unknown_word(client: FlaskClient) -> None:
    """A word that no dictionary has is a verdict, and the page says where it looked."""
    soup = page(client, word="xyzzy")
    assert text(soup, "h1") == "xyzzy NOT LEGAL"
    assert "Where we looked" in text(soup, ".facts") and "WordNet" in text(soup, ".facts")


def test_many_senses_fold(client: FlaskClient) -> None:
    """A word of many meanings shows the first of them and folds the rest away."""
    soup = page(client, word="set")
    assert len(soup.select(".proof > li")) > len(soup.select("section > .proof > li")) > 1


@pytest.mark.parametrize(
    "word", ["", "   ", "a" * 1_000_000, "a\x00b", "a\x1b[31m", "\u202e\u2028a", "😀", "123", "\ud7ff\uffff"]
)
def test_bad_input(client: FlaskClient, word: str) -> None:
    """What is no word gets a clear message on the page with status 400, and the form to try again."""
    soup = page(client, 400, word=word)
    assert text(soup, "[role=alert]").endswith(".")
    assert len(soup.encode()) < 10_000
    assert soup.select_one("input#word")


def test_markup_is_escaped(client: FlaskClient) -> None:
    """Markup in the word or the ruleset is shown as text or not at all, never as markup."""
    for query in ({"word": SCRIPT}, {"word": "trig", "ruleset": SCRIPT}, {"word": '"><img src=x onerror=a>'}):
        response = client.get("/", query_string=query)
        soup = BeautifulSoup(response.text, "html.parser")
        assert SCRIPT not in response.text and "<img src=x" not in response.text
        assert not soup.select("script:not([src])") and not soup.select("[onerror]")
    field = page(client, word=SCRIPT).select_one("input#word")
    assert field and field["value"] == SCRIPT


def test_unknown_rules(client: FlaskClient) -> None:
    """Rules that there are not get a message, and the list to choose from."""
    soup = page(client, 404, word="trig", ruleset="nosuch")
    assert "no such rules" in text(soup, "[role=alert]")
    assert len(soup.select("option")) >= 4


def test_no_lexicon(bare_client: FlaskClient) -> None:
    """Without a lexicon a browser gets a page that says what to do."""
    response = bare_client.get("/", headers={"Accept": "text/html"})
    assert response.status_code == 503
    assert response.mimetype == "text/html"
    assert "adjudicator build" in response.text


def test_about(client: FlaskClient) -> None:
    """The page on sources names each with its licence; links from verdicts lead to it."""
    soup = BeautifulSoup(client.get("/about").text, "html.parser")
    sources = client.get("/v1/sources").get_json()
    for source in sources:
        shown = soup.find(id=source["id"])
        assert isinstance(shown, Tag)
        assert source["attribution"] in shown.get_text() and source["licence"] in shown.get_text()
    anchors = {href.split("#")[1] for href in hrefs(page(client, word="trig"), '.proof a[href^="/about#"]')}
    assert anchors and anchors <= {source["id"] for source in sources}


@pytest.mark.parametrize("path", ["/", "/about", "/static/style.css", "/v1/rulesets", "/nosuch"])
def test_headers(client: FlaskClient, path: str) -> None:
    """Every response forbids foreign content, guessing of types and passing addresses on."""
    headers = client.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_every_code_has_words() -> None:
    """The page has words of its own for each code that a verdict can have."""
    assert set(CODES) <= set(KINDS)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_contrast(client: FlaskClient, scheme: int) -> None:
    """Every text has a contrast of at least 4.5 to what it stands on, in light and in dark."""
    css = client.get("/static/style.css").text
    block = css.split(":root {")[scheme + 1].split("}")[0]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))
    pairs = [
        (ink, ground) for ink in ("ink", "quiet", "link", "yes-ink", "no-ink") for ground in ("page", "card")
    ]
    pairs += [("on-action", "action"), ("on-answer", "yes"), ("on-answer", "no"), ("warn-ink", "warn")]
    for ink, ground in pairs:
        light, dark = sorted((_luminance(colours[ink]), _luminance(colours[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)
