"""House lists by name: the latest revision at once, earlier ones while there is room, and nothing for ever."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest

from adjudicator.errors import UnknownRuleset
from adjudicator.house_names import EARLIER
from adjudicator.housed import CompiledHouse
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import Store
from adjudicator.lexicon.search import Criteria
from adjudicator.rules.house import Entry, HouseList, Settings
from adjudicator.service import Adjudicator
from tests.conftest import letters

SMALL = 64 << 10
REVISIONS = 6


@pytest.fixture
def ledger(store: Store) -> Iterator[Ledger]:
    opened = Ledger(store.url)
    opened.houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    yield opened
    opened.close()


def edit(ledger: Ledger, word: str, slug: str = "sunday") -> int:
    entry = Entry(word, word, "allow", "", "ann", now(), None, ("noun", "verb"))
    return ledger.houses.edit(slug, None, {word: entry}, "ann").number


def housed(adjudicator: Adjudicator, name: str) -> CompiledHouse:
    found = adjudicator.compiled(name)
    assert isinstance(found, CompiledHouse)
    return found


def test_names(ledger: Ledger) -> None:
    """The bare name is the latest revision, a number that one, and what was pinned stays what it was."""
    adjudicator = Adjudicator(ledger=ledger)
    first = adjudicator.pinned("house:sunday")
    edit(ledger, "glorp")
    second = adjudicator.pinned("house:sunday")
    assert (first, second) == (adjudicator.pinned("house:sunday@1"), adjudicator.pinned("house:sunday@2"))
    assert [adjudicator.legal("glorps", each) for each in (first, second, "house:sunday@1")] == [
        False,
        True,
        False,
    ]
    for name in ("house:monday", "house:sunday@3", "house:sunday@x", "house:sunday@", "house:"):
        with pytest.raises(UnknownRuleset):
            adjudicator.pinned(name)


def test_what_is_kept_is_bounded(ledger: Ledger) -> None:
    """Of revisions with rules of their own, each of them searched, few are kept; a pinned one that went is read again."""
    adjudicator = Adjudicator(ledger=ledger, memory=8 << 20)
    pinned, made = [], []
    for number in range(REVISIONS):
        settings = Settings("Sunday", "boggle", {"cites": {"too-short": f"rule {number}"}})
        ledger.houses.settings("sunday", None, settings, "ann")
        pinned.append(adjudicator.pinned("house:sunday"))
        compiled = housed(adjudicator, pinned[-1])
        assert next(iter(adjudicator.search(pinned[-1], Criteria(prefix="q"))))
        made.append(weakref.ref(compiled.base))
        del compiled
    assert sum(each() is not None for each in made) <= 3
    assert adjudicator.ruleset(pinned[0]).cites["too-short"] == "rule 0"
    assert adjudicator.ruleset("house:sunday").cites["too-short"] == f"rule {REVISIONS - 1}"


def test_few_earlier_revisions_are_kept(ledger: Ledger) -> None:
    """Of the revisions of a list that were asked for, the latest is kept, and the last few before it."""
    adjudicator = Adjudicator(ledger=ledger)
    made = []
    for number in range(EARLIER + 5):
        made.append(weakref.ref(housed(adjudicator, "house:sunday")))
        edit(ledger, letters(number))
    gc.collect()
    assert [each() is not None for each in made] == [False] * 4 + [True] * (EARLIER + 1)


def test_few_rules_of_lists_are_kept(ledger: Ledger) -> None:
    """Of lists that have changed their rules, each of them searched, only those keep theirs that fit the memory: the last asked for."""
    adjudicator = Adjudicator(ledger=ledger, memory=8 << 20)
    made = []
    for number in range(REVISIONS):
        settings = Settings("Club", "boggle", {"cites": {"too-short": f"rule {number}"}})
        ledger.houses.create(f"club-{number}", settings, "ann")
        compiled = housed(adjudicator, f"house:club-{number}")
        assert next(iter(adjudicator.search(compiled.pinned, Criteria(prefix="q"))))
        made.append(weakref.ref(compiled.base))
        del compiled
    kept = [each for each in made if each() is not None]
    assert 0 < len(kept) < REVISIONS and kept == made[-len(kept) :]


def test_lists_that_are_not_kept_are_let_go(ledger: Ledger) -> None:
    """Where lists are heavier than may be kept, those that were not asked for the longest are let go with all that was made of them."""
    adjudicator = Adjudicator(ledger=ledger)
    adjudicator.pinned("house:sunday")
    ledger.current.keep(SMALL)
    held: list[weakref.ref[HouseList]] = []
    for number in range(30):
        slug = f"club-{number}"
        ledger.houses.create(slug, Settings(slug, "boggle", {}), "ann")
        edit(ledger, "glorp", slug)
        assert adjudicator.legal("glorps", f"house:{slug}")
        held.append(weakref.ref(housed(adjudicator, f"house:{slug}").house))
    kept = [each for each in held if each() is not None]
    assert 1 < len(kept) < 20 and kept == held[-len(kept) :]
    assert adjudicator.legal("glorps", "house:club-0")


def together(deed: Callable[[], object], times: int) -> None:
    threads = [threading.Thread(target=deed) for _ in range(times)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def test_one_list_is_read_once(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many who ask for a list that nobody has asked for, one reads it; who asks for another list does not wait for them."""
    edit(ledger, "glorp")
    ledger.houses.create("monday", Settings("Monday", "boggle", {}), "ann")
    read, reading, go_on = ledger.current._read, threading.Event(), threading.Event()
    asked: list[str] = []

    def slowly(slug: str) -> HouseList:
        asked.append(slug)
        if slug == "sunday":
            reading.set()
            assert go_on.wait(20)
        return read(slug)

    monkeypatch.setattr(ledger.current, "_read", slowly)
    found: list[HouseList] = []
    crowd = threading.Thread(target=together, args=(lambda: found.append(ledger.current.get("sunday")), 4))
    crowd.start()
    assert reading.wait(20)
    assert ledger.current.get("monday").revision == 1
    go_on.set()
    crowd.join()
    assert asked == ["sunday", "monday"]
    assert len(found) == 4 and len({id(each) for each in found}) == 1
