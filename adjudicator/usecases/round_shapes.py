"""Rounds and games as they leave: what the faces answer of lists, of a crossword, and of how a game stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from adjudicator.core.shapes import extends
from adjudicator.games.crossword import RacePlayer
from adjudicator.games.scoring import ListedWord, PlayerRound
from adjudicator.judging.shapes import JudgedBy
from adjudicator.usecases.boards import FoundWord


@extends(ListedWord)
class ListedModel(TypedDict):
    """A word of a player's list, and what came of it."""

    path: list[int] | None
    verdict: str | None


@extends(PlayerRound)
class PlayerModel(TypedDict):
    """What a round came to for a player. `penalties` are what challenges and the record add or take."""

    words: list[ListedModel]


class ChallengedModel(TypedDict):
    """A challenge of a round, and what followed from it."""

    word: str
    player: str
    challenger: str | None
    legal: bool
    points: dict[str, int]
    """What each player's score changes by."""
    summary: str


class PlayedLists(TypedDict):
    """A round of lists."""

    kind: Literal["lists"]
    players: list[Annotated[Mapping[str, Any], PlayerModel]]
    winners: list[str]
    challenges: list[ChallengedModel]


class RunModel(TypedDict):
    """A word of a crossword. `row` and `column` of its first tile are counted from 1."""

    word: str
    letters: str
    """What its tiles show; `?` for a wild one."""
    row: int
    column: int
    direction: Literal["across", "down"]
    players: list[str]
    """Who has a tile in it, and so its points."""
    legal: bool
    code: str | None
    reason: str
    status: Literal["scores", "too-short-to-score", "not-legal"]
    points: int
    void_for: list[str]
    """Who get nothing for it, since it was challenged in mid-round and stayed."""
    verdict: str | None


class WildModel(TypedDict):
    """What a wild tile stands for, in both directions."""

    row: int
    column: int
    letter: str


class FinishBonus(TypedDict):
    """What finishing first earns, and whom."""

    points: int
    to: list[str]


class Worth(NamedTuple):
    """What a word was worth to a player."""

    word: str
    points: int


@extends(RacePlayer)
class RacerModel(TypedDict):
    """What a round of a crossword came to for a player."""

    words: list[Worth]


class PlayedCrossword(TypedDict):
    """A round of a shared crossword."""

    kind: Literal["crossword"]
    holds: bool
    """Whether every run is a word and all tiles hang together."""
    words: list[RunModel]
    wilds: list[WildModel]
    bonus: FinishBonus
    players: list[Annotated[Mapping[str, Any], RacerModel]]
    winners: list[str]
    challenges: list[ChallengedModel]
    notes: list[str]
    """What could not be told from the record."""


class ScoredLists(JudgedBy, PlayedLists):
    """A round of lists, and by what it was judged."""

    missed: list[FoundWord] | None
    """The best words of the board that nobody found; None where it has too many ways to find them."""


class ScoredCrossword(JudgedBy, PlayedCrossword):
    """A round of a shared crossword, and by what it was judged."""


class LeadModel(TypedDict):
    """How a round begins."""

    number: int
    dealer: str | None
    starters: list[str]
    """Who starts; several where they are level."""
    sets: dict[str, str]
    """Who plays which set of tiles."""
    rings: int | None
    """How many bonus rings lie on the board."""


class GameRoundModel(LeadModel):
    """A round of a game. `round` is null where only its points were told."""

    points: dict[str, int]
    round: PlayedLists | PlayedCrossword | None


class ScoredGame(JudgedBy):
    rounds: list[GameRoundModel]
    totals: dict[str, int]
    winners: list[str]
    """Who has the most points; several where they are level."""
    over: bool
    next: LeadModel | None
    """The round to come, unless the game is over."""
