"""The migrations make exactly the tables that the program knows."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, create_engine

from adjudicator.errors import LedgerSchema
from adjudicator.ledger import schema
from adjudicator.ledger.store import Store, migrate
from adjudicator.ledger.tables import metadata
from adjudicator.resources import migrations_dir


def test_the_migrations_make_the_tables(store: Store) -> None:
    """A migrated database has the tables, columns, keys and indexes of the program, and no others."""
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_versions() -> None:
    """The versions that are known by the names of their files are those of the migrations, in the order in which they follow each other."""
    config = Config()
    config.set_main_option("script_location", str(migrations_dir()))
    scripts = ScriptDirectory.from_config(config)
    assert schema.versions() == [script.revision for script in scripts.walk_revisions()][::-1]


def test_the_version_needs_no_alembic(store_url: URL) -> None:
    """Who opens a ledger of the latest version does not wait for what migrates one to be imported."""
    asked = "import sys; from adjudicator.ledger.store import Store; Store().close(); print('alembic' in sys.modules)"
    named = {**os.environ, "ADJUDICATOR_LEDGER": store_url.render_as_string(hide_password=False)}
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, env=named, check=True
    )
    assert done.stdout == "False\n"


def test_migrating_again_changes_nothing(store_url: URL) -> None:
    """A ledger of the latest version stays as it is."""
    assert migrate(store_url) == schema.latest()


def test_many_migrate_at_once(empty_url: URL) -> None:
    """Several nodes that start together make the tables once."""
    with ThreadPoolExecutor(12) as threads:
        assert set(threads.map(migrate, [empty_url] * 12)) == {schema.latest()}
    Store(empty_url).close()


def test_without_tables(empty_url: URL) -> None:
    """An SQLite ledger needs no set-up; a PostgreSQL database without tables says how to make them."""
    if empty_url.get_backend_name() == "sqlite":
        Store(empty_url).close()
        return
    with pytest.raises(LedgerSchema, match="adjudicator ledger migrate"):
        Store(empty_url)


def test_another_version(store_url: URL) -> None:
    """A ledger of a version that this program does not know is not touched, nor migrated; the message names it."""
    engine = create_engine(store_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(LedgerSchema, match=rf"9999.*{schema.latest()}"):
        Store(store_url)
    with pytest.raises(LedgerSchema, match="9999"):
        migrate(store_url)
