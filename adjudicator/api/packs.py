"""The calls that hand on packs: verdicts for those who have no network. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from typing import Annotated, TypedDict

from flask import Response, current_app, request
from msgspec import UNSET, Meta, UnsetType

from adjudicator.api.ledger_models import AtNumber
from adjudicator.api.models import Answer
from adjudicator.api.operations import given, operation
from adjudicator.api.responses import answer, coding_of
from adjudicator.core.shapes import Digest
from adjudicator.judging.bench import HouseBench
from adjudicator.packs.deltas import HousePack, delta_of
from adjudicator.packs.format import FORMAT
from adjudicator.rules.house import Address
from adjudicator.runtime import current
from adjudicator.runtime.coding import CODINGS
from adjudicator.runtime.guards import ledger
from adjudicator.runtime.packs import KeptFile, Shelf, shipped
from adjudicator.usecases import houses

BYTES = "application/octet-stream"
IMMUTABLE = "public, max-age=31536000, immutable"
"""Kept by any cache for a year, without asking: what is named by its digest never changes."""
SHELF = "adjudicator.packs"
"""Where the application keeps its shelf."""
Content = Annotated[str, Meta(extra_json_schema={"format": "binary"})]


class AtQuery(Answer):
    revision: AtNumber | UnsetType = UNSET


class PackFile(TypedDict):
    """A file of a pack, named by its digest."""

    digest: Digest
    url: str
    """Where it is: the same bytes for good, packed as the client takes it."""
    size: int
    gzip: int | None
    """Its size as it is sent in that coding; null where it is not."""
    br: int | None
    """The same in Brotli."""


class LatestPack(TypedDict):
    """The pack of the lexicon in service."""

    format: int
    """Readers of another number cannot read it."""
    lexicon: Digest
    rulesets: list[str]
    pack: PackFile
    glosses: PackFile


@operation("GET", "/v1/packs/latest", tag="packs", answers=LatestPack)
def latest_pack() -> Response:
    """Name the pack of the lexicon in service: what a device needs to judge without a network.

    The first to ask for the pack of a new lexicon waits some seconds until it is made; who asks meanwhile is told to ask again.
    """
    adjudicator = current.adjudicator()
    kept = shelf().latest(adjudicator, apart=True)
    data: LatestPack = {
        "format": FORMAT,
        "lexicon": adjudicator.lexicon.digest,
        "rulesets": [each.id for each in shipped(adjudicator)],
        "pack": _told(kept.pack),
        "glosses": _told(kept.glosses),
    }
    return answer(data, keep=current.ASKED)


@operation(
    "GET", "/v1/packs/{digest}", tag="packs", answers=Content, media=(BYTES,), problems=("unknown-pack",)
)
def fetch_pack(digest: str) -> Response:
    """Fetch a pack, or the glosses of one, by its digest.

    It never changes, and is sent in Brotli or gzip to clients that take that.
    """
    kept = shelf().find(digest)
    coding = coding_of(filter(kept.coded, CODINGS))
    path = (kept.coded(coding) if coding else None) or kept.path
    response = Response(path.read_bytes(), content_type=BYTES)
    if coding:
        response.headers["Content-Encoding"] = coding
    response.headers["ETag"] = f'W/"{digest}"'
    response.headers["Cache-Control"] = IMMUTABLE
    response.headers["Vary"] = "Accept-Encoding"
    response.make_conditional(request)
    return response


@operation(
    "GET",
    "/v1/house-lists/{slug}/pack",
    tag="packs",
    query=AtQuery,
    answers=HousePack,
    problems=("unknown-house-list", "unknown-revision"),
)
def show_house_pack(slug: str, query: AtQuery) -> Response:
    """Show what a house list changes of the latest pack: now, or as it was at a revision.

    It is small unless the list has other rules than its rulebook: then every word is in it that these judge otherwise.
    """
    adjudicator = current.adjudicator()
    number = given(query.revision)
    houses.revision(ledger(), slug, number)
    bench = current.under(str(Address(slug, number)))
    assert isinstance(bench, HouseBench)
    kept, rulesets = shelf().latest(adjudicator, apart=True), shipped(adjudicator)
    data = delta_of(
        bench,
        kept.pack.digest,
        rulesets,
        lambda base, other: shelf().changes(adjudicator, base, other),
    )
    etag = current.etag_of(bench.mark, kept.pack.digest)
    return answer(data, etag=etag, keep=current.ASKED)


def shelf() -> Shelf:
    """Return where the application of the request at hand has its packs."""
    found: Shelf | None = current_app.extensions.get(SHELF)
    if found is None:
        found = current_app.extensions.setdefault(SHELF, Shelf.of(current.places()))
    return found


def _told(kept: KeptFile) -> PackFile:
    return {
        "digest": kept.digest,
        "url": f"{request.script_root}/v1/packs/{kept.digest}",
        "size": kept.size() or 0,
        "gzip": kept.size("gzip"),
        "br": kept.size("br"),
    }
