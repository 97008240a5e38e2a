"""What a device needs to play a game without a network, and to hand it over when it is back.

A browser keeps an empty page of a game for each ruleset (:mod:`adjudicator.web.offline`); its scripts fill it by what is in the address, which is
the same as on the pages of :mod:`.play` for a game that the ledger does not have. Start at :func:`play_here` and :func:`keep_game`.
"""

from __future__ import annotations

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import UnknownRuleset
from adjudicator.games.entry import Entry
from adjudicator.games.sitting import COLOURS, Draft, Sitting, is_crossword, unpacked
from adjudicator.rules.conditions import WORD_RULES
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime.guards import once
from adjudicator.usecases.dice import dice_for
from adjudicator.web import session
from adjudicator.web.pages import play_places as places
from adjudicator.web.pages import play_view as view
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.board import SHAPES
from adjudicator.web.pages.board_forms import LIMITS, cells
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.play import DEFAULT, NOT_HERE, SEATS, nowhere
from adjudicator.web.pages.play_places import Place
from adjudicator.web.pages.rules_view import sharing

MOST_PAST = 10
"""States of a game that a device may have handed over already, at most: the last ones."""
SOMEBODY = "Somebody"
"""Stands for a player of whom the page knows nothing yet."""


@pages.get("/play/here")
def play_here() -> WSGIResponse:
    """Show the empty page of a game to a browser that keeps it; whoever else asks for it is sent on to who plays."""
    rules = rules_choice.ruleset_of(request.args.get("ruleset") or DEFAULT)
    if not rules.scoring.lengths:
        raise UnknownRuleset(rules.id)
    if not session.is_copy():
        return redirect(url_for("pages.play_players", ruleset=rules.id), 303)
    return _empty(rules)


def _empty(rules: Ruleset) -> Response:
    crossword = is_crossword(rules)
    players = list(COLOURS.values())[: rules.game.sets or None] if crossword else [SOMEBODY]
    sitting = Sitting(id="0", ruleset=rules.id, players=players, rounds=[Draft()])
    dice = dice_for(rules)
    shapes = [each for each in SHAPES if each.id in [each.layout for each in dice]]
    return show(
        "play_here.html",
        rules=rules,
        told={
            "id": rules.id,
            "title": rules.title,
            "scoring": rules.scoring._asdict(),
            "game": rules.game._asdict(),
            "challenge": rules.challenge._asdict(),
            "on_the_word": [*WORD_RULES],
        },
        says=rules.game.says,
        seats=[("", "", "")] * (rules.game.sets or SEATS),
        minutes=f"{rules.game.timer / 60:g}",
        place=Place(sitting, {}),
        sitting=sitting,
        draft=sitting.draft,
        number=1,
        crossword=crossword,
        shared=sharing(rules),
        whose=dict(zip(COLOURS, players, strict=False)) if crossword else {},
        colours=COLOURS,
        dice=dice,
        shapes=shapes,
        shape=next(iter(shapes), None),
        grid=cells(shapes[0].drawing) if shapes else [],
        guess=Entry(""),
        costs=view.costs_of(rules),
        limits=LIMITS,
        wrong={},
    )


@pages.post("/play/keep")
def keep_game() -> WSGIResponse:
    """Keep a game that is in its address, or was begun on a device without a network, among those of the sender; it goes on at its address here.
    ``past`` has states of it whose answer the device has not got.
    """
    try:
        sitting = unpacked(request.form.get("g", ""))
        past = [unpacked(each) for each in request.form.getlist("past")[-MOST_PAST:]]
        rules_choice.ruleset_of(sitting.ruleset)
        by = session.writer_of(request.form.get("by", ""))

        def take() -> WSGIResponse:
            return places.taken_over(sitting, past, by=by).go("result" if sitting.draft.scored else "round")

        return once(by, take)
    except NOT_HERE as error:
        return nowhere(error)
