"""``python -m tests.load.stops``: for how long a lexicon that is made ready stops everything else in its process.

A thread of its own notes the time every millisecond, while another takes a lexicon into service as a server does, from a data directory in
which nothing of it was kept. The longest time between two notes is the longest that a request might wait. It prints these, step by step,
and ends with 1 where one of them is longer than a quarter of a second. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from adjudicator.resources import lexicon_path
from adjudicator.runtime.current import Snapshot
from adjudicator.server.run import SWITCH_SECONDS
from tests.load.beside import beside
from tests.load.variants import home_at

AT_MOST = 0.25
TICK = 0.001


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where anything stops for too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.stops", description="Measure stops.")
    parser.add_argument("lexicon", nargs="?", type=Path, default=None, help="by default the built one")
    given = parser.parse_args(arguments)
    sys.setswitchinterval(SWITCH_SECONDS)
    longest: dict[str, float] = {}

    def step(name: str, deed: Callable[[], object]) -> None:
        noted = [time.perf_counter()]
        with beside(lambda: noted.append(time.perf_counter()), TICK):
            deed()
        noted.append(time.perf_counter())
        longest[name] = max(after - before for before, after in pairwise(noted))
        print(
            f"  {name}: {noted[-1] - noted[0]:.2f} s, longest stop {longest[name] * 1e3:.0f} ms", flush=True
        )

    lexicon = (given.lexicon or lexicon_path()).resolve()
    opened: list[Snapshot] = []
    with tempfile.TemporaryDirectory() as folder, home_at(Path(folder)):
        step("opened", lambda: opened.append(Snapshot(lexicon)))
        step("made ready", partial(opened[0].warm, apart=True))
        step("let go", opened.clear)
    worst = max(longest.values())
    print(f"longest stop: {worst * 1e3:.0f} ms (at most {AT_MOST * 1e3:.0f})")
    return 0 if worst <= AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
