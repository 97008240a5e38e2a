"""A connection to PostgreSQL that gives up on a server which says nothing.

A server that is frozen keeps its connections: its kernel still acknowledges what is sent, so that no time-out of TCP ends the wait, and
those of the server's own do not run. So the wait ends on this side.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, Self

import psycopg

from adjudicator.ledger.guard import Silence


class Overdue(psycopg.OperationalError, Silence):
    """The server has said nothing for too long. The connection is closed: what it may still say belongs to nothing."""


class PatientConnection(psycopg.Connection[Any]):
    """A connection on which every wait ends: for a statement, a commit, a rollback, and for the server while it is connected to."""

    silence: float = 0
    """Seconds without a sign of life after which the server is given up."""

    @classmethod
    def within(cls, silence: float, *arguments: Any, **named: Any) -> Self:
        """Connect; *silence* is what the connection bears. Raises :class:`Overdue`."""
        try:
            made = cls.connect(*arguments, **named)
        except psycopg.errors.ConnectionTimeout as error:
            raise Overdue(str(error)) from None
        made.silence = silence
        return made

    def wait(self, gen: Any, *arguments: Any, **named: Any) -> Any:
        """Run what psycopg does on the connection, of which it tells in turns what it waits for. Raises :class:`Overdue`."""
        return super().wait(self._heard(gen) if self.silence else gen, *arguments, **named)

    def _heard(self, asked: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Go through *asked*; psycopg says several times a second if there was nothing to be read or written."""
        try:
            wanted = next(asked)
            heard = time.monotonic()
            while True:
                ready = yield wanted
                if ready:
                    heard = time.monotonic()
                elif time.monotonic() - heard > self.silence:
                    self.pgconn.finish()
                    raise Overdue(f"the server said nothing for {self.silence:g} s")
                wanted = asked.send(ready)
        except StopIteration as end:
            return end.value
