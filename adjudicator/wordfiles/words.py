"""What may stand where a file has a word: what else stands there is told, and never made a word of."""

from __future__ import annotations

import unicodedata

from adjudicator.core.spelling import APOSTROPHES, foreign_characters, key_of, quote
from adjudicator.wordfiles.cells import as_meant

_HYPHENS = "-‐‑"
_SPLITS = "\t,;|:="
"""What no word has: where it stands, the line is a row of a table, or has more than a word."""
_HINT = "One line has one word; say what separates the columns, if it is a table"


def is_alone(text: str) -> bool:
    """Return whether *text* is a word and nothing else: letters, apostrophes, and hyphens within."""
    return text.isalpha() or not _odd(text)


def fault_alone(text: str) -> str | None:
    """Return why a line of a text, *text*, is no word, or more than one."""
    odd = _odd(text) if key_of(text) else ""
    return f"word: {quote(text)} has {odd!r} in it. {_HINT}" if odd else None


def fault_in_table(cell: str) -> str | None:
    """Return why a *cell* of a table with other columns is no word. A sign before it that a spreadsheet program would take for a formula
    is meant where an apostrophe stands before it.
    """
    word = as_meant(cell).strip()
    if word.isalpha() or not key_of(word):  # of what has no letters, whoever reads the entry says so
        return None
    if word != cell.strip():
        word = word.lstrip("'")[1:]
    elif word[:1] in _HYPHENS or word[-1:] in _HYPHENS:
        return f"word: {quote(word)} begins or ends with a hyphen. Take it away, if the word has none"
    signs = (char for char in foreign_characters(word) if char.isprintable())
    odd = next((char for char in signs if not (char.isalpha() or char == "&")), "")
    odd = odd or next((char for char in word if char in _SPLITS), "")
    return f"word: {quote(word)} has {odd!r} in it, which no word has" if odd else None


def _odd(text: str) -> str:
    """Return what of *text* no word has, if anything."""
    if text[:1] in _HYPHENS or text[-1:] in _HYPHENS:
        return text[0] if text[0] in _HYPHENS else text[-1]
    for char in text:
        if not (char.isalpha() or char in APOSTROPHES or char in _HYPHENS or unicodedata.combining(char)):
            return char
    return ""
