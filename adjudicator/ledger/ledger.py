"""The ledger as one thing: everything that people write, over one database. The service, the command line and HTTP talk to this."""

from __future__ import annotations

from sqlalchemy import URL

from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.store import Store


class Ledger:
    """An open ledger. Threads may share it."""

    def __init__(self, url: URL | None = None) -> None:
        """Open the ledger at *url*, by default the one that ``ADJUDICATOR_LEDGER`` names. Raises :class:`LedgerError`."""
        self.store = Store(url)
        self.current = CurrentHouses(self.store)
        self.houses = Houses(self.store)

    def close(self) -> None:
        """Close every connection."""
        self.current.close()
        self.store.close()
