"""The desk of a house list: its words beside what the rules say, filtered and sorted, changed many at a time, pasted, and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.rules.house import Entry, Settings
from adjudicator.usecases import desk
from tests.conftest import letters
from tests.sample import Sample
from tests.web.test_page_lists import Person, editor_of, said, text_of, value_of, words_on
from tests.web.test_session import key_on

CLUB = "/lists/club"


@pytest.fixture
def anna(writer: FlaskClient, sample: Sample) -> Person:
    """Who may do everything."""
    return Person(writer, sample.token)


@pytest.fixture
def ledger(anna: Person) -> Ledger:
    """The ledger behind the pages, with a list that has something of everything."""
    ledger = shared()
    ledger.houses.create("club", Settings("Club", "boggle", {}), "Anna")
    entries = [
        entry("zee", "allow", at="2026-04-03"),
        entry("trig", "deny", reason="maths", at="2026-04-02"),
        entry("plate", "allow", at="2026-04-01"),
        entry("glorp", "allow", "Ben", inflections=("noun",)),
        entry("qx", "allow", "Ben"),
        entry("qworb", "deny", "Ben", expires="2099-01-01T00:00:00.000000Z"),
        entry("house", "deny", "Ben", expires="2026-01-02T00:00:00.000000Z"),
    ]
    ledger.houses.edit("club", None, {each.key: each for each in entries}, "Anna")
    return ledger


def entry(word: str, effect: str, author: str = "Anna", *, at: str = "2026-01-01", **more: Any) -> Entry:
    """Make an entry."""
    said = {"reason": "", **more}
    return Entry(word, word, effect, author=author, at=f"{at}T09:00:00.000000Z", **said)  # type: ignore[arg-type]


def found(anna: Person, query: str) -> list[str]:
    """The words that a query finds."""
    return words_on(anna.page(f"{CLUB}?{query}"))


def test_what_is_found_and_in_which_order(anna: Person, ledger: Ledger) -> None:
    """Each filter finds what it says, alone and together with others; each order is one."""
    assert found(anna, "show=allow") == ["glorp", "plate", "qx", "zee"]
    assert found(anna, "show=deny&by=Ben") == ["house", "qworb"]
    assert found(anna, "by=Anna") == ["plate", "trig", "zee"]
    assert found(anna, "show=expiring") == ["qworb"]
    assert found(anna, "show=over") == ["house"]
    assert found(anna, "show=idle") == ["plate", "qworb"]
    assert found(anna, "show=contrary") == ["glorp", "house", "qx", "trig", "zee"]
    assert found(anna, "show=stuck") == ["qx"]
    assert found(anna, "q=maths") == ["trig"] == found(anna, "q=TRI")
    assert found(anna, "order=newest")[:3] == ["zee", "trig", "plate"]
    assert found(anna, "order=oldest")[-1] == "zee"
    assert found(anna, "order=author")[:3] == ["plate", "trig", "zee"]
    assert found(anna, "order=common")[:2] == ["house", "plate"]
    soup = anna.page(f"{CLUB}?show=idle&by=Ben&order=newest")
    assert said(soup, "#count") == "1 of 7 words"
    assert [text_of(each) for each in soup.select("main .search [selected]")] == [
        "changes nothing", "Ben", "newest first",
    ]  # fmt: skip


def test_each_line_says_what_the_rules_say(anna: Person, ledger: Ledger) -> None:
    """Beside what the list says stands what it would be without: legal or not, why, and what of the entry is odd."""
    soup = anna.page(CLUB)
    zee, plate, short = (said(soup, f"#word-{word}") for word in ("zee", "plate", "qx"))
    assert (
        "Boggle: not legal American spelling; the British word is zed" in zee
        and "contradicts the rules" in zee
    )
    assert "Boggle: legal" in plate and "changes nothing" in plate
    assert "allowed, and still not legal" in short
    part = anna.client.get(f"{CLUB}?part=word&word=Zee").text
    assert "American spelling" in part and "The list says now:" in part and "<html" not in part
    assert anna.client.get(f"{CLUB}?part=word&word=12").text.strip() == ""


def test_many_at_once_and_back(anna: Person, ledger: Ledger) -> None:
    """What is chosen is changed in one revision; the page says what was done and takes it back, word by word as it was."""
    before = dict(ledger.current.get("club").entries)
    soup = anna.page(f"{CLUB}?by=Ben&order=newest")
    done = anna.done(soup, "Allow them", words=["qworb", "house"], reason="the vote of May")
    assert said(done, ".done p") == "Anna allowed house, qworb."
    assert words_on(done) == ["glorp", "qx"]  # still what Ben has entered
    now = ledger.current.get("club")
    assert now.revision == 3
    assert (now.entries["qworb"].reason, now.entries["qworb"].expires) == (
        "the vote of May",
        before["qworb"].expires,
    )
    undone = anna.done(done, "Undo that")
    assert dict(ledger.current.get("club").entries) == before
    assert said(undone, ".done p") == "Anna went back to revision 2: house, qworb."
    anna.done(anna.page(CLUB), "Write this reason", words=["glorp", "nosuch"], reason="")
    anna.done(anna.page(CLUB), "Write this day", words=["glorp"], until="2099-05-01")
    glorp = ledger.current.get("club").entries["glorp"]
    assert (glorp.effect, glorp.inflections, (glorp.expires or "")[:10]) == ("allow", ("noun",), "2099-05-01")
    anna.done(anna.page(f"{CLUB}?show=idle"), "Remove them", all="1")
    assert sorted(ledger.current.get("club").entries) == ["glorp", "house", "qx", "trig", "zee"]
    assert ledger.houses.verify("club") == []


def test_what_an_act_lacks(anna: Person, ledger: Ledger) -> None:
    """An act without words, or with a day that is none, is refused, and what was chosen stays chosen."""
    soup = anna.page(CLUB)
    assert "The words none of them is chosen" in said(anna.refused(soup, "Allow them", 422), "[role=alert]")
    refused = anna.refused(soup, "Allow them", 422, words=["zee", "qx"], until="soon")
    assert "Until when takes a date" in said(refused, "[role=alert]")
    assert [str(each["value"]) for each in refused.select(".line [checked]")] == ["zee", "qx"]
    assert ledger.current.get("club").revision == 2


def test_others_do_not_stop_an_act(anna: Person, ledger: Ledger) -> None:
    """Changes of other words do not count; where a chosen word was changed, that is shown, once, and the choice is kept."""
    soup = anna.page(CLUB)
    ledger.houses.edit("club", None, {"new": entry("new", "deny", "Ben")}, "Ben")
    done = anna.done(soup, "Do not allow them", words=["zee", "qx"])
    assert said(done, ".done p") == "Anna did not allow qx, zee."
    soup = anna.page(CLUB)
    ledger.houses.edit("club", None, {"zee": entry("zee", "allow", "Ben", reason="no")}, "Ben")
    refused = anna.refused(soup, "Remove them", 412, words=["zee", "qx"])
    assert "Ben allowed zee" in said(refused, ".conflict") and "qx" not in said(refused, "#theirs + .deeds")
    anna.done(refused, "Remove them", words=["zee", "qx"])
    assert not {"zee", "qx"} & set(ledger.current.get("club").entries)
    ledger.houses.edit("club", None, {"zee": entry("zee", "allow", "Ben")}, "Ben")
    undoing = anna.page(f"{CLUB}?act={ledger.current.get('club').revision - 1}")
    assert "Ben allowed zee" in said(anna.refused(undoing, "Undo that", 412), ".conflict")


def test_a_hundred_words_are_pasted(anna: Person, ledger: Ledger) -> None:
    """However they are divided, each is shown once with what the rules and the list say of it, before anything is written."""
    soup = anna.page(CLUB)
    response = anna.submit(soup, "Look at them", words="Zee, blorp;plates\tplates\n12 | snörf 4x")
    shown = BeautifulSoup(response.text, "html.parser")
    assert response.status_code == 200
    assert words_on(shown) == ["zee", "blorp", "plates", "snorf"]
    assert "2 words cannot be read, and are left out: '12'" in said(shown, "#found .fault")
    assert "'4x' has a digit in it, which no word has" in said(shown, "#found .fault")
    assert "says nothing Boggle: legal" in said(shown, "#word-plates")
    assert ledger.current.get("club").revision == 2
    done = anna.done(shown, "Do not allow them", words=["blorp", "snorf"], reason="nobody")
    assert said(done, ".done p") == "Anna did not allow blorp, snorf."
    many = " ".join(["word"] * 10_001)
    refused = anna.refused(soup, "Look at them", 422, words=many)
    assert "at most 10,000 are taken at once" in said(refused, "[role=alert]")
    assert said(refused, ".paste[open] textarea") == many and len(words_on(refused)) == 9


def test_many_words_are_pages(anna: Person, ledger: Ledger) -> None:
    """What is pasted comes a page at a time, and all of it can be changed at once; what is refused stays as it was, a page of it."""
    pasted = " ".join(letters(number) for number in range(250))
    first = BeautifulSoup(anna.submit(anna.page(CLUB), "Look at them", words=pasted).text, "html.parser")
    assert len(words_on(first)) == 100 and said(first, ".pager span") == "Page 1 of 3"
    middle = BeautifulSoup(anna.submit(first, "Next").text, "html.parser")
    last = BeautifulSoup(anna.submit(middle, "Next").text, "html.parser")
    assert len(words_on(last)) == 50
    refused = anna.refused(last, "Allow them", 422, all="1", until="soon", reason="the vote")
    assert len(words_on(refused)) == 100 and refused.select_one("#all[checked]")
    assert value_of(refused, "#act-reason") == "the vote"
    anna.done(refused, "Allow them", until="")
    assert len(ledger.current.get("club").entries) == 257
    soup = anna.page(f"{CLUB}?show=allow&order=newest&page=2")
    refused = anna.refused(soup, "Do not allow them", 422, all="1", until="soon")
    assert len(words_on(refused)) == 100 and words_on(refused) == words_on(soup)
    assert said(refused, ".search #show [selected]") == "allowed" and refused.select_one("#all[checked]")
    anna.done(refused, "Do not allow them", until="")
    assert {each.effect for each in ledger.current.get("club").entries.values()} == {"deny"}


def test_words_are_not_judged_for_anybody(
    anna: Person, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may not change a list has no pasted words looked at, and none sought; what they sent stays on the page."""
    stranger = Person(anna.client.application.test_client())
    monkeypatch.setattr(desk.Desk, "lines", lambda self, keys: [])
    monkeypatch.setattr(desk.Desk, "_is_contrary", lambda self, entry: pytest.fail("it was sought"))
    monkeypatch.setattr(desk, "pasted", lambda text: pytest.fail("it was looked at"))
    form = {"form_key": key_on(stranger.client, "/sign-in"), "revision": "2"}
    for path, fields in (("paste", {"words": "zee"}), ("act", {"deed": "allow", "all": "1", "q": "zee"})):
        response = stranger.client.post(f"{CLUB}/{path}", data={**form, **fields})
        assert response.status_code == 401, response.text
        assert "zee" in response.text


@pytest.mark.parametrize("word", ["a\0b", "a\nb", "\u202eab", "", "x" * 101])
def test_words_that_no_page_has(anna: Person, ledger: Ledger, word: str) -> None:
    """Where a form that names what no word is written as is refused, the words beside it stay chosen."""
    stranger = Person(anna.client.application.test_client())
    form = {"form_key": key_on(stranger.client, "/sign-in"), "revision": "2", "deed": "deny"}
    response = stranger.client.post(f"{CLUB}/act", data={**form, "words": ["zee", word]})
    assert response.status_code == 401, response.text
    chosen = BeautifulSoup(response.text, "html.parser").select("input[name=words][checked]")
    assert [each["value"] for each in chosen] == ["zee"]


def test_what_was_done_already_is_not_ones_own(anna: Person, ledger: Ledger) -> None:
    """Where nothing is left to do, no revision is shown as just made: that of another is not undone by who did not make it."""
    soup = anna.done(anna.page(CLUB), "Remove them", words=["zee"])
    anna.done(soup, "Undo that")
    ledger.houses.edit("club", None, {"new": entry("new", "deny", "Ben")}, "Ben")
    assert not anna.done(soup, "Undo that").select(".done") and ledger.current.get("club").revision == 5
    assert not anna.done(anna.page(CLUB), "Remove them", words=["nosuch"]).select(".done")


def test_who_only_looks(client: FlaskClient, anna: Person, ledger: Ledger) -> None:
    """Who may not change the list sees its words and what the rules say, and nothing to choose."""
    reader = Person(anna.client.application.test_client())
    soup = reader.page(CLUB)
    assert len(words_on(soup)) == 7 and "Boggle: legal" in said(soup, "#word-plate")
    assert not soup.select(".acting, .acts, .line input")
    editor = editor_of(ledger, anna.client.application.test_client(), "house:club")
    assert value_of(editor.page(CLUB), ".acting [name=revision]") == "2"
