"""Has work done in another process, beside this one. Start at :func:`running`, which runs a module of this package there, and :func:`forked`, which goes on there
with all that this one has in memory.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

log = logging.getLogger(__name__)

Written = Callable[[], IO[bytes] | None]
"""Waits for the other process to end, and returns what it has written to standard output; None where it failed, and the work is to be done here."""
Tick = Callable[[int], None]
"""Is called now and then with how far the work is."""


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


def can_fork() -> bool:
    """Return whether this process can be copied, and a second one has a processor to itself. Beside other threads a copy may stand still for ever, and what
    macOS adds to a program does not stand it.
    """
    return (
        hasattr(os, "fork")
        and sys.platform != "darwin"
        and threading.active_count() == 1
        and processors() > 1
    )


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


@contextmanager
def forked(work: Callable[[Tick], Any], folder: Path) -> Iterator[Callable[[], Any]]:
    """Do *work* in a copy of this process, which ends with the context at the latest; give what waits for its result, which is None where it failed, and the work is
    to be done here. The copy uses no database connection of this process: SQLite forbids it.
    """
    with TemporaryFile(dir=folder) as output:
        copy = get_context("fork").Process(target=_do, args=(work, output, os.getpid()))
        try:
            with suppress(OSError):  # the system has no room for another process
                copy.start()
            yield lambda: _result(copy, output)
        finally:
            if copy.pid:
                copy.kill()
                copy.join()


def _do(work: Callable[[Tick], Any], output: IO[bytes], parent: int) -> None:
    """Write what *work* returns to *output*. Ctrl-C is for the *parent*, which ends this process; where it is gone itself, the next tick does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_parent(_: int) -> None:
        if os.getppid() != parent:
            sys.exit(1)

    try:
        pickle.dump(work(end_with_parent), output)
        output.flush()
    except Exception as error:
        log.info("what is done again, and told, by the process that waits: %s", error)
        sys.exit(1)


def _result(copy: BaseProcess, output: IO[bytes]) -> Any:
    if copy.pid:
        copy.join()
    if copy.exitcode != 0:
        log.info("a second process failed: its part is done in this one")
        return None
    output.seek(0)
    return pickle.load(output)
