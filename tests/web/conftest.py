"""What the tests of the HTTP interface and the pages share: an application over the built lexicon."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.errors import AdjudicatorError
from adjudicator.ingest.build import build
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import shared
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.lexicon.answers import StoredAnswer
from adjudicator.resources import Places
from adjudicator.runtime.current import EXTENSION, Current
from adjudicator.server.app import create_app
from adjudicator.usecases.evidence import Evidence
from tests.conftest import small_config, small_sources
from tests.sample import Sample, make
from tests.scrapers.server import Server, says


@pytest.fixture(scope="session")
def app_places(common_sample: Sample, session_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Places:
    """Where the application that most tests ask has its data."""
    return Places(session_home, tmp_path_factory.mktemp("evidence"), str(common_sample.path))


@pytest.fixture(scope="session")
def service(app_places: Places) -> Adjudicator:
    """The service itself: what HTTP answers must equal what it says."""
    try:
        return Adjudicator(places=app_places)
    except AdjudicatorError as error:
        pytest.fail(f"These tests need the built lexicon. {error}")


@pytest.fixture(scope="session")
def app(service: Adjudicator, app_places: Places) -> Flask:
    app = create_app(places=app_places)
    current: Current = app.extensions[EXTENSION]
    current.get()
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def judged(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys that the application judges in a test under Boggle's rules, in their order."""
    keys: list[str] = []
    compiled = client.application.extensions[EXTENSION].get().adjudicator.under("boggle").compiled
    legal = compiled.legal

    def note(key: str) -> bool:
        keys.append(key)
        return bool(legal(key))

    monkeypatch.setattr(compiled, "legal", note)
    return keys


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


@pytest.fixture(scope="session")
def common_sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """The ledger that the tests read."""
    return make(tmp_path_factory.mktemp("ledger") / "ledger.sqlite")


@pytest.fixture(autouse=True)
def _a_ledger(common_sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests from the ledger of whoever runs them."""
    monkeypatch.setenv(ENVIRONMENT, str(common_sample.path))


@pytest.fixture(scope="session")
def wiktionary() -> Iterator[Server]:
    """A site of the tests' own that has one word, trig, and is asked instead of Wiktionary."""
    site = Server()
    defined = {"partOfSpeech": "Noun", "language": "English", "definitions": [{"definition": "A mark."}]}
    body = json.dumps({"en": [defined]}).encode()
    site.play("/api/rest_v1/page/definition/trig", says(body, media="application/json"))
    yield site
    site.close()


@pytest.fixture(autouse=True)
def _no_network(wiktionary: Server, home: Path, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests from sites on the web, and what they ask from one another: the application of all is open before."""
    monkeypatch.setenv("ADJUDICATOR_WIKTIONARY_URL", wiktionary.url)
    monkeypatch.setenv("ADJUDICATOR_LIVE_PRIVATE", "1")
    monkeypatch.setenv("ADJUDICATOR_LIVE_DELAY", "0")
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))


@pytest.fixture
def shared_home(session_home: Path, _no_network: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have servers use the data directory of the session: what one has made ready, the next one takes."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(session_home))


@pytest.fixture
def answered(wiktionary: Server, app_places: Places, _no_network: None) -> Iterator[None]:
    """One word has been asked for, and was not there: what the calls of evidence are about. The application of all has it, and one that
    the test makes.
    """
    kept = [StoredAnswer("trig", "trig", False, wiktionary.url, "2026-03-01T12:00:00Z")]
    for places in (app_places, Places.from_environment()):
        Evidence(places.evidence).keep("live-wiktionary", kept, {})
    yield
    shutil.rmtree(app_places.evidence)


@pytest.fixture
def sample(common_sample: Sample, tmp_path: Path) -> Sample:
    """A ledger of the test's own, which it may change by the :func:`own_app`."""
    path = tmp_path / "ledger.sqlite"
    shutil.copyfile(common_sample.path, path)
    return replace(common_sample, path=path)


@pytest.fixture
def own_app(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application over the test's own ledger."""
    monkeypatch.setenv(ENVIRONMENT, str(sample.path))
    yield create_app()
    shared().close()


@pytest.fixture
def writer(own_app: Flask) -> FlaskClient:
    """A client that may change the ledger of the test's own."""
    return own_app.test_client()
