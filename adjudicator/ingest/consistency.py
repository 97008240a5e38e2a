"""Finds where the curated files of ``config/`` contradict one another, or themselves. Start at :func:`check`.

Each file by itself is read, and its form checked, where it is used. What is asked here is whether two lines can both be meant.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.spelling import key_of
from adjudicator.errors import ConfigError
from adjudicator.ingest.classify.abbreviation import tells
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.curated import curated
from adjudicator.sources.records import RawSense

GLOSSES, ABBREVIATIONS, LEXICALISED = "glosses.toml", "abbreviations.toml", "lexicalised.toml"
REGIONS, SENSES, PHRASES, INVARIABLE = "regions.toml", "senses.toml", "phrases.toml", "invariable.toml"
CAPITALS, ERRATA, LABELS, DOUBTED = "capitals.toml", "errata.toml", "labels.toml", "doubted.toml"
OTHER_SIDE = {"american": "british", "british": "american"}

_SECTION = re.compile(r"\s*\[([\w-]+)\]").match
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*=""").match


class Line(NamedTuple):
    """One line of a curated file: its section (none in a file without) and the word that it is about."""

    file: str
    section: str
    word: str


class Contradiction(NamedTuple):
    """A line, and why it cannot be meant; ``other`` is the line that says otherwise, if one does."""

    line: Line
    why: str
    other: Line | None = None


def check(config: Path, world: World) -> None:
    """Raise :class:`ConfigError` with every contradiction in the folder *config*, each with its path and line; *world* has read most of the files."""
    found = list(contradictions(config, world))
    if found:
        faults = [
            f"{_place(config, each.line)}: {each.why}"
            + (f" (see {_place(config, each.other)})" if each.other else "")
            for each in found
        ]
        raise ConfigError(faults, "Of two lines that contradict one another, take one away.")


def contradictions(config: Path, world: World) -> Iterator[Contradiction]:
    """Yield every contradiction in the folder *config*."""
    glosses = _table(config / GLOSSES)
    yield from _glosses(glosses, world)
    yield from _abbreviations(world)
    regions = _table(config / REGIONS)
    yield from _regions(regions)
    yield from _senses(_table(config / SENSES), regions)
    yield from _exceptions(glosses, world)
    yield from _labels(config / LABELS)


Table = dict[str, dict[str, dict[str, str]]]
"""Section → word → the fields of its line."""


def _table(path: Path) -> Table:
    """Return what a file with sections has as it should be; what is wrong with its form is found by who reads it."""
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except tomllib.TOMLDecodeError:
        return {}
    return {
        section: {
            word: {name: text for name, text in line.items() if isinstance(text, str)}
            for word, line in lines.items()
            if isinstance(line, dict)
        }
        for section, lines in read.items()
        if isinstance(lines, dict)
    }


def _glosses(glosses: Table, world: World) -> Iterator[Contradiction]:
    """Yield the glosses of what is an abbreviation: a word that is short for another is marked, unless its gloss is of another word and says
    beside which full form it stands.
    """
    for pos, lines in glosses.items():
        for word, line in lines.items():
            here, beside = Line(GLOSSES, pos, word), line.get("beside", "")
            if pos == "abbreviation":
                yield Contradiction(
                    here, f"is an abbreviation; those stand in {ABBREVIATIONS}, with their type"
                )
            fact = world.abbreviations.get(word)
            if fact is None:
                if beside:
                    yield Contradiction(
                        here, f"stands beside {beside}, but {ABBREVIATIONS} does not have the word"
                    )
                continue
            there = Line(ABBREVIATIONS, fact.type, word)
            if tells(fact.expansion, RawSense(line.get("gloss", "")), ""):
                yield Contradiction(
                    here, f"the gloss is that of the abbreviation, which is short for {fact.expansion}", there
                )
            elif beside != fact.expansion:
                yield Contradiction(
                    here,
                    f'is short for {fact.expansion}; a gloss of another word says so: beside = "{fact.expansion}"',
                    there,
                )


def _abbreviations(world: World) -> Iterator[Contradiction]:
    """Yield what is an abbreviation and a word of one full form, and what is of two types where capitals alone make the difference."""
    for word, fact in world.lexicalised.items():
        marked = world.abbreviations.get(word)
        if marked and marked.expansion.casefold() == fact.expansion.casefold():
            yield Contradiction(
                Line(LEXICALISED, fact.type, word),
                "is a word here and an abbreviation there, of the same full form",
                Line(ABBREVIATIONS, marked.type, word),
            )
    seen: dict[tuple[str, str], Line] = {}
    for word, fact in world.abbreviations.items():
        here = Line(ABBREVIATIONS, fact.type, word)
        first = seen.setdefault((word.casefold(), fact.expansion.casefold()), here)
        if first.section != here.section:
            yield Contradiction(
                here, f"is of type {here.section}, and {first.word} of type {first.section}", first
            )


def _regions(regions: Table) -> Iterator[Contradiction]:
    """Yield the words of two regions, and counterparts that are none: the word itself, or one of the same region."""
    places = [Line(REGIONS, region, word) for region, lines in regions.items() for word in lines]
    first: dict[str, Line] = {}
    for here in places:
        known = first.setdefault(key_of(here.word), here)
        if known is not here:
            yield Contradiction(here, "has two lines", known)
    for here in places:
        line, other = regions[here.section][here.word], OTHER_SIDE.get(here.section)
        for side in OTHER_SIDE:
            for counterpart in counterparts(line.get(side, "")):
                there = first.get(key_of(counterpart))
                if side != other:
                    yield Contradiction(
                        here, f"is {here.section}, and cannot have a counterpart that is {side}"
                    )
                elif key_of(counterpart) == key_of(here.word):
                    yield Contradiction(here, "is its own counterpart")
                elif there and there.section == here.section:
                    yield Contradiction(
                        here, f"has the {side} counterpart {counterpart}, which is {there.section}", there
                    )


def _senses(senses: Table, regions: Table) -> Iterator[Contradiction]:
    """Yield the words that are American in one sense, and of one region in all; and their counterparts that are none."""
    places = {
        key_of(word): Line(REGIONS, region, word) for region, lines in regions.items() for word in lines
    }
    for pos, lines in senses.items():
        for word, line in lines.items():
            here, there = Line(SENSES, pos, word), places.get(key_of(word))
            british = line.get("british", "")
            other = places.get(key_of(british))
            if there and there.section in OTHER_SIDE:
                yield Contradiction(
                    here, f"is American in one sense, and {there.section} in every one there", there
                )
            if key_of(british) == key_of(word):
                yield Contradiction(here, "is its own counterpart")
            elif other and other.section == "american":
                yield Contradiction(here, f"has the british counterpart {british}, which is american", other)


def counterparts(text: str) -> list[str]:
    """Return the words of a counterpart's field, which commas part."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _exceptions(glosses: Table, world: World) -> Iterator[Contradiction]:
    """Yield the exceptions that have nothing to except, or that another line takes back."""
    glossed = {word: Line(GLOSSES, pos, word) for pos, lines in glosses.items() for word in lines}
    for word in sorted(world.invariable - glossed.keys()):
        yield Contradiction(Line(INVARIABLE, "", word), f"is about a curated sense, and {GLOSSES} has none")
    for word in sorted(world.no_names):
        if word == word.lower():
            yield Contradiction(Line(CAPITALS, "", word), "has no capital")
    for word, phrase in world.only_in_phrases.items():
        here = Line(PHRASES, "", word)
        if word not in phrase.split():
            yield Contradiction(here, f"does not occur in its phrase, {phrase}")
        if word in world.lexicalised:
            there = Line(LEXICALISED, world.lexicalised[word].type, word)
            yield Contradiction(here, "is a word by itself there", there)
    for file, words in ((PHRASES, world.only_in_phrases), (ERRATA, world.errata)):
        for word in words.keys() & glossed.keys():
            yield Contradiction(Line(file, "", word), "has a gloss, as a word", glossed[word])
    for word in world.errata.keys() & world.doubted.keys():
        there = Line(DOUBTED, world.doubted[word].objection, word)
        yield Contradiction(Line(ERRATA, "", word), "is no word here, and a word to vote on there", there)


def _labels(path: Path) -> Iterator[Contradiction]:
    """Yield what is printed for two labels."""
    with curated(path) as fields:
        table = {name: fields.texts(name) for name in fields}
    first: dict[str, str] = {}
    for name, prints in table.items():
        for printed in prints:
            known = first.setdefault(printed, name)
            if known != name:
                yield Contradiction(
                    Line(LABELS, "", name),
                    f"“{printed}” is printed for {known}, too",
                    Line(LABELS, "", known),
                )


def _place(config: Path, line: Line) -> str:
    """Return where *line* is: the path of its file, and its number."""
    path = config / line.file
    section = ""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        opened, key = _SECTION(text), _KEY(text)
        if opened:
            section = opened.group(1)
        elif key and section == line.section and _unquoted(key.group(1)) == line.word:
            return f"{path}:{number}: {line.word}"
    return f"{path}: {line.word}"


def _unquoted(key: str) -> str:
    """Return the *key* of a line of TOML without its quotes."""
    return key[1:-1] if key[0] in "\"'" else key
