"""The tiles of a crossword, counted against the sets that are played with (Word Whiz, Equipment: 27 tiles a set, two of them wild).

Start at :func:`counted`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.games.board import HOLE
from adjudicator.games.marks import Drawn
from adjudicator.games.records import Crossword
from adjudicator.games.trails import WILD
from adjudicator.rules.ruleset import Game


class Counted(NamedTuple):
    """How many tiles each player has left, with what cannot be and what is unusual."""

    unplayed: dict[str, int]
    faults: list[str]
    notes: list[str]


def counted(game: Game, given: Crossword, grid: Drawn) -> Counted:
    """Return how many tiles each player of a crossword has left: what the record says, or else what is not laid of the set."""
    found = Counted(dict(given.unplayed), [], [])
    if not game.tiles:
        return found
    laid, wild = Counter[str](), Counter[str]()
    for row, owners in zip(grid.rows, grid.owners, strict=False):
        for tile, owner in zip(row, owners, strict=False):
            if owner != HOLE and owner in grid.names:
                laid[grid.names[owner]] += 1
                wild[grid.names[owner]] += tile == WILD
    untold = []
    for name in grid.names.values():
        left = 0 if name == given.finished else given.unplayed.get(name)
        if laid[name] > game.tiles:
            found.faults.append(f"crossword: {name} has {laid[name]} tiles in it, and a set has {game.tiles}")
        elif left is not None and laid[name] + left > game.tiles:
            found.faults.append(
                f"crossword.unplayed: {name} has laid {laid[name]} tiles and has {left} left, and a set has {game.tiles}"
            )
        elif left is not None and laid[name] + left < game.tiles:
            untold.append(
                f"{name} is out with {laid[name]} of {game.tiles} tiles"
                if name == given.finished
                else f"{name} has {laid[name]} of {game.tiles} tiles in it and {left} left"
            )
        if wild[name] > game.wilds:
            found.faults.append(
                f"crossword: {name} has {wild[name]} wild tiles in it, and a set has {game.wilds}"
            )
        if name not in found.unplayed:
            found.unplayed[name] = max(0, game.tiles - laid[name]) if left is None else left
    if untold:
        found.notes.append(f"Is a part of the drawing missing? {'; '.join(untold)}.")
    return found


def faults_of_swaps(game: Game, given: Crossword, names: Sequence[str]) -> list[str]:
    """Return what is wrong with the swaps of a round: all tiles at hand are swapped at one time."""
    faults = []
    for number, each in enumerate(given.swaps):
        where = f"crossword.swaps[{number}]"
        if each.player not in names:
            faults.append(f"{where}.player: {each.player} is no player of the round")
        if game.hand and each.tiles not in (None, game.hand):
            faults.append(
                f"{where}.tiles: takes {game.hand}, not {each.tiles}; all tiles at hand are swapped at one time"
            )
    return faults


def swap_notes(game: Game, given: Crossword) -> list[str]:
    """Return what there is to say of swaps."""
    return [
        f"{each.player} has swapped {each.tiles or game.hand or 'all'} tiles for new ones; no score changes."
        for each in given.swaps
    ]
