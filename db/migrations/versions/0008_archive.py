"""A list is put away: it judges on, and nobody changes it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns; no list is put away yet."""
    op.add_column("house", sa.Column("archived_at", sa.String(27), comment="since when it is put away"))
    op.add_column("house", sa.Column("archived_by", sa.String(100)))
