"""A fault on the way of a request, wherever it is, is answered, named, logged with its trace and counted like any other."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse

from adjudicator.api import routes
from adjudicator.api.operations import NDJSON
from adjudicator.errors import LexiconDamaged
from adjudicator.judging.batch import Answers
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.runtime.current import EXTENSION, Current
from adjudicator.runtime.limits import ClientLimits, Counting
from adjudicator.runtime.settings import Settings
from adjudicator.server import cors, edge
from adjudicator.server.app import create_app
from adjudicator.server.express import WORD_ROUTE
from tests.web.test_edge import ORIGIN, TRIG, counts
from tests.web.test_error_shape import assert_problem

SETTINGS = Settings(rate=parse("1000/minute"), cors=frozenset({ORIGIN}), log_requests=True)
ID = {"X-Request-Id": "mine"}
CAUSE = "the secret cause"
ERROR_500 = 'adjudicator_request_seconds_count{{method="GET",route="{}",status="500"}}'.format


@pytest.fixture
def app(service: Adjudicator) -> Flask:
    found = create_app(chosen=SETTINGS)
    found.extensions[EXTENSION].get()
    return found


@pytest.fixture(autouse=True)
def _logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.INFO, "adjudicator.requests"):
        yield


def fails(*_: object, **__: object) -> Any:
    raise RuntimeError(CAUSE)


def faults(client: FlaskClient) -> float:
    """How many requests were answered with 500."""
    return sum(
        number
        for name, number in counts(client).items()
        if name.startswith("adjudicator_request_seconds_count") and 'status="500"' in name
    )


PLACES: dict[str, Callable[[pytest.MonkeyPatch, Flask], None]] = {
    "the express way": lambda patch, app: patch.setattr(edge, "express", fails),
    "the verdict": lambda patch, app: patch.setattr(app.extensions[EXTENSION].get(), "verdict", fails),
    "limits": lambda patch, app: patch.setattr(ClientLimits, "ask", fails),
    "cors": lambda patch, app: patch.setattr(cors, "fields_for", fails),
    "the framework": lambda patch, app: patch.setattr(app, "wsgi_app", edge.Edge(fails, Current(), SETTINGS, Counting(SETTINGS))),
    "sending": lambda patch, app: patch.setattr(edge.Exchange, "send_short", fails),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_anywhere(
    app: Flask, place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The client gets a problem document with its id, the log the trace and the line of the request, the metrics a count."""
    client = app.test_client()
    before = faults(client)
    caplog.clear()
    with monkeypatch.context() as patch:
        PLACES[place](patch, app)
        response = client.get(TRIG, headers=ID)
    assert_problem(response, 500, "about:blank")
    assert response.headers["X-Request-Id"] == "mine"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert CAUSE not in response.text
    (line,) = [each for each in caplog.records if each.name == "adjudicator.requests"]
    assert (line.__dict__["status"], line.__dict__["request_id"]) == (500, "mine")
    (fault,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert fault.exc_info and CAUSE in str(fault.exc_info[1])
    assert fault.__dict__["request_id"] == "mine"
    assert faults(client) == before + 1
    assert client.get(TRIG).status_code == 200


def test_a_fault_on_the_express_way_is_counted_there(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a 500 of the route that was asked."""
    client = app.test_client()
    name = ERROR_500(WORD_ROUTE)
    before = counts(client).get(name, 0)
    with monkeypatch.context() as patch:
        PLACES["the verdict"](patch, app)
        client.get(TRIG)
    assert counts(client)[name] == before + 1


def test_a_damaged_lexicon_on_the_express_way(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that the project knows is its own problem there, too."""

    def damaged(*_: object) -> Any:
        raise LexiconDamaged("The lexicon at /secret/path cannot be read.", "Build it.")

    monkeypatch.setattr(app.extensions[EXTENSION].get(), "verdict", damaged)
    problem = assert_problem(app.test_client().get(TRIG), 503, "urn:adjudicator:problem:unusable-lexicon")
    assert "/secret" not in str(problem)


def test_a_request_that_cannot_be_counted(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer stands; the log says what is wrong."""
    monkeypatch.setattr(edge, "count_request", fails)
    assert app.test_client().get(TRIG).status_code == 200
    assert CAUSE in caplog.text


def breaking_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every batch break off after its first piece."""
    judged = Bench.pieces

    def pieces(*given: Any, **more: Any) -> Iterator[Answers]:
        yield next(judged(*given, **more))
        fails()

    monkeypatch.setattr(Bench, "pieces", pieces)


@pytest.mark.parametrize("packing", ["", "gzip"])
@pytest.mark.parametrize("whole", [0, 10_000])
def test_an_array_that_breaks_off(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, packing: str, whole: int
) -> None:
    """What was not sent yet is a problem instead. What was is followed by the problem, and no parser takes both for an answer."""
    breaking_off(monkeypatch)
    monkeypatch.setattr(routes, "WHOLE", whole)
    headers = {**ID, "Accept-Encoding": packing}
    sent = {"words": ["trig"] * 10, "detail": "reasons"}
    response = app.test_client().post("/v1/rulesets/boggle/verdicts", json=sent, headers=headers)
    if whole:
        assert_problem(response, 500, "about:blank")
    else:
        text = zlib.decompress(response.data, wbits=31) if packing else response.data
        response.close()
        assert text.startswith(b'{"ruleset":"boggle"')
        with pytest.raises(ValueError, match="Expecting"):
            json.loads(text)
        assert json.loads(text.splitlines()[-1])["status"] == 500
        assert CAUSE not in str(text)
    statuses = [each.__dict__["status"] for each in caplog.records if each.name == "adjudicator.requests"]
    assert statuses == [500]


@pytest.mark.parametrize("packing", ["", "gzip"])
def test_lines_that_break_off(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, packing: str
) -> None:
    """A stream of lines ends with the problem, and is counted and logged as one, once."""
    breaking_off(monkeypatch)
    client = app.test_client()
    headers = {**ID, "Accept": NDJSON, "Accept-Encoding": packing}
    sent = {"words": ["trig"] * 501, "detail": "verdict"}
    response = client.post("/v1/rulesets/boggle/verdicts", json=sent, headers=headers)
    text = zlib.decompress(response.data, wbits=31) if packing else response.data
    response.close()
    *lines, last = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == 500 and all(line["legal"] for line in lines)
    assert (last["type"], last["status"]) == ("about:blank", 500)
    assert CAUSE not in str(last)
    statuses = [each.__dict__["status"] for each in caplog.records if each.name == "adjudicator.requests"]
    assert statuses == [500]
    assert [each.__dict__["request_id"] for each in caplog.records if each.levelno == logging.ERROR] == [
        "mine"
    ]


def test_other_streams_that_break_off(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    """Any other stream cannot say so itself: the server is told, the log and the counts have it."""

    @app.get("/v1/broken")
    def broken() -> Any:
        def pieces() -> Iterator[str]:
            yield "some"
            fails()

        return app.response_class(pieces(), content_type="text/csv")

    response = app.test_client().get("/v1/broken", headers=ID)
    with pytest.raises(RuntimeError):
        _ = response.data
    assert [each.__dict__["request_id"] for each in caplog.records if each.levelno == logging.ERROR] == [
        "mine"
    ]


def test_the_log_has_the_client(service: Adjudicator, caplog: pytest.LogCaptureFixture) -> None:
    """Behind proxies the log names whom the outermost of them saw; without any, nobody's word is taken for it."""
    seen = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7, 192.0.2.1"}
    for proxies, client in ((0, "127.0.0.1"), (1, "192.0.2.1"), (2, "198.51.100.7"), (4, "127.0.0.1")):
        caplog.clear()
        app = create_app(chosen=Settings(proxies=proxies, log_requests=True))
        app.test_client().get("/healthz", headers=seen)
        (line,) = [each for each in caplog.records if each.name == "adjudicator.requests"]
        assert line.__dict__["client"] == client
