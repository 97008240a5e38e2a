"""How it stands with the ledger, for who asks whether a node is ready: told at once, whether or not the ledger answers."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from adjudicator.usecases import serving

if TYPE_CHECKING:
    from adjudicator.resources import Places
    from adjudicator.usecases.serving import Guard, State

log = logging.getLogger(__name__)

OUTLOOK = "adjudicator.outlook"
WAIT = 0.25
"""Seconds that the ledger may take to be told as ready."""


class Outlook:
    """Looks at the ledger in a thread of its own, one at a time, so that no thread of the server waits for long."""

    def __init__(self, guard: Guard, places: Places) -> None:
        self._guard = guard
        self._places = places
        self._lock = threading.Lock()
        self._look: Future[tuple[State, str]] | None = None

    def state(self) -> State:
        """Return how it stands with the ledger; ``unreachable`` where that cannot be told at once."""
        if self._guard.hangs:
            return "unreachable"
        with self._lock:
            if self._look is None or self._look.done():
                self._look = Future()
                threading.Thread(
                    target=self._run, args=(self._look,), daemon=True, name="ledger-look"
                ).start()
            look = self._look
        try:
            return look.result(WAIT)[0]
        except TimeoutError:
            return "unreachable"

    def _run(self, look: Future[tuple[State, str]]) -> None:
        try:
            look.set_result(serving.state(self._guard, self._places))
        except Exception:
            log.exception("looking at the ledger failed")
            look.set_result(("unreachable", ""))
