"""Scores of rounds and games as text for people; the arguments that ``round`` and ``game`` share."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.cli.text import paint, print_table
from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord
from adjudicator.games.records import NOTHING_SCORED
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.rules.wording import DESCRIPTIONS, kind_of
from adjudicator.usecases.round_shapes import LeadModel, PlayedCrossword, PlayedLists, ScoredGame, TurnsModel


def score_arguments(actions: Any, purpose: str, members: str) -> None:
    """Add the action ``score``; *members* are what its file holds."""
    score = actions.add_parser("score", help=purpose)
    score.add_argument(
        "file", metavar="FILE", help=f"TOML or JSON: ruleset, {members}, and more: see the documentation"
    )
    score.add_argument("--json", action="store_true", help="print JSON")


def read(path: Path) -> object:
    """Return what a TOML or JSON file holds. Raises :class:`BadRecord` where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text)
        return tomllib.loads(text)
    except RecursionError:
        fault = f"{quote(str(path), 200)} cannot be read: it is nested too deep"
        raise BadRecord([fault], NOTHING_SCORED) from None
    except (OSError, ValueError) as error:
        fault = f"{quote(str(path), 200)} cannot be read: {error}"
        raise BadRecord([fault], NOTHING_SCORED) from None


def print_round(data: PlayedLists | PlayedCrossword) -> None:
    """Print what a round comes to: each player's words and points, and who has most."""
    if data["kind"] == "crossword":
        _print_crossword(data)
    for player in data["players"]:
        print(f"{paint(player['name'], 'bold')}: {player['total']}")
        rows = [(each["word"], str(each["points"]), _reason(each)) for each in player["words"]]
        if player.get("bonus"):
            rows.append(("first finish", str(player["bonus"]), ""))
        if player["penalties"]:
            rows.append(("challenges", str(player["penalties"]), ""))
        if rows:
            print_table(rows, "  ")
    for each in data["challenges"]:
        print(each["summary"])
    for note in data["notes"]:
        print(paint(note, "yellow"))
    if data["turns"]:
        print(_turns_text(data["turns"]))
    print(f"Most points: {', '.join(data['leaders'])}")


def _print_crossword(data: PlayedCrossword) -> None:
    """Print each word of a crossword with what it is worth, and to whom."""
    print_table(
        [
            (
                f"row {each['row']}, column {each['column']}",
                each["direction"],
                each["word"],
                str(each["points"]),
                " and ".join(each["players"])
                if each["status"] == "scores"
                else each["status"].replace("-", " "),
                "" if each["code"] in LEGAL_CODES else each["reason"],
            )
            for each in data["words"]
        ]
    )


def print_game(data: ScoredGame) -> None:
    """Print how a game stands: the table of points, each round, and who leads off next."""
    names = list(data["totals"])
    rows = [("round", *names)]
    rows += [(str(each["number"]), *(str(each["points"][name]) for name in names)) for each in data["rounds"]]
    print_table([*rows, ("total", *(str(data["totals"][name]) for name in names))])
    for each in data["rounds"]:
        if each["round"]:
            print(paint(f"Round {each['number']}", "bold"))
            print_round(each["round"])
    for note in data["notes"]:
        print(paint(note, "yellow"))
    if data["rounds"]:
        names = data["winners"] if data["over"] else data["leaders"]
        print(f"{'Won by' if data['over'] else 'Ahead'}: {paint(', '.join(names), 'bold')}")
    if data["next"]:
        print(f"Round {data['next']['number']}{_lead_text(data['next'])}")


def _lead_text(lead: LeadModel) -> str:
    """Return who leads off a round, and with what."""
    parts = []
    if lead["dealer"]:
        parts.append(f"{lead['dealer']} deals")
    if lead["starters"]:
        parts.append(f"{' or '.join(lead['starters'])} starts")
    if lead["rings"]:
        parts.append(f"with {lead['rings']} bonus ring{'s' * (lead['rings'] > 1)}")
    parts += [f"{name} plays set {which}" for name, which in lead["sets"].items()]
    return ": " + ", ".join(parts) if parts else ""


def _turns_text(turns: TurnsModel) -> str:
    """Return who plays after whom, and for how long."""
    timer = f", {turns['seconds']} seconds each" if turns["seconds"] else ""
    return f"In turns: {', '.join(turns['order'])}{timer}"


_STRUCK = ("not-legal", "not-on-board", "no-word")
"""What became of a word whose reason does not say it by itself."""


def _reason(each: Mapping[str, Any]) -> str:
    """Return why a listed word counts or not; nothing of one that simply counts."""
    if each.get("code", LEGAL_CODES[0]) in LEGAL_CODES:
        return ""
    if each.get("shared_with"):
        return f"found by {' and '.join(each['shared_with'])}, too"
    status, code = each["status"], each["code"]
    reason = kind_of(code) if status == "not-legal" and code in DESCRIPTIONS else each["reason"]
    return f"{status.replace('-', ' ')}: {reason}" if status in _STRUCK else reason
