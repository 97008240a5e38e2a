"""Near misses by graph are those that trying every edit finds."""

from __future__ import annotations

import random

from dawg import CompletionDAWG
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.lexicon.near import NearMisses
from adjudicator.service import Adjudicator
from adjudicator.spelling import one_edit

KEYS = st.text(alphabet="abc", min_size=1, max_size=6)


def near_misses(keys: set[str]) -> NearMisses:
    ordered = sorted(keys)
    return NearMisses(ordered, CompletionDAWG(ordered, input_is_sorted=True))


@given(st.sets(KEYS, min_size=1, max_size=40), KEYS)
def test_finds_what_trying_all_finds(keys: set[str], key: str) -> None:
    """Whatever the keys, the near misses are the edits that are keys."""
    assert near_misses(keys).of(key) == sorted(keys & set(one_edit(key)))


def test_finds_what_trying_all_finds_in_the_lexicon(adjudicator: Adjudicator) -> None:
    """So it is over the built lexicon, for words, for words with a letter wrong and for nonsense."""
    compiled = Adjudicator().compiled("boggle")
    legal = set(compiled.legal_keys())
    assert compiled.near("colr") is None
    compiled.warm()
    rng = random.Random(5)
    words = rng.sample(sorted(legal), 300)
    wrong = [rng.choice(one_edit(word)) for word in words]
    nonsense = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 12))) for _ in range(300)]
    for word in (*words, *wrong, *nonsense):
        assert [key for key, _ in compiled.near(word) or ()] == sorted(legal & set(one_edit(word)))


def test_suggestions_are_the_same_cold_and_warm() -> None:
    """What is suggested does not depend on whether the graphs are there."""
    cold, warm = Adjudicator(), Adjudicator()
    warm.compiled("boggle").warm()
    for word in ("zeee", "abilitie", "recieve", "xqzt", "colr", "wierd", "analyz", "johnn"):
        assert cold.verdict(word).suggestions == warm.verdict(word).suggestions
