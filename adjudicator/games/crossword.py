"""The shared crossword of Word Whiz: its words, what wild tiles stand for in them, and who scores what. Pure.

Start at :func:`read_crossword` for a grid and at :func:`score_crossword` for a round.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from adjudicator.core.budget import Purse
from adjudicator.errors import BoardInvalid
from adjudicator.games.board import HOLE, LETTERS
from adjudicator.games.scoring import points
from adjudicator.rules.challenge import heirs
from adjudicator.rules.ruleset import Scoring

WILD = "?"
MAX_SIDE = 64
"""Rows, and places of a row, at most."""
MAX_WILDS = 3
"""Wild tiles in one run, at most: each can be any of 26 letters."""
MOST_FAULTS = 100
"""Faults of a grid that are listed."""
A_CELL, A_TRY = 6, 3
"""Steps to read a place of the grid, and to try letters in a run."""
Cell = tuple[int, int]


class Run(NamedTuple):
    """Two tiles or more in a line, across or down, with nothing before and behind them: it has to be a word."""

    cells: tuple[Cell, ...]
    """Row and column of each tile, from 0."""
    letters: str
    """What the tiles show; ``?`` for a wild one."""
    players: tuple[str, ...]
    """Who has a tile in it."""

    @property
    def across(self) -> bool:
        """Whether it lies in a row."""
        return self.cells[0][0] == self.cells[1][0]

    def could_be(self, key: str) -> bool:
        """Return whether its tiles could show *key*."""
        return len(key) == len(self.letters) and all(
            tile in (WILD, letter) for tile, letter in zip(self.letters, key, strict=True)
        )


class Reading(NamedTuple):
    """A run and the word that it is: None where no letters of its wild tiles make it one."""

    run: Run
    word: str | None


class Crossword(NamedTuple):
    """A crossword with every run read. ``wilds`` is what each wild tile stands for, the same in both directions."""

    readings: tuple[Reading, ...]
    wilds: dict[Cell, str]
    parts: int
    """How many pieces the tiles lie in; one where all hang together."""

    @property
    def holds(self) -> bool:
        """Whether every run is a word and all tiles hang together."""
        return self.parts <= 1 and all(reading.word is not None for reading in self.readings)


def read_crossword(
    rows: Sequence[str],
    owners: Sequence[str],
    names: Mapping[str, str],
    legal: Callable[[str], bool],
    purse: Purse | None = None,
) -> Crossword:
    """Return the crossword in *rows* (letters, ``?`` for a wild tile, ``.`` for none), read by *legal*.

    *owners* has a character for each tile, and *names* the player of each character. A wild tile acts as a single letter that has to do in
    both directions, whichever its player meant; where no letters make all runs words, those that make the most of them are taken.
    Raises :class:`BoardInvalid` with every fault, the first hundred where there are more; :class:`TooHard` where *purse*, by default one of
    its own, is empty.
    """
    purse = purse or Purse()
    if not rows or len(rows) > MAX_SIDE or max(map(len, rows)) > MAX_SIDE:
        raise BoardInvalid([f"rows: takes 1 to {MAX_SIDE} rows of at most {MAX_SIDE} places"])
    purse.spend(A_CELL * sum(map(len, rows)), "words")
    faults = _faults(rows, owners, names)
    if faults:
        more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
        raise BoardInvalid([*faults[:MOST_FAULTS], *more])
    grid = [row.lower() for row in rows]
    runs = list(_runs(grid, owners, names))
    crowded = [run for run in runs if run.letters.count(WILD) > MAX_WILDS]
    if crowded:
        at = crowded[0].cells[0]
        raise BoardInvalid(
            [f"row {at[0] + 1}, place {at[1] + 1}: a run has more than {MAX_WILDS} wild tiles"]
        )
    chosen: dict[Cell, str] = {}
    for group, concerned in _together(runs):
        chosen |= _best(concerned, group, legal, purse)
    readings = []
    for run in runs:
        word = _letters_of(run, chosen)
        readings.append(Reading(run, word if legal(word) else None))
    return Crossword(tuple(readings), chosen, _parts(grid))


def _parts(grid: Sequence[str]) -> int:
    """Return how many pieces the tiles of *grid* lie in, across and down."""
    left = {
        (row, column) for row, line in enumerate(grid) for column, tile in enumerate(line) if tile != HOLE
    }
    found = 0
    while left:
        found += 1
        waiting = [left.pop()]
        while waiting:
            row, column = waiting.pop()
            beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= beside
            waiting += beside
    return found


def _faults(rows: Sequence[str], owners: Sequence[str], names: Mapping[str, str]) -> list[str]:
    faults = [
        f"row {number}: has {len(row)} places, the first has {len(rows[0])}"
        for number, row in enumerate(rows, 1)
        if len(row) != len(rows[0])
    ]
    if [len(row) for row in owners] != [len(row) for row in rows]:
        faults.append("owners: takes as many rows and places as the grid")
    if faults:
        return faults
    among = ", ".join(names)
    for number, (row, whose) in enumerate(zip(rows, owners, strict=True), 1):
        for place, (tile, owner) in enumerate(zip(row.lower(), whose, strict=True), 1):
            where = f"row {number}, place {place}"
            if tile not in LETTERS + WILD + HOLE:
                faults.append(f"{where}: takes a letter, {WILD} or {HOLE}")
            elif tile == HOLE and owner != HOLE:
                faults.append(f"{where}: has an owner and no tile")
            elif tile != HOLE and owner not in names:
                faults.append(f"{where}: has no owner among {among}")
    return faults


def _runs(grid: Sequence[str], owners: Sequence[str], names: Mapping[str, str]) -> Iterator[Run]:
    height, width = len(grid), len(grid[0])
    across = [[(row, column) for column in range(width)] for row in range(height)]
    down = [[(row, column) for row in range(height)] for column in range(width)]
    for line in (*across, *down):
        cells: list[Cell] = []
        for cell in (*line, None):
            if cell is not None and grid[cell[0]][cell[1]] != HOLE:
                cells.append(cell)
                continue
            if len(cells) > 1:
                letters = "".join(grid[row][column] for row, column in cells)
                players = dict.fromkeys(names[owners[row][column]] for row, column in cells)
                yield Run(tuple(cells), letters, tuple(players))
            cells = []


def _together(runs: Sequence[Run]) -> Iterator[tuple[list[Cell], list[Run]]]:
    """Yield the wild tiles in groups that share no run, so that each group can be settled by itself, and the runs of each."""
    wilds = [
        [cell for cell, tile in zip(run.cells, run.letters, strict=True) if tile == WILD] for run in runs
    ]
    across: dict[Cell, list[int]] = {}
    for number, cells in enumerate(wilds):
        for cell in cells:
            across.setdefault(cell, []).append(number)
    left = dict.fromkeys(across)
    while left:
        waiting = [next(iter(left))]
        group, concerned = set(waiting), set[int]()
        while waiting:
            cell = waiting.pop()
            left.pop(cell)
            concerned.update(across[cell])
            further = {other for number in across[cell] for other in wilds[number]} - group
            group |= further
            waiting += further
        yield sorted(group), [runs[number] for number in sorted(concerned)]


def _best(
    concerned: Sequence[Run], group: Sequence[Cell], legal: Callable[[str], bool], purse: Purse
) -> dict[Cell, str]:
    """Return the letters of a *group* of wild tiles that make the most of their runs words. Raises :class:`BoardInvalid` for too many."""
    if len(group) > MAX_WILDS:
        row, column = group[0]
        raise BoardInvalid(
            [f"row {row + 1}, place {column + 1}: more than {MAX_WILDS} wild tiles depend on each other"]
        )
    tables = [_Table(run, group, legal) for run in concerned]
    best: tuple[str, ...] = ()
    most = -1
    for first in LETTERS:
        purse.spend(A_TRY * len(LETTERS) ** (len(group) - 1) * len(tables), "wild-tiles")
        for more in product(LETTERS, repeat=len(group) - 1):
            letters = (first, *more)
            words = sum(table.makes_word(letters) for table in tables)
            if words > most:
                best, most = letters, words
        if most == len(tables):
            break
    return dict(zip(group, best, strict=True))


class _Table:
    """What a run is for each choice of letters of its own wild tiles, each looked up once."""

    def __init__(self, run: Run, group: Sequence[Cell], legal: Callable[[str], bool]) -> None:
        self._places = [group.index(cell) for cell in run.cells if cell in group]
        self._between = run.letters.split(WILD)
        self._legal = legal
        self._known: dict[tuple[str, ...], bool] = {}

    def makes_word(self, letters: Sequence[str]) -> bool:
        """Return whether the run is a word where the wild tiles of the group are *letters*."""
        own = tuple([letters[place] for place in self._places])
        known = self._known.get(own)
        if known is None:
            begin, *rest = self._between
            word = begin + "".join([letter + part for letter, part in zip(own, rest, strict=True)])
            known = self._known[own] = self._legal(word)
        return known


def _letters_of(run: Run, chosen: Mapping[Cell, str]) -> str:
    return "".join(chosen.get(cell, letter) for cell, letter in zip(run.cells, run.letters, strict=True))


class PlayedWord(NamedTuple):
    """A word of a round of Word Whiz, as its score is called out."""

    word: str
    players: tuple[str, ...]
    """Who has a tile in it."""
    legal: bool = True
    """Whether it counts: the group agrees, or the dictionary has it."""
    void_for: str | None = None
    """Whose it was where it was challenged in mid-round and stayed because others had built on it."""


class RacePlayer(NamedTuple):
    """What a round came to for one player."""

    name: str
    words: tuple[tuple[str, int], ...]
    bonus: int
    penalties: int
    total: int


def score_crossword(
    scoring: Scoring,
    players: Sequence[str],
    played: Sequence[PlayedWord],
    *,
    bonus_to: Sequence[str] = (),
    penalties: Mapping[str, int] | None = None,
) -> list[RacePlayer]:
    """Return what a round comes to: each word's points to every player with a tile in it, the bonus to *bonus_to*, and *penalties*.

    A word that is not legal is excluded. One that was void for its player, and stayed, counts for the others.
    """
    found = []
    for name in players:
        words = tuple(
            (each.word, points(scoring, len(each.word)))
            for each in played
            if each.legal and name in each.players and each.void_for != name
        )
        earned = scoring.first_finish if name in bonus_to else 0
        penalty = (penalties or {}).get(name, 0)
        total = sum(worth for _, worth in words) + earned + penalty
        found.append(RacePlayer(name, words, earned, penalty, total))
    return found


def bonus_goes_to(
    finisher: str | None, unplayed: Mapping[str, int], played_illegal: bool, ineligible: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return who earns the bonus for finishing first: who has, unless an illegal word or an earlier challenge costs it; then whoever has
    the fewest unplayed tiles of the rest, each of several that have as few.
    """
    if finisher is None:
        return ()
    if not played_illegal and finisher not in ineligible:
        return (finisher,)
    return heirs(unplayed, {finisher, *ineligible})
