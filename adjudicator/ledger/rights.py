"""What tokens allow. Pure; start at :func:`require`.

A token has a scope and a subject. An owner may do what an editor may, and an editor what a voter may; the subject is a house list, a
dispute, or ``*`` for everything.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from adjudicator.core.shapes import Id, Time, leaves
from adjudicator.errors import NotAllowed

Scope = Literal["voter", "editor", "owner"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""Each may do what those before it may."""
EVERYTHING = "*"
HINT = "Send it as `Authorization: Bearer …`; the owner of the list or the dispute can invite you."


@leaves("id", "name", "scope", "subject", "created_at", "created_by", "expires", "revoked_at")
class Token(NamedTuple):
    """A token without its secret. Times are as the ledger writes them."""

    id: Id
    name: str
    scope: Scope
    subject: str
    """``*``, ``house:SLUG`` or ``dispute:ID``."""
    created_at: Time
    created_by: str
    expires: Time | None
    revoked_at: Time | None
    invite: str | None
    """The id of the invite that it was made by, if it was."""

    def state(self, at: str) -> str:
        """Return what it is at a time: ``active``, ``expired`` or ``revoked``."""
        return _state(self.revoked_at, self.expires, at)


@leaves("id", "scope", "subject", "uses", "expires")
class Invite(NamedTuple):
    """An invite without its secret."""

    id: str
    scope: Scope
    subject: str
    uses: int
    """How many may still take it up."""
    created_at: str
    created_by: str
    expires: Time
    revoked_at: str | None
    maker: str | None = None
    """The id of the token that it was made with; None where that is not known, or it was made on the command line."""

    def state(self, at: str) -> str:
        """Return what it is at a time: ``active``, ``expired``, ``revoked`` or ``used``."""
        state = _state(self.revoked_at, self.expires, at)
        return "used" if state == "active" and not self.uses else state


def _state(revoked_at: str | None, expires: str | None, at: str) -> str:
    if revoked_at is not None:
        return "revoked"
    return "expired" if expires is not None and expires <= at else "active"


def allows(token: Token, scope: str, *subjects: str) -> bool:
    """Return whether *token* has *scope*, or a higher one, for any of *subjects*."""
    covers = token.subject == EVERYTHING or token.subject in subjects
    return covers and SCOPES.index(token.scope) >= SCOPES.index(scope)


def present(token: Token | None) -> Token:
    """Return *token*. Raises :class:`NotAllowed`, ``missing``, where there is none."""
    if token is None:
        raise NotAllowed("missing", "Writing needs a token.", HINT)
    return token


def require(token: Token, scope: str, *subjects: str) -> None:
    """Raise :class:`NotAllowed`, ``forbidden``, where *token* is for less than *scope*, or for none of *subjects*."""
    if not allows(token, scope, *subjects):
        raise NotAllowed(
            "forbidden",
            f"This needs a token of scope {scope} for {' or '.join(subjects)}; this one is of scope {token.scope} for {token.subject}.",
            "Ask its owner for an invite.",
        )
