"""What the tests of packs share: the pack of the built lexicon, with its glosses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Glosses, Pack
from adjudicator.rules.ruleset import LETTERS
from adjudicator.runtime.packs import KeptPack, Shelf
from tests.conftest import WHOLE, some_of
from tests.packs.strings import odd_strings

OTHER_RULES: dict[str, dict[str, object]] = {
    "length": {"min": 3, "max": 12},
    "spelling": {"region": "any"},
    "exclude": {"punctuated": False, "contractions": False},
    "alphabet": {"letters": LETTERS[:25]},
}
"""What a house list changes of its rules. To compare all words under both takes seconds, so tests share it."""


def shares(words: Sequence[str], rulesets: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Return each of the rulesets with its share of *words*, another one by another ``SEED``; with all of them where ``SWEEPS=whole``."""
    first, count = random.randrange(len(rulesets)), len(rulesets)
    for place, ruleset in enumerate(rulesets):
        yield ruleset, words if WHOLE else words[(place + first) % count :: count]


@pytest.fixture(scope="session")
def kept(adjudicator: Adjudicator) -> KeptPack:
    """The files."""
    return Shelf.of(adjudicator.places).latest(adjudicator)


@pytest.fixture(scope="session")
def pack(kept: KeptPack) -> Pack:
    return Pack.read(kept.pack.path)


@pytest.fixture(scope="session")
def glosses(kept: KeptPack, pack: Pack) -> Glosses:
    return Glosses(kept.glosses.path.read_bytes(), pack)


@pytest.fixture(scope="session")
def keys(adjudicator: Adjudicator) -> list[str]:
    """Every key of the lexicon, those that occur in phrases alone among them."""
    return sorted(adjudicator.lexicon.phrase_keys.union(adjudicator.lexicon.keys()))


@pytest.fixture(scope="session")
def some_keys(keys: list[str]) -> Sequence[str]:
    """One key in ten, or in forty."""
    return some_of(keys, 10)


@pytest.fixture(scope="session")
def strings(keys: list[str]) -> list[str]:
    """Ten thousand odd strings that are no keys."""
    return odd_strings(keys, frozenset(keys), 10_000)


@pytest.fixture(scope="session")
def changes(adjudicator: Adjudicator) -> Shelf:
    """What compares rules, and keeps what it found."""
    return Shelf.of(adjudicator.places)
