"""Reads a workbook from standard input in a process of its own, and writes a line of JSON for each row that has anything in it.

The first line has the sheets, or the fault. Start at :func:`main`; :mod:`adjudicator.wordfiles.workbook` calls it.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from adjudicator.wordfiles.columns import LOOKED_AT
from adjudicator.wordfiles.vocabulary import folded, vocabulary

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
    _, named, most = arguments
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        names = book.sheet_names
        if len(names) > MOST_SHEETS:
            _fault(f"the workbook has {len(names):,} sheets; at most {MOST_SHEETS} are taken")
        elif named and named not in names:
            shown = ", ".join(name[:40] for name in names[:20])
            _fault(
                f"the workbook has no sheet {named[:40]!r}; it has {shown}",
                "Name one of these. Nothing was written.",
            )
        else:
            _tell(book, named or _taken(book), int(most))
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
    """Return the name of the first sheet that is shown and has a header with a column of words, or else of the first with anything in it."""
    shown = [each.name for each in book.sheets_metadata if each.visible == SheetVisibleEnum.Visible]
    filled = ""
    for name in shown:
        head = list(islice(_rows(book.get_sheet_by_name(name)), LOOKED_AT))
        if any(vocabulary().columns.get(folded(cell)) == "word" for _, cells in head for cell in cells):
            return name
        if head and not filled:
            filled = name
    return filled or shown[0]


def _tell(book: CalamineWorkbook, name: str, most: int) -> None:
    write = sys.stdout.write
    write(json.dumps({"sheet": name, "sheets": book.sheet_names}) + "\n")
    left = MOST_TOLD
    for row in islice(_rows(book.get_sheet_by_name(name)), most):
        left -= write(json.dumps(row) + "\n")
        if left < 0:
            sys.exit("too much")


def _rows(sheet: CalamineSheet) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that have anything in them, with their numbers from 1; each from the first column on."""
    margin = [""] * (sheet.start[1] if sheet.start else 0)
    for number, row in enumerate(sheet.iter_rows(), 1):
        cells = [_text(cell) for cell in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield number, margin + cells


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


def _fault(fault: str, hint: str = _SAVE) -> None:
    print(json.dumps({"fault": fault, "hint": hint}))


if __name__ == "__main__":
    main(sys.argv[1:])
