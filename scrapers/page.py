"""What a site answered, and how its bytes become text: whatever it declares, never an exception."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

CHARSETS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "utf-16": "utf-16",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
    "iso-8859-15": "iso8859-15",
}
"""The charsets that are believed, by the names that servers give them; as browsers do, Latin-1 is read as its superset. Every other
name is ignored: Python knows codecs that no page is written in, some of them slow or never without an exception.
"""
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Page(NamedTuple):
    """What a site answered to a request that was not refused.

    ``url`` is where it was found in the end, ``status`` 200 or another that says something of the page itself, as 404;
    ``content`` is decompressed; ``media`` the declared media type with its parameters. ``fetched`` is when the site last vouched
    for it (ISO 8601, UTC, seconds), ``from_cache`` whether the content lay on disk already.
    """

    url: str
    status: int
    content: bytes
    media: str
    fetched: str
    from_cache: bool = False

    @property
    def text(self) -> str:
        """The content in the declared charset, else in that of its byte order mark, else in UTF-8; what cannot be read is replaced."""
        return self.content.decode(self._charset(), "replace").removeprefix("\ufeff")

    def _charset(self) -> str:
        declared = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", self.media, re.IGNORECASE)
        known = CHARSETS.get(declared[1].lower()) if declared else None
        marked = (charset for mark, charset in MARKS if self.content.startswith(mark))
        return known or next(marked, "utf-8")
