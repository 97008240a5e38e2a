"""Boards as people type them: rows that are all in one line, and a Q that stands for the tile Qu.

Start at :func:`read_entry`. It changes nothing about what a drawing means (:mod:`.board`): it says which drawing was probably meant, and
whether the person has to be asked. :func:`other_q` is the same board with its Q read the other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.games.board import HOLE, LAYOUTS, MAX_TEXT, RING, Layout

_TOKEN = re.compile(r"(?:Qu|\([^()]*\)|.)\*?")
_BARE = ("q", "Q", "(q)", "(Q)")
"""How a tile that shows Q alone is written; in brackets it is never read as Qu."""


class Entry(NamedTuple):
    """A board that was typed, in one line with ``/`` between its rows."""

    board: str
    guess: str = ""
    """The board that a single row probably is: ask before either is taken. Empty where nothing has to be asked."""
    size: str = ""
    """What the guess is called: *4 × 4*."""


def one_line(board: str) -> str:
    """Return a board that was typed in rows with ``/`` between them."""
    rows = ("".join(row.split()) for row in re.split(r"[/\n]", board))
    return "/".join(row for row in rows if row)


def read_entry(typed: str) -> Entry:
    """Return the board that was *typed*. Where its rows lie as a layout whose dice have a Qu, each bare Q is that tile; Q and U that were
    typed for it are one tile, if only so the row is as long as it has to be.
    """
    if len(typed) > MAX_TEXT:
        return Entry(one_line(typed))
    lines = [line.split() for line in re.split(r"[/\n]", typed) if line.strip()]
    if len(lines) == 1:
        return _of_one_line(lines[0])
    rows = [_TOKEN.findall("".join(line)) for line in lines]
    return Entry(_drawn(_as_on_dice(rows) or rows))


def other_q(board: str) -> str:
    """Return *board* with each Qu as a Q alone, or, where it has no Qu, with each Q as Qu. Empty where it has neither, or lies as no layout
    does whose dice have a Qu.
    """
    rows = [_TOKEN.findall(row) for row in one_line(board[: MAX_TEXT + 1]).split("/")]
    if not any(layout.qu and _lies_as(rows, layout) for layout in LAYOUTS.values()):
        return ""
    for faces, other in ((("Qu",), "(Q)"), (_BARE, "Qu")):
        if any(_face(tile) in faces for row in rows for tile in row):
            return _drawn(
                [[_put(tile, other) if _face(tile) in faces else tile for tile in row] for row in rows]
            )
    return ""


def _of_one_line(parts: Sequence[str]) -> Entry:
    """Return the board of a line whose *parts* have spaces between them: they may be rows, or all of it may be a layout's tiles."""
    row = "".join(parts)
    for tiles in _readings(_TOKEN.findall(row)):
        for layout in LAYOUTS.values():
            places = "".join(layout.rows)
            if (
                len(tiles) == places.count("o")
                and HOLE not in tiles
                and (layout.qu or tiles == _TOKEN.findall(row))
            ):
                rest = iter(tiles)
                rows = [[next(rest) if place == "o" else HOLE for place in each] for each in layout.rows]
                square = HOLE not in places
                size = f"{len(rows)} × {len(rows[0])}" if square else f"the diamond of {len(tiles)} tiles"
                return Entry(row, _drawn(rows), size)
    apart = [_TOKEN.findall(part) for part in parts]
    width = len(apart[0])
    if len(apart) > 1 and width > 1 and all(len(part) == width for part in apart):
        return Entry(row, _drawn(apart), f"{len(apart)} × {width}")
    return Entry(row)


def _as_on_dice(rows: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """Return *rows* with Qu for Q, where they lie so as a layout does whose dice have it."""
    for layout in LAYOUTS.values():
        if layout.qu and len(layout.rows) == len(rows):
            fitting = [
                next((tiles for tiles in _readings(row) if len(tiles) == len(places)), [])
                for row, places in zip(rows, layout.rows, strict=True)
            ]
            if _lies_as(fitting, layout):
                return fitting
    return None


def _readings(row: Sequence[str]) -> Iterator[list[str]]:
    """Yield the tiles of a row with Qu for each Q; and with Qu for each Q with a U behind it."""
    yield [_put(tile, "Qu") if _face(tile) in ("q", "Q") else tile for tile in row]
    joined: list[str] = []
    for tile in row:
        if joined and joined[-1] in ("q", "Q") and _face(tile) in ("u", "U"):
            joined[-1] = _put(tile, "Qu")
        else:
            joined.append(tile)
    yield [_put(tile, "Qu") if _face(tile) in ("q", "Q") else tile for tile in joined]


def _lies_as(rows: Sequence[Sequence[str]], layout: Layout) -> bool:
    return tuple("".join(HOLE if tile == HOLE else "o" for tile in row) for row in rows) == layout.rows


def _face(tile: str) -> str:
    return tile.removesuffix(RING)


def _put(tile: str, face: str) -> str:
    """Return *tile* with another face; it keeps its ring."""
    return face + RING if tile.endswith(RING) else face


def _drawn(rows: Sequence[Sequence[str]]) -> str:
    return "/".join("".join(row) for row in rows)
