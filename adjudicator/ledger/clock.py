"""The time as the ledger writes it: ISO 8601, UTC, with microseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the time."""
    return ago(timedelta())


def ago(span: timedelta) -> str:
    """Return the time that was so long ago."""
    return (datetime.now(UTC) - span).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
