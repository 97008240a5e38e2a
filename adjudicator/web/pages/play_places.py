"""Where a game that is played has its sitting: in the ledger, if whoever has begun it may keep it there, or else in the address of its pages.

Start at :func:`found` and :func:`begun`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.errors import BadRecord
from adjudicator.games.sitting import Sitting, packed, unpacked
from adjudicator.runtime.current import places
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import kept_games
from adjudicator.usecases.kept_games import Game
from adjudicator.usecases.table import HOURS
from adjudicator.usecases.writers import Writer
from adjudicator.web import seats, session

MAX_ADDRESS = 50_000
"""Characters of a sitting in an address; more than that no server takes."""
TOO_LONG = "this game has become too long for an address; begin a new one for the rounds that are to come"
SEEN = "seen"
"""The field of a form with the revision of the game that it was made from."""


class Place(NamedTuple):
    """A sitting, and what the addresses of its pages say of it."""

    sitting: Sitting
    values: dict[str, str]
    game: Game | None = None
    """The game in the ledger; None where it is in its address."""

    @property
    def fields(self) -> dict[str, str]:
        """What a form of the game says of it."""
        return self.values if self.game is None else {**self.values, SEEN: str(self.game.number)}

    @property
    def may_change(self) -> bool:
        """Whether whoever looks at it plays it on."""
        return self.game is None or kept_games.may_change(session.viewer(), self.game)

    @property
    def may_keep(self) -> bool:
        """Whether the game is in its address, and whoever looks at it may keep it in the ledger."""
        return self.game is None and kept_games.may_begin(session.viewer())

    def address(self, step: str, **more: str) -> str:
        """Return the address of a *step* of the game."""
        values: dict[str, Any] = {**self.values, **more}
        return url_for(f"pages.play_{step}", **values)

    def go(self, step: str, **more: str) -> Response:
        """Send the browser on to a *step* of the game."""
        return redirect(self.address(step, **more), 303)

    def changed(self, sitting: Sitting) -> Place:
        """Return the place of the game with another *sitting*. Raises :class:`BadRecord` where it is too long for an address; of a game in the
        ledger :class:`StaleRevision` where somebody else has written it since the form was made, :class:`NotAllowed`.
        """
        return self.counted(lambda *_: sitting)

    def counted(self, counted: Callable[[Sitting, dict[str, str]], Sitting]) -> Place:
        """Return the place of the game with the sitting that *counted* makes of it and of what has come from players' own devices. Raises as
        :meth:`changed` does.
        """
        if self.game is None:
            return _addressed(counted(self.sitting, {}))
        seen = request.form.get(SEEN, "")
        number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0
        by = session.writer() if session.who() else None
        return _kept(kept_games.count(ledger(), self.game.sitting.id, counted, seen=number, by=by))


def _addressed(sitting: Sitting) -> Place:
    text = packed(sitting)
    if len(text) > MAX_ADDRESS:
        raise BadRecord([TOO_LONG])
    return Place(sitting, {"g": text})


def _kept(game: Game) -> Place:
    return Place(game.sitting, {"game": game.sitting.id}, game)


def begun(sitting: Sitting) -> Place:
    """Return the place of a new game. Raises :class:`BadRecord`, :class:`LimitReached`, :class:`RateLimited`."""
    if not kept_games.may_begin(session.viewer()):
        return _addressed(sitting)
    return _kept(kept_games.begin(ledger(), sitting, by=session.writer()))


def taken_over(sitting: Sitting, past: Collection[Sitting], *, by: Writer) -> Place:
    """Return the place of a game that a device has begun and hands over. Raises as :func:`adjudicator.usecases.kept_games.take_over` does."""
    return _kept(kept_games.take_over(ledger(), sitting, past, by=by))


def found() -> Place:
    """Return the game that the request is about. Raises :class:`BadRecord` where its address is not whole, :class:`UnknownRecord`."""
    id = request.values.get("game", "")
    if id:
        return _kept(kept_games.game(ledger(), id))
    text = request.values.get("g", "")
    return Place(unpacked(text), {"g": text})


def at_the_table() -> list[Game]:
    """Return the games of others that whoever sits at the table may write lists for; none where the server is no table."""
    by = session.viewer()
    if by is None or not kept_games.may_begin(by) or seats.seat() is None or not places().has_ledger():
        return []
    return kept_games.of_others(ledger(), by=by, hours=HOURS)


def mine() -> list[Game]:
    """Return the games in the ledger that whoever looks at the page has begun, the last first."""
    by = session.viewer()
    return kept_games.latest(ledger(), by=by) if by is not None and places().has_ledger() else []
