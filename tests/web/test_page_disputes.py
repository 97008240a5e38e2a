"""The pages of disputes, without a browser: what is asked, who may do what, what is told, and that nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import segno
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event, update
from werkzeug.test import TestResponse

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.ledger.tables import dispute as dispute_table
from adjudicator.rules.challenge import Context
from adjudicator.server.app import create_app
from adjudicator.usecases import disputes
from adjudicator.usecases.writers import Writer
from adjudicator.web.pages import disputes as page
from adjudicator.web.pages.dispute_view import replay_of
from tests.sample import Sample

MARKUP = "<b id=x>&\"'</b>"
FAR = "2999-01-01"


class Visitor:
    """Somebody at a browser: sees pages, and sends their forms with everything that stands in them."""

    def __init__(self, client: FlaskClient, secret: str | None = None, host: str = "localhost") -> None:
        self.client = client
        self._base = f"http://{host}/"
        if secret is not None:
            client.set_cookie("adjudicator_token", secret, domain=host)

    def see(self, path: str, status: int = 200) -> BeautifulSoup:
        """Open a page."""
        response = self.client.get(path, base_url=self._base, headers={"Accept": "text/html"})
        assert response.status_code == status, response.text
        return BeautifulSoup(response.text, "html.parser")

    def send(self, path: str, action: str, **fields: str) -> TestResponse:
        """Send the form of a page whose address ends with *action*, with some *fields* changed."""
        found = self.see(path).select_one(f'form[action$="{action}"]')
        assert found is not None, f"{path} has no form for {action}"
        sent = {**filled(found), **fields}
        return self.client.post(str(found["action"]), base_url=self._base, data=sent)

    def done(self, path: str, action: str, **fields: str) -> str:
        """Send a form that is taken; return where it leads."""
        response = self.send(path, action, **fields)
        assert response.status_code == 303, response.text
        return response.headers["Location"]

    def refused(self, path: str, action: str, **fields: str) -> tuple[int, str]:
        """Send a form that is not taken; return the status and what the page says of it."""
        response = self.send(path, action, **fields)
        fault = BeautifulSoup(response.text, "html.parser").select_one("#fault")
        return response.status_code, fault.get_text() if fault else ""


def filled(form: Tag) -> dict[str, str]:
    """What stands in a form: what a browser would send, but for its buttons."""
    fields: dict[str, str] = {}
    for each in form.select("input[name], select[name], textarea[name]"):
        name = str(each["name"])
        if each.name == "select":
            chosen = each.select_one("option[selected]") or each.select_one("option")
            fields[name] = str(chosen["value"]) if chosen else ""
        elif each.name == "textarea":
            fields[name] = each.get_text()
        elif each.get("type") not in ("radio", "checkbox") or each.has_attr("checked"):
            fields[name] = str(each.get("value", ""))
    return fields


def said(soup: Tag) -> str:
    """The text of a page, or of a part of it, in one line."""
    return " ".join(soup.get_text(" ").split())


Somebody = Callable[..., Visitor]


@pytest.fixture
def ledger(own_app: Flask) -> Ledger:
    return shared()


@pytest.fixture
def anyone(own_app: Flask) -> Visitor:
    return Visitor(own_app.test_client())


@pytest.fixture
def anna(own_app: Flask, sample: Sample) -> Visitor:
    """Who may do everything."""
    return Visitor(own_app.test_client(), sample.token)


@pytest.fixture
def somebody(own_app: Flask, ledger: Ledger) -> Somebody:
    """Makes somebody with a token: of a scope, for the list sunday or something else."""

    def made(name: str, scope: str = "voter", subject: str = "house:sunday") -> Visitor:
        _, secret = ledger.tokens.create(name, scope, subject, created_by="test")
        return Visitor(own_app.test_client(), secret)

    return made


def new(words: str = "glorp", ruleset: str = "house:sunday") -> str:
    """The address of the form of a challenge."""
    return f"/disputes/new?words={words}&ruleset={ruleset}"


def opened(who: Visitor, words: str = "glorp", ruleset: str = "house:sunday", **fields: str) -> str:
    """Open a dispute by a vote, or as *fields* say; return its address."""
    usual = {"player": "Ben", "challenger": "Cleo", "settle": "vote"}
    return who.done(new(words, ruleset), "/disputes/new", **usual, **fields)


def test_looking_is_for_everybody(anyone: Visitor) -> None:
    """Without a token the form shows the verdict, says kindly what is missing, and leads back to it with all that was typed."""
    path = f"{new('zee glorp', 'boggle')}&player=Ben&settle=vote&quorum=4"
    soup = anyone.see(path)
    assert [each.get_text() for each in soup.select(".verdicts .outcome")] == ["Not legal", "Not legal"]
    assert "American spelling; the British word is zed" in said(soup)
    assert "the others must know who you are" in said(soup)
    assert soup.select_one("#player") is None
    link = next(each for each in soup.select("main a") if each.get_text() == "sign in")
    [after] = parse_qs(urlsplit(str(link["href"])).query)["after"]
    kept = {"words": ["zee glorp"], "ruleset": ["boggle"], "player": ["Ben"]}
    assert parse_qs(urlsplit(after).query) == {**kept, "settle": ["vote"], "quorum": ["4"]}


def test_signed_in_it_goes_on(anna: Visitor) -> None:
    """Back from signing in, the fields have what was typed, and whoever is signed in challenges."""
    form = anna.see(f"{new()}&player=Ben&settle=vote&quorum=4").select_one("#challenge")
    assert form is not None
    found = filled(form)
    assert (found["player"], found["challenger"], found["settle"], found["quorum"]) == (
        "Ben",
        "Anna",
        "vote",
        "4",
    )


def test_a_token_for_something_else(somebody: Somebody) -> None:
    """Who may not open disputes under these rules is told, and shown the rules under which they may."""
    soup = somebody("Ben").see(new("glorp", "boggle"))
    assert "You are signed in as Ben, who may not open disputes under these rules." in said(soup)
    link = next(each for each in soup.select("main a") if "rules that you may vote under" in each.get_text())
    assert "ruleset=house:sunday" in str(link["href"]) and "words=glorp" in str(link["href"])
    assert somebody("Ben").see(str(link["href"])).select_one("#player")
    nowhere = somebody("Cleo", subject="dispute:x").see(new())
    assert "rules that you may vote under" not in said(nowhere)


def test_words_of_a_link(anyone: Visitor) -> None:
    """A link may name words one by one, a phrase too; each gets its verdict."""
    soup = anyone.see("/disputes/new?word=zed&word=quid%20pro%20quo&ruleset=boggle")
    assert [each.get_text() for each in soup.select(".verdicts .word")] == ["zed", "quid pro quo"]
    field = soup.select_one("#word")
    assert field is not None and field["value"] == 'zed "quid pro quo"'
    assert said(anyone.see("/disputes/new")).count("Look it up") == 1


@pytest.mark.parametrize(
    ("path", "status", "fault"),
    [
        (new("7"), 400, "can be spelled"),
        (new("zed", "nobody"), 404, "no such ruleset"),
        (new("+".join(f"w{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(101))), 400, "at most 100"),
    ],
)
def test_what_cannot_be_judged(anyone: Visitor, path: str, status: int, fault: str) -> None:
    """It is said above the form, in which it still stands."""
    soup = anyone.see(path, status)
    told, field = soup.select_one("#fault"), soup.select_one("#word")
    assert told is not None and fault in told.get_text()
    assert field is not None and field["value"]


@pytest.mark.parametrize(
    ("ruleset", "asked"), [("boggle", False), ("word-whiz", True), ("bonus-rings", False)]
)
def test_only_what_the_rule_knows(anna: Visitor, ruleset: str, asked: bool) -> None:
    """What happened in the round is asked where the challenge rule makes something of it, and nowhere else."""
    soup = anna.see(new("glorp", ruleset))
    names = ("when", "built_on", "finished_first", "unplayed", "ineligible")
    assert [bool(soup.select(f'[name="{name}"]')) for name in names] == [asked] * 5
    settle = soup.select_one('[name="settle"][checked]')
    assert settle is not None and settle["value"] == ("vote" if asked else "dictionary")


def test_what_is_open_to_dispute_may_be_voted_on(anna: Visitor, service: Adjudicator) -> None:
    """A verdict that says so is shown with what a vote would be about; what the rule says is chosen beforehand, as everywhere."""
    word = "aarrgh"
    assert service.verdict(word, "boggle").certainty == "disputable"
    soup = anna.see(new(word, "boggle"))
    settle = soup.select_one('[name="settle"][checked]')
    assert settle is not None and settle["value"] == "dictionary"
    assert "Open to dispute: players may vote on" in said(soup)


def test_nothing_typed_is_lost(anna: Visitor, ledger: Ledger) -> None:
    """All faults are told at once, by the names of the fields, and every field keeps what it had."""
    before = len(ledger.disputes.listing())
    typed = {
        "player": "Ben", "challenger": "Cleo", "settle": "vote", "quorum": "many", "minutes": "99999",
        "when": "now", "built_on": "yes", "finished_first": "yes", "unplayed": "Cleo four\nDora 2",
        "ineligible": "Emil, Fay",
    }  # fmt: skip
    response = anna.send(new("glorp", "word-whiz"), "/disputes/new", **typed)
    soup = BeautifulSoup(response.text, "html.parser")
    form, fault = soup.select_one("#challenge"), soup.select_one("#fault")
    assert response.status_code == 422 and form is not None and fault is not None
    for part in (
        "How many must vote: 'many' is no number",
        "Minutes to vote: takes 1 to 10,080",
        "Tiles left: 'Cleo four'",
    ):
        assert part in fault.get_text()
    assert {name: filled(form)[name] for name in typed} == typed
    assert len(ledger.disputes.listing()) == before


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"player": "Cleo"}, "Who challenges it: is the player whose word it is."),
        ({"player": "  "}, "Who played it: is empty."),
        ({"quorum": "0"}, "How many must vote: takes 1 to 1000, not 0."),
        ({"minutes": "0"}, "Minutes to vote: takes 1 to 10,080, not 0."),
        ({"settle": "dice"}, "Who decides: takes dictionary or vote."),
        (
            {"when": "now", "finished_first": "yes"},
            "Who finished first: nobody has finished while the round goes on.",
        ),
        ({"unplayed": "Dora 5000"}, "Tiles left: takes 0 to 1000 tiles, not 5000 of 'Dora'."),
    ],
)
def test_a_challenge_with_a_fault(anna: Visitor, fields: dict[str, str], fault: str) -> None:
    """What the ledger does not take is told beside the form."""
    usual = {"player": "Ben", "challenger": "Cleo", "settle": "vote"}
    assert anna.refused(new("glorp", "word-whiz"), "/disputes/new", **{**usual, **fields}) == (422, fault)


def test_words_are_seen_before_they_are_challenged(anna: Visitor) -> None:
    """Where the words or the rules were changed, the form shows their verdicts first, with everything that was typed."""
    fields = {"player": "Ben", "challenger": "Cleo", "settle": "dictionary", "minutes": "5"}
    for changed in ({"words": "zed"}, {"ruleset": "boggle"}):
        there = anna.done(new(), "/disputes/new", **fields, **changed)
        assert there.startswith("/disputes/new?")
        form = anna.see(there).select_one("#challenge")
        assert form is not None
        assert {name: filled(form)[name] for name in {**fields, **changed}} == {**fields, **changed}
        assert anna.done(there, "/disputes/new").startswith("/disputes/")


def test_the_dictionary_settles_it(anna: Visitor) -> None:
    """Boggle §3: the incorrect player loses two points. The page says it whole, and each consequence by itself."""
    path = anna.done(
        new("zee zed", "boggle"), "/disputes/new", player="Ben", challenger="Cleo", settle="dictionary"
    )
    soup = anna.see(path)
    assert said(soup.select_one(".answer") or soup) == (
        "✕ zee, zed NOT ALL LEGAL The dictionary has decided."
    )  # fmt: skip
    rows = [
        (each.dt.get_text(), each.dd.get_text())
        for each in soup.select('[aria-labelledby="follows"] .facts div')
        if each.dt and each.dd
    ]
    assert rows == [
        ("zee", "is not legal and is crossed off"),
        ("zed", "is legal and stands"),
        ("Ben", "loses 2 points"),
        ("Cleo", "loses 2 points"),
    ]
    assert "The dictionaries would say the same today." not in said(soup)
    assert soup.select_one(".ballot, .tally") is None


def test_that_nothing_has_changed_is_no_news() -> None:
    """On the day of a ruling nobody is told that the dictionaries still say the same; later they are, and of a difference at once."""
    data: Any = {"agrees": True, "words": []}
    assert replay_of(data, datetime.now(UTC).isoformat()) is None
    later = replay_of(data, "2026-01-01T12:00:00.000000+00:00")
    assert later and later.text == "The dictionaries would say the same today."
    data["agrees"] = False
    differs = replay_of(data, datetime.now(UTC).isoformat())
    assert differs and "different today" in differs.text


def test_word_whiz(anna: Visitor) -> None:
    """Finishing the round: of a wrong first finisher the bonus goes to whoever has the fewest tiles left, unless that player is out of it."""
    path = opened(
        anna,
        "glorp",
        "word-whiz",
        finished_first="yes",
        unplayed="Ben 0\r\nCleo: 4\r\nDora 2\r\n",
        ineligible="Dora",
    )
    anna.done(path, "/vote", choice="illegal")
    anna.done(path, "/close")
    text = said(anna.see(path))
    assert "glorp is not legal and is excluded from scoring" in text
    assert "Ben hands the bonus of 5 points on to Cleo" in text
    assert (
        "Ben had finished first. Ben had 0 tiles left. Cleo had 4 tiles left. Dora had 2 tiles left. Dora could not earn"
        in text
    )


def test_word_whiz_in_the_middle_of_a_round(anna: Visitor) -> None:
    """FAQ: a word that others have played onto stays, counts nothing for its player, and costs them the bonus."""
    path = opened(anna, "glorp", "word-whiz", when="now", built_on="yes")
    anna.done(path, "/vote", choice="illegal")
    anna.done(path, "/close")
    text = said(anna.see(path))
    assert "glorp is not legal and stays but counts nothing for its player" in text
    assert "Ben cannot earn the bonus for finishing first" in text
    assert "The round still went on. Others had played onto the word." in text


def test_a_vote(somebody: Somebody) -> None:
    """Each has one vote, sees it, and may change it; the page says how many have voted, and who chose what."""
    ben, cleo = somebody("Ben"), somebody("Cleo")
    path = opened(ben, quorum="2")
    soup = ben.see(path)
    assert "0 of 2 have voted." in said(soup)
    assert [each["aria-pressed"] for each in soup.select(".ballot button")] == ["false"] * 3
    ben.done(path, "/vote", choice="illegal")
    ben.done(path, "/vote", choice="legal")
    cleo.done(path, "/vote", choice="abstain")
    soup = ben.see(path)
    assert [each["value"] for each in soup.select('.ballot [aria-pressed="true"]')] == ["legal"]
    assert [each.get_text() for each in soup.select(".tally dd")] == ["1", "0", "1"]
    assert [said(each) for each in soup.select(".voters li")] == ["Ben legal", "Cleo no opinion"]
    assert "2 have voted: enough to close it." in said(soup)
    assert ben.refused(path, "/vote", choice="maybe")[0] == 422
    assert soup.select_one('form[action$="/close"]') is None  # a voter closes nothing


def test_nobody_closes_what_they_have_not_seen(somebody: Somebody) -> None:
    """A vote in between is shown first; too few votes, and a dispute that is over, are told."""
    ben, editor = somebody("Ben"), somebody("Dora", "editor")
    path = opened(ben, quorum="1")
    early = editor.see(path)
    assert early.select_one("#close[disabled]")
    assert "It can be closed as soon as 1 has voted." in said(early)
    withdraw = early.select_one('form[action$="/withdraw"]')
    assert withdraw is not None
    closing = filled(withdraw)
    few = editor.client.post(f"{path}/close", data=closing)
    assert few.status_code == 422 and "Too few votes: 0 of the 1 that the quorum asks for." in few.text
    ben.done(path, "/vote", choice="legal")
    stale = editor.client.post(f"{path}/close", data=closing)
    assert stale.status_code == 412
    assert "Something has changed since you opened this page" in stale.text and "1 has voted" in stale.text
    editor.done(path, "/close")
    over = editor.client.post(f"{path}/vote", data={**closing, "choice": "legal"})
    assert over.status_code == 409 and "This dispute is over." in over.text
    text = said(editor.see(path))
    assert "glorp LEGAL The vote is 1 legal, 0 not legal. The word stands." in text


def test_who_may(anyone: Visitor, somebody: Somebody, anna: Visitor) -> None:
    """The page offers what one may do, and takes no more than that."""
    path = opened(somebody("Ben"))
    key = filled(anyone.see("/sign-in").select("form")[0])
    missing = anyone.client.post(f"{path}/vote", data={**key, "choice": "legal"})
    assert missing.status_code == 401 and "Sign in first." in missing.text
    assert f"/sign-in?after={path}" in missing.text
    stranger = somebody("Emil", subject="house:monday")
    assert "You are signed in as Emil, who has no vote here." in said(stranger.see(path))
    key = filled(stranger.see("/sign-in").select("form")[0])
    for action in ("vote", "close", "withdraw", "invites", "precedent", "hands", "here"):
        refused = stranger.client.post(
            f"{path}/{action}", data={**key, "choice": "legal", "slug": "sunday", "number": "1", "name": "x"}
        )
        assert refused.status_code == 403 and "signed in as Emil, who may not do this here." in refused.text
    editor = {
        str(each["action"]).rpartition("/")[2]
        for each in somebody("Dora", "editor").see(path).select("main form")
    }
    owner = {str(each["action"]).rpartition("/")[2] for each in anna.see(path).select("main form")}
    counts = {"vote", "close", "withdraw", "hands"}
    assert (editor, owner) == (counts, counts | {"invites", "here"})


def test_voters_are_invited(somebody: Somebody, own_app: Flask, anna: Visitor) -> None:
    """Who opened it makes a code and a link, which this browser alone shows again; whoever takes it up votes there."""
    ben = somebody("Ben")
    path = opened(ben)
    made = ben.send(path, "/invites")
    [cookie] = [each for each in made.headers.getlist("Set-Cookie") if each.startswith(page.INVITE)]
    assert f"Path={path};" in f"{cookie};" and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert made.headers["Location"] == f"{path}#voters"
    soup = ben.see(path)
    link, code = soup.select_one(".link a"), soup.select_one(".code svg path[d]:last-of-type")
    assert link is not None and code is not None
    address = str(link["href"])
    assert re.fullmatch(rf"http://localhost/join/adj_[\w-]+\?after={path}", address)
    assert str(code["d"]) in segno.make(address, micro=False).svg_inline(omitsize=True)
    assert "Phones cannot reach this address" in said(soup)
    assert anna.see(path).select_one(".code") is None
    guest = Visitor(own_app.test_client())
    joined = guest.done(address.removeprefix("http://localhost"), urlsplit(address).path, name="Dora")
    assert joined == path
    guest.done(path, "/vote", choice="legal")
    assert [said(each) for each in ben.see(path).select(".voters li")] == ["Dora legal"]
    assert guest.see(path).select_one('form[action$="/invites"], form[action$="/withdraw"]') is None


def test_a_code_that_is_over_is_not_shown(anna: Visitor, ledger: Ledger) -> None:
    """Nor one that this browser has only heard of."""
    path = opened(anna)
    anna.done(path, "/invites")
    assert anna.see(path).select_one(".code")
    [invite] = ledger.tokens.invites(f"dispute:{path.rpartition('/')[2]}")
    ledger.tokens.revoke_invite(invite.id)
    assert anna.see(path).select_one(".code") is None
    anna.client.set_cookie(page.INVITE, "guessed", path=path)
    assert anna.see(path).select_one(".code") is None


def test_a_code_that_phones_can_reach(own_app: Flask, sample: Sample) -> None:
    """The link has the name of the host by which the page was asked for."""
    anna = Visitor(own_app.test_client(), sample.token, "table.example")
    path = opened(anna)
    anna.done(path, "/invites")
    soup = anna.see(path)
    link = soup.select_one(".link a")
    assert link is not None and str(link["href"]).startswith("http://table.example/join/")
    assert "Phones cannot reach" not in said(soup)


def test_it_can_be_taken_back(anna: Visitor) -> None:
    """Nothing comes of it, and the page says who did so."""
    path = opened(anna)
    anna.done(path, "/withdraw")
    text = said(anna.see(path))
    assert "TAKEN BACK Anna has taken the challenge back. Nothing comes of it." in text
    assert "Let it hold from now on?" not in text and "Do you want to vote?" not in text


def test_a_tie(anna: Visitor, somebody: Somebody) -> None:
    """Boggle §3: in the event of a tie, no action is taken; and nothing becomes precedent."""
    path = opened(anna)
    anna.done(path, "/vote", choice="legal")
    somebody("Cleo").done(path, "/vote", choice="illegal")
    anna.done(path, "/close")
    soup = anna.see(path)
    assert (
        "IT STAYS No side has enough votes: 1 legal, 1 not legal. It stays as it was written, and nobody loses anything."
        in said(soup)
    )
    assert soup.select_one('form[action$="/precedent"], [aria-labelledby="follows"]') is None


@pytest.mark.parametrize(
    ("minutes", "said_of_it"),
    [("1", "1 minute left"), ("10", "10 minutes left"), ("600", "About 10 hours left")],
)
def test_time_runs(anna: Visitor, minutes: str, said_of_it: str) -> None:
    """The page says how long there is still time to vote."""
    assert f"0 of 1 have voted. {said_of_it}." in said(anna.see(opened(anna, minutes=minutes)))


def test_time_is_up(anna: Visitor, ledger: Ledger) -> None:
    """Whoever looks then sees it closed, by nobody."""
    path = opened(anna, minutes="1", quorum="3")
    with ledger.store.writing() as connection:
        connection.execute(
            update(dispute_table).where(dispute_table.c.id == path.rpartition("/")[2]).values(deadline=now())
        )
    text = said(anna.see(path))
    assert "Too few have voted: 0 of 3. It stays as it was written, and nobody loses anything." in text
    assert "when the time was up" in text


def test_precedent(somebody: Somebody, anna: Visitor, anyone: Visitor) -> None:
    """The outcome enters a list that one may edit; both pages lead to each other, and look-up under the list says so."""
    editor = somebody("Dora", "editor")
    path = opened(editor)
    editor.done(path, "/vote", choice="legal")
    editor.done(path, "/close")
    assert anyone.see(path).select_one('form[action$="/precedent"]') is None
    assert [each["value"] for each in editor.see(path).select("#slug option")] == ["sunday"]
    assert [each["value"] for each in anna.see(path).select("#slug option")] == ["sunday", "monday"]
    editor.done(path, "/precedent")
    soup = editor.see(path)
    assert "The list Sunday has it" in said(soup)
    assert "Under these rules the answer is different today: glorp: not legal then, legal today" in said(soup)
    [to_list] = {str(each["href"]) for each in soup.select('[aria-labelledby="precedent"] p a')}
    back = [
        str(each["href"]) for each in anyone.see(to_list).select("a") if each.get_text() == "after a dispute"
    ]
    assert [anyone.client.get(each).headers["Location"] for each in back] == [path]
    looked = said(anyone.see("/?word=glorp&ruleset=house:sunday"))
    assert "Your house list allows it: voted on: 1 legal, 0 not legal" in looked
    again = anna.client.post(
        f"{path}/precedent",
        data={**filled(anna.see("/sign-in").select("form")[0]), "slug": "monday", "number": "4"},
    )
    assert again.status_code == 409 and "is a precedent of the house list sunday already" in again.text


def test_rules_that_are_no_more(anna: Visitor, ledger: Ledger, service: Adjudicator) -> None:
    """A dispute under rules that are gone is still shown."""
    rule = service.under("boggle").ruleset.challenge
    made = ledger.disputes.open("gone", [service.under("boggle").verdict_data("zee")], rule, by="Anna")
    text = said(anna.see(f"/disputes/{made.id}"))
    assert "zee NOT LEGAL" in text and "These rules no longer exist" in text


def test_the_list(anna: Visitor, ledger: Ledger, service: Adjudicator) -> None:
    """Open ones come first, then the others, the latest first, in pages that lead to each other."""

    def challenge(settle: Any) -> str:
        made = disputes.open_dispute(
            Adjudicator(ledger=ledger),
            ["zee"],
            "boggle",
            by=Writer("Ben"),
            context=Context("Ben", "Cleo"),
            settle=settle,
        )
        return made.id

    first = challenge("vote")
    ended = [challenge("dictionary") for _ in range(page.PAGE + 1)]
    soup = anna.see("/disputes")
    opened_now, decided = soup.select(".disputes")
    assert said(opened_now).startswith("? zee voting Cleo challenges Ben . Rules: Boggle . ")
    assert "zee voting Rules: Sunday . " in said(opened_now)
    links = [str(each["href"]) for each in decided.select("a")]
    assert links == [f"/disputes/{id}" for id in reversed(ended[1:])]
    assert said(decided).startswith("✕ zee not legal Cleo challenges Ben")
    more = next(str(each["href"]) for each in soup.select("main a") if each.get_text() == "Earlier ones")
    rest = [str(each["href"]) for each in anna.see(more).select(".disputes a")]
    assert rest[0] == f"/disputes/{ended[0]}" and f"/disputes/{first}" not in rest and len(rest) == 2
    also = [challenge("vote") for _ in range(page.PAGE)]
    soup = anna.see("/disputes")
    assert len(soup.select(".disputes")[0].select("li")) == page.PAGE
    more = next(
        str(each["href"]) for each in soup.select("main a") if each.get_text() == "More that are open"
    )
    rest = [str(each["href"]) for each in anna.see(more).select(".disputes a")]
    assert rest[0] == f"/disputes/{first}" and f"/disputes/{also[0]}" not in rest


def test_without_a_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to list where nobody has written anything."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "none.sqlite"))
    assert "Nobody has challenged a word yet." in said(Visitor(create_app().test_client()).see("/disputes"))
    assert not (tmp_path / "none.sqlite").exists()


def test_there_is_no_such_dispute(anna: Visitor) -> None:
    """A page says so, and what to do."""
    for path in ("/disputes/nothing", "/disputes/nothing/now"):
        assert "There is no dispute 'nothing'. All that there are stand under Disputes." in said(
            anna.see(path, 404)
        )


def test_the_part_that_changes(anna: Visitor, anyone: Visitor) -> None:
    """Scripts ask for it alone; it has a mark that changes with every vote, and is not sent again until then."""
    path = opened(anna)
    first = anyone.client.get(f"{path}/now")
    assert (
        anyone.client.get(f"{path}/now", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    )
    anna.done(path, "/vote", choice="legal")
    second = anyone.client.get(f"{path}/now", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200 and "<html" not in second.text
    marks = [re.findall(r'data-version="([^"]+)"', each.text) for each in (first, second)]
    assert marks[0] != marks[1]


def test_markup_is_text(anna: Visitor, somebody: Somebody, anyone: Visitor) -> None:
    """Whatever is typed into any field is shown as it was typed, on every page that shows it."""
    word = '"zee <i>x</i>"'
    fields = {
        "player": MARKUP,
        "challenger": f"C{MARKUP}",
        "unplayed": f"{MARKUP} 3",
        "ineligible": f"E{MARKUP}",
    }
    for each in (word, MARKUP):
        soup = anna.see(f"/disputes/new?{urlencode({'words': each, 'ruleset': MARKUP, **fields})}", 404)
        assert soup.select("#x, main i") == []
    first = anna.done(
        "/disputes/new",
        "/disputes/new",
        words=word,
        ruleset="word-whiz",
        **fields,
        finished_first="yes",
        settle="vote",
    )
    path = anna.done(first, "/disputes/new")
    somebody(MARKUP, subject="*").done(path, "/vote", choice="illegal")
    anna.done(path, "/close")
    anna.done(path, "/precedent", reason=MARKUP)
    for there in (path, f"{path}/now", "/disputes", first):
        soup = anyone.see(there)
        assert soup.select("#x, main i") == [], there
    assert f"{MARKUP} not legal" in said(anyone.see(path))
    assert f"{MARKUP} had finished first." in said(anyone.see(path))


@pytest.mark.parametrize("choices", [["legal"], ["legal", "illegal"]], ids=["first", "again"])
def test_a_vote_takes_a_handful_of_statements(
    anna: Visitor, somebody: Somebody, ledger: Ledger, choices: list[str]
) -> None:
    """Who votes is read, and the dispute once, as it is locked; what the page shows afterwards is read by the page that follows."""
    path, ben = opened(anna), somebody("Ben")
    key = filled(ben.see("/sign-in").select("form")[0])
    for choice in choices:
        asked: list[str] = []
        with counted(asked):
            assert ben.client.post(f"{path}/vote", data={**key, "choice": choice}).status_code == 303
        assert 0 < len(asked) <= 6, asked
    assert [vote.choice for vote in ledger.disputes.get(path.rpartition("/")[2]).votes] == choices[-1:]


@contextmanager
def counted(asked: list[str]) -> Iterator[None]:
    """Put every statement that a ledger is asked within the block into *asked*, but for those that begin and end a transaction."""

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")):
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)
