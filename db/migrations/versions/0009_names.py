"""A list is given another short name: the one before leads to it, and its history stays what it was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns; no list was ever called otherwise."""
    op.add_column(
        "house", sa.Column("renamed", sa.String(64), comment="the name that this one was given up for")
    )
    op.add_column("house", sa.Column("renamed_at", sa.String(27)))
    op.add_column("house", sa.Column("renamed_by", sa.String(100)))
    op.add_column(
        "house_revision",
        sa.Column("called", sa.String(64), comment="what the list was called then, if otherwise than now"),
    )
    op.add_column(
        "house_revision",
        sa.Column("source_called", sa.String(64), comment="the same of its source"),
    )
