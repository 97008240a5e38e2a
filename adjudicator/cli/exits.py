"""Exit codes that commands share."""

from __future__ import annotations

DONE = LEGAL = 0
ILLEGAL = 1
USAGE = 2
