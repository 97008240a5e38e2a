"""Revisions of house lists as data: who changed what, and the digest that ties each revision to all before it. Nothing here is read or written."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from adjudicator.core.fields import Table
from adjudicator.core.shapes import Digest, Time, Titled, renamed
from adjudicator.core.spelling import quote
from adjudicator.errors import UnknownRecord
from adjudicator.ledger.records import canonical, settings_of
from adjudicator.rules.house import OVERRIDES, Entry, Settings

if TYPE_CHECKING:
    from sqlalchemy import Row

Kind = Literal["create", "edit", "settings", "import", "restore", "fork", "merge"]
Changes = Mapping[str, Entry | None]
"""Keys with the entries to have, or None for the entries to drop."""


@renamed(number="revision")
class Point(NamedTuple):
    """One revision of one list, by its name."""

    slug: str
    number: int


@renamed(number="revision")
class Revision(NamedTuple):
    """One step in the history of a list."""

    slug: str
    number: int
    at: Time
    author: str
    kind: Kind
    note: str
    title: str
    base: str
    overrides: Annotated[Table, Titled(OVERRIDES)]
    source: Point | None
    """What was forked, merged or restored."""
    changes: int
    """How many keys it changed."""
    size: int
    """How many entries there are after it."""
    digest: Digest
    """Of this revision and all before it."""

    @property
    def settings(self) -> Settings:
        """What the list is called and what it changes."""
        return Settings(self.title, self.base, self.overrides)


class Difference(NamedTuple):
    """What two revisions of a list say differently."""

    before: Settings
    after: Settings
    entries: dict[str, tuple[Entry | None, Entry | None]]
    """Key → the entries before and after, in the order of the keys; None where there was none."""


def revision_of(row: Row[Any]) -> Revision:
    """Return the revision of a row of ``house_revision``."""
    source = Point(row.source_slug, row.source_number) if row.source_slug is not None else None
    return Revision(
        row.slug,
        row.number,
        row.at,
        row.author,
        row.kind,
        row.note,
        *settings_of(row),
        source,
        row.changes,
        row.size,
        row.digest,
    )


def row_of_revision(revision: Revision) -> dict[str, Any]:
    """Return the columns of *revision*."""
    columns = revision._asdict()
    source = columns.pop("source")
    return {
        **columns,
        "overrides": canonical(revision.overrides),
        "source_slug": source.slug if source else None,
        "source_number": source.number if source else None,
    }


def digest_of(previous: str, revision: Revision, changes: Changes) -> str:
    """Return the digest of *revision*: over the *previous* digest, everything the revision says of itself, and its *changes*."""
    upto, after = revision[: Revision._fields.index("title")], revision[Revision._fields.index("source") : -1]
    found = hashlib.sha256(canonical([previous, *upto, revision.settings, *after, ""]).encode())
    for key in sorted(changes):
        found.update(b"\n" + canonical([key, changes[key]]).encode())
    return f"sha256:{found.hexdigest()}"


def same(one: Entry | None, other: Entry | None) -> bool:
    """Return whether two entries say the same of a word, whoever wrote them and when."""
    if one is None or other is None:
        return one is other
    return one is other or one._replace(author=other.author, at=other.at) == other


def difference(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> dict[str, Entry | None]:
    """Return the changes that make *after* of *before*, authors and times included."""
    changes: dict[str, Entry | None] = {
        key: entry for key, entry in after.items() if before.get(key) != entry
    }
    changes.update((key, None) for key in before if key not in after)
    return changes


def growth(before: Container[str], changes: Changes) -> int:
    """Return how many entries more there are when *changes* are made to *before*."""
    return sum((entry is not None) - (key in before) for key, entry in changes.items())


def must_have(
    slug: str, entries: Container[str], changes: Changes, hint: str = "Nothing was written."
) -> None:
    """Raise :class:`UnknownRecord` where the list *slug*, which has *entries*, has none for words that *changes* drop."""
    absent = [quote(key) for key, entry in changes.items() if entry is None and key not in entries]
    if absent:
        raise UnknownRecord("entry", f"{quote(slug)} has no entry for {', '.join(absent)}.", hint)


def apply(entries: dict[str, Entry], changes: Changes) -> None:
    """Make *changes* to *entries* in place."""
    for key, entry in changes.items():
        if entry is None:
            entries.pop(key, None)
        else:
            entries[key] = entry
