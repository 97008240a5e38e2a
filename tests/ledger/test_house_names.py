"""House lists by name: the latest revision at once, earlier ones while there is room, and nothing for ever."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson
import pytest

from adjudicator.errors import UnknownRuleset
from adjudicator.judging.bench import HouseBench
from adjudicator.judging.compiled import CompiledRuleset
from adjudicator.judging.compiled_house import CompiledHouse
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger import clock
from adjudicator.ledger.clock import now
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import Store
from adjudicator.lexicon.search import Criteria
from adjudicator.rules.house import Entry, HouseList, Settings
from tests.conftest import letters, small_lexicon

SMALL = 64 << 10
REVISIONS = 3
CHANGED = 40


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
    found = adjudicator.under(name)
    assert isinstance(found, HouseBench)
    return found.compiled


def test_names(ledger: Ledger) -> None:
    """The bare name is the latest revision, a number that one, and a bench stays what it was."""
    adjudicator = Adjudicator(ledger=ledger)
    first = adjudicator.under("house:sunday")
    edit(ledger, "glorp")
    second = adjudicator.under("house:sunday")
    assert (first.name, second.name) == ("house:sunday@1", "house:sunday@2")
    again = [adjudicator.under(f"house:sunday@{number}") for number in (1, 2)]
    assert [each.mark for each in again] == [first.mark, second.mark]
    assert first.mark != second.mark
    assert [each.legal("glorps") for each in (first, second, *again)] == [False, True, False, True]
    for name in (
        "house:monday",
        "house:sunday@3",
        "house:sunday@x",
        "house:sunday@",
        "house:sunday@9999999999",
        "house:",
    ):
        with pytest.raises(UnknownRuleset):
            adjudicator.under(name)


def test_a_request_goes_by_one_revision(ledger: Ledger) -> None:
    """Who began before an edit has all words judged by the revision of then, however they are asked for."""
    adjudicator = Adjudicator(ledger=ledger)
    bench = adjudicator.under("house:sunday")
    pieces = bench.pieces(["glorp", "glorp\u00e9", "glorps"], detail="reasons", step=1, most=1 << 20)
    told = [orjson.loads(next(pieces).text)]
    edit(ledger, "glorp")
    assert adjudicator.under("house:sunday").acceptable(["glorp", "glorps"])
    told += [orjson.loads(piece.text) for piece in pieces]
    assert [each["legal"] for each in told] == [False] * 3
    assert bench.verdict_data("glorp")["house"] == {"slug": "sunday", "revision": 1, "entry": None}
    assert list(bench.search(Criteria(pattern="glorp*"))) == []


def test_entries_run_out(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the moment at which an entry runs out another bench judges, of the same revision; until then it is the same one."""
    entry = Entry("glorp", "glorp", "allow", "", "ann", now(), "2999-01-01T00:00:00.000000Z")
    ledger.houses.edit("sunday", None, {"glorp": entry}, "ann")
    adjudicator = Adjudicator(ledger=ledger)
    before = adjudicator.under("house:sunday")
    assert adjudicator.under("house:sunday") is before and before.legal("glorp")
    monkeypatch.setattr(clock, "now", lambda: "2999-01-01T00:00:00.000001Z")
    after = adjudicator.under("house:sunday")
    assert after.name == before.name == "house:sunday@2"
    assert after.mark != before.mark and after.lexicon_digest == before.lexicon_digest
    assert not after.legal("glorp") and before.legal("glorp")


def test_what_is_kept_is_bounded(ledger: Ledger) -> None:
    """Of revisions with rules of their own, each of them searched, few are kept; an earlier one is read again."""
    adjudicator = Adjudicator(ledger=ledger, memory=8 << 20)
    names, made = [], []
    for number in range(REVISIONS):
        settings = Settings("Sunday", "boggle", {"cites": {"too-short": f"rule {number}"}})
        ledger.houses.settings("sunday", None, settings, "ann")
        bench = adjudicator.under("house:sunday")
        assert next(iter(bench.search(Criteria(prefix="q"))))
        names.append(bench.name)
        made.append(weakref.ref(housed(adjudicator, bench.name).base))
        del bench
    gc.collect()
    assert [each() is not None for each in made] == [False] * (REVISIONS - 1) + [True]
    assert adjudicator.under(names[0]).ruleset.cites["too-short"] == "rule 0"
    assert adjudicator.under("house:sunday").ruleset.cites["too-short"] == f"rule {REVISIONS - 1}"


def test_many_changes_of_settings_leave_the_memory_where_it_was(ledger: Ledger, tmp_path: Path) -> None:
    """However often a list changes its rules, and is searched and solved under each, one ruleset of its own is kept, and no more bytes."""
    adjudicator = Adjudicator(small_lexicon(tmp_path, 500), ledger=ledger)
    made: list[weakref.ref[CompiledRuleset]] = []
    weights = []
    for number in range(CHANGED):
        settings = Settings(
            "Sunday", "boggle", {"length": {"min": 2 + number % 4}, "cites": {"too-short": str(number)}}
        )
        ledger.houses.settings("sunday", None, settings, "ann")
        bench = adjudicator.under("house:sunday")
        assert next(iter(bench.search(Criteria(prefix="q"))))
        assert bench.compiled.board_words
        adjudicator.under("house:sunday")
        made.append(weakref.ref(housed(adjudicator, "house:sunday").base))
        weights.append(adjudicator.benches.compared.weight)
        del bench
        assert sum(each() is not None for each in made) == 1
    assert weights[4:] == weights[:-4]
    adjudicator.close()


def test_an_edited_list_keeps_its_rules(ledger: Ledger) -> None:
    """What was made of the rules of a list outlives edits of its words: it is megabytes, and still holds. Lists of equal rules share it."""
    adjudicator = Adjudicator(ledger=ledger)
    settings = Settings("Sunday", "boggle", {"length": {"min": 4}})
    ledger.houses.settings("sunday", None, settings, "ann")
    ledger.houses.create("monday", settings._replace(title="Monday"), "ann")
    base = housed(adjudicator, "house:sunday").base
    edit(ledger, "glorp")
    assert housed(adjudicator, "house:sunday").base is base
    assert housed(adjudicator, "house:monday").base is base
    assert not adjudicator.under("house:sunday").legal("cat")


def test_few_earlier_revisions_are_kept(ledger: Ledger) -> None:
    """An edit lets the revision before go, whoever has it still; earlier ones that are asked for by number are kept while there is room."""
    adjudicator = Adjudicator(ledger=ledger, memory=8 << 20)
    made = []
    for number in range(REVISIONS):
        made.append(weakref.ref(housed(adjudicator, "house:sunday")))
        edit(ledger, letters(number))
    gc.collect()
    assert [each() is not None for each in made] == [False] * (REVISIONS - 1) + [True]
    again = adjudicator.under("house:sunday@3")
    assert adjudicator.under("house:sunday@3") is again
    earlier = [weakref.ref(housed(adjudicator, f"house:sunday@{number}")) for number in (1, 2)]
    adjudicator.benches.compared.put((again.ref, again.ref), [], (4 << 20) - (64 << 10))
    gc.collect()
    assert [each() is not None for each in earlier] == [True, True]
    adjudicator.benches.compared.put((again.ref, again.ref), [], 4 << 20)
    gc.collect()
    assert [each() is not None for each in earlier] == [False, False]


def test_few_rules_of_lists_are_kept(ledger: Ledger) -> None:
    """Of lists that have changed their rules, each of them searched, only those keep theirs that fit the memory: the last asked for."""
    adjudicator = Adjudicator(ledger=ledger, memory=8 << 20)
    made = []
    for number in range(REVISIONS):
        settings = Settings("Club", "boggle", {"cites": {"too-short": f"rule {number}"}})
        ledger.houses.create(f"club-{number}", settings, "ann")
        bench = adjudicator.under(f"house:club-{number}")
        assert next(iter(bench.search(Criteria(prefix="q"))))
        made.append(weakref.ref(housed(adjudicator, bench.name).base))
        del bench
    gc.collect()
    kept = [each for each in made if each() is not None]
    assert 0 < len(kept) < REVISIONS and kept == made[-len(kept) :]


def test_lists_that_are_not_kept_are_let_go(ledger: Ledger) -> None:
    """Where lists are heavier than may be kept, those that were not asked for the longest are let go with all that was made of them."""
    adjudicator = Adjudicator(ledger=ledger)
    adjudicator.under("house:sunday")
    ledger.current.keep(SMALL)
    held: list[weakref.ref[HouseList]] = []
    for number in range(30):
        slug = f"club-{number}"
        ledger.houses.create(slug, Settings(slug, "boggle", {}), "ann")
        edit(ledger, "glorp", slug)
        assert adjudicator.under(f"house:{slug}").legal("glorps")
        held.append(weakref.ref(housed(adjudicator, f"house:{slug}").house))
    kept = [each for each in held if each() is not None]
    assert 1 < len(kept) < 20 and kept == held[-len(kept) :]
    assert adjudicator.under("house:club-0").legal("glorps")


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
