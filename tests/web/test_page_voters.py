"""One phone for all, without a browser: hands are counted, the phone goes round, and its owner stays signed in."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.ledger.ledger import Ledger
from adjudicator.web import voters
from tests.sample import Sample
from tests.web.test_page_disputes import (
    Somebody,
    Visitor,
    anna,
    anyone,
    filled,
    ledger,
    opened,
    said,
    somebody,
)

__all__ = ["anna", "anyone", "ledger", "somebody"]


def of(soup: BeautifulSoup, selector: str, attribute: str) -> str:
    """An attribute of what a page has."""
    found = soup.select_one(selector)
    assert found is not None, f"there is no {selector}"
    return str(found[attribute])


def ballot(soup: BeautifulSoup) -> str:
    """Whose vote the page asks for."""
    return said(soup.select_one("#vote") or soup)


def test_hands_are_counted(anna: Visitor, anyone: Visitor, ledger: Ledger) -> None:
    """Three hands to one close a dispute; the page and the ruling say who counted them."""
    path = opened(anna, quorum="4")
    anna.done(path, "/hands", legal="3", illegal="1")
    soup = anna.see(path)
    assert [each.get_text() for each in soup.select(".tally dd")] == ["3", "1", "0"]
    assert "4 have voted: enough to close it." in said(soup)
    assert "Hands, as Anna counted them: 3 legal, 1 not legal, 0 no opinion." in said(anyone.see(path))
    anna.done(path, "/close")
    assert "glorp LEGAL The vote is 3 legal, 1 not legal." in said(anyone.see(path))
    outcome = ledger.disputes.ruling(ledger.disputes.get(path.rpartition("/")[2]).ruling or "").outcome
    assert outcome and outcome["hands"]["by"] == "Anna"


def test_hands_are_counted_again(somebody: Somebody, anna: Visitor) -> None:
    """Who opened it counts, an owner too; when somebody votes for the first time after that, the page asks for another count."""
    ben, cleo = somebody("Ben"), somebody("Cleo")
    path = opened(ben, quorum="4")
    ben.done(path, "/hands", legal="3")
    assert cleo.see(path).select_one('form[action$="/hands"]') is None
    cleo.done(path, "/vote", choice="illegal")
    assert "Count the others’ hands again." in said(ben.see(path))
    anna.done(path, "/hands", legal="2")
    assert [each.get_text() for each in ben.see(path).select(".tally dd")] == ["2", "1", "0"]
    assert ben.refused(path, "/hands", legal="many", illegal="2000") == (
        422,
        "Hands for legal: 'many' is no number that is taken.",
    )
    assert ben.refused(path, "/hands", illegal="2000")[1] == "Hands for not legal: takes 0 to 1000, not 2000."


def test_a_hidden_tally(somebody: Somebody) -> None:
    """Where it was so chosen, the votes show to who has voted, and to all when it is closed."""
    ben, cleo, dora = somebody("Ben"), somebody("Cleo"), somebody("Dora", "editor")
    path = opened(ben, hide_tally="yes")
    cleo.done(path, "/vote", choice="illegal")
    for page in (path, f"{path}/now"):
        soup = ben.see(page)
        assert "You see the votes when you have voted." in said(soup) and not soup.select(".tally dd")
        assert said(soup.select_one(".voters") or soup) == "Cleo has voted"
        assert [said(each) for each in cleo.see(page).select(".voters li")] == ["Cleo not legal"]
    ben.done(path, "/vote", choice="legal")
    assert [each.get_text() for each in ben.see(path).select(".tally dd")] == ["1", "1", "0"]
    dora.done(path, "/close")
    assert "1 legal, 1 not legal" in said(somebody("Emil").see(path))


def test_the_phone_goes_round(anna: Visitor) -> None:
    """Ben and Cleo vote by Anna's phone, each once; then Anna votes, closes, and is signed in as before."""
    path = opened(anna, quorum="3")
    assert anna.done(path, "/here", name="Ben") == f"{path}#vote"
    assert ballot(anna.see(path)) == "Ben votes"
    anna.done(path, "/vote", choice="legal")
    anna.done(path, "/here", name="Cleo")
    anna.done(path, "/vote", choice="illegal")
    soup = anna.see(path)
    assert "Also on this phone: Anna Ben ✓ has voted" in said(soup.select_one(".here") or soup)
    back = next(each for each in soup.select(".here button") if "Anna" in said(each))
    anna.done(path, "/here", person=str(back["value"]))
    assert ballot(anna.see(path)) == "Anna votes"
    anna.done(path, "/vote", choice="legal")
    assert [said(each) for each in anna.see(path).select(".voters li")] == [
        "Ben legal",
        "Cleo not legal",
        "Anna legal",
    ]
    assert "2 of the 3 votes came by one invite, or on one phone" in said(anna.see(path))
    anna.done(path, "/close")
    assert "The vote is 2 legal, 1 not legal." in said(anna.see(path))
    assert "Signed in as Anna" in said(anna.see("/sign-in"))


def test_a_link_leaves_the_owner_signed_in(anna: Visitor) -> None:
    """Who opens the dispute's own invite on the phone of somebody who is signed in votes beside them: the cookie is the dispute's alone."""
    path = opened(anna)
    anna.done(path, "/invites")
    link = of(anna.see(path), ".link a", "href").removeprefix("http://localhost")
    assert "you stay signed in beside them" in said(anna.see(link))
    response = anna.send(link, link.partition("?")[0], name="Ben")
    [cookie] = [each for each in response.headers.getlist("Set-Cookie") if each.startswith(voters.COOKIE)]
    assert f"Path={path};" in f"{cookie};" and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert not [
        each for each in response.headers.getlist("Set-Cookie") if each.startswith("adjudicator_token")
    ]
    anna.done(path, "/vote", choice="illegal")
    anna.done(path, "/close")
    assert "Ben not legal" in said(anna.see(path))
    assert ballot(anna.see(opened(anna))) == "Your vote"


def test_two_of_one_name(anna: Visitor) -> None:
    """Nobody could tell them apart: the second is asked for another name."""
    path = opened(anna)
    anna.done(path, "/here", name="Ben")
    anna.done(path, "/vote", choice="legal")
    anna.done(path, "/here", name="ben")
    status, told = anna.refused(path, "/vote", choice="legal")
    assert status == 422 and "somebody called 'ben' has voted already" in told
    assert anna.refused(path, "/here", name=" ")[0] == 422


@pytest.mark.parametrize("forged", ["adj_forged", "me.adj_x.adj_y", ".....", "x" * 3000, "adj_\N{SNOWMAN}"])
def test_a_forged_cookie(anna: Visitor, own_app: Flask, forged: str) -> None:
    """It gives nobody a vote, and takes none away."""
    path = opened(anna)
    anna.client.set_cookie(voters.COOKIE, forged, path=path)
    assert ballot(anna.see(path)) == "Your vote"
    stranger = Visitor(own_app.test_client())
    stranger.client.set_cookie(voters.COOKIE, forged, path=path)
    assert stranger.see(path).select_one(".ballot") is None
    key = filled(stranger.see("/sign-in").select("form")[0])
    assert stranger.client.post(f"{path}/vote", data={**key, "choice": "legal"}).status_code == 401


def test_a_vote_of_somebody_who_is_not_here(anna: Visitor, somebody: Somebody) -> None:
    """A form that names another voter than those of this browser is refused: nobody votes by mistake as somebody else."""
    path = opened(anna)
    anna.done(path, "/here", name="Ben")
    page = somebody("Cleo").see(path)
    other = of(page, '[name="voter"]', "value")
    assert anna.send(path, "/vote", choice="legal", voter=other).status_code == 403
    own = of(anna.see(path), ".here button", "value")
    anna.client.delete_cookie(voters.COOKIE, path=path)
    ben = of(anna.see(path), '[name="voter"]', "value")
    assert ben == own
    assert anna.send(path, "/vote", choice="legal", voter=other).status_code == 403


def test_a_token_of_another_dispute_does_not_vote(anna: Visitor, own_app: Flask) -> None:
    """A voter's secret that is put into the cookie of another dispute is good for nothing there."""
    first, second = opened(anna), opened(anna)
    response = anna.send(first, "/here", name="Ben")
    [cookie] = [each for each in response.headers.getlist("Set-Cookie") if each.startswith(voters.COOKIE)]
    secret = re.findall(r"adj_[\w-]+", cookie)[0]
    mallory: FlaskClient = own_app.test_client()
    for path, votes in ((first, True), (second, False)):
        mallory.set_cookie(voters.COOKIE, secret, path=path)
        assert bool(Visitor(mallory).see(path).select_one(".ballot")) is votes


def test_only_this_computer_knows_the_address(own_app: Flask, sample: Sample) -> None:
    """An invite to a list warns where phones cannot reach its address, as one to a dispute does, and nowhere else."""
    for host, warns in (("localhost", True), ("127.0.0.1", True), ("[::1]", True), ("table.example", False)):
        anna = Visitor(own_app.test_client(), None, host)
        anna.client.set_cookie("adjudicator_token", sample.token, domain=host.strip("[]"))
        response = anna.send("/lists/sunday/people", "/people")
        assert response.status_code == 201
        assert ("Phones cannot reach this address" in response.text) is warns
