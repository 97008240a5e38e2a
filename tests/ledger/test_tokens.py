"""Who may write: tokens, their scopes and subjects, and the invites that give them."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, insert, select, update

from adjudicator.errors import BadRecord, LimitReached, NotAllowed, UnknownRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.limits import Limits
from adjudicator.ledger.rights import SCOPES, Invite, Scope, Token, allows, present, require
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import dispute, metadata
from adjudicator.ledger.tokens import Tokens
from adjudicator.ledger.validation import moment
from tests.ledger.test_backup import add_dispute


def after(delay: timedelta) -> str:
    """The time after a while, as the ledger writes it."""
    return moment((datetime.now(UTC) + delay).isoformat())


NEXT_YEAR = after(timedelta(days=365))
LAST_YEAR = after(timedelta(days=-365))
VALUES = 30
"""Values that a statement of SQLite's takes in a test; otherwise it takes tens of thousands, and PostgreSQL 65,535."""


@pytest.fixture
def tokens(store: Store) -> Tokens:
    return Tokens(store)


def why(tokens: Tokens, secret: str) -> str:
    """Why the token with *secret* is refused."""
    with pytest.raises(NotAllowed) as refused:
        tokens.who(secret)
    return refused.value.why


def test_a_token_is_known_by_its_secret(tokens: Tokens) -> None:
    """What is made is found by its secret, with its times as the ledger writes them."""
    token, secret = tokens.create(
        "Ann's phone", "editor", "house:sunday", created_by="ann", expires=NEXT_YEAR
    )
    assert tokens.who(secret) == token
    assert (token.name, token.scope, token.subject) == ("Ann's phone", "editor", "house:sunday")
    assert (token.expires, token.revoked_at, token.invite) == (NEXT_YEAR, None, None)
    assert secret.startswith("adj_") and len(secret) > 40


def test_an_expiry_may_be_a_date(tokens: Tokens) -> None:
    """A date is its first moment in UTC, and a time of another zone is written in UTC."""
    by_date, _ = tokens.create("a", "voter", created_by="ann", expires="2999-03-01")
    by_time, _ = tokens.create("b", "voter", created_by="ann", expires="2999-03-01T01:00:00+02:00")
    assert by_date.expires == "2999-03-01T00:00:00.000000Z"
    assert by_time.expires == "2999-02-28T23:00:00.000000Z"


@pytest.mark.parametrize("secret", ["", "adj_", "adj_nobody's", "adj_\x00", "adj_\udcff", "é" * 5000])
def test_an_unknown_secret(tokens: Tokens, secret: str) -> None:
    """A secret that nobody was given is invalid, whatever is in it."""
    tokens.create("a", "voter", created_by="ann")
    assert why(tokens, secret) == "invalid"


def test_a_revoked_token(tokens: Tokens) -> None:
    """A revoked token is invalid from then on; revoking it again changes nothing."""
    token, secret = tokens.create("a", "voter", created_by="ann")
    revoked = tokens.revoke(token.id)
    assert why(tokens, secret) == "invalid"
    assert revoked.state(now()) == "revoked"
    assert tokens.revoke(token.id) == revoked


def test_an_expired_token(tokens: Tokens) -> None:
    """A token is invalid from the moment on that it expires at."""
    soon = after(timedelta(milliseconds=300))
    token, secret = tokens.create("a", "voter", created_by="ann", expires=soon)
    while now() < soon:
        pass
    assert why(tokens, secret) == "invalid"
    assert (token.state(LAST_YEAR), token.state(soon)) == ("active", "expired")


@pytest.mark.parametrize("id", ["nobody", "", "\x00", "x" * 5000, "é"])
def test_unknown_ids(tokens: Tokens, id: str) -> None:
    """What is not there cannot be revoked."""
    with pytest.raises(UnknownRecord) as token:
        tokens.revoke(id)
    with pytest.raises(UnknownRecord) as invite:
        tokens.revoke_invite(id)
    assert (token.value.kind, invite.value.kind) == ("token", "invite")


def test_all_faults_at_once(tokens: Tokens) -> None:
    """Every fault of a token or an invite is told, each with its place, and nothing is written."""
    with pytest.raises(BadRecord) as token:
        tokens.create(" ", "king", "house:No", created_by="x" * 101, expires="soon")
    with pytest.raises(BadRecord) as invite:
        tokens.invite("voter", "dispute:", 0, LAST_YEAR, "a\nb")
    with pytest.raises(BadRecord) as accepted:
        tokens.accept("adj_none", "")
    places = [[fault.split(":")[0] for fault in each.value.faults] for each in (token, invite, accepted)]
    assert places == [
        ["name", "created_by", "scope", "subject", "expires"],
        ["created_by", "subject", "uses", "expires"],
        ["name"],
    ]
    assert tokens.listing() == [] and tokens.invites() == []


@pytest.mark.parametrize("has", SCOPES)
@pytest.mark.parametrize("needs", SCOPES)
def test_scopes(has: Scope, needs: str) -> None:
    """An owner may do what an editor may, and an editor what a voter may, and not the other way."""
    token = Token("t", "ann", has, "*", NEXT_YEAR, "ann", None, None, None)
    assert allows(token, needs, "house:sunday") == (SCOPES.index(has) >= SCOPES.index(needs))


@pytest.mark.parametrize(
    ("has", "asked", "may"),
    [
        ("*", ("house:sunday",), True),
        ("house:sunday", ("house:sunday",), True),
        ("house:sunday", ("house:sunday-2",), False),
        ("house:sunday", ("*",), False),
        ("dispute:d1", ("dispute:d1", "house:sunday"), True),
        ("house:sunday", ("dispute:d1", "house:sunday"), True),
        ("house:monday", ("dispute:d1", "house:sunday"), False),
    ],
)
def test_subjects(has: str, asked: tuple[str, ...], may: bool) -> None:
    """A token is for its own subject, or for everything; of several subjects one is enough."""
    token = Token("t", "ann", "owner", has, NEXT_YEAR, "ann", None, None, None)
    assert allows(token, "voter", *asked) == may


def test_what_is_required() -> None:
    """No token and one that is not for this are told apart; the right one passes."""
    token = Token("t", "ann", "voter", "house:sunday", NEXT_YEAR, "ann", None, None, None)
    with pytest.raises(NotAllowed) as missing:
        present(None)
    with pytest.raises(NotAllowed, match="scope editor for house:sunday") as forbidden:
        require(token, "editor", "house:sunday")
    assert (missing.value.why, forbidden.value.why) == ("missing", "forbidden")
    assert present(token) == token
    require(token, "voter", "house:sunday")


def test_listing(tokens: Tokens) -> None:
    """Tokens and invites are listed, all or those for a subject, the oldest first."""
    first, _ = tokens.create("a", "voter", "house:sunday", created_by="ann")
    second, _ = tokens.create("b", "voter", created_by="ann")
    invite, _ = tokens.invite("voter", "house:sunday", 1, NEXT_YEAR, "ann")
    assert tokens.listing() == [first, second]
    assert tokens.listing("house:sunday") == [first]
    assert tokens.invites("house:sunday") == [invite] and tokens.invites("house:x\x00") == []


def test_secrets_are_not_stored(tokens: Tokens, store: Store) -> None:
    """No column of any table holds a secret."""
    _, first = tokens.create("a", "voter", created_by="ann")
    _, second = tokens.invite("voter", "*", 2, NEXT_YEAR, "ann")
    _, third = tokens.accept(second, "bob")
    with store.reading() as connection:
        written_down = str([connection.execute(select(table)).all() for table in metadata.sorted_tables])
    assert "bob" in written_down
    assert not any(secret in written_down for secret in (first, second, third))


def test_an_invite_is_taken_up(tokens: Tokens) -> None:
    """Who takes an invite up gets a token of its scope and subject that names the invite."""
    invite, secret = tokens.invite("editor", "house:sunday", 2, NEXT_YEAR, "ann")
    token, token_secret = tokens.accept(secret, "Bob")
    assert tokens.who(token_secret) == token
    assert (token.name, token.scope, token.subject) == ("Bob", "editor", "house:sunday")
    assert (token.created_by, token.invite) == ("ann", invite.id)
    assert [each.uses for each in tokens.invites()] == [1]


def test_an_invite_is_over(tokens: Tokens) -> None:
    """An invite that is revoked, used up or not there gives nothing; the tokens that it gave stay."""
    invite, secret = tokens.invite("voter", "*", 5, NEXT_YEAR, "ann")
    _, kept = tokens.accept(secret, "Bob")
    assert tokens.revoke_invite(invite.id).state(now()) == "revoked"
    _, once = tokens.invite("voter", "*", 1, NEXT_YEAR, "ann")
    tokens.accept(once, "Cy")
    for over in (secret, once, "adj_none", kept):
        with pytest.raises(UnknownRecord) as unknown:
            tokens.accept(over, "Dee")
        assert unknown.value.kind == "invite"
    assert tokens.who(kept).name == "Bob"
    assert [each.state(now()) for each in tokens.invites()] == ["revoked", "used"]


def test_an_invite_expires(tokens: Tokens) -> None:
    """An invite gives nothing from the moment on that it expires at."""
    soon = after(timedelta(milliseconds=300))
    _, secret = tokens.invite("voter", "*", 5, soon, "ann")
    while now() < soon:
        pass
    with pytest.raises(UnknownRecord):
        tokens.accept(secret, "Bob")


def test_an_invite_is_never_overdrawn(tokens: Tokens) -> None:
    """However many take an invite up at once, as many as it is for get a token."""
    _, secret = tokens.invite("voter", "*", 5, NEXT_YEAR, "ann")

    def accepted(number: int) -> bool:
        try:
            tokens.accept(secret, f"guest {number}")
        except UnknownRecord:
            return False
        return True

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(accepted, range(12))) == 5
    assert len(tokens.listing()) == 5
    assert tokens.invites()[0].uses == 0


def test_a_revoked_token_takes_its_invites_with_it(tokens: Tokens, store: Store) -> None:
    """The invites that a token made end with it, and nobody else's: not those of a namesake, nor those made on the command line."""
    ann, _ = tokens.create("Ann", "owner", "house:sunday", created_by="root")
    namesake, _ = tokens.create("Ann", "owner", "house:sunday", created_by="root")
    hers, _ = tokens.invite("editor", "house:sunday", 5, NEXT_YEAR, "Ann", maker=ann.id)
    elsewhere, _ = tokens.invite("voter", "dispute:d1", 5, NEXT_YEAR, "Ann", maker=ann.id)
    others, _ = tokens.invite("editor", "house:sunday", 5, NEXT_YEAR, "Ann", maker=namesake.id)
    older, _ = tokens.invite("editor", "house:sunday", 5, NEXT_YEAR, "Ann")
    by_hand, _ = tokens.invite("editor", "house:sunday", 5, NEXT_YEAR, "command line")
    tokens.revoke(ann.id)
    ended = {each.id for each in tokens.invites() if each.revoked_at}
    assert ended == {hers.id, elsewhere.id, older.id}
    assert {each.id for each in tokens.invites()} - ended == {others.id, by_hand.id}


def test_a_token_that_opened_very_many_disputes_is_revoked(tokens: Tokens, store: Store) -> None:
    """A token that has opened more disputes than a statement takes values is revoked, with the older invites to them and no others."""
    ann, _ = tokens.create("Ann", "voter", "house:sunday", created_by="root")
    with store.writing() as connection:
        add_dispute(connection, ann.id)
        connection.execute(update(dispute).values(opener=ann.id))
        kept = dict(connection.execute(select(dispute)).mappings().one())
        connection.execute(insert(dispute), [{**kept, "id": f"x{number}"} for number in range(2 * VALUES)])
    hers, _ = tokens.invite("voter", f"dispute:x{VALUES}", 5, NEXT_YEAR, "Ann")
    tokens.invite("voter", "dispute:d2", 5, NEXT_YEAR, "Ann")

    @event.listens_for(store.engine, "checkout")
    def few_values(connection: object, *_: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, VALUES)

    tokens.revoke(ann.id)
    assert [each.id for each in tokens.invites() if each.revoked_at] == [hers.id]


def test_how_many_invites_a_token_may_make(store: Store) -> None:
    """A token has only so many invites that can still be taken up; the error says which setting changes that."""
    tokens = Tokens(store, Limits(invites=2))

    def invited(maker: str | None = "t1") -> Invite:
        return tokens.invite("voter", "*", 1, NEXT_YEAR, "ann", maker=maker)[0]

    first = invited()
    invited()
    with pytest.raises(LimitReached, match=r"Invites of this token .*ADJUDICATOR_MAX_INVITES"):
        invited()
    invited("t2")
    invited(None)
    tokens.revoke_invite(first.id)
    invited()
