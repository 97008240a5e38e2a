"""A game of several rounds: who leads, who starts or deals next, who plays which tiles. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Standing(NamedTuple):
    """How a game stands. ``winners`` are those with the most points; several where they are level."""

    totals: dict[str, int]
    winners: tuple[str, ...]
    over: bool
    """Whether all rounds have been played, or somebody has reached the target."""


class Setup(NamedTuple):
    """How a round of a game is set up: who takes part, and with what."""

    number: int
    players: Sequence[str]
    sets: Mapping[str, str] = {}
    """Set of tiles → its player."""
    starters: Sequence[str] = ()
    """Who may have started it."""
    rings: int | None = None
    """How many bonus rings lie on its board; None where the game does not say."""


def standing(
    rounds: Sequence[Mapping[str, int]], length: int | None = None, target: int | None = None
) -> Standing:
    """Return how a game stands after *rounds*, of so many as *length*, or played until somebody has *target* points."""
    totals: dict[str, int] = {}
    for each in rounds:
        for name, points in each.items():
            totals[name] = totals.get(name, 0) + points
    most = max(totals.values(), default=0)
    reached = target is not None and most >= target
    return Standing(
        totals,
        tuple(name for name, total in totals.items() if total == most),
        reached or (length is not None and len(rounds) >= length),
    )


def starters(last: Mapping[str, int]) -> tuple[str, ...]:
    """Return who starts the next round of Word Whiz: who scored the lowest in the *last* one; several where they are level."""
    lowest = min(last.values(), default=0)
    return tuple(name for name, points in last.items() if points == lowest)


def first_starters(drawn: Mapping[str, str]) -> tuple[str, ...]:
    """Return who starts the first round of Word Whiz: who *drew* the letter that is the earliest in the alphabet; several where they are
    level. A wild tile is no letter.
    """
    letters = {name: letter.lower() for name, letter in drawn.items() if letter.isalpha()}
    earliest = min(letters.values(), default="")
    return tuple(name for name, letter in letters.items() if letter == earliest)


def dealer(players: Sequence[str], number: int) -> str:
    """Return who deals round *number*, from 1: the first of the *players*, who sit in this order to the left, then the next to the left."""
    return players[(number - 1) % len(players)]


def tile_sets(players: Sequence[str], sets: Sequence[str], number: int) -> dict[str, str]:
    """Return who plays which of the *sets* of tiles in round *number*, from 1: after each round every set goes on to the left.

    With fewer players than sets, those that nobody has are rotated in. Nobody has one where there are none.
    """
    if not sets:
        return {}
    return {name: sets[(seat - (number - 1)) % len(sets)] for seat, name in enumerate(players)}
