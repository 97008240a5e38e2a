"""Taking turns, as a younger group may: in which order, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.games.records import Turns
from adjudicator.usecases.round_shapes import TurnsModel


def faults_of_turns(turns: Turns | None, names: Sequence[str]) -> list[str]:
    """Return what is wrong with the order of *turns* between players of these *names*."""
    if turns is None or not turns.order:
        return []
    faults = [f"turns.order: {name} is no player of the round" for name in turns.order if name not in names]
    faults += [f"turns.order: {name} is missing" for name in names if name not in turns.order]
    if len(set(turns.order)) < len(turns.order):
        faults.append("turns.order: takes each name once")
    return faults


def turns_from(turns: Turns | None, seats: Sequence[str], first: Sequence[str]) -> TurnsModel | None:
    """Return the turns of a round: they begin with the *first* of those who lead off, and go on to the left."""
    if turns is None:
        return None
    order = turns.order or list(seats)
    at = next((order.index(name) for name in first if name in order), 0)
    return {"order": [*order[at:], *order[:at]], "seconds": turns.seconds}
