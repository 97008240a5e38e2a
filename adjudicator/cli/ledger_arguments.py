"""Arguments that the actions of ``house`` and ``dispute`` share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from adjudicator.cli.parser import actions_of
from adjudicator.usecases.types import Ledger
from adjudicator.usecases.upkeep import opened

Act = Callable[[Ledger, argparse.Namespace], int | None]
"""Does an action, and returns the exit code, or nothing where all went well."""


def run(options: argparse.Namespace) -> int:
    """Do the chosen action on the open ledger; return the exit code."""
    with opened() as ledger:
        return int(options.act(ledger, options) or 0)


class LedgerActions:
    """Adds the actions of a command, each with the function that does it (``options.act``) and the arguments that all of its kind have."""

    def __init__(self, parser: argparse.ArgumentParser, *, notes: bool = False) -> None:
        self._notes = notes
        self._add: Any = actions_of(parser).add_parser

    def adding(self, name: str, act: Act, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of a new action, which has *operands*."""
        added: argparse.ArgumentParser = self._add(
            name, help=purpose, description=purpose[0].upper() + purpose[1:] + "."
        )
        added.set_defaults(act=act)
        for operand in operands:
            added.add_argument(operand, metavar=operand.upper())
        return added

    def reading(self, name: str, act: Act, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of an action that only reads."""
        added = self.adding(name, act, purpose, *operands)
        added.add_argument("--json", action="store_true", help="print JSON; of several, one object a line")
        return added

    def writing(self, name: str, act: Act, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of an action that writes something."""
        added = self.reading(name, act, purpose, *operands)
        added.add_argument("--by", metavar="NAME", help="who does it (default: your login name)")
        if self._notes:
            added.add_argument("--note", default="", metavar="TEXT", help="why, for the history")
        return added

    def changing(self, name: str, act: Act, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of an action that changes what others may have changed."""
        added = self.writing(name, act, purpose, *operands)
        added.add_argument("--expect", metavar="N", help="only if that is its latest revision")
        return added


def seen_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--seen``, of an action that changes some words alone."""
    parser.add_argument(
        "--seen",
        metavar="N",
        help="only if nobody has changed these words since revision N; other words may be",
    )


def words_argument(parser: argparse.ArgumentParser) -> None:
    """Add one word or more."""
    parser.add_argument("words", nargs="+", metavar="WORD")


def many_argument(parser: argparse.ArgumentParser, option: str, metavar: str, purpose: str) -> None:
    """Add an option that takes one thing or more, and may be given again."""
    parser.add_argument(option, nargs="+", action="extend", default=[], metavar=metavar, help=purpose)


def limit_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--limit``, of *what* is listed."""
    parser.add_argument("--limit", default="50", metavar="N", help=f"at most N {what} (default: 50)")
