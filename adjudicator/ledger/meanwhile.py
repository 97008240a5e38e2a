"""What others have changed since somebody looked: who changes other words never stands in their way. Start at :func:`must_be_as_seen`."""

from __future__ import annotations

from sqlalchemy import Connection

from adjudicator.core.spelling import quote
from adjudicator.errors import StaleRevision
from adjudicator.ledger.past import changes_between, entries_at, entries_of
from adjudicator.ledger.records import must_have_been
from adjudicator.ledger.revisions import Changes, Point, Revision, same

NAMED = 5
"""Words that a sentence names."""


def must_be_as_seen(connection: Connection, head: Revision, seen: int, changes: Changes) -> None:
    """Raise :class:`StaleRevision` where the list that *head* is the latest revision of says something else of a word in *changes* than it
    said at revision *seen*; unless it says by now what the changes want of it.

    Raises :class:`UnknownRecord` where the list never had that revision.
    """
    slug = head.slug
    if seen == head.number:
        return
    must_have_been(seen, head.number, f"The house list {quote(slug)}")
    since = {key for _, key, _ in changes_between(connection, slug, seen, head.number, changes)}
    if not since:
        return
    then, now = entries_at(connection, Point(slug, seen), since), entries_of(connection, slug, since)
    apart = sorted(
        key for key in since if not same(then.get(key), now.get(key)) and not same(now.get(key), changes[key])
    )
    if apart:
        named = ", ".join(apart[:NAMED]) + (f" and {len(apart) - NAMED:,} more" if apart[NAMED:] else "")
        raise StaleRevision(
            f"The house list {quote(slug)} says something else of {named} than at revision {seen}.",
            "Nothing was written. Look at what was changed, and try again with the revision that it has now.",
            head.number,
            apart,
        )
