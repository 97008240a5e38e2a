"""The ledger as one thing: everything that people write, over one database. The service, the command line and HTTP talk to this."""

from __future__ import annotations

from functools import lru_cache, partial

from sqlalchemy import URL

from adjudicator.errors import LedgerError
from adjudicator.ledger.archive import Archive
from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.disputes import Disputes
from adjudicator.ledger.games import Games
from adjudicator.ledger.guard import Guard
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.idempotency import Idempotency
from adjudicator.ledger.limits import limits
from adjudicator.ledger.names import Names
from adjudicator.ledger.reviews import Reviews
from adjudicator.ledger.seasons import Seasons
from adjudicator.ledger.store import Store, ledger_url
from adjudicator.ledger.tokens import Tokens
from adjudicator.resources import Places
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.house import Settings


def shared(guard: Guard | None = None, places: Places | None = None) -> Ledger:
    """Return the ledger of *places*, by default of the environment's, open: one for all in this process who ask with the same *guard*.

    Raises :class:`LedgerError`.
    """
    places = places or Places.from_environment()
    return _opened(ledger_url(places), guard, places)


class Ledger:
    """An open ledger. Threads may share it."""

    def __init__(
        self, url: URL | None = None, guard: Guard | None = None, places: Places | None = None
    ) -> None:
        """Open the ledger at *url*, by default that of *places*; a server has a *guard*. House lists stand on the rulesets of *places*, by
        default the environment's. Its bounds are those of the environment.

        Raises :class:`LedgerError`, for bounds that are none, too.
        """
        self.limits, faults = limits()
        if faults:
            raise LedgerError("; ".join(faults) + ".", "Correct the environment and run again.")
        places = places or Places.from_environment()
        self.store = Store(url or ledger_url(places), guard=guard)
        self.current = CurrentHouses(self.store)
        self.houses = Houses(self.store, partial(_check, places), limits=self.limits)
        self.disputes = Disputes(self.store, self.limits)
        self.games = Games(self.store, self.limits)
        self.archive = Archive(self.store)
        self.names = Names(self.store)
        self.seasons = Seasons(self.store)
        self.reviews = Reviews(self.store)
        self.tokens = Tokens(self.store, self.limits)
        self.idempotency = Idempotency(self.store)

    def close(self) -> None:
        """Close every connection."""
        self.current.close()
        self.store.close()


_opened = lru_cache(maxsize=8)(Ledger)


def _check(places: Places, settings: Settings) -> None:
    """Raise :class:`RulesetError` for settings that make no ruleset."""
    Rulebooks(places).load_checked(settings.base, settings.overrides)
