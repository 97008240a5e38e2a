"""The page answers first, proves what it says, and holds whatever is typed into it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient

import adjudicator.web
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.wording import kind_of
from adjudicator.web.pages.proof_view import SHOWN_LEAVES
from adjudicator.web.pages.word_field import MAX_WORDS, quote_phrase, words_of
from adjudicator.web.wording import overall
from tests.sample import Sample
from tests.web.test_session import send

STATIC = Path(adjudicator.web.__file__).parent / "static"
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


def text(soup: Tag, selector: str) -> str:
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
    assert "Its family In British: zed" in facts
    assert "american-spelling declared" in text(soup, ".record")


def test_trig(client: FlaskClient) -> None:
    """A word that one meaning saves is legal; the proof shows that meaning first, and the struck ones."""
    soup = page(client, word="trig", ruleset="boggle")
    assert text(soup, "h1") == "trig LEGAL"
    first, second = soup.select(".branches > li")
    assert text(first, ".outcome") == "Counts"
    assert "adjective" in text(first, ".decisive") and "settles it" in text(first, ".decisive")
    assert first.select_one(".leaves li") == soup.select_one(".decisive")
    assert second["class"] == ["struck"]
    assert text(second, ".outcome").startswith("Does not count: ")
    assert "trigonometr" in second.get_text()
    assert "declared" not in text(soup, ".tree") and "marked-abbreviation declared" in text(soup, ".record")


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
    leaves, folded = soup.select(".leaves > li"), soup.select("details > .leaves > li")
    assert len(leaves) > len(folded) > 1
    assert all(
        len(each.select(":scope > .leaves > li")) <= SHOWN_LEAVES + 1
        for each in soup.select(".branches > li")
    )
    more = [int(each.get_text().split()[0]) for each in soup.select(".branches summary")]
    assert sum(more) == len(folded) and min(more) > 1


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
    anchors = {href.split("#")[1] for href in hrefs(page(client, word="trig"), '.leaves a[href^="/about#"]')}
    assert anchors and anchors <= {source["id"] for source in sources}


@pytest.mark.parametrize("path", ["/", "/about", "/static/style.css", "/v1/rulesets", "/nosuch"])
def test_headers(client: FlaskClient, path: str) -> None:
    """Every response forbids foreign content, guessing of types and passing addresses on."""
    headers = client.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("trig", ["trig"]),
        ("  trig ", ["trig"]),
        ("zed, zee;quo\r\ntrig\tzed", ["zed", "zee", "quo", "trig"]),
        ("cat - dog", ["cat", "dog"]),
        ("“quid pro quo” they'll", ["quid pro quo", "they'll"]),
        ('"half', ['"half']),
        ("zed\u00a0zee", ["zed", "zee"]),
        ("and/or", ["and/or"]),
        ("-", ["-"]),
        ("", [""]),
    ],
)
def test_several_words_in_one_field(typed: str, words: list[str]) -> None:
    """Spaces, commas and line breaks part words, quotation marks keep a phrase together, and nothing is asked twice."""
    assert words_of(typed) == words


@pytest.mark.parametrize("word", ["trig", "quid pro quo", "they'll", "a,b"])
def test_a_word_is_typed_so_that_it_stays_one(word: str) -> None:
    """What a link asks for is what its page answers."""
    assert words_of(quote_phrase(word)) == [word]


def test_several_words(client: FlaskClient) -> None:
    """Each word has its verdict with a link to its proof, and one line says which are not legal."""
    soup = page(client, word="zed, zee\nquo 123", ruleset="boggle")
    assert text(soup, "h1") == "4 words NOT ALL LEGAL"
    assert text(soup, ".why") == "3 of 4 do not count: zee, quo, 123."
    assert [" ".join(each.get_text(" ").split())[:13] for each in soup.select(".words li")] == [
        "zed legal an ",
        "zee not legal",
        "quo not legal",
        "123 no word N",
    ]
    assert hrefs(soup, ".words a") == [f"/?word={word}&ruleset=boggle" for word in ("zed", "zee", "quo")]
    field = soup.select_one("input#word")
    assert field and field["value"] == "zed, zee quo 123"
    assert text(page(client, word="zed trig", ruleset="boggle"), "h1") == "2 words ALL LEGAL"
    assert text(page(client, word="zee quo", ruleset="boggle"), "h1") == "2 words NONE LEGAL"


def test_the_sentence_on_many_words_stays_short() -> None:
    """It names a few of the words that do not count, and how many more there are."""
    assert overall(9, list("abcdefg"))[1] == "7 of 9 do not count: a, b, c, d, e and 2 more."
    assert overall(2, ["a"])[1] == "1 of 2 does not count: a."


def test_a_phrase_may_be_meant_as_one(client: FlaskClient) -> None:
    """Words that are a phrase of a dictionary are offered as the phrase; in quotation marks it has a verdict of its own."""
    [offered] = hrefs(page(client, word="quid pro quo"), ".note a")
    soup = BeautifulSoup(client.get(offered).text, "html.parser")
    assert text(soup, "h1") == "quid pro quo NOT LEGAL"
    assert not page(client, word="zed zee").select(".note")
    assert offered in hrefs(page(client, word="quo"), ".phrases a")


def test_too_many_words(client: FlaskClient) -> None:
    """As many words as a game may need are judged at once; more are a fault that says so."""
    words = [f"w{'x' * number}" for number in range(MAX_WORDS)]
    page(client, word=" ".join(words))
    assert f"at most {MAX_WORDS}" in text(page(client, 400, word=" ".join([*words, "zed"])), "[role=alert]")


def chosen(soup: BeautifulSoup) -> str:
    """Return the ruleset that the form shows as chosen."""
    [option] = soup.select("option[selected]")
    return str(option["value"])


def test_the_rules_are_remembered(client: FlaskClient) -> None:
    """Who chooses rules in the form finds them chosen again; a link shows its own rules and changes nothing."""
    sent = client.get("/", query_string={"word": "zee", "ruleset": "word-whiz", "go": ""})
    assert (sent.status_code, sent.headers["Location"]) == (303, "/?word=zee&ruleset=word-whiz")
    assert chosen(page(client)) == "word-whiz"
    assert chosen(page(client, word="zee", ruleset="boggle")) == "boggle"
    assert chosen(page(client)) == "word-whiz"
    client.get("/", query_string={"ruleset": "open", "part": "answer"})
    assert chosen(page(client, word="zee")) == "open"


@pytest.mark.parametrize("name", ["nosuch", "house:nosuch", "../x", "house:sunday@99"])
def test_rules_that_are_no_more_are_forgotten(client: FlaskClient, name: str) -> None:
    """Rules that were remembered and are gone are no fault of whoever comes back."""
    client.set_cookie("adjudicator_rules", name)
    assert chosen(page(client)) == "boggle"


@pytest.mark.parametrize("query", [{}, {"word": "trig"}, {"word": "zed zee"}, {"word": "123"}])
def test_the_part_is_what_the_page_has(client: FlaskClient, query: dict[str, str]) -> None:
    """Scripts put in place what the page itself would show; it carries what the page's title and address become."""
    part = client.get("/", query_string={**query, "part": "answer"})
    assert part.status_code == 200
    assert "<form" not in part.text and "<html" not in part.text
    soup = BeautifulSoup(part.text, "html.parser")
    whole = BeautifulSoup(client.get("/", query_string=query).text, "html.parser")
    [root] = soup.find_all(recursive=False)
    assert " ".join(root.get_text(" ").split()) == text(whole, "#answers")
    title = whole.title
    assert title and root["data-title"] == title.get_text()
    assert str(root["data-link"]).startswith("/")


def test_across_rulesets(client: FlaskClient, service: Adjudicator) -> None:
    """The matrix has every ruleset, the house lists too, with what each of them says and why."""
    for word in ("zee", "trig", "yeet", "they'll", "xyzzy"):
        soup = page(client, word=word, ruleset="boggle")
        rows = soup.select(".others tbody tr")
        assert len(rows) == len(page(client).select("option"))
        for row, link in zip(rows, hrefs(soup, ".others th a"), strict=True):
            code = service.under(link.rpartition("=")[2]).decisive(word)
            said = "legal" if code in LEGAL_CODES else "not legal"
            assert [each.get_text() for each in row.select("td > *")] == [said, kind_of(code)]
        [here] = soup.select(".others tr[aria-current] a")
        assert here.get_text() == "Boggle"


def test_lists_of_one_title_are_told_apart(client: FlaskClient) -> None:
    """A fork has the title of its origin until somebody gives it another."""
    titles = [option.get_text() for option in page(client).select("option")]
    assert len(set(titles)) == len(titles)


def test_a_shared_link_says_the_same_tomorrow(writer: FlaskClient, sample: Sample) -> None:
    """A link names the revision of a house list; after an edit it shows the same ruling, and leads to what holds now."""

    def shared(**query: str) -> str:
        button = page(writer, 200, **query).select_one("[data-share]")
        assert button
        return str(button["data-share"])

    link = shared(word="glorp", ruleset="house:monday")
    assert re.fullmatch(r"/\?word=glorp&ruleset=house:monday@\d+", link)
    assert shared(word="zed zee", ruleset="boggle") == "/?word=zed,+zee&ruleset=boggle"
    before = BeautifulSoup(writer.get(link).text, "html.parser")
    assert text(before, "h1") == "glorp LEGAL"
    assert not before.select(".note")
    done = writer.delete(
        "/v1/house-lists/monday/entries/glorp", headers={**sample.authorization, "If-Match": "*"}
    )
    assert done.status_code == 200
    after = BeautifulSoup(writer.get(link).text, "html.parser")
    assert text(after, "h1") == "glorp LEGAL"
    assert chosen(after) == link.rpartition("=")[2]
    [now] = hrefs(after, ".note a")
    assert text(BeautifulSoup(writer.get(now).text, "html.parser"), "h1") == "glorp NOT LEGAL"
    writer.get(f"{link}&part=answer")
    assert chosen(page(writer)) == "house:monday"


def test_what_may_be_voted_on_can_be_challenged(client: FlaskClient) -> None:
    """The word, or all words that are any, under the rules as they are now; what is settled offers no vote."""

    def leads(**query: str) -> str:
        [found] = hrefs(page(client, 200, **query), '.acts a[href^="/disputes"]')
        assert client.get(found).status_code == 200
        return found

    assert leads(word="aswell", ruleset="open") == "/disputes/new?word=aswell&ruleset=open"
    assert leads(word="zed, 123 aswell") == "/disputes/new?word=zed&word=aswell&ruleset=boggle"
    assert leads(word="aswell", ruleset="house:sunday@1") == "/disputes/new?word=aswell&ruleset=house:sunday"
    for settled in ("zed", "zee", "zed, zee"):
        assert not hrefs(page(client, word=settled, ruleset="boggle"), '.acts a[href^="/disputes"]')


def test_who_may_edit_a_list_is_led_to_it(writer: FlaskClient, sample: Sample) -> None:
    """Under a house list whoever may edit it finds a link to it; nobody else does, nor under other rules."""
    query = {"word": "trig", "ruleset": "house:sunday"}
    assert not hrefs(page(writer, 200, **query), '.acts a[href="/lists/sunday"]')
    send(writer, "/sign-in", "/sign-in", secret=sample.token)
    assert hrefs(page(writer, 200, **query), '.acts a[href="/lists/sunday"]')
    assert not hrefs(page(writer, word="trig"), '.acts a[href^="/lists"]')


def test_social_card(client: FlaskClient) -> None:
    """Where a link is shown elsewhere, it says the verdict and its one sentence, with a picture."""

    def card(**query: str) -> dict[str, str]:
        return {
            str(each["property"]): str(each["content"])
            for each in page(client, 200, **query).select("meta[property]")
        }

    zee = card(word="zee", ruleset="boggle", utm_source="x")
    assert zee["og:title"] == "zee: not legal in Boggle"
    assert zee["og:description"] == "American spelling; the British word is zed."
    assert zee["og:url"] == "http://localhost/?word=zee&ruleset=boggle"
    assert zee["og:image"] == "http://localhost/static/card.png"
    assert card()["og:title"] == "Is it a word?"


def test_what_was_concluded_is_one_tap_deeper(client: FlaskClient) -> None:
    """What our own rules have concluded is in the record, with its evidence, and whether a source says so."""
    record = text(page(client, word="us"), ".record")
    assert "Abbreviation: initialism" in record
    assert "said-letters-ipa inferred" in record and "named-by-source declared" in record


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
    pairs += [("ink", "lit"), ("quiet", "lit"), ("link", "lit"), ("tile-ink", "tile")]
    pairs += [("on-board", "board"), ("board-quiet", "board")]
    pairs += [("on-action", "action"), ("on-answer", "yes"), ("on-answer", "no"), ("warn-ink", "warn")]
    for ink, ground in pairs:
        light, dark = sorted((_luminance(colours[ink]), _luminance(colours[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize("sheet", sorted(each.name for each in STATIC.glob("*.css")))
def test_the_dark_changes_colours_alone(sheet: str) -> None:
    """What a style sheet says for the dark gives colours to names, and nothing else: whatever is no colour is the same in light and dark."""
    told = re.sub(r"/\*.*?\*/", "", (STATIC / sheet).read_text(), flags=re.DOTALL)
    for block in told.split("@media (prefers-color-scheme: dark)")[1:]:
        rule = re.match(r"\s*\{\s*:root\s*\{([^{}]*)\}\s*\}", block)
        assert rule
        for said in filter(None, map(str.strip, rule[1].split(";"))):
            assert re.fullmatch(r"--[a-z-]+: #[0-9a-f]{6}", said), said
    assert told.count("prefers-color-scheme") == told.count("@media (prefers-color-scheme: dark)")


def test_usage_is_shown_on_request(client: FlaskClient) -> None:
    """The proof has sentences, other words and opposites where they are asked for, by a link that works without scripts."""
    plain = page(client, word="happy", ruleset="open")
    assert not plain.select(".usage")
    (link,) = hrefs(plain, "[data-more]")
    assert link == "/?word=happy&ruleset=open&usage=1#proof"
    asked = page(client, word="happy", ruleset="open", usage="1")
    assert not asked.select("[data-more]")
    used = [" ".join(each.get_text().split()) for each in asked.select(".leaves .usage")]
    assert "“a happy marriage”" in used
    assert "The opposite: unhappy" in used
    assert "/?word=glad&ruleset=open" in hrefs(asked, ".usage a")
    part = client.get("/", query_string={"word": "happy", "usage": "1", "part": "answer"})
    assert "a happy marriage" in part.text


def test_a_word_of_lists_alone_has_no_usage(client: FlaskClient) -> None:
    """Where no dictionary says how the word is used, the page says so."""
    assert "No dictionary here has a sentence" in text(
        page(client, word="stickum", ruleset="open", usage="1"), ".more"
    )


def test_a_word_that_is_still_typed_is_not_refused(client: FlaskClient) -> None:
    """While somebody types, a word that is too short so far gets what it needs and no answer; any other gets its own."""

    def typed(word: str) -> BeautifulSoup:
        query = {"word": word, "ruleset": "boggle", "part": "answer", "typing": "1"}
        return BeautifulSoup(client.get("/", query_string=query).text, "html.parser")

    begun = typed("zz")
    assert text(begun, "h1") == "zz keep typing"
    assert text(begun, ".why") == "Words have 3 letters or more here."
    assert not begun.select(".legal, .illegal, .tree, [data-word]")
    assert text(typed("zee"), "h1") == "zee NOT LEGAL"
    assert text(page(client, word="zz", typing="1"), "h1") == "zz NOT LEGAL"


@pytest.mark.parametrize(
    ("word", "laid"),
    [
        ("trig", "trig"),
        ("café", "cafe"),
        ("they'll", "theyll"),
        ("a" * 16, ""),
        ("status quo", ""),
        ("zed zee", ""),
    ],
)
def test_tiles_lay_the_word(client: FlaskClient, word: str, laid: str) -> None:
    """One word is laid in its letters, which are seen and not read; what no row of tiles holds is written."""
    soup = page(client, word=f'"{word}"' if word == "status quo" else word)
    assert "".join(str(each["data-letter"]) for each in soup.select("h1 .tiles[aria-hidden] i")) == laid
    asked = soup.select_one("h1 .asked")
    assert asked and ("unseen" in asked["class"]) == (laid == word)


def test_the_proof_of_every_verdict_is_whole(client: FlaskClient, service: Adjudicator) -> None:
    """Each reading is a leaf, on the branch of what the rules say of it; the branch that decides comes first, and its leaf before the others."""
    for word in ("trig", "set", "FBI", "zee", "quo", "rewatches", "stickum", "us"):
        soup = page(client, word=word, ruleset="boggle")
        data = service.under("boggle").verdict_data(word)
        senses = [each["sense"] for each in data["findings"] if each["sense"]]
        leaves = soup.select(".leaves > li")
        assert sorted(text(each, "b") for each in leaves) == sorted(
            each["display"] for each in senses if each
        )
        decided = [each["decisive"] for each in data["findings"] if each["sense"]]
        assert soup.select(".decisive") == (leaves[:1] if any(decided) else [])


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("trig", "Forms: trigs"),
        ("trigs", "A form of: trig"),
        ("zee", "In British: zed"),
        ("went", "A form of: go"),
        ("uncopyrightable", "Made from: copyright"),
        ("colour", "Another spelling of: color"),
    ],
)
def test_the_family_of_a_word(client: FlaskClient, word: str, said: str) -> None:
    """Where it comes from, how others spell it, and its forms, each a link; what is only spelled like a form is none."""
    soup = page(client, word=word, ruleset="open")
    assert said in text(soup, ".family dd")
    links = hrefs(soup, ".family a")
    assert links and all(each.endswith("&ruleset=open") for each in links)


def test_only_legal_forms_of_the_word_itself_are_its_forms(client: FlaskClient, service: Adjudicator) -> None:
    """Under each ruleset, every form that is offered is legal there."""
    for ruleset in ("boggle", "word-whiz"):
        for word in ("run", "boar", "colour", "hand", "cat"):
            family = page(client, word=word, ruleset=ruleset).select_one(".family dd")
            forms = family.get_text().lower().rpartition("forms: ")[2].split(", ") if family else []
            assert forms, word
            assert all(service.under(ruleset).decisive(each.strip()) in LEGAL_CODES for each in forms)
    assert "board" not in text(page(client, word="boar", ruleset="open"), ".family")


def test_words_that_differ_by_a_capital_have_an_order(client: FlaskClient) -> None:
    """The family of *vandykes* is the same in every process: small letters come first."""
    page = client.get("/?word=vandykes&ruleset=boggle").get_data(as_text=True)
    assert re.search(r">vandyke</a>, <a href=\"[^\"]+\">Vandyke</a>", page)
