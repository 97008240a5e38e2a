"""The calls of house lists. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import orjson
from flask import Response, request
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from adjudicator import serialise
from adjudicator.api import ledger_models as models
from adjudicator.api.current import ASKED, adjudicator
from adjudicator.api.gate import ledger, tag_of
from adjudicator.api.models import HouseEntry
from adjudicator.api.operations import JSON, TEXT, given, operation
from adjudicator.api.routes import answer
from adjudicator.errors import UnknownRecord
from adjudicator.rules.house import PREFIX, Entry, HouseList, Settings
from adjudicator.spelling import key_of, shown

if TYPE_CHECKING:
    from adjudicator.ledger.revisions import Revision
    from adjudicator.ledger.tokens import Token
    from adjudicator.ledger.transfer import Reading

_LIST = ("unknown-house-list",)
_REVISION = (*_LIST, "unknown-revision")


@operation("GET", "/v1/house-lists", tag="house lists", answers=models.HousesModel)
def list_houses() -> Response:
    """List the house lists."""
    return answer({"lists": [serialise.house_list(each) for each in ledger().houses.lists()]}, keep=ASKED)


@operation(
    "POST",
    "/v1/house-lists",
    tag="house lists",
    body=models.HouseInput,
    answers=models.HouseModel,
    status=201,
    scope="owner",
    cached=False,
)
def create_house(body: models.HouseInput, token: Token) -> Response:
    """Make a house list. It needs an owner's token for everything, which the command line makes."""
    from adjudicator.ledger.tokens import EVERYTHING, require

    require(token, "owner", EVERYTHING)
    settings = Settings(body.title, body.base, body.overrides)
    made = ledger().houses.create(body.slug, settings, token.name, body.note, maker=token.id)
    return _changed(made, status=201)


@operation("GET", "/v1/house-lists/{slug}", tag="house lists", answers=models.HouseModel, problems=_LIST)
def show_house(slug: str) -> Response:
    """Show a house list: its settings and its latest revision."""
    latest = ledger().houses.revision(slug)
    return answer(serialise.house_list(latest), etag=tag_of(slug, latest.number), keep=ASKED)


@operation(
    "PATCH",
    "/v1/house-lists/{slug}",
    tag="house lists",
    body=models.SettingsInput,
    answers=models.HouseModel,
    problems=_LIST,
    scope="owner",
    conditional=True,
    cached=False,
)
def change_settings(slug: str, body: models.SettingsInput, token: Token, expected: int | None) -> Response:
    """Change the title, the base or the overrides of a list."""
    with ledger().store.writing():
        sent = {name: value for name, value in asdict(body).items() if name != "note" and value is not UNSET}
        settings = ledger().houses.revision(slug).settings._replace(**sent)
        return _changed(ledger().houses.settings(slug, expected, settings, token.name, body.note))


@operation(
    "GET",
    "/v1/house-lists/{slug}/entries",
    tag="house lists",
    query=models.EntriesQuery,
    answers=models.EntriesModel,
    problems=_REVISION,
)
def list_entries(slug: str, query: models.EntriesQuery) -> Response:
    """List what a house list says, in order of the alphabet: now, or as it was at a revision."""
    house = _at(slug, query.revision)
    wanted = given(query.effect)
    keys = sorted(key for key, entry in house.entries.items() if wanted in (None, entry.effect))
    start = bisect_right(keys, query.after) if query.after else 0
    page = keys[start : start + query.limit]
    more = start + query.limit < len(keys)
    data = {
        "slug": slug,
        "revision": house.revision,
        "entries": [serialise.entry(house.entries[key]) for key in page],
        "next": _next(after=page[-1]) if more else None,
    }
    return answer(data, etag=tag_of(slug, house.revision), keep=ASKED)


@operation(
    "GET",
    "/v1/house-lists/{slug}/entries/{word}",
    tag="house lists",
    answers=HouseEntry,
    problems=(*_LIST, "unknown-entry", "bad-word"),
)
def show_entry(slug: str, word: str) -> Response:
    """Show the entry of a word. One that a list says nothing of itself is not found, even where another entry covers it."""
    house = ledger().current.get(slug)
    return answer(serialise.entry(_entry(house, word)), etag=tag_of(slug, house.revision), keep=ASKED)


@operation(
    "PUT",
    "/v1/house-lists/{slug}/entries/{word}",
    tag="house lists",
    body=models.EntryBody,
    answers=models.HouseModel,
    problems=(*_LIST, "bad-word"),
    scope="editor",
    conditional=True,
    cached=False,
)
def put_entry(slug: str, word: str, body: models.EntryBody, token: Token, expected: int | None) -> Response:
    """Allow or deny a word. What the list said of it before is replaced, and stays in the history."""
    entry = _written({**asdict(body), "word": word}, token)
    return _changed(ledger().houses.edit(slug, expected, {entry.key: entry}, token.name))


@operation(
    "DELETE",
    "/v1/house-lists/{slug}/entries/{word}",
    tag="house lists",
    answers=models.HouseModel,
    problems=(*_LIST, "unknown-entry", "bad-word"),
    scope="editor",
    conditional=True,
    cached=False,
)
def delete_entry(slug: str, word: str, token: Token, expected: int | None) -> Response:
    """Say nothing of a word any more."""
    with ledger().store.writing():
        key = _entry(ledger().current.get(slug), word).key
        return _changed(ledger().houses.edit(slug, expected, {key: None}, token.name))


@operation(
    "POST",
    "/v1/house-lists/{slug}/edits",
    tag="house lists",
    body=models.EditInput,
    answers=models.HouseModel,
    problems=(*_LIST, "bad-word"),
    scope="editor",
    conditional=True,
    cached=False,
)
def edit_house(slug: str, body: models.EditInput, token: Token, expected: int | None) -> Response:
    """Make many changes in one revision: all of them or none."""
    changes: dict[str, Entry | None] = {key_of(_word(word)): None for word in body.drop}
    for number, each in enumerate(body.entries):
        entry = _written(asdict(each), token, f"entries[{number}].")
        changes[entry.key] = entry
    return _changed(ledger().houses.edit(slug, expected, changes, token.name, body.note))


@operation(
    "GET",
    "/v1/house-lists/{slug}/revisions",
    tag="house lists",
    query=models.RevisionsQuery,
    answers=models.RevisionsModel,
    problems=_LIST,
)
def list_revisions(slug: str, query: models.RevisionsQuery) -> Response:
    """List the history of a house list, the newest revision first."""
    before = given(query.before)
    found = ledger().houses.history(slug, before, query.limit + 1)
    page = found[: query.limit]
    following = _next(before=page[-1].number) if len(found) > query.limit else None
    return answer({"revisions": [serialise.revision(each) for each in page], "next": following}, keep=ASKED)


@operation(
    "GET",
    "/v1/house-lists/{slug}/revisions/{number}",
    tag="house lists",
    answers=models.RevisionModel,
    problems=_REVISION,
)
def show_revision(slug: str, number: str) -> Response:
    """Show one revision: who made it, when and why."""
    return answer(serialise.revision(ledger().houses.revision(slug, _number(slug, number))))


@operation(
    "GET",
    "/v1/house-lists/{slug}/diff",
    tag="house lists",
    query=models.DiffQuery,
    answers=models.RevisionDiff,
    problems=_REVISION,
)
def diff_revisions(slug: str, query: models.DiffQuery) -> Response:
    """Show what differs between two revisions of a list. What a list changes of its base: `/v1/rulesets/{base}/diff/house:{slug}`."""
    houses = ledger().houses
    other = houses.revision(slug).number if isinstance(query.other, UnsetType) else query.other
    found = houses.diff(slug, query.one, other)
    data = serialise.revision_diff(slug, query.one, other, found)
    return answer(data, keep=ASKED)


@operation(
    "POST",
    "/v1/house-lists/{slug}/restore",
    tag="house lists",
    body=models.RestoreInput,
    answers=models.HouseModel,
    problems=_REVISION,
    scope="editor",
    conditional=True,
    cached=False,
)
def restore_revision(slug: str, body: models.RestoreInput, token: Token, expected: int | None) -> Response:
    """Make the list again what it was at a revision, by a new one: nothing of the history is lost.

    Where that changes the settings, too, it needs an owner's token.
    """
    made = ledger().houses.restore(
        slug, expected, body.revision, token.name, body.note, may_set=_may_set(token, slug)
    )
    return _changed(made)


@operation(
    "POST",
    "/v1/house-lists/{slug}/forks",
    tag="house lists",
    body=models.ForkInput,
    answers=models.HouseModel,
    problems=_REVISION,
    status=201,
    scope="owner",
    cached=False,
)
def fork_house(slug: str, body: models.ForkInput, token: Token) -> Response:
    """Make a new list of this one. It needs an owner's token for everything."""
    from adjudicator.ledger.tokens import EVERYTHING, require

    require(token, "owner", EVERYTHING)
    title = given(body.title)
    number = given(body.revision)
    made = ledger().houses.fork(
        slug, body.slug, token.name, body.note, title=title, number=number, maker=token.id
    )
    return _changed(made, status=201)


@operation(
    "GET",
    "/v1/house-lists/{slug}/merge",
    tag="house lists",
    query=models.MergeQuery,
    answers=models.MergePreview,
    problems=(*_REVISION, "bad-record"),
)
def preview_merge(slug: str, query: models.MergeQuery) -> Response:
    """Show what merging another list into this one would do, with every conflict."""
    number = given(query.revision)
    found = ledger().houses.merging(slug, query.other, number)
    return answer(serialise.merge_preview(found), keep=ASKED)


@operation(
    "POST",
    "/v1/house-lists/{slug}/merge",
    tag="house lists",
    body=models.MergeInput,
    answers=models.HouseModel,
    problems=(*_REVISION, "merge-conflict"),
    scope="editor",
    conditional=True,
    cached=False,
)
def merge_house(slug: str, body: models.MergeInput, token: Token, expected: int | None) -> Response:
    """Merge another list into this one. A word that both have changed differently is a conflict unless it is said whose entry to take.

    Where that changes the settings, too, it needs an owner's token.
    """
    made = ledger().houses.merge(
        slug,
        expected,
        body.other,
        token.name,
        body.note,
        number=given(body.revision),
        take=body.take,
        prefer=given(body.prefer),
        may_set=_may_set(token, slug),
    )
    return _changed(made)


@operation(
    "POST",
    "/v1/house-lists/{slug}/imports",
    tag="house lists",
    body=models.ImportInput,
    answers=models.ImportReport,
    problems=_LIST,
    scope="editor",
    conditional=True,
    cached=False,
)
def import_entries(slug: str, body: models.ImportInput, token: Token, expected: int | None) -> Response:
    """Bring a file's words into a list, in one revision, with a report of what was new, known or contradicted. `dry_run` only reports.

    An owner's file also says who entered a word, when, and by which ruling; of anybody else's, these are the token's name and now, and
    `passed_over` counts the entries that said something else.
    """
    from adjudicator.ledger.store import now
    from adjudicator.ledger.transfer import read

    def reading() -> Reading:
        return read(
            body.format,
            body.content,
            author=token.name,
            at=now(),
            effect=body.effect,
            stamped=_may_set(token, slug),
            limits=ledger().limits,
        )

    report, latest = ledger().houses.bring(
        slug,
        expected,
        reading,
        token.name,
        body.note,
        legal=adjudicator().legal_below(slug),
        contradictions=body.contradictions,
        dry_run=body.dry_run,
    )
    return _changed(latest, data=serialise.imported(latest, report, body.dry_run))


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
    from adjudicator.ledger.transfer import write

    house = _at(slug, query.revision)
    response = Response(write(query.format, house.entries.values()), content_type=f"{TEXT}; charset=utf-8")
    response.headers["ETag"] = f'"{slug}.{house.revision}.{query.format}"'
    response.headers["Cache-Control"] = ASKED
    response.make_conditional(request)
    return response


def _may_set(token: Token, slug: str) -> bool:
    """Return whether a token may do with a list what only its owner does."""
    from adjudicator.ledger.tokens import allows

    return allows(token, "owner", PREFIX + slug)


def _changed(latest: Revision, status: int = 200, data: dict[str, Any] | None = None) -> Response:
    """Return the answer to a change: the list as it is now, or *data*."""
    said = serialise.house_list(latest) if data is None else data
    response = Response(orjson.dumps(said), status, content_type=JSON)
    response.headers["ETag"] = tag_of(latest.slug, latest.number)
    response.headers["Cache-Control"] = "no-store"
    if status == 201:
        response.headers["Location"] = f"/v1/house-lists/{latest.slug}"
    return response


def _at(slug: str, revision: int | UnsetType) -> HouseList:
    if isinstance(revision, UnsetType):
        return ledger().current.get(slug)
    return ledger().houses.at(slug, revision)


def _number(slug: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
        raise UnknownRecord("revision", f"The house list {shown(slug)} has no revision {shown(text)}.")
    return int(text)


def _word(word: str) -> str:
    """Return *word*. Raises :class:`BadWord` where it is none."""
    from adjudicator.errors import BadWord
    from adjudicator.spelling import fault_of

    fault = fault_of(word)
    if fault:
        raise BadWord(fault)
    return word


def _entry(house: HouseList, word: str) -> Entry:
    found = house.entries.get(key_of(_word(word)))
    if found is None:
        raise UnknownRecord("entry", f"{shown(house.slug)} has no entry for {shown(word)}.")
    return found


def _written(sent: dict[str, Any], token: Token, place: str = "") -> Entry:
    """Return the entry that was sent, by the holder of *token* and at this time. Raises :class:`BadRecord`."""
    from adjudicator.errors import BadRecord
    from adjudicator.ledger.entered import entry_from
    from adjudicator.ledger.store import now

    _word(sent["word"])
    try:
        return entry_from(sent, author=token.name, at=now())
    except BadRecord as error:
        raise BadRecord([place + fault for fault in error.faults]) from None


def _next(**more: Any) -> str:
    """Return the address of the next page, which differs from this one in *more*."""
    return f"{request.path}?{urlencode({**request.args.to_dict(), **more})}"
