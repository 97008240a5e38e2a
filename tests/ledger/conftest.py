"""What the ledger's tests share: each runs on SQLite and on PostgreSQL, on a ledger of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from adjudicator.ledger.store import Store, migrate
from tests.ledger.postgres import database, postgresql

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[URL]:
    """A server of the tests' own. It starts within a second, so each process of the tests has one."""
    with postgresql() as url:
        yield url


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[URL]:
    """A database without any table: a file of the test's own, or a fresh database of the server."""
    if request.param == "sqlite":
        yield URL.create("sqlite", database=str(tmp_path / "ledger.sqlite"))
        return
    with database(request.getfixturevalue("postgresql_url")) as url:
        yield url


@pytest.fixture
def store_url(empty_url: URL) -> URL:
    """A database that has the ledger's tables, on SQLite and on PostgreSQL."""
    migrate(empty_url)
    return empty_url


@pytest.fixture
def store(store_url: URL) -> Iterator[Store]:
    """An open ledger of the test's own, on SQLite and on PostgreSQL."""
    opened = Store(store_url)
    yield opened
    opened.close()
