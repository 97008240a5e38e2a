"""Whether a word is on a board: its best path, or all its paths. Why there is none is in :mod:`adjudicator.games.obstacles`.

Start at :class:`Search`. A word goes from tile to tile as the board's reuse allows. A blank stands for any one letter,
and for the same one throughout a word. A word that uses ringed tiles is doubled for each use, so its best path is the one that uses the
most. What is worked out is paid out of a purse, and refused with :class:`TooHard` where that is empty.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from adjudicator.core.spelling import MAX_WORD
from adjudicator.errors import BadWord
from adjudicator.games.board import LETTERS, Board, tiles_of
from adjudicator.games.budget import Purse

QUICK_STATES = 250
"""After how many states it is worth working out from where the end of the word can be reached."""
BITS = 5
"""What the letter of a blank takes in a number: a is 1."""
A_WORD, A_STATE, A_TRY = 20, 2, 3
"""Steps that it takes to look at a word, to leave a state, and to try a tile from there."""


class Path(NamedTuple):
    """One way to make a word: the numbers of its tiles in order, and how many of these uses are of a ringed tile."""

    tiles: tuple[int, ...]
    rings: int = 0


State = tuple[int, int, int]
"""Where one stands in a word: how many letters are made, the last tile, and what binds the tiles to come. The latter is the set of
used tiles where none may be used again, else the letters of the blanks so far."""


class _Far(Exception):
    """The quick search has not come to an end."""


class Search:
    """One word on one board, paid out of *purse*. Raises :class:`BadWord` for a text that is no key.

    Every method raises :class:`TooHard` where the purse is empty.
    """

    def __init__(self, board: Board, key: str, purse: Purse) -> None:
        if not 0 < len(key) <= MAX_WORD or not set(key) <= set(LETTERS):
            raise BadWord(
                "A board is asked for words of the letters a to z alone.", f"{MAX_WORD} are the most."
            )
        self._board = board
        self._key = key
        self._end = len(key)
        self._purse = purse
        self._once = board.reuse == "never"
        purse.spend(A_WORD, "board")

    @cached_property
    def fits(self) -> list[int]:
        """For each number of letters made the set of the tiles that can come next, wherever they lie."""
        board, key = self._board, self._key
        found = [board.by_letter[letter] for letter in key]
        if board.long:
            for made, tiles in enumerate(found):
                self._purse.spend(1 + (tiles & board.long).bit_count(), "board")
                for tile in tiles_of(tiles & board.long):
                    if not key.startswith(board.tiles[tile].face, made):
                        found[made] ^= 1 << tile
        return found

    @cached_property
    def _leads(self) -> list[int]:
        """The same, but for tiles from which the end of the word cannot be reached if nothing but what they touch binds."""
        sizes, end, beside = self._board.sizes, self._end, self._board.beside
        ahead = [0] * end
        for made in range(end - 1, -1, -1):
            self._purse.spend(1 + self.fits[made].bit_count() // 2, "board")
            for tile in tiles_of(self.fits[made]):
                after = made + sizes[tile]
                if after == end or beside[tile] & ahead[after]:
                    ahead[made] |= 1 << tile
        return ahead

    @cached_property
    def _promises(self) -> list[dict[int, int]]:
        """For each number of letters made the tiles that lead to the end, each with the most uses of rings from it on.

        It takes no account of what a state is bound by, so it promises too much rather than too little.
        """
        board, end = self._board, self._end
        promises: list[dict[int, int]] = [{} for _ in range(end)]
        alike: list[list[tuple[int, int]]] = [[] for _ in range(end)]
        for made in range(end - 1, -1, -1):
            sets: dict[int, int] = {}
            tried = 1
            for tile in tiles_of(self._leads[made]):
                after, beside = made + board.sizes[tile], board.beside[tile]
                most = 0
                for number, (promise, tiles) in enumerate(alike[after] if after < end else (), 1):
                    if beside & tiles:
                        most, tried = promise, tried + number
                        break
                promises[made][tile] = most = most + (tile in board.rings)
                sets[most] = sets.get(most, 0) | 1 << tile
                tried += 1
            alike[made] = sorted(sets.items(), reverse=True)
            self._purse.spend(tried, "board")
        return promises

    def best(self) -> Path | None:
        """Return the path that uses rings most often, or None if the word is not on the board."""
        if not self._has_letters():
            return None
        if self._board.rings:
            return self._first(self._leads, self._promises)
        try:
            return self._first(self.fits, None, QUICK_STATES)
        except _Far:
            return self._first(self._leads, None)

    def _has_letters(self) -> bool:
        """Return whether the board can have the letters of the word at all; it may say so although it cannot."""
        supply, blanks, key = self._board.supply, len(self._board.blanks), self._key
        if not blanks and not supply.keys() >= set(key):
            return False
        if not self._once:
            return True
        return sum(max(0, key.count(letter) - supply[letter]) for letter in set(key)) <= blanks

    def _first(
        self, allowed: Sequence[int], promises: Sequence[dict[int, int]] | None, most: int | None = None
    ) -> Path | None:
        """Return the first path over the *allowed* tiles that is found, trying first what promises the most uses of rings; without
        *promises* the first is as good as any. Raises :class:`_Far` after *most* states.
        """
        rings = self._board.rings
        seen: set[State] = set()
        piles: dict[int, list[tuple[State, int, object]]] = {}

        def pile(states: list[State], begun: int, used: int, trail: object) -> None:
            for state in states:
                if state not in seen:
                    tile = state[1]
                    promise = used + promises[begun][tile] if promises else 0
                    piles.setdefault(promise, []).append((state, used + (tile in rings), (tile, trail)))

        pile(self._onto(0, allowed[0], 0), 0, 0, None)
        while piles:
            best = max(piles)
            waiting = piles[best]
            state, used, trail = waiting.pop()
            if not waiting:
                del piles[best]
            if state[0] == self._end:
                return Path(unwound(trail), used)
            if state not in seen:
                if most is not None and len(seen) >= most:
                    raise _Far
                seen.add(state)
                pile(self._after(state, allowed), state[0], used, trail)
        return None

    def _after(self, state: State, allowed: Sequence[int]) -> list[State]:
        """Return the states one of the *allowed* tiles further."""
        made, tile, bound = state
        tiles = allowed[made] & self._board.beside[tile]
        return self._onto(made, tiles & ~bound if self._once else tiles, bound)

    def _onto(self, made: int, tiles: int, bound: int) -> list[State]:
        """Return the states in which one of *tiles* has been added, as far as nothing that binds is against it."""
        self._purse.spend(A_STATE + A_TRY * tiles.bit_count(), "board")
        sizes, letter = self._board.sizes, self._key[made]
        found = []
        for tile in tiles_of(tiles):
            new = self._bound_after(bound, tile, letter)
            if new is not None:
                found.append((made + sizes[tile], tile, new))
        return found

    def _bound_after(self, bound: int, tile: int, letter: str) -> int | None:
        """Return what binds the tiles to come once *tile* has been used, for *letter* if it is a blank, where *bound* bound it; None if the
        blank stood for another letter before.
        """
        if self._once:
            return bound | 1 << tile
        if tile not in self._board.blanks:
            return bound
        shift = BITS * self._board.blanks[tile]
        number = LETTERS.index(letter) + 1
        return bound | number << shift if bound >> shift & 31 in (0, number) else None

    def count(self) -> int:
        """Return how many paths the word has."""
        counts: dict[State, int] = {}

        def count(state: State) -> int:
            if state[0] == self._end:
                return 1
            known = counts.get(state)
            if known is None:
                known = counts[state] = sum(map(count, self._after(state, self._leads)))
            return known

        return sum(map(count, self._onto(0, self._leads[0], 0))) if self._has_letters() else 0

    def all(self, limit: int) -> list[Path]:
        """Return every path, in the order of their tiles, but no more than *limit*."""
        found: list[Path] = []
        for tiles in self._each() if self._has_letters() else ():
            if len(found) == limit:
                break
            found.append(Path(tiles, sum(tile in self._board.rings for tile in tiles)))
        return found

    def _each(self) -> Iterator[tuple[int, ...]]:
        """Yield the tiles of each path; states that lead nowhere are tried once."""
        dead: set[State] = set()

        def each(state: State, tiles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if state[0] == self._end:
                yield tiles
                return
            led = False
            for following in self._after(state, self._leads):
                if following not in dead:
                    for path in each(following, (*tiles, following[1])):
                        led = True
                        yield path
            if not led:
                dead.add(state)

        for state in self._onto(0, self._leads[0], 0):
            yield from each(state, (state[1],))


def unwound(trail: object) -> tuple[int, ...]:
    """Return the tiles of a *trail*, which is None, or the last tile and the trail before it."""
    tiles: list[int] = []
    while isinstance(trail, tuple):
        tile, trail = trail
        tiles.append(tile)
    return tuple(reversed(tiles))


def pieces(board: Board, key: str, tiles: tuple[int, ...]) -> tuple[str, ...]:
    """Return what each of *tiles*, a path of *key*, stands for in it."""
    ends = list(accumulate((board.sizes[tile] for tile in tiles), initial=0))
    return tuple(key[begin:end] for begin, end in pairwise(ends))
