"""The database may go away and come back at any time; `restarts.py` does it more often."""

from __future__ import annotations

from tests.ledger.restarts import restart


def test_the_database_is_restarted() -> None:
    """Restarted orderly and by a crash, under load: every edit is done once, however often it was sent, and verdicts never fail."""
    found = restart(times=2)
    assert found.edits > 0 and found.reads > 0
