"""The command ``export``: prints every legal word of a ruleset."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from adjudicator.cli.words import print_lines
from adjudicator.judging.service import Adjudicator


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator export``."""
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument(
        "--format",
        choices=("txt", "csv", "jsonl", "hunspell"),
        default="txt",
        help="default: txt, one a line, sorted",
    )


def run(options: argparse.Namespace) -> None:
    """Print every legal key."""
    keys = Adjudicator().under(options.ruleset).legal_keys()
    writers = {"txt": print_lines, "csv": _as_csv, "jsonl": _as_jsonl, "hunspell": _as_hunspell}
    writers[options.format](keys)


def _as_csv(keys: Iterable[str]) -> None:
    sys.stdout.write("word,length\n")
    sys.stdout.writelines(f"{key},{len(key)}\n" for key in keys)


def _as_jsonl(keys: Iterable[str]) -> None:
    sys.stdout.writelines(f'{{"word": "{key}", "length": {len(key)}}}\n' for key in keys)


def _as_hunspell(keys: Iterable[str]) -> None:
    found = list(keys)
    sys.stdout.write(f"{len(found)}\n")
    print_lines(found)
