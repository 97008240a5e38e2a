"""The command ``search``: finds legal words by pattern, letters or length."""

from __future__ import annotations

import argparse

from adjudicator.cli.parser import ruleset_argument
from adjudicator.cli.words import print_lines
from adjudicator.errors import AdjudicatorError
from adjudicator.judging.bench import ADMITTED
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.search import Criteria


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator search``."""
    ruleset_argument(parser)
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


def run(options: argparse.Namespace) -> None:
    """Find legal words."""
    criteria = Criteria.of(
        pattern=options.pattern, prefix=options.prefix, anagram=options.anagram, length=options.length
    )
    if criteria == Criteria() and options.code == ADMITTED and options.region is None:
        raise AdjudicatorError(
            "Nothing to search by.", "Give --pattern, --prefix, --anagram, --length, --code or --region."
        )
    bench = Adjudicator().under(options.ruleset)
    print_lines(bench.search(criteria, code=options.code, region=options.region))
