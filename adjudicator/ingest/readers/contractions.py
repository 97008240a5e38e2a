"""Reads the contractions package's tables: JSON objects from a contracted spelling to what it stands for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from adjudicator.sources.records import RawContraction


def read(folder: Path) -> Iterator[RawContraction]:
    """Yield the contractions proper. The slang table is read for joined phrases only: dunno, but not msg or thx."""
    for name in ("contractions_dict.json", "slang_dict.json", "leftovers_dict.json"):
        for display, expansion in json.loads((folder / name).read_text(encoding="utf-8")).items():
            display, expansion = display.strip(), expansion.strip()
            if " " in display or not expansion:
                continue
            joined_phrase = " " in expansion and any(c in "aeiouy" for c in display) and len(display) > 4
            if name == "contractions_dict.json" or joined_phrase:
                yield RawContraction(display.replace("’", "'"), expansion)
