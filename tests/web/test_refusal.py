"""Whoever is refused reads a page; a program gets the problem document as ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from werkzeug.test import EnvironBuilder, TestResponse

from adjudicator.errors import ServerBusy
from adjudicator.runtime.problems import BUSY
from adjudicator.runtime.settings import Settings
from adjudicator.server.app import create_app
from adjudicator.server.edge import EDGE, Edge, answer_of
from tests.web.test_page_security import POLICY, assert_is_plain

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PROGRAM = {"Accept": "*/*"}


def words(response: TestResponse) -> str:
    """Return what a refused page says; check what holds for each."""
    assert response.mimetype == "text/html"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Accept" in response.headers["Vary"]
    assert response.headers["Content-Security-Policy"] == POLICY
    assert_is_plain(response.text, response.request.path)
    soup = BeautifulSoup(response.text, "html.parser")
    assert len(soup.find_all("h1")) == 1
    assert soup.select_one('main a[href="/"]')
    main = soup.select_one("main")
    assert main
    return " ".join(main.get_text(" ").split())


@pytest.fixture
def limited() -> FlaskClient:
    """A client that has asked what it may."""
    client = create_app(chosen=Settings(rate=parse("1/minute"))).test_client()
    client.get("/nosuch")
    return client


def test_too_often(limited: FlaskClient) -> None:
    """A person reads how long to wait, and finds the same question again; what they sent is theirs to send again."""
    refused = limited.get("/?word=caf%C3%A9&ruleset=open", headers=BROWSER)
    assert refused.status_code == 429
    assert f"Wait {refused.headers['Retry-After']} second" in words(refused)
    again = BeautifulSoup(refused.text, "html.parser").find("a", string="Try again")
    assert again and again["href"] == "/?word=caf%C3%A9&ruleset=open"  # type: ignore[index]
    assert "Try again" not in words(limited.post("/play/round", headers=BROWSER)).replace("then try", "")
    for path in ("/?word=trig&part=answer", "/nosuch"):
        assert limited.get(path, headers=PROGRAM).mimetype == "application/problem+json"
    assert limited.get("/v1/rulesets", headers=BROWSER).mimetype == "application/problem+json"


@pytest.mark.parametrize(
    "path", ["/%ff%fe", "/<script>alert(1)</script>", "/?word=%22><b>", "//evil.example/x"]
)
def test_any_address_can_be_refused(limited: FlaskClient, path: str) -> None:
    """What is in an address stays in it, and leads nowhere else."""
    refused = limited.get(path, headers=BROWSER)
    assert refused.status_code == 429
    words(refused)
    assert "<script" not in refused.text and "<b>" not in refused.text


def test_busy(app: Flask) -> None:
    """A server that turns requests away before it has looked at them says so to people, too."""
    edge: Edge = app.extensions[EDGE]
    environ = EnvironBuilder(
        path="/board", query_string="ruleset=open", headers=[*BROWSER.items()]
    ).get_environ()
    status, fields, body = answer_of(lambda *given: edge.turn_away(BUSY, *given), environ)
    page = BeautifulSoup(b"".join(body), "html.parser")
    assert status.startswith("503") and dict(fields)["Retry-After"] == "2"
    assert "Wait 2 seconds, then try again." in page.get_text()
    assert page.select_one('main a[href="/board?ruleset=open"]')


@pytest.mark.parametrize(
    ("ask", "status", "says"),
    [
        (lambda client: client.get("/nosuch", headers=BROWSER), 404, "mistyped"),
        (lambda client: client.delete("/judge", headers=BROWSER), 405, "a button of the page"),
        (lambda client: client.get("/lists/nosuch", headers=BROWSER), 404, "The page Lists has all of them."),
        (lambda client: client.post("/judge", data=b"a" * 20_000_000, headers=BROWSER), 413, "send less"),
    ],
    ids=["not-found", "method", "unknown", "too-large"],
)
def test_what_to_do(
    client: FlaskClient, ask: Callable[[FlaskClient], TestResponse], status: int, says: str
) -> None:
    """Each refusal within the site says what to do, and leads on."""
    refused = ask(client)
    assert refused.status_code == status
    assert says in words(refused)


def test_a_busy_part_of_the_server(app: Flask) -> None:
    """Where the server has begun to answer and cannot go on, the page says when to try again and what."""
    own = create_app()

    @own.get("/busy")
    def busy() -> str:
        raise ServerBusy("Others wait.")

    refused = own.test_client().get("/busy?a=1", headers=BROWSER)
    assert refused.status_code == 503
    assert f"Wait {refused.headers['Retry-After']} seconds" in words(refused)
    assert 'href="/busy?a=1"' in refused.text
