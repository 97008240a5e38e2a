"""Reads what live dictionaries have answered: JSON lines, one a word, as :mod:`adjudicator.live` keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from adjudicator.ingest.records import RawEntry, RawForms


class Kept(msgspec.Struct):
    """What a live dictionary has answered of one word, and when. *url* is where a person can read it."""

    word: str
    key: str
    found: bool
    url: str
    fetched: str
    """When it was asked: ISO 8601, in UTC."""
    entries: list[RawEntry] = []
    forms: list[RawForms] = []


def read(folder: Path) -> Iterator[RawEntry | RawForms]:
    """Yield the records of every file in *folder*. Raises :class:`ValueError` for a line that is none."""
    for path in sorted(folder.glob("*.jsonl")):
        for kept in read_file(path):
            yield from kept.entries
            yield from kept.forms


def read_file(path: Path) -> list[Kept]:
    """Return what is kept in a file; nothing where there is none. Raises :class:`ValueError` for a line that is none."""
    if not path.exists():
        return []
    return msgspec.json.Decoder(Kept).decode_lines(path.read_bytes())
