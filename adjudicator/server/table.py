"""A table: which network it is served on, and what its terminal says. Start at :func:`opened` and :func:`invitation`."""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address
from pathlib import Path
from typing import TextIO

from adjudicator.errors import AdjudicatorError
from adjudicator.resources import Places
from adjudicator.runtime.settings import Settings
from adjudicator.runtime.table import Address, Table, address_of, is_local
from adjudicator.usecases import table as use
from adjudicator.web.qr import shown

HERE = "127.0.0.1"
_ELSEWHERE = ("198.51.100.1", "2001:db8::1")
"""Addresses that nobody has. To ask which way they are sends nothing."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What the key of friends is made of: it can be read from a screen and typed."""
_KEY = 8
"""Its length: so many that nobody tries them all in an evening, as often as a client may try."""
_GET_ADDRESS = 0x8915
"""What Linux is asked for the address of an interface."""


def addresses() -> list[Address]:
    """Return the machine's own addresses in its networks, the one that leads elsewhere first, those of IPv4 before others."""
    found = [*map(_way_to, _ELSEWHERE), *_of_interfaces(), *_of_name()]
    known = dict.fromkeys(each for each in found if each is not None)
    chosen = [each for each in known if not (each.is_loopback or each.is_unspecified)]
    return [each for each in chosen if each.version == 4 or not each.is_link_local]


def _way_to(elsewhere: str) -> Address | None:
    family = socket.AF_INET6 if ":" in elsewhere else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return address_of(probe.getsockname()[0])
    except OSError:
        return None


def _of_interfaces() -> Iterator[Address | None]:
    """Yield the address of each interface (Linux)."""
    if not sys.platform.startswith("linux"):
        return
    import fcntl

    for _, name in socket.if_nameindex():
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            told = fcntl.ioctl(probe, _GET_ADDRESS, name.encode().ljust(40, b"\0"))
            yield address_of(socket.inet_ntoa(told[20:24]))
    with contextlib.suppress(OSError):
        for line in Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines():
            yield address_of(socket.inet_ntop(socket.AF_INET6, bytes.fromhex(line.split()[0])))


def _of_name() -> Iterator[Address | None]:
    """Yield the addresses that the machine's own name has."""
    with contextlib.suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None):
            yield address_of(str(place[0]))


def names() -> frozenset[str]:
    """Return what the machine is called in its own network."""
    name = socket.gethostname().lower().removesuffix(".")
    first = name.partition(".")[0]
    return frozenset({"localhost", name, first, f"{first}.local"} - {"", ".local"})


def host_for(found: list[Address]) -> str:
    """Return what to listen on where nothing is said: the whole local network, or where there is none the machine itself."""
    if any(each.version == 4 for each in found):
        return "0.0.0.0"
    return "::" if found else HERE


def reached(host: str, found: list[Address], *, public: bool) -> list[Address]:
    """Return the addresses by which others reach a server that listens on *host*; none where only this machine does.

    Raises :class:`AdjudicatorError` for what is open to the internet, unless it is to be *public*.
    """
    at = address_of(host)
    if at is None or at.is_loopback:
        return []
    both = at.version == 6  # as systems have it, unless told otherwise
    bound = [each for each in found if both or each.version == 4] if at.is_unspecified else [at]
    for each in bound:
        if not (public or is_local(each)):
            raise AdjudicatorError(
                f"{each} is a public address of this machine, so the table would be open to the internet.",
                "Give --host a private address of this machine; or --public, if you mean it.",
            )
    return bound


@contextlib.contextmanager
def opened(
    host: str, port: int, folder: Path, chosen: Settings, places: Places, *, public: bool
) -> Iterator[tuple[Table, str]]:
    """Enter with a table that listens on this numeric *host*, and with what its terminal says; its owner's token is over in the end.

    Raises :class:`LedgerError`, and what :func:`reached` raises.
    """
    bound = reached(host, addresses(), public=public)
    at = bound[0] if bound else address_of(HERE if host in ("", HERE) else host)
    with use.opened(places) as owner:
        table = Table(
            address=f"http://{_shown(at)}:{port}",
            names=names() | chosen.hosts,
            owner=owner,
            friends="".join(secrets.choice(_LETTERS) for _ in range(_KEY)),
            once=f"adj_{secrets.token_urlsafe(24)}",
            folder=folder,
            proxies=chosen.proxies,
            public=public,
        )
        yield table, invitation(table, host, port, bound, sys.stdout)


def _shown(at: Address | None) -> str:
    return str(at) if at is None or isinstance(at, IPv4Address) else f"[{at}]"


def invitation(table: Table, host: str, port: int, bound: list[Address], stream: TextIO) -> str:
    """Return what a table says when it opens: where its owner sits, how friends come, and what is open to whom."""
    at = address_of(host)
    here = at is None or at.is_loopback or at.is_unspecified
    lines = ["", f"On this computer the table is yours: http://localhost:{port}"] if here else [""]
    if not bound:
        why = f"it listens on {host}" if addresses() else "there is no network"
        return "\n".join([*lines, f"No other device can open it, for {why}.", _closing()])
    link = f"{table.address}/t/{table.friends}"
    whom = "Everybody, on the internet too," if table.public else "Every device in your network"
    lines += [f"Friends scan this, or type {link}", *filter(None, [shown(link, stream)])]
    lines += [f"To own it on another device, open this there; it works once: {table.address}/t/{table.once}"]
    if bound[1:]:
        others = ", ".join(f"http://{_shown(each)}:{port}" for each in bound[1:])
        lines.append(f"Other addresses of this computer: {others}")
    lines.append(
        f"\n{whom} can look words up and read lists and votes. Who has the code can also challenge and vote."
    )
    return "\n".join([*lines, *_warnings(table), _closing()])


def _warnings(table: Table) -> list[str]:
    said = ["Nobody outside your network can open it. Put no proxy or tunnel in front of it."]
    if table.public:
        said = [
            "WARNING: --public opens the table to the internet, without encryption. Stop it if you did not mean that."
        ]
    if table.proxies:
        said.append(
            "A proxy stands in front (ADJUDICATOR_PROXIES), so only the link makes an owner, not a seat at this computer."
        )
    return said


def _closing() -> str:
    return (
        "When you stop it (Ctrl-C), the code and the link are over. Lists, challenges and votes are kept, "
        f"and who has joined may go on for {use.HOURS} hours."
    )
