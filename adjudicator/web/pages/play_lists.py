"""Lists that players write on devices of their own, for a game that the ledger keeps: the page to write one, and who is ready.

Nobody sees a list but who writes it, until the round is counted. Start at :func:`play_list`.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Response, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, BadRecord, StaleRevision, UnknownRecord
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import kept_games
from adjudicator.web import session
from adjudicator.web.pages import play_places as places
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.board_faults import plain
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.play_places import Place


class Hand(NamedTuple):
    """A player, and whether their list has come from a device of their own."""

    name: str
    words: int | None
    """How many words are on it; None where none has come."""


def hands_of(place: Place) -> list[Hand]:
    """Return who plays, and whose list has come."""
    if place.game is None:
        return []
    come = kept_games.gathered(ledger(), place.game)
    return [Hand(name, len(come[name].split()) if name in come else None) for name in place.sitting.players]


@pages.get("/play/list")
def play_list() -> WSGIResponse:
    """Show the form for one's own list: first whose it is, then the words."""
    try:
        place = places.found()
    except (BadRecord, UnknownRecord) as error:
        return _lost(error)
    by = session.viewer()
    return _page(place, request.args.get("player", by.name if by is not None else ""))


def _lost(error: AdjudicatorError) -> Response:
    faults = [plain(fault) for fault in faults_of(error)]
    return show("play_lost.html", 404, title="There is no game here", faults=faults)


def _page(place: Place, player: str, fault: str = "", words: str | None = None) -> WSGIResponse:
    by = session.viewer()
    if place.game is None:
        return place.go("round")
    come = {each.player: each for each in kept_games.lists(ledger(), place.game)}
    mine = come.get(player)
    kept = mine.words if mine is not None and by is not None and mine.author == by.id else ""
    return show(
        "play_list.html",
        409 if fault else 200,
        place=place,
        sitting=place.sitting,
        rules=rules_choice.ruleset_of(place.sitting.ruleset),
        number=len(place.sitting.rounds),
        player=player if player in place.sitting.players else "",
        free=[
            name for name in place.sitting.players if name not in come or (by and come[name].author == by.id)
        ],
        words=kept if words is None else words,
        is_in=bool(kept) and words is None,
        may=kept_games.may_begin(by),
        fault=fault,
    )


@pages.post("/play/list")
def play_list_sent() -> WSGIResponse:
    """Keep a player's list; it stays theirs to change until the round is counted."""
    form = request.form
    try:
        place = places.found()
    except (BadRecord, UnknownRecord) as error:
        return _lost(error)
    player, words, number = form.get("player", ""), form.get("words", ""), form.get("round", "")
    round = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0
    by = session.writer()
    try:
        kept_games.write(ledger(), place.sitting.id, round, player, words, by=by)
    except (BadRecord, StaleRevision, UnknownRecord) as error:
        return _page(place, player, " ".join(map(plain, faults_of(error))), words)
    return place.go("list", player=player)


@pages.get("/play/ready")
def play_ready() -> Response:
    """Show who is ready, as a part of the page of a round."""
    try:
        place = places.found()
    except (BadRecord, UnknownRecord):
        return show("play_ready.html", 404, hands=[], sitting=None)
    return show("play_ready.html", hands=hands_of(place), sitting=place.sitting)


def faults_of(error: AdjudicatorError) -> list[str]:
    """Return what an error says, in sentences."""
    return list(getattr(error, "faults", ())) or [str(error.args[0])]
