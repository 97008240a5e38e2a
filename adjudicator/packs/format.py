"""The files of a pack, byte by byte: what :mod:`adjudicator.packs.build` writes and :mod:`adjudicator.packs.reader` reads.

Each file is a mark with the number of its format, the SHA-256 of all that follows, the length of a header, the header as JSON, and a body.
``docs/apps/pack.md`` describes the same for those who write a reader. A change that a reader of today would misread takes a new number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from adjudicator.errors import PackInvalid

PACK, GLOSSES = b"ADJPACK", b"ADJGLOS"
"""How the two files begin."""
FORMAT = 1
"""The number behind the mark."""
SEALED = 40
"""Where that begins which the digest is of: behind the mark, the number and the digest itself."""
LEAST_CLASS, LARGE_CLASS = 0x80, 0xFF
"""The byte of class 0, and the one that a class too large for one byte begins with; its number stands in the two bytes behind, low byte first."""
SMALL_CLASSES = LARGE_CLASS - LEAST_CLASS
_KEY = re.compile(rb"([\x00-\xff])([a-z]+)(?:([\x80-\xfe])|\xff([\x00-\xff]{2}))", re.DOTALL)
_REMEDY = "Fetch or build it again: `adjudicator pack build FILE`."


class Opened(NamedTuple):
    """A file of a pack: its digest, its header, and its body."""

    digest: str
    header: dict[str, Any]
    body: bytes


def sealed(mark: bytes, header: Mapping[str, Any], body: bytes) -> bytes:
    """Return the file with this *mark*, *header* and *body*. Equal ones give equal bytes."""
    said = json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    content = len(said).to_bytes(4, "little") + said + body
    return mark + bytes([FORMAT]) + sha256(content).digest() + content


def opened(mark: bytes, content: bytes) -> Opened:
    """Return what the file *content* has, which must begin with *mark*.

    Raises :class:`PackInvalid` where it is no such file, of another format, or not as it was made.
    """
    if not content.startswith(mark):
        what = "pack" if mark == PACK else "glosses of a pack"
        raise PackInvalid(f"This is no file of {what}.", _REMEDY)
    if content[len(mark) : len(mark) + 1] != bytes([FORMAT]):
        found = content[len(mark)] if len(content) > len(mark) else "none"
        raise PackInvalid(
            f"The pack has format {found}; this reader reads format {FORMAT}.",
            "Take a reader of its version.",
        )
    digest = content[len(mark) + 1 : SEALED]
    if sha256(memoryview(content)[SEALED:]).digest() != digest:
        raise PackInvalid("The pack is damaged, or not complete.", _REMEDY)
    start = SEALED + 4
    end = start + int.from_bytes(content[SEALED:start], "little")
    return Opened(f"sha256:{digest.hex()}", json.loads(content[start:end]), content[end:])


def write_keys(keys: Iterable[str], classes: Iterable[int]) -> bytes:
    """Return *keys*, which are in order, each with the number of its class.

    A key is how many letters at the end of the one before it does without, the letters that it has instead, and its class.
    """
    out, last = bytearray(), ""
    for key, number in zip(keys, classes, strict=True):
        shared = _shared(last, key)
        out.append(len(last) - shared)
        out += key[shared:].encode("ascii")
        if number < SMALL_CLASSES:
            out.append(LEAST_CLASS + number)
        else:
            out.append(LARGE_CLASS)
            out += number.to_bytes(2, "little")
        last = key
    return bytes(out)


def read_keys(body: bytes, count: int) -> tuple[list[str], list[int]]:
    """Return the keys in *body*, in order, and the number of the class of each. Raises :class:`PackInvalid` where there are not *count*."""
    keys: list[str] = []
    classes: list[int] = []
    last = ""
    for dropped, letters, small, large in _KEY.findall(body):
        last = last[: len(last) - dropped[0]] + letters.decode("ascii")
        keys.append(last)
        classes.append(small[0] - LEAST_CLASS if small else int.from_bytes(large, "little"))
    if len(keys) != count:
        raise PackInvalid(f"The pack has {len(keys):,} keys and should have {count:,}.", _REMEDY)
    return keys, classes


def _shared(one: str, other: str) -> int:
    """Return how many letters *one* and *other* begin with alike."""
    most = min(len(one), len(other))
    return next((place for place in range(most) if one[place] != other[place]), most)


def write_texts(texts: Sequence[str]) -> bytes:
    """Return *texts*: the length of each in bytes of UTF-8, seven bits a byte from the lowest and all but the last byte with the highest bit set;
    behind them the texts themselves.
    """
    lengths, joined = bytearray(), bytearray()
    for text in texts:
        said = text.encode()
        joined += said
        left = len(said)
        while left > 0x7F:
            lengths.append(0x80 | (left & 0x7F))
            left >>= 7
        lengths.append(left)
    return bytes(lengths + joined)


def find_texts(body: bytes, start: int, count: int) -> list[int]:
    """Return where in *body* each of *count* texts begins that are written from *start* on, and where the last one ends."""
    lengths: list[int] = []
    length = shift = 0
    place = start
    while len(lengths) < count:
        byte = body[place]
        place += 1
        length |= (byte & 0x7F) << shift
        if byte > 0x7F:
            shift += 7
        else:
            lengths.append(length)
            length = shift = 0
    places = [place]
    for length in lengths:
        places.append(places[-1] + length)
    return places
