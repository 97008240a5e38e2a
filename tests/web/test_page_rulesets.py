"""The page on which rules are made: from fields to the file and back, what they change, faults at their fields, and where they are kept."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.judging.service import Adjudicator
from adjudicator.rules.conditions import CODES
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.ruleset import Challenge, Exclusions, Game, Scoring, merge, parse
from adjudicator.sources.records import POS
from adjudicator.web.pages.ruleset_fields import NAMES, Field, groups
from adjudicator.web.pages.ruleset_forms import filled, placed, read
from tests.sample import Sample
from tests.web.test_page_lists import Person, parsed, said
from tests.web.test_page_lists import filled as sent_of

BOOKS = Rulebooks()
FIELDS = [
    field
    for field in (*NAMES, *(each for group in groups(BOOKS.labels, POS, BOOKS.challenges) for each in group.fields))
    if field.path not in ("id", "title")
]  # fmt: skip
RULESETS = ("boggle", "bonus-rings", "open", "word-whiz")
OURS: dict[str, Any] = {
    "rulebook": "Our rules",
    "dictionary": {
        "sources": ["curated", "gcide", "scowl", "web2"],
        "members": [{"source": "curated"}, {"source": "scowl", "max-size": 60}, {"source": "web2"}],
    },
    "length": {"min": 4, "max": 12},
    "alphabet": {"letters": "abcdefg"},
    "spelling": {"region": "american"},
    "exclude": {"proper-nouns": False, "labels": ["slang", "offensive"], "parts-of-speech": ["interjection"]},
    "cites": {"too-short": "Rule 2."},
    "challenge": {"rule": "double", "quorum": 3, "whole-play": False, "tie": "legal", "source": "Rule 9."},
    "scoring": {"lengths": {"4": 1, "6": 3}, "ring": 3, "shared": "nobody", "first-finish": 2},
    "board": {"reuse": "free"},
    "game": {"rounds": 5, "target": 70, "lead": "dealer", "rings": [1, 1], "timer": 90, "sets": 2},
    "examples": {"trig": {"legal": False, "says": "Rule 3: a | b"}},
}


def there_and_back(base: str, over: dict[str, Any]) -> dict[str, Any]:
    """The tables of a form that is filled in from a file and sent as it is."""
    below = BOOKS.whole(base)
    tables: list[Any] = [below.get("dictionary", {}), over.get("dictionary", {})]
    named = [name for table in tables for name in table.get("sources", ())]
    found, faults = read(filled(FIELDS, below, over), FIELDS, below, list(dict.fromkeys(named)))
    assert faults == []
    return found


@pytest.mark.parametrize("base", RULESETS)
def test_a_form_says_what_the_file_says(base: str) -> None:
    """A form as it was filled in changes nothing; one that is filled in from a file comes to the same ruleset."""
    assert there_and_back(base, {}) == {}
    below, found = BOOKS.whole(base), there_and_back(base, OURS)
    codes = frozenset(CODES)
    mine, theirs = (parse(merge(below, each), codes, challenges=BOOKS.challenges) for each in (found, OURS))
    assert mine._replace(dictionary=mine.dictionary._replace(sources=())) == theirs._replace(
        dictionary=theirs.dictionary._replace(sources=())
    )
    assert {*mine.dictionary.sources} == {*theirs.dictionary.sources}


def test_every_key_of_a_file_has_its_field() -> None:
    """A key that the reader of rulesets takes can be filled in."""
    paths = {field.path for field in FIELDS}
    for table, keys in (
        ("exclude", Exclusions), ("challenge", Challenge), ("scoring", Scoring), ("game", Game)
    ):  # fmt: skip
        assert {f"{table}.{name.replace('_', '-')}" for name in keys._fields} <= paths
    assert {f"cites.{code}" for code in CODES if not code.startswith("house-")} <= paths


def test_faults_have_their_fields() -> None:
    """A fault stands at the field that its path leads to, and calls other fields what the form calls them."""
    faults = [
        "length.max: is 2, less than length.min, which is 3",
        "scoring.lengths.x: takes a number",
        "dictionary.members[1].max-size: takes a whole number",
        "dictionary.sources: no source is called 'x'",
        "nothing: is not known",
    ]
    table = {"dictionary": {"members": [{"source": "curated"}, {"source": "scowl"}]}}
    assert placed(faults, FIELDS, table) == {
        "length.max": "Is 2, less than “Fewest letters”, which is 3.",
        "scoring.lengths": "Takes a number.",
        "dictionary.scowl.size": "Takes a whole number.",
        "dictionary": "No source is called 'x'.",
        "": "Nothing: is not known.",
    }


def test_what_cannot_be_left_out_is_told() -> None:
    """An example has three parts; a limit of the rules below is lifted by saying nothing of it."""
    form = filled(FIELDS, BOOKS.whole("word-whiz"), {})
    form["game.rounds"], form["examples"] = "", "trig: legal"
    found, faults = read(form, FIELDS, BOOKS.whole("word-whiz"), [])
    assert [fault.partition(":")[0] for fault in faults] == ["examples"]
    assert found["game"] == {"rounds": "none"} and isinstance(FIELDS[0], Field)


AT_FIRST: dict[str, dict[str, str | list[str]]] = {}
"""Base → what the form of new rules sends as it is at first: whoever looks, and whatever else there is. The page counts words, and so is read once."""


def draft(client: FlaskClient, base: str = "boggle", **changed: str | list[str]) -> str:
    """The address of a draft: the form as it is at first but for what is *changed*."""
    if base not in AT_FIRST:
        page = BeautifulSoup(client.get(f"/rules/{base}/change").text, "html.parser")
        form = page.select_one("#maker")
        assert form
        AT_FIRST[base] = sent_of(form)
    fields = {name.replace("__", "."): value for name, value in changed.items()}
    return f"/rules/{base}/change?{urlencode({**AT_FIRST[base], **fields}, doseq=True)}"


def toml_on(page: BeautifulSoup) -> dict[str, Any]:
    """The file that a page shows."""
    [found] = page.select("#toml")
    return tomllib.loads(found.get_text())


def test_what_a_draft_changes(client: FlaskClient, service: Adjudicator) -> None:
    """The page counts the words that the rules of a draft make legal or not, by code, with the commonest; it has its file."""
    address = draft(client, length__min="4", spelling__region="any", title="Club night")
    page = parsed(client.get(address))
    table = tomllib.loads(client.get(f"{address}&as=toml").text)
    assert table == {
        "id": "club-night",
        "title": "Club night",
        "extends": "boggle",
        "length": {"min": 4},
        "spelling": {"region": "any"},
    }
    assert toml_on(page) == table
    found = list(service.under("boggle").diff(service.inline(table)))
    fewer = [each for each in found if each.right == "too-short"]
    more = [each for each in found if each.left == "american-spelling"]
    assert f"{len(fewer):,} are not: too short too-short" in said(page, "#effect")
    assert f"{len(more):,} were not: American spelling american-spelling" in said(page, "#effect")
    assert "color" in said(page, "#effect") and "✕" in said(page, "#effect")
    assert f"{service.inline(table).compiled.size:,} words count." in said(page, "#effect")


def test_an_address_that_is_shortened(client: FlaskClient) -> None:
    """What an address leaves out is as in the rules below; but a box that is not ticked is not."""
    page = parsed(client.get("/rules/boggle/change?sent=1&length.min=4&exclude.affixes=yes"))
    table = toml_on(page)
    assert table["length"] == {"min": 4} and "affixes" not in table["exclude"]
    assert table["exclude"]["proper-nouns"] is False and table.keys() == {
        "id",
        "title",
        "extends",
        "length",
        "exclude",
    }


def test_a_rule_for_doubts_is_told_in_words(client: FlaskClient) -> None:
    """Rules that differ in what follows a challenge alone change no word, and the page says what follows."""
    page = parsed(client.get(draft(client, challenge__rule="double")))
    assert "the same as those of Boggle" in said(page, "#effect")
    assert "Whoever doubts a legal word loses a turn." in said(page, "#effect")


def test_faults_stand_at_their_fields(client: FlaskClient) -> None:
    """Whatever is wrong is told all at once, each at its field, and nothing is counted or offered."""
    page = parsed(
        client.get(
            draft(client, length__min="x", length__max="0", challenge__quorum="many", id="Ä", title="")
        )
    )
    wrong = {str(each["id"]) for each in page.select("[aria-invalid]")}
    assert wrong == {"length.min", "length.max", "challenge.quorum", "id", "title"}
    assert "Takes a whole number from 1 to 100, not 'x'." in said(page, "#fault-length\\.min")
    assert said(page, "main").count("Takes a whole number from 1 to 100, not 'x'.") == 1
    assert page.select("details[open] #challenge\\.quorum") and not page.select("#toml")
    part = client.get(f"{draft(client, length__min='x')}&part=effect").text
    assert part.count("data-path") == 1 and "<html" not in part


def test_who_may_not_keep(client: FlaskClient) -> None:
    """Whoever has no token gets the file and no button; a form that they send all the same is refused."""
    address = draft(client)
    assert not parsed(client.get(address)).select("#effect form")
    page = Person(client).page("/sign-in")
    key = page.select_one("[name=form_key]")
    assert key
    response = client.post(
        "/rules/boggle/change", data={"form_key": key["value"], "draft": address.partition("?")[2]}
    )
    assert response.status_code == 401


def test_kept_in_the_folder(own_app: Flask, sample: Sample, home: Path) -> None:
    """An owner keeps rules as a file; they judge from then on, are changed on their page, and nothing is overwritten unseen."""
    anna = Person(own_app.test_client(), sample.token)
    address = draft(anna.client, title="Club night", length__min="4", examples="gym | legal | Rule 1")
    page = anna.done(anna.page(address), "Keep these rules here")
    assert "Kept." in said(page, "#effect") and page.select_one("#maker [name=own]")
    path = home / "rulesets" / "club-night.toml"
    assert tomllib.loads(path.read_text())["length"] == {"min": 4}
    assert "4 letters or more." in said(anna.page("/rules/club-night"))
    again = anna.refused(anna.page(address), "Keep these rules here", 422)
    assert "There is a ruleset 'club-night' already" in said(again, "#fault-id")
    taken = anna.refused(anna.page(draft(anna.client, id="open")), "Keep these rules here", 422)
    assert "'open' already" in said(taken, "#fault-id")

    form = page.select_one("#maker")
    assert form
    longer = f"/rules/club-night/change?{urlencode({**sent_of(form), 'length.min': '5'}, doseq=True)}"
    before = anna.page(longer)
    assert "gym | legal | Rule 1" in said(before, "#examples")
    anna.done(before, "Keep the changes")
    assert tomllib.loads(path.read_text())["length"] == {"min": 5}
    other = f"/rules/club-night/change?{urlencode({**sent_of(form), 'id': 'club-day'}, doseq=True)}"
    named = anna.refused(anna.page(other), "Keep the changes", 422)
    assert "Stays 'club-night', by which others name these rules" in said(named, "#fault-id")
    assert not (home / "rulesets" / "club-day.toml").exists()
    late = anna.refused(anna.page(longer), "Keep the changes", 422)
    assert "Somebody has changed these rules meanwhile" in said(late, "#fault-id")
    assert tomllib.loads(path.read_text())["examples"] == {"gym": {"legal": True, "says": "Rule 1"}}


def test_kept_as_a_house_list(own_app: Flask, sample: Sample) -> None:
    """An owner makes a house list of the rules: it judges as they do."""
    anna = Person(own_app.test_client(), sample.token)
    address = draft(anna.client, title="Club night", length__min="4", cites__too_short="x")
    page = anna.done(anna.page(address), "Make a house list of them")
    assert said(page, "h1") == "Club night"
    found = anna.client.get("/v1/rulesets/house:club-night/words/cat").get_json()
    assert found["code"] == "too-short"
    again = anna.refused(anna.page(address), "Make a house list of them", 409)
    assert "club-night" in said(again, "#effect .fault")


def test_where_nothing_can_be_kept(own_app: Flask, sample: Sample, home: Path) -> None:
    """Where the data directory cannot be written to, the page offers the file and a house list alone."""
    anna = Person(own_app.test_client(), sample.token)
    (home / "rulesets").write_text("in the way")
    refused = anna.refused(anna.page(draft(anna.client)), "Keep these rules here", 422)
    assert "cannot be written" in said(refused, "#fault-id")


def test_whose_file_can_be_changed(own_app: Flask, sample: Sample, home: Path) -> None:
    """A ruleset that ships, one that extends a path, and a house list are not changed on this page; one that extends nothing is."""
    client = own_app.test_client()
    folder = home / "rulesets"
    folder.mkdir()
    (folder / "by-path.toml").write_text('id = "by-path"\nextends = "./x.toml"\n')
    (folder / "x.toml").write_text('id = "x"\n[dictionary]\nsources = ["scowl"]\n[length]\nmax = 5\n')
    (folder / "broken.toml").write_text("id = ")
    for path, status in (
        ("boggle/change?own=1", 404),
        ("by-path/change?own=1", 404),
        ("house:sunday/change", 404),
        ("nosuch/change", 404),
        ("broken/change?own=1", client.get("/rules/broken").status_code),
    ):
        assert client.get(f"/rules/{path}", headers={"Accept": "text/html"}).status_code == status, path
    page = parsed(client.get("/rules/x/change?own=1"))
    assert toml_on(page) == {
        "id": "x",
        "title": "x",
        "dictionary": {"sources": ["scowl"], "members": [{"source": "scowl"}]},
        "length": {"max": 5},
    }
