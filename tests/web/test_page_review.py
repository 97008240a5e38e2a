"""The queues of a house list, its seasons, and what its players are given."""

from __future__ import annotations

import re
from contextlib import closing
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.rules.house import Settings
from adjudicator.usecases.reviews import MORE
from tests.sample import Sample
from tests.web.test_page_desk import entry
from tests.web.test_page_lists import Person, editor_of, parsed, said, text_of, value_of
from tests.web.test_session import key_on

CLUB = "/lists/club"


@pytest.fixture
def anna(writer: FlaskClient, sample: Sample) -> Person:
    """Who may do everything."""
    return Person(writer, sample.token)


@pytest.fixture
def ledger(anna: Person) -> Ledger:
    """The ledger behind the pages, with an empty list."""
    ledger = shared()
    ledger.houses.create("club", Settings("Club", "boggle", {}), "Anna")
    return ledger


def disputable(anna: Person, ledger: Ledger, count: int) -> list[str]:
    """Put disputable words of the rules on the list, and return them, the commonest first."""
    soup = anna.page(f"{CLUB}/review?of=rules")
    found = [said(soup, ".case-word")]
    while len(found) < count:
        soup = anna.done(soup, "Next, without settling it")
        found.append(said(soup, ".case-word"))
    ledger.houses.edit("club", None, {word: entry(word, "allow") for word in (*found, "plate")}, "Ben")
    return found


def test_two_curators_settle_a_queue(anna: Person, ledger: Ledger) -> None:
    """Each gets the commonest word that nobody has; what they choose is in the list, what is left is counted, and a word passed by comes again."""
    words = disputable(anna, ledger, 4)
    ben = editor_of(ledger, anna.client.application.test_client(), "house:club")
    queue = f"{CLUB}/review?of=list"
    one, two = anna.page(queue), ben.page(queue)
    assert said(one, ".case-word") != said(two, ".case-word")
    assert {said(one, ".case-word"), said(two, ".case-word")} == set(words[:2])
    assert said(anna.page(queue), ".case-word") == said(one, ".case-word"), "who looks again sees the same"
    assert said(two, "#left") == "4 left, 0 settled; others have 1 before them"
    assert "disputable" in said(two) and two.select(".findings li")
    first = said(one, ".case-word")
    one = anna.done(one, "Do not allow it", reason="nobody says it")
    assert (ledger.current.get("club").entries[first].effect, said(one, ".case-word")) == ("deny", words[2])
    two = ben.done(two, "Next, without settling it")
    assert said(two, ".case-word") == words[3]
    two = ben.done(two, "Leave it")
    passed = said(two, ".case-word")
    assert passed in words[:2] and passed != first
    one = anna.done(one, "Allow it")
    assert "Others have the last words before them." in said(one)
    two = ben.done(two, "Allow it")
    assert said(two, "#left") == "0 left, 4 settled" and "Every word of this queue is settled." in said(two)
    assert ledger.houses.verify("club") == []


def more_of(person: Person, address: str) -> list[Tag]:
    """Return the parts of a page that come one after the other."""
    return [*BeautifulSoup(person.client.get(address).text, "html.parser").select(".case")]


def test_words_that_come_next(anna: Person, ledger: Ledger) -> None:
    """A page that is to go on without a network gets words that nobody else does, each with its proof and its form; of a short queue none."""
    queue = "review?of=rules:35"
    address = anna.page(f"{CLUB}/{queue}").select("[data-more]")[0]["data-more"]
    *cases, last = more_of(anna, str(address))
    words = [each.select(".case-word")[0].text for each in cases]
    assert len({*words}) == MORE and all(each.select(".findings li") for each in cases)
    assert last.select("h2")[0].text == "No more words are on this device"
    ben = editor_of(ledger, anna.client.application.test_client(), "house:club")
    assert said(ben.page(f"{CLUB}/{queue}"), ".case-word") not in words
    form = {each["name"]: each["value"] for each in cases[1].select("input[name]")}
    assert anna.client.post(f"{CLUB}/review", data={**form, "choice": "allow"}).status_code == 303
    assert ledger.current.get("club").entries[words[1]].effect == "allow"
    assert len(more_of(anna, f"{CLUB}/review/more?of=list&word=plate")) == 1
    Person(anna.client.application.test_client()).page(f"{CLUB}/review/more?of=rules", 401)


def test_a_review_does_not_write_over_others(anna: Person, ledger: Ledger) -> None:
    """Where somebody has changed the word on the list meanwhile, that is shown, and the word stays to be settled."""
    (word,) = disputable(anna, ledger, 1)
    soup = anna.page(f"{CLUB}/review?of=list")
    ledger.houses.edit("club", None, {word: entry(word, "deny", "Ben", reason="no")}, "Ben")
    refused = anna.refused(soup, "Allow it", 412, reason="we say it")
    assert f"Ben did not allow {word}" in said(refused, ".conflict") and said(refused, ".case-word") == word
    assert value_of(refused, "#reason") == "we say it"
    anna.done(refused, "Allow it")
    assert ledger.current.get("club").entries[word].effect == "allow"


def test_a_refused_word_stays_although_it_left_the_queue(anna: Person, ledger: Ledger) -> None:
    """Whose word somebody else has settled at the desk is asked of that word again, and can settle it as they then see it."""
    soup = anna.page(f"{CLUB}/review?of=rules:35")
    word = said(soup, ".case-word")
    ledger.houses.edit("club", None, {word: entry(word, "deny", "Ben", reason="no")}, "Ben")
    refused = anna.refused(soup, "Allow it", 412, reason="we say it")
    assert (said(refused, ".case-word"), value_of(refused, "#reason")) == (word, "we say it")
    anna.done(refused, "Allow it")
    assert ledger.current.get("club").entries[word].reason == "we say it"


def test_a_reason_stays_while_a_dictionary_is_asked(anna: Person, ledger: Ledger) -> None:
    """What was typed before a dictionary is asked is there when its answer is: of the word that it was typed for, and no other."""
    (word,) = disputable(anna, ledger, 1)
    typed = f"{CLUB}/review?of=list&reason=we+say+it&word="
    assert value_of(anna.page(f"{typed}{word}"), "#reason") == "we say it"
    assert value_of(anna.page(f"{typed}plate"), "#reason") == ""


def test_a_reason_is_of_one_word_alone(anna: Person, ledger: Ledger) -> None:
    """Where a word is refused that the queue has not, the next one comes as it is now, without the reason of the other."""
    soup = anna.page(f"{CLUB}/review?of=rules:35")
    word = said(soup, ".case-word")
    ledger.houses.edit("club", None, {"plate": entry("plate", "allow")}, "Ben")
    refused = anna.refused(soup, "Allow it", 404, word="glorp", reason="because of glorp")
    assert "has no word 'glorp'" in said(refused, "#fault")
    assert (said(refused, ".case-word"), value_of(refused, "#reason")) == (word, "")
    assert value_of(refused, "[name=revision]") == "2"


def test_no_queues_for_strangers(anna: Person, ledger: Ledger) -> None:
    """Whose choice names no queue sees those of the list only where they may settle words, and in any case why it was not taken."""
    form = {"of": "", "word": "arent", "choice": "allow", "revision": "1"}
    app = anna.client.application
    other = editor_of(ledger, app.test_client(), "house:sunday")
    for person, status, fault in (
        (Person(app.test_client()), 401, "Sign in"),
        (other, 403, "house:club"),
        (anna, 404, "There is no queue ''"),
    ):
        sent = {**form, "form_key": key_on(person.client, "/sign-in")}
        answer = person.client.post(f"{CLUB}/review", data=sent, headers={"Accept": "text/html"})
        soup = parsed(answer)
        assert (answer.status_code, bool(soup.select(".revisions"))) == (status, person is anna)
        assert fault in text_of(soup.main)


def test_what_was_chosen_stays_until_one_signs_in(anna: Person, ledger: Ledger) -> None:
    """Whose right has ended meanwhile sees the word that they were at, with what they typed, and can send it again."""
    (word,) = disputable(anna, ledger, 1)
    ben = editor_of(ledger, anna.client.application.test_client(), "house:club")
    soup = ben.page(f"{CLUB}/review?of=list")
    (token,) = (each for each in ledger.tokens.listing("house:club"))
    ledger.tokens.revoke(token.id)
    form = {"form_key": key_on(ben.client, "/sign-in"), "reason": "nobody says it"}
    refused = ben.refused(soup, "Do not allow it", 401, **form)
    assert "send this form again" in said(refused, "#fault") and "settled" not in said(refused)
    assert said(refused, ".case-word") == word and value_of(refused, "#reason") == "nobody says it"
    assert ledger.current.get("club").entries[word].effect == "allow"
    odd = ben.client.post(f"{CLUB}/review", data={**form, "of": "list", "word": "!", "revision": "2"})
    assert odd.status_code == 401 and "settled" not in text_of(parsed(odd).main)


def test_a_dictionary_is_asked_for_words_alone(anna: Person, ledger: Ledger) -> None:
    """What is no word is not sent to a live dictionary."""
    disputable(anna, ledger, 1)
    soup = anna.page(f"{CLUB}/review?of=list")
    refused = anna.refused(soup, "Ask English Wiktionary, asked live", 400, word="?!")
    assert "Nothing in '?!' can be spelled" in said(refused, "#fault")


def test_the_queues_of_a_list(anna: Person, ledger: Ledger) -> None:
    """All queues are named with what is left of each; only who may edit sees them; what is none is said."""
    disputable(anna, ledger, 2)
    soup = anna.page(f"{CLUB}/review")
    lines = [text_of(each) for each in soup.select(".revisions li")]
    assert lines[0] == "Disputable words of this list 2 left"
    assert re.fullmatch(r"Disputable words of the rules, all of them [\d,]+ left", lines[5])
    lefts = [int(re.findall(r"([\d,]+) left", line)[0].replace(",", "")) for line in lines[1:6]]
    assert lefts == sorted(lefts) and lefts[0] > 0
    assert said(anna.page(f"{CLUB}/review?of=revision:2"), "#left") == "2 left, 0 settled"
    for odd in ("nosuch", "season:none", "revision:99", "list:1", "rules:x", "rules:²", "revision:²"):
        anna.page(f"{CLUB}/review?of={odd}", 404)
    assert "This queue has no words." in said(anna.page(f"{CLUB}/review?of=rules:0"))
    Person(anna.client.application.test_client()).page(f"{CLUB}/review", 401)


def test_a_season(anna: Person, ledger: Ledger) -> None:
    """It is frozen under a name, and stays what it is; players get what differs from the rulebook, with its link as a code."""
    ledger.houses.edit(
        "club", None, {"glorp": entry("glorp", "allow"), "trig": entry("trig", "deny")}, "Anna"
    )
    soup = anna.done(anna.page(f"{CLUB}/seasons"), "Freeze revision 2", name="Season 2026/27")
    assert said(soup, "#season") == "Season 2026/27" and "Nothing: every verdict is what it was." in said(
        soup
    )
    assert ledger.houses.revision("club", 2).digest in said(soup, ".settings")
    refused = anna.refused(anna.page(f"{CLUB}/seasons"), "Freeze revision 2", 409, name="season 2026 27")
    assert "has a season 'season-2026-27' already" in said(refused, "[role=alert]")
    assert "The name is empty" in said(
        anna.refused(anna.page(f"{CLUB}/seasons"), "Freeze revision 2", 422, name=" "), "[role=alert]"
    )
    ledger.houses.edit("club", None, {"blorp": entry("blorp", "allow")}, "Anna")
    ledger.houses.settings("club", None, Settings("Club", "open", {}), "Anna")
    sheet = anna.page(f"{CLUB}/players?season=season-2026-27")
    assert said(sheet, "#differs").startswith("What is different from Boggle:")
    rules = str(sheet.select(".paper a")[0]["href"])
    assert "house:club@2" in unquote(rules) and anna.page(rules)
    ledger.houses.settings("club", None, Settings("Club", "boggle", {}), "Anna")
    assert [text_of(each) for each in sheet.select(".sheet li")] == ["glorp", "trig"]
    assert "/lists/club/players?season=season-2026-27" in said(sheet, ".for-players")
    assert sheet.select_one(".for-players svg.qr")
    assert [text_of(each) for each in anna.page(f"{CLUB}/players").select(".sheet li")] == [
        "blorp",
        "glorp",
        "trig",
    ]
    anna.done(anna.page(f"{CLUB}/seasons"), "Freeze revision 5", name="Next")
    assert len(anna.page(f"{CLUB}/seasons").select(".revisions > li")) == 2
    assert not Person(anna.client.application.test_client()).page(f"{CLUB}/seasons").select("main form.stack")


def test_what_a_new_lexicon_changed(anna: Person, ledger: Ledger) -> None:
    """The words of a season that are judged otherwise by now are told, and are a queue of their own."""
    with closing(Adjudicator(ledger=ledger)) as adjudicator:
        legal = adjudicator.under("house:club").legal_keys()
    before = sorted({*legal, "glorp"} - {"plate"})
    told = {"lexicon": "sha256:old", "ruleset_digest": "sha256:b", "words": before}
    ledger.seasons.freezing("club", "old", "Old", 1, "Anna", **told)()  # type: ignore[arg-type]
    soup = anna.page(f"{CLUB}/seasons/old")
    assert [text_of(each) for each in soup.select(".shifts .word")] == ["glorp", "plate"]
    assert "2 words of your list's season are judged otherwise" in said(soup)
    queue = anna.page(f"{CLUB}/review?of=season:old")
    assert said(queue, ".case-word") == "plate"
    queue = anna.done(queue, "Leave it")
    queue = anna.done(queue, "Allow it")
    assert said(queue, "#left") == "0 left, 2 settled"
    assert "glorp" in ledger.current.get("club").entries
