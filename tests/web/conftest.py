"""What the tests of the HTTP interface and the pages share: an application over the built lexicon."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.errors import AdjudicatorError
from adjudicator.ingest.build import build
from adjudicator.service import Adjudicator
from adjudicator.web.app import create_app
from tests.conftest import small_config, small_sources


@pytest.fixture(scope="session")
def service() -> Adjudicator:
    """The service itself: what HTTP answers must equal what it says."""
    try:
        return Adjudicator()
    except AdjudicatorError as error:
        pytest.fail(f"These tests need the built lexicon. {error}")


@pytest.fixture(scope="session")
def app(service: Adjudicator) -> Flask:
    return create_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def bare_client(tmp_path: Path) -> FlaskClient:
    """A client of an application whose lexicon has not been built."""
    return create_app(tmp_path / "none.sqlite").test_client()


@pytest.fixture(scope="session")
def other_lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small lexicon, made for the tests: what may replace the built one."""
    folder = tmp_path_factory.mktemp("other")
    path = folder / "lexicon.sqlite"
    config = small_config(folder / "config")
    build(small_sources(folder / "sources", config), path, lambda *_: None, config=config)
    return path
