"""Keeps Python's collector of garbage from its work while much is read that stays. Start at :data:`COLLECTOR`."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Collector:
    """Python's collector of garbage, which threads may keep from its work for a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pauses = 0
        self._was_enabled = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Enter while nothing is collected: to go through all that a deed or a file has brought takes half a second."""
        with self._lock:
            if self._pauses == 0:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._pauses += 1
        try:
            yield
        finally:
            with self._lock:
                self._pauses -= 1
                if self._pauses == 0 and self._was_enabled:
                    gc.enable()


COLLECTOR = _Collector()
