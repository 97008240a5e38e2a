"""What of a sense's usage each reading of it has."""

from __future__ import annotations

import pytest

from adjudicator.core.model import Usage
from adjudicator.core.usage import usage_for
from tests.conftest import reading

USAGE = Usage(("line",), ("crowd",), ("they queue here", "long queues", "cue-queuer"))


@pytest.mark.parametrize(
    ("display", "relation", "expected"),
    [
        ("queue", "lemma", USAGE),
        ("queues", "inflection", Usage(examples=("long queues", "they queue here", "cue-queuer"))),
        ("queued", "inflection", Usage(examples=USAGE.examples)),
        ("Queues", "variant", Usage(examples=("long queues",))),
        ("unqueue", "derivation", Usage()),
    ],
)
def test_of_each_relation(display: str, relation: str, expected: Usage) -> None:
    """Only the headword has other words for it; a form has the examples, those with itself first; any other word those with itself alone."""
    assert usage_for(reading(display, relation=relation), USAGE) == expected
