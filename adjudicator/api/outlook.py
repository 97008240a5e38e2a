"""How it stands with the ledger, for who asks whether a node is ready: told at once, whether or not the ledger answers."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from adjudicator.usecases import serving
from adjudicator.usecases.serving import Standing

if TYPE_CHECKING:
    from adjudicator.resources import Places
    from adjudicator.usecases.serving import Guard, State

log = logging.getLogger(__name__)

OUTLOOK = "adjudicator.outlook"
WAIT = 0.25
"""Seconds that the ledger may take to be told as ready."""
_UNREACHABLE = Standing("unreachable")


class Outlook:
    """Looks at the ledger in a thread of its own, one at a time, so that no thread of the server waits for long."""

    def __init__(self, guard: Guard, places: Places) -> None:
        self._guard = guard
        self._places = places
        self._lock = threading.Lock()
        self._look: Future[Standing] | None = None

    def state(self) -> State:
        """Return how it stands with the ledger; ``unreachable`` where that cannot be told at once."""
        return self.look().state

    def look(self) -> Standing:
        """Return the same, with what more there is to be told of it."""
        if self._guard.hangs:
            return _UNREACHABLE
        with self._lock:
            if self._look is None or self._look.done():
                self._look = Future()
                threading.Thread(
                    target=self._run, args=(self._look,), daemon=True, name="ledger-look"
                ).start()
            look = self._look
        try:
            return look.result(WAIT)
        except TimeoutError:
            return _UNREACHABLE

    def _run(self, look: Future[Standing]) -> None:
        try:
            look.set_result(serving.standing(self._guard, self._places))
        except Exception:
            log.exception("looking at the ledger failed")
            look.set_result(_UNREACHABLE)
