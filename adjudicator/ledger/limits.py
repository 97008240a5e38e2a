"""How much anybody may put into a ledger: bounds that no club meets, and that keep one person from filling it. Start at :class:`Limits`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from adjudicator.errors import LimitReached


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds of a ledger. What a token may do, a person at the machine itself may do without bounds."""

    entries: int = 500_000
    """Of a house list, and of a file that is imported: almost twice as many as the words of the longest list for tournaments."""
    proof: int = 4_000_000
    """Bytes of the verdicts that a dispute keeps: a hundred words of the usual length, or seventy of the longest proofs."""
    open_disputes: int = 200
    """That a token may have opened and nobody has ended yet."""
    disputes: int = 500
    """That a token may open in a day: a challenge a minute, for a whole evening, at more than one table."""
    invites: int = 100
    """That a token may have made and that can still be taken up."""
    lists: int = 1_000
    """That a token may make."""
    games: int = 1_000
    """That a token may have begun."""
    history: int = 1_000_000_000
    """Bytes that a process writes for one house list in a day: the longest list, ten times over."""


USUAL = Limits()
VARIABLES = {field.name: f"ADJUDICATOR_MAX_{field.name.upper()}" for field in fields(Limits)}
"""Bound → the setting that changes it."""


def limits(environment: Mapping[str, str] = os.environ) -> tuple[Limits, list[str]]:
    """Return the bounds that *environment* sets, and what is wrong with it; a bound that is set wrongly is the usual one."""
    found: dict[str, int] = {}
    faults: list[str] = []
    for name, variable in VARIABLES.items():
        text = environment.get(variable, "").strip()
        if text.isascii() and text.isdigit() and int(text) > 0:
            found[name] = int(text)
        elif text:
            faults.append(f"{variable}: {text!r} is no number from 1 on")
    return Limits(**found), faults


def must_fit(limits: Limits, name: str, count: int, what: str, advice: str = "") -> None:
    """Raise :class:`LimitReached` where *count* is more than the bound *name* allows: *what* is the noun in the message."""
    most: int = getattr(limits, name)
    if count > most:
        raise LimitReached(
            f"{what} would be {count:,}; at most {most:,} are taken.",
            f"Nothing was written. {advice}{' ' if advice else ''}Whoever runs the server can raise {VARIABLES[name]}.",
            name.replace("_", "-"),
            VARIABLES[name],
            most,
        )
