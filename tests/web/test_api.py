"""The calls under /v1 answer what the service says, and can be cached."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.api import state
from adjudicator.cli.main import main
from adjudicator.service import Adjudicator
from adjudicator.web.app import create_app


@pytest.mark.parametrize("word", ["trig", "zee", "quo", "FBI", "xyzzy", "café", "they'll"])
def test_verdict_is_what_check_prints(
    client: FlaskClient, word: str, capsys: pytest.CaptureFixture[str], service: Adjudicator
) -> None:
    """A verdict by HTTP is the object that `check --json` prints, with 200 even if it is not legal."""
    response = client.get(f"/v1/rulesets/boggle/words/{word}")
    main(["check", word, "--json"])
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert response.get_json() == json.loads(capsys.readouterr().out)


def test_word_may_hold_a_slash(client: FlaskClient) -> None:
    """A word with a slash is judged like any other."""
    assert client.get("/v1/rulesets/boggle/words/and%2For").get_json()["key"] == "andor"


def test_word_account(client: FlaskClient, service: Adjudicator) -> None:
    """The lexicon's account of a word is what `word --json` prints."""
    assert client.get("/v1/words/trig").get_json() == service.word("trig")


def test_rulesets(client: FlaskClient, service: Adjudicator) -> None:
    """Rulesets are listed by id, and each is shown in full with its digest."""
    listed = client.get("/v1/rulesets").get_json()
    assert [each["id"] for each in listed] == service.ruleset_ids()
    shown = client.get("/v1/rulesets/boggle").get_json()
    assert shown == json.loads(json.dumps(service.ruleset("boggle").as_dict()))


def test_sources(client: FlaskClient, service: Adjudicator) -> None:
    """Every source is told with its licence and attribution."""
    listed = client.get("/v1/sources").get_json()
    assert listed == service.sources()
    assert all(source["licence"] and source["attribution"] for source in listed)


@pytest.mark.parametrize(
    "path",
    ["/v1/rulesets", "/v1/rulesets/boggle", "/v1/rulesets/boggle/words/zee", "/v1/words/zee", "/v1/sources"],
)
def test_reads_revalidate(client: FlaskClient, path: str) -> None:
    """Every read has an ETag, and answers 304 without a body to who has it already."""
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, no-cache"
    second = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (second.status_code, second.data) == (304, b"")
    assert second.headers["ETag"] == first.headers["ETag"]


def test_etag_depends_on_the_ruleset(client: FlaskClient) -> None:
    """The same word under another ruleset has another ETag."""
    tags = {client.get(f"/v1/rulesets/{name}/words/zee").headers["ETag"] for name in ("boggle", "open")}
    assert len(tags) == 2


def test_operations(client: FlaskClient, service: Adjudicator) -> None:
    """The process says that it lives and that it can judge, and with which lexicon."""
    assert client.get("/healthz").get_json()["status"] == "ok"
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.get_json() == {"status": "ready", "lexicon": service.lexicon.digest}


def test_lives_without_a_lexicon(bare_client: FlaskClient) -> None:
    """Without a lexicon the process lives, is not ready, and says what to do."""
    assert bare_client.get("/healthz").status_code == 200
    for path in ("/readyz", "/v1/rulesets", "/v1/rulesets/boggle/words/zee"):
        response = bare_client.get(path)
        assert response.status_code == 503
        assert "adjudicator build" in response.get_json()["detail"]


def test_notices_a_rebuilt_lexicon(tmp_path: Path, service: Adjudicator) -> None:
    """A running application answers as soon as there is a lexicon, and from the one that replaces it."""
    place, damaged = tmp_path / "lexicon.sqlite", tmp_path / "damaged"
    damaged.write_bytes(b"no database" * 100)
    client = create_app(place).test_client()
    assert client.get("/readyz").status_code == 503
    place.symlink_to(service.lexicon.path)
    assert client.get("/readyz").status_code == 200
    place.unlink()
    place.symlink_to(damaged)
    assert client.get("/readyz").status_code == 503


def test_threads_do_not_share_an_adjudicator(app: Flask) -> None:
    """Each thread has an adjudicator of its own."""
    together = Barrier(3)

    def opened() -> Adjudicator:
        with app.app_context():
            together.wait(timeout=30)
            return state.adjudicator()

    with ThreadPoolExecutor(3) as pool:
        found = [future.result() for future in [pool.submit(opened) for _ in range(3)]]
    assert len({id(each) for each in found}) == 3
