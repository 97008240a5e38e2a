"""Near misses by graph are those that trying every edit finds."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.spelling import one_edit
from adjudicator.judging import warming
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.near import NearMisses

KEYS = st.text(alphabet="abc", min_size=1, max_size=6)


@given(st.sets(KEYS, min_size=1, max_size=40), st.sets(KEYS, max_size=10), KEYS)
def test_finds_what_trying_all_finds(keys: set[str], others: set[str], key: str) -> None:
    """Whatever the keys, and those of other rulesets beside them, the near misses are the edits that are keys."""
    assert NearMisses(sorted(keys | others)).of(key, keys.__contains__) == sorted(keys & set(one_edit(key)))


def test_finds_what_trying_all_finds_in_the_lexicon(adjudicator: Adjudicator) -> None:
    """So it is over the built lexicon, for words, for words with a letter wrong and for nonsense."""
    legal = set(adjudicator.under("boggle").compiled.legal_keys())
    near = NearMisses(sorted({*legal, *adjudicator.under("open").compiled.legal_keys()}))
    rng = random.Random(5)
    words = rng.sample(sorted(legal), 300)
    wrong = [rng.choice(one_edit(word)) for word in words]
    nonsense = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 12))) for _ in range(300)]
    for word in (*words, *wrong, *nonsense):
        assert near.of(word, legal.__contains__) == sorted(legal & set(one_edit(word)))


def test_suggestions_are_the_same_cold_and_warm() -> None:
    """What is suggested does not depend on whether the graphs are there."""
    cold, warm = Adjudicator(), Adjudicator()
    warming.warm([warm.benches.of_ruleset("boggle")])
    for word in ("zeee", "abilitie", "recieve", "xqzt", "colr", "wierd", "analyz", "johnn"):
        assert cold.verdict(word).suggestions == warm.verdict(word).suggestions
