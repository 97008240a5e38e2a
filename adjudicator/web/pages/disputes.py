"""The pages of disputes, at ``/disputes``: a challenge from its opening to its ruling.

They do what HTTP's calls do (:mod:`adjudicator.api.disputes`), for the visitor who is signed in. A page carries the number of the dispute that it
shows, so that nobody ends it by votes that they have not seen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError, BadWord, LedgerError, UnknownRecord, UnknownRuleset
from adjudicator.rules.house import PREFIX
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger, once
from adjudicator.runtime.problems import problem_of
from adjudicator.usecases import disputes as use
from adjudicator.usecases import houses, people
from adjudicator.usecases.people import subjects
from adjudicator.usecases.writers import Writer
from adjudicator.web import session, voters
from adjudicator.web.links import Link, link_to
from adjudicator.web.pages import dispute_form, dispute_view, rules_choice
from adjudicator.web.pages.dispute_form import WORDS
from adjudicator.web.pages.lists_page import revision_number
from adjudicator.web.pages.lists_view import day, moment
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.play_view import costs_of
from adjudicator.web.pages.rules_view import challenge_sentences
from adjudicator.web.pages.word_field import words_of

if TYPE_CHECKING:
    from adjudicator.judging.shapes import FullVerdict
    from adjudicator.usecases.types import Dispute

PAGE = 50
"""Disputes that a list shows before the next page."""
INVITE = "adjudicator_voters"
"""The cookie of a dispute's own addresses that keeps the invite for its voters: its id, a dot, its secret."""
VOTERS, HOURS = 30, 24
"""How many may take up the invite for voters, and for how long."""


class Line(NamedTuple):
    """A dispute in the list of all."""

    id: str
    words: str
    state: dispute_view.State
    players: str
    rules: str
    day: str


class Rights(NamedTuple):
    """What the visitor may do with a dispute."""

    end: bool
    hands: bool
    invite: bool
    lists: tuple[tuple[str, str], ...]
    """The house lists that may have its outcome, by short name and title; those that it was judged by first."""


@pages.get("/disputes")
def disputes() -> Response:
    """Show the disputes: the open ones, then the others, the latest first; ``before`` and ``open`` lead to further ones."""
    if not current.places().has_ledger():
        return show("disputes.html", opened=[], ended=[], more_opened=None, more_ended=None)
    only_open, before = "open" in request.args, request.args.get("before")
    listing = partial(use.listing, ledger(), before=before, limit=PAGE + 1)
    opened = listing("open") if only_open or not before else []
    latest = [] if only_open else listing()
    return show(
        "disputes.html",
        opened=_lines(opened[:PAGE]),
        ended=_lines([each for each in latest[:PAGE] if each.status != "open"]),
        more_opened=opened[PAGE - 1].id if len(opened) > PAGE else None,
        more_ended=latest[PAGE - 1].id if len(latest) > PAGE else None,
    )


def _lines(found: list[Dispute]) -> list[Line]:
    outcomes = use.outcomes(ledger(), found)
    titles = rules_choice.titles(each.ruleset for each in found)
    return [
        Line(
            each.id,
            dispute_view.words_line(each.words),
            dispute_view.state_of(each, outcomes.get(each.ruling or "")),
            dispute_view.players(each.context),
            titles.get(each.ruleset, each.ruleset),
            day(each.opened_at),
        )
        for each in found
    ]


@pages.get("/disputes/new")
def new_dispute(sent: dict[str, str] | None = None, error: AdjudicatorError | None = None) -> Response:
    """Show the form of a challenge, with the verdicts that it will be about. Every field may be in the address, ``word`` several times. With
    *error*, show the form as it was *sent*, and why nothing was opened.
    """
    form = sent or dispute_form.field_values(request.args)
    try:
        asked = _read_question(form)
    except (BadWord, UnknownRuleset) as wrong:
        error = error or wrong
        asked = Question(rules_choice.last(), ())
    token = session.who()
    offered = rules_choice.choice()
    return show(
        "dispute_new.html",
        problem_of(error).status if error else 200,
        form={
            **form,
            "challenger": form["challenger"] or (token.name if token and not session.is_table() else ""),
        },
        asked=asked,
        rule=asked.ruleset.challenge,
        costs=costs_of(asked.ruleset),
        rule_in_words=challenge_sentences(asked.ruleset.challenge),
        asks_when=dispute_form.asks_when(asked.ruleset.challenge),
        mid_round=dispute_form.MID_ROUND,
        settle=form["settle"] or asked.ruleset.challenge.settle,
        rulesets=rules_choice.including(offered.rulesets, asked.ruleset),
        more_lists=offered.more,
        may=session.may("voter", *subjects(asked.ruleset.id)),
        other=token.subject if token and token.subject.startswith(PREFIX) else "",
        longest=dispute_form.LONGEST,
        fault=dispute_view.trouble(error, token and token.name) if error else "",
        here=_address(form),
        elsewhere=_address({**form, "ruleset": token.subject if token else ""}),
    )


@pages.post("/disputes/new")
def open_dispute() -> WSGIResponse:
    """Open a dispute; where the form does not show the verdicts of its words yet, show them first."""
    form = dispute_form.field_values(request.form)
    try:
        asked = _read_question(form)
        if not asked.verdicts or request.form.get("shown") != asked.mark:
            return redirect(_address(form), 303)
        by = session.writer_of(request.form.get("by", ""))
        words = [verdict["word"] for verdict in asked.verdicts]

        def open_it() -> WSGIResponse:
            made = use.open_dispute(
                current.adjudicator(),
                words,
                asked.ruleset.id,
                by=by,
                known=current.ruleset,
                **dispute_form.challenge_of(form, asked.ruleset.challenge),
            )
            return redirect(url_for("pages.dispute", id=made.id), 303)

        return once(by, open_it)
    except (LedgerError, BadWord, UnknownRuleset) as error:
        return new_dispute(form, error)


class Question(NamedTuple):
    """What a challenge is about: the rules, and today's verdicts under them."""

    ruleset: Ruleset
    verdicts: tuple[FullVerdict, ...]

    @property
    def mark(self) -> str:
        """A mark that identifies these words and rules."""
        return json.dumps([self.ruleset.id, *(verdict["word"] for verdict in self.verdicts)])


def _read_question(form: Mapping[str, str]) -> Question:
    """Raises :class:`UnknownRuleset`, :class:`BadWord`."""
    ruleset = rules_choice.ruleset_of(form["ruleset"]) if form["ruleset"] else rules_choice.last()
    bench = current.under(ruleset.id)
    words = words_of(form[WORDS]) if form[WORDS] else []
    return Question(ruleset, tuple(map(bench.verdict_data, words)))


def _address(form: Mapping[str, str]) -> str:
    given: dict[str, Any] = {name: value for name, value in form.items() if value}
    return url_for("pages.new_dispute", **given)


@pages.get("/disputes/<id>")
def dispute(id: str, error: AdjudicatorError | None = None) -> Response:
    """Show a dispute: how it stands, what one may do about it, and the verdicts that it is about; with *error*, why it was not changed."""
    found, token = _dispute(id), session.who()
    problem = problem_of(error) if error else None
    response = show(
        "dispute.html",
        problem.status if problem else 200,
        **_now(found),
        verdicts=use.ruling(ledger(), found.verdict).verdicts,
        rules=rules_choice.titles([found.ruleset]).get(found.ruleset, found.ruleset),
        rule_in_words=challenge_sentences(found.rule._replace(settle=found.settle, quorum=found.quorum)),
        players=dispute_view.players(found.context),
        happened=dispute_view.circumstances(found),
        opened=moment(found.opened_at),
        ended=moment(found.ended_at) if found.ended_at else "",
        fault=dispute_view.trouble(error, token and token.name) if error else "",
    )
    if problem:
        response.headers.extend(problem.headers)
    return response


@pages.get("/disputes/<id>/now")
def dispute_now(id: str) -> Response:
    """Show how a dispute stands, and what one may do about it, alone: scripts put it in place while people vote."""
    response = show("dispute_now.html", **_now(_dispute(id)))
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


@pages.post("/disputes/<id>/vote")
def vote(id: str) -> WSGIResponse:
    """Vote, or vote otherwise: as whoever has the browser in hand, or whom the form names of those who are here."""
    choice = request.form.get("choice", "")
    return _act_on(id, lambda by: use.vote(ledger(), id, choice, by=by), request.form.get("voter", ""))


@pages.post("/disputes/<id>/here")
def hand_on(id: str) -> WSGIResponse:
    """Hand the browser on: to somebody new, who has a *name*, or to the *person* who was here before.

    All who are new come by one invite, so that the dispute says how many votes may be of one person.
    """
    there, name = url_for("pages.dispute", id=id), request.form.get("name")
    response = redirect(f"{there}#vote", 303)
    try:
        if name is None:
            voters.hand_to(response, _dispute(id), there, request.form.get("person", ""))
        else:
            by, secret = session.writer(), _kept_invite(_dispute(id))
            if not secret:
                made, secret = use.invite_voters(ledger(), id, by=by, uses=VOTERS, hours=HOURS)
                session.send_cookie(response, INVITE, f"{made.id}.{secret}", HOURS * 3600, there)
            voters.add(response, there, people.accept(ledger(), secret, name)[1])
    except LedgerError as error:
        return dispute(id, error)
    return response


@pages.post("/disputes/<id>/hands")
def count_hands(id: str) -> WSGIResponse:
    """Enter how many raised a hand for what."""

    def act(by: Writer) -> None:
        use.count_hands(ledger(), id, dispute_form.hands_of(request.form), by=by)

    return _act_on(id, act)


@pages.post("/disputes/<id>/close")
def close_dispute(id: str) -> WSGIResponse:
    """Close a dispute by its votes."""
    return _act_on(id, lambda by: use.close(ledger(), id, _number(), by=by))


@pages.post("/disputes/<id>/withdraw")
def withdraw_dispute(id: str) -> WSGIResponse:
    """Withdraw a challenge."""
    return _act_on(id, lambda by: use.withdraw(ledger(), id, _number(), by=by))


@pages.post("/disputes/<id>/precedent")
def set_precedent(id: str) -> WSGIResponse:
    """Make the outcome an entry of a house list for each of the words."""
    slug, reason = request.form.get("slug", ""), request.form.get("reason", "")
    return _act_on(id, lambda by: use.set_precedent(ledger(), id, slug, _number(), reason, by=by))


@pages.post("/disputes/<id>/invites")
def invite_voters(id: str) -> WSGIResponse:
    """Make an invite for voters, and keep it in this browser to be shown on the page of the dispute."""
    try:
        made, secret = use.invite_voters(ledger(), id, by=session.writer(), uses=VOTERS, hours=HOURS)
    except LedgerError as error:
        return dispute(id, error)
    here = url_for("pages.dispute", id=id)
    response = redirect(f"{here}#voters", 303)
    session.send_cookie(response, INVITE, f"{made.id}.{secret}", HOURS * 3600, here)
    return response


def _act_on(id: str, act: Callable[[Writer], object], voter: str | None = None) -> WSGIResponse:
    """Change a dispute for the sender of the form, or the *voter* who sends it by this browser, and show it; if the change is refused, with
    the reason.
    """

    def acted() -> WSGIResponse:
        act(by)
        return redirect(url_for("pages.dispute", id=id), 303)

    try:
        by = (
            session.writer_of(request.form.get("by", ""))
            if voter is None
            else session.limited(voters.voter(voter, lambda: _dispute(id)))
        )
        return once(by, acted)
    except LedgerError as error:
        return dispute(id, error)


def _now(found: Dispute) -> dict[str, Any]:
    here = [each.token for each in voters.voters_here(found)] if found.status == "open" else []
    cast = {vote.voter: vote.choice for vote in found.votes}
    own = cast.get(here[-1].id) if here else None
    outcome = use.ruling(ledger(), found.ruling).outcome if found.ruling else None
    state = dispute_view.state_of(found, outcome)
    decided = state.kind in ("legal", "illegal")
    rights = _rights(found, decided)
    return {
        "dispute": found if own else found.hidden(),
        "here": here,
        "cast": cast,
        "state": state,
        "words": dispute_view.words_line(found.words),
        "choices": dispute_view.CHOICES,
        "own": own,
        "rights": rights,
        "invite": _invite(found) if rights.invite else None,
        "decided": decided,
        "consequences": list(dispute_view.consequences(outcome)) if outcome and decided else [],
        "reason": dispute_view.reason_of(outcome) if outcome else "",
        "replay": _replay(found) if found.status != "open" else None,
        "precedent": houses.revision(ledger(), found.precedent_slug) if found.precedent_slug else None,
        "version": f"{found.number}{dispute_view.time_left(found)}",
        "voters": VOTERS,
        "hours": HOURS,
    }


def _rights(found: Dispute, decided: bool) -> Rights:
    by, is_open = session.viewer(), found.status == "open"
    return Rights(
        is_open and use.may(by, "editor", found),
        is_open and use.may_count_hands(by, found),
        is_open and use.may_invite(by, found),
        _lists(found.ruleset) if decided and found.precedent_slug is None else (),
    )


def _lists(ruleset: str) -> tuple[tuple[str, str], ...]:
    """Return the house lists that the visitor may edit, *ruleset* first if it is one."""
    lists = [
        (each.slug, each.settings.title)
        for each in houses.lists(ledger())
        if session.may("editor", PREFIX + each.slug)
    ]
    return tuple(sorted(lists, key=lambda each: PREFIX + each[0] != ruleset.partition("@")[0]))


def _kept_invite(found: Dispute) -> str:
    """Return the secret of the invite for voters that this browser has made; nothing where there is none, or it is over."""
    id, _, secret = request.cookies.get(INVITE, "").partition(".")
    return secret if people.is_active_invite(ledger(), people.DISPUTE + found.id, id) else ""


def _invite(found: Dispute) -> Link | None:
    """Return the link of that invite."""
    secret = _kept_invite(found)
    if not secret:
        return None
    return link_to(url_for("pages.join", secret=secret, after=url_for("pages.dispute", id=found.id)))


def _replay(found: Dispute) -> dispute_view.Replay | None:
    data = use.replayed(current.adjudicator(), found.ruling or found.verdict, current.ruleset)
    return dispute_view.replay_of(data, found.ended_at or found.opened_at)


def _dispute(id: str) -> Dispute:
    """Raises :class:`UnknownRecord`."""
    try:
        return use.dispute(ledger(), id)
    except UnknownRecord:
        raise UnknownRecord(
            "dispute", f"There is no dispute {quote(id)}.", "All that there are stand under Disputes."
        ) from None


def _number() -> int:
    """Return the number that the dispute must still have. Raises :class:`UnknownRecord` where the form names none."""
    return revision_number(request.form.get("number", ""))
