"""The ``adjudicator`` command: parses the arguments, runs the command, and turns every error into one clear message.

Only what the command needs is imported: looking one word up must not pay for the build or the server. Start at
:mod:`adjudicator.cli.commands` for the commands.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Iterator, Sequence

from adjudicator.cli.commands import COMMANDS, command_parser, overview, run, top_parser
from adjudicator.errors import AdjudicatorError

Asked = tuple[str, argparse.Namespace]
"""A command and its options."""


def _printable(message: str) -> str:
    """Return *message* with control characters escaped: names of files may have them."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


def _replace_unprintable() -> None:
    """Have characters that the terminal or pipe has no code for printed as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def script() -> int:
    """Run the command line as a process of its own; return the exit code.

    Modules hold no garbage, so none is collected while they are imported, nor at the end, when all memory goes at once.
    """
    gc.disable()
    try:
        asked = _parse(sys.argv[1:])
        gc.freeze()
        gc.enable()
        return _run(asked)
    finally:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    return _run(_parse(sys.argv[1:] if arguments is None else arguments))


def _parse(arguments: Sequence[str]) -> Asked | None:
    """Return the command that is asked for, with its options; None where none is. Exits where there is a mistake in them."""
    _replace_unprintable()
    if not arguments:
        return None
    if arguments[0] in COMMANDS:
        return arguments[0], command_parser(arguments[0]).parse_args(list(_joined(arguments[1:])))
    options = top_parser().parse_args(arguments)
    return options.command, options


def _joined(arguments: Sequence[str]) -> Iterator[str]:
    """Yield *arguments*, but `--columns -,word` as `--columns=-,word`: what begins with a hyphen is an option to the parser."""
    values = iter(arguments)
    for each in values:
        following = next(values, None) if each == "--columns" else None
        yield each if following is None else f"{each}={following}"


def _run(asked: Asked | None) -> int:
    if asked is None:
        print(overview())
        return 0
    try:
        code = run(*asked)
        sys.stdout.flush()
        return code
    except AdjudicatorError as error:
        print(f"adjudicator: {_printable(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        print("adjudicator: interrupted; nothing that was in place has changed", file=sys.stderr)
        return 130
    except OSError as error:
        print(
            f"adjudicator: {error.strerror or error}. Check the disk and the rights on its files.",
            file=sys.stderr,
        )
        return 2


if __name__ == "__main__":
    sys.exit(script())
