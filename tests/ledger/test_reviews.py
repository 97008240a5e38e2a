"""Several people settle the words of a queue without meeting, and a season keeps what it was."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import URL, update

from adjudicator.errors import BadRecord, RecordExists, UnknownRecord
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.reviews import HELD
from adjudicator.ledger.tables import review
from adjudicator.rules.house import Settings
from tests.conftest import letters

SLUG, TOPIC = "club", "list"
QUEUE = [letters(number) for number in range(40)]


@pytest.fixture
def ledger(store_url: URL) -> Iterator[Ledger]:
    """A ledger with an empty list."""
    with closing(Ledger(store_url)) as opened:
        opened.houses.create(SLUG, Settings("Club", "boggle", {}), "Anna")
        yield opened


def test_curators_do_not_meet(ledger: Ledger) -> None:
    """However many take at once, each word is settled by one of them, and none is left out."""
    reviews = ledger.reviews

    def curate(name: str) -> list[str]:
        done = []
        while (key := reviews.take(SLUG, TOPIC, QUEUE, name)) is not None:
            assert reviews.take(SLUG, TOPIC, QUEUE, name) == key, "who looks again sees the same word"
            reviews.settle(SLUG, TOPIC, key, name, "leave")
            done.append(key)
        return done

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(curate, ("Anna", "Ben", "Cy", "Dora")))
    assert sorted(key for each in done for key in each) == sorted(QUEUE)
    assert {mark.choice for mark in reviews.marks(SLUG, TOPIC).values()} == {"leave"}


def test_what_is_held_and_passed_by(ledger: Ledger) -> None:
    """A word that is passed by comes again at the end, and is free for others; what somebody forgot about is free after a while."""
    reviews, queue = ledger.reviews, QUEUE[:3]
    one, two, three = queue
    assert reviews.take(SLUG, TOPIC, queue, "Anna") == one
    assert reviews.take(SLUG, TOPIC, queue, "Ben") == two
    assert reviews.take(SLUG, TOPIC, queue, "Anna", after=one) == three
    assert reviews.take(SLUG, TOPIC, queue, "Cy") == one
    assert reviews.take(SLUG, TOPIC, queue, "Dora") is None
    assert reviews.take(SLUG, "rules", queue, "Dora") == one, "another queue is another matter"
    long_ago = (datetime.now(UTC) - 2 * HELD - timedelta(seconds=1)).isoformat().replace("+00:00", "Z")
    with ledger.store.writing() as connection:
        connection.execute(update(review).where(review.c.key == two).values(at=long_ago))
    assert reviews.take(SLUG, TOPIC, queue, "Dora") == two
    reviews.settle(SLUG, TOPIC, three, "Anna", "deny")
    assert reviews.take(SLUG, TOPIC, queue, "Anna", after=three) is None


def test_a_season_stays_what_it_is(ledger: Ledger) -> None:
    """It keeps its revision, its digests and the words that were legal by it; its name is its own."""
    words = sorted(QUEUE)
    told = {"lexicon": "sha256:a", "ruleset_digest": "sha256:b", "words": words}
    made = ledger.seasons.freeze(SLUG, "2026", "The season of 2026", 1, "Anna", **told)  # type: ignore[arg-type]
    ledger.houses.settings(SLUG, None, Settings("Other", "open", {}), "Anna")
    assert ledger.seasons.get(SLUG, "2026") == made
    assert (made.number, made.legal, ledger.seasons.words(SLUG, "2026")) == (1, 40, words)
    ledger.seasons.freeze(SLUG, "2027", "Next", 2, "Anna", **told)  # type: ignore[arg-type]
    assert [each.id for each in ledger.seasons.all(SLUG)] == ["2027", "2026"]
    with pytest.raises(RecordExists, match="has a season '2026' already"):
        ledger.seasons.freeze(SLUG, "2026", "Again", 1, "Anna", **told)  # type: ignore[arg-type]
    with pytest.raises(BadRecord, match="id: takes up to 64"):
        ledger.seasons.freeze(SLUG, "", " ", 1, "Anna", **told)  # type: ignore[arg-type]
    with pytest.raises(UnknownRecord, match="no revision 9"):
        ledger.seasons.freeze(SLUG, "x", "X", 9, "Anna", **told)  # type: ignore[arg-type]
    with pytest.raises(UnknownRecord, match="no season 'none'"):
        ledger.seasons.words(SLUG, "none")
