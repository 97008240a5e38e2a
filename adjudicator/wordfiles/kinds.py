"""What kind of file somebody has, by its content first and its name next. Start at :func:`kind_of`; what no list of words comes in is refused."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Literal

from adjudicator.errors import BadRecord

Kind = Literal["text", "csv", "json", "xlsx", "ods"]
"""One word a line, a table with a separator, an array of entries or words, and the workbooks of spreadsheet programs."""
SHEETS: tuple[Kind, ...] = ("xlsx", "ods")
MOST_MEMBERS = 2_000
"""Files in the archive that a workbook is."""
MOST_UNPACKED = 256_000_000
"""Bytes that it may unpack to: the longest list has two thirds of that."""
SUFFIXES: dict[str, Kind] = {
    ".txt": "text",
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".json": "json",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".ods": "ods",
}
_SAVE = "Save it as .xlsx, .ods or .csv and try again. Nothing was written."
_TEXT = "Save the words as text, .csv, .xlsx or .ods and try again. Nothing was written."
_OTHERS = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"II*\0", "an image (TIFF)"),
    (b"MM\0*", "an image (TIFF)"),
    (b"\x1f\x8b", "a packed file (gzip)"),
    (b"7z\xbc\xaf", "a packed file (7z)"),
    (b"Rar!", "a packed file (RAR)"),
    (b"\xfd7zXZ", "a packed file (xz)"),
    (b"{\\rtf", "a document (RTF)"),
    (b"SQLite format 3", "a database (SQLite)"),
)
_MARKUP = ((b"<!doctype html", "a web page"), (b"<html", "a web page"), (b"<?xml", "an XML file"))
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)
_OLD = b"\xd0\xcf\x11\xe0"
_ODF = "application/vnd.oasis.opendocument."


def kind_of(content: bytes, name: str = "") -> Kind | None:
    """Return what kind of file *content* is, which is called *name*; None where it is a text that only its lines can tell more of.

    Raises :class:`BadRecord`, which says what it is and what to do, for what is no list of words.
    """
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _workbook(content)
    if content.startswith(_OLD):
        raise BadRecord(
            ["the file is an old workbook of Excel's (.xls), or one that is locked with a password"],
            f"Open it. {_SAVE}",
        )
    for beginning, what in _OTHERS:
        if content.startswith(beginning):
            raise BadRecord([f"the file is {what}, whatever its name says"], _TEXT)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        raise BadRecord(["the file is an image (WebP), whatever its name says"], _TEXT)
    begun = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for beginning, what in _MARKUP:
        if begun.startswith(beginning):
            raise BadRecord([f"the file is {what}, whatever its name says"], _SAVE)
    named = SUFFIXES.get(name[name.rfind(".") :].lower()) if "." in name else None
    if named in SHEETS:
        raise BadRecord(
            [f"the file is no workbook, though its name ends in {name[name.rfind('.') :]}"], _SAVE
        )
    if named is None and begun.startswith(b"["):
        return "json"
    return None if named == "text" else named


def _workbook(content: bytes) -> Kind:
    """Return which workbook an archive is. What it says of its size is looked at before anything of it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as box:
            members = {each.filename: each for each in box.infolist()}
            said = members.get("mimetype")
            mimetype = box.open(said).read(200).decode("latin-1") if said else ""
    except _DAMAGED as error:
        raise BadRecord([f"the file is a damaged workbook or archive ({error})"], _SAVE) from None
    kind: Kind
    if "xl/workbook.xml" in members:
        kind = "xlsx"
    elif mimetype.startswith(f"{_ODF}spreadsheet"):
        kind = "ods"
    else:
        raise BadRecord([f"the file is {_archive(members, mimetype)}, whatever its name says"], _TEXT)
    unpacked = sum(each.file_size for each in members.values())
    if len(members) > MOST_MEMBERS or unpacked > MOST_UNPACKED:
        raise BadRecord(
            [
                f"the workbook unpacks to {unpacked:,} bytes in {len(members):,} parts; at most {MOST_UNPACKED:,} in {MOST_MEMBERS:,} are taken"
            ],
            "Save the sheet with the words as .csv and try again. Nothing was written.",
        )
    return kind


def _archive(members: dict[str, zipfile.ZipInfo], mimetype: str) -> str:
    if "xl/workbook.bin" in members:
        return "a binary workbook of Excel's (.xlsb)"
    if "word/document.xml" in members or mimetype.startswith(f"{_ODF}text"):
        return "a document of a word processor"
    if "ppt/presentation.xml" in members or mimetype.startswith(_ODF):
        return "a document of another program"
    return "an archive (ZIP)"
