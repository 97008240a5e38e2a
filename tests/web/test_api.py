"""The calls under /v1 answer what the service says, and can be cached."""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import sqlite3
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from flask.testing import FlaskClient

from adjudicator.cli.main import main
from adjudicator.errors import LexiconError
from adjudicator.ingest.lists import add_list
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import Lexicon
from adjudicator.runtime.current import EXTENSION, Current, Snapshot
from adjudicator.server.app import create_app
from tests.conftest import examples


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
    assert shown == json.loads(json.dumps(service.under("boggle").data()))


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
    assert first.headers["Cache-Control"] == "public, max-age=60, stale-while-revalidate=600"
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
    told = ready.get_json()
    assert told.pop("ledger") in ("none", "ready")
    assert told == {"status": "ready", "lexicon": service.lexicon.digest}


def test_lives_without_a_lexicon(bare_client: FlaskClient) -> None:
    """Without a lexicon the process lives, is not ready, and says what to do."""
    assert bare_client.get("/healthz").status_code == 200
    for path in ("/readyz", "/v1/rulesets", "/v1/rulesets/boggle/words/zee"):
        response = bare_client.get(path)
        assert response.status_code == 503
        assert "adjudicator build" in response.get_json()["detail"]


def test_takes_a_new_lexicon_into_service(tmp_path: Path, service: Adjudicator, other_lexicon: Path) -> None:
    """A running application answers as soon as there is a lexicon, then from the one that replaces it; one that is damaged does not."""
    place, damaged = tmp_path / "lexicon.sqlite", tmp_path / "damaged"
    damaged.write_bytes(b"no database" * 100)
    app = create_app(place)
    current: Current = app.extensions[EXTENSION]
    client = app.test_client()
    assert client.get("/readyz").status_code == 503
    for path, digest, taken in (
        (service.lexicon.path, service.lexicon.digest, False),
        (other_lexicon, Lexicon(other_lexicon).digest, True),
        (damaged, Lexicon(other_lexicon).digest, False),
        (service.lexicon.path, service.lexicon.digest, True),
    ):
        place.unlink(missing_ok=True)
        place.symlink_to(path)
        assert current.refresh() is taken
        response = client.get("/v1/rulesets/boggle/words/cat")
        assert response.headers["Adjudicator-Lexicon"] == response.get_json()["lexicon"] == digest
    assert not current.refresh()


def test_takes_new_rulesets_and_lists_into_service(
    home: Path, other_lexicon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ruleset of one's own and the list that it names answer as soon as they are there, and again when they change."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    app = create_app(other_lexicon)
    current: Current = app.extensions[EXTENSION]
    client = app.test_client()
    address = "/v1/rulesets/mine/words/blorp"
    assert client.get(address).status_code == 404
    (home / "rulesets").mkdir()
    (home / "rulesets" / "mine.toml").write_text('id = "mine"\n[dictionary]\nsources = ["club"]\n')
    for words, legal in (("blorp", True), ("glorp", False)):
        (home / "list.txt").write_text(words)
        add_list("club", home / "list.txt")
        assert current.refresh()
        assert client.get(address).get_json()["legal"] is legal


def test_a_ruleset_before_it_is_taken_into_service(
    home: Path, other_lexicon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks by a ruleset in the moment before it is noticed has the answer that all will have."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    app = create_app(other_lexicon)
    current: Current = app.extensions[EXTENSION]
    client = app.test_client()
    assert client.get("/v1/rulesets/boggle").status_code == 200
    (home / "rulesets").mkdir()
    (home / "rulesets" / "mine.toml").write_text('id = "mine"\nextends = "open"\n')

    def asked() -> list[tuple[int, str | None, bytes]]:
        address = "/v1/rulesets/mine"
        found = [client.get(address), client.get(f"{address}/words/trig"), client.get(f"{address}/diff/open")]
        found.append(client.post(f"{address}/verdicts", json={"words": ["trig"]}))
        return [(each.status_code, each.headers.get("ETag"), each.data) for each in found]

    before = asked()
    assert [status for status, _, _ in before] == [200] * 4
    assert current.refresh()
    assert asked() == before


def test_what_is_refused_does_not_stay_open(tmp_path: Path, other_lexicon: Path) -> None:
    """However often a lexicon cannot be used, whatever is wrong with it, no file of it stays open: there are only so many, and what is removed
    keeps its room on the disk for as long.
    """
    place = tmp_path / "lexicon.sqlite"
    whole = other_lexicon.read_bytes()
    with closing(sqlite3.connect(tmp_path / "older")) as older:
        older.execute("CREATE TABLE meta AS SELECT 'schema' AS name, '1' AS value")
        older.commit()
    for bad in (
        b"",
        b"junk" * 999,
        whole[: len(whole) // 2],
        whole[:-1] + b"?",
        (tmp_path / "older").read_bytes(),
    ):
        place.write_bytes(bad)
        gc.collect()
        gc.disable()
        try:
            before = psutil.Process().num_fds()
            for _ in range(5):
                with pytest.raises(LexiconError):
                    Snapshot(place)
            assert psutil.Process().num_fds() == before
        finally:
            gc.enable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_in_the_place_of_the_lexicon(tmp_path: Path, other_lexicon: Path) -> None:
    """Nobody waits for somebody to write to it, and the next lexicon is taken as ever."""
    place = tmp_path / "lexicon.sqlite"
    shutil.copy(other_lexicon, place)
    current = Current(place)
    snapshot = current.get()
    place.unlink()
    os.mkfifo(place)
    assert not current.refresh()
    assert current.get() is snapshot
    shutil.copy(other_lexicon, tmp_path / "new")
    (tmp_path / "new").replace(place)
    assert current.refresh()


def test_threads_share_a_lexicon(service: Adjudicator) -> None:
    """Threads that ask one adjudicator at the same time get what each would get alone."""
    words = random.Random(4).sample(list(service.lexicon.keys()), examples(240, whole=300))
    expected = [service.under().verdict_data(word) for word in words]
    shared = Adjudicator()
    with ThreadPoolExecutor(8) as pool:
        rounds = [
            pool.submit(lambda: [shared.under().verdict_data(word) for word in words]) for _ in range(8)
        ]
        assert all(each.result() == expected for each in rounds)


def test_what_is_replaced_is_freed(tmp_path: Path, service: Adjudicator, other_lexicon: Path) -> None:
    """A lexicon that is no longer in service is closed at once, without waiting for the collector, however it was used."""
    place = tmp_path / "lexicon.sqlite"
    place.symlink_to(other_lexicon)
    app = create_app(place)
    current: Current = app.extensions[EXTENSION]
    client = app.test_client()
    for path in (
        "words/cat",
        "words/xyz?detail=reasons",
        "diff/open",
        "words?pattern=c*",
        "words?code=too-short",
    ):
        assert client.get(f"/v1/rulesets/boggle/{path}").status_code == 200
    old = weakref.ref(current.get().adjudicator)
    gc.disable()
    try:
        place.unlink()
        place.symlink_to(service.lexicon.path)
        assert current.refresh()
        assert old() is None
    finally:
        gc.enable()


CHANGES = [
    "/v1/lexicon",
    "/v1/sources",
    "/v1/rulesets",
    "/v1/rulesets/boggle",
    "/v1/rulesets/house:sunday",
    "/v1/house-lists",
    "/v1/house-lists/sunday",
]


@pytest.mark.parametrize("path", CHANGES)
def test_what_may_change_has_an_etag(client: FlaskClient, path: str) -> None:
    """Whoever wants to know whether something has changed asks for it by its ETag, or for its head alone."""
    found = client.get(path)
    assert found.status_code == 200 and found.headers["ETag"]
    head = client.head(path)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", found.headers["ETag"])
    for ask in (client.get, client.head):
        assert ask(path, headers={"If-None-Match": found.headers["ETag"]}).status_code == 304


def test_the_lexicon(client: FlaskClient, service: Adjudicator) -> None:
    """The lexicon in service has a name, and so many words."""
    told = client.get("/v1/lexicon").get_json()
    assert told == {
        "lexicon": service.lexicon.digest,
        "words": len(list(service.lexicon.keys())),
        "version": service.lexicon.meta["version"],
    }
