"""What the tests of the ledger's calls share: an application over a ledger of the test's own, on either database, and people."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from sqlalchemy import URL

from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.server.app import create_app
from tests.ledger.over_http.person import LISTS, Person

Somebody = Callable[..., Person]


@pytest.fixture
def app(store_url: URL, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application over a ledger of the test's own."""
    monkeypatch.setenv("ADJUDICATOR_LEDGER", store_url.render_as_string(hide_password=False))
    yield create_app()
    shared().close()


@pytest.fixture
def ledger(app: Flask) -> Ledger:
    return shared()


@pytest.fixture
def owner(app: Flask, ledger: Ledger) -> Person:
    """Who may do everything."""
    _, secret = ledger.tokens.create("Anna", "owner", created_by="test")
    return Person(app.test_client(), secret)


@pytest.fixture
def anyone(app: Flask) -> Person:
    """Who has no token."""
    return Person(app.test_client())


@pytest.fixture
def somebody(app: Flask, ledger: Ledger) -> Somebody:
    """Makes somebody with a token: of a scope, for the list sunday or something else, by a name."""

    def made(scope: str, subject: str = "house:sunday", name: str = "") -> Person:
        _, secret = ledger.tokens.create(name or f"A {scope}", scope, subject, created_by="test")
        return Person(app.test_client(), secret)

    return made


@pytest.fixture
def sunday(owner: Person) -> Person:
    """The owner of a list called sunday, whose latest revision they have just read."""
    owner.done(owner.post(LISTS, {"slug": "sunday", "title": "Sunday", "base": "boggle"}), 201)
    return owner
