"""Masks the secrets of tokens and invites in addresses that are logged. Pure."""

from __future__ import annotations

import re
from urllib.parse import unquote

MASKED = "adj_..."
"""What stands for a secret."""
_SECRET = re.compile(r"adj_[\w~.-]+", re.ASCII | re.IGNORECASE)
_TIMES = 4
"""How often an address may be quoted within another one (`?after=`) and is still read."""


def mask(address: str) -> str:
    """Return a path or query without the secrets in it, however they are quoted; one that has none as it is."""
    plain = address
    for _ in range(_TIMES):
        if "%" not in plain:
            break
        plain = unquote(plain)
    if _SECRET.search(plain):
        return _SECRET.sub(MASKED, plain)
    return address
