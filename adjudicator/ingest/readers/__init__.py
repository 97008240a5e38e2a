"""One reader a format. :data:`adjudicator.sources.model.READERS` names them; ``config/sources.toml`` picks one for each source."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from adjudicator.sources.model import READERS
from adjudicator.sources.records import Record, Watch, ignore_progress

WATCHED = frozenset({"wiktextract"})
"""The readers of files so large that they tell how far they are."""


def read(reader: str, folder: Path, watch: Watch = ignore_progress) -> Iterator[Record]:
    """Yield the records of the source files in *folder* with the reader named *reader*; the WATCHED ones report to *watch*."""
    module, _, function = READERS[reader].partition(":")
    given = (folder, watch) if reader in WATCHED else (folder,)
    yield from getattr(import_module(module), function or "read")(*given)
