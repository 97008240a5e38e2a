"""Shares work that is done key by key between two processes. Start at :func:`in_halves`.

What comes from the middle on is done in a copy of this process, with files of its own, and joined to what was done here: the lexicon is the same, row by row,
however many processes there were.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from adjudicator.ingest.beside import Tick, can_fork, forked

END = "\U0010ffff"
"""Comes after every key."""


class Stretch(NamedTuple):
    """The keys from the first to the one before the end."""

    first: str = ""
    end: str = END

    def has(self, key: str) -> bool:
        """Return whether *key* is one of them."""
        return self.first <= key < self.end


class Work(Protocol):
    """Work of which each stretch of keys can be done in a process of its own."""

    def do(self, keys: Stretch, tick: Tick) -> None:
        """Do the part of these *keys*, which come after all that were done before."""

    def apart(self) -> Self:
        """Return the same work, of which nothing has been done, for another process: it reads and writes through connections of its own."""

    def found(self) -> Any:
        """Close the files of the other process; return what else it has found, to be pickled."""

    def take(self, found: Any) -> None:
        """Join to what was done here what another process has done of later keys, and has *found*."""


def in_halves(work: Work, middle: str | None, tick: Tick, folder: Path) -> None:
    """Do all of *work*, from the key *middle* on in another process if that is given and can be. *tick* is told how many keys are done."""
    if middle is None or not can_fork():
        work.do(Stretch(), tick)
        return
    later = Stretch(first=middle)

    def do_later(tick: Tick) -> Any:
        other = work.apart()
        other.do(later, tick)
        return other.found()

    with forked(do_later, folder) as result:
        work.do(Stretch(end=middle), lambda done: tick(2 * done))
        found = result()
    if found is None:
        work.do(later, tick)
    else:
        work.take(found)
