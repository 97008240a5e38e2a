"""The adjudicator that a request talks to: one a thread, opened when first asked for.

A lexicon connection must not serve two threads at once, so each thread has its own. Nothing is opened before
the first request: an application without a lexicon starts, says so, and answers as soon as there is one. A
rebuilt lexicon is another file in the same place; the next request of each thread notices and opens that one.
"""

from __future__ import annotations

import re
import threading
from pathlib import Path

from flask import current_app

from adjudicator.errors import LexiconMissing, RulesetInvalid, UnknownRuleset
from adjudicator.resources import lexicon_path
from adjudicator.rules.ruleset import Ruleset
from adjudicator.service import Adjudicator

EXTENSION = "adjudicator"
RULESET_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""What names a ruleset from outside. No slash and no dot: nobody reads the server's files by naming them."""


class Adjudicators(threading.local):
    """Opens the lexicon at *path* (by default the built one) once a thread."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._open: tuple[tuple[int, int], Adjudicator] | None = None

    def current(self) -> Adjudicator:
        """Return this thread's adjudicator. Raises :class:`LexiconError` where no lexicon can be used."""
        path = self._path or lexicon_path()
        try:
            stat = path.stat()
        except OSError:
            stat = None
        if stat is None:
            raise LexiconMissing(
                "This server has no lexicon yet.",
                "Run `adjudicator build` on it (in a checkout: `make setup`).",
            )
        version = (stat.st_ino, stat.st_mtime_ns)
        if self._open is None or self._open[0] != version:
            if self._open is not None:
                self._open[1].close()
                self._open = None
            self._open = (version, Adjudicator(path))
        return self._open[1]


def adjudicator() -> Adjudicator:
    """Return the adjudicator for the request at hand."""
    adjudicators: Adjudicators = current_app.extensions[EXTENSION]
    return adjudicators.current()


def ruleset(name: str) -> Ruleset:
    """Return the ruleset with the id *name*; a path names none here. Raises :class:`UnknownRuleset`."""
    service = adjudicator()
    if RULESET_ID.fullmatch(name):
        try:
            return service.ruleset(name)
        except UnknownRuleset:
            pass
    raise UnknownRuleset(
        "There is no such ruleset.", f"Known are: {', '.join(each.id for each in rulesets())}."
    )


def rulesets() -> list[Ruleset]:
    """Return every ruleset that can be read, by id; one with faults is left out here and named in the log."""
    service = adjudicator()
    found: list[Ruleset] = []
    for name in service.ruleset_ids():
        if not RULESET_ID.fullmatch(name):
            continue
        try:
            found.append(service.ruleset(name))
        except (RulesetInvalid, UnknownRuleset) as error:
            current_app.logger.warning("left out: %s", error)
    return found
