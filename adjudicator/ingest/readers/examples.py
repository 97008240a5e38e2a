"""Which sentences show a word in use: those that have the word itself, or a form of it, and are short enough to be read out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from adjudicator.core.inflection import regular_forms

MOST = 3
"""Examples that are kept of a sense."""
LONGEST = 200
"""Characters of the longest example that is kept."""
GAP = 2
"""Words that may stand between those of a phrase: *take that weight off*."""
_WORD = re.compile(r"[^\W\d_]+")


def examples_of(
    texts: Iterable[str], lemma: str, pos: str | None, irregular: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return those of *texts* that use *lemma*: it, or a form of it by rule or among the *irregular* ones, is a word in them.

    The words of a phrase come in their order. A capital counts where the lemma has one (*Polish*).
    """
    found: dict[str, None] = {}
    parts = _WORD.findall(lemma)
    lower = lemma == lemma.lower()
    for text in texts:
        if len(text) <= LONGEST and parts:
            words = _WORD.findall(text.lower() if lower else text)
            if _is_in(words, parts, pos or "", irregular):
                found[" ".join(text.split())] = None
    return tuple(found)[:MOST]


def _is_in(words: list[str], parts: list[str], pos: str, irregular: Mapping[str, Sequence[str]]) -> bool:
    """Return whether *parts*, or forms of them, are among *words*, in their order and with few others between them."""
    ends: Sequence[int] = range(-1, len(words))
    gap = len(words)
    for part in parts:
        ends = [
            at
            for at, word in enumerate(words)
            if word[:1] == part[:1] or part in irregular
            if any(0 < at - end <= gap + 1 for end in ends)
            if word == part or word in irregular.get(part, ()) or word in _forms(part, pos)
        ]
        gap = GAP
    return bool(ends)


@lru_cache(4096)
def _forms(word: str, pos: str) -> tuple[str, ...]:
    """Return the forms of *word* by rule."""
    return tuple(form for forms in regular_forms(word, pos).values() for form in forms)
