"""The whole way of live evidence: a site is asked from the command line or over HTTP, and verdicts cite what it said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from adjudicator.cli.main import main
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import shared
from adjudicator.runtime.current import EXTENSION
from adjudicator.server.app import create_app
from scrapers.collins_api import DICTIONARY
from tests.conftest import small_lexicon
from tests.scrapers.server import Server, says

DEFINITIONS = "/api/rest_v1/page/definition/"
RULES = """
id = "asking"
extends = "boggle"
[dictionary]
sources = ["live-collins", "live-wiktionary", "wordnet", "scowl"]
members = [{ source = "live-collins" }, { source = "live-wiktionary" }, { source = "wordnet" }]
"""


def defines(word: str, gloss: str, kind: str = "Noun") -> bytes:
    """A list of definitions with one."""
    section = {"partOfSpeech": kind, "language": "English", "definitions": [{"definition": gloss}]}
    return json.dumps({"en": [section]}).encode()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small lexicon, which is soon made ready again with an answer beside it."""
    return small_lexicon(tmp_path_factory.mktemp("built"))


@pytest.fixture
def wiktionary(server: Server, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A site that has glorp, and a data directory of the test's own with a lexicon and rules that ask it."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path))
    (tmp_path / "lexicon.sqlite").symlink_to(built)
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "asking.toml").write_text(RULES)
    monkeypatch.setenv("ADJUDICATOR_WIKTIONARY_URL", server.url)
    monkeypatch.setenv("ADJUDICATOR_LIVE_PRIVATE", "1")
    monkeypatch.setenv("ADJUDICATOR_CONTACT", "tests@example.org")
    monkeypatch.setenv("ADJUDICATOR_LEDGER", str(tmp_path / "ledger.sqlite"))
    monkeypatch.delenv("ADJUDICATOR_COLLINS_KEY", raising=False)
    server.play(
        DEFINITIONS + "glorp", says(defines("glorp", "A <b>sound</b> of mud."), media="application/json")
    )
    missing = json.dumps({"title": "Not found.", "detail": "Page or revision not found."}).encode()
    server.play(DEFINITIONS + "glarp", says(missing, 404, media="application/problem+json"))
    return server


def test_fetch_list_refresh_and_remove(wiktionary: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked is kept with its date and address, asked again on demand, and forgotten."""
    assert main(["evidence", "fetch", "glorp", "--from", "wiktionary"]) == 0
    out = capsys.readouterr().out
    assert "live-wiktionary has it" in out and f"{wiktionary.url}/wiki/glorp" in out
    assert "glorp, noun: A sound of mud." in out
    assert wiktionary.asked[-1].headers["User-Agent"].startswith("adjudicator/")
    assert "tests@example.org" in wiktionary.asked[-1].headers["User-Agent"]
    assert main(["evidence", "fetch", "glarp", "--from", "wiktionary", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["found"] is False
    assert main(["evidence", "list", "--json"]) == 0
    kept = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["word"], each["found"], each["senses"]) for each in kept] == [
        ("glarp", False, 0),
        ("glorp", True, 1),
    ]
    assert main(["evidence", "list"]) == 0
    assert "live-collins: Collins" in capsys.readouterr().out
    before = len(wiktionary.times(DEFINITIONS + "glorp"))
    assert main(["evidence", "fetch", "glorp", "--from", "wiktionary"]) == 0
    assert len(wiktionary.times(DEFINITIONS + "glorp")) == before
    assert main(["evidence", "refresh"]) == 1
    assert len(wiktionary.times(DEFINITIONS + "glorp")) == before + 1
    assert main(["evidence", "remove", "glorp", "glarp", "--from", "wiktionary"]) == 0
    assert main(["evidence", "remove", "glorp", "--from", "wiktionary"]) == 1


def test_what_cannot_be_asked_is_told(wiktionary: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a key Collins is not asked; an unknown name is told with those that there are; a changed page is no verdict."""
    assert main(["evidence", "fetch", "glorp", "--from", "collins"]) == 2
    assert "ADJUDICATOR_COLLINS_KEY" in capsys.readouterr().err
    assert main(["evidence", "fetch", "glorp", "--from", "oxford"]) == 2
    assert "live-wiktionary" in capsys.readouterr().err
    wiktionary.play(DEFINITIONS + "zorb", says(b"{}", media="application/json"))
    wiktionary.play("/wiki/zorb", says(b"<p>A new look!</p>"))
    assert main(["evidence", "fetch", "zorb", "--from", "wiktionary"]) == 2
    assert "shape changed" in capsys.readouterr().err


def test_a_check_asks_what_its_rules_name(wiktionary: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """A word that has not been asked for is, once; a dictionary that cannot be asked is told of, with what the verdict rests on instead."""
    assert main(["check", "glorp", "-r", "asking"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "A sound of mud." in out and "live-wiktionary has it" in out
    assert "live-collins was not asked" in out
    assert "this rests on Wiktionary, asked live instead" in out
    asked = len(wiktionary.asked)
    assert main(["check", "glorp", "-r", "asking"]) == 0
    assert main(["check", "zorb", "-r", "asking", "--offline"]) == 1
    assert len(wiktionary.asked) == asked


def test_with_a_key_collins_is_cited(
    wiktionary: Server, other: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rulebook names Collins: with a key configured it is asked first, and the verdict rests on it."""
    monkeypatch.setenv("ADJUDICATOR_COLLINS_KEY", "secret")
    monkeypatch.setenv("ADJUDICATOR_COLLINS_API_URL", other.url)
    entry = (
        '<div class="entry"><h1 class="hwd">glorp</h1><div class="hom"><span class="gramGrp"><span class="pos">noun'
        '</span></span><div class="sense"><span class="def">a sound that mud makes</span></div></div></div>'
    )
    body = json.dumps({"entryId": "glorp_1", "entryLabel": "glorp", "entryContent": entry}).encode()
    path = f"/dictionaries/{DICTIONARY}/search/first/"
    other.play(path, says(body, media="application/json"))
    assert main(["check", "glorp", "-r", "asking", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [asked.headers.get("accessKey") for asked in other.asked if asked.path == path] == ["secret"]
    assert data["findings"][0]["source"] == "live-collins"
    assert "a sound that mud makes" in data["summary"] and "(Collins)" in data["summary"]


def test_over_http(wiktionary: Server) -> None:
    """Asking needs an editor's token for everything; what it gave is read by everybody, and forgotten on demand."""
    app = create_app()
    client: FlaskClient = app.test_client()
    _, owner = shared().tokens.create("Anna", "editor", created_by="test")
    _, voter = shared().tokens.create("Ben", "voter", created_by="test")
    address = "/v1/words/glorp/evidence"
    body = {"from": "wiktionary"}
    assert client.post(address, json=body).status_code == 401
    assert client.post(address, json=body, headers={"Authorization": f"Bearer {voter}"}).status_code == 403
    assert wiktionary.asked == []
    as_owner = {"Authorization": f"Bearer {owner}"}
    made = client.post(address, json=body, headers=as_owner)
    assert (made.status_code, made.get_json()["senses"]) == (201, ["A sound of mud."])
    [kept] = client.get(address).get_json()["evidence"]
    assert (kept["source"], kept["found"]) == ("live-wiktionary", True)
    assert Adjudicator().under("asking").verdict_data("glorp")["live"][0]["url"].startswith(wiktionary.url)
    assert app.extensions[EXTENSION].refresh()  # as a server does twice a second
    page = client.get("/?word=glorp&ruleset=boggle").text
    assert f'href="{wiktionary.url}/wiki/glorp#English"' in page and "these rules do not count it" in page
    assert "has not been asked; this rests on Wiktionary" in client.get("/?word=glorp&ruleset=asking").text
    for asked, (status, kind) in {
        "oxford": (404, "unknown-site"),
        "collins": (409, "live-not-asked"),
    }.items():
        refused = client.post(address, json={"from": asked}, headers=as_owner)
        assert (refused.status_code, refused.get_json()["type"].rsplit(":", 1)[1]) == (status, kind)
    wiktionary.play("/robots.txt", says(b"", 500))
    assert client.delete(f"{address}/wiktionary", headers=as_owner).status_code == 204
    assert client.delete(f"{address}/wiktionary", headers=as_owner).status_code == 404
    assert client.get(address).get_json() == {"evidence": []}
    shared().close()
