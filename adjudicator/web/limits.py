"""How often a client may ask, and the header fields that tell it.

The `limits` library counts, in memory or in a store that workers and nodes share; the fields are those of the IETF draft
(``RateLimit-Policy``, ``RateLimit``) and ``Retry-After``.
"""

from __future__ import annotations

import logging
import math
import time
from typing import Any

from limits import RateLimitItem, parse
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from adjudicator.errors import ConfigError
from adjudicator.web.settings import RATE_STORAGE, Settings

log = logging.getLogger(__name__)

FREE = ("/healthz", "/readyz", "/metrics", "/static/")
"""Addresses that are never limited: operators' own, and what pages are made of."""
POLICY = "default"
WRITES = "600/minute"
"""Changes that one token may make, where the operator says nothing else."""


class Limits:
    """Counts requests by who makes them, in windows of fixed length. Raises :class:`ConfigError` for a store that cannot be."""

    def __init__(self, rate: RateLimitItem, storage: str, policy: str) -> None:
        self._rate, self._name = rate, policy
        try:
            store = storage_from_string(storage)
        except (ConfigurationError, ValueError) as error:
            raise ConfigError(
                [f"{RATE_STORAGE}: {storage!r} cannot be used: {str(error).strip().splitlines()[0]}"],
                "Correct the environment and start again.",
                "the environment",
            ) from None
        found = store.base_exceptions
        self._unreachable = found if isinstance(found, tuple) else (found,)
        self._limiter = FixedWindowRateLimiter(store)
        self._policy = f'"{policy}";q={rate.amount};w={rate.get_expiry()}'

    def hit(self, who: str) -> tuple[int | None, list[tuple[str, str]]]:
        """Count a request; return the seconds to wait if it is one too many, and the header fields that say how things stand."""
        try:
            allowed = self._limiter.hit(self._rate, self._name, who)
            reset, remaining = self._limiter.get_window_stats(self._rate, self._name, who)
        except self._unreachable as error:
            log.error("nobody is limited, because the store of limits cannot be reached: %s", error)
            return None, []
        seconds = max(1, math.ceil(reset - time.time()))
        fields = [
            ("RateLimit-Policy", self._policy),
            ("RateLimit", f'"{self._name}";r={remaining};t={seconds}'),
        ]
        return (None if allowed else seconds), fields


def client_of(environ: dict[str, Any], proxies: int) -> str:
    """Return the address of the client: that of the connection, or with so many trusted *proxies* in front the one that the outermost saw."""
    if proxies:
        seen = [each.strip() for each in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
        if len(seen) >= proxies:
            return str(seen[-proxies])
    return str(environ.get("REMOTE_ADDR", "")).rsplit(":", 1)[0]


class ClientLimits:
    """Counts the requests of each client."""

    def __init__(self, settings: Settings) -> None:
        assert settings.rate is not None
        self._limits = Limits(settings.rate, settings.rate_storage, POLICY)
        self._proxies = settings.proxies

    def ask(self, environ: dict[str, Any]) -> tuple[int | None, list[tuple[str, str]]]:
        """Count a request; return the seconds to wait if it is one too many, and the header fields that say how things stand."""
        if environ["PATH_INFO"].startswith(FREE):
            return None, []
        return self._limits.hit(client_of(environ, self._proxies))


def write_limits(settings: Settings) -> Limits:
    """Return what counts the changes that each token makes to the ledger."""
    return Limits(settings.write_rate or parse(WRITES), settings.rate_storage, "writes")
