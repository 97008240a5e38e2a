"""The page of a question and its answer, at ``/``."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.errors import BadWord, UnknownRuleset
from adjudicator.rules.house import PREFIX
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.web import session
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.verdict_view import Answer, VerdictView, view_of, words_view
from adjudicator.web.pages.word_field import quote_phrase, words_of

EXAMPLES = {
    "trig": "Short for trigonometry. Does that count?",
    "zee": "A letter’s name, but in whose English?",
    "quo": "A word, or only part of a saying?",
    "scuba": "It began as initials. Is it still?",
    "FBI": "Three letters, said one by one.",
}
"""Words to try, each with what is interesting about it; the answers are those of the day."""
SENT = "go"
"""What the button of the form adds to the address: a form that was sent chooses the rules, a link that was followed does not."""
USAGE = "usage"
"""What a link adds to the address that asks how the word is used: most who look a word up do not."""
TYPING = "typing"
"""What a script adds to the address of a part while somebody types: a word that is too short so far is not refused yet."""
MAX_ECHO = 2_000
"""Characters of what was typed that the form shows again."""


@pages.get("/")
def ask() -> Response:
    """Show the form, and under it the verdict on a word, or on several; with ``part=answer`` only what stands under the form.

    With ``usage`` the proof has sentences with the word, and other words for it. Other parameters are ignored: shared links pick some up on
    their way.
    """
    typed, name = request.args.get("word"), request.args.get("ruleset")
    part, usage = request.args.get("part") == "answer", USAGE in request.args
    rulesets, more = rules_choice.choice()
    answer, fault, status = None, "", 200
    try:
        ruleset = rules_choice.last() if name is None else rules_choice.ruleset_of(name)
        if part or SENT in request.args:
            rules_choice.remember(ruleset)
        if SENT in request.args:
            return redirect(url_for("pages.ask", word=typed, ruleset=ruleset.id), 303)
        if typed is not None:
            answer = _answer(typed, ruleset, rules_choice.including(rulesets, ruleset), usage)
    except BadWord as error:
        fault, status = str(error), 400
    except UnknownRuleset:
        ruleset = rules_choice.last()
        fault, status = "There are no such rules here. Choose some from the list.", 404
    if part:
        begun = _begun(answer) if TYPING in request.args else ""
        return show("answer.html", 200, **_context(answer, ruleset), fault=fault, part=True, begun=begun)
    return show(
        "ask.html",
        status,
        **_context(answer, ruleset),
        fault=fault,
        word=_echo(typed),
        rulesets=rules_choice.including(rulesets, ruleset),
        more_lists=more,
        sent=SENT,
    )


def _answer(typed: str, ruleset: Ruleset, rulesets: list[Ruleset], usage: bool) -> Answer:
    bench, words = current.under(ruleset.id), words_of(typed)
    if len(words) == 1:
        return view_of(current.adjudicator(), bench, words[0], ruleset, rulesets, usage=usage)
    return words_view(bench, typed, words, ruleset)


def _begun(answer: Answer | None) -> str:
    """Return what a word that is still too short needs; nothing for any other."""
    if not isinstance(answer, VerdictView) or answer.data["code"] != "too-short":
        return ""
    return f"Words have {answer.ruleset.min_length} letters or more here."


def _context(answer: Answer | None, ruleset: Ruleset) -> dict[str, object]:
    latest = rules_choice.latest(ruleset)
    slug = latest.removeprefix(PREFIX) if latest.startswith(PREFIX) and session.may("editor", latest) else ""
    bench = current.under(ruleset.id)
    return {
        "answer": answer,
        "ruleset": ruleset,
        "list_digest": bench.ruleset_digest if bench.house else "",
        "latest": latest,
        "outdated": current.under(latest).mark != bench.mark,
        "slug": slug,
        "examples": EXAMPLES,
        "quote_phrase": quote_phrase,
    }


def _echo(typed: str | None) -> str:
    """Return the line that the form shows again: what was typed, if it is printable text."""
    line = " ".join((typed or "").split())
    return line if len(line) <= MAX_ECHO and line.isprintable() else ""
