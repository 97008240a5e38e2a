"""How two house lists are merged: against the latest revision that both come from. Pure; start at :func:`merged`.

A word that only the other list has changed since then is taken from it. A word that both have changed, to different things, is a
conflict, and somebody has to say whose entry is taken. Entries that differ in author and time alone say the same.

Of the settings, the title always stays. The base and its overrides are taken together from the other list where only the other list has
changed them; where both have, ours stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from adjudicator.core.spelling import quote
from adjudicator.errors import MergeConflict
from adjudicator.ledger.revisions import Point, same
from adjudicator.ledger.validation import refuse
from adjudicator.rules.house import Entry, HouseList, Settings

Side = Literal["ours", "theirs"]
SIDES = ("ours", "theirs")
SHOWN = 10
"""Words in conflict that a message names."""


class Conflict(NamedTuple):
    """A word that both lists have changed in different ways; None where a list has no entry for it."""

    key: str
    base: Entry | None
    ours: Entry | None
    theirs: Entry | None


class Merge(NamedTuple):
    """What a merge of *theirs* into *ours* would do."""

    ours: Point
    theirs: Point
    base: Point | None
    """The revision that both come from; None where they have nothing in common."""
    settings: Settings
    changes: dict[str, Entry | None]
    """What is taken without a question."""
    conflicts: tuple[Conflict, ...]

    @property
    def is_done(self) -> bool:
        """Whether ours has all of theirs already."""
        return self.base == self.theirs


def merged(ours: HouseList, theirs: HouseList, base: HouseList | None) -> Merge:
    """Return what a merge of *theirs* into *ours* would do, where both come from *base*."""
    before = base.entries if base else {}
    changes: dict[str, Entry | None] = {}
    conflicts: list[Conflict] = []
    for key in sorted({*before, *theirs.entries}):
        was, our, their = before.get(key), ours.entries.get(key), theirs.entries.get(key)
        if same(their, was) or same(their, our):
            continue
        if same(our, was):
            changes[key] = their
        else:
            conflicts.append(Conflict(key, was, our, their))
    settings = _settings(ours.settings, theirs.settings, base.settings if base else None)
    return Merge(
        _point(ours), _point(theirs), _point(base) if base else None, settings, changes, tuple(conflicts)
    )


def resolved(merge: Merge, take: Mapping[str, Side], prefer: Side | None) -> dict[str, Entry | None]:
    """Return every change that *merge* makes when of the words in conflict the entries in *take* are taken, or else those of the side *prefer*.

    Raises :class:`BadRecord` where *take* says something else than that, :class:`MergeConflict` with the words that nobody has settled.
    """
    in_conflict = {conflict.key for conflict in merge.conflicts}
    faults = [f"take.{key}: is not in conflict" for key in take if key not in in_conflict]
    faults += [f"take.{key}: takes ours or theirs" for key, side in take.items() if side not in SIDES]
    if prefer is not None and prefer not in SIDES:
        faults.append("prefer: takes ours or theirs")
    refuse(faults)
    open_keys = [] if prefer else sorted(in_conflict - set(take))
    if open_keys:
        raise _conflict(merge, open_keys)
    taken = {
        conflict.key: conflict.theirs
        for conflict in merge.conflicts
        if take.get(conflict.key, prefer) == "theirs"
    }
    return {**merge.changes, **taken}


def _conflict(merge: Merge, keys: list[str]) -> MergeConflict:
    named = ", ".join(keys[:SHOWN]) + (f" and {len(keys) - SHOWN:,} more" if len(keys) > SHOWN else "")
    return MergeConflict(
        f"{quote(merge.ours.slug)} and {quote(merge.theirs.slug)} have both changed what they say of: {named}.",
        "Nothing was merged. Say for each of them whether to take ours or theirs, or prefer one side for all.",
        keys,
    )


def common_ancestor(
    one: Point, other: Point, links: Callable[[str], Iterable[tuple[int, Point]]]
) -> Point | None:
    """Return the latest revision that both *one* and *other* come from, by forks and merges; None where there is none.

    *links* gives, of a list, the numbers of its revisions that were forked or merged, each with the revision that went into it. Where
    lists were merged crosswise there may be several such revisions, none of which has the others; then it is the one that has the most.
    """
    of_one, of_other = _ancestry(one, links), _ancestry(other, links)
    common = {slug: min(number, of_other[slug]) for slug, number in of_one.items() if slug in of_other}

    def covered(point: Point) -> tuple[int, Point]:
        has = _ancestry(point, links)
        return sum(has.get(slug, 0) >= number for slug, number in common.items()), point

    return max((Point(*item) for item in common.items()), key=covered, default=None)


def _ancestry(point: Point, links: Callable[[str], Iterable[tuple[int, Point]]]) -> dict[str, int]:
    """Return everything that went into *point*: list → the number of its latest revision that did."""
    found: dict[str, int] = {}
    left = [point]
    while left:
        slug, number = left.pop()
        known = found.get(slug, 0)
        if number > known:
            found[slug] = number
            left += [source for at, source in links(slug) if known < at <= number]
    return found


def _settings(ours: Settings, theirs: Settings, base: Settings | None) -> Settings:
    if base is None or ours[1:] != base[1:]:
        return ours
    return ours._replace(base=theirs.base, overrides=theirs.overrides)


def _point(house: HouseList) -> Point:
    return Point(house.slug, house.revision)
