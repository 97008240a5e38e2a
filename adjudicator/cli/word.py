"""The command ``word``: shows everything that the lexicon knows of words."""

from __future__ import annotations

import argparse

from adjudicator.cli import text
from adjudicator.cli.words import read_words
from adjudicator.judging.service import Adjudicator


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator word``."""
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(options: argparse.Namespace) -> None:
    """Show what the lexicon knows of words."""
    adjudicator = Adjudicator()
    for word in read_words(options.words):
        data = adjudicator.word(word)
        if options.json:
            text.print_json(data)
        else:
            text.print_word(data)
