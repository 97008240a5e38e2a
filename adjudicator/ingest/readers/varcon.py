"""Reads VarCon: clusters of spellings by region, ``A B: analyze / Bv: analyse | note``.

A spelling's tags are regions (A American, B British with -ise, Z British with -ize, C Canadian, D Australian, _ other)
with an optional variant level (``v`` or ``V``, ``-`` or ``x``: a variant, not the first spelling).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.ingest.records import RawRegion


def read(folder: Path) -> Iterator[RawRegion]:
    """Yield each spelling of each line with its region, taken from tags of every level."""
    for path in sorted(folder.glob("*.txt")):
        with path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    yield from _line(line.partition("|")[0])


def _line(line: str) -> Iterator[RawRegion]:
    spellings: list[tuple[str, str]] = []
    for part in line.split(" / "):
        tags, _, spelling = part.partition(":")
        spelling = spelling.strip()
        if spelling and not spelling.endswith("'s"):
            spellings.append((spelling, _region(tags.split())))
    for spelling, region in spellings:
        others = tuple(
            other for other, their in spellings if other != spelling and their in ("british", "both")
        )
        yield RawRegion(spelling, region, others if region == "american" else ())


def _region(tags: list[str]) -> str:
    regions = {tag[0] for tag in tags if tag[1:] in ("", "v", "V") and tag[0] != "_"}
    british, american = bool(regions & {"B", "Z"}), "A" in regions
    if (british and american) or not regions:
        return "both"
    if british:
        return "british"
    return "american" if american else "both"
