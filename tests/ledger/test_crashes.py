"""What was acknowledged is there, whatever happens to those who write; `crashes.py` and `halves.py` kill them more often."""

from __future__ import annotations

from sqlalchemy import URL

from tests.conftest import examples
from tests.ledger import halves
from tests.ledger.crashes import crash


def test_killed_writers_lose_nothing(store_url: URL) -> None:
    """Writers are killed at random moments; every acknowledged edit is there, once and whole, and the ledger adds up."""
    times = examples(6, 6)
    found = crash(store_url, times, count=2)
    assert found.kills >= times
    assert found.acknowledged >= found.kills


def test_killed_in_the_middle_of_a_long_deed(store_url: URL) -> None:
    """Who forks, imports or restores a long list may be killed at any moment: no list is ever half there, and nothing stays behind."""
    assert halves.crash(store_url, times=2).kills == 2
