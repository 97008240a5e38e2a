"""Reads the words of a command: its arguments, or standard input for ``-``."""

from __future__ import annotations

import sys
from collections.abc import Iterable

STDIN = "-"


def read_words(given: list[str]) -> Iterable[str]:
    """Yield the words *given*, or those of standard input for ``-``."""
    if given != [STDIN]:
        yield from given
        return
    for line in sys.stdin.buffer:
        word = line.decode("utf-8", "replace").strip()
        if word:
            yield word


def print_lines(keys: Iterable[str]) -> None:
    """Print *keys*, one a line."""
    sys.stdout.writelines(f"{key}\n" for key in keys)
