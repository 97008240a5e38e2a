"""Content codings: those in which an answer may be sent, and what packs one while it is made. Start at :func:`packed`."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

LEVEL = 5
"""How hard gzip tries, of 9."""
QUALITY, WINDOW = 5, 18
"""How hard Brotli tries, of 11, and how far it looks back, as a power of two in bytes: it takes a few times that memory."""


class Packer(NamedTuple):
    """What packs one stream: a piece, so much that all before can be read, and the end."""

    pack: Callable[[bytes], bytes]
    flush: Callable[[], bytes]
    finish: Callable[[], bytes]


def _gzip() -> Packer:
    made = zlib.compressobj(LEVEL, wbits=31)
    return Packer(made.compress, partial(made.flush, zlib.Z_SYNC_FLUSH), made.flush)


def _brotli() -> Packer:
    import brotli

    made = brotli.Compressor(mode=brotli.MODE_TEXT, quality=QUALITY, lgwin=WINDOW)
    return Packer(made.process, made.flush, made.finish)


_PACKERS: dict[str, Callable[[], Packer]] = {"br": _brotli, "gzip": _gzip}
CODINGS = tuple(_PACKERS)
"""Every coding, the smallest first."""


@cache
def known() -> dict[str, str]:
    """Return the codings in which a stream can be packed here, the smallest first, each with what names the bytes that it makes: the library, its
    version and how hard it tries.
    """
    found = {}
    try:
        import brotli
    except ImportError:
        pass
    else:
        found["br"] = f"brotli {brotli.__version__} {QUALITY} {WINDOW}"
    found["gzip"] = f"zlib {zlib.ZLIB_RUNTIME_VERSION} {LEVEL} {sys.platform}"
    return found


def packed(pieces: Iterable[bytes], coding: str) -> Iterator[bytes]:
    """Yield *pieces* as one stream in *coding*, each complete for the reader as soon as it is sent; as they are where that is none."""
    if not coding:
        yield from pieces
        return
    packer = _PACKERS[coding]()
    for piece in pieces:
        yield packer.pack(piece) + packer.flush()
    yield packer.finish()
