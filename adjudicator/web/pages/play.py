"""The pages of a game at the table: which game, who plays, each round with its board, timer and lists, its result, and in the end the winner.

Every form is sent by POST and answered by the address of a page, so Back and reload send nothing again. Where the game is kept is
:mod:`.play_places`; what is typed is read in :mod:`.play_forms`, what is shown is chosen in :mod:`.play_view`.
"""

from __future__ import annotations

import json
import secrets
from itertools import islice, zip_longest
from typing import Any
from urllib.parse import urlencode

from flask import Response, redirect, request, url_for
from msgspec import to_builtins
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import (
    AdjudicatorError,
    BadRecord,
    BoardInvalid,
    LimitReached,
    NotAllowed,
    StaleRevision,
    TooHard,
    UnknownRecord,
    UnknownRuleset,
)
from adjudicator.games.entry import read_entry
from adjudicator.games.records import MAX_PLAYERS
from adjudicator.games.sitting import COLOURS, Draft, Sitting, gathered, is_crossword, unpacked
from adjudicator.rules.house import Address
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.usecases.dice import dice_for, shaken
from adjudicator.web import seats
from adjudicator.web.links import link_to
from adjudicator.web.pages import play_forms as forms
from adjudicator.web.pages import play_places as places
from adjudicator.web.pages import play_view as view
from adjudicator.web.pages import rules_choice
from adjudicator.web.pages.board import SHAPES
from adjudicator.web.pages.board_faults import plain, told
from adjudicator.web.pages.board_forms import LIMITS, cells, one_line
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.play_lists import faults_of, hands_of
from adjudicator.web.pages.play_places import Place
from adjudicator.web.pages.rules_view import sharing

SEATS = 4
"""Players that the form has room for from the start."""
CAN_BE_TOLD = (BadRecord, BoardInvalid)
"""What people can put right in the form."""
NOT_HERE = (BadRecord, UnknownRecord, NotAllowed, StaleRevision, LimitReached)
"""Why a game cannot be shown or changed."""
_NOWHERE: dict[type[AdjudicatorError], tuple[int, str]] = {
    StaleRevision: (409, "Somebody else was first"),
    NotAllowed: (403, "This is not your game"),
    UnknownRecord: (404, "There is no game here"),
    LimitReached: (422, "There are too many games"),
    BadRecord: (422, "There is no game here"),
    BoardInvalid: (422, "There is no game here"),
}
"""Why a game cannot be shown or changed → the status, and what the page says first."""
_ANOTHER = "The game is another one by now"
"""What the page says first where the game never had the revision that a form was made from: the ledger is an earlier one again."""
DEFAULT = "boggle"
NO_GAME = "There is no such game here. Choose one of those on the page Play."


@pages.get("/play")
def play() -> Response:
    """Show which games there are, and in the browser those that were begun in it."""
    choice = rules_choice.choice()
    games = [each for each in choice.rulesets if each.scoring.lengths]
    is_shipped = current.adjudicator().rulebooks.is_shipped
    shipped = [each for each in games if Address.parse(each.id) is None and is_shipped(each.id)]
    own = [each for each in games if each not in shipped]
    mine, others = places.mine(), places.at_the_table()
    titles = rules_choice.titles({each.sitting.ruleset for each in [*mine, *others]})
    return show("play.html", games=shipped, own=own, mine=mine, others=others, titles=titles)


@pages.get("/play/players")
def play_players() -> WSGIResponse:
    """Show the form for who plays; ``wrong`` says so where it was sent and cannot be."""
    given = request.args
    name = given.get("ruleset") or DEFAULT
    faults, status = [], 200
    try:
        rules = rules_choice.ruleset_of(name)
        if not rules.scoring.lengths:
            raise UnknownRuleset(name)
    except UnknownRuleset:
        faults, status = [NO_GAME], 404
        rules = rules_choice.ruleset_of(DEFAULT)
    if "wrong" in given and not faults:
        faults = forms.faults_of_new(given, rules)
    names, drawn = given.getlist("player"), given.getlist("drawn")
    room = rules.game.sets or max(SEATS, len(names))
    return show(
        "play_players.html",
        422 if faults and status == 200 else status,
        rules=rules,
        says=rules.game.says,
        seats=list(islice(zip_longest(names, drawn, [""] * room, fillvalue=""), MAX_PLAYERS)),
        minutes=given.get("minutes", f"{rules.game.timer / 60:g}"),
        define="define" in given,
        length=given.get("length", ""),
        target=given.get("target", ""),
        board=one_line(given.get("board", "")),
        limits=LIMITS,
        faults=[plain(fault) for fault in faults],
    )


@pages.post("/play/players")
def play_begin() -> WSGIResponse:
    """Begin a game; where that cannot be, go back to the form, which says why."""
    rules = rules_choice.ruleset_of(request.form.get("ruleset") or DEFAULT)
    rules_choice.remember(rules)
    try:
        return places.begun(forms.new_sitting(request.form, rules)).go("round")
    except LimitReached as error:
        return nowhere(error)
    except BadRecord:
        typed: dict[str, Any] = {
            name: request.form.getlist(name) for name in forms.OF_A_GAME if name in request.form
        }
        return redirect(url_for("pages.play_players", **typed, wrong="1"), 303)


def _opened() -> tuple[Place, Ruleset]:
    """Return the game that is asked for, and its rules. Raises :class:`BadRecord`, :class:`UnknownRecord`, :class:`UnknownRuleset`."""
    place = places.found()
    return place, rules_choice.ruleset_of(place.sitting.ruleset)


def nowhere(error: AdjudicatorError) -> Response:
    """Return the page that says that there is no such game, that it is another's, or that somebody else has played it on."""
    status, title = next(told for kind, told in _NOWHERE.items() if isinstance(error, kind))
    if request.method == "POST" and isinstance(error, BadRecord):
        title = "That is too much, or not whole"
    now = ""
    if isinstance(error, UnknownRecord) and error.kind == "revision":
        title = _ANOTHER
    if isinstance(error, StaleRevision) or title == _ANOTHER:
        now = url_for("pages.play_round", game=request.values.get("game", "") or _id_sent())
    faults = [plain(fault) for fault in faults_of(error)]
    return show("play_lost.html", status, title=title, faults=faults, now=now)


def _id_sent() -> str:
    """Return the id of the game that a device has handed over."""
    return unpacked(request.form.get("g", "")).id


@pages.get("/play/round")
def play_round() -> WSGIResponse:
    """Show a round that is played: its board and how long it lasts, and room for everybody's list; or the shared crossword."""
    try:
        place, rules = _opened()
    except NOT_HERE as error:
        return nowhere(error)
    if not place.may_change:
        return place.go("list")
    sitting, draft = place.sitting, place.sitting.draft
    faults: list[str] = []
    lead = None
    try:
        lead = view.lead_of(current.adjudicator(), sitting, rules)
    except (*CAN_BE_TOLD, TooHard) as error:
        faults = faults_of(error)
    if lead is None and not faults:
        return place.go("result")
    guess = read_entry(draft.board)
    if "wrong" in request.args and not guess.guess:
        faults = faults or _faults_in_round(sitting, rules)
    whose = forms.colours_of(lead["sets"] if lead else {}, sitting.players)
    dice = [each.without(each.board for each in sitting.rounds[:-1]) for each in dice_for(rules)]
    shapes = [each for each in SHAPES if each.id in [each.layout for each in dice]]
    crossword = is_crossword(rules)
    fields = {f"points.{name}": f"points-{at}" for at, name in enumerate(sitting.players)}
    if crossword:
        fields |= {
            "crossword": "rows",
            "crossword.owners": "owners",
            "crossword.starting_word": "starting_word",
        }
        fields |= {f"crossword.unplayed.{name}": f"unplayed-{code}" for code, name in whose.items()}
    else:
        fields |= {"board": "board"} | {
            f"lists.{name}": f"list-{at}" for at, name in enumerate(sitting.players)
        }
    shape = next((each for each in shapes if len(each.drawing) == len(draft.board)), next(iter(shapes), None))
    return show(
        "play_round.html",
        422 if faults else 200,
        place=place,
        sitting=sitting,
        draft=draft,
        rules=rules,
        number=len(sitting.rounds),
        lead=lead,
        said=view.lead_text(lead) if lead else [],
        crossword=crossword,
        shared=sharing(rules),
        whose=whose,
        colours=COLOURS,
        dice=dice,
        shapes=shapes,
        shape=shape,
        grid=cells(draft.board or shape.drawing) if shape else [],
        guess=guess,
        hands=hands_of(place),
        link=_link(place),
        **told(faults, fields)._asdict(),
        limits=LIMITS,
    )


def _faults_in_round(sitting: Sitting, rules: Ruleset) -> list[str]:
    """Return what keeps the round that is played from being scored."""
    if is_crossword(rules) and not sitting.draft.rows.strip() and not sitting.draft.points:
        return ["crossword: is empty; type its rows, or the points that you have counted"]
    try:
        view.seen(current.adjudicator(), sitting.with_draft(scored=True), rules)
    except (*CAN_BE_TOLD, TooHard) as error:
        number = sum(each.scored for each in sitting.rounds[:-1])
        return [fault.removeprefix(f"rounds[{number}]").lstrip(".: ") for fault in faults_of(error)]
    return []


@pages.post("/play/round")
def play_round_sent() -> WSGIResponse:
    """Keep what was typed of a round; then shake its board, make a square of it, or go on to the result."""
    try:
        place, rules = _opened()
        lead = view.lead_of(current.adjudicator(), place.sitting, rules)
        whose = forms.colours_of(lead["sets"] if lead else {}, place.sitting.players)
        draft = forms.round_sent(place.sitting, request.form, whose)
    except (*NOT_HERE, BoardInvalid) as error:
        return nowhere(error)
    values = {name: getattr(draft, name) for name in draft.__struct_fields__}
    dice = {each.id: each for each in dice_for(rules)}
    chosen = dice.get(request.form.get("shake", ""))
    if chosen is not None:
        used = [each.board for each in place.sitting.rounds[:-1]]
        values["board"] = shaken(chosen.without(used), secrets.randbelow)
    entry = read_entry(values["board"])
    values["board"] = entry.guess if "square" in request.form and entry.guess else entry.board
    goes_on = not {"shake", "square", "save"} & request.form.keys() and not entry.guess

    def counted(before: Sitting, come: dict[str, str]) -> Sitting:
        """Return the game with the round as far as it can be counted, with what has *come*."""
        round_ = gathered(Draft(**values), come, crossword=is_crossword(rules))
        all_of_it = {name: getattr(round_, name) for name in round_.__struct_fields__}
        sitting = before.with_draft(**all_of_it | {"scored": True})
        wrong = _faults_in_round(sitting, rules)
        return before.with_draft(**all_of_it | {"scored": False}) if wrong else sitting

    try:
        if not goes_on:
            return place.changed(place.sitting.with_draft(**values | {"scored": False})).go("round")
        place = place.counted(counted)
    except NOT_HERE as error:
        return nowhere(error)
    return place.go("result") if place.sitting.draft.scored else place.go("round", wrong="1")


def _link(place: Place) -> str:
    """Return the link by which players come to write their lists on devices of their own; empty where the game is in its address."""
    if place.game is None:
        return ""
    path = place.address("list")
    seat = seats.seat()
    return (
        f"{seat.link}?{urlencode({'after': path})}" if seat is not None and seat.key else link_to(path).link
    )


@pages.get("/play/result")
def play_result() -> WSGIResponse:
    """Show what a round came to, and how the game stands or has ended."""
    try:
        place, rules = _opened()
    except NOT_HERE as error:
        return nowhere(error)
    sitting = place.sitting
    if not sitting.draft.scored:
        return place.go("round")
    try:
        seen = view.seen(current.adjudicator(), sitting, rules)
    except (*CAN_BE_TOLD, TooHard):
        return place.go("round", wrong="1")
    asked = sitting.draft.asked
    faults: list[str] = []
    if asked is not None:
        tried = forms.with_challenge(sitting.draft, asked)
        faults = _faults_in_round(sitting.with_draft(challenges=tried), rules)
    return show(
        "play_result.html",
        place=place,
        sitting=sitting,
        rules=rules,
        seen=seen,
        headline=view.headline(seen, len(sitting.rounds)),
        number=len(sitting.rounds),
        costs=view.costs_of(rules),
        colours=COLOURS,
        whose=forms.colours_of(seen.game["rounds"][-1]["sets"], sitting.players),
        told=forms.told,
        asked=asked,
        faults=[plain(fault) for fault in faults],
        limits=LIMITS,
    )


@pages.post("/play/result")
def play_result_sent() -> WSGIResponse:
    """Enter a challenge or take one back, say which words nobody could explain or which may stand, begin the next round, or end the game."""
    try:
        place, rules = _opened()
        sitting, step = _next(place.sitting, rules, request.form)
        return place.changed(sitting).go(step)
    except NOT_HERE as error:
        return nowhere(error)


def _next(sitting: Sitting, rules: Ruleset, form: MultiDict[str, str]) -> tuple[Sitting, str]:
    """Return the sitting after a button of the result, and the step that follows. Raises :class:`BadRecord`."""
    draft, act = sitting.draft, form.get("act", "")
    if act == "next":
        return forms.next_round(sitting), "round"
    if act == "end":
        return sitting.changed_by(length=len(sitting.rounds), target=None), "result"
    if act == "explain":
        return sitting.with_draft(undefined=forms.undefined_sent(sitting, form)), "result"
    if act == "back":
        kept = forms.without(draft.challenges, form.get("number", ""))
        return sitting.with_draft(challenges=kept, asked=None), "result"
    if act == "stands":
        return sitting.with_draft(stands=[*draft.stands, form.get("which", "")[:200]]), "result"
    challenge = forms.challenge_sent(form)
    tried = sitting.with_draft(challenges=forms.with_challenge(draft, challenge), asked=None)
    if _faults_in_round(tried, rules):
        return sitting.with_draft(asked=challenge), "result"
    return tried, "result"


@pages.get("/play/record")
def play_record() -> WSGIResponse:
    """Send the record of the game as a file, which ``adjudicator game score`` takes."""
    try:
        place, rules = _opened()
    except NOT_HERE as error:
        return nowhere(error)
    text = json.dumps(to_builtins(view.record_of(place.sitting, rules)), ensure_ascii=False, indent=2) + "\n"
    response = Response(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="game.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/board/round")
def board_round() -> WSGIResponse:
    """Send on who has the address of earlier versions: rounds of lists are played here."""
    asked: dict[str, Any] = {
        name: request.args[name] for name in ("board", "ruleset") if name in request.args
    }
    return redirect(url_for("pages.play_players", **asked), 301)


@pages.get("/board/crossword")
def board_crossword() -> WSGIResponse:
    """The same for a shared crossword."""
    return redirect(url_for("pages.play_players", ruleset="word-whiz"), 301)


@pages.get("/board/game")
def board_game() -> WSGIResponse:
    """The same for the points of a game."""
    return redirect(url_for("pages.play"), 301)
