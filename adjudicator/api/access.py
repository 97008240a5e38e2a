"""The calls of tokens and invites: who may change what. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlencode

from flask import Response, request

from adjudicator.api import ledger_models as models
from adjudicator.api.operations import operation
from adjudicator.api.responses import nothing, unkept
from adjudicator.core.shapes import extends, plain
from adjudicator.rules.house import PREFIX
from adjudicator.runtime.guards import count_secret, ledger
from adjudicator.usecases import disputes, people
from adjudicator.usecases.people import Invite, Token

if TYPE_CHECKING:
    from adjudicator.usecases.writers import Writer

_PARTS = {"house": "lists", "dispute": "disputes"}
"""Kind of subject → the part of the site that has its page."""
_LIST = ("unknown-house-list",)
call = partial(operation, tag="tokens")


@extends(Invite)
class InviteModel(TypedDict):
    """An invite to a list or a dispute. Its `link`, a page to open, is shown this once: whoever has it can take it up. `Location` is
    what a program posts a name to.
    """

    link: str


@extends(Token)
class NewToken(TypedDict):
    """A token with its secret, which is shown this once."""

    secret: str


class TokensModel(TypedDict):
    tokens: list[Token]


@call(
    "POST",
    "/v1/house-lists/{slug}/invites",
    body=models.InviteInput,
    answers=InviteModel,
    problems=_LIST,
    status=201,
    scope="owner",
    secret=True,
)
def make_invite(slug: str, body: models.InviteInput, by: Writer) -> Response:
    """Make an invite link to a list: whoever has it can take it up, and gets a token."""
    made, secret = people.invite(ledger(), body.scope, PREFIX + slug, body.uses, by=by, hours=body.hours)
    return _invited(made, secret)


@call(
    "DELETE",
    "/v1/house-lists/{slug}/invites/{id}",
    answers=None,
    problems=(*_LIST, "unknown-invite"),
    scope="owner",
)
def revoke_invite(slug: str, id: str, by: Writer) -> Response:
    """End an invite. The tokens that it gave stay."""
    people.end_invite_to_list(ledger(), slug, id, by=by)
    return nothing()


@call(
    "POST",
    "/v1/disputes/{id}/invites",
    body=models.VotersInput,
    answers=InviteModel,
    problems=("unknown-dispute",),
    status=201,
    scope="voter",
    secret=True,
)
def invite_voters(id: str, body: models.VotersInput, by: Writer) -> Response:
    """Make an invite link to a dispute that is open: whoever has it can take it up, and gets a token to vote in it.

    It needs the token that the dispute was opened with, or an owner's.
    """
    made, secret = disputes.invite_voters(ledger(), id, by=by, uses=body.uses, hours=body.hours)
    return _invited(made, secret)


@call(
    "POST",
    "/v1/invites/{secret}",
    body=models.AcceptInput,
    answers=NewToken,
    problems=("unknown-invite", "bad-record"),
    status=201,
)
def accept_invite(secret: str, body: models.AcceptInput) -> Response:
    """Take an invite up, under a name that others see. The token's secret is shown this once."""
    count_secret()
    token, made = people.accept(ledger(), secret, body.name)
    return unkept(plain(token, secret=made), 201)


@call(
    "GET",
    "/v1/house-lists/{slug}/tokens",
    answers=TokensModel,
    problems=_LIST,
    scope="owner",
    cached=False,
)
def list_tokens(slug: str, by: Writer) -> Response:
    """List who may change a list: its tokens without their secrets."""
    data: TokensModel = {"tokens": people.tokens_of_list(ledger(), slug, by=by)}
    return unkept(plain(data))


@call(
    "DELETE",
    "/v1/house-lists/{slug}/tokens/{id}",
    answers=None,
    problems=(*_LIST, "unknown-token"),
    scope="owner",
)
def revoke_token(slug: str, id: str, by: Writer) -> Response:
    """End a token of a list, at once and for good, and the invites that it made."""
    people.end_token_of_list(ledger(), slug, id, by=by)
    return nothing()


def _invited(made: Invite, secret: str) -> Response:
    """Return the answer to whoever has made an invite: the only one that has its link, which is a page's; programs find theirs in ``Location``."""
    root = request.root_url.rstrip("/")
    kind, _, name = made.subject.partition(":")
    after = urlencode({"after": f"{request.script_root}/{_PARTS[kind]}/{name}"})
    data: InviteModel = plain(made, link=f"{root}/join/{secret}?{after}")
    return unkept(data, 201, location=f"{root}/v1/invites/{secret}")
