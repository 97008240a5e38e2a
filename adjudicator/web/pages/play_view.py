"""What the pages of a game at the table show of it: how it stands, each word and why it counts, and what is still to be asked.

Start at :func:`seen`. Everything is scored by :mod:`adjudicator.usecases.scorekeeping`; here it is only put into words and pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import convert

from adjudicator.api.operations import purse as of_request
from adjudicator.errors import TooHard
from adjudicator.games.records import Crossword
from adjudicator.games.sitting import Sitting, record
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.ruleset import Challenge, Ruleset
from adjudicator.usecases.boards import board_of, solved
from adjudicator.usecases.round_shapes import LeadModel, RunModel, ScoredGame
from adjudicator.usecases.scorekeeping import score_game
from adjudicator.web.pages.board_view import (
    Drawing,
    Row,
    Words,
    by_length,
    crossword_drawn,
    drawing,
    names_text,
)
from adjudicator.web.pages.play_forms import colours_of

EXPLAINED = ("scores", "shared", "undefined")
"""What becomes of a word that its finder is asked to explain."""
BAR = 200
"""How long the bar of the most points is, in the units of the chart."""


class Bar(NamedTuple):
    """A player's line in the chart and the table of totals."""

    name: str
    points: int
    """Of this round."""
    total: int
    width: int
    first: bool


class Best(NamedTuple):
    """The word of a round that is worth the most, and who has it."""

    word: str
    names: tuple[str, ...]
    points: int


class Asked(NamedTuple):
    """A word of a crossword that no dictionary has, and of which nobody has said whose it is."""

    word: str
    at: str
    names: tuple[str, ...]


class Choice(NamedTuple):
    """A word that somebody may doubt."""

    value: str
    text: str
    worth_telling: bool = True
    """Whether it hangs on its finder whether it counts: who can explain it."""


class Seen(NamedTuple):
    """A game with the round that was scored last."""

    game: ScoredGame
    bars: tuple[Bar, ...]
    picture: str
    """The chart in words."""
    played: Mapping[str, Any] | None
    """The round; None where only its points were told."""
    drawing: Drawing | None
    best: Best | None
    missed: list[Words] | None
    """None where the board has too many ways to find them."""
    asked: tuple[Asked, ...]
    choices: Mapping[str, list[Choice]]
    """What may be doubted, by the player who has it."""


def record_of(sitting: Sitting, rules: Ruleset) -> dict[str, Any]:
    """Return the record of a game, which is what scores it everywhere."""
    return record(sitting, sets=rules.game.sets)


def lead_of(service: Adjudicator, sitting: Sitting, rules: Ruleset) -> LeadModel | None:
    """Return how the round that is played begins; None where the game is over before it. Raises as :func:`seen` does."""
    plain = record_of(sitting, rules)
    plain["rounds"] = plain["rounds"][: len(sitting.rounds) - 1]
    return score_game(service, plain, purse=of_request())["next"]


def seen(service: Adjudicator, sitting: Sitting, rules: Ruleset) -> Seen:
    """Return everything that is shown of a game whose last round is scored. Raises as :func:`adjudicator.usecases.scorekeeping.score_game` does."""
    purse = of_request()
    game = score_game(service, record_of(sitting, rules), purse=purse)
    number = len(game["rounds"]) - 1
    round_ = game["rounds"][number]
    played = round_["round"]
    most = max(*game["totals"].values(), 1)
    asked = _asked(played, sitting) if played else ()
    first = [] if asked else game["winners"] or game["leaders"]
    bars = tuple(
        Bar(name, round_["points"][name], total, max(total, 0) * BAR // most, name in first)
        for name, total in sorted(game["totals"].items(), key=lambda each: -each[1])
    )
    missed: list[Words] | None = []
    drawn = None
    if played and played["kind"] == "lists" and sitting.draft.board:
        drawn = drawing(board_of(service.under(sitting.ruleset), sitting.draft.board))
        found = {word["key"] for player in played["players"] for word in player["words"]}
        try:
            words = solved(service, sitting.draft.board, sitting.ruleset, purse)["words"]
            missed = by_length(each for each in words if each["word"] not in found)
        except TooHard:
            missed = None
    elif played and played["kind"] == "crossword":
        given = record_of(sitting, rules)["rounds"][number]["crossword"]
        whose = colours_of(round_["sets"], sitting.players)
        drawn = crossword_drawn(convert({**given, "players": whose}, Crossword), played["wilds"])
    return Seen(
        game=game,
        bars=bars,
        picture="; ".join(f"{each.name} has {each.total}" for each in bars),
        played=played,
        drawing=drawn,
        best=_best(played) if played else None,
        missed=missed,
        asked=asked,
        choices=_choices(played) if played else {},
    )


def _best(played: Mapping[str, Any]) -> Best | None:
    """Return the word that is worth the most; of several the longest, then the first."""
    if played["kind"] == "crossword":
        found = [Best(each["word"], tuple(each["players"]), each["points"]) for each in played["words"]]
    else:
        found = [
            Best(word["word"], (player["name"],), word["points"])
            for player in played["players"]
            for word in player["words"]
        ]
    best = max(found, key=lambda each: (each.points, len(each.word)), default=None)
    return best if best and best.points else None


def place_of(run: RunModel) -> str:
    """Return a word of a crossword with its place, as a form sends it."""
    return f"{run['word']} {run['row']} {run['column']} {run['direction']}"


def _asked(played: Mapping[str, Any], sitting: Sitting) -> tuple[Asked, ...]:
    """Return the words of a crossword that no dictionary has, that nobody has challenged, and that the group has not let stand: who wins may
    hang on whose they are.
    """
    if played["kind"] != "crossword":
        return ()
    told = {each["word"].casefold() for each in played["challenges"]}
    return tuple(
        Asked(each["word"], place_of(each), tuple(each["players"]))
        for each in played["words"]
        if not each["legal"]
        and len(each["word"]) > 1
        and each["word"].casefold() not in told
        and place_of(each) not in sitting.draft.stands
    )


def _choices(played: Mapping[str, Any]) -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    if played["kind"] == "crossword":
        for each in played["words"]:
            for name in each["players"]:
                found.setdefault(name, []).append(Choice(place_of(each), each["word"]))
        return found
    for player in played["players"]:
        first = {word["key"]: word for word in reversed(player["words"]) if word["key"]}
        found[player["name"]] = [
            Choice(word["word"], word["word"], word["status"] in EXPLAINED)
            for word in sorted(first.values(), key=player["words"].index)
        ]
    return {name: choices for name, choices in found.items() if choices}


class Costs(NamedTuple):
    """What each way to settle a word costs, in a sentence."""

    dictionary: str
    vote: str


def costs_of(rules: Ruleset) -> Costs:
    """Return what a look into the dictionary and what a vote costs, and whom."""
    rule = rules.challenge
    costs = _cost(rule)
    return Costs(
        costs,
        _cost(rule._replace(player_loses=0, challenger_loses=0)) if rule.penalties == "dictionary" else costs,
    )


def _cost(rule: Challenge) -> str:
    player, challenger = rule.player_loses, rule.challenger_loses
    parts = []
    if player and player == challenger:
        parts = [f"Whoever is wrong loses {_points(player)}."]
    else:
        parts += [f"A player whose word is struck loses {_points(player)}."] * bool(player)
        parts += [f"Whoever doubts a good word loses {_points(challenger)}."] * bool(challenger)
    if rule.first_finish_bonus:
        parts.append("Whoever finished first with a word that is struck gives the bonus away.")
    return " ".join(parts) or "Nobody loses points."


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def headline(seen: Seen, number: int) -> str:
    """Return what is said first of a game: whose word is to be asked for, who has won, or who leads."""
    if seen.asked:
        first = seen.asked[0]
        return f"Whose word is {first.word.upper()}?"
    game = seen.game
    names = game["winners"] or game["leaders"]
    most = max(game["totals"].values())
    if len(names) > 1:
        return f"{names_text(names)} {'share the win' if game['over'] else 'are level'} with {_points(most)}"
    return f"{names[0]} {'wins' if game['over'] else 'leads'} with {_points(most)}"


def lead_text(lead: LeadModel) -> list[str]:
    """Return in sentences how a round begins."""
    said = []
    if lead["dealer"]:
        said.append(f"{lead['dealer']} deals.")
    if lead["starters"]:
        said.append(f"{' or '.join(lead['starters'])} starts.")
    if lead["rings"] is not None:
        rings = {0: "No ring goes on the board yet", 1: "One ring goes on the board"}
        said.append(f"{rings.get(lead['rings'], str(lead['rings']) + ' rings go on the board')}.")
    said += [f"{name} plays {colour.lower()}." for name, colour in lead["sets"].items()]
    return said


def rows_of(words: Sequence[Row]) -> list[Row]:
    """Return the words of a player, those that count first and those that are worth the most before others."""
    return sorted(words, key=lambda row: -row.points)
