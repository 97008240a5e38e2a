"""A file of words, whatever it is: what is understood of it, and what it says of each word. Start at :func:`read`.

What nobody says of a file is found out, and told in :class:`Understood`; what is said in :class:`Wanted` goes before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, get_args

from adjudicator.core.fields import Table
from adjudicator.errors import BadRecord
from adjudicator.wordfiles.cells import as_meant, error_in
from adjudicator.wordfiles.columns import Column, Layout, Said, cell_of, layout_of
from adjudicator.wordfiles.decoding import Encoding, decoded
from adjudicator.wordfiles.kinds import SHEETS, Kind, kind_of
from adjudicator.wordfiles.separated import SIGNS, Row, Separator, rows_of, separator_of
from adjudicator.wordfiles.vocabulary import SHORT, Meaning, folded, vocabulary
from adjudicator.wordfiles.words import fault_alone, fault_in_table, is_alone
from adjudicator.wordfiles.workbook import sheet_of

MOST_BYTES = 64_000_000
"""Of a file. A server takes less, by its setting for bodies."""
COMMENT = "#"
ENTRY = "an entry, an object with a word, or a word"
EXPORTED = frozenset(get_args(Meaning)) - {"denied"}
"""What a table has that was exported: its words are taken to the letter."""
_TIMES = 1_024
"""Verdicts and dates that are read once: a column has a few, in each of its rows."""
_BREAK = re.compile(r"\s*[\r\n]\s*")
_DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})")
_SLASHED = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})")


class Wanted(NamedTuple):
    """What somebody says of a file; None, or no columns, where it is to be found out."""

    format: Kind | None = None
    encoding: Encoding | None = None
    separator: Separator | None = None
    header: bool | None = None
    columns: tuple[Said, ...] = ()
    """What each column has, in their order."""
    sheet: str | None = None


FIND_OUT = Wanted()


class Understood(NamedTuple):
    """What is understood of a file; None for what a file of its kind has not."""

    format: Kind
    encoding: str | None = None
    """In people's words, as in `UTF-8 with a byte order mark`."""
    separator: Separator | None = None
    """What is between the cells of a table."""
    header: int | None = None
    """The line or row that has the names of the columns."""
    columns: tuple[Column, ...] = ()
    """The columns of a table, and what each was taken for."""
    sheet: str | None = None
    """The sheet that is taken."""
    sheets: tuple[str, ...] = ()
    """All that the workbook has."""
    remarks: int = 0
    """Lines of a text that begin with ``#``, and are passed over."""
    blanks: int = 0
    """Rows with a word whose cell for yes and no is empty, and not beside ticks: they do not say it."""
    breaks: int = 0
    """Reasons with a line break, which becomes a space."""


class Contents(NamedTuple):
    """What a file is understood as, and what it says: where each entry stands, and the entry as it was sent, or the fault of it."""

    understood: Understood
    entries: Iterable[tuple[str, Table | str]]
    letters: dict[str, str] = {}  # noqa: RUF012
    """Of a workbook: the column of each field, for the place of a fault."""


def read(content: bytes | str, name: str = "", wanted: Wanted = FIND_OUT, most: int = 500_000) -> Contents:
    """Return what the file *content*, called *name*, is understood as, and what it says of each word; of its rows at most *most* and one more.

    Raises :class:`BadRecord` where the file as a whole cannot be read, :class:`ServerBusy` where other workbooks take long to read.
    """
    _check(wanted)
    if len(content) > MOST_BYTES:
        raise BadRecord([f"the file has {len(content):,} bytes; at most {MOST_BYTES:,} are taken"])
    sent = content.encode() if isinstance(content, str) else content
    kind = kind_of(sent, name)
    if (kind in SHEETS or wanted.format in SHEETS) and wanted.format not in (None, kind):
        found = kind if kind in SHEETS else "a text"
        raise BadRecord([f"format: the file is {found}, not {wanted.format}"])
    if kind in SHEETS:
        return _of_workbook(sent, kind, wanted, most)
    text, encoding = (
        (content.removeprefix("\ufeff"), None) if isinstance(content, str) else decoded(sent, wanted.encoding)
    )
    return _of_text(text, encoding, kind, wanted)


def _check(wanted: Wanted) -> None:
    """Raise :class:`BadRecord` where what is *wanted* is nothing that a file can have."""
    if wanted.format is not None and wanted.format not in get_args(Kind):
        raise BadRecord([f"format: takes {', '.join(get_args(Kind))}"])
    if wanted.separator is not None and wanted.separator not in SIGNS:
        raise BadRecord([f"separator: takes {', '.join(SIGNS)}"])


def _of_workbook(content: bytes, kind: Kind, wanted: Wanted, most: int) -> Contents:
    sheet = sheet_of(content, kind, wanted.sheet, most + 11)
    rows = _in_lines(sheet.rows, wanted)
    layout = layout_of(rows, wanted.header, wanted.columns)
    understood = Understood(kind, None, None, layout.header, layout.columns, sheet.name, tuple(sheet.names))
    letters: dict[str, str] = {column.meaning: column.letter for column in layout.columns if column.meaning}
    return Contents(_counted(understood, rows, layout), _of_rows(rows, layout, "row"), letters)


def _of_text(text: str, encoding: str | None, kind: Kind | None, wanted: Wanted) -> Contents:
    if not text.strip():
        raise BadRecord(["the file is empty"], "Is it the right one? Nothing was written.")
    form = wanted.format or kind
    if form is None and text.lstrip().startswith("["):
        form = "json"
    if form == "json":
        return Contents(Understood("json", encoding), _of_json(text))
    separator = wanted.separator or (separator_of(text) if form != "text" else None)
    if form is None:
        form = "csv" if separator else "text"
    if form == "text":
        lines = [(number, word) for number, line in enumerate(text.splitlines(), 1) if (word := line.strip())]
        words = [each for each in lines if not each[1].startswith(COMMENT)]
        return Contents(Understood("text", encoding, remarks=len(lines) - len(words)), _of_lines(words))
    rows = _in_lines(list(rows_of(text, separator)), wanted)
    layout = layout_of(rows, wanted.header, wanted.columns, exact=True)
    understood = Understood("csv", encoding, separator, layout.header, layout.columns)
    return Contents(_counted(understood, rows, layout), _of_rows(rows, layout, "line"))


def _of_lines(words: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Table | str]]:
    for number, word in words:
        yield f"line {number}", fault_alone(word) or {"word": word}


def _in_lines(rows: list[Row], wanted: Wanted) -> list[Row]:
    """Return *rows*, or if that is one row of three or more words and nothing else, a row for each of them."""
    if len(rows) != 1 or wanted.header or wanted.columns:
        return rows
    [(number, cells)] = rows
    words = [cell.strip() for cell in cells if cell.strip()]
    effects, columns = vocabulary().effects, vocabulary().columns
    if len(words) < 3 or not all(
        is_alone(word) and folded(word) not in effects and folded(word) not in columns for word in words
    ):
        return rows
    return [Row(number, [word]) for word in words]


def _counted(understood: Understood, rows: Sequence[Row], layout: Layout) -> Understood:
    """Return *understood* with what its rows leave unsaid, and their line breaks."""
    by = {column.meaning: index for index, column in enumerate(layout.columns)}
    word, effect, reason = by.get("word", 0), by.get("effect", by.get("denied")), by.get("reason")
    body = rows[layout.begins :]
    blanks = breaks = 0
    if effect is not None and not layout.columns[effect].ticks:
        blanks = sum(not cell_of(row, effect) and bool(cell_of(row, word)) for row in body)
    if reason is not None:
        breaks = sum("\n" in text or "\r" in text for row in body for text in [cell_of(row, reason)])
    return understood._replace(blanks=blanks, breaks=breaks)


def _of_rows(rows: Sequence[Row], layout: Layout, noun: str) -> Iterator[tuple[str, Table | str]]:
    """Yield what the rows of a table say. An empty cell says nothing, but beside ticks."""
    width = len(layout.columns)
    exported = {column.meaning for column in layout.columns} >= EXPORTED
    words = [index for index, column in enumerate(layout.columns) if column.meaning == "word"]
    others = [
        (index, column)
        for index, column in enumerate(layout.columns)
        if column.meaning and column.meaning != "word"
    ]
    fault_of = (lambda cell: None) if exported else fault_alone if width == 1 else fault_in_table
    read = [(index, column, *_reader(column)) for index, column in others]
    each_word = [[(index, layout.columns[index], "word", as_meant), *read] for index in words]
    for row in rows[layout.begins :]:
        place = f"{noun} {row.number}"
        if len(row.cells) > width and any(cell.strip() for cell in row.cells[width:]):
            yield (
                place,
                "has more cells than the header has columns. Put a text with separators in it into quotation marks",
            )
            continue
        for columns in each_word:
            sent = _of_row(row.cells, columns, fault_of)
            if isinstance(sent, str) or any(name != "effect" for name in sent):
                yield place, sent


_ReadColumn = tuple[int, Column, str, Callable[[str], Any]]
"""Where a column is, what it is taken for, the field of an entry that it says, and how its cells are read."""


def _of_row(
    cells: Sequence[str], columns: Iterable[_ReadColumn], fault_of: Callable[[str], str | None]
) -> Table | str:
    """Return what the *cells* of a row say in these *columns*, or what is wrong with them; *fault_of* says it of a word."""
    sent: dict[str, Any] = {}
    for index, column, field, value_of in columns:
        cell = cells[index] if index < len(cells) else ""
        if not cell and not column.ticks:
            continue
        # a reason of spaces comes back as it was written
        if cell.isspace() and field != "reason" and not column.ticks:
            continue
        if error_in(cell):
            return f"{column.meaning}: is the error {cell} of a spreadsheet program. Type the text again, as a text"
        if field == "word" and (fault := fault_of(cell.strip())):
            return fault
        sent[field] = value_of(cell)
        if column.effect:
            sent["effect"] = column.effect
    return sent


def _reader(column: Column) -> tuple[str, Callable[[str], Any]]:
    """Return which field of an entry the cells of *column* say, and how they are read; what is wrong in them is left for the reader of entries to tell."""
    match column.meaning:
        case "effect" | "denied":
            return "effect", _denied if column.meaning == "denied" else _effect
        case "inflections":
            return "inflections", _inflections
        case "at" | "expires":
            return column.meaning, _date
        case "reason":
            return "reason", _reason
        case _:
            return str(column.meaning), as_meant


def _reason(cell: str) -> str:
    """Return a reason in one line."""
    text = as_meant(cell)
    return text if text.isprintable() else _BREAK.sub(" ", text)


class _Remembered(dict[str, str]):
    """What short cells say, each read once by *read*; what people send otherwise is kept no longer than it is needed."""

    def __init__(self, read: Callable[[str], str]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, cell: str) -> str:
        said = self._read(cell)
        if len(cell) <= SHORT:
            if len(self) >= _TIMES:
                self.clear()
            self[cell] = said
        return said


def _remembered(read: Callable[[str], str]) -> Callable[[str], str]:
    """Return *read* as it reads short cells once."""
    return _Remembered(read).__getitem__


@_remembered
def _effect(cell: str) -> str:
    """Return the verdict of a cell; the text where it is none."""
    text = cell.strip()
    return (vocabulary().effects.get(folded(text)) if text else "deny") or text


@_remembered
def _denied(cell: str) -> str:
    """Return the verdict of a cell in a column of what is denied; “banned” under “banned” is the verdict itself, a yes the other way round."""
    found = _effect(cell)
    if vocabulary().columns.get(folded(cell.strip())) in ("effect", "denied"):
        return found
    return {"allow": "deny", "deny": "allow"}.get(found, found)


def _inflections(cell: str) -> bool | list[str]:
    text = cell.strip()
    whole = vocabulary().effects.get(folded(text))
    return whole == "allow" if whole else text.casefold().replace(",", " ").split()


@_remembered
def _date(cell: str) -> str:
    """Return a date as ISO 8601 has it, where it is written so that nobody takes it for another day."""
    text = cell.strip()
    for pattern, order in ((_DOTTED, (3, 2, 1)), (_SLASHED, (1, 2, 3))):
        found = pattern.fullmatch(text)
        if found:
            year, month, day = (int(found[group]) for group in order)
            return f"{year:04}-{month:02}-{day:02}"
    return text


def _of_json(text: str) -> Iterator[tuple[str, Table | str]]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord([f"line {error.lineno}: is not JSON ({error.msg})"]) from None
    except (ValueError, RecursionError):
        raise BadRecord(["line 1: is not JSON that can be read"]) from None
    if not isinstance(found, list):
        raise BadRecord(["line 1: is not an array of entries"])
    return ((f"entry {number}", _of_element(sent)) for number, sent in enumerate(found, 1))


def _of_element(sent: Any) -> Table | str:
    """Return what an element of an array says: an entry, or a word alone."""
    if isinstance(sent, str):
        return fault_alone(sent.strip()) or {"word": sent.strip()}
    return sent if isinstance(sent, dict) else f"takes {ENTRY}"
