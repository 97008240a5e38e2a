"""The page under a house list: it is chosen like any rules, and says what the family has decided."""

from __future__ import annotations

from bs4 import BeautifulSoup
from flask import Flask

from adjudicator.ledger.ledger import Ledger
from tests.ledger.over_http.person import SUNDAY, Person


def page(app: Flask, path: str) -> BeautifulSoup:
    """Return a page that must be there."""
    response = app.test_client().get(path)
    assert response.status_code == 200
    return BeautifulSoup(response.text, "html.parser")


def test_the_page_says_what_the_family_has_decided(sunday: Person, app: Flask) -> None:
    """The list can be chosen; the answer names it, who entered the word and why, and what the rulebook says without it."""
    body = {"effect": "allow", "reason": "<b>everybody</b> could define it", "inflections": True}
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", body))
    soup = page(app, "/?word=glorps&ruleset=house:sunday")
    assert [each.get_text() for each in soup.select("option[selected]")] == ["Sunday"]
    said = " ".join(soup.get_text(" ").split())
    assert "glorps LEGAL" in said
    assert "Your house list allows “glorp” with its inflections: <b>everybody</b> could define it." in said
    assert "Sunday: Anna, " in said
    assert "Boggle not legal" in said
    plain = page(app, "/?word=zed&ruleset=house:sunday").get_text(" ")
    assert "WordNet" in plain


def test_the_page_needs_no_ledger(app: Flask, ledger: Ledger) -> None:
    """Where the ledger does not answer, the page is there without the house lists."""
    if ledger.store.is_sqlite:
        with ledger.store.writing() as connection:
            connection.exec_driver_sql("DROP TABLE house")
        assert "zed" in page(app, "/?word=zed").get_text()
    assert page(app, "/?word=zed").select("option")
