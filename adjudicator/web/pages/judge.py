"""Judge mode at ``/judge``: one answer for a whole play, sealed, as a judge's computer at a tournament gives it.

Nothing of the words is kept: they are in no address, and what a browser without scripts goes back to is the empty form. The answer itself
crosses the redirect in a cookie that is taken away with the first look at it.
"""

from __future__ import annotations

from typing import Literal, get_args

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.api import plays
from adjudicator.errors import BadWord
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.web import session
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.word_field import words_of

Outcome = Literal["", "acceptable", "unacceptable", "unreadable"]
"""What is shown: nothing yet, the answer, or that there was nothing to judge."""
SEALED = "adjudicator_play"
"""The cookie that the answer crosses the redirect in."""
SECONDS = 60
"""How long it lives unless the look is taken."""
EDITION = 12
"""Digits of the lexicon's digest that name its edition."""


@pages.get("/judge")
def judge() -> Response:
    """Show the form, or the answer on the play that was sent just now."""
    kept = request.cookies.get(SEALED, "")
    offered, last = rules_choice.choice(), rules_choice.last()
    rulesets = rules_choice.including(offered.rulesets, last)
    response = _page("judge.html", last, _outcome(kept), rulesets=rulesets, more_lists=offered.more)
    if kept:
        response.delete_cookie(SEALED, path=url_for("pages.judge"), httponly=True, samesite="Lax")
    return response


@pages.post("/judge")
def judge_play() -> WSGIResponse:
    """Judge a play; with ``part=sealed`` the answer comes at once, for a script to put in place."""
    ruleset = rules_choice.ruleset_of(request.form.get("ruleset", ""))
    rules_choice.remember(ruleset)
    outcome = _judge(request.form.get("words", ""), ruleset)
    if request.form.get("part") == "sealed":
        return _page("sealed.html", ruleset, outcome)
    response = redirect(url_for("pages.judge"), 303)
    session.send_cookie(response, SEALED, outcome, SECONDS, url_for("pages.judge"))
    return response


def _judge(typed: str, ruleset: Ruleset) -> Outcome:
    try:
        legal = plays.acceptable(current.under(ruleset.id), words_of(typed), request.environ)
    except BadWord:
        return "unreadable"
    return "acceptable" if legal else "unacceptable"


def _outcome(kept: str) -> Outcome:
    return next((each for each in get_args(Outcome) if each == kept), "")


def _page(template: str, ruleset: Ruleset, outcome: Outcome, **context: object) -> Response:
    lexicon = current.under(ruleset.id).lexicon_digest
    response = show(
        template,
        200,
        outcome=outcome,
        ruleset=ruleset,
        edition=lexicon.removeprefix("sha256:")[:EDITION],
        **context,
    )
    response.headers["Cache-Control"] = "no-store"
    return response
