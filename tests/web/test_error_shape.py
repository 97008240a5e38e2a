"""The one shape of errors. This file is its specification."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.server.app import create_app

UNKNOWN = "urn:adjudicator:problem:unknown-ruleset"
BAD_WORD = "urn:adjudicator:problem:bad-word"
PARAMETER = "urn:adjudicator:problem:unknown-parameter"


def assert_problem(response: TestResponse, status: int, kind: str) -> dict[str, object]:
    """Check every part of a problem document and return it."""
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    problem: dict[str, object] = response.get_json()
    assert list(problem) == ["type", "title", "status", "detail", "instance"]
    assert problem["type"] == kind
    assert problem["status"] == status
    assert problem["title"]
    assert str(problem["detail"]).endswith(".")
    assert str(problem["instance"]).startswith("/")
    assert "Traceback" not in response.text
    return problem


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/v1/rulesets/nosuch", 404, UNKNOWN),
        ("/v1/rulesets/nosuch/words/trig", 404, UNKNOWN),
        ("/v1/rulesets/boggle/words/%F0%9F%98%80", 400, BAD_WORD),
        ("/v1/rulesets/boggle/words/%20", 400, BAD_WORD),
        ("/v1/rulesets/boggle/words/a%00b", 400, BAD_WORD),
        ("/v1/rulesets/boggle/words/" + "a" * 1_000_000, 400, BAD_WORD),
        ("/v1/words/123", 400, BAD_WORD),
        ("/v1/rulesets?pattern=x", 400, PARAMETER),
        ("/v1/rulesets/boggle/words/trig?rulset=open", 400, PARAMETER),
        ("/v1/nosuch", 404, "about:blank"),
        ("/nosuch", 404, "about:blank"),
        ("/static/nosuch.css", 404, "about:blank"),
    ],
)
def test_shape(client: FlaskClient, path: str, status: int, kind: str) -> None:
    """Every error is a problem document with the five members, in this order, and no trace."""
    problem = assert_problem(client.get(path), status, kind)
    assert len(str(problem["instance"])) < 1000


def test_method_not_allowed(client: FlaskClient) -> None:
    """A wrong method is a problem, and its response names the methods that there are."""
    response = client.delete("/v1/sources")
    assert_problem(response, 405, "about:blank")
    assert "GET" in response.headers["Allow"]


def test_no_lexicon(bare_client: FlaskClient) -> None:
    """A missing lexicon is a problem with status 503 that does not tell where the server looks for it."""
    problem = assert_problem(bare_client.get("/readyz"), 503, "urn:adjudicator:problem:no-lexicon")
    assert "sqlite" not in str(problem["detail"])


def test_damaged_lexicon(tmp_path: Path) -> None:
    """A lexicon that cannot be read is a problem with status 503, too."""
    path = tmp_path / "damaged.sqlite"
    path.write_text("no database at all, but long enough to be taken for one" * 20)
    response = create_app(path).test_client().get("/readyz")
    problem = assert_problem(response, 503, "urn:adjudicator:problem:unusable-lexicon")
    assert str(tmp_path) not in str(problem["detail"])


def test_defect(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A defect is a problem with status 500 that says nothing of its cause; the log has the trace."""
    app: Flask = create_app()

    @app.get("/v1/defect")
    def defect() -> str:
        raise RuntimeError("the secret cause")

    with caplog.at_level(logging.ERROR):
        response = app.test_client().get("/v1/defect")
    assert_problem(response, 500, "about:blank")
    assert "secret" not in response.text
    assert "the secret cause" in caplog.text


@pytest.mark.parametrize(
    "name",
    [
        "boggle.toml",
        "config%2Frulesets%2Fboggle.toml",
        "..%2F..%2Fconfig%2Frulesets%2Fboggle",
        "%2Fetc%2Fpasswd",
        "%2e%2e",
        "boggle%00",
        "BOGGLE",
        "a" * 5000,
    ],
)
def test_rulesets_are_named_by_id_alone(client: FlaskClient, name: str) -> None:
    """No path of the server's file system names a ruleset, although one does on the command line."""
    for path in (f"/v1/rulesets/{name}", f"/v1/rulesets/{name}/words/trig"):
        assert client.get(path).status_code == 404


def test_absolute_path_is_no_ruleset(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A readable ruleset file in the working directory cannot be had by HTTP, nor by the page."""
    (tmp_path / "mine.toml").write_text('id = "mine"\n[dictionary]\nsources = ["scowl"]\n')
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "mine.toml", str(tmp_path / "mine.toml")):
        assert client.get("/v1/rulesets/" + name.replace("/", "%2F")).status_code == 404
        assert client.get("/", query_string={"word": "trig", "ruleset": name}).status_code == 404


def test_browsers_get_a_page(client: FlaskClient) -> None:
    """A browser that follows a dead link sees a page; a client of the API never does."""
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    assert client.get("/nosuch", headers=browser).mimetype == "text/html"
    assert_problem(client.get("/v1/nosuch", headers=browser), 404, "about:blank")
