"""The table of commands. Each has a module of its own in this package, with ``arguments(parser)`` and ``run(options)``.

:func:`command_parser` and :func:`run` import the module of the one command that is asked for; :func:`whole_parser` imports all.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from adjudicator.cli.parser import Parser
from adjudicator.core.version import VERSION

COMMANDS = {
    "build": "fetch the dictionaries and build the lexicon",
    "check": "say whether words are legal, and why",
    "word": "show everything the lexicon knows of words",
    "rulesets": "list the rulesets, or show one in full",
    "diff": "list the words whose legality differs between two rulesets",
    "export": "print every legal word of a ruleset",
    "search": "find legal words by pattern, letters or length",
    "judge": "sealed: one answer for a whole play, and no hint which word",
    "source": "the dictionaries: list them, or add a word list of your own",
    "lexicon": "pass the lexicon on in one file, or take one that somebody else has built",
    "pack": "the pack: verdicts for devices without a network, in one file",
    "board": "what a board holds, and whether words are on it",
    "round": "score a round: who found what, and what it is worth",
    "game": "score a game of several rounds, and say who leads off the next",
    "house": "house lists: words that your group allows or denies, over a rulebook",
    "dispute": "challenge words, vote on them, and show what it came to",
    "evidence": "ask dictionaries on the web for single words, and keep what they answer",
    "token": "who may write: make, list and revoke tokens and invites",
    "ledger": "care for the ledger: back it up, restore, migrate or verify it",
    "serve": "serve the page and the HTTP interface",
    "doctor": "say what is here, what is missing, and what to do about it",
    "completion": "print a script that completes commands in your shell",
}
"""Command → what it does. The module is ``adjudicator.cli.COMMAND``."""

PURPOSE = "Is this word legal under this ruleset, and why."
EPILOG = """examples:
  adjudicator check trig zee --ruleset boggle     is it legal, and why
  adjudicator word scuba                          everything the dictionaries say
  cat words.txt | adjudicator check - --json      one JSON object a line, in order
  adjudicator diff boggle open                    what the British rule changes

exit codes: 0 all legal (or done), 1 a word is not legal, 2 a mistake in the call or nothing to answer from"""


def run(command: str, options: argparse.Namespace) -> int:
    """Run *command* and return its exit code: 0 where it gives none."""
    return int(_module(command).run(options) or 0)


def command_parser(command: str) -> Parser:
    """Return the parser of *command* alone."""
    return Parser(prog=f"adjudicator {command}", **_settings(command))


def whole_parser() -> Parser:
    """Return the parser of all commands, with the arguments of each: what the completion and the documentation are made of."""
    parser = top_parser()
    parser.complete()
    return parser


def top_parser() -> Parser:
    """Return the parser of all commands, each of which takes its arguments from its module when it is first used."""
    parser = Parser(prog="adjudicator", description=PURPOSE, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"adjudicator {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="adjudicator")
    for name, purpose in COMMANDS.items():
        parser.parts.append(commands.add_parser(name, help=purpose, **_settings(name)))
    return parser


def overview() -> str:
    """Return the commands with a line each, for who gives none."""
    width = max(map(len, COMMANDS))
    rows = "\n".join(f"  {name:{width}}  {purpose}" for name, purpose in COMMANDS.items())
    return f"{PURPOSE}\n\ncommands:\n{rows}\n\n`adjudicator COMMAND --help` shows the arguments of a command, `adjudicator --help` examples."


def _settings(command: str) -> dict[str, Any]:
    return {
        "description": COMMANDS[command].capitalize() + ".",
        "arguments": lambda parser: _module(command).arguments(parser),
    }


def _module(command: str) -> Any:
    return import_module(f"adjudicator.cli.{command}")
