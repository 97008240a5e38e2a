"""The shared crossword of Word Whiz: its words, what wild tiles stand for in them, and who scores what. Pure.

Start at :func:`read_crossword` for a grid and at :func:`score_crossword` for a round.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from adjudicator.errors import BoardInvalid
from adjudicator.games.board import HOLE, LETTERS
from adjudicator.games.budget import Purse
from adjudicator.games.scoring import points
from adjudicator.games.trails import WILD, Dictionary, Words, fits
from adjudicator.games.wilds import Cell, Pattern, Wilds
from adjudicator.rules.challenge import heirs
from adjudicator.rules.ruleset import Scoring

MAX_SIDE = 64
"""Rows, and places of a row, at most."""
MOST_FAULTS = 100
"""Faults of a grid that are listed."""
A_CELL, A_PATTERN = 6, 8
"""Steps to read a place of the grid, and a run of it."""
Direction = Literal["across", "down"]


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

    @property
    def at(self) -> tuple[int, int, Direction]:
        """Row and column of its first tile, from 1, and where it goes from there."""
        row, column = self.cells[0]
        return row + 1, column + 1, "across" if self.across else "down"

    def could_be(self, key: str) -> bool:
        """Return whether its tiles could show *key*."""
        return fits(self.letters, key)

    def shows(self, letters: Mapping[Cell, str]) -> str:
        """Return what its tiles show where wild ones stand for *letters*."""
        return "".join(letters.get(cell, tile) for cell, tile in zip(self.cells, self.letters, strict=True))


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
    start: Run | None = None
    """Where the starting word stands; None where it stands nowhere, or where it was not told."""

    def of(
        self, key: str, player: str | None = None, at: tuple[int, int, str] | None = None
    ) -> list[Reading]:
        """Return the runs that somebody may mean who speaks of *key*, and of the *player* whose word it is: those whose tiles show it, or else
        those whose wild tiles could make it. Where there are several, only *at* tells which one is meant.
        """
        found = [
            each
            for each in self.readings
            if each.run.could_be(key)
            and (player is None or player in each.run.players)
            and (at is None or each.run.at == tuple(at))
        ]
        return [each for each in found if each.run.letters == key] or found

    @property
    def holds(self) -> bool:
        """Whether every run is a word and all tiles hang together."""
        return self.parts <= 1 and all(reading.word is not None for reading in self.readings)


def read_crossword(
    rows: Sequence[str],
    owners: Sequence[str],
    names: Mapping[str, str],
    dictionary: Dictionary,
    *,
    scoring: Scoring,
    rulings: Mapping[str, bool] | None = None,
    starting_word: str | None = None,
    purse: Purse | None = None,
) -> Crossword:
    """Return the crossword in *rows* (letters, ``?`` for a wild tile, ``.`` for none) with the words that its runs are.

    *owners* has a character for each tile, and *names* the player of each character. *rulings* say of keys whether the group takes them as
    words; of all others the *dictionary* does. The key *starting_word* stands somewhere, if the tiles allow it.

    A wild tile acts as a single letter that has to do in both directions, whichever its player meant (FAQ). Where that leaves a choice, the
    letters are those with which the most runs are words; then those whose words are worth the most; then those with which the most runs are
    words that the group has ruled legal; then the first in the alphabet, row by row. Where column by column other runs would stand, the
    earlier of the two sequences of letters counts, so that it is the same whichever way the crossword is looked at.

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
    words = Words(dictionary, rulings or {}, purse)
    start, letters = _Reader(runs, scoring, words, purse).read(starting_word)
    shown = [run.shows(letters) for run in runs]
    readings = [Reading(run, key if words.has(key) else None) for run, key in zip(runs, shown, strict=True)]
    return Crossword(tuple(readings), letters, _parts(grid), start)


class _Letters(NamedTuple):
    """A choice of letters for all wild tiles, those that are better being less."""

    rank: tuple[int, int, int]
    """How many runs are words, what these are worth, and how many of them the group has ruled legal, each less than 0."""
    sequence: str
    """The letters in the order in which they were chosen."""
    words: tuple[tuple[str, tuple[str, ...]], ...]
    """The words that have wild tiles, and whose they are, in order."""
    stand: tuple[bool, ...]
    """Which of the runs with wild tiles are words."""
    letters: dict[Cell, str]
    start: Run | None


def _rank(found: _Letters) -> tuple[tuple[int, int, int], str, object]:
    return found.rank, found.sequence, found.words


_Place = tuple[Run | None, dict[Cell, str]]
"""The run in which the starting word stands, and the letters that its wild tiles have by that."""


class _Reader:
    """Chooses the letters of the wild tiles in *runs*."""

    def __init__(self, runs: Sequence[Run], scoring: Scoring, words: Words, purse: Purse) -> None:
        self._runs = runs
        self._scoring = scoring
        self._words = words
        self._purse = purse
        self._wilds = Wilds(words, purse)
        self._with_wilds = [run for run in runs if WILD in run.letters]

    def read(self, start: str | None) -> tuple[Run | None, dict[Cell, str]]:
        """Return where *start* stands, and the letters."""
        places: list[_Place] = list(self._places(start)) if start else []
        as_it_lies = next((place for place in places if not place[1]), None)
        if as_it_lies or not places:
            places = [as_it_lies or (None, {})]
        by_rows = self._best(places, lambda cell: cell)
        if all(by_rows.stand):
            return by_rows.start, by_rows.letters
        by_columns = self._best(places, lambda cell: (cell[1], cell[0]))
        chosen = by_rows if by_rows.stand == by_columns.stand else min(by_rows, by_columns, key=_rank)
        return chosen.start, chosen.letters

    def _places(self, start: str) -> Iterator[_Place]:
        """Yield every run in which *start* could stand, and the letters that its wild tiles have then."""
        for run in self._runs:
            for at in range(len(run.letters) - len(start) + 1):
                if fits(run.letters[at : at + len(start)], start):
                    cells = run.cells[at : at + len(start)]
                    shown = zip(cells, run.letters[at:], start, strict=False)
                    yield run, {cell: letter for cell, tile, letter in shown if tile == WILD}

    def _best(self, places: Sequence[_Place], order: Callable[[Cell], Cell]) -> _Letters:
        """Return the best letters where the starting word stands at one of the *places*."""
        return min((self._letters(run, fixed, order) for run, fixed in places), key=_rank)

    def _letters(self, start: Run | None, fixed: dict[Cell, str], order: Callable[[Cell], Cell]) -> _Letters:
        """Return the best letters where the wild tiles of the starting word are *fixed*."""
        patterns = []
        for run in self._with_wilds:
            self._purse.spend(A_PATTERN + len(run.cells) + len(self._words.agreed), "wild-tiles")
            shown = run.shows(fixed)
            cells = tuple(cell for cell, tile in zip(run.cells, shown, strict=True) if tile == WILD)
            patterns.append(Pattern(shown, cells, points(self._scoring, len(shown))))
        letters = fixed | self._wilds.best(patterns, order)
        words = [(run, key) for run in self._with_wilds if self._words.has(key := run.shows(letters))]
        worth = sum(points(self._scoring, len(key)) for _, key in words)
        agreed = sum(self._words.rulings.get(key, False) for _, key in words)
        standing = {run.cells for run, _ in words}
        return _Letters(
            (-len(words), -worth, -agreed),
            "".join(letters[cell] for cell in sorted(letters, key=order)),
            tuple(sorted((key, tuple(sorted(run.players))) for run, key in words)),
            tuple(run.cells in standing for run in self._with_wilds),
            letters,
            start,
        )


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


class PlayedWord(NamedTuple):
    """A word of a round of Word Whiz, as its score is called out."""

    word: str
    players: tuple[str, ...]
    """Who has a tile in it."""
    legal: bool = True
    """Whether it counts: the group agrees, or the dictionary has it."""
    void_for: tuple[str, ...] = ()
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
            if each.legal and name in each.players and name not in each.void_for
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
