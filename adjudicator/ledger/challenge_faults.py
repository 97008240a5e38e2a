"""Validation of a challenge's fields. Each function returns faults, prefixed with the field's path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from adjudicator.core.spelling import quote
from adjudicator.ledger.validation import MAX_NAME, moment, text_faults
from adjudicator.rules.challenge import CHOICES, Context, Tally
from adjudicator.rules.ruleset import Settle

MOST_WORDS = 100
MOST_VOTERS = 1000
MOST_PLAYERS = 100
MOST_TILES = 1000


def name_faults(place: str, name: str) -> list[str]:
    """Return what is wrong with the name of a person."""
    return text_faults(place, name, MAX_NAME, needed=True)


def word_faults(verdicts: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what is wrong with the words that are challenged together."""
    if not 1 <= len(verdicts) <= MOST_WORDS:
        return [f"words: takes 1 to {MOST_WORDS}, not {len(verdicts)}"]
    keys = [verdict["key"] for verdict in verdicts]
    return [f"words: has {quote(key)} more than once" for key in dict.fromkeys(keys) if keys.count(key) > 1]


def hand_faults(hands: Tally) -> list[str]:
    """Return what is wrong with a count of hands."""
    return [
        f"{choice}: takes 0 to {MOST_VOTERS}, not {number}"
        for choice, number in zip(CHOICES, hands, strict=True)
        if not 0 <= number <= MOST_VOTERS
    ]


def vote_faults(
    settle: str, quorum: int | None, deadline: str | None, at: str, *, hide_tally: bool = False
) -> list[str]:
    """Return what is wrong with how a challenge made at a time is to be settled."""
    if settle not in get_args(Settle):
        return [f"settle: takes {' or '.join(get_args(Settle))}"]
    if settle == "dictionary":
        given = {"quorum": quorum, "deadline": deadline, "hide_tally": hide_tally or None}
        said = "is for a vote, and the dictionary settles this at once"
        return [f"{name}: {said}" for name, value in given.items() if value is not None]
    faults = [] if deadline is None else _deadline_faults(deadline, at)
    if quorum is not None and not 1 <= quorum <= MOST_VOTERS:
        faults.append(f"quorum: takes 1 to {MOST_VOTERS}, not {quorum}")
    return faults


def _deadline_faults(deadline: str, at: str) -> list[str]:
    try:
        passed = moment(deadline) <= at
    except (ValueError, OverflowError):
        return ["deadline: takes a date or time like 2026-12-31 or 2026-12-31T18:00:00Z"]
    return ["deadline: has passed already"] if passed else []


def context_faults(context: Context) -> list[str]:
    """Return what is wrong with what is said to have happened at the table."""
    faults = [*name_faults("player", context.player), *name_faults("challenger", context.challenger)]
    for place, names in (("unplayed", context.unplayed), ("ineligible", context.ineligible)):
        if len(names) > MOST_PLAYERS:
            faults.append(f"{place}: has more than {MOST_PLAYERS} players")
        faults += [fault for name in names for fault in name_faults(place, name)]
    for name, tiles in context.unplayed.items():
        if not 0 <= tiles <= MOST_TILES:
            faults.append(f"unplayed: takes 0 to {MOST_TILES} tiles, not {tiles} of {quote(name)}")
    if context.player == context.challenger:
        faults.append("challenger: is the player whose word it is")
    if context.mid_round and context.finished_first:
        faults.append("finished_first: nobody has finished while the round goes on")
    return faults
