"""Files as programs write them and people have them, made here byte by byte: :data:`FILES`, and what is understood or refused of each.

All that can be read say the same of four words, but where a file cannot: :data:`SAID`.
"""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from typing import NamedTuple
from xml.sax.saxutils import escape

import xlsxwriter

Said = dict[str, tuple[str, str]]
SAID: Said = {
    "zorb": ("allow", "a toy"),
    "trig": ("deny", "too short; really"),
    "Café": ("allow", "ja, natürlich"),
    "glorp": ("allow", ""),
}
"""Word → its effect and the reason."""
ROWS = [[word, effect, reason] for word, (effect, reason) in SAID.items()]
ALLOWED = dict.fromkeys(SAID, ("allow", ""))


class File(NamedTuple):
    """A file, and what it comes to."""

    name: str
    content: bytes
    understood: str
    """In the words of :func:`tests.wordfiles.test_reading.in_words`; of one that is refused, the beginning of the sentence."""
    says: Said | None = SAID
    """None for one that is refused."""


def csv(
    rows: list[list[str]],
    separator: str = ",",
    end: str = "\r\n",
    *,
    all_quoted: bool = False,
    last: bool = True,
) -> str:
    """A table as programs write it: what needs quotation marks has them, or every cell."""
    lines = []
    for row in rows:
        cells = [
            f'"{cell.replace(chr(34), 2 * chr(34))}"'
            if all_quoted or any(char in cell for char in (separator, '"', "\n", "\r"))
            else cell
            for cell in row
        ]
        lines.append(separator.join(cells))
    return end.join(lines) + (end if last else "")


def put(header: list[str], yes: str, no: str, order: str = "wer") -> list[list[str]]:
    """The rows with a *header* of their own, words of their own for the effects, and columns in another *order*."""
    said = [{"w": word, "e": yes if effect == "allow" else no, "r": reason} for word, effect, reason in ROWS]
    return [header, *([each[name] for name in order] for each in said)]


def xlsx(*sheets: tuple[str, list[list[object]]], hidden: tuple[str, ...] = ()) -> bytes:
    """A workbook as a program writes it: numbers, dates and truth values are what they are."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    day = book.add_format({"num_format": "dd.mm.yyyy"})
    for name, rows in sheets:
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                sheet.write(number, column, cell, *([day] if isinstance(cell, datetime) else []))
        if name in hidden:
            sheet.hide()
        else:
            sheet.activate()
    book.close()
    return bytes(out.getvalue())


def ods(*sheets: tuple[str, list[list[str]]]) -> bytes:
    """A workbook as LibreOffice writes it: the empty rows and cells up to the edge of the sheet are there, as one that is repeated."""
    tables = ""
    for name, rows in sheets:
        tables += (
            f'<table:table table:name="{name}"><table:table-column table:number-columns-repeated="1024"/>'
        )
        for row in rows:
            cells = "".join(
                f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
                if cell
                else "<table:table-cell/>"
                for cell in row
            )
            tables += f'<table:table-row>{cells}<table:table-cell table:number-columns-repeated="{1024 - len(row)}"/></table:table-row>'
        tables += f'<table:table-row table:number-rows-repeated="{1048576 - len(rows)}"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>'
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.3"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>'
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{mimetype}"/></manifest:manifest>'
    return archive({"mimetype": mimetype, "META-INF/manifest.xml": manifest, "content.xml": content})


def archive(members: dict[str, str | bytes]) -> bytes:
    """A ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
        for name, content in members.items():
            box.writestr(name, content)
    return out.getvalue()


_USUAL = ["Word", "Effect", "Reason"]
_GERMAN = csv(put(["Wort", "Erlaubt", "Begründung"], "ja", "nein"), ";")
_BROKEN = 'word;note;allowed\r\nzorb;"bought\r\nin Leeds";yes\r\ntrig;;no\r\nCafé;"a ""quoted"" word";yes\r\nglorp;;yes\r\n'
_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(64))
_TABLE: list[list[object]] = [list(row) for row in put(_USUAL, "allow", "deny")]
_NO_REASONS = {word: (effect, "") for word, (effect, _) in SAID.items()}

FILES: dict[str, File] = {
    "Excel: CSV UTF-8": File(
        "words.csv",
        csv(put(_USUAL, "allow", "deny")).encode("utf-8-sig"),
        "csv, UTF-8 with a byte order mark, comma, header 1: A Word=word, B Effect=effect, C Reason=reason",
    ),
    "Excel in German: CSV": File(
        "Wörter.csv",
        _GERMAN.encode("windows-1252"),
        "csv, Windows-1252, semicolon, header 1: A Wort=word, B Erlaubt=effect, C Begründung=reason",
    ),
    "Excel: Unicode text": File(
        "words.txt",
        b"\xff\xfe" + csv(put(_USUAL, "yes", "no"), "\t").encode("utf-16-le"),
        "csv, UTF-16 LE with a byte order mark, tab, header 1: A Word=word, B Effect=effect, C Reason=reason",
    ),
    "UTF-16 BE without a mark": File(
        "words.txt",
        csv(put(["word", "ok", "why"], "y", "n"), "\t").replace("Café", "Cafe").replace("ü", "u").encode("utf-16-be"),
        "csv, UTF-16 BE, tab, header 1: A word=word, B ok=effect, C why=reason",
        {word.replace("é", "e"): (effect, reason.replace("ü", "u")) for word, (effect, reason) in SAID.items()},
    ),
    "Mac line ends": File(
        "words.csv",
        csv(put(_USUAL, "TRUE", "FALSE"), end="\r").encode(),
        "csv, UTF-8, comma, header 1: A Word=word, B Effect=effect, C Reason=reason",
    ),
    "LibreOffice: CSV, all quoted": File(
        "words.csv",
        csv(put(_USUAL, "allow", "deny"), end="\n", all_quoted=True).encode(),
        "csv, UTF-8, comma, header 1: A Word=word, B Effect=effect, C Reason=reason",
    ),
    "Google Sheets: CSV": File(
        "Our words - Sheet1.csv",
        csv(put(["Words", "Allowed?", "Why"], "TRUE", "FALSE"), last=False).encode(),
        "csv, UTF-8, comma, header 1: A Words=word, B Allowed?=effect, C Why=reason",
    ),
    "sep=;": File(
        "words.csv",
        ("sep=;\r\n" + csv(put(_USUAL, "allow", "deny"), ";")).encode("utf-8-sig"),
        "csv, UTF-8 with a byte order mark, semicolon, header 2: A Word=word, B Effect=effect, C Reason=reason",
    ),
    "columns in another order, in capitals": File(
        "words.csv",
        csv(put(["REASON", "WORD", "VALID"], "Yes", "No", "rwe"), ";", "\n").encode(),
        "csv, UTF-8, semicolon, header 1: A REASON=reason, B WORD=word, C VALID=effect",
    ),
    "no header": File(
        "words.csv",
        csv(ROWS, ";").encode(),
        "csv, UTF-8, semicolon, no header: A =word, B =effect, C =reason",
    ),
    "a header in a language that nobody told us": File(
        "ord.csv",
        csv(put(["Ord", "Tillåtet", "Skäl"], "ok", "no"), ";").encode(),
        "csv, UTF-8, semicolon, header 1: A Ord=word, B Tillåtet=effect, C Skäl=reason",
    ),
    "ticks": File(
        "words.tsv",
        csv(put(["Word", "Allowed", "Reason"], "x", ""), "\t").encode(),
        "csv, UTF-8, tab, header 1: A Word=word, B Allowed=effect by ticks, C Reason=reason",
    ),
    "the other way round": File(
        "banned.csv",
        csv(put(["word", "banned", "reason"], "no", "yes")).encode(),
        "csv, UTF-8, comma, header 1: A word=word, B banned=denied, C reason=reason",
    ),
    "columns that say nothing, a line break in a cell": File(
        "words.csv",
        _BROKEN.encode(),
        "csv, UTF-8, semicolon, header 1: A word=word, B note left out, C allowed=effect",
        _NO_REASONS,
    ),
    "a title above": File(
        "words.csv",
        ("Words of our club;;\r\n;;\r\n" + csv(put(["Word", "Legal", "Reason"], "1", "0"), ";")).encode(),
        "csv, UTF-8, semicolon, header 3: A Word=word, B Legal=effect, C Reason=reason",
    ),
    "bars": File(
        "words.txt",
        csv(ROWS, "|", "\n").encode(),
        "csv, UTF-8, bar, no header: A =word, B =effect, C =reason",
    ),
    "one word a line": File(
        "words.txt", "# ours\r\nzorb\r\n\r\ntrig\r\nCafé\r\nglorp".encode("windows-1252"), "text, Windows-1252", ALLOWED
    ),
    "one column of CSV": File(
        "words.csv", "Word\nzorb\ntrig\nCafé\nglorp\n".encode(), "csv, UTF-8, header 1: A Word=word", ALLOWED
    ),
    "a list that a word processor has numbered": File(
        "words.txt", "1.\tzorb\r\n2.\ttrig\r\n3.\tCafé\r\n4.\tglorp\r\n".encode("windows-1252"), "csv, Windows-1252, tab, no header: A  left out, B =word", ALLOWED
    ),
    "JSON: words alone": File(
        "words.json", '["zorb", "trig", " Café", "glorp"]'.encode(), "json, UTF-8", ALLOWED
    ),
    "Excel: two sheets": File(
        "Words.xlsx",
        xlsx(("Read me", [["These are our words."], ["Ask Anna."]]), ("Spring", _TABLE)),
        "xlsx, sheet Spring of Read me and Spring, header 1: A Word=word, B Effect=effect, C Reason=reason",
    ),
    "Excel: truth values, a number, a date": File(
        "Words.xlsx",
        xlsx(
            (
                "Sheet1",
                [
                    ["No.", "Word", "Allowed", "Reason", "Until"],
                    *(
                        [number, word, effect == "allow", reason, datetime(2099, 12, 31)]
                        for number, (word, effect, reason) in enumerate(ROWS, 1)
                    ),
                ],
            ),
        ),
        "xlsx, sheet Sheet1, header 1: A No. left out, B Word=word, C Allowed=effect, D Reason=reason, E Until=expires",
    ),
    "LibreOffice: ods": File(
        "words.ods",
        ods(("Tabelle1", put(["Wort", "Gültig", "Grund"], "ja", "nein"))),
        "ods, sheet Tabelle1, header 1: A Wort=word, B Gültig=effect, C Grund=reason",
    ),
    "Excel 97: xls": File(
        "words.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "the file is an old workbook of Excel's (.xls)", None
    ),
    "a PDF": File("words.csv", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "the file is a PDF, whatever its name says", None),
    "an archive": File("words.csv", archive({"words.txt": "zorb"}), "the file is an archive (ZIP), whatever its name says", None),
    "an image": File("words.csv", _PNG, "the file is an image (PNG), whatever its name says", None),
    "a letter": File(
        "words.xlsx", archive({"word/document.xml": "<w/>"}), "the file is a document of a word processor", None
    ),
    "a web page": File("words.csv", b"<!DOCTYPE html><table>", "the file is a web page, whatever its name says", None),
}  # fmt: skip
