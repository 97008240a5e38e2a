"""The actions ``import`` and ``export`` of the command ``house``: what is understood of a file is printed before anything is written."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import cast

from adjudicator.cli.import_text import entries, print_report, print_understood
from adjudicator.cli.ledger_arguments import LedgerActions
from adjudicator.cli.text import print_json
from adjudicator.cli.writing import count_text, expected, judging, optional, writer
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError, BadRecord, FileUnclear
from adjudicator.usecases import imports
from adjudicator.usecases.import_shapes import imported
from adjudicator.usecases.imports import Choices, Said, Wanted
from adjudicator.usecases.types import Ledger, Report

DONE = 0
STDIN = "-"


def arguments(actions: LedgerActions) -> argparse.ArgumentParser:
    """Add both actions; return the parser of the export, which takes a revision, too."""
    bring = actions.changing("import", _import, "bring the words of a file into a list", "slug")
    bring.add_argument(
        "file", metavar="FILE", help="a table (xlsx, ods, csv), a text or JSON; - reads standard input"
    )
    bring.add_argument(
        "--effect",
        choices=("allow", "deny"),
        default="allow",
        help="of words that do not say their own (default: allow)",
    )
    bring.add_argument(
        "--replace", action="store_true", help="take the file's entry where the list says something else"
    )
    bring.add_argument(
        "--leave-already-so", action="store_true", help="leave out words of which the rulebook says the same"
    )
    bring.add_argument(
        "--leave-unreadable",
        action="store_true",
        help="leave out lines that cannot be read (default: write nothing then)",
    )
    bring.add_argument("--dry-run", action="store_true", help="only report what would come of it")
    bring.add_argument(
        "--yes", action="store_true", help="at a terminal, do not ask whether the report is right"
    )
    said = bring.add_argument_group("what the file is, where that is not found out rightly")
    said.add_argument("--format", choices=imports.KINDS, help="the kind of file")
    said.add_argument("--encoding", choices=imports.ENCODINGS, help="how the letters of a text are written")
    said.add_argument("--separator", choices=imports.SEPARATORS, help="what separates the cells")
    said.add_argument(
        "--header", action=argparse.BooleanOptionalAction, help="whether the first row names the columns"
    )
    said.add_argument(
        "--columns",
        metavar="NAME,…",
        help=f"what each column has: {', '.join(imports.MEANINGS)} (- leaves it out)",
    )
    said.add_argument(
        "--sheet", metavar="NAME", help="the sheet of a workbook (default: the first with words)"
    )
    export = actions.adding(
        "export", _export, "print the entries of a list as a file that an import takes", "slug"
    )
    export.add_argument("--format", choices=imports.FORMATS, default="json", help="default: json")
    export.add_argument(
        "--separator",
        choices=imports.SEPARATORS,
        default="comma",
        help="of csv; Excel in most of Europe opens semicolons (default: comma)",
    )
    return export  # fmt: skip


def _import(ledger: Ledger, options: argparse.Namespace) -> int:
    """Report what a file does to the list, and do it, unless a line cannot be read or somebody at a terminal says no."""
    by, seen = writer(options.by), expected(options)
    choices = Choices(
        "replace" if options.replace else "keep",
        "leave" if options.leave_already_so else "bring",
        "leave" if options.leave_unreadable else "refuse",
    )
    content, name = _content(options.file), "" if options.file == STDIN else options.file
    wanted = _wanted(options)
    reading = imports.reader(ledger, options.slug, content, name, wanted, by=by, effect=options.effect)
    try:
        reading()
    except FileUnclear as error:
        raise BadRecord(error.faults, f"{error.hint} --{error.say} says it.") from None
    bring = partial(imports.bring, reading=reading, choices=choices, by=by, note=options.note)
    with judging(ledger) as adjudicator:
        report, latest = bring(adjudicator, options.slug, seen, dry_run=True)
        refused = bool(report.unreadable) and choices.unreadable == "refuse"
        if not options.json:
            print_understood(report.understood, options.effect)
            print_report(report, choices)
        writes = not (options.dry_run or refused)
        if writes and _asks(options):
            writes, seen = _agreed(report), latest.number
        if writes:
            report, latest = bring(adjudicator, options.slug, seen)
        if options.json and not (refused and not options.dry_run):
            print_json(plain(imported(latest, report, options.dry_run)))
        elif not refused:
            would = "" if writes else "would be " if options.dry_run else "not "
            print(f"{latest.slug}, revision {latest.number}: {entries(len(report.changes))} {would}written.")
    if refused:
        lines = count_text(report.unreadable, "line", "lines")
        hint = "Correct the file, or leave such lines out with --leave-unreadable."
        raise AdjudicatorError(f"Nothing was written: {lines} of the file cannot be read.", hint)
    return DONE


def _asks(options: argparse.Namespace) -> bool:
    """Return whether somebody sits there to say that it is understood rightly."""
    return not (options.yes or options.json) and is_terminal()


def is_terminal() -> bool:
    """Return whether questions can be asked here: both what is read and what is printed is a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _agreed(report: Report) -> bool:
    if not report.changes:
        return True
    try:
        said = input(f"Bring {entries(len(report.changes))} in? [y/N] ")
    except EOFError:
        return False
    return said.strip().casefold() in ("y", "yes")


def _export(ledger: Ledger, options: argparse.Namespace) -> None:
    wanted = optional(options.revision, "--revision")
    content, _ = imports.export(ledger, options.slug, options.format, wanted, options.separator)
    sys.stdout.buffer.write(content)  # a file to be read back, whatever the terminal can show


def _wanted(options: argparse.Namespace) -> Wanted:
    """Return what is said of the file. Raises :class:`AdjudicatorError` for a column that can have no such thing."""
    named = tuple(each.strip().lower() for each in (options.columns or "").split(",") if options.columns)
    unknown = [each for each in named if each not in imports.MEANINGS]
    if unknown:
        known = ", ".join(imports.MEANINGS)
        raise AdjudicatorError(
            f"--columns takes {known}, with commas between, not {quote(unknown[0])}.",
            "Give one for each column, from the first.",
        )
    return Wanted(
        options.format,
        options.encoding,
        options.separator,
        options.header,
        cast("tuple[Said, ...]", named),
        options.sheet,
    )


def _content(file: str) -> bytes:
    if file == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise AdjudicatorError(
            f"{quote(file, 200)} cannot be read: {error.strerror}.", "Check the path."
        ) from None
