"""The latest revision of a list is what was committed last, by whomever."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.errors import UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.store import Store
from adjudicator.rules.house import Entry, Settings


class Stopped(Exception):
    """Ends a transaction in a test."""


@pytest.fixture
def houses(store: Store) -> Houses:
    houses = Houses(store)
    houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    return houses


@pytest.fixture
def current(store: Store) -> Iterator[CurrentHouses]:
    current = CurrentHouses(store)
    yield current
    current.close()


def allow(houses: Houses, word: str, reason: str = "") -> int:
    entry = Entry(word, word, "allow", reason, "ann", now())
    return houses.edit("sunday", None, {word: entry}, "ann").number


def test_an_edit_shows_at_once(store: Store, houses: Houses, current: CurrentHouses) -> None:
    """What anybody has written is there in the next answer; where nothing was, the same object is given again."""
    assert current.get("sunday").entries == {}
    for number, word in enumerate(("yeet", "rizz", "simp"), 2):
        assert allow(Houses(Store(store.url)), word) == number
        latest = current.get("sunday")
        assert latest.revision == number and word in latest.entries
        assert latest.entries == houses.at("sunday", number).entries
        assert current.get("sunday") is latest


def test_what_is_not_committed_is_not_kept(store: Store, houses: Houses, current: CurrentHouses) -> None:
    """Who writes sees what is written so far; when it is undone, nobody has ever seen it."""
    assert current.get("sunday").revision == 1
    with pytest.raises(Stopped), store.writing():
        allow(houses, "yeet", "undone")
        assert current.get("sunday").entries["yeet"].reason == "undone"
        raise Stopped
    assert current.get("sunday").revision == 1
    allow(houses, "yeet", "kept")
    assert current.get("sunday").entries["yeet"].reason == "kept"


def test_no_such_list(houses: Houses, current: CurrentHouses) -> None:
    """A list that is not there is told, and is there as soon as it is made."""
    for slug in ("monday", "no such", "\x00", ""):
        with pytest.raises(UnknownRecord):
            current.get(slug)
    houses.create("monday", Settings("Monday", "boggle", {}), "ann")
    assert current.get("monday").revision == 1
