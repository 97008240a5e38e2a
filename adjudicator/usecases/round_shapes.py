"""Rounds and games as they leave: what the faces answer of lists, of a crossword, and of how a game stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from adjudicator.core.shapes import extends, renamed
from adjudicator.games.crossword import RacePlayer
from adjudicator.games.scoring import ListedWord, PlayerRound
from adjudicator.judging.shapes import JudgedBy
from adjudicator.usecases.boards import FoundWord


@extends(ListedWord)
class ListedModel(TypedDict):
    """A word of a player's list, and what came of it."""

    code: str
    """What decided it: a code of a verdict, or what was ruled, or why it does not count although it is a word."""
    path: list[int] | None
    verdict: str | None


@extends(PlayerRound)
class PlayerModel(TypedDict):
    """What a round came to for a player. `penalties` are what challenges and the record add or take."""

    words: list[ListedModel]


@renamed(others="with")
class ChallengedModel(NamedTuple):
    """A challenge of a round, and what followed from it."""

    word: str
    player: str
    challenger: str | None
    by: Literal["dictionary", "vote"]
    """What settled it."""
    ruling_id: str | None
    """The ruling of the ledger that did."""
    dispute: str | None
    at: list[int | str] | None
    """Where the word lies in a crossword: row and column from 1, and its direction."""
    others: list[str]
    """Who else has challenged the same word: it is looked up once."""
    legal: bool
    code: str
    reason: str
    decision: Literal["upheld", "rejected", "no-action", "void"]
    """Upheld where the word is not legal; void where its player could not define it."""
    fate: str
    """What becomes of the word."""
    points: dict[str, int]
    """What each player's score changes by."""
    summary: str


class TurnsModel(TypedDict):
    """How a group plays that takes turns."""

    order: list[str]
    seconds: int | None
    """How long a turn may take."""


class PlayedLists(TypedDict):
    """A round of lists."""

    kind: Literal["lists"]
    players: list[Annotated[Mapping[str, Any], PlayerModel]]
    leaders: list[str]
    """Who has the most points; several where they are level."""
    winners: list[str]
    """The same: a round by itself is won by whoever leads."""
    challenges: list[Annotated[Mapping[str, Any], ChallengedModel]]
    turns: TurnsModel | None
    notes: list[str]
    """What is unusual, and what could not be told from the record."""


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
    code: str
    """What decided it, as of a word of a list."""
    reason: str
    status: Literal["scores", "too-short-to-score", "not-legal"]
    points: int
    void_for: str | None
    """Who gets nothing for it, since it was challenged in mid-round and stayed."""
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
    unplayed: dict[str, int]
    """How many tiles each player has left, as it was told or worked out."""
    players: list[Annotated[Mapping[str, Any], RacerModel]]
    leaders: list[str]
    """Who has the most points; several where they are level."""
    winners: list[str]
    """The same: a round by itself is won by whoever leads."""
    challenges: list[Annotated[Mapping[str, Any], ChallengedModel]]
    turns: TurnsModel | None
    notes: list[str]
    """What is unusual, and what could not be told from the record."""


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
    turns: TurnsModel | None
    """Who plays after whom, where the group takes turns."""


class GameRoundModel(LeadModel):
    """A round of a game. `round` is null where only its points were told."""

    points: dict[str, int]
    round: PlayedLists | PlayedCrossword | None


class ScoredGame(JudgedBy):
    rounds: list[GameRoundModel]
    totals: dict[str, int]
    leaders: list[str]
    """Who has the most points while the game is not over; several where they are level."""
    winners: list[str]
    """Who has the most points once it is over."""
    over: bool
    next: LeadModel | None
    """The round to come, unless the game is over."""
    notes: list[str]
    """What is unusual, and what could not be told from the record."""
