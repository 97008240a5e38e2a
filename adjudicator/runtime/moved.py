"""The way from an address with a name that a house list had before to the one that it has now."""

from __future__ import annotations

import contextlib

from flask import request, url_for
from werkzeug.wrappers import Response

from adjudicator.errors import AdjudicatorError, ListRenamed, NotAllowed
from adjudicator.runtime.current import ASKED
from adjudicator.runtime.errors import PreconditionFailed
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses

NAME = "slug"
"""What the name of the list is called in the routes that have one."""
_FIRST = (ListRenamed, NotAllowed, PreconditionFailed)
"""What may be raised first where a list is called otherwise: a right or an ETag that is given may be of its new name."""


def moved_to(error: Exception) -> Response | None:
    """Return the way on where *error* was raised because the list in the request's address is called otherwise by now; None otherwise.

    It is permanent, and keeps the method and the body (308).
    """
    given = request.view_args or {}
    if NAME not in given or request.endpoint is None or not isinstance(error, _FIRST):
        return None
    slug = None
    with contextlib.suppress(AdjudicatorError):
        slug = houses.called_now(ledger(), given[NAME])
    if slug is None:
        return None
    query = request.query_string.decode("latin-1")
    address = url_for(request.endpoint, **{**given, NAME: slug}) + (f"?{query}" if query else "")
    # a cache asks again: the list may take its old name again
    return Response(status=308, headers={"Location": address, "Cache-Control": ASKED})
