"""A ruleset that is made on a page: by fields, as TOML, with what it changes, and its file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from adjudicator.judging.service import Adjudicator
from tests.sample import Sample
from tests.web.test_page_lists import Person, filled, parsed, said, text_of, value_of


@pytest.fixture
def anna(writer: FlaskClient, sample: Sample) -> Person:
    """Somebody who is signed in."""
    return Person(writer, sample.token)


def test_a_ruleset_of_fields(anna: Person, tmp_path: Path) -> None:
    """What is chosen is in the file, which is a ruleset; what it changes is counted by its codes, with the commonest words."""
    soup = anna.page("/ruleset?base=boggle")
    assert "Nothing yet: it is as Boggle." in said(soup)
    form = soup.select_one("main form")
    assert form is not None
    asked = {**filled(form), "title": "Short and either", "min": "2", "spelling": "any"}
    soup = anna.page("/ruleset?" + urlencode(asked, doseq=True))
    lines = [text_of(each) for each in soup.select(".shifts li")]
    assert any("American spelling → an ordinary word" in line and "color" in line for line in lines), lines
    assert any("too short → an ordinary word" in line for line in lines)
    counts = [int(line.split()[0].replace(",", "")) for line in lines]
    assert counts == sorted(counts, reverse=True) and f"{sum(counts):,} words are judged" in said(soup)
    link = soup.select_one("a[download]")
    assert link is not None
    response = anna.client.get(str(link["href"]))
    assert response.headers["Content-Disposition"] == 'attachment; filename="short-and-either.toml"'
    assert tomllib.loads(response.text) == {
        "id": "short-and-either", "title": "Short and either", "extends": "boggle",
        "length": {"min": 2}, "spelling": {"region": "any"},
    }  # fmt: skip
    file = tmp_path / "short.toml"
    file.write_text(response.text)
    assert Adjudicator().verdict("color", str(file)).legal
    again = filled(parsed(anna.client.get("/ruleset?" + urlencode(asked, doseq=True))).select("main form")[0])
    assert (again["min"], again["spelling"]) == ("2", "any")
    back = anna.page("/ruleset?" + urlencode({**again, "min": "", "spelling": ""}, doseq=True))
    assert "Nothing yet" in said(back)


def test_a_ruleset_as_text(anna: Person) -> None:
    """Text that was edited counts before the fields; every fault is told, and what was typed stays."""
    soup = anna.page(
        "/ruleset?" + urlencode({"base": "open", "overrides": "[scoring]\nring = 3\n[length]\nmin = 4"})
    )
    assert (value_of(soup, "#rule-min"), value_of(soup, "[name=was_base]")) == ("4", "open")
    form = filled(soup.select("main form")[0])
    edited = anna.page(
        "/ruleset?" + urlencode({**form, "min": "9", "overrides": "[length]\nmin = 5"}, doseq=True)
    )
    assert value_of(edited, "#rule-min") == "5"
    for text, fault in (
        ("[length]\nmin = 'x'\nmox = 1", "mox"),
        ("[length", "cannot be read as TOML"),
        ("[dictionary]\nsources = ['nosuch']", "nosuch"),
        ("extends = 'open'\nid = 'UP'", "take tables, not id, extends"),
    ):
        refused = anna.page("/ruleset?" + urlencode({"overrides": text}), 422)
        assert fault in said(refused, "[role=alert]") and said(refused, "#overrides") == " ".join(
            text.split()
        )
    refused = anna.page("/ruleset?" + urlencode({**form, "min": "many"}, doseq=True), 422)
    assert "Letters at least takes a number of letters, not many" in said(refused, "[role=alert]")


def test_who_is_not_signed_in(client: FlaskClient) -> None:
    """Everybody may make a file; to have all words compared, one signs in."""
    soup = Person(client).page("/ruleset?" + urlencode({"overrides": "[length]\nmin = 4"}))
    assert "adjudicator diff boggle FILE.toml" in said(soup) and "min = 4" in said(soup, "#toml")
    assert not soup.select(".shifts")
