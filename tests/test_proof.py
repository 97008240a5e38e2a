"""How much of a proof people read: the word list before the rest folds away."""

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


@pytest.mark.parametrize(
    ("findings", "most", "read"),
    [
        ([*SENSES[:2], LISTED, NAME], 9, ["sense 0", "sense 1", "list", "name"]),
        ([*SENSES, LISTED, NAME], 3, ["sense 0", "sense 1", "list", "sense 2", "sense 3", "sense 4", "name"]),
        ([*SENSES[:3], NAME], 2, ["sense 0", "sense 1", "sense 2", "name"]),
        ([], 3, []),
    ],
)  # fmt: skip
def test_the_list_is_shown(findings: list[FindingModel], most: int, read: list[str]) -> None:
    """Lines keep their order, and the list's line is among those shown."""
    assert [found["reason"] for found in arranged(findings, most)] == read
