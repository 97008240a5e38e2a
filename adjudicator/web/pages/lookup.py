"""The page of a question and its answer, at ``/``."""

from __future__ import annotations

from flask import Response, request

from adjudicator.api import current
from adjudicator.errors import BadWord, UnknownRuleset
from adjudicator.service import DEFAULT_RULESET
from adjudicator.spelling import MAX_WORD, fault_of
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.verdict_view import view_of

EXAMPLES = ("trig", "zee", "quo", "scuba", "FBI")


@pages.get("/")
def ask() -> Response:
    """Show the form, and the verdict where a word is asked for.

    Other parameters are ignored: shared links pick some up on their way.
    """
    word = request.args.get("word")
    name = request.args.get("ruleset", DEFAULT_RULESET)
    service = current.adjudicator()
    rulesets = [*current.rulesets(), *current.house_rulesets()]
    verdict, fault, status = None, "", 200
    try:
        ruleset = current.ruleset(name)
        if word is not None:
            verdict = view_of(service, word, ruleset, rulesets)
    except BadWord as error:
        fault, status = str(error), 400
    except UnknownRuleset:
        fault, status = "There are no such rules here. Choose some from the list.", 404
    chosen = name if any(each.id == name for each in rulesets) else DEFAULT_RULESET
    return show(
        "ask.html",
        status,
        word=_echo(word),
        verdict=verdict,
        fault=fault,
        rulesets=rulesets,
        chosen=chosen,
        chosen_title=next((each.title for each in rulesets if each.id == chosen), chosen),
        examples=EXAMPLES,
    )


def _echo(word: str | None) -> str:
    """Return what the form shows again: the word, unless it is none."""
    return (
        word
        if word and len(word) <= MAX_WORD and word.isprintable() and not (fault_of(word) and len(word) > 40)
        else ""
    )
