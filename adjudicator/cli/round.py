"""The command ``round``: scores one round from a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from adjudicator.cli.exits import DONE
from adjudicator.cli.parser import actions_of
from adjudicator.cli.score_text import print_round, read, score_arguments
from adjudicator.cli.text import print_json
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_round


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator round``."""
    actions = actions_of(parser)
    score_arguments(actions, "what a round comes to for each player", "board and lists, or crossword")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator round``. Raises what :func:`adjudicator.usecases.scorekeeping.score_round` raises."""
    data = score_round(Adjudicator(), read(Path(options.file)))
    if options.json:
        print_json(data)
    else:
        print_round(data)
        missed = data["missed"] if data["kind"] == "lists" else None
        if missed:
            print(f"Nobody found: {', '.join(each['word'] for each in missed)}")
    return DONE
