"""House lists where answers are more than a verdict: searches, boards and rounds."""

from __future__ import annotations

from collections.abc import Iterator

import orjson
import pytest

from adjudicator.games.records import Round
from adjudicator.games.scoring import MOST_POINTS
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import Store
from adjudicator.lexicon.search import Criteria
from adjudicator.rules.house import Entry, Settings
from adjudicator.usecases.boards import check_words
from adjudicator.usecases.rounds import round_scored


@pytest.fixture
def ledger(store: Store) -> Iterator[Ledger]:
    opened = Ledger(store.url)
    yield opened
    opened.close()


def test_what_a_list_allows_is_found_by_its_region(ledger: Ledger) -> None:
    """A search of legal words has what the list makes legal and lacks what it denies, whether or not a region is asked for."""
    ledger.houses.create("club", Settings("Club", "boggle", {}), "ann")
    for word, effect in (("color", "allow"), ("colour", "deny"), ("trig", "deny")):
        entry = Entry(word, word, effect, "", "ann", now())  # type: ignore[arg-type]
        ledger.houses.edit("club", None, {word: entry}, "ann")
    adjudicator = Adjudicator(ledger=ledger)
    for region, word in (("american", "color"), ("british", "colour"), ("both", "trig")):
        legal = adjudicator.under("house:club").legal(word)
        for asked in (None, region):
            found = list(adjudicator.under("house:club").search(Criteria(pattern=word), region=asked))  # type: ignore[arg-type]
            assert found == [word] * legal, (word, asked)


def test_a_long_word_over_many_rings_can_be_told(ledger: Ledger) -> None:
    """A word that a list allows is scored by a number that JSON has, on its own and in a round, however often it goes over rings."""
    word = "ab" * 45
    ledger.houses.create("rings", Settings("Rings", "bonus-rings", {}), "ann")
    entry = Entry(word, word, "allow", "", "ann", now())
    ledger.houses.edit("rings", None, {word: entry}, "ann")
    adjudicator = Adjudicator(ledger=ledger)
    told = check_words(adjudicator, "a*b*", [word], "house:rings")
    played = Round(ruleset="house:rings", board="a*b*", lists={"Ann": [word]})
    for data in (told, round_scored(adjudicator, played)):
        assert str(MOST_POINTS).encode() in orjson.dumps(data)
