"""Below a path of its host, behind a proxy that says so, every link leads to where clients reach the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from adjudicator.ledger.ledger import shared
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.resources import Places
from adjudicator.runtime.current import EXTENSION
from adjudicator.runtime.settings import Settings
from adjudicator.server.app import create_app
from adjudicator.web.links import link_to
from tests.sample import Sample

PREFIX = {
    "X-Forwarded-Prefix": "/words",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "club.example",
    "X-Forwarded-For": "192.0.2.7",
}
PAGES = [
    "/",
    "/?word=zee&ruleset=boggle",
    "/judge",
    "/rules",
    "/rules/boggle",
    "/board",
    "/lists",
    "/disputes",
    "/disputes/new",
    "/about",
    "/sign-in",
    "/docs",
    "/nosuch",
    "/lists/new",
]
_LINK = re.compile(
    r'(?:href|src|action|formaction|data-link|data-form|data-now|content)="(/[^"]*|https?://[^"]*)"'
)

Make = Callable[[int], FlaskClient]


@pytest.fixture(scope="module")
def make(app_places: Places) -> Make:
    made: dict[int, FlaskClient] = {}

    def client(proxies: int) -> FlaskClient:
        if proxies not in made:
            app = create_app(places=app_places, chosen=Settings(proxies=proxies))
            app.extensions[EXTENSION].get()
            made[proxies] = app.test_client(use_cookies=False)
        return made[proxies]

    return client


def links(text: str) -> Iterator[str]:
    """Every address on a page that is one of the site's host."""
    for found in _LINK.findall(text):
        address = unescape(found)
        if address.startswith("https://club.example"):
            yield address.removeprefix("https://club.example")
        elif address.startswith("/"):
            yield address


@pytest.mark.parametrize("path", PAGES)
def test_pages_below_a_path(make: Make, path: str) -> None:
    """Every link, form and file of a page is below the path, and so is every cookie."""
    response = make(1).get(path, headers=PREFIX | {"Accept": "text/html"})
    found = list(links(response.text))
    assert len(found) > 5
    assert [each for each in found if not each.startswith("/words/")] == []
    for each in response.headers.getlist("Set-Cookie"):
        assert "Path=/words/" in each and each.startswith(("__Secure-", "adjudicator_")) and "Secure" in each


@pytest.mark.parametrize("path", PAGES[:4])
def test_no_proxy_no_path(make: Make, path: str) -> None:
    """Where no proxy is trusted, a client cannot say that the site is elsewhere."""
    found = list(links(make(0).get(path, headers=PREFIX | {"Accept": "text/html"}).text))
    assert found and [each for each in found if each.startswith("/words/")] == []


@pytest.mark.parametrize(
    "said", ["//evil.example", "words", "/a/../b", "/wo rds", "/a//b", "/<script>", "/", "/.x", ""]
)
def test_what_is_no_path(make: Make, said: str) -> None:
    """What a proxy says that is no plain path counts for nothing."""
    response = make(1).get("/", headers=PREFIX | {"X-Forwarded-Prefix": said})
    assert 'href="/judge"' in response.text


def test_two_proxies(make: Make) -> None:
    """Of two trusted proxies the outermost says where the site is; with too few of their words, nobody does."""
    said = PREFIX | {"X-Forwarded-Prefix": "/evil, /words, /inner"}
    assert 'href="/words/judge"' in make(2).get("/", headers=said).text
    assert 'href="/judge"' in make(2).get("/", headers=PREFIX).text


def test_calls_below_a_path(make: Make, common_sample: Sample) -> None:
    """Pages of an answer, problems and the document of the interface name addresses as clients reach them."""
    client = make(1)
    page = client.get("/v1/rulesets/boggle/words?prefix=tri&limit=2", headers=PREFIX).get_json()
    assert page["next"].startswith("/words/v1/rulesets/boggle/words?prefix=tri")
    assert (
        client.get("/v1/rulesets/nosuch", headers=PREFIX).get_json()["instance"]
        == "/words/v1/rulesets/nosuch"
    )
    assert client.get("/openapi.json", headers=PREFIX).get_json()["servers"] == [{"url": "/words"}]
    assert client.get("/openapi.json").get_json().get("servers") != [{"url": "/words"}]
    refused = client.post("/judge", headers=PREFIX | {"Accept": "text/html"})
    assert refused.status_code == 403
    asked = client.get("/docs/try?operation=judge_word&ruleset=boggle&word=zee", headers=PREFIX)
    assert asked.status_code != 303 or asked.headers["Location"].startswith("/words/")


def test_links_for_others(app: Flask) -> None:
    """A link that is to be scanned or passed on has the path once."""
    below = {"SCRIPT_NAME": "/words"}
    with app.test_request_context("/", base_url="https://club.example", environ_overrides=below):
        link = link_to(url_for("pages.join", secret="adj_x", after=url_for("pages.house", slug="sunday")))
    assert link.link == "https://club.example/words/join/adj_x?after=/words/lists/sunday"


def test_what_is_made_below_a_path(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a call has made is named as clients reach it, and so is the link of an invite."""
    monkeypatch.setenv(ENVIRONMENT, str(sample.path))
    own_client = create_app(chosen=Settings(proxies=1)).test_client()
    sent = {"slug": "below", "title": "Below", "base": "boggle", "overrides": {}, "note": ""}
    auth = {"Authorization": f"Bearer {sample.token}"}
    made = own_client.post("/v1/house-lists", json=sent, headers=PREFIX | auth)
    assert (made.status_code, made.headers["Location"]) == (201, "/words/v1/house-lists/below")
    asked = {"words": ["zee"], "ruleset": "boggle", "settle": "vote", "quorum": 1}
    opened = own_client.post("/v1/disputes", json=asked, headers=PREFIX | auth)
    assert opened.status_code == 201 and opened.headers["Location"].startswith("/words/v1/disputes/")
    invite = own_client.post(
        "/v1/house-lists/below/invites", json={"scope": "voter", "uses": 1, "hours": 1}, headers=PREFIX | auth
    )
    assert invite.headers["Location"].startswith("https://club.example/words/v1/invites/")
    link = invite.get_json()["link"]
    assert link.startswith("https://club.example/words/join/adj_") and link.endswith(
        "?after=%2Fwords%2Flists%2Fbelow"
    )
    shared().close()
