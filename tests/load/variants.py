"""Two lexicons that differ in a tenth of the legal words, and what each is known to answer. Start at :func:`two_lexicons`."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from adjudicator.ingest.misspelt import misspelt_of
from adjudicator.ingest.sealing import graph_of, seal_rest, seal_rows
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import MISSPELT, PROFILES
from adjudicator.lexicon.seals import seal_file
from adjudicator.resources import HOME_VARIABLE

RULESET, OTHER = "boggle", "open"
TAKEN_OUT = 0.1


class Known(NamedTuple):
    """What one lexicon answers, as the service says it without a server."""

    legal: frozenset[str]
    in_order: list[str]
    differences: list[dict[str, str]]


class Lexicons(NamedTuple):
    """The files of the two lexicons, their digests in the same order, and what each is known to answer."""

    files: tuple[Path, Path]
    digests: tuple[str, str]
    known: Mapping[str, Known]

    def words(self) -> list[str]:
        """Return words to ask for: every legal one, and half as many that no lexicon has."""
        legal = [known.in_order for known in self.known.values()]
        words = sorted(set().union(*legal))
        return words + [word[::-1] + "qx" for word in words[::2]]


@contextmanager
def home_at(folder: Path) -> Iterator[Path]:
    """Make *folder* the data directory of this process and of those it starts within the block."""
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = str(folder)
    try:
        yield folder
    finally:
        if before is None:
            del os.environ[HOME_VARIABLE]
        else:
            os.environ[HOME_VARIABLE] = before


def two_lexicons(source: Path, folder: Path) -> Lexicons:
    """Return the lexicon *source* and one that lacks a tenth of its legal words, both written to *folder*."""
    whole, lacking = folder / "whole.sqlite", folder / "lacking.sqlite"
    shutil.copyfile(source, whole)
    shutil.copyfile(source, lacking)
    adjudicator = Adjudicator(whole)
    legal = list(adjudicator.under(RULESET).legal_keys())
    adjudicator.close()
    _take_out(lacking, random.Random(1).sample(legal, max(1, int(len(legal) * TAKEN_OUT))))
    known = dict(_known(path) for path in (whole, lacking))
    first, second = known
    return Lexicons((whole, lacking), (first, second), known)


def _take_out(path: Path, words: Sequence[str]) -> None:
    """Make the lexicon at *path* one that never had *words*, with a digest of its own."""
    db = sqlite3.connect(path)
    with db:
        gone = [(word,) for word in words]
        db.executemany("DELETE FROM word WHERE key = ?", gone)
        db.executemany("DELETE FROM reading WHERE key = ?", gone)
        for name, graph in ((PROFILES, graph_of(db)), (MISSPELT, misspelt_of(db))):
            db.execute("UPDATE graph SET data = ? WHERE name = ?", (graph.tobytes(), name))
        (digest,) = db.execute("SELECT value FROM meta WHERE name = 'digest'").fetchone()
        other = hashlib.sha256("\n".join([digest, *words]).encode()).hexdigest()
        db.execute("UPDATE meta SET value = ? WHERE name = 'digest'", (f"sha256:{other}",))
        seal_rows(db)
        seal_rest(db)
    db.close()
    seal_file(path)


def _known(path: Path) -> tuple[str, Known]:
    adjudicator = Adjudicator(path)
    legal = list(adjudicator.under(RULESET).legal_keys())
    differences = [each._asdict() for each in adjudicator.under(RULESET).diff(adjudicator.under(OTHER))]
    digest = adjudicator.lexicon.digest
    adjudicator.close()
    return digest, Known(frozenset(legal), legal, differences)
