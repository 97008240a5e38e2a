"""Rows of the ledger as the objects that the rest works with, and back."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any, cast

from adjudicator.errors import UnknownRecord
from adjudicator.rules.house import Entry, PartOfSpeech, Settings

if TYPE_CHECKING:
    from sqlalchemy import Row

ENTRY_FIELDS = Entry._fields[1:]
"""The columns of an entry beside its key."""


def entry_of(row: Row[Any]) -> Entry | None:
    """Return the entry of a row of ``house_entry`` or ``house_change``; None for a change that drops one."""
    if row.effect is None:
        return None
    return Entry(
        row.key,
        row.key if row.word == row.key else row.word,
        row.effect,
        row.reason,
        row.author,
        row.at,
        row.expires,
        cast("tuple[PartOfSpeech, ...]", tuple(row.inflections.split(","))) if row.inflections else (),
        row.ruling,
    )


def row_of(key: str, entry: Entry | None) -> dict[str, Any]:
    """Return the columns of *entry*, or of a change that drops the one of *key*."""
    if entry is None:
        return {"key": key, **dict.fromkeys(ENTRY_FIELDS)}
    return {**entry._asdict(), "inflections": ",".join(entry.inflections)}


def settings_of(row: Row[Any]) -> Settings:
    """Return the settings of a row of ``house_revision``."""
    return Settings(row.title, row.base, json.loads(row.overrides))


def canonical(value: Any) -> str:
    """Return *value* as JSON that is the same wherever it is written: keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def must_have_been(expected: int | None, number: int, what: str) -> None:
    """Raise :class:`UnknownRecord` where *what* is to be changed as of a revision that it never had: its latest has this *number*."""
    if expected is not None and not 0 < expected <= number:
        raise UnknownRecord(
            "revision",
            f"{what} never had revision {expected}: its latest is {number}.",
            "Nothing was written. Look at it again, and send the revision that it has.",
        )


def new_id() -> str:
    """Return an id that nobody can guess, of digits and letters alone, so that it needs no quoting anywhere."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Return whether *text* could be the id of a dispute or a ruling; the database is not asked for others."""
    return text.isascii() and text.isalnum()
