"""How much of a proof people read: the word list before the rest folds away, and what two dictionaries say in the same words once."""

from __future__ import annotations

from typing import Any, cast

import pytest

from adjudicator.judging.proof import arranged
from adjudicator.judging.shapes import FindingModel


def _finding(
    reason: str,
    code: str = "sense-admitted",
    listing: bool = False,
    gloss: str | None = None,
    pos: str = "noun",
    decisive: bool = False,
) -> FindingModel:
    effect = "admits" if code == "sense-admitted" else "excludes"
    found: dict[str, Any] = {
        "reason": reason,
        "code": code,
        "effect": effect,
        "decisive": decisive,
        "sense": {
            "listing": listing,
            "size": 50 if listing else None,
            "gloss": gloss,
            "pos": pos,
            "relation": "lemma",
            "inflection_of": None,
        },
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


def test_a_definition_is_shown_once() -> None:
    """What one dictionary has from another stands at its first place, whatever its stops and capitals; another part of speech or outcome is another line."""
    findings = [
        _finding("one", gloss="a small bird"),
        _finding("as verb", gloss="a small bird", pos="verb"),
        _finding("copied", gloss="A small bird."),
        _finding("struck", "proper-noun", gloss="a small bird"),
    ]
    assert [found["reason"] for found in arranged(findings, 9)] == ["one", "as verb", "struck"]
    decisive = _finding("decisive", gloss="a small bird", decisive=True)
    assert [found["reason"] for found in arranged([*findings, decisive], 9)] == [
        "decisive",
        "as verb",
        "struck",
    ]
