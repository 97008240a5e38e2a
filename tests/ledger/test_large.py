"""Deeds of very many changes: written in pieces that nobody sees, then all at once; what is left of one that was killed does no harm."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from adjudicator.errors import LedgerBusy, RecordExists, StaleRevision
from adjudicator.ledger import deeds, history, past
from adjudicator.ledger.backup import backup, restore
from adjudicator.ledger.clock import now
from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.drafts import Drafts
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.idempotency import Idempotency, Reply
from adjudicator.ledger.revisions import Revision
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house, house_bulk, house_change, house_draft, house_entry
from adjudicator.ledger.transfer import Line, Reading
from adjudicator.ledger.verify import verify
from adjudicator.rules.house import Entry, Settings
from tests.conftest import letters

SUNDAY = Settings("Sunday", "boggle", {})
MANY = 60


def entry(word: str, reason: str = "") -> Entry:
    return Entry(word, word, "allow", reason, "ann", now())


def words(count: int, reason: str = "") -> dict[str, Entry | None]:
    return {word: entry(word, reason) for word in map(letters, range(count))}


def file_of(count: int, reason: str = "") -> Reading:
    lines = [Line(word, made) for word, made in words(count, reason).items() if made]
    return Reading(tuple(lines), ())


@pytest.fixture
def houses(store: Store) -> Houses:
    """House lists of which all that changes more than ten words is written in pieces; one of them is long."""
    made = Houses(store, at_once=10)
    made.create("sunday", SUNDAY, "ann")
    made.bring("sunday", 1, file_of(MANY), "ann")
    return made


def rows(store: Store, *tables: object) -> list[int]:
    with store.reading() as connection:
        return [connection.execute(select(func.count()).select_from(each)).scalar_one() for each in tables]  # type: ignore[arg-type]


def is_clean(store: Store) -> bool:
    """Whether no draft is left, and every list is brought on."""
    with store.reading() as connection:
        behind = connection.execute(select(house.c.slug).where(house.c.behind.is_not(None))).all()
    return rows(store, house_draft) == [0] and not behind and verify(store) == []


def test_in_pieces(houses: Houses, store: Store) -> None:
    """An import, a fork, an edit, a restore and a merge of many words leave nothing behind, and read as ever."""
    houses.fork("sunday", "monday", "bob")
    houses.edit("sunday", 2, words(MANY, "why"), "ann")
    houses.edit("monday", 1, {letters(MANY): entry(letters(MANY))}, "bob")
    merged = houses.merge("monday", 2, "sunday", "bob")
    assert (merged.number, merged.changes, merged.size) == (3, MANY, MANY + 1)
    houses.restore("sunday", 3, 2, "ann")
    assert houses.at("sunday", 4).entries == houses.at("sunday", 2).entries
    assert {each.reason for each in houses.at("sunday", 3).entries.values()} == {"why"}
    assert len(houses.diff("sunday", 1, 3).entries) == MANY
    assert houses.diff("sunday", 2, 4).entries == {}
    assert rows(store, house_change, house_bulk, house_entry) == [1, 5 * MANY, 2 * MANY + 1]
    assert is_clean(store)


def test_nothing_is_collected_while_others_wait(houses: Houses, store: Store) -> None:
    """Going through all that a deed has read takes long: Python's collector does that between its transactions."""
    within = []

    def collecting(phase: str, _: object) -> None:
        within.append(store.is_writing)

    before = gc.get_threshold()
    gc.callbacks.append(collecting)
    gc.set_threshold(1, 1, 1)
    try:
        houses.fork("sunday", "monday", "bob")
        houses.bring("sunday", 2, file_of(MANY, "why"), "ann")
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(collecting)
    assert gc.isenabled()
    assert 10 * within.count(True) < within.count(False)


def test_more_keys_than_are_looked_for_one_by_one(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many keys, for which whole lists are read, nothing but what they say is told and taken back."""
    monkeypatch.setattr(past, "FEW_KEYS", 2)
    some = set(words(5))
    houses.edit("sunday", 2, dict(list(words(5, "why").items())[:3]), "ann")
    houses.edit("sunday", 3, {letters(4): None}, "ann")
    for number in (2, 3, 4):
        known = houses.at("sunday", number).entries
        part = houses.at("sunday", number, some).entries
        assert part == {key: known[key] for key in some & known.keys()}
    assert len(houses.diff("sunday", 2, 4).entries) == 4
    assert houses.restore("sunday", 4, 2, "ann").changes == 4


def test_nobody_sees_half(houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a change is written in pieces, and while the latest entries are brought on, everybody reads the one revision or the other."""
    seen: set[tuple[int, str]] = set()
    current = CurrentHouses(store)
    write, catch_up = Drafts.write, Drafts.catch_up

    def look() -> None:
        for latest in (current.get("sunday"), CurrentHouses(store).get("sunday")):
            (reason,) = {each.reason for each in latest.entries.values()}
            seen.add((latest.revision, reason))
        assert set(words(MANY)) == houses.at("sunday", houses.revision("sunday").number).entries.keys()

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        found = write(drafts, changes)
        look()
        return found

    def brought_on(drafts: Drafts, slug: str) -> None:
        look()
        assert verify(store) == []
        catch_up(drafts, slug)
        look()

    monkeypatch.setattr(Drafts, "write", written)
    monkeypatch.setattr(Drafts, "catch_up", brought_on)
    houses.edit("sunday", 2, words(MANY, "why"), "ann")
    assert seen == {(2, ""), (3, "why")}
    assert is_clean(store)


def test_edits_between(houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit that comes while the latest entries are brought on is not undone by that; nor does it wait."""
    catch_up = Drafts.catch_up
    dropped, changed, entered = map(letters, range(1, 4))

    def edited(drafts: Drafts, slug: str) -> None:
        later = {word: entry(word, "later") for word in (changed, entered)}
        houses.edit("sunday", 3, {dropped: None, **later}, "bob")
        catch_up(drafts, slug)

    monkeypatch.setattr(Drafts, "catch_up", edited)
    monkeypatch.setattr(history, "CAUGHT_UP", 1)
    houses.edit("sunday", 2, {**words(MANY, "why"), entered: None}, "ann")
    latest = CurrentHouses(store).get("sunday")
    assert latest.revision == 4 and dropped not in latest.entries
    assert [latest.entries[word].reason for word in (changed, entered)] == ["later", "later"]
    assert is_clean(store)


@pytest.mark.parametrize("expected", [2, None])
def test_somebody_is_first(
    houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch, expected: int | None
) -> None:
    """Where others edit the list while a change is written, it is planned again, unless it names what it has seen."""
    write = Drafts.write
    first = iter([True])

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        if next(first, False):
            houses.edit("sunday", 2, {"zzz": entry("zzz")}, "bob")
        return write(drafts, changes)

    monkeypatch.setattr(Drafts, "write", written)
    if expected:
        with pytest.raises(StaleRevision) as told:
            houses.bring("sunday", expected, file_of(MANY + 20), "ann")
        assert told.value.current == 3
    else:
        report, revision = houses.bring("sunday", None, file_of(MANY + 20), "ann")
        assert (revision.number, revision.size, len(report.changes)) == (4, MANY + 21, 20)
    assert is_clean(store)


def test_others_are_always_first(houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is late again and again is told so, and nothing is left."""
    write = Drafts.write
    numbers = iter(range(2, 100))

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        number = next(numbers)
        houses.edit("sunday", number, {"zzz": entry("zzz", str(number))}, "bob")
        return write(drafts, changes)

    monkeypatch.setattr(Drafts, "write", written)
    with pytest.raises(StaleRevision, match="changed by others all the time"):
        houses.edit("sunday", None, words(MANY, "why"), "ann")
    assert houses.revision("sunday").number == 2 + deeds.TRIES
    assert is_clean(store)


def test_the_ledger_is_replaced_meanwhile(
    houses: Houses, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a backup is restored between the plan of a deed and its writing, it is planned again: a revision of the same number is another."""
    backup(store, tmp_path / "before")
    houses.edit("sunday", 2, {"zza": entry("zza")}, "ann")
    backup(store, tmp_path / "other")
    restore(store, tmp_path / "before", replace=True)
    houses.edit("sunday", 2, {"zzb": entry("zzb")}, "ann")
    published = deeds.Deeds._published
    first = iter([True])

    def replaced(self: deeds.Deeds, ready: deeds._Ready) -> Revision | None:
        if next(first, False):
            restore(store, tmp_path / "other", replace=True)
        return published(self, ready)

    monkeypatch.setattr(deeds.Deeds, "_published", replaced)
    assert houses.restore("sunday", None, 2, "ann").size == MANY
    assert houses.at("sunday", 4).entries == houses.at("sunday", 2).entries
    assert is_clean(store)


def test_a_slug_is_taken_meanwhile(houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two who fork to one slug, the second is told."""
    write = Drafts.write

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        houses.create("monday", SUNDAY, "bob")
        return write(drafts, changes)

    monkeypatch.setattr(Drafts, "write", written)
    with pytest.raises(RecordExists):
        houses.fork("sunday", "monday", "ann")
    assert is_clean(store)


def test_what_is_left_is_swept(houses: Houses, store: Store) -> None:
    """A draft whose writer is gone does no harm, is not swept while it may still be written, and goes later."""
    drafts = Drafts(store)
    bulk = drafts.write(words(3_000))
    assert verify(store) == [] and houses.revision("sunday").number == 2
    assert drafts.sweep() == 0 and rows(store, house_draft) == [1]
    assert drafts.sweep(timedelta(seconds=-60)) == 1
    assert rows(store, house_draft, house_bulk) == [0, MANY] and is_clean(store)
    with store.writing() as connection:
        assert not Drafts.take(connection, bulk)


def test_a_deed_sweeps_what_others_left(houses: Houses, store: Store) -> None:
    """The first long deed of a process removes the drafts that were left an hour ago, and brings on lists that were left behind."""
    Drafts(store).write(words(MANY))
    fresh = Drafts(store).write(words(MANY))
    with store.writing() as connection:
        connection.execute(
            update(house_draft).where(house_draft.c.bulk != fresh).values(at="2026-01-01T00:00:00.000000Z")
        )
        connection.execute(update(house).values(behind=2))
    Houses(store, at_once=10).fork("sunday", "monday", "ann")
    with store.reading() as connection:
        assert connection.execute(select(house_draft.c.bulk)).scalars().all() == [fresh]
        assert connection.execute(select(house.c.slug).where(house.c.behind.is_not(None))).all() == []
    assert verify(store) == []


def test_who_wakes_while_their_draft_is_removed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer who goes on while a sweep is in the middle of their draft is refused: no revision names what is there in part."""
    drafts = Drafts(store)
    bulk = drafts.write(words(3_000))
    taken: list[bool] = []

    def pause(_: float) -> None:
        with store.writing() as connection:
            taken.append(Drafts.take(connection, bulk))

    monkeypatch.setattr(time, "sleep", pause)
    assert drafts.sweep(timedelta(seconds=-60)) == 1
    assert len(taken) > 1 and not any(taken)
    assert rows(store, house_draft, house_bulk) == [0, 0]


def test_what_was_swept_is_not_written(houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change whose draft was taken for left, as clocks may differ, is refused and not half there."""
    write = Drafts.write

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        bulk = write(drafts, changes)
        drafts.sweep(timedelta(seconds=-60))
        return bulk

    monkeypatch.setattr(Drafts, "write", written)
    with pytest.raises(LedgerBusy):
        houses.edit("sunday", 2, words(MANY, "why"), "ann")
    assert houses.revision("sunday").number == 2 and is_clean(store)


@pytest.mark.parametrize(
    "deed",
    [
        lambda houses: houses.fork("sunday", "monday", "ann"),
        lambda houses: houses.edit("sunday", None, words(MANY, "why"), "ann"),
        lambda houses: houses.restore("sunday", None, 1, "ann"),
        lambda houses: houses.bring("sunday", None, file_of(2 * MANY), "ann")[1],
        lambda houses: houses.merge("sunday", None, "other", "ann"),
    ],
    ids=["fork", "edit", "restore", "import", "merge"],
)
def test_with_an_idempotency_key(
    houses: Houses, store: Store, deed: Callable[[Houses], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deed with a key is prepared before the transaction that keeps its answer, once, and is there with the answer or not at all."""
    houses.create("other", SUNDAY, "ann")
    houses.edit("other", 1, {f"{word}z": entry(f"{word}z") for word in words(MANY)}, "ann")
    held: list[bool] = []
    write = Drafts.write

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        held.append(store.is_writing)
        return write(drafts, changes)

    monkeypatch.setattr(Drafts, "write", written)
    keys = Idempotency(store)

    def act() -> Reply:
        return (200, {}, repr(deed(houses)).encode())

    def fails() -> Reply:
        act()
        raise KeyError

    before = houses.lists()
    with pytest.raises(KeyError):
        keys.once("t", "k", "sha256:a", fails)
    assert houses.lists() == before and is_clean(store)
    first, again = keys.once("t", "k", "sha256:a", act)
    assert not again and houses.lists() != before
    assert keys.once("t", "k", "sha256:a", act) == (first, True)
    assert held == [False, False] and is_clean(store)


def test_late_with_a_key(houses: Houses, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a key, too, a deed is planned again where somebody was first, and given up some time."""
    write = Drafts.write
    numbers = iter(range(2, 100))
    late = [True]

    def written(drafts: Drafts, changes: dict[str, Entry | None]) -> str:
        if late[0]:
            number = next(numbers)
            houses.edit("sunday", number, {"zzz": entry("zzz", str(number))}, "bob")
        return write(drafts, changes)

    def act() -> Reply:
        return (200, {}, str(houses.edit("sunday", None, words(MANY, "why"), "ann").number).encode())

    monkeypatch.setattr(Drafts, "write", written)
    with pytest.raises(StaleRevision):
        Idempotency(store).once("t", "k", "sha256:a", act)
    late[0] = False
    (_, _, body), _ = Idempotency(store).once("t", "k", "sha256:a", act)
    assert int(body) == houses.revision("sunday").number
    assert is_clean(store)


def test_many_at_once(houses: Houses, store: Store) -> None:
    """Several who fork, import and edit at once all have their way, and everything adds up."""
    wrong: list[BaseException] = []

    def act(number: int) -> None:
        try:
            houses.fork("sunday", f"fork-{number}", "ann")
            houses.bring(f"fork-{number}", None, file_of(2 * MANY), "ann")
            for turn in range(5):
                houses.edit(
                    "sunday", None, {f"zz{letters(number)}": entry(f"zz{letters(number)}", str(turn))}, "bob"
                )
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=act, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []
    sizes = {each.slug: each.size for each in houses.lists() if each.slug.startswith("fork")}
    assert len(sizes) == 4 and min(sizes.values()) >= 2 * MANY
    assert houses.revision("sunday").number == 2 + 20
    assert is_clean(store)
