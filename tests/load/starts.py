"""Starts servers in processes of their own that are forked from one which has imported what a server imports: half of what a start takes. Each has its
arguments, environment, folder and streams, and its own workers. Start at :func:`started`.

Whatever is said of a start itself is tested where an interpreter starts: impossible options, no lexicon, few files, an installed package. All that are forked
from one process hash texts alike.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

import psutil

from adjudicator.server.run import METRICS_FOLDER
from tests.commands import become, fork_for_next, listen

IMPORTED = (
    "alembic.command",
    "adjudicator.cli.serve",
    "adjudicator.ledger.ledger",
    "adjudicator.server.app",
    "adjudicator.server.front",
    "adjudicator.server.table",
    "adjudicator.server.workers",
)
"""What a server imports; :mod:`tests.commands` has imported the rest of the command line."""
GO = b"\n"
ROOT = Path(__file__).parents[2]
_RUNNING: list[subprocess.Popen[bytes]] = []
"""What servers are forked from, while this process runs."""


class Started(psutil.Process):
    """A command that was started, which tells how it has ended."""

    def __init__(self, pid: int, told: socket.socket, stdout: IO[str]) -> None:
        super().__init__(pid)
        self._told = told
        self.stdout = stdout
        self.returncode: int | None = None

    def send_signal(self, sig: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(psutil.NoSuchProcess):
                super().send_signal(sig)

    def kill(self) -> None:
        """End it at once, unless it has ended."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return its exit code, or None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return its exit code. Raises :class:`subprocess.TimeoutExpired` after *timeout* seconds."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(["serve"], timeout or 0)
            self.returncode = int(json.loads(self._told.recv(100)))
            self._told.close()
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """Wait until it has ended; return what it has printed and nobody has read."""
        self.wait(timeout)
        with self.stdout:
            return self.stdout.read(), None


def started(
    arguments: Sequence[str], environment: Mapping[str, str], log: IO[str], *, alone: bool = False
) -> Started:
    """Start the command line with *arguments*, whose standard error goes to *log*; *alone*, as the first process of a session."""
    asked = socket.socket(socket.AF_UNIX)
    asked.connect(_address())
    reading, writing = os.pipe()
    with Path(os.devnull).open() as nothing:
        socket.send_fds(asked, [GO], [nothing.fileno(), writing, log.fileno()])
    os.close(writing)
    request = [[*arguments], str(Path.cwd()), dict(environment), alone]
    asked.sendall(json.dumps(request).encode("utf-8", "surrogateescape") + b"\n")
    made = Started(int(json.loads(asked.recv(100))), asked, os.fdopen(reading, encoding="utf-8"))
    asked.sendall(GO)
    return made


@cache
def _address() -> str:
    """Return where this process asks for servers, of another one that ends when it does."""
    folder = tempfile.mkdtemp(prefix="adjudicator-starts-")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.load.starts", folder],
        env={**os.environ, METRICS_FOLDER: folder, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    _RUNNING.append(process)
    assert process.stdout and process.stdout.readline() == b"ready\n"
    return f"{folder}/socket"


def _serve(folder: Path) -> None:
    """Fork a process for whoever connects, until whoever has started this one has ended; remove *folder* then."""
    for name in IMPORTED:
        import_module(name)
    listening = listen(f"{folder}/socket")
    while listening.fileno() in select.select([listening.fileno(), 0], [], [])[0]:
        fork_for_next(listening, _wait)
    shutil.rmtree(folder)


def _wait(asking: socket.socket) -> None:
    """Fork the process that becomes the server, and tell its id, and how it ends."""
    _, streams, _, _ = socket.recv_fds(asking, 1, 3)
    with asking.makefile("rb") as sent:
        request = sent.readline()
    if not request.endswith(b"\n"):
        return  # whoever asked has ended
    arguments, folder, environment, alone = json.loads(request.decode("utf-8", "surrogateescape"))
    if not (running := os.fork()):
        if asking.recv(1) != GO:
            os._exit(1)
        asking.close()
        if alone:
            os.setsid()
        os._exit(become(streams, arguments, folder, environment))
    for each in streams:
        os.close(each)
    asking.sendall(json.dumps(running).encode())
    _, status = os.waitpid(running, 0)
    asking.sendall(json.dumps(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
