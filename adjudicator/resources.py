"""Where things are: the read-only defaults that ship with the project, and the user's own data directory."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

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
EVIDENCE_FILES = "*.jsonl"
"""The files of answers in the folder of evidence, one a live dictionary."""


def _shipped_folder(name: str) -> Path:
    inside = PACKAGE / "_data" / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def config_dir() -> Path:
    """Return the folder of rulesets, sources and curated facts: inside the wheel, or ``config/`` of the checkout."""
    return _shipped_folder("config")


def db_dir() -> Path:
    """Return the folder of database schemas: inside the wheel, or ``db/`` of the checkout."""
    return _shipped_folder("db")


def migrations_dir() -> Path:
    """Return the folder of the ledger's migrations."""
    return db_dir() / "migrations"


class Places(NamedTuple):
    """Where somebody has their data. It is read from the environment once, at the edge, and carried from there: whatever is made with it
    keeps to it, whatever the environment says later. None of the folders need exist.
    """

    home: Path
    """The data directory."""
    evidence: Path
    """The folder of what live dictionaries have answered."""
    ledger: str
    """What names the ledger: a URL of SQLAlchemy's, which may have a password in it, or the path of an SQLite file."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Places:
        """Return the places that *environment* names, by default that of the process."""
        given = os.environ if environment is None else environment
        named, base = given.get(HOME_VARIABLE), given.get("XDG_DATA_HOME")
        if named:
            home = Path(named).expanduser()
        else:
            home = (Path(base) if base else Path.home() / ".local" / "share") / "adjudicator"
        evidence = given.get(EVIDENCE_VARIABLE)
        return cls(
            home,
            Path(evidence).expanduser() if evidence else home / "evidence",
            given.get(LEDGER_VARIABLE) or str(home / LEDGER_NAME),
        )

    @property
    def lexicon(self) -> Path:
        """The path of the lexicon that serves."""
        return self.home / LEXICON_NAME

    @property
    def rulesets(self) -> Path:
        """The folder of the user's own rulesets."""
        return self.home / "rulesets"

    def list_files(self) -> list[Path]:
        """Return the files of the dictionaries beside the lexicon: the user's own word lists, and live evidence. Each is named after its source."""
        return sorted([*(self.home / "lists").glob("*.sqlite"), *self.evidence.glob("*.sqlite")])

    def has_ledger(self) -> bool:
        """Return whether there is a ledger: asking for one in SQLite that is not there would make it. A server is taken at its name."""
        file = self.ledger_file
        return file is None or file.exists()  # a broken URL is opened in vain, and says why

    @property
    def ledger_file(self) -> Path | None:
        """The file of an SQLite ledger; None where its name is that of a server, or a broken one."""
        scheme, found, rest = self.ledger.partition("://")
        if not found:
            return None if is_broken_url(self.ledger) else Path(self.ledger)
        return Path(rest.removeprefix("/").partition("?")[0]) if scheme.startswith("sqlite") else None


def home() -> Path:
    """Return the data directory that the environment names now: for commands, which are an edge themselves."""
    return Places.from_environment().home


def lexicon_path() -> Path:
    """Return the path of the lexicon in that data directory."""
    return Places.from_environment().lexicon


_BROKEN_URL = re.compile(r"[A-Za-z][\w+.-]+:/|(postgres|postgresql|sqlite)(\+\w+)?:")


def is_broken_url(name: str) -> bool:
    """Return whether the *name* of a ledger looks like a URL but is not a valid one: no ledger is kept in a folder called ``postgresql:``."""
    return "://" not in name and bool(_BROKEN_URL.match(name))
