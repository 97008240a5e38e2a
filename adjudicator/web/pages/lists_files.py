"""The page of files: words brought into a house list, first as a report of what would come of it, and the list given out."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from flask import Response, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, StaleRevision
from adjudicator.runtime import current
from adjudicator.usecases import houses
from adjudicator.web import session
from adjudicator.web.pages.lists_page import latest_of, part, seen_revision, to, trouble_of
from adjudicator.web.pages.lists_view import PAGE
from adjudicator.web.pages.page import pages

if TYPE_CHECKING:
    from adjudicator.usecases.people import Writer
    from adjudicator.usecases.types import Report, Revision

FORMATS: dict[str, str] = {"text": "One word a line", "csv": "A table (CSV)", "json": "JSON"}
"""The kinds of files, as the page names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileForm:
    """What the form of a file has in its fields."""

    content: str = ""
    format: str = ""
    """Empty where the page is to find out."""
    effect: str = "allow"
    contradictions: str = "keep"
    note: str = ""


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
    return part(
        "list_files.html",
        latest,
        trouble_of(error, latest, seen) if error else None,
        form=form,
        formats=FORMATS,
        report=report,
        left_out=len({fault.partition(": ")[0] for fault in report.faults}) if report else 0,
        most=PAGE,
    )


@pages.post("/lists/<slug>/files")
def bring_file(slug: str) -> WSGIResponse:
    """Say what the words of a file would do to the list, or bring them in."""
    seen, form = seen_revision(), _read_form()
    applies = request.form.get("action") == "apply"
    try:
        by = session.writer()
        form = _with_upload(form)
        report, latest = _brought(slug, seen if applies else None, form, by, dry_run=not applies)
    except StaleRevision as error:
        report, _ = _brought(slug, None, form, by, dry_run=True)
        return list_files(slug, form, report, error, seen)
    except AdjudicatorError as error:
        return list_files(slug, form, None, error, seen)
    if applies:
        return to("pages.compare_revisions", slug, one=seen, other=latest.number)
    return list_files(slug, form, report)


def _read_form() -> FileForm:
    names = [field.name for field in fields(FileForm)]
    return FileForm(**{name: request.form[name] for name in names if name in request.form})


def _with_upload(form: FileForm) -> FileForm:
    """Return *form* with what stands in the file that was sent with it, if one was. Raises :class:`BadRecord`."""
    file = request.files.get("file")
    return replace(form, content=houses.decoded(file.read())) if file and file.filename else form


def _brought(
    slug: str, expected: int | None, form: FileForm, by: Writer, *, dry_run: bool
) -> tuple[Report, Revision]:
    """Bring the words of *form* into the list, or only say what would come of it. Raises :class:`BadRecord`, :class:`StaleRevision`."""
    return houses.bring(
        current.adjudicator(),
        slug,
        expected,
        form.format or _format_of(form.content),
        form.content,
        by=by,
        effect=form.effect,
        contradictions=form.contradictions,
        note=form.note,
        dry_run=dry_run,
    )


def _format_of(content: str) -> str:
    """Return what *content* looks like: an array, a table whose header names a word, or else one word a line."""
    begun = content.lstrip("\ufeff \t\r\n")
    if begun.startswith("["):
        return "json"
    header = [cell.strip().strip('"') for cell in begun.partition("\n")[0].split(",")]
    return "csv" if len(header) > 1 and "word" in header else "text"
