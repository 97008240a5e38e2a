"""The ``adjudicator`` command: parses the arguments, runs the command, and turns every error into one clear message.

Imports are where they are used: looking one word up must not pay for the build or the server.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from adjudicator import __version__
from adjudicator.errors import AdjudicatorError

EPILOG = """examples:
  adjudicator check trig zee --ruleset boggle     is it legal, and why
  adjudicator word scuba                          everything the dictionaries say
  cat words.txt | adjudicator check - --json      one JSON object a line, in order
  adjudicator diff boggle open                    what the British rule changes

exit codes: 0 all legal (or done), 1 a word is not legal, 2 a mistake in the call or nothing to answer from"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="adjudicator",
        description="Is this word legal under this ruleset, and why.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"adjudicator {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    build = commands.add_parser("build", help="fetch the dictionaries and build the lexicon")
    build.add_argument("--source", action="append", default=[], metavar="ID", help="also use this optional source (may be given again)")
    build.add_argument("--offline", action="store_true", help="use only what is in the cache or in local files")
    build.add_argument("--force", action="store_true", help="build even if nothing has changed")

    check = commands.add_parser("check", help="say whether words are legal, and why")
    check.add_argument("words", nargs="+", metavar="WORD", help="words, or - to read them from standard input, one a line")
    _ruleset(check)
    check.add_argument("--json", action="store_true", help="print one JSON object a line")
    check.add_argument("--detail", choices=("full", "reasons", "verdict"), default="full", help="how much of the proof to print (default: full)")

    word = commands.add_parser("word", help="show everything the lexicon knows of words")
    word.add_argument("words", nargs="+", metavar="WORD")
    word.add_argument("--json", action="store_true", help="print one JSON object a line")

    rulesets = commands.add_parser("rulesets", help="list the rulesets, or show one in full")
    rulesets.add_argument("id", nargs="?", metavar="ID", help="a ruleset's id, or the path of a TOML file")
    rulesets.add_argument("--json", action="store_true", help="print JSON")

    diff = commands.add_parser("diff", help="list the words whose legality differs between two rulesets")
    diff.add_argument("left", metavar="RULESET")
    diff.add_argument("right", metavar="RULESET")
    diff.add_argument("--json", action="store_true", help="print one JSON object a line")

    export = commands.add_parser("export", help="print every legal word of a ruleset")
    export.add_argument("ruleset", metavar="RULESET")
    export.add_argument("--format", choices=("txt", "csv", "jsonl", "hunspell"), default="txt", help="default: txt, one a line, sorted")

    search = commands.add_parser("search", help="find legal words by pattern, letters or length")
    _ruleset(search)
    search.add_argument("--pattern", metavar="P", help="? stands for a letter, * for any run of letters")
    search.add_argument("--anagram", metavar="L", help="words made of exactly these letters; ? is a blank")
    search.add_argument("--length", type=int, metavar="N", help="words of N letters")

    judge = commands.add_parser("judge", help="sealed: one answer for a whole play, and no hint which word")
    judge.add_argument("words", nargs="+", metavar="WORD")
    _ruleset(judge)

    source = commands.add_parser("source", help="the dictionaries: list them, or add a word list of your own")
    actions = source.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="make a word list (one word a line, or CSV) a dictionary that rulesets can name")
    add.add_argument("name", metavar="NAME")
    add.add_argument("file", metavar="FILE")
    actions.add_parser("list", help="the sources of the lexicon, with edition, licence and attribution").add_argument("--json", action="store_true")

    serve = commands.add_parser("serve", help="serve the page and the HTTP interface")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    serve.add_argument("--workers", type=int, default=1, help="number of worker processes (default: 1)")
    return parser


def _ruleset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", "-r", default="boggle", metavar="ID", help="a ruleset's id or the path of a TOML file (default: boggle)")


def _printable(message: str) -> str:
    """Return *message* with control characters escaped: names of files may have them."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    options = _parser().parse_args(arguments)
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
        print(f"adjudicator: {error.strerror or error}. Check the disk and the rights on its files.", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
