"""Stops processes as a machine that hangs does: their connections stay, and nobody answers. A Redis server of the tests' own, too."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import NamedTuple

import psutil

INSTALL = "Install Redis (on Debian: apt-get install redis-server), or run as root to have it installed."


@contextlib.contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stop a process and all that it has begun within the block."""
    first = psutil.Process(pid)
    first.suspend()  # at once, so that it begins no other
    stopped = [first, *first.children(recursive=True)]
    try:
        for each in stopped[1:]:
            each.suspend()
        yield
    finally:
        for each in stopped:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.resume()


class Redis(NamedTuple):
    """A Redis server that runs."""

    pid: int
    address: str


class RedisMissing(Exception):
    """There is no Redis here and none can be installed; the message says what to do."""


@contextlib.contextmanager
def redis_server() -> Iterator[Redis]:
    """Run a Redis server, installed first where it is missing and the tests run as root. Raises :class:`RedisMissing`."""
    program = _redis_server()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            _await(port)
            yield Redis(process.pid, f"redis://127.0.0.1:{port}")
        finally:
            process.kill()
            process.wait()


def _redis_server() -> str:
    found = shutil.which("redis-server")
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "redis-server"]):
            subprocess.run(["apt-get", "--quiet", *arguments], env=quiet, capture_output=True, check=False)
        found = shutil.which("redis-server")
    if found is None:
        raise RedisMissing(f"There is no Redis to test with. {INSTALL}")
    return found


def _await(port: int) -> None:
    limit = time.monotonic() + 30
    while True:
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        assert time.monotonic() < limit, "Redis does not listen"
        time.sleep(0.02)
