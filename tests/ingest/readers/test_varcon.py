"""The VarCon reader: clusters of spellings by region."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.readers.varcon import read
from adjudicator.ingest.records import RawRegion


def regions(folder: Path, text: str) -> list[RawRegion]:
    (folder / "varcon.txt").write_text(text, encoding="utf-8")
    return list(read(folder))


def test_the_american_spelling_names_its_british_counterparts(tmp_path: Path) -> None:
    """``A: blor / B: blour``: blor is American and its counterpart is blour; blour is British and
    names none.
    """
    assert regions(tmp_path, "A: blor / B C: blour\n") == [
        RawRegion("blor", "american", ("blour",)),
        RawRegion("blour", "british", ()),
    ]


def test_ize_is_british_too(tmp_path: Path) -> None:
    """Z is British with -ize: ``A Z: …ize`` is both, ``B: …ise`` is British."""
    found = regions(tmp_path, "A Z: blorize / B: blorise\n")
    assert [(record.display, record.region) for record in found] == [
        ("blorize", "both"),
        ("blorise", "british"),
    ]


def test_a_spelling_of_both_regions_is_a_counterpart(tmp_path: Path) -> None:
    """``A: blor / A B: blour``: the American blor may be written blour in Britain."""
    assert regions(tmp_path, "A: blor / A B: blour\n")[0] == RawRegion("blor", "american", ("blour",))


@pytest.mark.parametrize(
    ("tags", "region"),
    [
        ("A", "american"),
        ("Av", "american"),
        ("AV", "american"),
        ("B", "british"),
        ("Bv", "british"),
        ("Z", "british"),
        ("A B", "both"),
        ("Av Z", "both"),
        ("C", "both"),
        ("_", "both"),
        ("A-", "both"),
        ("B Ax", "british"),
    ],
)
def test_tags(tmp_path: Path, tags: str, region: str) -> None:
    """A variant counts for its region (v, V); a mere possible one (-, x) does not; Canada and the rest
    decide nothing.
    """
    assert regions(tmp_path, f"{tags}: blor / D: other\n")[0].region == region


def test_comments_notes_and_possessives_are_left_out(tmp_path: Path) -> None:
    """Lines with #, what follows |, and possessives give nothing."""
    found = regions(
        tmp_path, "# blor (level 50)\n\nA: blor / B: blour | <N> a note / B: wrong\nA: blor's / B: blour's\n"
    )
    assert [record.display for record in found] == ["blor", "blour"]
