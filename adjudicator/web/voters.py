"""Who votes in a dispute by this browser: whoever is signed in, and everybody it was handed to. Start at :func:`voters_here`.

The secrets of those others are in a cookie of the dispute's own addresses, beside the one of whoever is signed in: a phone that goes round
stays its owner's, and each has a vote of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from flask import g, request
from werkzeug.wrappers import Response

from adjudicator.errors import LedgerError, NotAllowed
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import disputes, people
from adjudicator.usecases.writers import holder
from adjudicator.web import session

if TYPE_CHECKING:
    from adjudicator.usecases.types import Dispute, Token

COOKIE = "adjudicator_here"
OWN = "me"
"""What stands in the cookie for whoever is signed in."""
MOST = 20
"""People that one browser keeps for one dispute."""
HOURS = 24
"""For how long it keeps them."""


class Voter(NamedTuple):
    """Somebody who may vote by this browser, with what the cookie has of them."""

    token: Token
    kept: str


def voters_here(found: Dispute) -> list[Voter]:
    """Return who may vote in a dispute by this browser; the last of them has it in hand."""
    if "voters" not in g:
        kept = [each for each in request.cookies.get(COOKIE, "").split(".") if each][-MOST:]
        if OWN not in kept:
            kept.insert(0, OWN)
        g.voters = [Voter(token, each) for each in kept if (token := _token(each)) is not None]
    return [each for each in g.voters if disputes.may(holder(each.token), "voter", found)]


def voter(id: str, find: Callable[[], Dispute]) -> Token | None:
    """Return the voter with this *id* of a token, by default who has the browser in hand; None where nobody is here. *find* returns the dispute.

    Raises :class:`NotAllowed` for somebody who is not here.
    """
    here = [each.token for each in voters_here(find())] if request.cookies.get(COOKIE) else []
    own = session.who()
    if not here and own is not None:
        here = [own]
    if not id or not here:
        return here[-1] if here else None
    for token in here:
        if token.id == id:
            return token
    raise NotAllowed(
        "forbidden", "Whoever this vote is of has no vote by this browser.", "Say who you are again."
    )


def hand_to(response: Response, found: Dispute, address: str, id: str) -> None:
    """Give the browser into the hand of one who is here; to nobody else."""
    here = voters_here(found)
    order = sorted(here, key=lambda each: each.token.id == id)
    _keep(response, address, [each.kept for each in order])


def add(response: Response, address: str, secret: str) -> None:
    """Add who has the token with this *secret*, and give the browser into their hand."""
    kept = [each for each in request.cookies.get(COOKIE, "").split(".") if each]
    _keep(response, address, [*kept, secret])


def _keep(response: Response, address: str, kept: list[str]) -> None:
    session.send_cookie(response, COOKIE, ".".join(kept[-MOST:]), HOURS * 3600, address)


def _token(kept: str) -> Token | None:
    """Return whose token it is; None where it is over, forged, or cannot be asked for."""
    if kept == OWN:
        return session.who()
    try:
        return people.signed_in(ledger(), kept)
    except LedgerError:
        return None
