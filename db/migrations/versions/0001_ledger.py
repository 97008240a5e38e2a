"""The first ledger: house lists with their histories, rulings, disputes and votes, tokens and invites, answers to repeat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "house",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False, comment="the number of its latest revision"),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("created_by", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("slug", name="pk_house"),
    )
    op.create_table(
        "house_revision",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("author", sa.String(100), nullable=False),
        sa.Column(
            "kind",
            sa.String(16),
            nullable=False,
            comment="create, edit, settings, import, restore, fork or merge",
        ),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("base", sa.Text(), nullable=False, comment="the id of a ruleset"),
        sa.Column(
            "overrides", sa.Text(), nullable=False, comment="tables of a ruleset, as JSON with sorted keys"
        ),
        sa.Column(
            "source_slug",
            sa.String(64),
            comment="the list that was forked or merged, or itself where it was restored",
        ),
        sa.Column("source_number", sa.Integer()),
        sa.Column("changes", sa.Integer(), nullable=False, comment="how many keys it changed"),
        sa.Column("size", sa.Integer(), nullable=False, comment="how many entries there are after it"),
        sa.Column("digest", sa.String(71), nullable=False, comment="of this revision and all before it"),
        sa.ForeignKeyConstraint(["slug"], ["house.slug"], name="fk_house_revision_slug"),
        sa.PrimaryKeyConstraint("slug", "number", name="pk_house_revision"),
    )
    op.create_table(
        "house_change",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("word", sa.Text()),
        sa.Column("effect", sa.String(5)),
        sa.Column("reason", sa.Text()),
        sa.Column("author", sa.String(100)),
        sa.Column("at", sa.String(27)),
        sa.Column("expires", sa.String(27)),
        sa.Column("inflections", sa.Text()),
        sa.Column("ruling", sa.String(32)),
        sa.ForeignKeyConstraint(
            ["slug", "number"],
            ["house_revision.slug", "house_revision.number"],
            name="fk_house_change_slug_number",
        ),
        sa.PrimaryKeyConstraint("slug", "number", "key", name="pk_house_change"),
    )
    op.create_index("ix_house_change_slug_key_number", "house_change", ["slug", "key", "number"])
    op.create_table(
        "house_entry",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("word", sa.Text()),
        sa.Column("effect", sa.String(5)),
        sa.Column("reason", sa.Text()),
        sa.Column("author", sa.String(100)),
        sa.Column("at", sa.String(27)),
        sa.Column("expires", sa.String(27)),
        sa.Column("inflections", sa.Text()),
        sa.Column("ruling", sa.String(32)),
        sa.ForeignKeyConstraint(["slug"], ["house.slug"], name="fk_house_entry_slug"),
        sa.PrimaryKeyConstraint("slug", "key", name="pk_house_entry"),
    )
    op.create_table(
        "ruling",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("by", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False, comment="verdict, or vote"),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False, comment="as JSON"),
        sa.Column("acceptable", sa.Boolean(), nullable=False, comment="whether all of the words are"),
        sa.Column("verdicts", sa.Text(), nullable=False, comment="the full verdicts at the time, as JSON"),
        sa.Column("lexicon", sa.Text(), nullable=False),
        sa.Column("ruleset_digest", sa.Text(), nullable=False),
        sa.Column("house_revision", sa.Integer(), comment="the revision of the list that the ruleset was"),
        sa.Column("outcome", sa.Text(), nullable=False, comment="votes and consequences, as JSON"),
        sa.Column("dispute", sa.String(32)),
        sa.Column("replaces", sa.String(32), comment="the verdict that a vote stands in the place of"),
        sa.PrimaryKeyConstraint("id", name="pk_ruling"),
    )
    op.create_table(
        "dispute",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, comment="how often it was changed: its revision"),
        sa.Column("opened_at", sa.String(27), nullable=False),
        sa.Column("opened_by", sa.String(100), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False, comment="as JSON"),
        sa.Column("context", sa.Text(), nullable=False, comment="players and the state of the game, as JSON"),
        sa.Column("rule", sa.Text(), nullable=False, comment="the challenge rule that applies, as JSON"),
        sa.Column("settle", sa.String(16), nullable=False, comment="dictionary, or vote"),
        sa.Column("quorum", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.String(27)),
        sa.Column("status", sa.String(16), nullable=False, comment="open, closed or withdrawn"),
        sa.Column("ended_at", sa.String(27)),
        sa.Column("ended_by", sa.String(100)),
        sa.Column("verdict", sa.String(32), nullable=False, comment="the ruling it was opened with"),
        sa.Column("ruling", sa.String(32), comment="the ruling it was closed with"),
        sa.Column("precedent_slug", sa.String(64)),
        sa.Column("precedent_number", sa.Integer()),
        sa.ForeignKeyConstraint(["ruling"], ["ruling.id"], name="fk_dispute_ruling"),
        sa.ForeignKeyConstraint(["verdict"], ["ruling.id"], name="fk_dispute_verdict"),
        sa.PrimaryKeyConstraint("id", name="pk_dispute"),
    )
    op.create_index("ix_dispute_opened_at_id", "dispute", ["opened_at", "id"])
    op.create_table(
        "vote",
        sa.Column("dispute", sa.String(32), nullable=False),
        sa.Column("voter", sa.String(32), nullable=False, comment="the id of a token"),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False, comment="the last one counts"),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("choice", sa.String(8), nullable=False, comment="legal, illegal or abstain"),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["dispute"], ["dispute.id"], name="fk_vote_dispute"),
        sa.PrimaryKeyConstraint("dispute", "voter", "number", name="pk_vote"),
    )
    op.create_table(
        "token",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(71), nullable=False, comment="the digest of its secret"),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("scope", sa.String(8), nullable=False, comment="owner, editor or voter"),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("created_by", sa.String(100), nullable=False),
        sa.Column("expires", sa.String(27)),
        sa.Column("revoked_at", sa.String(27)),
        sa.Column("invite", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_token"),
        sa.UniqueConstraint("secret", name="uq_token_secret"),
    )
    op.create_table(
        "invite",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(71), nullable=False, comment="the digest of its secret"),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False, comment="how many may still take it up"),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("created_by", sa.String(100), nullable=False),
        sa.Column("expires", sa.String(27), nullable=False),
        sa.Column("revoked_at", sa.String(27)),
        sa.PrimaryKeyConstraint("id", name="pk_invite"),
        sa.UniqueConstraint("secret", name="uq_invite_secret"),
    )
    op.create_table(
        "idempotency",
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("request", sa.String(71), nullable=False, comment="the digest of what was asked"),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("headers", sa.Text(), nullable=False, comment="as JSON"),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("token", "key", name="pk_idempotency"),
    )
    op.create_index("ix_idempotency_at", "idempotency", ["at"])
