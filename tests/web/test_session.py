"""Who looks at a page: tokens in cookies that no script reads, and forms that no other site can send."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.sample import Sample


def key_on(client: FlaskClient, path: str) -> str:
    """The key of the form on a page."""
    found = re.search(r'name="form_key" value="([^"]+)"', client.get(path).text)
    assert found
    return found[1]


def send(client: FlaskClient, path: str, page: str, **fields: str) -> TestResponse:
    """Send the form of a page, as a browser would."""
    return client.post(path, data={"form_key": key_on(client, page), **fields})


def test_a_token_is_kept_where_no_script_reads_it(writer: FlaskClient, sample: Sample) -> None:
    """Signing in sets a cookie that scripts cannot read and other sites cannot use; signing out takes it away."""
    done = send(writer, "/sign-in", "/sign-in", secret=sample.token, after="/disputes")
    assert (done.status_code, done.headers["Location"]) == (303, "/disputes")
    [cookie] = [each for each in done.headers.getlist("Set-Cookie") if each.startswith("adjudicator_token=")]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    assert "Signed in as" in writer.get("/disputes").text
    assert writer.get("/disputes").headers["Cache-Control"] == "private, no-cache"
    send(writer, "/sign-out", "/sign-in")
    assert "Signed in as" not in writer.get("/disputes").text


def test_over_https_the_cookie_stays_there(writer: FlaskClient) -> None:
    """Where the page comes by HTTPS, so does everything that the cookie is sent with."""
    page = writer.get("/sign-in", base_url="https://localhost")
    assert all("Secure" in each for each in page.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("fields", [{}, {"form_key": ""}, {"form_key": "guessed"}, {"form_key": "ä"}])
def test_a_form_from_elsewhere_is_refused(
    writer: FlaskClient, sample: Sample, fields: dict[str, str]
) -> None:
    """Without the key that this browser was given nothing is changed."""
    writer.get("/sign-in")
    done = writer.post("/sign-in", data={"secret": sample.token, **fields}, headers={"Accept": "text/html"})
    assert done.status_code == 403
    assert "This form cannot be taken" in done.text
    assert "Signed in as" not in writer.get("/disputes").text


def test_a_key_without_its_cookie_is_refused(writer: FlaskClient, sample: Sample) -> None:
    """The key alone, read by somebody else, is of no use."""
    key = key_on(writer, "/sign-in")
    writer.delete_cookie("adjudicator_form")
    assert writer.post("/sign-in", data={"form_key": key, "secret": sample.token}).status_code == 403


def test_a_wrong_token_is_told(writer: FlaskClient) -> None:
    """And not kept."""
    done = send(writer, "/sign-in", "/sign-in", secret="adj_wrong")
    assert done.status_code == 403
    assert "No token has this secret" in done.text


def test_a_token_that_is_over_is_forgotten(writer: FlaskClient) -> None:
    """A page is shown to everybody; a cookie that is of no use any more goes away."""
    writer.set_cookie("adjudicator_token", "adj_revoked")
    page = writer.get("/disputes")
    assert page.status_code == 200
    assert any(each.startswith("adjudicator_token=;") for each in page.headers.getlist("Set-Cookie"))


def test_an_invite_is_taken_up(writer: FlaskClient, sample: Sample) -> None:
    """Whoever has the link chooses a name and is signed in."""
    secret = sample.invite_secrets[0]
    done = send(writer, f"/join/{secret}", f"/join/{secret}", name="Dora", after="/")
    assert (done.status_code, done.headers["Location"]) == (303, "/")
    assert "Signed in as <bdi>Dora</bdi>" in writer.get("/disputes").text
    nobody = send(writer, "/join/adj_none", "/join/adj_none", name="Eve")
    assert nobody.status_code == 422
    assert "invite is unknown" in nobody.text


@pytest.mark.parametrize(
    "address",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "evil", "http:/x"],
)
def test_nobody_is_sent_elsewhere(writer: FlaskClient, sample: Sample, address: str) -> None:
    """Where to go on to after signing in is an address of this site."""
    done = send(writer, "/sign-in", "/sign-in", secret=sample.token, after=address)
    assert done.headers["Location"] == "/sign-in"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "https://sub.evil.example"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "http://localhost:8001"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": "null"}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({}, 303),
    ],
)
def test_a_form_that_another_site_sends(
    writer: FlaskClient, sample: Sample, fields: dict[str, str], status: int
) -> None:
    """A sibling of our domain can set cookies for us, and so knows the key; but the browser says who has sent the form."""
    writer.set_cookie("adjudicator_form", "EVIL")
    sent = {"form_key": "EVIL", "secret": sample.token}
    assert writer.post("/sign-in", data=sent, headers=fields).status_code == status


def test_over_https_no_other_host_sets_our_cookies(writer: FlaskClient, sample: Sample) -> None:
    """Their names are of those that a browser takes from this host alone, and others of the same meaning count for nothing."""
    secure = {"base_url": "https://localhost"}
    writer.get("/sign-in", **secure)
    writer.set_cookie("adjudicator_form", "EVIL")
    sent = {"form_key": "EVIL", "secret": sample.token}
    assert writer.post("/sign-in", data=sent, **secure).status_code == 403
    known = writer.get_cookie("__Host-adjudicator_form")
    assert known is not None and known.path == "/" and known.secure and known.origin_only
    done = writer.post("/sign-in", data={**sent, "form_key": known.value}, **secure)
    assert done.status_code == 303
    assert "Signed in as" in writer.get("/disputes", **secure).text
    writer.post("/sign-out", data={"form_key": known.value}, **secure)
    assert "Signed in as" not in writer.get("/disputes", **secure).text
