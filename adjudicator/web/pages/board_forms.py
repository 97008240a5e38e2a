"""What the pages of boards and of games have in common: how much their fields take, and a board to be filled in tile by tile."""

from __future__ import annotations

import re

from adjudicator.games.board import MAX_TEXT
from adjudicator.games.entry import one_line as one_line
from adjudicator.games.records import Challenged, Crossword, Game, Record, schema_of

MOST_CELLS = 12
"""Rows, and places of a row, of a board that is filled in place by place."""
_CELL = re.compile(r"(?:Qu|\([^()]*\)|.)\*?")
SETTLED: dict[str, tuple[str | None, str | None]] = {
    "legal": ("vote", "legal"),
    "illegal": ("vote", "illegal"),
    "no-action": ("vote", "no-action"),
    "book-legal": ("dictionary", "legal"),
    "book-illegal": ("dictionary", "illegal"),
}
"""How a challenge was settled, as the form has it → by what, and as what."""


def _limit(kind: type[Record], *path: str) -> int:
    """Return the largest number, or of a text the largest length, that the JSON Schema of a record takes at a place."""
    schema = schema_of(kind)
    found = schema["$defs"][kind.__name__]["properties"]
    for name in path:
        found = found[name]
    options = [found, *found.get("anyOf", ())]
    return int(next(each[key] for each in options for key in ("maxLength", "maximum") if key in each))


LIMITS = {
    "name": _limit(Challenged, "player"),
    "word": _limit(Challenged, "word"),
    "starting_word": _limit(Crossword, "starting_word"),
    "tiles": len(str(_limit(Crossword, "unplayed", "additionalProperties"))),
    "rounds": len(str(_limit(Game, "length"))),
    "points": len(str(_limit(Game, "target"))),
}
"""How many characters a field of a form takes, as the schema of records has it."""


def cells(board: str) -> list[list[str]]:
    """Return the tiles of a board as they are drawn, row by row, to be filled in one by one; nothing for a board that is too large for that."""
    if len(board) > MAX_TEXT:
        return []
    rows = [_CELL.findall(row) for row in one_line(board).split("/")]
    return rows if len(rows) <= MOST_CELLS and max(map(len, rows)) <= MOST_CELLS else []
