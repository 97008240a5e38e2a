"""In what order people read a proof: names after what counts, and the word list before the rest folds away."""

from __future__ import annotations

from typing import Any, cast

import pytest

from adjudicator.judging.proof import arranged
from adjudicator.judging.shapes import FindingModel


def _finding(reason: str, code: str = "sense-admitted", listing: bool = False) -> FindingModel:
    effect = "admits" if code == "sense-admitted" else "excludes"
    found: dict[str, Any] = {
        "reason": reason,
        "code": code,
        "effect": effect,
        "sense": {"listing": listing},
    }
    return cast(FindingModel, found)


SENSES = [_finding(f"sense {number}") for number in range(5)]
NAME = _finding("name", "proper-noun")
LISTED = _finding("list", listing=True)
CLIPPING = _finding("clipping", "marked-abbreviation")


@pytest.mark.parametrize(
    ("findings", "legal", "most", "read"),
    [
        ([NAME, *SENSES[:2], LISTED], True, 9, ["sense 0", "sense 1", "list", "name"]),
        ([NAME, *SENSES[:2], LISTED], False, 9, ["name", "sense 0", "sense 1", "list"]),
        ([CLIPPING, SENSES[0], LISTED], True, 9, ["clipping", "sense 0", "list"]),
        ([*SENSES, NAME, LISTED], True, 3, ["sense 0", "sense 1", "list", "sense 2", "sense 3", "sense 4", "name"]),
        ([*SENSES[:3], NAME], True, 2, ["sense 0", "sense 1", "sense 2", "name"]),
        ([], True, 3, []),
    ],
)  # fmt: skip
def test_what_counts_comes_first_and_the_list_is_shown(
    findings: list[FindingModel], legal: bool, most: int, read: list[str]
) -> None:
    """Struck names are last where the word is legal, other lines keep their order, and the list's line is among those shown."""
    assert [found["reason"] for found in arranged(findings, legal, most)] == read
