"""The reader of the contractions package's tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.ingest.readers.contractions import read
from adjudicator.sources.records import RawContraction

NAMES = ("contractions_dict.json", "slang_dict.json", "leftovers_dict.json")


def write(folder: Path, *tables: dict[str, str]) -> Path:
    for name, table in zip(NAMES, tables, strict=True):
        (folder / name).write_text(json.dumps(table), encoding="utf-8")
    return folder


def test_contractions_proper_are_all_read_with_straight_apostrophes(tmp_path: Path) -> None:
    """Every one-word key of the first table is a contraction; a curly apostrophe becomes a straight one."""
    folder = write(tmp_path, {"can’t": "can not", "y'all": "you all"}, {}, {})
    assert list(read(folder)) == [RawContraction("can't", "can not"), RawContraction("y'all", "you all")]


@pytest.mark.parametrize("display", ["msg", "btw", "idk", "thx", "b4"])
def test_slang_abbreviations_are_no_contractions(tmp_path: Path, display: str) -> None:
    """Of the slang table a word without a vowel, of four letters or fewer, or for one word is left out."""
    assert list(read(write(tmp_path, {}, {display: "some words"}, {}))) == []
    assert list(read(write(tmp_path, {}, {"convo": "conversation"}, {}))) == []


def test_joined_phrases_of_slang_are_contractions(tmp_path: Path) -> None:
    """dunno and gonna stand for several words and have a vowel: contractions."""
    folder = write(tmp_path, {}, {"dunno": "do not know"}, {"gonna": "going to"})
    assert [record.display for record in read(folder)] == ["dunno", "gonna"]


def test_phrases_and_empty_lines_are_left_out(tmp_path: Path) -> None:
    """A key with a space inside, or that stands for nothing, gives nothing."""
    assert list(read(write(tmp_path, {"you all": "you all", "ain't": " "}, {}, {}))) == []
