"""What classification asks of all sources at once: sizes in the word list, how a spelling is said, curated facts.

Filled while the sources are read (:mod:`adjudicator.ingest.stage`); what entries add to it (:class:`Notes`) counts
once all are classified. Its memory is bounded by the words of the
lists, not by the dictionaries, of which one may have a million entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.inflection import lemmas_of, regular_forms
from adjudicator.core.spelling import key_of
from adjudicator.ingest.classify.chance import endings_in
from adjudicator.ingest.curated import (
    CuratedFact,
    FirstSense,
    american_senses_in,
    curated,
    doubted_in,
    facts_in,
    first_senses_in,
    inflecting_in,
    lines_of,
    made_in,
    spelling_pairs,
)
from adjudicator.ingest.misprints import misprints_in

NO_SIZE = 99
"""The size of a spelling that no word list has; larger than any that one has."""
APART_ABOVE = 70
"""Above this size a word that the dictionaries write apart (as well) needs more than a list to be one in one piece (aswell)."""


class Notes(NamedTuple):
    """What entries add to the World, as it is called there."""

    forms: dict[str, tuple[str, int]]
    counterparts: dict[str, str]
    alike: set[str]
    apart: set[str]


class World:
    """The spellings that the sources have, by key, and the curated facts."""

    def __init__(self, config: Path) -> None:
        self.sizes: dict[str, int] = {}
        """Key → smallest size at which a word list has it in lower case as an ordinary word."""
        self.upper: dict[str, int] = {}
        """Key → smallest size at which a word list has it as a name or capitalised word."""
        self.lower_lemmas: Container[str] = frozenset()
        """Keys that a dictionary which knows case has as a lower-case headword."""
        self.lower_nouns: Container[str] = frozenset()
        self.entered: Container[str] = frozenset()
        """Keys that a dictionary has in one word, whatever it is."""
        self.entered_as: dict[str, Container[str]] = {}
        """Part of speech → those of these keys that a dictionary has as one; of parts of speech that have forms."""
        self.abbreviation_listings: dict[str, int] = {}
        """Display form → size, of the lists of abbreviations."""
        self.contractions: dict[str, str] = {}
        """Display form (with its apostrophe) → what it stands for, or nothing."""
        self.said: Container[str] = frozenset()
        """Keys whose pronunciation a source gives."""
        self.accepted: dict[str, Container[str]] = {}
        """Source → the keys that it accepts without saying more of them, to bear out what a list has."""
        self.forms: dict[str, tuple[str, int]] = {}
        """Key that only the largest lists have → the listed word of which it is a regular form, and that one's size."""
        self.apart: set[str] = set()
        """Listed keys that a dictionary of today has in two words or with a hyphen."""
        self.ipa: dict[str, str] = {}
        """Capital display form → how it is said; empty where it is spelled out."""
        self.arpabet: dict[str, tuple[str, ...]] = {}
        self.spellings: dict[str, dict[str, int]] = {}
        """Key → spelling category → size, for keys that are not simply English everywhere."""
        self.regions: dict[str, set[str]] = defaultdict(set)
        """Key → regions that a source declares for a spelling, sense by sense."""
        self.counterparts: dict[str, list[str]] = defaultdict(list)
        self.inflected: Container[str] = frozenset()
        """Keys that a table of inflections has as a form of another word."""
        self.irregular: Container[str] = frozenset()
        """Verbs of which a table has a form that is not regular."""
        self.lesser: Container[tuple[str, str]] = frozenset()
        """Keys, in a part of speech, that are less in use than the word of which they are a form: hands, sang."""
        self.outdone: Container[tuple[str, str]] = frozenset()
        """Keys, in a part of speech, that are shown after another part of speech, whatever sense of them people think of first: house, to house."""
        self.phrase_tokens: dict[str, list[str]] = {}
        self._glosses = config / "glosses.toml"
        lexicalised = facts_in(config / "lexicalised.toml")
        self.lexicalised = {key_of(word): fact for word, fact in lexicalised.items()}
        """Key → the curated fact that the word began as an abbreviation."""
        self.forms_of_lexicalised = {
            key_of(form): fact for fact in lexicalised.values() for form in fact.forms
        }
        """The keys of the curated forms of lexicalised words → the fact of the word."""
        self.abbreviations = facts_in(config / "abbreviations.toml")
        self.errata = _reasons(config / "errata.toml", "source")
        self.misprints = misprints_in(config / "misprints.toml")
        """Source → what is misprinted in its definitions."""
        self.doubted = doubted_in(config / "doubted.toml")
        """Listed word → what speaks against it, whoever has it."""
        self.no_names = frozenset(_reasons(config / "capitals.toml"))
        self.invariable = frozenset(_reasons(config / "invariable.toml"))
        self.american_senses = american_senses_in(config / "senses.toml")
        self.first_senses = first_senses_in(config / "preferred.toml")
        self.forms_of_senses: dict[tuple[str, str], list[tuple[str, FirstSense]]] = defaultdict(list)
        """Word, in a part of speech → the forms that are of some of its senses alone, each with its line."""
        for (form, pos), line in self.first_senses.items():
            if line.of:
                self.forms_of_senses[line.of, pos].append((form, line))
        self.counterparts_of_senses: dict[str, str] = {}
        """Key of a word or form of which the spelling is American in some senses → what is written in Britain."""
        self.alike: set[str] = set()
        """Keys of forms that are spelled alike, of words that are not (enrolled, of enroll and of enrol)."""
        for senses in self.american_senses.values():
            self._note_pairs(senses.counterparts.items())
        self.endings = endings_in(config / "endings.toml")
        self.made = made_in(config / "derivations.toml")
        self.made_of: dict[tuple[str, str], list[str]] = defaultdict(list)
        """Base, in a part of speech → the words that are said to be made of it."""
        for word, made in self.made.items():
            if made.base:
                self.made_of[key_of(made.base), made.pos].append(word)
        self.only_in_phrases = _reasons(config / "phrases.toml", "phrase")

    @cached_property
    def inflecting(self) -> frozenset[tuple[str, str]]:
        """The project's own words, in a part of speech, that are said to have their regular forms. It is asked for when their file has been read, and its faults told."""
        return inflecting_in(self._glosses)

    @cached_property
    def without_apostrophe(self) -> dict[str, str]:
        """Contractions by their letters alone (theyll). It is asked for when all sources have been read."""
        return {key_of(display): display for display in self.contractions if "'" in display}

    def size_of(self, key: str) -> int:
        """Return the smallest size at which *key* is listed as an ordinary word, or NO_SIZE."""
        return self.sizes.get(key, NO_SIZE)

    def may_be(self, key: str, pos: str) -> bool:
        """Return whether *key* may be read as this part of speech: a dictionary has it so, or none has it at all."""
        return key in self.entered_as.get(pos, ()) or key not in self.entered

    def lexicalised_of(self, key: str) -> CuratedFact | None:
        """Return the curated fact that *key* began as an abbreviation, or that the word did of which it is a regular plural, or form of the verb."""
        known = self.lexicalised.get(key) or self.forms_of_lexicalised.get(key)
        if known or key in self.lower_lemmas:
            return known
        for lemma in lemmas_of(key):
            fact = self.lexicalised.get(lemma)
            if fact and key in chain.from_iterable(
                regular_forms(lemma, "noun" if key.endswith("s") else "verb").values()
            ):
                return fact
        return None

    def note_form(self, form: str, lemma: str) -> None:
        """Have the listing of *form* count as that of *lemma* does, of which it is a regular form."""
        size = self.size_of(lemma)
        if size < self.size_of(form) < NO_SIZE and size < self.forms.get(form, ("", NO_SIZE))[1]:
            self.forms[form] = (lemma, size)

    def note_british(self, american: str, british: str, pos: str) -> None:
        """Note what is written in Britain for an American spelling and its forms, where nothing else says it."""
        self._note_pairs(spelling_pairs(american, british, pos))

    def _note_pairs(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Note the *pairs* of an American spelling and a British one."""
        for american, british in pairs:
            if key_of(american) == key_of(british):
                self.alike.add(key_of(american))
            else:
                self.counterparts_of_senses.setdefault(key_of(american), british)

    def notes(self) -> Notes:
        """Return what entries have noted."""
        return Notes(self.forms, self.counterparts_of_senses, self.alike, self.apart)

    def take(self, later: Notes) -> None:
        """Add what *later* entries have noted in another process."""
        for form, (lemma, _) in later.forms.items():
            self.note_form(form, lemma)
        for form, counterpart in later.counterparts.items():
            self.counterparts_of_senses.setdefault(form, counterpart)
        self.alike |= later.alike
        self.apart |= later.apart

    def is_apart(self, key: str) -> bool:
        """Return whether a dictionary writes *key* in two words or with a hyphen, or that of which it is a regular form, unless that one is listed
        in one piece (benchmarked).
        """
        return key in self.apart or any(
            key.endswith(ending)
            and (base := key[: -len(ending)]) in self.apart
            and self.size_of(base) > APART_ABOVE
            for ending in ("s", "es", "ed", "ing")
        )

    def ordinary_abbreviation(self, key: str) -> bool:
        """Return whether a lower-case listed abbreviation is an ordinary word for all that (maths, app)."""
        if key in self.lexicalised:
            return True
        if key in self.abbreviations:
            return False
        if key in self.sizes:
            return self.sizes[key] <= 80
        return (
            self.abbreviation_listings.get(key, NO_SIZE) <= 60
            and any(char in "aeiou" or (char == "y" and i > 0) for i, char in enumerate(key))
            and key in self.lower_nouns
        )


def _reasons(path: Path, field: str = "why") -> dict[str, str]:
    """Read a curated file of ``word = { FIELD, why }``: word → the field (the reason itself where there is no other)."""
    with curated(path) as fields:
        return {word: line.text(field) for word, line in lines_of(fields)}
