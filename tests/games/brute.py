"""An independent account of what is on a board: every walk over its tiles is tried for as long as some word begins with it.

It shares no code with the paths and the solver and remembers nothing, so that they can be held against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from adjudicator.games.board import Board


def walks(board: Board, words: Sequence[str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each of *words* with each of its walks, as the rulebooks have it."""
    waiting: list[tuple[int, ...]] = [(tile,) for tile in range(len(board.tiles))]
    while waiting:
        tiles = waiting.pop()
        left = {word: rest for word in words if (rest := left_of(board, tiles, word)) is not None}
        yield from ((word, tiles) for word, rest in left.items() if not rest)
        if any(left.values()):
            further = [tile for tile in range(len(board.tiles)) if may_follow(board, tiles, tile)]
            waiting += [(*tiles, tile) for tile in further]


def may_follow(board: Board, tiles: tuple[int, ...], tile: int) -> bool:
    """Whether a word that went over *tiles* may go on to *tile*."""
    if tile == tiles[-1]:
        return board.reuse == "free"
    touches = tile in board.neighbours[tiles[-1]]
    return touches and (board.reuse != "never" or tile not in tiles)


def left_of(board: Board, tiles: tuple[int, ...], word: str) -> str | None:
    """What *tiles* leave of *word*, each blank being one letter throughout; None if the word does not begin with them."""
    stands: dict[int, str] = {}
    for tile in tiles:
        face = board.tiles[tile].face or stands.setdefault(tile, word[:1])
        if not face or not word.startswith(face):
            return None
        word = word[len(face) :]
    return word


def rings_of(board: Board, tiles: tuple[int, ...]) -> int:
    """How many uses of ringed tiles *tiles* have."""
    return sum(1 for tile in tiles if board.tiles[tile].ring)


class Broken(NamedTuple):
    """How often a way to make a word breaks each rule, the most important number first: how often in all."""

    total: int
    letters: int
    """Letters that blanks would have to be besides their own."""
    twice: int
    """Uses of a tile that was used before, where none may be."""
    stays: int
    """Uses of a tile twice in a row, where it may be used again otherwise."""
    jumps: int
    """Steps to a tile that does not touch."""


def ways(board: Board, word: str) -> Iterator[tuple[tuple[int, ...], Broken]]:
    """Yield the tiles of every way to make *word*, and what it breaks."""
    waiting: list[tuple[tuple[int, ...], tuple[str, ...]]] = [((), ())]
    while waiting:
        tiles, shown = waiting.pop()
        rest = word[len("".join(shown)) :]
        if not rest:
            yield tiles, broken(board, tiles, shown)
            continue
        for tile, each in enumerate(board.tiles):
            face = each.face or rest[0]
            if rest.startswith(face):
                waiting.append(((*tiles, tile), (*shown, face)))


def broken(board: Board, tiles: Sequence[int], shown: Sequence[str]) -> Broken:
    """How often a way over *tiles*, which are *shown* as letters, breaks each rule."""
    stands: dict[int, set[str]] = {}
    for tile, letters in zip(tiles, shown, strict=True):
        if not board.tiles[tile].face:
            stands.setdefault(tile, set()).add(letters)
    once = board.reuse == "never"
    others = 0 if once else sum(len(letters) - 1 for letters in stands.values())
    twice = len(tiles) - len(set(tiles)) if once else 0
    steps = list(pairwise(tiles))
    stays = sum(here == there for here, there in steps) if board.reuse == "not-twice-in-a-row" else 0
    jumps = sum(here != there and there not in board.neighbours[here] for here, there in steps)
    return Broken(others + twice + stays + jumps, others, twice, stays, jumps)
