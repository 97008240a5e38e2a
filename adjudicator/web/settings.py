"""What an operator sets, all of it in the environment; the README's table is tested against :data:`VARIABLES`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.errors import ConfigError

if TYPE_CHECKING:
    from limits import RateLimitItem

CORS = "ADJUDICATOR_CORS"
RATE = "ADJUDICATOR_RATE"
WRITE_RATE = "ADJUDICATOR_WRITE_RATE"
RATE_STORAGE = "ADJUDICATOR_RATE_STORAGE"
PROXIES = "ADJUDICATOR_PROXIES"
MAX_BODY = "ADJUDICATOR_MAX_BODY"
LOG_REQUESTS = "ADJUDICATOR_LOG_REQUESTS"

VARIABLES = {
    CORS: "origins whose pages may call the API, separated by commas, or `*` (unset: none)",
    RATE: "requests that one client may make, such as `600/minute` (unset: no limit)",
    WRITE_RATE: "changes that one token may make to the ledger, such as `60/minute` (unset: `600/minute`)",
    RATE_STORAGE: "where clients are counted: `memory://`, each worker by itself (default), or a `redis://…` address for all together",
    PROXIES: "how many proxies stand in front, each of which adds to `X-Forwarded-For`, `-Proto` and `-Host` (default: 0)",
    MAX_BODY: "the longest body that is taken, in bytes (default: 8,000,000, which 10,000 words never reach)",
    LOG_REQUESTS: "`1` logs a line for every request (default: `0`, faults only)",
}
"""Variable → what it sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server."""

    cors: frozenset[str] = frozenset()
    rate: RateLimitItem | None = None
    write_rate: RateLimitItem | None = None
    rate_storage: str = "memory://"
    proxies: int = 0
    max_body: int = 8_000_000
    log_requests: bool = False


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in *environment*. Raises :class:`ConfigError` with all faults."""
    faults: list[str] = []

    def number(name: str, default: int) -> int:
        text = environment.get(name, "").strip()
        if text and not (text.isascii() and text.isdigit()):
            faults.append(f"{name}: {text!r} is not a whole number")
        return int(text) if text.isascii() and text.isdigit() else default

    def rate(name: str) -> RateLimitItem | None:
        text = environment.get(name, "").strip()
        if not text:
            return None
        from limits import parse

        try:
            return parse(text)
        except ValueError:
            faults.append(f"{name}: {text!r} is no rate such as 600/minute")
            return None

    origins = [each.strip().rstrip("/") for each in environment.get(CORS, "").split(",") if each.strip()]
    for origin in origins:
        if origin != "*" and not origin.startswith(("http://", "https://")):
            faults.append(f"{CORS}: {origin!r} is no origin such as https://game.example")
    if environment.get(LOG_REQUESTS, "").strip() not in ("", "0", "1"):
        faults.append(f"{LOG_REQUESTS}: {environment[LOG_REQUESTS]!r} is neither 0 nor 1")
    made = Settings(
        cors=frozenset(origins),
        rate=rate(RATE),
        write_rate=rate(WRITE_RATE),
        rate_storage=environment.get(RATE_STORAGE, "").strip() or "memory://",
        proxies=number(PROXIES, 0),
        max_body=number(MAX_BODY, 8_000_000),
        log_requests=environment.get(LOG_REQUESTS, "").strip() == "1",
    )
    if faults:
        raise ConfigError(faults, "Correct the environment and start again.", "the environment")
    return made
