"""Replaying a ruling: whether today's verdicts agree with those that were kept."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.shapes import plain
from adjudicator.rules.replay import replay

THEN: dict[str, Any] = {
    "word": "zee",
    "legal": False,
    "code": "american-spelling",
    "certainty": "settled",
    "lexicon": "sha256:a",
    "ruleset_digest": "sha256:b",
    "summary": "ZEE is illegal.",
}


def test_the_same() -> None:
    """The same verdict agrees and nothing differs; wording is not compared."""
    found = replay([THEN], [{**THEN, "summary": "No."}])
    assert plain(found) == {"agrees": True, "words": []}


@pytest.mark.parametrize("field", ["code", "certainty", "lexicon", "ruleset_digest"])
def test_the_same_for_another_reason(field: str) -> None:
    """As long as the word is as legal as it was, today agrees, and what else differs is told."""
    found = replay([THEN], [{**THEN, field: "other"}])
    assert plain(found) == {
        "agrees": True,
        "words": [{"word": "zee", "differs": {field: {"then": THEN[field], "now": "other"}}}],
    }


def test_another_legality() -> None:
    """One word that is legal by now is enough to disagree; only what differs is told."""
    other = {**THEN, "word": "zed"}
    found = replay([other, THEN], [other, {**THEN, "legal": True, "code": "sense-admitted"}])
    assert not found.agrees
    assert [(each.word, set(each.differs)) for each in found.words] == [("zee", {"legal", "code"})]
