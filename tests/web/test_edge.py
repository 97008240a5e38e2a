"""What every request goes through: ids, limits, other hosts' pages, compression, counts, logs, and the express way."""

from __future__ import annotations

import gzip
import json
import logging
import random
import re
import zlib
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from limits.storage import MemoryStorage
from werkzeug.test import Client, TestResponse

from adjudicator.api.operations import NDJSON
from adjudicator.errors import ConfigError
from adjudicator.judging.service import Adjudicator
from adjudicator.runtime.current import EXTENSION, Current
from adjudicator.runtime.metrics import FAMILIES
from adjudicator.runtime.settings import VARIABLES, Settings, settings
from adjudicator.server.app import create_app
from adjudicator.server.edge import HARDENING

TRIG = "/v1/rulesets/boggle/words/trig"
WORDS = ["trig", "Zee", "FBI", "quo", "xyzzy", "colour", "at", "trigs", "wierd"]


@pytest.fixture(scope="session")
def make(service: Adjudicator) -> Callable[..., FlaskClient]:
    """A client of an application with settings of its own, its lexicon open."""

    def client(**chosen: object) -> FlaskClient:
        app = create_app(chosen=Settings(**chosen))  # type: ignore[arg-type]
        app.extensions[EXTENSION].get()
        return app.test_client()

    return client


@pytest.mark.parametrize("detail", ["", "?detail=full", "?detail=reasons", "?detail=verdict"])
@pytest.mark.parametrize("ruleset", ["boggle", "open"])
def test_express_way_is_the_long_way(app: Flask, ruleset: str, detail: str) -> None:
    """The verdict on a plain word is the same, head and body, whether the framework saw the request or not."""
    current: Current = app.extensions[EXTENSION]
    current.get()
    express, long = Client(app.wsgi_app), Client(app.wsgi_app._inner)  # type: ignore[attr-defined]
    words = WORDS + random.Random(6).sample(list(current.get().adjudicator.lexicon.keys()), 50)
    for word in words:
        path = f"/v1/rulesets/{ruleset}/words/{word}{detail}"
        one, other = express.get(path), long.get(path)
        assert (one.status, one.data) == (other.status, other.data)
        fields = {name: value for name, value in other.headers if name != "Date"}
        assert {name: one.headers.get(name) for name in fields} == fields
        tag = {"If-None-Match": one.headers["ETag"]}
        same, also = express.get(path, headers=tag), long.get(path, headers=tag)
        assert (same.status_code, same.data) == (also.status_code, also.data) == (304, b"")
        for held in ("*", f'"other", {one.headers["ETag"]}', '"other"'):
            given = {"If-None-Match": held}
            assert express.get(path, headers=given).status_code == long.get(path, headers=given).status_code
        for name in ("ETag", "Cache-Control", "Adjudicator-Lexicon", "Adjudicator-Ruleset"):
            assert same.headers[name] == also.headers[name] == one.headers[name]


PLAYS = [
    b'{"words":["trig","zed"]}',
    b'{"words": ["trig", "zee", "they\'ll"]}',
    b'{"words":["CAF\xc3\x89"]}',
    b'{"words":["123"]}',
    b'{"words":[]}',
    b'{"words":["trig"],"more":1}',
    b'{"words":["trig"]',
    b"\xff",
    b"",
    b'{"words":["' + b"a" * 101 + b'"]}',
    b'{"words":["' + b'trig","' * 3_000 + b'zed"]}',
]


@pytest.mark.parametrize("body", PLAYS, ids=lambda body: repr(body[:40]))
@pytest.mark.parametrize("ruleset", ["boggle", "nosuch"])
@pytest.mark.parametrize("media", ["application/json", "application/json; charset=utf-8", "text/plain"])
def test_express_plays_are_the_long_way(app: Flask, body: bytes, ruleset: str, media: str) -> None:
    """A sealed play is judged, or refused, in the same words and fields whether the framework saw it or not."""
    app.extensions[EXTENSION].get()
    express, long = Client(app.wsgi_app), Client(app.wsgi_app._inner)  # type: ignore[attr-defined]
    for query in ("", "?a=b"):
        path = f"/v1/rulesets/{ruleset}/plays{query}"
        one, other = (each.post(path, data=body, content_type=media) for each in (express, long))
        assert (one.status, one.data) == (other.status, other.data)
        fields = {name: value for name, value in other.headers if name != "Date"}
        assert {name: one.headers.get(name) for name in fields} == fields


def test_a_play_has_the_body_limit(make: Callable[..., FlaskClient]) -> None:
    """The limit holds on the express way, too."""
    sent = {"words": ["trig"] * 20}
    assert make(max_body=100).post("/v1/rulesets/boggle/plays", json=sent).status_code == 413
    assert make().post("/v1/rulesets/boggle/plays", json=sent).get_json()["acceptable"] is True


@pytest.mark.parametrize(
    "path",
    [TRIG, "/v1/sources", "/v1/nosuch", "/", "/nosuch", "/healthz", "/static/style.css", "/openapi.json"],
)
def test_every_response_is_hardened_and_named(client: FlaskClient, path: str) -> None:
    """Whatever answers, the response loads nothing from elsewhere and has an id."""
    response = client.get(path)
    for name, value in HARDENING:
        assert response.headers.getlist(name) == [value]
    assert re.fullmatch(r"[0-9a-f]{12}-[0-9a-f]+", response.headers["X-Request-Id"])


def test_request_ids(client: FlaskClient) -> None:
    """A client's own id comes back; one that could break a log line does not; two requests never share one."""
    assert client.get(TRIG, headers={"X-Request-Id": "abc-1.2:3"}).headers["X-Request-Id"] == "abc-1.2:3"
    for bad in ("a b", "x" * 65, "<script>", '"'):
        assert client.get(TRIG, headers={"X-Request-Id": bad}).headers["X-Request-Id"] != bad
    assert len({client.get(TRIG).headers["X-Request-Id"] for _ in range(20)}) == 20


@pytest.mark.parametrize(
    "path",
    [
        TRIG,
        "/v1/words/trig",
        "/v1/rulesets/boggle",
        "/v1/rulesets/boggle/words?prefix=tri",
        "/v1/rulesets/nosuch",
        "/v1/words/123",
    ],
)
def test_every_answer_names_its_lexicon(
    make: Callable[..., FlaskClient], service: Adjudicator, path: str
) -> None:
    """Each answer of the API, refusals too, says which lexicon it was made from."""
    assert make().get(path).headers["Adjudicator-Lexicon"] == service.lexicon.digest


def limited(client: FlaskClient, **headers: str) -> TestResponse:
    return client.get(TRIG, headers=headers)


def test_rate_limit(make: Callable[..., FlaskClient]) -> None:
    """A client learns how much is left, is refused when nothing is, and is told when to come again."""
    client = make(rate=parse("3/minute"))
    for left in (2, 1, 0):
        response = limited(client)
        assert response.status_code == 200
        assert response.headers["RateLimit-Policy"] == '"default";q=3;w=60'
        assert re.fullmatch(rf'"default";r={left};t=\d+', response.headers["RateLimit"])
    refused = limited(client)
    assert refused.status_code == 429
    assert refused.mimetype == "application/problem+json"
    assert refused.get_json()["type"] == "urn:adjudicator:problem:rate-limited"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["Cache-Control"] == "no-store"
    assert refused.headers["RateLimit"].startswith('"default";r=0;')
    assert client.get("/healthz").status_code == client.get("/metrics").status_code == 200
    assert "RateLimit" not in client.get("/healthz").headers


def test_rate_limit_is_by_client(make: Callable[..., FlaskClient]) -> None:
    """Behind a trusted proxy clients are told apart by what it saw; without one that field is nobody's word."""
    behind = make(rate=parse("1/minute"), proxies=1)
    assert limited(behind, **{"X-Forwarded-For": "192.0.2.1"}).status_code == 200
    assert limited(behind, **{"X-Forwarded-For": "198.51.100.7, 192.0.2.1"}).status_code == 429
    assert limited(behind, **{"X-Forwarded-For": "192.0.2.2"}).status_code == 200
    direct = make(rate=parse("1/minute"))
    assert limited(direct, **{"X-Forwarded-For": "192.0.2.1"}).status_code == 200
    assert limited(direct, **{"X-Forwarded-For": "192.0.2.2"}).status_code == 429


def test_stores_of_limits(make: Callable[..., FlaskClient], caplog: pytest.LogCaptureFixture) -> None:
    """A store that there is not is a clear fault at the start; one that fails later limits nobody, and the log says so."""
    with pytest.raises(ConfigError) as caught:
        make(rate=parse("1/minute"), rate_storage="nosuch://here")
    assert "ADJUDICATOR_RATE_STORAGE" in caught.value.faults[0]

    class Broken(MemoryStorage):
        """A store in memory that has lost its memory."""

        STORAGE_SCHEME = ["broken"]  # noqa: RUF012 (an attribute of the base)

        def incr(self, *_: object, **__: object) -> int:
            raise ValueError("no connection")

    client = make(rate=parse("1/minute"), rate_storage="broken://")
    assert [limited(client).status_code for _ in range(3)] == [200, 200, 200]
    assert "no connection" in caplog.text


def test_no_limit_unless_set(client: FlaskClient) -> None:
    """Without a setting nobody is limited, and nothing claims otherwise."""
    assert not {"RateLimit", "RateLimit-Policy"} & set(client.get(TRIG).headers.keys())


ORIGIN = "https://game.example"


def test_other_hosts_pages(make: Callable[..., FlaskClient]) -> None:
    """Pages of the hosts that are named may read answers and ask beforehand; those of others may not."""
    client = make(cors=frozenset({ORIGIN}))
    ours = client.get(TRIG, headers={"Origin": ORIGIN})
    assert ours.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "ETag" in ours.headers["Access-Control-Expose-Headers"]
    assert "Origin" in ours.headers.getlist("Vary")
    other = client.get(TRIG, headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in other.headers
    assert "Origin" in other.headers.getlist("Vary")
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    before = client.options("/v1/rulesets/boggle/verdicts", headers=asked)
    assert before.status_code == 204
    assert "POST" in before.headers["Access-Control-Allow-Methods"]
    for name in ("Content-Type", "Authorization", "If-Match", "Idempotency-Key"):
        assert name in before.headers["Access-Control-Allow-Headers"]
    assert "PATCH" in before.headers["Access-Control-Allow-Methods"]
    refused = client.options(TRIG, headers={**asked, "Origin": "https://evil.example"})
    assert "Access-Control-Allow-Methods" not in refused.headers
    page = client.get("/", headers={"Origin": ORIGIN})
    assert "Access-Control-Allow-Origin" not in page.headers
    everyone = make(cors=frozenset({"*"})).get(TRIG, headers={"Origin": "https://any.example"})
    assert everyone.headers["Access-Control-Allow-Origin"] == "*"


def test_no_other_hosts_unless_set(client: FlaskClient) -> None:
    """Without a setting no page of another host may read an answer."""
    response = client.get(TRIG, headers={"Origin": ORIGIN})
    assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("path", [TRIG, "/v1/words/set", "/", "/static/style.css", "/openapi.json"])
def test_compression(client: FlaskClient, path: str) -> None:
    """Who takes gzip gets it, and it is the same answer; caches learn that it depends on that."""
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in plain.headers.getlist("Vary") and "Accept-Encoding" in packed.headers.getlist(
        "Vary"
    )
    assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": "gzip;q=0, br"}).headers
    assert packed.headers.get("ETag") == plain.headers.get("ETag")


def test_short_answers_and_heads_are_not_packed(client: FlaskClient) -> None:
    """What is short stays as it is; a HEAD has the length of what a GET without packing has."""
    short = client.get(TRIG + "?detail=verdict", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in short.headers
    head = client.head("/v1/words/set", headers={"Accept-Encoding": "gzip"})
    assert head.data == b"" and int(head.headers["Content-Length"]) == len(client.get("/v1/words/set").data)


def test_streams_are_packed_piece_by_piece(client: FlaskClient) -> None:
    """A stream is packed, too, and each of its pieces can be read as soon as it is there."""
    words = ["trig", "zee", "they'll"] * 400
    headers = {"Accept": NDJSON, "Accept-Encoding": "gzip"}
    response = client.post(
        "/v1/rulesets/boggle/verdicts", json={"words": words}, headers=headers, buffered=False
    )
    pieces = [bytes(piece) for piece in response.iter_encoded()]
    reader = zlib.decompressobj(wbits=31)
    first = reader.decompress(pieces[0])
    assert first.endswith(b"\n") and json.loads(first.splitlines()[0])["word"] == "trig"
    text = first + b"".join(reader.decompress(piece) for piece in pieces[1:])
    assert [json.loads(line)["word"] for line in text.splitlines()] == words


def counts(client: FlaskClient) -> dict[str, float]:
    """The counts by their names and labels."""
    text = client.get("/metrics").text
    return {
        line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line[0] != "#"
    }


def test_metrics(client: FlaskClient) -> None:
    """Requests are counted by route and not by address, verdicts by their codes, plays not at all."""
    seen = 'adjudicator_request_seconds_count{method="GET",route="/v1/rulesets/{ruleset}/words/{word}",status="200"}'
    american = 'adjudicator_verdicts_total{code="american-spelling",ruleset="boggle"}'
    none = 'adjudicator_request_seconds_count{method="GET",route="none",status="404"}'
    before = counts(client)
    client.get("/v1/rulesets/boggle/words/zee")
    client.get("/v1/rulesets/boggle/words/ze%27e")
    client.get("/nosuch/at/all")
    client.post("/v1/rulesets/boggle/verdicts", json={"words": ["zee", "color", "trig"], "detail": "reasons"})
    client.post("/v1/rulesets/boggle/plays", json={"words": ["zee"]})
    after = counts(client)
    assert after[seen] - before.get(seen, 0) == 2
    assert after[none] - before.get(none, 0) == 1
    assert after[american] - before.get(american, 0) == 3
    assert not any("zee" in name for name in after)


def test_how_things_are(client: FlaskClient, service: Adjudicator) -> None:
    """The metrics name the lexicon with its words, the state of the ledger with its version and size, and what was refused."""
    before = counts(client)
    client.get("/v1/rulesets/nosuch")
    client.get("/nosuch/at/all")
    client.get("/judge/at/all", headers={"Accept": "text/html"})
    found = counts(client)
    refused = {f'adjudicator_refusals_total{{type="{each}"}}' for each in ("unknown-ruleset", "404")}
    assert [found[each] - before.get(each, 0) for each in sorted(refused)] == [2, 1]
    assert found[f'adjudicator_lexicon_info{{digest="{service.lexicon.digest}"}}'] == 1
    assert found["adjudicator_lexicon_words"] == service.lexicon.size
    states = {name: value for name, value in found.items() if name.startswith("adjudicator_ledger_state")}
    assert states.pop('adjudicator_ledger_state{state="ready"}') == 1 and set(states.values()) == {0}
    assert found["adjudicator_ledger_bytes"] > 10_000
    assert any(re.fullmatch(r'adjudicator_ledger_info\{version="\d{4}"\}', name) for name in found)
    names = {re.split(r"[{ ]", each)[0] for each in found}
    of_histogram = {f"adjudicator_request_seconds{end}" for end in ("_bucket", "_count", "_sum", "_created")}
    known = {*FAMILIES, *of_histogram} | {each.replace("_total", "_created") for each in FAMILIES}
    assert names <= known


def test_log_lines(make: Callable[..., FlaskClient], caplog: pytest.LogCaptureFixture) -> None:
    """With logging on, each request is a line with its id, route, status and time; off, it is none."""
    with caplog.at_level(logging.INFO, "adjudicator.requests"):
        make(log_requests=True).get(TRIG + "?detail=verdict", headers={"X-Request-Id": "mine"})
        make().get(TRIG)
    (line,) = [each for each in caplog.records if each.name == "adjudicator.requests"]
    told = line.__dict__
    assert (told["request_id"], told["method"], told["path"], told["status"]) == ("mine", "GET", TRIG, 200)
    assert told["route"] == "/v1/rulesets/{ruleset}/words/{word}" and told["milliseconds"] >= 0


def test_links_and_cookies_are_for_what_the_client_sees(make: Callable[..., FlaskClient]) -> None:
    """Behind a proxy that ends TLS, cookies stay on TLS; a client cannot say so itself where there is no proxy."""
    asked = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "words.example"}
    behind, bare = (
        make(proxies=proxies).get("/sign-in", headers=asked).headers["Set-Cookie"] for proxies in (1, 0)
    )
    assert "Secure" in behind and "Secure" not in bare


def test_no_log_has_the_secret_of_an_invite(
    make: Callable[..., FlaskClient], caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever reads a log must not be able to take the invite up."""
    with caplog.at_level(logging.INFO, "adjudicator.requests"):
        make(log_requests=True).get("/join/adj_secret")
    (line,) = [each for each in caplog.records if each.name == "adjudicator.requests"]
    assert line.__dict__["path"] == "/join/{secret}"
    assert "adj_secret" not in str(line.__dict__)


@pytest.mark.parametrize(
    "path",
    [
        "/v1/invites/adj_s3cret",
        "/join/adj_s3cret/",
        "/join//adj_s3cret",
        "/join/%61dj_s3cret/x",
        "/sign-in?after=/join/adj_s3cret",
        "/sign-in?after=%2Fjoin%2Fadj%5Fs3cret",
        "/sign-in?after=%252Fjoin%252F%2561dj%255Fs3cret",
        "/v1/rulesets/adj_s3cret",
    ],
)
def test_no_secret_is_written_down(
    make: Callable[..., FlaskClient], caplog: pytest.LogCaptureFixture, path: str
) -> None:
    """Wherever an address has a secret, neither the log nor what is told of a problem's place has it."""
    with caplog.at_level(logging.INFO):
        response = make(log_requests=True).get(path)
    assert "s3cret" not in "".join(str(each.__dict__) for each in caplog.records)
    assert response.mimetype == "text/html" or "s3cret" not in response.get_json()["instance"]


def test_no_secret_is_in_what_is_told_of_a_defect(
    make: Callable[..., FlaskClient], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where something fails that nobody thought of."""
    monkeypatch.setattr("adjudicator.web.pages.people.show", lambda *_, **__: 1 / 0)
    response = make().get("/join/adj_s3cret")
    assert response.status_code == 500
    assert "/join/adj_..." in caplog.text and "/join/adj_..." in response.text
    assert "s3cret" not in caplog.text + response.text


def test_body_limit(make: Callable[..., FlaskClient]) -> None:
    """A body over the limit is refused as a problem."""
    response = make(max_body=100).post("/v1/rulesets/boggle/verdicts", json={"words": ["trig"] * 100})
    assert response.status_code == 413
    assert response.get_json()["detail"] == "The body has more than the 100 bytes that are taken."


def test_settings() -> None:
    """Settings are read from the environment; each that cannot be is named, all at once."""
    assert settings({}) == Settings()
    read = settings(
        {
            "ADJUDICATOR_CORS": "https://a.example, https://b.example/",
            "ADJUDICATOR_RATE": "600/minute",
            "ADJUDICATOR_PROXIES": "2",
            "ADJUDICATOR_MAX_BODY": "1000",
            "ADJUDICATOR_LOG_REQUESTS": "1",
        }
    )
    assert read.cors == {"https://a.example", "https://b.example"}
    assert read.rate == parse("600/minute")
    assert (read.proxies, read.max_body, read.log_requests) == (2, 1000, True)
    with pytest.raises(ConfigError) as caught:
        settings(dict.fromkeys(VARIABLES, "nonsense"))
    faults = " ".join(caught.value.faults)
    assert all(
        name in faults for name in VARIABLES if name not in ("ADJUDICATOR_RATE_STORAGE", "ADJUDICATOR_HOSTS")
    )


def test_who_shows_secrets_too_often(make: Callable[..., FlaskClient]) -> None:
    """Signing in and taking invites up are limited by client, on pages and in the API together; reading is not."""
    client = make(sign_in_rate=parse("3/minute"))
    key = {"form_key": "k"}
    client.set_cookie("adjudicator_form", "k")
    assert client.post("/sign-in", data={**key, "secret": "adj_wrong"}).status_code == 403
    assert client.post("/join/adj_wrong", data={**key, "name": "Eve"}).status_code == 422
    assert client.post("/v1/invites/adj_wrong", json={"name": "Eve"}).status_code == 404
    for path, body in (("/sign-in", {"data": key}), ("/v1/invites/adj_wrong", {"json": {"name": "Eve"}})):
        refused = client.post(path, **body)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
    assert client.get("/sign-in").status_code == 200
    other = {"REMOTE_ADDR": "2001:db8::1"}
    sent = {**key, "secret": "adj_wrong"}
    assert client.post("/sign-in", data=sent, environ_overrides=other).status_code == 403


def test_hosts(make: Callable[..., FlaskClient]) -> None:
    """A server that knows its names answers to no other, except to probes; behind a proxy its name is what the client asked for."""
    client = make(hosts=frozenset({"words.example", "[::1]"}))
    for host in ("words.example", "WORDS.example:8000", "words.example.", "[::1]:8000", "[::1]"):
        assert client.get(TRIG, headers={"Host": host}).status_code == 200, host
    for host in ("evil.example", "words.example.evil.example", "evil.example:words.example", ""):
        refused = client.get(TRIG, headers={"Host": host})
        assert (refused.status_code, refused.get_json()["status"]) == (421, 421), host
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
    named = {"Host": "inside", "X-Forwarded-Host": "evil.example, words.example"}
    assert client.get(TRIG, headers=named).status_code == 421
    behind = make(hosts=frozenset({"words.example"}), proxies=1)
    assert behind.get(TRIG, headers=named).status_code == 200
    assert make().get(TRIG, headers={"Host": "any.example"}).status_code == 200


def test_hosts_that_cannot_be() -> None:
    """Names are taken without a scheme or port."""
    assert settings({"ADJUDICATOR_HOSTS": "Words.example, [::1]"}).hosts == {"words.example", "[::1]"}
    with pytest.raises(ConfigError, match="ADJUDICATOR_HOSTS"):
        settings({"ADJUDICATOR_HOSTS": "https://words.example"})
