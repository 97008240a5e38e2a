"""Who opened a dispute may invite others to vote in it, so the ledger keeps which token it was, and not the name alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; disputes of before have nothing in it."""
    op.add_column(
        "dispute",
        sa.Column("opener", sa.String(32), comment="the id of the token that it was opened with"),
    )
