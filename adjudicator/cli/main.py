"""The ``adjudicator`` command: parses the arguments, runs the command, and turns every error into one clear message.

Imports are where they are used: looking one word up must not pay for the build or the server.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence

from adjudicator import __version__
from adjudicator.errors import AdjudicatorError

EPILOG = """examples:
  adjudicator check trig zee --ruleset boggle     is it legal, and why
  adjudicator word scuba                          everything the dictionaries say
  cat words.txt | adjudicator check - --json      one JSON object a line, in order
  adjudicator diff boggle open                    what the British rule changes

exit codes: 0 all legal (or done), 1 a word is not legal, 2 a mistake in the call or nothing to answer from"""


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return the help formatter with its width set, which spares argparse an import for every call."""
    try:
        width = min(os.get_terminal_size().columns - 2, 110)
    except OSError:
        width = 100
    return argparse.RawDescriptionHelpFormatter(prog, width=width)


def _build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--source",
        action="append",
        default=[],
        metavar="ID",
        help="also use this optional source (may be given again)",
    )
    parser.add_argument(
        "--offline", action="store_true", help="use only what is in the cache or in local files"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="build even if nothing has changed, also in the place of an imported lexicon",
    )


def _check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="+", metavar="WORD", help="words, or - to read them from standard input, one a line"
    )
    _ruleset(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--detail",
        choices=("full", "reasons", "verdict"),
        default="full",
        help="how much of the proof to print (default: full)",
    )
    parser.add_argument(
        "--board", metavar="FILE", help="the words have to be on this board, drawn or in a file"
    )
    parser.add_argument(
        "--offline", action="store_true", help="do not ask the live dictionaries that the ruleset names"
    )


def _word(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def _rulesets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="a ruleset's id, the path of a TOML file, or house:SLUG"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("left", metavar="RULESET")
    parser.add_argument("right", metavar="RULESET")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument(
        "--format",
        choices=("txt", "csv", "jsonl", "hunspell"),
        default="txt",
        help="default: txt, one a line, sorted",
    )


def _search(parser: argparse.ArgumentParser) -> None:
    _ruleset(parser)
    parser.add_argument("--pattern", metavar="P", help="? stands for a letter, * for any run of letters")
    parser.add_argument("--prefix", metavar="P", help="words that begin so")
    parser.add_argument("--anagram", metavar="L", help="words made of exactly these letters; ? is a blank")
    parser.add_argument("--length", type=int, metavar="N", help="words of N letters")
    parser.add_argument(
        "--code",
        metavar="C",
        default="sense-admitted",
        help="words that this code settles (default: legal words)",
    )
    parser.add_argument(
        "--region",
        choices=("british", "american", "both", "canadian", "australian"),
        help="where the spelling belongs",
    )


def _judge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORD")
    _ruleset(parser)


def _source(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser(
        "add", help="make a word list (one word a line, or CSV) a dictionary that rulesets can name"
    )
    add.add_argument("name", metavar="NAME")
    add.add_argument("file", metavar="FILE")
    listing = actions.add_parser(
        "list", help="the sources of the lexicon, with edition, licence and attribution"
    )
    listing.add_argument("--json", action="store_true", help="print JSON")


def _token(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    create = actions.add_parser("create", help="make a token, and show its secret this once")
    create.add_argument("name", metavar="NAME", help="whose it is; others see it beside what is written")
    invite = actions.add_parser("invite", help="make an invite, and show its secret this once")
    invite.add_argument(
        "--uses", type=int, default=1, metavar="N", help="how many may take it up (default: 1)"
    )
    for each in (create, invite):
        each.add_argument(
            "--scope",
            choices=("owner", "editor", "voter"),
            required=True,
            help="a voter challenges and votes; an editor also changes entries; an owner also settings, invites and tokens",
        )
        each.add_argument(
            "--subject",
            default="*",
            metavar="S",
            help="house:SLUG, dispute:ID, or * for everything (default: *)",
        )
    create.add_argument("--expires", metavar="DATE", help="until when (default: until it is revoked)")
    invite.add_argument("--expires", metavar="DATE", help="until when (default: a week from now)")
    listing = actions.add_parser("list", help="the tokens and invites, without their secrets")
    listing.add_argument("--subject", metavar="S", help="only those for this")
    for each in (create, invite, listing):
        each.add_argument("--json", action="store_true", help="print one JSON object a line")
    actions.add_parser("revoke", help="end a token or an invite").add_argument("id", metavar="ID")


def _ledger(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    backup = actions.add_parser("backup", help="write the whole ledger to a file, while it is in use")
    restore = actions.add_parser("restore", help="put a backup into an empty ledger, of either database")
    for each in (backup, restore):
        each.add_argument("file", metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="lose what the ledger has now")
    migrate = actions.add_parser(
        "migrate", help="bring the tables to this version, after a backup, or make them"
    )
    migrate.add_argument(
        "--no-backup", action="store_true", help="write no backup of the older version first"
    )
    verify = actions.add_parser("verify", help="say whether everything adds up; exits 1 where it does not")
    for each in (backup, restore, migrate, verify):
        each.add_argument("--json", action="store_true", help="print JSON")


def _house(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import ledger_arguments

    ledger_arguments.house(parser)


def _dispute(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import ledger_arguments

    ledger_arguments.dispute(parser)


def _board(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import board

    board.arguments(parser)


def _round(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import board

    board.round_arguments(parser)


def _game(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import board

    board.game_arguments(parser)


def _evidence(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import evidence

    evidence.arguments(parser)


def _lexicon(parser: argparse.ArgumentParser) -> None:
    from adjudicator.cli import lexicon

    lexicon.arguments(parser)


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=8000, help="port to listen on, 0 for any free one (default: 8000)"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of worker processes (default: 1)")


def _ruleset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ruleset",
        "-r",
        default="boggle",
        metavar="ID",
        help="a ruleset's id, the path of a TOML file, or house:SLUG (default: boggle)",
    )


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "build": ("fetch the dictionaries and build the lexicon", _build),
    "check": ("say whether words are legal, and why", _check),
    "word": ("show everything the lexicon knows of words", _word),
    "rulesets": ("list the rulesets, or show one in full", _rulesets),
    "diff": ("list the words whose legality differs between two rulesets", _diff),
    "export": ("print every legal word of a ruleset", _export),
    "search": ("find legal words by pattern, letters or length", _search),
    "judge": ("sealed: one answer for a whole play, and no hint which word", _judge),
    "source": ("the dictionaries: list them, or add a word list of your own", _source),
    "lexicon": ("pass the lexicon on in one file, or take one that somebody else has built", _lexicon),
    "board": ("what a board holds, and whether words are on it", _board),
    "round": ("score a round: who found what, and what it is worth", _round),
    "game": ("score a game of several rounds, and say who leads off the next", _game),
    "house": ("house lists: words that your group allows or denies, over a rulebook", _house),
    "dispute": ("challenge words, vote on them, and show what it came to", _dispute),
    "evidence": ("ask dictionaries on the web for single words, and keep what they answer", _evidence),
    "token": ("who may write: make, list and revoke tokens and invites", _token),
    "ledger": ("care for the ledger: back it up, restore, migrate or verify it", _ledger),
    "serve": ("serve the page and the HTTP interface", _serve),
}
"""Command → (what it does, its arguments)."""


def _parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands, or of one: a look-up need not pay for the arguments of the rest."""
    parser = argparse.ArgumentParser(
        prog="adjudicator",
        description="Is this word legal under this ruleset, and why.",
        epilog=EPILOG,
        formatter_class=_formatter,
    )
    parser.add_argument("--version", action="version", version=f"adjudicator {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="adjudicator")
    for name, (purpose, arguments) in COMMANDS.items():
        if only is None or name == only:
            arguments(
                commands.add_parser(
                    name, help=purpose, description=purpose.capitalize() + ".", formatter_class=_formatter
                )
            )
    return parser


def _printable(message: str) -> str:
    """Return *message* with control characters escaped: names of files may have them."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


def _replace_what_cannot_be_shown() -> None:
    """Have characters that the terminal or pipe has no code for printed as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    _replace_what_cannot_be_shown()
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser(given[0] if given and given[0] in COMMANDS else None).parse_args(given)
    try:
        from adjudicator.cli import commands

        return commands.run(options)
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
    sys.exit(main())
