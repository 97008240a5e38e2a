"""Games that are played at the table, and the lists that players write on their own devices. Start at :class:`Games`.

What is in a game is not this module's business: it keeps a text, and sees to it that nobody writes over what they have not seen.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import func, insert, select, update

from adjudicator.core.spelling import quote
from adjudicator.errors import NotAllowed, StaleRevision, UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.limits import USUAL, Limits, must_fit
from adjudicator.ledger.records import must_have_been
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import game, game_list


class KeptGame(NamedTuple):
    """A game as it was written last."""

    id: str
    number: int
    """Its revision, from 1."""
    begun_at: str
    begun_by: str
    maker: str | None
    """The id of the token that it was begun with."""
    at: str
    sitting: str


class KeptList(NamedTuple):
    """A list that a player has written on a device of their own."""

    player: str
    words: str
    author: str | None
    """The id of the token that it was written with."""
    at: str


class Games:
    """The games of a ledger. Threads share it."""

    def __init__(self, store: Store, limits: Limits = USUAL) -> None:
        self._store = store
        self._limits = limits

    def begin(self, id: str, sitting: str, *, by: str, maker: str | None) -> KeptGame:
        """Keep a new game. Raises :class:`LimitReached`."""
        at = now()
        with self._store.writing() as connection:
            if maker is not None:
                begun = connection.execute(select(func.count()).where(game.c.maker == maker)).scalar_one()
                must_fit(self._limits, "games", begun + 1, "Games of this token")
            values = {"number": 1, "begun_at": at, "begun_by": by, "maker": maker, "at": at}
            connection.execute(insert(game).values(id=id, sitting=sitting, **values))
        return self.get(id)

    def get(self, id: str) -> KeptGame:
        """Return a game. Raises :class:`UnknownRecord`."""
        with self._store.reading() as connection:
            row = connection.execute(select(game).where(game.c.id == id)).one_or_none()
        if row is None:
            raise UnknownRecord(
                "game", f"There is no game {quote(id)}.", "The page Play has all that there are."
            )
        return KeptGame(**row._mapping)

    def hold(self, id: str) -> KeptGame:
        """Return a game that nobody else changes, and writes no list for, before the change ends that is being made. Raises
        :class:`UnknownRecord`.
        """
        with self._store.writing() as connection:
            connection.execute(select(game.c.id).where(game.c.id == id).with_for_update())
            return self.get(id)

    def change(self, id: str, sitting: str, *, seen: int | None) -> KeptGame:
        """Write a game as it is now; return it. Raises :class:`StaleRevision` where it has another revision than *seen*, unless that is None,
        and :class:`UnknownRecord`, also where it never had that one.
        """
        with self._store.writing() as connection:
            current = self.hold(id).number
            must_have_been(seen, current, "The game")
            if seen not in (None, current):
                raise StaleRevision(
                    f"The game is at revision {current}, and this is made from revision {seen}.",
                    "Look at the game as it is now, and go on from there.",
                    current,
                )
            values = {"number": current + 1, "at": now(), "sitting": sitting}
            connection.execute(update(game).where(game.c.id == id).values(**values))
            return self.get(id)

    def latest(self, maker: str, count: int) -> list[KeptGame]:
        """Return the games that were begun with a token, those that were written last first."""
        asked = select(game).where(game.c.maker == maker).order_by(game.c.at.desc(), game.c.id).limit(count)
        with self._store.reading() as connection:
            return [KeptGame(**row._mapping) for row in connection.execute(asked)]

    def written_since(self, moment: str, count: int) -> list[KeptGame]:
        """Return the games that were written at a *moment* or later, the last first."""
        asked = select(game).where(game.c.at >= moment).order_by(game.c.at.desc(), game.c.id).limit(count)
        with self._store.reading() as connection:
            return [KeptGame(**row._mapping) for row in connection.execute(asked)]

    def lists(self, id: str, round: int) -> list[KeptList]:
        """Return the lists of a round that were written on devices of their own."""
        column = game_list.c
        asked = (
            select(column.player, column.words, column.author, column.at)
            .where(column.game == id, column.round == round)
            .order_by(column.player)
        )
        with self._store.reading() as connection:
            return [KeptList(**row._mapping) for row in connection.execute(asked)]

    def write(self, id: str, round: int, player: str, words: str, *, author: str | None) -> None:
        """Write the list of a player, in the place of an earlier one of the same device. Raises :class:`NotAllowed` where another device has
        written one, :class:`UnknownRecord`.
        """
        column = game_list.c
        here = (column.game == id, column.round == round, column.player == player)
        with self._store.writing() as connection:
            self.hold(id)
            known = connection.execute(select(column.author).where(*here)).one_or_none()
            if known is None:
                values = {"game": id, "round": round, "player": player, "words": words}
                connection.execute(insert(game_list).values(**values, author=author, at=now()))
            elif known.author == author:
                connection.execute(update(game_list).where(*here).values(words=words, at=now()))
            else:
                raise NotAllowed(
                    "forbidden",
                    f"Somebody else writes the list of {player} on another device.",
                    "Choose another name, or write on that device.",
                )
