"""What a card says of each code where there is no lexicon to prove it: the sentences of a pack, as data. Start at :data:`SENTENCES`.

They are those of the look-up page. Where that page names the definition, a reader names it from the glosses, if it has them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from adjudicator.rules.conditions import CODES
from adjudicator.rules.wording import kind_of


class Sentence(TypedDict, total=False):
    """What is said of a code, without its full stop, and what ``with`` other words to name in its place.

    In braces stand ``letters`` (*1 letter*, *2 letters*), ``least``, ``most``, ``foreign`` (characters that no tile shows), ``counterparts``
    and ``phrases``.
    """

    plain: str
    naming: str


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


_OF_CODES: dict[str, Sentence] = {code: {"plain": _capitalised(kind_of(code))} for code in sorted(CODES)}
SENTENCES: dict[str, Sentence] = {
    **_OF_CODES,
    "too-short": {"plain": "Too short: {letters}; at least {least} are needed"},
    "too-long": {"plain": "Too long: {letters}; at most {most} are allowed"},
    "not-in-alphabet": {"plain": "No tile shows all of its letters", "naming": "No tile shows {foreign}"},
    "american-spelling": {
        "plain": "American spelling",
        "naming": "American spelling; the British word is {counterparts}",
    },
    "only-in-phrases": {
        "plain": "Only used inside phrases",
        "naming": "Only used inside phrases, such as {phrases}",
    },
    "not-in-dictionary": {"plain": "Not in the dictionaries that these rules count"},
    "initialism": {"plain": "Initials, said letter by letter"},
    "acronym": {"plain": "Initials, said as a word"},
    "contraction": {"plain": "Words run together"},
    "marked-abbreviation": {"plain": "A short form, and the dictionary marks it as an abbreviation"},
}
"""Code → what is said of it."""
NAMED = 3
"""Phrases that a sentence names."""


def said(
    sentence: Sentence,
    *,
    letters: int,
    least: int,
    most: int | None,
    foreign: str,
    counterparts: Iterable[str],
    phrases: Iterable[str],
) -> str:
    """Return a sentence with its words in place, and a full stop unless it ends with a mark of its own."""
    words = {
        "letters": f"{letters} letter{'s' * (letters != 1)}",
        "least": str(least),
        "most": str(most),
        "foreign": " ".join(foreign),
        "counterparts": " or ".join(counterparts),
        "phrases": " or ".join(f"“{phrase}”" for phrase in [*phrases][:NAMED]),
    }
    naming = sentence.get("naming", "")
    named = any(words[name] for name in ("foreign", "counterparts", "phrases") if f"{{{name}}}" in naming)
    text = (naming if named else sentence["plain"]).format_map(words)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def distinct(phrases: Iterable[str]) -> list[str]:
    """Return *phrases*, each once whatever its capitals; those written in lower case first."""
    found = {phrase.lower(): phrase for phrase in sorted(phrases)}
    return sorted(found.values(), key=lambda phrase: (phrase != phrase.lower(), phrase))
