"""The calls of boards and rounds. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from flask import Response
from msgspec import UNSET, Meta, UnsetType

from adjudicator.api.models import Answer, Digest
from adjudicator.api.operations import JSON, operation, purse
from adjudicator.games.records import Drawing, Game, Graph, Round, RulesetName, Words
from adjudicator.games.scoring import Status
from adjudicator.runtime.current import adjudicator, served
from adjudicator.usecases import boards, rounds

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
    ways: (
        Annotated[
            int, Meta(le=boards.MOST_WAYS, description="How many paths it has, or the most that is told.")
        ]
        | UnsetType
    ) = UNSET
    paths: list[list[int]] | UnsetType = UNSET


class CheckedBoard(Answer):
    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest
    words: list[CheckedWord]


class ListedModel(Answer):
    """A word of a player's list, and what came of it."""

    word: str
    key: str
    status: Status
    points: int
    reason: str
    shared_with: list[str]
    path: list[int] | None
    verdict: str | None


class PlayerModel(Answer):
    """What a round came to for a player. `penalties` are what challenges and the record add or take."""

    name: str
    words: list[ListedModel]
    penalties: int
    total: int


class ChallengedModel(Answer):
    """A challenge of a round, and what followed from it."""

    word: str
    player: str
    challenger: str | None
    legal: bool
    points: Annotated[dict[str, int], Meta(description="What each player's score changes by.")]
    summary: str


class PlayedLists(Answer, tag_field="kind", tag="lists"):
    """A round of lists."""

    players: list[PlayerModel]
    winners: list[str]
    challenges: list[ChallengedModel]


class RunModel(Answer):
    """A word of a crossword. `row` and `column` of its first tile are counted from 1."""

    word: str
    letters: Annotated[str, Meta(description="What its tiles show; `?` for a wild one.")]
    row: int
    column: int
    direction: Literal["across", "down"]
    players: Annotated[list[str], Meta(description="Who has a tile in it, and so its points.")]
    legal: bool
    code: str | None
    reason: str
    status: Literal["scores", "too-short-to-score", "not-legal"]
    points: int
    void_for: Annotated[
        str | None,
        Meta(description="Who gets nothing for it, since it was challenged in mid-round and stayed."),
    ]
    verdict: str | None


class WildModel(Answer):
    """What a wild tile stands for, in both directions."""

    row: int
    column: int
    letter: str


class BonusModel(Answer):
    """What finishing first earns, and whom."""

    points: int
    to: list[str]


class WorthModel(Answer):
    word: str
    points: int


class RacerModel(Answer):
    """What a round of a crossword came to for a player."""

    name: str
    words: list[WorthModel]
    bonus: int
    penalties: int
    total: int


class PlayedCrossword(Answer, tag_field="kind", tag="crossword"):
    """A round of a shared crossword."""

    holds: Annotated[bool, Meta(description="Whether every run is a word and all tiles hang together.")]
    words: list[RunModel]
    wilds: list[WildModel]
    bonus: BonusModel
    players: list[RacerModel]
    winners: list[str]
    challenges: list[ChallengedModel]
    notes: Annotated[list[str], Meta(description="What could not be told from the record.")]


class ScoredLists(PlayedLists, tag="lists", kw_only=True):
    """A round of lists, and by what it was judged."""

    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest
    missed: Annotated[
        list[FoundWord] | None,
        Meta(
            description="The best words of the board that nobody found; null where it has too many ways to find them."
        ),
    ]


class ScoredCrossword(PlayedCrossword, tag="crossword", kw_only=True):
    """A round of a shared crossword, and by what it was judged."""

    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest


class LeadModel(Answer):
    """How a round begins."""

    number: int
    dealer: str | None
    starters: Annotated[list[str], Meta(description="Who starts; several where they are level.")]
    sets: Annotated[dict[str, str], Meta(description="Who plays which set of tiles.")]
    rings: Annotated[int | None, Meta(description="How many bonus rings lie on the board.")]


class GameRoundModel(LeadModel, kw_only=True):
    """A round of a game. `round` is null where only its points were told."""

    points: dict[str, int]
    round: PlayedLists | PlayedCrossword | None


class ScoredGame(Answer):
    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest
    rounds: list[GameRoundModel]
    totals: dict[str, int]
    winners: Annotated[list[str], Meta(description="Who has the most points; several where they are level.")]
    over: bool
    next: Annotated[LeadModel | None, Meta(description="The round to come, unless the game is over.")]


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
    return _json_response(boards.solved(adjudicator(), body.board, body.ruleset, purse()))


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
    answers=(ScoredLists, ScoredCrossword),
    problems=_PROBLEMS,
    cached=False,
)
def score_round(body: Round) -> Response:
    """Score a round of lists or of a shared crossword: which words count, for whom and for how much, and why the others do not."""
    served().ruleset(body.ruleset)
    return _json_response(rounds.round_scored(adjudicator(), body, purse=purse()))


@operation(
    "POST",
    "/v1/games/score",
    tag="games",
    body=Game,
    answers=ScoredGame,
    problems=_PROBLEMS,
    cached=False,
)
def score_game(body: Game) -> Response:
    """Score a game of several rounds: the totals, who leads, whether it is over, and who leads off next."""
    served().ruleset(body.ruleset)
    return _json_response(rounds.game_scored(adjudicator(), body, purse()))


def _json_response(data: dict[str, Any]) -> Response:
    response = Response(orjson.dumps(data), content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    return response
