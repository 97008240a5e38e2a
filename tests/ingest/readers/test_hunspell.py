"""The reader of hunspell's spelling dictionaries, and of lists that only bear others out."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.readers.hunspell import read
from adjudicator.ingest.readers.wordlist import read_witnesses

AFFIXES = """\
SET UTF-8
NEEDAFFIX !
REP 1
REP f ph

PFX U Y 1
PFX U 0 un .

SFX D Y 3
SFX D 0 d e
SFX D y ied [^aeiou]y
SFX D 0 ed [^ey]

SFX N N 1
SFX N e ion e

SFX R Y 2
SFX R 0 r/S e
SFX R 0 er/S [^e]

SFX S Y 2
SFX S y ies [^aeiou]y
SFX S 0 s [^y]
"""


def words(folder: Path, *lines: str, affixes: str = AFFIXES) -> list[str]:
    (folder / "x.aff").write_text(affixes, encoding="utf-8")
    (folder / "x.dic").write_text("\n".join((str(len(lines)), *lines)), encoding="utf-8")
    return [witness.display for witness in read(folder)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("blorp", ["blorp"]),
        ("blorp/S", ["blorp", "blorps"]),
        ("blory/SD", ["blory", "blories", "bloried"]),
        ("blorp/R", ["blorp", "blorper", "blorpers"]),
        ("blorp/UD", ["blorp", "unblorp", "blorped", "unblorped"]),
        ("blore/UN", ["blore", "unblore", "blorion"]),
        ("blorp/S!", ["blorps"]),
        ("blorp\tpo:noun", ["blorp"]),
    ],
    ids=[
        "plain",
        "suffix",
        "conditions",
        "two suffixes",
        "crossing",
        "not crossing",
        "no word by itself",
        "morphology",
    ],
)
def test_affixes_make_words(tmp_path: Path, line: str, expected: list[str]) -> None:
    """A word has the suffixes of its flags where their conditions hold, a prefix, and both where the two may cross."""
    assert words(tmp_path, line) == expected


def test_only_words_in_lower_case_are_witnesses(tmp_path: Path) -> None:
    """Names, numbers and what needs a mark say nothing, and each word is said once."""
    assert words(tmp_path, "Blorp/S", "128-bit", "blorp's", "glax", "glax") == ["glax"]


def test_flags_of_another_kind_are_refused(tmp_path: Path) -> None:
    """A dictionary whose flags are numbers is of another format."""
    with pytest.raises(ValueError, match="flags of another kind"):
        words(tmp_path, "blorp/1", affixes="FLAG num\n")


def test_a_list_of_headwords_is_a_witness_by_its_words_in_lower_case(tmp_path: Path) -> None:
    """Of a plain list names and what has a mark are passed over."""
    (tmp_path / "list").write_text("blorp\nGlax\nglax-like\nzib", encoding="utf-8")
    assert [witness.display for witness in read_witnesses(tmp_path)] == ["blorp", "zib"]
