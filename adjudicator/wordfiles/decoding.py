"""From the bytes of a text to its characters. Start at :func:`decoded`."""

from __future__ import annotations

import codecs
import re
from typing import Literal, get_args

from adjudicator.errors import BadRecord, FileUnclear

Encoding = Literal[
    "utf-8", "utf-16-le", "utf-16-be", "windows-1252", "windows-1250", "iso-8859-15", "mac-roman"
]
"""What can be said of a text. Without a word, one is found among the first four."""
NAMES: dict[Encoding, str] = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "windows-1252": "Windows-1252",
    "windows-1250": "Windows-1250",
    "iso-8859-15": "ISO 8859-15",
    "mac-roman": "Mac Roman",
}
"""What people call them."""
_MARKS: tuple[tuple[bytes, Encoding], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SHOWN = 4_096
"""Bytes from whose zeros one sees that a text has two bytes a letter."""
_BEYOND = re.compile("[^\\x00-\\x7f\\ud800-\\udfff]")
_ESCAPED = re.compile("[\\ud800-\\udfff]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b]")


def decoded(content: bytes, named: Encoding | None = None) -> tuple[str, str]:
    """Return the text of a file and how it was written: as *named*, or else by its mark, as strict UTF-8, or as Windows-1252.

    Raises :class:`BadRecord` where it is not in that encoding, or no text at all.
    """
    if named is not None and named not in get_args(Encoding):
        raise BadRecord([f"encoding: takes {', '.join(get_args(Encoding))}"])
    mark, marked = next((each for each in _MARKS if content.startswith(each[0])), (b"", None))
    encoding = named or marked or _wide(content)
    said = " with a byte order mark" if mark and encoding == marked else ""
    body = content.removeprefix(mark) if said else content
    try:
        text = body.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        line = 1 + body.count(b"\n", 0, error.start)
        if encoding is not None:
            raise _no_text([f"line {line}: is not {NAMES[encoding]}"]) from None
        if _is_mostly_utf_8(body):
            raise FileUnclear(
                "encoding",
                [f"line {line}: is not UTF-8, though most of the file is"],
                "Correct that line, or say which encoding the file has. Nothing was written.",
            ) from None
        try:
            text, encoding = body.decode("windows-1252"), "windows-1252"
        except UnicodeDecodeError:
            raise _no_text([f"line {line}: is neither UTF-8 nor Windows-1252"]) from None
    found = _CONTROL.search(text)
    if found:
        line = 1 + text.count("\n", 0, found.start())
        raise _no_text([f"line {line}: has the control character U+{ord(found[0]):04X}: the file is no text"])
    return text, NAMES[encoding or "utf-8"] + said


def _is_mostly_utf_8(content: bytes) -> bool:
    """Return whether more letters beyond ASCII are written as UTF-8 has them than otherwise."""
    text = content.decode("utf-8", "surrogateescape")
    beyond = len(_BEYOND.findall(text))
    return beyond > len(_ESCAPED.findall(text))


def _wide(content: bytes) -> Encoding | None:
    """Return which UTF-16 *content* without a mark is: in a text of Europe every other byte is zero."""
    shown = content[:_SHOWN]
    if b"\0" not in shown or len(content) % 2:
        return None
    first, second, most = shown[::2].count(0), shown[1::2].count(0), len(shown) / 4
    if not first and second > most:
        return "utf-16-le"
    return "utf-16-be" if not second and first > most else None


def _no_text(faults: list[str]) -> FileUnclear:
    hint = "Save the file as UTF-8, or say which encoding it has. Nothing was written."
    return FileUnclear("encoding", faults, hint)
