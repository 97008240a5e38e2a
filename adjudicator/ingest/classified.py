"""What later steps of a build need of the entries, held in a few bytes each: a large dictionary has a million."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from adjudicator.core.model import Facts
from adjudicator.ingest.bases import Bases
from adjudicator.ingest.classify.region import RegionalBase
from adjudicator.ingest.classify.world import NO_SIZE

_ALONE, _APART, _COUNTED, _TIED, _FEW = 1, 2, 4, 8, 16


class SenseRef(NamedTuple):
    """A written sense: its id, its facts as seen from its headword, and a number that stands for its definition."""

    id: int
    facts: Facts
    says: int


class Classified:
    """Entries and their senses, both numbered from 1 in the order in which they are added."""

    def __init__(self) -> None:
        self.bases = Bases()
        """The ordinary entries that have a definition, and those that lack nothing but the lower case (a genus, a people)."""
        self.covered: set[str] = set()
        """Listed keys that a defined entry explains."""
        self._last_sense = array("I", [0])
        """Entry → its last sense; its first comes after the last of the entry before."""
        self._facts_of = array("I", [0])
        """Sense → the place of its facts in _facts."""
        self._says = array("I", [0])
        """Sense → the checksum of its definition; 0 where it has none."""
        self._facts: list[Facts] = []
        self._place_of: dict[Facts, int] = {}
        self._marks = bytearray(1)
        """Entry → what is to be known of it."""
        self._sizes = bytearray(1)
        """Entry → the size at which lists have its headword."""
        self._kinds: dict[int, int] = {}
        """Entry → the sense of which compounds are kinds, where one is."""
        self._regional: dict[int, RegionalBase] = {}
        self._no_forms: dict[int, frozenset[str]] = {}
        self._first_of: dict[int, frozenset[str]] = {}
        """Sense → the forms of its word that are first thought of in it."""
        self.made: dict[str, tuple[int, int]] = {}
        """Word that is said to be made of a base → the base's entry, and the number of the sense in it that is meant, from 1; 0 where none is said."""

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return len(self._marks) - 1

    @property
    def senses(self) -> int:
        """How many senses there are."""
        return len(self._facts_of) - 1

    def begin_entry(
        self,
        *,
        alone: bool,
        region: RegionalBase | None,
        size: int = NO_SIZE,
        apart: bool = False,
        counted: Sequence[int] = (),
    ) -> int:
        """Add an entry, and return its number: *alone* where nothing but dictionaries has its headword, *region* its key and the one region that its spelling is of, *size* that at which lists have it, *apart* where
        it is no single row of letters, *counted* how often its source has met its senses in texts.
        """
        first, second = (*counted, 0, 0)[:2]
        used = _COUNTED if first > second else _TIED if first else 0
        self._marks.append(alone * _ALONE | apart * _APART | used)
        self._sizes.append(size)
        self._last_sense.append(self.senses)
        if region:
            self._regional[self.entries] = region
        return self.entries

    def add_sense(
        self, facts: Facts, gloss: str, no_forms: frozenset[str], first_of: frozenset[str] = frozenset()
    ) -> int:
        """Add a sense of the last entry, and return its number: its *facts*, its definition, the forms of its word that it does not have (*no_forms*), and
        those of which people think in it first (*first_of*).
        """
        self._facts_of.append(self._place(facts))
        self._says.append(crc32(gloss.encode()) if gloss else 0)
        self._last_sense[-1] = self.senses
        if no_forms:
            self._no_forms[self.senses] = no_forms
        if first_of:
            self._first_of[self.senses] = first_of
        return self.senses

    def note_kinds(self, sense: int, few: bool) -> None:
        """Note that compounds of the last entry, or a *few* of them, are kinds of this *sense* of it."""
        self._kinds[self.entries] = sense
        self._marks[-1] |= few * _FEW

    def _place(self, facts: Facts) -> int:
        place = self._place_of.setdefault(facts, len(self._facts))
        if place == len(self._facts):
            self._facts.append(facts)
        return place

    def take(self, later: Classified) -> None:
        """Add the entries of *later* keys behind those that are here."""
        entries, senses = self.entries, self.senses
        self.bases.take(later.bases)
        self.covered |= later.covered
        places = [self._place(facts) for facts in later._facts]
        self._facts_of.extend(places[place] for place in later._facts_of[1:])
        self._says.extend(later._says[1:])
        self._last_sense.extend(senses + last for last in later._last_sense[1:])
        self._marks += later._marks[1:]
        self._sizes += later._sizes[1:]
        self._kinds |= {entries + entry: senses + sense for entry, sense in later._kinds.items()}
        self._regional |= {entries + entry: region for entry, region in later._regional.items()}
        self._no_forms |= {senses + sense: forms for sense, forms in later._no_forms.items()}
        self._first_of |= {senses + sense: forms for sense, forms in later._first_of.items()}
        self.made |= {word: (entries + entry, sense) for word, (entry, sense) in later.made.items()}

    def senses_of(self, entry: int) -> Iterator[SenseRef]:
        """Yield the senses of *entry*."""
        for sense in range(self._last_sense[entry - 1] + 1, self._last_sense[entry] + 1):
            yield SenseRef(sense, self._facts[self._facts_of[sense]], self._says[sense])

    def has_several_senses(self, entry: int) -> bool:
        """Return whether *entry* has more than one sense."""
        return self._last_sense[entry] - self._last_sense[entry - 1] > 1

    def base_of(self, entry: int) -> RegionalBase | None:
        """Return the key of *entry* and the one region that its spelling is of, or None."""
        return self._regional.get(entry)

    def size_of(self, entry: int) -> int:
        """Return the size at which lists have the headword of *entry* as an ordinary word."""
        return self._sizes[entry]

    def is_alone(self, entry: int) -> bool:
        """Return whether nothing but dictionaries has the headword of *entry*."""
        return bool(self._marks[entry] & _ALONE)

    def is_apart(self, entry: int) -> bool:
        """Return whether the headword of *entry* has something in it that is no letter."""
        return bool(self._marks[entry] & _APART)

    def is_counted(self, entry: int) -> bool:
        """Return whether the source of *entry* has met its first sense in texts, more often than its second."""
        return bool(self._marks[entry] & _COUNTED)

    def is_tied(self, entry: int) -> bool:
        """Return whether the source of *entry* has met its first two senses equally often."""
        return bool(self._marks[entry] & _TIED)

    def has_few_kinds(self, entry: int) -> bool:
        """Return whether few compounds of *entry* tell of which sense they are kinds."""
        return bool(self._marks[entry] & _FEW)

    def place_of_kinds(self, entry: int) -> int | None:
        """Return which sense of *entry*, from 0, its compounds are kinds of; None where no one is."""
        sense = self._kinds.get(entry)
        return None if sense is None else sense - self._last_sense[entry - 1] - 1

    def lacks(self, sense: int, form: str) -> bool:
        """Return whether *sense* does not have this *form* of its word."""
        return form in self._no_forms.get(sense, ())

    def is_first_of(self, sense: int, form: str) -> bool:
        """Return whether *form* is first thought of in this *sense* of its word."""
        return form in self._first_of.get(sense, ())
