"""Lines before the few threads that work. Start at :class:`Hall`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

LINE = 256
"""Requests that may stand in line for a thread."""
LONG = 4_096
"""Bytes of a body beyond which a request is likely to be much work. Such requests take half of the threads at most."""


class Hall:
    """The threads that work, and the lines before them: for what is likely to be long, for what may write, for both, and for all else."""

    def __init__(self, threads: int, seconds: float) -> None:
        pool = ThreadPoolExecutor(threads, "request")
        half, all_but_one = asyncio.Semaphore(max(1, threads // 2)), asyncio.Semaphore(max(1, threads - 1))
        door = asyncio.Semaphore(threads)
        self._lines = {
            (is_long, writes): Line(pool, [half] * is_long + [all_but_one] * writes + [door], seconds)
            for is_long in (False, True)
            for writes in (False, True)
        }

    def line(self, length: int = 0, *, writes: bool = False) -> Line:
        """Return the line in which a request with a body of so many bytes stands. Those that *write* wait for each other, and leave a thread
        to those that read.
        """
        return self._lines[length > LONG, writes]


class Line:
    """A line before the threads of *pool*, whose first passes one of the *doors* after the other. Nobody who may be refused stands for more
    than so many *seconds*.
    """

    def __init__(self, pool: ThreadPoolExecutor, doors: Sequence[asyncio.Semaphore], seconds: float) -> None:
        self.doors = doors
        self._pool = pool
        self._seconds = seconds
        self._length = 0

    async def enter(self) -> bool:
        """Stand in line, if it is not too long; return whether a thread was free in time, which :meth:`work` must then be given to."""
        if self._length >= LINE:
            return False
        self._length += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self.stand()
        except TimeoutError:
            return False
        finally:
            self._length -= 1
        return True

    async def stand(self) -> None:
        """Stand in line for as long as it takes."""
        passed = []
        try:
            for door in self.doors:
                await door.acquire()
                passed.append(door)
        except BaseException:
            for door in passed:
                door.release()
            raise

    async def work(self, work: Callable[[], T]) -> T:
        """Return what *work* does in the thread, which is free for others after that."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            for door in self.doors:
                door.release()
