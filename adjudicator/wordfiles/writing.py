"""Tables of words as files that spreadsheet programs open right, and that :mod:`adjudicator.wordfiles.reading` reads to the letter."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime

from adjudicator.wordfiles.cells import as_text
from adjudicator.wordfiles.separated import SIGNS, Separator

_WIDTHS = {"word": 20, "reason": 50, "at": 28, "expires": 28}
"""Of a column on the screen, in letters."""


def csv_file(header: Sequence[str], rows: Iterable[Sequence[str]], separator: Separator = "comma") -> bytes:
    """Return a table as UTF-8 with a byte order mark, without which Excel takes it for something else."""
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\n", delimiter=SIGNS[separator])
    table.writerow(header)
    table.writerows([as_text(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def xlsx_file(header: Sequence[str], rows: Iterable[Sequence[str]], name: str, made: datetime) -> bytes:
    """Return a workbook of one sheet called *name*, made at the time *made*: every cell is a text, the header stays in sight."""
    from xlsxwriter.workbook import Workbook  # a fourth of a second, which nobody else is to wait

    out = io.BytesIO()
    book = Workbook(out, {"constant_memory": True})
    book.set_properties({"created": made})
    text, bold = book.add_format({"num_format": "@"}), book.add_format({"bold": True, "num_format": "@"})
    sheet = book.add_worksheet(name)
    for column, title in enumerate(header):
        sheet.set_column(column, column, _WIDTHS.get(title, 12), text)
        sheet.write_string(0, column, title, bold)
    sheet.freeze_panes(1, 1)
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row):
            if cell:
                sheet.write_string(number, column, as_text(cell), text)
    book.close()
    return out.getvalue()
