"""What the commands share that write the ledger: the open ledger, who writes, and numbers as people type them."""

from __future__ import annotations

import argparse
import getpass
from contextlib import closing

from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.types import Ledger
from adjudicator.usecases.upkeep import opened as opened
from adjudicator.usecases.writers import Writer

DIGITS = 9
"""Digits of the largest number that is taken."""


def judging(ledger: Ledger) -> closing[Adjudicator]:
    """Open the lexicon over *ledger*, to be closed at the end. Raises :class:`LexiconError`."""
    return closing(Adjudicator(ledger=ledger))


def writer(named: str | None) -> Writer:
    """Return the author of a change: the one *named*, or else the user who is logged in. Raises :class:`AdjudicatorError` without either."""
    if named is not None:
        return Writer(named.strip())
    try:
        return Writer(getpass.getuser())
    except (KeyError, OSError):
        raise AdjudicatorError("Nobody is logged in here by name.", "Say who it is with --by NAME.") from None


def number(text: str, what: str) -> int:
    """Return the number that is typed as *what*, from 0. Raises :class:`AdjudicatorError`."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise AdjudicatorError(
            f"{what} takes a whole number, not {quote(text)}.", f"It has at most {DIGITS} digits."
        )
    return int(text)


def optional(text: str | None, what: str) -> int | None:
    """Return the number that is typed as *what*, or None where nothing is. Raises :class:`AdjudicatorError`."""
    return None if text is None else number(text, what)


def expected(options: argparse.Namespace) -> int | None:
    """Return the revision that a change is to be made from; None for whatever there is. Raises :class:`AdjudicatorError`."""
    return optional(options.expect, "--expect")


def pair(text: str, what: str) -> tuple[str, str]:
    """Return the name and the value of ``NAME=VALUE``, typed as *what*. Raises :class:`AdjudicatorError` where it is none."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise AdjudicatorError(f"{what} takes NAME=VALUE, not {quote(text)}.", "Put = between the two.")
    return name, value


def moment(at: str) -> str:
    """Return a time of the ledger's as people read it."""
    return f"{at[:10]} {at[11:16]} UTC"


def count_text(count: int, one: str, many: str) -> str:
    """Return *count* with the word for what is counted."""
    return f"{count:,} {one if count == 1 else many}"
