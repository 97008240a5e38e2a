"""The version of the ledger's tables: what the migrations in ``db/migrations`` have brought a database to.

Alembic migrates; who only opens a ledger asks for its version without it, since it is slow to import. A migration's file is named by its
version: ``0003_growth.py``.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect

from adjudicator.errors import LedgerSchema
from adjudicator.resources import migrations_dir


def latest() -> str:
    """Return the version that this program reads and writes."""
    return versions()[-1]


def version(connection: Connection) -> str | None:
    """Return the version of a database; None where it has no tables of the ledger."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found


def check(engine: Engine, *, create: bool, older: bool = False) -> str:
    """Make sure that a database has the tables as this version knows them, or any *older* one if that will do; make them in an empty one
    if *create*. Return its version.

    Raises :class:`LedgerSchema` where it has others, or none.
    """
    with engine.connect() as connection:
        found = version(connection)
    if found is None and create:
        return migrate(engine)
    if found is None:
        raise LedgerSchema("The ledger's database has no tables yet.", "Run `adjudicator ledger migrate`.")
    if found not in versions():
        raise _newer(found)
    if found != latest() and not older:
        raise LedgerSchema(
            f"The ledger has version {found}; this program reads version {latest()}.",
            "Run `adjudicator ledger migrate`, which writes a backup first; or use the version that wrote it.",
        )
    return found


def check_same(connection: Connection, opened: str) -> None:
    """Make sure that a database still has the version that it was *opened* with. Raises :class:`LedgerSchema`."""
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found != opened:
        raise _newer(str(found))


def migrate(engine: Engine, *, to: str = "head") -> str:
    """Bring a database to the latest version, or the one that is given; return it. Several processes may do so at once: one does it, the
    others wait.

    Raises :class:`LedgerSchema` where a later version of the program has made it.
    """
    from alembic import command
    from alembic.config import Config

    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7240391)")
        found = version(connection)
        if found is not None and found not in versions():
            raise _newer(found)
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
        command.upgrade(config, to)
        return version(connection) or ""


def versions() -> list[str]:
    """Return every version that this program knows, from the first to the latest."""
    files = (migrations_dir() / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def _newer(found: str) -> LedgerSchema:
    return LedgerSchema(
        f"The ledger has version {found}, which is newer than version {latest()}, the last that this program knows.",
        "Use the version of the program that migrated it, or a later one; leave the ledger as it is.",
        newer=True,
    )
