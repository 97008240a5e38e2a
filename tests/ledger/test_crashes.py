"""What was acknowledged is there, whatever happens to those who write; `crashes.py` kills them more often."""

from __future__ import annotations

from sqlalchemy import URL

from tests.ledger.crashes import crash


def test_killed_writers_lose_nothing(store_url: URL) -> None:
    """Writers are killed at random moments; every acknowledged edit is there, once and whole, and the ledger adds up."""
    found = crash(store_url, times=6)
    assert found.kills >= 6
    assert found.acknowledged >= found.kills
