"""Tokens and the invites that hand them out, as the ledger keeps them. Start at :class:`Tokens`.

Secrets are shown once, when they are made; the ledger keeps their digests. What a token may do is in :mod:`adjudicator.ledger.rights`.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import Column, Connection, Row, Table, and_, func, insert, literal, or_, select, update

from adjudicator.core.spelling import quote
from adjudicator.errors import NotAllowed, UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.limits import USUAL, Limits, must_fit
from adjudicator.ledger.records import new_id
from adjudicator.ledger.rights import EVERYTHING, HINT, SCOPES, Invite, Scope, Token
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import dispute as disputes
from adjudicator.ledger.tables import invite as invites
from adjudicator.ledger.tables import token as tokens
from adjudicator.ledger.validation import MAX_NAME, moment, refuse, text_faults

MOST_USES = 1000
_SUBJECT = re.compile(r"\*|house:[a-z0-9][a-z0-9-]{0,63}|dispute:[A-Za-z0-9_-]{1,32}")
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Tokens:
    """The tokens and invites of a ledger."""

    def __init__(self, store: Store, limits: Limits = USUAL) -> None:
        self._store = store
        self._limits = limits

    def create(
        self, name: str, scope: str, subject: str = EVERYTHING, *, created_by: str, expires: str | None = None
    ) -> tuple[Token, str]:
        """Make a token; return it with its secret, which is shown never again. Raises :class:`BadRecord`."""
        at = now()
        faults = text_faults("name", name, MAX_NAME, needed=True) + _right_faults(scope, subject, created_by)
        until = _until(expires, at, faults) if expires is not None else None
        refuse(faults)
        return self._made(
            Token(new_id(), name, cast("Scope", scope), subject, at, created_by, until, None, None)
        )

    def who(self, secret: str) -> Token:
        """Return the token with this secret. Raises :class:`NotAllowed`, ``invalid``, where there is none, or it is over."""
        with self._store.reading() as connection:
            row = connection.execute(
                select(*_columns(tokens, Token)).where(tokens.c.secret == _digest(secret))
            ).one_or_none()
        if row is None:
            raise NotAllowed("invalid", "No token has this secret.", HINT)
        token = Token._make(row)
        state = token.state(now())
        if state != "active":
            raise NotAllowed(
                "invalid", f"This token is {state}.", "Ask the person who made it for a new one."
            )
        return token

    def revoke(self, id: str) -> Token:
        """End a token for good, and the invites that it made; return it. The tokens that others have from those stay.

        An invite of before version 0003 knows nothing but the name of who made it: such ones of a namesake for the same list end, too.
        Raises :class:`UnknownRecord`.
        """
        with self._store.writing() as connection:
            token = Token._make(self._revoked(tokens, id, Token))
            named = and_(invites.c.maker.is_(None), invites.c.created_by == token.name)
            if token.subject != EVERYTHING:
                opened = select(literal("dispute:") + disputes.c.id).where(disputes.c.opener == id)
                named &= or_(invites.c.subject == token.subject, invites.c.subject.in_(opened))
            made = or_(invites.c.maker == id, named)
            connection.execute(
                update(invites).where(made, invites.c.revoked_at.is_(None)).values(revoked_at=now())
            )
        return token

    def listing(self, subject: str | None = None) -> list[Token]:
        """Return all tokens, or those for *subject* alone, the oldest first."""
        return [Token._make(row) for row in self._all(tokens, subject, Token)]

    def invite(
        self,
        scope: str,
        subject: str,
        uses: int,
        expires: str,
        created_by: str,
        *,
        maker: str | None = None,
    ) -> tuple[Invite, str]:
        """Make an invite that *uses* people may take up; return it with its secret. *maker* is the id of the token that it is made with.

        Raises :class:`BadRecord`, and :class:`LimitReached` where that has made very many.
        """
        at = now()
        faults = _right_faults(scope, subject, created_by)
        if not 1 <= uses <= MOST_USES:
            faults.append(f"uses: must be from 1 to {MOST_USES}")
        until = _until(expires, at, faults)
        refuse(faults)
        made = Invite(new_id(), cast("Scope", scope), subject, uses, at, created_by, until, None, maker)
        secret = _new_secret()
        with self._store.writing() as connection:
            if maker is not None:
                self._may_invite(connection, maker, at)
            connection.execute(insert(invites).values(secret=_digest(secret), **made._asdict()))
        return made, secret

    def _may_invite(self, connection: Connection, maker: str, at: str) -> None:
        """Raise :class:`LimitReached` where a token has very many invites that can still be taken up."""
        column = invites.c
        left = select(func.count()).select_from(invites).where(column.maker == maker, column.uses > 0)
        count = connection.execute(left.where(column.revoked_at.is_(None), column.expires > at)).scalar_one()
        must_fit(self._limits, "invites", count + 1, "Invites of this token", "End some of them.")

    def accept(self, secret: str, name: str) -> tuple[Token, str]:
        """Take an invite up as *name*; return the token that it gives, with its secret.

        Raises :class:`BadRecord` for the name, :class:`UnknownRecord` for an invite that is not there, expired, revoked or used up.
        """
        refuse(text_faults("name", name, MAX_NAME, needed=True))
        at = now()
        with self._store.writing() as connection:
            row = connection.execute(
                update(invites)
                .where(
                    invites.c.secret == _digest(secret),
                    invites.c.uses > 0,
                    invites.c.revoked_at.is_(None),
                    invites.c.expires > at,
                )
                .values(uses=invites.c.uses - 1)
                .returning(*_columns(invites, Invite))
            ).one_or_none()
            if row is None:
                raise UnknownRecord(
                    "invite", "This invite is unknown, expired or used up.", "Ask for a new one."
                )
            by = Invite._make(row)
            return self._made(
                Token(new_id(), name, by.scope, by.subject, at, by.created_by, None, None, by.id)
            )

    def revoke_invite(self, id: str) -> Invite:
        """End an invite; the tokens that it gave stay. Return it. Raises :class:`UnknownRecord`."""
        return Invite._make(self._revoked(invites, id, Invite))

    def invites(self, subject: str | None = None) -> list[Invite]:
        """Return all invites, or those for *subject* alone, the oldest first."""
        return [Invite._make(row) for row in self._all(invites, subject, Invite)]

    def _made(self, token: Token) -> tuple[Token, str]:
        """Write *token* with a new secret; return both."""
        secret = _new_secret()
        with self._store.writing() as connection:
            connection.execute(insert(tokens).values(secret=_digest(secret), **token._asdict()))
        return token, secret

    def _all(self, table: Table, subject: str | None, kind: type[NamedTuple]) -> Sequence[Row[Any]]:
        """Return the rows of *table*, or those for *subject*, as *kind* has its fields, the oldest first."""
        chosen = select(*_columns(table, kind)).order_by(table.c.created_at, table.c.id)
        if subject is not None and not _SUBJECT.fullmatch(subject):
            return []
        if subject is not None:
            chosen = chosen.where(table.c.subject == subject)
        with self._store.reading() as connection:
            return connection.execute(chosen).all()

    def _revoked(self, table: Table, id: str, kind: type[NamedTuple]) -> Row[Any]:
        """Mark a row of *table* as revoked, if it is not yet, and return it. Raises :class:`UnknownRecord`."""
        unknown = UnknownRecord(table.name, f"There is no {table.name} {quote(id)}.")
        if not _ID.fullmatch(id):
            raise unknown
        with self._store.writing() as connection:
            connection.execute(
                update(table).where(table.c.id == id, table.c.revoked_at.is_(None)).values(revoked_at=now())
            )
            row = connection.execute(select(*_columns(table, kind)).where(table.c.id == id)).one_or_none()
        if row is None:
            raise unknown
        return row


def _columns(table: Table, kind: type[NamedTuple]) -> list[Column[Any]]:
    """Return the columns of *table* that *kind* has, in its order: never the secret."""
    return [table.c[name] for name in kind._fields]


def _right_faults(scope: str, subject: str, created_by: str) -> list[str]:
    faults = text_faults("created_by", created_by, MAX_NAME, needed=True)
    if scope not in SCOPES:
        faults.append(f"scope: takes {', '.join(SCOPES[:-1])} or {SCOPES[-1]}")
    if not _SUBJECT.fullmatch(subject):
        faults.append("subject: takes *, house:SLUG or dispute:ID")
    return faults


def _until(expires: str, at: str, faults: list[str]) -> str:
    """Return *expires* as the ledger writes it, adding to *faults* where it is no time after *at*."""
    try:
        until = moment(expires)
    except (ValueError, OverflowError):
        until = ""
    if until <= at:
        faults.append("expires: takes a date or time to come, like 2026-12-31 or 2026-12-31T18:00:00Z")
    return until


def _new_secret() -> str:
    return f"adj_{secrets.token_urlsafe(32)}"


def _digest(secret: str) -> str:
    """Return what is kept of a secret, which is random and long: no salt or slow hash would make it harder to guess."""
    return f"sha256:{hashlib.sha256(secret.encode('utf-8', 'replace')).hexdigest()}"
