"""House lists as pure data: what a group allows and denies over a rulebook, and which of its entries decides a word.

Start at :class:`HouseList`, one revision of one list. Precedence: a deny before an allow, an entry for the word itself before one that
covers it as an inflection. Rules on the word (length, alphabet) stand above every allow; the judge sees to that.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from adjudicator.inflection import regular_forms

Effect = Literal["allow", "deny"]
PARTS_OF_SPEECH = ("noun", "verb", "adjective", "adverb")
USUAL = ("noun", "verb")
"""The parts of speech that an entry is inflected as where nobody says."""
PREFIX = "house:"
"""What the name of a house list begins with wherever a ruleset is named: ``house:sunday``."""


class Entry(NamedTuple):
    """What a list says of a word. Times are ISO 8601 in UTC, all of one length, so that they sort as texts."""

    key: str
    word: str
    """As its author wrote it."""
    effect: Effect
    reason: str
    author: str
    at: str
    expires: str | None = None
    """From when on it says nothing."""
    inflections: tuple[str, ...] = ()
    """The parts of speech as which its regular inflections are meant too."""
    ruling: str | None = None
    """The ruling that it follows, if it does."""


class Settings(NamedTuple):
    """What a list is called and what it changes: a base ruleset, and tables of a ruleset on top of it."""

    title: str
    base: str
    overrides: Mapping[str, Any]


def forms_of(entry: Entry) -> frozenset[str]:
    """Return the keys that *entry* covers besides its own: the usual regular inflections of it."""
    found = {
        names[0]
        for pos in entry.inflections
        for names in regular_forms(entry.key, pos).values()
        if names[0] != entry.key
    }
    return frozenset(found)


class HouseList:
    """One revision of one house list, never changed: :meth:`revised` returns the next one."""

    def __init__(
        self,
        slug: str,
        revision: int,
        digest: str,
        settings: Settings,
        entries: dict[str, Entry],
        covers: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.slug = slug
        self.revision = revision
        self.digest = digest
        """The digest of its whole history; the same history gives the same digest."""
        self.settings = settings
        self.entries = entries
        self.covers = covers if covers is not None else _covers(entries.values())
        """Keys that are no entries' own → the keys of the entries that cover them."""
        self._ends = sorted(entry.expires for entry in entries.values() if entry.expires)

    @property
    def ruleset(self) -> str:
        """The name of the list wherever a ruleset is named."""
        return PREFIX + self.slug

    @property
    def perishable(self) -> bool:
        """Whether any entry runs out, so that the list may say something else tomorrow."""
        return bool(self._ends)

    def decisive(self, key: str, now: str) -> Entry | None:
        """Return the entry that decides *key* at the time *now*, or None where the list says nothing of it."""
        own = self.entries.get(key)
        if own is not None and in_force(own, now):
            return own
        covering = [
            entry for lemma in self.covers.get(key, ()) if in_force(entry := self.entries[lemma], now)
        ]
        return min(covering, key=lambda entry: (entry.effect != "deny", entry.key), default=None)

    def says_of(self, now: str) -> dict[str, Entry]:
        """Return every key that the list decides at the time *now*, with the entry that does."""
        keys = [*self.entries, *(key for key in self.covers if key not in self.entries)]
        return {key: entry for key in keys if (entry := self.decisive(key, now)) is not None}

    def era(self, now: str) -> int:
        """Return how many entries have run out by *now*: what the list says changes with its revision and with this."""
        return bisect_right(self._ends, now)

    def revised(
        self, revision: int, digest: str, settings: Settings, changes: Mapping[str, Entry | None]
    ) -> "HouseList":
        """Return the list after *changes*: an entry to have, or None for one to drop, by key."""
        entries = {**self.entries, **{key: entry for key, entry in changes.items() if entry is not None}}
        for key, entry in changes.items():
            if entry is None:
                entries.pop(key, None)
        touched = any(
            entry is not None and entry.inflections
            for key, after in changes.items()
            for entry in (after, self.entries.get(key))
        )
        return HouseList(self.slug, revision, digest, settings, entries, None if touched else self.covers)


def in_force(entry: Entry, now: str) -> bool:
    """Return whether *entry* says anything at the time *now*."""
    return entry.expires is None or now < entry.expires


def _covers(entries: Iterable[Entry]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if entry.inflections:
            for key in forms_of(entry):
                found[key] = (*found.get(key, ()), entry.key)
    return found
