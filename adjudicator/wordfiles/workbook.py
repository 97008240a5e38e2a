"""The sheets of a workbook, as xlsx and ods have them. Start at :func:`sheet_of`.

A workbook is read by a process of its own (:mod:`adjudicator.wordfiles.unpacking`), which may have so much memory and time and no more: a
file of some hundred bytes can ask the library for gigabytes, which ends a process on the spot.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import NamedTuple

import orjson

from adjudicator.errors import BadRecord, FileUnclear, ServerBusy
from adjudicator.wordfiles.separated import Row

SECONDS = 60
"""How long a workbook is read at most; the longest list takes 15."""
PATIENCE = 20.0
"""Seconds that one workbook waits for another."""
_ONE = threading.Lock()
_TOO_MUCH = "Save the sheet with the words as .csv and try again. Nothing was written."


class Sheet(NamedTuple):
    """One sheet of a workbook."""

    name: str
    names: list[str]
    """All sheets of the workbook."""
    rows: list[Row]


def sheet_of(content: bytes, kind: str, named: str | None, most_rows: int) -> Sheet:
    """Return the sheet that is *named*, or else the first that is shown and has a header with a column of words, or else the first with
    anything in it. At most *most_rows* of its rows are read. Macros and links are not looked at; of a formula its last result is taken.

    Raises :class:`BadRecord` where the workbook cannot be read or has no such sheet, and :class:`ServerBusy` where others take long.
    """
    if not _ONE.acquire(timeout=PATIENCE):
        raise ServerBusy("Other workbooks are being read.")
    try:
        told = _unpacked(content, [kind, named or "", str(most_rows)])
    finally:
        _ONE.release()
    if "fault" in told[0]:
        fault, hint, say = (told[0][name] for name in ("fault", "hint", "say"))
        raise FileUnclear(say, [fault], hint) if say else BadRecord([fault], hint)
    rows = [Row(number, cells) for number, cells in told[1:]]
    return Sheet(told[0]["sheet"], told[0]["sheets"], rows)


def _unpacked(content: bytes, arguments: list[str]) -> list:  # type: ignore[type-arg]
    """Return what the other process tells: what it has found, then the rows."""
    command = [sys.executable, "-m", "adjudicator.wordfiles.unpacking", *arguments]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise BadRecord([f"the workbook takes more than {SECONDS} seconds to read"], _TOO_MUCH) from None
    if done.returncode:
        raise BadRecord(
            ["the workbook is damaged, or takes more memory or time to read than one may"], _TOO_MUCH
        )
    return [orjson.loads(line) for line in done.stdout.splitlines()]
