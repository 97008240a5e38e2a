"""The commands ``board`` and ``round``: what a board holds, words held against it, and what a round comes to."""

from __future__ import annotations

import argparse
import json
import tomllib
from pathlib import Path
from typing import Any

from adjudicator import boards
from adjudicator.cli.text import paint, print_json, print_table
from adjudicator.errors import BadRecord, BoardInvalid
from adjudicator.games.board import Board
from adjudicator.service import Adjudicator
from adjudicator.spelling import shown

LEGAL, NOT_LEGAL, USAGE = 0, 1, 2
ROUND = ("ruleset", "board", "lists", "penalties", "undefined")
"""What a file of a round may have."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator board``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    solve = actions.add_parser("solve", help="every legal word of a board, with its path and score")
    check = actions.add_parser(
        "check", help="say whether words are legal and on a board; exits 1 where one is not"
    )
    for each in (solve, check):
        each.add_argument(
            "board",
            metavar="BOARD",
            help="like PERS/LATG/SINE/TERS, or the path of a file with it, or with JSON",
        )
        each.add_argument("--ruleset", "-r", default="boggle", metavar="ID", help="default: boggle")
        each.add_argument("--json", action="store_true", help="print JSON")
    check.add_argument("words", nargs="+", metavar="WORD")


def round_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator round``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    score = actions.add_parser("score", help="what a round comes to for each player")
    score.add_argument(
        "file", metavar="FILE", help="TOML or JSON: ruleset, board, lists, penalties, undefined"
    )
    score.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator board``. Raises what :mod:`adjudicator.boards` raises."""
    adjudicator = Adjudicator()
    given = _board(options.board)
    if options.action == "solve":
        data = boards.solved(adjudicator, given, options.ruleset)
        if options.json:
            print_json(data)
        else:
            _print_solved(boards.board_of(adjudicator, given, options.ruleset), data)
        return LEGAL
    data = boards.checked(adjudicator, given, options.words, options.ruleset)
    if options.json:
        print_json(data)
    else:
        print_table([_checked_row(each) for each in data["words"]])
    if any("error" in each for each in data["words"]):
        return USAGE
    return LEGAL if all(each["acceptable"] for each in data["words"]) else NOT_LEGAL


def run_round(options: argparse.Namespace) -> int:
    """Run ``adjudicator round``. Raises what :mod:`adjudicator.boards` raises."""
    given = _round(Path(options.file))
    data = boards.round_scored(
        Adjudicator(),
        given["lists"],
        given.get("ruleset", "boggle"),
        board=given.get("board"),
        penalties=given.get("penalties"),
        undefined=given.get("undefined"),
    )
    if options.json:
        print_json(data)
    else:
        _print_round(data)
    return LEGAL


def _board(given: str) -> str | dict[str, Any]:
    """Return a board as it was given: drawn, or in a file that has a drawing or JSON."""
    path = Path(given)
    try:
        text = path.read_text(encoding="utf-8") if len(given) < 1000 and path.is_file() else given
    except (OSError, UnicodeDecodeError) as error:
        raise BoardInvalid([f"{shown(given)} cannot be read: {error}"]) from None
    if text.lstrip().startswith("{"):
        try:
            found: dict[str, Any] = json.loads(text)
        except ValueError as error:
            raise BoardInvalid([f"it is no JSON: {error}"]) from None
        return found
    return text.strip()


def _round(path: Path) -> dict[str, Any]:
    """Return what a file says of a round. Raises :class:`BadRecord` with every fault."""
    hint = "Nothing was scored."
    try:
        text = path.read_text(encoding="utf-8")
        data: dict[str, Any] = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise BadRecord([f"{shown(str(path), 200)} cannot be read: {error}"], hint) from None
    faults = [f"{shown(name)}: is not known; known: {', '.join(ROUND)}" for name in data if name not in ROUND]
    kinds: dict[str, tuple[type | tuple[type, ...], str]] = {
        "ruleset": (str, "the name of a ruleset"),
        "board": ((str, dict), "a board"),
        "lists": (dict, "a list of words by player"),
    }
    faults += [
        f"{name}: takes {what}"
        for name, (kind, what) in kinds.items()
        if name in data and not isinstance(data[name], kind)
    ]
    if "lists" not in data:
        faults.append("lists: is missing")
    for name in ("lists", "undefined"):
        table = data.get(name, {})
        if isinstance(table, dict):
            faults += [
                f"{name}.{player}: takes a list of words"
                for player, words in table.items()
                if not _are_words(words)
            ]
        elif name != "lists":
            faults.append(f"{name}: takes a list of words by player")
    penalties = data.get("penalties", {})
    if not isinstance(penalties, dict) or any(
        not isinstance(each, int) or isinstance(each, bool) for each in penalties.values()
    ):
        faults.append("penalties: takes a whole number of points by player")
    if faults:
        raise BadRecord(faults, hint)
    return data


def _are_words(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(word, str) for word in given)


def _print_solved(board: Board, data: dict[str, Any]) -> None:
    for row in board.rows:
        print("  " + " ".join(_face(board, number) for number in row))
    if data["words"]:
        print_table(
            [(f"{each['score']:>4}", each["word"], _steps(board, each["path"])) for each in data["words"]]
        )
    print(paint(f"{len(data['words']):,} words, {data['total']:,} points under {data['ruleset']}", "bold"))


def _face(board: Board, number: int | None) -> str:
    if number is None:
        return "  "
    tile = board.tiles[number]
    return ((tile.face.capitalize() or "?") + ("*" if tile.ring else "")).ljust(2)


def _steps(board: Board, path: list[int]) -> str:
    return "-".join((board.tiles[number].face.upper() or "?") + str(number + 1) for number in path)


def _checked_row(each: dict[str, Any]) -> tuple[str, str, str, str]:
    if "error" in each:
        return each["word"], "", "", each["error"]
    told = each["obstacle"]["reason"] if each["obstacle"] else ""
    answer = "yes" if each["acceptable"] else "no"
    return each["word"], answer, str(each["score"]), f"{each['code']}  {told}".strip()


def _print_round(data: dict[str, Any]) -> None:
    for player in data["players"]:
        print(f"{paint(player['name'], 'bold')}: {player['total']}")
        rows = [(each["word"], str(each["points"]), _why(each)) for each in player["words"]]
        if player["penalties"]:
            rows.append(("challenges", str(player["penalties"]), ""))
        if rows:
            print_table(rows, "  ")
    print(f"Most points: {', '.join(data['winners'])}")
    if data["missed"]:
        print(f"Nobody found: {', '.join(each['word'] for each in data['missed'])}")


def _why(each: dict[str, Any]) -> str:
    if each["status"] == "shared":
        return f"found by {' and '.join(each['shared_with'])}, too"
    return "" if each["status"] == "scores" else " ".join(filter(None, (each["status"], each["reason"])))
