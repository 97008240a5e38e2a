"""The curated files of ``config/``: facts about words, each with the reason why. Start at :func:`curated`.

A file that is not there says nothing. One with faults is refused, with all of them at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar, cast, get_args

from adjudicator.core.fields import Fields
from adjudicator.core.inflection import regular_forms
from adjudicator.core.model import FIRST, FIRST_IN_BRITAIN, AbbreviationType, Objection
from adjudicator.core.spelling import key_of
from adjudicator.errors import ConfigError
from adjudicator.sources.records import POS

ABBREVIATION_TYPES: tuple[AbbreviationType, ...] = ("initialism", "acronym", "contraction", "clipping")
Section = TypeVar("Section", bound=str)


class CuratedFact(NamedTuple):
    """One line of ``lexicalised.toml`` or ``abbreviations.toml``."""

    type: AbbreviationType
    expansion: str
    why: str
    proper: bool = False
    forms: tuple[str, ...] = ()
    """Regular forms of a lexicalised word that no list has."""
    beside: str = ""
    """What another word of that spelling is, in a dictionary's senses of which nothing is lexicalised unless they tell the full form."""


class AmericanSenses(NamedTuple):
    """A line of ``senses.toml``: of which senses of a word the spelling is American, and what is written in Britain."""

    glosses: tuple[str, ...]
    exceptions: tuple[str, ...]
    counterparts: dict[str, str]
    """The word and its regular forms → the British spelling of each."""
    why: str

    def has(self, gloss: str) -> bool:
        """Return whether the sense with this *gloss* is one of them."""
        return (not self.glosses or _has_one_of(gloss, self.glosses)) and not _has_one_of(
            gloss, self.exceptions
        )


class FirstSense(NamedTuple):
    """A line of ``preferred.toml``: which sense of a word people think of first, and whether they do so in Britain alone."""

    glosses: tuple[str, ...]
    british: bool
    why: str
    of: str = ""
    """The word of which this is a form, and of those senses alone (leftest, of the political left)."""
    others: bool = False
    """Of such a form: whether it has the word's other senses as well, behind that (crickets, the insects)."""
    foremost: bool = False
    """Of a verb: whether it comes before a noun or adjective of that spelling that is more in use (to conjugate)."""

    @property
    def label(self) -> str:
        """The label of the sense."""
        return FIRST_IN_BRITAIN if self.british else FIRST

    def has(self, gloss: str) -> bool:
        """Return whether the sense with this *gloss* is the one."""
        return not self.glosses or _has_one_of(gloss, self.glosses)


def _has_one_of(gloss: str, words: tuple[str, ...]) -> bool:
    text = f" {gloss.casefold()}"
    return any(f" {word}" in text or f"({word}" in text for word in map(str.casefold, words))


class Made(NamedTuple):
    """A line of ``derivations.toml``: of which base a word is made, and in which of its senses; of none that is here, where that is empty."""

    base: str
    pos: str
    glosses: tuple[str, ...]
    unsure: bool
    """Whether none of its senses is the one."""
    why: str

    def has(self, gloss: str) -> bool:
        """Return whether the base is meant in the sense with this *gloss*."""
        return not self.glosses or _has_one_of(gloss, self.glosses)


class Doubted(NamedTuple):
    """A line of ``doubted.toml``: what speaks against a listed word, and how that is known."""

    objection: str
    why: str


@contextmanager
def curated(path: Path) -> Iterator[Fields]:
    """Enter with the fields of the file at *path*. Raises :class:`ConfigError` with the faults that were found by the end of the block."""
    fields = Fields(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {})
    yield fields
    fields.close()
    faults = [f"{path.name}: {fault}" for fault in dict.fromkeys(fields.faults)]
    if faults:
        raise ConfigError(faults, "Mend the file in config/.")


def lines_of(fields: Fields) -> Iterator[tuple[str, Fields]]:
    """Yield each word of a table with the fields of its line, which must have a reason."""
    for word in fields:
        line = fields.inner(word, fields.value(word))
        if line is not None:
            line.text("why")
            yield word, line


def sections_of(fields: Fields, known: Sequence[Section]) -> Iterator[tuple[Section, str, Fields]]:
    """Yield the lines of every section, with its name; it must be one of the *known* ones."""
    for section in fields:
        value = fields.value(section)
        if section not in known:
            fields.fault("", f"unknown section [{section}]; known: {', '.join(known)}")
        elif (table := fields.inner(section, value)) is not None:
            yield from ((cast("Section", section), word, line) for word, line in lines_of(table))


def facts_in(path: Path) -> dict[str, CuratedFact]:
    """Return the facts in a file with a section for each type of abbreviation, by word: ``word = { from, why, proper?, forms?, beside? }``."""
    found: dict[str, CuratedFact] = {}
    with curated(path) as fields:
        for kind, word, line in sections_of(fields, ABBREVIATION_TYPES):
            if word in found:
                line.fault("", f"also in [{found[word].type}]")
            found[word] = CuratedFact(
                kind, line.text("from"), line.text("why"), line.switch("proper"), line.texts("forms"), line.text("beside", "")
            )  # fmt: skip
    return found


def inflecting_in(path: Path) -> frozenset[tuple[str, str]]:
    """Return the keys of the words in ``glosses.toml``, each with its part of speech, whose line says that their regular forms are in use."""
    with curated(path) as fields:
        lines = [(word, pos, line) for pos, word, line in sections_of(fields, POS)]
        for _, _, line in lines:
            line.overlook()  # the reader of glosses asks for the rest
        return frozenset((key_of(word), pos) for word, pos, line in lines if line.switch("inflects"))


def contractions_in(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each contraction that a file makes by rule, with its full form: ``name = { words, why }`` for a class, ``ending = { full, of, why }``."""
    classes: dict[str, tuple[str, ...]] = {}
    with curated(path) as fields:
        for section, name, line in sections_of(fields, ("class", "ending")):
            if section == "class":
                classes[name] = line.texts("words")
                continue
            full = line.text("full")
            for each in line.texts("of"):
                if each not in classes:
                    line.fault("of", f"unknown class {each}; known: {', '.join(classes)}")
                for word in classes.get(each, ()):
                    yield word + name, f"{word} {full}"


def american_senses_in(path: Path) -> dict[tuple[str, str], AmericanSenses]:
    """Return the lines of a file with a section for each part of speech, by word and that: ``word = { british, gloss | but, why }``."""
    found: dict[tuple[str, str], AmericanSenses] = {}
    with curated(path) as fields:
        for pos, word, line in sections_of(fields, POS):
            counterparts = dict(spelling_pairs(word, line.text("british"), pos))
            found[word, pos] = AmericanSenses(
                line.texts("gloss"), line.texts("but"), counterparts, line.text("why")
            )
    return found


def spelling_pairs(american: str, british: str, pos: str) -> Iterator[tuple[str, str]]:
    """Yield the *american* spelling of a word in this part of speech and each of its regular forms, with what is written in Britain, which may be the same (programming)."""
    yield american, british
    theirs = regular_forms(british, pos)
    for name, ours in regular_forms(american, pos).items():
        if name in theirs:
            yield from ((form, form if form in theirs[name] else theirs[name][0]) for form in ours)


def made_in(path: Path) -> dict[str, Made]:
    """Return the lines of a file ``word = { of?, pos?, gloss?, unsure?, why }``, by word: the base with its part of speech, or neither."""
    found: dict[str, Made] = {}
    with curated(path) as fields:
        for word, line in lines_of(fields):
            base = line.text("of", "")
            pos = line.choice("pos", POS) if base else ""
            made = Made(base, pos, line.texts("gloss"), line.switch("unsure"), line.text("why"))
            if (made.glosses or made.unsure) and not base:
                line.fault("of", "is missing: a sense is that of a base")
            if made.glosses and made.unsure:
                line.fault("unsure", "says that none of its senses is meant, and gloss says which is")
            found[word] = made
    return found


def doubted_in(path: Path) -> dict[str, Doubted]:
    """Return the lines of a file with a section for each objection, by the key of the word: ``word = { why }``."""
    found: dict[str, Doubted] = {}
    with curated(path) as fields:
        for objection, word, line in sections_of(fields, get_args(Objection)):
            if word in found:
                line.fault("", f"also in [{found[word].objection}]")
            found[word] = Doubted(objection, line.text("why"))
    return found


def first_senses_in(path: Path) -> dict[tuple[str, str], FirstSense]:
    """Return the lines of a file with a section for each part of speech, by word and that: ``word = { gloss, british?, of?, others?, foremost?, why }``."""
    found: dict[tuple[str, str], FirstSense] = {}
    with curated(path) as fields:
        for pos, word, line in sections_of(fields, POS):
            first = FirstSense(
                line.texts("gloss"),
                line.switch("british"),
                line.text("why"),
                line.text("of", ""),
                line.switch("others"),
                line.switch("foremost"),
            )
            if first.others and not (first.of and first.glosses):
                line.fault("others", "needs the word that this is a form of, and the sense that is first")
            if first.others and first.british:
                line.fault("british", "cannot be said of one form")
            found[word, pos] = first
    return found
