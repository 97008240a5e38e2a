"""Input records of rounds and games, shared by files, HTTP and the pages.

Start at :class:`Round` and :class:`Game`. msgspec checks them as it decodes them.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, json

from adjudicator.games.board import MAX_TEXT
from adjudicator.games.crossword import MAX_SIDE
from adjudicator.rules.ruleset import MAX_TIMER

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
MAX_ROW = 8_000
"""Characters of a row of a crossword that says whose each tile is."""
Drawing = Annotated[
    str,
    Meta(
        max_length=MAX_TEXT,
        description="Rows with `/` between them: a letter, `Qu`, `(th)`, `?` for a blank, `*` behind a tile for a ring, `.` for no tile.",
        examples=["PERS/LATG/SINE/TERS"],
    ),
]
BOARD, INLINE_RULESET = "BoardGraph", "InlineRulesetInput"
"""Titles of what readers of its own take, with every fault at once."""
Graph = Annotated[
    dict[str, Any],
    Meta(
        description="`rows` of tiles, or `tiles` and the `edges` between their numbers; perhaps `rings`, `reuse` and `layout`.",
        extra_json_schema={"title": BOARD},
    ),
]
RulesetName = Annotated[
    str, Meta(description="The id of a ruleset, or `house:SLUG`.", extra_json_schema=RULESET_SCHEMA)
]
InlineRuleset = Annotated[
    dict[str, Any],
    Meta(
        description="The ruleset itself, with the keys of a ruleset's file; `extends` takes an id, and `id` may be left out.",
        extra_json_schema={"title": INLINE_RULESET},
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Words = Annotated[list[Annotated[str, Meta(max_length=1000)]], Meta(max_length=MAX_LISTED)]
Points = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]
Tiles = Annotated[int, Meta(ge=0, le=1000)]
Line = Annotated[str, Meta(max_length=MAX_ROW)]
Mark = Annotated[str, Meta(min_length=1, max_length=100)]
Uses = Annotated[int, Meta(ge=0, le=100)]
Place = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
Direction = Literal["across", "down"]
At = tuple[Place, Place, Direction]


class Record(Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of all records: what they do not name is refused."""


class Challenged(Record):
    """A word of the round that was challenged, and how that was settled: by the dictionary, or by a vote where there is a ruling, unless `by`
    says otherwise.
    """

    word: Annotated[
        Annotated[str, Meta(min_length=1, max_length=1000, examples=["lines"])] | None,
        Meta(description="The word; it may be left out where the ledger has ruled on one word."),
    ] = None
    player: Annotated[Name | None, Meta(description="Whose word it is.")] = None
    challenger: Name | None = None
    by: Annotated[
        Literal["dictionary", "vote"] | None,
        Meta(
            description="What settled it. The dictionary with a `ruling` is another book than this service has."
        ),
    ] = None
    ruling: Annotated[
        Literal["legal", "illegal", "no-action"] | None,
        Meta(
            description="What the group has voted, `no-action` for a tie; where nothing is said, the dictionary settles it."
        ),
    ] = None
    at: Annotated[
        At | None,
        Meta(
            description="Row and column of the word's first tile in the crossword, from 1, and its direction."
        ),
    ] = None
    ruling_id: Annotated[Name | None, Meta(description="A ruling of the ledger that settled it.")] = None
    dispute: Annotated[Name | None, Meta(description="A closed dispute of the ledger that settled it.")] = (
        None
    )
    mid_round: Annotated[
        bool | None, Meta(description="Whether it was challenged before the round had ended.")
    ] = None
    built_on: Annotated[bool | None, Meta(description="Whether others had built on the word by then.")] = None


class Tile(Record):
    """A tile of a crossword."""

    tile: Annotated[str, Meta(min_length=1, max_length=1, description="Its letter; `?` for a wild tile.")]
    player: Annotated[Mark, Meta(description="Whose it is.")]


class Swap(Record):
    """Tiles at hand that a player swapped for new ones."""

    player: Name
    tiles: Annotated[Tiles | None, Meta(description="How many; all of them where nothing is said.")] = None


class Turns(Record):
    """How a group plays that takes turns, as a younger one may."""

    order: Annotated[
        list[Name],
        Meta(
            max_length=MAX_PLAYERS,
            description="Who plays after whom; every player of the round stands in it.",
        ),
    ] = field(default_factory=list)
    seconds: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_TIMER)] | None, Meta(description="How long a turn may take.")
    ] = None


class Crossword(Record):
    """A shared crossword as it lies when the round has ended. Rows and owners are two drawings, or one: rows like `r:W b:O .`, or cells."""

    rows: Annotated[
        list[Line | Annotated[list[Tile | str | None], Meta(max_length=MAX_SIDE)]],
        Meta(
            max_length=MAX_SIDE,
            description="Letters, `?` for a wild tile, `.` for no tile; or `r:W b:O .`, with whose each tile is; or cells.",
        ),
    ]
    owners: Annotated[
        Annotated[list[Line], Meta(max_length=MAX_SIDE)] | None,
        Meta(description="A character for each tile that says whose it is."),
    ] = None
    players: Annotated[
        dict[Mark, Name] | None,
        Meta(
            description="Who each mark of an owner is. In a game the seats and the sets of tiles say so, too."
        ),
    ] = None
    finished: Annotated[Name | None, Meta(description="Who played all tiles first, if anybody did.")] = None
    unplayed: Annotated[
        dict[str, Tiles],
        Meta(
            description="How many tiles each player has left; worked out where it is left out and sets are counted."
        ),
    ] = field(default_factory=dict)
    starting_word: Annotated[
        Annotated[str, Meta(max_length=100)] | None, Meta(description="The word that the round started with.")
    ] = None
    starter: Annotated[
        Name | None, Meta(description="Who laid it, in a round that is no part of a game.")
    ] = None
    swaps: Annotated[
        list[Swap], Meta(max_length=1000, description="Swaps of tiles at hand; they change no score.")
    ] = field(default_factory=list)


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
    rings: Annotated[
        dict[str, dict[str, Uses]] | None,
        Meta(description="Without a board: how often each word of a player uses a ringed letter."),
    ] = None
    crossword: Annotated[Crossword | None, Meta(description="The shared crossword, instead of lists.")] = None
    penalties: Annotated[
        dict[str, Points], Meta(description="Points that are added or taken besides, by player.")
    ] = field(default_factory=dict)
    challenges: Annotated[list[Challenged], Meta(max_length=MAX_CHALLENGES)] = field(default_factory=list)
    turns: Annotated[Turns | None, Meta(description="Order and timer, where the group takes turns.")] = None


class Round(RoundBase):
    """A round: the lists of its players, or their shared crossword."""

    ruleset: RulesetName | InlineRuleset = "boggle"


class GameRound(RoundBase):
    """A round of a game: as it was played, or the points that it came to."""

    points: Annotated[
        dict[str, Points] | None, Meta(description="What each player has, where the round is scored already.")
    ] = None


Length = Annotated[
    Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] | None,
    Meta(description="How many rounds are played, if not as many as the ruleset says."),
]
Target = Annotated[
    Annotated[int, Meta(ge=1, le=MAX_POINTS)] | None,
    Meta(description="The points that end the game, if it is played so."),
]


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
    ruleset: RulesetName | InlineRuleset = "boggle"
    length: Length = None
    target: Target = None
    sets: Annotated[list[Name], Meta(max_length=20, description="The names of the sets of tiles.")] = field(
        default_factory=list
    )
    drawn: Annotated[
        dict[str, Annotated[str, Meta(min_length=1, max_length=1)]],
        Meta(description="The letter that each player drew for who starts the first round."),
    ] = field(default_factory=dict)
    turns: Annotated[
        Turns | None, Meta(description="The same for all rounds; whoever starts has the first turn.")
    ] = None


def schema_of(kind: type[Record]) -> dict[str, Any]:
    """Return the JSON Schema of a *kind* of record, of the draft of 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": kind.__name__,
        **json.schema(kind),
    }


def fault_text(error: Exception) -> str:
    """Return what msgspec finds wrong and where, without its notation and without repeating at length what was given."""
    text = str(error).rstrip(".")
    text = re.sub(r" - at `\$\.?([^`]*)`$", lambda found: f", at {found[1]}" if found[1] else "", text)
    return text if len(text) <= MAX_MESSAGE else f"{text[:MAX_MESSAGE]}…"
