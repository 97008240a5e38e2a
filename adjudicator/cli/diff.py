"""The command ``diff``: lists the words whose legality differs between two rulesets."""

from __future__ import annotations

import argparse
import sys

from adjudicator.cli import text
from adjudicator.judging.service import Adjudicator


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator diff``."""
    parser.add_argument("left", metavar="RULESET")
    parser.add_argument("right", metavar="RULESET")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(options: argparse.Namespace) -> None:
    """List the words whose legality differs."""
    adjudicator = Adjudicator()
    for found in adjudicator.under(options.left).diff(adjudicator.under(options.right)):
        if options.json:
            text.print_json({"key": found.key, options.left: found.left, options.right: found.right})
        else:
            sys.stdout.write(f"{found.key}\t{found.left}\t{found.right}\n")
