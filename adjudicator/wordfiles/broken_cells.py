"""The errors that a spreadsheet program shows in cells of a workbook (``#DIV/0!``): its library gives such a cell as an empty one.

Start at :func:`errors_of`.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Callable, Mapping
from xml.parsers import expat

Errors = dict[int, dict[int, str]]
"""Row and column, each from 0 → the error that is shown."""
_CHUNK = 1_000_000
_MARKS = (b't="e"', b"t='e'", b'"error"', b"'error'")
"""One of these stands in a sheet with an error."""
_MOST = 201
"""Cells side by side with the same error, that are told."""
Attributes = Mapping[str, str]


def errors_of(box: zipfile.ZipFile, kind: str, name: str) -> Errors:
    """Return the errors in the sheet *name* of a workbook. One that is not put together as usual has none."""
    try:
        member = "content.xml" if kind == "ods" else _member(box, name)
        if not member or not _has_mark(box, member):
            return {}
        sheet = _OdsSheet(name) if kind == "ods" else _XlsxSheet()
        _parse(box, member, sheet.begin, sheet.end, sheet.text)
    except (KeyError, ValueError, expat.ExpatError):
        return {}
    return sheet.errors


def _parse(
    box: zipfile.ZipFile,
    member: str,
    begin: Callable[[str, Attributes], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Tell the elements of a part of a workbook, without their prefixes."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: begin(tag.rpartition(":")[2], attributes)
    if end:
        parser.EndElementHandler = lambda tag: end(tag.rpartition(":")[2])
    parser.CharacterDataHandler = text
    with box.open(member) as part:
        parser.ParseFile(part)


def _has_mark(box: zipfile.ZipFile, member: str) -> bool:
    """Return whether a sheet can have an error at all: to search is a hundred times as fast as to parse."""
    before = b""
    with box.open(member) as part:
        while chunk := part.read(_CHUNK):
            if any(mark in before + chunk for mark in _MARKS):
                return True
            before = chunk[-10:]
    return False


def _member(box: zipfile.ZipFile, name: str) -> str:
    """Return which part of an xlsx has the sheet *name*."""
    ids: list[str] = []
    targets: dict[str, str] = {}

    def sheet(tag: str, attributes: Attributes) -> None:
        if tag == "sheet" and attributes.get("name") == name:
            ids.extend(value for key, value in attributes.items() if key.endswith(":id"))

    def relation(tag: str, attributes: Attributes) -> None:
        if tag == "Relationship":
            targets[attributes["Id"]] = attributes["Target"]

    _parse(box, "xl/workbook.xml", sheet)
    _parse(box, "xl/_rels/workbook.xml.rels", relation)
    return posixpath.normpath(posixpath.join("/xl", targets[ids[0]]))[1:] if ids else ""


class _XlsxSheet:
    """Gathers the errors of a sheet of an xlsx: a cell of the type ``e`` has one as its value."""

    def __init__(self) -> None:
        self.errors: Errors = {}
        self._row = self._column = -1
        self._shown: list[str] | None = None
        self._broken = False

    def begin(self, tag: str, attributes: Attributes) -> None:
        if tag == "row":
            self._row = int(attributes.get("r", self._row + 2)) - 1
            self._column = -1
        elif tag == "c":
            letters = attributes.get("r", "").rstrip("0123456789")
            self._column = _index_of(letters) if letters else self._column + 1
            self._broken = attributes.get("t") == "e"
        elif tag == "v" and self._broken:
            self._shown = []

    def text(self, text: str) -> None:
        if self._shown is not None:
            self._shown.append(text)

    def end(self, tag: str) -> None:
        if tag == "v" and self._shown is not None:
            self.errors.setdefault(self._row, {})[self._column] = "".join(self._shown)
            self._shown = None


class _OdsSheet:
    """Gathers the errors of a sheet of an ods, as LibreOffice writes them; what is repeated there is written once."""

    def __init__(self, name: str) -> None:
        self.errors: Errors = {}
        self._name, self._within = name, False
        self._row = self._column = 0
        self._rows = self._columns = 1
        self._shown: list[str] | None = None

    def begin(self, tag: str, attributes: Attributes) -> None:
        if tag == "table":
            self._within = attributes.get("table:name") == self._name
            self._row = 0
        elif tag == "table-row":
            self._column, self._rows = 0, int(attributes.get("table:number-rows-repeated", 1))
        elif tag in ("table-cell", "covered-table-cell"):
            self._columns = int(attributes.get("table:number-columns-repeated", 1))
            if self._within and attributes.get("calcext:value-type") == "error":
                self._shown = []

    def text(self, text: str) -> None:
        if self._shown is not None:
            self._shown.append(text)

    def end(self, tag: str) -> None:
        if tag == "table-row":
            self._row += self._rows
        elif tag in ("table-cell", "covered-table-cell"):
            if self._shown is not None:
                shown = "".join(self._shown).strip()
                for row in range(self._row, self._row + self._rows):
                    for column in range(self._column, self._column + min(self._columns, _MOST)):
                        self.errors.setdefault(row, {})[column] = shown
            self._shown = None
            self._column += self._columns


def _index_of(letters: str) -> int:
    """Return which column, from 0, spreadsheet programs call so."""
    index = 0
    for letter in letters.upper():
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1
