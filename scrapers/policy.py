"""How a site is asked: the name that is given, and the limits of time, size and tries. Numbers only, so that tests can be short."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from adjudicator.core.version import VERSION
from adjudicator.errors import ConfigError

AGENT = "adjudicator"
"""The name that a robots.txt can call this client by."""
CONTACT_VARIABLE = "ADJUDICATOR_CONTACT"
PRIVATE_VARIABLE = "ADJUDICATOR_LIVE_PRIVATE"
DELAY_VARIABLE = "ADJUDICATOR_LIVE_DELAY"
DELAY = 1.0
VARIABLES = {
    CONTACT_VARIABLE: "an address or a page of yours, sent to the sites in the User-Agent (unset: none)",
    DELAY_VARIABLE: "seconds between two requests to one host (default: 1)",
    PRIVATE_VARIABLE: "`1` lets the client connect to addresses that are not public, and follow redirects from https to http: for a mirror of your own (default: `0`)",
}
"""Variable → what it sets, for whatever asks a live dictionary."""


def setting(variable: str, usual: str = "") -> str:
    """Return what *variable* is set to now, or the *usual* text: all that a site reads from the environment, it reads by this."""
    return os.environ.get(variable) or usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The manners and limits of a client. Times are seconds, sizes bytes.

    ``delay`` lies between two requests to a host, ``longest_delay`` bounds what its robots.txt may ask for instead.
    ``patience`` is the longest wait for a turn, be it a queue or a Retry-After. ``connect`` and ``read`` bound one step of a
    connection, ``total`` all that a page takes: robots.txt, waits, tries and redirects included. ``size`` is of decoded bytes.
    A page younger than ``fresh`` is not asked for again; ``kept`` bounds the pages on disk. ``contact`` is an address of the
    operator's, for the site. ``private`` admits addresses that are not public, and redirects from https to http.
    """

    delay: float = DELAY
    longest_delay: float = 10.0
    patience: float = 30.0
    connect: float = 5.0
    read: float = 10.0
    total: float = 60.0
    tries: int = 3
    backoff: float = 1.0
    hops: int = 5
    size: int = 4_000_000
    fresh: float = 3600.0
    robots_fresh: float = 86_400.0
    kept: int = 100_000_000
    contact: str = ""
    private: bool = False

    @classmethod
    def from_environment(cls) -> Policy:
        """Return the usual policy with the operator's contact, delay, and choice about private addresses. Raises :class:`ConfigError`."""
        delay = setting(DELAY_VARIABLE)
        if delay and not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", delay):
            fault = f"{DELAY_VARIABLE}: {delay[:40]!r} is no number of seconds"
            raise ConfigError(
                [fault], "Set it to seconds between requests to a host, as 2 or 0.5.", "the environment"
            )
        return cls(
            contact=setting(CONTACT_VARIABLE),
            private=setting(PRIVATE_VARIABLE) == "1",
            delay=float(delay) if delay else DELAY,
        )

    @property
    def user_agent(self) -> str:
        """Who asks, honestly: the program, its version, what it is for, and whom to write to."""
        contact = "".join(letter for letter in self.contact if letter.isascii() and letter.isprintable())
        return f"{AGENT}/{VERSION} (evidence for word games; {contact.strip() or 'no contact given'})"
