"""``make evaluate GOLD=FILE``: how right the service is, against a gold table and against works of others.

It reports, part by part, and ends with one line for each figure that is wanted. It does not judge: the
exit code is 0 whenever all parts ran, 3 where a part had to be left out (its note says why), 2 where the
table cannot be used or there is no lexicon.

The parts are gold, region, evidence and membership: see ``gold.py``, ``region.py`` and ``coverage.py``
beside this.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import Adjudicator
from tests.evaluation.gold import BadTable, evaluate_gold, read_gold
from tests.evaluation.report import Section

PARTS = ("gold", "region", "evidence", "membership")
DONE, UNUSABLE, INCOMPLETE = 0, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the evaluation, print the report, return the exit code."""
    parser = argparse.ArgumentParser(
        prog="make evaluate", description="Evaluate the service against a gold table."
    )
    parser.add_argument(
        "gold", type=Path, help="the table: tab-separated, with a header that names at least `word`"
    )
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part (may be given again)")
    options = parser.parse_args(arguments)
    try:
        table = read_gold(options.gold)
        adjudicator = Adjudicator()
    except BadTable as error:
        return _refuse(error.faults)
    except AdjudicatorError as error:
        return _refuse([str(error)])
    started = time.perf_counter()
    print(f"{len(table.rows)} words of {options.gold}; lexicon {adjudicator.lexicon.digest}\n", flush=True)
    sections: list[Section] = []
    steps: dict[str, Callable[[], list[Section]]] = {
        "gold": lambda: evaluate_gold(adjudicator, table),
        "region": lambda: [_region(adjudicator)],
        "evidence": lambda: [_evidence(adjudicator)],
        "membership": lambda: [_membership(adjudicator)],
    }
    for part in PARTS:
        if not options.part or part in options.part:
            for section in steps[part]():
                print(section.text(), flush=True)
                sections.append(section)
    print(f"== Measured against what is wanted ({time.perf_counter() - started:.0f} s)")
    for section in sections:
        for threshold in section.thresholds:
            print(threshold.line())
        if section.left_out:
            print(f"{section.title}: {section.left_out}")
    return INCOMPLETE if any(section.left_out for section in sections) else DONE


def _refuse(faults: Sequence[str]) -> int:
    for fault in faults:
        print(f"evaluate: {fault}", file=sys.stderr)
    return UNUSABLE


def _region(adjudicator: Adjudicator) -> Section:
    from tests.evaluation.region import evaluate_region

    with adjudicator.lexicon.reading() as db:
        return evaluate_region(db)


def _evidence(adjudicator: Adjudicator) -> Section:
    from tests.evaluation.coverage import evaluate_coverage

    return evaluate_coverage(adjudicator)


def _membership(adjudicator: Adjudicator) -> Section:
    from tests.evaluation.coverage import evaluate_membership

    return evaluate_membership(adjudicator)


if __name__ == "__main__":
    sys.exit(main())
