"""Where a visitor of a table stands: at the machine itself, with its code, or neither. Start at :func:`seat`."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from adjudicator.runtime import table as tables
from adjudicator.runtime.table import Table
from adjudicator.web import session
from adjudicator.web.links import is_here_alone

COOKIE = "adjudicator_table"
"""The cookie that says that the code was scanned: who only wants to look a word up first need not scan it again."""


class Seat(NamedTuple):
    """What a page of a table knows of its visitor."""

    owns: bool
    """Whether they may do everything."""
    unnamed: bool
    """Whether they do so because they sit at the machine, and have given no name."""
    key: str
    """The key that friends come by, if they have it; else empty."""
    link: str
    """The link of the code, likewise."""
    alone: bool
    """Whether no other device can reach the table."""


def seat() -> Seat | None:
    """Return where the visitor stands; None where the server is no table."""
    found = tables.table()
    if found is None:
        return None
    owns = session.may("owner", "*")
    key = found.friends if owns or found.has_scanned(session.cookie(COOKIE)) else ""
    link = found.address + url_for("table.join", secret=key) if key else ""
    host = found.address.partition("://")[2].rpartition(":")[0]
    return Seat(owns, session.is_table(), key, link, is_here_alone(host))


def table() -> Table:
    """Return the table whose page is asked for."""
    found = tables.table()
    assert found is not None, "only a table has its pages"
    return found


def keep_scanned() -> None:
    """Keep in the browser that it has come by the code; that is good for nothing when the table is over."""
    session.set_cookie(COOKIE, table().scanned)
