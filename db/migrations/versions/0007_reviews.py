"""Words of a list are reviewed one by one, by several people who do not meet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table; nothing was reviewed yet."""
    op.create_table(
        "review",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("topic", sa.String(160), nullable=False, comment="why these words are reviewed"),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("holder", sa.String(100), nullable=False, comment="who has it, or has settled it"),
        sa.Column("at", sa.String(27), nullable=False, comment="since when"),
        sa.Column("choice", sa.String(8), comment="allow, deny or leave, once it is settled"),
        sa.ForeignKeyConstraint(["slug"], ["house.slug"], name="fk_review_slug_house"),
        sa.PrimaryKeyConstraint("slug", "topic", "key", name="pk_review"),
    )
