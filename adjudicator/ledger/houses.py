"""House lists: their histories, which are only ever added to. Start at :class:`Houses`.

Every write makes one revision, whatever it changes, and costs what it changes, not what the list has. It first locks the list (on SQLite,
the ledger), so that of two who change the same revision the second is told, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from adjudicator.errors import BadRecord, RecordExists, StaleRevision, UnknownRecord
from adjudicator.ledger.entered import Check, deed_faults, settings_faults, slug_faults
from adjudicator.ledger.merge import Merge, Side, common_ancestor, merged, resolved
from adjudicator.ledger.records import canonical, entry_of, row_of
from adjudicator.ledger.revisions import (
    Changes,
    Difference,
    Point,
    Revision,
    apply,
    difference,
    digest_of,
    growth,
    revision_of,
    row_of_revision,
    same,
)
from adjudicator.ledger.store import Store, now
from adjudicator.ledger.tables import house, house_change, house_entry, house_revision
from adjudicator.rules.house import Entry, HouseList, Settings
from adjudicator.spelling import shown

KEYS_AT_ONCE = 500
"""Keys that one statement asks for."""
LAST = 2**31 - 1
"""The greatest number that a revision can have."""
_NO_CHANGES: Changes = {}


class _Deed(NamedTuple):
    """Who makes a revision, how and why."""

    kind: str
    author: str
    note: str
    source: Point | None = None


class Houses:
    """The house lists of a ledger.

    Every method raises :class:`UnknownRecord` for a list or revision that there is not, and :class:`LedgerUnavailable`. Those that write
    raise :class:`BadRecord` with every fault of what is to be written. *expected* is the revision that the writer has seen:
    :class:`StaleRevision` where the list has another by now; None for whatever it has.
    """

    def __init__(self, store: Store, check: Check | None = None) -> None:
        """Keep the lists in *store*. *check* raises :class:`RulesetError` for settings that no ruleset could have; without it they are
        looked at by themselves.
        """
        self._store = store
        self._check = check

    def create(self, slug: str, settings: Settings, author: str, note: str = "") -> Revision:
        """Make an empty list; return its first revision. Raises :class:`RecordExists`."""
        _refuse(slug_faults(slug) + deed_faults(author, note) + settings_faults(settings, self._check))
        with self._store.writing() as connection:
            return _begin(connection, slug, _Deed("create", author, note), settings, _NO_CHANGES)

    def edit(
        self, slug: str, expected: int | None, changes: Changes, author: str, note: str = ""
    ) -> Revision:
        """Make *changes* in one revision and return it; where they change nothing, return the latest one.

        An entry that says what the list says already, but by another author or at another time, changes nothing.
        """
        _refuse(deed_faults(author, note))
        with self._store.writing() as connection:
            head = _locked(connection, slug, expected)
            before = _entries(connection, slug, changes)
            news = {key: entry for key, entry in changes.items() if not same(before.get(key), entry)}
            return _append(connection, head, _Deed("edit", author, note), head.settings, before, news)

    def settings(
        self, slug: str, expected: int | None, settings: Settings, author: str, note: str = ""
    ) -> Revision:
        """Change the title, base and overrides of a list; return the latest revision."""
        _refuse(deed_faults(author, note) + settings_faults(settings, self._check))
        with self._store.writing() as connection:
            head = _locked(connection, slug, expected)
            return _append(connection, head, _Deed("settings", author, note), settings, {}, _NO_CHANGES)

    def restore(self, slug: str, expected: int | None, number: int, author: str, note: str = "") -> Revision:
        """Make a revision that has the entries and settings of revision *number*, with their authors and times; return the latest one."""
        _refuse(deed_faults(author, note))
        with self._store.writing() as connection:
            head = _locked(connection, slug, expected)
            wanted = _at(connection, Point(slug, number))
            before = _entries(connection, slug)
            deed = _Deed("restore", author, note, Point(slug, number))
            changes = difference(before, wanted.entries)
            if wanted.settings != head.settings:
                _refuse(settings_faults(wanted.settings, self._check))
            return _append(connection, head, deed, wanted.settings, before, changes)

    def fork(
        self,
        slug: str,
        new_slug: str,
        author: str,
        note: str = "",
        *,
        title: str | None = None,
        number: int | None = None,
    ) -> Revision:
        """Make a list *new_slug* of revision *number* of *slug*, by default the latest; return its first revision.

        Raises :class:`RecordExists`.
        """
        with self._store.writing() as connection:
            source = _at(connection, _point(connection, slug, number))
            settings = source.settings._replace(title=title if title is not None else source.settings.title)
            _refuse(
                slug_faults(new_slug) + deed_faults(author, note) + settings_faults(settings, self._check)
            )
            deed = _Deed("fork", author, note, Point(slug, source.revision))
            return _begin(connection, new_slug, deed, settings, source.entries)

    def merging(self, slug: str, other: str, number: int | None = None) -> Merge:
        """Return what a merge of revision *number* of *other*, by default the latest, into *slug* would do, with its conflicts."""
        with self._store.reading() as connection:
            return _merging(connection, _point(connection, slug, None), _point(connection, other, number))

    def merge(
        self,
        slug: str,
        expected: int | None,
        other: str,
        author: str,
        note: str = "",
        *,
        number: int | None = None,
        take: Mapping[str, Side] | None = None,
        prefer: Side | None = None,
    ) -> Revision:
        """Merge revision *number* of *other*, by default the latest, into *slug*; return the latest revision of *slug*.

        :mod:`adjudicator.ledger.merge` says what is taken. *take* says of words in conflict whose entry is taken, *prefer* of the rest.
        Raises :class:`MergeConflict` with the words that neither settles. What was merged before is not merged again.
        """
        _refuse(deed_faults(author, note))
        with self._store.writing() as connection:
            head = _locked(connection, slug, expected)
            merge = _merging(connection, Point(slug, head.number), _point(connection, other, number))
            changes = resolved(merge, take or {}, prefer)
            if merge.is_done:
                return head
            if merge.settings != head.settings:
                _refuse(settings_faults(merge.settings, self._check))
            before = _entries(connection, slug, changes)
            deed = _Deed("merge", author, note, merge.theirs)
            return _append(connection, head, deed, merge.settings, before, changes)

    def lists(self) -> list[Revision]:
        """Return the latest revision of every list, sorted by slug."""
        latest = (house_revision.c.slug == house.c.slug) & (house_revision.c.number == house.c.head)
        with self._store.reading() as connection:
            rows = connection.execute(select(house_revision).join(house, latest)).all()
        return sorted(revision_of(row) for row in rows)

    def history(self, slug: str, before: int | None = None, limit: int = 50) -> list[Revision]:
        """Return at most *limit* revisions of a list, the newest first; with *before*, only those of lower numbers."""
        revision = house_revision.c
        with self._store.reading() as connection:
            head = _point(connection, slug, None).number
            rows = connection.execute(
                select(house_revision)
                .where(revision.slug == slug, revision.number < min(before or LAST, head + 1))
                .order_by(revision.number.desc())
                .limit(limit)
            ).all()
        return [revision_of(row) for row in rows]

    def revision(self, slug: str, number: int | None = None) -> Revision:
        """Return revision *number* of a list, by default the latest."""
        with self._store.reading() as connection:
            return _revision(connection, _point(connection, slug, number))

    def at(self, slug: str, number: int) -> HouseList:
        """Return the list *slug* as it was at revision *number*."""
        with self._store.reading() as connection:
            return _at(connection, Point(slug, number))

    def diff(self, slug: str, one: int, other: int) -> Difference:
        """Return what differs between two revisions of a list, from the *one* to the *other*."""
        low, high = sorted((one, other))
        change = house_change.c
        between = select(change.key).where(change.slug == slug, change.number > low, change.number <= high)
        rows = (
            select(house_change)
            .where(change.slug == slug, change.number <= high, change.key.in_(between))
            .order_by(change.number)
        )
        with self._store.reading() as connection:
            settings = [_revision(connection, Point(slug, number)).settings for number in (one, other)]
            before: dict[str, Entry] = {}
            after: dict[str, Entry] = {}
            for row in connection.execute(rows):
                if row.number <= low:
                    apply(before, {row.key: entry_of(row)})
                apply(after, {row.key: entry_of(row)})
        if one > other:
            before, after = after, before
        keys = sorted(difference(before, after))
        return Difference(settings[0], settings[1], {key: (before.get(key), after.get(key)) for key in keys})


def _refuse(faults: list[str]) -> None:
    if faults:
        raise BadRecord(faults)


def _locked(connection: Connection, slug: str, expected: int | None) -> Revision:
    """Return the latest revision of a list, which nobody else can follow up until this transaction ends."""
    number = _head(connection, slug, lock=True)
    if expected is not None and number != expected:
        raise StaleRevision(
            f"The house list {shown(slug)} has revision {number} by now, not {expected}.",
            "Nothing was written. Look at what was changed, and try again with that revision.",
            number,
        )
    return _revision(connection, Point(slug, number))


def _head(connection: Connection, slug: str, *, lock: bool = False) -> int:
    """Return the number of the latest revision of a list."""
    asked = select(house.c.head).where(house.c.slug == slug)
    number: int | None = None
    if not slug_faults(slug):
        number = connection.execute(asked.with_for_update() if lock else asked).scalar()
    if number is None:
        raise UnknownRecord(
            "house-list", f"There is no house list {shown(slug)}.", "GET /v1/house-lists lists them."
        )
    return number


def _point(connection: Connection, slug: str, number: int | None) -> Point:
    """Return the revision *number* of a list by its name, or the latest."""
    return Point(slug, _head(connection, slug) if number is None else number)


def _revision(connection: Connection, point: Point) -> Revision:
    revision = house_revision.c
    asked = select(house_revision).where(revision.slug == point.slug, revision.number == point.number)
    row = None
    if 0 < point.number <= LAST and not slug_faults(point.slug):
        row = connection.execute(asked).one_or_none()
    if row is None:
        raise UnknownRecord(
            "revision",
            f"There is no revision {point.number} of a house list {shown(point.slug)}.",
            f"GET /v1/house-lists/{point.slug}/revisions lists those that there are.",
        )
    return revision_of(row)


def _at(connection: Connection, point: Point) -> HouseList:
    """Return a list as it was: all its changes until then, one after the other."""
    revision = _revision(connection, point)
    change = house_change.c
    rows = connection.execute(
        select(house_change)
        .where(change.slug == point.slug, change.number <= point.number)
        .order_by(change.number)
    )
    entries: dict[str, Entry] = {}
    for row in rows:
        apply(entries, {row.key: entry_of(row)})
    return HouseList(point.slug, point.number, revision.digest, revision.settings, entries)


def _entries(connection: Connection, slug: str, keys: Iterable[str] | None = None) -> dict[str, Entry]:
    """Return the latest entries of a list, or those of them that *keys* name."""
    asked = select(house_entry).where(house_entry.c.slug == slug)
    if keys is None:
        rows = list(connection.execute(asked))
    else:
        named = list(keys)
        some = asked.where(house_entry.c.key.in_(bindparam("keys", expanding=True)))
        parts = (named[at : at + KEYS_AT_ONCE] for at in range(0, len(named), KEYS_AT_ONCE))
        rows = [row for part in parts for row in connection.execute(some, {"keys": part})]
    return {row.key: entry for row in rows if (entry := entry_of(row)) is not None}


def _merging(connection: Connection, ours: Point, theirs: Point) -> Merge:
    if ours.slug == theirs.slug:
        raise BadRecord(["other: is the list itself; an earlier revision of it is restored"])
    base = common_ancestor(ours, theirs, lambda slug: _links(connection, slug))
    before = _at(connection, base) if base else None
    return merged(_at(connection, ours), _at(connection, theirs), before)


def _links(connection: Connection, slug: str) -> list[tuple[int, Point]]:
    """Return what went into a list from others: the numbers of its revisions that were forked or merged, each with its source."""
    revision = house_revision.c
    rows = connection.execute(
        select(revision.number, revision.source_slug, revision.source_number).where(
            revision.slug == slug, revision.source_slug != slug
        )
    )
    return [(row.number, Point(row.source_slug, row.source_number)) for row in rows]


def _begin(connection: Connection, slug: str, deed: _Deed, settings: Settings, entries: Changes) -> Revision:
    """Write the first revision of a list."""
    values = {"slug": slug, "head": 0, "created_at": now(), "created_by": deed.author}
    try:
        connection.execute(insert(house), values)
    except IntegrityError:
        raise RecordExists(f"There is a house list {shown(slug)} already.", "Choose another slug.") from None
    nothing = Revision(slug, 0, "", "", "", "", settings, None, 0, 0, "")
    return _append(connection, nothing, deed, settings, {}, entries)


def _append(
    connection: Connection,
    head: Revision,
    deed: _Deed,
    settings: Settings,
    before: Mapping[str, Entry],
    changes: Changes,
) -> Revision:
    """Write the revision after *head* and return it; return *head* where there is nothing to write.

    *before* has the latest entries of all keys in *changes*. A merge is always written: it says how far the other list is known.
    """
    is_news = changes or canonical(settings) != canonical(head.settings)
    if not is_news and deed.kind not in ("create", "fork", "merge"):
        return head
    slug, number = head.slug, head.number + 1
    size = head.size + growth(before, changes)
    drafted = Revision(
        slug,
        number,
        now(),
        deed.author,
        deed.kind,
        deed.note,
        settings,
        deed.source,
        len(changes),
        size,
        "",
    )
    revision = drafted._replace(digest=digest_of(head.digest, drafted, changes))
    connection.execute(update(house).where(house.c.slug == slug), {"head": number})
    connection.execute(insert(house_revision), row_of_revision(revision))
    rows = [{"slug": slug, **row_of(key, entry)} for key, entry in changes.items()]
    gone = [{"of": slug, "named": key} for key in changes if key in before]
    _many(connection, insert(house_change), [{**row, "number": number} for row in rows])
    _many(connection, _FORGET, gone)
    _many(connection, insert(house_entry), [row for row in rows if row["effect"] is not None])
    return revision


_FORGET = delete(house_entry).where(
    house_entry.c.slug == bindparam("of"), house_entry.c.key == bindparam("named")
)


def _many(connection: Connection, statement: Executable, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)
