"""The calls of boards and rounds. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from flask import Response
from msgspec import Meta

from adjudicator.api.models import Answer
from adjudicator.api.operations import AnyObject, operation, purse
from adjudicator.api.responses import answer, unkept
from adjudicator.games.records import Drawing, Game, Graph, Round, RulesetName, Words, schema_of
from adjudicator.runtime.current import adjudicator, ruleset, snapshot
from adjudicator.usecases import boards, round_shapes, scorekeeping

_PROBLEMS = ("unknown-ruleset", "bad-record", "too-hard")
call = partial(operation, tag="games")


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


@call(
    "POST",
    "/v1/boards/solve",
    body=SolveInput,
    answers=boards.SolvedBoard,
    problems=_PROBLEMS,
)
def solve_board(body: SolveInput) -> Response:
    """Find every legal word of a board, each with a best path and its score."""
    ruleset(body.ruleset)
    return unkept(boards.solved(adjudicator(), body.board, body.ruleset, purse()))


@call(
    "POST",
    "/v1/boards/check",
    body=CheckInput,
    answers=boards.CheckedBoard,
    problems=_PROBLEMS,
)
def check_board(body: CheckInput) -> Response:
    """Say of words whether they are legal and on a board, and if not, why not."""
    ruleset(body.ruleset)
    return unkept(
        boards.check_words(
            adjudicator(),
            body.board,
            body.words,
            body.ruleset,
            every_path=body.paths == "all",
            purse=purse(),
        )
    )


@call(
    "POST",
    "/v1/rounds/score",
    body=Round,
    answers=round_shapes.ScoredLists | round_shapes.ScoredCrossword,
    problems=_PROBLEMS,
    raw=True,
)
def score_round(body: dict[str, Any]) -> Response:
    """Score a round of lists or of a shared crossword: which words count, for whom and for how much, and why the others do not.

    All faults of the record, of shape and of rules, are told at once.
    """
    return unkept(scorekeeping.score_round(adjudicator(), body, purse=purse(), known=ruleset))


@call(
    "POST",
    "/v1/games/score",
    body=Game,
    answers=round_shapes.ScoredGame,
    problems=_PROBLEMS,
    raw=True,
)
def score_game(body: dict[str, Any]) -> Response:
    """Score a game of several rounds: the totals, who leads, whether it is over, and who leads off next.

    All faults of the record, of shape and of rules, are told at once.
    """
    return unkept(scorekeeping.score_game(adjudicator(), body, purse=purse(), known=ruleset))


@call("GET", "/v1/schemas/round", answers=AnyObject)
def show_round_schema() -> Response:
    """Show the JSON Schema of the record of a round, as files, `POST /v1/rounds/score` and the pages take it."""
    return answer(schema_of(Round), etag=snapshot().etag)


@call("GET", "/v1/schemas/game", answers=AnyObject)
def show_game_schema() -> Response:
    """Show the JSON Schema of the record of a game, as files, `POST /v1/games/score` and the pages take it."""
    return answer(schema_of(Game), etag=snapshot().etag)
