"""What guards every page of the site, whichever part it is of, and every page that is added later."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.server.app import create_app
from tests.browser.places import places, rules_of
from tests.sample import Sample

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
APP = create_app()
ROUTES = {method: sorted({rule.rule for rule in rules_of(APP, method)}) for method in ("GET", "POST")}


def of_route(app: Flask, sample: Sample, route: str, method: str) -> list[str]:
    """The addresses of one route."""
    made = re.compile(re.sub(r"<[^>]+>", "[^/]+", re.sub(r"([.+*?])", r"\\\1", route)))
    return [each for each in places(app, sample, method) if made.fullmatch(each)]


@pytest.mark.parametrize("route", ROUTES["GET"])
@pytest.mark.parametrize("signed_in", [False, True], ids=["anybody", "owner"])
def test_every_page_is_guarded(app: Flask, common_sample: Sample, route: str, signed_in: bool) -> None:
    """Each page forbids what is not its own: scripts and styles come as files of this host, and nothing is written into attributes."""
    client = app.test_client()
    if signed_in:
        client.set_cookie("adjudicator_token", common_sample.token)
    for address in of_route(app, common_sample, route, "GET"):
        response = client.get(address, headers={"Accept": "text/html"})
        assert response.status_code < 500
        assert signed_in is False or response.status_code not in (401, 403), address
        assert response.headers["Content-Security-Policy"] == POLICY
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        if response.mimetype == "text/html":
            assert_is_plain(response.text, address)
            assert "public" not in response.headers.get("Cache-Control", ""), address


def assert_is_plain(text: str, address: str) -> None:
    """The page has no code of its own, asks no other host for anything, and each form that changes something has a key."""
    soup = BeautifulSoup(text, "html.parser")
    assert not soup.select("style, [style], script:not([src]), base, iframe, object, embed"), address
    handlers = [name for tag in soup.find_all(True) for name in tag.attrs if name.startswith("on")]
    assert handlers == [], address
    for tag in soup.select("[src], link[href], form[action], [formaction]"):
        for name in ("src", "action", "formaction", "href"):
            assert str(tag.get(name, "/")).startswith(("/", "#")), f"{address}: {tag}"
            assert not str(tag.get(name, "")).startswith("//"), f"{address}: {tag}"
    for link in soup.select("a[href]"):
        assert re.match(r"https?://|/(?!/)|#|\?|mailto:", str(link["href"])), f"{address}: {link}"
    for form in soup.select('form[method="post"]'):
        assert form.select_one('input[name="form_key"][value]'), f"{address}: {form.get('action')}"


@pytest.mark.parametrize("route", ROUTES["POST"])
def test_every_change_needs_a_key(app: Flask, common_sample: Sample, route: str) -> None:
    """Without the key of this browser no form is taken, whoever sends it: another site can make a browser send one."""
    client = app.test_client()
    client.set_cookie("adjudicator_token", common_sample.token)
    client.get("/sign-in")
    for address in of_route(app, common_sample, route, "POST"):
        for fields in ({}, {"form_key": ""}, {"form_key": "guessed"}):
            refused = client.post(address, data=fields, headers={"Accept": "text/html"})
            assert refused.status_code == 403, address
            assert "This form cannot be taken" in refused.text
            assert refused.headers["Content-Security-Policy"] == POLICY


@pytest.mark.parametrize(
    "address",
    ["/static/style.css", "/static/card.png", "/static/none.css", "/nosuch", "/v1/rulesets", "/healthz"],
)
def test_everything_else_is_guarded(client: FlaskClient, address: str) -> None:
    """Files, errors and what is for programs carry the same head."""
    response = client.get(address)
    assert response.headers["Content-Security-Policy"] == POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_what_people_write_turns_no_line_around(writer: FlaskClient, sample: Sample) -> None:
    """A title, name or reason in a script of the other direction is isolated from what stands beside it."""
    title, reason = "משחק", "لأننا نقول"
    headers = {**sample.authorization, "If-Match": "*"}
    writer.patch("/v1/house-lists/sunday", json={"title": title}, headers=headers)
    writer.put(
        "/v1/house-lists/sunday/entries/yeet", json={"effect": "allow", "reason": reason}, headers=headers
    )
    page = writer.get("/lists/sunday").text
    for text in (title, reason, "Anna"):
        assert f"<bdi>{text}</bdi>" in page
    refused = writer.patch("/v1/house-lists/sunday", json={"title": "a\u202eb"}, headers=headers)
    assert refused.status_code == 422
    assert refused.get_json()["faults"] == ["title: has the invisible character U+202E"]


def test_a_card_for_whoever_shares_a_page(client: FlaskClient) -> None:
    """A shared link shows the title of its page, what it is about, and a picture of this host."""
    soup = BeautifulSoup(client.get("/rules/boggle").text, "html.parser")
    told = {str(each["property"]): str(each["content"]) for each in soup.select("meta[property]")}
    assert told["og:site_name"] == "Adjudicator"
    assert told["og:title"] == "Rules of Boggle"
    assert "Boggle" in told["og:description"]
    assert told["og:image"].endswith("/static/card.png")
    picture = client.get("/static/card.png")
    assert picture.mimetype == "image/png"
    assert len(picture.data) < 40_000
