"""The page of files: words brought into a house list, first as a report of what would come of it, and the list given out."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, BadRecord, StaleRevision
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import imports
from adjudicator.usecases.types import Report, Revision
from adjudicator.web import session
from adjudicator.web.pages.file_form import FileForm, read_form
from adjudicator.web.pages.lists_page import latest_of, part, seen_revision, to, trouble_of
from adjudicator.web.pages.lists_view import PAGE
from adjudicator.web.pages.page import pages

SHOWN = 20
"""New words that a report shows."""
MEANINGS = {
    "word": "the word",
    "effect": "allowed or not",
    "denied": "not allowed, or allowed",
    "reason": "the reason",
    "author": "who entered it",
    "at": "when it was entered",
    "expires": "until when",
    "inflections": "its forms",
    "ruling": "the ruling",
    "-": "left out",
}
"""What a column can have, as the page says it."""
EXPORTS = (
    ("xlsx", "xlsx", "", "Everything as a workbook (Excel, LibreOffice, Google Sheets)"),
    ("csv", "csv", "comma", "Everything as a table (CSV)"),
    ("csv", "csv", "semicolon", "The same with semicolons, as Excel opens it in most of Europe"),
    ("json", "json", "", "Everything as JSON"),
    ("text", "txt", "", "The allowed words, one a line"),
)
"""Format, suffix, separator and name of each file that a list is given out as."""


@pages.record_once
def _take_whole_files(state: BlueprintSetupState) -> None:
    """Take as much in one field of a form as in a whole request: the report is sent back with what it is about."""
    state.app.config["MAX_FORM_MEMORY_SIZE"] = state.app.config["MAX_CONTENT_LENGTH"]


NO_FILE = FileForm()


@pages.get("/lists/<slug>/files")
def list_files(
    slug: str,
    form: FileForm = NO_FILE,
    report: Report | None = None,
    error: AdjudicatorError | None = None,
    seen: int | None = None,
) -> Response:
    """Show the forms in which the list is given out, and the *form* to bring words in; with a *report*, what its words would do, and with
    *error*, why they were not brought in.
    """
    latest = latest_of(slug)
    trouble = trouble_of(error, latest, seen) if error else None
    if trouble and isinstance(error, BadRecord):
        trouble = replace(trouble, faults=(*trouble.faults, error.hint))
    return part(
        "list_files.html",
        latest,
        trouble,
        form=form,
        report=report,
        features=imports.features_of(report.understood, form.effect) if report else [],
        exports=EXPORTS,
        kinds=imports.KIND_NAMES,
        encodings=imports.ENCODING_NAMES,
        separators=[(each, f"a {each}") for each in imports.SEPARATORS],
        sheets=[(name, name) for name in (report.understood.sheets if report else (form.sheet,))],
        meanings=MEANINGS,
        most=PAGE,
        shown=SHOWN,
    )


@pages.post("/lists/<slug>/files")
def bring_file(slug: str) -> WSGIResponse:
    """Say what the words of a file would do to the list, or bring them in, as they were looked at."""
    seen, form = seen_revision(), read_form()
    action = request.form.get("action", "")
    applies = action.startswith("apply") and request.form.get("looked", form.mark) == form.mark
    leave = action == "apply-others"
    try:
        report, latest = _brought(slug, seen if applies else None, form, dry_run=not applies, leave=leave)
    except StaleRevision as error:
        report, _ = _brought(slug, None, form, dry_run=True, leave=leave)
        return list_files(slug, form, report, error, seen)
    except AdjudicatorError as error:
        return list_files(slug, form, None, error, seen)
    if applies:
        return to("pages.compare_revisions", slug, one=seen, other=latest.number)
    return list_files(slug, form, report)


def _brought(
    slug: str, expected: int | None, form: FileForm, *, dry_run: bool, leave: bool
) -> tuple[Report, Revision]:
    """Bring the words of *form* into the list, or only say what would come of it. Raises :class:`BadRecord`, :class:`StaleRevision`."""
    by = session.writer()
    content, name = form.file
    reading = imports.reader(ledger(), slug, content, name, form.wanted, by=by, effect=form.effect)
    choices = form.choices(leave)
    return imports.bring(
        current.adjudicator(), slug, expected, reading, choices, by=by, note=form.note, dry_run=dry_run
    )
