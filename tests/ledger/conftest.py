"""What the ledger's tests share: each runs on SQLite and on PostgreSQL, or where ``SWEEPS`` is a number on one of them, by the ``SEED``; on a ledger
of its own.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from adjudicator.ledger.store import Store, migrate
from tests.conftest import BOTH
from tests.ledger.postgres import database, postgresql


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[URL]:
    """A server of the tests' own. It starts within a second, so each process of the tests has one."""
    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def made_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file that has the ledger's tables and nothing in them: tests copy it, since to make it takes a third of a second."""
    path = tmp_path_factory.mktemp("made") / "ledger.sqlite"
    migrate(URL.create("sqlite", database=str(path)))
    return path


@pytest.fixture(scope="session")
def made_database(postgresql_url: URL) -> Iterator[str]:
    """The name of a database that has the ledger's tables and nothing in them: tests make theirs after it."""
    with database(postgresql_url) as url:
        migrate(url)
        assert url.database
        yield url.database


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    """On what a test runs."""
    return str(request.param)


@pytest.fixture
def empty_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[URL]:
    """A database without any table: a file of the test's own, or a fresh database of the server."""
    if kind == "sqlite":
        yield URL.create("sqlite", database=str(tmp_path / "ledger.sqlite"))
        return
    with database(request.getfixturevalue("postgresql_url")) as url:
        yield url


@pytest.fixture
def store_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[URL]:
    """A database that has the ledger's tables, on SQLite and on PostgreSQL."""
    with copied(kind, request, tmp_path / "ledger.sqlite", "made") as url:
        yield url


@contextlib.contextmanager
def copied(kind: str, request: pytest.FixtureRequest, path: Path, like: str) -> Iterator[URL]:
    """Copy a ledger that a fixture has made, ``LIKE_file`` to *path* or ``LIKE_database`` to a database of its own; drop that at the end."""
    if kind == "sqlite":
        shutil.copy(request.getfixturevalue(f"{like}_file"), path)
        yield URL.create("sqlite", database=str(path))
        return
    server, made = request.getfixturevalue("postgresql_url"), request.getfixturevalue(f"{like}_database")
    with database(server, like=made) as url:
        yield url


@pytest.fixture
def store(store_url: URL) -> Iterator[Store]:
    """An open ledger of the test's own, on SQLite and on PostgreSQL."""
    opened = Store(store_url)
    yield opened
    opened.close()
