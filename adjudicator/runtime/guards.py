"""Guards every write: bearer token, If-Match, Idempotency-Key.

A change needs a token (``Authorization: Bearer …``); one that another may have made in the meantime names the revision that it was made
from (``If-Match``); a POST may carry an ``Idempotency-Key``, and is then done once however often it is sent.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from flask import current_app, request
from werkzeug.wrappers import Response

from adjudicator.errors import AdjudicatorError, LedgerUnavailable, NotAllowed
from adjudicator.rules.house import PREFIX
from adjudicator.runtime import current
from adjudicator.runtime.errors import NoPrecondition, PreconditionFailed, RateLimited
from adjudicator.usecases import people, serving
from adjudicator.usecases.houses import called_now
from adjudicator.usecases.writers import Writer, holder

if TYPE_CHECKING:
    from adjudicator.runtime.limits import ClientLimits, Limits
    from adjudicator.usecases.serving import Reply
    from adjudicator.usecases.types import Ledger

T = TypeVar("T")
WRITE_LIMITS = "adjudicator.write_limits"
SIGN_IN_LIMITS = "adjudicator.sign_in_limits"
REPLAYED = "Idempotency-Replayed"
MAX_KEY = 255
"""Characters of an idempotency key."""
_TAG = re.compile(r'"([A-Za-z0-9_-]{1,64})\.([1-9][0-9]{0,8})"')
_KEPT = ("ETag", "Location", "Content-Type", "Cache-Control")
"""Header fields of an answer that are given again when it is."""


def count_secret() -> None:
    """Count that a client shows a secret to sign in or to take an invite up. Raises :class:`RateLimited` if that is once too often."""
    limits: ClientLimits = current_app.extensions[SIGN_IN_LIMITS]
    wait, _ = limits.ask(request.environ)
    if wait is not None:
        raise RateLimited("Too many secrets came from your address.", f"Wait {wait} s.", wait)


def ledger() -> Ledger:
    """Return the ledger, for use cases to ask. Raises :class:`LedgerError`."""
    return current.adjudicator().ledger


def bearer(scope: str, slug: str | None) -> Writer:
    """Return who asks: the holder of the request's token, which must be of this *scope* or a wider one for the house list *slug*, if one is
    named; or for the list that was called so: what they have done by that name is answered again.

    Raises :class:`NotAllowed` if it is missing, wrong or not for this, :class:`RateLimited` if it has asked too often.
    """
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.strip():
        raise NotAllowed(
            "missing",
            "This call needs a token.",
            "Send it as `Authorization: Bearer adj_…`; an invite link gives one.",
        )
    try:
        token = people.signed_in(ledger(), secret.strip())
    except LedgerUnavailable as error:
        error.unwritten = True
        raise
    found = holder(token)
    if slug is not None and not found.may(scope, PREFIX + slug):
        found.must(scope, PREFIX + (called_now(ledger(), slug) or slug))
    limits: Limits = current_app.extensions[WRITE_LIMITS]
    wait, _ = limits.hit(token.id)
    if wait is not None:
        raise RateLimited("This token has asked too often.", f"Wait {wait} s.", wait)
    return found


def tag_of(name: str, number: int) -> str:
    """Return the ETag of revision *number* of a house list or dispute."""
    return f'"{name}.{number}"'


def expected_revision(name: str) -> int | None:
    """Return the revision of *name* that the request means to change; None if it takes any that there is (``If-Match: *``).

    Raises :class:`NoPrecondition` if it names none, :class:`PreconditionFailed` if it names something else.
    """
    given = request.headers.get("If-Match", "").strip()
    if not given:
        raise NoPrecondition(
            "This call changes what others may have changed since you read it.",
            "Send `If-Match` with the ETag of what you read, or `If-Match: *` to change whatever there is.",
        )
    if given == "*":
        return None
    for tag in given.split(","):
        found = _TAG.fullmatch(tag.strip())
        if found and (found[1] == name or called_now(ledger(), found[1]) == name):
            return int(found[2])
    raise PreconditionFailed(
        f"{given[:100]} is no ETag of {name}.",
        f'Send the ETag that it was read with: "{name}.N", in quotation marks, where N is the number of the revision.',
    )


def once(by: Writer, act: Callable[[], Response]) -> Response:
    """Return what *act* answers, or what it answered before where the request comes with the same ``Idempotency-Key`` again.

    Raises :class:`KeyReused` where the key came with another request.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None or by.id is None:
        return act()

    def answer() -> Reply:
        response = act()
        kept = {name: response.headers[name] for name in _KEPT if name in response.headers}
        return response.status_code, kept, response.get_data()

    (status, headers, body), replayed = serving.once(ledger(), by.id, key, _digest(), answer)
    response = Response(body, status, dict(headers))
    if replayed:
        response.headers[REPLAYED] = "true"
    return response


def staged(prepare: Callable[..., Callable[[], T]], *given: Any, **named: Any) -> Callable[[], T]:
    """Return the act that *prepare* returns for what is *given*, to be done :func:`once`. What it refuses is refused when that is called: what was
    done before under the same key is answered again, whatever has changed since.
    """
    try:
        return prepare(*given, **named)
    except AdjudicatorError as error:
        refused = error

    def act() -> T:
        raise refused

    return act


def _digest() -> str:
    said: dict[str, Any] = {
        "method": request.method,
        "path": request.full_path,
        "if-match": request.headers.get("If-Match"),
        "body": hashlib.sha256(request.get_data(cache=True)).hexdigest(),
    }
    return f"sha256:{hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()}"
