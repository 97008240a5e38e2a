"""Lists, of a lexicon, spellings that stand for themselves and keys that have another one elsewhere.

The rows are not held against their seals one by one: each is a question to :meth:`adjudicator.lexicon.reader.Lexicon.evidence`, which does that.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.spelling import has_apostrophe
from adjudicator.lexicon.reader import Lexicon


def with_apostrophe(lexicon: Lexicon) -> Iterator[str]:
    """Yield every spelling with an apostrophe in it, in order."""
    with lexicon.reading() as db:
        rows = db.execute("SELECT DISTINCT display FROM reading WHERE display IS NOT NULL").fetchall()
    yield from sorted(display for (display,) in rows if has_apostrophe(display))


def with_counterparts(lexicon: Lexicon) -> list[str]:
    """Return every key that is spelled otherwise in another region, in order."""
    with lexicon.reading() as db:
        rows = db.execute("SELECT key FROM word WHERE counterparts IS NOT NULL ORDER BY key").fetchall()
    return [key for (key,) in rows]
