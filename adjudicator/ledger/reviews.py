"""Queues of words that several people settle without meeting: each has a word before them that nobody else has. Start at :meth:`Reviews.take`.

Which words are in a queue is not this module's business, but its caller's; here is what of them is settled, and what somebody holds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from adjudicator.ledger.clock import now
from adjudicator.ledger.history import latest
from adjudicator.ledger.meanwhile import must_be_as_seen
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import review

Choice = Literal["allow", "deny", "leave"]
HELD = timedelta(minutes=10)
"""How long a word is somebody's who does nothing with it."""


class Mark(NamedTuple):
    """What became of a word of a queue."""

    holder: str
    at: str
    choice: Choice | None
    """None while somebody has it before them."""

    @property
    def is_free(self) -> bool:
        """Whether the word is nobody's any more: it was held, and too long ago."""
        return self.choice is None and datetime.fromisoformat(self.at) + HELD < datetime.now(UTC)

    def is_held_by(self, holder: str) -> bool:
        """Whether *holder* has the word before them."""
        return self.choice is None and self.holder == holder


class Reviews:
    """What of the queues of a ledger's lists is settled or held. *holder* names a person, and the browser or token that they use."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def marks(self, slug: str, topic: str) -> dict[str, Mark]:
        """Return what became of each word of a queue that anything became of."""
        with self._store.reading() as connection:
            return _marks(connection, slug, topic)

    def take(
        self, slug: str, topic: str, queue: Sequence[str], holder: str, *, after: str = ""
    ) -> str | None:
        """Return the word of a *queue* that *holder* is to settle next, and hold it for them: the one that they hold already, or the first that
        nobody has settled or holds. *after* is a word that they pass by: it is given back, and what comes behind it is taken. None where
        nothing is left for them.
        """
        with self._store.writing() as connection:
            latest(connection, slug, None)  # one takes at a time
            marks = _marks(connection, slug, topic)
            mine = [key for key, mark in marks.items() if mark.is_held_by(holder)]
            if not after and (held := next((key for key in queue if key in mine), None)) is not None:
                return held
            for key in mine:
                _forget(connection, slug, topic, key)
                del marks[key]
            start = queue.index(after) + 1 if after in queue else 0
            ordered = (
                [*queue[start:], *queue[: max(0, start - 1)], *queue[start - 1 : start]] if start else queue
            )
            free = next((key for key in ordered if key not in marks or marks[key].is_free), None)
            if free is not None:
                _mark(connection, slug, topic, free, Mark(holder, now(), None))
            return free

    def take_more(
        self, slug: str, topic: str, queue: Sequence[str], holder: str, *, behind: str, most: int
    ) -> list[str]:
        """Return at most as many words of a *queue* that nobody has settled and no other holds, and hold them for *holder*, too: those that come
        *behind* a word, and then those before it.
        """
        with self._store.writing() as connection:
            latest(connection, slug, None)  # one takes at a time
            marks = _marks(connection, slug, topic)
            start = queue.index(behind) if behind in queue else 0
            ours = (
                key
                for key in (*queue[start:], *queue[:start])
                if key != behind and (key not in marks or marks[key].is_free or marks[key].is_held_by(holder))
            )
            taken = list(islice(ours, most))
            for key in taken:
                _mark(connection, slug, topic, key, Mark(holder, now(), None))
            return taken

    def settle(
        self,
        slug: str,
        topic: str,
        keys: Collection[str],
        holder: str,
        choice: Choice,
        *,
        seen: int | None = None,
    ) -> None:
        """Write down that *holder* has settled words. Who leaves a word as it is takes nothing back of what another has made of it: their mark
        stays, and :class:`StaleRevision` is raised where the list says something else of it than at the revision that was *seen*.
        """
        with self._store.writing() as connection:
            head, marks = latest(connection, slug, None), _marks(connection, slug, topic)
            if choice == "leave" and seen is not None:
                must_be_as_seen(connection, head, seen, dict.fromkeys(keys))
            for key in keys:
                if choice != "leave" or key not in marks or marks[key].choice is None:
                    _mark(connection, slug, topic, key, Mark(holder, now(), choice))


def _marks(connection: Connection, slug: str, topic: str) -> dict[str, Mark]:
    column = review.c
    asked = select(column.key, column.holder, column.at, column.choice)
    rows = connection.execute(asked.where(column.slug == slug, column.topic == topic))
    return {row.key: Mark(row.holder, row.at, row.choice) for row in rows}


def _mark(connection: Connection, slug: str, topic: str, key: str, mark: Mark) -> None:
    _forget(connection, slug, topic, key)
    connection.execute(insert(review).values(slug=slug, topic=topic, key=key, **mark._asdict()))


def _forget(connection: Connection, slug: str, topic: str, key: str) -> None:
    column = review.c
    here = (column.slug == slug, column.topic == topic, column.key == key)
    connection.execute(delete(review).where(*here))
