"""The report of an import as text for people: what was understood of the file, and what its lines are to the list."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.cli.house_text import entry_with_reason
from adjudicator.cli.text import print_table
from adjudicator.cli.writing import count_text
from adjudicator.usecases import imports
from adjudicator.usecases.houses import now
from adjudicator.usecases.imports import Choices, Item, Understood
from adjudicator.usecases.types import Report

SHOWN = 20
"""Lines of each kind that a report shows; with ``--json`` it has more."""


def entries(count: int) -> str:
    """Return how many entries there are."""
    return count_text(count, "entry", "entries")


def print_understood(found: Understood, effect: str) -> None:
    """Print what was understood of a file, and what each column is taken for; *effect* is that of words which do not say their own."""
    print(f"Understood as {', '.join(imports.features_of(found, effect))}.")
    print_table(((each.letter, each.title, imports.meaning_of(each)) for each in found.columns), "  ")


def print_report(report: Report, choices: Choices) -> None:
    """Print what the lines of a file are to a list: of each kind how many, and the first :data:`SHOWN` with their places."""
    counts, at = report.counts, now()
    left = "left out" if choices.already_so == "leave" else "brought in all the same"
    kept = "taken from the file" if choices.contradictions == "replace" else "kept as the list has it"
    _print_kind("new", counts.get("new", 0), (_line(item, at) for item in report.of("new")))
    already = report.of("already-so")
    _print_kind(
        f"so already by the rules, {left}", counts.get("already-so", 0), (_line(item, at) for item in already)
    )
    _print_kind("in the list already", counts.get("duplicate", 0), ())
    sides = (_sides(item, "the list", at) for item in report.of("contradicts"))
    _print_kind(f"of which the list says something else, {kept}", counts.get("contradicts", 0), sides)
    sides = (_sides(item, str(item.existing_place), at) for item in report.of("repeated"))
    _print_kind("that an earlier line of the file has, which counts", counts.get("repeated", 0), sides)
    _print_kind("that cannot be read", report.unreadable, ((fault,) for fault in report.faults))
    if report.passed_over:
        _print_kind("of which author, time or ruling is passed over", report.passed_over, ())


def _print_kind(kind: str, count: int, rows: Iterable[tuple[str, ...]]) -> None:
    if not count:
        return
    print(f"{count:,} {kind}")
    shown = [row for _, row in zip(range(SHOWN), rows, strict=False)]
    print_table(shown, "  ")
    if shown and count > SHOWN:
        print(f"  … and {count - SHOWN:,} more")


def _line(item: Item, at: str) -> tuple[str, ...]:
    return item.place, _word(item), entry_with_reason(item.entry, at)


def _word(item: Item) -> str:
    """Return the word of a line, with its key where that differs in more than case."""
    entry = item.entry
    return entry.word if entry.word.casefold() == entry.key else f"{entry.word} = {entry.key}"


def _sides(item: Item, where: str, at: str) -> tuple[str, ...]:
    differs = f"differs in {', '.join(item.differs)}" if item.differs else "the same"
    return (
        item.place,
        _word(item),
        entry_with_reason(item.entry, at),
        f"{where}: {entry_with_reason(item.existing, at)}",
        differs,
    )
