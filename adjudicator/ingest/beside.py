"""Runs a module of this package in another process, beside this one: a build has two parts of its work done so. Start at :func:`running`."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

log = logging.getLogger(__name__)

Written = Callable[[], IO[bytes] | None]
"""Waits for the other process to end, and returns what it has written to standard output; None where it failed, and the work is to be done here."""


@contextmanager
def running(module: str, *arguments: object, folder: Path) -> Iterator[Written]:
    """Run *module* in another process, which ends with the context at the latest. What it writes waits in a file of *folder* without a name."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with TemporaryFile(dir=folder) as output:
        process = None
        try:
            with suppress(OSError):  # there is no such program here
                process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
            yield lambda: _written(module, process, output)
        finally:
            if process:
                process.kill()
                process.wait()


def _written(module: str, process: subprocess.Popen[bytes] | None, output: IO[bytes]) -> IO[bytes] | None:
    if process is None or process.wait() != 0:
        log.info("%s failed in another process: it is done in this one", module)
        return None
    output.seek(0)
    return output
