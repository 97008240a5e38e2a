"""Live dictionaries, asked over whichever interface. Start at :func:`ask`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.runtime.current import places
from adjudicator.usecases.evidence import Evidence, site_of
from adjudicator.usecases.houses import word_of

if TYPE_CHECKING:
    from adjudicator.lexicon.answers import Item
    from adjudicator.usecases.writers import Writer


def ask(site: str, word: str, *, by: Writer) -> Item:
    """Ask the live dictionary that *site* means for a word, keep what it answers, and return it.

    Raises :class:`NotAllowed`, :class:`BadWord`, :class:`UnknownSite`, :class:`LiveError`.
    """
    by.must_everywhere("editor")
    return Evidence(places().evidence).fetch(site_of(site), word_of(word))
