"""A server as a process of its own, and what it uses. Start at :class:`ServerProcess`."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Self

import psutil

from tests.load.starts import Started, started

DEADLINE = 60.0
ADDRESS = re.compile(r"Serving on http://([^:]+):(\d+)")
COMMAND = ("-m", "adjudicator.cli.main")
SERVICE = (*COMMAND, "serve", "--port", "0")
BARE = ("-m", "tests.benchmarks.bare_app")


class ServerProcess:
    """A server that runs until the block is left. *module* is how Python would be called for it; it prints its address."""

    forks = False
    """Whether it is forked from a process that has imported what it imports, as tests have it. Memory and times are measured of a server that has an interpreter
    of its own.
    """

    def __init__(
        self, *module: str, environment: Mapping[str, str] | None = None, core: int | None = None
    ) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115  (closed on leaving)
        given = {**os.environ, **(environment or {})}
        self.process: Started | psutil.Popen
        if self.forks and module[:2] == COMMAND and core is None:
            self.process = started(module[2:], given, self._log)
        else:
            with on_core(core):
                self.process = psutil.Popen(
                    [sys.executable, *module],
                    stdout=subprocess.PIPE,
                    stderr=self._log,
                    text=True,
                    env=given,
                )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = ADDRESS.match(line)
        if not found:
            self.process.kill()
            raise RuntimeError(f"The server told no address, but {line!r} and {self.log()!r}")
        self.host, self.port = found[1], int(found[2])
        self._await()

    def _await(self) -> None:
        for _ in range(int(DEADLINE * 50)):
            try:
                return socket.create_connection((self.host, self.port), timeout=1).close()
            except OSError:
                time.sleep(0.02)
        self.process.kill()
        raise RuntimeError(f"The server did not listen within {DEADLINE} s: {self.log()!r}")

    @property
    def address(self) -> str:
        """Where it is asked."""
        return f"http://{self.host}:{self.port}"

    def workers(self) -> list[psutil.Process]:
        """Return the processes that answer."""
        found: list[psutil.Process] = self.process.children()
        return found

    def memory(self) -> list[float]:
        """Return the private memory of each worker, in megabytes."""
        return [worker.memory_full_info().uss / 1e6 for worker in self.workers()]

    def seconds(self) -> float:
        """Return the processor time that the workers have taken so far."""
        return sum(sum(worker.cpu_times()[:2]) for worker in self.workers())

    def log(self) -> str:
        """Return what it has written to standard error."""
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> int:
        """Stop it as an operator does; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        """Wait until it has ended, as it was told to; return its exit code."""
        return int(self.process.wait(DEADLINE))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._log.close()


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Start processes within the block on one core of the machine alone, or anywhere where it is None."""
    before = os.sched_getaffinity(0)
    if core is not None:
        os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def two_cores() -> tuple[int | None, int | None]:
    """Return a core for the server and another for its client, or None twice where there is but one."""
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[-1]) if len(cores) > 1 else (None, None)
