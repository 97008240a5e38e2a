"""What is done again and again beside something that is measured. Start at :func:`beside`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def beside(deed: Callable[[], object], every: float) -> Iterator[None]:
    """Do *deed* in a thread of its own after every so many seconds, until the block is left."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(every):
            deed()

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
