"""The calls of seasons: revisions of house lists that are frozen under a name. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from flask import Response, request

from adjudicator.api import ledger_models as models
from adjudicator.api.operations import given, operation
from adjudicator.api.responses import answer, unkept
from adjudicator.core.shapes import plain
from adjudicator.runtime.current import ASKED, adjudicator
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import seasons
from adjudicator.usecases.seasons import Season

if TYPE_CHECKING:
    from adjudicator.usecases.writers import Writer

call = partial(operation, tag="house lists")


class SeasonsModel(TypedDict):
    seasons: list[Season]


@call("GET", "/v1/house-lists/{slug}/seasons", answers=SeasonsModel, problems=("unknown-house-list",))
def list_seasons(slug: str) -> Response:
    """List the seasons of a house list, the latest first."""
    return answer(plain(SeasonsModel(seasons=seasons.seasons(ledger(), slug))), keep=ASKED)


@call(
    "POST",
    "/v1/house-lists/{slug}/seasons",
    body=models.SeasonInput,
    answers=Season,
    problems=("unknown-house-list", "unknown-revision"),
    status=201,
    scope="owner",
    staged=True,
)
def freeze_season(slug: str, body: models.SeasonInput, by: Writer) -> Callable[[], Response]:
    """Freeze a revision of a list under a name. It stays what it is: `house:SLUG@N` judges by it, and its digests can be published."""
    id, number = given(body.id) or "", given(body.revision)
    freeze = seasons.freezing(adjudicator(), slug, body.name, by=by, id=id, number=number)
    location = f"{request.script_root}/v1/house-lists/{slug}/seasons"

    def frozen() -> Response:
        made = freeze()
        return unkept(plain(made), 201, location=f"{location}/{made.id}")

    return frozen


@call(
    "GET",
    "/v1/house-lists/{slug}/seasons/{season}",
    answers=Season,
    problems=("unknown-house-list", "unknown-season"),
)
def show_season(slug: str, season: str) -> Response:
    """Show a season: which revision it is, and by which digests it was judged when it was frozen."""
    return answer(plain(seasons.season(ledger(), slug, season)), keep=ASKED)
