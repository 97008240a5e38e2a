"""The command ``export``: prints every legal word of a ruleset."""

from __future__ import annotations

import argparse
import sys

from adjudicator.judging.export import FORMATS, export
from adjudicator.judging.service import Adjudicator


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator export``."""
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="txt",
        help="default: txt, one a line, sorted; hunspell is a .dic, hunspell-aff the .aff that belongs to it, dawg a graph in the format of dawgdic",
    )
    parser.add_argument("--shortest", type=int, metavar="N", help="the fewest letters of a word")
    parser.add_argument("--longest", type=int, metavar="N", help="the most letters of a word")


def run(options: argparse.Namespace) -> None:
    """Print every legal key, the same bytes as the HTTP interface gives."""
    bench = Adjudicator().under(options.ruleset)
    pieces = export(bench, options.format, shortest=options.shortest, longest=options.longest)
    sys.stdout.flush()
    sys.stdout.buffer.writelines(pieces)
