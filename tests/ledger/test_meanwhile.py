"""Who changes different words of a list never meets; who changes the same word is shown each change of the others' once, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import URL

from adjudicator.errors import StaleRevision, UnknownRecord
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.revisions import Revision
from adjudicator.rules.house import Effect, Entry, Settings
from tests.conftest import letters

WRITERS, EDITS = 8, 12
SLUG = "club"


@pytest.fixture
def ledger(store_url: URL) -> Iterator[Ledger]:
    """A ledger with an empty list."""
    with closing(Ledger(store_url)) as opened:
        opened.houses.create(SLUG, Settings("Club", "boggle", {}), "Anna")
        yield opened


def entry(word: str, reason: str = "", effect: Effect = "allow", by: str = "Anna") -> Entry:
    """An entry."""
    return Entry(word, word, effect, reason, by, "2026-03-01T12:00:00.000000Z")


def test_eight_writers_of_different_words_never_meet(ledger: Ledger) -> None:
    """Each makes its edits from what it saw first, however many the others have made by then: none is refused and none is lost."""

    def write(number: int) -> list[int]:
        words = [letters(number * EDITS + each) for each in range(EDITS)]
        return [
            ledger.houses.edit(
                SLUG, None, {word: entry(word, str(number))}, f"writer {number}", seen=1
            ).number
            for word in words
        ]

    with ThreadPoolExecutor(WRITERS) as pool:
        made = [number for each in pool.map(write, range(WRITERS)) for number in each]
    assert sorted(made) == list(range(2, WRITERS * EDITS + 2))
    assert len(ledger.current.get(SLUG).entries) == WRITERS * EDITS
    assert ledger.houses.verify(SLUG) == []


def test_eight_writers_of_one_word_see_each_change_once(ledger: Ledger) -> None:
    """Whoever is refused looks, and tries again from there: each has seen the change before its own, and no change twice."""

    def write(number: int) -> tuple[Revision, list[int]]:
        seen, shown = 1, list[int]()
        while True:
            try:
                changes = {"zee": entry("zee", f"{number} after {seen}", by=f"writer {number}")}
                return ledger.houses.edit(SLUG, None, changes, f"writer {number}", seen=seen), shown
            except StaleRevision as error:
                assert error.words == ("zee",)
                seen = error.current
                shown.append(seen)

    with ThreadPoolExecutor(WRITERS) as pool:
        done = list(pool.map(write, range(WRITERS)))
    assert sorted(made.number for made, _ in done) == list(range(2, WRITERS + 2))
    for number, (made, shown) in enumerate(done):
        assert shown == sorted(set(shown)) and all(each < made.number for each in shown)
        then = ledger.houses.at(SLUG, made.number).entries["zee"]
        assert (then.author, then.reason) == (made.author, f"{number} after {made.number - 1}")
    assert ledger.houses.verify(SLUG) == []


def test_what_is_no_conflict(ledger: Ledger) -> None:
    """A word that was changed and changed back is as it was seen; to want what it says by now is none either; a bulk of words is looked at
    word by word; and a revision that never was is said.
    """
    houses = ledger.houses
    houses.edit(SLUG, None, {"zee": entry("zee", "one"), "qi": entry("qi")}, "Anna")
    houses.edit(SLUG, None, {"zee": entry("zee", "two")}, "Ben")
    houses.edit(SLUG, None, {"zee": entry("zee", "one", by="Ben")}, "Ben")
    assert houses.edit(SLUG, None, {"zee": entry("zee", "three")}, "Anna", seen=2).number == 5
    assert houses.edit(SLUG, None, {"zee": entry("zee", "three", by="Ben")}, "Ben", seen=2).number == 5
    with pytest.raises(StaleRevision, match="'club' says something else of zee than at revision 4") as stale:
        houses.edit(SLUG, None, {"zee": None, "qi": None}, "Ben", seen=4)
    assert (stale.value.current, stale.value.words) == (5, ("zee",))
    assert houses.edit(SLUG, None, {"qi": None}, "Ben", seen=4).number == 6
    with pytest.raises(UnknownRecord, match="never had revision 99: its latest is 6"):
        houses.edit(SLUG, None, {"zee": None}, "Ben", seen=99)


def test_one_word_goes_back(ledger: Ledger) -> None:
    """A word becomes what it was at a revision, with its author, and the others stay what they are; a change since is a conflict."""
    houses = ledger.houses
    houses.edit(SLUG, None, {"zee": entry("zee", "one"), "qi": entry("qi")}, "Anna")
    houses.edit(SLUG, None, {"zee": None, "qi": entry("qi", "new")}, "Ben")
    made = houses.restore(SLUG, None, 2, "Cy", keys={"zee"}, seen=3)
    assert (made.kind, made.changes, made.source) == ("restore", 1, (SLUG, 2))
    now = ledger.current.get(SLUG).entries
    assert (now["zee"].author, now["zee"].reason, now["qi"].reason) == ("Anna", "one", "new")
    assert houses.restore(SLUG, None, 1, "Cy", keys={"zee", "none"}).size == 1
    with pytest.raises(StaleRevision):
        houses.restore(SLUG, None, 2, "Cy", keys={"qi"}, seen=2)
    assert houses.verify(SLUG) == []


@pytest.mark.parametrize("at_once", [1_000, 2])
def test_the_history_of_a_word(store_url: URL, at_once: int) -> None:
    """The history is filtered by word and by author, and tells the first words of each revision, wherever its changes are kept."""
    with closing(Ledger(store_url)) as ledger:
        houses = type(ledger.houses)(ledger.store, at_once=at_once)
        houses.create(SLUG, Settings("Club", "boggle", {}), "Anna")
        houses.edit(SLUG, None, {word: entry(word) for word in ("zee", "qi", "ox", "pi", "ab")}, "Ben")
        houses.edit(SLUG, None, {"qi": None}, "Anna")
        houses.edit(SLUG, None, {"zee": entry("zee", "", "deny")}, "Anna")
        assert [each.number for each in houses.history(SLUG, key="zee")] == [4, 2]
        assert [each.number for each in houses.history(SLUG, key="qi", author="Anna")] == [3]
        assert [each.number for each in houses.history(SLUG, author="Anna", limit=2)] == [4, 3]
        assert houses.authors(SLUG) == ["Anna", "Ben"]
        told = houses.first_changes(houses.history(SLUG))
        assert [[(each.key, each.entry and each.entry.effect) for each in told[n]] for n in (1, 2, 3, 4)] == [
            [],
            [("ab", "allow"), ("ox", "allow"), ("pi", "allow")],
            [("qi", None)],
            [("zee", "deny")],
        ]
        assert [each.key for each in houses.first_changes(houses.history(SLUG, key="zee"), "zee")[2]] == [
            "zee"
        ]
        assert houses.first_changes([]) == {}
