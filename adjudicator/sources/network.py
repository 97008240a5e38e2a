"""What waiting for other machines has in common: an end to every wait, and the cause of a failure in the system's words."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, ask: Callable[[], T]) -> T:
    """Return what *ask* returns, or raise what it raises. It goes its own way in a thread, as nothing else can end a look-up of a name.

    Raises :class:`TimeoutError` where it takes more than *seconds*.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(ask())
        except Exception as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return answer.result(seconds)
    except TimeoutError:
        if answer.done():
            raise
        raise TimeoutError(f"nothing within {seconds:.0f} s") from None


def cause_of(error: BaseException) -> str:
    """Return what lies at the bottom of *error*, in the words of the system."""
    while below := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        error = below
    said = (error.strerror if isinstance(error, OSError) else "") or str(error) or type(error).__name__
    return said.rstrip(".")
