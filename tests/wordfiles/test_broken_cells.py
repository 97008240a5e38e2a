"""Errors in the cells of workbooks: told with their place, as in CSV, and never taken for an empty cell."""

from __future__ import annotations

import io
import zipfile

import pytest
import xlsxwriter

from adjudicator.errors import BadRecord
from adjudicator.wordfiles.reading import Wanted, read
from tests.wordfiles.files import archive, ods, xlsx
from tests.wordfiles.test_reading import says

_ERROR = '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>{}</text:p></table:table-cell>'


def broken_xlsx() -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.add_worksheet("Read me").write(0, 0, "ours")
    sheet = book.add_worksheet("Words & more")
    for row, cells in enumerate((["Word", "OK", "Why"], ["zorb", "yes"], [None, "no"], ["trig"])):
        sheet.write_row(row, 1, cells)
    sheet.write_formula(2, 1, "=glorp", None, "#NAME?")
    sheet.write_formula(3, 2, "=1/0", None, "#DIV/0!")
    sheet.write_formula(5, 1, "=glorp", None, "#SPILL!")
    book.close()
    return out.getvalue()


def broken_ods() -> bytes:
    """As LibreOffice writes them."""
    rows = [["", "Word", "OK"], ["", "zorb", "yes"], ["", "NAME", "no"], ["", "trig", "DIV"], [], ["", "502"]]
    with zipfile.ZipFile(
        io.BytesIO(ods(("Read me", [["ours"]]), ("Words & more".replace("&", "&amp;"), rows)))
    ) as box:
        members: dict[str, str | bytes] = {name: box.read(name) for name in box.namelist()}
    content = bytes(members["content.xml"]).decode()  # type: ignore[arg-type]
    content = content.replace(" office:version", ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" office:version', 1)  # fmt: skip
    for mark, error in (("NAME", "#NAME?"), ("DIV", "#DIV/0!"), ("502", "Err:502")):
        cell = f'<table:table-cell office:value-type="string"><text:p>{mark}</text:p></table:table-cell>'
        content = content.replace(cell, _ERROR.format(error))
    return archive({**members, "content.xml": content})


@pytest.mark.parametrize(("content", "last"), [(broken_xlsx(), "#SPILL!"), (broken_ods(), "Err:502")])
def test_an_error_is_no_empty_cell(content: bytes, last: str) -> None:
    """Rows with an error cannot be read, also the last one of a sheet, which has nothing else."""
    found = read(content, wanted=Wanted(sheet="Words & more"))
    told = [
        (place, sent.partition(" of a")[0] if isinstance(sent, str) else sent["word"])
        for place, sent in found.entries
    ]
    assert told == [
        ("row 2", "zorb"),
        ("row 3", "word: is the error #NAME?"),
        ("row 4", "effect: is the error #DIV/0!"),
        ("row 6", f"word: is the error {last}"),
    ]


def test_words_on_a_hidden_sheet() -> None:
    """Where only a sheet that is hidden has a column of words, or anything, it is named; nobody reads it unasked."""
    words: list[list[object]] = [["Word"], ["zorb"]]
    shown: list[list[list[object]]] = [[["These are our words."]], []]
    for rows in shown:
        book = xlsx(("Read me", rows), ("Old", words), hidden=("Old",))
        with pytest.raises(BadRecord, match="seem to be on the sheet “Old”, which is hidden"):
            read(book)
        assert says(read(book, wanted=Wanted(sheet="Old"))) == {"zorb": ("allow", "")}
    assert read(xlsx(("A", [["zorb"]]), ("B", [["x"]]), hidden=("B",))).understood.sheet == "A"
