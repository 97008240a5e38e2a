"""Tells whether a lexicon still holds what was built: each answer that is read from it has a seal, and so has the file as a whole.

A seal is a checksum that shows every flipped bit. It begins with that of the recipe by which the lexicon was built, so that what another
lexicon says is not taken for what this one says, where one is written over the other. No seal stops somebody who means harm:
whoever can write the file can seal it. Start at :func:`seal` and :func:`is_whole`.
"""

from __future__ import annotations

from collections.abc import Mapping
from marshal import dumps
from pathlib import Path
from typing import Any
from zlib import crc32

from adjudicator.core.model import Facts

MASK = 0x7FFF_FFFF
"""Four bytes hold a seal in the file, and the word graph takes no more; no flipped bit shows in the one that is left out alone."""
FORM = 2
"""The form in which rows are sealed: of the quick ones, the latest that is the same on every Python and for equal rows."""
CHUNK = 1 << 20

FACT = ", ".join(("id", *Facts._fields))
READING = (
    "r.fact, s.headword, r.display, s.gloss, s.labels, s.expansion, r.sense, s.uses, w.region, w.counterparts"
)
WORD = "key, profile, region, counterparts, readings, flags, said"
PHRASE = "key, phrases"
FLAG = "sense, flag, value, provenance, rule, evidence"
SAID = "display, ipa, region, source"
USAGE = "sense, synonyms, antonyms, examples"
"""What is sealed of each row, in this order; r is the reading, s its sense, w its word."""

_AT, _LENGTH = 60, 4
"""Where SQLite keeps, in the file's header, the number that each program may use as it likes: the seal of the file."""


def seed_of(meta: Mapping[str, str]) -> int:
    """Return what the seals of the lexicon with this *meta* begin with. Raises :class:`KeyError` where it says nothing of its recipe."""
    return crc32(meta["recipe"].encode())


def seal(rows: Any, seed: int) -> int:
    """Return the seal of *rows*: tuples and lists of texts, numbers and None."""
    return crc32(dumps(rows, FORM), seed) & MASK


def seal_bytes(data: bytes, seed: int) -> int:
    """Return the seal of much data."""
    return crc32(data, seed) & MASK


def seal_file(path: Path) -> None:
    """Seal the finished lexicon at *path*, which nobody has open. Raises :class:`OSError`."""
    found = _checksum(path)
    with path.open("r+b") as file:
        file.seek(_AT)
        file.write(found.to_bytes(_LENGTH, "big"))


def name_of(path: Path) -> str:
    """Return a name for the lexicon at *path* that another one does not have: its seal and its size. Raises :class:`OSError`."""
    with path.open("rb") as file:
        seal_of_file = file.read(_AT + _LENGTH)[_AT:]
    return f"{seal_of_file.hex()}-{path.stat().st_size}"


def is_whole(path: Path) -> bool:
    """Return whether all bytes of the lexicon at *path* are those that were sealed: a gigabyte is read in a second. Raises :class:`OSError`."""
    with path.open("rb") as file:
        said = file.read(_AT + _LENGTH)[_AT:]
    return said == _checksum(path).to_bytes(_LENGTH, "big")


def _checksum(path: Path) -> int:
    """Return the checksum of the file at *path* as if it named none."""
    with path.open("rb", buffering=0) as file:
        begin = file.read(_AT + _LENGTH)
        found = crc32(begin[:_AT] + bytes(_LENGTH))
        while chunk := file.read(CHUNK):
            found = crc32(chunk, found)
    return found
