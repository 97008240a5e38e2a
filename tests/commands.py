"""Runs the command line in processes of their own that are forked from one which has imported it, and read the built lexicon through: each has its
arguments, environment, folder and streams, and none pays for an interpreter's start. What a start costs, and that it imports little, has tests and
figures of its own.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import adjudicator.cli
import adjudicator.usecases
from adjudicator.cli import main
from adjudicator.errors import AdjudicatorError
from adjudicator.resources import lexicon_path
from tests import sharing

IMPORTED = (
    *(f"adjudicator.cli.{each.name}" for each in iter_modules(adjudicator.cli.__path__)),
    *(f"adjudicator.usecases.{each.name}" for each in iter_modules(adjudicator.usecases.__path__)),
    "adjudicator.judging.compiled_house",
    "adjudicator.ledger.ledger",
    "adjudicator.ledger.store",
    "alembic.command",
)
"""What commands import when they need it."""
PATIENCE = 600
"""Seconds after which a command counts as hanging, and is ended by SIGALRM."""


class Commands:
    """A process that has imported the command line, and forks one of its kind for each command."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="adjudicator-commands-")
        self._address = f"{self._folder.name}/socket"
        command = [sys.executable, "-m", "tests.commands", self._address]
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        assert self._process.stdout and self._process.stdout.readline() == b"ready\n"

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

    def run(
        self, arguments: Sequence[str], given: bytes, folder: Path, environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command with *given* as its input; return its exit code and what it printed."""
        request = json.dumps([arguments, str(folder), dict(environment)]).encode("utf-8", "surrogateescape")
        with contextlib.ExitStack() as stack:
            streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(given)
            streams[0].seek(0)
            asked = stack.enter_context(socket.socket(socket.AF_UNIX))
            asked.connect(self._address)
            socket.send_fds(asked, [b"\n"], [each.fileno() for each in streams])
            asked.sendall(request + b"\n")
            code = json.loads(asked.recv(100))
            for each in streams[1:]:
                each.seek(0)
            return subprocess.CompletedProcess([*arguments], code, streams[1].read(), streams[2].read())


def _serve(address: str) -> None:
    """Fork a process for whoever connects."""
    for name in IMPORTED:
        import_module(name)
    built = lexicon_path().resolve()
    with contextlib.suppress(AdjudicatorError):  # there is none yet, or it is another version's
        sharing.share(built, setattr)
        sharing.read(built)
    listening = listen(address)
    while True:
        fork_for_next(listening, _wait)


def listen(address: str) -> socket.socket:
    """Return a socket at *address*, and say that it is ready: what is in memory by now is shared with all that are forked."""
    gc.collect()
    gc.freeze()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(16)
    print("ready", flush=True)
    return listening


def fork_for_next(listening: socket.socket, serve: Callable[[socket.socket], None]) -> None:
    """Fork a process that is to *serve* whoever connects next, and let go of those that have ended."""
    asking, _ = listening.accept()
    if not os.fork():
        listening.close()
        serve(asking)
        os._exit(0)
    asking.close()
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _wait(asking: socket.socket) -> None:
    """Fork the process that runs the command, and answer with its exit code."""
    _, streams, _, _ = socket.recv_fds(asking, 1, 3)
    with asking.makefile("rb") as sent:
        request = sent.readline()
    if not (running := os.fork()):
        asking.close()
        signal.alarm(PATIENCE)
        os._exit(become(streams, *json.loads(request.decode("utf-8", "surrogateescape"))))
    _, status = os.waitpid(running, 0)
    asking.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def become(
    streams: Sequence[int], arguments: Sequence[str], folder: str, environment: Mapping[str, str]
) -> int:
    """Become the process of a command, as the interpreter would start it; return its exit code."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [main.__file__, *arguments]
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    code: Any = 1
    try:
        code = main.script()
    except SystemExit as ending:
        code = ending.code
    except BaseException:
        traceback.print_exc()
    if isinstance(code, str):
        print(code, file=sys.stderr)
    threading._shutdown()  # type: ignore[attr-defined]  # wait for its threads, as the interpreter does before what is to be done at the end
    atexit._run_exitfuncs()
    for each in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            each.flush()
    return code if isinstance(code, int) else 0 if code is None else 1


if __name__ == "__main__":
    _serve(sys.argv[1])
