"""House lists as pure data: what a group allows and denies over a rulebook, and which of its entries decides a word.

Start at :class:`HouseList`, one revision of one list. Precedence: a deny before an allow, an entry for the word itself before one that
covers it as an inflection. Rules on the word (length, alphabet) stand above every allow; the judge sees to that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, Literal, NamedTuple, get_args

from adjudicator.core.inflection import regular_forms
from adjudicator.core.shapes import Time, Titled
from adjudicator.rules.persistent import LayeredMapping, OrderedTexts

Effect = Literal["allow", "deny"]
PartOfSpeech = Literal["noun", "verb", "adjective", "adverb"]
PARTS_OF_SPEECH: tuple[PartOfSpeech, ...] = get_args(PartOfSpeech)
USUAL: tuple[PartOfSpeech, ...] = ("noun", "verb")
"""The parts of speech that an entry is inflected as by default."""
OVERRIDES = "RulesetTables"
"""The title of what a list changes of its base."""
PREFIX = "house:"
"""What the name of a house list begins with wherever a ruleset is named: ``house:sunday``."""
_ADDRESS = re.compile(r"house:([a-z0-9][a-z0-9-]{0,63})(?:@([1-9][0-9]{0,8}))?")
MOST_SINCE = 2_048
"""Keys that may be otherwise than at the origin of a list before the list gets a new one."""
LEAST_WEIGHT, ENTRY_WEIGHT, COVER_WEIGHT, END_WEIGHT = 4_096, 350, 200, 160
"""Bytes: of a list with nothing in it, of an entry, of a key that one covers, and of a time at which one runs out. They were measured."""
_BEHIND = "!"
"""It sorts behind the space between a time and a key."""


class Address(NamedTuple):
    """What names a house list wherever a ruleset is named: ``house:SLUG`` its latest revision, ``house:SLUG@N`` revision N."""

    slug: str
    revision: int | None = None

    @classmethod
    @lru_cache(maxsize=1_024)
    def parse(cls, name: str) -> Address | None:
        """Return what *name* says; None where it is the address of no house list. The same names come with every request."""
        found = _ADDRESS.fullmatch(name)
        return cls(found[1], int(found[2]) if found[2] else None) if found else None

    def __str__(self) -> str:
        return PREFIX + self.slug + (f"@{self.revision}" if self.revision else "")


class Entry(NamedTuple):
    """What a list says of a word. Times are ISO 8601 in UTC, all of one length, so that they sort as texts."""

    key: str
    word: str
    """As its author wrote it."""
    effect: Effect
    reason: str
    author: str
    at: Time
    expires: Time | None = None
    """From when on it says nothing."""
    inflections: tuple[PartOfSpeech, ...] = ()
    """The parts of speech as which its regular inflections are meant too."""
    ruling: str | None = None
    """The ruling that it follows, if it does."""


class Settings(NamedTuple):
    """What a list is called and what it changes: a base ruleset, and tables of a ruleset on top of it."""

    title: str
    base: str
    overrides: Annotated[Mapping[str, Any], Titled(OVERRIDES)]


def forms_of(entry: Entry) -> frozenset[str]:
    """Return the keys that *entry* covers besides its own: the usual regular inflections of it."""
    found = {
        names[0]
        for pos in entry.inflections
        for names in regular_forms(entry.key, pos).values()
        if names[0] != entry.key
    }
    return frozenset(found)


class Origin:
    """The revision that others of a list are told by their differences from, until these are too many."""

    __slots__ = ("worked_out",)

    def __init__(self) -> None:
        self.worked_out: object = None
        """What somebody has worked out of a revision and keeps for those that come after it. It goes when they all do."""


class HouseList:
    """One revision of one house list, never changed: :meth:`with_changes` returns the next one."""

    def __init__(
        self, slug: str, revision: int, digest: str, settings: Settings, entries: Mapping[str, Entry]
    ) -> None:
        self.slug = slug
        self.revision = revision
        self.digest = digest
        """The digest of its whole history; the same history gives the same digest."""
        self.settings = settings
        self.own = LayeredMapping(dict(entries))
        self.origin = Origin()
        self.since: frozenset[str] = frozenset()
        """The keys of which the list may say anything else than at its :attr:`origin`."""
        self._ends = OrderedTexts(_end(entry) for entry in entries.values() if entry.expires)
        self._texts = sum(map(_text, entries.values()))
        self._covers: LayeredMapping[tuple[str, ...]] | None = None
        self._keys: OrderedTexts | None = None

    @property
    def ruleset(self) -> str:
        """The name of the list wherever a ruleset is named."""
        return PREFIX + self.slug

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The entries by their keys."""
        return self.own

    @property
    def perishable(self) -> bool:
        """Whether any entry runs out, so that the list may say something else tomorrow."""
        return bool(self._ends)

    @property
    def covers(self) -> LayeredMapping[tuple[str, ...]]:
        """Keys that inflect an entry's → the keys of the entries that cover them, in order."""
        if self._covers is None:  # threads that ask at the same time each work it out, and none waits
            self._covers = _covers(self.own.values())
        return self._covers

    @property
    def keys(self) -> OrderedTexts:
        """Every key that an entry is of, or covers."""
        if self._keys is None:
            self._keys = OrderedTexts(chain(self.own, self.covers))
        return self._keys

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes; what it shares with the revision before counts in both."""
        return (
            LEAST_WEIGHT
            + ENTRY_WEIGHT * len(self.own)
            + self._texts
            + COVER_WEIGHT * len(self._covers or ())
            + END_WEIGHT * len(self._ends)
            + 8 * len(self._keys or ())
        )

    def decisive(self, key: str, now: str) -> Entry | None:
        """Return the entry that decides *key* at the time *now*, or None where the list says nothing of it."""
        own = self.own.get(key)
        if own is not None and in_force(own, now):
            return own
        lemmas = self.covers.get(key)
        if lemmas is None:
            return None
        covering = [entry for lemma in lemmas if in_force(entry := self.own[lemma], now)]
        return min(covering, key=lambda entry: (entry.effect != "deny", entry.key), default=None)

    def allows(self, key: str) -> bool:
        """Return whether any entry allows *key*, whether or not it is in force and decides."""
        own = self.own.get(key)
        return (own is not None and own.effect == "allow") or any(
            self.own[lemma].effect == "allow" for lemma in self.covers.get(key, ())
        )

    def era(self, now: str) -> int:
        """Return how many entries have run out by *now*: what the list says changes with its revision and with this."""
        return self._ends.rank(now + _BEHIND) if self._ends else 0

    def with_changes(
        self, revision: int, digest: str, settings: Settings, changes: Mapping[str, Entry | None]
    ) -> HouseList:
        """Return the list after *changes*: an entry to have, or None for one to drop, by key. It costs what is changed, not what there is."""
        changed = [(key, self.own.get(key), entry) for key, entry in changes.items()]
        before = [entry for _, entry, _ in changed if entry is not None]
        after = [entry for _, _, entry in changed if entry is not None]
        covers = self._covers_after(changed)
        next_one = HouseList.__new__(HouseList)
        next_one.slug, next_one.revision, next_one.digest = self.slug, revision, digest
        next_one.settings, next_one.own = settings, self.own.with_changes(changes)
        next_one._ends = self._ends
        if any(entry.expires for entry in (*before, *after)):
            ends = [[_end(entry) for entry in each if entry.expires] for each in (before, after)]
            next_one._ends = self._ends.with_changes(*ends)
        next_one._texts = self._texts + sum(map(_text, after)) - sum(map(_text, before))
        next_one._covers = self.covers.with_changes(covers) if covers else self.covers
        touched = {*changes, *covers}
        next_one._keys = None
        if self._keys is not None:
            gone = [key for key in touched if self._has_key(key) and not next_one._has_key(key)]
            new = [key for key in touched if next_one._has_key(key) and not self._has_key(key)]
            next_one._keys = self._keys.with_changes(gone, new) if gone or new else self._keys
        touched |= {key for entry in after for key in forms_of(entry)}
        next_one.origin, next_one.since = self.origin, self.since | touched
        if len(next_one.since) > MOST_SINCE:
            next_one.origin, next_one.since = Origin(), frozenset()
            next_one.own, next_one._covers = (
                LayeredMapping(each.whole()) for each in (next_one.own, next_one._covers)
            )
        return next_one

    def _has_key(self, key: str) -> bool:
        return key in self.own or key in self.covers

    def _covers_after(
        self, changed: Iterable[tuple[str, Entry | None, Entry | None]]
    ) -> dict[str, tuple[str, ...] | None]:
        """Return what covers each key that entries cover otherwise once they are *changed*; None where nothing does any more."""
        found: dict[str, tuple[str, ...] | None] = {}
        for lemma, before, after in changed:
            if (before and before.inflections) == (after and after.inflections):
                continue
            were = forms_of(before) if before else frozenset[str]()
            are = forms_of(after) if after else frozenset[str]()
            for key in were ^ are:
                lemmas = (found[key] if key in found else self.covers.get(key)) or ()
                left = {each for each in lemmas if each != lemma} | ({lemma} if key in are else set())
                found[key] = tuple(sorted(left)) or None
        return found


def in_force(entry: Entry, now: str) -> bool:
    """Return whether *entry* says anything at the time *now*."""
    return entry.expires is None or now < entry.expires


def _covers(entries: Iterable[Entry]) -> LayeredMapping[tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if entry.inflections:
            for key in forms_of(entry):
                known = found.get(key)
                found[key] = (entry.key,) if known is None else tuple(sorted((*known, entry.key)))
    return LayeredMapping(found)


def _end(entry: Entry) -> str:
    """Return when *entry* runs out, as a text that no other entry of its list has."""
    return f"{entry.expires} {entry.key}"


def _text(entry: Entry) -> int:
    """Return how many characters *entry* has of its own."""
    return len(entry.reason) + len(entry.word)
