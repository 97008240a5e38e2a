"""``python -m tests.load.stops``: for how long a lexicon that is made ready stops everything else in its process.

A thread of its own notes the time every millisecond, while another opens a lexicon and makes ready what answers are fast by. The longest
time between two notes is the longest that a request might wait. It prints these, step by step, and ends with 1 where one of them is longer
than a quarter of a second. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from adjudicator.api.current import Served
from adjudicator.resources import lexicon_path
from adjudicator.web.server import SWITCH_SECONDS

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
        with ticking() as gaps:
            started = time.perf_counter()
            deed()
            spent = time.perf_counter() - started
        longest[name] = max(gaps)
        print(f"  {name}: {spent:.2f} s, longest stop {longest[name] * 1e3:.0f} ms", flush=True)

    served: list[Served] = []
    step("opened", lambda: served.append(Served(given.lexicon or lexicon_path())))
    step("made ready", served[0].warm)
    step("let go", served.clear)
    worst = max(longest.values())
    print(f"longest stop: {worst * 1e3:.0f} ms (at most {AT_MOST * 1e3:.0f})")
    return 0 if worst <= AT_MOST else 1


@contextmanager
def ticking() -> Iterator[list[float]]:
    """Enter with a list that has, once the block is left, the seconds between every two notes of a thread beside it."""
    gaps, over = [0.0], threading.Event()

    def note() -> None:
        last = time.perf_counter()
        while not over.is_set():
            time.sleep(TICK)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    thread = threading.Thread(target=note)
    thread.start()
    try:
        yield gaps
    finally:
        over.set()
        thread.join()


if __name__ == "__main__":
    sys.exit(main())
