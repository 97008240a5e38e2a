"""Deeds that read much before they write: planned on what was read, and written in a moment if that is still so. Start at :meth:`Deeds.done`.

A fork, a merge, a restore and an import may read a whole list, and write as much. None of that is done while others are kept from writing:
a :class:`Plan` is made of one state of the ledger, its changes are written beforehand where they are many (:mod:`adjudicator.ledger.drafts`),
and the transaction that writes the revision only makes sure that the list has no other one by now.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import NamedTuple

from sqlalchemy import Connection, select

from adjudicator.core.spelling import quote
from adjudicator.errors import LedgerError, StaleRevision
from adjudicator.ledger.collector import COLLECTOR
from adjudicator.ledger.daily import Daily
from adjudicator.ledger.drafts import Drafts, given_up
from adjudicator.ledger.history import Deed, begin, following, latest, nothing, write, write_bulk
from adjudicator.ledger.limits import Limits, must_fit
from adjudicator.ledger.revisions import Changes, Revision
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import house
from adjudicator.ledger.transfer import Report
from adjudicator.rules.house import Settings

TRIES = 10
"""How often a deed is planned, where others change the list each time before it is written."""


class Plan(NamedTuple):
    """What a deed is to write, as it was worked out from one state of the ledger."""

    head: Revision
    """What it follows; of a new list, the nothing before its first revision."""
    revision: Revision | None
    """None where there is nothing to write."""
    before: Container[str]
    """Those of the keys in ``changes`` that the list has."""
    changes: Changes
    report: Report | None = None
    """What an import tells."""
    maker: str | None = None
    """The id of the token that makes a new list."""


def planned(
    head: Revision,
    deed: Deed,
    settings: Settings,
    before: Container[str],
    changes: Changes,
    report: Report | None = None,
) -> Plan:
    """Return the plan to make *changes* to the list that *head* is the latest revision of."""
    return Plan(head, following(head, deed, settings, before, changes), before, changes, report)


def must_change(plan: Plan) -> Plan:
    """Return *plan*. Raises :class:`Unchanged` where it has nothing to write."""
    if plan.revision is None:
        raise Unchanged
    return plan


def planned_new(slug: str, deed: Deed, settings: Settings, changes: Changes, maker: str | None) -> Plan:
    """Return the plan to make a list *slug*."""
    head = nothing(slug, settings)
    return Plan(head, following(head, deed, settings, (), changes), (), changes, None, maker)


Planner = Callable[[], Plan]
"""Reads what it needs and returns a plan. It may be called again, where somebody else was first."""


class Unprepared(Exception):
    """A deed was asked for within a transaction that keeps others from writing.

    ``prepare`` enters what it needs beforehand: whoever began the transaction lets it be rolled back, enters that, and asks again, unless
    they have done so too often: then ``late`` says why, if they were ever late.
    """

    def __init__(
        self, prepare: Callable[[], AbstractContextManager[object]], late: StaleRevision | None = None
    ) -> None:
        super().__init__("This deed is planned before a transaction begins, and not within one.")
        self.prepare = prepare
        self.late = late


class Unchanged(Exception):
    """A deed that was to change something changes nothing, and nothing is written."""


class _Ready(NamedTuple):
    """A plan with the name of its draft, if it has one, until that is taken."""

    plan: Plan
    bulk: str | None


class Deeds:
    """Plans deeds and writes them. Threads share it."""

    def __init__(self, store: Store, limits: Limits, at_once: int) -> None:
        """Write deeds in *store*, as much as *limits* let them be. More changes than *at_once* are written beforehand, in pieces."""
        self._store = store
        self._limits = limits
        self._daily = Daily(limits)
        self._at_once = at_once
        self._drafts = Drafts(store)
        self._here = threading.local()

    def done(self, plan: Planner) -> tuple[Plan, Revision]:
        """Do what *plan* says, and return it with the latest revision.

        Raises :class:`StaleRevision` where others were first again and again, and what *plan* raises. Within :meth:`Store.writing` it raises
        :class:`Unprepared`.
        """
        if self._store.is_writing:
            return self._done_within(plan, getattr(self._here, "ready", None))
        for _ in range(TRIES):
            with self._prepared(plan) as ready:
                found = self._published(ready)
                if found is not None:
                    return ready.plan, found
        raise late(ready.plan)

    def must_fit(self, plan: Plan) -> None:
        """Raise :class:`LimitReached` where the list, or its day, has no room for what *plan* is to write."""
        made = plan.revision
        if made is None:
            return
        if made.size > plan.head.size:
            must_fit(self._limits, "entries", made.size, "Entries of the list")
        self._daily.must_fit(made.slug, made.settings, plan.changes)

    def written(self, connection: Connection, plan: Plan) -> Revision:
        """Write a short *plan*, made within the transaction that keeps its list as it is; return the latest revision."""
        self.must_fit(plan)
        if plan.revision is None:
            return plan.head
        write(connection, plan.revision, plan.before, plan.changes)
        self._daily.add(plan.head.slug, plan.revision.settings, plan.changes)
        return plan.revision

    def _done_within(self, plan: Planner, ready: _Ready | None) -> tuple[Plan, Revision]:
        """Write what is *ready*, within a transaction that others have begun. Raises :class:`Unprepared`."""
        found = self._published(ready) if ready else None
        if ready is None or found is None:
            raise Unprepared(lambda: self._prepared(plan), late(ready.plan) if ready else None)
        return ready.plan, found

    @contextmanager
    def _prepared(self, plan: Planner) -> Iterator[_Ready]:
        """Make a plan and its draft; within the block, this thread has them ready. What was not written by then is removed."""
        with suppress(LedgerError):
            self._drafts.sweep_now_and_then()
        made = plan()
        self.must_fit(made)
        is_long = made.revision is not None and len(made.changes) > self._at_once
        ready = _Ready(made, self._drafts.write(made.changes) if is_long else None)
        self._here.ready = ready
        try:
            yield ready
        finally:
            self._here.ready = None
            if ready.bulk is not None:
                with suppress(LedgerError):  # a later sweep does it
                    self._drafts.drop(ready.bulk)
                    self._drafts.catch_up(made.head.slug)

    def _published(self, ready: _Ready) -> Revision | None:
        """Write what is ready, in one transaction, and return the latest revision; None where the list has another one by now."""
        plan = ready.plan
        if plan.revision is None:
            return plan.head
        with COLLECTOR.paused(), self._store.writing() as connection:
            if plan.head.number == 0:
                begin(connection, plan.head.slug, plan.revision.author, plan.maker)
            elif not _is_latest(connection, plan.head):
                return None
            if ready.bulk is None:
                write(connection, plan.revision, plan.before, plan.changes)
            elif Drafts.take(connection, ready.bulk):
                write_bulk(connection, plan.revision, ready.bulk)
            else:
                raise given_up()
        self._daily.add(plan.head.slug, plan.revision.settings, plan.changes)
        return plan.revision


def late(plan: Plan) -> StaleRevision:
    """Return what to say where others were first too often."""
    head = plan.head
    return StaleRevision(
        f"The house list {quote(head.slug)} is changed by others all the time: revision {head.number} is not its latest any more.",
        "Nothing was written. Try again.",
        head.number,
    )


def _is_latest(connection: Connection, head: Revision) -> bool:
    """Return whether a list still has *head* as its latest revision, which it keeps until the transaction ends."""
    its = (house.c.slug == head.slug, house.c.archived_at.is_(None))
    asked = select(house.c.head).where(*its).with_for_update()
    number = connection.execute(asked).scalar()
    return number == head.number and latest(connection, head.slug, number).digest == head.digest
