"""Games at the table that the ledger keeps: who may begin, see and change them, and the lists that players write on their own devices.

Whoever may vote everywhere (at a table: whoever has said a name) may begin a game and write a list; whoever has begun a game, and an owner,
may change it. Start at :func:`begin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import BadRecord, NotAllowed
from adjudicator.games.sitting import MAX_LIST, Sitting, from_plain_text, plain_text
from adjudicator.usecases.people import EVERYTHING, Writer

if TYPE_CHECKING:
    from adjudicator.ledger.games import KeptGame, KeptList
    from adjudicator.ledger.ledger import Ledger

SHOWN = 20
"""Games that somebody is offered to go on with."""


class Game(NamedTuple):
    """A game that is kept."""

    sitting: Sitting
    number: int
    """Its revision."""
    maker: str | None


def may_begin(by: Writer | None) -> bool:
    """Return whether a game of theirs is kept."""
    return by is not None and by.may("voter", EVERYTHING)


def may_change(by: Writer | None, game: Game) -> bool:
    """Return whether they play the game on: they have begun it, or own everything."""
    return by is not None and ((by.id is not None and by.id == game.maker) or by.may("owner", EVERYTHING))


def begin(ledger: Ledger, sitting: Sitting, *, by: Writer) -> Game:
    """Keep a new game. Raises :class:`NotAllowed`, :class:`LimitReached`."""
    by.must_everywhere("voter")
    return _game(ledger.games.begin(sitting.id, plain_text(sitting), by=by.name, maker=by.id))


def game(ledger: Ledger, id: str) -> Game:
    """Return a game; whoever has its link may see it. Raises :class:`UnknownRecord`."""
    return _game(ledger.games.get(id))


def change(ledger: Ledger, id: str, sitting: Sitting, *, seen: int, by: Writer | None) -> Game:
    """Write a game as it is now. Raises :class:`NotAllowed`, :class:`StaleRevision` where it has another revision than *seen*."""
    found = game(ledger, id)
    if not may_change(by, found):
        raise NotAllowed(
            "forbidden" if by else "missing",
            "Only whoever has begun this game plays it on.",
            "Ask them, or begin a game of your own.",
        )
    number = ledger.games.change(id, plain_text(sitting), seen=seen)
    return Game(sitting, number, found.maker)


def latest(ledger: Ledger, *, by: Writer) -> list[Game]:
    """Return the games that somebody has begun, the last first."""
    return [_game(each) for each in ledger.games.latest(by.id, SHOWN)] if by.id else []


def lists(ledger: Ledger, found: Game) -> list[KeptList]:
    """Return the lists that players have written on their own devices for the round that is played."""
    return ledger.games.lists(found.sitting.id, len(found.sitting.rounds))


def write(ledger: Ledger, id: str, round: int, player: str, words: str, *, by: Writer) -> None:
    """Write a player's list of a *round*. Raises :class:`NotAllowed`, :class:`BadRecord` for who does not play, or for a round that is counted
    already, :class:`StaleRevision` where another device writes it.
    """
    by.must_everywhere("voter")
    found = game(ledger, id)
    faults = []
    if player not in found.sitting.players:
        faults.append("player: takes one of those who play")
    if round != len(found.sitting.rounds) or found.sitting.draft.scored:
        faults.append("this round is counted already")
    if len(words) > MAX_LIST:
        faults.append(f"the list is longer than {MAX_LIST:,} characters")
    if faults:
        raise BadRecord(faults)
    ledger.games.write(id, round, player, words, author=by.id)


def gathered(ledger: Ledger, found: Game) -> dict[str, str]:
    """Return the lists of the round by player, as they were written on their own devices."""
    return {each.player: each.words for each in lists(ledger, found)}


def _game(kept: KeptGame) -> Game:
    return Game(from_plain_text(kept.sitting), kept.number, kept.maker)
