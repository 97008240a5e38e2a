"""The ledger of a server's process: how long it is waited for, whether it can be used, and requests that are done once however often sent."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import AdjudicatorError, LedgerError, LedgerSchema
from adjudicator.ledger.guard import Guard as Guard
from adjudicator.ledger.guard import Patience as Patience
from adjudicator.ledger.guard import State as State
from adjudicator.ledger.limits import VARIABLES as BOUNDS
from adjudicator.ledger.limits import limits

if TYPE_CHECKING:
    from adjudicator.ledger.idempotency import Reply as Reply
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.resources import Places

BOUND_SETTINGS = BOUNDS
"""Bound of the ledger → the setting that changes it."""


def bound_faults(environment: Mapping[str, str]) -> list[str]:
    """Return what is wrong with the bounds of the ledger that *environment* sets."""
    return limits(environment)[1]


class Standing(NamedTuple):
    """How it stands with a ledger, what is to be said about that and done, and of one that is ready its version and its bytes."""

    state: State
    said: str = ""
    remedy: str = ""
    version: str = ""
    size: int = 0


def standing(guard: Guard, places: Places) -> Standing:
    """Return how it stands with the ledger of *places*, as far as it answers in the time that *guard* gives."""
    from adjudicator.ledger.ledger import shared

    if not places.has_ledger():
        return Standing("none")
    try:
        store = shared(guard, places).store
        store.look()
        return Standing("ready", version=store.version, size=store.size())
    except LedgerSchema as error:
        return Standing("newer" if error.newer else "needs-migration", error.message, error.hint)
    except LedgerError as error:
        return Standing("unreachable", error.message, error.hint)


def look(patience: Patience, places: Places) -> Standing:
    """Return the same before there are workers: none of them inherits an open ledger. Raises :class:`LedgerError` where its name is none."""
    from adjudicator.ledger.ledger import shared
    from adjudicator.ledger.store import ledger_url

    ledger_url(places)
    guard = Guard(1, patience)
    found = standing(guard, places)
    if found.state == "ready":
        shared(guard, places).close()
    return found


def settle(places: Places) -> None:
    """Leave the whole ledger of *places* in its one file, as far as it lets itself: the workers are gone, and do not close what they have open."""
    from adjudicator.ledger.store import ledger_url, settle

    with contextlib.suppress(AdjudicatorError):
        settle(ledger_url(places))


def once(ledger: Ledger, token: str, key: str, request: str, act: Callable[[], Reply]) -> tuple[Reply, bool]:
    """Return what *act* answers, or what it answered when the holder of *token* (its id) sent *key* before; and whether it did.

    *request* is a digest of what is asked. Raises :class:`KeyReused` where *key* came with another request, :class:`BadRecord` where it is
    none.
    """
    return ledger.idempotency.once(token, key, request, act)
