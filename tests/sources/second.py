"""What more sources may and may not do: the gold table, and no common word lost. ``make test-sources`` runs this file.

The first lexicon lacks VarCon and Open English WordNet (``ADJUDICATOR_FIRST`` names it); the second, with both, is in the data directory.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.judging.service import Adjudicator
from adjudicator.resources import config_dir
from tests.evaluation.gold import evaluate_gold, read_gold
from tests.evaluation.sources import differences, opened
from tests.sources import FIRST_VARIABLE
from tests.sources.__main__ import FILES

SHIPPED = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
GOLD = Path(__file__).parents[1] / "evaluation" / "words.tsv"
RIGHT = 0.995
COMMON = 3.5
EXCEPTIONS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("exceptions.toml").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def first() -> Iterator[Adjudicator]:
    """The service over the lexicon without the sources that are tried."""
    service = opened(Path(os.environ[FIRST_VARIABLE]))
    yield service
    service.close()


@pytest.fixture(scope="module")
def lost(first: Adjudicator, adjudicator: Adjudicator) -> set[tuple[str, str]]:
    """(ruleset, word) of the common words that the first lexicon alone calls legal."""
    return {
        (ruleset, changed.key)
        for ruleset in SHIPPED
        for changed in differences(first, adjudicator, ruleset)
        if not changed.legal and changed.zipf >= COMMON
    }


def test_the_two_lexicons_differ_by_these_sources(first: Adjudicator, adjudicator: Adjudicator) -> None:
    """The second has VarCon and Open English WordNet, the first neither, and all else is the same."""
    had, has = ({source["id"] for source in each.lexicon.sources()} for each in (first, adjudicator))
    assert has - had == set(FILES)
    assert had <= has


def test_the_gold_table(adjudicator: Adjudicator) -> None:
    """Legality is right for 99.5% of the gold table at the least."""
    legality = evaluate_gold(adjudicator, read_gold(GOLD))[0]
    share = legality.thresholds[0].measured
    assert share is not None and share >= RIGHT, legality.text()


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_no_common_word_is_lost(lost: set[tuple[str, str]], ruleset: str) -> None:
    """What the first lexicon calls legal at Zipf 3.5 and up the second does too, but for the exceptions."""
    allowed = {word for word, line in EXCEPTIONS.items() if line["ruleset"] == ruleset}
    assert sorted(word for name, word in lost if name == ruleset and word not in allowed) == []


def test_every_exception_is_needed_and_has_a_reason(lost: set[tuple[str, str]]) -> None:
    """A line of ``exceptions.toml`` says why, and its word is in fact lost."""
    assert [word for word, line in EXCEPTIONS.items() if set(line) != {"ruleset", "why"}] == []
    assert [word for word, line in EXCEPTIONS.items() if (line["ruleset"], word) not in lost] == []
