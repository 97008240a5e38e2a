"""What more sources change: the words whose verdict differs between two lexicons. Start at :func:`differences`.

``python -m tests.evaluation.sources FIRST SECOND`` prints them for two lexicons (``lexicon.sqlite``, or a data
directory with one), the commonest first, with what each lexicon says. It is for reading: every line should be an
improvement, or something that can be defended.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from wordfreq import zipf_frequency

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import LEXICON_NAME

RULESETS = ("boggle", "open")
COMMON = 3.0


class Changed(NamedTuple):
    """A key that one lexicon calls legal and the other does not, with the code that decides in each."""

    key: str
    zipf: float
    first: str
    second: str
    legal: bool
    """Whether the second lexicon calls it legal."""


def differences(first: Adjudicator, second: Adjudicator, ruleset: str) -> Iterator[Changed]:
    """Yield the keys whose legality under *ruleset* differs, in order of key."""
    one, other = first.under(ruleset).compiled, second.under(ruleset).compiled
    for key in sorted({*first.lexicon.keys(), *second.lexicon.keys()}):
        if one.legal(key) != (legal := other.legal(key)):
            yield Changed(key, zipf_frequency(key, "en"), one.code(key), other.code(key), legal)


def report(first: Adjudicator, second: Adjudicator, ruleset: str, common: float) -> Iterator[str]:
    """Yield the lines of the report on one ruleset."""
    found = list(differences(first, second, ruleset))
    for legal, title in (
        (False, "legal in the first lexicon alone"),
        (True, "legal in the second lexicon alone"),
    ):
        changed = [each for each in found if each.legal is legal]
        counted = Counter((each.first, each.second) for each in changed)
        shown = sorted((each for each in changed if each.zipf >= common), key=lambda each: -each.zipf)
        yield f"== {ruleset}: {title}: {len(changed):,}, of them {len(shown):,} at Zipf {common:g} and up"
        for (one, other), number in counted.most_common():
            yield f"   {number:>7,}  {one} -> {other}"
        for each in shown:
            yield f"{each.zipf:.2f} {each.key}: {each.first} -> {each.second}"
            for name, service in (("first", first), ("second", second)):
                verdict = service.under(ruleset).verdict(each.key, suggest=False)
                yield f"     {name}: {verdict.decisive.reason} ({verdict.certainty})"
        yield ""


def opened(place: Path) -> Adjudicator:
    """Return the service over the lexicon at *place*, a file or a data directory. Raises :class:`AdjudicatorError`."""
    return Adjudicator(place / LEXICON_NAME if place.is_dir() else place)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report for every ruleset asked for; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evaluation.sources",
        description="List the words whose legality two lexicons differ on.",
    )
    parser.add_argument("first", type=Path, help="a lexicon, or a data directory with one")
    parser.add_argument("second", type=Path, help="the lexicon with more sources, likewise")
    parser.add_argument("--ruleset", action="append", help=f"by default {' and '.join(RULESETS)}")
    parser.add_argument(
        "--zipf", type=float, default=COMMON, help="list words from this frequency up (%(default)s)"
    )
    options = parser.parse_args(arguments)
    try:
        first, second = opened(options.first), opened(options.second)
        for ruleset in options.ruleset or RULESETS:
            for line in report(first, second, ruleset, options.zipf):
                print(line, flush=True)
    except AdjudicatorError as error:
        print(f"sources: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
