"""The VarCon reader: clusters of spellings by region."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.readers.varcon import read
from adjudicator.sources.records import RawRegion

VERIFIED = "# blor <verified> (level 50)\n"


def regions(folder: Path, text: str) -> list[RawRegion]:
    (folder / "varcon.txt").write_text(VERIFIED + text, encoding="utf-8")
    return list(read(folder))


def placed(folder: Path, text: str) -> dict[str, str]:
    """Return spelling → region."""
    return {record.display: record.region for record in regions(folder, text)}


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
    assert placed(tmp_path, "A Z: blorize / B: blorise\n") == {"blorize": "both", "blorise": "british"}


def test_a_spelling_of_both_regions_is_a_counterpart(tmp_path: Path) -> None:
    """``A: blor / A B: blour``: the American blor may be written blour in Britain."""
    assert regions(tmp_path, "A: blor / A B: blour\n")[0] == RawRegion("blor", "american", ("blour",))


@pytest.mark.parametrize(
    ("tags", "region"),
    [
        ("A", "american"),
        ("A.", None),
        ("A Cv Dv 1 2", "american"),
        ("Av", None),
        ("AV", None),
        ("A-", None),
        ("Ax", None),
        ("B", "british"),
        ("B.", "british"),
        ("Bv", "british"),
        ("BV", "british"),
        ("Z", "british"),
        ("B-", None),
        ("Bx", None),
        ("Av B", "british"),
        ("Av B.", "british"),
        ("AV Bv", "british"),
        ("A- Bv", "british"),
        ("Av Bv", "both"),
        ("Av BV", "both"),
        ("AV BV", "british"),
        ("A B", "both"),
        ("A B.", "both"),
        ("A. Bv", "both"),
        ("A BV", "both"),
        ("A Zv", "both"),
        ("A B-", None),
        ("A Bx", None),
        ("C D", None),
        ("_", None),
        ("_v", None),
    ],
)
def test_tags(tmp_path: Path, tags: str, region: str | None) -> None:
    """A variant of any standing makes a British word, and one of both sides where it stands no lower in
    America. Only the spelling of the region makes an American one, and only where Britain does without it. A
    possible one (-) or an improper one (x) counts for neither; Canada and the rest decide nothing.
    """
    assert placed(tmp_path, f"{tags}: blor / B: other\n").get("blor") == region


def test_an_equal_variant_is_at_home(tmp_path: Path) -> None:
    """``A B.: bleaped / A. B: bleapt``: each is as good as the other, on both sides."""
    assert placed(tmp_path, "A B.: bleaped / A. B: bleapt\n") == {"bleaped": "both", "bleapt": "both"}


def test_a_british_variant_is_not_american(tmp_path: Path) -> None:
    """``A B C D: blopedia / AV B. Cv Dv: blopaedia``: the spelling with a rare American variant is British."""
    found = placed(tmp_path, "A B C D: blopedia / AV B. Cv Dv: blopaedia\n")
    assert found == {"blopedia": "both", "blopaedia": "british"}


def test_a_rare_american_variant_is_no_american_word(tmp_path: Path) -> None:
    """``AV: blurah`` beside British spellings: that Britain is not mentioned does not make it American."""
    found = placed(tmp_path, "A B 1: blurrah / Av Bv 2: blooray / AV 3: blurah / A- Bv 4: blurray\n")
    assert found == {"blurrah": "both", "blooray": "both", "blurray": "british"}


def test_an_american_word_needs_a_british_one_beside_it(tmp_path: Path) -> None:
    """A line without any spelling that is at home in Britain does not say what Britain does without."""
    assert placed(tmp_path, "A C: blor / D B-: blour\n") == {}


@pytest.mark.parametrize("header", ["# blor (level 50)", "# blor (level 50) <verify>"])
def test_what_nobody_verified_says_nothing(tmp_path: Path, header: str) -> None:
    """Lines made by machine are left out, until the next verified cluster."""
    found = placed(
        tmp_path, f"{header}\nA: blele / B: blelae\n\n# zor <verified>\nA: zor / B: zour\n## a remark\n"
    )
    assert found == {"zor": "american", "zour": "british"}


def test_a_line_about_one_sense_makes_no_spelling_of_one_region(tmp_path: Path) -> None:
    """Behind | stands a sense: in the others the spelling may be anybody's. At home in both is at home."""
    assert placed(tmp_path, "A: bloined / B: bloyned | wall\n") == {}
    assert placed(tmp_path, "A B: bloined | inform\n") == {"bloined": "both"}


def test_comments_notes_and_possessives_are_left_out(tmp_path: Path) -> None:
    """Lines with ##, what follows # or |, and possessives give nothing; _ in a spelling is a space."""
    found = regions(
        tmp_path,
        "\n## A: wrong / B: wroung\nA: blor / B: bl_our # a remark / B: wrong\n"
        "A: blor's / B: blour's\nA B: blog | <N> a note / B: wrong\n",
    )
    assert [record.display for record in found] == ["blor", "bl our", "blog"]
