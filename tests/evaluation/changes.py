"""What a change of the lexicon changes: gain and loss by rule, and how sure each lexicon is. Start at :func:`report`.

``python -m tests.evaluation.changes OLD NEW`` compares two lexicons (``lexicon.sqlite``, or a data directory with one): how many words each makes legal
under each ruleset, how many of those are settled and what the others are disputable about, and by the codes that decide before and after how many words
became legal or are no longer, each with a few that a seed draws. Both are judged by the code at hand. :mod:`tests.evaluation.sources` prints every common
word instead.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.judge import Decision
from tests.evaluation.report import percent, ratio, wrapped
from tests.evaluation.sources import Changed, differences, opened

EXAMPLES = 20
SEED = 16


def certainties(adjudicator: Adjudicator, ruleset: str) -> Counter[str]:
    """Return how many of the words that are legal under *ruleset* are settled, and how many are disputable about what."""
    judge, table = adjudicator.under(ruleset).compiled.judge, adjudicator.lexicon.profile_facts
    with adjudicator.lexicon.reading() as db:
        counts = dict(db.execute("SELECT profile, count(*) FROM word GROUP BY profile"))
        profiles = dict(db.execute("SELECT key, profile FROM word"))
    decided: dict[int, Decision] = {profile: judge.decide(table[profile]) for profile in counts}
    found: Counter[str] = Counter()
    for key in adjudicator.under(ruleset).legal_keys():
        decision = decided[profiles[key]]
        found[decision.about or decision.certainty] += 1
    return found


def report(old: Adjudicator, new: Adjudicator, ruleset: str, seed: int) -> Iterator[str]:
    """Yield the lines of the report on one ruleset."""
    before, after = certainties(old, ruleset), certainties(new, ruleset)
    yield f"== {ruleset}: legal {before.total():,} -> {after.total():,}"
    for what in sorted(before | after, key=lambda each: (each != "settled", each)):
        shares = [percent(ratio(counts[what], counts.total())) for counts in (before, after)]
        yield f"   {what:<20} {before[what]:>8,} ({shares[0]}) -> {after[what]:>8,} ({shares[1]})"
    by_code: dict[tuple[bool, str, str], list[Changed]] = defaultdict(list)
    for each in differences(old, new, ruleset):
        by_code[each.legal, each.first, each.second].append(each)
    draw = random.Random(seed)
    for (legal, first, second), changed in sorted(
        by_code.items(), key=lambda item: (-item[0][0], -len(item[1]), item[0])
    ):
        yield f"-- {'gained' if legal else 'lost'}: {first} -> {second}: {len(changed):,}"
        shown = draw.sample(changed, min(EXAMPLES, len(changed)))
        yield from wrapped(sorted(each.key for each in shown))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two lexicons, print the report, return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evaluation.changes", description="Compare two lexicons."
    )
    parser.add_argument("old", type=Path, help="a lexicon, or a data directory with one")
    parser.add_argument("new", type=Path, help="the lexicon to compare with it")
    parser.add_argument("--ruleset", action="append", help="only this ruleset (may be given again)")
    parser.add_argument("--seed", type=int, default=SEED, help="draws the examples")
    options = parser.parse_args(arguments)
    try:
        old, new = opened(options.old), opened(options.new)
        for ruleset in options.ruleset or old.ruleset_ids():
            print("\n".join(report(old, new, ruleset, options.seed)), flush=True)
    except AdjudicatorError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
