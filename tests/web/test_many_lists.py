"""However many house lists there are, a page offers some of them, reads none of them, and says where the rest is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL

from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.rules.house import Settings
from adjudicator.server.app import create_app
from adjudicator.web.pages.rules_choice import HOUSES

PAGES = ("/", "/board", "/judge", "/rules", "/disputes", "/disputes/new")
OFFERED = re.compile(r'<option value="(house:[^"]+)"|/rules/(house:[^"]+)"')


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """A ledger of more lists than a page offers, every other one with rules of its own."""
    path = tmp_path / "many.sqlite"
    ledger = Ledger(URL.create("sqlite", database=str(path)))
    for number in range(HOUSES + 5):
        overrides = {"cites": {"too-short": "ours"}} if number % 2 else {}
        ledger.houses.create(f"club-{number:02}", Settings(f"Club {number}", "boggle", overrides), "ann")
    monkeypatch.setenv(ENVIRONMENT, str(path))
    return ledger


@pytest.fixture
def client(many: Ledger) -> FlaskClient:
    """A client of an application of its own, over that ledger."""
    return create_app().test_client()


@pytest.mark.parametrize("address", PAGES)
def test_pages_offer_some_and_read_none(
    client: FlaskClient, many: Ledger, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """Each page shows the first lists by name and a link to all; it knows their titles without reading what they have."""

    def nothing(_: CurrentHouses, slug: str) -> None:
        raise AssertionError(f"{slug} is read")

    monkeypatch.setattr(CurrentHouses, "_read", nothing)
    page = client.get(address)
    assert page.status_code == 200
    offered = [one or other for one, other in OFFERED.findall(page.text)]
    if address != "/disputes":  # where nothing is chosen
        assert offered == [f"house:club-{number:02}" for number in range(HOUSES)]
        assert "More house lists" in page.text and "Club 19" in page.text


def test_the_chosen_list_is_always_there(client: FlaskClient, many: Ledger) -> None:
    """Whatever is left out, the list that the page goes by is not, and all lists are on their own page."""
    page = client.get("/?word=trig&ruleset=house:club-24").text
    assert '<option value="house:club-24" selected' in page
    assert page.count("house:club-24") > 1
    assert all(f"house:club-{number:02}" in client.get("/lists").text for number in (0, 24))
