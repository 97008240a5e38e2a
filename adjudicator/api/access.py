"""The calls of tokens and invites: who may change what. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlencode

import orjson
from flask import Response, request

from adjudicator.api import ledger_models as models
from adjudicator.api.operations import JSON, operation
from adjudicator.core.shapes import extends, plain
from adjudicator.rules.house import PREFIX
from adjudicator.runtime.guards import count_secret, ledger
from adjudicator.usecases import disputes, people
from adjudicator.usecases.people import Invite, Token

if TYPE_CHECKING:
    from adjudicator.usecases.people import Writer

_PARTS = {"house": "lists", "dispute": "disputes"}
"""Kind of subject → the part of the site that has its page."""
_LIST = ("unknown-house-list",)


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


@operation(
    "POST",
    "/v1/house-lists/{slug}/invites",
    tag="tokens",
    body=models.InviteInput,
    answers=InviteModel,
    problems=_LIST,
    status=201,
    scope="owner",
    secret=True,
    cached=False,
)
def make_invite(slug: str, body: models.InviteInput, by: Writer) -> Response:
    """Make an invite link to a list: whoever has it can take it up, and gets a token."""
    made, secret = people.invite(ledger(), body.scope, PREFIX + slug, body.uses, by=by, hours=body.hours)
    return _invited(made, secret)


@operation(
    "DELETE",
    "/v1/house-lists/{slug}/invites/{id}",
    tag="tokens",
    answers=None,
    problems=(*_LIST, "unknown-invite"),
    status=204,
    scope="owner",
    cached=False,
)
def revoke_invite(slug: str, id: str, by: Writer) -> Response:
    """End an invite. The tokens that it gave stay."""
    people.end_invite_to_list(ledger(), slug, id, by=by)
    return _nothing()


@operation(
    "POST",
    "/v1/disputes/{id}/invites",
    tag="tokens",
    body=models.VotersInput,
    answers=InviteModel,
    problems=("unknown-dispute",),
    status=201,
    scope="voter",
    secret=True,
    cached=False,
)
def invite_voters(id: str, body: models.VotersInput, by: Writer) -> Response:
    """Make an invite link to a dispute that is open: whoever has it can take it up, and gets a token to vote in it.

    It needs the token that the dispute was opened with, or an owner's.
    """
    made, secret = disputes.invite_voters(ledger(), id, by=by, uses=body.uses, hours=body.hours)
    return _invited(made, secret)


@operation(
    "POST",
    "/v1/invites/{secret}",
    tag="tokens",
    body=models.AcceptInput,
    answers=NewToken,
    problems=("unknown-invite", "bad-record"),
    status=201,
    cached=False,
)
def accept_invite(secret: str, body: models.AcceptInput) -> Response:
    """Take an invite up, under a name that others see. The token's secret is shown this once."""
    count_secret()
    token, made = people.accept(ledger(), secret, body.name)
    return _json_response(plain(token, secret=made), 201)


@operation(
    "GET",
    "/v1/house-lists/{slug}/tokens",
    tag="tokens",
    answers=TokensModel,
    problems=_LIST,
    scope="owner",
    cached=False,
)
def list_tokens(slug: str, by: Writer) -> Response:
    """List who may change a list: its tokens without their secrets."""
    data: TokensModel = {"tokens": people.tokens_of_list(ledger(), slug, by=by)}
    return _json_response(plain(data))


@operation(
    "DELETE",
    "/v1/house-lists/{slug}/tokens/{id}",
    tag="tokens",
    answers=None,
    problems=(*_LIST, "unknown-token"),
    status=204,
    scope="owner",
    cached=False,
)
def revoke_token(slug: str, id: str, by: Writer) -> Response:
    """End a token of a list, at once and for good, and the invites that it made."""
    people.end_token_of_list(ledger(), slug, id, by=by)
    return _nothing()


def _invited(made: Invite, secret: str) -> Response:
    """Return the answer to whoever has made an invite: the only one that has its link, which is a page's; programs find theirs in
    ``Location``.
    """
    root = request.root_url.rstrip("/")
    kind, _, name = made.subject.partition(":")
    after = urlencode({"after": f"/{_PARTS[kind]}/{name}"})
    data: InviteModel = plain(made, link=f"{root}/join/{secret}?{after}")
    return _json_response(data, 201, f"{root}/v1/invites/{secret}")


def _json_response(data: object, status: int = 200, location: str | None = None) -> Response:
    """Return an answer that nobody keeps."""
    response = Response(orjson.dumps(data), status, content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    if location is not None:
        response.headers["Location"] = location
    return response


def _nothing() -> Response:
    response = Response(status=204)
    response.headers["Cache-Control"] = "no-store"
    del response.headers["Content-Type"]
    return response
