"""Games at the table are kept, with the lists that players write on their own devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables; there is no game yet."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, comment="how often it was written: its revision"),
        sa.Column("begun_at", sa.String(27), nullable=False),
        sa.Column("begun_by", sa.String(100), nullable=False),
        sa.Column("maker", sa.String(32), comment="the id of the token it was begun with"),
        sa.Column("at", sa.String(27), nullable=False, comment="when it was written last"),
        sa.Column("sitting", sa.Text(), nullable=False, comment="all that was typed, as JSON"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_maker_at", "game", ["maker", "at"])
    op.create_table(
        "game_list",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(100), nullable=False),
        sa.Column("words", sa.Text(), nullable=False, comment="as they were typed"),
        sa.Column("author", sa.String(32), comment="the id of the token it was written with"),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_game_list_game_game"),
        sa.PrimaryKeyConstraint("game", "round", "player", name="pk_game_list"),
    )
