"""The entries that can explain other words, by key and part of speech, for :class:`adjudicator.ingest.deriver.Deriver`.

A large dictionary has a million entries, so each takes a byte here and its key some ten more in a word graph, where dicts take 300. It
rests on entries being numbered from 1 in the order of their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from dawg import IntDAWG

from adjudicator.sources.records import POS

_DATED = 0x10
_PERSON = 0x20
_CAPITAL = 0x40
_FIRST = 0x80
_POS = 0x0F
_NO_BASES: Mapping[str, int] = {}


class Bases:
    """Filled with :meth:`add`, entry by entry, then closed with :meth:`close`; after that the look-ups answer."""

    def __init__(self) -> None:
        self._kinds = bytearray(1)
        """Entry → the number of its part of speech from 1, or 0 where it is no base; with marks for a person, a capital and a key's first entry."""
        self._key = ""
        self._first: IntDAWG = IntDAWG()

    def add(
        self, key: str, pos: str | None, *, capital: bool = False, person: bool = False, dated: bool = False
    ) -> None:
        """Note the next entry: a base in *pos*, or no base where that is None; *capital* where it is one in lower case only, *person*
        where it names one, *dated* where a dictionary of another time has it.
        """
        kind = (
            POS.index(pos) + 1
            | (_CAPITAL if capital else 0)
            | (_PERSON if person else 0)
            | (_DATED if dated else 0)
            if pos
            else 0
        )
        self._kinds.append(kind | (0 if key == self._key else _FIRST))
        self._key = key

    def take(self, later: Bases) -> None:
        """Add the entries of *later* keys, behind those that are here."""
        self._kinds += later._kinds[1:]
        self._key = later._key

    def close(self, keys: Iterable[tuple[str, int]]) -> None:
        """Take the key of every entry, again in order, as (key, entry)."""
        self._kinds.append(_FIRST)
        self._first = IntDAWG(self._with_bases(keys), input_is_sorted=True)

    def _with_bases(self, keys: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
        for key, group in groupby(keys, key=itemgetter(0)):
            entries = [entry for _, entry in group]
            if any(self._kinds[entry] & ~_FIRST for entry in entries):
                yield key, entries[0]

    def __contains__(self, key: str) -> bool:
        return bool(self.of(key))

    def of(self, key: str) -> Mapping[str, int]:
        """Return part of speech → the first entry of *key* that is a base in it."""
        return self._first_entries(key, 0)

    def capitals_of(self, key: str) -> Mapping[str, int]:
        """Return the same of the entries with a capital."""
        return self._first_entries(key, _CAPITAL)

    def is_person(self, entry: int) -> bool:
        """Return whether *entry* names a person."""
        return bool(self._kinds[entry] & _PERSON)

    def is_in_one_pos(self, entry: int) -> bool:
        """Return whether the key of *entry* is a base in one part of speech only."""
        kinds = self._kinds
        first = entry
        while not kinds[first] & _FIRST:
            first -= 1
        last = entry + 1
        while not kinds[last] & _FIRST:
            last += 1
        mark = kinds[entry] & _CAPITAL
        found = {kind & _POS for kind in kinds[first:last] if kind & _POS and kind & _CAPITAL == mark}
        return len(found) <= 1

    def is_first(self, entry: int) -> bool:
        """Return whether *entry* is the first of its key that is a base: the one that is most in use, where that was counted."""
        first = entry
        while not self._kinds[first] & _FIRST:
            first -= 1
        return not any(kind & _POS and not kind & _CAPITAL for kind in self._kinds[first:entry])

    def has(self, entry: int, pos: str) -> bool:
        """Return whether the key of *entry* is a base in *pos* in a dictionary of today."""
        kinds = self._kinds
        while not kinds[entry] & _FIRST:
            entry -= 1
        wanted = POS.index(pos) + 1
        while kinds[entry] & (_POS | _CAPITAL | _DATED) != wanted:
            entry += 1
            if kinds[entry] & _FIRST:
                return False
        return True

    def of_today(self, entry: int) -> int:
        """Return *entry*, or where a dictionary of another time has it the first of its key that one of today has: skill is a noun, and no verb."""
        kinds = self._kinds
        if not kinds[entry] & _DATED:
            return entry
        first = entry
        while not kinds[first] & _FIRST:
            first -= 1
        while first == entry or not kinds[first] & _POS or kinds[first] & (_DATED | _CAPITAL):
            first += 1
            if kinds[first] & _FIRST:
                return entry
        return first

    def _first_entries(self, key: str, mark: int) -> Mapping[str, int]:
        entry = self._first.get(key, 0)
        if not entry:
            return _NO_BASES
        found: dict[str, int] = {}
        kinds = self._kinds
        kind = kinds[entry] & ~_FIRST
        while not kind & _FIRST:
            if kind and kind & _CAPITAL == mark:
                found.setdefault(POS[(kind & _POS) - 1], entry)
            entry += 1
            kind = kinds[entry]
        return found
