"""The ledger as one thing: everything that people write, over one database. The service, the command line and HTTP talk to this."""

from __future__ import annotations

from functools import lru_cache

from sqlalchemy import URL

from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.disputes import Disputes
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.idempotency import Idempotency
from adjudicator.ledger.store import Store, ledger_url
from adjudicator.ledger.tokens import Tokens
from adjudicator.rulebooks import Rulebooks
from adjudicator.rules.house import Settings


def shared() -> Ledger:
    """Return the ledger that ``ADJUDICATOR_LEDGER`` names, open: one for all who ask in this process. Raises :class:`LedgerError`."""
    return _opened(ledger_url())


@lru_cache(maxsize=8)
def _opened(url: URL) -> Ledger:
    return Ledger(url)


class Ledger:
    """An open ledger. Threads may share it."""

    def __init__(self, url: URL | None = None) -> None:
        """Open the ledger at *url*, by default the one that ``ADJUDICATOR_LEDGER`` names. Raises :class:`LedgerError`."""
        self.store = Store(url)
        self.current = CurrentHouses(self.store)
        self.houses = Houses(self.store, _check)
        self.disputes = Disputes(self.store)
        self.tokens = Tokens(self.store)
        self.idempotency = Idempotency(self.store)

    def close(self) -> None:
        """Close every connection."""
        self.current.close()
        self.store.close()


def _check(settings: Settings) -> None:
    """Raise :class:`RulesetError` for settings that make no ruleset."""
    Rulebooks().checked(settings.base, settings.overrides)
