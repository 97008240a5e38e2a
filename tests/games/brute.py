"""An independent account of what is on a board: every walk over its tiles is tried, and nothing is left out or remembered.

It shares no code with the paths and the solver, so that they can be held against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.games.board import Board


def walks(board: Board, words: Sequence[str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each of *words* with each of its walks, as the rulebooks have it."""
    longest = max(map(len, words), default=0)
    waiting: list[tuple[int, ...]] = [(tile,) for tile in range(len(board.tiles))]
    while waiting:
        tiles = waiting.pop()
        if sum(len(board.tiles[tile].face) or 1 for tile in tiles) > longest:
            continue
        yield from ((word, tiles) for word in words if spells(board, tiles, word))
        for tile in range(len(board.tiles)):
            if may_follow(board, tiles, tile):
                waiting.append((*tiles, tile))


def may_follow(board: Board, tiles: tuple[int, ...], tile: int) -> bool:
    """Whether a word that went over *tiles* may go on to *tile*."""
    if tile == tiles[-1]:
        return board.reuse == "free"
    touches = tile in board.neighbours[tiles[-1]]
    return touches and (board.reuse != "never" or tile not in tiles)


def spells(board: Board, tiles: tuple[int, ...], word: str) -> bool:
    """Whether *tiles* make *word*, each blank being one letter throughout."""
    stands: dict[int, str] = {}
    for tile in tiles:
        face = board.tiles[tile].face or stands.setdefault(tile, word[:1])
        if not face or not word.startswith(face):
            return False
        word = word[len(face) :]
    return not word


def rings_of(board: Board, tiles: tuple[int, ...]) -> int:
    """How many uses of ringed tiles *tiles* have."""
    return sum(1 for tile in tiles if board.tiles[tile].ring)
