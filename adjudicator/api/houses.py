"""The calls of house lists. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from flask import Response, request
from msgspec import UNSET
from msgspec.structs import asdict

from adjudicator.api import ledger_models as models
from adjudicator.api.models import Next
from adjudicator.api.operations import TEXT, given, operation
from adjudicator.api.responses import answer, next_page, nothing, page_of, unkept
from adjudicator.core.fields import Table
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord, UnknownRecord
from adjudicator.rules.house import Entry, Settings
from adjudicator.runtime.current import ASKED, adjudicator
from adjudicator.runtime.guards import ledger, tag_of
from adjudicator.usecases import desk as desks
from adjudicator.usecases import houses, imports
from adjudicator.usecases.house_shapes import (
    HouseModel,
    MergePreview,
    RevisionDiff,
    house_list,
    merge_preview,
    revision_diff,
)
from adjudicator.usecases.houses import Revision
from adjudicator.usecases.import_shapes import ImportReport, imported
from adjudicator.usecases.imports import Choices, Wanted

if TYPE_CHECKING:
    from adjudicator.usecases.writers import Writer

_LIST = ("unknown-house-list",)
_REVISION = (*_LIST, "unknown-revision")
call = partial(operation, tag="house lists")
change = partial(call, answers=HouseModel, scope="editor", conditional=True)
"""Declares what changes a list that others may have changed."""


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


@call("GET", "/v1/house-lists", query=models.HousesQuery, answers=HousesModel)
def list_houses(query: models.HousesQuery) -> Response:
    """List the house lists, or those that are put away."""
    away = houses.archived(ledger())
    found = [each for each in houses.lists(ledger()) if (each.slug in away) == query.archived]
    return answer({"lists": list(map(house_list, found))}, keep=ASKED)


@call(
    "POST",
    "/v1/house-lists",
    body=models.HouseInput,
    answers=HouseModel,
    status=201,
    scope="owner",
)
def create_house(body: models.HouseInput, by: Writer) -> Response:
    """Make a house list. It needs an owner's token for everything, which the command line makes."""
    settings = Settings(body.title, body.base, body.overrides)
    return _list_response(houses.create(ledger(), body.slug, settings, by=by, note=body.note), status=201)


@call("GET", "/v1/house-lists/{slug}", answers=HouseModel, problems=_LIST)
def show_house(slug: str) -> Response:
    """Show a house list: its settings and its latest revision."""
    latest = houses.revision(ledger(), slug)
    return answer(house_list(latest), etag=tag_of(slug, latest.number), keep=ASKED)


@change(
    "PATCH",
    "/v1/house-lists/{slug}",
    body=models.SettingsInput,
    problems=_REVISION,
    scope="owner",
)
def change_settings(slug: str, body: models.SettingsInput, by: Writer, expected: int | None) -> Response:
    """Change the title, the base or the overrides of a list."""
    sent = {name: value for name, value in asdict(body).items() if name != "note" and value is not UNSET}
    return _list_response(
        houses.change_settings(
            ledger(), slug, expected, lambda settings: settings._replace(**sent), by=by, note=body.note
        )
    )


@call(
    "GET",
    "/v1/house-lists/{slug}/entries",
    query=models.EntriesQuery,
    answers=EntriesModel,
    problems=_REVISION,
)
def list_entries(slug: str, query: models.EntriesQuery) -> Response:
    """List what a house list says, in order of the alphabet: now, or as it was at a revision."""
    number, effect = given(query.revision), given(query.effect)
    only, author = given(query.only), given(query.author)
    if only is None:
        house = houses.contents(ledger(), slug, number)
        found = [key for key, entry in house.entries.items() if author in (None, entry.author)]
    else:
        desk = desks.Desk(adjudicator(), slug, number)
        house, found = desk.house, desk.keys(desks.Wanted(only=only, author=author or ""))
    keys = (key for key in found if key > query.after and effect in (None, house.entries[key].effect))
    page, more = page_of(sorted(keys), query.limit)
    data: EntriesModel = {
        "slug": slug,
        "revision": house.revision,
        "entries": [house.entries[key] for key in page],
        "next": next_page(after=page[-1]) if more else None,
    }
    tag = (
        tag_of(slug, house.revision) if only is None else None
    )  # what is found depends on the day and the rules
    return answer(plain(data), etag=tag, keep=ASKED)


@call(
    "GET",
    "/v1/house-lists/{slug}/entries/{word}",
    answers=Entry,
    problems=(*_LIST, "unknown-entry", "bad-word"),
)
def show_entry(slug: str, word: str) -> Response:
    """Show the entry of a word. One that a list says nothing of itself is not found, even where another entry covers it."""
    found, number = houses.entry(ledger(), slug, word)
    return answer(plain(found), etag=tag_of(slug, number), keep=ASKED)


@change(
    "PUT",
    "/v1/house-lists/{slug}/entries/{word}",
    query=models.SeenQuery,
    body=models.EntryBody,
    problems=(*_REVISION, "bad-word"),
)
def put_entry(
    slug: str, word: str, query: models.SeenQuery, body: models.EntryBody, by: Writer, expected: int | None
) -> Response:
    """Allow or deny a word. What the list said of it before is replaced, and stays in the history."""
    entry = _entry({**asdict(body), "word": word}, by)
    return _list_response(houses.edit(ledger(), slug, expected, [entry], by=by, seen=given(query.seen)))


@change(
    "DELETE",
    "/v1/house-lists/{slug}/entries/{word}",
    query=models.SeenQuery,
    problems=(*_REVISION, "unknown-entry", "bad-word"),
)
def delete_entry(slug: str, word: str, query: models.SeenQuery, by: Writer, expected: int | None) -> Response:
    """Remove the entry of a word."""
    return _list_response(houses.edit(ledger(), slug, expected, drop=[word], by=by, seen=given(query.seen)))


@change(
    "POST",
    "/v1/house-lists/{slug}/edits",
    query=models.SeenQuery,
    body=models.EditInput,
    problems=(*_REVISION, "unknown-entry", "bad-word"),
)
def edit_house(
    slug: str, query: models.SeenQuery, body: models.EditInput, by: Writer, expected: int | None
) -> Response:
    """Make many changes in one revision: all of them or none."""
    entries = [_entry(asdict(each), by, f"entries[{number}].") for number, each in enumerate(body.entries)]
    seen = given(query.seen)
    made = houses.edit(ledger(), slug, expected, entries, body.drop, by=by, note=body.note, seen=seen)
    return _list_response(made)


@call(
    "POST",
    "/v1/house-lists/{slug}/rename",
    body=models.RenameInput,
    answers=HouseModel,
    problems=_LIST,
    scope="owner",
)
def rename_house(slug: str, body: models.RenameInput, by: Writer) -> Response:
    """Give a list another short name. The one before leads to it for good (308), and is given to no other list.

    Verdicts, disputes and rulings that have it stay what they are: as `house:SLUG`, too, the name before means this list.
    """
    return _list_response(houses.rename(ledger(), slug, body.slug, by=by))


@call("DELETE", "/v1/house-lists/{slug}", answers=None, problems=_LIST, scope="owner")
def delete_house(slug: str, by: Writer) -> Response:
    """Delete a list with its history, tokens and invites, for good. What something refers to is not deleted (`bad-record`): put it away."""
    houses.delete(ledger(), slug, by=by)
    return nothing()


@call("PUT", "/v1/house-lists/{slug}/archive", answers=None, problems=_LIST, scope="owner")
def archive_house(slug: str, by: Writer) -> Response:
    """Put a list away: it judges on wherever something names it, is not offered any more, and nobody changes it."""
    houses.archive(ledger(), slug, by=by)
    return nothing()


@call("DELETE", "/v1/house-lists/{slug}/archive", answers=None, problems=_LIST, scope="owner")
def unarchive_house(slug: str, by: Writer) -> Response:
    """Bring a list back from the archive."""
    houses.bring_back(ledger(), slug, by=by)
    return nothing()


@change("POST", "/v1/house-lists/{slug}/prune", problems=_REVISION, staged=True)
def prune_house(slug: str, by: Writer, expected: int | None) -> Callable[[], Response]:
    """Remove the entries that change nothing, in one revision: without them every verdict is what it is.

    These are the entries that only repeat the rules that the list stands on, and those that have run out. `entries?only=idle` and
    `entries?only=over` list them.
    """
    prune = desks.pruning(adjudicator(), slug, expected, by=by)
    return lambda: _list_response(prune())


@call(
    "GET",
    "/v1/house-lists/{slug}/revisions",
    query=models.RevisionsQuery,
    answers=RevisionsModel,
    problems=(*_LIST, "bad-word"),
)
def list_revisions(slug: str, query: models.RevisionsQuery) -> Response:
    """List the history of a house list, the newest revision first."""
    word, author = given(query.word), given(query.author)
    found = houses.history(ledger(), slug, given(query.before), query.limit + 1, word=word, author=author)
    page, more = page_of(found, query.limit)
    data: RevisionsModel = {"revisions": page, "next": next_page(before=page[-1].number) if more else None}
    return answer(plain(data), keep=ASKED)


@call(
    "GET",
    "/v1/house-lists/{slug}/revisions/{number}",
    answers=Revision,
    problems=_REVISION,
)
def show_revision(slug: str, number: str) -> Response:
    """Show one revision: who made it, when and why."""
    return answer(plain(houses.revision(ledger(), slug, _number(slug, number))))


@call(
    "GET",
    "/v1/house-lists/{slug}/diff",
    query=models.DiffQuery,
    answers=RevisionDiff,
    problems=_REVISION,
)
def diff_revisions(slug: str, query: models.DiffQuery) -> Response:
    """Show what differs between two revisions of a list. What a list changes of its base: `/v1/rulesets/{base}/diff/house:{slug}`."""
    found, other = houses.difference(ledger(), slug, query.one, given(query.other))
    return answer(plain(revision_diff(slug, query.one, other, found)), keep=ASKED)


@change(
    "POST",
    "/v1/house-lists/{slug}/restore",
    body=models.RestoreInput,
    problems=(*_REVISION, "bad-word"),
)
def restore_revision(slug: str, body: models.RestoreInput, by: Writer, expected: int | None) -> Response:
    """Make the list again what it was at a revision, or some `words` of it, by a new one: nothing of the history is lost.

    Where that changes the settings, too, it needs an owner's token.
    """
    words = given(body.words)
    made = houses.restore(ledger(), slug, expected, body.revision, by=by, note=body.note, words=words)
    return _list_response(made)


@call(
    "POST",
    "/v1/house-lists/{slug}/forks",
    body=models.ForkInput,
    answers=HouseModel,
    problems=_REVISION,
    status=201,
    scope="owner",
)
def fork_house(slug: str, body: models.ForkInput, by: Writer) -> Response:
    """Make a new list of this one. It needs an owner's token for everything."""
    title, number = given(body.title), given(body.revision)
    made = houses.fork(ledger(), slug, body.slug, by=by, title=title, number=number, note=body.note)
    return _list_response(made, status=201)


@call(
    "GET",
    "/v1/house-lists/{slug}/merge",
    query=models.MergeQuery,
    answers=MergePreview,
    problems=(*_REVISION, "bad-record"),
)
def preview_merge(slug: str, query: models.MergeQuery) -> Response:
    """Show what merging another list into this one would do, with every conflict."""
    number = given(query.revision)
    found = houses.preview_merge(ledger(), slug, query.other, number)
    return answer(plain(merge_preview(found)), keep=ASKED)


@change(
    "POST",
    "/v1/house-lists/{slug}/merge",
    body=models.MergeInput,
    problems=(*_REVISION, "merge-conflict"),
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


@change(
    "POST",
    "/v1/house-lists/{slug}/imports",
    body=models.ImportInput,
    answers=ImportReport,
    problems=_REVISION,
)
def import_entries(slug: str, body: models.ImportInput, by: Writer, expected: int | None) -> Response:
    """Bring a file's words into a list, in one revision, with a report of what was understood, new, known or contradicted.

    A workbook is sent as `file`, and so is a text whose letters nobody has looked at. `dry_run` only reports. A file of which a line cannot be
    read is refused with `bad-record`, unless such lines are to be left. An owner's file also says who entered a word, when, and by which
    ruling; of anybody else's, these are the token's name and now, and `passed_over` counts the entries that said something else.
    """
    content, file = given(body.content), given(body.file)
    if (content is None) == (file is None):
        raise BadRecord(["content, file: takes one of the two"])
    wanted = Wanted(
        given(body.format),
        given(body.encoding),
        given(body.separator),
        given(body.header),
        tuple(body.columns),
        given(body.sheet),
    )
    sent = content if file is None else file
    reading = imports.reader(ledger(), slug, sent, body.name, wanted, by=by, effect=body.effect)
    choices = Choices(body.contradictions, body.already_so, body.unreadable)
    report, latest = imports.bring(
        adjudicator(), slug, expected, reading, choices, by=by, note=body.note, dry_run=body.dry_run
    )
    return _list_response(latest, imported(latest, report, body.dry_run))


@call(
    "GET",
    "/v1/house-lists/{slug}/export",
    query=models.ExportQuery,
    answers=str,
    media=(TEXT, imports.MEDIA["xlsx"]),
    problems=_REVISION,
)
def export_entries(slug: str, query: models.ExportQuery) -> Response:
    """Give the entries of a list as a file that an import takes. As a text, these are only the words that it allows.

    No cell of a table is a formula, and CSV has the byte order mark by which Excel knows UTF-8.
    """
    content, number = imports.export(ledger(), slug, query.format, given(query.revision), query.separator)
    media = imports.MEDIA[query.format]
    response = Response(content, content_type=f"{media}; charset=utf-8" if media == TEXT else media)
    response.headers["ETag"] = f'"{slug}.{number}.{query.format}.{query.separator}"'
    response.headers["Cache-Control"] = ASKED
    response.make_conditional(request)
    return response


def _list_response(latest: Revision, report: ImportReport | None = None, status: int = 200) -> Response:
    """Return the answer to a change: the list as it is now, or the *report*."""
    said = house_list(latest) if report is None else plain(report)
    location = f"{request.script_root}/v1/house-lists/{latest.slug}" if status == 201 else None
    return unkept(said, status, etag=tag_of(latest.slug, latest.number), location=location)


def _number(slug: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
        raise UnknownRecord("revision", f"The house list {quote(slug)} has no revision {quote(text)}.")
    return int(text)


def _entry(sent: Table, by: Writer, place: str = "") -> Entry:
    """Return the entry that was sent. Raises :class:`BadWord`, :class:`BadRecord`."""
    houses.word_of(str(sent["word"]))
    return houses.entry_of(sent, by=by, place=place)
