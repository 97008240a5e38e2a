"""The tables of the ledger, as SQLAlchemy describes them; ``db/migrations`` makes them.

Histories are append-only (but a list is deleted as a whole, where nothing refers to it, or given another name: the ``house.head`` of the name
is then 0): a row of ``house_revision``, ``house_change``, ``vote`` and ``ruling`` is never changed or deleted, nor is one of
``house_bulk`` that a revision names. A game that is played is written over, revision by revision. What else is changed is a pointer (``house.head``), a state (``dispute.status``) and what can be worked out
again from a history: ``house_entry``, which may be *behind*.
Times are texts in ISO 8601, UTC, with microseconds (:func:`adjudicator.ledger.clock.now`), so both databases sort them alike.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

TIME = String(27)
SLUG = String(64)
KEY = String(100)
ID = String(32)
NAME = String(100)
SUBJECT = String(80)
"""What a token is for: ``*``, ``house:SLUG`` or ``dispute:ID``."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

house = Table(
    "house",
    metadata,
    Column("slug", SLUG, primary_key=True),
    Column("head", Integer, nullable=False, comment="the number of its latest revision"),
    Column("created_at", TIME, nullable=False),
    Column("created_by", NAME, nullable=False),
    Column("behind", Integer, comment="the first revision that is not in house_entry yet"),
    Column("behind_after", KEY, comment="the key up to which that one is"),
    Column("maker", ID, comment="the id of the token it was made with"),
    Column("archived_at", TIME, comment="since when it is put away"),
    Column("archived_by", NAME),
    Column("renamed", SLUG, comment="the name that this one was given up for"),
    Column("renamed_at", TIME),
    Column("renamed_by", NAME),
    Index("ix_house_maker", "maker"),
)

house_revision = Table(
    "house_revision",
    metadata,
    Column("slug", SLUG, ForeignKey("house.slug"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", TIME, nullable=False),
    Column("author", NAME, nullable=False),
    Column(
        "kind", String(16), nullable=False, comment="create, edit, settings, import, restore, fork or merge"
    ),
    Column("note", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("base", Text, nullable=False, comment="the id of a ruleset"),
    Column("overrides", Text, nullable=False, comment="tables of a ruleset, as JSON with sorted keys"),
    Column(
        "source_slug", SLUG, comment="the list that was forked or merged, or itself where it was restored"
    ),
    Column("source_number", Integer),
    Column("changes", Integer, nullable=False, comment="how many keys it changed"),
    Column("size", Integer, nullable=False, comment="how many entries there are after it"),
    Column("digest", String(71), nullable=False, comment="of this revision and all before it"),
    Column("bulk", ID, comment="names its changes in house_bulk, if they are there"),
    Column("called", SLUG, comment="what the list was called then, if otherwise than now"),
    Column("source_called", SLUG, comment="the same of its source"),
    Index("ix_house_revision_slug_bulk", "slug", "bulk"),
)

IS_LATEST = (house_revision.c.slug == house.c.slug) & (house_revision.c.number == house.c.head)
"""Joins each list to its latest revision."""


def _entry_columns() -> list[Column[Any]]:
    """Return the columns of an entry; all empty in a change that drops one."""
    return [
        Column("word", Text),
        Column("effect", String(5)),
        Column("reason", Text),
        Column("author", NAME),
        Column("at", TIME),
        Column("expires", TIME),
        Column("inflections", Text),
        Column("ruling", ID),
    ]


house_change = Table(
    "house_change",
    metadata,
    Column("slug", SLUG, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", KEY, primary_key=True),
    *_entry_columns(),
    ForeignKeyConstraint(["slug", "number"], ["house_revision.slug", "house_revision.number"]),
    Index("ix_house_change_slug_key_number", "slug", "key", "number"),
)

house_entry = Table(
    "house_entry",
    metadata,
    Column("slug", SLUG, ForeignKey("house.slug"), primary_key=True),
    Column("key", KEY, primary_key=True),
    *_entry_columns(),
)

house_bulk = Table(
    "house_bulk",
    metadata,
    Column("bulk", ID, primary_key=True),
    Column("key", KEY, primary_key=True),
    *_entry_columns(),
)
"""The changes of revisions that have very many: written in pieces, before there is the revision that names them."""

house_draft = Table(
    "house_draft",
    metadata,
    Column("bulk", ID, primary_key=True),
    Column("at", TIME, nullable=False, comment="when something was last written for it"),
)
"""Changes in ``house_bulk`` that no revision names yet."""

season = Table(
    "season",
    metadata,
    Column("slug", SLUG, primary_key=True),
    Column("id", SLUG, primary_key=True, comment="what it is called in addresses"),
    Column("name", Text, nullable=False),
    Column("number", Integer, nullable=False, comment="the revision that it is"),
    Column("at", TIME, nullable=False),
    Column("author", NAME, nullable=False),
    Column("lexicon", Text, nullable=False, comment="the digest of what verdicts were read from"),
    Column("ruleset_digest", Text, nullable=False),
    Column("legal", Integer, nullable=False, comment="how many words were legal by it"),
    Column("words", LargeBinary, nullable=False, comment="these words, a line each, by zlib"),
    ForeignKeyConstraint(["slug", "number"], ["house_revision.slug", "house_revision.number"]),
)

review = Table(
    "review",
    metadata,
    Column("slug", SLUG, ForeignKey("house.slug"), primary_key=True),
    Column("topic", String(160), primary_key=True, comment="why these words are reviewed"),
    Column("key", KEY, primary_key=True),
    Column("holder", NAME, nullable=False, comment="who has it, or has settled it"),
    Column("at", TIME, nullable=False, comment="since when"),
    Column("choice", String(8), comment="allow, deny or leave, once it is settled"),
)
"""What of a queue is settled, and what somebody has before them."""

ruling = Table(
    "ruling",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", TIME, nullable=False),
    Column("by", NAME, nullable=False),
    Column("kind", String(16), nullable=False, comment="verdict, or vote"),
    Column("ruleset", Text, nullable=False),
    Column("words", Text, nullable=False, comment="as JSON"),
    Column("acceptable", Boolean, nullable=False, comment="whether all of the words are"),
    Column("verdicts", Text, nullable=False, comment="the full verdicts at the time, as JSON"),
    Column("lexicon", Text, nullable=False),
    Column("ruleset_digest", Text, nullable=False),
    Column("house_revision", Integer, comment="the revision of the list that the ruleset was"),
    Column("outcome", Text, nullable=False, comment="votes and consequences, as JSON"),
    Column("dispute", ID),
    Column("replaces", ID, comment="the verdict that a vote stands in the place of"),
)

dispute = Table(
    "dispute",
    metadata,
    Column("id", ID, primary_key=True),
    Column("number", Integer, nullable=False, comment="how often it was changed: its revision"),
    Column("opened_at", TIME, nullable=False),
    Column("opened_by", NAME, nullable=False),
    Column("opener", ID, comment="the id of the token that it was opened with"),
    Column("ruleset", Text, nullable=False),
    Column("words", Text, nullable=False, comment="as JSON"),
    Column("context", Text, nullable=False, comment="players and the state of the game, as JSON"),
    Column("rule", Text, nullable=False, comment="the challenge rule that applies, as JSON"),
    Column("settle", String(16), nullable=False, comment="dictionary, or vote"),
    Column("quorum", Integer, nullable=False),
    Column("deadline", TIME),
    Column("status", String(16), nullable=False, comment="open, closed or withdrawn"),
    Column("ended_at", TIME),
    Column("ended_by", NAME),
    Column("verdict", ID, ForeignKey("ruling.id"), nullable=False, comment="the ruling it was opened with"),
    Column("ruling", ID, ForeignKey("ruling.id"), comment="the ruling it was closed with"),
    Column("precedent_slug", SLUG),
    Column("precedent_number", Integer),
    Column("hands", Text, comment="the last count of hands, as JSON"),
    Column("hide_tally", Boolean, comment="whether it is hidden from those who have not voted"),
    Index("ix_dispute_opened_at_id", "opened_at", "id"),
    Index("ix_dispute_status_deadline", "status", "deadline"),
    Index("ix_dispute_status_opened_at_id", "status", "opened_at", "id"),
    Index("ix_dispute_ruleset_opened_at_id", "ruleset", "opened_at", "id"),
    Index("ix_dispute_opener_opened_at", "opener", "opened_at"),
)

vote = Table(
    "vote",
    metadata,
    Column("dispute", ID, ForeignKey("dispute.id"), primary_key=True),
    Column("voter", ID, primary_key=True, comment="the id of a token"),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="the last one counts"),
    Column("name", NAME, nullable=False),
    Column("choice", String(8), nullable=False, comment="legal, illegal or abstain"),
    Column("at", TIME, nullable=False),
    Column("named", ID, comment="the same for names that look alike"),
    Index("ix_vote_dispute_named", "dispute", "named"),
)

token = Table(
    "token",
    metadata,
    Column("id", ID, primary_key=True),
    Column("secret", String(71), nullable=False, unique=True, comment="the digest of its secret"),
    Column("name", NAME, nullable=False),
    Column("scope", String(8), nullable=False, comment="owner, editor or voter"),
    Column("subject", SUBJECT, nullable=False),
    Column("created_at", TIME, nullable=False),
    Column("created_by", NAME, nullable=False),
    Column("expires", TIME),
    Column("revoked_at", TIME),
    Column("invite", ID),
)

invite = Table(
    "invite",
    metadata,
    Column("id", ID, primary_key=True),
    Column("secret", String(71), nullable=False, unique=True, comment="the digest of its secret"),
    Column("scope", String(8), nullable=False),
    Column("subject", SUBJECT, nullable=False),
    Column("uses", Integer, nullable=False, comment="how many may still take it up"),
    Column("created_at", TIME, nullable=False),
    Column("created_by", NAME, nullable=False),
    Column("expires", TIME, nullable=False),
    Column("revoked_at", TIME),
    Column("maker", ID, comment="the id of the token it was made with"),
    Index("ix_invite_maker", "maker"),
)

game = Table(
    "game",
    metadata,
    Column("id", ID, primary_key=True),
    Column("number", Integer, nullable=False, comment="how often it was written: its revision"),
    Column("begun_at", TIME, nullable=False),
    Column("begun_by", NAME, nullable=False),
    Column("maker", ID, comment="the id of the token it was begun with"),
    Column("at", TIME, nullable=False, comment="when it was written last"),
    Column("sitting", Text, nullable=False, comment="all that was typed, as JSON"),
    Index("ix_game_maker_at", "maker", "at"),
)

game_list = Table(
    "game_list",
    metadata,
    Column("game", ID, ForeignKey("game.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("player", NAME, primary_key=True),
    Column("words", Text, nullable=False, comment="as they were typed"),
    Column("author", ID, comment="the id of the token it was written with"),
    Column("at", TIME, nullable=False),
)
"""The lists that players write on their own devices, until the round is counted."""

idempotency = Table(
    "idempotency",
    metadata,
    Column("token", ID, primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("request", String(71), nullable=False, comment="the digest of what was asked"),
    Column("status", Integer, nullable=False),
    Column("headers", Text, nullable=False, comment="as JSON"),
    Column("body", LargeBinary, nullable=False),
    Column("at", TIME, nullable=False),
    Index("ix_idempotency_at", "at"),
)
