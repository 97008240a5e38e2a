"""Reads SCOWL: files named ``<spelling>-<category>.<size>``, one spelling a line.

Possessives (dog's) are left out: they are a grammatical form of every noun, not spellings that a dictionary lists. In the
``contractions`` files an apostrophe is the point of the entry and stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.sources.records import RawListing


def read(folder: Path) -> Iterator[RawListing]:
    """Yield every listing of every file in *folder*, the smallest sizes first."""
    files = [path for path in folder.iterdir() if path.suffix[1:].isdigit() and "-" in path.name]
    for path in sorted(files, key=lambda path: (int(path.suffix[1:]), path.name)):
        spelling, _, category = path.stem.partition("-")
        size = int(path.suffix[1:])
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                display = line.strip()
                if not display or (display.endswith("'s") and category != "contractions"):
                    continue
                yield RawListing(display, category, spelling, size)
