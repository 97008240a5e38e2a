"""A revision of a list is frozen under a name, with the words that were legal by it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table; there is no season yet."""
    op.create_table(
        "season",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("id", sa.String(64), nullable=False, comment="what it is called in addresses"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, comment="the revision that it is"),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("author", sa.String(100), nullable=False),
        sa.Column("lexicon", sa.Text(), nullable=False, comment="the digest of what verdicts were read from"),
        sa.Column("ruleset_digest", sa.Text(), nullable=False),
        sa.Column("legal", sa.Integer(), nullable=False, comment="how many words were legal by it"),
        sa.Column("words", sa.LargeBinary(), nullable=False, comment="these words, a line each, by zlib"),
        sa.ForeignKeyConstraint(
            ["slug", "number"],
            ["house_revision.slug", "house_revision.number"],
            name="fk_season_slug_number_house_revision",
        ),
        sa.PrimaryKeyConstraint("slug", "id", name="pk_season"),
    )
