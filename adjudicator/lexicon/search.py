"""Word search: a predicate over keys from a pattern, the letters of an anagram, a length."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from adjudicator.errors import BadWord
from adjudicator.spelling import MAX_WORD, shown


def matcher(
    *, pattern: str | None = None, anagram: str | None = None, length: int | None = None
) -> Callable[[str], bool]:
    """Return the predicate that a key must satisfy. :class:`BadWord` says which part cannot be read."""
    tests: list[Callable[[str], bool]] = []
    if pattern is not None:
        tests.append(_pattern(pattern))
    if anagram is not None:
        tests.append(_anagram(anagram))
    if length is not None:
        if not 1 <= length <= MAX_WORD:
            raise BadWord(f"The length {length} is not between 1 and {MAX_WORD}.")
        tests.append(lambda key: len(key) == length)
    return lambda key: all(test(key) for test in tests)


def _pattern(pattern: str) -> Callable[[str], bool]:
    text = pattern.lower()
    if not text or len(text) > MAX_WORD or not re.fullmatch(r"[a-z?*]+", text):
        raise BadWord(
            f"The pattern {shown(pattern)} cannot be read.",
            "Use letters, ? for one letter and * for any run.",
        )
    regex = re.compile(re.sub(r"\*+", ".*", text).replace("?", "."))
    return lambda key: regex.fullmatch(key) is not None


def _anagram(letters: str) -> Callable[[str], bool]:
    text = letters.lower()
    if not text or len(text) > MAX_WORD or not re.fullmatch(r"[a-z?]+", text):
        raise BadWord(f"The letters {shown(letters)} cannot be read.", "Use letters, and ? for a blank.")
    blanks = text.count("?")
    rack = Counter(text.replace("?", ""))

    def fits(key: str) -> bool:
        if len(key) != len(text):
            return False
        missing = Counter(key) - rack
        return sum(missing.values()) <= blanks

    return fits
