"""The pages of a house list's past: its revisions, two of them compared, one made the latest again, and another list merged in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from flask import Response, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import AdjudicatorError
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses
from adjudicator.usecases.types import Difference
from adjudicator.web import session
from adjudicator.web.pages.lists_page import (
    latest_of,
    page_number,
    part,
    revision_number,
    seen_revision,
    to,
    trouble_of,
)
from adjudicator.web.pages.lists_view import difference_view, page_of
from adjudicator.web.pages.page import pages

if TYPE_CHECKING:
    from adjudicator.usecases.types import Side

REVISIONS = 50
"""Revisions that a page shows."""
CHOICES = 200
"""Conflicts of a merge that can be settled one by one; the others are settled together."""
_TAKE = "take."
"""What the names of the fields begin with that say whose entry of a word is taken."""


@pages.get("/lists/<slug>/history")
def list_history(slug: str) -> Response:
    """Show who changed the list, when and why, the latest first; of one word or by one author alone, if that is asked."""
    before, word, author = (request.args.get(name, "").strip() for name in ("before", "word", "author"))
    word = "" if fault_of(word) else word
    number = revision_number(before) if before else None
    found = houses.history(ledger(), slug, number, REVISIONS + 1, word=word or None, author=author or None)
    shown = found[:REVISIONS]
    now = houses.contents(ledger(), slug).entries.get(key_of(word)) if word else None
    told = houses.first_changes(ledger(), shown, word or None)
    return part(
        "list_history.html",
        latest_of(slug),
        revisions=shown,
        told=told,
        other={
            number for number, changes in told.items() if changes and not houses.same(changes[0].entry, now)
        },
        more=len(found) > REVISIONS,
        word=word,
        key=key_of(word),
        author=author,
        authors=houses.authors(ledger(), slug),
    )


@pages.get("/lists/<slug>/history/<int:number>")
def list_revision(
    slug: str, number: int, error: AdjudicatorError | None = None, seen: int | None = None
) -> Response:
    """Show the list as it was at a revision; with *error*, why it was not made so again."""
    then, latest = houses.contents(ledger(), slug, number), latest_of(slug)
    return part(
        "list_revision.html",
        latest,
        trouble_of(error, latest, seen) if error else None,
        then=(revision := houses.revision(ledger(), slug, number)),
        told=houses.first_changes(ledger(), [revision])[number],
        settings=then.settings,
        is_owners=then.settings != latest.settings,
        entries=page_of(sorted(then.entries.values()), page_number()),
        note=request.form.get("note", ""),
    )


@pages.post("/lists/<slug>/history/<int:number>")
def restore_revision(slug: str, number: int) -> WSGIResponse:
    """Make a list again what it was at a revision, or a word of it alone."""
    seen, word, note = seen_revision(), request.form.get("word"), request.form.get("note", "")
    try:
        by = session.writer()
        if word is not None:
            houses.restore(ledger(), slug, None, number, by=by, note=note, words=[word], seen=seen)
            return to("pages.house", slug, done=key_of(word))
        made = houses.restore(ledger(), slug, seen, number, by=by, note=note)
    except AdjudicatorError as error:
        return list_revision(slug, number, error, seen)
    return to("pages.compare_revisions", slug, one=seen, other=made.number)


@pages.get("/lists/<slug>/compare")
def compare_revisions(slug: str) -> Response:
    """Show what differs between two revisions: those that are named, or the latest and the one before."""
    latest = latest_of(slug)
    other = revision_number(request.args.get("other") or str(latest.number))
    one = revision_number(request.args.get("one") or str(max(1, other - 1)))
    found, _ = houses.difference(ledger(), slug, one, other)
    return part(
        "list_compare.html",
        latest,
        one=houses.revision(ledger(), slug, one),
        other=houses.revision(ledger(), slug, other),
        difference=difference_view(found, page_number()),
    )


@pages.get("/lists/<slug>/merge")
def preview_list_merge(
    slug: str, number: int | None = None, error: AdjudicatorError | None = None, seen: int | None = None
) -> Response:
    """Show which lists could be merged into this one, or what a merge of one of them would do; with *error*, why none was merged."""
    other, latest = request.values.get("other", ""), latest_of(slug)
    merge = houses.preview_merge(ledger(), slug, other, number) if other else None
    taken = None
    if merge:
        ours = houses.contents(ledger(), slug, merge.ours.number, merge.changes)
        entries = {key: (ours.entries.get(key), entry) for key, entry in merge.changes.items()}
        taken = difference_view(Difference(ours.settings, merge.settings, entries))
    return part(
        "list_merge.html",
        latest,
        trouble_of(error, latest, seen) if error else None,
        others=[each for each in houses.lists(ledger()) if each.slug != slug],
        merge=merge,
        title=latest_of(other).title if other else "",
        taken=taken,
        most=CHOICES,
        is_owners=merge and merge.settings != latest.settings,
        take=_read_choices(),
        prefer=request.form.get("prefer", ""),
        note=request.form.get("note", ""),
    )


@pages.post("/lists/<slug>/merge")
def merge_lists(slug: str) -> WSGIResponse:
    """Merge another list into this one, with the entries that were chosen of the words in conflict."""
    seen, form = seen_revision(), request.form
    number = revision_number(form.get("number", ""))
    try:
        made = houses.merge(
            ledger(),
            slug,
            seen,
            form.get("other", ""),
            by=session.writer(),
            number=number,
            take=_read_choices(),
            prefer=cast("Side | None", form.get("prefer") or None),
            note=form.get("note", ""),
        )
    except AdjudicatorError as error:
        return preview_list_merge(slug, number, error, seen)
    return to("pages.compare_revisions", slug, one=seen, other=made.number)


def _read_choices() -> Mapping[str, Side]:
    """Return which side's entry was chosen for each key. The merge checks that each is one of the sides."""
    return {
        name.removeprefix(_TAKE): cast("Side", side)
        for name, side in request.form.items()
        if name.startswith(_TAKE) and side
    }
