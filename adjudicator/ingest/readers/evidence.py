"""Reads what live dictionaries have answered: JSON lines, one a word, as :mod:`adjudicator.usecases.evidence` keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.lexicon.answers import read_file
from adjudicator.sources.records import RawEntry, RawForms


def read(folder: Path) -> Iterator[RawEntry | RawForms]:
    """Yield the records of every file in *folder*. Raises :class:`ValueError` for a line that is none."""
    for path in sorted(folder.glob("*.jsonl")):
        for kept in read_file(path):
            yield from kept.entries
            yield from kept.forms
