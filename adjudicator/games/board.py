"""Boards as data: tiles, which of them touch, and whether a tile may be used again within a word.

Start at :func:`read_board`, which reads a drawing (``PERS/LATG/SINE/TERS``) or plain data, and at :class:`Board`. A drawing has rows, with
``/`` or a line break between them, and tiles:

    a       a letter, in either case
    Qu      one tile of two letters: a capital Q and a small u
    (th)    one tile of the letters in the brackets
    ?       a blank
    *       behind a tile: a bonus ring lies on it
    .       a place without a tile

Spaces are ignored. All rows have as many places as the first; tiles touch across, down and diagonally.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, get_args

from adjudicator.core.fields import REQUIRED, Fields, excerpt, takes
from adjudicator.errors import BoardInvalid
from adjudicator.rules.ruleset import LETTERS as LETTERS
from adjudicator.rules.ruleset import Reuse

REUSES: tuple[Reuse, ...] = get_args(Reuse)
MAX_TILES = 100
MAX_FACE = 8
"""The most letters that a tile may have."""
MAX_PLACES = 400
"""The most places, with a tile or without, that a drawing may have."""
MAX_TEXT = 4_000
BLANK, HOLE, RING = "?", ".", "*"

_TOKEN = re.compile(r"(?:Qu|\([^()]*\)|.)\*?", re.DOTALL)
_ASIDE = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]


class Tile(NamedTuple):
    """One tile: its letters, a to z; none for a blank. A ring doubles a word each time that it uses the tile."""

    face: str
    ring: bool = False


class Layout(NamedTuple):
    """A board that a game is sold with: where its tiles lie, and whether a word may use one again."""

    rows: tuple[str, ...]
    """``o`` for a place with a tile, ``.`` for one without."""
    reuse: Reuse
    qu: bool = False
    """Whether its dice show Qu, and so no Q alone."""


LAYOUTS: dict[str, Layout] = {
    "boggle": Layout(("oooo",) * 4, "never", qu=True),
    "boggle-5x5": Layout(("ooooo",) * 5, "never", qu=True),
    "bonus-rings": Layout(("..o..", ".ooo.", "ooooo", ".ooo.", "..o.."), "not-twice-in-a-row"),
}
"""The rulebook of bonus rings shows its 13 tiles in a picture that is lost; a diamond of rows of 1, 3, 5, 3 and 1 stands in for it."""


@dataclass(frozen=True)
class Board:
    """Tiles by number, and which a word may go on to from each. Made by :func:`read_board`, which refuses an invalid one."""

    tiles: tuple[Tile, ...]
    neighbours: tuple[tuple[int, ...], ...]
    """For each tile the numbers of those that touch it, in order, without itself."""
    reuse: Reuse
    rows: tuple[tuple[int | None, ...], ...] = ()
    """Where the tiles lie, for drawing: numbers of tiles, None for a place without one. Empty for a board that is a graph."""

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """For each tile the numbers of those that a word may go on to; the tile itself where reuse is free."""
        if self.reuse == "free":
            return self.with_stays
        return self.neighbours

    @cached_property
    def with_stays(self) -> tuple[tuple[int, ...], ...]:
        """For each tile the numbers of those that touch it, and its own."""
        return tuple(tuple(sorted((tile, *around))) for tile, around in enumerate(self.neighbours))

    @cached_property
    def blanks(self) -> dict[int, int]:
        """The numbers of the blank tiles, and which of the blanks each is."""
        numbers = [number for number, tile in enumerate(self.tiles) if not tile.face]
        return {number: place for place, number in enumerate(numbers)}

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many letters of a word each tile makes."""
        return tuple(len(tile.face) or 1 for tile in self.tiles)

    @cached_property
    def rings(self) -> frozenset[int]:
        """The numbers of the tiles with a ring."""
        return frozenset(number for number, tile in enumerate(self.tiles) if tile.ring)

    @cached_property
    def supply(self) -> Counter[str]:
        """How often the tiles show each letter, blanks apart."""
        return Counter("".join(tile.face for tile in self.tiles))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each tile the set of those that a word may go on to. Here and below, a set of tiles is a number: bit N is tile N."""
        return tuple(map(set_of, self.steps))

    @cached_property
    def by_letter(self) -> dict[str, int]:
        """For each letter the set of the tiles that can begin with it."""
        found = dict.fromkeys(LETTERS, 0)
        for number, tile in enumerate(self.tiles):
            for letter in tile.face[:1] or LETTERS:
                found[letter] |= 1 << number
        return found

    @cached_property
    def long(self) -> int:
        """The set of the tiles of several letters."""
        return set_of(number for number, size in enumerate(self.sizes) if size > 1)

    def place(self, number: int) -> str:
        """Return where the tile of this *number* lies, in words."""
        for down, row in enumerate(self.rows, 1):
            if number in row:
                return f"row {down}, place {row.index(number) + 1}"
        return f"tile {number}"


def set_of(numbers: Iterable[int]) -> int:
    """Return the set of the tiles of these *numbers*."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def tiles_of(found: int) -> Iterator[int]:
    """Yield the numbers of the tiles in a set, in order."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def read_board(
    given: str | Mapping[str, Any], *, layout: str | None = None, reuse: str | None = None
) -> Board:
    """Return the board that *given* describes: a drawing, or plain data with ``rows``, or with ``tiles`` and ``edges``.

    Plain data has tiles as texts (``"e"``, ``"qu"``, ``"?"``, ``"e*"``), ``rings`` (numbers of tiles), ``reuse`` and ``layout``; a row may be
    a list of tiles or drawn. With *layout* the tiles must lie as in that one, which also says whether a tile may be used again, unless
    *reuse* or the data do. Without either no tile may be.

    Raises :class:`BoardInvalid` with all faults.
    """
    if isinstance(given, str):
        given = {"rows": given}
    if not isinstance(given, Mapping):
        raise BoardInvalid(["the board is neither a drawing nor data"])
    chosen = {name: value for name, value in (("layout", layout), ("reuse", reuse)) if value is not None}
    return _Reader(Fields({**given, **chosen})).read()


class _Reader:
    """Reads one board from its fields."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._tiles: list[Tile] = []

    def read(self) -> Board:
        """Return the board; raises :class:`BoardInvalid`."""
        fields = self._fields
        graph = "tiles" in fields
        shape = LAYOUTS.get(fields.choice("layout", tuple(LAYOUTS), default=""))
        policy = fields.choice("reuse", REUSES, default=shape.reuse if shape else "never")
        rows = () if graph else self._read_rows()
        if graph:
            self._read_tiles()
        if not self._tiles and not fields.faults:
            fields.fault("", "the board has no tiles")
        _bound("has {} tiles", len(self._tiles), MAX_TILES)
        if shape is not None and not fields.faults:
            self._compare(shape, rows)
        around = self._read_edges() if graph else _grid(rows, len(self._tiles))
        self._read_rings()
        fields.close()
        if fields.faults:
            raise BoardInvalid(fields.faults)
        return Board(tuple(self._tiles), tuple(tuple(sorted(each)) for each in around), policy, rows)

    def _read_rows(self) -> tuple[tuple[int | None, ...], ...]:
        """Take the tiles of rows, and return the numbers of the tiles in each."""
        given = self._fields.value("rows")
        if isinstance(given, str):
            _bound("is drawn with {} characters", len(given), MAX_TEXT)
            given = re.split(r"[/\n]", given.strip()) if given.strip() else []
        else:
            given = self._fields.rows("rows", " of rows", REQUIRED)
        drawn: list[Sequence[object]] = []
        places = 0
        for down, row in enumerate(given, 1):
            if isinstance(row, str):
                _bound("is drawn with {} characters", len(row), MAX_TEXT)
                row = _TOKEN.findall("".join(row.split()))
            elif not isinstance(row, list | tuple):
                self._fields.fault(f"row {down}", takes("a list of tiles", row))
                row = ()
            places += max(len(row), 1)
            if places > MAX_PLACES:
                raise BoardInvalid([f"the board has more than {MAX_PLACES} places"])
            drawn.append(row)
        return tuple(self._read_row(down, row, len(drawn[0])) for down, row in enumerate(drawn, 1))

    def _read_row(self, down: int, row: Sequence[object], width: int) -> tuple[int | None, ...]:
        if not row:
            self._fields.fault(f"row {down}", "is empty")
        elif len(row) != width:
            self._fields.fault(f"row {down}", f"is {len(row)} long where the first row is {width}")
        return tuple(
            None if given is None or given == HOLE else self._take(f"row {down}, place {across}", given)
            for across, given in enumerate(row, 1)
        )

    def _read_tiles(self) -> None:
        """Take the tiles of a graph."""
        given = self._fields.rows("tiles", " of tiles", REQUIRED)
        _bound("has {} tiles", len(given), MAX_TILES)
        for number, each in enumerate(given):
            self._take(f"tile {number}", each)

    def _take(self, place: str, given: object) -> int:
        """Take the tile that *given* describes and return its number."""
        fault = _tile_fault(given)
        if fault:
            self._fields.fault(place, fault)
        self._tiles.append(Tile("") if fault else _tile(str(given)))
        return len(self._tiles) - 1

    def _compare(self, shape: Layout, rows: tuple[tuple[int | None, ...], ...]) -> None:
        """Note a fault where *rows* do not lie as *shape* has it."""
        found = tuple("".join("." if number is None else "o" for number in row) for row in rows)
        if found != shape.rows:
            lie = f"as {'/'.join(found)}" if found else "without rows"
            self._fields.fault("", f"the tiles lie {lie}, and this layout is {'/'.join(shape.rows)}")

    def _read_edges(self) -> list[set[int]]:
        """Return, for each tile, the numbers of those that touch it."""
        around: list[set[int]] = [set() for _ in self._tiles]
        given = self._fields.rows("edges", " of pairs of tiles", REQUIRED)
        _bound("has {} edges", len(given), MAX_TILES * MAX_TILES)
        for number, edge in enumerate(given):
            place = f"edge {number}"
            if not isinstance(edge, list | tuple) or len(edge) != 2:
                self._fields.fault(place, takes("a pair of tiles", edge))
                continue
            ends = [end for end in edge if self._has_tile(place, end)]
            if len(ends) < 2:
                continue
            if ends[0] == ends[1]:
                self._fields.fault(place, f"goes from tile {ends[0]} to itself")
            around[ends[0]].add(ends[1])
            around[ends[1]].add(ends[0])
        return around

    def _read_rings(self) -> None:
        """Put rings on the tiles whose numbers are given."""
        given = self._fields.rows("rings", " of tiles")
        _bound("has {} rings", len(given), MAX_TILES)
        for number in given:
            if not self._has_tile("rings", number):
                continue
            if self._tiles[number].ring:
                self._fields.fault("rings", f"tile {number} has one already")
            self._tiles[number] = self._tiles[number]._replace(ring=True)

    def _has_tile(self, place: str, number: object) -> bool:
        """Return whether there is a tile of this *number*; note a fault at *place* if not."""
        if type(number) is int and 0 <= number < len(self._tiles):
            return True
        self._fields.fault(place, f"there is no tile {excerpt(number)}")
        return False


def _bound(what: str, number: int, most: int) -> None:
    """Raise :class:`BoardInvalid`, with this fault alone, where *number* is more than *most*; *what* says of what."""
    if number > most:
        raise BoardInvalid([f"the board {what.format(number)}, and {most} are the most"])


def _tile_fault(given: object) -> str | None:
    """Return what is wrong with *given* as a tile."""
    if not isinstance(given, str):
        return f"{excerpt(given)} is not a tile"
    face = _bare(given)
    if face == BLANK:
        return None
    if not face:
        return "a tile with no letter"
    if face == HOLE:
        return "a ring where no tile is" if given.endswith(RING) else "a place without a tile"
    if not (face.isascii() and face.isalpha()):
        return f"{excerpt(given)} is not a tile: its letters are not all of a to z"
    return f"a tile has {len(face)} letters, and {MAX_FACE} are the most" if len(face) > MAX_FACE else None


def _bare(given: str) -> str:
    """Return what a tile shows, without its ring and brackets."""
    face = given.removesuffix(RING)
    return face[1:-1] if face[:1] == "(" and face[-1:] == ")" else face


def _tile(given: str) -> Tile:
    face = _bare(given)
    return Tile("" if face == BLANK else face.lower(), given.endswith(RING))


def _grid(rows: tuple[tuple[int | None, ...], ...], count: int) -> list[set[int]]:
    """Return, for each of *count* tiles, those beside it across, down and diagonally."""
    at = {
        (down, across): number
        for down, row in enumerate(rows)
        for across, number in enumerate(row)
        if number is not None
    }
    around: list[set[int]] = [set() for _ in range(count)]
    for (down, across), number in at.items():
        around[number] = {at[place] for dy, dx in _ASIDE if (place := (down + dy, across + dx)) in at}
    return around
