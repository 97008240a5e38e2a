"""House lists: what anybody may read of them, and each way to change one. Start at :func:`edit`.

*by* is whoever acts; every act raises :class:`NotAllowed` where they may not, :class:`UnknownRecord` for what is not there, and what
:class:`adjudicator.ledger.houses.Houses` raises. *expected* is the revision that a change is made from, None for whatever there is:
:class:`StaleRevision` where the list has another by now. Spaces around a title, a reason or a note are nobody's.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import BadRecord, BadWord
from adjudicator.ledger.chronicle import WordChange as WordChange
from adjudicator.ledger.clock import now as now
from adjudicator.ledger.deeds import Unchanged
from adjudicator.ledger.names import FormerName as FormerName
from adjudicator.ledger.revisions import Difference, must_have
from adjudicator.ledger.revisions import Revision as Revision
from adjudicator.ledger.revisions import same as same
from adjudicator.ledger.validation import entry_from
from adjudicator.rules.house import PREFIX, Address, Entry, HouseList, Settings
from adjudicator.rules.ruleset import without_nulls

if TYPE_CHECKING:
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.ledger.merge import Merge, Side
    from adjudicator.usecases.writers import Writer


def lists(ledger: Ledger) -> list[Revision]:
    """Return the latest revision of every list, sorted by slug."""
    return ledger.houses.lists()


def settings_of(ledger: Ledger, limit: int, slugs: Iterable[str] | None = None) -> list[tuple[str, Settings]]:
    """Return the settings of at most *limit* lists by slug, without reading what they say; with *slugs* of those alone."""
    return ledger.current.settings(limit, slugs)


def revision(ledger: Ledger, slug: str, number: int | None = None) -> Revision:
    """Return a revision of a list, by default the latest."""
    return ledger.houses.revision(slug, number)


def contents(
    ledger: Ledger, slug: str, number: int | None = None, keys: Iterable[str] | None = None
) -> HouseList:
    """Return what a list says, now or at a revision; of a revision perhaps with the entries of some *keys* alone."""
    return ledger.current.get(slug) if number is None else ledger.houses.at(slug, number, keys)


def entry(ledger: Ledger, slug: str, word: str) -> tuple[Entry, int]:
    """Return the entry of a word and the revision that has it. Raises :class:`BadWord`, and :class:`UnknownRecord` where the list has none
    for the word itself, even where another entry covers it.
    """
    house, key = contents(ledger, slug), key_of(word_of(word))
    must_have(slug, house.entries, {key: None}, hint="")
    return house.entries[key], house.revision


def history(
    ledger: Ledger,
    slug: str,
    before: int | None = None,
    limit: int = 50,
    *,
    word: str | None = None,
    author: str | None = None,
) -> list[Revision]:
    """Return at most *limit* revisions of a list, the newest first; with *before*, only those of lower numbers, with a *word* those that have
    changed it, with an *author* those that they have made. Raises :class:`BadWord`.
    """
    key = None if word is None else key_of(word_of(word))
    return ledger.houses.history(slug, before, limit, key=key, author=author)


def first_changes(
    ledger: Ledger, revisions: Sequence[Revision], word: str | None = None
) -> dict[int, list[WordChange]]:
    """Return the first words that each of some *revisions* of one list has changed, by their numbers; or *word* alone, if it is given."""
    return ledger.houses.first_changes(revisions, None if word is None else key_of(word_of(word)))


def authors(ledger: Ledger, slug: str) -> list[str]:
    """Return who has changed a list, in order."""
    return ledger.houses.authors(slug)


def difference(ledger: Ledger, slug: str, one: int, other: int | None = None) -> tuple[Difference, int]:
    """Return what differs between two revisions of a list, and the number of the *other*, by default the latest."""
    number = revision(ledger, slug).number if other is None else other
    return ledger.houses.diff(slug, one, number), number


def word_of(word: str) -> str:
    """Return *word*. Raises :class:`BadWord` where nothing of it can be spelled."""
    fault = fault_of(word)
    if fault:
        raise BadWord(fault)
    return word


def entry_of(sent: Mapping[str, Any], *, by: Writer, place: str = "", stamped: bool = False) -> Entry:
    """Return the entry that somebody writes now: *sent* has ``word`` and ``effect``, and perhaps ``reason``, ``expires`` and
    ``inflections``; one that is *stamped* may have its ``ruling``, too. Raises :class:`BadRecord` with every fault, each after *place*.
    """
    reason = sent.get("reason")
    said = {**sent, "reason": reason.strip()} if isinstance(reason, str) else sent
    try:
        return entry_from(said, author=by.name, at=now(), stamped=stamped)
    except BadRecord as error:
        raise BadRecord([place + fault for fault in error.faults]) from None


def archived(ledger: Ledger, slug: str | None = None) -> dict[str, tuple[str, str]]:
    """Return since when each list in the archive is there, and who has put it there; with *slug*, of that list alone."""
    return ledger.archive.all(slug)


def archive(ledger: Ledger, slug: str, *, by: Writer) -> None:
    """Put a list away: it judges on wherever something names it, is not offered any more, and nobody changes it."""
    by.must("owner", PREFIX + slug)
    ledger.archive.put(slug, by.name)


def bring_back(ledger: Ledger, slug: str, *, by: Writer) -> None:
    """Bring a list back from the archive."""
    by.must("owner", PREFIX + slug)
    ledger.archive.bring_back(slug)


def references(ledger: Ledger, slug: str) -> list[str]:
    """Return what refers to a list, so that it cannot be deleted."""
    return ledger.archive.references(slug)


def delete(ledger: Ledger, slug: str, *, by: Writer) -> None:
    """Delete a list with its history, tokens and invites, for good; its short name is never given again. Raises :class:`BadRecord` where
    something refers to it.
    """
    by.must("owner", PREFIX + slug)
    ledger.archive.delete(slug)


def rename(ledger: Ledger, slug: str, new: str, *, by: Writer) -> Revision:
    """Give a list another short name; return its latest revision, which is called so. The one before leads to it for good, and is given to no other list. Raises :class:`RecordExists`,
    :class:`BadRecord`.
    """
    by.must("owner", PREFIX + slug)
    ledger.names.rename(slug, new.strip(), by.name)
    return ledger.houses.revision(new.strip())


def former_names(ledger: Ledger, slug: str) -> list[FormerName]:
    """Return the names that lead to a list, the latest first."""
    return ledger.names.former(slug)


def called_now(ledger: Ledger, slug: str) -> str | None:
    """Return what the list is called that gave the name *slug* up; None where none did."""
    return ledger.names.now(slug)


def named_now(ledger: Ledger, ruleset: str) -> str:
    """Return the name of a ruleset; of a house list that is called otherwise by now, that of now."""
    address = Address.parse(ruleset)
    slug = called_now(ledger, address.slug) if address else None
    return str(address._replace(slug=slug)) if address and slug else ruleset


def create(ledger: Ledger, slug: str, settings: Settings, *, by: Writer, note: str = "") -> Revision:
    """Make an empty list; return its first revision. Raises :class:`RecordExists`."""
    by.must_everywhere("owner")
    return ledger.houses.create(slug, _trimmed(settings), by.name, note.strip(), maker=by.id)


def edit(
    ledger: Ledger,
    slug: str,
    expected: int | None,
    entries: Iterable[Entry] = (),
    drop: Iterable[str] = (),
    *,
    by: Writer,
    note: str = "",
    seen: int | None = None,
) -> Revision:
    """Have a list say what *entries* say, and nothing any more of the words to *drop*, all in one revision or none; return the latest one.

    A word may come twice where that says the same; the last one is how it is written. *seen* is the revision at which these words were looked
    at: others may have changed other words since. Raises :class:`BadWord`, :class:`UnknownRecord` for a word to drop that the list has no
    entry for, and :class:`BadRecord` with every word of which it says two things.
    """
    by.must("editor", PREFIX + slug)
    changes = _changes(entries, drop)
    if None in changes.values():  # a word that is not there is said before anything of revisions
        must_have(slug, contents(ledger, slug).entries, changes)
    return ledger.houses.edit(slug, expected, changes, by.name, note.strip(), seen=seen, refuse_absent=True)


def _changes(entries: Iterable[Entry], drop: Iterable[str]) -> dict[str, Entry | None]:
    """Return the changes that *entries* and words to *drop* make, by key. Raises :class:`BadWord`, and :class:`BadRecord` where two of them
    contradict each other.
    """
    wanted: list[tuple[str, str, Entry | None]] = [
        (f"entries[{number}]", each.word, each) for number, each in enumerate(entries)
    ]
    wanted += [(f"drop[{number}]", word_of(word), None) for number, word in enumerate(drop)]
    changes: dict[str, Entry | None] = {}
    firsts: dict[str, tuple[str, Entry | None]] = {}
    faults = []
    for place, word, entry in wanted:
        key = key_of(word)
        before, first = firsts.setdefault(key, (place, entry))
        if not same(first and first._replace(word=word), entry):
            faults.append(f"{place}: says something else of {key} than {before}. Say one thing of a word")
        changes[key] = entry
    if faults:
        raise BadRecord(faults)
    return changes


def says(ledger: Ledger, slug: str, key: str, wanted: Entry | None) -> bool:
    """Return whether a list says of a word what *wanted* says, whoever wrote it and when; None wants that it says nothing."""
    return same(contents(ledger, slug).entries.get(key), wanted)


def change_settings(
    ledger: Ledger,
    slug: str,
    expected: int | None,
    change: Callable[[Settings], Settings],
    *,
    by: Writer,
    note: str = "",
) -> Revision:
    """Give a list the settings that *change* makes of those that it has; return the latest revision."""
    by.must("owner", PREFIX + slug)
    with ledger.store.writing():
        wanted = change(ledger.houses.revision(slug).settings)
        return replace_settings(ledger, slug, expected, wanted, by=by, note=note)


def replace_settings(
    ledger: Ledger, slug: str, expected: int | None, settings: Settings, *, by: Writer, note: str = ""
) -> Revision:
    """Give a list other settings; return the latest revision."""
    by.must("owner", PREFIX + slug)
    return ledger.houses.settings(slug, expected, _trimmed(settings), by.name, note.strip())


def restore(
    ledger: Ledger,
    slug: str,
    expected: int | None,
    number: int,
    *,
    by: Writer,
    note: str = "",
    words: Iterable[str] | None = None,
    seen: int | None = None,
) -> Revision:
    """Make a list what it was at revision *number*, by a new one; return the latest. Other settings are only an owner's to bring back.

    Where *words* are given, only what it says of these becomes what it was; *seen* is then what it is for :func:`edit`. Raises
    :class:`BadWord`.
    """
    by.must("editor", PREFIX + slug)
    may_set = by.may("owner", PREFIX + slug)
    keys = None if words is None else {key_of(word_of(word)) for word in words}
    return ledger.houses.restore(
        slug, expected, number, by.name, note.strip(), keys=keys, seen=seen, may_set=may_set
    )


def undo(ledger: Ledger, slug: str, number: int, *, by: Writer, note: str = "") -> Revision | None:
    """Take back what revision *number* has changed of words, by a new one; return that, or None where it is taken back already. Raises :class:`StaleRevision` where somebody
    has changed one of these words since, and :class:`BadRecord` where the revision has made the list.
    """
    by.must("editor", PREFIX + slug)
    words = ledger.houses.changed(slug, number)
    if number == 1:
        raise BadRecord(["revision: has made the list; nothing is before it"])
    with contextlib.suppress(Unchanged):
        return ledger.houses.restore(
            slug, None, number - 1, by.name, note.strip(), keys=words, seen=number, refuse_same=True
        )
    return None


def fork(
    ledger: Ledger,
    slug: str,
    new: str,
    *,
    by: Writer,
    title: str | None = None,
    number: int | None = None,
    note: str = "",
) -> Revision:
    """Make a list *new* of a revision of *slug*, by default the latest; return its first revision. Raises :class:`RecordExists`."""
    by.must_everywhere("owner")
    called = None if title is None else title.strip()
    return ledger.houses.fork(slug, new, by.name, note.strip(), title=called, number=number, maker=by.id)


def preview_merge(ledger: Ledger, slug: str, other: str, number: int | None = None) -> Merge:
    """Return what a merge of a revision of *other*, by default the latest, into *slug* would do, with its conflicts."""
    return ledger.houses.merging(slug, other, number)


def merge(
    ledger: Ledger,
    slug: str,
    expected: int | None,
    other: str,
    *,
    by: Writer,
    number: int | None = None,
    take: Mapping[str, Side] | None = None,
    prefer: Side | None = None,
    note: str = "",
) -> Revision:
    """Merge a revision of *other*, by default the latest, into *slug*; return the latest revision of *slug*.

    *take* says of a word in conflict, however it is written, whose entry is taken, *prefer* of the rest. Raises :class:`MergeConflict` with
    the words that neither settles. Other settings are only an owner's to take over.
    """
    by.must("editor", PREFIX + slug)
    return ledger.houses.merge(
        slug,
        expected,
        other,
        by.name,
        note.strip(),
        number=number,
        take={key_of(word) or word: side for word, side in (take or {}).items()},
        prefer=prefer,
        may_set=by.may("owner", PREFIX + slug),
    )


def _trimmed(settings: Settings) -> Settings:
    said = settings.overrides
    overrides = without_nulls(said) if isinstance(said, Mapping) else said
    return settings._replace(title=settings.title.strip(), overrides=overrides)
