"""Packs over HTTP: named by the latest, fetched by their digests for good, and house lists on top of them."""

from __future__ import annotations

import zlib

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.api.packs import IMMUTABLE
from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Glosses, Pack
from adjudicator.runtime.problems import TYPE_PREFIX
from tests.sample import Sample

LATEST = "/v1/packs/latest"


def test_the_latest_pack(client: FlaskClient, service: Adjudicator) -> None:
    """It names pack and glosses by digest, address and size, and both judge as the server does."""
    told = client.get(LATEST)
    latest = told.get_json()
    assert latest["lexicon"] == service.lexicon.digest
    assert told.headers["Cache-Control"] == "no-cache"
    assert client.get(LATEST, headers={"If-None-Match": told.headers["ETag"]}).status_code == 304
    content = {name: client.get(latest[name]["url"]).data for name in ("pack", "glosses")}
    pack = Pack(content["pack"])
    assert (pack.digest, pack.lexicon) == (latest["pack"]["digest"], service.lexicon.digest)
    assert list(pack.rulesets) == latest["rulesets"]
    assert Glosses(content["glosses"], pack).digest == latest["glosses"]["digest"]
    assert [latest[name]["size"] for name in content] == list(map(len, content.values()))
    verdict = client.get("/v1/rulesets/boggle/words/zee").get_json()
    assert pack.code("zee", "boggle") == verdict["code"]


@pytest.mark.parametrize("name", ["pack", "glosses"])
def test_a_file_is_sent_packed_and_kept_for_good(client: FlaskClient, name: str) -> None:
    """Brotli before gzip before nothing, as the client takes it; the sizes are those that were named; whoever has it is told nothing again."""
    latest = client.get(LATEST).get_json()[name]
    plain = client.get(latest["url"])
    assert "Content-Encoding" not in plain.headers
    for accepted, coding, unpacked in (
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip", "gzip", lambda data: zlib.decompress(data, 31)),
        ("br;q=0, gzip;q=0.5", "gzip", lambda data: zlib.decompress(data, 31)),
    ):
        response = client.get(latest["url"], headers={"Accept-Encoding": accepted})
        assert response.headers["Content-Encoding"] == coding
        assert response.headers["Cache-Control"] == IMMUTABLE
        assert response.headers["Vary"] == "Accept-Encoding"
        assert len(response.data) == latest[coding]
        assert unpacked(response.data) == plain.data
        again = client.get(latest["url"], headers={"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("digest", ["sha256:" + 64 * "0", "latest2", "..%2F..%2Flexicon.sqlite", 64 * "g"])
def test_unknown_packs(client: FlaskClient, digest: str) -> None:
    """What is not kept here is not found, whatever it is called; the answer says where the one is that there is."""
    response = client.get(f"/v1/packs/{digest}")
    assert response.status_code == 404
    if "%" not in digest:
        assert response.get_json()["type"] == f"{TYPE_PREFIX}unknown-pack"
        assert LATEST in response.get_json()["detail"]


def test_a_house_list_on_a_pack(own_app: Flask, sample: Sample) -> None:
    """The list of the sample judges from a pack as it does at the server, now and at its first revision; an edit changes the ETag."""
    client = own_app.test_client()
    pack = Pack(client.get(client.get(LATEST).get_json()["pack"]["url"]).data)
    address = "/v1/house-lists/sunday/pack"
    first = client.get(address)
    name = pack.add_house(first.get_json())
    entries = [each["word"] for each in client.get("/v1/house-lists/sunday/entries").get_json()["entries"]]
    assert entries
    for word in (*entries, "trig", "zee", "ad"):
        verdict = client.get(f"/v1/rulesets/house:sunday/words/{word}").get_json()
        judged = pack.judge(word, name)
        assert (judged.code, judged.certainty, judged.legal) == tuple(
            verdict[key] for key in ("code", "certainty", "legal")
        )
    edit = {"entries": [{"word": "trig", "effect": "deny", "reason": "too many"}]}
    client.post("/v1/house-lists/sunday/edits", json=edit, headers={**sample.authorization, "If-Match": "*"})
    second = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert second.get_json()["entries"]["trig"][0] == "house-denied"
    assert "too many" in second.get_json()["entries"]["trig"][1]
    before = client.get(f"{address}?revision={first.get_json()['revision']}").get_json()
    assert before["entries"] == first.get_json()["entries"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [("nobody/pack", "unknown-house-list"), ("sunday/pack?revision=999", "unknown-revision")],
)
def test_unknown_lists(client: FlaskClient, path: str, kind: str) -> None:
    """A list or revision that there is none of has the problem that it has elsewhere."""
    response = client.get(f"/v1/house-lists/{path}")
    assert (response.status_code, response.get_json()["type"]) == (404, TYPE_PREFIX + kind)
