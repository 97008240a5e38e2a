"""The call in dictionaryapi.dev's shape: languages, headers and the shape of its 404."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from adjudicator.judging.service import Adjudicator

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
