"""Nothing that a client can send makes the server say that it has a defect: odd bodies, addresses, header fields and cookies."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.api.operations import OPERATIONS, Operation
from tests.browser.places import some_places
from tests.conftest import SWEEPS, WHOLE
from tests.sample import SEASON, Sample
from tests.web.test_session import key_on

BOARD = "PERS/LATG/SINE/TERS"
DEEP = 100_000
BODIES: dict[str, dict[str, Any]] = {
    "make_invite": {"scope": "voter", "uses": 1, "hours": 1},
    "invite_voters": {"uses": 1, "hours": 1},
    "accept_invite": {"name": "Dora"},
    "solve_board": {"board": BOARD, "ruleset": "boggle"},
    "check_board": {"board": BOARD, "words": ["plates"], "paths": "all"},
    "score_round": {"board": BOARD, "lists": {"Ann": ["plates"]}, "ruleset": "boggle"},
    "score_game": {"players": ["Ann", "Ben"], "rounds": [{"points": {"Ann": 1, "Ben": 2}}]},
    "judge_words": {"words": ["trig"], "detail": "full"},
    "judge_play": {"words": ["trig"]},
    "judge_plays": {"plays": [["trig"], ["zee", "zed"]]},
    "open_dispute": {"words": ["zee"], "ruleset": "boggle", "settle": "vote", "quorum": 1},
    "vote": {"choice": "legal"},
    "set_precedent": {"slug": "sunday", "reason": "so"},
    "ask_evidence": {},
    "create_house": {"slug": "club", "title": "Club", "base": "boggle", "overrides": {}, "note": "n"},
    "change_settings": {"title": "Club", "base": "boggle", "overrides": {"length": {"min": 4}}},
    "put_entry": {"effect": "allow", "reason": "r", "expires": "2099-01-01", "inflections": True},
    "edit_house": {"entries": [{"word": "yeet", "effect": "allow"}], "drop": ["trig"]},
    "restore_revision": {"revision": 1},
    "fork_house": {"slug": "fork", "title": "Fork", "revision": 1},
    "merge_house": {"other": "monday", "take": {"glorp": "ours"}, "prefer": "ours"},
    "import_entries": {"format": "json", "content": '[{"word": "yeet"}]'},
}
"""A body of each operation that takes one."""
ODD: list[Any] = [
    "",
    "\x00",
    "\u202e\u200b",
    "a\r\nb: c",
    "a" * 5_000,
    "🂡" * 50,
    -1,
    10**30,
    1.0,
    1e308,
    True,
    None,
    [],
    {},
    [[]],
    {"a": {"b": [10**30, None, 1e308, "\x00"]}},
    "9999-12-31T23:59:59.999999-23:59",
    "0001-01-01T00:00:00+23:59",
    "//[",
]
"""What stands in for a member."""
RAW = [
    b"",
    b" ",
    b"null",
    b"[]",
    b"\xff\xfe",
    b'"\\ud800"',
    b"{" * 10,
    b"[" * DEEP,
    b'{"a":' * DEEP,
    b'{"overrides":' + b'{"a":' * 1_500 + b"1" + b"}" * 1_501,
    b'{"board":' + b'{"a":' * 950 + b"1" + b"}" * 951,
    b'{"board":{"rows":' + b"[" * 300 + b"]" * 300 + b"}}",
    b"NaN",
    b'{"uses":NaN,"words":Infinity}',
    b'{"uses":1e999}',
    b'{"uses":' + b"9" * 6_000 + b"}",
]
DATES = ("If-Modified-Since", "If-Unmodified-Since", "If-Range")
HEADERS: list[dict[str, str]] = [
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/json; charset=nosuch"},
    {"Content-Type": "multipart/form-data; boundary="},
    {"Content-Encoding": "gzip"},
    {"If-Match": '"' * 300},
    {"If-Match": '"sunday.999999999"'},
    {"If-Match": "W/\xff"},
    {"If-None-Match": '"\xff, W/"'},
    {"If-Modified-Since": "Thu, 99 Foo 99999 99:99:99 GMT"},
    *({name: "Sun, 06 Nov 99999999999 08:49:37 GMT"} for name in DATES),
    {"Idempotency-Key": ""},
    {"Idempotency-Key": "\xff\x01" * 100},
    {"Idempotency-Key": "k" * 10_000},
    {"Accept": "\xff/*;q=nan, */*;q=1e999"},
    {"Accept-Encoding": "gzip;q=nan, \xff;q="},
    {"Accept-Language": "-;q=inf"},
    {"Range": "bytes=-99999999999999999999-,,"},
    {"Origin": "//["},
    {"Host": "[::1"},
    {"Host": "a b"},
    {"Authorization": "Basic \xff"},
    {"Authorization": "Bearer \xff\x01"},
    {"Cookie": 'adjudicator_rules="\\377\\000"; adjudicator_form=\xff; adjudicator_token=\xff; =;;;"'},
    {"X-Forwarded-For": "[::1, ,:"},
    {"X-Request-Id": "\xff"},
    {"Content-Length": "-1"},
    {"Content-Length": "1e3"},
    {"Access-Control-Request-Method": "\xff"},
]
QUERIES = [
    "?%",
    "?%ff=%ff",
    "?%00=%00",
    "?a=" + "b" * 100_000,
    "?" + "&".join(f"a{n}=1" for n in range(2_000)),
    "?after=//[",
    "?after=/%0d%0aX:%20y",
    "?revision=" + "9" * 5_000,
    "?revision=1e999&limit=NaN&after=%ed%a0%80&before=%00",
    "?limit=%EF%BC%91&other=1.0&one=0x1",
    "?word=%ed%a0%80&ruleset=%ff",
    "?words=%00&board=%00&word=" + "%F0%9F%82%A1" * 60 + "&ruleset=house:",
]
SEGMENTS = ["%ff", "%00", "%ed%a0%80", "a" * 5_000, "%0d%0aX:y", "%5b", "9" * 5_000, "%2e%2e", "%f0%9f%82%a1"]


def sent(client: FlaskClient, method: str, path: str, **more: Any) -> TestResponse:
    """Send a request whose answer must be one, and no defect."""
    response = client.open(path, method=method, **more)
    told = {name: value for name, value in more.items() if name in ("json", "headers", "data")}
    assert response.status_code < 500, (method, path[:200], repr(told)[:400], response.text[:300])
    return response


def address(declared: Operation, sample: Sample) -> str:
    """An address of the operation that the sample has something for."""
    known = {
        "slug": "sunday",
        "word": "trig",
        "ruleset": "boggle",
        "left": "boggle",
        "right": "open",
        "number": "1",
        "season": SEASON,
        "queue": "rules:35",
        "player": "Ben",
        "site": "live-wiktionary",
        "language": "en",
        **sample.first(declared.path, declared.method.upper()),
    }
    return declared.path.format_map(known)


def variants(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The body with something odd in the place of each member, and of what its members have."""
    for name, value in body.items():
        for odd in ODD:
            yield {**body, name: odd}
            if isinstance(value, list):
                yield {**body, name: [odd]}
            if isinstance(value, dict):
                yield from ({**body, name: {key: odd}} for key in [*value, "a", "", "\x00"])


@pytest.fixture
def headed(sample: Sample) -> dict[str, str]:
    """The header fields of a change by who may do everything."""
    return {**sample.authorization, "If-Match": "*"}


@pytest.mark.parametrize("declared", OPERATIONS, ids=lambda declared: declared.id)
def test_no_operation_fails(
    writer: FlaskClient, sample: Sample, headed: dict[str, str], declared: Operation
) -> None:
    """Whatever an operation is sent, it answers or says what is wrong with it."""
    path, method = address(declared, sample), declared.method
    body = json.dumps(BODIES.get(declared.id, {})).encode()
    as_json = {"content_type": "application/json"}
    for odd in variants(BODIES.get(declared.id, {})):
        sent(writer, method, path, json=odd, headers=headed)
    for raw in RAW:
        sent(writer, method, path, data=raw, headers=headed, **as_json)
    for fields in HEADERS:
        given = {**headed, **fields}
        more = {} if "Content-Type" in fields else as_json
        sent(writer, method, path, data=body, headers=given, **more)
    for query in QUERIES:
        sent(writer, method, path + query, data=body, headers=headed, **as_json)
    for name in declared.parameters:
        for segment in SEGMENTS:
            odd_path = declared.path.replace(f"{{{name}}}", segment)
            odd_path = odd_path.format_map({**dict.fromkeys(declared.parameters, "boggle"), "slug": "sunday"})
            sent(writer, method, odd_path, data=body, headers=headed, **as_json)


FIELDS = (
    "word", "words", "ruleset", "title", "base", "overrides", "note", "reason", "effect", "expires", "name", "secret",
    "after", "board", "revision", "other", "one", "number", "uses", "hours", "scope", "slug", "content", "player-0",
    "list-0", "points-1-0", "choice", "quorum", "deadline", "settle", "words-0", "file", "format", "player",
)  # fmt: skip
TOML = [
    f"[{'a.' * 1_500}a]\nb = 1",
    "a = " + "[" * 5_000,
    "a = " + "9" * 5_000,
    "a = inf\nb = nan\nc = 1979-05-27T07:32:00Z",
    "length = { min = 99999999999999999999999 }",
    "[length]\nmin = 1e400",
]


ONE_IN = 8 if SWEEPS.isdecimal() else 4


def in_turn(odd: list[Any], turn: int) -> list[Any]:
    """One in four of what is odd, others for the next page, or in eight where ``SWEEPS`` is a number; all of it where sweeps are whole."""
    return odd if WHOLE else odd[turn % ONE_IN :: ONE_IN]


def test_no_page_fails(own_app: Flask, sample: Sample) -> None:
    """Whatever a page is asked, it is shown or says what is wrong."""
    client = own_app.test_client()
    client.set_cookie("adjudicator_token", sample.token)
    for turn, page in enumerate(dict.fromkeys(some_places(own_app, sample)), random.randrange(ONE_IN)):
        for query in in_turn(QUERIES, turn):
            sent(client, "GET", page + query)
        for fields in in_turn(HEADERS, turn):
            sent(client, "GET", page, headers={"Accept": "text/html", **fields})
    client.set_cookie("adjudicator_token", sample.token)


@pytest.mark.parametrize("signed_in", [True, False])
def test_no_form_fails(own_app: Flask, sample: Sample, signed_in: bool) -> None:
    """Whatever a form has in its fields, it is taken or says what is wrong."""
    values = ["", "\x00", "\u202e", "//[", "/\r\nX: y", "9" * 5_000, "-1", "1e999", "🂡" * 60, *TOML]
    client = own_app.test_client()
    for turn, form in enumerate(some_places(own_app, sample, "POST"), random.randrange(ONE_IN)):
        for value in in_turn(values, turn):
            if signed_in:
                client.set_cookie("adjudicator_token", sample.token)
            key = key_on(client, "/sign-in")
            sent(client, "POST", form, data={"form_key": key, **dict.fromkeys(FIELDS, value)})
            told = {
                "title": "T",
                "base": "boggle",
                "note": "",
                "overrides": value,
                "slug": "sunday",
                "revision": "1",
            }
            sent(client, "POST", form, data={"form_key": key, **told})


@pytest.mark.parametrize("segment", SEGMENTS)
def test_no_address_fails(client: FlaskClient, segment: str) -> None:
    """An address with odd bytes is none, or is one."""
    for start in ("/", "/join/", "/v1/", "/static/", "/rules/", "/lists/", "/disputes/", "/v1/invites/"):
        for method in ("GET", "POST", "HEAD", "OPTIONS", "PROPFIND"):
            sent(client, method, start + segment, headers={"Accept": "text/html"})


@pytest.mark.parametrize("name", DATES)
def test_a_date_beyond_all_calendars(client: FlaskClient, name: str) -> None:
    """What is no date counts for nothing, wherever something may be kept; a part is sent to nobody who names one."""
    given = {name: "Sun, 06 Nov 99999999999 08:49:37 GMT"}
    for path in ("/v1/sources", "/openapi.json", "/docs", "/static/style.css"):
        assert sent(client, "GET", path, headers=given).status_code == 200
        part = sent(client, "GET", path, headers={**given, "Range": "bytes=0-0"}).status_code
        assert part == (206 if path.startswith("/static/") and name != "If-Range" else 200)


@pytest.mark.parametrize("after", ["//[", "/\r\nX: y", "/a\x00", "/" + quote("//[")])
def test_signing_in_to_go_nowhere(writer: FlaskClient, sample: Sample, after: str) -> None:
    """What is no address is not gone on to."""
    key = key_on(writer, "/sign-in")
    done = sent(writer, "POST", "/sign-in", data={"form_key": key, "secret": sample.token, "after": after})
    assert done.status_code == 303
    assert "\n" not in done.headers["Location"]


def test_more_ways_than_a_number_of_64_bits(client: FlaskClient) -> None:
    """A word may have more ways on a board than JSON readers can count; the answer says the most that they can."""
    body = {
        "board": {"rows": ["AA", "AA"], "reuse": "free"},
        "words": ["a" * 40],
        "paths": "all",
    }
    response = client.post("/v1/boards/check", json=body)
    assert response.status_code == 200, response.text
    assert response.get_json()["words"][0]["ways"] == 2**53 - 1


@pytest.mark.parametrize("depth", [60, 300, 100_000])
@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_a_body_that_is_nested_too_deep(client: FlaskClient, opening: bytes, depth: int) -> None:
    """Such a body is refused in words; marks within texts do not count."""
    closing = b"]" if opening == b"[" else b"}"
    body = b'{"board":{"rows":' + opening * depth + b"1" + closing * depth + b"}}"
    response = client.post("/v1/boards/solve", data=body, content_type="application/json")
    assert response.status_code == 400
    assert "nested too deep" in response.get_json()["detail"]
    words = {"words": ["[" * 90, '\\"' + "{" * 90]}
    assert client.post("/v1/rulesets/boggle/verdicts", json=words).status_code == 200


def test_a_whole_number_with_a_point(writer: FlaskClient, sample: Sample) -> None:
    """JSON Schema takes 1.0 for a whole number, and so do we; 1.5 is none."""
    path = "/v1/house-lists/sunday/invites"
    for number, status in ((b"1.0", 201), (b"2e0", 201), (b"1.5", 400), (b"1e300", 400), (b'"1"', 400)):
        made = writer.post(
            path,
            data=b'{"uses":' + number + b"}",
            content_type="application/json",
            headers=sample.authorization,
        )
        assert made.status_code == status, number


@pytest.mark.parametrize("before", ["\u00b5", "a" * 33, "a\n", ""])
def test_a_page_before_nothing(client: FlaskClient, before: str) -> None:
    """What can be no dispute's id is refused before anything is looked for, whatever else is asked."""
    response = client.get("/v1/disputes", query_string={"before": before, "ruleset": "\x01"})
    assert (response.status_code, response.get_json()["type"].rpartition(":")[2]) == (400, "bad-parameter")
