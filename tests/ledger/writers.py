"""A process that writes to a ledger until it is killed, and its successors: what `crashes.py` and `halves.py` share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import URL

PATIENCE = 60.0
"""Seconds that a writer may take for the first thing that it acknowledges."""


class Writer:
    """A process that runs a module of the tests' until it is killed; what it acknowledges, a line each, is added to a file."""

    def __init__(self, url: URL, module: str, said: Path) -> None:
        """Write to the ledger at *url* by *module*, and to the file *said*. Nothing is started yet."""
        self._url = url.render_as_string(hide_password=False)
        self._module = module
        self._said = said
        said.touch()

    def start(self, *arguments: str) -> None:
        """Start it, or its successor, with these *arguments*."""
        self._begun = self._said.stat().st_size
        with self._said.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, *arguments],
                stdout=said,
                cwd=Path(__file__).parents[2],
                env={**os.environ, "ADJUDICATOR_LEDGER": self._url},
            )

    def wait(self) -> None:
        """Wait until it has acknowledged something since it was started."""
        limit = time.monotonic() + PATIENCE
        while self._said.stat().st_size == self._begun:
            assert self._process.poll() is None, "a writer has ended by itself"
            assert time.monotonic() < limit, "a writer does not write"
            time.sleep(0.005)

    def kill(self) -> None:
        """Kill it, without warning."""
        self._process.kill()
        self._process.wait()

    def lines(self) -> list[list[str]]:
        """Return what it and its predecessors have said, word by word."""
        return [line.split() for line in self._said.read_text().splitlines()]
