"""Rounds and games as data that nobody has looked at: read, scored, or refused with every fault at once, of shape and of rules.

Start at :func:`score_round` and :func:`score_game`. The command line, HTTP and the pages call these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from adjudicator.errors import BadRecord, TooHard
from adjudicator.games.budget import Purse
from adjudicator.games.intake import taken_in
from adjudicator.games.records import NOTHING_SCORED, Game, Record, Round
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.boards import MISSED
from adjudicator.usecases.games import game_scored
from adjudicator.usecases.round_shapes import ScoredCrossword, ScoredGame, ScoredLists
from adjudicator.usecases.rounds import round_scored

R = TypeVar("R", bound=Record)
S = TypeVar("S")
Known = Callable[[str], object]
"""Raises :class:`UnknownRuleset` for the name of a ruleset that is not to be asked."""


def score_round(
    adjudicator: Adjudicator,
    data: object,
    *,
    most: int | None = MISSED,
    purse: Purse | None = None,
    known: Known | None = None,
) -> ScoredLists | ScoredCrossword:
    """Return what a round comes to, as :func:`adjudicator.usecases.rounds.round_scored` does. Raises :class:`BadRecord` with all faults of
    *data*, and what that raises.
    """
    return _scored(data, Round, known, lambda record: round_scored(adjudicator, record, most, purse))


def score_game(
    adjudicator: Adjudicator, data: object, *, purse: Purse | None = None, known: Known | None = None
) -> ScoredGame:
    """Return how a game stands, as :func:`adjudicator.usecases.games.game_scored` does. Raises as :func:`score_round` does."""
    return _scored(data, Game, known, lambda record: game_scored(adjudicator, record, purse))


def _scored(data: object, kind: type[R], known: Known | None, score: Callable[[R], S]) -> S:
    """Return what *score* makes of the record in *data*; where that has faults of shape, it is asked for those of rules in the rest."""
    intake = taken_in(data, kind)
    found: tuple[str, ...] = ()
    if intake.record is not None:
        named: str | Mapping[str, Any] = getattr(intake.record, "ruleset", "")
        if known is not None and isinstance(named, str):
            known(named)
        try:
            if not intake.faults:
                return score(intake.record)
            with suppress(TooHard):
                score(intake.record)
        except BadRecord as error:
            found = error.faults
    raise BadRecord(intake.all_faults(found), NOTHING_SCORED)
