"""What an operator sets, all of it in the environment; the documentation's table is made from :data:`VARIABLES`."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudicator.errors import ConfigError
from adjudicator.judging.service import MEMORY
from adjudicator.usecases.serving import BOUND_SETTINGS as BOUNDS
from adjudicator.usecases.serving import Patience, bound_faults

if TYPE_CHECKING:
    from limits import RateLimitItem

PREFIX = "ADJUDICATOR_"
"""What the variable of each setting begins with; its name follows, in capitals."""
RATE_STORAGE, MAX_ANSWER, WRITE_RATE = PREFIX + "RATE_STORAGE", PREFIX + "MAX_ANSWER", PREFIX + "WRITE_RATE"
VARIABLES = {
    "ADJUDICATOR_CORS": "origins whose pages may call the API, separated by commas, or `*` (unset: none)",
    "ADJUDICATOR_RATE": "requests that one client may make, such as `600/minute` (unset: no limit)",
    "ADJUDICATOR_WRITE_RATE": "changes that one token may make to the ledger, such as `60/minute` (unset: `600/minute`)",
    "ADJUDICATOR_SIGN_IN_RATE": "how often one client may sign in or take an invite up, such as `20/minute` (unset: `60/minute`)",
    "ADJUDICATOR_HOSTS": "names that the server is reached by, such as `words.example`, separated by commas; it answers to no other (unset: to any)",
    "ADJUDICATOR_RATE_STORAGE": "where clients are counted: `memory://`, each worker by itself (default), or a `redis://…` address for all together",
    "ADJUDICATOR_PROXIES": "how many proxies stand in front, each of which adds to `X-Forwarded-For`, `-Proto`, `-Host` and, below a path, `-Prefix` (default: 0)",
    "ADJUDICATOR_MAX_BODY": "the longest body that is taken, in bytes (default: 8,000,000, which 10,000 words never reach)",
    "ADJUDICATOR_MAX_ANSWER": "the most bytes of verdicts in the answer to one batch, 1,000,000 or more; the words that are left have an `error` then (default: 33,554,432, twice what 10,000 different words come to)",
    "ADJUDICATOR_THREADS": "threads of a worker that answer at the same time; a request that waits, or asks for one plain word, takes none (default: 4)",
    "ADJUDICATOR_BODY_WAIT": "seconds for the body of a request to come, and one more for every 50,000 bytes of it (default: 20)",
    "ADJUDICATOR_READ_WAIT": "seconds that a client may take to read the next 64 kB of an answer (default: 20)",
    "ADJUDICATOR_LINE_WAIT": "seconds that a request stands in line for a thread before it is refused (default: 10)",
    "ADJUDICATOR_HOUSE_MEMORY": "bytes that a worker keeps of house lists and of what it has worked out for them, 1,000,000 or more; what was not asked for the longest goes first (default: 268,435,456, five lists of 100,000 words)",
    "ADJUDICATOR_LOG_REQUESTS": "`1` logs a line for every request (default: `0`, faults only)",
    "ADJUDICATOR_RATE_WAIT": "seconds that a store of limits may take to answer (default: 0.05)",
    "ADJUDICATOR_RATE_REST": "seconds for which no client is limited before one that did not answer is asked again (default: 5)",
    "ADJUDICATOR_LEDGER_WAIT": "seconds that the ledger's database may say nothing, when it is asked or connected to (default: 3)",
    "ADJUDICATOR_LEDGER_LOCK": "seconds that a change waits for another one (default: 3)",
    "ADJUDICATOR_LEDGER_STATEMENT": "seconds that PostgreSQL may work on one statement (default: 30)",
    "ADJUDICATOR_LEDGER_IDLE": "seconds after which PostgreSQL ends a transaction of a node that is gone (default: 60)",
    "ADJUDICATOR_LEDGER_QUEUE": "seconds that a request waits for others which are at the ledger (default: 0.5)",
    "ADJUDICATOR_LEDGER_REST": "seconds between two tries whether a ledger that hangs answers again (default: 2)",
    BOUNDS["entries"]: "the most entries of a house list, and of a file that is imported (default: 500,000)",
    BOUNDS["proof"]: "the most bytes of proof that a dispute keeps (default: 4,000,000)",
    BOUNDS["open_disputes"]: "open disputes that one token may have (default: 200)",
    BOUNDS["disputes"]: "disputes that one token may open in a day (default: 500)",
    BOUNDS["invites"]: "invites of one token that can still be taken up (default: 100)",
    BOUNDS["lists"]: "house lists that one token may make (default: 1,000)",
    BOUNDS[
        "history"
    ]: "bytes of history, about, that a worker writes for one house list in a day (default: 1,000,000,000)",
}
"""Variable → what it sets."""
MOST_SECONDS = 86_400
MOST_THREADS = 256
LEAST_ANSWER = 1_000_000
"""Bytes: many times the longest proof of one word. With fewer, a word by itself might never be answered."""
LEAST_MEMORY = 1_000_000
_LEAST = {"max_answer": LEAST_ANSWER, "house_memory": LEAST_MEMORY}
_NUMBERS = ("proxies", "max_body", "max_answer", "threads", "house_memory")
_RATES = ("rate", "write_rate", "sign_in_rate")
_WAITS = ("body_wait", "read_wait", "line_wait", "rate_wait", "rate_rest")
_OF_LEDGER = {"ledger_wait": "answer"} | {
    f"ledger_{name}": name for name in ("lock", "statement", "idle", "queue", "rest")
}
"""Setting → what it is of the patience with the ledger."""
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")
"""The name of a host, or an address; one of IPv6 in brackets. Ports are not told apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server."""

    cors: frozenset[str] = frozenset()
    rate: RateLimitItem | None = None
    write_rate: RateLimitItem | None = None
    sign_in_rate: RateLimitItem | None = None
    hosts: frozenset[str] = frozenset()
    rate_storage: str = "memory://"
    proxies: int = 0
    max_body: int = 8_000_000
    max_answer: int = 32 << 20
    threads: int = 4
    body_wait: float = 20.0
    read_wait: float = 20.0
    line_wait: float = 10.0
    house_memory: int = MEMORY
    log_requests: bool = False
    rate_wait: float = 0.05
    rate_rest: float = 5.0
    ledger: Patience = field(default_factory=Patience)

    @property
    def counts_here(self) -> bool:
        """Whether counting a client's requests, if they are counted at all, waits for no other machine."""
        return self.rate is None or self.rate_storage == "memory://"


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in *environment*. Raises :class:`ConfigError` with all faults."""
    faults: list[str] = []
    usual = Settings()

    def said(name: str) -> str:
        return environment.get(PREFIX + name.upper(), "").strip()

    def fault(name: str, what: str) -> None:
        faults.append(f"{PREFIX}{name.upper()}: {what}")

    def number(name: str) -> int:
        text = said(name)
        if text.isascii() and text.isdigit():
            return int(text)
        if text:
            fault(name, f"{text!r} is not a whole number")
        default: int = getattr(usual, name)
        return default

    def seconds(name: str, default: float) -> float:
        text = said(name)
        try:
            found = float(text or default)
        except ValueError:
            found = math.nan
        if not 0 < found < MOST_SECONDS:
            fault(name, f"{text!r} is no number of seconds")
            return default
        return found

    def rate(name: str) -> RateLimitItem | None:
        text = said(name)
        if not text:
            return None
        from limits import parse

        try:
            return parse(text)
        except ValueError:
            fault(name, f"{text!r} is no rate such as 600/minute")
            return None

    origins = [each.strip().rstrip("/") for each in said("cors").split(",") if each.strip()]
    for origin in origins:
        if origin != "*" and not origin.startswith(("http://", "https://")):
            fault("cors", f"{origin!r} is no origin such as https://game.example")
    hosts = [each.strip().lower() for each in said("hosts").split(",") if each.strip()]
    for host in hosts:
        if not _HOST.fullmatch(host):
            fault("hosts", f"{host!r} is no name of a host such as words.example")
    if said("log_requests") not in ("", "0", "1"):
        fault("log_requests", f"{environment[PREFIX + 'LOG_REQUESTS']!r} is neither 0 nor 1")
    read: dict[str, Any] = {name: number(name) for name in _NUMBERS}
    for name, least in _LEAST.items():
        if read[name] < least:
            fault(name, f"{read[name]:,} bytes are fewer than {least:,}")
    if not 0 < read["threads"] <= MOST_THREADS:
        fault("threads", f"{read['threads']:,} is no number of threads from 1 to {MOST_THREADS}")
    read |= {name: rate(name) for name in _RATES}
    read |= {name: seconds(name, getattr(usual, name)) for name in _WAITS}
    made = Settings(
        cors=frozenset(origins),
        hosts=frozenset(hosts),
        rate_storage=said("rate_storage") or usual.rate_storage,
        log_requests=said("log_requests") == "1",
        ledger=Patience(**{of: seconds(name, getattr(usual.ledger, of)) for name, of in _OF_LEDGER.items()}),
        **read,
    )
    faults += bound_faults(environment)
    if faults:
        raise ConfigError(faults, "Correct the environment and start again.", "the environment")
    return made
