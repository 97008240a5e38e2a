"""Games at the table that the ledger keeps: who may begin, see and change them, and what players send from their own devices.

Whoever may vote everywhere (at a table: whoever has said a name) may begin a game and write a list; whoever has begun a game, and an owner,
may change it. Start at :func:`begin`, and at :func:`count` for the end of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import BadRecord, NotAllowed, StaleRevision, UnknownRecord
from adjudicator.games.budget import Purse
from adjudicator.games.sitting import (
    MAX_LIST,
    Playing,
    Sitting,
    from_plain_text,
    is_crossword,
    plain_text,
    record,
    tiles_in,
    words_in,
)
from adjudicator.ledger.clock import ago
from adjudicator.usecases.people import EVERYTHING
from adjudicator.usecases.round_shapes import ScoredGame
from adjudicator.usecases.scorekeeping import Known, score_game
from adjudicator.usecases.writers import Writer

if TYPE_CHECKING:
    from adjudicator.judging.service import Adjudicator
    from adjudicator.ledger.games import KeptGame, KeptList
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.rules.ruleset import Ruleset

SHOWN = 20
"""Games that somebody is offered to go on with."""


class Game(NamedTuple):
    """A game that is kept."""

    sitting: Sitting
    number: int
    """Its revision."""
    maker: str | None
    """The id of the token that it was begun with."""
    begun_by: str
    begun_at: str
    at: str
    """When it was written last."""


class Hand(NamedTuple):
    """A player, and whether anything has come from a device of their own for the round that is played."""

    player: str
    words: int | None
    """How many words are on the list; null where none has come, and of a crossword."""
    tiles: int | None
    """Of a crossword: how many tiles they have left; null where they have not said so."""


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


def take_over(ledger: Ledger, sitting: Sitting, past: Collection[Sitting] = (), *, by: Writer) -> Game:
    """Keep a game that was begun on a device without a network, as far as it has been played there. It may come again however often: where it is
    here as one of the states that the device has sent in the *past*, it is brought up to date.

    Raises :class:`NotAllowed`, also where somebody else keeps it; :class:`StaleRevision` where it was played on here; :class:`LimitReached`.
    """
    by.must_everywhere("voter")
    with ledger.store.writing():
        try:
            found = _game(ledger.games.hold(sitting.id))
        except UnknownRecord:
            return begin(ledger, sitting, by=by)
        must_change(by, found)
        if found.sitting == sitting:
            return found
        if found.sitting not in past:
            raise StaleRevision(
                "This game was played on here since it came from this device.",
                "What was played on the device is still at its address there.",
                found.number,
            )
        return _game(ledger.games.change(sitting.id, plain_text(sitting), seen=found.number))


def game(ledger: Ledger, id: str) -> Game:
    """Return a game; whoever has its link may see it. Raises :class:`UnknownRecord`."""
    return _game(ledger.games.get(id))


def as_seen(found: Game, by: Writer) -> Playing:
    """Return a game as *by* may see it: the lists of a round that is not counted are shown to who plays the game on alone."""
    playing = found.sitting.playing
    if not may_change(by, found) and not found.sitting.draft.scored:
        return found.sitting.with_draft(lists={}).playing
    return playing


def change(ledger: Ledger, id: str, sitting: Sitting, *, seen: int | None, by: Writer | None) -> Game:
    """Write a game as it is now. Raises :class:`NotAllowed`, :class:`StaleRevision` where it has another revision than *seen*."""
    must_change(by, game(ledger, id))
    return _game(ledger.games.change(id, plain_text(sitting), seen=seen))


def must_change(by: Writer | None, found: Game) -> None:
    """Raise :class:`NotAllowed` where *by* does not play the game on."""
    if not may_change(by, found):
        raise NotAllowed(
            "forbidden" if by else "missing",
            "Only whoever has begun this game plays it on.",
            "Ask them, or begin a game of your own.",
        )


def count(
    ledger: Ledger,
    id: str,
    counted: Callable[[Sitting, dict[str, str]], Sitting],
    *,
    seen: int | None,
    by: Writer | None,
) -> Game:
    """End a round: write the game that *counted* makes of the game as it is and of what has come from the players' own devices, by player and in
    the order of time. Nothing comes in between: where the game is changed or a list comes meanwhile, it is asked again; what comes later is
    refused. Raises as :func:`change` does.
    """
    found = game(ledger, id)
    must_change(by, found)
    while True:
        come = gathered(ledger, found)
        sitting = counted(found.sitting, come)
        with ledger.store.writing():
            now = _game(ledger.games.hold(id))
            if (now.number, gathered(ledger, now)) == (found.number, come):
                return _game(ledger.games.change(id, plain_text(sitting), seen=seen))
        found = now


def latest(ledger: Ledger, *, by: Writer) -> list[Game]:
    """Return the games that somebody has begun, the last first."""
    return [_game(each) for each in ledger.games.latest(by.id, SHOWN)] if by.id else []


def of_others(ledger: Ledger, *, by: Writer, hours: int) -> list[Game]:
    """Return the games that others have played within the last *hours*, the last first."""
    since = ago(timedelta(hours=hours))
    return [_game(each) for each in ledger.games.written_since(since, SHOWN) if each.maker != by.id]


def lists(ledger: Ledger, found: Game) -> list[KeptList]:
    """Return what players have written on their own devices for the round that is played, in the order of time."""
    come = ledger.games.lists(found.sitting.id, len(found.sitting.rounds))
    return sorted(come, key=lambda each: (each.at, each.player))


def write(
    ledger: Ledger, id: str, round: int, player: str, words: str, *, rules: Ruleset, by: Writer
) -> None:
    """Write a player's list of a *round*; where the *rules* of the game are those of a crossword, how many tiles they have left. Raises
    :class:`NotAllowed` also where another device writes it, :class:`BadRecord` for who does not play, for what is no such number, or for a round
    that is counted already or has not begun.
    """
    by.must_everywhere("voter")
    left = tiles_in(words) if is_crossword(rules) else None
    with ledger.store.writing():
        found = _game(ledger.games.hold(id))
        faults = []
        if player not in found.sitting.players:
            faults.append("player: takes one of those who play")
        played = len(found.sitting.rounds)
        if round > played:
            faults.append(f"round: {round} has not begun; the game is at round {played}")
        elif round < played or found.sitting.draft.scored:
            faults.append(COUNTED)
        if len(words) > MAX_LIST:
            faults.append(f"the list is longer than {MAX_LIST:,} characters")
        elif left is None and is_crossword(rules):
            faults.append(NO_TILES)
        if faults:
            raise BadRecord(faults)
        ledger.games.write(id, round, player, words if left is None else str(left), author=by.id)


NO_TILES = "write how many tiles you have left, as a number"
COUNTED = "this round is counted already; tell your words to whoever counts, who can go back and add them"


def gathered(ledger: Ledger, found: Game) -> dict[str, str]:
    """Return what was written for the round on players' own devices, by player, in the order of time."""
    return {each.player: each.words for each in lists(ledger, found)}


def hands(ledger: Ledger, found: Game, rules: Ruleset) -> list[Hand]:
    """Return who plays, and whose list has come; by the *rules* of a crossword, how many tiles they have left."""
    come = gathered(ledger, found)
    if is_crossword(rules):
        return [Hand(name, None, tiles_in(come.get(name, ""))) for name in found.sitting.players]
    return [
        Hand(name, len(words_in(come[name])) if name in come else None, None)
        for name in found.sitting.players
    ]


def scored(
    adjudicator: Adjudicator, playing: Playing, *, sets: int, purse: Purse, known: Known | None = None
) -> ScoredGame:
    """Return how a game stands, by the rounds that are counted: as :func:`adjudicator.usecases.scorekeeping.score_game` does of its record,
    and raises. *sets* is how many sets of tiles its ruleset has.
    """
    return score_game(adjudicator, record(playing, sets=sets), purse=purse, known=known)


def _game(kept: KeptGame) -> Game:
    sitting = from_plain_text(kept.sitting)
    return Game(sitting, kept.number, kept.maker, kept.begun_by, kept.begun_at, kept.at)
