"""The calls of boards and rounds. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from flask import Response
from msgspec import Meta

from adjudicator.api.models import Answer
from adjudicator.api.operations import JSON, operation, purse
from adjudicator.games.records import Drawing, Game, Graph, Round, RulesetName, Words
from adjudicator.runtime.current import adjudicator, snapshot
from adjudicator.usecases import boards, round_shapes, rounds

_PROBLEMS = ("unknown-ruleset", "bad-record", "too-hard")


class SolveInput(Answer):
    """A board to solve."""

    board: Annotated[Drawing | Graph, Meta(examples=["PERS/LATG/SINE/TERS"])]
    ruleset: RulesetName = "boggle"


class CheckInput(SolveInput, kw_only=True):
    """Words to hold against a board."""

    words: Annotated[Words, Meta(examples=[["plates", "zed"]])]
    paths: Annotated[
        Literal["best", "all"],
        Meta(description="`all` adds how many paths each word has, and the first hundred."),
    ] = "best"


@operation(
    "POST",
    "/v1/boards/solve",
    tag="games",
    body=SolveInput,
    answers=boards.SolvedBoard,
    problems=_PROBLEMS,
    cached=False,
)
def solve_board(body: SolveInput) -> Response:
    """Find every legal word of a board, each with a best path and its score."""
    snapshot().ruleset(body.ruleset)
    return _json_response(boards.solved(adjudicator(), body.board, body.ruleset, purse()))


@operation(
    "POST",
    "/v1/boards/check",
    tag="games",
    body=CheckInput,
    answers=boards.CheckedBoard,
    problems=_PROBLEMS,
    cached=False,
)
def check_board(body: CheckInput) -> Response:
    """Say of words whether they are legal and on a board, and if not, why not."""
    snapshot().ruleset(body.ruleset)
    return _json_response(
        boards.check_words(
            adjudicator(),
            body.board,
            body.words,
            body.ruleset,
            every_path=body.paths == "all",
            purse=purse(),
        )
    )


@operation(
    "POST",
    "/v1/rounds/score",
    tag="games",
    body=Round,
    answers=(round_shapes.ScoredLists, round_shapes.ScoredCrossword),
    problems=_PROBLEMS,
    cached=False,
)
def score_round(body: Round) -> Response:
    """Score a round of lists or of a shared crossword: which words count, for whom and for how much, and why the others do not."""
    snapshot().ruleset(body.ruleset)
    return _json_response(rounds.round_scored(adjudicator(), body, purse=purse()))


@operation(
    "POST",
    "/v1/games/score",
    tag="games",
    body=Game,
    answers=round_shapes.ScoredGame,
    problems=_PROBLEMS,
    cached=False,
)
def score_game(body: Game) -> Response:
    """Score a game of several rounds: the totals, who leads, whether it is over, and who leads off next."""
    snapshot().ruleset(body.ruleset)
    return _json_response(rounds.game_scored(adjudicator(), body, purse()))


def _json_response(data: object) -> Response:
    response = Response(orjson.dumps(data), content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    return response
