"""A round put together with a ruleset: what each player scores, and why a word counts or not.

Start at :func:`round_scored`. The command line, HTTP and the pages call it with a record of :mod:`adjudicator.games.records`; a game of
several rounds is :mod:`adjudicator.usecases.games`, data that nobody has looked at :mod:`adjudicator.usecases.scorekeeping`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.errors import BadRecord, TooHard
from adjudicator.games.budget import Purse
from adjudicator.games.game import Setup
from adjudicator.games.records import NOTHING_SCORED, Round, RoundBase
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.boards import MISSED, FoundWord, words_of
from adjudicator.usecases.crosswords import crossword_scored
from adjudicator.usecases.lists import lists_scored
from adjudicator.usecases.round_shapes import PlayedCrossword, PlayedLists, ScoredCrossword, ScoredLists
from adjudicator.usecases.scoring_table import Table

UNKNOWN = "This board has too many ways to find words, so what all missed cannot be shown."


def round_scored(
    adjudicator: Adjudicator, record: Round, most: int | None = MISSED, purse: Purse | None = None
) -> ScoredLists | ScoredCrossword:
    """Return what a round comes to for each player, as plain data: every word with its points or why it has none; for lists also the best
    words of the board that nobody found, so many as *most* or all of them, or None where the board has too many ways to find them.

    The scoring comes first, and what nobody found is sought with what it has left of *purse*, by default one of its own.
    Raises :class:`BadRecord` with every fault, :class:`UnknownRuleset`; :class:`TooHard` where the purse does not do for the scoring.
    """
    table = Table(adjudicator, record.ruleset, purse or Purse())
    scored = played(table, record)
    if scored["kind"] == "crossword":
        return {**table.judged_by(), **scored}
    missed: list[FoundWord] | None = None
    try:
        missed = _missed(table, record, scored["players"], most)
    except TooHard:
        scored["notes"].append(UNKNOWN)
    return {**table.judged_by(), **scored, "missed": missed}


def played(table: Table, record: RoundBase, setup: Setup | None = None) -> PlayedLists | PlayedCrossword:
    """Return what a round comes to, without what is missed. *setup* is that of the game, if it is a part of one."""
    if record.lists is None and record.crossword is None:
        raise BadRecord(["lists: is missing; a round takes either lists or a crossword"], NOTHING_SCORED)
    if record.lists is not None and record.crossword is not None:
        raise BadRecord(
            ["crossword: stands beside lists; a round takes either lists or a crossword"], NOTHING_SCORED
        )
    if record.crossword is not None:
        return crossword_scored(table, record, setup)
    return lists_scored(table, record, setup)


def _missed(
    table: Table, record: RoundBase, players: Sequence[Mapping[str, Any]], most: int | None
) -> list[FoundWord]:
    """Return the words that are worth the most of those that nobody found. Raises :class:`TooHard`."""
    board = table.board(record)
    if board is None:
        return []
    found = {word["key"] for player in players for word in player["words"]}
    table.pay_for_index("board")
    words = words_of(table.bench, board, table.ruleset, table.purse)
    return [each for each in words if each["word"] not in found][:most]
