"""House lists as they leave: what the faces answer of a list, of what two revisions differ in, of a merge and of an import."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from adjudicator.core.shapes import extends, plain
from adjudicator.ledger.merge import Conflict, Merge
from adjudicator.ledger.revisions import Difference, Point, Revision
from adjudicator.ledger.transfer import Item, Report
from adjudicator.rules.house import PREFIX, Entry, Settings

REPORTED = 1_000
"""Items of each kind that the report of an import names."""


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


class ImportReport(TypedDict):
    """What came, or would come, of an import. Of each kind the first thousand are named; the numbers are of all."""

    slug: str
    revision: int
    """The latest revision of the list."""
    written: int
    """Entries that were written, or would be."""
    new: int
    already_so: int
    """New, but the base ruleset says the same without them."""
    duplicate: int
    """Those that the list has just so."""
    contradicts: int
    """Those of which the list says something else."""
    already_so_items: list[Item]
    contradictions: list[Item]
    passed_over: int
    """Entries of which the author, the time or the ruling was passed over, because the token is no owner's."""
    faults: tuple[str, ...]
    """Lines that were left out, and why."""
    dry_run: bool


def imported(latest: Revision, report: Report, dry_run: bool) -> ImportReport:
    """Return the report of an import, after which *latest* is the latest revision."""
    return {
        "slug": latest.slug,
        "revision": latest.number,
        "written": len(report.changes),
        "new": report.counts.get("new", 0),
        "already_so": report.counts.get("already-so", 0),
        "duplicate": report.counts.get("duplicate", 0),
        "contradicts": report.counts.get("contradicts", 0),
        "already_so_items": report.of("already-so")[:REPORTED],
        "contradictions": report.of("contradicts")[:REPORTED],
        "passed_over": report.passed_over,
        "faults": report.faults[:REPORTED],
        "dry_run": dry_run,
    }
