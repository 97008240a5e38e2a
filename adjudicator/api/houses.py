"""The calls of house lists. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import urlencode

import orjson
from flask import Response, request
from msgspec import UNSET
from msgspec.structs import asdict

from adjudicator.api import ledger_models as models
from adjudicator.api.models import Next
from adjudicator.api.operations import JSON, TEXT, given, operation
from adjudicator.api.routes import answer
from adjudicator.core.fields import Table
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import UnknownRecord
from adjudicator.rules.house import Entry, Settings
from adjudicator.runtime.current import ASKED, adjudicator
from adjudicator.runtime.guards import ledger, tag_of
from adjudicator.usecases import houses
from adjudicator.usecases.house_shapes import (
    HouseModel,
    ImportReport,
    MergePreview,
    RevisionDiff,
    house_list,
    imported,
    merge_preview,
    revision_diff,
)
from adjudicator.usecases.houses import Revision

if TYPE_CHECKING:
    from adjudicator.usecases.people import Writer

_LIST = ("unknown-house-list",)
_REVISION = (*_LIST, "unknown-revision")


class HousesModel(TypedDict):
    lists: list[HouseModel]


class EntriesModel(TypedDict):
    slug: str
    revision: int
    entries: list[Entry]
    next: Next


class RevisionsModel(TypedDict):
    revisions: list[Revision]
    next: Next


@operation("GET", "/v1/house-lists", tag="house lists", answers=HousesModel)
def list_houses() -> Response:
    """List the house lists."""
    return answer({"lists": list(map(house_list, houses.lists(ledger())))}, keep=ASKED)


@operation(
    "POST",
    "/v1/house-lists",
    tag="house lists",
    body=models.HouseInput,
    answers=HouseModel,
    status=201,
    scope="owner",
    cached=False,
)
def create_house(body: models.HouseInput, by: Writer) -> Response:
    """Make a house list. It needs an owner's token for everything, which the command line makes."""
    settings = Settings(body.title, body.base, body.overrides)
    return _list_response(houses.create(ledger(), body.slug, settings, by=by, note=body.note), status=201)


@operation("GET", "/v1/house-lists/{slug}", tag="house lists", answers=HouseModel, problems=_LIST)
def show_house(slug: str) -> Response:
    """Show a house list: its settings and its latest revision."""
    latest = houses.revision(ledger(), slug)
    return answer(house_list(latest), etag=tag_of(slug, latest.number), keep=ASKED)


@operation(
    "PATCH",
    "/v1/house-lists/{slug}",
    tag="house lists",
    body=models.SettingsInput,
    answers=HouseModel,
    problems=_LIST,
    scope="owner",
    conditional=True,
    cached=False,
)
def change_settings(slug: str, body: models.SettingsInput, by: Writer, expected: int | None) -> Response:
    """Change the title, the base or the overrides of a list."""
    sent = {name: value for name, value in asdict(body).items() if name != "note" and value is not UNSET}
    return _list_response(
        houses.change_settings(
            ledger(), slug, expected, lambda settings: settings._replace(**sent), by=by, note=body.note
        )
    )


@operation(
    "GET",
    "/v1/house-lists/{slug}/entries",
    tag="house lists",
    query=models.EntriesQuery,
    answers=EntriesModel,
    problems=_REVISION,
)
def list_entries(slug: str, query: models.EntriesQuery) -> Response:
    """List what a house list says, in order of the alphabet: now, or as it was at a revision."""
    house = houses.contents(ledger(), slug, given(query.revision))
    wanted = given(query.effect)
    keys = sorted(key for key, entry in house.entries.items() if wanted in (None, entry.effect))
    start = bisect_right(keys, query.after) if query.after else 0
    page = keys[start : start + query.limit]
    more = start + query.limit < len(keys)
    data: EntriesModel = {
        "slug": slug,
        "revision": house.revision,
        "entries": [house.entries[key] for key in page],
        "next": _next(after=page[-1]) if more else None,
    }
    return answer(plain(data), etag=tag_of(slug, house.revision), keep=ASKED)


@operation(
    "GET",
    "/v1/house-lists/{slug}/entries/{word}",
    tag="house lists",
    answers=Entry,
    problems=(*_LIST, "unknown-entry", "bad-word"),
)
def show_entry(slug: str, word: str) -> Response:
    """Show the entry of a word. One that a list says nothing of itself is not found, even where another entry covers it."""
    found, number = houses.entry(ledger(), slug, word)
    return answer(plain(found), etag=tag_of(slug, number), keep=ASKED)


@operation(
    "PUT",
    "/v1/house-lists/{slug}/entries/{word}",
    tag="house lists",
    body=models.EntryBody,
    answers=HouseModel,
    problems=(*_LIST, "bad-word"),
    scope="editor",
    conditional=True,
    cached=False,
)
def put_entry(slug: str, word: str, body: models.EntryBody, by: Writer, expected: int | None) -> Response:
    """Allow or deny a word. What the list said of it before is replaced, and stays in the history."""
    entry = _entry({**asdict(body), "word": word}, by)
    return _list_response(houses.edit(ledger(), slug, expected, [entry], by=by))


@operation(
    "DELETE",
    "/v1/house-lists/{slug}/entries/{word}",
    tag="house lists",
    answers=HouseModel,
    problems=(*_LIST, "unknown-entry", "bad-word"),
    scope="editor",
    conditional=True,
    cached=False,
)
def delete_entry(slug: str, word: str, by: Writer, expected: int | None) -> Response:
    """Remove the entry of a word."""
    return _list_response(houses.edit(ledger(), slug, expected, drop=[word], by=by))


@operation(
    "POST",
    "/v1/house-lists/{slug}/edits",
    tag="house lists",
    body=models.EditInput,
    answers=HouseModel,
    problems=(*_LIST, "unknown-entry", "bad-word"),
    scope="editor",
    conditional=True,
    cached=False,
)
def edit_house(slug: str, body: models.EditInput, by: Writer, expected: int | None) -> Response:
    """Make many changes in one revision: all of them or none."""
    entries = [_entry(asdict(each), by, f"entries[{number}].") for number, each in enumerate(body.entries)]
    return _list_response(houses.edit(ledger(), slug, expected, entries, body.drop, by=by, note=body.note))


@operation(
    "GET",
    "/v1/house-lists/{slug}/revisions",
    tag="house lists",
    query=models.RevisionsQuery,
    answers=RevisionsModel,
    problems=_LIST,
)
def list_revisions(slug: str, query: models.RevisionsQuery) -> Response:
    """List the history of a house list, the newest revision first."""
    before = given(query.before)
    found = houses.history(ledger(), slug, before, query.limit + 1)
    page = found[: query.limit]
    following = _next(before=page[-1].number) if len(found) > query.limit else None
    data: RevisionsModel = {"revisions": page, "next": following}
    return answer(plain(data), keep=ASKED)


@operation(
    "GET",
    "/v1/house-lists/{slug}/revisions/{number}",
    tag="house lists",
    answers=Revision,
    problems=_REVISION,
)
def show_revision(slug: str, number: str) -> Response:
    """Show one revision: who made it, when and why."""
    return answer(plain(houses.revision(ledger(), slug, _number(slug, number))))


@operation(
    "GET",
    "/v1/house-lists/{slug}/diff",
    tag="house lists",
    query=models.DiffQuery,
    answers=RevisionDiff,
    problems=_REVISION,
)
def diff_revisions(slug: str, query: models.DiffQuery) -> Response:
    """Show what differs between two revisions of a list. What a list changes of its base: `/v1/rulesets/{base}/diff/house:{slug}`."""
    found, other = houses.difference(ledger(), slug, query.one, given(query.other))
    return answer(plain(revision_diff(slug, query.one, other, found)), keep=ASKED)


@operation(
    "POST",
    "/v1/house-lists/{slug}/restore",
    tag="house lists",
    body=models.RestoreInput,
    answers=HouseModel,
    problems=_REVISION,
    scope="editor",
    conditional=True,
    cached=False,
)
def restore_revision(slug: str, body: models.RestoreInput, by: Writer, expected: int | None) -> Response:
    """Make the list again what it was at a revision, by a new one: nothing of the history is lost.

    Where that changes the settings, too, it needs an owner's token.
    """
    return _list_response(houses.restore(ledger(), slug, expected, body.revision, by=by, note=body.note))


@operation(
    "POST",
    "/v1/house-lists/{slug}/forks",
    tag="house lists",
    body=models.ForkInput,
    answers=HouseModel,
    problems=_REVISION,
    status=201,
    scope="owner",
    cached=False,
)
def fork_house(slug: str, body: models.ForkInput, by: Writer) -> Response:
    """Make a new list of this one. It needs an owner's token for everything."""
    title, number = given(body.title), given(body.revision)
    made = houses.fork(ledger(), slug, body.slug, by=by, title=title, number=number, note=body.note)
    return _list_response(made, status=201)


@operation(
    "GET",
    "/v1/house-lists/{slug}/merge",
    tag="house lists",
    query=models.MergeQuery,
    answers=MergePreview,
    problems=(*_REVISION, "bad-record"),
)
def preview_merge(slug: str, query: models.MergeQuery) -> Response:
    """Show what merging another list into this one would do, with every conflict."""
    number = given(query.revision)
    found = houses.preview_merge(ledger(), slug, query.other, number)
    return answer(plain(merge_preview(found)), keep=ASKED)


@operation(
    "POST",
    "/v1/house-lists/{slug}/merge",
    tag="house lists",
    body=models.MergeInput,
    answers=HouseModel,
    problems=(*_REVISION, "merge-conflict"),
    scope="editor",
    conditional=True,
    cached=False,
)
def merge_house(slug: str, body: models.MergeInput, by: Writer, expected: int | None) -> Response:
    """Merge another list into this one. A word that both have changed differently is a conflict unless it is said whose entry to take.

    Where that changes the settings, too, it needs an owner's token.
    """
    made = houses.merge(
        ledger(),
        slug,
        expected,
        body.other,
        by=by,
        number=given(body.revision),
        take=body.take,
        prefer=given(body.prefer),
        note=body.note,
    )
    return _list_response(made)


@operation(
    "POST",
    "/v1/house-lists/{slug}/imports",
    tag="house lists",
    body=models.ImportInput,
    answers=ImportReport,
    problems=_LIST,
    scope="editor",
    conditional=True,
    cached=False,
)
def import_entries(slug: str, body: models.ImportInput, by: Writer, expected: int | None) -> Response:
    """Bring a file's words into a list, in one revision, with a report of what was new, known or contradicted. `dry_run` only reports.

    An owner's file also says who entered a word, when, and by which ruling; of anybody else's, these are the token's name and now, and
    `passed_over` counts the entries that said something else.
    """
    report, latest = houses.bring(
        adjudicator(),
        slug,
        expected,
        body.format,
        body.content,
        by=by,
        effect=body.effect,
        contradictions=body.contradictions,
        note=body.note,
        dry_run=body.dry_run,
    )
    return _list_response(latest, imported(latest, report, body.dry_run))


@operation(
    "GET",
    "/v1/house-lists/{slug}/export",
    tag="house lists",
    query=models.ExportQuery,
    answers=str,
    media=(TEXT,),
    problems=_REVISION,
)
def export_entries(slug: str, query: models.ExportQuery) -> Response:
    """Give the entries of a list as a file that an import takes. As a text, these are only the words that it allows."""
    content, number = houses.export(ledger(), slug, query.format, given(query.revision))
    response = Response(content, content_type=f"{TEXT}; charset=utf-8")
    response.headers["ETag"] = f'"{slug}.{number}.{query.format}"'
    response.headers["Cache-Control"] = ASKED
    response.make_conditional(request)
    return response


def _list_response(latest: Revision, report: ImportReport | None = None, status: int = 200) -> Response:
    """Return the answer to a change: the list as it is now, or the *report*."""
    said = house_list(latest) if report is None else plain(report)
    response = Response(orjson.dumps(said), status, content_type=JSON)
    response.headers["ETag"] = tag_of(latest.slug, latest.number)
    response.headers["Cache-Control"] = "no-store"
    if status == 201:
        response.headers["Location"] = f"/v1/house-lists/{latest.slug}"
    return response


def _number(slug: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
        raise UnknownRecord("revision", f"The house list {quote(slug)} has no revision {quote(text)}.")
    return int(text)


def _entry(sent: Table, by: Writer, place: str = "") -> Entry:
    """Return the entry that was sent. Raises :class:`BadWord`, :class:`BadRecord`."""
    houses.word_of(str(sent["word"]))
    return houses.entry_of(sent, by=by, place=place)


def _next(**more: Any) -> str:
    """Return the address of the next page, which differs from this one in *more*."""
    return f"{request.path}?{urlencode({**request.args.to_dict(), **more})}"
