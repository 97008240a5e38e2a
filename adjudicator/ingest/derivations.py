"""Links the listed words of a stretch of keys that have no defined entry to the base that explains them. Start at :class:`Derivations`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core.inflection import greek_plural
from adjudicator.ingest.beside import Tick
from adjudicator.ingest.classified import Classified
from adjudicator.ingest.classify.derive import Doubt, packed
from adjudicator.ingest.classify.region import RegionalBase
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.deriver import Deriver
from adjudicator.ingest.halves import Stretch
from adjudicator.ingest.link import MEMBER, Headword, inflections, rank_of
from adjudicator.ingest.stage import Stage

BATCH = 5000
COMMON_WORD = 60
"""Above this size a word that is spelled like a name is hardly made of the words that are found in it: canterbury, henning."""
HOMOGRAPHS = 5
"""How many letters words have of which there are several that look the same."""
_DERIVED = 90
"""The place of what is derived, among sources: behind all."""


class Derivations:
    """The work on what is derived, key by key (:class:`adjudicator.ingest.halves.Work`)."""

    def __init__(self, stage: Stage, world: World, classified: Classified) -> None:
        self.stage, self.world, self.classified = stage, world, classified
        self.deriver = Deriver(world, classified.bases, classified.made)
        self.links: list[tuple[str, str, int, str, int, int]] = []
        """The links, as :meth:`adjudicator.ingest.link.Links.add` takes them."""
        self.inherited: dict[str, RegionalBase] = {}
        """Derived key → its base, where that is of one region."""

    def do(self, keys: Stretch, tick: Tick) -> None:
        """Link those of *keys* that a list of a member's size has, and no defined entry explains."""
        sizes, covered = self.world.sizes, self.classified.covered
        wanting = sorted(
            key for key in sizes if keys.has(key) and sizes[key] <= MEMBER and key not in covered
        )
        for done, key in enumerate(wanting):
            self._derive(key, sizes[key])
            if done % BATCH == 0:
                tick(done)

    def apart(self) -> Derivations:
        """Return the same work for another process."""
        return Derivations(self.stage.again(), self.world, self.classified)

    def found(self) -> Any:
        """Return the links, the regions, and what the World is to note."""
        return self.links, self.inherited, self.world.notes()

    def take(self, found: Any) -> None:
        """Add what another process has found."""
        links, inherited, notes = found
        self.links += links
        self.inherited |= inherited
        self.world.take(notes)

    def _derive(self, key: str, size: int) -> None:
        a_name = size > COMMON_WORD and key in self.world.upper and key not in self.world.made
        explained = self.deriver.explain(key)
        if not explained:
            self._note_greek_plural(key)
        for pos, found in explained.items():
            for form in (key, *self._forms_of(key, pos)):
                if not found.entry:
                    continue
                doubt = found.doubt | Doubt.INFERRED
                if a_name or (form == key and self.deriver.is_capital(key, found.entry)):
                    doubt |= Doubt.HIDDEN  # the name itself is shown
                if found.letters <= HOMOGRAPHS:
                    doubt |= Doubt.SHORT
                if form != key or self.classified.is_apart(found.entry):
                    doubt &= ~Doubt.FORM  # offkey is no form of off-key
                rank = rank_of("derivation", _DERIVED)
                inferred = packed(doubt, found.sense)
                self.links.append((form, form, found.entry, "derivation", inferred, rank))
                base = self.classified.base_of(found.entry)
                if base and Doubt.RESPELLED not in found.doubt:
                    self.inherited[form] = base

    def _note_greek_plural(self, key: str) -> None:
        """Let the World know the plural of *key* if only the largest lists have it, and *key* is a noun by its letters, whatever it means (molybdosis)."""
        plural = greek_plural(key)
        if plural and self.world.size_of(plural) > MEMBER and plural not in self.world.upper:
            self.world.note_form(plural, key)

    def _forms_of(self, key: str, pos: str) -> Iterator[str]:
        """Yield the regular forms of a derived word that only the largest lists have, and let the World know them."""
        head = Headword(0, key, key, pos, (), (), True, False, False, "", 0)
        for form, inferred in inflections(head, self.stage.forms_of, self.world):
            if inferred:
                self.world.note_form(form, key)
                yield form
