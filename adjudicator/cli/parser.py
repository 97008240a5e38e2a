"""The parser of every command: it loads arguments when they are first needed, and suggests what a mistyped name was meant to be."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

RULESET = "a ruleset's id, the path of a TOML file, or house:SLUG"


def help_formatter(prog: str) -> argparse.HelpFormatter:
    """Return the help formatter with its width set, which spares argparse an import for every call."""
    try:
        width = min(os.get_terminal_size().columns - 2, 110)
    except OSError:
        width = 100
    return argparse.RawDescriptionHelpFormatter(prog, width=width)


class Parser(argparse.ArgumentParser):
    """A parser of ours. *arguments* adds the arguments to it when it is first used."""

    def __init__(
        self, *, arguments: Callable[[argparse.ArgumentParser], None] | None = None, **settings: Any
    ) -> None:
        super().__init__(**{"formatter_class": help_formatter, **settings})
        self._arguments = arguments
        self.parts: list[Parser] = []
        """Parsers of commands below this one that load their arguments by themselves."""

    def complete(self) -> None:
        """Load the arguments of this parser and of those below it."""
        if self._arguments is not None:
            arguments, self._arguments = self._arguments, None
            arguments(self)
        for part in self.parts:
            part.complete()

    def each(self) -> Iterator[Parser]:
        """Yield this parser and all below it."""
        yield self
        for action in self._actions:
            if isinstance(action.choices, dict):
                for part in action.choices.values():
                    yield from part.each()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse *args*. Exits where an argument is unknown: the parser that is asked last knows best which were possible."""
        if self._arguments is not None:
            self.complete()
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            options = [each.partition("=")[0] for each in unknown if each.startswith("--")]
            hint = did_you_mean(options[0], self._option_string_actions) if options else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            hint = did_you_mean(str(value), map(str, action.choices or ()))
            if not hint:
                raise
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}{hint}") from error


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return ``, did you mean …?`` with the name among those *known* that is closest to *given*; nothing where none is close."""
    from difflib import get_close_matches

    close = get_close_matches(given, list(known), 1)
    return f", did you mean {close[0]}?" if close else ""


def actions_of(parser: argparse.ArgumentParser) -> Any:
    """Return where the actions of a command are added. One of them must be given."""
    return parser.add_subparsers(dest="action", metavar="ACTION", required=True)


def ruleset_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--ruleset``."""
    parser.add_argument(
        "--ruleset", "-r", default="boggle", metavar="ID", help=f"{RULESET} (default: boggle)"
    )
