"""The command ``judge``: one answer for a whole play, without a hint which word fails."""

from __future__ import annotations

import argparse

from adjudicator.cli.exits import ILLEGAL, LEGAL
from adjudicator.cli.parser import ruleset_argument
from adjudicator.cli.words import read_words
from adjudicator.judging.service import Adjudicator


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator judge``."""
    parser.add_argument("words", nargs="+", metavar="WORD")
    ruleset_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Judge a whole play, sealed."""
    acceptable = Adjudicator().under(options.ruleset).acceptable(read_words(options.words))
    print("ACCEPTABLE" if acceptable else "UNACCEPTABLE")
    return LEGAL if acceptable else ILLEGAL
