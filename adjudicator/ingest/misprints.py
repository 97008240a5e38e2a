"""Mends the misprints of dictionaries' definitions, which ``misprints.toml`` tells. Start at :meth:`Misprints.mended`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.fields import Fields
from adjudicator.ingest.curated import curated

_WORD = re.compile(r"[A-Za-z]{3,}")
_SMALL = ("to", "the", "a", "an", "and", "is", "are", "or", "from", "into", "when", "which", "used")
_PHRASES = (
    "made of",
    "to the",
    "of the",
    "in the",
    "of which",
    "in which",
    "by which",
    "from the",
    "for the",
)
_TWICE = re.compile(
    rf"\b(?:({'|'.join((*_PHRASES, *_SMALL))}) \1\b(?!-|(?<=or or) for\b)|(of) of\b(?= (?:an?|the)\b))",
    re.IGNORECASE,
)
"""A small word or two that are there twice. Those that a definition speaks of are others: of and or, which are short for o'."""
_SMALL_TWICE = tuple(f"{each} {each}" for each in ("of", *_SMALL, *_PHRASES))
_ARTICLE = re.compile(
    r"(a(?<!\w.)|A(?<![^.;:(] .)(?<!\S.))(?:(?= (?!(?:also|and|are|as|at|if|in|into|is|it|of|on|or)\b)(?:[aio](?!n(?:e|ce)\b|neself)|e(?![uw]))[a-z]+ )|n(?= (?:[bcdfgjklmnpqrstvwz]|sp)[a-z]{2,}))"
)
"""An article that is not that of the word behind it: a earlier, an bill. Before a small word a is a letter: the ratio a:b, a is to b."""


class Misprints(NamedTuple):
    """What is printed, and what was meant: of *words* that are none, wherever they stand, and of *texts* by the headword that they define."""

    words: Mapping[str, str]
    texts: Mapping[str, Mapping[str, str]]
    dropped: Mapping[str, tuple[str, ...]]
    """Headword → how those of its definitions begin that are none."""
    typed: bool
    """Whether it was typed by hand, so that articles and small words are wrong as often as others."""

    def concerns(self, headword: str) -> bool:
        """Return whether anything may be misprinted in what defines *headword*."""
        return self.typed or headword.lower() in self.texts or headword.lower() in self.dropped

    def drops(self, headword: str, gloss: str) -> bool:
        """Return whether *gloss* is no definition of *headword*: a note, or a text of another word that stands there by mistake."""
        return gloss.startswith(self.dropped.get(headword.lower(), ()))

    def mended(self, headword: str, gloss: str) -> str:
        """Return *gloss*, which defines *headword*, as it was meant; of one that was typed, with the article of each word, and no small word twice."""
        if self.words and not self.words.keys().isdisjoint(_WORD.findall(gloss.lower())):
            gloss = _WORD.sub(self._meant, gloss)
        if self.typed:
            gloss = _ARTICLE.sub(_article, gloss)
        for printed, meant in self.texts.get(headword.lower(), {}).items():
            gloss = gloss.replace(printed, meant)
        return once(gloss) if self.typed else gloss

    def _meant(self, found: re.Match[str]) -> str:
        printed = found.group()
        meant = self.words.get(printed.lower(), printed)
        return meant[0].upper() + meant[1:] if printed[0].isupper() else meant


def once(gloss: str) -> str:
    """Return *gloss* without a small word or two that are there twice."""
    if gloss.startswith("Or or "):
        gloss = f"Of{gloss[2:]}"  # pertaining to
    lower = gloss.lower()
    if any(twice in lower for twice in _SMALL_TWICE):
        gloss = _TWICE.sub(lambda found: found.group(1) or found.group(2), gloss)
    return gloss


def _article(found: re.Match[str]) -> str:
    article: str = found.group(1)
    return article if found.group().endswith("n") else f"{article}n"


def misprints_in(path: Path) -> dict[str, Misprints]:
    """Return, by source, what a file with ``[words]`` (``printed = meant``), ``[texts]`` (``headword = { printed = meant }``),
    ``[dropped]`` (``headword = ["how a definition begins"]``), and ``[wordnet]`` as texts tell.
    """
    with curated(path) as fields:
        words = fields.table("words")
        told = {word: words.text(word) for word in words}
        for word in told:
            if not _WORD.fullmatch(word) or word != word.lower():
                words.fault(word, "three letters or more, all small, are a word of a definition")
        return {
            "gcide": Misprints(
                told, _by_headword(fields.table("texts")), _dropped(fields.table("dropped")), True
            ),
            "wordnet": Misprints({}, _by_headword(fields.table("wordnet")), {}, False),
        }


def _dropped(texts: Fields) -> dict[str, tuple[str, ...]]:
    return {headword: texts.texts(headword) for headword in texts}


def _by_headword(texts: Fields) -> dict[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for headword in texts:
        line = texts.table(headword)
        found[headword] = {printed: line.text(printed) for printed in line}
        if not found[headword]:
            texts.fault(headword, "mends nothing")
    return found
