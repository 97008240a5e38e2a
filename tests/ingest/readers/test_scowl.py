"""The SCOWL reader: file names tell spelling, category and size; lines tell the words."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.readers.scowl import read
from adjudicator.sources.records import RawListing


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_file_name_gives_spelling_category_and_size(tmp_path: Path) -> None:
    """``british_z-proper-names.40`` is spelling british_z, category proper-names, size 40: the first
    hyphen cuts.
    """
    write(tmp_path, {"british_z-proper-names.40": "Oxo\n", "english-words.10": "café\n"})
    assert list(read(tmp_path)) == [
        RawListing("café", "words", "english", 10),
        RawListing("Oxo", "proper-names", "british_z", 40),
    ]


def test_small_sizes_come_first_and_by_number(tmp_path: Path) -> None:
    """Size 5 is read before size 10 and that before 95: sizes order as numbers, not as text."""
    write(tmp_path, {"a-words.95": "c\n", "a-words.10": "b\n", "a-words.5": "a\n"})
    assert [listing.display for listing in read(tmp_path)] == ["a", "b", "c"]


def test_possessives_are_left_out_except_among_contractions(tmp_path: Path) -> None:
    """``dog's`` is grammar and no listing; "it's" in a contractions file is the entry itself."""
    write(tmp_path, {"english-words.10": "dog\ndog's\n\n", "english-contractions.10": "it's\n"})
    assert sorted(listing.display for listing in read(tmp_path)) == ["dog", "it's"]


def test_other_files_are_not_read(tmp_path: Path) -> None:
    """A README, a copyright file and a file without a hyphen are no lists."""
    write(tmp_path, {"README": "words\n", "english-words.txt": "x\n", "words.10": "y\n"})
    assert list(read(tmp_path)) == []


def test_a_list_in_another_encoding_is_a_value_error(tmp_path: Path) -> None:
    """Latin-1 bytes raise a ValueError (which a build reports) and are never guessed at."""
    (tmp_path / "english-words.10").write_bytes("café\n".encode("latin-1"))
    with pytest.raises(ValueError, match="utf-8"):
        list(read(tmp_path))
