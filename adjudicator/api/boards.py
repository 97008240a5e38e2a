"""The calls of boards and rounds. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from flask import Response
from msgspec import UNSET, Meta, UnsetType, field

from adjudicator import boards
from adjudicator.api.current import adjudicator, served
from adjudicator.api.models import RULESET_SCHEMA, Answer, Digest
from adjudicator.api.operations import JSON, given, operation
from adjudicator.games.board import MAX_TEXT

_PROBLEMS = ("unknown-ruleset", "bad-record")
Drawing = Annotated[
    str,
    Meta(
        max_length=MAX_TEXT,
        description="Rows with `/` between them: a letter, `Qu`, `(th)`, `?` for a blank, `*` behind a tile for a ring, `.` for no tile.",
        examples=["PERS/LATG/SINE/TERS"],
    ),
]
Graph = Annotated[
    dict[str, Any],
    Meta(
        description="`rows` of tiles, or `tiles` and the `edges` between their numbers; perhaps `rings` and `layout`."
    ),
]
RulesetName = Annotated[
    str, Meta(description="The id of a ruleset, or `house:SLUG`.", extra_json_schema=RULESET_SCHEMA)
]
Names = Annotated[str, Meta(min_length=1, max_length=100)]
Words = Annotated[list[Annotated[str, Meta(max_length=1000)]], Meta(max_length=boards.MAX_LISTED)]


class SolveInput(Answer):
    """A board to solve."""

    board: Annotated[Drawing | Graph, Meta(examples=["PERS/LATG/SINE/TERS"])]
    ruleset: RulesetName = "boggle"


class CheckInput(SolveInput, kw_only=True):
    """Words to hold against a board."""

    words: Annotated[Words, Meta(examples=[["plates", "zed"]])]


class RoundInput(Answer):
    """A round: what each player has written down."""

    lists: Annotated[dict[Names, Words], Meta(examples=[{"Ann": ["plates", "lines"], "Ben": ["plates"]}])]
    ruleset: RulesetName = "boggle"
    board: Annotated[Drawing | Graph, Meta(description="What was played on, if it was.")] | UnsetType = UNSET
    penalties: Annotated[
        dict[str, Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]],
        Meta(description="Points that challenges add or take, by player."),
    ] = field(default_factory=dict)
    undefined: Annotated[
        dict[str, Words], Meta(description="Words that a player could not define, where the group plays so.")
    ] = field(default_factory=dict)


class FoundWord(Answer):
    """A legal word on a board."""

    word: str
    path: Annotated[list[int], Meta(description="The numbers of its tiles, from 0, row by row.")]
    score: int
    verdict: Annotated[str, Meta(description="Where its verdict is.")]


class SolvedBoard(Answer):
    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest
    words: list[FoundWord]
    total: int


class ObstacleModel(Answer):
    """Why a word is not on a board."""

    code: str
    reason: str


class CheckedWord(Answer):
    """A word held against a board; one that is none has `error` alone."""

    word: str
    error: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    acceptable: bool | UnsetType = UNSET
    code: str | UnsetType = UNSET
    legal: bool | UnsetType = UNSET
    on_board: bool | UnsetType = UNSET
    obstacle: ObstacleModel | UnsetType | None = UNSET
    path: list[int] | UnsetType | None = UNSET
    rings: int | UnsetType = UNSET
    score: int | UnsetType = UNSET
    verdict: str | UnsetType = UNSET


class CheckedBoard(Answer):
    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest
    words: list[CheckedWord]


class ListedModel(Answer):
    """A word of a player's list, and what came of it."""

    word: str
    key: str
    status: Literal["scores", "shared", "repeated", "not-legal", "not-on-board", "undefined", "no-word"]
    points: int
    reason: str
    shared_with: list[str]
    verdict: str | None


class PlayerModel(Answer):
    name: str
    words: list[ListedModel]
    penalties: int
    total: int


class ScoredRound(Answer):
    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest
    players: list[PlayerModel]
    winners: list[str]
    missed: Annotated[list[FoundWord], Meta(description="The best words of the board that nobody found.")]


@operation(
    "POST",
    "/v1/boards/solve",
    tag="games",
    body=SolveInput,
    answers=SolvedBoard,
    problems=_PROBLEMS,
    cached=False,
)
def solve_board(body: SolveInput) -> Response:
    """Find every legal word of a board, each with a best path and its score."""
    served().ruleset(body.ruleset)
    return _said(boards.solved(adjudicator(), body.board, body.ruleset))


@operation(
    "POST",
    "/v1/boards/check",
    tag="games",
    body=CheckInput,
    answers=CheckedBoard,
    problems=_PROBLEMS,
    cached=False,
)
def check_board(body: CheckInput) -> Response:
    """Say of words whether they are legal and on a board, and if not, why not."""
    served().ruleset(body.ruleset)
    return _said(boards.checked(adjudicator(), body.board, body.words, body.ruleset))


@operation(
    "POST",
    "/v1/rounds/score",
    tag="games",
    body=RoundInput,
    answers=ScoredRound,
    problems=_PROBLEMS,
    cached=False,
)
def score_round(body: RoundInput) -> Response:
    """Score a round: which words of each list count, for how much, and why the others do not."""
    served().ruleset(body.ruleset)
    found = boards.round_scored(
        adjudicator(),
        body.lists,
        body.ruleset,
        board=given(body.board),
        penalties=body.penalties,
        undefined=body.undefined,
    )
    return _said(found)


def _said(data: dict[str, Any]) -> Response:
    response = Response(orjson.dumps(data), content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    return response
