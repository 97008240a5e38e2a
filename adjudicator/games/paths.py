"""Whether a word is on a board: its best path, all its paths, or the reason why there is none.

Start at :func:`best_path` and :func:`why_not`. A word goes from tile to tile as the board's reuse allows. A blank stands for any one letter,
and for the same one throughout a word. A word that uses ringed tiles is doubled for each use, so its best path is the one that uses the
most. Questions that have too many ways to be answered are refused with :class:`BoardTooHard` after a bounded number of steps.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from adjudicator.errors import BadWord, BoardTooHard
from adjudicator.games.board import LETTERS, Board
from adjudicator.spelling import MAX_WORD

MAX_STEPS = 100_000
"""How many steps from tile to tile a question may take."""
QUICK_STEPS = 500
"""After how many steps it is worth working out from where the end of the word can be reached."""
BITS = 5
"""What the letter of a blank takes in a number: a is 1."""


class Path(NamedTuple):
    """One way to make a word: the numbers of its tiles in order, and how many of these uses are of a ringed tile."""

    tiles: tuple[int, ...]
    rings: int = 0


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


State = tuple[int, int, int]
"""Where one stands in a word: how many letters are made, the last tile, and what binds the tiles to come. The latter is the set of
used tiles where none may be used again, else the letters of the blanks so far."""
Ahead = list[dict[int, int]]
"""For each number of letters made, the last tiles from which the end can be reached, with the most uses of rings on the way. It takes no
account of what a state is bound by, so it promises too much rather than too little."""


class _Search:
    """One word on one board, and the steps that are left for it."""

    def __init__(self, board: Board, key: str, steps: int = MAX_STEPS) -> None:
        self.board = board
        self.key = key
        self._faces = [tile.face for tile in board.tiles]
        self._left = steps

    def starts(self) -> list[State]:
        """Return the states after the first tile."""
        return self._fitting(0, self.board.by_letter.get(self.key[0], ()), 0)

    def after(self, state: State) -> list[State]:
        """Return the states one tile further."""
        made, tile, bound = state
        return self._fitting(made, self.board.steps_by_letter[tile].get(self.key[made], ()), bound)

    def _fitting(self, made: int, tiles: tuple[int, ...], bound: int) -> list[State]:
        """Return the states in which one of *tiles*, which have the next letter or are blank, has been added."""
        self._left -= 1 + len(tiles)
        if self._left < 0:
            raise BoardTooHard(
                f"{self.key.upper()} could be made in too many ways on this board.",
                "Use a smaller board, with fewer blanks or fewer equal letters.",
            )
        found = []
        for tile in tiles:
            face = self._faces[tile]
            if len(face) > 1 and not self.key.startswith(face, made):
                continue
            new = bound_after(self.board, bound, tile, self.key[made])
            if new is not None:
                found.append((made + self.board.sizes[tile], tile, new))
        return found


def bound_after(board: Board, bound: int, tile: int, letter: str) -> int | None:
    """Return what binds the tiles to come once *tile* has been used, for *letter* if it is a blank, where *bound* bound it; None if it
    cannot be used: it was before, or stood for another letter.
    """
    if board.reuse == "never":
        return None if bound >> tile & 1 else bound | 1 << tile
    if tile not in board.blanks:
        return bound
    shift = BITS * board.blanks[tile]
    number = LETTERS.index(letter) + 1
    return bound | number << shift if bound >> shift & 31 in (0, number) else None


def best_path(board: Board, key: str) -> Path | None:
    """Return the path of *key* that uses rings most often, or None if it is not on the board.

    Raises :class:`BadWord` for a text that is no key, and :class:`BoardTooHard` where it would take too many steps.
    """
    _check(key)
    if not _supplied(board, key):
        return None
    if not board.rings:
        with suppress(BoardTooHard):
            return _best(_Search(board, key, QUICK_STEPS), None)
    return _best(_Search(board, key), _ahead(board, key, board.steps))


def _best(search: _Search, ahead: Ahead | None) -> Path | None:
    """Return the best path, trying first what promises the most uses of rings by *ahead*; without it the first path is as good as any."""
    rings = search.board.rings
    end = len(search.key)
    seen: set[State] = set()
    piles: dict[int, list[tuple[State, int, object]]] = {}

    def pile(states: list[State], used: int, trail: object) -> None:
        for state in states:
            made, tile, _ = state
            if state not in seen and (ahead is None or tile in ahead[made]):
                now = used + (tile in rings)
                promise = now + ahead[made][tile] if ahead is not None else 0
                piles.setdefault(promise, []).append((state, now, (tile, trail)))

    pile(search.starts(), 0, None)
    while piles:
        most = max(piles)
        waiting = piles[most]
        state, used, trail = waiting.pop()
        if not waiting:
            del piles[most]
        if state[0] == end:
            return Path(unwound(trail), used)
        if state not in seen:
            seen.add(state)
            pile(search.after(state), used, trail)
    return None


def unwound(trail: object) -> tuple[int, ...]:
    """Return the tiles of a *trail*, which is None, or the last tile and the trail before it."""
    tiles: list[int] = []
    while isinstance(trail, tuple):
        tile, trail = trail
        tiles.append(tile)
    return tuple(reversed(tiles))


def all_paths(board: Board, key: str, limit: int = 100) -> list[Path]:
    """Return every path of *key*, in the order of their tiles, but no more than *limit*. Raises as :func:`best_path` does."""
    _check(key)
    if not _supplied(board, key):
        return []
    found: list[Path] = []
    for tiles in _Lister(board, key).paths():
        if len(found) == limit:
            break
        found.append(Path(tiles, sum(tile in board.rings for tile in tiles)))
    return found


def count_paths(board: Board, key: str) -> int:
    """Return how many paths *key* has. Raises as :func:`best_path` does."""
    _check(key)
    return _Lister(board, key).count() if _supplied(board, key) else 0


class _Lister:
    """Goes through all paths of one word; states that lead nowhere are left at once, and none is counted twice."""

    def __init__(self, board: Board, key: str) -> None:
        self._search = _Search(board, key)
        self._ahead = _ahead(board, key, board.steps)
        self._end = len(key)
        self._counts: dict[State, int] = {}
        self._dead: set[State] = set()

    def _alive(self, states: list[State]) -> list[State]:
        return [state for state in states if state[1] in self._ahead[state[0]] and state not in self._dead]

    def count(self) -> int:
        """Return the number of paths."""
        return sum(map(self._count, self._alive(self._search.starts())))

    def _count(self, state: State) -> int:
        if state[0] == self._end:
            return 1
        known = self._counts.get(state)
        if known is None:
            known = self._counts[state] = sum(map(self._count, self._alive(self._search.after(state))))
        return known

    def paths(self) -> Iterator[tuple[int, ...]]:
        """Yield the tiles of each path."""
        for state in self._alive(self._search.starts()):
            yield from self._paths(state, (state[1],))

    def _paths(self, state: State, tiles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if state[0] == self._end:
            yield tiles
            return
        led = False
        for following in self._alive(self._search.after(state)):
            for path in self._paths(following, (*tiles, following[1])):
                led = True
                yield path
        if not led:
            self._dead.add(state)


def why_not(board: Board, key: str) -> Obstacle | None:
    """Return why *key* is not on the board, or None if it is. Raises as :func:`best_path` does."""
    return obstacle(board, key) if best_path(board, key) is None else None


def obstacle(board: Board, key: str) -> Obstacle:
    """Return why *key* is not on the board, where :func:`best_path` has found no path: the first rule without which it would be, in the
    order of :data:`Hurdle`.
    """
    missing = _missing(board, key)
    if missing:
        names = ", ".join(missing.upper())
        return Obstacle("letters-missing", f"The board has no tile for {names}.", missing)
    again = _some_way(board, key, board.steps)
    if again and board.reuse == "never":
        return _twice(board, again)
    if again:
        return _two_letters(board, key, again)
    again = _some_way(board, key, board.with_stays)
    if again and board.reuse == "never":
        return _twice(board, again)
    if again:
        at = next(here for here, there in pairwise(again) if here == there)
        reason = f"It needs {_named(board, at)} twice in a row."
        return Obstacle("same-tile-twice-in-a-row", reason, board.tiles[at].face, at)
    return Obstacle("not-connected", "The board has its letters, but not side by side.")


def _twice(board: Board, tiles: tuple[int, ...]) -> Obstacle:
    at = Counter(tiles).most_common(1)[0][0]
    return Obstacle("tile-used-twice", f"It needs {_named(board, at)} twice.", board.tiles[at].face, at)


def _two_letters(board: Board, key: str, tiles: tuple[int, ...]) -> Obstacle:
    stands: dict[int, str] = {}
    for tile, piece in zip(tiles, pieces(board, key, tiles), strict=True):
        if tile in board.blanks and piece not in stands.get(tile, ""):
            stands[tile] = stands.get(tile, "") + piece
    at = next(tile for tile, letters in stands.items() if len(letters) > 1)
    letters = " and ".join(stands[at].upper())
    reason = f"{_named(board, at).capitalize()} would have to stand for {letters} in one word."
    return Obstacle("blank-of-two-letters", reason, stands[at], at)


def _named(board: Board, tile: int) -> str:
    face = board.tiles[tile].face
    return f"the {f'tile {face.upper()}' if face else 'blank'} ({board.place(tile)})"


def pieces(board: Board, key: str, tiles: tuple[int, ...]) -> tuple[str, ...]:
    """Return what each of *tiles*, a path of *key*, stands for in it."""
    ends = list(accumulate((board.sizes[tile] for tile in tiles), initial=0))
    return tuple(key[begin:end] for begin, end in pairwise(ends))


def _check(key: str) -> None:
    if not 0 < len(key) <= MAX_WORD or not set(key) <= set(LETTERS):
        raise BadWord("A board is asked for words of the letters a to z alone.", f"{MAX_WORD} are the most.")


def _supplied(board: Board, key: str) -> bool:
    """Return whether the board can have the letters of *key* at all; it may say so although it cannot."""
    supply, blanks = board.supply, len(board.blanks)
    if not blanks and not supply.keys() >= set(key):
        return False
    if board.reuse != "never":
        return True
    return sum(max(0, key.count(letter) - supply[letter]) for letter in set(key)) <= blanks


def _missing(board: Board, key: str) -> str:
    """Return the letters of *key* for which there is no tile, wherever the tiles lie."""
    if board.blanks:
        return ""
    missing = [letter for letter in key if letter not in board.supply]
    if missing or max(board.sizes) == 1:
        return "".join(dict.fromkeys(missing))
    begun = {0}
    for at in range(len(key)):
        if at in begun:
            begun.update(at + len(tile.face) for tile in board.tiles if key.startswith(tile.face, at))
    return "" if len(key) in begun else key[max(begun)]


def _ahead(board: Board, key: str, steps: Sequence[tuple[int, ...]]) -> Ahead:
    """Return from where the end of *key* can be reached by *steps*, if nothing else binds."""
    end = len(key)
    sizes, rings = board.sizes, board.rings
    ahead: Ahead = [{} for _ in range(end + max(sizes) + 1)]
    for made in range(end, 0, -1):
        for tile in board.by_last_letter.get(key[made - 1], ()):
            size = sizes[tile]
            if size > 1 and (made < size or not key.startswith(board.tiles[tile].face, made - size)):
                continue
            if made == end:
                ahead[made][tile] = 0
                continue
            further = [
                ahead[made + sizes[there]][there] + (there in rings)
                for there in steps[tile]
                if there in ahead[made + sizes[there]]
            ]
            if further:
                ahead[made][tile] = max(further)
    return ahead


def _some_way(board: Board, key: str, steps: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return some way to make *key* by *steps*, if nothing else binds; empty if there is none."""
    ahead = _ahead(board, key, steps)
    made, tiles = 0, []
    around: Iterable[int] = range(len(board.tiles))
    while made < len(key):
        tile = next((tile for tile in around if tile in ahead[made + board.sizes[tile]]), None)
        if tile is None:
            return ()
        tiles.append(tile)
        made += board.sizes[tile]
        around = steps[tile]
    return tuple(tiles)
