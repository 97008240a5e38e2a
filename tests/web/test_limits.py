"""A store of limits that hangs is waited for once, and as long as the setting says; one that is gone is asked as seldom."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

import pytest
from limits import RateLimitItem, parse

from adjudicator.runtime import limits as module
from adjudicator.runtime.limits import Counting, Limits, client_of, counted_as
from adjudicator.runtime.settings import Settings
from tests.freezing import Redis, frozen, redis_server

REST = 60.0
RATE = parse("1000/minute")


class Clock:
    """The clock that says when a store is to be tried again: it stands until a test moves it."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return time.time()


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with redis_server() as running:
        yield running


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


class Asked(Counting):
    """Counts in a store, and how often that was asked."""

    def __init__(self, storage: str) -> None:
        super().__init__(Settings(rate_storage=storage, rate_rest=REST))
        self.times = 0
        ask = self._limiter.hit

        def hit(item: RateLimitItem, *who: str, cost: int = 1) -> bool:
            self.times += 1
            return ask(item, *who, cost=cost)

        self._limiter.hit = hit  # type: ignore[method-assign]

    @property
    def waits(self) -> dict[str, object]:
        """How long the client of the store waits, in seconds, and how often it tries again by itself."""
        said = self._limiter.storage.storage.get_connection_kwargs()  # type: ignore[attr-defined]
        names = ("socket_timeout", "socket_connect_timeout")
        return {**{name: said[name] for name in names}, "retries": said["retry"].get_retries()}


WAITS = {"socket_timeout": 0.05, "socket_connect_timeout": 0.05, "retries": 0}


def test_a_frozen_store(redis: Redis, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """One request waits as long as the setting says; then nobody is limited, nobody asks, and the log says so once; after the thaw the
    store is used again.
    """
    counting = Asked(redis.address)
    limited = Limits(counting, RATE, "test")
    assert counting.waits == WAITS
    assert limited.hit("somebody")[1]
    with caplog.at_level(logging.WARNING), frozen(redis.pid):
        for tries in (2, 3):
            begun = time.monotonic()
            assert limited.hit("somebody") == (None, [])
            assert time.monotonic() - begun > 0.04
            assert all(limited.hit("somebody") == (None, []) for _ in range(100))
            assert counting.times == tries
            clock.now += REST
    assert limited.hit("somebody")[1]
    assert limited.hit("somebody")[1] and counting.times == 5
    told = [each.levelname for each in caplog.records if each.name == module.__name__]
    assert told == ["ERROR", "WARNING"]


def test_a_frozen_store_at_the_start(redis: Redis, clock: Clock) -> None:
    """Connecting to a store that hangs costs no more."""
    with frozen(redis.pid):
        counting = Asked(redis.address)
        assert counting.waits == WAITS
        assert all(Limits(counting, RATE, "test").hit("somebody") == (None, []) for _ in range(100))
        assert counting.times == 1


def test_a_store_that_is_gone(clock: Clock) -> None:
    """A store that refuses its connections is asked once in a while, and limits nobody."""
    counting = Asked("redis://127.0.0.1:1")
    limited = Limits(counting, RATE, "test")
    for tries in (1, 2):
        assert all(limited.hit("somebody") == (None, []) for _ in range(100))
        assert counting.times == tries
        clock.now += REST


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
