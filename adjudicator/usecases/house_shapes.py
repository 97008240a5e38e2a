"""House lists as they leave: what the faces answer of a list, of what two revisions differ in, and of a merge."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from adjudicator.core.shapes import extends, plain
from adjudicator.ledger.merge import Conflict, Merge
from adjudicator.ledger.revisions import Difference, Point, Revision
from adjudicator.rules.house import PREFIX, Entry, Settings


@extends(Revision)
class HouseModel(TypedDict):
    """A house list as its latest revision has it."""

    ruleset: str
    """Its name wherever a ruleset is named."""


def house_list(latest: Revision) -> HouseModel:
    """Return a house list, as its latest revision has it, as plain data."""
    found: HouseModel = plain(latest, ruleset=PREFIX + latest.slug)
    return found


class Change(NamedTuple):
    """What was said of a word before and after; None where nothing was."""

    key: str
    before: Entry | None
    after: Entry | None


class RevisionDiff(TypedDict):
    slug: str
    one: int
    other: int
    before: Settings
    after: Settings
    changes: list[Change]


def revision_diff(slug: str, one: int, other: int, found: Difference) -> RevisionDiff:
    """Return what differs between the revisions *one* and *other* of a house list."""
    changes = [Change(key, *entries) for key, entries in found.entries.items()]
    return {
        "slug": slug,
        "one": one,
        "other": other,
        "before": found.before,
        "after": found.after,
        "changes": changes,
    }


class MergePreview(TypedDict):
    """What a merge would do."""

    base: Point | None
    """The revision that both come from."""
    ours: Point
    theirs: Point
    changes: list[str]
    conflicts: tuple[Conflict, ...]


def merge_preview(found: Merge) -> MergePreview:
    """Return what a merge of house lists would do, with its conflicts."""
    return {
        "base": found.base,
        "ours": found.ours,
        "theirs": found.theirs,
        "changes": sorted(found.changes),
        "conflicts": found.conflicts,
    }
