"""What every reader yields: a source's own words and labels, before anything is concluded from them.

A reader is a function ``read(folder) -> Iterator[Record]`` that knows one format and nothing of rulesets or flags; the
classifier knows these records and no format. A new source needs a reader (or one that is there) and a table in
``config/sources.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

POS = (
    "noun",
    "verb",
    "adjective",
    "adverb",
    "pronoun",
    "preposition",
    "conjunction",
    "interjection",
    "determiner",
    "numeral",
    "abbreviation",
    "contraction",
    "affix",
    "phrase",
    "symbol",
)
"""The parts of speech that a reader may give. A name is a noun with ``name=True``."""


class RawSense(NamedTuple):
    """One sense as its source gives it. ``labels`` are the source's own words, uninterpreted.

    ``uses`` is how often the source counted the sense in running text; 0 where it counted none or does not count. ``place`` is its place among
    the source's senses of the word in this part of speech, from 1; 0 where the source has them in their order. ``examples`` have the headword
    or a form of it in them. ``variants`` are other spellings of the headword in this sense alone, from which a reader makes an entry. ``kinds`` is how many
    of the source's words are a kind of what is meant and end in the headword (wristband, “a band”); 0 where it does not tell.
    """

    gloss: str
    labels: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    name: bool = False
    expansion: str | None = None
    uses: int = 0
    place: int = 0
    antonyms: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    kinds: int = 0


class RawEntry(NamedTuple):
    """One headword in one part of speech. ``forms`` are inflections that the entry itself declares.

    ``case_known`` is False where the source capitalises every headword, so that a capital says nothing.
    """

    headword: str
    pos: str | None
    senses: tuple[RawSense, ...]
    etymology: str = ""
    forms: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    case_known: bool = True


class RawListing(NamedTuple):
    """One spelling in a word list: its category, spelling region and size as the list has them."""

    display: str
    category: str
    spelling: str
    size: int | None


class RawSpeech(NamedTuple):
    """How a spelling is said: ``system`` is arpabet or ipa (misaki's letters), ``region`` british or american."""

    display: str
    system: str
    sounds: str
    region: str


class RawForms(NamedTuple):
    """Inflected forms of a lemma in one part of speech, from a table of inflections."""

    lemma: str
    pos: str
    forms: tuple[str, ...]


class RawContraction(NamedTuple):
    """A contracted spelling and what it stands for."""

    display: str
    expansion: str


class RawRegion(NamedTuple):
    """A spelling said to be of one region, with the other regions' spellings of the same word."""

    display: str
    region: str
    counterparts: tuple[str, ...]


class RawWitness(NamedTuple):
    """A spelling that a work accepts without saying more of it: it makes no word, and bears out what another work lists."""

    display: str


class Share(NamedTuple):
    """A part of a source's records, which are in order: where it begins and ends, if the whole is 1 long."""

    begin: float = 0.0
    end: float = 1.0


WHOLE = Share()
"""All of a source."""


Watch = Callable[[int, int], None]
"""Told how many bytes of a source's files are read, and how many there are."""


def ignore_progress(done: int, total: int) -> None:
    """Nobody looks on."""


Record = RawEntry | RawListing | RawSpeech | RawForms | RawContraction | RawRegion | RawWitness
Reader = Callable[[Path], Iterator[Record]]
