"""Input records of rounds and games, shared by files, HTTP and the pages.

Start at :class:`Round` and :class:`Game`. msgspec checks them as it decodes them.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from adjudicator.games.board import MAX_TEXT
from adjudicator.games.crossword import MAX_SIDE

MAX_PLAYERS = 100
MAX_LISTED = 1_000
"""Words on one list."""
MAX_ROUNDS = 100
MAX_CHALLENGES = 100
MAX_POINTS = 1_000_000
MAX_MESSAGE = 300
"""Characters of what is told of a fault: it may quote what was given."""
NOTHING_SCORED = "Nothing was scored."

RULESET_SCHEMA = {"type": "string", "pattern": "^(house:[a-z0-9][a-z0-9-]{0,63}|[a-z0-9][a-z0-9_-]{0,63})$"}
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
        description="`rows` of tiles, or `tiles` and the `edges` between their numbers; perhaps `rings`, `reuse` and `layout`."
    ),
]
RulesetName = Annotated[
    str, Meta(description="The id of a ruleset, or `house:SLUG`.", extra_json_schema=RULESET_SCHEMA)
]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Words = Annotated[list[Annotated[str, Meta(max_length=1000)]], Meta(max_length=MAX_LISTED)]
Points = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]
Tiles = Annotated[int, Meta(ge=0, le=1000)]
Line = Annotated[str, Meta(max_length=MAX_SIDE)]


class Record(Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of all records: what they do not name is refused."""


class Challenged(Record):
    """A word of the round that was challenged."""

    word: Annotated[str, Meta(min_length=1, max_length=1000, examples=["lines"])]
    player: Annotated[Name, Meta(description="Whose word it is.")]
    challenger: Name | None = None
    ruling: Annotated[
        Literal["legal", "illegal"] | None,
        Meta(description="What the group has voted; where nothing is said, the dictionary settles it."),
    ] = None
    mid_round: Annotated[bool, Meta(description="Whether it was challenged before the round had ended.")] = (
        False
    )
    built_on: Annotated[bool, Meta(description="Whether others had built on the word by then.")] = False


class Crossword(Record):
    """A shared crossword as it lies when the round has ended."""

    rows: Annotated[
        list[Line],
        Meta(max_length=MAX_SIDE, description="Letters, `?` for a wild tile, `.` for no tile."),
    ]
    owners: Annotated[
        list[Line],
        Meta(max_length=MAX_SIDE, description="A character for each tile that says whose it is."),
    ]
    players: Annotated[
        dict[Annotated[str, Meta(min_length=1, max_length=1)], Name],
        Meta(description="Who each character of `owners` is."),
    ]
    finished: Annotated[Name | None, Meta(description="Who played all tiles first, if anybody did.")] = None
    unplayed: Annotated[dict[str, Tiles], Meta(description="How many tiles each player has left.")] = field(
        default_factory=dict
    )
    starting_word: Annotated[
        Annotated[str, Meta(max_length=100)] | None, Meta(description="The word that the round started with.")
    ] = None


class RoundBase(Record):
    """What a round and a round of a game have in common."""

    lists: Annotated[
        dict[Name, Words] | None,
        Meta(
            description="What each player has written down.",
            examples=[{"Ann": ["plates", "lines"], "Ben": ["plates"]}],
        ),
    ] = None
    board: Annotated[Drawing | Graph | None, Meta(description="What was played on, if it was.")] = None
    undefined: Annotated[
        dict[str, Words], Meta(description="Words that a player could not define, where the group plays so.")
    ] = field(default_factory=dict)
    crossword: Annotated[Crossword | None, Meta(description="The shared crossword, instead of lists.")] = None
    penalties: Annotated[
        dict[str, Points], Meta(description="Points that are added or taken besides, by player.")
    ] = field(default_factory=dict)
    challenges: Annotated[list[Challenged], Meta(max_length=MAX_CHALLENGES)] = field(default_factory=list)


class Round(RoundBase):
    """A round: the lists of its players, or their shared crossword."""

    ruleset: RulesetName = "boggle"


class GameRound(RoundBase):
    """A round of a game: as it was played, or the points that it came to."""

    points: Annotated[
        dict[str, Points] | None, Meta(description="What each player has, where the round is scored already.")
    ] = None


class Game(Record):
    """A game of several rounds."""

    players: Annotated[
        list[Name],
        Meta(
            min_length=1,
            max_length=MAX_PLAYERS,
            description="In the order in which they sit, to the left; the first deals first.",
            examples=[["Ann", "Ben"]],
        ),
    ]
    rounds: Annotated[
        list[GameRound],
        Meta(max_length=MAX_ROUNDS, examples=[[{"points": {"Ann": 12, "Ben": 7}}]]),
    ]
    ruleset: RulesetName = "boggle"
    length: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] | None,
        Meta(description="How many rounds are played, if not as many as the ruleset says."),
    ] = None
    target: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_POINTS)] | None,
        Meta(description="The points that end the game, if it is played so."),
    ] = None
    sets: Annotated[list[Name], Meta(max_length=20, description="The names of the sets of tiles.")] = field(
        default_factory=list
    )
    drawn: Annotated[
        dict[str, Annotated[str, Meta(min_length=1, max_length=1)]],
        Meta(description="The letter that each player drew for who starts the first round."),
    ] = field(default_factory=dict)


def fault_text(error: Exception) -> str:
    """Return what msgspec finds wrong and where, without its notation and without repeating at length what was given."""
    text = str(error).rstrip(".")
    text = re.sub(r" - at `\$\.?([^`]*)`$", lambda found: f", at {found[1]}" if found[1] else "", text)
    return text if len(text) <= MAX_MESSAGE else f"{text[:MAX_MESSAGE]}…"
