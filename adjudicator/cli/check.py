"""The command ``check``: says whether words are legal, and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from adjudicator.cli import text
from adjudicator.cli.exits import ILLEGAL, LEGAL, USAGE
from adjudicator.cli.parser import ruleset_argument
from adjudicator.cli.words import STDIN
from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import AdjudicatorError, BadWord, LiveError
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.sources import LIVE

if TYPE_CHECKING:
    from adjudicator.games.board import Board
    from adjudicator.judging.bench import Bench


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator check``."""
    parser.add_argument(
        "words", nargs="+", metavar="WORD", help="words, or - to read them from standard input, one a line"
    )
    ruleset_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--detail",
        choices=("full", "reasons", "verdict"),
        default="full",
        help="how much of the proof to print (default: full)",
    )
    parser.add_argument(
        "--board", metavar="FILE", help="the words have to be on this board, drawn or in a file"
    )
    parser.add_argument(
        "--offline", action="store_true", help="do not ask the live dictionaries that the ruleset names"
    )


def run(options: argparse.Namespace) -> int:
    """Judge words and print the verdicts."""
    adjudicator = Adjudicator()
    board = _board(adjudicator, options)
    if STDIN in options.words:
        if options.words != [STDIN]:
            raise AdjudicatorError(
                "- stands for all words of standard input.", "Give it alone, or words without it."
            )
        from adjudicator.cli.stream import check_stream

        return check_stream(adjudicator, options, board)
    code = LEGAL
    bench = adjudicator.under(options.ruleset)
    if not options.offline and _ask_live(bench, options.words):
        adjudicator = Adjudicator()
        bench = adjudicator.under(options.ruleset)
    for word in options.words:
        try:
            data = bench.verdict_data(word, detail=options.detail, board=board)
        except BadWord as error:
            sys.stdout.flush()
            print(f"adjudicator: {error}", file=sys.stderr)
            code = USAGE
            continue
        if not data["legal"]:
            code = max(code, ILLEGAL)
        if options.json:
            text.print_json(data)
        else:
            text.print_verdict(data, adjudicator)
    return code


def _ask_live(bench: Bench, words: Iterable[str]) -> bool:
    """Ask the live dictionaries that the ruleset names, and that can be asked, for words that they have not been asked for; return whether
    any has answered. For a dictionary that fails, a line on standard error says so, and the words are judged without it.
    """
    names = [name for name in bench.ruleset.dictionary.sources if name.startswith(LIVE)]
    if not names:
        return False
    from adjudicator.usecases.evidence import Evidence, sites

    evidence, known = Evidence(), sites()
    kept = {(item.site, item.kept.key) for item in evidence.items()}
    asked = False
    for name in names:
        site = known.get(name)
        if site is None or site.why_not() is not None:
            continue
        for word in words:
            if fault_of(word) or (name, key_of(word)) in kept:
                continue
            try:
                evidence.fetch(site, word)
                asked = True
            except LiveError as error:
                print(f"adjudicator: {word}: {error}", file=sys.stderr)
    return asked


def _board(adjudicator: Adjudicator, options: argparse.Namespace) -> Board | None:
    """Return the board that the words were played on, if one is given."""
    if options.board is None:
        return None
    from adjudicator.cli.board import read_drawing
    from adjudicator.usecases.boards import board_of

    return board_of(adjudicator.under(options.ruleset), read_drawing(options.board))
