"""The command ``game``: scores a game of several rounds from a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from adjudicator.cli.exits import DONE
from adjudicator.cli.parser import actions_of
from adjudicator.cli.score_text import print_game, read, score_arguments
from adjudicator.cli.text import print_json
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_game


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator game``."""
    actions = actions_of(parser)
    score_arguments(actions, "how a game stands, and who leads off next", "players and rounds")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator game``. Raises what :func:`adjudicator.usecases.scorekeeping.score_game` raises."""
    data = score_game(Adjudicator(), read(Path(options.file)))
    if options.json:
        print_json(data)
    else:
        print_game(data)
    return DONE
