"""House lists and their histories, on both databases."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Table, delete, event, func, insert, select, update

from adjudicator.errors import (
    BadRecord,
    LimitReached,
    MergeConflict,
    RecordExists,
    StaleRevision,
    UnknownRecord,
)
from adjudicator.ledger.daily import DAY, Daily
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.limits import Limits
from adjudicator.ledger.merge import Merge
from adjudicator.ledger.revisions import Point
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house, house_change, house_entry, house_revision
from adjudicator.ledger.transfer import Line, Reading
from adjudicator.rules.house import Effect, Entry, Settings
from tests.conftest import letters
from tests.ledger.races import race

SUNDAY = Settings("Sunday", "boggle", {})
AT = "2026-03-01T10:00:00.000000Z"


def entry(word: str, effect: Effect = "allow", reason: str = "", author: str = "ann", at: str = AT) -> Entry:
    return Entry(word, word, effect, reason, author, at)


def some(*entries: Entry) -> dict[str, Entry | None]:
    return {each.key: each for each in entries}


@pytest.fixture
def houses(store: Store) -> Houses:
    """The lists of a ledger that has one, ``sunday``, with nothing in it."""
    found = Houses(store)
    found.create("sunday", SUNDAY, "ann", "for the family")
    return found


def test_a_new_list(houses: Houses) -> None:
    """A list begins with a revision that says who made it, and why."""
    revision = houses.revision("sunday")
    assert (revision.number, revision.kind, revision.author) == (1, "create", "ann")
    assert (revision.note, revision.settings) == ("for the family", SUNDAY)
    assert (revision.changes, revision.size, revision.source) == (0, 0, None)
    assert houses.at("sunday", 1).entries == {}


def test_a_list_with_faults(houses: Houses) -> None:
    """All faults of a new list are told at once, and nothing is written."""
    with pytest.raises(BadRecord) as told:
        houses.create("Sun day", Settings("", "house:sunday", {}), " ", "\n")
    assert [fault.partition(":")[0] for fault in told.value.faults] == [
        "slug",
        "author",
        "note",
        "title",
        "base",
    ]
    assert [each.slug for each in houses.lists()] == ["sunday"]


def test_a_list_of_that_name(houses: Houses) -> None:
    """A slug names one list."""
    with pytest.raises(RecordExists, match="There is a house list 'sunday' already"):
        houses.create("sunday", SUNDAY, "bob")
    with pytest.raises(RecordExists):
        houses.fork("sunday", "sunday", "bob")
    assert houses.revision("sunday").number == 1


def test_settings_are_checked(store: Store) -> None:
    """Whatever brings settings to a list has them looked at first: creation, change, fork, restoration and merge."""
    seen: list[Settings] = []
    houses = Houses(store, seen.append)
    other = Settings("Sunday", "open", {})
    houses.create("sunday", SUNDAY, "ann")
    houses.settings("sunday", 1, other, "ann")
    houses.fork("sunday", "monday", "ann", title="Monday", number=1)
    houses.restore("sunday", 2, 1, "ann")
    houses.merge("monday", 1, "sunday", "ann", number=2)
    monday = Settings("Monday", "boggle", {})
    assert seen == [SUNDAY, other, monday, SUNDAY, monday._replace(base="open")]


def test_one_revision_for_many_changes(houses: Houses) -> None:
    """However many words an edit allows, denies and drops, it makes one revision, with what there was before still to be seen."""
    yeet, za, qi = entry("yeet"), entry("za", "deny", "never"), entry("qi")
    assert houses.edit("sunday", 1, some(yeet, za), "ann").number == 2
    revision = houses.edit("sunday", 2, {"za": None, "qi": qi}, "bob", "we asked")
    assert (revision.number, revision.changes, revision.size, revision.note) == (3, 2, 2, "we asked")
    assert houses.at("sunday", 2).entries == some(yeet, za)
    assert houses.at("sunday", 3).entries == some(yeet, qi)


def test_an_edit_that_changes_nothing(houses: Houses) -> None:
    """Saying again what the list says, by whomever, or dropping what it has not, makes no revision."""
    first = houses.edit("sunday", 1, some(entry("yeet")), "ann")
    later = entry("yeet", author="bob", at="2026-04-01T00:00:00.000000Z")
    assert houses.edit("sunday", 2, {**some(later), "za": None}, "bob") == first
    assert houses.settings("sunday", 2, SUNDAY, "bob") == first
    assert houses.restore("sunday", 2, 2, "bob") == first
    assert houses.edit("sunday", None, {}, "bob") == first


def test_too_late(houses: Houses) -> None:
    """Who has not seen the latest revision is told which it is, or that theirs never was, and nothing is written; without an expectation it
    does not matter.
    """
    houses.edit("sunday", 1, some(entry("yeet")), "ann")
    with pytest.raises(StaleRevision, match="has revision 2 by now") as told:
        houses.edit("sunday", 1, some(entry("za")), "bob")
    assert told.value.current == 2
    for number in (3, 0, -1, 2**70):
        with pytest.raises(UnknownRecord, match=f"never had revision {number}:"):
            houses.edit("sunday", number, some(entry("za")), "bob")
    assert houses.edit("sunday", None, some(entry("za")), "bob").number == 3


def test_faults_of_a_writer(houses: Houses) -> None:
    """Every write says who writes; what it says of why fits."""
    writes: list[Callable[[], object]] = [
        lambda: houses.edit("sunday", 1, {}, "", "x" * 1001),
        lambda: houses.settings("sunday", 1, SUNDAY, "", "x" * 1001),
        lambda: houses.restore("sunday", 1, 1, "", "x" * 1001),
        lambda: houses.fork("sunday", "monday", "", "x" * 1001),
        lambda: houses.merge("sunday", 1, "monday", "", "x" * 1001),
        lambda: houses.bring("sunday", 1, Reading((), ()), "", "x" * 1001),
    ]
    for write in writes:
        with pytest.raises(BadRecord) as told:
            write()
        assert len(told.value.faults) == 2


@pytest.mark.parametrize("slug", ["monday", "", "No such", "a\0", "x" * 1000])
def test_no_such_list(houses: Houses, slug: str) -> None:
    """Whatever is asked of a list that there is not says so."""
    asks: list[Callable[[], object]] = [
        lambda: houses.edit(slug, None, {}, "ann"),
        lambda: houses.settings(slug, 1, SUNDAY, "ann"),
        lambda: houses.restore(slug, None, 1, "ann"),
        lambda: houses.fork(slug, "tuesday", "ann"),
        lambda: houses.merge("sunday", None, slug, "ann"),
        lambda: houses.merge(slug, None, "sunday", "ann"),
        lambda: houses.merging("sunday", slug),
        lambda: houses.history(slug),
        lambda: houses.revision(slug),
        lambda: houses.verify(slug),
    ]
    for ask in asks:
        with pytest.raises(UnknownRecord, match="There is no house list") as told:
            ask()
        assert told.value.kind == "house-list"


@pytest.mark.parametrize("number", [0, -1, 2, 2**31, 2**70])
def test_no_such_revision(houses: Houses, number: int) -> None:
    """Whatever is asked of a revision that there is not says so."""
    houses.create("monday", SUNDAY, "ann")
    asks: list[Callable[[], object]] = [
        lambda: houses.at("sunday", number),
        lambda: houses.revision("sunday", number),
        lambda: houses.restore("sunday", None, number, "ann"),
        lambda: houses.fork("sunday", "tuesday", "ann", number=number),
        lambda: houses.merge("monday", None, "sunday", "ann", number=number),
        lambda: houses.merging("monday", "sunday", number),
        lambda: houses.diff("sunday", 1, number),
        lambda: houses.diff("sunday", number, 1),
    ]
    for ask in asks:
        with pytest.raises(UnknownRecord, match=f"There is no revision {number}") as told:
            ask()
        assert told.value.kind == "revision"


def test_history(houses: Houses) -> None:
    """The history is told from its end, a page at a time."""
    for number in range(1, 6):
        houses.edit("sunday", number, some(entry(letters(number))), "ann")

    def numbers(before: int | None = None, limit: int = 50) -> list[int]:
        return [revision.number for revision in houses.history("sunday", before, limit)]

    assert numbers() == [6, 5, 4, 3, 2, 1]
    assert numbers(limit=2) == [6, 5]
    assert numbers(before=5, limit=2) == [4, 3]
    assert numbers(before=1) == numbers(before=0) == numbers(before=-5) == []
    assert numbers(before=2**70) == [6, 5, 4, 3, 2, 1]


def test_lists(houses: Houses) -> None:
    """Every list is there with its latest revision, in the order of the slugs' letters, digits and hyphens."""
    for slug in ("club-b", "clubs", "club", "8", "club-a"):
        houses.create(slug, SUNDAY, "ann")
    houses.edit("sunday", 1, some(entry("yeet")), "ann")
    lists = houses.lists()
    assert [each.slug for each in lists] == ["8", "club", "club-a", "club-b", "clubs", "sunday"]
    assert (lists[-1].number, lists[-1].size) == (2, 1)


def test_diff(houses: Houses) -> None:
    """Two revisions differ in entries and settings; told either way round."""
    yeet, za, never = entry("yeet"), entry("za"), entry("za", "deny")
    houses.edit("sunday", 1, some(yeet, za), "ann")
    houses.edit("sunday", 2, {"za": never, "yeet": None, "qi": entry("qi"), "ok": entry("ok")}, "ann")
    houses.edit("sunday", 3, {"qi": None}, "ann")
    houses.settings("sunday", 4, Settings("Club", "open", {}), "ann")
    found = houses.diff("sunday", 2, 5)
    assert (found.before, found.after) == (SUNDAY, Settings("Club", "open", {}))
    assert list(found.entries.items()) == [
        ("ok", (None, entry("ok"))),
        ("yeet", (yeet, None)),
        ("za", (za, never)),
    ]
    back = houses.diff("sunday", 5, 2)
    assert (back.before, back.after) == (found.after, found.before)
    assert back.entries == {key: (after, before) for key, (before, after) in found.entries.items()}
    assert houses.diff("sunday", 3, 3).entries == {}


def test_restore(houses: Houses) -> None:
    """A revision restored is a new revision with its entries, their authors and times, and its settings."""
    first = some(entry("yeet"), entry("za"))
    houses.edit("sunday", 1, first, "ann")
    houses.edit("sunday", 2, {"za": None, **some(entry("qi"))}, "bob")
    houses.edit("sunday", 3, some(entry("za", author="bob")), "bob")
    houses.settings("sunday", 4, Settings("Club", "open", {}), "bob")
    revision = houses.restore("sunday", 5, 2, "cy", "as it was")
    assert (revision.number, revision.kind, revision.source) == (6, "restore", Point("sunday", 2))
    assert (revision.settings, revision.changes, revision.size) == (SUNDAY, 2, 2)
    assert houses.at("sunday", 6).entries == first
    with pytest.raises(StaleRevision):
        houses.restore("sunday", 5, 1, "cy")


def test_fork(houses: Houses) -> None:
    """A fork begins with the entries of what it was forked of, and goes its own way."""
    houses.edit("sunday", 1, some(entry("yeet")), "ann")
    houses.edit("sunday", 2, some(entry("za")), "ann")
    first = houses.fork("sunday", "monday", "bob", "for us", title="Monday", number=2)
    assert (first.number, first.kind, first.source, first.size) == (1, "fork", Point("sunday", 2), 1)
    assert (first.settings, first.author) == (Settings("Monday", "boggle", {}), "bob")
    assert houses.fork("sunday", "tuesday", "bob").source == Point("sunday", 3)
    houses.edit("monday", 1, {"yeet": None}, "bob")
    assert set(houses.at("sunday", 3).entries) == {"yeet", "za"}
    with pytest.raises(BadRecord, match=r"slug: .*title: is empty"):
        houses.fork("sunday", "Not this", "bob", title="")


@pytest.fixture
def forked(houses: Houses) -> Houses:
    """``sunday`` with *yeet* and *za*, and ``monday`` forked of it, each edited since."""
    houses.edit("sunday", 1, some(entry("yeet"), entry("za"), entry("ok")), "ann")
    houses.fork("sunday", "monday", "bob", title="Monday")
    houses.edit("sunday", 2, {"za": None, "ok": entry("ok", "deny", "ours")}, "ann")
    houses.edit("monday", 1, {"qi": entry("qi"), "yeet": None, "ok": entry("ok", "deny", "theirs")}, "bob")
    return houses


def test_merge(forked: Houses) -> None:
    """What only the other list changed is taken: entries and the lack of them; what both changed is a conflict until somebody decides."""
    found = forked.merging("sunday", "monday")
    assert (found.ours, found.theirs, found.base) == (
        Point("sunday", 3),
        Point("monday", 2),
        Point("sunday", 2),
    )
    assert found.changes == {"qi": entry("qi"), "yeet": None}
    (conflict,) = found.conflicts
    assert (conflict.key, conflict.base) == ("ok", entry("ok"))
    assert (conflict.ours, conflict.theirs) == (entry("ok", "deny", "ours"), entry("ok", "deny", "theirs"))
    with pytest.raises(MergeConflict, match=r"'sunday' and 'monday' have both changed .*: ok") as told:
        forked.merge("sunday", 3, "monday", "cy")
    assert told.value.keys == ("ok",)
    merged = forked.merge("sunday", 3, "monday", "cy", "as agreed", take={"ok": "theirs"})
    assert (merged.kind, merged.source, merged.note) == ("merge", Point("monday", 2), "as agreed")
    assert forked.at("sunday", 4).entries == some(entry("qi"), entry("ok", "deny", "theirs"))


def test_a_merge_is_remembered(forked: Houses) -> None:
    """What was decided at a merge is not asked again, in either direction; a merge of nothing new writes nothing."""
    merged = forked.merge("sunday", 3, "monday", "cy", prefer="ours")
    assert forked.at("sunday", 4).entries["ok"].reason == "ours"
    assert forked.merge("sunday", 4, "monday", "cy") == merged
    assert forked.merging("monday", "sunday").conflicts == ()
    forked.merge("monday", 2, "sunday", "cy")
    assert forked.at("monday", 3).entries == forked.at("sunday", 4).entries
    forked.edit("monday", 3, some(entry("zen")), "bob")
    assert forked.merging("sunday", "monday").changes == {"zen": entry("zen")}


def test_lists_forked_of_the_same(houses: Houses) -> None:
    """Two forks of one list are merged against what they were forked of, however they came from it."""
    houses.edit("sunday", 1, some(entry("yeet"), entry("za")), "ann")
    houses.fork("sunday", "monday", "bob")
    houses.edit("sunday", 2, some(entry("ok")), "ann")
    houses.fork("sunday", "tuesday", "cy")
    houses.fork("tuesday", "friday", "cy")
    houses.edit("friday", 1, {"za": None}, "cy")
    found = houses.merging("monday", "friday")
    assert found.base == Point("sunday", 2)
    assert found.changes == {"ok": entry("ok"), "za": None}


def test_lists_with_nothing_in_common(houses: Houses) -> None:
    """A list that never met the other adds its entries; what both have, and say differently, is a conflict."""
    houses.create("monday", Settings("Monday", "open", {}), "bob")
    houses.edit("sunday", 1, some(entry("yeet"), entry("za"), entry("ok")), "ann")
    houses.edit("monday", 1, some(entry("za", author="bob"), entry("ok", "deny"), entry("qi")), "bob")
    found = houses.merging("sunday", "monday")
    assert (found.base, found.changes, found.settings) == (None, {"qi": entry("qi")}, SUNDAY)
    assert [conflict.key for conflict in found.conflicts] == ["ok"]


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ({}, {"base": "open"}, {"base": "open"}),
        (
            {},
            {"base": "open", "overrides": {"length": {"min": 4}}},
            {"base": "open", "overrides": {"length": {"min": 4}}},
        ),
        ({"base": "word-whiz"}, {"base": "open"}, {"base": "word-whiz"}),
        ({"overrides": {"length": {"min": 5}}}, {}, {"overrides": {"length": {"min": 5}}}),
        ({"title": "Ours"}, {"title": "Theirs", "base": "open"}, {"title": "Ours", "base": "open"}),
    ],
)
def test_settings_merged(
    houses: Houses, ours: dict[str, object], theirs: dict[str, object], merged: dict[str, object]
) -> None:
    """The base and its overrides go together and are taken where only the other list changed them; the title never is."""
    houses.fork("sunday", "monday", "bob")
    houses.settings("sunday", 1, SUNDAY._replace(**ours), "ann")  # type: ignore[arg-type]
    houses.settings("monday", 1, SUNDAY._replace(**theirs), "bob")  # type: ignore[arg-type]
    assert houses.merge("sunday", None, "monday", "cy").settings == SUNDAY._replace(**merged)  # type: ignore[arg-type]


def test_faults_of_a_merge(forked: Houses) -> None:
    """A merge with itself, or with answers to what nobody asked, is refused."""
    with pytest.raises(BadRecord, match="other: is the list itself"):
        forked.merge("sunday", 3, "sunday", "cy")
    with pytest.raises(
        BadRecord, match=r"take\.qi: is not in conflict; take\.ok: takes ours or theirs; prefer: takes"
    ):
        forked.merge("sunday", 3, "monday", "cy", take={"ok": "mine", "qi": "ours"}, prefer="both")  # type: ignore[arg-type, dict-item]
    with pytest.raises(StaleRevision):
        forked.merge("sunday", 2, "monday", "cy", prefer="ours")


def test_many_words_in_conflict(houses: Houses) -> None:
    """The message of a conflict names some words; the error has them all."""
    houses.create("monday", SUNDAY, "bob")
    words = sorted(letters(number) for number in range(12))
    houses.edit("sunday", 1, some(*(entry(word) for word in words)), "ann")
    houses.edit("monday", 1, some(*(entry(word, "deny") for word in words)), "bob")
    with pytest.raises(MergeConflict, match="and 2 more") as told:
        houses.merge("sunday", 2, "monday", "cy")
    assert list(told.value.keys) == words


def test_crosswise_merges(forked: Houses) -> None:
    """Lists that took each other's earlier revisions are merged against one of those, and come to the same."""
    forked.merge("sunday", 3, "monday", "cy", number=2, prefer="ours")
    forked.merge("monday", 2, "sunday", "cy", number=3, prefer="ours")
    found: Merge = forked.merging("sunday", "monday")
    assert found.base in (Point("sunday", 3), Point("monday", 2))
    forked.merge("sunday", 4, "monday", "cy", prefer="theirs")
    forked.merge("monday", 3, "sunday", "cy")
    assert forked.at("sunday", 5).entries == forked.at("monday", 4).entries


def test_a_merge_asks_once_where_a_list_comes_from(forked: Houses, store: Store) -> None:
    """However often two lists were merged crosswise, a merge of them reads once of each what went into it."""
    for _ in range(3):
        forked.merge("sunday", None, "monday", "cy", prefer="ours")
        forked.merge("monday", None, "sunday", "cy", prefer="theirs")
    asked: list[str] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(statement)

    forked.merging("sunday", "monday")
    assert sum("source_slug !=" in statement for statement in asked) == 2


def test_many_entries(houses: Houses) -> None:
    """A list of more words than one statement takes is imported, edited, forked and restored as a small one is."""
    words = [entry(letters(number)) for number in range(2_500)]
    lines = tuple(Line(f"line {number}", each) for number, each in enumerate(words, 1))
    report, revision = houses.bring("sunday", 1, Reading(lines, ()), "ann")
    assert len(report.of("new")) == revision.size == 2_500
    report, again = houses.bring("sunday", 2, Reading(lines, ()), "ann")
    assert len(report.of("duplicate")) == 2_500
    assert again == revision
    houses.edit("sunday", 2, {each.key: None for each in words[:1_700]}, "ann")
    assert houses.fork("sunday", "monday", "bob").size == 800
    assert houses.restore("sunday", 3, 2, "ann").size == 2_500
    assert houses.verify() == []


def test_an_import(houses: Houses) -> None:
    """An import makes one revision of what is news, or none on a dry run; what contradicts the list is kept or replaced."""
    houses.edit("sunday", 1, some(entry("yeet"), entry("za")), "ann")
    reading = Reading(
        tuple(
            Line(word, entry(word, "deny" if word == "za" else "allow"))
            for word in ("yeet", "za", "qi", "ox")
        ),
        ("line 9: is wrong",),
    )
    report, revision = houses.bring("sunday", 2, reading, "bob", legal={"ox"}.__contains__, dry_run=True)
    outcomes = {item.entry.key: item.outcome for item in report.items}
    assert outcomes == {"yeet": "duplicate", "za": "contradicts", "qi": "new", "ox": "already-so"}
    assert (revision.number, houses.revision("sunday").number) == (2, 2)
    done, revision = houses.bring("sunday", 2, reading, "bob", "from a file", legal={"ox"}.__contains__)
    assert done == report
    assert (revision.number, revision.kind, revision.changes, revision.note) == (
        3,
        "import",
        2,
        "from a file",
    )
    assert houses.at("sunday", 3).entries["za"].effect == "allow"
    _, revision = houses.bring("sunday", 3, reading, "bob", contradictions="replace")
    assert (revision.changes, houses.at("sunday", 4).entries["za"].effect) == (1, "deny")
    for dry_run in (True, False):
        with pytest.raises(StaleRevision):
            houses.bring("sunday", 3, reading, "bob", dry_run=dry_run)


@pytest.mark.parametrize(
    ("table", "values", "fault"),
    [
        (house, {"head": 7}, "its latest revision is 3, not 7"),
        (house_revision, {"author": "eve"}, "revision 1: its digest is not that of its content"),
        (house_revision, {"size": 5}, "revision 2: its size is not what its changes add up to"),
        (house_revision, {"changes": 5}, "revision 3: has 1 changes, not 5"),
        (house_revision, {"title": "Monday"}, "revision 2: its digest is not that of its content"),
        (house_change, {"reason": "eve"}, "entry yeet: is not what the history says"),
        (house_entry, {"effect": "deny"}, "entry yeet: is not what the history says"),
    ],
    ids=lambda value: value.name if isinstance(value, Table) else None,
)
def test_damage_is_found(store: Store, table: Table, values: dict[str, object], fault: str) -> None:
    """Whatever was altered in the database is found, and said where."""
    houses = _with_two_edits(store)
    with store.writing() as connection:
        connection.execute(update(table).where(table.c.slug == "sunday"), values)
    assert f"house list sunday, {fault}" in houses.verify()
    assert houses.verify("monday") == []


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (house_change, "revision 2: has 0 changes, not 1"),
        (house_entry, "entry za: is not what the history says"),
    ],
    ids=lambda value: value.name if isinstance(value, Table) else None,
)
def test_loss_is_found(store: Store, table: Table, fault: str) -> None:
    """Whatever is missing from the database is found, and said where."""
    houses = _with_two_edits(store)
    with store.writing() as connection:
        connection.execute(delete(table).where(table.c.slug == "sunday"))
    assert f"house list sunday, {fault}" in houses.verify("sunday")


def test_a_lost_revision_is_found(store: Store) -> None:
    """A gap in the numbers is found, and so are changes of no revision."""
    houses = _with_two_edits(store)
    with store.writing() as connection:
        revision, change = house_revision.c, house_change.c
        kept = connection.execute(
            select(house_change).where(change.slug == "sunday", change.number == 3)
        ).one()
        connection.execute(delete(house_change).where(change.slug == "sunday"))
        connection.execute(delete(house_revision).where(revision.slug == "sunday", revision.number == 2))
        connection.execute(insert(house_change), {**kept._mapping, "key": "qi"})
    faults = houses.verify("sunday")
    assert "house list sunday, revision 3: stands where number 2 belongs" in faults
    assert "house list sunday, its latest revision is 2, not 3" in faults
    assert "house list sunday, entry qi: is not what the history says" in faults


def _with_two_edits(store: Store) -> Houses:
    houses = Houses(store)
    for slug in ("sunday", "monday"):
        houses.create(slug, SUNDAY, "ann")
        houses.edit(slug, 1, some(entry("yeet")), "ann")
        houses.edit(slug, 2, some(entry("za")), "ann")
    assert houses.verify() == []
    return houses


def test_what_an_edit_costs(houses: Houses, store: Store) -> None:
    """An edit writes what it changes: the rows of a history are those of its changes, whatever the list has."""
    houses.edit("sunday", 1, some(*(entry(letters(number)) for number in range(300))), "ann")
    houses.edit("sunday", 2, {letters(7): None, **some(entry("za"))}, "ann")
    with store.reading() as connection:
        rows = connection.execute(
            select(func.count()).select_from(house_change).where(house_change.c.number == 3)
        )
        assert rows.scalar_one() == 2


def test_a_race(store: Store) -> None:
    """Processes that edit one list at once lose nothing, and the history has every edit in order."""
    assert race(store.url, processes=4, edits=80).edits == 80


def test_how_long_a_list_may_be(store: Store) -> None:
    """No change makes a list longer than is taken, and a longer one may still shrink; the error says which setting changes that."""
    Houses(store).create("sunday", SUNDAY, "ann")
    words = [entry(letters(number)) for number in range(20)]
    few = Houses(store, limits=Limits(entries=10), at_once=5)
    few.edit("sunday", 1, some(*words[:10]), "ann")
    lines = tuple(Line(each.key, each) for each in words)
    deeds: list[Callable[[], object]] = [
        lambda: few.edit("sunday", 2, some(words[10]), "ann"),
        lambda: few.edit("sunday", 2, some(*words), "ann"),
        lambda: few.bring("sunday", 2, Reading(lines, ()), "ann"),
        lambda: few.bring("sunday", 2, Reading(lines, ()), "ann", dry_run=True),
    ]
    for deed in deeds:
        with pytest.raises(
            LimitReached, match=r"Entries of the list .* 10 .*ADJUDICATOR_MAX_ENTRIES"
        ) as told:
            deed()
        assert (told.value.limit, told.value.most) == ("entries", 10)
    Houses(store).edit("sunday", 2, some(*words), "ann")
    with pytest.raises(LimitReached):
        few.fork("sunday", "monday", "ann")
    assert few.edit("sunday", 3, {words[0].key: None}, "ann").size == 19
    assert few.edit("sunday", 4, some(entry(letters(3), "deny")), "ann").size == 19
    with pytest.raises(LimitReached):
        few.restore("sunday", 5, 3, "ann")
    assert few.restore("sunday", 5, 2, "ann").size == 10


def test_how_much_history_a_day_brings(store: Store) -> None:
    """Whoever writes a list anew, over and over, is told to wait, whichever way they do it; other lists are written, and so is this one a day
    later. What is refused is not counted.
    """
    words = [entry(letters(number), reason="r" * 500) for number in range(20)]
    few = Houses(store, limits=Limits(history=100_000), at_once=5)
    for slug in ("sunday", "monday"):
        few.create(slug, SUNDAY, "ann")
    few.edit("sunday", 1, some(*words), "ann")
    few.edit("sunday", 2, {each.key: None for each in words}, "ann")
    number = 3
    with pytest.raises(LimitReached, match=r"history of the list in a day .*ADJUDICATOR_MAX_HISTORY") as told:
        for number in range(3, 100):
            few.restore("sunday", number, number - 1, "ann")
    assert (told.value.limit, told.value.most) == ("history", 100_000)
    assert 8 < number < 20
    assert few.edit("monday", 1, some(*words), "ann").size == 20
    tight = Houses(store, limits=Limits(history=5_000), at_once=5)
    lines = Reading(tuple(Line(each.key, each._replace(reason="s" * 500)) for each in words), ())
    long = [each._replace(reason="q" * 1000) for each in words]
    large = Settings("Monday", "boggle", {"cites": {"too-short": "x" * 15_000}})
    deeds: list[Callable[[], object]] = [
        lambda: tight.edit("monday", None, some(*long), "ann"),
        lambda: tight.edit("monday", None, some(*long[:5]), "ann"),
        lambda: tight.bring("monday", None, lines, "ann", contradictions="replace"),
        lambda: tight.bring("monday", None, lines, "ann", contradictions="replace", dry_run=True),
        lambda: tight.settings("monday", None, large, "ann"),
        lambda: tight.restore("monday", None, 1, "ann") and tight.restore("monday", None, 2, "ann"),
        lambda: tight.fork("monday", "tuesday", "ann", number=2),
    ]
    for deed in deeds:
        with pytest.raises(LimitReached):
            deed()


def test_a_day_of_history_ends() -> None:
    """What was written is counted for a day from the first of it."""
    times = [0.0]
    daily = Daily(Limits(history=1_000), lambda: times[0])
    change = some(entry("trig", reason="r" * 500))
    daily.must_fit("sunday", SUNDAY, change)
    daily.add("sunday", SUNDAY, change)
    for times[0] in (1.0, DAY - 1):
        with pytest.raises(LimitReached):
            daily.must_fit("sunday", SUNDAY, change)
    daily.must_fit("monday", SUNDAY, change)
    times[0] = DAY + 1
    daily.must_fit("sunday", SUNDAY, change)


def test_how_many_lists_a_token_may_make(store: Store) -> None:
    """A token makes only so many lists, new ones and forks together; others, and who has no token, make theirs."""
    few = Houses(store, limits=Limits(lists=2))
    few.create("one", SUNDAY, "ann", maker="t1")
    few.fork("one", "two", "ann", maker="t1")
    with pytest.raises(LimitReached, match="ADJUDICATOR_MAX_LISTS"):
        few.create("three", SUNDAY, "ann", maker="t1")
    with pytest.raises(LimitReached, match="ADJUDICATOR_MAX_LISTS"):
        few.fork("one", "three", "ann", maker="t1")
    few.create("three", SUNDAY, "ann", maker="t2")
    few.create("four", SUNDAY, "ann")
