"""A store of limits that hangs is waited for once, and for a short time; one that is gone costs nothing."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

import pytest
from limits import parse

from adjudicator.web.limits import Counting, Limits
from adjudicator.web.settings import Settings
from tests.freezing import Redis, frozen, redis_server

REST = 0.5
SLACK = 0.3
"""Seconds that a busy machine may add."""


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with redis_server() as running:
        yield running


def limits(storage: str) -> Limits:
    return Limits(Counting(Settings(rate_storage=storage, rate_rest=REST)), parse("1000/minute"), "test")


def seconds(limited: Limits) -> float:
    """How long it takes to count one request."""
    begun = time.monotonic()
    limited.hit("somebody")
    return time.monotonic() - begun


def test_a_frozen_store(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    """One request waits as long as the setting says; then nobody is limited, nobody waits, and the log says so once; after the thaw the
    store is used again.
    """
    limited = limits(redis.address)
    assert limited.hit("somebody")[1]
    with caplog.at_level(logging.WARNING), frozen(redis.pid):
        assert 0.04 < seconds(limited) < 0.05 + SLACK
        assert limited.hit("somebody") == (None, [])
        assert sum(seconds(limited) for _ in range(100)) < SLACK
        time.sleep(REST)
        assert 0.04 < seconds(limited) < 0.05 + SLACK
        assert sum(seconds(limited) for _ in range(100)) < SLACK
    time.sleep(REST)
    assert limited.hit("somebody")[1]
    told = [each.levelname for each in caplog.records if each.name == "adjudicator.web.limits"]
    assert told == ["ERROR", "WARNING"]


def test_a_frozen_store_at_the_start(redis: Redis) -> None:
    """Connecting to a store that hangs costs no more."""
    with frozen(redis.pid):
        assert seconds(limits(redis.address)) < 0.05 + SLACK


def test_a_store_that_is_gone() -> None:
    """A store that refuses its connections costs nothing, and limits nobody."""
    limited = limits("redis://127.0.0.1:1")
    assert sum(seconds(limited) for _ in range(100)) < SLACK
    assert limited.hit("somebody") == (None, [])
