"""Whose turn it is to ask a host: one request at a time and a pause after each, across all threads and processes of a data directory.

A file for each host says when the last request ended and what wait the host has asked for; the one beside it is locked while a
request is under way. A process that dies gives its turn back with the lock.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import quote

from adjudicator.files import locked
from scrapers.errors import NotAsked, TooBusy

LONGEST = 86_400.0
"""A wait beyond a day is taken for a day: whoever asks for more is mistaken."""


class Turn:
    """The turn that is had. ``put_off`` is for how many seconds after it this host is not asked."""

    def __init__(self) -> None:
        self.put_off = 0.0


class Turns:
    """The turns of all hosts, kept in *folder*."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextlib.contextmanager
    def turn(self, host: str, delay: float, patience: float) -> Iterator[Turn]:
        """Wait until *delay* seconds after the last request to *host* ended, and hold its turn.

        Raises TooBusy if that would take more than *patience* seconds, NotAsked if the folder cannot be written.
        """
        give_up = time.monotonic() + patience
        try:
            with contextlib.ExitStack() as stack:
                file = self._lock(host, patience, delay, stack)
                wait = _wait(file, delay)
                if wait > give_up - time.monotonic():
                    raise too_busy(host, wait)
                time.sleep(wait)
                turn = Turn()
                _note(file, turn)
                try:
                    yield turn
                finally:
                    _note(file, turn)
        except OSError as error:
            raise NotAsked(
                f"{host} is not asked, since turns cannot be kept in {self._folder} ({error.strerror}).",
                "Make the data directory writable (ADJUDICATOR_HOME).",
            ) from error

    def _lock(self, host: str, patience: float, delay: float, stack: contextlib.ExitStack) -> IO[bytes]:
        """Return the open file of *host*, locked until *stack* ends. Raises TooBusy, OSError."""
        path = self._folder / quote(host, safe="")
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            stack.enter_context(locked(path.with_name(f"{path.name}.lock"), max(patience, 0.0)))
        except TimeoutError:
            raise too_busy(host, delay) from None
        path.touch()
        return stack.enter_context(path.open("r+b", buffering=0))


def too_busy(host: str, seconds: float) -> TooBusy:
    """Return the error for a wait of *seconds* that is too long."""
    whole = max(math.ceil(seconds), 1)
    return TooBusy(f"{host} cannot be asked for another {whole:,} s.", "Try again then.", whole)


def _wait(file: IO[bytes], delay: float) -> float:
    """How long to wait, by what the file says; a clock that was set back since does not lengthen it."""
    try:
        ended, asked = (float(number) for number in file.read(64).split())
    except ValueError:
        return 0.0
    passed = max(time.time() - ended, 0.0)
    return max(max(delay, min(asked, LONGEST)) - passed, 0.0)


def _note(file: IO[bytes], turn: Turn) -> None:
    """Write that the turn ends now. Every note has one length, so that none is ever half overwritten."""
    file.seek(0)
    file.write(b"%020.6f %020.6f\n" % (time.time(), turn.put_off))
