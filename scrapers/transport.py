"""One request over one connection: where it may lead, how long it may take, how much it may bring.

A name is looked up once and the addresses found are checked and connected to as they are, so that a name that leads elsewhere the
next time gains nothing. A watch ends the connection when the time is up, whatever it is doing. Through a proxy (as the environment
names it: ``HTTPS_PROXY``, ``NO_PROXY``) the connection goes to the proxy, which looks names up by itself: then an address is
checked only where it stands in the URL, and it is for the proxy to keep away from its own network.

Nothing here knows robots.txt, turns, tries or redirects. Start reading at ``exchange``.
"""

from __future__ import annotations

import contextlib
import gzip
import ipaddress
import socket
import threading
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies, select_proxy
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from adjudicator.sources.network import cause_of, within
from scrapers.errors import Forbidden, TooLarge, Unreachable
from scrapers.policy import PRIVATE_VARIABLE, Policy

TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv6 addresses that a gateway turns into IPv4 ones (RFC 6052)."""
LOCAL = (ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv6Network("fec0::/10"))
"""IPv6 addresses of local use that not every Python counts as private: translation (RFC 8215), the former site-local ones."""
BROKEN = (requests.RequestException, urllib3.exceptions.HTTPError, OSError, EOFError, zlib.error, ValueError)
"""What the libraries raise where a connection or what comes over it is broken."""


class Reply(NamedTuple):
    """What came back: any status, headers by any case, the decompressed content."""

    status: int
    headers: Mapping[str, str]
    content: bytes


def exchange(
    url: str, headers: Mapping[str, str], policy: Policy, until: float, size: int, *, cut: bool = False
) -> Reply:
    """Ask for *url* once, until the moment *until* of the monotonic clock, and return what comes; redirects are not followed.

    A reply of more than *size* decoded bytes is TooLarge, or is cut there. Raises Forbidden where the host leads to an address that
    is not public, Unreachable if no complete answer comes in time.
    """
    host = urlsplit(url).hostname or ""
    proxied = select_proxy(url, get_environ_proxies(url)) is not None
    if proxied and not policy.private and _is_address(host):
        _refuse_private(host, host)
    with _Watch(until) as watch, _on_route(_Route(policy, until, watch, proxied)), _Session() as session:
        try:
            with session.get(
                url,
                headers={"User-Agent": policy.user_agent, "Accept-Encoding": "gzip", **headers},
                timeout=(policy.connect, policy.read),
                allow_redirects=False,
                stream=True,
            ) as answer:
                content = _content(answer, size, cut, host)
        except BROKEN as error:
            raise _no_answer(host, "its time was up" if watch.expired else cause_of(error)) from error
        if watch.expired:
            raise _no_answer(host, "its time was up")
    return Reply(answer.status_code, answer.headers, content)


def is_public(address: str) -> bool:
    """Return whether *address* is an IP address that anybody on the internet may be asked at: not a private, loopback, link-local,
    multicast or reserved one, nor an IPv6 form of such. What is no address is not public.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if parsed in TRANSLATED:
            inner = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if any(parsed in network for network in LOCAL):
            return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


class _Watch:
    """Ends the connections that it knows at a moment, even while a library waits in them for a handshake, a header or a byte.

    It holds a duplicate of each socket, as the original is handed over when TLS begins.
    """

    def __init__(self, until: float) -> None:
        self.expired = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(max(until - time.monotonic(), 0), self._end)
        self._timer.daemon = True

    def add(self, connection: socket.socket) -> None:
        self._sockets.append(connection.dup())
        if self.expired:
            self._end()

    def _end(self) -> None:
        self.expired = True
        for connection in self._sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> _Watch:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        for connection in self._sockets:
            connection.close()


class _Route(NamedTuple):
    """What the connections of one exchange keep to."""

    policy: Policy
    until: float
    watch: _Watch
    proxied: bool

    def connect(self, connection: HTTPConnection) -> socket.socket:
        """Return a socket connected to a checked address of the connection's host."""
        failure: OSError = OSError("it has no address")
        found = _addresses(connection.host, connection.port, self._seconds())
        if not self.policy.private and not self.proxied:
            for *_, address in found:
                _refuse_private(connection.host, str(address[0]))
        for family, kind, protocol, _, address in found:
            opened = socket.socket(family, kind, protocol)
            try:
                for option in connection.socket_options or ():
                    opened.setsockopt(*option)
                opened.settimeout(self._seconds())
                opened.connect(address)
                opened.settimeout(self.policy.read)
                self.watch.add(opened)
                return opened
            except OSError as error:
                opened.close()
                failure = error
        raise failure

    def _seconds(self) -> float:
        return max(min(self.policy.connect, self.until - time.monotonic()), 0.001)


_route: ContextVar[_Route] = ContextVar("_route")


@contextlib.contextmanager
def _on_route(route: _Route) -> Iterator[None]:
    token = _route.set(route)
    try:
        yield
    finally:
        _route.reset(token)


class _Http(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _route.get().connect(self)


class _Https(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _route.get().connect(self)


class _HttpPool(HTTPConnectionPool):
    ConnectionCls = _Http


class _HttpsPool(HTTPSConnectionPool):
    ConnectionCls = _Https


class _Adapter(HTTPAdapter):
    """Has every connection, to a site or to a proxy, opened by the route of its exchange."""

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _HttpPool, "https": _HttpsPool}

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        if not proxy.lower().startswith("http"):
            raise requests.exceptions.InvalidProxyURL("only http and https proxies can be used")
        manager = super().proxy_manager_for(proxy, **options)
        manager.pool_classes_by_scheme = {"http": _HttpPool, "https": _HttpsPool}
        return manager


class _Session(requests.Session):
    """For one exchange: no cookie and no connection goes from one to the next, and no password of the user's netrc is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.auth = lambda request: request
        self.mount("http://", _Adapter())
        self.mount("https://", _Adapter())

    def get_redirect_target(self, resp: requests.Response) -> None:
        """None, as requests would read the whole of a reply that redirects, however large it is."""


def _content(answer: requests.Response, size: int, cut: bool, host: str) -> bytes:
    """The decoded content. It is decoded here, since only so is a gzip stream that ends too early told from a whole one."""
    encoding = answer.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip"):
        raise ValueError(f"it answered in the encoding {encoding[:40]!r}, which was not asked for")
    zipped = encoding.endswith("gzip")
    declared = answer.headers.get("Content-Length", "")
    if not cut and not zipped and declared.isdecimal() and len(declared) < 20 and int(declared) > size:
        raise _too_large(host, size)
    stream = gzip.GzipFile(fileobj=answer.raw) if zipped else answer.raw
    content = b""
    while piece := stream.read(
        size + 1 - len(content)
    ):  # until there is no more: only then is an answer that was cut told
        content += piece
    if len(content) > size and not cut:
        raise _too_large(host, size)
    return content[:size]


def _addresses(host: str, port: int, seconds: float) -> Sequence[tuple[Any, ...]]:
    """What the resolver finds within *seconds*, as ``socket.getaddrinfo`` returns it."""
    try:
        return within(seconds, lambda: socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM))
    except TimeoutError:
        raise TimeoutError(f"its name could not be looked up within {seconds:.1f} s") from None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _refuse_private(host: str, address: str) -> None:
    if not is_public(address):
        raise Forbidden(
            f"{host} leads to {address}, which is not a public address.",
            f"Where that is a mirror of your own, set {PRIVATE_VARIABLE}=1.",
        )


def _too_large(host: str, size: int) -> TooLarge:
    return TooLarge(f"The answer of {host} is larger than {size:,} bytes.", "No entry is; nothing was kept.")


def _no_answer(host: str, cause: str) -> Unreachable:
    return Unreachable(
        f"{host} gave no whole answer: {cause}.", "Try again later, or see whether it can be reached at all."
    )
