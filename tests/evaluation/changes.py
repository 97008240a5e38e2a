"""What a change of the lexicon changes: gain and loss by rule, and how sure each lexicon is. Start at :func:`report`.

``python -m tests.evaluation.changes OLD NEW`` compares two lexicons (``lexicon.sqlite``, or a data directory with one): how many words each makes legal
under each ruleset, how many of those are settled and what the others are disputable about, and by the codes that decide before and after how many words
became legal or are no longer, each with a few that a seed draws. With ``--list`` it says how many of each kind another list has. Both are judged by the code at hand. :mod:`tests.evaluation.sources` prints every common
word instead.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from wordfreq import zipf_frequency

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.judge import Decision
from tests.evaluation.report import percent, ratio, wrapped
from tests.evaluation.sources import COMMON, Changed, differences, opened

EXAMPLES = 20
LONGEST = 15
"""How many letters a word has at most of which lists for word games tell."""
SEED = 16


def certainties(adjudicator: Adjudicator, ruleset: str) -> dict[str, list[str]]:
    """Return the words that are legal under *ruleset*: those that are settled, and the others by what a vote would be about."""
    judge, table = adjudicator.under(ruleset).compiled.judge, adjudicator.lexicon.profile_facts
    with adjudicator.lexicon.reading() as db:
        counts = dict(db.execute("SELECT profile, count(*) FROM word GROUP BY profile"))
        profiles = dict(db.execute("SELECT key, profile FROM word"))
    decided: dict[int, Decision] = {profile: judge.decide(table[profile]) for profile in counts}
    found: dict[str, list[str]] = defaultdict(list)
    for key in adjudicator.under(ruleset).legal_keys():
        decision = decided[profiles[key]]
        found[decision.about or decision.certainty].append(key)
    return found


def share_in(words: Sequence[str], listed: frozenset[str]) -> str:
    """Return the share of *words* that another list has, of those that are no longer than it has them in number."""
    short = [word for word in words if len(word) <= LONGEST]
    return percent(ratio(sum(word in listed for word in short), len(short)))


def report(
    old: Adjudicator, new: Adjudicator, ruleset: str, seed: int, listed: frozenset[str] | None = None
) -> Iterator[str]:
    """Yield the lines of the report on one ruleset; where another list is given, with how many of the new lexicon's words it has."""
    before, after = certainties(old, ruleset), certainties(new, ruleset)
    totals = [sum(map(len, found.values())) for found in (before, after)]
    yield f"== {ruleset}: legal {totals[0]:,} -> {totals[1]:,}"
    for what in sorted({*before, *after}, key=lambda each: (each != "settled", each)):
        counts = [len(found.get(what, ())) for found in (before, after)]
        shares = [percent(ratio(count, total)) for count, total in zip(counts, totals, strict=True)]
        also = f", {share_in(after.get(what, ()), listed)} in the list" if listed else ""
        yield f"   {what:<20} {counts[0]:>8,} ({shares[0]}) -> {counts[1]:>8,} ({shares[1]}){also}"
    common = {
        what: sum(zipf_frequency(word, "en") >= COMMON for word in words) for what, words in after.items()
    }
    yield f"   of Zipf {COMMON:g} and up {percent(ratio(common.get('settled', 0), sum(common.values())))} of the new are settled"
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
    parser.add_argument("--list", type=Path, help="a word list, one a line: how many of the words it has")
    parser.add_argument("--seed", type=int, default=SEED, help="draws the examples")
    options = parser.parse_args(arguments)
    try:
        old, new = opened(options.old), opened(options.new)
        listed = frozenset(options.list.read_text(encoding="utf-8").split()) if options.list else None
        for ruleset in options.ruleset or old.ruleset_ids():
            print("\n".join(report(old, new, ruleset, options.seed, listed)), flush=True)
    except (AdjudicatorError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
