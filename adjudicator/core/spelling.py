"""Spellings: from what a person writes to the key that tiles can spell.

Start at :func:`key_of`. A *display form* keeps case, accents, apostrophes, dots, hyphens and spaces; its *key* is
the letters a to z that are left when those are folded away (café → cafe, they'll → theyll, U.S. → us). Everything here
is pure: no file, no clock, no table outside this module.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from string import ascii_lowercase

MAX_WORD = 100
"""The longest text, in characters, that is taken for a word. The longest English dictionary word has 45 letters."""

APOSTROPHES = "'’‘ʼ`´＇"
_JOINERS = frozenset(APOSTROPHES + ".-‐‑‒–—/ \u00a0")
ANY_LETTER = dict.fromkeys(ascii_lowercase, ascii_lowercase)
"""What each letter may be changed for: any."""
_LETTERS = {
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ł": "l",
    "ı": "i",
    "ħ": "h",
    "ŋ": "ng",
    "ĸ": "k",
    "ŧ": "t",
    "ß": "ss",
    "ﬁ": "fi",
    "ﬂ": "fl",
}
_SPELLED = str.maketrans(_LETTERS)
_NO_ASCII_LETTERS = re.compile(r"[^a-z]+")
_NO_LETTERS = re.compile(f"[^a-z{''.join(_LETTERS)}]+")


def key_of(text: str) -> str:
    """Return the key of *text*: its letters a–z, lower case, accents folded. May be empty."""
    if text.isascii():
        folded = text.lower()
        return folded if folded.isalpha() else _NO_ASCII_LETTERS.sub("", folded)
    return _fold(text)


@lru_cache(maxsize=64)
def _fold(text: str) -> str:
    """Return the key of a *text* that is not plain. The last few are kept: whoever judges a word asks for its key again and again."""
    letters = _NO_LETTERS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return letters if letters.isascii() else letters.translate(_SPELLED)


def fault_of(text: str) -> str | None:
    """Return why *text* cannot be taken for a word at all, or None. This is the one door for user input."""
    if text.isascii() and text.isalpha() and len(text) <= MAX_WORD:
        return None
    if not text.strip():
        return "The word is empty. Type at least one letter."
    if len(text) > MAX_WORD:
        return f"The word is {len(text):,} characters long; at most {MAX_WORD} are taken. Give one word at a time."
    for char in text:
        if unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn") or char in "\u2028\u2029":
            return f"The word has the control character U+{ord(char):04X}. Type letters only."
    if not key_of(text):
        return f"Nothing in {quote(text)} can be spelled with the letters a to z. Type at least one letter."
    return None


def foreign_characters(text: str) -> str:
    """Return the characters of *text* that no tile can spell: digits, symbols, letters of other alphabets.

    Accents fold away and apostrophes, dots, hyphens, slashes and spaces only join letters, so none of them is foreign.
    """
    if text.isascii() and text.isalpha():
        return ""
    found: list[str] = []
    stripped = text.strip()
    if 3 * len(set(stripped)) < len(stripped):  # no word of any language: each character once is enough
        stripped = "".join(dict.fromkeys(stripped))
    for char in dict.fromkeys(unicodedata.normalize("NFKC", stripped)):
        if char in _JOINERS or unicodedata.combining(char) or key_of(char):
            continue
        if unicodedata.category(char) not in ("Cf",):
            found.append(char)
    return "".join(found)


def quote(text: str, limit: int = 40) -> str:
    """Return *text* quoted for a message: control characters escaped, cut to *limit* characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut) + "'"


def is_capitalised(display: str) -> bool:
    """Return whether *display* has a capital letter at all (Paris, iPod, FBI)."""
    return display != display.lower()


def is_capitals_only(display: str) -> bool:
    """Return whether *display* has two letters or more, all capitals (FBI, U.S., R&B)."""
    return (
        display.isupper()
        and (display.isalpha() or sum(c.isalpha() for c in display) > 1)
        and len(display) > 1
    )


def is_punctuated(display: str) -> bool:
    """Return whether *display* has an apostrophe, hyphen, dot or any mark inside it that a tile cannot show."""
    return not display.replace(" ", "").isalpha()


def is_plain(display: str) -> bool:
    """Return whether *display* is letters alone: tiles show it as it is written (accents and case apart)."""
    return display.isalpha()


def has_apostrophe(text: str) -> bool:
    """Return whether *text* has an apostrophe of any shape."""
    return any(char in APOSTROPHES for char in text)


def normalise(text: str) -> str:
    """Return *text* in lower case with one shape of apostrophe, for comparing spellings."""
    return "".join("'" if char in APOSTROPHES else char for char in text.casefold())


def one_edit(key: str) -> set[str]:
    """Return every key one edit away from *key*, which has the letters a to z alone: a letter dropped, swapped with its neighbour, changed or added."""
    return set(edits_of(key, ascii_lowercase, ANY_LETTER)) - {key, ""}


def edits_of(key: str, letters: str, taken_for: Mapping[str, str], first: int = MAX_WORD) -> list[str]:
    """Return what *key* is with a letter dropped, swapped with its neighbour, changed for one of those that it is *taken_for*, or one of *letters*
    added; behind no more than its *first* letters. Some are there twice, and the key itself may be.
    """
    edits: list[str] = []
    for i, letter in enumerate(key[: first + 1]):
        before, rest, behind = key[:i], key[i:], key[i + 1 :]
        # joining is ten times as fast as a text for each letter
        added = f"{rest} {before}".join(letters)
        changed = f"{behind} {before}".join(taken_for[letter])
        edits.append(f"{before}{behind} {before}{added}{rest} {before}{changed}{behind}")
        if behind:
            edits.append(before + behind[0] + letter + behind[1:])
    if len(key) <= first:
        edits.append(key + f" {key}".join(letters))
    return " ".join(edits).split(" ")
