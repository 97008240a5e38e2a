"""Hands that are counted stand beside single votes, and a group may hide how a vote stands from those who have not voted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; disputes of before have nothing in them: no hands, and nothing hidden."""
    op.add_column("dispute", sa.Column("hands", sa.Text(), comment="the last count of hands, as JSON"))
    op.add_column(
        "dispute",
        sa.Column("hide_tally", sa.Boolean(), comment="whether it is hidden from those who have not voted"),
    )
