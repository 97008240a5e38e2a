"""Large changes of house lists are written in pieces beforehand, votes are found by their voters' names, and what is counted has an index.

A server of an earlier version goes on reading, but knows nothing of the large changes that are made from now on: end it soon.
"""

from __future__ import annotations

import hashlib
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_VOTES = 1000
"""Votes whose names are written at once."""


def upgrade() -> None:
    """Make the tables, columns and indexes; what there is needs none of the former, and its votes get the plain forms of their names."""
    op.add_column(
        "house",
        sa.Column("behind", sa.Integer(), comment="the first revision that is not in house_entry yet"),
    )
    op.add_column(
        "house", sa.Column("behind_after", sa.String(100), comment="the key up to which that one is")
    )
    op.add_column("house", sa.Column("maker", sa.String(32), comment="the id of the token it was made with"))
    op.create_index("ix_house_maker", "house", ["maker"])
    op.add_column(
        "house_revision",
        sa.Column("bulk", sa.String(32), comment="names its changes in house_bulk, if they are there"),
    )
    op.create_index("ix_house_revision_slug_bulk", "house_revision", ["slug", "bulk"])
    op.create_table(
        "house_bulk",
        sa.Column("bulk", sa.String(32), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("word", sa.Text()),
        sa.Column("effect", sa.String(5)),
        sa.Column("reason", sa.Text()),
        sa.Column("author", sa.String(100)),
        sa.Column("at", sa.String(27)),
        sa.Column("expires", sa.String(27)),
        sa.Column("inflections", sa.Text()),
        sa.Column("ruling", sa.String(32)),
        sa.PrimaryKeyConstraint("bulk", "key", name="pk_house_bulk"),
    )
    op.create_table(
        "house_draft",
        sa.Column("bulk", sa.String(32), nullable=False),
        sa.Column("at", sa.String(27), nullable=False, comment="when something was last written for it"),
        sa.PrimaryKeyConstraint("bulk", name="pk_house_draft"),
    )
    op.add_column("vote", sa.Column("named", sa.String(32), comment="the same for names that look alike"))
    op.create_index("ix_vote_dispute_named", "vote", ["dispute", "named"])
    op.add_column("invite", sa.Column("maker", sa.String(32), comment="the id of the token it was made with"))
    op.create_index("ix_invite_maker", "invite", ["maker"])
    op.create_index("ix_dispute_status_deadline", "dispute", ["status", "deadline"])
    op.create_index("ix_dispute_status_opened_at_id", "dispute", ["status", "opened_at", "id"])
    op.create_index("ix_dispute_ruleset_opened_at_id", "dispute", ["ruleset", "opened_at", "id"])
    op.create_index("ix_dispute_opener_opened_at", "dispute", ["opener", "opened_at"])
    _name_votes()


def _name_votes() -> None:
    """Write to each vote that there is by which name it is found."""
    vote = sa.table(
        "vote",
        sa.column("dispute", sa.String),
        sa.column("voter", sa.String),
        sa.column("number", sa.Integer),
        sa.column("name", sa.String),
        sa.column("named", sa.String),
    )
    connection = op.get_bind()
    votes = connection.execute(sa.select(vote.c.dispute, vote.c.voter, vote.c.number, vote.c.name)).all()
    written = (
        sa.update(vote)
        .where(
            vote.c.dispute == sa.bindparam("of"),
            vote.c.voter == sa.bindparam("by"),
            vote.c.number == sa.bindparam("at"),
        )
        .values(named=sa.bindparam("plain"))
    )
    for start in range(0, len(votes), _VOTES):
        rows = [
            {"of": each.dispute, "by": each.voter, "at": each.number, "plain": _plain(each.name)}
            for each in votes[start : start + _VOTES]
        ]
        connection.execute(written, rows)


def _plain(name: str) -> str:
    """Return what names have in common that look alike, as it was worked out when this version was made."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(
        char
        for char in folded
        if unicodedata.category(char) != "Cf" and not 0xFE00 <= ord(char) <= 0xFE0F and char not in _BLANK
    )
    return hashlib.sha256(" ".join(seen.split()).encode("utf-8", "replace")).hexdigest()[:32]


_BLANK = "\u115f\u1160\u3164\uffa0"
