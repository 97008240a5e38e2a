"""The report of an import as it leaves."""

from __future__ import annotations

from typing import TypedDict

from adjudicator.ledger.revisions import Revision
from adjudicator.ledger.transfer import Item, Report
from adjudicator.wordfiles.reading import Understood

REPORTED = 1_000
"""Items of each kind that the report of an import names."""


class ImportReport(TypedDict):
    """What came, or would come, of an import. Of each kind the first thousand are named; the numbers are of all."""

    slug: str
    revision: int
    """The latest revision of the list."""
    understood: Understood
    """What the file was taken for."""
    written: int
    """Entries that were written, or would be."""
    new: int
    already_so: int
    """New, but the base ruleset says the same without them."""
    duplicate: int
    """Those that the list has just so."""
    contradicts: int
    """Those of which the list says something else."""
    repeated: int
    """Those whose word an earlier line of the file has, which counts."""
    unreadable: int
    """Lines that cannot be read."""
    new_items: list[Item]
    """Those that are new, with their places in the file."""
    already_so_items: list[Item]
    contradictions: list[Item]
    repeated_items: list[Item]
    """Those that repeat a word, each with the earlier line."""
    passed_over: int
    """Entries of which the author, the time or the ruling was passed over, because the token is no owner's."""
    faults: tuple[str, ...]
    """What is wrong with the lines that cannot be read."""
    dry_run: bool


def imported(latest: Revision, report: Report, dry_run: bool) -> ImportReport:
    """Return the report of an import, after which *latest* is the latest revision."""
    return {
        "slug": latest.slug,
        "revision": latest.number,
        "understood": report.understood,
        "written": len(report.changes),
        "new": report.counts.get("new", 0),
        "already_so": report.counts.get("already-so", 0),
        "duplicate": report.counts.get("duplicate", 0),
        "contradicts": report.counts.get("contradicts", 0),
        "repeated": report.counts.get("repeated", 0),
        "unreadable": report.unreadable,
        "new_items": report.of("new")[:REPORTED],
        "already_so_items": report.of("already-so")[:REPORTED],
        "contradictions": report.of("contradicts")[:REPORTED],
        "repeated_items": report.of("repeated")[:REPORTED],
        "passed_over": report.passed_over,
        "faults": report.faults[:REPORTED],
        "dry_run": dry_run,
    }
