"""What a file may cost: a workbook that asks for more than its size tells is refused, and whoever reads it lives on."""

from __future__ import annotations

import io
import zipfile

import pytest
import xlsxwriter

from adjudicator.errors import BadRecord
from adjudicator.wordfiles import kinds, reading, workbook
from adjudicator.wordfiles.reading import read
from tests.wordfiles.files import archive, ods, xlsx


def refused(content: bytes) -> str:
    with pytest.raises(BadRecord) as told:
        read(content)
    assert str(told.value).endswith("Nothing was written.")
    [fault] = told.value.faults
    return fault


def test_two_cells_a_world_apart() -> None:
    """A file of six thousand bytes makes the library ask for half a terabyte, which ends its process; ours stays."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write(0, 0, "word")
    sheet.write(1_048_575, 16_383, "end")
    book.close()
    assert refused(out.getvalue()).endswith("takes more memory or time to read than one may")


def test_one_text_in_every_cell() -> None:
    """A text that is in the file once and on the sheet ten thousand times is told as often, until it is too much."""
    assert refused(xlsx(("Sheet1", [["word", "x" * 32_000]] * 5_000))).endswith("than one may")


def test_how_long_a_workbook_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes longer than is granted is stopped."""
    monkeypatch.setattr(workbook, "SECONDS", 0.001)
    assert refused(xlsx(("Sheet1", [["word"]]))) == "the workbook takes more than 0.001 seconds to read"


def test_what_a_workbook_unpacks_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parts say how large they are before any is unpacked; there may be so many of them, and so many sheets."""
    book = xlsx(("Sheet1", [["word"], ["zorb"]]))
    monkeypatch.setattr(kinds, "MOST_UNPACKED", 1_000)
    assert refused(book).startswith("the workbook unpacks to ")
    monkeypatch.undo()
    monkeypatch.setattr(kinds, "MOST_MEMBERS", 5)
    assert "at most 256,000,000 in 5 are taken" in refused(book)
    monkeypatch.undo()
    many = ods(*((f"s{number}", []) for number in range(201)))
    assert refused(many) == "the workbook has 201 sheets; at most 200 are taken"


def test_what_else_is_in_a_workbook() -> None:
    """Archives in the archive, macros and links are not looked at."""
    more: dict[str, str | bytes] = {
        "xl/embeddings/a.zip": archive({"b": "c"}),
        "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0",
    }
    out = io.BytesIO(xlsx(("Sheet1", [["word", "reason"], ["zorb", "https://example.com"]])))

    with zipfile.ZipFile(out, "a") as box:
        for name, content in more.items():
            box.writestr(name, content)
    [(_, sent)] = read(out.getvalue()).entries
    assert sent == {"word": "zorb", "reason": "https://example.com"}


def test_how_large_a_file_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file has a bound of its own, whoever brings it."""
    monkeypatch.setattr(reading, "MOST_BYTES", 10)
    assert refused(b"zorb\nglorp\n") == "the file has 11 bytes; at most 10 are taken"
