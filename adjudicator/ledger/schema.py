"""The version of the ledger's tables: what the migrations in ``db/migrations`` have brought a database to."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from adjudicator.errors import LedgerSchema
from adjudicator.resources import migrations_dir


def latest() -> str:
    """Return the version that this program reads and writes."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def version(connection: Connection) -> str | None:
    """Return the version of a database; None where it has no tables of the ledger."""
    return MigrationContext.configure(connection).get_current_revision()


def check(engine: Engine, *, create: bool) -> None:
    """Make sure that a database has the tables as this version knows them; make them in an empty one if *create*.

    Raises :class:`LedgerSchema` where it has others, or none.
    """
    with engine.connect() as connection:
        found = version(connection)
    wanted = latest()
    if found == wanted:
        return
    if found is None and create:
        migrate(engine)
        return
    if found is None:
        raise LedgerSchema("The ledger's database has no tables yet.", "Run `adjudicator ledger migrate`.")
    raise LedgerSchema(
        f"The ledger has version {found}; this program reads version {wanted}.",
        "Run `adjudicator ledger backup FILE`, then `adjudicator ledger migrate`; or use the version that wrote it.",
    )


def migrate(engine: Engine) -> str:
    """Bring a database to the latest version; return it. Several processes may do so at once: one does it, the others wait.

    Raises :class:`LedgerSchema` where a later version of the program has made it.
    """
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7240391)")
        config = _config()
        found = version(connection)
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if found is not None and found not in known:
            raise LedgerSchema(
                f"The ledger has version {found}, which this program does not know.",
                "Use the version that wrote it, or a later one.",
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return latest()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    return config
