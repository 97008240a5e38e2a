"""The command ``source``: lists the dictionaries, or adds a word list of the user's own."""

from __future__ import annotations

import argparse
from pathlib import Path

from adjudicator.cli import text
from adjudicator.cli.parser import actions_of
from adjudicator.ingest.lists import add_list
from adjudicator.judging.service import Adjudicator


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator source``."""
    actions = actions_of(parser)
    add = actions.add_parser(
        "add", help="make a word list (one word a line, or CSV) a dictionary that rulesets can name"
    )
    add.add_argument("name", metavar="NAME")
    add.add_argument("file", metavar="FILE")
    listing = actions.add_parser(
        "list", help="the sources of the lexicon, with edition, licence and attribution"
    )
    listing.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> None:
    """List the sources or add a user's own list."""
    if options.action == "add":
        words = add_list(options.name, Path(options.file))
        print(
            f'Added {options.name}: {words:,} words. A ruleset names it with  sources = ["{options.name}"]  under [dictionary].'
        )
        return
    sources = Adjudicator().sources()
    text.put(options.json, sources, lambda: text.print_sources(sources))
