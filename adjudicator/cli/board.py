"""The commands ``board``, ``round`` and ``game``: what a board holds, words held against it, what rounds and games come to."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from adjudicator import boards
from adjudicator.budget import Purse
from adjudicator.cli.text import paint, print_json, print_table
from adjudicator.errors import BoardInvalid
from adjudicator.games.board import Board
from adjudicator.service import Adjudicator
from adjudicator.spelling import shown

LEGAL, NOT_LEGAL, USAGE = 0, 1, 2


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
    check.add_argument("--all-paths", action="store_true", help="every way to make each word, not one alone")


def round_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator round``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _score(actions, "what a round comes to for each player", "board and lists, or crossword")


def game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator game``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _score(actions, "how a game stands, and who leads off next", "players and rounds")


def _score(actions: Any, purpose: str, members: str) -> None:
    score = actions.add_parser("score", help=purpose)
    score.add_argument(
        "file", metavar="FILE", help=f"TOML or JSON: ruleset, {members}, and more: see the README"
    )
    score.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator board``. Raises what :mod:`adjudicator.boards` raises."""
    adjudicator = Adjudicator()
    given = drawn(options.board)
    board = boards.board_of(adjudicator.under(options.ruleset), given)
    if options.action == "solve":
        data = boards.solved(adjudicator, given, options.ruleset, Purse())
        if options.json:
            print_json(data)
        else:
            _print_solved(board, data)
        return LEGAL
    data = boards.checked(
        adjudicator, given, options.words, options.ruleset, every_path=options.all_paths, purse=Purse()
    )
    if options.json:
        print_json(data)
    else:
        _print_checked(board, data)
    if any("error" in each for each in data["words"]):
        return USAGE
    return LEGAL if all(each["acceptable"] for each in data["words"]) else NOT_LEGAL


def run_round(options: argparse.Namespace) -> int:
    """Run ``adjudicator round``. Raises what :func:`adjudicator.rounds.round_scored` raises."""
    from adjudicator.records import Round, read
    from adjudicator.rounds import round_scored

    record = read(Path(options.file), Round)
    data = round_scored(Adjudicator(), record, purse=Purse())
    if options.json:
        print_json(data)
    else:
        _print_round(data)
        missed = data.get("missed", ())
        if missed is None:
            print("What nobody found cannot be told: the board has too many ways to find words.")
        elif missed:
            print(f"Nobody found: {', '.join(each['word'] for each in missed)}")
    return LEGAL


def run_game(options: argparse.Namespace) -> int:
    """Run ``adjudicator game``. Raises what :func:`adjudicator.rounds.game_scored` raises."""
    from adjudicator.records import Game, read
    from adjudicator.rounds import game_scored

    data = game_scored(Adjudicator(), read(Path(options.file), Game), Purse())
    if options.json:
        print_json(data)
    else:
        _print_game(data)
    return LEGAL


def drawn(given: str) -> str | dict[str, Any]:
    """Return a board as it was given: drawn, or in a file that has a drawing or JSON. Raises :class:`BoardInvalid`."""
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
        except RecursionError:
            raise BoardInvalid(["it is nested too deep"]) from None
        return found
    return text.strip()


def _print_solved(board: Board, data: dict[str, Any]) -> None:
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


def _print_checked(board: Board, data: dict[str, Any]) -> None:
    """Print the words with their answers; a single one that is on the board has its path lit."""
    single = data["words"][0] if len(data["words"]) == 1 else {}
    if single.get("path"):
        _print_board(board, single["path"])
    print_table([_checked_row(board, each) for each in data["words"]])
    for each in data["words"]:
        for path in each.get("paths", ()):
            print(f"  {each['word']}  {_steps(board, path)}")
        if each.get("ways", 0) > len(each.get("paths", ())):
            print(f"  {each['word']}  {each['ways']:,} ways in all")


def _checked_row(board: Board, each: dict[str, Any]) -> tuple[str, str, str, str]:
    if "error" in each:
        return each["word"], "", "", each["error"]
    told = each["obstacle"]["reason"] if each["obstacle"] else _steps(board, each["path"])
    answer = paint("yes", "green") if each["acceptable"] else paint("no ", "red")
    return each["word"], answer, str(each["score"]), f"{each['code']}  {told}".strip()


def _print_round(data: dict[str, Any]) -> None:
    if data["kind"] == "crossword":
        _print_crossword(data)
    for player in data["players"]:
        print(f"{paint(player['name'], 'bold')}: {player['total']}")
        rows = [(each["word"], str(each["points"]), _why(each)) for each in player["words"]]
        if player.get("bonus"):
            rows.append(("first finish", str(player["bonus"]), ""))
        if player["penalties"]:
            rows.append(("challenges", str(player["penalties"]), ""))
        if rows:
            print_table(rows, "  ")
    for each in data["challenges"]:
        print(each["summary"])
    print(f"Most points: {', '.join(data['winners'])}")


def _print_crossword(data: dict[str, Any]) -> None:
    """Print each word of a crossword with what it is worth, and to whom."""
    print_table(
        [
            (
                f"row {each['row']}, column {each['column']}",
                each["direction"],
                each["word"],
                str(each["points"]),
                " and ".join(each["players"]) if each["status"] == "scores" else each["status"],
                each["reason"],
            )
            for each in data["words"]
        ]
    )
    for note in data["notes"]:
        print(paint(note, "yellow"))


def _print_game(data: dict[str, Any]) -> None:
    names = list(data["totals"])
    rows = [("round", *names)]
    rows += [(str(each["number"]), *(str(each["points"][name]) for name in names)) for each in data["rounds"]]
    print_table([*rows, ("total", *(str(data["totals"][name]) for name in names))])
    for each in data["rounds"]:
        if each["round"]:
            print(paint(f"Round {each['number']}", "bold"))
            _print_round(each["round"])
    if data["winners"]:
        print(f"{'Won by' if data['over'] else 'Ahead'}: {paint(', '.join(data['winners']), 'bold')}")
    if data["next"]:
        print(f"Round {data['next']['number']}{_led(data['next'])}")


def _led(lead: dict[str, Any]) -> str:
    """Return who leads off a round, and with what."""
    told = []
    if lead["dealer"]:
        told.append(f"{lead['dealer']} deals")
    if lead["starters"]:
        told.append(f"{' or '.join(lead['starters'])} starts")
    if lead["rings"]:
        told.append(f"with {lead['rings']} bonus ring{'s' * (lead['rings'] > 1)}")
    told += [f"{name} plays set {which}" for name, which in lead["sets"].items()]
    return ": " + ", ".join(told) if told else ""


def _why(each: dict[str, Any]) -> str:
    if each.get("shared_with"):
        return f"found by {' and '.join(each['shared_with'])}, too"
    status = each.get("status", "scores")
    return each.get("reason", "") if status == "scores" else f"{status} {each['reason']}".strip()
