"""Where a game that is played has its sitting: in the address of its pages. Start at :func:`found`."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.errors import BadRecord
from adjudicator.games.sitting import Sitting, packed, unpacked

MAX_ADDRESS = 50_000
"""Characters of a sitting in an address; more than that no server takes."""
TOO_LONG = "this game has become too long for an address; begin a new one for the rounds that are to come"


class Place(NamedTuple):
    """A sitting, and what the addresses and forms of its pages say of it."""

    sitting: Sitting
    values: dict[str, str]

    def address(self, step: str, **more: str) -> str:
        """Return the address of a *step* of the game."""
        values: dict[str, Any] = {**self.values, **more}
        return url_for(f"pages.play_{step}", **values)

    def go(self, step: str, **more: str) -> Response:
        """Send the browser on to a *step* of the game."""
        return redirect(self.address(step, **more), 303)

    def changed(self, sitting: Sitting) -> Place:
        """Return the place of the game with another *sitting*. Raises :class:`BadRecord` where it is too long."""
        return placed(sitting)


def placed(sitting: Sitting) -> Place:
    """Return the place of a game that is in its address alone. Raises :class:`BadRecord` where it is too long for that."""
    text = packed(sitting)
    if len(text) > MAX_ADDRESS:
        raise BadRecord([TOO_LONG])
    return Place(sitting, {"g": text})


def found() -> Place:
    """Return the game that the request is about. Raises :class:`BadRecord` where there is none in it."""
    text = request.values.get("g", "")
    return Place(unpacked(text), {"g": text})
