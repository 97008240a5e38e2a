"""What somebody rough would type: into a ledger beforehand, and into every field of a page. :mod:`.test_markup` says what must come of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import Entry, Settings
from adjudicator.usecases import disputes
from adjudicator.usecases.writers import Writer
from tests.sample import HOUSES, SLUGS, Sample, make, make_games

SUM = 69_999_937
"""What a template engine would make of the braces in :data:`MARKUP`."""
MARKUP = (
    "javascript:alert(2)//\"'></title></textarea><img src=x onerror=alert(1)>{{9999991*7}}\u05d0\u05d1ABC"
)
"""Runs as an address, breaks out of attributes and elements, asks a template engine to reckon, and is written from right to left."""
TURNED = f"{MARKUP}\u202eABC"
"""The same, with a character that turns the direction of all that follows: nothing of it is kept."""
WORD = "<img src=x onerror=alert(document)>"
"""The same as a word of a list, which may have any sign but a digit."""
LONG = "W" * 99
"""Wider than any screen, without a place to break."""
VALID = {
    "word": "zax",
    "words": "zax",
    "challenge-word": "plates",
    "until": "2099-01-01",
    "expires": "2099-01-01",
    "overrides": "[length]\nmin = 3\n",
    "board": "PERS/LATG/SINE/TERS",
    "rows": "CAT\nO..\nT..",
    "owners": "rrr\nb..\nb..",
    "list": "plates\nsaint",
    "starting_word": "cat",
    "content": "zax\nyeet",
    "quorum": "1",
    "uses": "5",
    "hours": "5",
    "minutes": "5",
    "length": "3",
    "target": "50",
}
"""Fields that must hold something particular for their form to be taken; every other one that people type in is rough all the same."""


def make_rough(path: Path) -> Sample:
    """Make a sample whose every free text is :data:`MARKUP` or :data:`LONG`."""
    sample = make(path)
    with closing(Ledger(URL.create("sqlite", database=str(path)))) as ledger:
        overrides = {
            "title": MARKUP,
            "rulebook": LONG,
            "cites": {"too-short": MARKUP, "proper-noun": LONG},
            "challenge": {"title": MARKUP, "source": LONG, "quorum": 2},
            "examples": {"trig": {"legal": False, "says": MARKUP}, "zed": {"legal": True, "says": LONG}},
        }
        for slug, title in zip(SLUGS, (MARKUP, LONG), strict=True):
            ledger.houses.settings(slug, None, Settings(title, "boggle", overrides), MARKUP, MARKUP)
            for word in (WORD, "qz" * 40, "zoo"):
                ledger.houses.edit(slug, None, _entry(word), LONG, LONG)
        with closing(Adjudicator(ledger=ledger)) as adjudicator:
            opened = [_dispute(ledger, adjudicator, ruleset) for ruleset in (*HOUSES, HOUSES[0])]
            ledger.disputes.close(opened[-1], None, MARKUP)
            disputes.set_precedent(ledger, opened[-1], SLUGS[0], None, MARKUP, by=Writer(MARKUP))
        ledger.tokens.create(LONG, "voter", HOUSES[0], created_by=MARKUP)
        make_games(ledger, MARKUP, LONG, words=f"plates {MARKUP} {LONG}")
    sample.open_disputes.extend(opened[:-1])
    sample.closed_disputes.append(opened[-1])
    return sample


def _entry(word: str) -> dict[str, Entry | None]:
    from adjudicator.ledger.validation import entry_from

    sent: dict[str, Any] = {"word": word, "effect": "deny", "reason": MARKUP + LONG}
    entry = entry_from(sent, author=MARKUP, at="2026-03-01T12:00:00.000000Z")
    return {entry.key: entry}


def _dispute(ledger: Ledger, adjudicator: Adjudicator, ruleset: str) -> str:
    context = Context(player=MARKUP, challenger=LONG)
    found = disputes.open_dispute(
        adjudicator, [WORD], ruleset, by=Writer(MARKUP), context=context, settle="vote"
    )
    for name, choice in ((MARKUP, "legal"), (LONG, "legal")):
        token, _ = ledger.tokens.create(name, "voter", ruleset, created_by=name)
        ledger.disputes.vote(found.id, token.id, name, choice)
    return found.id
