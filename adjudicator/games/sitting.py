"""A game while it is played at a table: who plays, and each round as far as it has come, just as it was typed.

A sitting holds what nobody has checked yet; :func:`record` makes of it the record of a game (:mod:`adjudicator.games.records`), which is
checked where it is scored. :func:`packed` puts a sitting into an address, :func:`unpacked` takes it out again. Pure.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import DecodeError, Meta, Struct, ValidationError, convert, field, json, to_builtins

from adjudicator.core.spelling import key_of
from adjudicator.errors import BadRecord
from adjudicator.games.board import MAX_TEXT
from adjudicator.games.records import (
    MAX_CHALLENGES,
    MAX_PLAYERS,
    MAX_ROUNDS,
    Challenged,
    Length,
    Line,
    Mark,
    Name,
    Target,
    Words,
    fault_text,
)
from adjudicator.rules.ruleset import MAX_TIMER, Ruleset

COLOURS = {"r": "Red", "b": "Blue", "g": "Green", "y": "Yellow"}
"""The marks of the sets of tiles, as a round is typed, and what the sets are called."""
NONE_LEFT = "0"
"""What is sent from a player's own device where they have played all their tiles."""
MAX_LIST = 20_000
"""Characters of a list as it is typed."""
MAX_PLAIN = 500_000
"""Characters of a sitting in JSON that is unpacked."""
NOT_WHOLE = "this link is not whole; go back to the page that it comes from, or begin a new game"
Typed = Annotated[str, Meta(max_length=MAX_LIST)]


class Part(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The base of what a sitting is made of."""


class Draft(Part):
    """A round as it was typed."""

    board: Annotated[str, Meta(max_length=MAX_TEXT, description="Its board, drawn in one line.")] = ""
    lists: Annotated[dict[Name, Typed], Meta(description="By player: the words, as they were typed.")] = (
        field(default_factory=dict)
    )
    undefined: Annotated[
        dict[Name, Words], Meta(description="By player: words that they could not define.")
    ] = field(default_factory=dict)
    challenges: Annotated[
        list[Challenged],
        Meta(max_length=MAX_CHALLENGES, description="What was challenged, and how that ended."),
    ] = field(default_factory=list)
    asked: Annotated[
        Challenged | None,
        Meta(
            description="A challenge that cannot be followed as it was entered: it is shown with what is wrong with it."
        ),
    ] = None
    points: Annotated[
        dict[Name, Annotated[str, Meta(max_length=20)]],
        Meta(description="What each player has, where the group has counted by itself."),
    ] = field(default_factory=dict)
    rows: Annotated[Typed, Meta(description="The rows of a shared crossword.")] = ""
    owners: Annotated[Typed, Meta(description="The same rows with whose each tile is.")] = ""
    finished: Annotated[str, Meta(max_length=100, description="Who played all tiles first.")] = ""
    unplayed: Annotated[
        dict[Name, Annotated[str, Meta(max_length=20)]],
        Meta(description="How many tiles each player has left."),
    ] = field(default_factory=dict)
    starting_word: Annotated[
        str, Meta(max_length=100, description="The word that the round started with.")
    ] = ""
    stands: Annotated[
        list[Annotated[str, Meta(max_length=200)]],
        Meta(description="Words of a crossword that no dictionary has, and that nobody minds."),
    ] = field(default_factory=list)
    scored: Annotated[bool, Meta(description="Whether the round is told in full, and counts.")] = False


class Playing(Part, kw_only=True):
    """A game at the table: who plays by which rules, and each round as far as it has come. The last of the rounds is the one that is played."""

    ruleset: Annotated[str, Meta(max_length=200, description="What they play by.", examples=["boggle"])]
    players: Annotated[
        list[Name],
        Meta(
            min_length=1,
            max_length=MAX_PLAYERS,
            description="In the order in which they sit, to the left.",
            examples=[["Anna", "Ben"]],
        ),
    ]
    rounds: Annotated[
        list[Draft],
        Meta(min_length=1, max_length=MAX_ROUNDS, examples=[[{"board": "PERS/LATG/SINE/TERS"}]]),
    ]
    drawn: Annotated[
        dict[Name, Mark], Meta(description="The letter that each player drew for who starts the first round.")
    ] = field(default_factory=dict)
    length: Length = None
    target: Target = None
    define: Annotated[bool, Meta(description="Whether the group plays only words that one can define.")] = (
        False
    )
    seconds: Annotated[
        int, Meta(ge=0, le=MAX_TIMER, description="How long a round lasts; 0 without a timer.")
    ] = 0


class Sitting(Playing, kw_only=True):
    """A game at the table, and what it is known by."""

    id: Annotated[str, Meta(pattern="^[a-z0-9]{1,32}$")]
    changed: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """How often it was changed."""

    @property
    def playing(self) -> Playing:
        """The game without what it is known by."""
        return Playing(**{name: getattr(self, name) for name in Playing.__struct_fields__})

    @property
    def draft(self) -> Draft:
        """The round that is played."""
        return self.rounds[-1]

    def changed_by(self, **values: Any) -> Sitting:
        """Return the sitting with other *values*, one change later."""
        plain = {name: getattr(self, name) for name in self.__struct_fields__}
        return Sitting(**{**plain, **values, "changed": self.changed + 1})

    def with_draft(self, **values: Any) -> Sitting:
        """Return the sitting with other *values* in the round that is played."""
        plain = {name: getattr(self.draft, name) for name in Draft.__struct_fields__}
        return self.changed_by(rounds=[*self.rounds[:-1], Draft(**{**plain, **values})])


def gathered(draft: Draft, come: Mapping[str, str], *, crossword: bool) -> Draft:
    """Return a round with what has *come* from the players' own devices, in the order of time: lists, whose words stand behind those that were
    typed here; of a *crossword* how many tiles they have left, and the first who has none has finished. What was typed here holds.

    Raises :class:`BadRecord` where a list becomes too long, or something else cannot be kept.
    """
    values = {name: getattr(draft, name) for name in Draft.__struct_fields__}
    if crossword:
        values["unplayed"] = {**come, **draft.unplayed}
        out = [name for name, left in come.items() if left == NONE_LEFT]
        values["finished"] = draft.finished or next(iter(out), "")
    else:
        lists = {name: _both(draft.lists.get(name, ""), words) for name, words in come.items()}
        faults = [f"lists.{name}: is too long" for name, words in lists.items() if len(words) > MAX_LIST]
        if faults:
            raise BadRecord(faults)
        values["lists"] = {**draft.lists, **lists}
    return draft_of(values)


def draft_of(values: Mapping[str, object]) -> Draft:
    """Return the round of these *values* if it can be kept and read again. Raises :class:`BadRecord` where it cannot."""
    try:
        return convert(to_builtins({name: each for name, each in values.items() if each is not None}), Draft)
    except ValidationError as error:
        raise BadRecord([fault_text(error)]) from error


def is_crossword(rules: Ruleset) -> bool:
    """Return whether all players build one crossword by these rules."""
    return bool(rules.scoring.first_finish)


def tiles_in(text: str) -> int | None:
    """Return how many tiles a player has left who has written *text*; None where it does not say so in at most three digits."""
    return int(text) if re.fullmatch(r"[0-9]{1,3}", text.strip(), re.ASCII) else None


def faults_of_players(players: Sequence[str]) -> list[str]:
    """Return what keeps these from playing with each other."""
    fault = "every player needs a name of their own"
    return [fault] if len(set(players)) < len(players) else []


def _both(typed: str, come: str) -> str:
    known = {key_of(word) for word in words_in(typed)}
    more = [word for word in words_in(come) if key_of(word) not in known]
    return "\n".join([typed, *more] if typed.strip() else [come]) if more else typed


def words_in(text: str) -> list[str]:
    """Return the words of a list as people write it: with spaces, commas or line breaks between them."""
    return [word for word in re.split(r"[\s,;]+", text) if word]


def record(sitting: Playing, *, sets: int = 0) -> dict[str, Any]:
    """Return the record of a sitting's game as plain data: the rounds that are told in full. *sets* is how many sets of tiles the ruleset has."""
    called = list(COLOURS.values()) if sets == len(COLOURS) else []
    marks = {} if called else dict(zip(COLOURS, sitting.players, strict=False))
    plain: dict[str, Any] = {
        "ruleset": sitting.ruleset,
        "players": list(sitting.players),
        "rounds": [round_of(each, sitting.players, marks) for each in sitting.rounds if each.scored],
        "sets": called,
        "drawn": sitting.drawn,
        "length": sitting.length,
        "target": sitting.target,
    }
    return {name: value for name, value in plain.items() if value or name == "rounds"}


def round_of(draft: Draft, players: list[str], marks: Mapping[str, str]) -> dict[str, Any]:
    """Return the record of a round. *marks* say whose the tiles of a crossword are, where the game's sets of tiles do not."""
    if draft.points:
        return {"points": {name: number_in(points) for name, points in draft.points.items()}}
    plain: dict[str, Any] = {"challenges": [_told(each) for each in draft.challenges]}
    if draft.rows:
        plain["crossword"] = _crossword(draft, marks)
    else:
        plain["lists"] = {name: words_in(draft.lists.get(name, "")) for name in players}
        plain["board"] = draft.board
        plain["undefined"] = {name: list(words) for name, words in draft.undefined.items()}
    return {name: value for name, value in plain.items() if value}


def _told(challenge: Challenged) -> dict[str, Any]:
    return {name: value for name, value in to_builtins(challenge).items() if value is not None}


def _crossword(draft: Draft, marks: Mapping[str, str]) -> dict[str, Any]:
    rows, owners = grids(draft.rows, draft.owners)
    plain: dict[str, Any] = {
        "rows": rows,
        "owners": owners,
        "players": dict(marks),
        "finished": draft.finished,
        "unplayed": {
            name: number_in(left) for name, left in draft.unplayed.items() if left and name != draft.finished
        },
        "starting_word": draft.starting_word,
    }
    return {name: value for name, value in plain.items() if value}


def grids(rows: str, owners: str) -> tuple[list[str], list[str]]:
    """Return the rows of a crossword and of its owners, all of one length: a space, or what is left out at the end, is a place without a tile."""
    drawn, whose = _lines(rows), _lines(owners.lower())
    width = max(map(len, (*drawn, *whose)), default=0)
    if width * max(len(drawn), len(whose)) > MAX_LIST:  # such a grid is refused, and never filled up
        return drawn, whose
    whose += [""] * (len(drawn) - len(whose))
    return [row.ljust(width, ".") for row in drawn], [row.ljust(width, ".") for row in whose]


def _lines(grid: str) -> list[Line]:
    """Return the rows of a grid that was typed, without empty ones around it."""
    rows = [row.rstrip().replace(" ", ".") for row in re.split(r"\r?\n|/", grid.strip("\r\n"))]
    return rows if any(rows) else []


def number_in(text: str) -> int | str:
    """Return the whole number in *text*; what is none, as it is: where the record is checked it is a fault."""
    tidy = text.strip().replace("−", "-")
    return int(tidy) if re.fullmatch(r"[+-]?[0-9]{1,9}", tidy) else text


def plain_text(sitting: Sitting) -> str:
    """Return a sitting as JSON."""
    return json.encode(sitting).decode()


def from_plain_text(text: str) -> Sitting:
    """Return the sitting in JSON. Raises :class:`BadRecord`."""
    try:
        return json.decode(text, type=Sitting)
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise BadRecord([NOT_WHOLE]) from error


def packed(sitting: Sitting) -> str:
    """Return a sitting as letters, digits and two other signs, for an address."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(json.encode(sitting)) + squeezer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(text: str) -> Sitting:
    """Return the sitting that :func:`packed` has made *text* of. Raises :class:`BadRecord` where it has not."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-15)
        plain = opener.decompress(data, MAX_PLAIN)
        return from_plain_text("" if opener.unconsumed_tail else plain.decode())
    except (binascii.Error, zlib.error, ValueError) as error:
        raise BadRecord([NOT_WHOLE]) from error
