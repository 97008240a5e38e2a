"""How long a server waits for the ledger, and how many of its threads may.

A database that hangs answers neither yes nor no, and every thread that waits for it is lost to questions that need no ledger. So each
statement has a time to be answered in; only so many threads are let in at once (a bulkhead); and as soon as one has waited in vain, nobody
is let in until a thread of the guard's own has had an answer (a circuit breaker). Start at :meth:`Guard.entered`.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from adjudicator.errors import LedgerBusy, LedgerUnavailable

log = logging.getLogger(__name__)
State = Literal["none", "ready", "needs-migration", "newer", "unreachable"]
"""How it stands with a ledger: there is none; it can be read and written; an earlier version made it, or a later one; nobody knows."""


class Silence(Exception):
    """A database that has been asked did not answer in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a server waits for its ledger, in seconds."""

    answer: float = 3.0
    """For a sign of life of a database that was asked something, or is to be connected to."""
    lock: float = 3.0
    """For another one's change that stands in the way of this one."""
    statement: float = 30.0
    """For all of a statement's answer, however steadily it comes."""
    idle: float = 60.0
    """That the database keeps a transaction of a node that says nothing any more."""
    queue: float = 0.5
    """For those who were let in, while they make way for each other; a writer has as long for another one as for its lock."""
    rest: float = 2.0
    """Between two tries whether a ledger that hangs answers again."""


class Guard:
    """Lets at most *places* threads of a process wait for the ledger, and none while it hangs. One place is never a writer's, if there are
    two: a long change does not stop verdicts.
    """

    def __init__(self, places: int, patience: Patience) -> None:
        self.patience = patience
        self._places = max(1, places)
        self._left = threading.Condition()
        self._inside: dict[int, tuple[float, bool]] = {}
        """Thread → since when it is inside, and whether it writes."""
        self._hangs = False

    @property
    def hangs(self) -> bool:
        """Whether the ledger was asked in vain, and has not answered since."""
        return self._hangs

    @contextlib.contextmanager
    def entered(self, probe: Callable[[], object], *, writes: bool = False) -> Iterator[None]:
        """Let the thread ask the ledger within the block, where there is a place; a thread that is inside already has one.

        Where the block raises that the ledger was silent, it counts as hanging until *probe*, called again and again in a thread of its
        own, raises anything else, or nothing. Raises :class:`LedgerBusy`.
        """
        here = threading.get_ident()
        if here in self._inside:
            yield
            return
        self._enter(here, writes)
        try:
            yield
        except LedgerUnavailable as error:
            if error.silent:
                self.trip(probe)
            raise
        finally:
            with self._left:
                del self._inside[here]
                self._left.notify_all()

    def trip(self, probe: Callable[[], object]) -> None:
        """Let nobody in until *probe* says that the ledger answers again."""
        with self._left:
            if self._hangs:
                return
            self._hangs = True
            self._left.notify_all()
        log.error("the ledger hangs: nobody waits for it until it answers again")
        threading.Thread(target=self._try_again, args=(probe,), daemon=True, name="ledger-probe").start()

    def _enter(self, here: int, writes: bool) -> None:
        with self._left:
            while True:
                if self._hangs:
                    seconds = math.ceil(self.patience.rest)
                    raise LedgerBusy("The ledger hangs.", "Try again.", unwritten=writes, seconds=seconds)
                in_the_way = self._in_the_way(writes)
                if not in_the_way:
                    break
                patience = max(self.patience.queue, self.patience.lock if writes else 0)
                wait = max(in_the_way) + patience - time.monotonic()
                if wait <= 0:
                    raise LedgerBusy("Too many wait for the ledger already.", "Try again.", unwritten=writes)
                self._left.wait(wait)
            self._inside[here] = (time.monotonic(), writes)

    def _in_the_way(self, writes: bool) -> list[float]:
        """Return since when those are inside who must go before another one may enter; nothing where there is a place."""
        if len(self._inside) >= self._places:
            return [since for since, _ in self._inside.values()]
        writers = [since for since, is_writer in self._inside.values() if is_writer]
        return writers if writes and len(writers) >= max(1, self._places - 1) else []

    def _try_again(self, probe: Callable[[], object]) -> None:
        begun = time.monotonic()
        while self._hangs:
            time.sleep(self.patience.rest)
            try:
                probe()
            except LedgerUnavailable as error:
                self._hangs = error.silent
            except Exception:  # it answers, whatever it says: who asks next is told
                self._hangs = False
            else:
                self._hangs = False
        log.warning("the ledger answers again, after %.0f s", time.monotonic() - begun)
