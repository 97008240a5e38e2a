"""The dictionaries that verdicts are read from: the lexicon, the user's lists beside it, and what live dictionaries have answered.

Start at :class:`Dictionaries`. It knows no ruleset: which dictionaries count, :mod:`adjudicator.judging.bench` decides.
"""

from __future__ import annotations

import json
from _thread import allocate_lock
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core.model import Evidence, Facts, Reading, Region, Usage
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import BadWord
from adjudicator.judging import serialise
from adjudicator.lexicon.reader import Lexicon
from adjudicator.resources import EVIDENCE_FILES, Places
from adjudicator.rules.digests import digest_of
from adjudicator.rules.sources import LIVE
from adjudicator.rules.spelling_match import case_first, match_spelling

if TYPE_CHECKING:
    from adjudicator.judging.shapes import WordAccount
    from adjudicator.lexicon.answers import Item
    from adjudicator.lexicon.dictionaryapi import Entry
    from adjudicator.lexicon.misspelt import Misspelt
    from adjudicator.lexicon.search import Keys
    from adjudicator.lexicon.shapes import SourceModel


class Dictionaries:
    """The lexicon at *path* and what lies in *places* beside it. Threads may share it: each list is opened once."""

    def __init__(self, path: Path, places: Places, *, mapped: bool = False) -> None:
        """*mapped* says that the lexicon's file is never written to."""
        self.lexicon = Lexicon(path, mapped=mapped)
        self._files = {file.stem: file for file in places.list_files()}
        self._answers = places.evidence
        self._lists: dict[str, Lexicon] = {}
        self._opening = allocate_lock()
        self._regions: dict[Region, Keys] = {}
        self._sources: dict[str, SourceModel] | None = None

    def check(self, *, whole: bool = True) -> None:
        """Raise :class:`LexiconDamaged` where any byte of the lexicon, or of a list of the user's, is not what was built.

        With *whole* false the caller has checked the lexicon.
        """
        if whole:
            self.lexicon.check()
        for each in self.lists():
            each.check()

    def close(self) -> None:
        """Close every open file."""
        for each in (self.lexicon, *self._lists.values()):
            each.close()

    def reopen(self) -> None:
        """Open the files again that were closed, in a process that was forked meanwhile. Raises :class:`LexiconError`."""
        for each in (self.lexicon, *self._lists.values()):
            each.reopen()

    def lists(self, among: Iterable[str] | None = None) -> list[Lexicon]:
        """Return the user's lists, open: all of them, or those whose names are *among* these, in their order."""
        return [self._list(name) for name in (self._files if among is None else among) if name in self._files]

    def _list(self, name: str) -> Lexicon:
        if name not in self._lists:
            with self._opening:
                if name not in self._lists:
                    self._lists[name] = Lexicon(self._files[name], _remedy(name))
        return self._lists[name]

    def digest(self, lists: Sequence[Lexicon]) -> str:
        """Return the digest of the lexicon and of some of the user's *lists*."""
        if not lists:
            return self.lexicon.digest
        return digest_of("\n".join([self.lexicon.digest, *(each.digest for each in lists)]))

    def evidence(self, word: str, lists: Sequence[Lexicon] = ()) -> Evidence:
        """Return what the lexicon, and some of the user's *lists*, know of *word* as it was typed.

        What a spelling means is settled in each of them by itself: a list that has co-op alone means it by coop, though
        the dictionaries have coop too.
        """
        key = key_of(word)
        found = match_spelling(word, self.lexicon.evidence(key))
        for each in reversed(lists):
            more = match_spelling(word, each.evidence(key))
            if more.readings:
                found = found._replace(readings=(*more.readings, *found.readings))
        return found

    def known_facts(
        self, keys: Sequence[str], lists: Sequence[Lexicon] = ()
    ) -> list[tuple[str, list[Facts]]]:
        """Return the keys that the lexicon, or some of the user's *lists*, know, with the facts of each."""
        if not lists:
            return self.lexicon.known_facts(keys)
        found: dict[str, list[Facts]] = {}
        for each in (*lists, self.lexicon):
            for key, facts in each.known_facts(keys):
                found.setdefault(key, []).extend(facts)
        return list(found.items())

    @cached_property
    def misspelt(self) -> Misspelt:
        """What leads from misspellings to words of the lexicon."""
        from adjudicator.lexicon.misspelt import Misspelt

        return Misspelt(self.lexicon.misspelt)

    @cached_property
    def answers(self) -> dict[str, list[Item]]:
        """What live dictionaries have answered, by key."""
        if not any(self._answers.glob(EVIDENCE_FILES)):  # what reads them takes a third of a cold look-up
            return {}
        from adjudicator.lexicon.answers import by_key

        return by_key(self._answers)

    @cached_property
    def answers_digest(self) -> str:
        """The digest of what live dictionaries have answered, which verdicts show; empty where none has been asked."""
        if not self.answers:
            return ""
        answers = sorted(json.dumps(plain(item)) for items in self.answers.values() for item in items)
        return digest_of(json.dumps(answers))

    def of_region(self, region: Region) -> Keys:
        """Return the keys that are spelled so in *region*, ready to be searched."""
        from adjudicator.lexicon.search import Keys

        known = self._regions.get(region)
        if known is None:
            known = self._regions[region] = Keys(self.lexicon.keys_of_region(region))
        return known

    def sources(self) -> list[SourceModel]:
        """Return every source of the lexicon and of the user's lists, with edition, licence and attribution."""
        return [row for each in (self.lexicon, *self.lists()) for row in each.sources()]

    def usage(self, readings: Sequence[Reading]) -> dict[Reading, Usage]:
        """Return what the dictionaries have of those of *readings* that they say how to use. Verdicts do without."""
        from adjudicator.core.usage import usage_for

        found: dict[Reading, Usage] = {}
        for source in {reading.facts.source for reading in readings}:
            lexicon = self._lists.get(source, self.lexicon)
            of_source = {
                reading: reading.sense_id
                for reading in readings
                if reading.facts.source == source and reading.sense_id is not None
            }
            known = lexicon.usage(of_source.values())
            for reading, sense in of_source.items():
                if sense in known and any(usage := usage_for(reading, known[sense])):
                    found[reading] = usage
        return found

    def word(self, word: str, *, usage: bool = True) -> WordAccount:
        """Return everything that is known of *word*, as plain data; without *usage*, synonyms, antonyms and examples are left out.

        Raises :class:`BadWord`.
        """
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        evidence = case_first(word, self.evidence(word, self.lists()))
        used = self.usage(evidence.readings) if usage else {}
        return serialise.word(word.strip(), evidence, used, self.lexicon)

    def entries(self, word: str, accent: Region = "british") -> list[Entry]:
        """Return what defines *word*, in the shape of :mod:`adjudicator.lexicon.dictionaryapi`; nothing where only word lists have it.

        A possessive without an entry of its own is answered by its possessor, and a word that occurs only in phrases by those.
        Pronunciations in *accent* come first. Raises :class:`BadWord` where nothing in *word* can be spelled.
        """
        from adjudicator.lexicon.dictionaryapi import in_phrase, possessive, possessor

        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        found = self._entries(word, accent)
        if not found and (owner := possessor(word)):
            found = possessive(word, self._entries(owner, accent))
        if not found:
            phrases = self.lexicon.evidence(key_of(word)).phrases
            found = [each for phrase in phrases for each in in_phrase(word, self._entries(phrase, accent))]
        return found

    def _entries(self, word: str, accent: Region) -> list[Entry]:
        from adjudicator.lexicon.dictionaryapi import entries_of

        key = key_of(word)
        readings = tuple(
            reading for each in (self.lexicon, *self.lists()) for reading in each.evidence(key).readings
        )
        if self._sources is None:
            self._sources = {row["id"]: row for row in self.sources()}
        evidence = Evidence(key, readings, None, (), ())
        said = self.lexicon.pronunciations(key)
        return entries_of(word, evidence, self.usage(readings), said, self._sources, accent)


def _remedy(source: str) -> str:
    """Return what to do where the file of *source*, a list or live evidence, is not what it should be."""
    if source.startswith(LIVE):
        return "Run `adjudicator evidence refresh`."
    return f"Make it again of the words: `adjudicator source add {source} FILE`."
