"""Seasons: a revision of a house list frozen under a name, and what has changed of its verdicts since. Start at :func:`freezing`.

*by* is whoever acts; every act raises :class:`NotAllowed` where they may not, and :class:`UnknownRecord` for what is not there.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.cache import LRUCache
from adjudicator.ledger.seasons import Season as Season
from adjudicator.rules.house import PREFIX, Address

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.judging.service import Adjudicator
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.usecases.writers import Writer

_CHANGED: LRUCache[str, list[Shift]] = LRUCache(32 << 20)


class Shift(NamedTuple):
    """A word that is judged otherwise than when a season was frozen."""

    key: str
    was_legal: bool
    """Whether it was legal then; which code it had, nobody has kept."""
    code: str
    """That of now."""


def freezing(
    adjudicator: Adjudicator, slug: str, name: str, *, by: Writer, id: str = "", number: int | None = None
) -> Callable[[], Season]:
    """Return what freezes a revision of a list, by default the latest, under a *name*; its *id* is made of that unless it is given. Which words
    are legal is worked out before.

    Raises :class:`RecordExists`, :class:`BadRecord`, and :class:`ListArchived` for a list that is put away.
    """
    by.must("owner", PREFIX + slug)
    name = name.strip()
    number = adjudicator.ledger.houses.revision(slug, number).number
    bench = adjudicator.under(str(Address(slug, number)))
    return adjudicator.ledger.seasons.freezing(
        slug,
        id.strip() or slug_of(name),
        name,
        number,
        by.name,
        lexicon=bench.lexicon_digest,
        ruleset_digest=bench.ruleset_digest,
        words=bench.legal_keys(),
    )


def slug_of(title: str) -> str:
    """Return the short name that a list or season of this *title* gets by default; it may be empty."""
    folded = unicodedata.normalize("NFKD", title).casefold()
    plain = (
        char if char.isascii() and char.isalnum() else " "
        for char in folded
        if not unicodedata.combining(char) and char not in "'’"
    )
    return "-".join("".join(plain).split())[:64].rstrip("-")


def seasons(ledger: Ledger, slug: str) -> list[Season]:
    """Return the seasons of a list, the latest first."""
    return ledger.seasons.all(slug)


def season(ledger: Ledger, slug: str, id: str) -> Season:
    """Return a season of a list."""
    return ledger.seasons.get(slug, id)


def changed(adjudicator: Adjudicator, found: Season) -> list[Shift]:
    """Return the words whose verdict by the revision of a season is another one than when it was frozen, in order: the lexicon or a rulebook
    is another, or an entry has run out.
    """
    bench = adjudicator.under(str(Address(found.slug, found.number)))
    name = f"{found.slug} {found.id} {found.at} {bench.mark}"
    known = _CHANGED.get(name)
    if known is None:
        compiled, before = bench.compiled, {*adjudicator.ledger.seasons.words(found.slug, found.id)}
        known = [
            Shift(key, key in before, compiled.code(key)) for key in sorted(before ^ {*compiled.legal_keys()})
        ]
        _CHANGED.put(name, known, 1_000 + 300 * len(known))
    return known
