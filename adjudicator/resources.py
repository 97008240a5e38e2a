"""Where things are: the read-only defaults that ship with the project, and the user's own data directory."""

from __future__ import annotations

import os
import re
from pathlib import Path

HOME_VARIABLE = "ADJUDICATOR_HOME"
LEDGER_VARIABLE = "ADJUDICATOR_LEDGER"
EVIDENCE_VARIABLE = "ADJUDICATOR_EVIDENCE"
VARIABLES = {
    HOME_VARIABLE: "the data directory (unset: `adjudicator` in `XDG_DATA_HOME`, or in `~/.local/share`)",
    LEDGER_VARIABLE: "the ledger: the path of an SQLite file, or `postgresql://USER:PASSWORD@HOST/DATABASE` (unset: `ledger.sqlite` in the data directory)",
    EVIDENCE_VARIABLE: "the folder of answers from live dictionaries (unset: `evidence/` in the data directory)",
}
"""Variable → what it sets, for every command."""
PACKAGE = Path(__file__).parent
"""Where the code is."""
LEXICON_NAME = "lexicon.sqlite"
LEDGER_NAME = "ledger.sqlite"


def _shipped(name: str) -> Path:
    inside = PACKAGE / "_data" / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def config_dir() -> Path:
    """Return the folder of rulesets, sources and curated facts: inside the wheel, or ``config/`` of the checkout."""
    return _shipped("config")


def db_dir() -> Path:
    """Return the folder of database schemas: inside the wheel, or ``db/`` of the checkout."""
    return _shipped("db")


def migrations_dir() -> Path:
    """Return the folder of the ledger's migrations."""
    return db_dir() / "migrations"


def home() -> Path:
    """Return the user's data directory: ``ADJUDICATOR_HOME``, or the platform's usual place. It need not exist."""
    named = os.environ.get(HOME_VARIABLE)
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "adjudicator"


def lexicon_path() -> Path:
    """Return the path of the lexicon that serves."""
    return home() / LEXICON_NAME


def ledger_name() -> str:
    """Return what names the ledger: a URL of SQLAlchemy's, or the path of an SQLite file, by default one in the data directory."""
    return os.environ.get(LEDGER_VARIABLE) or str(home() / LEDGER_NAME)


_BROKEN_URL = re.compile(r"[A-Za-z][\w+.-]+:/|(postgres|postgresql|sqlite)(\+\w+)?:")


def is_broken_url(name: str) -> bool:
    """Return whether the *name* of a ledger is meant for a URL, but is none: nobody keeps one in a folder called ``postgresql:``."""
    return "://" not in name and bool(_BROKEN_URL.match(name))


def has_ledger() -> bool:
    """Return whether there is a ledger: asking for one in SQLite that is not there would make it. A server is taken at its name."""
    name = ledger_name()
    scheme, found, rest = name.partition("://")
    if not found:
        return is_broken_url(name) or Path(name).exists()  # the former is opened in vain, and says why
    return not scheme.startswith("sqlite") or Path(rest.removeprefix("/").partition("?")[0]).exists()


def evidence_dir() -> Path:
    """Return the folder of what live dictionaries have answered: ``ADJUDICATOR_EVIDENCE``, or one in the data directory."""
    named = os.environ.get(EVIDENCE_VARIABLE)
    return Path(named).expanduser() if named else home() / "evidence"


def list_files() -> list[Path]:
    """Return the files of the dictionaries beside the lexicon: the user's own word lists, and live evidence. Each is named after its source."""
    return sorted([*(home() / "lists").glob("*.sqlite"), *evidence_dir().glob("*.sqlite")])
