"""The care of the ledger, by whoever has the machine: it is opened, backed up, restored, migrated and verified."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from adjudicator.ledger import backup as backups
from adjudicator.ledger import verify as verifying
from adjudicator.ledger.backup import Restored
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.schema import latest
from adjudicator.ledger.store import Store, ledger_url, version_of
from adjudicator.ledger.store import migrate as migrate
from adjudicator.resources import Places


def opened() -> closing[Ledger]:
    """Open the ledger, to be closed at the end. Raises :class:`LedgerError`."""
    return closing(Ledger())


def name(places: Places | None = None) -> str:
    """Return which ledger it is that *places* name, by default the environment, for people: without its password. Raises :class:`LedgerError`."""
    return ledger_url(places).render_as_string()


def back_up(file: Path) -> dict[str, int]:
    """Back the ledger up into *file*, one of an older version, too; return how much of everything there is."""
    with closing(Store(older=True)) as store:
        return backups.backup(store, file)


def restore(file: Path, *, replace: bool) -> Restored:
    """Restore a backup into the ledger, which is made where it is not there; one that has something is replaced if that is said."""
    if replace or not Places.from_environment().has_ledger() or version_of() is None:
        migrate()
    with closing(Store()) as store:
        return backups.restore(store, file, replace=replace)


def back_up_before_migration() -> Path | None:
    """Back up a ledger that is about to be migrated; return the file, or None where nothing is to be lost."""
    if not Places.from_environment().has_ledger() or version_of() in (None, latest()):
        return None
    with closing(Store(older=True)) as store:
        return backups.backup_before(store)


def faults() -> list[str]:
    """Return everything that does not add up in the ledger."""
    with closing(Store()) as store:
        return verifying.verify(store)
