"""Progress on a terminal: one line that is written over; in a pipe, one line for each step."""

from __future__ import annotations

import sys
import time
from types import TracebackType


class Progress:
    """Call it with (what, done, total or None); :meth:`note` prints a line that stays."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._step = ""
        self._started = time.monotonic()
        self._shown = 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        new_step = what != self._step
        self._step = what
        if not self._live:
            if new_step and not what.startswith("fetch"):
                print(f"{now - self._started:5.0f} s  {what}", file=sys.stderr, flush=True)
            return
        if new_step or now - self._shown > 0.1:
            self._shown = now
            share = f" {min(99, 100 * done // total):3}%" if total else (f" {done:,}" if done else "")
            bar = ""
            if total:
                full = min(24, 24 * done // total)
                bar = " [" + "█" * full + "·" * (24 - full) + "]"
            sys.stderr.write(f"\r\x1b[K{now - self._started:5.0f} s  {what}{bar}{share}")
            sys.stderr.flush()

    def note(self, line: str) -> None:
        """Print *line* so that it stays."""
        self._clear()
        print(f"         {line}", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
