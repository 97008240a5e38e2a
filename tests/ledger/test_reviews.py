"""Several people settle the words of a queue without meeting, and a season keeps what it was."""

from __future__ import annotations

import contextlib
import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, update

from adjudicator.errors import BadRecord, BadWord, RecordExists, StaleRevision, UnknownRecord
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.reviews import HELD
from adjudicator.ledger.seasons import Season
from adjudicator.ledger.tables import review
from adjudicator.rules.house import Entry, Settings
from adjudicator.usecases.reviews import Review, settling
from adjudicator.usecases.writers import Writer
from tests.conftest import letters, small_lexicon

SLUG, TOPIC = "club", "list"
ANNA = Writer("Anna")
QUEUE = [letters(number) for number in range(40)]


@pytest.fixture
def ledger(store_url: URL) -> Iterator[Ledger]:
    """A ledger with an empty list."""
    with closing(Ledger(store_url)) as opened:
        opened.houses.create(SLUG, Settings("Club", "boggle", {}), "Anna")
        yield opened


def settle(adjudicator: Adjudicator, slug: str, of: str, words: list[str], choice: str, **more: Any) -> None:
    """Settle words of a queue at once."""
    settling(Review(adjudicator, slug), of, words, choice, **more)()


def test_curators_do_not_meet(ledger: Ledger) -> None:
    """However many take at once, each word is settled by one of them, and none is left out."""
    reviews = ledger.reviews

    def curate(name: str) -> list[str]:
        done = []
        while (key := reviews.take(SLUG, TOPIC, QUEUE, name)) is not None:
            assert reviews.take(SLUG, TOPIC, QUEUE, name) == key, "who looks again sees the same word"
            reviews.settle(SLUG, TOPIC, [key], name, "leave")
            done.append(key)
        return done

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(curate, ("Anna", "Ben", "Cy", "Dora")))
    assert sorted(key for each in done for key in each) == sorted(QUEUE)
    assert {mark.choice for mark in reviews.marks(SLUG, TOPIC).values()} == {"leave"}


def test_words_to_go_on_with(ledger: Ledger) -> None:
    """Who takes more words than one has them alone, in the order of the queue from the one before them on; passing by gives all of them back."""
    reviews, queue = ledger.reviews, QUEUE[:6]
    assert reviews.take(SLUG, TOPIC, queue, "Anna") == queue[0]
    assert reviews.take(SLUG, TOPIC, queue, "Ben") == queue[1]
    for _ in range(2):  # a page that is loaded again has the same
        assert reviews.take_more(SLUG, TOPIC, queue, "Anna", behind=queue[0], most=2) == queue[2:4]
    assert reviews.take_more(SLUG, TOPIC, queue, "Ben", behind=queue[1], most=9) == queue[4:]
    assert reviews.take(SLUG, TOPIC, queue, "Cy") is None
    reviews.settle(SLUG, TOPIC, [queue[0]], "Anna", "leave")
    assert reviews.take(SLUG, TOPIC, queue, "Anna") == queue[2]
    assert reviews.take(SLUG, TOPIC, queue, "Anna", after=queue[2]) == queue[3]
    assert reviews.take_more(SLUG, TOPIC, queue, "Cy", behind="", most=9) == [queue[2]]


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
    reviews.settle(SLUG, TOPIC, [three], "Anna", "deny")
    assert reviews.take(SLUG, TOPIC, queue, "Anna", after=three) is None


def test_a_season_stays_what_it_is(ledger: Ledger) -> None:
    """It keeps its revision, its digests and the words that were legal by it; its name is its own."""
    words = sorted(QUEUE)
    told = {"lexicon": "sha256:a", "ruleset_digest": "sha256:b", "words": words}
    made = ledger.seasons.freezing(SLUG, "2026", "The season of 2026", 1, "Anna", **told)()  # type: ignore[arg-type]
    ledger.houses.settings(SLUG, None, Settings("Other", "open", {}), "Anna")
    assert ledger.seasons.get(SLUG, "2026") == made
    assert (made.number, made.legal, ledger.seasons.words(SLUG, "2026")) == (1, 40, words)
    ledger.seasons.freezing(SLUG, "2027", "Next", 2, "Anna", **told)()  # type: ignore[arg-type]
    assert [each.id for each in ledger.seasons.all(SLUG)] == ["2027", "2026"]
    with pytest.raises(RecordExists, match="has a season '2026' already"):
        ledger.seasons.freezing(SLUG, "2026", "Again", 1, "Anna", **told)()  # type: ignore[arg-type]
    with pytest.raises(BadRecord, match="id: takes up to 64"):
        ledger.seasons.freezing(SLUG, "", " ", 1, "Anna", **told)()  # type: ignore[arg-type]
    with pytest.raises(UnknownRecord, match="no revision 9"):
        ledger.seasons.freezing(SLUG, "x", "X", 9, "Anna", **told)()  # type: ignore[arg-type]
    with pytest.raises(UnknownRecord, match="no season 'none'"):
        ledger.seasons.words(SLUG, "none")


def test_a_season_without_words(ledger: Ledger) -> None:
    """A season by which nothing was legal has no words."""
    ledger.seasons.freezing(SLUG, "none", "None", 1, "Anna", lexicon="l", ruleset_digest="r", words=[])()
    assert ledger.seasons.words(SLUG, "none") == []


def test_a_list_is_deleted_while_a_season_is_frozen(ledger: Ledger) -> None:
    """Who is late is told that there is no such list, and not that the season's name is taken."""

    def freeze() -> Season:
        told = {"lexicon": "l", "ruleset_digest": "r"}
        return ledger.seasons.freezing(SLUG, "x", "X", 1, "Anna", words=["a"], **told)()

    with ThreadPoolExecutor(1) as pool:
        with ledger.store.writing():
            ledger.archive.delete(SLUG)
            late = pool.submit(freeze)
            with contextlib.suppress(TimeoutError):
                late.result(0.5)
        with pytest.raises(UnknownRecord, match="no house list"):
            late.result()


@pytest.fixture
def adjudicator(ledger: Ledger) -> Iterator[Adjudicator]:
    """The service over the ledger."""
    with closing(Adjudicator(ledger=ledger)) as opened:
        yield opened


def allow(ledger: Ledger, *words: str, by: str = "Ben") -> None:
    """Allow words behind the curators' backs."""
    ledger.houses.edit(SLUG, None, {word: Entry(word, word, "allow", "", by, now()) for word in words}, by)


def test_a_season_is_not_reviewed_anew_after_an_answer(ledger: Ledger, adjudicator: Adjudicator) -> None:
    """What is settled of a season stays so when a live dictionary has answered of a word; under another lexicon it is reviewed anew."""
    few = Settings("Club", "boggle", {"length": {"max": 4}})
    ledger.houses.settings(SLUG, None, few, "Anna")
    told = {"lexicon": "sha256:old", "ruleset_digest": "sha256:b"}
    ledger.seasons.freezing(SLUG, "old", "Old", 2, "Anna", words=["glorp"], **told)()
    settle(adjudicator, SLUG, "season:old", ["glorp"], "leave", by=ANNA, seen=2)
    review, bench = Review(adjudicator, SLUG), adjudicator.under(f"house:{SLUG}@2")
    assert "glorp" not in review.left("season:old") and review.left("season:old")
    topic = review.topic("season:old")
    adjudicator.dictionaries.answers_digest = "sha256:another"
    bench.__dict__.pop("mark", None)
    assert Review(adjudicator, SLUG).topic("season:old") == topic
    bench.lexicon_digest = "sha256:new"
    assert "glorp" in Review(adjudicator, SLUG).left("season:old")


def test_a_queue_counts_its_own_words(ledger: Ledger, adjudicator: Adjudicator) -> None:
    """What was settled in a longer queue of the rules is not counted in a shorter one; what was allowed in this one is."""
    review = Review(adjudicator, SLUG)
    short, long = review.words("rules:35"), review.words("rules")
    rare = next(key for key in long if key not in short)
    settle(adjudicator, SLUG, "rules", [rare], "allow", by=ANNA)
    settle(adjudicator, SLUG, "rules:35", short[:1], "deny", by=ANNA)
    settle(adjudicator, SLUG, "rules", short[1:2], "leave", by=ANNA)
    review = Review(adjudicator, SLUG)
    assert review.standing("rules:35")[:2] == (len(short), 2)
    assert review.standing("rules")[:2] == (len(long), 3)
    assert review.left("rules:35") == short[2:]


def test_what_was_forgotten_is_not_held(ledger: Ledger, adjudicator: Adjudicator) -> None:
    """Of what others have before them counts what they still hold."""
    key = ledger.reviews.take(SLUG, "rules", Review(adjudicator, SLUG).words("rules:35"), "Ben")
    assert Review(adjudicator, SLUG).standing("rules:35", ANNA).held == 1
    long_ago = (datetime.now(UTC) - 2 * HELD).isoformat().replace("+00:00", "Z")
    with ledger.store.writing() as connection:
        connection.execute(update(review).where(review.c.key == key).values(at=long_ago))
    assert Review(adjudicator, SLUG).standing("rules:35", ANNA).held == 0


def test_the_queue_of_changed_rules_is_kept_while_there_is_room(ledger: Ledger, tmp_path: Path) -> None:
    """It is worked out once for the rules that a list has changed, and counts to what they weigh; of many, the last ones are kept."""
    lexicon, made = small_lexicon(tmp_path), []
    with closing(Adjudicator(lexicon, ledger=ledger)) as adjudicator:
        for number in range(2):
            settings = Settings("Club", "boggle", {"length": {"min": 4 + number}})
            ledger.houses.settings(SLUG, None, settings, "Anna")
            compiled = adjudicator.benches.of_settings(settings).compiled
            assert all(map(compiled.plan, compiled.keys()))
            decided = compiled.weight
            words = Review(adjudicator, SLUG).words("rules")
            assert compiled.weight - decided > sum(map(len, words)) > 0
            made.append(weakref.ref(compiled))
            del compiled
        gc.collect()
        assert all(each() for each in made)
        adjudicator.benches.compared.most = 1
        assert Review(adjudicator, SLUG).words("rules") == words
        ledger.houses.settings(SLUG, None, Settings("Club", "boggle", {"length": {"min": 6}}), "Anna")
        assert Review(adjudicator, SLUG).words("rules")
        gc.collect()
        assert not any(each() for each in made)


def test_only_words_of_the_queue_are_settled(ledger: Ledger, adjudicator: Adjudicator) -> None:
    """Whatever is no word of the queue is refused and nothing is written; another spelling of one settles it."""
    word = Review(adjudicator, SLUG).words("rules:35")[0]
    with pytest.raises(BadWord):
        settle(adjudicator, SLUG, "rules:35", ["x" * 101], "leave", by=ANNA)
    for choice in ("leave", "allow"):
        with pytest.raises(UnknownRecord, match="has no word 'glorp'"):
            settle(adjudicator, SLUG, "rules:35", [word, "glorp"], choice, by=ANNA, seen=1)
    assert ledger.reviews.marks(SLUG, "rules") == {} and ledger.houses.revision(SLUG).number == 1
    settle(adjudicator, SLUG, "rules:35", [word.upper()], "leave", by=ANNA)
    assert [*ledger.reviews.marks(SLUG, "rules")] == [word]


def test_who_leaves_a_word_takes_nothing_back(ledger: Ledger, adjudicator: Adjudicator) -> None:
    """Who leaves a word that another has settled meanwhile is told, or leaves it as the other did; the other's mark stays."""
    one, two = Review(adjudicator, SLUG).words("rules:35")[:2]
    ben = Writer("Ben")
    settle(adjudicator, SLUG, "rules:35", [one], "deny", by=ben, seen=1)
    with pytest.raises(StaleRevision) as stale:
        settle(adjudicator, SLUG, "rules:35", [one], "leave", by=ANNA, seen=1)
    assert stale.value.words == (one,)
    settle(adjudicator, SLUG, "rules:35", [one], "leave", by=ANNA, seen=2)
    settle(adjudicator, SLUG, "rules:35", [two], "leave", by=ben)
    settle(adjudicator, SLUG, "rules:35", [two], "leave", by=ANNA)
    assert {mark.holder for mark in ledger.reviews.marks(SLUG, "rules").values()} == {"Ben"}
    allow(ledger, three := Review(adjudicator, SLUG).left("rules:35")[0])
    with pytest.raises(StaleRevision):
        settle(adjudicator, SLUG, "rules:35", [three], "deny", by=ANNA, seen=2)


def test_what_a_queue_of_the_rules_settled_is_not_asked_again(
    ledger: Ledger, adjudicator: Adjudicator
) -> None:
    """It stands on the list by then, and nobody is asked for it there, unless somebody has it say something else."""
    one, two = Review(adjudicator, SLUG).words("rules:35")[:2]
    settle(adjudicator, SLUG, "rules:35", [one, two], "deny", by=ANNA)
    review = Review(adjudicator, SLUG)
    assert review.standing("list") == (2, 2, 0) and review.left("list") == []
    assert review.take("list", by=ANNA) is None
    allow(ledger, two)
    taken = Review(adjudicator, SLUG).take("list", by=ANNA)
    assert taken and taken.key == two
