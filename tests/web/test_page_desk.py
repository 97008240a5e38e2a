"""The desk of a house list: its words beside what the rules say, filtered and sorted, changed many at a time, pasted, and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.rules.house import Entry, Settings
from tests.sample import Sample
from tests.web.test_page_lists import Person, editor_of, said, text_of, value_of, words_on

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
    response = anna.submit(soup, "Look at them", words="Zee, blorp;plates\tplates\n12 | snörf")
    shown = BeautifulSoup(response.text, "html.parser")
    assert response.status_code == 200
    assert words_on(shown) == ["zee", "blorp", "plates", "snorf"]
    assert "1 word cannot be read, and is left out: '12'" in said(shown, "#found .fault")
    assert "says nothing Boggle: legal" in said(shown, "#word-plates")
    assert ledger.current.get("club").revision == 2
    done = anna.done(shown, "Do not allow them", words=["blorp", "snorf"], reason="nobody")
    assert said(done, ".done p") == "Anna did not allow blorp, snorf."
    refused = anna.refused(soup, "Look at them", 422, words=" ".join(["word"] * 10_001))
    assert "at most 10,000 are taken at once" in said(refused, "[role=alert]")


def test_who_only_looks(client: FlaskClient, anna: Person, ledger: Ledger) -> None:
    """Who may not change the list sees its words and what the rules say, and nothing to choose."""
    reader = Person(anna.client.application.test_client())
    soup = reader.page(CLUB)
    assert len(words_on(soup)) == 7 and "Boggle: legal" in said(soup, "#word-plate")
    assert not soup.select(".acting, .acts, .line input")
    editor = editor_of(ledger, anna.client.application.test_client(), "house:club")
    assert value_of(editor.page(CLUB), ".acting [name=revision]") == "2"
