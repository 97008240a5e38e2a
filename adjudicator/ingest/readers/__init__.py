"""One reader a format. :data:`READERS` names them; ``config/sources.toml`` picks one for each source."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from adjudicator.ingest.records import Record, Watch, unwatched

READERS = {
    "scowl": "adjudicator.ingest.readers.scowl",
    "wordnet": "adjudicator.ingest.readers.wordnet",
    "gcide": "adjudicator.ingest.readers.gcide",
    "gcide-json": "adjudicator.ingest.readers.gcide_json",
    "cmudict": "adjudicator.ingest.readers.speech:read_cmudict",
    "misaki": "adjudicator.ingest.readers.speech:read_misaki",
    "contractions": "adjudicator.ingest.readers.contractions",
    "lemminflect": "adjudicator.ingest.readers.lemminflect",
    "varcon": "adjudicator.ingest.readers.varcon",
    "oewn": "adjudicator.ingest.readers.lmf",
    "wiktextract": "adjudicator.ingest.readers.wiktextract",
    "wordlist": "adjudicator.ingest.readers.wordlist",
    "evidence": "adjudicator.ingest.readers.evidence",
    "curated": "adjudicator.ingest.readers.curated",
}
"""Reader id → module, or module:function where a module reads more than one format. Imported when first used."""


WATCHED = frozenset({"wiktextract"})
"""The readers of files so large that they tell how far they are."""


def read(reader: str, folder: Path, watch: Watch = unwatched) -> Iterator[Record]:
    """Yield the records of the source files in *folder* with the reader named *reader*; *watch* is told by those that are WATCHED."""
    module, _, function = READERS[reader].partition(":")
    given = (folder, watch) if reader in WATCHED else (folder,)
    yield from getattr(import_module(module), function or "read")(*given)
