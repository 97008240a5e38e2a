"""Who sits at a table: whoever has the machine owns it, others come by its code and give a name. Start at :func:`opened`.

The names, and what they write, stay in the ledger; what a name may do ends after :data:`HOURS`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from adjudicator.errors import AdjudicatorError
from adjudicator.usecases.people import make_token
from adjudicator.usecases.writers import Writer

if TYPE_CHECKING:
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.ledger.rights import Token
    from adjudicator.resources import Places

NAME = "the table"
"""What whoever sits at the machine is called, until they give a name."""
HOURS = 24
"""For how long a device may do what it was let at the table."""


@contextlib.contextmanager
def opened(places: Places) -> Iterator[str]:
    """Enter with the secret of an owner's token for everything, which is revoked in the end; nobody knows it but who enters.

    Raises :class:`LedgerError`.
    """
    from adjudicator.ledger.ledger import Ledger

    with closing(Ledger(places=places)) as ledger:
        token, secret = make_token(ledger, NAME, "owner", "*", by=Writer(NAME))
    try:
        yield secret
    finally:
        with contextlib.suppress(AdjudicatorError), closing(Ledger(places=places)) as ledger:
            ledger.tokens.revoke(token.id)


def seat(ledger: Ledger, name: str, scope: str) -> tuple[Token, str]:
    """Let somebody take part by a name; return their token with its secret. Raises :class:`BadRecord` for what is no name."""
    until = (datetime.now(UTC) + timedelta(hours=HOURS)).isoformat()
    return make_token(ledger, name.strip(), scope, "*", by=Writer(NAME), expires=until)


def stand_up(ledger: Ledger, token: Token) -> None:
    """Take back what :func:`seat` has given."""
    ledger.tokens.revoke(token.id)
