"""One HTML file that judges words and solves boards from a phone's own files: the pack, its reader and a page, in one. Start at :func:`page`.

The pack is in it as gzip, which browsers unpack by themselves, in base 85, which takes a quarter more room where base 64 takes a third.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

from adjudicator.core.version import VERSION
from adjudicator.packs.reader import Pack

FOLDER = Path(__file__).parent / "page"
MOST = 1_500_000
"""Bytes that the file has at most: what people send one another."""
SCRIPTS = ("reader.js", "device.js", "page.js")
"""The modules of the page, each after those that it takes something from."""
_IMPORT = re.compile(r'^import .* from "\./.*";\n', re.MULTILINE)
_LESS, _COMMA = b"<", b","
"""Base 85 has the one and not the other; in HTML the one begins what is no text."""


def page(content: bytes) -> str:
    """Return the file with the pack that has this *content*. Raises :class:`PackInvalid` where it is none."""
    pack = Pack(content)
    packed = zlib.compress(content, 9, wbits=31)
    said = base64.b85encode(packed).replace(_LESS, _COMMA).decode("ascii")
    script = "\n".join(_IMPORT.sub("", _text(name)) for name in SCRIPTS)
    about = json.dumps({"version": VERSION, "packed": len(packed)})
    found = _text("page.html")
    for name, text in (
        ("style", _text("page.css")),
        ("lexicon", pack.lexicon.removeprefix("sha256:")[:6]),
        ("about", about),
        ("script", script),
        ("pack", said),
    ):
        found = found.replace(f"{{{{ {name} }}}}", text, 1)
    return found


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
