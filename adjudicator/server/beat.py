"""Wakes those who wait for a tick of the clock, on the tick, without a thread for each.

A loop's own timers would not do: they count whole milliseconds from when they are set, and so show by microseconds when that was. One
thread sleeps here until the clock's next tick, whatever has been asked for in between. Start at :meth:`Beat.reach`.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time


class Beat:
    """Ticks that are so many *seconds* apart, counted from where the clock of :func:`time.perf_counter` begins. For one event loop."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._bell = threading.Condition()
        self._thread: threading.Thread | None = None

    async def reach(self, tick: int) -> None:
        """Return on the tick with this number or, where that is over, on the next one."""
        loop = asyncio.get_running_loop()
        reached = loop.create_future()
        with self._bell:
            self._waiting.append((tick, reached))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(loop,), daemon=True, name="beat")
                self._thread.start()
            self._bell.notify()
        await reached

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            with self._bell:
                while not self._waiting:
                    self._bell.wait()
            now = time.perf_counter()
            tick = int(now / self._seconds) + 1
            time.sleep(tick * self._seconds - now)
            with self._bell:
                reached = [future for due, future in self._waiting if due <= tick]
                self._waiting = [each for each in self._waiting if each[0] > tick]
            if reached:
                random.shuffle(reached)  # nor does their order tell anything
                try:
                    loop.call_soon_threadsafe(_wake, reached)
                except RuntimeError:  # the loop is closed
                    return


def _wake(reached: list[asyncio.Future[None]]) -> None:
    for future in reached:
        if not future.done():
            future.set_result(None)
