"""Reads a workbook from standard input in a process of its own, and writes a line of JSON for each row that has anything in it.

The first line has the sheets, or the fault. Start at :func:`main`; :mod:`adjudicator.wordfiles.workbook` calls it.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from itertools import chain, islice, repeat, takewhile
from typing import Any

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from adjudicator.wordfiles.broken_cells import Errors, errors_of
from adjudicator.wordfiles.headers import LOOKED_AT
from adjudicator.wordfiles.vocabulary import meaning_in

MEMORY = 1_500_000_000
"""Bytes that this process may have."""
SECONDS = 40
"""Of a processor, that it may take."""
MOST_SHEETS = 200
MOST_TOLD = 128_000_000
"""Characters of all rows together: many cells can have one long text."""
MOST_CHARACTERS = 32_767
"""Of a cell; no spreadsheet program has more."""
_SAVE = "Open it, save it as .xlsx, .ods or .csv and try again. Nothing was written."


def main(arguments: list[str]) -> None:
    """Read the workbook: *arguments* are its kind, the name of the sheet that is wanted, and how many rows at most."""
    _bound()
    kind, named, most = arguments
    content = io.BytesIO(sys.stdin.buffer.read())
    try:
        book = CalamineWorkbook.from_filelike(content)
        names = book.sheet_names
        if len(names) > MOST_SHEETS:
            _fault(f"the workbook has {len(names):,} sheets; at most {MOST_SHEETS} are taken")
        elif named and named not in names:
            shown = ", ".join(name[:40] for name in names[:20])
            _fault(
                f"the workbook has no sheet {named[:40]!r}; it has {shown}",
                "Name one of these. Nothing was written.",
                "sheet",
            )
        elif name := named or _taken(book):
            with zipfile.ZipFile(content) as box:
                errors = errors_of(box, kind, name)
            _tell(book, name, int(most), errors)
    except (CalamineError, OSError, ValueError) as error:
        _fault(f"the workbook is damaged ({' '.join(str(error).split())[:200]})")


def _bound() -> None:
    """Take away from this process what it shall not have. Windows has no such thing; there only the time is bounded, by who waits."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(
            ValueError, OSError
        ):  # a system that has less already, or knows no such bound
            resource.setrlimit(kind, (most, most))


def _taken(book: CalamineWorkbook) -> str:
    """Return the name of the first sheet that is shown and has a header with a column of words, or else of the first with anything in it.

    Where only a sheet that is hidden has such a header, or anything, tell this as a fault and return nothing.
    """
    first: dict[tuple[bool, bool], str] = {}
    for each in book.sheets_metadata:
        shown = each.visible == SheetVisibleEnum.Visible
        head = list(islice(_rows(book.get_sheet_by_name(each.name), {}), LOOKED_AT))
        if any(meaning_in(cell) == "word" for _, cells in head for cell in cells):
            first.setdefault((shown, True), each.name)
        if head:
            first.setdefault((shown, False), each.name)
    hidden = first.get((False, True), "" if (True, False) in first else first.get((False, False), ""))
    if (True, True) in first or not hidden:
        return first.get((True, True)) or first.get((True, False)) or book.sheet_names[0]
    _fault(
        f"the words seem to be on the sheet “{hidden[:40]}”, which is hidden",
        "Show it in a spreadsheet program, or name the sheet that is meant. Nothing was written.",
        "sheet",
    )
    return ""


def _tell(book: CalamineWorkbook, name: str, most: int, errors: Errors) -> None:
    write = sys.stdout.write
    write(json.dumps({"sheet": name, "sheets": book.sheet_names}) + "\n")
    left = MOST_TOLD
    for row in islice(_rows(book.get_sheet_by_name(name), errors), most):
        left -= write(json.dumps(row) + "\n")
        if left < 0:
            sys.exit("too much")


def _rows(sheet: CalamineSheet, errors: Errors) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that have anything in them, with their numbers from 1; each from the first column on, and with its *errors*."""
    margin = [""] * (sheet.start[1] if sheet.start else 0)
    end = max(max(errors, default=-1), sheet.end[0] if sheet.end else -1) + 1
    rows = enumerate(chain(sheet.iter_rows(), repeat([])), 1)
    for number, row in takewhile(lambda each: each[0] <= end, rows):
        cells = margin + [_text(cell) for cell in row]
        for column, error in errors.get(number - 1, {}).items():
            cells += [""] * (column + 1 - len(cells))
            cells[column] = cells[column] or error
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield number, cells


def _text(cell: Any) -> str:
    """Return a cell as a person would type it; a date as ISO 8601 has it."""
    if isinstance(cell, str):
        return cell[: MOST_CHARACTERS + 1]
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return str(cell)


def _fault(fault: str, hint: str = _SAVE, say: str = "") -> None:
    print(json.dumps({"fault": fault, "hint": hint, "say": say}))


if __name__ == "__main__":
    main(sys.argv[1:])
