"""One reader a format. :data:`adjudicator.sources.model.READERS` names them; ``config/sources.toml`` picks one for each source."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from adjudicator.sources.model import READERS
from adjudicator.sources.records import WHOLE, Record, Share, Watch, ignore_progress

WATCHED = frozenset({"wiktextract"})
"""The readers of files so large that they tell how far they are."""
SHARED = frozenset({"gcide"})
"""The readers that take so long that two processes share a source. They read any part of one, and what they read is entries, of which no other source needs to know."""


def read(reader: str, folder: Path, watch: Watch = ignore_progress, share: Share = WHOLE) -> Iterator[Record]:
    """Yield the records of the source files in *folder* with the reader named *reader*; the WATCHED ones report to *watch*, and of the SHARED
    ones comes the *share* alone.
    """
    module, _, function = READERS[reader].partition(":")
    more = (watch,) if reader in WATCHED else (share,) if reader in SHARED else ()
    yield from getattr(import_module(module), function or "read")(folder, *more)
