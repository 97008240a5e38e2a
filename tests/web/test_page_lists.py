"""The pages of house lists: what they show, what their forms change, and what becomes of a change that is not taken."""

from __future__ import annotations

import io
import re
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import URL
from werkzeug.test import TestResponse

from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.rules.house import Entry, Settings
from adjudicator.server.app import create_app
from adjudicator.web.pages.lists_toml import from_toml, to_toml
from adjudicator.web.pages.lists_view import fault_sentences, page_of, slug_of
from tests.sample import Sample
from tests.web.test_session import key_on, send

MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
SUNDAY, MONDAY = "/lists/sunday", "/lists/monday"


class Person:
    """Somebody who looks at pages and sends their forms, with all the fields that the forms have."""

    def __init__(self, client: FlaskClient, secret: str | None = None) -> None:
        self.client = client
        if secret:
            send(client, "/sign-in", "/sign-in", secret=secret)

    def page(self, path: str, status: int = 200) -> BeautifulSoup:
        """Open a page."""
        response = self.client.get(path, headers={"Accept": "text/html"})
        assert response.status_code == status, response.text
        return parsed(response)

    def submit(
        self, soup: BeautifulSoup, button: str, **fields: str | list[str] | tuple[io.BytesIO, str]
    ) -> TestResponse:
        """Send the form that has a button called *button*, as it is on the page but for *fields*."""
        [pressed] = [each for each in soup.select("button[type=submit]") if text_of(each) == button]
        form = pressed.find_parent("form")
        assert isinstance(form, Tag) and form["method"] == "post"
        data: dict[str, object] = {**filled(form), **fields}
        if pressed.get("name"):
            data[str(pressed["name"])] = str(pressed["value"])
        kind = str(form.get("enctype", "application/x-www-form-urlencoded"))
        return self.client.post(str(form["action"]), data=data, content_type=kind)

    def done(self, soup: BeautifulSoup, button: str, **fields: str | list[str]) -> BeautifulSoup:
        """Send a form that is taken; return the page that follows."""
        response = self.submit(soup, button, **fields)
        assert response.status_code == 303, response.text
        return self.page(response.headers["Location"])

    def refused(
        self, soup: BeautifulSoup, button: str, status: int, **fields: str | list[str]
    ) -> BeautifulSoup:
        """Send a form that is not taken; return the page that is the answer."""
        response = self.submit(soup, button, **fields)
        assert response.status_code == status, response.text
        assert response.headers["Cache-Control"] == "no-store"
        return parsed(response)

    def save(self, slug: str, word: str, effect: str, **fields: str | list[str]) -> BeautifulSoup:
        """Save a word on the page of a list."""
        return self.done(self.page(f"/lists/{slug}"), "Save", word=word, effect=effect, **fields)


def filled(form: Tag) -> dict[str, str | list[str]]:
    """What a browser sends of a form that nobody has touched, without its buttons."""
    data: dict[str, str | list[str]] = {}
    for field in form.select("input[name], select[name], textarea[name]"):
        name, kind = str(field["name"]), str(field.get("type", field.name))
        if kind in ("radio", "checkbox"):
            if not field.has_attr("checked"):
                continue
            value = str(field["value"])
        elif kind == "select":
            chosen = field.select_one("option[selected]") or field.select_one("option")
            value = str(chosen["value"]) if chosen else ""
        elif kind == "textarea":
            value = field.get_text().removeprefix("\n")
        elif kind == "file":
            continue
        else:
            value = str(field.get("value", ""))
        known = data.get(name)
        data[name] = (
            [*known, value] if isinstance(known, list) else value if known is None else [known, value]
        )
    return data


def is_inline(element: Tag) -> bool:
    """Return whether an element is a script or style within the page, or an image that nobody meant."""
    named = {"script": "src" not in element.attrs, "style": True, "img": element.get("src") == "x"}
    return named.get(element.name, False) or "style" in element.attrs or "onerror" in element.attrs


def is_filled_in(element: Tag) -> bool:
    """Return whether an element is a field that somebody sees."""
    return element.name in ("select", "textarea") or (
        element.name == "input" and element.get("type") != "hidden"
    )


def parsed(response: TestResponse) -> BeautifulSoup:
    """Return a page, which is one that all pages are: one heading, headings in order, labelled fields, nothing inline."""
    assert response.mimetype == "text/html" and "Traceback" not in response.text
    soup = BeautifulSoup(response.text, "html.parser")
    everything = soup.find_all(True)
    levels = [int(each.name[1]) for each in everything if each.name in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1 and levels.count(1) == 1, levels
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    assert not [each for each in everything if is_inline(each)]
    assert "<script>" not in response.text
    ids = [str(each["id"]) for each in everything if "id" in each.attrs]
    assert len(ids) == len(set(ids)), ids
    labelled = {str(each.get("for")) for each in everything if each.name == "label"}
    for field in soup.main.find_all(is_filled_in) if soup.main else ():
        assert field.find_parent("label") or field["id"] in labelled, field
    return soup


def text_of(found: Tag | None) -> str:
    """Return the text of an element, its spaces evened out."""
    assert found is not None
    return " ".join(found.get_text().split())


def said(soup: BeautifulSoup, selector: str = "main") -> str:
    """Return the text of the one element that *selector* finds."""
    return text_of(soup.select_one(selector))


def words_on(soup: BeautifulSoup) -> list[str]:
    """Return the words that a page of a list shows."""
    return [text_of(each) for each in soup.select(".entry .word")]


def value_of(soup: BeautifulSoup, selector: str) -> str:
    """Return what stands in a field."""
    field = soup.select_one(selector)
    assert field is not None
    return str(field.get("value", ""))


@pytest.fixture
def anna(writer: FlaskClient, sample: Sample) -> Person:
    """Who may do everything."""
    return Person(writer, sample.token)


@pytest.fixture
def ledger(anna: Person, sample: Sample) -> Ledger:
    """The ledger behind the pages."""
    return shared()


@pytest.fixture
def nobody(client: FlaskClient) -> Person:
    """Somebody without a token, over the ledger that nobody changes."""
    return Person(client)


def editor_of(ledger: Ledger, client: FlaskClient, subject: str, scope: str = "editor") -> Person:
    """Somebody who has this right alone."""
    _, secret = ledger.tokens.create("Ben", scope, subject, created_by="Anna")
    return Person(client, secret)


def change(
    ledger: Ledger, slug: str, word: str, effect: str = "deny", reason: str = "", by: str = "Ben"
) -> int:
    """Change a list behind the page's back; return its revision."""
    return ledger.houses.edit(slug, None, {word: an_entry(word, effect, reason, by)}, by).number


def an_entry(word: str, effect: str = "allow", reason: str = "", by: str = "Ben", **more: Any) -> Entry:
    """Make an entry."""
    return Entry(word, word, effect, reason, by, "2026-04-01T09:00:00.000000Z", **more)  # type: ignore[arg-type]


def test_the_lists(nobody: Person) -> None:
    """Each list is there with its title, its rules, how many words it has, and who changed it last; nobody without a token makes one."""
    soup = nobody.page("/lists")
    first, second = map(text_of, soup.select(".all-lists li"))
    assert first.startswith("Sunday 3 words, with the rules of Boggle Last changed by Anna")
    assert second.startswith("Sunday 2 words")
    assert "house:monday" in first
    assert [str(each["href"]) for each in soup.select(".all-lists h2 a")] == [MONDAY, SUNDAY]
    assert not soup.select("main form")
    assert "/sign-in?after=/lists" in str(soup.main)


def test_looking_makes_no_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was ever written, looking for lists writes nothing either."""
    path = tmp_path / "none.sqlite"
    monkeypatch.setenv(ENVIRONMENT, str(path))
    assert "There is no list yet" in said(parsed(create_app().test_client().get("/lists")))
    assert not path.exists()


def test_a_new_list(anna: Person) -> None:
    """A new list gets its short name from its title unless it is given one."""
    soup = anna.done(anna.page("/lists"), "Make the list", title="Café & Friends", base="open")
    assert said(soup, "h1") == "Café & Friends"
    assert said(soup, ".about-list").startswith("0 words, with the rules of Open")
    assert anna.page("/lists/cafe-friends")
    assert anna.done(anna.page("/lists"), "Make the list", title="Others", slug="them")
    assert said(anna.page("/lists/them"), "h1") == "Others"


@pytest.mark.parametrize(
    ("fields", "status", "fault"),
    [
        ({"title": "Sunday"}, 409, "There is a house list 'sunday' already."),
        ({"title": "Новый"}, 422, "The short name takes up to 64 of the letters a to z"),
        ({"title": " ", "slug": "x"}, 422, "The title is empty."),
        ({"title": "X" * 101, "slug": "x"}, 422, "The title is 101 characters long"),
        ({"title": "X", "slug": "No Slug"}, 422, "The short name takes"),
        ({"title": "X", "base": "nosuch"}, 422, "There is no ruleset 'nosuch'."),
        ({"title": "X", "base": "house:sunday"}, 422, "The rules takes the id of a ruleset"),
    ],
)
def test_a_list_that_cannot_be(anna: Person, fields: dict[str, str], status: int, fault: str) -> None:
    """What is wrong with a new list is told beside the form, in which everything stays that was typed."""
    soup = anna.refused(anna.page("/lists"), "Make the list", status, **fields)
    assert fault in said(soup, "[role=alert]")
    assert value_of(soup, "#title") == fields["title"].strip()
    assert value_of(soup, "#slug") == fields.get("slug", "")


def test_a_list_is_searched(anna: Person, ledger: Ledger) -> None:
    """A search finds a word by a part of it, by its reason, and by a form that is meant with it; effects can be told apart."""
    anna.save("sunday", "glorp", "allow", reason="Grandma defined it", inflections=["noun", "verb"])
    change(ledger, "sunday", "zorb")
    assert words_on(anna.page(SUNDAY)) == ["glorp", "trig", "yeet", "zorb"]
    assert words_on(anna.page(f"{SUNDAY}?q=OR")) == ["glorp", "zorb"]
    assert words_on(anna.page(f"{SUNDAY}?q=grandma")) == ["glorp"]
    assert words_on(anna.page(f"{SUNDAY}?q=glorping")) == ["glorp"]
    assert words_on(anna.page(f"{SUNDAY}?show=deny")) == ["zorb"]
    soup = anna.page(f"{SUNDAY}?q=or&show=allow")
    assert (words_on(soup), said(soup, "#count")) == (["glorp"], "1 of 4 words")
    assert value_of(soup, "#q") == "or" and said(soup, "#show [selected]") == "allowed"
    assert "Nothing here fits" in said(anna.page(f"{SUNDAY}?q=qqq"), "#found")
    assert words_on(anna.page(f"{SUNDAY}?q=glorps%00%F0")) == []


def test_a_long_list_has_pages(anna: Person, ledger: Ledger) -> None:
    """Every entry is on exactly one page, and the search goes from page to page."""
    words = sorted(f"w{one}{two}" for one in "abcdefghijklmno" for two in "abcdefghijklmno")
    ledger.houses.create("long", Settings("Long", "boggle", {}), "Ben")
    ledger.houses.edit("long", None, {word: an_entry(word) for word in words}, "Ben")
    found: list[str] = []
    path: str | None = "/lists/long?q=w&show=allow"
    while path:
        soup = anna.page(path)
        found += words_on(soup)
        onward = soup.select_one("[rel=next]")
        path = str(onward["href"]) if onward else None
    assert found == words
    assert said(soup, ".pager") == "Back Page 3 of 3"
    for odd in ("0", "99", "x", "-1", "9" * 50):
        assert words_on(anna.page(f"/lists/long?page={odd}"))


def test_a_word_is_allowed(anna: Person, ledger: Ledger) -> None:
    """An entry has everything that the form says, and the page tells what has come of it."""
    soup = anna.save(
        "sunday", "Glorp", "allow", reason="everybody knew it", inflections=["verb"], until="2099-01-02"
    )
    told_of = said(soup, ".done")
    assert "Glorp allowed and so are glorped, glorping, glorps" in told_of
    assert "Under this list glorp is LEGAL: allowed by your house list." in told_of
    entry = ledger.current.get("sunday").entries["glorp"]
    assert (entry.word, entry.effect, entry.reason, entry.author) == (
        "Glorp",
        "allow",
        "everybody knew it",
        "Anna",
    )
    assert (entry.expires, entry.inflections) == ("2099-01-02T00:00:00.000000Z", ("verb",))
    line = said(soup, "#word-glorp")
    for part in ("Glorp", "allowed", "everybody knew it", "also glorped", "until 2 January 2099", "Anna,"):
        assert part in line


def test_a_list_lifts_no_rule_on_length(anna: Person) -> None:
    """What an entry cannot do is said when it is saved."""
    told_of = said(anna.save("sunday", "zz", "allow"), ".done")
    assert (
        "zz is NOT LEGAL: too short. A list cannot lift rules on the length or the letters of a word."
        in told_of
    )


def test_a_word_is_changed_and_dropped(anna: Person, ledger: Ledger) -> None:
    """The form of a word has what the list says of it; it is replaced, or said nothing of any more. The hour at which an entry runs out
    stays where the day does.
    """
    expires = "2099-01-01T18:30:00.000000Z"
    entry = an_entry("zorb", "deny", "odd", expires=expires, inflections=("noun",))
    ledger.houses.edit("sunday", None, {"zorb": entry}, "Ben")
    link = anna.page(SUNDAY).select_one("#word-zorb .change")
    assert link is not None
    soup = anna.page(str(link["href"]))
    assert said(soup, "#form") == "Change zorb"
    assert (value_of(soup, "#reason"), value_of(soup, "#until")) == ("odd", "2099-01-01")
    anna.done(soup, "Save", reason="very odd")
    now = ledger.current.get("sunday").entries["zorb"]
    assert (now.reason, now.effect, now.inflections, now.expires) == ("very odd", "deny", ("noun",), expires)
    anna.done(anna.page(f"{SUNDAY}?word=zorb"), "Save", until="")
    assert ledger.current.get("sunday").entries["zorb"].expires is None
    soup = anna.done(anna.page(f"{SUNDAY}?word=ZORB"), "Remove it from the list")
    assert "zorb is no longer on the list." in said(soup, ".done")
    assert "zorb" not in ledger.current.get("sunday").entries


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({"word": "123", "effect": "allow"}, ["Nothing in '123' can be spelled"]),
        ({"word": "", "effect": "allow"}, ["The word is empty."]),
        ({"word": "glorp", "effect": ""}, ["Allowed or not takes allow or deny."]),
        ({"word": "glorp", "effect": "allow", "until": "soon"}, ["Until when takes a date"]),
        (
            {"word": "1", "effect": "maybe", "reason": "x" * 1001, "inflections": ["pronoun"]},
            ["Nothing in '1'", "Allowed or not", "The reason is 1,001", "Its forms takes"],
        ),
    ],
)
def test_a_word_that_cannot_be(anna: Person, fields: dict[str, str], faults: list[str]) -> None:
    """All faults are told at once, and everything stays in the form."""
    soup = anna.refused(anna.page(SUNDAY), "Save", 422, **fields)
    alert = said(soup, "[role=alert]")
    assert all(fault in alert for fault in faults)
    assert value_of(soup, "#word") == fields["word"]
    assert value_of(soup, "#reason") == fields.get("reason", "")
    assert value_of(soup, "#until") == fields.get("until", "")


def test_dropping_what_is_no_word(anna: Person) -> None:
    """There is nothing to drop of what is no word."""
    soup = anna.refused(anna.page(f"{SUNDAY}?word=trig"), "Remove it from the list", 422, word="123")
    assert "Nothing in '123'" in said(soup, "[role=alert]")


def test_two_change_the_same_list(anna: Person, ledger: Ledger) -> None:
    """Who comes second sees what the first has changed beside what they want, with all that they typed, and may put it on top."""
    before = anna.page(SUNDAY)
    number = change(ledger, "sunday", "glorp", reason="Ben has never heard it")
    typed: dict[str, str | list[str]] = {
        "word": "glorp", "effect": "allow", "reason": "Grandma knew it", "inflections": ["noun", "verb"], "until": "2099-12-31",
    }  # fmt: skip
    soup = anna.refused(before, "Save", 412, **typed)
    assert said(soup, "#conflict") == "Somebody else was first"
    yours, theirs = map(text_of, soup.select(".sides > section"))
    assert "Ben did not allow glorp" in theirs and f"revision {number}" in theirs
    assert "glorp new now not allowed Ben has never heard it" in theirs
    assert "the list says now not allowed Ben has never heard it" in yours
    assert "you want allowed Grandma knew it also glorped, glorping, glorps until 31 December 2099" in yours
    assert ledger.current.get("sunday").entries["glorp"].effect == "deny"
    button = "Take mine instead"
    anna.done(soup, button)
    entry = ledger.current.get("sunday").entries["glorp"]
    assert (entry.reason, entry.expires, entry.inflections) == (
        "Grandma knew it", "2099-12-31T00:00:00.000000Z", ("noun", "verb"),
    )  # fmt: skip
    again = anna.refused(soup, button, 412, reason="second thoughts")
    assert "Anna allowed glorp" in said(again, ".conflict")


def test_a_drop_can_be_second_too(anna: Person, ledger: Ledger) -> None:
    """Who wants to drop a word that was changed meanwhile sees how, and may still drop it."""
    before = anna.page(f"{SUNDAY}?word=trig")
    change(ledger, "sunday", "trig", "deny", "maths only")
    soup = anna.refused(before, "Remove it from the list", 412)
    assert "the list says now not allowed maths only" in said(soup, ".conflict")
    assert "you want says nothing" in said(soup, ".conflict")
    anna.done(soup, "Remove it after all")
    assert "trig" not in ledger.current.get("sunday").entries


def test_the_same_twice_is_no_conflict(anna: Person, ledger: Ledger) -> None:
    """Who presses a button twice, or wants what somebody else has just done, is told that it is so."""
    before, dropping = anna.page(SUNDAY), anna.page(f"{SUNDAY}?word=trig")
    for _ in range(2):
        assert "glorp allowed" in said(anna.done(before, "Save", word="glorp", effect="allow"), ".done")
    assert ledger.houses.revision("sunday").number == 3
    dropping_again = anna.page(f"{SUNDAY}?word=trig")
    anna.done(dropping_again, "Remove it from the list")
    assert "trig is no longer on the list" in said(anna.done(dropping, "Remove it from the list"), ".done")


def test_a_fault_does_not_hide_a_conflict(anna: Person, ledger: Ledger) -> None:
    """A form that comes back with a fault is still made from the revision that was seen: what was changed meanwhile is told next."""
    before = anna.page(SUNDAY)
    change(ledger, "sunday", "zorb")
    faulty = anna.refused(before, "Save", 422, word="123", effect="allow")
    soup = anna.refused(faulty, "Save", 412, word="zorb", effect="allow")
    assert "Ben did not allow zorb" in said(soup, ".conflict")


@pytest.mark.parametrize("revision", ["", "0", "x", "99", "-1", "2147483648", "9" * 40])
def test_a_revision_that_never_was(anna: Person, revision: str) -> None:
    """A form that names no revision of the list is not taken."""
    fields = {"form_key": key_on(anna.client, SUNDAY), "word": "glorp", "effect": "allow"}
    done = anna.client.post(SUNDAY, data={**fields, "revision": revision}, headers={"Accept": "text/html"})
    assert done.status_code == 404
    assert "revision" in said(parsed(done))


def test_many_changes_meanwhile(anna: Person, ledger: Ledger) -> None:
    """A conflict shows the first of many changes, and leads to them all."""
    words = [f"zorb{chr(97 + number)}" for number in range(26)]
    for word in words:
        change(ledger, "sunday", word, "allow")
    before = anna.page(SUNDAY)
    for word in words:
        change(ledger, "sunday", word)
    soup = anna.refused(before, "Remove them", 412, words=words)
    assert "Remove from the list 26 words: nothing of it is done yet" in said(soup, ".conflict")
    assert len(soup.select(".conflict .changes > li")) == 10
    link = next(each for each in soup.select(".conflict a") if text_of(each) == "All 26 changes")
    assert "26 words differ" in said(anna.page(str(link["href"])))


def test_what_only_some_may(writer: FlaskClient, sample: Sample, own_app: object) -> None:
    """Pages show what somebody may do, and refuse the rest; what was typed stays in the form."""
    owner, editor = Person(writer, sample.token), editor_of(shared(), writer, "house:sunday")
    soup = editor.page(SUNDAY)
    assert [text_of(each) for each in soup.select(".parts a")] == [
        "Words", "Review", "History", "What it changes", "Files", "Merge", "Seasons", "For players", "Print",
    ]  # fmt: skip
    for part in ("settings", "people"):
        assert "scope owner" in said(editor.page(f"{SUNDAY}/{part}", 403))
    editor.save("sunday", "glorp", "allow")
    form = {**filled(_form(soup, SUNDAY)), "word": "zorb", "effect": "deny", "reason": "no"}
    elsewhere = parsed(writer.post(MONDAY, data=form))
    assert "scope editor for house:monday" in said(elsewhere, "[role=alert]")
    assert value_of(elsewhere, "#word") == "zorb"
    send(writer, "/sign-out", "/sign-in")
    refused = writer.post(SUNDAY, data={**form, "form_key": key_on(writer, "/sign-in")})
    assert refused.status_code == 401 and "WWW-Authenticate" in refused.headers
    soup = parsed(refused)
    assert "Sign in on another tab" in said(soup, "[role=alert]") and value_of(soup, "#word") == "zorb"
    assert not Person(writer).page(SUNDAY).select("#word")
    assert owner.page("/lists/sunday/people", 401)


def _form(soup: BeautifulSoup, action: str) -> Tag:
    form = soup.select_one(f'form[method=post][action="{action}"]')
    assert form is not None
    return form


def test_no_form_without_its_key(anna: Person) -> None:
    """Whatever changes a list refuses a form that another site could have sent."""
    changing = [
        re.sub(r"<[^>]*slug>", "sunday", re.sub(r"<(int:)?(number|id)>", "1", rule.rule))
        for rule in anna.client.application.url_map.iter_rules()
        if rule.rule.startswith("/lists") and "POST" in (rule.methods or ())
    ]
    assert len(changing) == 17
    for path in changing:
        assert anna.client.post(path, data={"form_key": "guessed"}).status_code == 403, path


@pytest.mark.parametrize(
    "path",
    ["nosuch", "No%20Slug", "sunday/history/99", "sunday/history/0", "sunday/compare?one=1&other=99"]
    + ["sunday/compare?one=x", "sunday/merge?other=nosuch", "sunday/rulings/none", "sunday/copy?number=x"]
    + [f"nosuch/{part}" for part in ("history", "history/1", "compare", "changes", "files", "merge")]
    + [f"nosuch/{part}" for part in ("copy", "print", "settings", "people", "rulings/x")],
)
def test_what_is_not_there(anna: Person, path: str) -> None:
    """A list, a revision or a ruling that there is not is a page that says so."""
    assert said(anna.page(f"/lists/{path}", 404), "h1").startswith("Unknown")


def test_a_list_is_no_list_to_itself(anna: Person) -> None:
    """A list is not merged into itself."""
    assert "is the list itself" in said(anna.page(f"{SUNDAY}/merge?other=sunday", 422))


def test_an_entry_leads_to_its_dispute(anna: Person, sample: Sample, ledger: Ledger) -> None:
    """An entry that follows a ruling leads to the dispute in which it was made."""
    dispute = sample.closed_disputes[0]
    ruling = ledger.disputes.get(dispute).ruling
    ledger.houses.edit("sunday", None, {"zee": an_entry("zee", ruling=ruling)}, "Ben")
    link = anna.page(SUNDAY).select_one("#word-zee a[href*=rulings]")
    assert link is not None
    response = anna.client.get(str(link["href"]))
    assert (response.status_code, response.headers["Location"]) == (302, f"/disputes/{dispute}")


def test_settings_are_changed(anna: Person, ledger: Ledger) -> None:
    """The title, the rules and what is different from them are changed, and stay as they are where nobody changes them."""
    soup = anna.page(f"{SUNDAY}/settings")
    anna.done(
        soup, "Save", title="Evenings", base="open", overrides="[length]\r\nmin = 4\r\n", note="shorter"
    )
    latest = ledger.houses.revision("sunday")
    assert latest.settings == Settings("Evenings", "open", {"length": {"min": 4}})
    assert latest.note == "shorter"
    soup = anna.page(f"{SUNDAY}/settings")
    assert value_of(soup, "#title") == "Evenings"
    assert said(soup, "#overrides") == "[length] min = 4"
    anna.done(soup, "Save")
    assert ledger.houses.revision("sunday").number == latest.number


def test_a_list_is_put_away(anna: Person, ledger: Ledger) -> None:
    """It says so on every page, offers no change, and stands apart; an owner brings it back. One that nothing refers to is deleted."""
    anna.done(anna.page("/lists"), "Make the list", title="Typo")
    soup = anna.done(anna.page("/lists/typo/settings"), "Put the list away")
    assert "was put away by Anna" in said(soup, "#away") and not soup.select(".acting, .word-form button")
    for page, form in (("seasons", "#freeze"), ("people", "#invite")):
        assert anna.page(f"{SUNDAY}/{page}").select(form)
        assert not anna.page(f"/lists/typo/{page}").select(form)
    every = anna.page("/lists")
    assert "Typo" in said(every, ".put-away") and "Typo" not in said(every, ".all-lists")
    sent = {"form_key": key_on(anna.client, SUNDAY), "revision": "1", "word": "zee", "effect": "allow"}
    assert anna.client.post("/lists/typo", data=sent).status_code == 409
    assert not anna.done(anna.page("/lists/typo/settings"), "Bring the list back").select("#away")
    soup = anna.done(anna.page("/lists/typo/settings"), "Yes, delete Typo")
    assert "Typo" not in said(soup)
    refused = anna.page(f"{SUNDAY}/settings")
    assert "It cannot be deleted:" in said(refused) and "Yes, delete" not in said(refused)
    data = {"form_key": key_on(anna.client, SUNDAY), "action": "delete"}
    assert anna.client.post(f"{SUNDAY}/away", data=data).status_code == 422


def test_settings_by_fields(anna: Person, ledger: Ledger) -> None:
    """Each field changes what it says and nothing else; what is as in the rules is not written, and what the fields do not know stays."""
    ledger.houses.settings("sunday", None, Settings("Sunday", "boggle", {"scoring": {"ring": 2}}), "Ben")

    def saved(**fields: str | list[str]) -> dict[str, Any]:
        anna.done(anna.page(f"{SUNDAY}/settings"), "Save the rules", **fields)
        return dict(ledger.houses.revision("sunday").overrides)

    kept = {"scoring": {"ring": 2}}
    soup = anna.page(f"{SUNDAY}/settings")
    assert said(soup, "#length\\.min ~ .hint") == "Left empty, as in the rules: 3."
    assert said(soup, "#spelling\\.region option") == "as in the rules"
    assert said(soup, "#spelling\\.region ~ .hint") == "In the rules: British."
    assert said(soup, "#challenge\\.rule option") == "as in the rules"
    assert saved() == kept
    changed = saved(
        **{"length.min": "4", "spelling.region": "any", "challenge.settle": "vote"},
        **{"exclude.labels": ["vulgar", "offensive"]},
    )
    assert changed == {
        **kept,
        "length": {"min": 4},
        "spelling": {"region": "any"},
        "challenge": {"settle": "vote"},
        "exclude": {"labels": ["vulgar", "offensive"]},
    }
    boxes = anna.page(f"{SUNDAY}/settings").select("[name=exclude\\.labels][checked]")
    assert [str(each["value"]) for each in boxes] == ["vulgar", "offensive"]
    empty: dict[str, str | list[str]]
    empty = {"length.min": "", "spelling.region": "", "challenge.settle": "", "exclude.labels": []}
    assert soup.select_one("#exclude\\.initialisms[checked]")
    assert saved(**empty, **{"exclude.initialisms": []}) == {**kept, "exclude": {"initialisms": False}}
    counting = [
        str(each["name"]) for each in soup.select(".dictionaries select:has([value=counts][selected])")
    ]
    others = {name: "explains" for name in counting if name != "dictionary.scowl"}
    assert saved(**{"exclude.initialisms": "yes"}, **others) == {
        **kept,
        "dictionary": {
            "sources": list(current_sources(anna)),
            "members": [{"source": "scowl", "max-size": 80}],
        },
    }
    refused = anna.refused(
        anna.page(f"{SUNDAY}/settings"), "Save the rules", 422, title="T", **{"length.min": "four"}
    )
    assert "Fewest letters: Takes a whole number from 1 to 100, not 'four'" in said(refused, "[role=alert]")
    assert (value_of(refused, "#length\\.min"), value_of(refused, "#the-title")) == ("four", "T")
    assert "Takes a whole number" in said(refused, "#fault-length\\.min")
    none = {str(each["name"]): "" for each in soup.select(".dictionaries select")}
    for wrong in (none, {"title": "", "base": "no-such"}):
        refused = anna.refused(anna.page(f"{SUNDAY}/settings"), "Save the rules", 422, **wrong)
        for path in ("dictionary",) if wrong is none else wrong:
            fault = refused.select_one(f"#fault-{path}:not([hidden])")
            assert fault and fault.text and fault.text in said(refused, "[role=alert]"), path


def test_other_rules_below_keep_what_was_chosen(anna: Person, ledger: Ledger, home: Path) -> None:
    """Where the rules below change in the same form, what somebody chooses holds under the new ones, and what they leave is as there."""
    (home / "rulesets").mkdir()
    (home / "rulesets" / "loose.toml").write_text(
        'id = "loose"\ntitle = "Loose"\nextends = "boggle"\n'
        "[exclude]\ninitialisms = false\nacronyms = false\nlabels = ['slang']\n[length]\nmin = 5\n"
    )
    before = {"exclude": {"initialisms": False, "labels": ["slang"]}, "length": {"min": 4, "max": 9}}
    ledger.houses.settings("sunday", None, Settings("Sunday", "boggle", before), "Ben")
    chosen: dict[str, str | list[str]] = {
        "exclude.initialisms": "yes",
        "exclude.labels": [],
        "length.min": "",
    }
    anna.done(anna.page(f"{SUNDAY}/settings"), "Save the rules", base="loose", **chosen)
    after = {"exclude": {"initialisms": True, "labels": []}, "length": {"max": 9}}
    assert ledger.houses.revision("sunday").settings == Settings("Sunday", "loose", after)
    page = anna.page(f"{SUNDAY}/settings")
    assert page.select("#exclude\\.initialisms[checked]") and not page.select("#exclude\\.acronyms[checked]")
    assert said(page, "#length\\.min ~ .hint") == "Left empty, as in the rules: 5."


def test_a_limit_of_the_rules_is_lifted(anna: Person, ledger: Ledger, home: Path) -> None:
    """A list says that there is no limit over rules that have one, and left empty it has that of the rules again."""
    (home / "rulesets").mkdir()
    (home / "rulesets" / "short.toml").write_text(
        'id = "short"\ntitle = "Short"\nextends = "boggle"\n[length]\nmax = 5\n'
    )
    ledger.houses.settings("sunday", None, Settings("Sunday", "short", {}), "Ben")
    page = anna.page(f"{SUNDAY}/settings")
    assert said(page, "#length\\.max ~ .hint") == (
        "Left empty, as in the rules: 5. To have no limit, write none."
    )
    anna.done(page, "Save the rules", **{"length.max": "none"})
    assert ledger.houses.revision("sunday").settings.overrides == {"length": {"max": "none"}}
    asked = "/v1/rulesets/house:sunday/words/plates"
    assert anna.client.get(asked).get_json()["legal"]
    page = anna.page(f"{SUNDAY}/settings")
    assert value_of(page, "#length\\.max") == "none" and 'max = "none"' in said(page, "#overrides")
    anna.done(page, "Save the rules", **{"length.max": ""})
    assert ledger.houses.revision("sunday").settings.overrides == {}
    assert anna.client.get(asked).get_json()["code"] == "too-long"


def test_a_list_is_renamed(anna: Person, ledger: Ledger) -> None:
    """Its owner gives it another address, which the page has from then on; what cannot be is told, and what was typed stays."""
    page = anna.page(f"{SUNDAY}/settings")
    refused = anna.refused(page, "Rename the list", 422, slug="Our words")
    assert (
        "The short name takes up to 64" in said(refused, "#fault")
        and value_of(refused, "#slug") == "Our words"
    )
    ledger.houses.fork("sunday", "twin", "Ben")
    refused = anna.refused(page, "Rename the list", 409, slug="twin")
    assert "There is a house list 'twin' already" in said(refused, "#fault")
    page = anna.done(page, "Rename the list", slug="saturday")
    assert value_of(page, "#slug") == "saturday" and "So do sunday (until " in said(page, "#slug-hint")
    moved = anna.submit(anna.page("/lists/saturday"), "Save", word="glorp", effect="allow")
    assert moved.headers["Location"] == "/lists/saturday?done=glorp"
    for path in ("", "/settings", "/history/1?page=2", "/print"):
        response = anna.client.get(f"{SUNDAY}{path}")
        assert (response.status_code, response.headers["Location"]) == (308, f"/lists/saturday{path}")
    said_of = anna.client.get("/v1/rulesets/house:sunday/words/glorp").get_json()
    assert (said_of["legal"], said_of["ruleset"]) == (True, "house:saturday")


def current_sources(anna: Person) -> list[str]:
    """The dictionaries that boggle names, in their order."""
    found: list[str] = anna.client.get("/v1/rulesets/boggle").get_json()["dictionary"]["sources"]
    return found


def test_settings_that_cannot_be(anna: Person) -> None:
    """All faults are told at once, and what was typed stays."""
    typed = "[length]\nmin = 'x'\nmox = 4\n"
    soup = anna.refused(
        anna.page(f"{SUNDAY}/settings"), "Save", 422, title="", base="nosuch", overrides=typed
    )
    assert "The title is empty." in said(soup, "[role=alert]")
    soup = anna.refused(anna.page(f"{SUNDAY}/settings"), "Save", 422, overrides=typed)
    faults = [text_of(each) for each in soup.select(".faults li")]
    assert len(faults) == 2
    assert faults[0].startswith("length.min: takes") and faults[1].startswith("length.mox: is not known")
    assert said(soup, "#overrides") == "[length] min = 'x' mox = 4"
    soup = anna.refused(anna.page(f"{SUNDAY}/settings"), "Save", 422, overrides="[length\nmin")
    assert "What it changes of the rules cannot be read as TOML" in said(soup, "[role=alert]")
    deep = anna.refused(anna.page(f"{SUNDAY}/settings"), "Save", 422, overrides=f"x = {'[' * 5000}")
    assert "nested too deep" in said(deep, "[role=alert]")
    long = anna.refused(anna.page(f"{SUNDAY}/settings"), "Save", 422, overrides=f"{'a.' * 3_000_000}a = 1")
    assert "is longer than 20,000 characters" in said(long, "[role=alert]")


def test_two_change_the_settings(anna: Person, ledger: Ledger) -> None:
    """Who comes second sees both, and may put theirs on top."""
    before = anna.page(f"{SUNDAY}/settings")
    ledger.houses.settings("sunday", None, Settings("Ours", "boggle", {"length": {"min": 4}}), "Ben")
    soup = anna.refused(before, "Save", 412, title="Mine")
    yours, theirs = map(text_of, soup.select(".sides > section"))
    assert "before Sunday now Ours" in theirs and "min = 4" in theirs
    assert "before Ours now Mine" in yours
    anna.done(soup, "Take mine instead")
    assert ledger.houses.revision("sunday").settings == Settings("Mine", "boggle", {})


_names = st.text("abc_-é \"'\\\n", max_size=4)
_values = st.recursive(
    st.booleans()
    | st.integers(-9, 9)
    | st.floats(-1e9, 1e9)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(_names, _values, max_size=4))
def test_overrides_are_read_as_they_are_written(overrides: dict[str, object]) -> None:
    """What is shown to be changed is what is kept, if nothing of it is changed."""
    assert from_toml(to_toml(overrides)) == overrides


def test_a_copy(anna: Person, ledger: Ledger) -> None:
    """A copy begins as the list is, or as it was, and comes from there."""
    soup = anna.done(anna.page(f"{SUNDAY}/copy"), "Make the copy", title="Juniors", slug="")
    assert said(soup, "h1") == "Juniors" and words_on(soup) == ["trig", "yeet"]
    assert ledger.houses.revision("juniors").source == ("sunday", 2)
    link = anna.page(f"{SUNDAY}/history/1").select_one("a[href*=copy][href*=number]")
    assert link is not None
    soup = anna.done(anna.page(str(link["href"])), "Make the copy", title="Empty", slug="nil")
    assert words_on(soup) == [] and ledger.houses.revision("nil").source == ("sunday", 1)
    soup = anna.refused(anna.page(f"{SUNDAY}/copy"), "Make the copy", 409, title="Again", slug="nil")
    assert "already" in said(soup, "[role=alert]")
    assert (value_of(soup, "#title"), value_of(soup, "#slug")) == ("Again", "nil")


def test_what_a_list_changes(anna: Person, ledger: Ledger) -> None:
    """Every word is shown that the list judges otherwise than its rules, with why in words; they are those of the API."""
    anna.save("sunday", "cat", "deny")
    anna.save("sunday", "glorp", "allow")
    soup = anna.page(f"{SUNDAY}/changes")
    lines = {text_of(each).split()[0]: text_of(each) for each in soup.select(".shifts li")}
    data = anna.client.get("/v1/rulesets/boggle/diff/house:sunday").get_json()
    assert list(lines) == [each["key"] for each in data["differences"]]
    assert (
        lines["cat"]
        == "cat not legal not allowed by your house list; without the list legal: an ordinary word"
    )
    assert "glorp" in lines and "yeet" not in lines
    assert f"{data['total']} words are judged otherwise" in said(soup)


def test_a_list_that_changes_much_has_pages(anna: Person, ledger: Ledger) -> None:
    """All that differs is on some page."""
    ledger.houses.settings("sunday", None, Settings("Sunday", "boggle", {"length": {"min": 4}}), "Ben")
    soup = anna.page(f"{SUNDAY}/changes?page=2")
    assert len(soup.select(".shifts li")) == 100
    assert "not legal too short" in text_of(soup.select(".shifts li")[-1])


def test_a_list_that_changes_nothing(anna: Person, ledger: Ledger) -> None:
    """Then that is said."""
    ledger.houses.create("nil", Settings("Nil", "boggle", {}), "Anna")
    assert "Nothing: every word is judged as by the rules of Boggle alone." in said(
        anna.page("/lists/nil/changes")
    )


def test_the_history(anna: Person, ledger: Ledger) -> None:
    """Each revision has who, when, what and why, the latest first, in pages."""
    anna.save("sunday", "glorp", "allow")
    ledger.houses.settings("sunday", None, Settings("Sunday", "open", {}), "Ben", "more is more")
    ledger.houses.merge("sunday", None, "monday", "Ben", prefer="ours")
    soup = anna.page(f"{SUNDAY}/history")
    lines = [text_of(each) for each in soup.select(".revisions > li")]
    assert [line.split(" from", maxsplit=1)[0] for line in lines][1].startswith(
        "Revision 4 Ben changed the settings “more is more”"
    )
    assert "Ben merged in monday" in lines[0]
    assert lines[2].startswith("Revision 3 Anna allowed glorp") and "3 words after it" in lines[2]
    assert lines[-1].startswith("Revision 1 Anna made the list")
    assert "Ben copied it from sunday" not in said(anna.page(f"{MONDAY}/history"))
    assert "Anna copied it from sunday" in said(anna.page(f"{MONDAY}/history"))
    for number in range(60):
        change(ledger, "sunday", "zorb", reason=str(number))
    soup = anna.page(f"{SUNDAY}/history")
    earlier = next(each for each in soup.select("main a") if text_of(each) == "Earlier")
    rest = anna.page(str(earlier["href"]))
    assert len(soup.select(".revisions > li")) + len(rest.select(".revisions > li")) == 65


def test_the_history_of_a_word(anna: Person, ledger: Ledger) -> None:
    """It tells what was said of the word and by whom, and leads back to it: to that word alone, unless it was changed meanwhile."""
    anna.save("sunday", "glorp", "allow", reason="Grandma knew it")
    change(ledger, "sunday", "glorp", reason="Ben does not")
    change(ledger, "sunday", "zorb")
    soup = anna.page(f"{SUNDAY}/history?word=GLORP")
    lines = [text_of(each) for each in soup.select(".revisions > li")]
    assert lines[0].startswith("Revision 4 Ben did not allow glorp")
    assert lines[1].startswith("Revision 3 Anna allowed glorp") and "Grandma knew it" in lines[1]
    by_ben = anna.page(f"{SUNDAY}/history?author=Ben")
    assert len(by_ben.select(".revisions > li")) == 2
    assert "Nothing in the history fits that." in said(anna.page(f"{SUNDAY}/history?word=nothing"))
    assert len(soup.select(".revisions form")) == 1, "what the list says by now is not said again"
    by_anna = anna.page(f"{SUNDAY}/history?word=glorp&author=Anna")
    assert len(by_anna.select(".revisions form")) == 1
    back = "Say this of glorp again, as in revision 3"
    assert "glorp allowed" in said(anna.done(soup, back), ".done")
    now = ledger.current.get("sunday").entries
    assert (now["glorp"].reason, now["glorp"].author) == ("Grandma knew it", "Anna") and "zorb" in now
    change(ledger, "sunday", "glorp", reason="no")
    assert "Ben did not allow glorp" in said(anna.refused(soup, back, 412), ".conflict")


def test_two_revisions_compared(anna: Person, ledger: Ledger) -> None:
    """What differs is shown of both, either way round; by default of the last change."""
    change(ledger, "sunday", "trig", "deny", "maths only")
    ledger.houses.edit("sunday", None, {"yeet": None}, "Ben")
    ledger.houses.settings("sunday", None, Settings("Evenings", "boggle", {}), "Ben")
    soup = anna.page(f"{SUNDAY}/compare?one=2&other=5")
    assert "before Sunday now Evenings" in said(soup, ".settings")
    trig, yeet = map(text_of, soup.select(".changes > li"))
    assert trig.startswith("trig changed in 2 allowed") and "in 5 not allowed maths only" in trig
    assert yeet.startswith("yeet dropped in 2 allowed") and yeet.endswith("in 5 says nothing")
    back = [text_of(each) for each in anna.page(f"{SUNDAY}/compare?one=5&other=2").select(".changes > li")]
    assert back[1].startswith("yeet new in 2 allowed")
    assert "2 words" not in said(anna.page(f"{SUNDAY}/compare"), "#main section")
    assert "Nothing differs" in said(anna.page(f"{SUNDAY}/compare?one=3&other=3"))


def test_a_revision_is_made_the_latest_again(anna: Person, ledger: Ledger) -> None:
    """The list is shown as it was, and goes back to it with all its entries, by a new revision."""
    anna.done(anna.page(f"{SUNDAY}?word=trig"), "Remove it from the list")
    soup = anna.page(f"{SUNDAY}/history/2")
    assert words_on(soup) == ["trig", "yeet"]
    soup = anna.done(soup, "Go back to this revision", note="too strict")
    assert "trig new" in said(soup, ".changes")
    latest = ledger.houses.revision("sunday")
    assert (latest.kind, latest.source, latest.note) == ("restore", ("sunday", 2), "too strict")
    assert set(ledger.current.get("sunday").entries) == {"trig", "yeet"}
    assert "went back to revision 2" in said(anna.page(f"{SUNDAY}/history"))
    assert not anna.page(f"{SUNDAY}/history/{latest.number}").select("main form")


def test_two_go_back(anna: Person, ledger: Ledger) -> None:
    """Who comes second sees what was changed meanwhile, and may go back all the same."""
    change(ledger, "sunday", "zorb")
    before = anna.page(f"{SUNDAY}/history/2")
    number = change(ledger, "sunday", "glorp")
    soup = anna.refused(before, "Go back to this revision", 412, note="why not")
    assert "glorp" in said(soup, ".conflict") and value_of(soup, "#note") == "why not"
    anna.done(soup, f"Go back all the same, on top of revision {number}")
    assert set(ledger.current.get("sunday").entries) == {"trig", "yeet"}


@pytest.fixture
def parted(ledger: Ledger) -> Ledger:
    """Two lists that have both changed trig and yeet since they parted; the second has glorp besides."""
    change(ledger, "sunday", "trig", "deny", "ours", "Anna")
    change(ledger, "monday", "trig", "allow", "theirs")
    change(ledger, "sunday", "yeet", "allow", "ours", "Anna")
    change(ledger, "monday", "yeet", "deny", "theirs")
    return ledger


def test_a_merge(anna: Person, parted: Ledger) -> None:
    """Words that both have changed are side by side with a choice each; what only the other has changed is taken."""
    start = anna.page(f"{SUNDAY}/merge")
    assert [str(each["value"]) for each in start.select("#other option")] == ["monday"]
    soup = anna.page(f"{SUNDAY}/merge?other=monday")
    trig, _ = soup.select(".versus")
    assert text_of(trig.legend) == "trig"
    assert [text_of(each) for each in trig.select("label")][1].startswith("“Sunday” allowed theirs")
    assert "before they parted allowed" in text_of(trig)
    assert "glorp new then allowed" in said(soup, ".taken")
    asked = anna.refused(soup, "Merge it in", 409, **{"take.trig": "theirs"}, note="together")
    assert "have both changed what they say of: yeet" in said(asked, "[role=alert]")
    assert (
        asked.select_one('[name="take.trig"][value=theirs][checked]')
        and value_of(asked, "#note") == "together"
    )
    done = anna.done(asked, "Merge it in", **{"take.yeet": "ours"})
    assert "trig changed" in said(done) and "glorp new" in said(done)
    entries = parted.current.get("sunday").entries
    assert (entries["trig"].reason, entries["yeet"].reason, "glorp" in entries) == ("theirs", "ours", True)
    assert "has everything of revision 4 of “Sunday” already" in said(
        anna.page(f"{SUNDAY}/merge?other=monday")
    )


def test_a_merge_with_one_side_preferred(anna: Person, parted: Ledger) -> None:
    """All that nobody has chosen is taken from one side."""
    soup = anna.page(f"{SUNDAY}/merge?other=monday")
    anna.done(soup, "Merge it in", prefer="theirs", **{"take.trig": "ours"})
    entries = parted.current.get("sunday").entries
    assert (entries["trig"].reason, entries["yeet"].reason) == ("ours", "theirs")


def test_a_merge_with_more_conflicts_than_fit(anna: Person, ledger: Ledger) -> None:
    """What a page has no room for is settled all together."""
    words = [f"qw{one}{two}" for one in "abcdefghijklmno" for two in "abcdefghijklmno"]
    for slug, effect in (("sunday", "allow"), ("monday", "deny")):
        ledger.houses.edit(slug, None, {word: an_entry(word, effect) for word in words}, "Ben")
    soup = anna.page(f"{SUNDAY}/merge?other=monday")
    assert len(soup.select(".versus")) == 200
    assert "225 words to decide on" in said(soup) and "25 more than can be shown" in said(soup)
    anna.done(soup, "Merge it in", prefer="theirs")
    assert all(ledger.current.get("sunday").entries[word].effect == "deny" for word in words)


def test_a_merge_that_comes_second(anna: Person, parted: Ledger) -> None:
    """The choices stay while the page shows what was changed meanwhile, and what the merge would do now."""
    before = anna.page(f"{SUNDAY}/merge?other=monday")
    number = change(parted, "sunday", "glorp", "deny", "no", "Anna")
    choices = {"take.trig": "theirs", "take.yeet": "ours"}
    soup = anna.refused(before, "Merge it in", 412, **choices)
    assert "glorp new now not allowed no" in said(soup, ".conflict")
    assert [text_of(each) for each in soup.select(".versus legend")] == ["glorp", "trig", "yeet"]
    anna.done(soup, f"Merge on top of revision {number}", **{"take.glorp": "theirs"})
    entries = parted.current.get("sunday").entries
    assert [entries[key].effect for key in ("glorp", "trig", "yeet")] == ["allow", "allow", "allow"]


def test_a_merge_of_what_was_seen(anna: Person, parted: Ledger) -> None:
    """What the other list has changed since the page was made is not merged unseen."""
    soup = anna.page(f"{SUNDAY}/merge?other=monday")
    change(parted, "monday", "zorb")
    anna.done(soup, "Merge it in", prefer="ours")
    assert "zorb" not in parted.current.get("sunday").entries


def test_a_side_that_there_is_not(anna: Person, parted: Ledger) -> None:
    """Only the two sides can be taken."""
    soup = anna.refused(anna.page(f"{SUNDAY}/merge?other=monday"), "Merge it in", 422, prefer="mine")
    assert "takes ours or theirs" in said(soup, "[role=alert]")


FILE = "\n".join(["# ours", "glorp", "foo", "yeet", "Trig", "12", ""])


def test_a_file_is_looked_at_first(anna: Person, ledger: Ledger) -> None:
    """The report says what would come of each line before anything is written; then it is brought in, as it was reported."""
    soup = parsed(anna.submit(anna.page(f"{SUNDAY}/files"), "Look what would happen", content=FILE))
    assert ledger.houses.revision("sunday").number == 2
    counts = [text_of(each) for each in soup.select(".counts li")]
    assert counts == [
        "1 new",
        "1 new, but so already by the rules",
        "1 in the list already",
        "1 that the list says something else of",
        "1 that cannot be read",
    ]
    assert [text_of(each) for each in soup.select(".fresh li")] == [
        "line 2 glorp allowed",
        "line 3 foo allowed",
    ]
    assert "Understood as one word a line" in said(soup, ".understood")
    assert "trig changed the list allowed" in said(soup, ".report") and "line 5 allowed" in said(
        soup, ".report"
    )
    assert "line 6: Nothing in '12' can be spelled" in said(soup, ".report .faults")
    assert "Bring them in" not in said(soup, ".report")
    done = anna.done(soup, "Leave out what cannot be read, and bring in the others", note="a file")
    assert [text_of(each) for each in done.select(".changes b")] == ["foo", "glorp"]
    latest = ledger.houses.revision("sunday")
    assert (latest.kind, latest.changes, latest.note, latest.author) == ("import", 2, "a file", "Anna")


def test_contradictions_are_replaced_on_demand(anna: Person, ledger: Ledger) -> None:
    """What the list says stays, unless the file is to replace it."""
    fields = {"content": "trig\n", "effect": "deny", "contradictions": "replace"}
    soup = parsed(anna.submit(anna.page(f"{SUNDAY}/files"), "Look what would happen", **fields))
    assert said(soup, "#report") == "1 word would be written"
    anna.done(soup, "Bring them in")
    assert ledger.current.get("sunday").entries["trig"].effect == "deny"


def test_a_file_as_it_was_looked_at(anna: Person, ledger: Ledger) -> None:
    """A file stays with its report; who says otherwise what it has, or what is to become of it, sees a new report before anything is written."""
    content = "Wort;Kommentar;Erlaubt\nglorp;hübsch;ja\nfoo;;ja\n".encode("windows-1252")
    page = anna.page(f"{SUNDAY}/files")
    soup = parsed(anna.submit(page, "Look what would happen", file=(io.BytesIO(content), "Wörter.csv")))
    assert "Wörter.csv: understood as a table (CSV), Windows-1252, with a semicolon" in said(
        soup, ".understood"
    )
    assert [text_of(each) for each in soup.select(".columns label")] == ["A Wort", "B Kommentar", "C Erlaubt"]
    columns: dict[str, str | list[str]] = {"columns": ["", "reason", ""], "already_so": "leave"}
    again = parsed(anna.submit(soup, "Bring them in", **columns))
    assert said(again, "#report") == "1 word would be written" and "hübsch" in said(again, ".fresh")
    assert ledger.houses.revision("sunday").number == 2
    anna.done(again, "Bring them in")
    entries = ledger.current.get("sunday").entries
    assert entries["glorp"].reason == "hübsch" and "foo" not in entries


@pytest.mark.parametrize("form", ["text", "csv", "json", "xlsx"])
def test_every_export_is_a_file_to_import(anna: Person, ledger: Ledger, form: str) -> None:
    """What one list gives out another takes, uploaded, and the page finds out what kind of file it is."""
    anna.save("sunday", "glorp", "allow", reason="so, there", inflections=["noun"])
    links = anna.page(f"{SUNDAY}/files").select(".exports a")
    link = next(each for each in links if f"format={form}" in str(each["href"]))
    content = anna.client.get(str(link["href"])).data
    ledger.houses.create("other", Settings("Other", "boggle", {}), "Anna")
    page = anna.page("/lists/other/files")
    soup = parsed(anna.submit(page, "Look what would happen", file=(io.BytesIO(content), "any.name")))
    assert said(soup, "#report") == "3 words would be written"
    anna.done(soup, "Bring them in")
    ours, theirs = (ledger.current.get(slug).entries for slug in ("sunday", "other"))
    if form == "text":
        assert ours.keys() == theirs.keys()
    else:
        assert ours == theirs


def test_a_file_that_comes_second(anna: Person, ledger: Ledger) -> None:
    """Nothing is written, the file is kept, and the report is of the list as it is now."""
    soup = parsed(anna.submit(anna.page(f"{SUNDAY}/files"), "Look what would happen", content="zorb\nblip\n"))
    number = change(ledger, "sunday", "zorb", "deny", "no")
    again = anna.refused(soup, "Bring them in", 412)
    assert "zorb new now not allowed no" in said(again, ".conflict")
    assert said(again, "#report") == "1 word would be written"
    assert said(again, "#content") == "zorb blip"
    anna.done(again, f"Bring them in on top of revision {number}")
    assert ledger.current.get("sunday").entries["zorb"].effect == "deny"
    assert "blip" in ledger.current.get("sunday").entries


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"content": "[1,", "format": "json"}, "line 1: is not JSON"),
        (
            {"content": "effect,reason\nallow,12"},
            "there is no column 'word' (there is A “effect”, B “reason”)",
        ),
        ({"content": "cat", "format": "xml"}, "The kind of file takes text, csv, json, xlsx, ods."),
    ],
)
def test_a_file_that_is_none(anna: Person, fields: dict[str, str], fault: str) -> None:
    """What is wrong with the file as a whole is told, and it stays in its field."""
    soup = anna.refused(anna.page(f"{SUNDAY}/files"), "Look what would happen", 422, **fields)
    assert fault in said(soup, "[role=alert]")
    assert said(soup, "#content") == " ".join(fields["content"].split())


def test_a_file_in_another_coding(anna: Person) -> None:
    """A file in no encoding that is known is told with its line."""
    file = (io.BytesIO(b"cat\ncaf\x81\n"), "words.txt")
    response = anna.submit(anna.page(f"{SUNDAY}/files"), "Look what would happen", file=file)
    assert response.status_code == 422
    assert "line 2: is neither UTF-8 nor Windows-1252" in said(parsed(response), "[role=alert]")


def test_a_long_file(anna: Person, ledger: Ledger) -> None:
    """A file of more than half a megabyte goes through the report and into the list."""
    letters = "abcdefghijklmnopqrst"
    words = [f"{'q' * 95}{a}{b}{c}" for a in letters for b in letters for c in letters]
    file = (io.BytesIO("\n".join(words).encode()), "words.txt")
    soup = parsed(anna.submit(anna.page(f"{SUNDAY}/files"), "Look what would happen", file=file))
    assert said(soup, "#report") == "8,000 words would be written"
    anna.done(soup, "Bring them in")
    assert len(ledger.current.get("sunday").entries) == 8_002


def test_an_invite(anna: Person, ledger: Ledger) -> None:
    """An invite's link is on the page that is the answer and on no other; whoever opens it joins, and comes to the list."""
    response = anna.submit(anna.page(f"{SUNDAY}/people"), "Make an invite", uses="2", hours="24")
    assert (response.status_code, response.headers["Cache-Control"]) == (201, "no-store")
    soup = parsed(response)
    link = urlsplit(value_of(soup, "#link"))
    assert (link.netloc, link.query) == ("localhost", "after=/lists/sunday")
    picture = soup.select_one("svg.qr")
    assert picture is not None and picture["aria-label"] == "The link as a QR code"
    assert "2 people can use it until" in said(soup, ".invite")
    secret = link.path.removeprefix("/join/")
    assert secret.startswith("adj_") and secret not in anna.page(f"{SUNDAY}/people").decode()
    assert "Invite for 2 people: they may change words" in said(anna.page(f"{SUNDAY}/people"))
    guest = anna.client.application.test_client()
    path = f"{link.path}?{link.query}"
    joined = guest.post(link.path, data={**filled(_form(parsed(guest.get(path)), link.path)), "name": "Dora"})
    assert (joined.status_code, joined.headers["Location"]) == (303, SUNDAY)
    Person(guest).save("sunday", "glorp", "allow")
    assert ledger.current.get("sunday").entries["glorp"].author == "Dora"
    people = said(anna.page(f"{SUNDAY}/people"))
    assert "Dora may change words" in people and "Invite for 1 person: they may change words" in people


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"uses": "0"}, "How many people must be a whole number from 1 to 1,000."),
        ({"uses": "1001"}, "How many people must be"),
        ({"hours": "8761"}, "How many hours must be a whole number from 1 to 8,760."),
        ({"hours": "١"}, "How many hours must be"),
        ({"hours": "9" * 40}, "How many hours must be"),
        ({"scope": "king"}, "scope: takes voter, editor or owner."),
    ],
)
def test_an_invite_that_cannot_be(anna: Person, fields: dict[str, str], fault: str) -> None:
    """What is wrong with an invite is told beside its form."""
    soup = anna.refused(anna.page(f"{SUNDAY}/people"), "Make an invite", 422, **fields)
    assert fault in said(soup, "[role=alert]")
    assert not soup.select("#link")


def test_rights_end(anna: Person, sample: Sample, ledger: Ledger) -> None:
    """An owner ends what somebody may do, and an invite, at once; what is of another list is not theirs to end."""
    ben = editor_of(ledger, anna.client.application.test_client(), "house:sunday")
    assert ben.page(SUNDAY).select("#word")
    soup = anna.page(f"{SUNDAY}/people")
    for token in ledger.tokens.listing("house:sunday"):
        action = f"{SUNDAY}/tokens/{token.id}/end"
        done = anna.client.post(action, data=filled(_form(soup, action)))
        assert (done.status_code, done.headers["Location"]) == (303, f"{SUNDAY}/people")
    assert not ben.page(SUNDAY).select("#word")
    action = f"{SUNDAY}/invites/{sample.invites[0]}/end"
    assert anna.client.post(action, data=filled(_form(soup, action))).status_code == 303
    assert ledger.tokens.invites("house:sunday")[0].revoked_at
    people = anna.page(f"{SUNDAY}/people")
    assert "ended" in said(people) and not people.select(".people form")
    other, _ = ledger.tokens.create("Eve", "editor", "house:monday", created_by="Anna")
    key = {"form_key": key_on(anna.client, SUNDAY)}
    for kind, id in (("tokens", other.id), ("invites", "x"), ("tokens", "%00")):
        assert anna.client.post(f"{SUNDAY}/{kind}/{id}/end", data=key).status_code == 404
    assert ledger.tokens.listing("house:monday")[0].revoked_at is None


def test_owners_see_themselves(writer: FlaskClient, own_app: object) -> None:
    """The page says which of the rights are one's own."""
    owner = editor_of(shared(), writer, "house:sunday", "owner")
    assert "Ben (you) may do everything" in said(owner.page(f"{SUNDAY}/people"))
    assert "Copy" not in said(owner.page(SUNDAY), ".parts")


def test_a_sheet_to_print(anna: Person, ledger: Ledger) -> None:
    """The sheet has every word that holds, allowed and not, with its forms; what ran out is not on it."""
    anna.save("sunday", "glorp", "allow", inflections=["noun"])
    anna.save("sunday", "blep", "allow", until="2026-01-01")
    change(ledger, "sunday", "zorb")
    soup = anna.page(f"{SUNDAY}/print")
    allowed, denied = soup.select(".sheet")
    assert [text_of(each) for each in allowed.select("li")] == ["glorp glorps", "trig", "yeet"]
    assert [text_of(each) for each in denied.select("li")] == ["zorb"]
    assert "Revision 5, by Ben" in said(soup, ".about-list")
    ledger.houses.create("nil", Settings("Nil", "boggle", {}), "Anna")
    assert "The list has no words yet." in said(anna.page("/lists/nil/print"))


def test_markup_is_text(anna: Person, ledger: Ledger) -> None:
    """Markup in whatever somebody can type is shown as text, on every page that shows it (:func:`parsed` looks)."""
    word, settings = f"{MARKUP.replace('1', 'a')} glorp", Settings(MARKUP, "boggle", {})
    ledger.houses.create("odd", settings, MARKUP, MARKUP)
    ledger.houses.fork("odd", "even", MARKUP, MARKUP)
    _, secret = ledger.tokens.create(MARKUP, "owner", "house:odd", created_by=MARKUP)
    ledger.tokens.invite("voter", "house:odd", 3, "2099-01-01", MARKUP)
    own = Person(anna.client.application.test_client(), secret)
    own.save("odd", word, "allow", reason=MARKUP, inflections=["noun"])
    anna.save("even", word, "deny", reason=MARKUP)
    ledger.houses.settings("odd", None, settings._replace(title=f"{MARKUP}!"), MARKUP, MARKUP)
    shown = own.refused(own.page("/lists/odd"), "Save", 422, word=MARKUP * 3, effect="", reason=MARKUP)
    assert (value_of(shown, "#word"), value_of(shown, "#reason")) == (MARKUP * 3, MARKUP)
    own.refused(own.page("/lists/odd/settings"), "Save", 422, overrides=f"'{MARKUP}' = 1", note=MARKUP)
    own.refused(own.page("/lists/odd/people"), "Make an invite", 422, uses=MARKUP, scope=MARKUP)
    parsed(own.submit(own.page("/lists/odd/files"), "Look what would happen", content=word, note=MARKUP))
    anna.refused(anna.page("/lists/odd/copy"), "Make the copy", 422, title=MARKUP, slug=MARKUP)
    anna.refused(anna.page("/lists"), "Make the list", 422, title=MARKUP, slug=MARKUP, base=MARKUP)
    stale = own.page("/lists/odd")
    own.done(own.page(f"/lists/odd?word={quote(word)}"), "Save", reason=f"{MARKUP}!")
    assert MARKUP in said(
        own.refused(stale, "Save", 412, word=word, effect="deny", reason=MARKUP), ".conflict"
    )
    typed = quote(MARKUP)
    for name in ("q", "show", "by", "order", "word", "done", "page", "part"):
        own.page(f"/lists/odd?{name}={typed}")
    for part in (
        "print",
        "settings",
        "files",
        "people",
        "changes",
        "history",
        "history/2",
        f"history?author={typed}",
    ):
        assert MARKUP in said(own.page(f"/lists/odd/{part}"))
    for part in ("compare?one=1&other=4", "merge?other=even"):
        assert MARKUP in said(own.page(f"/lists/odd/{part}"), "main > section")


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Sunday", "sunday"),
        (" Élan  & Co. ", "elan-co"),
        ("Grandma’s table", "grandmas-table"),
        ("日曜", ""),
        ("x" * 70, "x" * 64),
        ("a" * 63 + " b", "a" * 63),
    ],
)
def test_short_names(title: str, slug: str) -> None:
    """A short name is what of a title can stand in an address."""
    assert slug_of(title) == slug


def test_faults_in_words() -> None:
    """Faults are sentences about what everybody can see; what has no better name keeps its own."""
    faults = [
        "reason: is long",
        "word: The word is empty.",
        "overrides.length.min: takes 1",
        "line 3: odd",
        "plain",
    ]
    assert fault_sentences(faults) == (
        "The reason is long.",
        "The word is empty.",
        "length.min: takes 1.",
        "line 3: odd.",
        "plain.",
    )


def test_pages_of_nothing() -> None:
    """Nothing has one empty page."""
    page = page_of(list[str](), 7)
    assert (list(page.items), page.number, page.last, page.total) == ([], 1, 1, 0)


def test_an_unreachable_ledger_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the ledger does not answer, the page says so."""
    path = tmp_path / "broken.sqlite"
    path.write_bytes(b"no database" * 100)
    monkeypatch.setenv(ENVIRONMENT, str(path))
    response = create_app().test_client().get("/lists", headers={"Accept": "text/html"})
    assert response.status_code == 503 and "The ledger cannot be used" in said(parsed(response))


def test_words_stay_in_sight_without_rules(anna: Person, sample: Sample, ledger: Ledger) -> None:
    """Where the rules below are gone, the words of a list are still shown."""
    with closing(Ledger(URL.create("sqlite", database=str(sample.path)))) as other:
        other.houses._check = None
        other.houses.create("lost", Settings("Lost", "nosuch", {}), "Anna")
    soup = anna.done(anna.page("/lists/lost"), "Save", word="glorp", effect="allow")
    assert words_on(soup) == ["glorp"] and said(soup, ".done") == "glorp allowed"


def test_what_only_an_owner_may_is_offered_to_owners(anna: Person, own_app: Flask, ledger: Ledger) -> None:
    """An editor is told, and shown no button, where going back or merging would change the settings; nor is who may not edit."""
    owner, editor = anna, editor_of(ledger, own_app.test_client(), "house:sunday")
    number = change(ledger, "sunday", "glorp")
    ledger.houses.fork("sunday", "fork", "Ben")
    change(ledger, "fork", "blick")
    merge, back = f"{SUNDAY}/merge?other=fork", f"{SUNDAY}/history/{number}"
    change(ledger, "sunday", "zorb")
    for path in (merge, back):
        for person in (owner, editor):
            assert person.page(path).select(
                "button:-soup-contains('Merge it in'), button:-soup-contains('Go back')"
            )
    settings = ledger.houses.revision("sunday").settings
    ledger.houses.settings("fork", None, settings._replace(overrides={"length": {"min": 9}}), "Ben")
    ledger.houses.settings("sunday", None, settings._replace(title="Strict"), "Ben")
    for path in (merge, back):
        buttons = "button:-soup-contains('Merge it in'), button:-soup-contains('Go back')"
        assert owner.page(path).select(buttons)
        soup = editor.page(path)
        assert not soup.select(buttons) and "only an owner" in said(soup)


def test_what_a_file_may_not_say(own_app: Flask, ledger: Ledger) -> None:
    """Who is no owner is told that the authors and times of a file are passed over."""
    editor = editor_of(ledger, own_app.test_client(), "house:sunday")
    content = "word,author\nglorp,Root\nblick,\n"
    soup = parsed(editor.submit(editor.page(f"{SUNDAY}/files"), "Look what would happen", content=content))
    assert "1 with an author, time or ruling" in said(soup, ".report")


def test_a_title_from_the_right(anna: Person, ledger: Ledger) -> None:
    """A title in Hebrew turns nothing around that stands beside it: in the page's own title, where no mark-up can stand, it is isolated."""
    settings = ledger.houses.revision("sunday").settings
    ledger.houses.settings("sunday", None, settings._replace(title="שלום"), "Ben")
    title = anna.page(SUNDAY).select_one("title")
    assert title is not None and "\u2068שלום\u2069" in title.text
    ledger.houses.settings("sunday", None, settings, "Ben")
    title = anna.page(SUNDAY).select_one("title")
    assert title is not None and "\u2068" not in title.text
