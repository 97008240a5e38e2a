"""A backup is the whole ledger at one moment, and what is restored is that ledger again, on either database."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, MetaData, Table, create_engine, insert, select, update

from adjudicator.errors import LedgerDamaged, LedgerError, LedgerSchema, NotAllowed, RecordExists
from adjudicator.ledger import schema
from adjudicator.ledger.backup import backup, restore
from adjudicator.ledger.clock import now
from adjudicator.ledger.current import CurrentHouses
from adjudicator.ledger.drafts import Drafts
from adjudicator.ledger.games import Games
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.idempotency import Idempotency
from adjudicator.ledger.reviews import Reviews
from adjudicator.ledger.seasons import Seasons
from adjudicator.ledger.store import Store, migrate
from adjudicator.ledger.tables import dispute, house, metadata, ruling, token, vote
from adjudicator.ledger.tokens import Tokens
from adjudicator.ledger.validation import entry_from
from adjudicator.ledger.verify import verify
from adjudicator.ledger.voters import plain_name
from adjudicator.rules.house import Settings
from tests.conftest import BOTH
from tests.ledger.conftest import copied
from tests.ledger.postgres import database

Content = dict[str, list[tuple[object, ...]]]


def content(store: Store) -> Content:
    """Every row of every table, in the order of its key."""
    with store.reading() as connection:
        return {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in metadata.sorted_tables
        }


def add_dispute(connection: Connection, voter: str) -> None:
    """Write a dispute that was closed by one vote, as plain rows."""
    common = {"at": now(), "by": "ann", "ruleset": "boggle", "words": '["qi"]', "verdicts": "[]"}
    digests = {"lexicon": "sha256:a", "ruleset_digest": "sha256:b", "outcome": "null", "dispute": "d1"}
    rulings: list[dict[str, object]] = [
        {**common, **digests, "id": "r1", "kind": "verdict", "acceptable": False, "replaces": None},
        {**common, **digests, "id": "r2", "kind": "vote", "acceptable": True, "replaces": "r1"},
    ]
    connection.execute(insert(ruling), rulings)
    connection.execute(
        insert(dispute).values(
            id="d1", number=3, opened_at=now(), opened_by="ann", ruleset="boggle", words='["qi"]',
            context="{}", rule="{}", settle="vote", quorum=1, status="closed", ended_at=now(), ended_by="ann",
            verdict="r1", ruling="r2", precedent_slug="sunday", precedent_number=2,
        )
    )  # fmt: skip
    connection.execute(
        insert(vote).values(
            dispute="d1", voter=voter, number=2, name="Bob", choice="legal", at=now(), named=plain_name("Bob")
        )
    )


def fill(store: Store) -> None:
    """Write something into every table."""
    houses, tokens = Houses(store), Tokens(store)
    houses.create("sunday", Settings("Sunday ♥", "boggle", {}), "ann")
    entries = [
        entry_from({"word": word, "effect": "allow", "inflections": True}, author="ann", at=now())
        for word in ("yeet", "zoomer", "café")
    ]
    houses.edit("sunday", 1, {entry.key: entry for entry in entries}, "ann")
    houses.edit("sunday", 2, {"yeet": None}, "ann")
    houses.fork("sunday", "monday", "ann")
    _, secret = tokens.invite("voter", "*", 2, "2999-01-01", "ann")
    voter, _ = tokens.accept(secret, "Bob")
    with store.writing() as connection:
        add_dispute(connection, voter.id)
    Idempotency(store).once(voter.id, "k", "sha256:a", lambda: (201, {"A": "b"}, b"\x00\xff"))


NEWER = ("house_bulk", "house_draft", "game", "game_list", "season", "review")
"""Tables that the first version does not have."""


def sqlite(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def first_ledger(url: URL, folder: Path) -> Content:
    """Make a ledger of the first version at *url*, with something in every table; return what it has when it is brought to this one."""
    model = Store(sqlite(folder / "model.sqlite"))
    fill(model)
    migrate(url, to=schema.versions()[0])
    engine, tables = create_engine(url), MetaData()
    with engine.begin() as connection, model.reading() as source:
        tables.reflect(connection)
        for table in metadata.sorted_tables:
            if table.name not in tables.tables:
                continue
            columns = tables.tables[table.name].columns.keys()
            rows = [dict(row) for row in source.execute(select(table)).mappings()]
            known = [{name: value for name, value in row.items() if name in columns} for row in rows]
            connection.execute(insert(tables.tables[table.name]), known)
    engine.dispose()
    found = content(model)
    model.close()
    return found


def fill_wholly(url: URL) -> None:
    """Write something into every table of the ledger at *url*, a draft included."""
    with closing(Store(url)) as store:
        fill(store)
        Drafts(store).write({"yeet": None})
        Games(store).begin("g1", "{}", by="ann", maker=None)
        Games(store).write("g1", 1, "Bob", "plates", author=None)
        told = {"lexicon": "sha256:a", "ruleset_digest": "sha256:b"}
        Seasons(store).freezing("sunday", "2026", "2026", 2, "ann", **told, words=["café", "yeet"])()
        Reviews(store).take("sunday", "list", ["zoomer"], "ann")
        assert all(content(store).values())


@pytest.fixture(scope="session")
def filled_file(made_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with something in every table, to be copied."""
    path = Path(shutil.copy(made_file, tmp_path_factory.mktemp("filled") / "ledger.sqlite"))
    fill_wholly(sqlite(path))
    return path


@pytest.fixture(scope="session")
def filled_database(postgresql_url: URL, made_database: str) -> Iterator[str]:
    """The name of a database with something in every table, to be copied."""
    with database(postgresql_url, like=made_database) as url:
        fill_wholly(url)
        assert url.database
        yield url.database


@pytest.fixture
def filled(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A ledger with something in every table."""
    with (
        copied(kind, request, tmp_path / "ledger.sqlite", "filled") as url,
        closing(Store(url)) as store,
    ):
        yield store


@pytest.fixture(params=BOTH)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Another ledger, empty, on either database."""
    with (
        copied(request.param, request, tmp_path / "other.sqlite", "made") as url,
        closing(Store(url)) as store,
    ):
        yield store


def test_there_and_back(filled: Store, other: Store, tmp_path: Path) -> None:
    """A backup of either database, restored into either, is the same ledger, row by row, and adds up."""
    counts = backup(filled, tmp_path / "kept")
    assert restore(other, tmp_path / "kept").counts == counts
    assert content(other) == content(filled)
    assert counts == {name: len(rows) for name, rows in content(filled).items()}
    assert verify(filled) == verify(other) == []


def test_a_backup_is_one_file(filled: Store, tmp_path: Path) -> None:
    """Nothing is left beside the file, which is there whole; a file that is there already is not overwritten."""
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(filled, folder / "kept")
    assert [path.name for path in folder.iterdir()] == ["kept"]
    before = (folder / "kept").read_bytes()
    with pytest.raises(RecordExists):
        backup(filled, folder / "kept")
    assert (folder / "kept").read_bytes() == before


def test_what_is_there_is_not_lost(filled: Store, other: Store, tmp_path: Path) -> None:
    """A ledger with anything in it is replaced only when told so, and then wholly."""
    backup(filled, tmp_path / "kept")
    Houses(other).create("friday", Settings("Friday", "open", {}), "cy")
    before = content(other)
    with pytest.raises(RecordExists, match="--replace"):
        restore(other, tmp_path / "kept")
    assert content(other) == before
    restore(other, tmp_path / "kept", replace=True)
    assert content(other) == content(filled)


def test_what_was_read_before_is_not_shown(filled: Store, tmp_path: Path) -> None:
    """After a restore the restored list is shown, though its revision has the number of the one that was there."""
    backup(filled, tmp_path / "kept")
    current, houses = CurrentHouses(filled), Houses(filled)
    houses.restore("sunday", 3, 2, "ann")
    assert "yeet" in current.get("sunday").entries
    restore(filled, tmp_path / "kept", replace=True)
    houses.settings("sunday", 3, Settings("Another", "boggle", {}), "ann")
    latest = current.get("sunday")
    current.close()
    assert (latest.revision, latest.settings.title, "yeet" in latest.entries) == (4, "Another", False)


def test_a_ledger_in_use_is_a_backup_too(filled: Store, other: Store, tmp_path: Path) -> None:
    """The file of an SQLite ledger can be restored from while it is open, with what was written last."""
    backup(filled, tmp_path / "kept")
    with closing(sqlite3.connect(tmp_path / "kept")) as used:
        used.execute("PRAGMA journal_mode = WAL")
        used.execute("UPDATE token SET name = 'Robert'")
        used.commit()
        restore(other, tmp_path / "kept")
    assert [each.name for each in Tokens(other).listing()] == ["Robert"]


@pytest.mark.parametrize("kind", ["missing", "folder", "empty", "text", "another"])
def test_no_backup(store: Store, tmp_path: Path, kind: str) -> None:
    """What is no backup is refused with its name, and the ledger stays as it is."""
    file = tmp_path / "kept"
    if kind == "folder":
        file.mkdir()
    elif kind == "another":
        with closing(sqlite3.connect(file)) as made:
            made.execute("CREATE TABLE t (x)")
    elif kind != "missing":
        file.write_text("" if kind == "empty" else "no database at all, only text " * 100)
    with pytest.raises(LedgerError, match="kept is no backup of a ledger"):
        restore(store, file)
    assert not any(content(store).values())


def damaged(store: Store, file: Path, *statements: str) -> Path:
    """A backup in which somebody has changed something."""
    backup(store, file)
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return file


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE house_change SET reason = 'another'", "its digest is not that of its content"),
        ("DELETE FROM house_entry WHERE key = 'cafe'", "entry cafe"),
        ("DELETE FROM ruling WHERE id = 'r1'", "names a ruling that is not there"),
        ("UPDATE house_revision SET overrides = '{'", "house list sunday: its history cannot be read"),
    ],
)
def test_a_damaged_backup(filled: Store, other: Store, tmp_path: Path, statement: str, said: str) -> None:
    """A backup that does not add up is refused with its faults, and nothing of it is restored."""
    with pytest.raises(LedgerDamaged, match=said):
        restore(other, damaged(filled, tmp_path / "kept", statement))
    assert not any(content(other).values())


def test_an_earlier_version(other: Store, tmp_path: Path) -> None:
    """A backup that the first version has made is brought to this version while it is restored."""
    written = first_ledger(sqlite(tmp_path / "first.sqlite"), tmp_path)
    restore(other, tmp_path / "first.sqlite")
    assert content(other) == written


def test_a_later_version(filled: Store, other: Store, tmp_path: Path) -> None:
    """A backup that a later version has made is refused."""
    file = damaged(filled, tmp_path / "kept", "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LedgerSchema, match="9999"):
        restore(other, file)


def test_what_only_one_database_takes(
    filled: Store, postgresql_url: URL, made_database: str, tmp_path: Path
) -> None:
    """A backup that the other database cannot take is refused with a reason, and nothing of it is restored."""
    file = damaged(filled, tmp_path / "kept", f"UPDATE token SET name = '{'x' * 200}'")
    with database(postgresql_url, like=made_database) as url:
        other = Store(url)
        with pytest.raises(LedgerDamaged, match="too long"):
            restore(other, file)
        assert not any(content(other).values())
        other.close()


@pytest.mark.parametrize(
    ("table", "values", "said"),
    [
        (vote, {"voter": "nobody"}, "vote: its voter 'nobody' is not there"),
        (token, {"invite": "none"}, "token: its invite 'none' is not there"),
        (ruling, {"dispute": "none"}, "ruling: its dispute 'none' is not there"),
        (ruling, {"replaces": "none"}, "ruling: its replaces 'none' is not there"),
        (ruling, {"verdicts": "["}, "ruling r1: its verdicts cannot be read"),
        (dispute, {"rule": "x"}, "dispute d1: its rule cannot be read"),
        (dispute, {"status": "lost"}, "dispute d1: has no such state"),
        (dispute, {"status": "open"}, "dispute d1: is open, but has an end"),
        (dispute, {"ended_at": None}, "dispute d1: is over, but has no end"),
        (dispute, {"ruling": None}, "dispute d1: is closed without a ruling"),
        (dispute, {"number": 1}, "dispute d1: has votes that it did not count"),
        (dispute, {"precedent_number": 9}, "dispute d1: is a precedent of no revision"),
        (house, {"head": 9}, "house list monday, its latest revision is 1, not 9"),
    ],
)
def test_faults_are_found(filled: Store, table: Table, values: dict[str, object], said: str) -> None:
    """Every reference that leads nowhere and every state that contradicts itself is told."""
    with filled.writing() as connection:
        connection.execute(update(table).values(values))
    assert said in verify(filled)


def test_a_damaged_file(tmp_path: Path) -> None:
    """SQLite's own check of its file, and of its foreign keys, is a part of it."""
    store = Store(URL.create("sqlite", database=str(tmp_path / "ledger.sqlite")))
    fill(store)
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as connection:
        connection.execute("DELETE FROM house_entry")
        connection.execute("DELETE FROM dispute")
        connection.commit()
    faults = verify(store)
    store.close()
    assert "vote, row 1: names a dispute that is not there" in faults
    assert "house list sunday, entry cafe: is not what the history says" in faults


def test_what_people_did_is_the_owners_alone(tmp_path: Path) -> None:
    """A ledger and its backups have names, votes and reasons: other accounts of the machine cannot read them."""
    path = tmp_path / "made" / "deeper" / "ledger.sqlite"
    with closing(Store(URL.create("sqlite", database=str(path)))) as store:
        Tokens(store).create("Anna", "owner", created_by="test")
        backup(store, path.with_name("kept"))
        found = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    assert {"ledger.sqlite", "kept"} <= found.keys()
    assert set(found.values()) == {0o600}
    assert {each.stat().st_mode & 0o777 for each in (path.parent, path.parent.parent)} == {0o700}


def test_a_ledger_keeps_the_rights_that_it_was_given(tmp_path: Path) -> None:
    """Who shares a ledger with a group has said so."""
    path = tmp_path / "ledger.sqlite"
    path.touch()
    path.chmod(0o660)
    with closing(Store(URL.create("sqlite", database=str(path)))):
        assert path.stat().st_mode & 0o777 == 0o660


def test_a_restore_brings_no_token_back(store: Store, tmp_path: Path) -> None:
    """Whoever was thrown out since the backup stays out, and an invite that was taken up cannot be taken up again."""
    tokens = Tokens(store)
    gone, secret = tokens.create("Eve", "owner", created_by="test")
    kept, _ = tokens.create("Anna", "owner", created_by="test")
    once, once_secret = tokens.invite("voter", "*", 1, LATER, "test")
    ended, _ = tokens.invite("voter", "*", 1, LATER, "test")
    backup(store, tmp_path / "kept")
    tokens.revoke(gone.id)
    tokens.revoke_invite(ended.id)
    tokens.accept(once_secret, "Ben")
    told = restore(store, tmp_path / "kept", replace=True)
    assert (told.tokens, told.invites, told.kept_out) == (1, 0, 3)
    at = now()
    states = {each.id: each.state(at) for each in tokens.listing()}
    states |= {each.id: each.state(at) for each in tokens.invites()}
    assert states == {gone.id: "revoked", kept.id: "active", once.id: "used", ended.id: "revoked"}
    with pytest.raises(NotAllowed, match="revoked"):
        tokens.who(secret)


LATER = "2099-01-01T00:00:00.000000Z"
