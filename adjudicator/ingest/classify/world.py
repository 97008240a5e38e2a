"""What classification asks of all sources at once: sizes in the word list, how a spelling is said, curated facts.

Filled while the sources are read (:mod:`adjudicator.ingest.stage`), read-only afterwards. Its memory is bounded by the words of the
lists, not by the dictionaries, of which one may have a million entries.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Container
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.model import AbbreviationType
from adjudicator.core.spelling import key_of
from adjudicator.errors import ConfigError

NO_SIZE = 99
"""The size of a spelling that no word list has; larger than any that one has."""

ABBREVIATION_TYPES: tuple[AbbreviationType, ...] = ("initialism", "acronym", "contraction", "clipping")


class CuratedFact(NamedTuple):
    """One line of ``lexicalised.toml`` or ``abbreviations.toml``."""

    type: AbbreviationType
    expansion: str
    why: str
    proper: bool = False


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
        self.abbreviation_listings: dict[str, int] = {}
        """Display form → size, of the lists of abbreviations."""
        self.contractions: dict[str, str] = {}
        """Display form (with its apostrophe) → what it stands for, or nothing."""
        self.said: Container[str] = frozenset()
        """Keys whose pronunciation a source gives."""
        self.forms: dict[str, tuple[str, int]] = {}
        """Key that only the largest lists have → the listed word of which it is a regular form, and that one's size."""
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
        self.phrase_tokens: dict[str, list[str]] = {}
        self.lexicalised = _read_curated(config / "lexicalised.toml")
        self.abbreviations = _read_curated(config / "abbreviations.toml")
        self.errata = _reasons(config / "errata.toml", "source")
        self.no_names = frozenset(_reasons(config / "capitals.toml"))
        self.invariable = frozenset(_reasons(config / "invariable.toml"))
        self.only_in_phrases = _reasons(config / "phrases.toml", "phrase")

    @cached_property
    def without_apostrophe(self) -> dict[str, str]:
        """Contractions by their letters alone (theyll). It is asked for when all sources have been read."""
        return {key_of(display): display for display in self.contractions if "'" in display}

    def size_of(self, key: str) -> int:
        """Return the smallest size at which *key* is listed as an ordinary word, or NO_SIZE."""
        return self.sizes.get(key, NO_SIZE)

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
    if not path.exists():
        return {}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    faults = [
        f"{path.name}: {word}: needs {field} and why"
        for word, line in table.items()
        if not isinstance(line, dict) or set(line) != {field, "why"}
    ]
    if faults:
        raise ConfigError(faults, "Mend the file in config/.")
    return {word: line[field] for word, line in table.items()}


def _read_curated(path: Path) -> dict[str, CuratedFact]:
    """Read a curated file: sections by abbreviation type, ``word = { from, why, proper? }``."""
    if not path.exists():
        return {}
    found: dict[str, CuratedFact] = {}
    faults: list[str] = []
    for section, words in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if section not in ABBREVIATION_TYPES:
            faults.append(f"{path.name}: unknown section [{section}]; known: {', '.join(ABBREVIATION_TYPES)}")
            continue
        if not isinstance(words, dict):
            faults.append(f"{path.name}: {section}: takes a table of words")
            continue
        for word, line in words.items():
            where = f"{path.name}: {section}.{word}"
            unknown = set(line) - {"from", "why", "proper"} if isinstance(line, dict) else {"(no table)"}
            if unknown:
                faults.append(f"{where}: unknown key {', '.join(sorted(unknown))}")
            elif not line.get("from") or not line.get("why"):
                faults.append(f"{where}: needs both from and why")
            elif word in found:
                faults.append(f"{where}: also in [{found[word].type}]")
            else:
                found[word] = CuratedFact(section, line["from"], line["why"], bool(line.get("proper")))
    if faults:
        raise ConfigError(faults, "Mend the file in config/.")
    return found
