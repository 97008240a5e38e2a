"""Why a word is not on a board: what would have to change least for it to be made.

Start at :func:`why_not`. A way to make the word is sought that breaks as few rules as it can: it goes on to tiles that do not touch, uses
a tile again, stays on it, or lets a blank stand for another letter. Of ways that break as few, the one counts that leaves most of what the
tiles are as it is: a blank keeps its letter, a tile is used once, and only what does not touch would have to.
"""

from collections import Counter
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal, NamedTuple

from adjudicator.core.spelling import MAX_WORD
from adjudicator.games.board import LETTERS, Board, tiles_of
from adjudicator.games.budget import Purse
from adjudicator.games.paths import A_STATE, A_TRY, Search, pieces, unwound

MANY = MAX_WORD + 1
JUMP, STAY, TWICE, LETTER = MANY**3, MANY**3 + 1, MANY**3 + MANY, MANY**3 + MANY**2
"""What breaking a rule counts: above all once; among as many, a blank that is another letter, too, then a tile that is used again."""
MOST_TRIES = 4_000
"""Tiles that are tried for the way with the fewest changes, before the one counts that only has the fewest between two tiles."""

Hurdle = Literal[
    "letters-missing",
    "tile-used-twice",
    "same-tile-twice-in-a-row",
    "blank-of-two-letters",
    "not-connected",
]


class Obstacle(NamedTuple):
    """Why a word is not on a board."""

    code: Hurdle
    reason: str
    """A sentence for people."""
    letters: str = ""
    """The letters that it is about: those missing, those of the tile, or those that the blank would have to be."""
    tile: int | None = None
    """The number of the tile that it is about."""


NOT_CONNECTED = Obstacle("not-connected", "The board has its letters, but not side by side.")


def why_not(board: Board, key: str, purse: Purse | None = None) -> Obstacle | None:
    """Return why *key* is not on the board, or None if it is.

    Raises :class:`BadWord` for a text that is no key, and :class:`TooHard` where *purse*, by default one of its own, is empty.
    """
    purse = purse or Purse()
    search = Search(board, key, purse)
    return obstacle(board, key, search, purse) if search.best() is None else None


def obstacle(board: Board, key: str, search: Search, purse: Purse) -> Obstacle:
    """Return why *key* is not on the board, where :meth:`Search.best` has found no path: letters for which there are no tiles, or what the way
    with the fewest changes breaks, in the order of :data:`Hurdle`. Raises :class:`TooHard`.
    """
    if not board.blanks:
        missing = _missing(board, key, search, purse)
        if missing:
            return _letters_missing(board, missing)
    tiles, exact = _Ways(board, key, search.fits, purse).best()
    broken = _broken(board, key, tiles)
    if not exact and broken["not-connected"]:
        return NOT_CONNECTED  # so much is certain
    missing = "".join(dict.fromkeys(letter for letter in key if not board.supply[letter]))
    too_few = len(missing) - len(board.blanks)
    if too_few > 0 and (broken["not-connected"] or broken.total() != too_few):
        return _letters_missing(board, missing)
    if broken["tile-used-twice"]:
        at = Counter(tiles).most_common(1)[0][0]
        reason = f"It needs {_tile_name(board, at)} twice."
        return Obstacle("tile-used-twice", reason, board.tiles[at].face, at)
    if broken["same-tile-twice-in-a-row"]:
        at = next(here for here, there in pairwise(tiles) if here == there)
        reason = f"It needs {_tile_name(board, at)} twice in a row."
        return Obstacle("same-tile-twice-in-a-row", reason, board.tiles[at].face, at)
    if broken["blank-of-two-letters"]:
        at, letters = next(each for each in _blanks(board, key, tiles).items() if len(each[1]) > 1)
        name = _tile_name(board, at).capitalize()
        reason = f"{name} would have to stand for {' and '.join(letters.upper())} in one word."
        return Obstacle("blank-of-two-letters", reason, letters, at)
    return NOT_CONNECTED


class _Ways:
    """The ways to make a word with tiles that *fit*, whatever rules they break."""

    def __init__(self, board: Board, key: str, fits: list[int], purse: Purse) -> None:
        self._board = board
        self._key = key
        self._fits = fits
        self._purse = purse
        self._once = board.reuse == "never"
        self._stay = {"never": TWICE, "not-twice-in-a-row": STAY, "free": 0}[board.reuse]

    def best(self) -> tuple[tuple[int, ...], bool]:
        """Return the way with the fewest changes, and whether it is that; else it only has the fewest between two tiles."""
        first = self._first()
        if not self._is_bound(first):
            return first, True
        count, tries = 0, 0
        heap: list[tuple[int, int, int, int, int, object]] = []
        for tile, cost in self._costs[0].items():
            heappush(heap, (cost, count := count + 1, 0, tile, self._bound(0, tile, 0)[1], (tile, None)))
        seen: set[tuple[int, int, int]] = set()
        while heap and tries < MOST_TRIES:
            total, _, made, tile, bound, trail = heappop(heap)
            if (made, tile, bound) in seen:
                continue
            seen.add((made, tile, bound))
            after = made + self._board.sizes[tile]
            if after == len(self._key):
                return unwound(trail), True
            spent = total - self._costs[made][tile]
            following = self._costs[after]
            tries += len(following)
            self._purse.spend(A_STATE + A_TRY * len(following), "board")
            for further, cost in following.items():
                more, now = self._bound(after, further, bound, tile)
                new = spent + self._step(tile, further) + more + cost
                heappush(heap, (new, count := count + 1, after, further, now, (further, trail)))
        return first, False

    def _step(self, here: int, there: int) -> int:
        """Return what it counts to go on from one tile to another."""
        if self._board.beside[here] >> there & 1:
            return 0
        return self._stay if here == there else JUMP

    def _bound(self, made: int, tile: int, bound: int, before: int | None = None) -> tuple[int, int]:
        """Return what it counts besides to use *tile* next, and what is used then: the tiles, or else the letters of the blanks."""
        if self._once:
            again = bound >> tile & 1 and tile != before
            return TWICE if again else 0, bound | 1 << tile
        if tile not in self._board.blanks:
            return 0, bound
        shift = len(LETTERS) * self._board.blanks[tile]
        letter = 1 << LETTERS.index(self._key[made])
        stood = bound >> shift & (1 << len(LETTERS)) - 1
        return LETTER if stood and not stood & letter else 0, bound | letter << shift

    def _is_bound(self, tiles: tuple[int, ...]) -> bool:
        """Return whether a way breaks rules that the steps between its tiles do not tell of."""
        made, bound, before = 0, 0, None
        for tile in tiles:
            more, bound = self._bound(made, tile, bound, before)
            if more:
                return True
            made += self._board.sizes[tile]
            before = tile
        return False

    @cached_property
    def _costs(self) -> list[dict[int, int]]:
        """For each number of letters made the tiles that can come next, with what the steps to the end count at least from each on."""
        return [{tile: cost for tile, (cost, _) in each.items()} for each in self._least]

    @cached_property
    def _least(self) -> list[dict[int, tuple[int, int]]]:
        """The same, with the tile that such a way goes on to."""
        end, sizes = len(self._key), self._board.sizes
        least: list[dict[int, tuple[int, int]]] = [{} for _ in range(end + 1)]
        alike: list[list[tuple[int, int]]] = [[] for _ in range(end + 1)]
        for made in range(end - 1, -1, -1):
            sets: dict[int, int] = {}
            self._purse.spend(1 + self._fits[made].bit_count() // 2, "board")
            for tile in tiles_of(self._fits[made]):
                after = made + sizes[tile]
                if after == end or least[after]:
                    cost, there = (0, tile) if after == end else self._next(tile, least[after], alike[after])
                    least[made][tile] = cost, there
                    sets[cost] = sets.get(cost, 0) | 1 << tile
            alike[made] = sorted(sets.items())
        return least

    def _next(
        self, tile: int, least: dict[int, tuple[int, int]], alike: list[tuple[int, int]]
    ) -> tuple[int, int]:
        """Return what it counts at least to go on from *tile*, and to which of the tiles that come *least* then, those that are *alike* together."""
        beside, others = self._board.beside[tile], ~(1 << tile)
        for cost, tiles in alike:
            if tiles & beside:
                found = cost, next(tiles_of(tiles & beside))
                break
        else:
            found = JUMP * MANY, tile
        cost, tiles = next(
            ((cost, tiles & others) for cost, tiles in alike if tiles & others), (JUMP * MANY, 0)
        )
        if cost + JUMP < found[0]:
            found = cost + JUMP, next(tiles_of(tiles))
        if tile in least and least[tile][0] + self._stay < found[0]:
            found = least[tile][0] + self._stay, tile
        return found

    def _first(self) -> tuple[int, ...]:
        """Return a way whose steps count the least."""
        made, tile = 0, min(self._least[0], key=self._least[0].__getitem__)
        tiles = []
        while True:
            tiles.append(tile)
            there = self._least[made][tile][1]
            made += self._board.sizes[tile]
            if made == len(self._key):
                return tuple(tiles)
            tile = there


def _broken(board: Board, key: str, tiles: tuple[int, ...]) -> Counter[str]:
    """Return how often a way over *tiles* breaks each rule."""
    broken: Counter[str] = Counter()
    if board.reuse == "never":
        broken["tile-used-twice"] = len(tiles) - len(set(tiles))
    else:
        if board.reuse != "free":
            broken["same-tile-twice-in-a-row"] = sum(here == there for here, there in pairwise(tiles))
        broken["blank-of-two-letters"] = sum(
            len(letters) - 1 for letters in _blanks(board, key, tiles).values()
        )
    broken["not-connected"] = sum(
        here != there and not board.beside[here] >> there & 1 for here, there in pairwise(tiles)
    )
    return broken


def _blanks(board: Board, key: str, tiles: tuple[int, ...]) -> dict[int, str]:
    """Return the letters of each blank among *tiles*, each once."""
    stands: dict[int, str] = {}
    for tile, piece in zip(tiles, pieces(board, key, tiles), strict=True):
        if tile in board.blanks and piece not in stands.get(tile, ""):
            stands[tile] = stands.get(tile, "") + piece
    return stands


def _missing(board: Board, key: str, search: Search, purse: Purse) -> str:
    """Return the letters of *key* for which a board without blanks has no tile, wherever its tiles lie."""
    missing = [letter for letter in key if letter not in board.supply]
    if missing or not board.long:
        return "".join(dict.fromkeys(missing))
    begun = {0}
    for at, tiles in enumerate(search.fits):
        if at in begun:
            purse.spend(1 + tiles.bit_count() // 2, "board")
            begun.update(at + board.sizes[tile] for tile in tiles_of(tiles))
    return "" if len(key) in begun else key[max(begun)]


def _letters_missing(board: Board, missing: str) -> Obstacle:
    blanks = len(board.blanks)
    reason = f"The board has no tile for {', '.join(missing.upper())}"
    if blanks:
        reason += f", and only {'one blank' if blanks == 1 else f'{blanks} blanks'} to stand for them"
    return Obstacle("letters-missing", f"{reason}.", missing)


def _tile_name(board: Board, tile: int) -> str:
    face = board.tiles[tile].face
    return f"the {f'tile {face.upper()}' if face else 'blank'} ({board.place(tile)})"
