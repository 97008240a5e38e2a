"""How often a client may ask, and the header fields that tell it.

The `limits` library counts, in memory or in a store that workers and nodes share; the fields are those of the IETF draft
(``RateLimit-Policy``, ``RateLimit``) and ``Retry-After``.
"""

from __future__ import annotations

import contextlib
import logging
import math
import re
import threading
import time
from functools import lru_cache
from importlib import import_module
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from wsgiref.types import WSGIEnvironment

from limits import RateLimitItem, parse
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from adjudicator.errors import ConfigError
from adjudicator.runtime.settings import RATE_STORAGE, Settings

log = logging.getLogger(__name__)

FREE = ("/healthz", "/readyz", "/metrics", "/static/", "/manifest.webmanifest", "/service-worker.js")
"""Addresses that are never limited: operators' own, and what pages are made of or browsers ask for by themselves."""
POLICY = "default"
WRITES = parse("600/minute")
"""Changes that one token may make, where the operator says nothing else."""
SIGN_INS = parse("60/minute")
"""How often one client may show a secret, where the operator says nothing else: a whole club behind one address may."""
_PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
_TIMEOUTS = {
    "redis": ("socket_timeout", "socket_connect_timeout"),
    "valkey": ("socket_timeout", "socket_connect_timeout"),
    "memcached": ("timeout", "connect_timeout"),
}
"""Kind of store → what its client calls the seconds that it waits."""


class Counting:
    """Counts in the store that the settings name. One that does not answer is left alone for a while, and then tried by one request.

    Raises :class:`ConfigError` for a store that cannot be.
    """

    def __init__(self, settings: Settings) -> None:
        storage = settings.rate_storage
        try:
            store = storage_from_string(storage, **_options(storage, settings.rate_wait))
        except (ConfigurationError, ValueError) as error:
            raise ConfigError(
                [f"{RATE_STORAGE}: {storage!r} cannot be used: {str(error).strip().splitlines()[0]}"],
                "Correct the environment and start again.",
                "the environment",
            ) from None
        found = store.base_exceptions
        self._unreachable: tuple[type[Exception], ...] = (
            *(found if isinstance(found, tuple) else (found,)),
            OSError,
        )
        self._limiter = FixedWindowRateLimiter(store)
        self._rest = settings.rate_rest
        self._resting = threading.Lock()
        self._until: float | None = None
        """When a store that did not answer is tried again; None while it answers."""

    def hit(self, rate: RateLimitItem, *who: str) -> tuple[bool, float, int] | None:
        """Count a request; return whether it is allowed, when the window ends, and how many remain; None where requests are not counted."""
        if self._until is not None and not self._may_try():
            return None
        try:
            allowed = self._limiter.hit(rate, *who)
            reset, remaining = self._limiter.get_window_stats(rate, *who)
        except self._unreachable as error:
            self._leave_alone(error)
            return None
        if self._until is not None:
            self._until = None
            log.warning("the store of limits answers again: clients are limited")
        return allowed, reset, remaining

    def answers(self) -> bool:
        """Return whether the store can be asked now."""
        return self._limiter.storage.check()

    def _may_try(self) -> bool:
        """Return whether this request is the one that tries: no other does until it has its answer, or some time has passed."""
        with self._resting:
            if self._until is None or time.monotonic() < self._until:
                return self._until is None
            self._until = time.monotonic() + self._rest
            return True

    def _leave_alone(self, error: Exception) -> None:
        with self._resting:
            is_news = self._until is None
            self._until = time.monotonic() + self._rest
        if is_news:
            log.error("no client is limited, because the store of limits does not answer: %s", error)


def _options(storage: str, seconds: float) -> dict[str, Any]:
    """Return the options by which a client of *storage* waits no longer than so many *seconds*, and does not try again by itself."""
    kind = re.split(r"[+:]", storage, maxsplit=1)[0]
    kind = {"rediss": "redis", "valkeys": "valkey"}.get(kind, kind)
    options: dict[str, Any] = dict.fromkeys(_TIMEOUTS.get(kind, ()), seconds)
    if kind in ("redis", "valkey"):
        with contextlib.suppress(ImportError):  # who opens the store says that its package is missing
            backoff, retry = import_module(f"{kind}.backoff"), import_module(f"{kind}.retry")
            options["retry"] = retry.Retry(backoff.NoBackoff(), 0)
    return options


class Limits:
    """Counts requests by who makes them, in windows of fixed length."""

    def __init__(self, counting: Counting, rate: RateLimitItem, policy: str) -> None:
        self._counting, self._rate, self._name = counting, rate, policy
        self._policy = f'"{policy}";q={rate.amount};w={rate.get_expiry()}'

    def hit(self, who: str) -> tuple[int | None, list[tuple[str, str]]]:
        """Count a request; return the seconds to wait if it is one too many, and the header fields that say how things stand."""
        counted = self._counting.hit(self._rate, self._name, who)
        if counted is None:
            return None, []
        allowed, reset, remaining = counted
        seconds = max(1, math.ceil(reset - time.time()))
        fields = [
            ("RateLimit-Policy", self._policy),
            ("RateLimit", f'"{self._name}";r={remaining};t={seconds}'),
        ]
        return (None if allowed else seconds), fields


def client_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Return the address of the client: that of the connection, or with so many trusted *proxies* in front the one that the outermost
    saw. A port that it comes with is left out.
    """
    return _without_port(
        seen_outside(environ, "X_FORWARDED_FOR", proxies) or str(environ.get("REMOTE_ADDR", ""))
    )


def seen_outside(environ: WSGIEnvironment, field: str, proxies: int) -> str:
    """Return what the outermost of so many trusted *proxies* has put into a header *field*; nothing where there is none, or it has not."""
    if not proxies:
        return ""
    seen = [each.strip() for each in environ.get(f"HTTP_{field}", "").split(",") if each.strip()]
    return seen[-proxies] if len(seen) >= proxies else ""


def host_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Return the name or address that a request is for, in small letters and without its port; with so many trusted *proxies* in front the
    one that the outermost was asked by.
    """
    named = (seen_outside(environ, "X_FORWARDED_HOST", proxies) or environ.get("HTTP_HOST", "")).lower()
    name, _, port = named.rpartition(":")
    return (name if name and port.isdigit() else named).removesuffix(".")


def prefix_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Return the path below which clients reach this site, such as ``/words``, as the outermost of so many trusted *proxies* says; empty where
    that is the whole host, or the field is no such path.
    """
    said = seen_outside(environ, "X_FORWARDED_PREFIX", proxies).rstrip("/")
    return said if _PREFIX.fullmatch(said) else ""


def _without_port(address: str) -> str:
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """Return what a client at *address* is counted as: of IPv6 the network of 64 bits, all of which whoever has one address has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64)) + "/64"


class ClientLimits:
    """Counts what each client asks."""

    def __init__(self, counting: Counting, rate: RateLimitItem, policy: str, proxies: int) -> None:
        self._limits = Limits(counting, rate, policy)
        self._proxies = proxies

    def ask(self, environ: WSGIEnvironment) -> tuple[int | None, list[tuple[str, str]]]:
        """Count a request; return the seconds to wait if it is one too many, and the header fields that say how things stand."""
        if environ["PATH_INFO"].startswith(FREE):
            return None, []
        return self._limits.hit(counted_as(client_of(environ, self._proxies)))
