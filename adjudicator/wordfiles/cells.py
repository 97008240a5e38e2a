"""Cells that no spreadsheet program works out, whoever wrote them. What :func:`as_text` writes, :func:`as_meant` reads."""

from __future__ import annotations

import re

_FORMULA = re.compile(
    r"'*(?:[=+\-@\t\r]|(?:#(?:NAME\?|N/A|GETTING_DATA|(?:REF|VALUE|DIV/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY)!)|Err:\d{3})$)"
)
"""How a cell begins that is worked out or an error, or one that was written so that it is not."""


def as_text(cell: str) -> str:
    """Return what stands in a cell so that a spreadsheet takes it for a text, and never for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def as_meant(cell: str) -> str:
    """Return what was meant by a cell that :func:`as_text` has written."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def error_in(cell: str) -> bool:
    """Return whether a cell has the error of a spreadsheet program instead of what was typed, as of a word that began with ``=``."""
    return cell[:1] in "#E" and _FORMULA.match(cell) is not None


def letters_of(index: int) -> str:
    """Return what spreadsheet programs call the column *index*, from 0: A to Z, AA and so on."""
    called = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        called = chr(ord("A") + rest) + called
    return called
