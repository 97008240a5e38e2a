"""Links as QR codes on a terminal."""

from __future__ import annotations

import io
from typing import TextIO

import segno


def blocks(link: str, *, coloured: bool = False) -> str:
    """Return *link* as a QR code of block characters, two rows a line; *coloured* black on white, whatever a terminal's colours are."""
    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\x1b[40;97m{line}\x1b[0m" for line in lines) if coloured else "\n".join(lines)


def shown(link: str, stream: TextIO) -> str:
    """Return *link* as a QR code for *stream*; nothing where that has no such characters."""
    if not (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf"):
        return ""
    return blocks(link, coloured=stream.isatty())
