"""Damaged answers on a small scale; ``python -m tests.scrapers.fuzz --cases 10000`` on a large one."""

from __future__ import annotations

import pytest

from tests.scrapers.fuzz import html_cases, json_cases, run


@pytest.mark.parametrize(("kind", "cases"), [("html", 700), ("json", 3000)])
def test_damaged_answers_raise_only_our_own_errors(kind: str, cases: int) -> None:
    """Whatever is done to an answer, a reader finds something, finds nothing, or says that it cannot tell; its texts are plain."""
    outcome = run(kind, cases)
    assert outcome.faults == []
    assert outcome.ends["ShapeChanged"] > cases / 10, "the damage is too slight to tell anything"
    assert outcome.ends["found"] > cases / 50, "the damage is too great to tell anything"


def test_the_same_number_is_the_same_case() -> None:
    """A fault can be had again by the number of its case."""
    whole, one = run("html", 30), run("html", 29)
    assert whole.ends - one.ends == run("html", 1, first=29).ends


def test_whole_answers_are_read() -> None:
    """What is damaged is whole before: some of it has the word, some has not, some does not tell."""
    assert len(html_cases()) + len(json_cases()) > 25
