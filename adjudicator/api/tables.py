"""What comes in as plain data and is read by readers of its own, with every fault at once: boards as graphs, and tables of a ruleset.

These models only describe it in the OpenAPI document, where :data:`TITLED` puts each in the place of what bears its title. A member that is
null counts as left out, as it does for those readers.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from adjudicator.api.schemas import described, members_of
from adjudicator.games.board import LAYOUTS, MAX_TEXT, MAX_TILES
from adjudicator.games.records import BOARD, INLINE_RULESET
from adjudicator.judging.shapes import FullVerdict
from adjudicator.rules.house import OVERRIDES
from adjudicator.rules.ruleset import (
    BoardRule,
    Challenge,
    Dictionary,
    Example,
    Exclusions,
    Game,
    Member,
    RegionRule,
    Reuse,
    Scoring,
)

OVERRIDES_INPUT = f"{OVERRIDES}Input"
Described = dict[str, tuple[Any, str]]
"""Member → its type and its description."""
Number = Annotated[int, Meta(ge=0, lt=MAX_TILES)]


def _optional(fields: Described) -> list[Any]:
    """Return *fields* of a structure, each a type and its description, all of which may be left out."""
    return [
        (name, Annotated[kind | None, Meta(description=text)] | UnsetType, UNSET)
        for name, (kind, text) in fields.items()
    ]


_BOARD: Described = {
    "rows": (
        Annotated[str, Meta(max_length=MAX_TEXT)] | list[str | list[str | None]],
        "The tiles by rows, drawn or as lists of tiles; null or `.` for a place without one.",
    ),
    "tiles": (Annotated[list[str], Meta(max_length=MAX_TILES)], "The tiles of a board that is a graph."),
    "edges": (
        list[Annotated[list[Number], Meta(min_length=2, max_length=2)]],
        "Which tiles touch, by their numbers from 0.",
    ),
    "rings": (Annotated[list[Number], Meta(max_length=MAX_TILES)], "The numbers of the tiles with a ring."),
    "reuse": (Reuse, "Whether a word may use a tile again."),
    "layout": (Literal[*LAYOUTS], "The layout that the tiles must have."),
}


def _board() -> type[Struct]:
    text = "A board as data: `rows` of tiles, or `tiles` and the `edges` between them."
    return defstruct(
        BOARD, _optional(_BOARD), forbid_unknown_fields=True, kw_only=True, namespace={"__doc__": text}
    )


_TABLES: dict[str, tuple[type | None, str]] = {
    "dictionary": (Dictionary, "Which sources are asked, and which of them make a word a word."),
    "length": (None, "How many letters a word has."),
    "alphabet": (None, "Which letters tiles show."),
    "spelling": (None, "Whose spelling counts."),
    "exclude": (Exclusions, "What is no legal word although a dictionary has it."),
    "challenge": (Challenge, "What follows when a word is challenged."),
    "scoring": (Scoring, "What a word is worth."),
    "board": (BoardRule, "What is played on."),
    "game": (Game, "What a game of several rounds goes by."),
}
"""Table of a ruleset's file → what it is read into, where they have the same members, and its description."""
_BOUND: Any = int | Literal["none"]
"""A number that may lift the one below it."""
_MORE: dict[str, Described] = {
    "length": {
        "min": (int, "The fewest letters."),
        "max": (_BOUND, "The most letters; `none` where those of the ruleset below do not hold."),
    },
    "alphabet": {"letters": (str, "All of them.")},
    "spelling": {"region": (RegionRule, "The region whose spelling counts.")},
    "challenge": {"rule": (str, "A challenge rule by its name; the other members lie on top of it.")},
    "game": {"rounds": (_BOUND, "How many are played."), "target": (_BOUND, "The points that end the game.")},
    "scoring": {"lengths": (dict[str, int], "By a number of letters, the points from so many on.")},
}


def _table(end: str, name: str, text: str, fields: Described) -> type[Struct]:
    """Return a table of a ruleset's file. One that comes in, whose name has an *end*, takes no other member."""
    return defstruct(
        f"{name}Table{end}",
        _optional(fields),
        rename="kebab",
        forbid_unknown_fields=bool(end),
        kw_only=True,
        namespace={"__doc__": text},
    )


def _fields(kind: type | None) -> Described:
    return {name: (described(hint), text) for name, hint, text in members_of(kind)} if kind else {}


@cache
def _below(end: str) -> Described:
    """Return what stands in the tables of a ruleset."""
    member = _table(end, "Member", "A source whose ordinary words are in the dictionary.", _fields(Member))
    example = _table(end, "Example", "What the rulebook says of a word.", _fields(Example))
    more: dict[str, Described] = {
        **_MORE,
        "dictionary": {"members": (list[member], "Which of the sources make a word a word.")},  # type: ignore[valid-type]
    }
    found: Described = {}
    for name, (kind, text) in _TABLES.items():
        fields = _fields(kind) | more.get(name, {})
        if kind is Exclusions:  # each of its numbers may be lifted
            fields = {
                key: (_BOUND if each == int | None else each, told) for key, (each, told) in fields.items()
            }
        found[name] = (_table(end, name.capitalize(), text, fields), text)
    return found | {
        "id": (str, "What the ruleset is named by."),
        "title": (str, "What the ruleset is called."),
        "rulebook": (str, "The rulebook that it puts down as data."),
        "cites": (dict[str, str], "By code, the place in the rulebook."),
        "examples": (dict[str, example], "By word, what the rulebook says of it."),  # type: ignore[valid-type]
    }


def _ruleset(name: str, closed: bool = True, **more: tuple[Any, str]) -> type[Struct]:
    """Return the tables of a ruleset under the title *name*."""
    return defstruct(
        name,
        _optional(_below("Input" if closed else "") | more),
        forbid_unknown_fields=closed,
        kw_only=True,
        namespace={"__doc__": "Tables of a ruleset, with the keys of a ruleset's file."},
    )


TITLED: dict[str, type] = {
    BOARD: _board(),
    OVERRIDES: _ruleset(OVERRIDES, closed=False),
    OVERRIDES_INPUT: _ruleset(OVERRIDES_INPUT),
    INLINE_RULESET: _ruleset(INLINE_RULESET, extends=(str, "The id of the ruleset that it extends.")),
    FullVerdict.__name__: FullVerdict,
}
"""Title of a schema → the model that describes what it leaves open."""
