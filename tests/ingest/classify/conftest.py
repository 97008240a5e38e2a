"""A world without any source: tests put in what they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.classify.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Return a world with no spellings and no curated facts."""
    return World(tmp_path)
