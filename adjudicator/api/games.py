"""The calls of games at the table that the ledger keeps. Each is declared once; see :mod:`adjudicator.api.operations`.

A game is scored without being kept by ``POST /v1/games/score`` (:mod:`adjudicator.api.boards`).
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from flask import Response, request
from msgspec import Meta, to_builtins
from msgspec.structs import asdict

from adjudicator.api.models import Answer
from adjudicator.api.operations import operation, purse
from adjudicator.api.responses import unkept
from adjudicator.core.shapes import Time, plain
from adjudicator.errors import BadRecord
from adjudicator.games.intake import taken_in
from adjudicator.games.records import MAX_ROUNDS
from adjudicator.games.sitting import MAX_LIST, Playing, Sitting, faults_of_players, gathered, is_crossword
from adjudicator.runtime.current import adjudicator, ruleset
from adjudicator.runtime.guards import ledger, tag_of
from adjudicator.usecases import kept_games, round_shapes
from adjudicator.usecases.kept_games import Game, Hand

if TYPE_CHECKING:
    from adjudicator.rules.ruleset import Ruleset
    from adjudicator.usecases.writers import Writer

_GAME = ("unknown-game",)
_PLAYED = (*_GAME, "unknown-ruleset")
_SCORED = (*_PLAYED, "bad-record", "too-hard")
call = partial(operation, tag="games", scope="voter")


class KeptGameModel(TypedDict):
    """A game at the table as it was written last."""

    id: str
    number: int
    begun_by: str
    begun_at: Time
    at: Time
    """When it was written last."""
    playing: Playing


class KeptGamesModel(TypedDict):
    games: list[KeptGameModel]


class ReadyModel(TypedDict):
    round: int
    hands: list[Hand]


class OwnListInput(Answer):
    """What a player sends from a device of their own."""

    round: Annotated[
        int, Meta(ge=1, le=MAX_ROUNDS, description="The number of the round that is played.", examples=[1])
    ]
    words: Annotated[
        str,
        Meta(
            max_length=MAX_LIST,
            description="The words, with spaces or line breaks between them; of a crossword, how many tiles are left.",
            examples=["plates lines"],
        ),
    ]


@call("GET", "/v1/games", answers=KeptGamesModel, cached=False)
def list_games(by: Writer) -> Response:
    """List the games that were begun with this token, those that were written last first."""
    by.must_everywhere("voter")
    data = {"games": [_model(each, by) for each in kept_games.latest(ledger(), by=by)]}
    return unkept(data)


@call(
    "POST",
    "/v1/games",
    body=Playing,
    answers=KeptGameModel,
    problems=("unknown-ruleset", "bad-record"),
    status=201,
    raw=True,
)
def begin_game(body: dict[str, Any], by: Writer) -> Response:
    """Keep a game that begins. It needs a voter's token for everything, as whoever sits at a table has.

    Its rounds are kept as they were typed, and are checked where they are counted.
    """
    sitting = Sitting(id=secrets.token_hex(6), **asdict(_checked(body)))
    return _answer(kept_games.begin(ledger(), sitting, by=by), by, 201)


@call("GET", "/v1/games/{game}", answers=KeptGameModel, problems=_GAME, cached=False)
def show_game(game: str, by: Writer) -> Response:
    """Show a game. The lists of a round that is not counted yet are shown to who has begun the game, and to an owner."""
    return _answer(_found(game, by), by)


@call(
    "PUT",
    "/v1/games/{game}",
    body=Playing,
    answers=KeptGameModel,
    problems=(*_PLAYED, "unknown-revision", "bad-record"),
    conditional=True,
    raw=True,
)
def change_game(game: str, body: dict[str, Any], by: Writer, expected: int | None) -> Response:
    """Write a game as it is now. It needs the token that it was begun with, or an owner's."""
    sitting = _found(game, by).sitting.changed_by(**asdict(_checked(body)))
    return _answer(kept_games.change(ledger(), game, sitting, seen=expected, by=by), by)


@call(
    "POST",
    "/v1/games/{game}/count",
    answers=KeptGameModel,
    problems=(*_SCORED, "unknown-revision"),
    conditional=True,
)
def count_game(game: str, by: Writer, expected: int | None) -> Response:
    """Count the round that is played, with the lists that have come from players' own devices; a list that comes later is refused.

    A round with faults is not counted, and all of them are told.
    """

    def counted(sitting: Sitting, come: dict[str, str]) -> Sitting:
        rules = ruleset(sitting.ruleset)
        round_ = gathered(sitting.draft, come, crossword=is_crossword(rules))
        sitting = sitting.with_draft(**{**asdict(round_), "scored": True})
        kept_games.scored(adjudicator(), sitting, sets=rules.game.sets, purse=purse(), known=ruleset)
        return sitting

    return _answer(kept_games.count(ledger(), game, counted, seen=expected, by=by), by)


@call("GET", "/v1/games/{game}/score", answers=round_shapes.ScoredGame, problems=_SCORED, cached=False)
def show_score(game: str, by: Writer) -> Response:
    """Score a game by the rounds that are counted, as `POST /v1/games/score` scores its record."""
    sitting = _found(game, by).sitting
    sets = ruleset(sitting.ruleset).game.sets
    return unkept(kept_games.scored(adjudicator(), sitting, sets=sets, purse=purse(), known=ruleset))


@call("GET", "/v1/games/{game}/lists", answers=ReadyModel, problems=_PLAYED, cached=False)
def list_hands(game: str, by: Writer) -> Response:
    """Say whose list has come from a device of their own for the round that is played; not what is on it."""
    found = _found(game, by)
    return _hands(found, ruleset(found.sitting.ruleset))


@call(
    "PUT",
    "/v1/games/{game}/lists/{player}",
    body=OwnListInput,
    answers=ReadyModel,
    problems=(*_PLAYED, "bad-record"),
)
def write_list(game: str, player: str, body: OwnListInput, by: Writer) -> Response:
    """Send a player's list of the round that is played, in the place of an earlier one with the same token. It is theirs until the round is
    counted; one of another token is refused.
    """
    found = _found(game, by)
    rules = ruleset(found.sitting.ruleset)
    kept_games.write(ledger(), game, body.round, player, body.words, rules=rules, by=by)
    return _hands(found, rules)


def _found(game: str, by: Writer) -> Game:
    """Return a game. Raises :class:`NotAllowed` for a token that is for one list or dispute alone, and :class:`UnknownRecord`."""
    by.must_everywhere("voter")
    return kept_games.game(ledger(), game)


def _checked(body: dict[str, Any]) -> Playing:
    """Return the game in a body. Raises :class:`UnknownRuleset`, and :class:`BadRecord` with every fault of it."""
    intake = taken_in(body, Playing)
    playing = intake.record
    if playing is None or intake.faults:
        raise BadRecord(intake.all_faults(()))
    ruleset(playing.ruleset)
    if faults := faults_of_players(playing.players):
        raise BadRecord([f"players: {fault}" for fault in faults])
    return playing


def _hands(found: Game, rules: Ruleset) -> Response:
    data = {"round": len(found.sitting.rounds), "hands": kept_games.hands(ledger(), found, rules)}
    return unkept(plain(data))


def _model(found: Game, by: Writer) -> KeptGameModel:
    return {
        "id": found.sitting.id,
        "number": found.number,
        "begun_by": found.begun_by,
        "begun_at": found.begun_at,
        "at": found.at,
        "playing": to_builtins(kept_games.as_seen(found, by)),
    }


def _answer(found: Game, by: Writer, status: int = 200) -> Response:
    id = found.sitting.id
    location = f"{request.script_root}/v1/games/{id}" if status == 201 else None
    return unkept(_model(found, by), status, etag=tag_of(id, found.number), location=location)
