"""Tables in text: what separates their cells, and their rows. Start at :func:`rows_of`."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from adjudicator.errors import BadRecord, FileUnclear
from adjudicator.wordfiles.vocabulary import folded, vocabulary

Separator = Literal["comma", "semicolon", "tab", "bar"]
SIGNS: dict[Separator, str] = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
LOOKED_AT = 1_000
"""Rows by which a separator is found."""
_SAID = re.compile(r'"?sep=(.)"?[ ;,|\t]*(?:\r\n|\r|\n|$)')
"""How Excel has a file say its separator, in a line before all others."""


class Row(NamedTuple):
    """One row of a table that has anything in it."""

    number: int
    """The line or row in which it begins, from 1."""
    cells: list[str]


def rows_of(text: str, separator: Separator | None) -> Iterator[Row]:
    """Yield the rows of a table; with no *separator* each has one cell. Raises :class:`BadRecord` where a quotation never ends, or
    a cell is far too long.
    """
    said = _SAID.match(text)
    skipped = text[: said.end()] if said else ""
    skip = len(skipped.splitlines())
    lines = io.StringIO(text[len(skipped) :], newline="")
    # a separator that no text has stands for none
    rows = csv.reader(lines, strict=True, delimiter=SIGNS[separator] if separator else "\x1f")
    number = skip + 1
    try:
        for cells in rows:
            if any(cell and not cell.isspace() for cell in cells):
                yield Row(number, cells)
            number = skip + rows.line_num + 1
    except csv.Error as error:
        fault, remedy = csv_fault(error)
        hint = f"{remedy.capitalize()}, or say what separates the cells. Nothing was written."
        raise FileUnclear("separator", [f"line {number}: {fault}"], hint) from None


def csv_fault(error: csv.Error) -> tuple[str, str]:
    """Return what is wrong with a row that cannot be read, and what to do."""
    if "field limit" in str(error):
        most = f"{csv.field_size_limit():,}"
        return (
            f"has a cell of more than {most} characters",
            "shorten it, or close the quotation mark that it begins with",
        )
    return f"is not CSV ({error})", "look at the quotation marks there"


def separator_of(text: str) -> Separator | None:
    """Return what separates the cells of *text*: what it says itself, what makes a header of its first row, or else what gives the most
    rows the same number of cells; None where nothing gives nine of ten rows two or more.
    """
    said = _SAID.match(text)
    for separator, sign in SIGNS.items():
        if (said and said[1] == sign) or _is_header(text, sign):
            return separator
    best: tuple[float, int, Separator] | None = None
    for separator in SIGNS:
        widths = _widths(text, separator)
        rows = widths.total()
        if not rows:
            continue
        width, many = max(widths.items(), key=lambda each: (each[1], each[0]))
        wide = sum(count for width, count in widths.items() if width > 1)
        if width > 1 and wide >= 0.9 * rows and (best is None or (many / rows, width) > best[:2]):
            best = (many / rows, width, separator)
    return best[2] if best else None


def _is_header(text: str, sign: str) -> bool:
    """Return whether the first row of *text* names a column of words among others, where *sign* separates them."""
    first = next(iter(text[:LOOKED_AT].lstrip().splitlines()), "")
    cells = first.split(sign)
    return len(cells) > 1 and any(vocabulary().columns.get(folded(cell)) == "word" for cell in cells)


def _widths(text: str, separator: Separator) -> Counter[int]:
    widths: Counter[int] = Counter()
    try:
        for row in rows_of(text, separator):
            widths[len(row.cells)] += 1
            if widths.total() == LOOKED_AT:
                break
    except BadRecord:
        pass  # the rows before the fault tell enough, and whoever reads the file says it
    return widths
