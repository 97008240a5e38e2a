"""A game of several rounds put together with a ruleset: the totals, who leads or has won, and how each round begins.

Start at :func:`game_scored`. One round is :mod:`adjudicator.usecases.rounds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord, BoardInvalid
from adjudicator.games.board import LETTERS
from adjudicator.games.budget import Purse
from adjudicator.games.game import Setup, dealer, first_starters, standing, starters, tile_sets
from adjudicator.games.records import Game, GameRound
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.ruleset import Ruleset
from adjudicator.usecases.round_shapes import (
    GameRoundModel,
    LeadModel,
    PlayedCrossword,
    PlayedLists,
    ScoredGame,
)
from adjudicator.usecases.rounds import played
from adjudicator.usecases.scoring_table import Table, names_text, refuse, strangers
from adjudicator.usecases.turns import faults_of_turns, turns_from

A_ROUND = 30
"""Steps for each round of a game."""
POINTS = 4
"""How many players' points are added up for a step."""


def game_scored(adjudicator: Adjudicator, record: Game, purse: Purse | None = None) -> ScoredGame:
    """Return how a game stands, as plain data: each round with its points, the totals, who leads or has won, and who leads off next.

    All rounds are scored out of one *purse*, by default one of its own. Raises :class:`BadRecord` with every fault of every round,
    :class:`TooHard`, :class:`UnknownRuleset`.
    """
    purse = purse or Purse()
    table = Table(adjudicator, record.ruleset, purse)
    rules = table.rules.game
    target = record.target or rules.target
    length = record.length or (None if record.target else rules.rounds)
    sets = record.sets or [str(number) for number in range(1, rules.sets + 1)]
    faults = _faults(record, sets)
    rounds: list[GameRoundModel] = []
    each_points: list[dict[str, int]] = []
    state = standing([dict.fromkeys(record.players, 0)], None, target)
    for number, each in enumerate(record.rounds, 1):
        where = f"rounds[{number - 1}]"
        purse.spend(A_ROUND + number * len(record.players) // POINTS, "players")
        if state.over:
            faults.append(f"{where}: the game was over after round {number - 1}")
            break
        lead = _lead(record, table.rules, sets, number, each_points, each)
        scored, wrong = _round(table, record, each, lead)
        faults += [f"{where}{fault if fault.startswith(':') else f'.{fault}'}" for fault in wrong]
        found = (
            {player["name"]: player["total"] for player in scored["players"]} if scored else each.points or {}
        )
        faults += strangers(f"{where}.{_told_in(each)}", found, record.players)
        each_points.append({name: found.get(name, 0) for name in record.players})
        rounds.append({**lead, "points": each_points[-1], "round": scored})
        state = standing(each_points, length, target)
    refuse(faults)
    ahead = list(state.winners) if rounds else []
    return {
        **table.judged_by(),
        "rounds": rounds,
        "totals": state.totals,
        "leaders": [] if state.over else ahead,
        "winners": ahead if state.over else [],
        "over": state.over,
        "next": None if state.over else _lead(record, table.rules, sets, len(rounds) + 1, each_points, None),
        "notes": _notes(record),
    }


def _faults(record: Game, sets: Sequence[str]) -> list[str]:
    faults = strangers("drawn", record.drawn, record.players)
    faults += faults_of_turns(record.turns, record.players)
    faults += [
        f"drawn.{name}: takes a letter, not {quote(letter)}"
        for name, letter in record.drawn.items()
        if name in record.players and letter.lower() not in LETTERS
    ]
    if len(set(record.players)) < len(record.players):
        faults.append("players: takes each name once")
    if len({name.casefold() for name in record.sets}) < len(record.sets):
        faults.append("sets: takes each name once; every set has a colour of its own")
    if sets and len(record.players) > len(sets):
        faults.append(f"players: there are {len(sets)} sets of tiles, for as many players at most")
    return faults


def _told_in(given: GameRound) -> str:
    """Return the part of a round that says who takes part."""
    return (
        "points" if given.points is not None else "lists" if given.lists is not None else "crossword.players"
    )


def _notes(record: Game) -> list[str]:
    missing = [name for name in record.players if name not in record.drawn] if record.drawn else []
    if not missing:
        return []
    return [
        f"{names_text(missing)} {'has' if len(missing) == 1 else 'have'} drawn no letter yet, so nobody can say who starts the first round."
    ]


def _round(
    table: Table, record: Game, given: GameRound, lead: LeadModel
) -> tuple[PlayedLists | PlayedCrossword | None, list[str]]:
    """Return what a round of a game comes to, None where only its points were told, and what is wrong with it."""
    if given.points is not None:
        alone = given == type(given)(points=given.points)
        return None, [] if alone else [": takes its points, or how it was played, not both"]
    whose = {which: name for name, which in lead["sets"].items()}
    try:
        setup = Setup(lead["number"], record.players, whose, lead["starters"], lead["rings"])
        found = played(table, given, setup)
    except (BadRecord, BoardInvalid) as error:
        return None, list(error.faults)
    found["turns"] = lead["turns"]
    return found, []


def _lead(
    record: Game,
    rules: Ruleset,
    sets: Sequence[str],
    number: int,
    before: Sequence[Mapping[str, int]],
    given: GameRound | None,
) -> LeadModel:
    """Return how round *number* begins: who deals or starts, who plays which set of tiles, how many rings lie on the board, in which order
    they take turns. Who starts the first round is open where a letter that was drawn is missing.
    """
    game = rules.game
    starting: tuple[str, ...] = ()
    if game.lead == "lowest" and before:
        starting = starters(before[-1])
    elif game.lead == "lowest" and all(name in record.drawn for name in record.players):
        starting = first_starters(record.drawn)
    deals = dealer(record.players, number) if game.lead == "dealer" else None
    turns = given.turns if given is not None and given.turns is not None else record.turns
    first = starting or ((deals,) if deals else ())
    if given is not None and given.turns is not None and given.turns.order:
        first = ()
    return {
        "number": number,
        "dealer": deals,
        "starters": list(starting),
        "sets": tile_sets(record.players, sets, number),
        "rings": game.rings[number - 1] if number <= len(game.rings) else None,
        "turns": turns_from(turns, record.players, first),
    }
