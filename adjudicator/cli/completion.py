"""The command ``completion``: prints a script that completes commands, options and rulesets in a shell."""

from __future__ import annotations

import argparse

from adjudicator.cli.parser import Parser

SHELLS = ("bash", "zsh", "fish")
RULESETS = "adjudicator rulesets 2>/dev/null | cut -d ' ' -f 1"
"""What prints the ids of the rulesets, one a line: those of the user, too, at the time of asking."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator completion``."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> None:
    """Print the script."""
    from adjudicator.cli.commands import whole_parser

    print(script(whole_parser(), options.shell))


def script(parser: Parser, shell: str) -> str:
    """Return the script that completes the command line of *parser* in *shell*."""
    import shtab

    rulesets = shtab.cmd(RULESETS)
    for each in parser.each():
        for argument in each._actions:
            if argument.dest in ("ruleset", "base") or argument.metavar == "RULESET":
                argument.complete = rulesets  # type: ignore[attr-defined]  # where shtab looks
    made: str = shtab.complete(parser, shell)
    return made
