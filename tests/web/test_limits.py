"""A store of limits that hangs is waited for once, and for a short time; one that is gone costs nothing."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

import pytest
from limits import parse

from adjudicator.web.limits import Counting, Limits, client_of, counted_as
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


@pytest.mark.parametrize(
    ("connection", "forwarded", "proxies", "client"),
    [
        ("192.0.2.1", "", 0, "192.0.2.1"),
        ("192.0.2.1:4711", "", 0, "192.0.2.1"),
        ("2001:db8::a:1", "", 0, "2001:db8::a:1"),
        ("[2001:db8::a:1]:4711", "", 0, "2001:db8::a:1"),
        ("::1", "198.51.100.7", 0, "::1"),
        ("::1", "198.51.100.7:80", 1, "198.51.100.7"),
        ("::1", "[2001:db8::7]:80", 1, "2001:db8::7"),
        ("::1", "6.6.6.6, 2001:db8::7, 192.0.2.9", 2, "2001:db8::7"),
        ("::1", "6.6.6.6", 2, "::1"),
        ("", "", 0, ""),
    ],
)
def test_the_address_of_a_client(connection: str, forwarded: str, proxies: int, client: str) -> None:
    """An address is taken whole, whichever family it is of; a port is none of it."""
    environ = {"REMOTE_ADDR": connection, "HTTP_X_FORWARDED_FOR": forwarded}
    assert client_of(environ, proxies) == client


def test_what_is_counted_as_one_client() -> None:
    """An IPv4 address, however it is written; of IPv6 the network that a home or a machine gets."""
    assert counted_as("192.0.2.1") == counted_as("::ffff:192.0.2.1") == "192.0.2.1"
    assert counted_as("2001:db8::a:1") == counted_as("2001:db8::b:2") == "2001:db8::/64"
    assert counted_as("2001:db8:0:1::1") != counted_as("2001:db8::1")
    assert counted_as("fe80::1%eth0") == "fe80::/64"
    assert counted_as("unknown") == "unknown"
