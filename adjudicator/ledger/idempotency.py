"""A request that is sent again acts once: the answer is kept in the transaction that it is about. Start at :meth:`Idempotency.once`."""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta

from sqlalchemy import Connection, delete, func, insert, select

from adjudicator.errors import KeyReused
from adjudicator.ledger.clock import ago, now
from adjudicator.ledger.deeds import TRIES, Unprepared
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import idempotency
from adjudicator.ledger.validation import refuse, text_faults

LONGEST_KEY = 255
KEPT = timedelta(days=1)
"""How long an answer is kept at least."""
_SWEEP = 3600.0
"""Seconds between two removals of old answers by one process."""


Reply = tuple[int, Mapping[str, str], bytes]
"""What a request was answered: the status, the header fields and the body."""


class Idempotency:
    """The answers that a ledger keeps for requests that may be sent again. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._swept = float("-inf")
        self._lock = threading.Lock()

    def once(self, token: str, key: str, request: str, act: Callable[[], Reply]) -> tuple[Reply, bool]:
        """Return what *act* answers, or what it answered when the holder of *token* (its id) sent *key* before; and whether it did.

        ``act`` runs within :meth:`Store.writing`, so what it writes and its answer are there together or not at all: a request that
        was cut off may be sent again. Two at the same time wait for each other. What ``act`` raises undoes all, and is not kept.
        An answer that holds a secret must not be given here, as it is kept as it is. *request* is a digest of what is asked. Where ``act``
        does what must be prepared (:class:`~adjudicator.ledger.deeds.Unprepared`), it is called once more when that is done.

        Raises :class:`KeyReused` where *key* came with another request, :class:`BadRecord` where it is none.
        """
        refuse(text_faults("Idempotency-Key", key, LONGEST_KEY, needed=True))
        self._sweep()
        prepare: Callable[[], AbstractContextManager[object]] = nullcontext
        for tried in itertools.count(1):
            with prepare():
                try:
                    return self._once(token, key, request, act)
                except Unprepared as asked:
                    prepare = asked.prepare
                    if tried > TRIES and asked.late:
                        raise asked.late from None
        raise AssertionError("a count has no end")

    def _once(self, token: str, key: str, request: str, act: Callable[[], Reply]) -> tuple[Reply, bool]:
        with self._store.writing() as connection:
            if not self._store.is_sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(_number(token, key))))
            kept = _stored_answer(connection, token, key, request)
            if kept is not None:
                return kept, True
            status, headers, body = answer = act()
            connection.execute(
                insert(idempotency).values(
                    token=token,
                    key=key,
                    request=request,
                    status=status,
                    headers=json.dumps(dict(headers)),
                    body=body,
                    at=now(),
                )
            )
            return answer, False

    def forget(self, before: str) -> int:
        """Remove the answers that were given before a time; return how many."""
        with self._store.writing() as connection:
            return connection.execute(delete(idempotency).where(idempotency.c.at < before)).rowcount

    def _sweep(self) -> None:
        """Remove old answers, now and then."""
        with self._lock:
            if time.monotonic() - self._swept < _SWEEP:
                return
            self._swept = time.monotonic()
        self.forget(ago(KEPT))


def _stored_answer(connection: Connection, token: str, key: str, request: str) -> Reply | None:
    """Return the answer that is kept for *key*. Raises :class:`KeyReused`."""
    row = connection.execute(
        select(idempotency).where(idempotency.c.token == token, idempotency.c.key == key)
    ).one_or_none()
    if row is None:
        return None
    if row.request != request:
        raise KeyReused(
            "This idempotency key came with another request before.", "Use a new key for a new request."
        )
    return row.status, json.loads(row.headers), row.body


def _number(token: str, key: str) -> int:
    """Return the number by which PostgreSQL knows the lock of a key."""
    return int.from_bytes(hashlib.sha256(f"{token} {key}".encode()).digest()[:8], "big", signed=True)
