"""Whose the tiles of a crossword are, in every way in which a record may draw it: two drawings, one with marks before the tiles, or cells. Pure.

Start at :func:`drawn`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.spelling import quote
from adjudicator.games.board import HOLE
from adjudicator.games.game import Setup
from adjudicator.games.records import Crossword, Tile

SIGN = ":"
"""Between a mark and its tile."""
FIRST_CODE = 0xE000
"""The first of the characters that stand for players in a drawing, where a record's own marks are longer."""
MOST_FAULTS = 100


class Drawn(NamedTuple):
    """A crossword in two drawings of equal size, with one character for each player."""

    rows: list[str]
    owners: list[str]
    names: dict[str, str]
    """Character → player; every player of the round is here."""
    faults: list[str]


class _Cell(NamedTuple):
    tile: str
    mark: str = ""


_EMPTY = _Cell(HOLE)


def drawn(given: Crossword, setup: Setup | None = None) -> Drawn:
    """Return the crossword of a record. Its marks are what the record's ``players`` say, or else the sets and players of a game, by its *setup*, by name or
    first letter; without either a mark is a player's name. Capitals do not matter where they tell nobody apart.
    """
    faults: list[str] = []
    lines = _lines(given, faults)
    marks = dict.fromkeys(cell.mark for line in lines for cell in line if cell.mark)
    among: Iterable[str] = marks
    if given.players is not None:
        among, names = given.players, list(dict.fromkeys(given.players.values()))
        steps = [{mark: (name,) for mark, name in given.players.items()}, _named(names)]
    elif setup is not None:
        among, names = [*setup.sets, *setup.players], list(setup.players)
        sets = {name: (player,) for name, player in setup.sets.items()}
        steps = [sets, _named(names), _initials(sets), _initials(_named(names))]
    else:
        names, steps = list(marks), [_named(marks)]
    players = {mark: _meant(mark, steps) for mark in marks}
    codes = _codes(given.players, names)
    said = ", ".join(dict.fromkeys(among))
    whose = "crossword.rows" if given.owners is None else "crossword.owners"
    for row, line in enumerate(lines, 1):
        for place, cell in enumerate(line, 1):
            if cell.mark and len(players[cell.mark]) != 1 and len(faults) < MOST_FAULTS:
                several = players[cell.mark]
                what = f"could be {' or '.join(several)}" if several else f"has no owner among {said}"
                faults.append(f"{whose}: row {row}, place {place} {what}")
    usual = next(iter(codes.values()), HOLE)
    owners = [
        "".join(codes.get(players[cell.mark][0], usual) if players.get(cell.mark) else _no(cell, usual) for cell in line)
        for line in lines
    ]  # fmt: skip
    rows = ["".join(cell.tile for cell in line) for line in lines]
    return Drawn(rows, owners, {code: name for name, code in codes.items()}, faults)


def _no(cell: _Cell, usual: str) -> str:
    """Return the owner of a *cell* that has none: somebody, where it has a mark that was told already."""
    return usual if cell.mark and cell.tile != HOLE else HOLE


def _codes(said: Mapping[str, str] | None, names: Sequence[str]) -> dict[str, str]:
    """Return a character for each player: the record's own marks, where each player has one that is a character."""
    if said is not None and all(len(mark) == 1 and mark != HOLE for mark in said):
        found = {name: mark for mark, name in reversed(list(said.items()))}
        return {name: found[name] for name in names}
    return {name: chr(FIRST_CODE + number) for number, name in enumerate(names)}


def _lines(given: Crossword, faults: list[str]) -> list[list[_Cell]]:
    """Return the crossword cell by cell, without marks that are not to be read; note what is wrong with how it is drawn."""
    rows, owners = given.rows, given.owners
    single = any(not isinstance(row, str) or SIGN in row for row in rows)
    if single and owners is not None:
        faults.append("crossword.owners: takes none where the rows say whose each tile is")
    if not single and owners is None:
        faults.append("crossword.owners: is missing; or rows like r:W b:O . say whose each tile is")
    lines = [
        _cells(row, number, single, faults) if isinstance(row, str) else _listed(row, number, faults)
        for number, row in enumerate(rows, 1)
    ]
    if single or owners is None:
        return lines
    tidy = [row.replace(" ", HOLE) for row in owners]
    among = f" among {', '.join(given.players)}" if given.players else ""
    if [len(row) for row in tidy] != [len(line) for line in lines]:
        faults.append("crossword.owners: takes as many rows and places as the grid")
        return lines
    for number, (line, row) in enumerate(zip(lines, tidy, strict=True), 1):
        for place, (cell, mark) in enumerate(zip(line, row, strict=True), 1):
            if mark == HOLE and cell.tile != HOLE:
                faults.append(f"crossword.owners: row {number}, place {place} has no owner{among}")
            elif mark != HOLE and cell.tile == HOLE:
                faults.append(f"crossword.owners: row {number}, place {place} has an owner and no tile")
    return [
        [
            cell if mark == HOLE or cell.tile == HOLE else _Cell(cell.tile, mark)
            for cell, mark in zip(line, row, strict=True)
        ]
        for line, row in zip(lines, tidy, strict=True)
    ]


def _cells(row: str, number: int, single: bool, faults: list[str]) -> list[_Cell]:
    if not single:
        return [_Cell(tile) for tile in row.replace(" ", HOLE)]
    return [_cell(text, number, place, faults) for place, text in enumerate(row.split(), 1)]


def _listed(row: Sequence[Tile | str | None], number: int, faults: list[str]) -> list[_Cell]:
    found = []
    for place, each in enumerate(row, 1):
        if isinstance(each, Tile):
            found.append(_Cell(each.tile, each.player))
        else:
            text = (each or "").strip()
            found.append(_cell(text, number, place, faults) if text else _EMPTY)
    return found


def _cell(text: str, number: int, place: int, faults: list[str]) -> _Cell:
    """Return the cell that *text* is: a hole, or a mark and its tile."""
    if text == HOLE:
        return _EMPTY
    mark, sign, tile = text.rpartition(SIGN)
    if not (mark and sign and len(tile) == 1):
        faults.append(
            f"crossword.rows: row {number}, place {place} takes {HOLE} or a mark and a tile, like r:W, not {quote(text)}"
        )
        return _EMPTY
    return _Cell(tile, mark)


Known = Mapping[str, tuple[str, ...]]
"""Who goes by a name: one player, or several."""


def _meant(mark: str, steps: Sequence[Known]) -> tuple[str, ...]:
    """Return who a *mark* means: nobody, one player, or several that it could be. Each step is asked for it as it stands, then whatever its
    capitals; the first that knows it says so.
    """
    for step in steps:
        if mark in step:
            return step[mark]
        alike = [whose for name, whose in step.items() if name.casefold() == mark.casefold()]
        if alike:
            return tuple(dict.fromkeys(name for whose in alike for name in whose))
    return ()


def _named(names: Iterable[str]) -> Known:
    return {name: (name,) for name in names}


def _initials(known: Known) -> Known:
    found: dict[str, tuple[str, ...]] = {}
    for name, whose in known.items():
        initial = name[:1].casefold()
        found[initial] = tuple(dict.fromkeys((*found.get(initial, ()), *whose)))
    return found
