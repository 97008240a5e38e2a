"""Judge mode says one thing of a whole play, and keeps nothing of it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.judging.service import Adjudicator
from tests.web.test_session import key_on, send

PLAYS = ["zed", "zee", "zed trig", "zed, zee", "trig\nzed\nxyzzy", "yeet", "they'll zed"]
SAID = {True: "<strong>ACCEPTABLE</strong>", False: "<strong>UNACCEPTABLE</strong>"}


def play(client: FlaskClient, words: str, ruleset: str = "boggle", **more: str) -> TestResponse:
    """Send the form."""
    return send(client, "/judge", "/judge", words=words, ruleset=ruleset, **more)


@pytest.mark.parametrize("ruleset", ["boggle", "word-whiz", "house:sunday"])
@pytest.mark.parametrize("words", PLAYS)
def test_a_play_is_judged_as_the_service_does(
    client: FlaskClient, service: Adjudicator, words: str, ruleset: str
) -> None:
    """With scripts and without."""
    expected = SAID[service.under(ruleset).acceptable(words.replace(",", " ").split())]
    sent = play(client, words, ruleset)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/judge")
    shown = client.get("/judge")
    part = play(client, words, ruleset, part="sealed")
    for response in (shown, part):
        assert expected in response.text
        assert response.headers["Cache-Control"] == "no-store"
    assert "<html" not in part.text and "Set-Cookie" not in part.headers
    titles = {"boggle": "Boggle", "word-whiz": "Word Whiz", "house:sunday": "Sunday"}
    edition = service.under(ruleset).lexicon_digest.removeprefix("sha256:")[:12]
    assert f"<bdi>{titles[ruleset]}</bdi> · lexicon <code>{edition}</code>" in shown.text


def test_nothing_of_the_words_is_kept(client: FlaskClient) -> None:
    """They are in no address, no cookie and no page; the answer is shown once."""
    sent = play(client, "glorpity, zed")
    assert "glorpity" not in f"{sent.headers}{sent.text}"
    [cookie] = [each for each in sent.headers.getlist("Set-Cookie") if each.startswith("adjudicator_play=")]
    assert cookie.startswith("adjudicator_play=unacceptable;")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/judge" in cookie
    shown = client.get("/judge")
    assert SAID[False] in shown.text and "glorpity" not in shown.text
    again = client.get("/judge")
    assert SAID[False] not in again.text and 'name="words"' in again.text


def test_the_answer_gives_no_hint(client: FlaskClient) -> None:
    """Whichever word it was, and however many: the answer is the same to the letter."""
    said = {play(client, words, part="sealed").text for words in ("zee", "zed zee", "xyzzy", "FBI quo zee")}
    assert len(said) == 1


@pytest.mark.parametrize(
    "words", ["", " , ", "123", "zed 123", "😀", "a" * 101, " ".join(map("w{}".format, range(101)))]
)
def test_what_cannot_be_judged_is_told(client: FlaskClient, words: str) -> None:
    """Nothing is judged, and the form is there to try again."""
    assert "Nothing was judged" in play(client, words, part="sealed").text
    assert play(client, words).status_code == 303
    shown = client.get("/judge").text
    assert "Nothing was judged" in shown and 'name="words"' in shown
    assert "Nothing was judged" not in client.get("/judge").text


def test_the_rules_are_remembered(client: FlaskClient) -> None:
    """They are those of the last look-up, and the next look-up has those of the last play."""
    play(client, "zee", "open", part="sealed")
    for path in ("/judge", "/"):
        assert '<option value="open" selected' in client.get(path).text


def test_what_is_refused(client: FlaskClient) -> None:
    """A form from elsewhere, and rules that there are not."""
    assert client.post("/judge", data={"words": "zed", "ruleset": "boggle"}).status_code == 403
    assert play(client, "zed", "nosuch").status_code == 404
    assert (
        client.post("/judge", data={"form_key": key_on(client, "/judge"), "words": "zed"}).status_code == 404
    )


@pytest.mark.parametrize("kept", ["legal", "<script>", "ACCEPTABLE"])
def test_a_cookie_that_is_not_ours_says_nothing(client: FlaskClient, kept: str) -> None:
    """It is dropped."""
    client.set_cookie("adjudicator_play", kept, path="/judge")
    assert 'name="words"' in client.get("/judge").text
    assert client.get_cookie("adjudicator_play", path="/judge") is None
