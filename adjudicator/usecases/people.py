"""How others come to act: tokens and invites. Start at :func:`make_token`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from adjudicator.core.spelling import quote
from adjudicator.errors import UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.rights import EVERYTHING as EVERYTHING
from adjudicator.ledger.rights import Invite as Invite
from adjudicator.ledger.rights import Token as Token
from adjudicator.rules.house import PREFIX, Address
from adjudicator.usecases import houses
from adjudicator.usecases.writers import Writer

if TYPE_CHECKING:
    from adjudicator.ledger.ledger import Ledger

DISPUTE = "dispute:"
"""What the subject of a token begins with that is for one dispute alone; what is for a house list has its ruleset's name."""


def signed_in(ledger: Ledger, secret: str) -> Token:
    """Return the token with this secret. Raises :class:`NotAllowed` where it is unknown or over."""
    return ledger.tokens.who(secret)


def make_token(
    ledger: Ledger, name: str, scope: str, subject: str, *, by: Writer, expires: str | None = None
) -> tuple[Token, str]:
    """Make a token, for a list that may not be there yet, too; return it with its secret. A former name of a list stands for the list.

    Raises :class:`BadRecord`.
    """
    by.must_everywhere("owner")
    subject = houses.named_now(ledger, subject)
    return ledger.tokens.create(name, scope, subject, created_by=by.name, expires=expires)


def sign_in_invite(ledger: Ledger, token: Token, *, hours: int) -> str:
    """Return the secret of an invite by which one browser comes to do what *token* may, for so many hours; it ends with that token.

    The browser gets a token of its own, since nobody but who has made it knows the secret of this one.
    """
    until = (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
    scope, by = token.scope, token.created_by
    _, secret = ledger.tokens.invite(scope, token.subject, 1, until, by, maker=token.id)
    return secret


def invite(
    ledger: Ledger,
    scope: str,
    subject: str,
    uses: int,
    *,
    by: Writer,
    hours: int = 0,
    expires: str | None = None,
) -> tuple[Invite, str]:
    """Make an invite that *uses* people may take up, for so many *hours* or until it *expires*; return it with its secret.

    To a house list its owner invites; to a dispute, as long as it is open, who opened it, too. Raises :class:`NotAllowed`,
    :class:`UnknownRecord` for a list or dispute that is not there, :class:`ListArchived`, :class:`DisputeEnded`, :class:`BadRecord`,
    :class:`LimitReached`.
    """
    if subject.startswith(DISPUTE):
        found = ledger.disputes.get(subject.removeprefix(DISPUTE))
        if by.id is None or by.id != found.opener:
            by.must("owner", *subjects(found.ruleset, found.id))
        found.must_be_open()
    else:
        by.must("owner", subject)
    if subject.startswith(PREFIX):
        ledger.archive.must_be_out(subject.removeprefix(PREFIX))
    until = expires or (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
    return ledger.tokens.invite(scope, subject, uses, until, by.name, maker=by.id)


def subjects(ruleset: str, id: str | None = None) -> list[str]:
    """Return what a token must be for to have a say under *ruleset*, in the dispute *id* if one is named, if it is not for everything."""
    of_dispute = [] if id is None else [DISPUTE + id]
    house = Address.parse(ruleset)
    return [*of_dispute, PREFIX + house.slug if house else EVERYTHING]


def accept(ledger: Ledger, secret: str, name: str) -> tuple[Token, str]:
    """Take an invite up under a name; return the token that it gives, with its secret.

    Raises :class:`BadRecord` for the name, :class:`UnknownRecord` for an invite that is unknown or over.
    """
    return ledger.tokens.accept(secret, name.strip())


def tokens_of_list(ledger: Ledger, slug: str, *, by: Writer) -> list[Token]:
    """Return who may change a list. Raises :class:`NotAllowed`, :class:`UnknownRecord`."""
    by.must("owner", PREFIX + slug)
    ledger.houses.revision(slug)
    return ledger.tokens.listing(PREFIX + slug)


def invites_to_list(ledger: Ledger, slug: str, *, by: Writer) -> list[Invite]:
    """Return the invites to a list. Raises :class:`NotAllowed`, :class:`UnknownRecord`."""
    by.must("owner", PREFIX + slug)
    ledger.houses.revision(slug)
    return ledger.tokens.invites(PREFIX + slug)


def end_token_of_list(ledger: Ledger, slug: str, id: str, *, by: Writer) -> None:
    """End a token of a list, and the invites that it made. Raises :class:`NotAllowed`, :class:`UnknownRecord`."""
    _must_be_of(slug, "token", id, [each.id for each in tokens_of_list(ledger, slug, by=by)])
    ledger.tokens.revoke(id)


def end_invite_to_list(ledger: Ledger, slug: str, id: str, *, by: Writer) -> None:
    """End an invite to a list; who has taken it up stays. Raises :class:`NotAllowed`, :class:`UnknownRecord`."""
    _must_be_of(slug, "invite", id, [each.id for each in invites_to_list(ledger, slug, by=by)])
    ledger.tokens.revoke_invite(id)


def _must_be_of(slug: str, kind: str, id: str, known: list[str]) -> None:
    if id not in known:
        raise UnknownRecord(kind, f"The house list {quote(slug)} has no {kind} {quote(id)}.")


def everybody(ledger: Ledger, subject: str | None = None, *, by: Writer) -> list[Token | Invite]:
    """Return all tokens and then all invites, or those for *subject* alone."""
    by.must_everywhere("owner")
    return [*ledger.tokens.listing(subject), *ledger.tokens.invites(subject)]


def end(ledger: Ledger, id: str, *, by: Writer) -> Token | Invite:
    """End a token or an invite by its id; return it. Raises :class:`UnknownRecord`."""
    by.must_everywhere("owner")
    try:
        return ledger.tokens.revoke(id)
    except UnknownRecord as unknown:
        try:
            return ledger.tokens.revoke_invite(id)
        except UnknownRecord:
            raise UnknownRecord(
                "token",
                unknown.message[:-1] + ", and no such invite.",
                "`adjudicator token list` lists them.",
            ) from None


def is_active_invite(ledger: Ledger, subject: str, id: str) -> bool:
    """Return whether an invite for *subject* can still be taken up."""
    at = now()
    return any(each.id == id and each.state(at) == "active" for each in ledger.tokens.invites(subject))
