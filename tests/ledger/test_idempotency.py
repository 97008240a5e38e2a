"""A request that is sent again acts once, whatever comes between."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, insert, select

from adjudicator.errors import BadRecord, KeyReused
from adjudicator.ledger.clock import now
from adjudicator.ledger.idempotency import Idempotency, Reply
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house, idempotency


class Stopped(Exception):
    """Ends a request in a test."""


def add(store: Store, slug: str) -> Reply:
    """Write a list, as the ledger's parts do: in a transaction of its own."""
    with store.writing() as connection:
        connection.execute(insert(house).values(slug=slug, head=1, created_at=now(), created_by="ann"))
    return (201, {"ETag": '"1"'}, f"made {slug}".encode())


def houses(store: Store) -> int:
    with store.reading() as connection:
        return connection.execute(select(func.count()).select_from(house)).scalar_one()


def test_a_repeated_request_acts_once(store: Store) -> None:
    """The second time the first answer is given, status, headers and body, and nothing is written."""
    kept = Idempotency(store)
    first, was_kept = kept.once("t1", "key", "sha256:a", lambda: add(store, "sunday"))
    again, is_kept = Idempotency(store).once("t1", "key", "sha256:a", lambda: add(store, "sunday"))
    assert again == first == (201, {"ETag": '"1"'}, b"made sunday")
    assert (was_kept, is_kept) == (False, True)
    assert houses(store) == 1


def test_a_key_is_the_holders_own(store: Store) -> None:
    """The same key of another token, or another key, is another request."""
    kept = Idempotency(store)
    for token, key in (("t1", "key"), ("t2", "key"), ("t1", "other")):
        kept.once(token, key, "sha256:a", lambda slug=token + key: add(store, slug))  # type: ignore[misc]
    assert houses(store) == 3


def test_a_key_with_another_request(store: Store) -> None:
    """A key that comes with another request is refused, and the other request is not acted on."""
    kept = Idempotency(store)
    kept.once("t1", "key", "sha256:a", lambda: add(store, "sunday"))
    with pytest.raises(KeyReused):
        kept.once("t1", "key", "sha256:b", lambda: add(store, "monday"))
    assert houses(store) == 1


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "a\x00", "a\nb"])
def test_no_key(store: Store, key: str) -> None:
    """A key that cannot be kept is refused before anything is done."""
    with pytest.raises(BadRecord, match="Idempotency-Key"):
        Idempotency(store).once("t1", key, "sha256:a", lambda: add(store, "sunday"))
    assert houses(store) == 0


def test_what_fails_is_not_kept(store: Store) -> None:
    """A request that fails after it wrote leaves nothing, neither the write nor an answer; the next try acts."""

    def fail() -> Reply:
        add(store, "sunday")
        raise Stopped

    kept = Idempotency(store)
    with pytest.raises(Stopped):
        kept.once("t1", "key", "sha256:a", fail)
    assert houses(store) == 0
    assert kept.once("t1", "key", "sha256:a", lambda: add(store, "sunday"))[1] is False
    assert houses(store) == 1


def test_two_at_the_same_time(store: Store) -> None:
    """While the first is under way the second waits, and then gets the first one's answer."""
    kept = Idempotency(store)
    started = threading.Event()
    acted: list[int] = []

    def act() -> Reply:
        started.set()
        acted.append(1)
        return add(store, f"sunday{len(acted)}")

    def send(_: int) -> tuple[Reply, bool]:
        return kept.once("t1", "key", "sha256:a", act)

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(send, range(6)))
    assert started.is_set()
    assert sorted(was_kept for _, was_kept in answers) == [False, True, True, True, True, True]
    assert {body for (_, _, body), _ in answers} == {b"made sunday1"}
    assert len(acted) == houses(store) == 1


def test_old_answers_are_forgotten(store: Store) -> None:
    """Answers are removed when they are older than a day, and not before."""
    with store.writing() as connection:
        for key, at in (("old", "2020-01-01T00:00:00.000000Z"), ("new", now())):
            connection.execute(
                insert(idempotency).values(
                    token="t1", key=key, request="sha256:a", status=200, headers="{}", body=b"kept", at=at
                )
            )
    kept = Idempotency(store)
    assert kept.once("t1", "new", "sha256:a", lambda: add(store, "sunday")) == (
        (200, {}, b"kept"),
        True,
    )
    assert kept.once("t1", "old", "sha256:a", lambda: add(store, "sunday"))[1] is False
