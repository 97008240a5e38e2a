"""The command ``board``: solves a board, or checks words on it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.cli.exits import ILLEGAL, LEGAL, USAGE
from adjudicator.cli.parser import actions_of
from adjudicator.cli.text import paint, print_table, put
from adjudicator.core.spelling import quote
from adjudicator.errors import BoardInvalid
from adjudicator.games.board import Board
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.wording import kind_of
from adjudicator.usecases import boards


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator board``."""
    actions = actions_of(parser)
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
    check.add_argument("--all-paths", action="store_true", help="every way to make each word, not one alone")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator board``. Raises what :mod:`adjudicator.usecases.boards` raises."""
    adjudicator = Adjudicator()
    given = read_drawing(options.board)
    board = boards.board_of(adjudicator.under(options.ruleset), given)
    if options.action == "solve":
        data = boards.solved(adjudicator, given, options.ruleset)
        put(options.json, data, lambda: _print_solution(board, data))
        return LEGAL
    checked = boards.check_words(
        adjudicator, given, options.words, options.ruleset, every_path=options.all_paths
    )
    put(options.json, checked, lambda: _print_answers(board, checked))
    if any("error" in each for each in checked["words"]):
        return USAGE
    return LEGAL if all(each["acceptable"] for each in checked["words"]) else ILLEGAL


def read_drawing(given: str) -> str | Mapping[str, Any]:
    """Return a board as it was given: drawn, or in a file that has a drawing or JSON. Raises :class:`BoardInvalid`."""
    path = Path(given)
    try:
        text = path.read_text(encoding="utf-8") if len(given) < 1000 and path.is_file() else given
    except (OSError, UnicodeDecodeError) as error:
        raise BoardInvalid([f"{quote(given)} cannot be read: {error}"]) from None
    if text.lstrip().startswith("{"):
        try:
            found: Mapping[str, Any] = json.loads(text)
        except ValueError as error:
            raise BoardInvalid([f"it is no JSON: {error}"]) from None
        except RecursionError:
            raise BoardInvalid(["it is nested too deep"]) from None
        return found
    return text.strip()


def _print_solution(board: Board, data: boards.SolvedBoard) -> None:
    _print_board(board, data["words"][0]["path"] if data["words"] else [])
    if data["words"]:
        print_table(
            [(f"{each['score']:>4}", each["word"], _steps(board, each["path"])) for each in data["words"]]
        )
    print(paint(f"{len(data['words']):,} words, {data['total']:,} points under {data['ruleset']}", "bold"))


def _print_board(board: Board, lit: list[int]) -> None:
    """Draw a board; the tiles of a path are *lit* on a terminal."""
    for row in board.rows:
        print("  " + " ".join(_face(board, number, number in lit) for number in row).rstrip())


def _face(board: Board, number: int | None, lit: bool) -> str:
    if number is None:
        return "  "
    tile = board.tiles[number]
    text = ((tile.face.capitalize() or "?") + ("*" if tile.ring else "")).ljust(2)
    return paint(text, "green", "bold") if lit else paint(text, "yellow") if tile.ring else text


def _steps(board: Board, path: list[int]) -> str:
    return "-".join((board.tiles[number].face.upper() or "?") + str(number + 1) for number in path)


def _print_answers(board: Board, data: boards.CheckedBoard) -> None:
    """Print the words with their answers; a single one that is on the board has its path lit."""
    if len(data["words"]) == 1 and (path := data["words"][0].get("path")):
        _print_board(board, path)
    print_table([_checked_row(board, each) for each in data["words"]])
    for each in data["words"]:
        for way in each.get("paths", ()):
            print(f"  {each['word']}  {_steps(board, way)}")
        if each.get("ways", 0) > len(each.get("paths", ())):
            print(f"  {each['word']}  {each['ways']:,} ways in all")


def _checked_row(board: Board, each: boards.CheckedWord) -> tuple[str, str, str, str]:
    if "error" in each:
        return each["word"], "", "", each["error"]
    detail = each["obstacle"]["reason"] if each["obstacle"] else _steps(board, each["path"] or [])
    answer = paint("yes", "green") if each["acceptable"] else paint("no ", "red")
    return each["word"], answer, str(each["score"]), f"{kind_of(each['code'])}  {detail}".strip()
