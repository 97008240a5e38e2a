"""Boards that are shaken: which dice or tiles a game has, and how they fall. Start at :func:`dice_for` and :func:`shaken`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from adjudicator.games.board import HOLE, LAYOUTS, RING
from adjudicator.games.sitting import is_crossword
from adjudicator.resources import config_dir
from adjudicator.rules.ruleset import Ruleset

Chance = Callable[[int], int]
"""Returns a number from 0 up to, and without, the one that is given."""
FACES = {"Q": "Qu"}
"""What a letter of ``config/games/dice.toml`` shows, where that is not itself."""


class DiceSet(NamedTuple):
    """The dice of a board. A tile is a die that shows the same on every side."""

    id: str
    title: str
    source: str
    """Where it is known from."""
    layout: str
    dice: tuple[str, ...]
    aside: bool = False
    """Whether what was drawn for a round is not there for the next one."""

    @property
    def rows(self) -> tuple[str, ...]:
        """Where the tiles lie: ``o`` for a place with one."""
        return LAYOUTS[self.layout].rows

    @property
    def places(self) -> int:
        """How many of the dice a board takes."""
        return "".join(self.rows).count("o")

    def without(self, boards: Iterable[str]) -> DiceSet:
        """Return what is left when the tiles of earlier *boards* are set aside; all of it, where they are not, or there are too few."""
        if not self.aside:
            return self
        used = Counter("".join(boards).upper().replace(RING, ""))
        left = []
        for die in self.dice:
            if used[die]:
                used[die] -= 1
            else:
                left.append(die)
        return self._replace(dice=tuple(left)) if len(left) >= self.places else self


@cache
def dice_sets() -> dict[str, DiceSet]:
    """Return all sets by their ids."""
    tables = tomllib.loads((config_dir() / "games" / "dice.toml").read_text(encoding="utf-8"))
    return {
        id: DiceSet(
            id,
            table["title"],
            table["source"],
            table["layout"],
            tuple(table.get("dice", ())) or tuple(Counter(table["tiles"]).elements()),
            table.get("aside", False),
        )
        for id, table in tables.items()
    }


def dice_for(rules: Ruleset) -> list[DiceSet]:
    """Return the sets that a game by these *rules* can be played with: those for the number of tiles that they draw, or, where they do not
    say it, those of dice; none for a shared crossword.
    """
    if is_crossword(rules):
        return []
    return [
        each
        for each in dice_sets().values()
        if (each.places == rules.game.board if rules.game.board else not each.aside)
    ]


def shaken(dice: DiceSet, chance: Chance) -> str:
    """Return a board of *dice*, each lying where it fell, with the face that it shows."""
    bag = list(dice.dice)
    drawing = []
    for row in dice.rows:
        drawn = ""
        for place in row:
            if place == HOLE:
                drawn += HOLE
            else:
                die = bag.pop(chance(len(bag)))
                face = die[chance(len(die))]
                drawn += FACES.get(face, face)
        drawing.append(drawn)
    return "/".join(drawing)
