"""Markup that changes: a class, an id or a type of a page is called by another name, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from adjudicator.sources.records import RawEntry, RawForms, RawSense
from scrapers.errors import ShapeChanged

Record = RawEntry | RawForms


def renamed(text: str) -> Iterator[tuple[str, str]]:
    """Every name in a page, with the page in which it is another."""
    names: set[str] = set()
    for value in re.findall(r'(?:class|id|data-type-block)="([^"]+)"', text):
        names.update(value.split())
    for name in sorted(names):
        yield name, re.sub(rf'(?<=["\s]){re.escape(name)}(?=["\s])', "another", text)


def senses(records: Sequence[Record]) -> list[RawSense]:
    return [sense for record in records if isinstance(record, RawEntry) for sense in record.senses]


def is_noticed_or_harmless(
    read: Callable[[str], Sequence[Record] | None], text: str, before: Sequence[Record]
) -> bool:
    """Whether a reader says that the shape changed, or makes of *text* what it made of it before: no sense, label or name is lost."""
    try:
        after = read(text)
    except ShapeChanged:
        return True
    return (
        after is not None
        and [record[:2] for record in after] == [record[:2] for record in before]
        and all(
            set(old.labels) <= set(new.labels) and (old.name, old.expansion) == (new.name, new.expansion)
            for old, new in zip(senses(before), senses(after), strict=True)
        )
    )
