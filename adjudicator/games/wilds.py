"""What the wild tiles of a crossword stand for, as a search under constraints. Pure.

Start at :class:`Wilds`. Runs that share wild tiles depend on each other. They are read one after the other: each is some word that fits the
letters known by then, or none. What hangs on a run and on nothing else is worth the same whenever the tiles between them show the same,
so it is worked out once for those letters. What a reading is worth is one number: the words, then their points, then those of them that the
group has ruled legal. When the most is known, one tile after the other takes the first letter with which as much can still be had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from adjudicator.games.board import LETTERS
from adjudicator.games.budget import Purse, too_hard
from adjudicator.games.trails import WILD, Trail, Words, fits, letters_of

MOST_TOGETHER = 40
"""Wild tiles that may depend on each other, at most: a game has eight. The search goes as deep as there are runs."""
A_GROUP, A_RUN, A_LETTER = 2, 8, 4
"""Steps for each tile of a group, to choose a run and to see what hangs on it, and to try a letter."""
_OPEN = "_"
"""A wild tile whose letter is not settled."""

Cell = tuple[int, int]
"""Row and column, from 0."""


class Pattern(NamedTuple):
    """A run as far as its tiles show it, ``?`` for each of its wild *cells* in order, and the points of a word so long."""

    letters: str
    cells: tuple[Cell, ...]
    points: int


class Wilds:
    """What wild tiles stand for so that runs are *words*. What was found of runs that depend on each other is kept."""

    def __init__(self, words: Words, purse: Purse) -> None:
        self._words = words
        self._purse = purse
        self._groups: dict[tuple[Pattern, ...], _Group] = {}

    def best(self, patterns: Sequence[Pattern], order: Callable[[Cell], Cell]) -> dict[Cell, str]:
        """Return the letters of all wild tiles with which most *patterns* are words; of several such, those with the most points; then those
        with which the most are words that the group has ruled legal; then the first in the alphabet, tile after tile in this *order*.

        Raises :class:`TooHard`.
        """
        found: dict[Cell, str] = {}
        for each in _together(patterns):
            group = self._groups.get(each)
            if group is None:
                group = self._groups[each] = _Group(each, self._words, self._purse)
            self._purse.spend(A_GROUP * len(group.cells), "wild-tiles")
            found |= group.letters(tuple(sorted(group.cells, key=order)))
        return found


def _together(patterns: Sequence[Pattern]) -> Iterator[tuple[Pattern, ...]]:
    """Yield the *patterns* that have wild tiles in groups that share none, so that each can be settled by itself."""
    across: dict[Cell, list[int]] = {}
    for number, pattern in enumerate(patterns):
        for cell in pattern.cells:
            across.setdefault(cell, []).append(number)
    left = {number for number, pattern in enumerate(patterns) if pattern.cells}
    for first in range(len(patterns)):
        if first not in left:
            continue
        group = [first]
        left.remove(first)
        for number in group:
            more = {other for cell in patterns[number].cells for other in across[cell]} & left
            left -= more
            group += sorted(more)
        yield tuple(patterns[number] for number in sorted(group))


class _Line(NamedTuple):
    """A run in a group."""

    letters: str
    cells: tuple[int, ...]
    """The numbers of its wild tiles."""
    mask: int
    """The set of them."""
    worth: int
    """What it adds if it is a word."""
    most: int
    """What it adds at most."""
    agreed: tuple[str, ...]
    """The words that the group has ruled legal and that it could be."""


class _Group:
    """Runs that depend on each other. Sets of runs and of tiles are numbers: bit N is number N.

    What runs are worth is asked with a floor: an answer above it is exact, any other only says that it is not more than that.
    """

    def __init__(self, patterns: Sequence[Pattern], words: Words, purse: Purse) -> None:
        cells = self.cells = sorted({cell for pattern in patterns for cell in pattern.cells})
        if len(cells) > MOST_TOGETHER:
            raise too_hard("wild-tiles")
        self.words = words
        self.purse = purse
        self.shown = [_OPEN] * len(cells)
        """The letter of each wild tile, where it is settled."""
        self.open = (1 << len(cells)) - 1
        """The tiles that are not."""
        self.dead = 0
        """The runs that are no word whatever the open tiles show."""
        point = len(patterns) + 1  # more than what the group has ruled legal, and less than a word
        word = point * (sum(pattern.points for pattern in patterns) + 1)
        numbers = {cell: number for number, cell in enumerate(cells)}
        self.lines: list[_Line] = []
        for pattern in patterns:
            own = tuple(numbers[cell] for cell in pattern.cells)
            worth = word + point * pattern.points
            agreed = tuple(key for key in words.agreed if fits(pattern.letters, key))
            most = worth + (1 if agreed else 0)
            self.lines.append(_Line(pattern.letters, own, _set_of(own), worth, most, agreed))
        self._wide = [
            [Trail(trails, tuple(line.letters.split(WILD))) for trails in words.trails] for line in self.lines
        ]
        """The ways to the words that each run can be with all its tiles open."""
        self._through = [
            _set_of(number for number, line in enumerate(self.lines) if line.mask >> cell & 1)
            for cell in range(len(cells))
        ]
        """The runs that have each tile."""
        self._known: dict[tuple[int, tuple[str, ...]], tuple[int, bool]] = {}
        """What sets of runs are worth, by what their tiles show, and whether that is exact; if not, it is not more."""
        self._alive: dict[tuple[int, tuple[str, ...]], bool] = {}
        self.cells_of = cache(self._cells_of)
        self.bound = cache(self._bound)
        self._parts_of = cache(self._parts)
        self._most: tuple[int, int] | None = None
        self.letters = cache(self._letters)
        """The best letters, the first in the alphabet in an order of the tiles."""

    def _letters(self, order: tuple[Cell, ...]) -> dict[Cell, str]:
        runs, most = self._most = self._most or self._find_most()
        numbers = [self.cells.index(cell) for cell in order]
        lost = [
            next(
                found for letter in LETTERS if (found := self._allowed(cell, letter, runs, most)) is not None
            )
            for cell in numbers
        ]
        shown = [self.shown[cell] for cell in numbers]
        for cell, each in zip(numbers, lost, strict=True):
            self.unsettle(cell, each)
        return dict(zip(order, shown, strict=True))

    def _find_most(self) -> tuple[int, int]:
        """Return the runs that can be words at all, and what they are worth at most together. What is sought first is that all are words, and
        then what is as near to it as was found possible.
        """
        runs = _set_of(number for number in range(len(self.lines)) if self._lives(number))
        most = floor = self.bound(runs)
        while most <= floor:
            floor = most - 1
            most = self.all(self.parts(runs, self.open), 0, floor)
        return runs, most

    def _allowed(self, cell: int, letter: str, runs: int, most: int) -> int | None:
        """Let a tile show *letter* if *runs* can be worth the *most* then, and return those of them that are dead by it."""
        lost = self.settle(cell, letter, runs)
        if self.all(self.parts(runs, self.open), 0, most - 1) == most:
            return lost
        self.unsettle(cell, lost)
        return None

    def settle(self, cell: int, letter: str, runs: int) -> int:
        """Let a tile show *letter*, and return those of *runs* that are dead by it."""
        self.shown[cell] = letter
        self.open &= ~(1 << cell)
        lost = 0
        for number in _numbers(runs & self._through[cell] & ~self.dead):
            if not self._lives(number):
                lost |= 1 << number
        self.dead |= lost
        return lost

    def unsettle(self, cell: int, lost: int) -> None:
        """Take back what :meth:`settle` did."""
        self.shown[cell] = _OPEN
        self.open |= 1 << cell
        self.dead ^= lost

    def _lives(self, number: int) -> bool:
        """Return whether a run may be a word, as far as its tiles are settled."""
        line = self.lines[number]
        key = number, tuple([self.shown[cell] for cell in line.cells])
        known = self._alive.get(key)
        if known is None:
            self.purse.spend(A_RUN + len(line.agreed), "wild-tiles")
            showing = WILD.join(self.between(line))
            known = any(fits(showing, each) for each in line.agreed)
            known = self._alive[key] = known or any(trail.leads() for trail in self.trails(number))
        return known

    def trails(self, number: int) -> list[Trail]:
        """Return the ways to the words that a run can be, as far as its tiles are settled, through each graph."""
        line, wide = self.lines[number], self._wide[number]
        between = self.between(line)
        places = [0, *(at for at, cell in enumerate(line.cells, 1) if self.open >> cell & 1)]
        return [
            Trail(trails, between, wider, places)
            for trails, wider in zip(self.words.trails, wide, strict=True)
        ]

    def between(self, line: _Line) -> tuple[str, ...]:
        """Return what a run shows before, between and behind its open tiles."""
        letters = line.letters
        for cell in line.cells:
            letters = letters.replace(WILD, self.shown[cell], 1)
        return tuple(letters.split(_OPEN))

    def all(self, parts: Sequence[int], value: int, floor: int) -> int:
        """Return *value* with what the *parts* add to it, which share no open tile."""
        if self.dead:
            parts = [living for part in parts for living in self.parts(part & ~self.dead, self.open)]
        bounds = [self.bound(part) for part in parts]
        value += sum(bounds)
        for part, bound in zip(parts, bounds, strict=True):
            if value <= floor:
                break
            value += self._best(part, floor - value + bound) - bound
        return value

    def _bound(self, runs: int) -> int:
        """Return what *runs* are not worth more than."""
        return sum(self.lines[number].most for number in _numbers(runs))

    def _best(self, runs: int, floor: int) -> int:
        """Return the most that *runs* are worth together, which hang together by open tiles."""
        key = runs, tuple([self.shown[number] for number in _numbers(self.cells_of(runs))])
        known, exact = self._known.get(key, (floor + 1, False))
        if exact or known <= floor:
            return known
        number = max(_numbers(runs), key=self._urgency)
        others = runs ^ 1 << number
        self.purse.spend(A_RUN + len(self.lines[number].agreed), "wild-tiles")
        value = _Walk(self, number, others, floor).best()
        without = self.bound(others)
        if without > max(value, floor):
            without = self.all(self.parts(others, self.open), 0, max(value, floor))
        value = max(value, without if without > max(value, floor) else min(without, floor))
        self._known[key] = value, value > floor
        return value

    def _urgency(self, number: int) -> tuple[int, int]:
        """Return what says which run is read first: the more is known of it, and then the more hangs on it."""
        mask = self.lines[number].mask
        return (mask & ~self.open).bit_count(), mask.bit_count()

    def parts(self, runs: int, tiles: int) -> list[int]:
        """Return the *runs* in sets that do not share any of the open *tiles*."""
        return self._parts_of(runs, tiles & self.cells_of(runs))

    def _parts(self, runs: int, tiles: int) -> list[int]:
        found = []
        while runs:
            part = more = runs & -runs
            while more:
                runs ^= more
                around = self.cells_of(part) & tiles
                more = _set_of(number for number in _numbers(runs) if self.lines[number].mask & around)
                part |= more
            found.append(part)
        return found

    def _cells_of(self, runs: int) -> int:
        found = 0
        for number in _numbers(runs):
            found |= self.lines[number].mask
        return found


class _Walk:
    """The words that one run of a group can be, and the best of them with all *others* that hang on it by its open tiles."""

    def __init__(self, group: _Group, number: int, others: int, floor: int) -> None:
        self._group = group
        self._line = group.lines[number]
        self._others = others
        self._opened = [cell for cell in self._line.cells if group.open >> cell & 1]
        self._between = group.between(self._line)
        self._trails = group.trails(number)
        self._due: list[list[int]] = [[] for _ in self._opened]
        """What hangs on the run and can be worked out once the tile with this place is settled."""
        for part in group.parts(others, group.open & ~self._line.mask):
            touched = group.cells_of(part)
            self._due[max(at for at, cell in enumerate(self._opened) if touched >> cell & 1)].append(part)
        self._after = [self._line.most]
        """For each place the most that is added from there on; the last is for the run itself."""
        for due in reversed(self._due):
            self._after.append(self._after[-1] + sum(map(group.bound, due)))
        self._after.reverse()
        self._floor = self._best = floor
        self._over = -1
        """What is not above the floor is not more than this."""

    def best(self) -> int:
        """Return the most that the run as a word and all that hangs on it are worth."""
        for trail in self._trails:
            if trail.leads():
                self._walk(trail, 0, trail.graph.root, 0)
        letters = WILD.join(self._between)
        for key in self._line.agreed:
            if fits(letters, key):
                self._try(key, [key[at] for at, tile in enumerate(letters) if tile == WILD])
        return self._best if self._best > self._floor else self._over

    def _rate(self, value: int) -> bool:
        """Return whether what is not more than *value* can be better than the best so far, and keep it in mind."""
        if value > self._best:
            return True
        self._over = max(self._over, min(value, self._floor))
        return False

    def _take(self, key: str, value: int) -> None:
        """Take *key* for the run, if nothing better is known; what hangs on it is worth *value*."""
        value += self._line.worth + self._group.words.rulings.get(key, False)
        if self._rate(value):
            self._best = value

    def _try(self, key: str, letters: Sequence[str]) -> None:
        """Take *key*, whose open tiles are *letters*."""
        group, value, lost = self._group, 0, []
        for at, letter in enumerate(letters):
            lost.append(group.settle(self._opened[at], letter, self._others))
            value = self._with_due(at, value)
        self._take(key, value)
        for cell, each in zip(self._opened, lost, strict=True):
            group.unsettle(cell, each)

    def _with_due(self, at: int, value: int) -> int:
        """Return *value* with what is worked out at the place *at*."""
        due = self._due[at]
        return self._group.all(due, value, self._best - self._after[at + 1]) if due else value

    def _walk(self, trail: Trail, at: int, node: int, value: int) -> None:
        """Go on from *node*, behind the open tile before the place *at*. What hangs on the run up to there is worth *value*."""
        graph, group, text = trail.graph, self._group, self._between[at]
        if text:
            node = graph.follow(node, text)
        if at == len(self._opened):
            shown = [group.shown[cell] for cell in self._opened]
            key = "".join(chain(*zip(self._between, shown, strict=False), self._between[-1:]))
            if group.words.counts(key):
                self._take(key, value)
            return
        base, cell = graph.base(node), self._opened[at]
        onward = graph.onward[base]
        for letter, code in letters_of(onward):
            if not trail.leads(base ^ code, at + 1):
                continue
            if not self._rate(value + self._after[at]):
                break
            group.purse.spend(A_LETTER, "wild-tiles")
            lost = group.settle(cell, letter, self._others)
            worth = group.bound(lost)
            if self._rate(value + self._after[at] - worth):
                self._expect_less(lost, worth)
                more = self._with_due(at, value)
                if self._rate(more + self._after[at + 1]):
                    self._walk(trail, at + 1, base ^ code, more)
                self._expect_less(lost, -worth)
            group.unsettle(cell, lost)

    def _expect_less(self, lost: int, worth: int) -> None:
        """Take as much from what can still be added, as long as the *lost* runs are not due."""
        if lost:
            for at, due in enumerate(self._due):
                self._after[at] -= worth
                if any(part & lost for part in due):
                    break


def _numbers(found: int) -> Iterator[int]:
    """Yield the numbers in a set, in order."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def _set_of(numbers: Iterable[int]) -> int:
    """Return the set of *numbers*."""
    return sum(1 << number for number in numbers)
