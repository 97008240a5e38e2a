"""The call in dictionaryapi.dev's shape: languages, headers and the shape of its 404."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.dictionaryapi import LICENCES
from adjudicator.sources.toml_file import load_sources
from tests.conftest import ROOT

PATH = "/api/v2/entries"


@pytest.mark.parametrize("word", ["cat", "mice", "FBI", "don't", "ice cream", "café"])
def test_answers_what_the_service_says(client: FlaskClient, service: Adjudicator, word: str) -> None:
    """The answer is the array that the service returns."""
    response = client.get(f"{PATH}/en/{word}")
    assert (response.status_code, response.mimetype) == (200, "application/json")
    assert response.get_json() == service.entries(word)


def test_languages(client: FlaskClient) -> None:
    """English answers under the codes that clients use, with that region's pronunciation first."""
    said = {
        code: client.get(f"{PATH}/{code}/hello").get_json()[0]["phonetic"]
        for code in ("en", "en_GB", "en_US")
    }
    assert said == {"en": "/həˈləʊ/", "en_GB": "/həˈləʊ/", "en_US": "/həˈloʊ/"}


@pytest.mark.parametrize(
    "path",
    ["en/qqqzzz", "en/123", "en/%00", "en/" + "a" * 200, "fr/bonjour", "de/cat", "EN/cat", "en_AU/cat"],
)
def test_not_found(client: FlaskClient, path: str) -> None:
    """What is not defined, no word, or not English is a 404 with that service's members and title."""
    response = client.get(f"{PATH}/{path}")
    assert (response.status_code, response.mimetype) == (404, "application/json")
    assert response.headers["Cache-Control"] == "no-store"
    body = response.get_json()
    assert list(body) == ["title", "message", "resolution"]
    assert body["title"] == "No Definitions Found"
    assert all(body.values())


@pytest.mark.parametrize("word", ["cat", "qqqzzz"])
def test_any_page_may_ask(client: FlaskClient, word: str) -> None:
    """A page of another site may read the answer, found or not."""
    response = client.get(f"{PATH}/en/{word}", headers={"Origin": "https://app.test"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", [f"{PATH}/en/cat", f"{PATH}/en/qqqzzz", "/api/v2/nothing"])
def test_any_page_may_ask_beforehand(client: FlaskClient, path: str) -> None:
    """A page that sends header fields of its own is told that it may, though no page of another host may ask for anything else."""
    asked = {"Origin": "https://app.test", "Access-Control-Request-Method": "GET"}
    before = client.options(path, headers={**asked, "Access-Control-Request-Headers": "x-app"})
    assert (before.status_code, before.data) == (204, b"")
    assert before.headers.getlist("Access-Control-Allow-Origin") == ["*"]
    assert before.headers["Access-Control-Allow-Headers"] == "*"
    assert "POST" not in before.headers["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Origin" not in client.options("/v1/words/cat", headers=asked).headers


def test_parameters_are_passed_over(client: FlaskClient) -> None:
    """What a client adds to the address, such as what keeps caches from answering, changes nothing here; elsewhere it is refused."""
    plain = client.get(f"{PATH}/en/cat")
    assert client.get(f"{PATH}/en/cat?_=123&_=4&app=x").get_json() == plain.get_json()
    assert client.get("/v1/words/cat?_=123").status_code == 400


def test_licences_have_names_for_people() -> None:
    """Whoever reads an entry is shown no identifier: each licence of the sources that ship has its name."""
    named = {
        licence.name
        for source in load_sources(ROOT / "config" / "sources.toml").values()
        for licence in (source.licence, *(each.licence for each in source.channels if each.licence))
    }
    assert named <= LICENCES.keys()
    assert not any("LicenseRef" in name for name in LICENCES.values())


def test_revalidates(client: FlaskClient) -> None:
    """An answer has an ETag, and 304 without a body for who has it."""
    response = client.get(f"{PATH}/en/hello")
    assert response.headers["Cache-Control"].startswith("public, max-age=")
    tag = response.headers["ETag"]
    again = client.get(f"{PATH}/en/hello", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_without_a_lexicon(bare_client: FlaskClient) -> None:
    """A server without a lexicon says so as everywhere."""
    response = bare_client.get(f"{PATH}/en/cat")
    assert (response.status_code, response.mimetype) == (503, "application/problem+json")
