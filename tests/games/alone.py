"""One question about one word on one board, out of a purse of its own or a given one: what the tests ask of :class:`~adjudicator.games.paths.Search`."""

from __future__ import annotations

from adjudicator.games.board import Board
from adjudicator.games.budget import Purse
from adjudicator.games.paths import Path, Search


def best_path(board: Board, key: str, purse: Purse | None = None) -> Path | None:
    """The path of *key* that uses rings most often, or None if it is not on the board."""
    return Search(board, key, purse or Purse()).best()


def all_paths(board: Board, key: str, limit: int = 100, purse: Purse | None = None) -> list[Path]:
    """Every path of *key*, but no more than *limit*."""
    return Search(board, key, purse or Purse()).all(limit)


def count_paths(board: Board, key: str, purse: Purse | None = None) -> int:
    """How many paths *key* has."""
    return Search(board, key, purse or Purse()).count()
