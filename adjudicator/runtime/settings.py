"""What an operator sets, all of it in the environment; the documentation's table is made from :data:`VARIABLES`."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adjudicator.errors import ConfigError
from adjudicator.judging.service import MEMORY
from adjudicator.usecases.serving import BOUND_SETTINGS as BOUNDS
from adjudicator.usecases.serving import Patience, bound_faults

if TYPE_CHECKING:
    from limits import RateLimitItem

CORS = "ADJUDICATOR_CORS"
RATE = "ADJUDICATOR_RATE"
WRITE_RATE = "ADJUDICATOR_WRITE_RATE"
SIGN_IN_RATE = "ADJUDICATOR_SIGN_IN_RATE"
HOSTS = "ADJUDICATOR_HOSTS"
RATE_STORAGE = "ADJUDICATOR_RATE_STORAGE"
PROXIES = "ADJUDICATOR_PROXIES"
MAX_BODY = "ADJUDICATOR_MAX_BODY"
MAX_ANSWER = "ADJUDICATOR_MAX_ANSWER"
THREADS = "ADJUDICATOR_THREADS"
BODY_WAIT = "ADJUDICATOR_BODY_WAIT"
READ_WAIT = "ADJUDICATOR_READ_WAIT"
LINE_WAIT = "ADJUDICATOR_LINE_WAIT"
HOUSE_MEMORY = "ADJUDICATOR_HOUSE_MEMORY"
LOG_REQUESTS = "ADJUDICATOR_LOG_REQUESTS"
RATE_WAIT = "ADJUDICATOR_RATE_WAIT"
RATE_REST = "ADJUDICATOR_RATE_REST"
LEDGER_WAIT = "ADJUDICATOR_LEDGER_WAIT"
LEDGER_LOCK = "ADJUDICATOR_LEDGER_LOCK"
LEDGER_STATEMENT = "ADJUDICATOR_LEDGER_STATEMENT"
LEDGER_IDLE = "ADJUDICATOR_LEDGER_IDLE"
LEDGER_QUEUE = "ADJUDICATOR_LEDGER_QUEUE"
LEDGER_REST = "ADJUDICATOR_LEDGER_REST"

VARIABLES = {
    CORS: "origins whose pages may call the API, separated by commas, or `*` (unset: none)",
    RATE: "requests that one client may make, such as `600/minute` (unset: no limit)",
    WRITE_RATE: "changes that one token may make to the ledger, such as `60/minute` (unset: `600/minute`)",
    SIGN_IN_RATE: "how often one client may sign in or take an invite up, such as `20/minute` (unset: `60/minute`)",
    HOSTS: "names that the server is reached by, such as `words.example`, separated by commas; it answers to no other (unset: to any)",
    RATE_STORAGE: "where clients are counted: `memory://`, each worker by itself (default), or a `redis://…` address for all together",
    PROXIES: "how many proxies stand in front, each of which adds to `X-Forwarded-For`, `-Proto` and `-Host` (default: 0)",
    MAX_BODY: "the longest body that is taken, in bytes (default: 8,000,000, which 10,000 words never reach)",
    MAX_ANSWER: "the most bytes of verdicts in the answer to one batch, 1,000,000 or more; the words that are left have an `error` then (default: 33,554,432, twice what 10,000 different words come to)",
    THREADS: "threads of a worker that answer at the same time; a request that waits, or asks for one plain word, takes none (default: 4)",
    BODY_WAIT: "seconds for the body of a request to come, and one more for every 50,000 bytes of it (default: 20)",
    READ_WAIT: "seconds that a client may take to read the next 64 kB of an answer (default: 20)",
    LINE_WAIT: "seconds that a request stands in line for a thread before it is refused (default: 10)",
    HOUSE_MEMORY: "bytes that a worker keeps of house lists and of what it has worked out for them, 1,000,000 or more; what was not asked for the longest goes first (default: 268,435,456, five lists of 100,000 words)",
    LOG_REQUESTS: "`1` logs a line for every request (default: `0`, faults only)",
    RATE_WAIT: "seconds that a store of limits may take to answer (default: 0.05)",
    RATE_REST: "seconds for which no client is limited before one that did not answer is asked again (default: 5)",
    LEDGER_WAIT: "seconds that the ledger's database may say nothing, when it is asked or connected to (default: 3)",
    LEDGER_LOCK: "seconds that a change waits for another one (default: 3)",
    LEDGER_STATEMENT: "seconds that PostgreSQL may work on one statement (default: 30)",
    LEDGER_IDLE: "seconds after which PostgreSQL ends a transaction of a node that is gone (default: 60)",
    LEDGER_QUEUE: "seconds that a request waits for others which are at the ledger (default: 0.5)",
    LEDGER_REST: "seconds between two tries whether a ledger that hangs answers again (default: 2)",
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
"""Bytes: many times the longest proof of one word."""
LEAST_MEMORY = 1_000_000
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

    def number(name: str, default: int) -> int:
        text = environment.get(name, "").strip()
        if text and not (text.isascii() and text.isdigit()):
            faults.append(f"{name}: {text!r} is not a whole number")
        return int(text) if text.isascii() and text.isdigit() else default

    def seconds(name: str, default: float) -> float:
        text = environment.get(name, "").strip()
        try:
            found = float(text or default)
        except ValueError:
            found = math.nan
        if not 0 < found < MOST_SECONDS:
            faults.append(f"{name}: {text!r} is no number of seconds")
            return default
        return found

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
    hosts = [each.strip().lower() for each in environment.get(HOSTS, "").split(",") if each.strip()]
    for host in hosts:
        if not _HOST.fullmatch(host):
            faults.append(f"{HOSTS}: {host!r} is no name of a host such as words.example")
    if environment.get(LOG_REQUESTS, "").strip() not in ("", "0", "1"):
        faults.append(f"{LOG_REQUESTS}: {environment[LOG_REQUESTS]!r} is neither 0 nor 1")
    max_answer = number(MAX_ANSWER, 32 << 20)
    if max_answer < LEAST_ANSWER:  # else a word by itself might never be answered
        faults.append(f"{MAX_ANSWER}: {max_answer:,} bytes are fewer than {LEAST_ANSWER:,}")
    threads = number(THREADS, 4)
    if not 0 < threads <= MOST_THREADS:
        faults.append(f"{THREADS}: {threads:,} is no number of threads from 1 to {MOST_THREADS}")
    house_memory = number(HOUSE_MEMORY, MEMORY)
    if house_memory < LEAST_MEMORY:
        faults.append(f"{HOUSE_MEMORY}: {house_memory:,} bytes are fewer than {LEAST_MEMORY:,}")
    made = Settings(
        cors=frozenset(origins),
        rate=rate(RATE),
        write_rate=rate(WRITE_RATE),
        sign_in_rate=rate(SIGN_IN_RATE),
        hosts=frozenset(hosts),
        rate_storage=environment.get(RATE_STORAGE, "").strip() or "memory://",
        proxies=number(PROXIES, 0),
        max_body=number(MAX_BODY, 8_000_000),
        max_answer=max_answer,
        threads=threads,
        body_wait=seconds(BODY_WAIT, 20),
        read_wait=seconds(READ_WAIT, 20),
        line_wait=seconds(LINE_WAIT, 10),
        house_memory=house_memory,
        log_requests=environment.get(LOG_REQUESTS, "").strip() == "1",
        rate_wait=seconds(RATE_WAIT, 0.05),
        rate_rest=seconds(RATE_REST, 5),
        ledger=Patience(
            answer=seconds(LEDGER_WAIT, 3),
            lock=seconds(LEDGER_LOCK, 3),
            statement=seconds(LEDGER_STATEMENT, 30),
            idle=seconds(LEDGER_IDLE, 60),
            queue=seconds(LEDGER_QUEUE, 0.5),
            rest=seconds(LEDGER_REST, 2),
        ),
    )
    faults += bound_faults(environment)
    if faults:
        raise ConfigError(faults, "Correct the environment and start again.", "the environment")
    return made
