"""How much history a process writes for each house list in a day. Start at :meth:`Daily.must_fit`.

A history is never shortened, and one short request may write a whole list anew: who restores one revision after the other would fill any
disk. It is counted here and not in the ledger, where it would cost each edit more than the edit does; a restart begins anew.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from adjudicator.ledger.limits import Limits, must_fit
from adjudicator.ledger.records import canonical
from adjudicator.ledger.revisions import Changes
from adjudicator.rules.house import Settings

DAY = 86_400.0
A_CHANGE = 200
"""Bytes that a change takes beside its texts, in the history and in the list as it is."""


class Daily:
    """What was written for each list since it was counted first, at most a day ago. Threads share it."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._written: dict[str, tuple[float, int]] = {}
        """List → when its day has begun, and the bytes of it."""

    def must_fit(self, slug: str, settings: Settings, changes: Changes) -> None:
        """Raise :class:`LimitReached` where a revision with these *changes* would be more than a day may bring."""
        _, written = self._today(slug)
        more = written + weight(settings, changes)
        must_fit(self._limits, "history", more, "Bytes of history of the list in a day", "Wait a while.")

    def add(self, slug: str, settings: Settings, changes: Changes) -> None:
        """Count a revision that was written."""
        with self._lock:
            began, written = self._today(slug)
            self._written[slug] = began, written + weight(settings, changes)

    def _today(self, slug: str) -> tuple[float, int]:
        now = self._clock()
        began, written = self._written.get(slug, (now, 0))
        return (began, written) if now - began < DAY else (now, 0)


def weight(settings: Settings, changes: Changes) -> int:
    """Return about how many bytes a revision takes."""
    texts = sum(len(each.reason) + len(each.word) + len(each.author) for each in changes.values() if each)
    return len(canonical(settings.overrides)) + A_CHANGE * (1 + len(changes)) + texts
