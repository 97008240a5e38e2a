"""A table that is open: who it is open to, and who owns it. Start at :meth:`Table.refusal` and :meth:`Table.is_owner`.

A table is served on a local network, to people who sit around it. What it grants hangs on secrets that its process alone knows, so it dies
with the process.
"""

from __future__ import annotations

import hmac
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Literal, NamedTuple
from wsgiref.types import WSGIEnvironment

from flask import current_app

from adjudicator.runtime.limits import client_of, host_of
from adjudicator.runtime.problems import MISDIRECTED, Problem

EXTENSION = "adjudicator.table"
"""Where the application keeps its table, if it has one."""
Role = Literal["owner", "friend"]
Address = IPv4Address | IPv6Address
ELSEWHERE = Problem(
    403,
    "",
    "Forbidden",
    "This table is open to the local network that it stands in, and to nobody else. Nothing was done.",
)
_PASSED_ON = (
    "HTTP_X_FORWARDED",
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_X_REAL_IP",
    "HTTP_X_CLIENT",
    "HTTP_CF_",
    "HTTP_TRUE_CLIENT",
)
"""What the fields begin with by which a proxy says whose request it passes on."""
_LINK_LOCAL = (ip_network("169.254.0.0/16"), ip_network("fe80::/10"))


class Table(NamedTuple):
    """What the process of a table knows of it."""

    address: str
    """How others reach it: scheme, host and port."""
    names: frozenset[str]
    """What the machine is called, beside its addresses."""
    owner: str
    """The secret of the token of whoever sits at the machine."""
    friends: str
    """The key that friends come by."""
    once: str
    """The key that makes one other device the owner's."""
    folder: Path
    """Where all workers note that it was used."""
    proxies: int = 0
    public: bool = False
    """Whether it is open to public addresses, too."""

    def refusal(self, environ: WSGIEnvironment) -> Problem | None:
        """Return why a request is not answered: its peer is not in the local network, or it asks for a name or an address that is none of the
        machine's own, as a page does that has its own name mean this machine.
        """
        for peer in {str(environ.get("REMOTE_ADDR", "")), client_of(environ, self.proxies)}:
            address = address_of(peer)
            if address is None or not (self.public or is_local(address)):
                return ELSEWHERE
        host = host_of(environ, self.proxies)
        return None if host in self.names or self._is_own(address_of(host)) else MISDIRECTED

    def _is_own(self, address: Address | None) -> bool:
        return address is not None and (self.public or is_local(address)) and is_own(address)

    def is_owner(self, environ: WSGIEnvironment) -> bool:
        """Return whether a request comes from the machine itself, whose user owns the table: by a loopback address, for a name of the machine, and
        passed on by no proxy, behind which everybody would seem to sit there.
        """
        if (
            self.proxies or environ.get("SERVER_PROTOCOL") == "HTTP/1.0"
        ):  # as proxies speak that say nothing else
            return False
        if any(name.startswith(_PASSED_ON) for name in environ):
            return False
        peer, host = address_of(str(environ.get("REMOTE_ADDR", ""))), host_of(environ, 0)
        named = address_of(host)
        return peer is not None and peer.is_loopback and (named.is_loopback if named else host in self.names)

    def role_of(self, key: str) -> Role | None:
        """Return what the *key* of a link makes of whoever opens it; None for one of another table, and for the one-time key once it was used."""
        if _is_same(key, self.friends):
            return "friend"
        if _is_same(key, self.once) and not self._used.exists():
            return "owner"
        return None

    @property
    def scanned(self) -> str:
        """What a browser keeps that has come by the code: longer than that, so that nobody finds it by trying."""
        return hmac.digest(self.once.encode(), self.friends.encode(), "sha256").hex()

    def has_scanned(self, kept: str) -> bool:
        """Return whether what a browser has *kept* says so."""
        return _is_same(kept, self.scanned)

    def use_once(self) -> bool:
        """Note that the one-time key is used now; return whether it had not been."""
        try:
            self._used.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    @property
    def _used(self) -> Path:
        return self.folder / "once.used"


def _is_same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), known.encode())


def table() -> Table | None:
    """Return the table that this application is; None for any other server."""
    found: Table | None = current_app.extensions.get(EXTENSION)
    return found


def address_of(text: str) -> Address | None:
    """Return an address as it is written in a URL or of a peer, one of IPv4 within IPv6 as that; None for what is none."""
    try:
        found = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def is_local(address: Address) -> bool:
    """Return whether an address is one of a local network, or of the machine itself."""
    if address.is_unspecified or address.is_multicast:
        return False
    return address.is_private or any(address in network for network in _LINK_LOCAL)


def is_own(address: Address) -> bool:
    """Return whether the machine has this address: only its own can be taken into use."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True
