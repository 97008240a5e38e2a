"""Games that the ledger keeps: nobody writes over what they have not seen, and a list belongs to the device that has written it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from adjudicator.errors import LimitReached, NotAllowed, StaleRevision, UnknownRecord
from adjudicator.ledger.games import Games
from adjudicator.ledger.limits import Limits
from adjudicator.ledger.store import Store
from adjudicator.ledger.verify import verify


def test_revisions(store: Store) -> None:
    """A game has the revision that it was changed to; a change that was made from an older one is refused and changes nothing."""
    games = Games(store)
    begun = games.begin("g1", '{"a": 1}', by="Ann", maker=None)
    assert (begun.number, begun.begun_by, begun.sitting) == (1, "Ann", '{"a": 1}')
    assert games.change("g1", '{"a": 2}', seen=1).number == 2
    with pytest.raises(StaleRevision) as stale:
        games.change("g1", '{"a": 3}', seen=1)
    assert stale.value.current == 2
    assert games.get("g1").sitting == '{"a": 2}'
    assert games.change("g1", '{"a": 4}', seen=None).number == 3
    with pytest.raises(UnknownRecord):
        games.change("none", "{}", seen=1)
    for never in (4, 0):
        with pytest.raises(UnknownRecord, match=f"The game never had revision {never}: its latest is 3."):
            games.change("g1", "{}", seen=never)
    assert verify(store) == []


def test_one_of_many_writers_is_first(store: Store) -> None:
    """Of eight who change one revision at the same time one does, and the others are told."""
    games = Games(store)
    games.begin("g1", "{}", by="Ann", maker=None)

    def change(number: int) -> bool:
        try:
            return games.change("g1", f'{{"by": {number}}}', seen=1).number == 2
        except StaleRevision:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(change, range(8))) == 1
    assert games.get("g1").number == 2


def test_lists(store: Store) -> None:
    """A device writes its player's list over; another one cannot. Each round has its own."""
    games = Games(store)
    games.begin("g1", "{}", by="Ann", maker=None)
    games.write("g1", 1, "Ann", "plates", author="t1")
    games.write("g1", 1, "Ann", "plates lines", author="t1")
    games.write("g1", 1, "Ben", "sine", author="t2")
    games.write("g1", 2, "Ann", "zed", author="t2")
    with pytest.raises(NotAllowed):
        games.write("g1", 1, "Ann", "zed", author="t2")
    assert [tuple(each)[:3] for each in games.lists("g1", 1)] == [
        ("Ann", "plates lines", "t1"),
        ("Ben", "sine", "t2"),
    ]
    with pytest.raises(UnknownRecord):
        games.write("none", 1, "Ann", "zed", author="t2")


def test_the_bound(store: Store) -> None:
    """A token begins so many games and no more; the latest that it has begun come first."""
    games = Games(store, Limits(games=2))
    for id in ("g1", "g2"):
        games.begin(id, "{}", by="Ann", maker="t1")
    with pytest.raises(LimitReached):
        games.begin("g3", "{}", by="Ann", maker="t1")
    games.begin("g4", "{}", by="Ben", maker="t2")
    games.change("g1", "{}", seen=1)
    assert [each.id for each in games.latest("t1", 5)] == ["g1", "g2"]


def test_what_does_not_add_up(store: Store) -> None:
    """A game that cannot be read, and one whose maker is not there, are told of."""
    Games(store).begin("g1", "{", by="Ann", maker="gone")
    assert sorted(verify(store)) == [
        "game g1: its sitting cannot be read",
        "game: its maker 'gone' is not there",
    ]
