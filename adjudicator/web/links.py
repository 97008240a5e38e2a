"""Links as others are to open them: on a phone, by the name or number that this machine has for them. Start at :func:`link_to`."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import request

from adjudicator.runtime.table import table


class Link(NamedTuple):
    """A link, and whether only this machine knows its address."""

    link: str
    here_alone: bool


def link_to(path: str) -> Link:
    """Return the link to a *path* of this site, which :func:`flask.url_for` gave, as somebody else opens it."""
    found = table()
    base = request.host_url.rstrip("/")
    if found is not None and is_here_alone(urlsplit(base).hostname or ""):
        base = found.address
    link = base + path
    return Link(link, is_here_alone(urlsplit(link).hostname or ""))


def is_here_alone(host: str) -> bool:
    """Return whether the name or number of a *host* means the machine itself to whoever asks for it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
