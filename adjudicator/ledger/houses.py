"""House lists: their histories, which are only ever added to. Start at :class:`Houses`.

Every write makes one revision, whatever it changes, and writes what it changes, not what the list has. It locks the list (on SQLite, the
ledger) while it does, so that of two who change the same revision the second is told, and nothing is lost. What reads or writes much is
done before that (:mod:`adjudicator.ledger.deeds`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache, partial

from sqlalchemy import Connection, func, select

from adjudicator.errors import BadRecord, NotAllowed
from adjudicator.ledger import chronicle
from adjudicator.ledger.audit import history_faults
from adjudicator.ledger.chronicle import WordChange
from adjudicator.ledger.deeds import Deeds, Plan, must_change, planned, planned_new
from adjudicator.ledger.drafts import AT_ONCE
from adjudicator.ledger.history import (
    Deed,
    begin,
    latest,
    links_of,
    list_at,
    must_be_free,
    point_of,
    revision_at,
)
from adjudicator.ledger.limits import USUAL, Limits, must_fit
from adjudicator.ledger.meanwhile import must_be_as_seen
from adjudicator.ledger.merge import Merge, Side, common_ancestor, merged, resolved
from adjudicator.ledger.past import entries_at, entries_of, keys_apart, keys_changed
from adjudicator.ledger.revisions import (
    Changes,
    Difference,
    Point,
    Revision,
    difference,
    must_have,
    revision_of,
    same,
)
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import IS_LATEST, house, house_revision
from adjudicator.ledger.transfer import AlreadySo, Contradictions, Reading, Report, compared
from adjudicator.ledger.validation import Check, deed_faults, refuse, settings_faults, slug_faults
from adjudicator.rules.house import Entry, HouseList, Settings

_NO_CHANGES: Changes = {}


class Houses:
    """The house lists of a ledger.

    Every method raises :class:`UnknownRecord` for a list or revision that there is not, and :class:`LedgerUnavailable`. Those that write
    raise :class:`BadRecord` with every fault of what is to be written, and :class:`LimitReached`. *expected* is the revision that the writer has seen:
    :class:`StaleRevision` where the list has another by now; None for whatever it has.
    """

    def __init__(
        self,
        store: Store,
        check: Check | None = None,
        *,
        limits: Limits = USUAL,
        at_once: int = AT_ONCE,
    ) -> None:
        """Keep the lists in *store*. *check* raises :class:`RulesetError` for settings that no ruleset could have; without it they are
        looked at by themselves. More changes than *at_once* are written before their revision, in pieces.
        """
        self._store = store
        self._check = check
        self._at_once = at_once
        self._limits = limits
        self._deeds = Deeds(store, limits, at_once)

    def create(
        self, slug: str, settings: Settings, author: str, note: str = "", *, maker: str | None = None
    ) -> Revision:
        """Make an empty list; return its first revision. *maker* is the id of the token of whoever makes it, if they have one.

        Raises :class:`RecordExists`.
        """
        refuse(slug_faults(slug) + deed_faults(author, note) + settings_faults(settings, self._check))
        with self._store.writing() as connection:
            self._may_make(connection, maker)
            begin(connection, slug, author, maker)
            plan = planned_new(slug, Deed("create", author, note), settings, _NO_CHANGES, maker)
            return self._deeds.written(connection, plan)

    def edit(
        self,
        slug: str,
        expected: int | None,
        changes: Changes,
        author: str,
        note: str = "",
        *,
        seen: int | None = None,
        refuse_absent: bool = False,
        refuse_same: bool = False,
    ) -> Revision:
        """Make *changes* in one revision and return it; where they change nothing, return the latest one, or with *refuse_same* raise
        :class:`adjudicator.ledger.deeds.Unchanged`.

        With the revision that was *seen*, others may have changed other words since: :class:`StaleRevision` only where the list says something
        else by now of a word in *changes*.

        An entry that says what the list says already, but by another author or at another time, changes nothing. To drop an entry that the
        list lacks changes nothing, too, or with *refuse_absent* raises :class:`UnknownRecord`. Very many changes are planned first, as
        those of an import are.
        """
        refuse(deed_faults(author, note))

        def plan(connection: Connection, *, lock: bool = False) -> Plan:
            head = latest(connection, slug, expected, lock=lock)
            if seen is not None:
                must_be_as_seen(connection, head, seen, changes)
            before = entries_of(connection, slug, changes)
            if refuse_absent:
                must_have(slug, before, changes)
            deed = Deed("edit", author, note)
            found = planned(head, deed, head.settings, before, _news(before, changes))
            return must_change(found) if refuse_same else found

        if len(changes) > self._at_once:
            return self._done(plan)
        with self._store.writing() as connection:
            return self._deeds.written(connection, plan(connection, lock=True))

    def bring(
        self,
        slug: str,
        expected: int | None,
        reading: Reading | Callable[[], Reading],
        author: str,
        note: str = "",
        *,
        legal: Callable[[str], bool] | None = None,
        contradictions: Contradictions = "keep",
        already_so: AlreadySo = "bring",
        dry_run: bool = False,
    ) -> tuple[Report, Revision]:
        """Import what a file has in one revision; return the report, as :func:`adjudicator.ledger.transfer.compared` makes it, and the
        latest revision. A *dry_run* writes nothing. Where *reading* is what reads the file, nobody is kept waiting by it.
        """
        refuse(deed_faults(author, note))

        def plan() -> Plan:
            found = reading() if callable(reading) else reading
            with self._store.reading() as connection:
                head = latest(connection, slug, expected, lock=False)
                before = entries_of(connection, slug, {line.entry.key for line in found.lines})
            report = compared(found, before, legal, contradictions, already_so)
            deed = Deed("import", author, note)
            return planned(head, deed, head.settings, before, report.changes, report)

        if dry_run:
            made = plan()
            latest_one = made.head
            self._deeds.must_fit(made)
        else:
            made, latest_one = self._deeds.done(plan)
        assert made.report is not None
        return made.report, latest_one

    def settings(
        self, slug: str, expected: int | None, settings: Settings, author: str, note: str = ""
    ) -> Revision:
        """Change the title, base and overrides of a list; return the latest revision."""
        refuse(deed_faults(author, note) + settings_faults(settings, self._check))
        with self._store.writing() as connection:
            head = latest(connection, slug, expected)
            plan = planned(head, Deed("settings", author, note), settings, (), _NO_CHANGES)
            return self._deeds.written(connection, plan)

    def restore(
        self,
        slug: str,
        expected: int | None,
        number: int,
        author: str,
        note: str = "",
        *,
        keys: Container[str] | None = None,
        seen: int | None = None,
        may_set: bool = True,
        refuse_same: bool = False,
    ) -> Revision:
        """Make a revision that has the entries and settings of revision *number*, with their authors and times; return the latest one. Where
        *keys* are given, only their entries become what they were; *seen* and *refuse_same* are what they are for :meth:`edit`.

        Raises :class:`NotAllowed` where that would change the settings and the author *may* not *set* them.
        """
        refuse(deed_faults(author, note))

        def plan(connection: Connection) -> Plan:
            head = latest(connection, slug, expected, lock=False)
            then = Point(slug, number)
            wanted = revision_at(connection, then).settings if keys is None else head.settings
            changed = keys_changed(connection, slug, *sorted((number, head.number)))
            if keys is not None:
                changed = {key for key in changed if key in keys}
            before, after = entries_of(connection, slug, changed), entries_at(connection, then, changed)
            if seen is not None:
                must_be_as_seen(connection, head, seen, {key: after.get(key) for key in changed})
            changes = difference(before, after)
            if wanted != head.settings:
                _must_be_owner(may_set, f"Revision {number} has other settings", slug)
                refuse(settings_faults(wanted, self._check))
            found = planned(head, Deed("restore", author, note, then), wanted, before, changes)
            return must_change(found) if refuse_same else found

        return self._done(plan)

    def fork(
        self,
        slug: str,
        new_slug: str,
        author: str,
        note: str = "",
        *,
        title: str | None = None,
        number: int | None = None,
        maker: str | None = None,
    ) -> Revision:
        """Make a list *new_slug* of revision *number* of *slug*, by default the latest; return its first revision. *maker* is the id of
        the token of whoever makes it, if they have one.

        Raises :class:`RecordExists`.
        """

        def plan(connection: Connection) -> Plan:
            source = revision_at(connection, point_of(connection, slug, number))
            settings = source.settings._replace(title=title if title is not None else source.settings.title)
            refuse(slug_faults(new_slug) + deed_faults(author, note) + settings_faults(settings, self._check))
            must_be_free(connection, new_slug)
            self._may_make(connection, maker)
            point = Point(slug, source.number)
            entries = entries_at(connection, point)
            return planned_new(new_slug, Deed("fork", author, note, point), settings, entries, maker)

        return self._done(plan)

    def merging(self, slug: str, other: str, number: int | None = None) -> Merge:
        """Return what a merge of revision *number* of *other*, by default the latest, into *slug* would do, with its conflicts."""
        with self._store.reading() as connection:
            return _merging(connection, point_of(connection, slug, None), point_of(connection, other, number))

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
        may_set: bool = True,
    ) -> Revision:
        """Merge revision *number* of *other*, by default the latest, into *slug*; return the latest revision of *slug*.

        :mod:`adjudicator.ledger.merge` says what is taken. *take* says of words in conflict whose entry is taken, *prefer* of the rest.
        Raises :class:`MergeConflict` with the words that neither settles, and :class:`NotAllowed` where the merge would change the settings
        and the author *may* not *set* them. What was merged before is not merged again.
        """
        refuse(deed_faults(author, note))

        def plan(connection: Connection) -> Plan:
            head = latest(connection, slug, expected, lock=False)
            merge = _merging(connection, Point(slug, head.number), point_of(connection, other, number))
            changes = resolved(merge, take or {}, prefer)
            if merge.is_done:
                return Plan(head, None, (), _NO_CHANGES)
            if merge.settings != head.settings:
                _must_be_owner(may_set, "The other list has other settings", slug)
                refuse(settings_faults(merge.settings, self._check))
            before = entries_of(connection, slug, changes)
            deed = Deed("merge", author, note, merge.theirs)
            return planned(head, deed, merge.settings, before, changes)

        return self._done(plan)

    def _may_make(self, connection: Connection, maker: str | None) -> None:
        """Raise :class:`LimitReached` where the token *maker* has made very many lists already."""
        if maker is not None:
            made = select(func.count()).select_from(house).where(house.c.maker == maker)
            count = connection.execute(made).scalar_one() + 1
            must_fit(self._limits, "lists", count, "House lists made with this token")

    def _done(self, plan: Callable[[Connection], Plan]) -> Revision:
        """Do what *plan* says, as it is made of one state of the ledger; return the latest revision."""

        def made() -> Plan:
            with self._store.reading() as connection:
                return plan(connection)

        return self._deeds.done(made)[1]

    def lists(self) -> list[Revision]:
        """Return the latest revision of every list, sorted by slug."""
        with self._store.reading() as connection:
            rows = connection.execute(select(house_revision).join(house, IS_LATEST)).all()
        return sorted(revision_of(row) for row in rows)

    def history(
        self,
        slug: str,
        before: int | None = None,
        limit: int = 50,
        *,
        key: str | None = None,
        author: str | None = None,
    ) -> list[Revision]:
        """Return at most *limit* revisions of a list, the newest first; with *before*, only those of lower numbers, and with *key* or
        *author* those that have changed that word, or that they have made.
        """
        with self._store.reading() as connection:
            head = point_of(connection, slug, None).number
            below = head + 1 if before is None else min(before, head + 1)
            return chronicle.revisions(connection, slug, below, limit, key, author)

    def first_changes(
        self, revisions: Sequence[Revision], key: str | None = None
    ) -> dict[int, list[WordChange]]:
        """Return the first words that each of some *revisions* of one list has changed, by their numbers; or *key* alone."""
        if not revisions:
            return {}
        with self._store.reading() as connection:
            numbers = [each.number for each in revisions]
            return chronicle.first_changes(connection, revisions[0].slug, numbers, key)

    def authors(self, slug: str) -> list[str]:
        """Return who has made any revision of a list, in order."""
        with self._store.reading() as connection:
            return chronicle.authors(connection, point_of(connection, slug, None).slug)

    def changed(self, slug: str, number: int) -> set[str]:
        """Return the keys that revision *number* of a list has changed."""
        with self._store.reading() as connection:
            return keys_changed(
                connection, slug, revision_at(connection, Point(slug, number)).number - 1, number
            )

    def revision(self, slug: str, number: int | None = None) -> Revision:
        """Return revision *number* of a list, by default the latest."""
        with self._store.reading() as connection:
            return revision_at(connection, point_of(connection, slug, number))

    def at(self, slug: str, number: int, keys: Iterable[str] | None = None) -> HouseList:
        """Return the list *slug* as it was at revision *number*; with those of its entries alone that *keys* name, if they are given."""
        with self._store.reading() as connection:
            return list_at(connection, Point(slug, number), None if keys is None else set(keys))

    def diff(self, slug: str, one: int, other: int) -> Difference:
        """Return what differs between two revisions of a list, from the *one* to the *other*."""
        with self._store.reading() as connection:
            settings = [revision_at(connection, Point(slug, number)).settings for number in (one, other)]
            keys = keys_changed(connection, slug, *sorted((one, other)))
            before, after = (entries_at(connection, Point(slug, number), keys) for number in (one, other))
        entries = {
            key: (before.get(key), after.get(key))
            for key in sorted(keys)
            if before.get(key) != after.get(key)
        }
        return Difference(settings[0], settings[1], entries)

    def verify(self, slug: str | None = None) -> list[str]:
        """Return everything that does not add up in the history of a list, or of all; nothing where all does."""
        with self._store.reading() as connection:
            if slug is None:
                slugs = sorted(connection.scalars(select(house.c.slug).where(house.c.head > 0)))
            else:
                slugs = [point_of(connection, slug, None).slug]
            return [fault for each in slugs for fault in history_faults(connection, each)]


def _must_be_owner(may_set: bool, why: str, slug: str) -> None:
    """Raise :class:`NotAllowed` where somebody would change the settings of the list *slug* who may not."""
    if not may_set:
        raise NotAllowed(
            "forbidden",
            f"{why} (title, base or overrides), which only a token of scope owner for house:{slug} changes.",
            "Ask an owner of the list to do it, or to make the settings the same first.",
        )


def _merging(connection: Connection, ours: Point, theirs: Point) -> Merge:
    if ours.slug == theirs.slug:
        raise BadRecord(["other: is the list itself; an earlier revision of it is restored"])
    links = cache(partial(links_of, connection))  # the same lists are passed on every way back
    base = common_ancestor(ours, theirs, links)
    keys = keys_apart(connection, base, theirs) if base else None
    before = list_at(connection, base, keys) if base else None
    return merged(list_at(connection, ours, keys), list_at(connection, theirs, keys), before)


def _news(before: Mapping[str, Entry], changes: Changes) -> Changes:
    """Return those of *changes* that change what *before* says."""
    return {key: entry for key, entry in changes.items() if not same(before.get(key), entry)}
