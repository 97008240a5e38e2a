"""The polite client: the one way in which live sites are asked.

It says who it is, keeps to robots.txt, takes its turn at each host, waits when a site asks for it, gives up in time, keeps pages and
asks whether they still hold, and goes where a site redirects only if the site's own list has the host. A private address is never
asked; see ``transport`` for how, and for what holds of this behind a proxy. Every failure is a ``LiveError``.

Start reading at ``Client.get``.
"""

from __future__ import annotations

import email.utils
import itertools
import random
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

import requests
from protego import Protego

from adjudicator.resources import home
from scrapers.cache import Cache, CacheEntry, moment
from scrapers.errors import Forbidden, Unreachable
from scrapers.page import Page
from scrapers.policy import AGENT, Policy
from scrapers.transport import Reply, exchange
from scrapers.turns import LONGEST, Turns, too_busy

__all__ = ["Client", "Page", "Policy"]

ROBOTS_SIZE = 512_000
"""So much of a robots.txt is read (RFC 9309, 2.5); what comes after it is ignored."""
REDIRECTS = (301, 302, 303, 307, 308)
REFUSALS = (401, 403, 407, 451)
PORTS = {"http": 80, "https": 443}


class _Errand(NamedTuple):
    """One page on its way: where it may come from, what is said to the host that it begins at, until when it is waited for."""

    home: str
    hosts: frozenset[str]
    headers: Mapping[str, str]
    until: float
    robots: bool = False

    @property
    def seconds_left(self) -> float:
        """The seconds that are left."""
        return max(self.until - time.monotonic(), 0.0)


class Client:
    """Asks live sites under one policy; what it keeps lies in *folder*, by default in the data directory.

    One client may serve many threads. Clients with the same folder, in whatever process, share turns and pages.
    """

    def __init__(self, policy: Policy | None = None, folder: Path | None = None) -> None:
        self.policy = policy or Policy.from_environment()
        folder = folder or home() / "live"
        self._cache = Cache(folder / "pages", self.policy.kept)
        self._turns = Turns(folder / "turns")

    def get(self, url: str, *, hosts: Iterable[str] = (), headers: Mapping[str, str] | None = None) -> Page:
        """Return the page at *url*, from disk while it is fresh.

        *hosts* are those that it may be redirected to, beside its own. *headers* (an access key, what is accepted) go to its own
        host only. A page's status is 2xx, or a 4xx that says something of the page, as 404: whether that means a missing word is
        for the site's reader to tell.

        Raises Forbidden, Unreachable, TooBusy, TooLarge or NotAsked. A robots.txt may forbid one address of a site and not another.
        """
        url = _web_address(url)
        own = _authority(url)
        until = time.monotonic() + self.policy.total
        page = self._load(_Errand(own, frozenset((own, *hosts)), dict(headers or {}), until), url)
        if page.status in REFUSALS:
            raise Forbidden(
                f"{own} answered {page.status} to {page.url}.",
                "It does not want this request, or not without another key; nothing is done about it here.",
            )
        if not (200 <= page.status < 300 or 400 <= page.status < 500):
            raise Unreachable(f"{own} answered {page.status} to {page.url}.", "Try again later.")
        return page

    def _load(self, errand: _Errand, url: str) -> Page:
        """The page in whatever status, from disk or from the site."""
        kept = self._cache.find(url, errand.headers)
        if kept and kept.age < (self.policy.robots_fresh if errand.robots else self.policy.fresh):
            return kept.page
        found, reply = self._follow(errand, url, kept)
        now = time.time()
        if kept and reply.status == 304 and found == kept.page.url:
            kept = kept._replace(page=kept.page._replace(fetched=moment(now)), at=now)
        else:
            media = reply.headers.get("Content-Type", "")
            page = Page(found, reply.status, reply.content, media, moment(now))
            kept = CacheEntry(page, now, _validator(reply, "ETag"), _validator(reply, "Last-Modified"))
            if not _may_keep(reply, errand.robots):
                return page
        self._cache.keep(url, errand.headers, kept)
        return kept.page

    def _follow(self, errand: _Errand, url: str, kept: CacheEntry | None) -> tuple[str, Reply]:
        """Where *url* redirects to in the end, and the reply there."""
        for _ in range(self.policy.hops + 1):
            delay = self._delay(errand, url)
            headers = errand.headers if _authority(url) == errand.home else {}
            if kept and kept.page.url == url:
                headers = {**headers, **kept.conditions}
            reply = self._ask(errand, url, headers, delay)
            location = reply.headers.get("Location", "")
            if reply.status not in REDIRECTS or not location:
                return url, reply
            url = self._redirect_target(errand, url, location)
        raise Unreachable(
            f"{errand.home} redirects more than {self.policy.hops} times.", "Only the site can mend this."
        )

    def _redirect_target(self, errand: _Errand, url: str, location: str) -> str:
        """The address that a redirect names, if one may go there."""
        try:
            target = _web_address(urljoin(url, location.encode("latin-1").decode("utf-8")))
        except ValueError as error:
            raise Forbidden(f"{errand.home} redirects to no web address: {location[:200]!r}.") from error
        if _authority(target) not in errand.hosts:
            raise Forbidden(
                f"{errand.home} redirects to {target}, which is not one of the site's own hosts.",
                "It was not followed. Perhaps the site asks for consent or a login there, or has moved.",
            )
        if url.startswith("https:") and target.startswith("http:") and not self.policy.private:
            raise Forbidden(f"{errand.home} redirects from https to {target}.", "It was not followed.")
        return target

    def _delay(self, errand: _Errand, url: str) -> float:
        """The pause that the host of *url* is due, or Forbidden if its robots.txt forbids the address."""
        if errand.robots:
            return self.policy.delay
        rules = self._rules(errand, url)
        if not rules.can_fetch(url, AGENT):
            raise Forbidden(
                f"The robots.txt of {_authority(url)} forbids {url} to programs such as this.",
                "Look the word up in a browser.",
            )
        return max(self.policy.delay, min(rules.crawl_delay(AGENT) or 0.0, self.policy.longest_delay))

    def _rules(self, errand: _Errand, url: str) -> Protego:
        """The robots.txt of the host of *url* (RFC 9309): one that is missing allows everything, one that cannot be read nothing."""
        host = _authority(url)
        page = self._load(errand._replace(home=host, headers={}, robots=True), urljoin(url, "/robots.txt"))
        if not (200 <= page.status < 300 or 400 <= page.status < 500):
            raise Forbidden(
                f"The robots.txt of {host} cannot be read (it answered {page.status}), so nothing else is asked there.",
                "Try again later.",
            )
        return Protego.parse(page.text if page.status < 300 else "")

    def _ask(self, errand: _Errand, url: str, headers: Mapping[str, str], delay: float) -> Reply:
        """The reply to one request, tried again where the host stumbles or asks for a wait that is short enough."""
        host = _authority(url)
        for attempt in itertools.count(1):
            pause = self.policy.backoff * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)
            try:
                reply, wait = self._ask_once(errand, url, headers, delay)
            except Unreachable:
                if self._is_last(errand, attempt, pause):
                    raise
            else:
                last = self._is_last(errand, attempt, pause)
                if wait is None and (last or reply.status < 500):
                    break
                if wait is not None and (last or wait > self.policy.patience):
                    raise too_busy(host, wait)
            time.sleep(pause)
        return reply

    def _is_last(self, errand: _Errand, attempt: int, pause: float) -> bool:
        return attempt >= self.policy.tries or pause >= errand.seconds_left

    def _ask_once(
        self, errand: _Errand, url: str, headers: Mapping[str, str], delay: float
    ) -> tuple[Reply, float | None]:
        """The reply, and the wait that it asks for, if any; all other requests keep to that wait too."""
        size = ROBOTS_SIZE if errand.robots else self.policy.size
        with self._turns.turn(_authority(url), delay, min(self.policy.patience, errand.seconds_left)) as turn:
            reply = exchange(url, headers, self.policy, errand.until, size, cut=errand.robots)
            asked = reply.headers.get("Retry-After")
            if reply.status != 429 and not (reply.status == 503 and asked):
                return reply, None
            turn.put_off = retry_after(asked or "", datetime.now(UTC)) or 0.0
        return reply, turn.put_off


def retry_after(value: str, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, as a number or as a date; None if it says nothing that can be read.
    Never negative, and never more than a day.
    """
    if value.strip().isdecimal():
        return min(float(value.strip()[:300]), LONGEST)
    try:
        until = email.utils.parsedate_to_datetime(value)
        seconds = (until.replace(tzinfo=until.tzinfo or UTC) - now).total_seconds()
        return min(max(seconds, 0.0), LONGEST)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _web_address(url: str) -> str:
    """The address as it will be asked for, without a fragment. Only http and https, and no password in it."""
    try:
        prepared = requests.Request("GET", url).prepare().url or ""
        parts = urlsplit(prepared)
        usable = parts.scheme in PORTS and parts.hostname and "@" not in parts.netloc and parts.port != 0
    except (requests.RequestException, ValueError) as error:
        raise Forbidden(
            f"{url[:200]!r} is no web address.", "Only http and https addresses are asked."
        ) from error
    if not usable:
        raise Forbidden(
            f"{url[:200]!r} is not asked.", "Only http and https addresses are, without a password."
        )
    return urldefrag(prepared).url


def _authority(url: str) -> str:
    """The host of a checked address, with its port unless that is the scheme's own."""
    parts = urlsplit(url)
    return parts.netloc.lower().removesuffix(f":{PORTS[parts.scheme]}")


def _validator(reply: Reply, name: str) -> str:
    value = reply.headers.get(name, "")
    return value if value.isascii() and value.isprintable() else ""


def _may_keep(reply: Reply, robots: bool) -> bool:
    """Whether a reply is worth keeping: a robots.txt that is there or missing, a page that is and that the site lets be kept."""
    if robots:
        return 200 <= reply.status < 300 or 400 <= reply.status < 500
    return reply.status in (200, 404) and "no-store" not in reply.headers.get("Cache-Control", "").lower()
