"""What players send from devices of their own, for a game that the ledger keeps: their lists, or, where all build one crossword, how many tiles
they have left.

Nobody sees a list but who writes it, until the round is counted. Start at :func:`play_list`.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Response, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, BadRecord, NotAllowed, UnknownRecord
from adjudicator.games.sitting import NONE_LEFT, is_crossword
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import kept_games
from adjudicator.usecases.kept_games import Hand
from adjudicator.web import session
from adjudicator.web.pages import play_places as places
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.board_faults import plain
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.play_places import Place


class Ready(NamedTuple):
    """A player, and what has come from a device of their own."""

    name: str
    told: str
    """In a word or two; empty where nothing has come."""
    tiles: int | None
    """How many they have left; None where they have not said it, or write lists."""


def hands_of(place: Place) -> list[Ready]:
    """Return who plays, and whose list has come; of a crossword, who is out and how many tiles the others have left."""
    if place.game is None:
        return []
    rules = rules_choice.ruleset_of(place.sitting.ruleset)
    return [
        Ready(each.player, _told(each), each.tiles) for each in kept_games.hands(ledger(), place.game, rules)
    ]


def _told(hand: Hand) -> str:
    if hand.tiles is None:
        return "" if hand.words is None else "ready"
    return f"{hand.tiles} tile{'' if hand.tiles == 1 else 's'} left" if hand.tiles else "out!"


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
    rules = rules_choice.ruleset_of(place.sitting.ruleset)
    kept = mine.words if mine is not None and by is not None and mine.author == by.id else ""
    return show(
        "play_list.html",
        409 if fault else 200,
        place=place,
        sitting=place.sitting,
        rules=rules,
        number=len(place.sitting.rounds),
        player=player if player in place.sitting.players else "",
        free=[
            name for name in place.sitting.players if name not in come or (by and come[name].author == by.id)
        ],
        words=kept if words is None else words,
        is_in=bool(kept) and words is None,
        may=kept_games.may_begin(by),
        crossword=is_crossword(rules),
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
    by, rules = session.writer(), rules_choice.ruleset_of(place.sitting.ruleset)
    words = NONE_LEFT if "out" in form else words
    try:
        kept_games.write(ledger(), place.sitting.id, round, player, words, rules=rules, by=by)
    except (BadRecord, NotAllowed, UnknownRecord) as error:
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
    return list(getattr(error, "faults", ())) or [str(error)]
