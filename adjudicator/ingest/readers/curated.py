"""Reads the project's own curated words: ``glosses.toml``, the full forms in ``abbreviations.toml``, and ``lexicalised.toml``.

A lexicalised word is a listing: it makes the word a word, and leaves its definition to the dictionaries.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from adjudicator.errors import ConfigError
from adjudicator.sources.records import POS, RawEntry, RawListing, RawSense

FILES = ("glosses.toml", "abbreviations.toml", "lexicalised.toml")


def read(folder: Path) -> Iterator[RawEntry | RawListing]:
    """Yield an entry for each curated gloss and abbreviation in the configuration *folder*, a listing for each lexicalised word."""
    faults: list[str] = []
    for pos, words in _table(folder / FILES[0]).items():
        if pos not in POS:
            faults.append(f"{FILES[0]}: unknown section [{pos}]; known: {', '.join(POS)}")
            continue
        for word, line in words.items():
            if not isinstance(line, dict):
                faults.append(f"{FILES[0]}: {pos}.{word}: takes a table with gloss and why")
                continue
            unknown = set(line) - {"gloss", "label", "name", "why"}
            if unknown or not line.get("gloss") or not line.get("why"):
                faults.append(f"{FILES[0]}: {pos}.{word}: needs gloss and why, takes label and name besides")
                continue
            labels = tuple(label.strip() for label in line.get("label", "").split(",") if label.strip())
            yield RawEntry(word, pos, (RawSense(line["gloss"], labels, (), bool(line.get("name"))),))
    for kind, words in _table(folder / FILES[1]).items():
        for word, line in words.items():
            pos = "contraction" if kind == "contraction" else "abbreviation"
            yield RawEntry(
                word,
                pos,
                (RawSense(line.get("from", ""), (), (), bool(line.get("proper")), line.get("from")),),
            )
    for words in _table(folder / FILES[2]).values():
        for word in words:
            yield RawListing(word, "words", "english", None)
    if faults:
        raise ConfigError(faults, "Mend the file in config/.")


def _table(path: Path) -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
